// Operations of CHLO whose cases the corpus lacks.
#include "TestUtil.h"

using namespace popt::reference;

TEST(Chlo, MultiplyHigh) {
  EXPECT_TENSOR(*multiplyHigh(i32({2}, {1 << 30, -1}), i32({2}, {8, 1})),
                i32({2}, {2, -1}));
  EXPECT_TENSOR(*multiplyHigh(make<uint64_t>({1}, {UINT64_MAX}),
                              make<uint64_t>({1}, {UINT64_MAX})),
                make<uint64_t>({1}, {UINT64_MAX - 1}));
  EXPECT_FALSE(multiplyHigh(f32({1}, {1}), f32({1}, {1})));
}

TEST(Chlo, NextAfterInANarrowType) {
  auto bf16 = [](std::initializer_list<float> v) {
    return convert(f32({int64_t(v.size())}, v), ElementType::BF16);
  };
  Tensor got = *binary(Binary::NextAfter, bf16({1, 1, -1, 0, 2}),
                       bf16({2, 0, 0, -1, 2}));
  EXPECT_TENSOR(convert(got, ElementType::F32),
                f32({5}, {1.0078125f, 0.99609375f, -0.99609375f,
                          -9.18354961579912e-41f, 2}));
}

// Rows 0 and 1-2 have their own matrices; row 3 lies beyond the groups.
TEST(Chlo, RaggedRows) {
  DotDims dims;
  dims.lhsContract = {1};
  dims.rhsContract = {1};
  Tensor lhs = i32({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  Tensor rhs = i32({2, 2, 1}, {1, 1, 10, 100});
  EXPECT_TENSOR(*raggedDot(lhs, rhs, i32({2}, {1, 2}), dims, 0, 0,
                           ElementType::I32, {4, 1}),
                i32({4, 1}, {3, 430, 650, 0}));
}

TEST(Chlo, RaggedContraction) {
  DotDims dims;
  dims.lhsContract = {1};
  dims.rhsContract = {0};
  Tensor lhs = i32({1, 4}, {1, 2, 3, 4}), rhs = i32({4, 1}, {1, 10, 100, 1000});
  EXPECT_TENSOR(*raggedDot(lhs, rhs, i32({2}, {1, 2}), dims, 1, std::nullopt,
                           ElementType::I32, {2, 1, 1}),
                i32({2, 1, 1}, {1, 320}));
}
