//===- AttrNames.h - The attributes that phases leave for each other ------===//
//
// What `dist` adds to functions, their arguments and results, and to operations
// of other dialects. Sharding.h, BoundaryAttrs.h and Stages.h read and write
// them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_ATTRNAMES_H
#define POPT_DIALECT_DIST_ATTRNAMES_H

#include "llvm/ADT/StringRef.h"

namespace popt::dist {

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

/// On a module: seconds that a byte costs which is held where a step takes most
/// memory.
inline constexpr llvm::StringLiteral kMemoryPrice = "dist.memory_price";
/// What backward parts compute again, chosen under a memory budget: "none",
/// "selective" or "full".
inline constexpr llvm::StringLiteral kRecomputePolicy = "dist.recompute_policy";
/// A unit attribute: the host holds what backward parts read and no user's word
/// is on.
inline constexpr llvm::StringLiteral kOffloadActivations =
    "dist.offload_activations";
/// On a module: a word for how choose-strategies chooses. Without it, at least
/// cost.
inline constexpr llvm::StringLiteral kStrategies = "dist.strategies";
inline constexpr llvm::StringLiteral kLeastCost = "least-cost";
inline constexpr llvm::StringLiteral kPropagated = "propagated";
/// On a module, a unit attribute: shardings are to be invented, so an axis that none
/// names may divide what it pays to divide. Otherwise nothing is divided by it.
inline constexpr llvm::StringLiteral kInvents = "dist.invents";
/// On a module: facts about state for runs of several steps, by the keys of
/// lib/Annotate/StateQuestions.cpp.
inline constexpr llvm::StringLiteral kStateFacts = "dist.state_facts";
/// On a module: the schedule that is asked for, a #dist.schedule.
inline constexpr llvm::StringLiteral kSchedule = "dist.schedule";
/// On a module: predictions for its pipeline, by name.
inline constexpr llvm::StringLiteral kPipeline = "dist.pipeline";
/// On a function, a unit attribute: its time axes are loops, and no longer
/// coordinates.
inline constexpr llvm::StringLiteral kFolded = "dist.folded";
/// On a function, a unit attribute: what its operations touch lies in one
/// memory each (law L17; popt/Analysis/MemoryKinds.h).
inline constexpr llvm::StringLiteral kMemoriesPlaced = "dist.memories_placed";
/// On a function under a memory budget: the estimated bytes of its peak, which
/// buckets of collectives must not raise.
inline constexpr llvm::StringLiteral kBucketBytes = "dist.bucket_bytes";
/// On a function: the coordinate whose ranks run it.
inline constexpr llvm::StringLiteral kCoordinate = "dist.coordinate";

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// The user's name.
inline constexpr llvm::StringLiteral kName = "dist.name";
/// The sharding.
inline constexpr llvm::StringLiteral kSharding = "dist.sharding";
/// Where `dist.sharding` is only a hint: what binds (open dims may be split as
/// pays).
inline constexpr llvm::StringLiteral kBound = "dist.bound";
/// A unit attribute: the user's sharding says `memory = host`, from propagation on,
/// or JAX keeps the value there, from import on. Shardings say after propagation
/// how values are divided, and nothing of memory.
inline constexpr llvm::StringLiteral kOnHost = "dist.on_host";
/// Of a partitioned function: the global type.
inline constexpr llvm::StringLiteral kGlobalType = "dist.global_type";
/// Their number in the program that the user wrote, where the function has
/// others: that of a coordinate, or one whose stacks are split into blocks.
inline constexpr llvm::StringLiteral kIndex = "dist.index";
/// On one that is a block of a stack: a #dist.block_of. "dist.place" says which.
inline constexpr llvm::StringLiteral kBlockOf = "dist.block_of";
/// On an argument: the index of the result that becomes its next value.
inline constexpr llvm::StringLiteral kState = "dist.state";
/// On an argument, a unit attribute: it is no state, whatever its name and its
/// donation say.
inline constexpr llvm::StringLiteral kResident = "dist.resident";
/// On an argument that is not known to be state: the results that could become
/// its next value. Import asks, Annotate answers.
inline constexpr llvm::StringLiteral kStateCandidates = "dist.state_candidates";
/// On such an argument, a unit attribute: the user gives its buffer away.
inline constexpr llvm::StringLiteral kDonated = "dist.donated";
/// On state, unit attributes: the user does not give its buffer away; neither
/// that nor a name says that it is state, but its place in the call.
inline constexpr llvm::StringLiteral kNotDonated = "dist.not_donated";
inline constexpr llvm::StringLiteral kByPlace = "dist.by_place";

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// An array of one sharding per result.
inline constexpr llvm::StringLiteral kShardings = "dist.shardings";
/// An array of one sharding per operand.
inline constexpr llvm::StringLiteral kOperandShardings =
    "dist.operand_shardings";
/// Coordinates of the stage axis; of arguments and results as well.
inline constexpr llvm::StringLiteral kPlace = "dist.place";
/// A number: operations that have the same are parts of one barrier.
inline constexpr llvm::StringLiteral kBarrier = "dist.barrier";
/// A #dist.recompute: what the user says of computing its results again.
inline constexpr llvm::StringLiteral kRecompute = "dist.recompute";
/// A unit attribute: it repeats another operation of its block, and is not to be
/// merged with it (law L16).
inline constexpr llvm::StringLiteral kRematerialized = "dist.rematerialized";
/// On a time loop that is cut into tasks: its #dist.task list.
inline constexpr llvm::StringLiteral kTasks = "dist.tasks";
/// On an operation of its body: its task at each coordinate that runs it.
/// Without it every task that reads the operation has a copy.
inline constexpr llvm::StringLiteral kInTasks = "dist.in_tasks";
/// On such a loop: a #dist.order for each coordinate of the stage axis.
inline constexpr llvm::StringLiteral kOrders = "dist.orders";
/// On the time loop of a stage: the #dist.order in which its tasks run.
inline constexpr llvm::StringLiteral kOrder = "dist.order";

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_ATTRNAMES_H
