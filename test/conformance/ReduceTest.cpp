//===- ReduceTest.cpp - Reduction kernels of every instruction set --------===//
//
// Each kernel variant that this processor can run, on odd addresses and
// lengths, cached and past the caches; and the small floats exhaustively.
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "Copy.h"
#include "Oracle.h"
#include "tensor/MiniFloat.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace popt::rt;
using namespace popt::rt::conformance;

using Find = ReduceKernel (*)(popt_rt_monoid, popt_rt_element_type);

static std::vector<Find> variants() {
  std::vector<Find> all = {findReduceKernelBase, findReduceKernel};
#ifdef POPT_RT_X86_KERNELS
  if (__builtin_cpu_supports("avx2"))
    all.push_back(findReduceKernelAvx2);
  if (__builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
    all.push_back(findReduceKernelAvx512);
#endif
  return all;
}

TEST(ReduceTest, EveryVariantGivesTheSameBits) {
  for (Find find : variants())
    for (popt_rt_element_type type : allTypes())
      for (popt_rt_monoid monoid : monoidsOf(type))
        for (int32_t n : {1, 2, 3, 4, 5, 8})
          for (bool stream : {false, true}) {
            const int64_t count = 3001;
            size_t size = popt_rt_element_size(type);
            std::vector<Bytes> inputs;
            std::vector<const void *> sources;
            for (int32_t m = 0; m < n; ++m) {
              Bytes input = makeInput(type, m, count);
              input.insert(input.begin(), m, 0); // misaligned by m bytes
              inputs.push_back(std::move(input));
            }
            for (int32_t m = 0; m < n; ++m)
              sources.push_back(inputs[m].data() + m);
            Bytes first(count * size + 3), second(count * size + 3);
            void *outputs[] = {first.data() + 3, second.data()};
            ReduceKernel kernel = find(monoid, type);
            if (!kernel)
              continue; // only the baseline has it
            kernel(sources.data(), n, {outputs, 2, stream}, count);
            finishStores(stream);
            ASSERT_EQ(memcmp(outputs[0], outputs[1], count * size), 0);
            for (int64_t i = 0; i < count; ++i) {
              std::vector<const unsigned char *> values;
              for (int32_t m = 0; m < n; ++m)
                values.push_back(inputElement(type, m, i));
              unsigned char wanted[16];
              combine(monoid, type, values, wanted);
              ASSERT_TRUE(equalElements(type, second.data() + i * size, wanted))
                  << popt_rt_monoid_name(monoid) << " of "
                  << popt_rt_element_type_name(type) << ", n " << n << ", " << i
                  << ": " << hex(type, second.data() + i * size) << " expected "
                  << hex(type, wanted);
            }
          }
}

/// Every pattern widens right, and every value between, above and beside two
/// neighbours rounds right.
template <typename Format>
static void checkFormat(popt_rt_element_type type, int64_t numPatterns) {
  for (int64_t bits = 0; bits < numPatterns; ++bits) {
    Format stored{static_cast<decltype(Format::bits)>(bits)};
    float value = Format::widen(stored);
    double wanted = decode(type, static_cast<uint32_t>(bits));
    if (std::isnan(wanted)) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      ASSERT_TRUE(std::isnan(Format::widen(Format::narrow(value)))) << bits;
      continue;
    }
    ASSERT_EQ(value, static_cast<float>(wanted)) << bits;
    ASSERT_EQ(std::signbit(value), std::signbit(wanted)) << bits;
    ASSERT_EQ(Format::narrow(value).bits, bits);
    float next = static_cast<float>(
        decode(type, static_cast<uint32_t>(bits + 1) % numPatterns));
    float middle = value / 2 + next / 2;
    if (!std::isfinite(next))
      middle = value * 1.03f;
    for (float probe : {middle, std::nextafter(middle, 0.0f),
                        std::nextafter(middle, INFINITY),
                        std::nextafter(middle, -INFINITY), value * 1e30f}) {
      uint32_t got = Format::narrow(probe).bits;
      if (!std::isnan(probe)) {
        ASSERT_EQ(got, encode(type, probe)) << probe;
      }
    }
  }
}

TEST(ReduceTest, SmallFloatsConvertExactly) {
  checkFormat<F16>(POPT_RT_F16, 1 << 16);
  checkFormat<BF16>(POPT_RT_BF16, 1 << 16);
  checkFormat<F8E5M2>(POPT_RT_F8E5M2, 1 << 8);
  checkFormat<F8E4M3FN>(POPT_RT_F8E4M3FN, 1 << 8);
  checkFormat<F8E4M3>(POPT_RT_F8E4M3, 1 << 8);
  checkFormat<F8E3M4>(POPT_RT_F8E3M4, 1 << 8);
  checkFormat<F8E4M3FNUZ>(POPT_RT_F8E4M3FNUZ, 1 << 8);
  checkFormat<F8E4M3B11FNUZ>(POPT_RT_F8E4M3B11FNUZ, 1 << 8);
  checkFormat<F8E5M2FNUZ>(POPT_RT_F8E5M2FNUZ, 1 << 8);
  checkFormat<F6E2M3FN>(POPT_RT_F6E2M3FN, 1 << 6);
  checkFormat<F6E3M2FN>(POPT_RT_F6E3M2FN, 1 << 6);
  checkFormat<F4E2M1FN>(POPT_RT_F4E2M1FN, 1 << 4);
}

// Powers of two and NaN; what is no power becomes one, or NaN.
TEST(ReduceTest, PowersConvertExactly) {
  for (int bits = 0; bits < 255; ++bits) {
    F8E8M0FNU stored{static_cast<uint8_t>(bits)};
    float value = F8E8M0FNU::widen(stored);
    ASSERT_EQ(value, std::ldexp(1.0f, bits - 127));
    ASSERT_EQ(F8E8M0FNU::narrow(value).bits, bits);
    ASSERT_EQ(F8E8M0FNU::narrow(value * 1.5f).bits, bits + 1);
    ASSERT_EQ(F8E8M0FNU::narrow(std::nextafter(value * 1.5f, 0.0f)).bits, bits);
    ASSERT_EQ(F8E8M0FNU::narrow(-value).bits, 255);
  }
  for (float value : {0.0f, -0.0f, NAN, INFINITY, -INFINITY})
    ASSERT_EQ(F8E8M0FNU::narrow(value).bits, 255);
  ASSERT_EQ(F8E8M0FNU::narrow(1e-45f).bits, 0);
  ASSERT_TRUE(std::isnan(F8E8M0FNU::widen({255})));
}

TEST(ReduceTest, FillRepeatsTheElement) {
  for (int64_t count : {0, 1, 2, 3, 1000}) {
    Bytes target(count * 3 + 1, 9);
    const unsigned char element[3] = {1, 2, 3};
    fillElements(target.data(), element, 3, count);
    for (int64_t i = 0; i < 3 * count; ++i)
      ASSERT_EQ(target[i], 1 + i % 3);
    EXPECT_EQ(target.back(), 9);
  }
}
