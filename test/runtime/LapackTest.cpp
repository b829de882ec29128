//===- LapackTest.cpp - Factorisations put together again -----------------===//
//
// The routines are checked beside JAX in python/tests/test_linalg.py; here,
// what the batch, the row-major order and the options mean.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/lapack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

using namespace popt::rt;

/// The routine, or a skipped test where LAPACK is absent.
#define OPEN(ROUTINE, SYMBOL)                                                  \
  std::string error;                                                           \
  Routine ROUTINE = openLapackRoutine(SYMBOL, error);                          \
  if (!ROUTINE)                                                                \
  GTEST_SKIP() << error

TEST(Lapack, LuOfABatchOfRowMajorMatrices) {
  OPEN(getrf, "lapack_dgetrf");
  // Rows 1 and 2 change places; then 3 4 | 1 2 is l = 1/3, u = 3 4 | 0 2/3.
  std::vector<double> a = {1, 2, 3, 4, 2, 0, 0, 5}, lu(8);
  std::vector<int32_t> pivots(4), info(2, -1);
  void *addresses[] = {a.data(), lu.data(), pivots.data(), info.data()};
  int64_t scalars[] = {0, 2, 2, 2, 0, 0, 0};
  getrf(addresses, scalars);
  EXPECT_EQ(pivots, (std::vector<int32_t>{2, 2, 1, 2}));
  EXPECT_EQ(info, (std::vector<int32_t>{0, 0}));
  std::vector<double> expected = {3, 4, 1.0 / 3, 2 - 4.0 / 3, 2, 0, 0, 5};
  for (size_t i = 0; i < lu.size(); ++i)
    EXPECT_NEAR(lu[i], expected[i], 1e-15) << i;
  EXPECT_EQ(a[0], 1) << "operands are only read";
}

TEST(Lapack, SymmetricEigenvaluesReadOneTriangle) {
  OPEN(syevd, "lapack_ssyevd");
  for (char uplo : {'L', 'U'}) {
    std::vector<float> a = {2, 1, 1, 2}, vectors(4), values(2);
    a[uplo == 'L' ? 1 : 2] = 99; // the other triangle
    int32_t info = -1;
    void *addresses[] = {a.data(), vectors.data(), values.data(), &info};
    int64_t scalars[] = {0, 1, 0, 2, 0, 0, 0, 'V', uplo};
    syevd(addresses, scalars);
    EXPECT_NEAR(values[0], 1, 1e-6);
    EXPECT_NEAR(values[1], 3, 1e-6);
    EXPECT_NEAR(std::abs(vectors[0]), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(vectors[0], -vectors[2], 1e-6) << "a column is a vector";
  }
}

TEST(Lapack, AnEmptyMatrix) {
  OPEN(geqrf, "lapack_zgeqrf");
  std::complex<double> nothing;
  void *addresses[] = {&nothing, &nothing, &nothing};
  int64_t scalars[] = {0, 3, 0, 2, 0, 0, 0};
  geqrf(addresses, scalars);
}

TEST(Lapack, UnknownSymbols) {
  std::string error;
  EXPECT_EQ(openLapackRoutine("kernel_7", error), nullptr);
  EXPECT_EQ(error, "kernel \"kernel_7\" is not in the program");
  EXPECT_EQ(openLapackRoutine("lapack_hgeqrf", error), nullptr);
  EXPECT_EQ(findLapackRoutine("cungqr")->types, std::string("cz"));
  EXPECT_EQ(findLapackRoutine("sungqr"), nullptr);
  EXPECT_EQ(findLapackRoutine(""), nullptr);
}
