//===- FakeDriver.h - The fake CUDA driver for tests of the runtime -------===//
#ifndef POPT_RT_TEST_FAKEDRIVER_H
#define POPT_RT_TEST_FAKEDRIVER_H

#include "../fake/FakeCuda.h"
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace popt::rt {

/// The fake driver, as it was before every test.
class FakeDriver : public testing::Test {
protected:
  FakeDriver() {
    setenv("POPT_CUDA_DRIVER", POPT_FAKE_CUDA_DRIVER, 1);
    reset("");
  }
  ~FakeDriver() override {
    unsetenv("POPT_FAKE_CUDA");
    unsetenv("POPT_CUDA_DRIVER");
  }
  /// A function of the fake driver's own API.
  template <typename Function> static Function *fake(const char *name) {
    static void *library = dlopen(POPT_FAKE_CUDA_DRIVER, RTLD_NOW);
    return reinterpret_cast<Function *>(dlsym(library, name));
  }
  static void reset(const char *words) {
    setenv("POPT_FAKE_CUDA", words, 1);
    EXPECT_EQ(fake<int(const char *)>("popt_fake_cuda_reset")(nullptr), 0);
  }
  static PoptFakeCudaCounters counters() {
    PoptFakeCudaCounters result;
    fake<void(PoptFakeCudaCounters *)>("popt_fake_cuda_counters")(&result);
    return result;
  }
  static uint64_t calls(const char *name) {
    return fake<uint64_t(const char *)>("popt_fake_cuda_calls")(name);
  }
  static void failCall(const char *name, uint64_t n, int32_t code) {
    EXPECT_EQ(fake<int(const char *, uint64_t, int32_t)>("popt_fake_cuda_fail")(
                  name, n, code),
              0);
  }
};

} // namespace popt::rt
#endif // POPT_RT_TEST_FAKEDRIVER_H
