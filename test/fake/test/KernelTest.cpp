//===- KernelTest.cpp - Whole kernels, and how fast they run --------------===//

#include "FakeGpu.h"

#include <chrono>
#include <cmath>
#include <cstdio>

using namespace popt::fake;

/// y = x / sqrt(mean(x^2)) by rows, a block of 256 threads per row: a loop,
/// shuffles, shared memory, a barrier.
static std::string rms() {
  return kernel(R"(
    .shared .align 4 .b8 part[32];
    mul.wide.u32 %rd2, %c, 4096;
    mul.wide.u32 %rd3, %t, 4;
    add.s64 %rd4, %rd2, %rd3;
    add.s64 %rd5, %rd0, %rd4;
    add.s64 %rd6, %rd1, %rd4;
    mov.b32 %r1, 0f00000000;
    mov.b32 %r2, 0;
    mov.b64 %rd7, %rd5;
  sum:
    ld.global.f32 %r3, [%rd7];
    fma.rn.f32 %r1, %r3, %r3, %r1;
    add.s64 %rd7, %rd7, 1024;
    add.s32 %r2, %r2, 1;
    setp.lt.s32 %p1, %r2, 4;
    @%p1 bra sum;
    shfl.sync.bfly.b32 %r4, %r1, 16, 31, -1;
    add.rn.f32 %r1, %r1, %r4;
    shfl.sync.bfly.b32 %r4, %r1, 8, 31, -1;
    add.rn.f32 %r1, %r1, %r4;
    shfl.sync.bfly.b32 %r4, %r1, 4, 31, -1;
    add.rn.f32 %r1, %r1, %r4;
    shfl.sync.bfly.b32 %r4, %r1, 2, 31, -1;
    add.rn.f32 %r1, %r1, %r4;
    shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1;
    add.rn.f32 %r1, %r1, %r4;
    and.b32 %r5, %t, 31;
    setp.ne.b32 %p2, %r5, 0;
    @%p2 bra stored;
    shr.u32 %r6, %t, 5;
    shl.b32 %r6, %r6, 2;
    cvt.u64.u32 %rd8, %r6;
    mov.u64 %rd9, part;
    add.s64 %rd8, %rd8, %rd9;
    st.shared.f32 [%rd8], %r1;
  stored:
    bar.sync 0;
    ld.shared.v4.f32 {%r10, %r11, %r12, %r13}, [part];
    ld.shared.v4.f32 {%r14, %r15, %r16, %r17}, [part+16];
    add.rn.f32 %r10, %r10, %r11;
    add.rn.f32 %r10, %r10, %r12;
    add.rn.f32 %r10, %r10, %r13;
    add.rn.f32 %r10, %r10, %r14;
    add.rn.f32 %r10, %r10, %r15;
    add.rn.f32 %r10, %r10, %r16;
    add.rn.f32 %r10, %r10, %r17;
    mul.rn.f32 %r10, %r10, 0f3A800000;
    sqrt.rn.f32 %r10, %r10;
    mov.b32 %r2, 0;
  scale:
    ld.global.f32 %r3, [%rd5];
    div.rn.f32 %r3, %r3, %r10;
    st.global.f32 [%rd6], %r3;
    add.s64 %rd5, %rd5, 1024;
    add.s64 %rd6, %rd6, 1024;
    add.s32 %r2, %r2, 1;
    setp.lt.s32 %p1, %r2, 4;
    @%p1 bra scale;)");
}

static std::vector<float> numbers(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = float(int((i * 2654435761u) >> 8 & 0xffff) - 32768) / 9000;
  return values;
}

TEST(Kernel, RowsAreNormalised) {
  FakeGpu gpu;
  const size_t rows = 16;
  std::vector<float> x = numbers(rows * 1024);
  Address in = gpu.upload(x), out = gpu.allocate<float>(x.size());
  EXPECT_CU(gpu.launch(gpu.load(rms()), rows, 256, {in, out}));
  std::vector<float> y = gpu.download<float>(out, x.size());
  for (size_t row = 0; row < rows; ++row) {
    // In the kernel's own order of summation.
    float lanes[256] = {}, parts[8];
    for (size_t t = 0; t < 256; ++t)
      for (size_t k = 0; k < 4; ++k) {
        float v = x[row * 1024 + k * 256 + t];
        lanes[t] = std::fma(v, v, lanes[t]);
      }
    for (size_t by = 16; by; by /= 2) {
      float next[256];
      for (size_t t = 0; t < 256; ++t)
        next[t] = lanes[t] + lanes[t ^ by];
      memcpy(lanes, next, sizeof(lanes));
    }
    for (size_t w = 0; w < 8; ++w)
      parts[w] = lanes[w * 32];
    float sum = parts[0];
    for (size_t w = 1; w < 8; ++w)
      sum += parts[w];
    float scale = std::sqrt(sum * (1.0f / 1024));
    for (size_t i = 0; i < 1024; ++i)
      ASSERT_EQ(y[row * 1024 + i], x[row * 1024 + i] / scale)
          << row << " " << i;
  }
  EXPECT_EQ(gpu.report(), "");
}

/// Printed, not asserted: machines differ.
TEST(Kernel, Speed) {
  for (const char *checks : {"checks=none", "checks=bounds", "checks=all"}) {
    FakeGpu gpu(checks);
    const size_t rows = 1024;
    Address in = gpu.upload(numbers(rows * 1024));
    Address out = gpu.allocate<float>(rows * 1024);
    Function f = gpu.load(rms());
    EXPECT_CU(gpu.launch(f, rows, 256, {in, out}));
    EXPECT_CU(gpu.wait());
    PoptFakeCudaCounters before, after;
    popt_fake_cuda_counters(&before);
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 3; ++i)
      EXPECT_CU(gpu.launch(f, rows, 256, {in, out}));
    EXPECT_CU(gpu.wait());
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - begin;
    popt_fake_cuda_counters(&after);
    double instructions =
        double(after.thread_instructions - before.thread_instructions);
    printf("%s: %.0f million thread instructions/s, %.1f ns per element\n",
           checks, instructions / seconds.count() / 1e6,
           seconds.count() * 1e9 / (3.0 * rows * 1024));
    EXPECT_EQ(gpu.report(), "");
  }
}
