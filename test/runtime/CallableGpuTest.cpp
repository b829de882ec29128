//===- CallableGpuTest.cpp - Calls with tensors in the memory of GPUs -----===//
//
// Four ranks on two GPUs of the fake driver. What the blocks hold is checked in
// ShardsTest; here they are copied without the host.
//
//===----------------------------------------------------------------------===//
#include "FakeDriver.h"
#include "Tables.h"
#include "device/cuda/Driver.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/package.h"
#include "popt-rt/run.h"
#include <numeric>

using namespace popt::rt;

namespace {

/// x [7, 5], uneven over both axes, and p [3], partial over both, of which the maximum
/// counts: results are what was given.
StepTable copies() {
  TableBuilder b({{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", POPT_RT_F32, {7, 5}, {{0}, {1}});
  Operand p = b.argument("p", POPT_RT_F32, {3});
  Operand y = b.tensor(POPT_RT_F32, {4, 3}), q = b.tensor(POPT_RT_F32, {3});
  b.result("y", y, {7, 5}, {{0}, {1}});
  b.result("q", q, {3});
  for (Layout *layout :
       {&b.table.arguments[1].layout, &b.table.results[1].layout}) {
    layout->partial = {{0, 1, 2}, {1, 1, 2}};
    layout->monoid = Monoid::Max;
  }
  b.add(CopyOp{}, {x, y});
  b.add(CopyOp{}, {p, q});
  return b.table;
}

class CallableGpu : public FakeDriver {
protected:
  CallableGpu() { reset("devices=2,seed=3"); }
  ~CallableGpu() override {
    popt_rt_program_destroy(program);
    if (device)
      popt_rt_device_destroy(device);
    EXPECT_EQ(counters().reports, 0u);
    EXPECT_EQ(counters().live_objects, 0u);
  }
  void openDevice() {
    const int32_t gpu = 1;
    ASSERT_EQ(popt_rt_cuda_create(1, &gpu, &device), POPT_RT_OK);
    ASSERT_EQ(popt_rt_device_open(device, 1, 0), POPT_RT_OK);
  }
  std::string start(StepTable table, const std::vector<int32_t> &gpus) {
    popt_rt_program_options options = {};
    options.gpus = gpus.data();
    options.num_gpus = int32_t(gpus.size());
    return startProgram(loaded(std::move(table)), &options, &program) ==
                   POPT_RT_OK
               ? ""
               : popt_rt_program_last_error();
  }
  float *onGpu(const std::vector<float> &values) {
    void *memory = nullptr;
    size_t bytes = values.size() * sizeof(float);
    EXPECT_EQ(
        popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes, &memory),
        POPT_RT_OK);
    EXPECT_EQ(popt_rt_device_copy(device, 0, memory, values.data(), bytes),
              POPT_RT_OK);
    EXPECT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK);
    return static_cast<float *>(memory);
  }
  std::vector<float> read(const float *memory, size_t count) {
    std::vector<float> values(count);
    EXPECT_EQ(popt_rt_device_copy(device, 0, values.data(), memory,
                                  count * sizeof(float)),
              POPT_RT_OK);
    EXPECT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK);
    return values;
  }

  popt_rt_device *device = nullptr;
  popt_rt_program *program = nullptr;
};

TEST_F(CallableGpu, BlocksAreCopiedOnGpus) {
  openDevice();
  ASSERT_EQ(start(copies(), {1, 0, 1, 0}), "");
  EXPECT_EQ(popt_rt_program_gpu(program, 0), 1);
  EXPECT_EQ(popt_rt_program_gpu(program, 3), 0);
  EXPECT_EQ(popt_rt_program_gpu(program, 4), -1);
  std::vector<float> x(35), columns(35), none(35, -1);
  std::iota(x.begin(), x.end(), 1.0f);
  for (int i = 0; i < 35; ++i)
    columns[i % 5 * 7 + i / 5] = x[i];
  const int64_t strides[] = {1, 7};
  float *from = onGpu(columns), *p = onGpu({3, -2, 5}), *y = onGpu(none),
        *q = onGpu(none);
  popt_rt_value in[] = {{0, from, 0, 1, strides}, {1, p, 0, 1}},
                out[] = {{0, y, 0, 1}, {1, q, 0, 1}};
  PoptFakeCudaCounters before = counters();
  for (int step = 0; step < 2; ++step)
    ASSERT_EQ(popt_rt_program_call(program, in, 2, out, 2, nullptr, nullptr),
              POPT_RT_OK)
        << popt_rt_program_last_error();
  PoptFakeCudaCounters after = counters();
  // The maximum alone, of twelve bytes, is made by the host of what four ranks have.
  EXPECT_EQ(after.bytes_to_host - before.bytes_to_host, 2 * 4 * 12u);
  EXPECT_EQ(after.bytes_to_device - before.bytes_to_device, 2 * 12u);
  EXPECT_EQ(read(y, 35), x);
  EXPECT_EQ(read(q, 3), (std::vector<float>{3, -2, 5}));
  // And once more, of what the ranks have.
  float *again = onGpu(none);
  popt_rt_value result = {0, again, 0, 1};
  ASSERT_EQ(popt_rt_program_read(program, &result, 1), POPT_RT_OK);
  EXPECT_EQ(read(again, 35), x);
}

/// A thread of other libraries has its own context again after a start and an end.
TEST_F(CallableGpu, ThreadsKeepTheirContexts) {
  std::string error;
  std::shared_ptr<const cuda::Driver> driver = cuda::Driver::open(error);
  ASSERT_TRUE(driver) << error;
  cuda::Context other = nullptr;
  ASSERT_EQ(driver->cuDevicePrimaryCtxRetain(&other, 0), cuda::kSuccess);
  auto current = [&] {
    cuda::Context now = nullptr;
    EXPECT_EQ(driver->cuCtxGetCurrent(&now), cuda::kSuccess);
    return now;
  };
  for (cuda::Context mine : {other, cuda::Context()}) {
    ASSERT_EQ(driver->cuCtxSetCurrent(mine), cuda::kSuccess);
    ASSERT_EQ(start(copies(), {1, 1, 1, 1}), "");
    EXPECT_EQ(current(), mine);
    popt_rt_program_destroy(program);
    program = nullptr;
    EXPECT_EQ(current(), mine);
  }
  ASSERT_EQ(driver->cuCtxSetCurrent(other), cuda::kSuccess);
  void *before = popt_rt_cuda_enter(nullptr);
  EXPECT_EQ(before, other);
  openDevice();
  popt_rt_cuda_leave(nullptr, before);
  EXPECT_EQ(current(), other);
  before = popt_rt_cuda_enter(device);
  EXPECT_NE(current(), other);
  EXPECT_EQ(popt_rt_cuda_finish(device), POPT_RT_OK);
  popt_rt_cuda_leave(device, before);
  EXPECT_EQ(current(), other);
  EXPECT_EQ(popt_rt_cuda_finish(nullptr), POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_device_last_error(nullptr),
               "cuda: the device is no GPU");
  ASSERT_EQ(driver->cuCtxSetCurrent(nullptr), cuda::kSuccess);
  ASSERT_EQ(driver->cuDevicePrimaryCtxRelease(0), cuda::kSuccess);
}

TEST_F(CallableGpu, RanksAndGpus) {
  EXPECT_EQ(start(copies(), {1, 0}),
            "the program has 4 ranks, and GPUs are named for 2: name one for "
            "each rank (several may share one)");
  EXPECT_EQ(start(copies(), {1, 0, 2, 0}),
            "cannot start 4 ranks: there is no GPU 2 for rank 2: the driver "
            "shows 2, from 0; name another, or show more GPUs "
            "(CUDA_VISIBLE_DEVICES)");
  StepTable cpu = copies();
  cpu.target = {"cpu", false};
  EXPECT_EQ(start(cpu, {1, 0, 1, 0}),
            "the program is for cpu, and 4 GPUs are named for it: compile it "
            "for GPUs");
  ASSERT_EQ(start(cpu, {}), "");
  EXPECT_EQ(popt_rt_program_gpu(program, 0), -1);
  float x[35] = {};
  popt_rt_value value = {0, x, 0, 1};
  EXPECT_EQ(
      popt_rt_program_call(program, &value, 1, nullptr, 0, nullptr, nullptr),
      POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_program_last_error(),
               "argument 0 is in a GPU's memory, but this process's ranks are "
               "on no GPU");
}

TEST_F(CallableGpu, Lists) {
  popt_rt_gpu gpus[1];
  int32_t count = 0;
  reset("devices=2,sm=86");
  ASSERT_EQ(popt_rt_cuda_list(1, gpus, &count), POPT_RT_OK);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(gpus[0].capability, 86);
  EXPECT_STREQ(gpus[0].name, "popt fake GPU (sm_86)");
  const int32_t both[] = {0, 1, 0};
  EXPECT_EQ(popt_rt_cuda_can_connect(3, both), 1);
  const int32_t missing[] = {0, 2};
  EXPECT_EQ(popt_rt_cuda_can_connect(2, missing), 0);
  reset("devices=2,peers=0");
  EXPECT_EQ(popt_rt_cuda_can_connect(3, both), 0);
  EXPECT_EQ(popt_rt_cuda_can_connect(1, both), 1);
  failCall("cuDeviceGetName", 1, 999);
  EXPECT_EQ(popt_rt_cuda_list(1, gpus, &count), POPT_RT_SYSTEM_ERROR);
  EXPECT_EQ(std::string(popt_rt_device_last_error(nullptr))
                .rfind("GPU 0: cuDeviceGetName: CUDA_ERROR_UNKNOWN (999)", 0),
            0u);
}

} // namespace
