//===- StridedTest.cpp - Copies and fills against element by element ------===//
#include "tensor/Strided.h"
#include "Indices.h"
#include "Views.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace popt::rt;

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
      std::memcpy(&expected[to.at(index) * width],
                  &source[from.at(index) * width], width);
    });
    StridedCopy(shape, to.strides, from.strides, width)
        .run(target.data() + to.start * width,
             source.data() + from.start * width);
    ASSERT_EQ(target, expected) << "round " << round;
    // A fill touches the same elements.
    std::vector<uint8_t> value(source.begin(), source.begin() + width);
    forEachIndex(shape, [&](const std::vector<int64_t> &index) {
      std::memcpy(&expected[to.at(index) * width], value.data(), width);
    });
    StridedFill(shape, to.strides, width)
        .run(target.data() + to.start * width, value.data());
    ASSERT_EQ(target, expected) << "round " << round;
  }
}
