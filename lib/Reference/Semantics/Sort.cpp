//===- Sort.cpp - sort and top_k ------------------------------------------===//
//
// A bottom-up merge sort of positions: stable, and safe with any comparator,
// even one that is no ordering. Tested by test/unit/Reference/IndexingTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

/// Sorts `order` by `before(a, b)`, which gives nothing on failure.
template <typename F>
static bool mergeSort(std::vector<int64_t> &order, F before) {
  const int64_t n = order.size();
  std::vector<int64_t> merged(n);
  for (int64_t run = 1; run < n; run *= 2) {
    for (int64_t begin = 0; begin < n; begin += 2 * run) {
      const int64_t middle = std::min(begin + run, n);
      const int64_t end = std::min(begin + 2 * run, n);
      int64_t a = begin, b = middle;
      for (int64_t out = begin; out < end; ++out) {
        bool takeRight = a == middle;
        if (a < middle && b < end) {
          std::optional<bool> right = before(order[b], order[a]);
          if (!right)
            return false;
          takeRight = *right;
        }
        merged[out] = takeRight ? order[b++] : order[a++];
      }
    }
    order.swap(merged);
  }
  return true;
}

MaybeTensors popt::reference::sort(llvm::ArrayRef<Tensor> xs, int64_t dim,
                                   const Body &body) {
  llvm::SmallVector<Tensor> results(xs.begin(), xs.end());
  const int64_t n = xs[0].dim(dim), stride = xs[0].strides()[dim];
  if (xs[0].size() == 0)
    return results;
  Shape rows(xs[0].shape().begin(), xs[0].shape().end());
  rows[dim] = 1;
  const Shape strides = xs[0].strides();
  Shape at(rows.size(), 0);
  do {
    int64_t base = 0;
    for (size_t i = 0; i < at.size(); ++i)
      base += at[i] * strides[i];
    std::vector<int64_t> order(n);
    for (int64_t i = 0; i < n; ++i)
      order[i] = i;
    bool done =
        mergeSort(order, [&](int64_t a, int64_t b) -> std::optional<bool> {
          llvm::SmallVector<Tensor> args;
          for (const Tensor &x : xs) {
            args.push_back(elementAt(x, base + a * stride));
            args.push_back(elementAt(x, base + b * stride));
          }
          auto verdict = body.call(args);
          if (!verdict)
            return std::nullopt;
          return (*verdict)[0].data<bool>()[0];
        });
    if (!done)
      return std::nullopt;
    for (auto [x, result] : llvm::zip(xs, results))
      for (int64_t i = 0; i < n; ++i)
        setElement(result, base + i * stride,
                   elementAt(x, base + order[i] * stride));
  } while (nextIndex(at, rows));
  return results;
}

/// Floats in total order: NaN is above all, -NaN below, 0 above -0.
template <typename T> static bool isAbove(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return totalOrderKey(a) > totalOrderKey(b);
  return a > b;
}

std::pair<Tensor, Tensor> popt::reference::topK(const Tensor &x, int64_t k) {
  if (isNarrow(x.type())) {
    auto [values, indices] = topK(convert(x, wideType(x.type())), k);
    return {convert(values, x.type()), indices};
  }
  Shape shape(x.shape().begin(), x.shape().end());
  const int64_t n = shape.back();
  shape.back() = k;
  Tensor values(x.type(), shape), indices(ElementType::I32, shape);
  dispatch(x.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!isNarrowType<T> && !IsComplex<T>::value) {
      for (int64_t row = 0, rows = k ? values.size() / k : 0; row < rows;
           ++row) {
        const T *in = x.data<T>() + row * n;
        std::vector<int64_t> order(n);
        for (int64_t i = 0; i < n; ++i)
          order[i] = i;
        mergeSort(order, [&](int64_t a, int64_t b) -> std::optional<bool> {
          return isAbove(in[a], in[b]);
        });
        for (int64_t i = 0; i < k; ++i) {
          values.mutableData<T>()[row * k + i] = in[order[i]];
          indices.mutableData<int32_t>()[row * k + i] = int32_t(order[i]);
        }
      }
    }
  });
  return {values, indices};
}
