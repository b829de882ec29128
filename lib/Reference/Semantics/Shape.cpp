//===- Shape.cpp - Operations that only move elements ---------------------===//
//
// Each is one strided copy: the source or the result is walked with strides
// that may be zero (broadcast), negative (reverse) or permuted (transpose).
// Tested by test/unit/Reference/TensorOpsTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

/// A result of `shape` whose element i is source element offset + strides * i.
static Tensor view(const Tensor &x, Ints shape, Ints strides, int64_t offset) {
  Tensor result(x.type(), shape);
  copyBox(result.mutableBytes(), 0, result.strides(), x.bytes().data(), offset,
          strides, shape, byteWidth(x.type()));
  return result;
}

Tensor popt::reference::broadcastInDim(const Tensor &x, Ints dims, Ints shape) {
  Shape from = x.strides(), strides(shape.size(), 0);
  for (auto [i, dim] : llvm::enumerate(dims))
    strides[dim] = x.dim(i) == 1 ? 0 : from[i];
  return view(x, shape, strides, 0);
}

Tensor popt::reference::splat(const Tensor &scalar, Ints shape) {
  return broadcastInDim(scalar, {}, shape);
}

Tensor popt::reference::transpose(const Tensor &x, Ints permutation) {
  Shape from = x.strides(), shape, strides;
  for (int64_t dim : permutation) {
    shape.push_back(x.dim(dim));
    strides.push_back(from[dim]);
  }
  return view(x, shape, strides, 0);
}

Tensor popt::reference::slice(const Tensor &x, Ints start, Ints limit,
                              Ints steps) {
  Shape strides = x.strides(), shape;
  int64_t offset = 0;
  for (int64_t i = 0; i < x.rank(); ++i) {
    shape.push_back((limit[i] - start[i] + steps[i] - 1) / steps[i]);
    offset += start[i] * strides[i];
    strides[i] *= steps[i];
  }
  return view(x, shape, strides, offset);
}

Tensor popt::reference::reverse(const Tensor &x, Ints dims) {
  Shape strides = x.strides();
  int64_t offset = 0;
  for (int64_t dim : dims) {
    offset += (x.dim(dim) - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  return view(x, x.shape(), strides, offset);
}

Tensor popt::reference::extractBox(const Tensor &x, Ints start, Ints sizes) {
  Shape strides = x.strides();
  int64_t offset = 0;
  for (int64_t i = 0; i < x.rank(); ++i)
    offset += start[i] * strides[i];
  return view(x, sizes, strides, offset);
}

Tensor popt::reference::insertBox(Tensor x, const Tensor &update, Ints start) {
  Shape strides = x.strides();
  int64_t offset = 0;
  for (int64_t i = 0; i < x.rank(); ++i)
    offset += start[i] * strides[i];
  copyBox(x.mutableBytes(), offset, strides, update.bytes().data(), 0,
          update.strides(), update.shape(), byteWidth(x.type()));
  return x;
}

Shape popt::reference::clampStart(Ints start, Ints sizes, Ints shape) {
  Shape result;
  for (size_t i = 0; i < shape.size(); ++i)
    result.push_back(
        std::max<int64_t>(0, std::min(start[i], shape[i] - sizes[i])));
  return result;
}

Tensor popt::reference::concatenate(llvm::ArrayRef<Tensor> xs, int64_t dim) {
  Shape shape(xs[0].shape().begin(), xs[0].shape().end());
  shape[dim] = 0;
  for (const Tensor &x : xs)
    shape[dim] += x.dim(dim);
  Tensor result(xs[0].type(), shape);
  Shape start(shape.size(), 0);
  for (const Tensor &x : xs) {
    result = insertBox(std::move(result), x, start);
    start[dim] += x.dim(dim);
  }
  return result;
}

/// Operand element i lands at low + i * (interior + 1); negative padding drops
/// what lands outside.
Tensor popt::reference::pad(const Tensor &x, const Tensor &value, Ints low,
                            Ints high, Ints interior) {
  Shape shape, from = x.strides(), to, count;
  for (int64_t i = 0; i < x.rank(); ++i)
    shape.push_back(std::max<int64_t>(
        0, low[i] + high[i] + x.dim(i) +
               std::max<int64_t>(0, x.dim(i) - 1) * interior[i]));
  Tensor result = splat(value, shape);
  to = result.strides();
  int64_t fromOffset = 0, toOffset = 0;
  for (int64_t i = 0; i < x.rank(); ++i) {
    const int64_t step = interior[i] + 1;
    // The first and one past the last operand index that lands inside.
    int64_t first = low[i] >= 0 ? 0 : (-low[i] + step - 1) / step;
    int64_t room = shape[i] - 1 - low[i];
    int64_t last = room < 0 ? 0 : std::min(x.dim(i), room / step + 1);
    count.push_back(std::max<int64_t>(0, last - first));
    fromOffset += first * from[i];
    toOffset += (low[i] + first * step) * to[i];
    to[i] *= step;
  }
  copyBox(result.mutableBytes(), toOffset, to, x.bytes().data(), fromOffset,
          from, count, byteWidth(x.type()));
  return result;
}

MaybeTensor popt::reference::iota(ElementType type, Ints shape, int64_t dim) {
  Tensor numbers(ElementType::I64, {shape[dim]});
  for (int64_t i = 0; i < shape[dim]; ++i)
    numbers.mutableData<int64_t>()[i] = i;
  return broadcastInDim(convert(numbers, type), {dim}, shape);
}
