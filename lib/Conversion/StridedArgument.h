//===- StridedArgument.h - Arguments of kernels in other orders -----------===//
#ifndef POPT_LIB_CONVERSION_STRIDEDARGUMENT_H
#define POPT_LIB_CONVERSION_STRIDEDARGUMENT_H

#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace popt {

/// An argument of a kernel as an operation in it sees it: of each dimension the
/// extent and the stride.
struct StridedArgument {
  unsigned number = 0;
  llvm::SmallVector<int64_t> shape, strides;
};

/// Nothing if the value is more than a change of an argument's shape and order.
std::optional<StridedArgument> stridedArgumentOf(mlir::Value value);

/// True if libraries that have products of the one type have them for results of
/// the other.
bool isLibraryResult(mlir::Type element, mlir::Type result);

llvm::SmallVector<int64_t> denseStridesOf(llvm::ArrayRef<int64_t> shape);

} // namespace popt

#endif // POPT_LIB_CONVERSION_STRIDEDARGUMENT_H
