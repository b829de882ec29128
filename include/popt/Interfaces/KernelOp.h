//===- KernelOp.h - How an operation becomes a kernel ---------------------===//
#ifndef POPT_INTERFACES_KERNELOP_H
#define POPT_INTERFACES_KERNELOP_H

#include "popt/Arithmetic/Element.h"
#include "popt/Interfaces/Target.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace popt {

/// The loops that an operation stands for (lib/Kernels forms kernels from
/// them).
enum class KernelKind {
  Map,           ///< one result element from elements at the same index
  Broadcast,     ///< a map with an index change: broadcast, transpose, slice...
  Source,        ///< no operands: constant, iota; cloned into its users
  RowReduction,  ///< reduces dimensions to one element
  GatherLike,    ///< element addresses come from data
  InPlaceUpdate, ///< writes a part of its first operand, or of a copy of it
  OwnLoops,      ///< writes its results in loops of its own: sort, windows
  View,          ///< no data moves: reshape
  Library,       ///< a call into a library: contraction, convolution
  Opaque,        ///< on its own
};

/// The kind on the module's target; Opaque without a model, and for null.
KernelKind kernelKindOf(mlir::Operation *op);
/// True for maps: each element of the result comes from the elements of the
/// operands at the same index (KernelKind::Map).
inline bool isPointwise(mlir::Operation *op) {
  return kernelKindOf(op) == KernelKind::Map;
}
/// Work per element of the result, in additions; 0 without a model.
unsigned elementCostOf(mlir::Operation *op);
/// True if the operation moves no data (KernelKind::View).
inline bool isView(mlir::Operation *op) {
  return kernelKindOf(op) == KernelKind::View;
}
/// True for reductions of dims to one element (KernelKind::RowReduction).
inline bool isReduction(mlir::Operation *op) {
  return kernelKindOf(op) == KernelKind::RowReduction;
}
/// KernelOpInterface::getPermutation; nothing without a model, and for null.
std::optional<llvm::SmallVector<int64_t>> permutationOf(mlir::Operation *op);
/// True if all readers do nothing but put the result into the order in which the
/// operation makes it as well (KernelOpInterface::getOtherOrder): form-kernels has
/// it made so. False without a model, and for null.
bool isReadInOtherOrder(mlir::Operation *op);
/// Of an operation that repeats and reorders dims of its operand alone: for each
/// of them the result's dim, -1 for an extent of 1; nothing for others.
std::optional<llvm::SmallVector<int64_t>> resultDimsOf(mlir::Operation *op);
/// Arithmetic operations of one execution as it is; nothing if it has no model
/// or an operand or result is no tensor.
std::optional<double> flopsOf(mlir::Operation *op);

} // namespace popt

#include "popt/Interfaces/KernelOp.h.inc"

#endif // POPT_INTERFACES_KERNELOP_H
