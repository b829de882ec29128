//===- IntegerTest.cpp - Integers and bits against the host ---------------===//

#include "Column.h"

using namespace popt::fake;

__extension__ using Wide = __int128;

template <class T> static std::string typeName() {
  return std::string(std::is_signed_v<T> ? "s" : "u") +
         std::to_string(8 * sizeof(T));
}

template <class T> class Integer : public testing::Test {};
using Integers =
    testing::Types<uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>;
TYPED_TEST_SUITE(Integer, Integers);

TYPED_TEST(Integer, Arithmetic) {
  using T = TypeParam;
  std::string type = "." + typeName<T>();
  auto values = trickyIntegers<T>();
  auto two = [&](const std::string &op, auto f) {
    expectColumn<T, T>(op + type, values, 2, [=](const T *x) {
      return T(f(Wide(x[0]), Wide(x[1])));
    });
  };
  two("add", [](Wide a, Wide b) { return a + b; });
  two("sub", [](Wide a, Wide b) { return a - b; });
  two("mul.lo", [](Wide a, Wide b) { return T(uint64_t(a) * uint64_t(b)); });
  two("mul.hi", [](Wide a, Wide b) {
    if (std::is_signed_v<T> || sizeof(T) < 8)
      return Wide((a * b) >> (8 * sizeof(T)));
    __extension__ using U = unsigned __int128;
    return Wide((U(uint64_t(a)) * U(uint64_t(b))) >> 64);
  });
  two("min", [](Wide a, Wide b) { return std::min(a, b); });
  two("max", [](Wide a, Wide b) { return std::max(a, b); });
  two("div", [](Wide a, Wide b) { return b == 0 ? Wide(-1) : a / b; });
  two("rem", [](Wide a, Wide b) { return b == 0 ? a : a % b; });
  std::vector<uint64_t> few(values.begin(), values.begin() + 17);
  expectColumn<T, T>("mad.lo" + type, few, 3, [](const T *x) {
    return T(uint64_t(x[0]) * uint64_t(x[1]) + uint64_t(x[2]));
  });
  if constexpr (std::is_signed_v<T>) {
    expectColumn<T, T>("neg" + type, values, 1,
                       [](const T *x) { return T(-Wide(x[0])); });
    expectColumn<T, T>("abs" + type, values, 1, [](const T *x) {
      return T(x[0] < 0 ? -Wide(x[0]) : Wide(x[0]));
    });
  }
}

TYPED_TEST(Integer, Compares) {
  using T = TypeParam;
  auto values = trickyIntegers<T>();
  auto compare = [&](const std::string &op, auto f) {
    auto rows = rowsOf(values, 2);
    auto got = runColumn("setp." + op + "." + typeName<T>(),
                         {1, sizeof(T), sizeof(T)}, rows);
    ASSERT_EQ(got.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
      ASSERT_EQ(got[i], uint64_t(f(bits<T>(rows[i][0]), bits<T>(rows[i][1]))));
  };
  compare("eq", [](T a, T b) { return a == b; });
  compare("ne", [](T a, T b) { return a != b; });
  compare("lt", [](T a, T b) { return a < b; });
  compare("le", [](T a, T b) { return a <= b; });
  compare("gt", [](T a, T b) { return a > b; });
  compare("ge", [](T a, T b) { return a >= b; });
}

TYPED_TEST(Integer, Shifts) {
  using T = TypeParam;
  std::string width = std::to_string(8 * sizeof(T));
  std::vector<std::vector<uint64_t>> rows;
  for (uint64_t value : trickyIntegers<T>())
    for (uint64_t by : {0, 1, 7, 15, 16, 31, 32, 33, 63, 64, 255})
      rows.push_back({value, by});
  auto left = runColumn("shl.b" + width, {sizeof(T), sizeof(T), 4}, rows);
  auto right =
      runColumn("shr." + typeName<T>(), {sizeof(T), sizeof(T), 4}, rows);
  ASSERT_EQ(left.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    T value = bits<T>(rows[i][0]);
    uint64_t by = rows[i][1];
    bool all = by >= 8 * sizeof(T);
    EXPECT_EQ(bits<T>(left[i]), all ? T(0) : T(uint64_t(value) << by));
    EXPECT_EQ(bits<T>(right[i]),
              all ? T(value < 0 ? -1 : 0) : T(Wide(value) >> by));
  }
}

template <class From, class To> static void converts() {
  auto values = trickyIntegers<From>();
  expectColumn<To, From>("cvt." + typeName<To>() + "." + typeName<From>(),
                         values, 1, [](const From *x) { return To(x[0]); });
  expectColumn<To, From>("cvt.sat." + typeName<To>() + "." + typeName<From>(),
                         values, 1, [](const From *x) {
                           Wide v = x[0], low = std::numeric_limits<To>::min(),
                                high = std::numeric_limits<To>::max();
                           return To(std::max(low, std::min(high, v)));
                         });
}

TYPED_TEST(Integer, Converts) {
  using T = TypeParam;
  converts<T, uint16_t>();
  converts<T, int16_t>();
  converts<T, uint32_t>();
  converts<T, int32_t>();
  converts<T, uint64_t>();
  converts<T, int64_t>();
}

TEST(Integer32, WideProducts) {
  auto values = trickyIntegers<uint32_t>();
  expectColumn<uint64_t, uint32_t>(
      "mul.wide.u32", values, 2,
      [](const uint32_t *x) { return uint64_t(x[0]) * x[1]; });
  expectColumn<int64_t, int32_t>(
      "mul.wide.s32", values, 2,
      [](const int32_t *x) { return int64_t(x[0]) * x[1]; });
  expectColumn<int32_t, int16_t>(
      "mul.wide.s16", trickyIntegers<int16_t>(), 2,
      [](const int16_t *x) { return int32_t(x[0]) * int32_t(x[1]); });
  expectColumn<int32_t, int32_t>(
      "add.sat.s32", values, 2, [](const int32_t *x) {
        return int32_t(std::max<int64_t>(
            INT32_MIN, std::min<int64_t>(INT32_MAX, int64_t(x[0]) + x[1])));
      });
}

TEST(Integer32, NarrowConversions) {
  // The low bits of a wider register, with their sign.
  expectColumn<int32_t, uint32_t>(
      "cvt.s32.s8", trickyIntegers<uint32_t>(), 1,
      [](const uint32_t *x) { return int32_t(int8_t(x[0])); });
  expectColumn<uint32_t, uint32_t>(
      "cvt.u32.u8", trickyIntegers<uint32_t>(), 1,
      [](const uint32_t *x) { return uint32_t(uint8_t(x[0])); });
  expectColumn<int64_t, int64_t>(
      "cvt.s64.s32", trickyIntegers<int64_t>(), 1,
      [](const int64_t *x) { return int64_t(int32_t(x[0])); });
}

TEST(Integer64, CarriesChain) {
  FakeGpu gpu;
  // 128-bit sum and difference by parts of 64, and what is left of the flag.
  Function f = gpu.load(kernel(R"(
    ld.global.v2.b64 {%rd2, %rd3}, [%rd0];
    ld.global.v2.b64 {%rd4, %rd5}, [%rd0+16];
    add.cc.s64 %rd6, %rd2, %rd4;
    addc.cc.s64 %rd7, %rd3, %rd5;
    addc.u32 %r1, 0, 0;
    sub.cc.s64 %rd8, %rd2, %rd4;
    subc.cc.s64 %rd9, %rd3, %rd5;
    addc.u32 %r2, 0, 0;
    st.global.v2.b64 [%rd1], {%rd6, %rd7};
    st.global.v2.b64 [%rd1+16], {%rd8, %rd9};
    st.global.v2.b32 [%rd1+32], {%r1, %r2};)"));
  __extension__ using U = unsigned __int128;
  std::vector<uint64_t> values = {0, 1, 2, ~0ull, ~0ull - 1, 1ull << 63, 12345};
  for (uint64_t a : values)
    for (uint64_t b : values)
      for (uint64_t c : values)
        for (uint64_t d : values) {
          Address in = gpu.upload(std::vector<uint64_t>{a, b, c, d});
          Address out = gpu.allocate<uint64_t>(5);
          EXPECT_CU(gpu.launch(f, 1, 1, {in, out}));
          auto got = gpu.download<uint64_t>(out, 5);
          U x = U(b) << 64 | a, y = U(d) << 64 | c;
          U sum = x + y, difference = x - y;
          ASSERT_EQ(got[0], uint64_t(sum));
          ASSERT_EQ(got[1], uint64_t(sum >> 64));
          ASSERT_EQ(got[2], uint64_t(difference));
          ASSERT_EQ(got[3], uint64_t(difference >> 64));
          ASSERT_EQ(uint32_t(got[4]), uint32_t(sum < x));
          ASSERT_EQ(got[4] >> 32, uint64_t(x < y));
          EXPECT_CU(gpu.cu.cuMemFree(in));
          EXPECT_CU(gpu.cu.cuMemFree(out));
        }
}

TEST(Bits, LogicAndCounts) {
  auto v32 = trickyIntegers<uint32_t>();
  auto v64 = trickyIntegers<uint64_t>();
  expectColumn<uint32_t, uint32_t>(
      "and.b32", v32, 2, [](const uint32_t *x) { return x[0] & x[1]; });
  expectColumn<uint64_t, uint64_t>(
      "or.b64", v64, 2, [](const uint64_t *x) { return x[0] | x[1]; });
  expectColumn<uint16_t, uint16_t>(
      "xor.b16", trickyIntegers<uint16_t>(), 2,
      [](const uint16_t *x) { return uint16_t(x[0] ^ x[1]); });
  expectColumn<uint32_t, uint32_t>("not.b32", v32, 1,
                                   [](const uint32_t *x) { return ~x[0]; });
  expectColumn<uint32_t, uint32_t>("clz.b32", v32, 1, [](const uint32_t *x) {
    return uint32_t(x[0] ? __builtin_clz(x[0]) : 32);
  });
  expectColumn<uint32_t, uint64_t>("clz.b64", v64, 1, [](const uint64_t *x) {
    return uint32_t(x[0] ? __builtin_clzll(x[0]) : 64);
  });
  expectColumn<uint32_t, uint32_t>("popc.b32", v32, 1, [](const uint32_t *x) {
    return uint32_t(__builtin_popcount(x[0]));
  });
  expectColumn<uint32_t, uint32_t>("brev.b32", v32, 1, [](const uint32_t *x) {
    uint32_t r = 0;
    for (int i = 0; i < 32; ++i)
      r |= (x[0] >> i & 1) << (31 - i);
    return r;
  });
  expectColumn<uint32_t, int32_t>("bfind.s32", v32, 1, [](const int32_t *x) {
    uint32_t y = x[0] < 0 ? ~x[0] : x[0];
    return y ? 31u - uint32_t(__builtin_clz(y)) : ~0u;
  });
}

TEST(Bits, FunnelsAndPermutes) {
  std::vector<std::vector<uint64_t>> rows;
  for (uint64_t a : {0x12345678u, 0xfedcba98u, 0u, ~0u})
    for (uint64_t b : {0x9abcdef0u, 1u, ~0u})
      for (uint64_t c : {0u, 1u, 8u, 31u, 32u, 40u, 0x3210u, 0x7654u, 0x0189u})
        rows.push_back({a, b, c});
  auto left = runColumn("shf.l.wrap.b32", {4, 4, 4, 4}, rows);
  auto right = runColumn("shf.r.clamp.b32", {4, 4, 4, 4}, rows);
  auto permuted = runColumn("prmt.b32", {4, 4, 4, 4}, rows);
  auto table = runColumn("lop3.b32", {4, 4, 4, 4}, rows, ", 0xe8");
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t a = rows[i][0], b = rows[i][1], c = rows[i][2];
    uint64_t both = b << 32 | a;
    EXPECT_EQ(left[i], uint32_t((both << (c & 31)) >> 32));
    EXPECT_EQ(right[i], uint32_t(both >> std::min<uint64_t>(c, 32)));
    uint32_t d = 0;
    for (int k = 0; k < 4; ++k) {
      uint32_t s = c >> (4 * k) & 15, byte = both >> (8 * (s & 7)) & 255;
      d |= (s & 8 ? (byte & 128 ? 255u : 0u) : byte) << (8 * k);
    }
    EXPECT_EQ(permuted[i], d);
    EXPECT_EQ(table[i], (a & b) | (a & c) | (b & c)) << "the majority";
  }
}

TEST(Bits, Fields) {
  std::vector<std::vector<uint64_t>> rows;
  for (uint64_t a : {0x87654321u, 0x12345678u, ~0u})
    for (uint64_t position : {0, 4, 16, 31, 32, 200})
      for (uint64_t length : {0, 1, 4, 8, 31, 32, 200})
        rows.push_back({a, position, length});
  auto u = runColumn("bfe.u32", {4, 4, 4, 4}, rows);
  auto s = runColumn("bfe.s32", {4, 4, 4, 4}, rows);
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t a = rows[i][0], p = rows[i][1], n = rows[i][2];
    uint32_t field = 0, sign = 0;
    // As the PTX manual has it, bit by bit.
    uint32_t top = uint32_t(std::min<uint64_t>(p + n - 1, 31));
    sign = n ? a >> top & 1 : 0;
    uint32_t withSign = 0;
    for (uint32_t k = 0; k < 32; ++k) {
      bool in = k < n && p + k <= 31;
      uint32_t bit = in ? a >> (p + k) & 1 : 0;
      field |= bit << k;
      withSign |= (in ? bit : sign) << k;
    }
    EXPECT_EQ(u[i], field) << p << " " << n;
    EXPECT_EQ(s[i], withSign) << p << " " << n;
  }
}

TEST(Bits, PacksAndUnpacks) {
  FakeGpu gpu;
  Function f = gpu.load(kernel(R"(
    ld.global.b64 %rd2, [%rd0];
    mov.b64 {%r1, %r2}, %rd2;
    mov.b32 {%h1, %h2}, %r1;
    mov.b32 %r3, {%h2, %h1};
    mov.b64 %rd3, {%r2, %r3};
    st.global.b64 [%rd1], %rd3;
    mov.b64 {_, %r4}, %rd2;
    st.global.b32 [%rd1+8], %r4;)"));
  Address in = gpu.upload(std::vector<uint64_t>{0x1122334455667788}),
          out = gpu.allocate<uint64_t>(2);
  EXPECT_CU(gpu.launch(f, 1, 1, {in, out}));
  EXPECT_EQ(gpu.download<uint64_t>(out, 1)[0], 0x7788556611223344u);
  EXPECT_EQ(gpu.download<uint32_t>(out, 3)[2], 0x11223344u);
}

TEST(Bits, SelectionsAndPredicates) {
  std::vector<std::vector<uint64_t>> rows = {{1, 2, 0}, {1, 2, 1}, {5, 6, 1}};
  EXPECT_EQ(runColumn("selp.b32", {4, 4, 4, 1}, rows),
            (std::vector<uint64_t>{2, 1, 5}));
  rows = {{1, 2, 0}, {1, 2, 0x80000000}, {5, 6, 7}};
  EXPECT_EQ(runColumn("slct.b32.s32", {4, 4, 4, 4}, rows),
            (std::vector<uint64_t>{1, 2, 5}));
  FakeGpu gpu;
  Function f = gpu.load(kernel(R"(
    setp.lt.u32 %p1, %t, 2;
    setp.lt.and.u32 %p2|%p3, %t, 4, !%p1;
    xor.pred %p4, %p1, %p2;
    not.pred %p5, %p4;
    selp.b32 %r1, 1, 0, %p1;
    @%p2 or.b32 %r1, %r1, 2;
    @%p3 or.b32 %r1, %r1, 4;
    @!%p5 or.b32 %r1, %r1, 8;
    set.gt.u32.u32 %r2, %t, 4;
    and.b32 %r2, %r2, 16;
    or.b32 %r1, %r1, %r2;
    mul.wide.u32 %o, %t, 4;
    add.s64 %rd1, %rd0, %o;
    st.global.b32 [%rd1], %r1;)",
                               1));
  Address out = gpu.allocate<uint32_t>(6);
  EXPECT_CU(gpu.launch(f, 1, 6, {out}));
  EXPECT_EQ(gpu.download<uint32_t>(out, 6),
            (std::vector<uint32_t>{9, 9, 10, 10, 4, 20}));
}

// Halves in pairs: a predicate for the lower ones and one for the upper ones.
TEST(Bits, ComparisonsOfPairs) {
  FakeGpu gpu;
  Function f = gpu.load(kernel(R"(
    mul.wide.u32 %o, %t, 4;
    add.s64 %rd2, %rd0, %o;
    add.s64 %rd3, %rd1, %o;
    ld.global.b32 %r1, [%rd2];
    mov.b32 %r2, 0x00003c00;
    setp.num.f16x2 %p1|%p2, %r1, %r1;
    setp.lt.f16x2 %p3|%p4, %r1, %r2;
    setp.num.bf16x2 %p5|%p6, %r1, %r1;
    selp.b32 %r3, 1, 0, %p1;
    @%p2 or.b32 %r3, %r3, 2;
    @%p3 or.b32 %r3, %r3, 4;
    @%p4 or.b32 %r3, %r3, 8;
    @%p5 or.b32 %r3, %r3, 16;
    @%p6 or.b32 %r3, %r3, 32;
    st.global.b32 [%rd3], %r3;)",
                               2));
  // Below 1 and below 0; NaN and -1; 1 and NaN; a NaN of bf16 alone and 0.
  Address in = gpu.upload(std::vector<uint32_t>{0xbc000000, 0xbc007e00,
                                                0x7e003c00, 0x00007fc0}),
          out = gpu.allocate<uint32_t>(4);
  EXPECT_CU(gpu.launch(f, 1, 4, {in, out}));
  EXPECT_EQ(gpu.download<uint32_t>(out, 4),
            (std::vector<uint32_t>{1 + 2 + 4 + 8 + 16 + 32, 2 + 8 + 16 + 32,
                                   1 + 16 + 32, 2 + 32}));
}
