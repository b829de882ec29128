//===- NcclTest.cpp - NCCL is opened, or the user hears why not -----------===//
//
// What an opened library does is test/Execute/Gpu's and the fake's matter; that
// the declarations are NCCL's, nccl-header.test's.
//
//===----------------------------------------------------------------------===//
#include "device/cuda/Nccl.h"
#include "FakeDriver.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/transport_nccl.h"
#include <chrono>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace popt::rt;
using namespace popt::rt::cuda;

/// What is said of `path` as the library; null: none is named.
static std::string noteOf(const char *path) {
  if (path)
    setenv("POPT_NCCL", path, 1);
  else
    unsetenv("POPT_NCCL");
  std::string note;
  EXPECT_EQ(Nccl::open(note), nullptr) << note;
  unsetenv("POPT_NCCL");
  return note;
}

TEST(Nccl, NoLibrary) {
  std::string note = noteOf("/nowhere/libnccl.so");
  EXPECT_EQ(note.find("NCCL was not found: /nowhere/libnccl.so: "), 0u) << note;
  EXPECT_NE(note.find("; install it, or name one in POPT_NCCL; without it GPUs "
                      "have no --transport nccl"),
            std::string::npos)
      << note;
}

TEST(Nccl, NotLookedFor) {
  const char *words =
      "NCCL is not looked for: POPT_NCCL is off, or POPT_CUDA_DRIVER names a "
      "driver; name a library in POPT_NCCL";
  EXPECT_EQ(noteOf("off"), words);
  setenv("POPT_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  EXPECT_EQ(noteOf(nullptr), words);
  unsetenv("POPT_CUDA_DRIVER");
}

TEST(Nccl, NobodyToConnect) {
  EXPECT_EQ(popt_rt_nccl_create(0, nullptr, nullptr, nullptr),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_last_error(nullptr), "nccl: null argument or no ranks");
  EXPECT_EQ(popt_rt_nccl_attach(nullptr, nullptr, nullptr, nullptr),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_last_error(nullptr),
               "nccl: null argument, or a transport that is none of the host");
}

TEST(Nccl, NoSuchFunctions) {
  EXPECT_EQ(noteOf("libm.so.6"),
            "NCCL is too old: it has no ncclGetVersion; install a newer one; "
            "without it GPUs have no --transport nccl");
}

namespace {
/// Two ranks, with sums in member order, which are staged.
struct NcclStaging : FakeDriver {
  static constexpr int64_t kCount = 100'000;
  popt_rt_device *devices[2] = {};
  popt_rt_transport *transports[2] = {};

  void SetUp() override {
    reset("devices=2,checks=bounds");
    setenv("POPT_NCCL", POPT_FAKE_CUDA_DRIVER, 1);
    ASSERT_EQ(popt_rt_cuda_create(2, devices), POPT_RT_OK);
    for (popt_rt_device *device : devices)
      ASSERT_EQ(popt_rt_device_open(device, 1, 0), POPT_RT_OK);
    popt_rt_nccl_options options = {10, 1};
    ASSERT_EQ(popt_rt_nccl_create(2, &options, devices, transports),
              POPT_RT_OK);
  }
  void TearDown() override {
    onBoth([](popt_rt_transport *transport, popt_rt_device *) {
      popt_rt_transport_destroy(transport);
    });
    for (popt_rt_device *device : devices)
      popt_rt_device_destroy(device);
    unsetenv("POPT_NCCL");
  }
  template <typename Body> void onBoth(Body body) {
    std::thread other([&] { body(transports[1], devices[1]); });
    body(transports[0], devices[0]);
    other.join();
  }
  static popt_rt_group *groupOf(popt_rt_transport *transport) {
    int32_t ranks[] = {0, 1};
    popt_rt_group *group = nullptr;
    EXPECT_EQ(popt_rt_group_create(transport, ranks, 2, 0, &group), POPT_RT_OK);
    return group;
  }
  static popt_rt_status reserve(popt_rt_group *group, void *stream,
                                void *memory) {
    EXPECT_EQ(popt_rt_bucket_begin(group), POPT_RT_OK);
    EXPECT_EQ(popt_rt_all_reduce(group, nullptr, memory, memory, kCount,
                                 POPT_RT_F32, POPT_RT_SUM),
              POPT_RT_OK);
    return popt_rt_bucket_reserve(group, stream);
  }
};
} // namespace

TEST_F(NcclStaging, IsThereBeforeTheCall) {
  onBoth([](popt_rt_transport *transport, popt_rt_device *device) {
    void *memory = nullptr, *stream = popt_rt_device_stream(device, 0);
    ASSERT_EQ(popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, kCount * 4,
                                      &memory),
              POPT_RT_OK);
    std::vector<float> ones(kCount, 1);
    ASSERT_EQ(popt_rt_device_copy(device, 0, memory, ones.data(), kCount * 4),
              POPT_RT_OK);
    popt_rt_group *group = groupOf(transport);
    EXPECT_EQ(popt_rt_bucket_reserve(group, stream), POPT_RT_INVALID_ARGUMENT);
    ASSERT_EQ(reserve(group, stream, memory), POPT_RT_OK);
    ASSERT_EQ(popt_rt_barrier(group, nullptr), POPT_RT_OK);
    uint64_t before = counters().bytes_allocated;
    popt_rt_op op = {3, "sum", stream};
    ASSERT_EQ(popt_rt_all_reduce(group, &op, memory, memory, kCount,
                                 POPT_RT_F32, POPT_RT_SUM),
              POPT_RT_OK);
    ASSERT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK);
    EXPECT_EQ(counters().bytes_allocated, before);
    ASSERT_EQ(popt_rt_barrier(group, nullptr), POPT_RT_OK);
    popt_rt_device_free(device, memory);
  });
}

// A rank that is about to leave is one that has left, though NCCL takes its time.
TEST_F(NcclStaging, ARankLeavesBeforeItsCommunicators) {
  EXPECT_EQ(fake<int(const char *, uint64_t)>("popt_fake_cuda_hang")(
                "ncclCommDestroy", 1),
            0);
  popt_rt_transport *first = transports[0];
  onBoth([&](popt_rt_transport *transport, popt_rt_device *device) {
    popt_rt_group *group = groupOf(transport);
    popt_rt_op op = {3, "alone", popt_rt_device_stream(device, 0)};
    EXPECT_EQ(popt_rt_barrier(group, &op), POPT_RT_OK);
    popt_rt_device_synchronize(device, 0);
    if (transport != first)
      return popt_rt_transport_destroy(transport);
    EXPECT_EQ(popt_rt_barrier(group, &op), POPT_RT_OK);
    popt_rt_device_synchronize(device, 0);
    EXPECT_EQ(popt_rt_transport_health(transport), POPT_RT_ABORTED);
    EXPECT_STREQ(popt_rt_last_error(transport),
                 "barrier of op 3 (\"alone\"): rank 1 (last seen in op 3) left "
                 "without taking part");
    fake<void()>("popt_fake_cuda_release")();
  });
  transports[1] = nullptr;
}

/// What a test of this takes as "soon": a run whose process was killed ends in 2 s.
static constexpr auto kSoon = std::chrono::seconds(2);

// An abort that does not come back, as while NCCL connects to a rank that is gone.
TEST_F(NcclStaging, AnAbortMayTakeLong) {
  onBoth([](popt_rt_transport *transport, popt_rt_device *) {
    EXPECT_EQ(popt_rt_barrier(groupOf(transport), nullptr), POPT_RT_OK);
  });
  for (uint64_t n = 1; n <= 4; ++n)
    EXPECT_EQ(fake<int(const char *, uint64_t)>("popt_fake_cuda_hang")(
                  "ncclCommAbort", n),
              0);
  auto start = std::chrono::steady_clock::now();
  popt_rt_transport_abort(transports[0], "now");
  while (calls("ncclCommAbort") < 4 &&
         std::chrono::steady_clock::now() - start < kSoon)
    usleep(1000);
  onBoth([](popt_rt_transport *transport, popt_rt_device *) {
    popt_rt_transport_destroy(transport);
  });
  EXPECT_LT(std::chrono::steady_clock::now() - start, kSoon);
  EXPECT_EQ(calls("ncclCommAbort"), 4u); // of all, and of the group
  transports[0] = transports[1] = nullptr;
  fake<void()>("popt_fake_cuda_release")();
  // Those that abort hold their GPUs until then.
  for (popt_rt_device *&device : devices) {
    popt_rt_device_destroy(device);
    device = nullptr;
  }
  while (counters().live_objects > 0)
    usleep(1000);
}

TEST_F(NcclStaging, NoRoom) {
  onBoth([](popt_rt_transport *transport, popt_rt_device *device) {
    popt_rt_group *group = groupOf(transport);
    if (popt_rt_transport_rank(transport) != 0)
      return;
    failCall("cuMemAlloc", 1, 2);
    void *stream = popt_rt_device_stream(device, 0), *memory = &stream;
    EXPECT_EQ(reserve(group, stream, memory), POPT_RT_OUT_OF_MEMORY);
    EXPECT_STREQ(popt_rt_last_error(transport),
                 "no room on the GPU to copy 200192 bytes of a collective");
  });
}
