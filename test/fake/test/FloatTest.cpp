//===- FloatTest.cpp - Floats against the host ----------------------------===//

#include "Column.h"

#include <cfenv>

using namespace popt::fake;

static float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

template <class T> class Float : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Float, Floats);

TYPED_TEST(Float, Arithmetic) {
  using T = TypeParam;
  std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
  auto values = trickyFloats<T>();
  auto two = [&](const std::string &op, auto f) {
    expectColumn<T, T>(op + type, values, 2,
                       [=](const T *x) { return T(f(x[0], x[1])); });
  };
  auto one = [&](const std::string &op, auto f) {
    expectColumn<T, T>(op + type, values, 1,
                       [=](const T *x) { return T(f(x[0])); });
  };
  two("add.rn", [](T a, T b) { return a + b; });
  two("sub.rn", [](T a, T b) { return a - b; });
  two("mul.rn", [](T a, T b) { return a * b; });
  two("div.rn", [](T a, T b) { return a / b; });
  two("copysign", [](T a, T b) { return std::copysign(b, a); });
  one("sqrt.rn", [](T a) { return std::sqrt(a); });
  one("rcp.rn", [](T a) { return 1 / a; });
  one("neg", [](T a) { return -a; });
  one("abs", [](T a) { return std::fabs(a); });
  std::vector<uint64_t> few(values.begin(), values.begin() + 24);
  few.push_back(values.back());
  expectColumn<T, T>("fma.rn" + type, few, 3,
                     [](const T *x) { return std::fma(x[0], x[1], x[2]); });
  // -0 before +0; a NaN loses, or wins.
  auto less = [](T a, T b) { return a < b || (a == b && std::signbit(a)); };
  two("min", [=](T a, T b) {
    return a != a ? b : b != b || less(a, b) ? a : b;
  });
  two("max", [=](T a, T b) {
    return a != a ? b : b != b || !less(a, b) ? a : b;
  });
  if (sizeof(T) == 8)
    return;
  two("min.NaN", [=](T a, T b) {
    return a != a || b != b ? T(NAN) : less(a, b) ? a : b;
  });
  two("max.NaN", [=](T a, T b) {
    return a != a || b != b ? T(NAN) : less(a, b) ? b : a;
  });
}

// Blackwell's: two floats at once, each by itself.
TEST(FloatPairs, Arithmetic) {
  auto pair = [](float low, float high) {
    return uint64_t(bits<uint32_t>(high)) << 32 | bits<uint32_t>(low);
  };
  auto result = [](const std::string &op, std::vector<uint64_t> sources) {
    std::vector<uint32_t> widths(sources.size() + 1, 8);
    return runColumn(op, widths, {std::move(sources)})[0];
  };
  uint64_t a = pair(1, 0x1p-126f), b = pair(2.5f, -0x1p-127f), c = pair(4, 8);
  EXPECT_EQ(result("add.rn.f32x2", {a, b}), pair(3.5f, 0x1p-127f));
  EXPECT_EQ(result("add.rn.ftz.f32x2", {a, b}), pair(3.5f, 0x1p-126f));
  EXPECT_EQ(result("sub.rn.f32x2", {a, b}), pair(-1.5f, 0x1.8p-126f));
  EXPECT_EQ(result("mul.rn.f32x2", {b, c}), pair(10, -0x1p-124f));
  EXPECT_EQ(result("fma.rn.f32x2", {b, c, a}), pair(11, -0x1.8p-125f));
}

TYPED_TEST(Float, DirectedRounding) {
  using T = TypeParam;
  std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
  std::vector<uint64_t> values;
  for (T v : {T(1), T(3), T(0.1), T(1e10), T(-7), T(1) / 3, T(-1e-9)})
    values.push_back(bits<uint64_t>(v));
  for (const auto &mode :
       {std::pair("rz", FE_TOWARDZERO), std::pair("rm", FE_DOWNWARD),
        std::pair("rp", FE_UPWARD)}) {
    int host = mode.second;
    auto two = [&, host](const std::string &op, auto f) {
      expectColumn<T, T>(op + "." + mode.first + type, values, 2,
                         [=](const T *x) {
                           std::fesetround(host);
                           volatile T a = x[0], b = x[1];
                           volatile T d = f(a, b);
                           std::fesetround(FE_TONEAREST);
                           return T(d);
                         });
    };
    two("add", [](volatile T &a, volatile T &b) { return a + b; });
    two("mul", [](volatile T &a, volatile T &b) { return a * b; });
    two("div", [](volatile T &a, volatile T &b) { return a / b; });
  }
}

TYPED_TEST(Float, Compares) {
  using T = TypeParam;
  auto values = trickyFloats<T>();
  std::string type = sizeof(T) == 4 ? ".f32" : ".f64";
  auto compare = [&](const std::string &op, auto f) {
    auto rows = rowsOf(values, 2);
    auto got = runColumn("setp." + op + type, {1, sizeof(T), sizeof(T)}, rows);
    ASSERT_EQ(got.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
      ASSERT_EQ(got[i], uint64_t(f(bits<T>(rows[i][0]), bits<T>(rows[i][1]))))
          << op << " " << i;
  };
  auto nan = [](T a, T b) { return a != a || b != b; };
  compare("eq", [](T a, T b) { return a == b; });
  compare("ne", [=](T a, T b) { return !nan(a, b) && a != b; });
  compare("lt", [](T a, T b) { return a < b; });
  compare("ge", [](T a, T b) { return a >= b; });
  compare("equ", [=](T a, T b) { return nan(a, b) || a == b; });
  compare("neu", [](T a, T b) { return a != b; });
  compare("ltu", [](T a, T b) { return !(a >= b); });
  compare("leu", [](T a, T b) { return !(a > b); });
  compare("gtu", [](T a, T b) { return !(a <= b); });
  compare("geu", [](T a, T b) { return !(a < b); });
  compare("num", [=](T a, T b) { return !nan(a, b); });
  compare("nan", nan);
}

TEST(Float32, Flushing) {
  auto values = trickyFloats<float>();
  expectColumn<float, float>("mul.rn.ftz.f32", values, 2, [](const float *x) {
    return flush(flush(x[0]) * flush(x[1]));
  });
  expectColumn<float, float>("add.rn.ftz.f32", values, 2, [](const float *x) {
    return flush(flush(x[0]) + flush(x[1]));
  });
  expectColumn<float, float>("add.sat.f32", values, 2, [](const float *x) {
    float sum = x[0] + x[1];
    return sum > 0 ? std::min(sum, 1.0f) : 0.0f;
  });
  auto rows = rowsOf(values, 2);
  auto got = runColumn("setp.lt.ftz.f32", {1, 4, 4}, rows);
  for (size_t i = 0; i < rows.size(); ++i)
    ASSERT_EQ(got[i], uint64_t(flush(bits<float>(rows[i][0])) <
                               flush(bits<float>(rows[i][1]))));
}

TEST(Float32, ApproximateFunctions) {
  auto values = trickyFloats<float>();
  auto one = [&](const char *op, double (*f)(double)) {
    expectColumn<float, float>(op, values, 1,
                               [=](const float *x) { return float(f(x[0])); });
  };
  one("ex2.approx.f32", std::exp2);
  one("lg2.approx.f32", std::log2);
  one("sin.approx.f32", std::sin);
  one("cos.approx.f32", std::cos);
  one("tanh.approx.f32", std::tanh);
  one("rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); });
  one("sqrt.approx.f32", [](double x) { return std::sqrt(x); });
  one("rcp.approx.ftz.f32",
      [](double x) { return double(flush(float(1 / flush(float(x))))); });
  expectColumn<float, float>("div.full.f32", values, 2,
                             [](const float *x) { return x[0] / x[1]; });
}

template <class F, class I>
static void toInteger(const std::string &op, double (*round)(double)) {
  expectColumn<I, F>(op, trickyFloats<F>(), 1, [=](const F *x) {
    double y = round(double(x[0]));
    using L = std::numeric_limits<I>;
    if (x[0] != x[0])
      return sizeof(I) == 8 || sizeof(F) == 8
                 ? I(uint64_t(1) << (8 * sizeof(I) - 1))
                 : I(0);
    if (y <= double(L::min()))
      return L::min();
    if (y >= std::ldexp(1.0, L::digits))
      return L::max();
    return I(y);
  });
}

TEST(Convert, FloatsToIntegers) {
  toInteger<float, int32_t>("cvt.rzi.s32.f32", std::trunc);
  toInteger<float, int32_t>("cvt.rni.s32.f32", std::nearbyint);
  toInteger<float, uint32_t>("cvt.rmi.u32.f32", std::floor);
  toInteger<float, int64_t>("cvt.rpi.s64.f32", std::ceil);
  toInteger<double, uint64_t>("cvt.rzi.u64.f64", std::trunc);
  toInteger<double, int32_t>("cvt.rzi.s32.f64", std::trunc);
  toInteger<float, int16_t>("cvt.rzi.s16.f32", std::trunc);
}

TEST(Convert, IntegersToFloats) {
  expectColumn<float, int32_t>("cvt.rn.f32.s32", trickyIntegers<int32_t>(), 1,
                               [](const int32_t *x) { return float(x[0]); });
  expectColumn<float, uint64_t>("cvt.rn.f32.u64", trickyIntegers<uint64_t>(), 1,
                                [](const uint64_t *x) { return float(x[0]); });
  expectColumn<double, int64_t>("cvt.rn.f64.s64", trickyIntegers<int64_t>(), 1,
                                [](const int64_t *x) { return double(x[0]); });
  expectColumn<float, uint32_t>("cvt.rz.f32.u32", trickyIntegers<uint32_t>(), 1,
                                [](const uint32_t *x) {
                                  std::fesetround(FE_TOWARDZERO);
                                  volatile uint32_t a = x[0];
                                  volatile float f = float(a);
                                  std::fesetround(FE_TONEAREST);
                                  return float(f);
                                });
}

TEST(Convert, WholeNumbersAndWidths) {
  expectColumn<float, float>(
      "cvt.rni.f32.f32", trickyFloats<float>(), 1,
      [](const float *x) { return std::nearbyint(x[0]); });
  expectColumn<float, float>("cvt.rpi.f32.f32", trickyFloats<float>(), 1,
                             [](const float *x) { return std::ceil(x[0]); });
  expectColumn<double, double>(
      "cvt.rmi.f64.f64", trickyFloats<double>(), 1,
      [](const double *x) { return std::floor(x[0]); });
  expectColumn<float, double>("cvt.rn.f32.f64", trickyFloats<double>(), 1,
                              [](const double *x) { return float(x[0]); });
  expectColumn<double, float>("cvt.f64.f32", trickyFloats<float>(), 1,
                              [](const float *x) { return double(x[0]); });
}

/// The exact value of half bits: f16 with 5 exponent bits, bf16 with 8.
static double valueOf(uint16_t half, int exponentBits) {
  int mantissaBits = 15 - exponentBits, bias = (1 << (exponentBits - 1)) - 1;
  int exponent = half >> mantissaBits & ((1 << exponentBits) - 1);
  int mantissa = half & ((1 << mantissaBits) - 1);
  double sign = half & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponentBits) - 1)
    return mantissa ? NAN : sign * INFINITY;
  if (!exponent)
    return sign * std::ldexp(mantissa, 1 - bias - mantissaBits);
  return sign * std::ldexp(mantissa + (1 << mantissaBits),
                           exponent - bias - mantissaBits);
}

/// The nearest half of a long double, ties to even: by trying all of them.
static uint16_t nearest(long double x, int exponentBits) {
  if (x != x)
    return 0x7fff;
  int low = 0, high = ((1 << exponentBits) - 1) << (15 - exponentBits);
  long double a = std::fabs(x);
  // Infinity stands where the next power of two would.
  auto at = [&](int h) -> long double {
    int top = ((1 << exponentBits) - 1) << (15 - exponentBits);
    return h == top ? std::ldexp(1.0L, 1 << (exponentBits - 1))
                    : (long double)valueOf(uint16_t(h), exponentBits);
  };
  while (high - low > 1) {
    int middle = (low + high) / 2;
    (at(middle) <= a ? low : high) = middle;
  }
  if (a >= at(high))
    low = high;
  long double below = a - at(low), above = at(high) - a;
  int chosen = low == high || below < above || (below == above && !(low & 1))
                   ? low
                   : high;
  return uint16_t(chosen | (std::signbit(x) ? 0x8000 : 0));
}

static std::vector<uint64_t> trickyHalves(int exponentBits) {
  std::vector<uint64_t> values;
  int mantissaBits = 15 - exponentBits;
  int infinity = ((1 << exponentBits) - 1) << mantissaBits;
  for (int h : {0, 1, 2, 3, (1 << mantissaBits) - 1, 1 << mantissaBits,
                (1 << mantissaBits) + 1, infinity - 1, infinity, infinity + 1,
                0x3c00, 0x3f80, 0x3f81, 0x3555, 0x4248, 0x0801, 0x3aab}) {
    values.push_back(uint64_t(h));
    values.push_back(uint64_t(h | 0x8000));
  }
  return values;
}

class Half : public testing::TestWithParam<const char *> {};

TEST_P(Half, Arithmetic) {
  std::string type = GetParam();
  int e = type == "f16" ? 5 : 8;
  auto values = trickyHalves(e);
  auto expect = [&](const std::string &op, size_t sources, auto f) {
    auto rows = rowsOf(values, sources);
    std::vector<uint32_t> widths(sources + 1, 2);
    auto got = runColumn(op + "." + type, widths, rows);
    ASSERT_EQ(got.size(), rows.size()) << op;
    for (size_t i = 0; i < rows.size(); ++i) {
      long double x[3] = {};
      for (size_t k = 0; k < sources; ++k)
        x[k] = valueOf(uint16_t(rows[i][k]), e);
      uint16_t want = nearest(f(x), e), is = uint16_t(got[i]);
      bool bothNan = valueOf(want, e) != valueOf(want, e) &&
                     valueOf(is, e) != valueOf(is, e);
      ASSERT_TRUE(bothNan || want == is)
          << op << " " << std::hex << rows[i][0] << " "
          << (sources > 1 ? rows[i][1] : 0) << ": " << is << ", not " << want;
    }
  };
  // Exact in long double, where bits are enough: f16 sums and products are.
  expect("add.rn", 2, [](long double *x) { return x[0] + x[1]; });
  expect("mul.rn", 2, [](long double *x) { return x[0] * x[1]; });
  if (type == "f16")
    expect("fma.rn", 3, [](long double *x) { return x[0] * x[1] + x[2]; });
  expect("neg", 1, [](long double *x) { return -x[0]; });
}

TEST_P(Half, Conversions) {
  std::string type = GetParam();
  int e = type == "f16" ? 5 : 8;
  std::vector<std::vector<uint64_t>> rows;
  for (uint64_t h = 0; h < 65536; ++h)
    rows.push_back({h});
  auto wide = runColumn("cvt.f32." + type, {4, 2}, rows);
  ASSERT_EQ(wide.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    double want = valueOf(uint16_t(i), e);
    float is = bits<float>(wide[i]);
    ASSERT_TRUE(is == want || (is != is && want != want)) << std::hex << i;
    if (is == is) {
      ASSERT_EQ(std::signbit(is), bool(i & 0x8000));
    }
  }
  // Around all halves, and half way between two.
  std::vector<std::vector<uint64_t>> floats;
  for (uint64_t h = 0; h < 65536; h += 7) {
    float x = float(valueOf(uint16_t(h), e)),
          y = float(valueOf(uint16_t(h + 1), e));
    for (float v :
         {x, x * 1.0001f, (x + y) / 2, std::nextafter((x + y) / 2, y)})
      floats.push_back({bits<uint64_t>(v)});
  }
  for (uint64_t v : trickyFloats<float>())
    floats.push_back({v});
  auto narrow = runColumn("cvt.rn." + type + ".f32", {2, 4}, floats);
  for (size_t i = 0; i < floats.size(); ++i) {
    float x = bits<float>(floats[i][0]);
    if (x != x) {
      EXPECT_TRUE(std::isnan(valueOf(uint16_t(narrow[i]), e)));
    } else {
      ASSERT_EQ(narrow[i], nearest(x, e)) << x;
    }
  }
  std::vector<std::vector<uint64_t>> pairs;
  for (size_t i = 0; i + 1 < floats.size(); i += 3)
    pairs.push_back({floats[i][0], floats[i + 1][0]});
  auto packed = runColumn("cvt.rn." + type + "x2.f32", {4, 4, 4}, pairs);
  for (size_t i = 0; i < pairs.size(); ++i) {
    float high = bits<float>(pairs[i][0]), low = bits<float>(pairs[i][1]);
    if (high == high) {
      ASSERT_EQ(packed[i] >> 16, nearest(high, e));
    }
    if (low == low) {
      ASSERT_EQ(packed[i] & 0xffff, nearest(low, e));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Half, testing::Values("f16", "bf16"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

TEST(HalfPairs, Sums) {
  // Two sums, each half by itself: 1 + 2 and 3 + 4.
  std::vector<std::vector<uint64_t>> rows = {{0x42003c00, 0x44004000}};
  EXPECT_EQ(runColumn("add.rn.f16x2", {4, 4, 4}, rows)[0], 0x47004200u);
  rows = {{0x40403f80, 0x40804000}};
  EXPECT_EQ(runColumn("fma.rn.bf16x2", {4, 4, 4, 4},
                      {{0x40403f80, 0x40804000, 0x3f803f80}})[0],
            0x41504040u); // 3 * 4 + 1 and 1 * 2 + 1
}

// 1.5 and 2 into floats.
TEST(HalfPairs, Mixed) {
  auto get = [](const std::string &op, std::vector<uint32_t> widths,
                std::vector<uint64_t> sources) {
    return bits<float>(runColumn(op, widths, {std::move(sources)})[0]);
  };
  auto third = bits<uint64_t>(1.0f / 3);
  EXPECT_EQ(get("add.rn.f32.f16", {4, 2, 4}, {0x3e00, third}), 1.5f + 1.f / 3);
  EXPECT_EQ(get("sub.rn.f32.bf16", {4, 2, 4}, {0x3fc0, third}), 1.5f - 1.f / 3);
  EXPECT_EQ(get("fma.rn.f32.f16", {4, 2, 2, 4}, {0x3e00, 0x4000, third}),
            std::fma(1.5f, 2.f, 1.f / 3));
  EXPECT_EQ(get("fma.rn.f32.bf16", {4, 2, 2, 4}, {0x3fc0, 0x4000, third}),
            std::fma(1.5f, 2.f, 1.f / 3));
}

TEST(HalfPairs, Tf32) {
  for (auto [x, want] :
       {std::pair(1.0f, 1.0f), std::pair(1.0f + 0x1p-11f, 1.0f + 0x1p-10f),
        std::pair(1.0f + 0x1p-12f, 1.0f)}) {
    auto got = runColumn("cvt.rna.tf32.f32", {4, 4}, {{bits<uint64_t>(x)}});
    EXPECT_EQ(bits<float>(got[0]), want);
  }
}
