//===- TestUtil.h - Short forms for hand-written tensors ------------------===//
#ifndef POPT_TEST_UNIT_REFERENCE_TESTUTIL_H
#define POPT_TEST_UNIT_REFERENCE_TESTUTIL_H

#include "popt/Reference/TensorOps.h"
#include <gtest/gtest.h>
#include <limits>

namespace popt::reference {

template <typename T>
Tensor make(std::initializer_list<int64_t> shape,
            std::initializer_list<T> values) {
  return Tensor::of<T>(llvm::ArrayRef(shape.begin(), shape.size()),
                       llvm::ArrayRef(values.begin(), values.size()));
}
inline Tensor f32(std::initializer_list<int64_t> shape,
                  std::initializer_list<float> values) {
  return make<float>(shape, values);
}
inline Tensor i32(std::initializer_list<int64_t> shape,
                  std::initializer_list<int32_t> values) {
  return make<int32_t>(shape, values);
}
/// 0, 1, 2, ...
inline Tensor count(ElementType type, Ints shape) {
  Tensor numbers(ElementType::I64, shape);
  for (int64_t i = 0; i < numbers.size(); ++i)
    numbers.mutableData<int64_t>()[i] = i;
  return convert(numbers, type);
}

inline Body bodyOf(Binary op) {
  Body body;
  body.op = op;
  return body;
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// Equal type, shape and values (NaN equals NaN, -0 equals 0).
#define EXPECT_TENSOR(got, ...)                                                \
  do {                                                                         \
    const Tensor gotTensor = (got), wantedTensor = (__VA_ARGS__);              \
    Comparison same = compare(gotTensor, wantedTensor, 0, 0);                  \
    EXPECT_TRUE(same.equal) << same.message << "\n  got " << gotTensor.str()   \
                            << "\n  expected " << wantedTensor.str();          \
  } while (false)

} // namespace popt::reference
#endif // POPT_TEST_UNIT_REFERENCE_TESTUTIL_H
