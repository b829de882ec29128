//===- StridedArgument.cpp - Arguments of kernels in other orders ---------===//
//
// Covered by test/Flow/products.test, convolutions.test.
//
//===----------------------------------------------------------------------===//
#include "StridedArgument.h"

#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;

bool popt::isLibraryResult(Type element, Type result) {
  if (element.getIntOrFloatBitWidth() == 8)
    return result.isF32() || result.isF16() || result.isBF16();
  return result == element ||
         (result.isF32() && (element.isF16() || element.isBF16()));
}

SmallVector<int64_t> popt::denseStridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim])
    strides[dim] = stride;
  return strides;
}

/// Strides of the same elements in another shape, if there are such.
static std::optional<SmallVector<int64_t>>
reshapedStrides(const StridedArgument &from, ArrayRef<int64_t> shape) {
  // Dimensions that are walked as one.
  SmallVector<std::pair<int64_t, int64_t>> chunks;
  for (auto [extent, stride] : llvm::zip(from.shape, from.strides)) {
    if (extent == 1)
      continue;
    if (!chunks.empty() && chunks.back().second == extent * stride)
      chunks.back() = {chunks.back().first * extent, stride};
    else
      chunks.push_back({extent, stride});
  }
  SmallVector<int64_t> strides(shape.size(), 0);
  size_t dim = 0;
  for (auto [extent, stride] : chunks)
    for (int64_t rest = extent; rest > 1; ++dim) {
      if (dim == shape.size() || rest % shape[dim] != 0)
        return std::nullopt;
      rest /= shape[dim];
      strides[dim] = shape[dim] == 1 ? 0 : rest * stride;
    }
  return strides;
}

std::optional<StridedArgument> popt::stridedArgumentOf(Value value) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  StridedArgument view;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    view.number = argument.getArgNumber();
    view.shape.assign(shape.begin(), shape.end());
    view.strides = denseStridesOf(shape);
    return view;
  }
  Operation *op = value.getDefiningOp();
  if (op->getNumOperands() != 1)
    return std::nullopt;
  std::optional<StridedArgument> from = stridedArgumentOf(op->getOperand(0));
  if (!from)
    return std::nullopt;
  view.number = from->number;
  view.shape.assign(shape.begin(), shape.end());
  view.strides.assign(shape.size(), 0);
  if (std::optional<SmallVector<int64_t>> order = permutationOf(op)) {
    for (auto [dim, source] : llvm::enumerate(*order))
      view.strides[dim] = from->strides[source];
    return view;
  }
  if (std::optional<SmallVector<int64_t>> dims = resultDimsOf(op)) {
    for (auto [source, dim] : llvm::enumerate(*dims))
      if (dim >= 0)
        view.strides[dim] = from->strides[source];
    return view;
  }
  if (!isView(op))
    return std::nullopt;
  std::optional<SmallVector<int64_t>> strides = reshapedStrides(*from, shape);
  if (!strides)
    return std::nullopt;
  view.strides = std::move(*strides);
  return view;
}
