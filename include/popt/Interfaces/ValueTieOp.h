//===- ValueTieOp.h - How regions and values of an operation tie ----------===//
#ifndef POPT_INTERFACES_VALUETIEOP_H
#define POPT_INTERFACES_VALUETIEOP_H

#include "mlir/IR/OpDefinition.h"

namespace popt {

/// Values that are one value at different times or on different paths: the
/// operands and results of a loop, the results of a branch. All targets have
/// one sharding; each source keeps its own, and shardings spread between them.
struct ValueTie {
  llvm::SmallVector<mlir::OpOperand *, 2> sources;
  /// The first owns the tie: an operation's result or a block argument.
  llvm::SmallVector<mlir::Value, 3> targets;
};

/// How often a loop is taken to run if its data decides.
constexpr int64_t kUnknownTrips = 8;

/// The values that an operation ties; none if it ties nothing.
llvm::SmallVector<ValueTie> valueTiesOf(mlir::Operation *op);
/// True if its regions run any number of times (ValueTieOpInterface::isLoop).
/// False for null.
bool isLoop(mlir::Operation *op);
/// How often the block runs when its function does once; nothing if it is unknown.
std::optional<int64_t> runsOf(mlir::Block *block);

} // namespace popt

#include "popt/Interfaces/ValueTieOp.h.inc"

#endif // POPT_INTERFACES_VALUETIEOP_H
