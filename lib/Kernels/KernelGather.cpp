//===- KernelGather.cpp - Elements at indices that come from data ---------===//
//
// gather, dynamic_slice and dynamic_update_slice as elements. Start indices are
// elements themselves, evaluated where they are defined (once per row of an
// embedding, not once per column). Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;

/// A start index (an element of an integer tensor) clamped to [0, most].
static LinearForm startIndex(KernelEmitter &e, Value tensor,
                             ArrayRef<LinearForm> at, int64_t most) {
  if (most == 0)
    return 0;
  Elem elem = e.elementAt(tensor, at);
  ElementIndex index = e.indexOf(at, shapeOf(tensor));
  return e.indexFromData(elem.re,
                         isUnsigned(getElementTypeOrSelf(tensor.getType())),
                         e.depthOf(index.linear), 0, most);
}

static Elem gatherElement(KernelEmitter &e, stablehlo::GatherOp op,
                          const ElementIndex &index) {
  auto numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> from = shapeOf(op.getOperand());
  auto dims = e.dimsOf(index, shapeOf(op.getResult()));
  SmallVector<LinearForm> batch, offset;
  for (auto [d, form] : llvm::enumerate(dims))
    (llvm::is_contained(numbers.getOffsetDims(), int64_t(d)) ? offset : batch)
        .push_back(form);
  Value starts = op.getStartIndices();
  int64_t vectorDim = numbers.getIndexVectorDim();
  auto startAt = [&](int64_t component) {
    SmallVector<LinearForm> at(batch);
    if (vectorDim < int64_t(shapeOf(starts).size()))
      at.insert(at.begin() + vectorDim, LinearForm(component));
    return at;
  };
  SmallVector<LinearForm> at(from.size());
  unsigned nextOffset = 0;
  for (size_t d = 0; d < from.size(); ++d) {
    int64_t dim = d;
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), dim) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), dim))
      at[d] = offset[nextOffset++];
    for (auto [i, mapped] : llvm::enumerate(numbers.getStartIndexMap()))
      if (mapped == dim)
        at[d] = at[d] + startIndex(e, starts, startAt(i),
                                   from[d] - op.getSliceSizes()[d]);
    for (auto [operandDim, startDim] :
         llvm::zip(numbers.getOperandBatchingDims(),
                   numbers.getStartIndicesBatchingDims()))
      if (operandDim == dim)
        at[d] = at[d] + batch[startDim - (startDim > vectorDim)];
  }
  return e.elementAt(op.getOperand(), at);
}

static Elem dynamicSliceElement(KernelEmitter &e, stablehlo::DynamicSliceOp op,
                                const ElementIndex &index) {
  ArrayRef<int64_t> from = shapeOf(op.getOperand());
  auto dims = e.dimsOf(index, shapeOf(op.getResult()));
  for (auto [d, start] : llvm::enumerate(op.getStartIndices()))
    dims[d] =
        dims[d] + startIndex(e, start, {}, from[d] - op.getSliceSizes()[d]);
  return e.elementAt(op.getOperand(), dims);
}

static Elem dynamicUpdateSliceElement(KernelEmitter &e,
                                      stablehlo::DynamicUpdateSliceOp op,
                                      const ElementIndex &index) {
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  ArrayRef<int64_t> window = shapeOf(op.getUpdate());
  Elem old = e.element(op.getOperand(), index);
  if (elementCount(window) == 0)
    return old;
  auto dims = e.dimsOf(index, shape);
  Value inside;
  SmallVector<LinearForm> at;
  for (auto [d, start] : llvm::enumerate(op.getStartIndices())) {
    LinearForm moved = dims[d] - startIndex(e, start, {}, shape[d] - window[d]);
    inside = e.both(inside, e.inBounds(moved, 0, window[d]));
    at.push_back(e.clampIndex(moved, 0, window[d] - 1));
  }
  return e.choose(inside, e.elementAt(op.getUpdate(), at), old);
}

std::optional<Elem> popt::emitGatherElement(KernelEmitter &e, Operation *op,
                                            const ElementIndex &index) {
  if (auto gather = dyn_cast<stablehlo::GatherOp>(op))
    return gatherElement(e, gather, index);
  if (auto slice = dyn_cast<stablehlo::DynamicSliceOp>(op))
    return dynamicSliceElement(e, slice, index);
  if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op))
    return dynamicUpdateSliceElement(e, update, index);
  return std::nullopt;
}
