//===- CudaDeviceTest.cpp - GPUs as devices -------------------------------===//
//
// On the fake driver, which interprets PTX in host memory (runtime/fake).
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "popt-rt/device_cuda.h"
#include <cstdlib>

using namespace popt::rt;

TEST(CudaDevice, NoDriver) {
  setenv("POPT_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  popt_rt_device *device = nullptr;
  EXPECT_EQ(popt_rt_cuda_create(1, &device), POPT_RT_SYSTEM_ERROR);
  EXPECT_EQ(std::string(popt_rt_device_last_error(nullptr)),
            "there is no CUDA driver: /nowhere/libcuda.so: cannot open shared "
            "object file: No such file or directory; install NVIDIA's driver, "
            "or compile with --target=cpu");
  EXPECT_EQ(popt_rt_cuda_create(0, &device), POPT_RT_INVALID_ARGUMENT);
  unsetenv("POPT_CUDA_DRIVER");
}
