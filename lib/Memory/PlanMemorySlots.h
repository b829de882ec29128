//===- PlanMemorySlots.h - Where instances of a pipeline's values lie -----===//
//
// What a task of a pipelined loop leaves for others has an instance for each
// microbatch in flight. An instance is alive from the step that makes it to the
// last one that reads it, in the loop's own order (`dist.order`).
//
// Values whose instances live alike lie side by side in a *frame*, and each
// instance of a frame has its offset in one block of memory, found like all
// others (PlanMemoryArena.cpp) from when instances are alive. So what is
// sent forward and what comes back use the same memory, one after the other.
// Offsets are multiples of a *slot*.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_MEMORY_PLANMEMORYSLOTS_H
#define POPT_LIB_MEMORY_PLANMEMORYSLOTS_H

#include "popt/Dialect/Dist/Stages.h"

#include "llvm/ADT/MapVector.h"

namespace popt {

/// The slot of each microbatch.
using SlotList = std::vector<int32_t>;

/// Where a value's instances lie.
struct InstanceSlots {
  int64_t inFrame = 0; ///< bytes from where the frame begins
  SlotList slots;
  /// If the loop carries the value to the next microbatch: by number of what it
  /// carries, the slots in which each microbatch reads it. The first reads the
  /// loop's operand, which is copied there before.
  std::map<int, SlotList> carried;
};

struct InstanceMemory {
  int64_t bytes = 0;  ///< of the block
  int64_t stride = 1; ///< bytes of a slot
  llvm::MapVector<mlir::Value, InstanceSlots> slots;
};

/// Positions of a value's instances in the loop's order, both included.
struct InstanceLife {
  int64_t begin = -1, end = -1; ///< -1: it is never made
};
struct InstanceLives {
  std::vector<InstanceLife> instances; ///< by microbatch
  /// Of what the first microbatch reads instead, by number of what is carried.
  std::map<int, InstanceLife> initial;

  bool operator==(const InstanceLives &other) const;
};

/// Lives of everything that operations of the loop make for each other and do
/// not replace in place.
llvm::MapVector<mlir::Value, InstanceLives>
findInstanceLives(dist::TimeLoopOp loop);
/// Places the instances of those values that `isPlaced`.
InstanceMemory
placeInstances(const llvm::MapVector<mlir::Value, InstanceLives> &lives,
               llvm::function_ref<bool(mlir::Value)> isPlaced);

/// Where they lie, by loop and memory, while the operations in the loops stay.
using LoopInstances =
    llvm::DenseMap<mlir::Operation *, std::array<InstanceMemory, 2>>;

/// The values that a pipelined loop returns but does not replace in place, with
/// the number of what it carries.
llvm::SmallVector<std::pair<mlir::Value, int>>
getCarriedInstances(dist::TimeLoopOp loop);

} // namespace popt

#endif // POPT_LIB_MEMORY_PLANMEMORYSLOTS_H
