// Random bits, special functions, transforms and linear algebra against known
// values.
#include "../../../lib/Reference/Semantics/Special.h"
#include "TestUtil.h"
#include <cmath>

using namespace popt::reference;

// Known answers of the authors' library (Random123): zero key, zero counter.
TEST(Random, ThreefryKnownAnswer) {
  auto got = threefry(make<uint64_t>({2}, {0, 0}), ElementType::UI32, {2});
  EXPECT_TENSOR(got->second, make<uint32_t>({2}, {0x6b200159, 0x99ba4efe}));
  EXPECT_TENSOR(got->first, make<uint64_t>({2}, {0, 1}));
  auto wide = threefry(make<uint64_t>({2}, {0, 0}), ElementType::UI64, {1});
  EXPECT_TENSOR(wide->second, make<uint64_t>({1}, {0x99ba4efe6b200159}));
}

TEST(Random, PhiloxKnownAnswer) {
  auto got = philox(make<uint64_t>({3}, {0, 0, 0}), ElementType::UI32, {4});
  EXPECT_TENSOR(got->second, make<uint32_t>({4}, {0x6627e8d5, 0xe169c58d,
                                                  0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_TENSOR(got->first, make<uint64_t>({3}, {0, 1, 0}));
}

TEST(Random, CounterCarries) {
  auto got =
      philox(make<uint64_t>({3}, {5, UINT64_MAX, 7}), ElementType::UI32, {8});
  EXPECT_TENSOR(got->first, make<uint64_t>({3}, {5, 1, 8}));
  auto next = philox(make<uint64_t>({3}, {5, 0, 8}), ElementType::UI32, {4});
  EXPECT_TENSOR(slice(got->second, {4}, {8}, {1}), next->second);
}

// Odd sizes: the last half of the last pair is dropped.
TEST(Random, ThreefryOddAndScalarShapes) {
  Tensor state = make<uint64_t>({2}, {1, 2});
  auto four = threefry(state, ElementType::UI32, {4});
  auto three = threefry(state, ElementType::UI32, {3});
  EXPECT_TENSOR(three->second, slice(four->second, {0}, {3}, {1}));
  auto scalar = threefry(state, ElementType::UI8, {});
  EXPECT_TENSOR(scalar->second,
                make<uint8_t>({}, {uint8_t(four->second.integerAt(0))}));
  EXPECT_FALSE(
      threefry(make<uint64_t>({3}, {1, 2, 3}), ElementType::UI32, {1}));
  EXPECT_FALSE(threefry(state, ElementType::I1, {1}));
}

TEST(Special, KnownValues) {
  EXPECT_NEAR(erfInv(0.5), 0.4769362762044698734, 1e-15);
  EXPECT_NEAR(erfInv(-0.999999), -3.4589107372795000, 1e-11);
  EXPECT_NEAR(erfInv(1e-10), 8.862269254527580e-11, 1e-24);
  EXPECT_EQ(erfInv(1), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(erfInv(1.5)));
  EXPECT_NEAR(digamma(1), -0.57721566490153286, 1e-15);
  EXPECT_NEAR(digamma(0.1), -10.423754940411076, 1e-13);
  EXPECT_NEAR(digamma(-1.5), 0.70315664064524319, 1e-14);
  EXPECT_TRUE(std::isnan(digamma(-2)));
  EXPECT_NEAR(zeta(2, 1), 1.6449340668482264, 1e-14);
  EXPECT_NEAR(polygamma(1, 1), 1.6449340668482264, 1e-14);
  EXPECT_NEAR(polygamma(2, 1), -2.4041138063191886, 1e-13);
  EXPECT_NEAR(besselI1e(1), 0.20791041534970845, 1e-15);
  EXPECT_NEAR(besselI1e(-50), -0.0559931277, 1e-8);
  EXPECT_NEAR(logGamma(0.5), 0.57236494292470009, 1e-15);
}

using C = std::complex<float>;

TEST(Fft, DefinitionsAndInverses) {
  Tensor x = make<C>({4}, {{1, 0}, {2, 0}, {0, 1}, {-1, 0}});
  Tensor forward = *fft(x, FftKind::FFT, {4});
  EXPECT_TRUE(
      compare(forward, make<C>({4}, {{2, 1}, {1, -4}, {0, 1}, {1, 2}}), 0, 1e-6)
          .equal)
      << forward.str();
  EXPECT_TRUE(compare(*fft(forward, FftKind::IFFT, {4}), x, 0, 1e-6).equal);
}

TEST(Fft, RealTransformsRoundTrip) {
  for (int64_t n : {5, 6}) {
    Tensor x = count(ElementType::F32, {2, 3, n});
    Tensor half = *fft(x, FftKind::RFFT, {3, n});
    EXPECT_EQ(half.dim(2), n / 2 + 1);
    EXPECT_TRUE(
        compare(*fft(half, FftKind::IRFFT, {3, n}), x, 1e-6, 1e-5).equal);
  }
}

TEST(LinearAlgebra, CholeskyOfBothTriangles) {
  Tensor a = f32({2, 2}, {4, 99, 2, 10});
  EXPECT_TENSOR(*cholesky(a, true), f32({2, 2}, {2, 0, 1, 3}));
  EXPECT_TENSOR(*cholesky(transpose(a, {1, 0}), false),
                f32({2, 2}, {2, 1, 0, 3}));
  EXPECT_TENSOR(*cholesky(f32({1, 1}, {-1}), true), f32({1, 1}, {kNaN}));
}

// Every combination of side, triangle, transposition and diagonal: multiplying
// back gives the right-hand side.
TEST(LinearAlgebra, TriangularSolveMultipliesBack) {
  Tensor full = make<double>({3, 3}, {2, 5, 7, 3, 4, 6, 1, 8, 5});
  for (bool left : {false, true})
    for (bool lower : {false, true})
      for (bool unit : {false, true})
        for (Transpose t : {Transpose::No, Transpose::Transpose}) {
          Tensor b = count(ElementType::F64, left ? Ints{3, 2} : Ints{2, 3});
          Tensor x = *triangularSolve(full, b, left, lower, unit, t);
          Tensor a = full;
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
              double &e = a.mutableData<double>()[3 * i + j];
              if (lower ? j > i : j < i)
                e = 0;
              if (unit && i == j)
                e = 1;
            }
          if (t != Transpose::No)
            a = popt::reference::transpose(a, {1, 0});
          DotDims dims;
          dims.lhsContract = {1};
          dims.rhsContract = {0};
          Tensor back = left ? dotGeneral(a, x, dims, ElementType::F64)
                             : dotGeneral(x, a, dims, ElementType::F64);
          EXPECT_TRUE(compare(back, b, 1e-12, 1e-12).equal) << back.str();
        }
}
