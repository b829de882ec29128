//===- Views.h - Random strided views of dense buffers --------------------===//
#ifndef POPT_RT_TEST_VIEWS_H
#define POPT_RT_TEST_VIEWS_H

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace popt::rt {

/// Elements of a buffer: strides, and where the first one lies, in elements.
struct View {
  std::vector<int64_t> shape, strides;
  int64_t start = 0;

  int64_t at(const std::vector<int64_t> &index) const {
    return std::inner_product(index.begin(), index.end(), strides.begin(),
                              start);
  }
};

/// A permuted, sliced, perhaps reversed view of a dense buffer.
inline View randomView(std::mt19937 &random, const std::vector<int64_t> &shape,
                       bool broadcast, int64_t &out_elements) {
  size_t n = shape.size();
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  View view;
  view.shape = shape;
  view.strides.resize(n);
  int64_t stride = 1;
  for (size_t i = n; i-- > 0;) {
    size_t d = order[i];
    if (broadcast && random() % 5 == 0) {
      view.strides[d] = 0;
      continue;
    }
    view.strides[d] = stride;
    stride *= std::max<int64_t>(shape[d], 1) + (random() % 3 == 0 ? 2 : 0);
    if (random() % 6 == 0 && shape[d] > 0) { // reversed
      view.start += view.strides[d] * (shape[d] - 1);
      view.strides[d] = -view.strides[d];
    }
  }
  out_elements = stride;
  return view;
}

} // namespace popt::rt
#endif // POPT_RT_TEST_VIEWS_H
