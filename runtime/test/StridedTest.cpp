//===- StridedTest.cpp - Copies and fills against element by element ------===//
#include "device/cpu/Strided.h"
#include "Indices.h"
#include "Tables.h"
#include <numeric>

using namespace popt::rt;

namespace {
struct View {
  std::vector<int64_t> shape, strides;
  int64_t start = 0;
};
} // namespace

/// A permuted, sliced, perhaps reversed view of a dense buffer.
static View randomView(std::mt19937 &random, const std::vector<int64_t> &shape,
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

TEST(Strided, Copies) {
  std::mt19937 random(11);
  for (int round = 0; round < 1500; ++round) {
    std::vector<int64_t> shape(random() % 6);
    for (int64_t &extent : shape)
      extent = random() % 20 == 0  ? 0
               : random() % 4 == 0 ? 40 % (random() % 40 + 1) + 1
                                   : 1 + random() % 5;
    size_t width = size_t(1) << random() % 5;
    int64_t toElements, fromElements;
    View to = randomView(random, shape, false, toElements);
    View from = randomView(random, shape, true, fromElements);
    std::vector<uint8_t> source(fromElements * width),
        target(toElements * width, 0xcd);
    for (uint8_t &byte : source)
      byte = static_cast<uint8_t>(random());
    std::vector<uint8_t> expected = target;
    forEachIndex(shape, [&](const std::vector<int64_t> &index) {
      int64_t t = to.start, f = from.start;
      for (size_t d = 0; d < shape.size(); ++d) {
        t += index[d] * to.strides[d];
        f += index[d] * from.strides[d];
      }
      std::memcpy(&expected[t * width], &source[f * width], width);
    });
    StridedCopy(shape, to.strides, from.strides, width)
        .run(target.data() + to.start * width,
             source.data() + from.start * width);
    ASSERT_EQ(target, expected) << "round " << round;
    // A fill touches the same elements.
    std::vector<uint8_t> value(source.begin(), source.begin() + width);
    forEachIndex(shape, [&](const std::vector<int64_t> &index) {
      int64_t t = to.start;
      for (size_t d = 0; d < shape.size(); ++d)
        t += index[d] * to.strides[d];
      std::memcpy(&expected[t * width], value.data(), width);
    });
    StridedFill(shape, to.strides, width)
        .run(target.data() + to.start * width, value.data());
    ASSERT_EQ(target, expected) << "round " << round;
  }
}
