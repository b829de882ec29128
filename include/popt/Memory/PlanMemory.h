//===- PlanMemory.h - Every tensor gets its place in one arena ------------===//
//
// Memory is planned once, at compile time: one arena per rank, the same offsets
// on all ranks of a program. Its contents:
//
//   arguments    fixed, from offset 0 on, in order
//   state        a result that replaces an argument is written over it where no
//                later operation reads the argument; otherwise it has a place
//                of its own and the executor moves it after the step
//   results      live from where they are computed to the end of the step
//   temporaries  live from where they are computed to their last reader
//
// A *storage* is memory that one or more values name: a reshape, and a
// transpose that contractions alone read, name their operand's; a kernel's or
// all-reduce's result may take over the storage of an operand that dies there;
// a carried value is one storage for operand, block arguments, yielded value
// and result, unless that would overwrite a value that is still read.
//
// A row of a stack is made in the stack, if the row that it replaces is not
// read later (PlanMemoryRows.cpp): it takes no memory of its own.
//
// Storages are intervals of time, and an arena without overlaps is a placement
// of rectangles: largest first, each in the smallest gap that fits. Before
// that, operations are ordered so that less is alive at once (a few orders are
// compared, the given one is kept if none is better).
//
// What lies in host memory (popt/Analysis/MemoryKinds.h) has an arena there,
// planned alike; all other numbers are of the device's.
//
// Result: `step.offsets` on operations (one per result; -1: among the
// constants), `step.terms` on those that make rows of stacks (what each iteration
// adds), `step.offset` on the function's arguments and results,
// `step.view` on operations that need no command, `step.arena_bytes`
// and, if there is one, `step.host_bytes`.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MEMORY_PLANMEMORY_H
#define POPT_MEMORY_PLANMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// Bytes of one plan.
struct MemoryPlan {
  int64_t arenaBytes = 0;      ///< the arena
  int64_t hostBytes = 0;       ///< that of host memory
  int64_t argumentBytes = 0;   ///< of which arguments, state included
  int64_t stateBytes = 0;      ///< of which state
  int64_t lowerBoundBytes = 0; ///< the most that is alive at once
  /// The largest values in it besides arguments: the operation, and where it
  /// is.
  std::vector<std::pair<mlir::Location, std::string>> largest;
};

/// Plans the memory of a partitioned function and writes it down.
mlir::FailureOr<MemoryPlan> planMemory(mlir::func::FuncOp function);

/// Memory of the arena that one or more values name.
struct HeldMemory {
  mlir::Value value; ///< one of them; of an argument's memory the argument
  int64_t bytes = 0; ///< with what alignment adds
  int64_t begin = 0, end = 0; ///< positions (Positions.h), both included
  bool isKept = false;        ///< what tasks of a pipeline leave for others
};

/// What a planned function holds, and when: the intervals for which it was
/// planned.
std::vector<HeldMemory> heldMemory(mlir::func::FuncOp planned);

/// Checks from the attributes alone that nothing is overwritten before its last
/// reader. A failure is a located error.
mlir::LogicalResult verifyMemoryPlan(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_MEMORY_PLANMEMORY_H
