//===- RaggedDot.cpp - ragged_dot -----------------------------------------===//
//
// One ordinary contraction per group. Tested by
// test/unit/Reference/ChloTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

/// Elements [begin, begin + extent) of one dimension.
static Tensor range(const Tensor &x, int64_t dim, int64_t begin,
                    int64_t extent) {
  Shape start(x.rank(), 0), sizes(x.shape().begin(), x.shape().end());
  start[dim] = begin;
  sizes[dim] = extent;
  return extractBox(x, start, sizes);
}

/// Entry `index` of a dimension, which disappears.
static Tensor entry(const Tensor &x, int64_t dim, int64_t index) {
  Shape shape(x.shape().begin(), x.shape().end());
  shape.erase(shape.begin() + dim);
  return range(x, dim, index, 1).reshaped(shape);
}

static Shape without(Ints dims, int64_t removed) {
  Shape rest;
  for (int64_t dim : dims)
    rest.push_back(dim > removed ? dim - 1 : dim);
  return rest;
}

MaybeTensor popt::reference::raggedDot(const Tensor &lhs, const Tensor &rhs,
                                       const Tensor &groupSizes,
                                       const DotDims &dims, int64_t raggedDim,
                                       std::optional<int64_t> groupDim,
                                       ElementType resultType,
                                       Ints resultShape) {
  if (groupSizes.rank() != 1)
    return std::nullopt;
  Tensor result(resultType, resultShape);
  const int64_t limit = lhs.dim(raggedDim);
  auto positionIn = [&](Ints list) {
    return llvm::find(list, raggedDim) - list.begin();
  };
  const int64_t contract = positionIn(dims.lhsContract);
  const int64_t batch = positionIn(dims.lhsBatch);
  int64_t begin = 0;
  for (int64_t g = 0; g < groupSizes.size(); ++g) {
    const int64_t extent =
        std::max<int64_t>(0, std::min(groupSizes.integerAt(g), limit - begin));
    Shape at(resultShape.size(), 0);
    Tensor part = range(lhs, raggedDim, begin, extent);
    if (contract < int64_t(dims.lhsContract.size())) {
      Tensor other = range(rhs, dims.rhsContract[contract], begin, extent);
      part = dotGeneral(part, other, dims, resultType);
      Shape stacked(part.shape().begin(), part.shape().end());
      stacked.insert(stacked.begin(), 1);
      part = part.reshaped(stacked);
      at[0] = g;
    } else if (batch < int64_t(dims.lhsBatch.size())) {
      Tensor other = range(rhs, dims.rhsBatch[batch], begin, extent);
      part = dotGeneral(part, other, dims, resultType);
      at[batch] = begin;
    } else {
      if (!groupDim)
        return std::nullopt;
      DotDims inner = dims;
      inner.rhsBatch = without(dims.rhsBatch, *groupDim);
      inner.rhsContract = without(dims.rhsContract, *groupDim);
      part = dotGeneral(part, entry(rhs, *groupDim, g), inner, resultType);
      // Result rows: after the batching dimensions, in lhs order.
      int64_t row = dims.lhsBatch.size();
      for (int64_t i = 0; i < raggedDim; ++i)
        row += !llvm::is_contained(dims.lhsBatch, i) &&
               !llvm::is_contained(dims.lhsContract, i);
      at[row] = begin;
    }
    result = insertBox(std::move(result), part, at);
    begin += extent;
  }
  return result;
}
