// Operations that move elements, and contractions.
#include "TestUtil.h"

using namespace popt::reference;

TEST(Shape, PadWithNegativeAndInteriorPadding) {
  Tensor x = i32({3}, {1, 2, 3}), zero = i32({}, {0});
  EXPECT_TENSOR(pad(x, zero, {1}, {2}, {1}),
                i32({8}, {0, 1, 0, 2, 0, 3, 0, 0}));
  EXPECT_TENSOR(pad(x, zero, {-1}, {0}, {0}), i32({2}, {2, 3}));
  EXPECT_TENSOR(pad(x, zero, {-1}, {-1}, {1}), i32({3}, {0, 2, 0}));
  EXPECT_TENSOR(pad(x, zero, {-2}, {1}, {1}), i32({4}, {2, 0, 3, 0}));
  EXPECT_TENSOR(pad(x, zero, {0}, {-3}, {0}), Tensor(ElementType::I32, {0}));
  EXPECT_TENSOR(pad(Tensor(ElementType::I32, {0}), zero, {1}, {1}, {3}),
                i32({2}, {0, 0}));
}

TEST(Shape, SliceReverseTransposeConcatenate) {
  Tensor x = count(ElementType::I32, {2, 3});
  EXPECT_TENSOR(slice(x, {0, 0}, {2, 3}, {1, 2}), i32({2, 2}, {0, 2, 3, 5}));
  EXPECT_TENSOR(reverse(x, {1}), i32({2, 3}, {2, 1, 0, 5, 4, 3}));
  EXPECT_TENSOR(transpose(x, {1, 0}), i32({3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TENSOR(concatenate({x, slice(x, {0, 2}, {2, 3}, {1, 1})}, 1),
                i32({2, 4}, {0, 1, 2, 2, 3, 4, 5, 5}));
}

TEST(Shape, BroadcastStretchesOnes) {
  EXPECT_TENSOR(broadcastInDim(i32({2, 1}, {7, 8}), {1, 2}, {2, 2, 3}),
                i32({2, 2, 3}, {7, 7, 7, 8, 8, 8, 7, 7, 7, 8, 8, 8}));
}

TEST(Shape, StartIndicesClamp) {
  EXPECT_EQ(clampStart({-5, 9, 1}, {2, 2, 2}, {4, 4, 4}), (Shape{0, 2, 1}));
}

TEST(Shape, IotaAlongADimension) {
  EXPECT_TENSOR(*iota(ElementType::F32, {2, 3}, 1),
                f32({2, 3}, {0, 1, 2, 0, 1, 2}));
}

TEST(Dot, BatchingAndSeveralContractions) {
  // result[b, m, n] = sum over k, l of lhs[k, b, m, l] * rhs[n, l, b, k]
  Tensor lhs = count(ElementType::I32, {2, 2, 1, 2});
  Tensor rhs = count(ElementType::I32, {2, 2, 2, 2});
  DotDims dims;
  dims.lhsBatch = {1};
  dims.rhsBatch = {2};
  dims.lhsContract = {0, 3};
  dims.rhsContract = {3, 1};
  // b=0: lhs (k,l) = 0 1 | 4 5; rhs n=0 (l,k) = 0 1 | 4 5 -> 0 + 4 + 4 + 25
  Tensor got = dotGeneral(lhs, rhs, dims, ElementType::I32);
  EXPECT_TENSOR(got, i32({2, 1, 2}, {33, 113, 89, 233}));
}

TEST(Dot, NarrowOperandsAccumulateWide) {
  Tensor a = convert(splat(f32({}, {1}), {1, 300}), ElementType::BF16);
  Tensor b = convert(splat(f32({}, {1}), {300, 1}), ElementType::BF16);
  DotDims dims;
  dims.lhsContract = {1};
  dims.rhsContract = {0};
  EXPECT_TENSOR(
      convert(dotGeneral(a, b, dims, ElementType::BF16), ElementType::F32),
      f32({1, 1}, {300}));
  Tensor bytes = splat(make<int8_t>({}, {100}), {1, 300});
  EXPECT_TENSOR(
      dotGeneral(bytes, transpose(bytes, {1, 0}), dims, ElementType::I32),
      i32({1, 1}, {3000000}));
}

TEST(Dot, EmptyContractionIsZero) {
  DotDims dims;
  dims.lhsContract = {1};
  dims.rhsContract = {0};
  EXPECT_TENSOR(dotGeneral(Tensor(ElementType::F32, {2, 0}),
                           Tensor(ElementType::F32, {0, 1}), dims,
                           ElementType::F32),
                f32({2, 1}, {0, 0}));
}

TEST(Dot, Einsum) {
  Tensor a = i32({2, 2}, {1, 2, 3, 4}), b = i32({2, 2}, {5, 6, 7, 8});
  EXPECT_TENSOR(*einsum({a, b}, "ij,jk->ki", ElementType::I32),
                i32({2, 2}, {19, 43, 22, 50}));
  EXPECT_TENSOR(*einsum({a, b}, "ij,ij->i", ElementType::I32),
                i32({2}, {17, 53}));
  EXPECT_TENSOR(*einsum({a}, "ij->j", ElementType::I32), i32({2}, {4, 6}));
  EXPECT_FALSE(einsum({a, b}, "ijk,jk->i", ElementType::I32));
}
