//===- Gather.cpp - gather and scatter ------------------------------------===//
//
// Both walk an index space and compute operand positions exactly as the
// specification's formulas do. gather clamps, scatter drops. Tested by
// test/unit/Reference/IndexingTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "popt/Reference/TensorOps.h"
#include <limits>

using namespace popt::reference;

/// An index as a signed number; unsigned ones beyond its range saturate.
static int64_t indexAt(const Tensor &indices, int64_t i) {
  int64_t value = indices.integerAt(i);
  if (indices.type() == ElementType::UI64 && value < 0)
    return std::numeric_limits<int64_t>::max();
  return value;
}

/// Index vector number `batch` (an index into all dimensions of `indices` but
/// the index vector's) as a full index of the operand; zero where the map does
/// not say.
static Shape fullStart(const Tensor &indices, Ints batch, Ints indexMap,
                       int64_t indexVectorDim, int64_t operandRank) {
  Shape full(operandRank, 0), at(batch.begin(), batch.end());
  const bool hasVector = indexVectorDim < indices.rank();
  if (hasVector)
    at.insert(at.begin() + indexVectorDim, 0);
  const Shape strides = indices.strides();
  for (auto [component, dim] : llvm::enumerate(indexMap)) {
    if (hasVector)
      at[indexVectorDim] = component;
    int64_t offset = 0;
    for (size_t i = 0; i < at.size(); ++i)
      offset += at[i] * strides[i];
    full[dim] = indexAt(indices, offset);
  }
  return full;
}

/// Adds the batch index to the operand's batching dimensions.
static void addBatching(llvm::MutableArrayRef<int64_t> full, Ints batch,
                        Ints operandDims, Ints indicesDims,
                        int64_t indexVectorDim) {
  for (auto [operandDim, indicesDim] : llvm::zip(operandDims, indicesDims))
    full[operandDim] +=
        batch[indicesDim - (indicesDim < indexVectorDim ? 0 : 1)];
}

/// The dimensions of an operand of this rank that are in neither list.
static Shape windowDims(int64_t rank, Ints a, Ints b) {
  Shape dims;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(a, i) && !llvm::is_contained(b, i))
      dims.push_back(i);
  return dims;
}

Tensor popt::reference::gather(const Tensor &x, const Tensor &indices,
                               const GatherDims &dims, Ints sliceSizes,
                               Ints resultShape) {
  Tensor result(x.type(), resultShape);
  if (result.size() == 0)
    return result;
  const Shape offsetInto =
      windowDims(x.rank(), dims.collapsedSliceDims, dims.operandBatchingDims);
  const Shape strides = x.strides();
  const int64_t width = byteWidth(x.type());
  char *out = result.mutableBytes();
  Shape at(resultShape.size(), 0);
  do {
    Shape batch;
    for (size_t i = 0; i < at.size(); ++i)
      if (!llvm::is_contained(dims.offsetDims, int64_t(i)))
        batch.push_back(at[i]);
    Shape full = clampStart(fullStart(indices, batch, dims.startIndexMap,
                                      dims.indexVectorDim, x.rank()),
                            sliceSizes, x.shape());
    addBatching(full, batch, dims.operandBatchingDims,
                dims.startIndicesBatchingDims, dims.indexVectorDim);
    for (auto [resultDim, operandDim] : llvm::zip(dims.offsetDims, offsetInto))
      full[operandDim] += at[resultDim];
    int64_t offset = 0;
    for (int64_t i = 0; i < x.rank(); ++i)
      offset += full[i] * strides[i];
    std::memcpy(out, x.bytes().data() + offset * width, width);
    out += width;
  } while (nextIndex(at, resultShape));
  return result;
}

/// Calls `visit(operand offset, update offset)` for every element of an update
/// window that lies inside the operand; false as soon as `visit` is.
template <typename F>
static bool forUpdates(const Tensor &x, const Tensor &indices,
                       const Tensor &update, const ScatterDims &dims, F visit) {
  if (update.size() == 0)
    return true;
  const Shape windowInto =
      windowDims(x.rank(), dims.insertedWindowDims, dims.inputBatchingDims);
  const Shape strides = x.strides();
  Shape at(update.rank(), 0);
  int64_t position = 0;
  do {
    Shape batch;
    for (size_t i = 0; i < at.size(); ++i)
      if (!llvm::is_contained(dims.updateWindowDims, int64_t(i)))
        batch.push_back(at[i]);
    Shape full = fullStart(indices, batch, dims.scatterDimsToOperandDims,
                           dims.indexVectorDim, x.rank());
    addBatching(full, batch, dims.inputBatchingDims,
                dims.scatterIndicesBatchingDims, dims.indexVectorDim);
    int64_t offset = 0;
    Shape extent(x.rank(), 1);
    for (auto [updateDim, operandDim] :
         llvm::zip(dims.updateWindowDims, windowInto))
      extent[operandDim] = update.dim(updateDim);
    bool inside = true;
    for (int64_t i = 0; i < x.rank(); ++i)
      inside &= full[i] >= 0 && full[i] <= x.dim(i) - extent[i];
    if (!inside) {
      ++position;
      continue;
    }
    for (auto [updateDim, operandDim] :
         llvm::zip(dims.updateWindowDims, windowInto))
      full[operandDim] += at[updateDim];
    for (int64_t i = 0; i < x.rank(); ++i)
      offset += full[i] * strides[i];
    if (!visit(offset, position))
      return false;
    ++position;
  } while (nextIndex(at, update.shape()));
  return true;
}

static MaybeTensor scatterBy(Binary op, const Tensor &x, const Tensor &indices,
                             const Tensor &update, const ScatterDims &dims) {
  if (update.type() != x.type())
    return std::nullopt;
  if (isNarrow(x.type())) {
    MaybeTensor wide = scatterBy(op, convert(x, wideType(x.type())), indices,
                                 convert(update, wideType(x.type())), dims);
    return wide ? MaybeTensor(convert(*wide, x.type())) : wide;
  }
  Tensor result = x;
  bool known = withFold(op, x.type(), [&](auto tag, auto fold) {
    using T = typename decltype(tag)::type;
    T *out = result.mutableData<T>();
    const T *in = update.data<T>();
    forUpdates(x, indices, update, dims, [&](int64_t offset, int64_t position) {
      out[offset] = fold(out[offset], in[position]);
      return true;
    });
  });
  return known ? MaybeTensor(result) : std::nullopt;
}

MaybeTensors popt::reference::scatter(llvm::ArrayRef<Tensor> xs,
                                      const Tensor &indices,
                                      llvm::ArrayRef<Tensor> updates,
                                      const ScatterDims &dims,
                                      const Body &body) {
  if (body.op && xs.size() == 1)
    if (MaybeTensor result =
            scatterBy(*body.op, xs[0], indices, updates[0], dims))
      return llvm::SmallVector<Tensor>{*result};
  llvm::SmallVector<Tensor> results(xs.begin(), xs.end());
  bool done = forUpdates(
      xs[0], indices, updates[0], dims, [&](int64_t offset, int64_t position) {
        llvm::SmallVector<Tensor> args;
        for (const Tensor &x : results)
          args.push_back(elementAt(x, offset));
        for (const Tensor &update : updates)
          args.push_back(elementAt(update, position));
        auto values = body.call(args);
        if (!values)
          return false;
        for (auto [result, value] : llvm::zip(results, *values))
          setElement(result, offset, value);
        return true;
      });
  if (!done)
    return std::nullopt;
  return results;
}
