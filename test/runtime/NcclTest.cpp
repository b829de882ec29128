//===- NcclTest.cpp - NCCL is opened, or the user hears why not -----------===//
//
// What an opened library does is test/Execute/Gpu's and the fake's matter; that
// the declarations are NCCL's, nccl-header.test's.
//
//===----------------------------------------------------------------------===//
#include "transport/nccl/Nccl.h"
#include "FakeDriver.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/transport_nccl.h"
#include <algorithm>
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
/// Ranks with a GPU each.
struct NcclRanks : FakeDriver {
  explicit NcclRanks(int32_t size)
      : size(size), devices(static_cast<size_t>(size)),
        transports(static_cast<size_t>(size)) {}
  const int32_t size;
  std::vector<popt_rt_device *> devices;
  std::vector<popt_rt_transport *> transports;

  void start(const std::string &words, popt_rt_nccl_options options) {
    reset(words.c_str());
    setenv("POPT_NCCL", POPT_FAKE_CUDA_DRIVER, 1);
    ASSERT_EQ(popt_rt_cuda_create(size, nullptr, devices.data()), POPT_RT_OK);
    for (popt_rt_device *device : devices)
      ASSERT_EQ(popt_rt_device_open(device, 1, 0), POPT_RT_OK);
    ASSERT_EQ(
        popt_rt_nccl_create(size, &options, devices.data(), transports.data()),
        POPT_RT_OK);
  }
  /// Nothing of NCCL or the driver is left.
  void end() {
    onAll([](popt_rt_transport *transport, popt_rt_device *) {
      popt_rt_transport_destroy(transport);
    });
    for (popt_rt_device *device : devices)
      popt_rt_device_destroy(device);
    transports.clear();
    devices.clear();
    // Threads that abort hold their GPUs until they are done.
    for (int i = 0; i < 10'000 && counters().live_objects > 0; ++i)
      usleep(1000);
    EXPECT_EQ(counters().live_objects, 0u);
    unsetenv("POPT_NCCL");
  }
  void TearDown() override {
    if (!devices.empty())
      end();
  }
  template <typename Body> void onAll(Body body) {
    std::vector<std::thread> threads;
    for (size_t rank = 0; rank < devices.size(); ++rank)
      threads.emplace_back(
          [&, rank] { body(transports[rank], devices[rank]); });
    for (std::thread &thread : threads)
      thread.join();
  }
  static popt_rt_status makeGroup(popt_rt_transport *transport,
                                  popt_rt_group *&group) {
    int32_t ranks[] = {0, 1, 2, 3};
    return popt_rt_group_create(transport, ranks,
                                popt_rt_transport_size(transport), 0, &group);
  }
  static popt_rt_group *groupOf(popt_rt_transport *transport) {
    popt_rt_group *group = nullptr;
    EXPECT_EQ(makeGroup(transport, group), POPT_RT_OK);
    return group;
  }
};

} // namespace

namespace {
/// Two ranks, with sums in member order, which are staged.
struct NcclStaging : NcclRanks {
  static constexpr int64_t kCount = 100'000;
  explicit NcclStaging(int32_t size = 2) : NcclRanks(size) {}
  void SetUp() override { start("devices=4,checks=bounds", {10, 1}); }
  /// kCount ones in the device's memory.
  static void *makeOnes(popt_rt_device *device) {
    void *memory = nullptr;
    EXPECT_EQ(popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, kCount * 4,
                                      &memory),
              POPT_RT_OK);
    std::vector<float> ones(kCount, 1);
    EXPECT_EQ(popt_rt_device_copy(device, 0, memory, ones.data(), kCount * 4),
              POPT_RT_OK);
    return memory;
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

struct NcclOfFour : NcclStaging {
  NcclOfFour() : NcclStaging(4) {}
};
} // namespace

// Those that share no rank at once; others carry no collectives on streams.
TEST_F(NcclOfFour, GroupsAreSplitOff) {
  const std::vector<std::vector<int32_t>> lists = {
      {0, 1}, {0, 2}, {1, 3}, {3, 2}, {1, 2, 3}};
  std::vector<int32_t> ranks, sizes, channels(lists.size(), 1);
  for (const std::vector<int32_t> &list : lists) {
    ranks.insert(ranks.end(), list.begin(), list.end());
    sizes.push_back(static_cast<int32_t>(list.size()));
  }
  uint64_t others = calls("ncclCommInitRankConfig");
  onAll([&](popt_rt_transport *transport, popt_rt_device *device) {
    auto prepare = [&](int32_t count) {
      return popt_rt_groups_prepare(transport, ranks.data(), sizes.data(),
                                    channels.data(), count);
    };
    ASSERT_EQ(prepare(static_cast<int32_t>(sizes.size())), POPT_RT_OK);
    ASSERT_EQ(prepare(2), POPT_RT_OK); // which are there
    int32_t self = popt_rt_transport_rank(transport);
    void *memory = makeOnes(device), *stream = popt_rt_device_stream(device, 0);
    popt_rt_group *group = nullptr;
    auto sum = [&](const std::vector<int32_t> &list, int32_t channel) {
      popt_rt_op op = {3, "sum", stream};
      EXPECT_EQ(popt_rt_group_create(transport, list.data(),
                                     static_cast<int32_t>(list.size()), channel,
                                     &group),
                POPT_RT_OK);
      return popt_rt_all_reduce(group, &op, memory, memory, kCount, POPT_RT_F32,
                                POPT_RT_SUM);
    };
    for (const std::vector<int32_t> &list : lists) {
      auto place = std::find(list.begin(), list.end(), self);
      if (place == list.end())
        continue;
      std::vector<float> ones(kCount, 1), got(kCount);
      popt_rt_device_copy(device, 0, memory, ones.data(), kCount * 4);
      EXPECT_EQ(sum(list, 1), POPT_RT_OK);
      EXPECT_EQ(popt_rt_group_member(group), place - list.begin());
      popt_rt_device_copy(device, 0, got.data(), memory, kCount * 4);
      EXPECT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK);
      EXPECT_EQ(got,
                std::vector<float>(kCount, static_cast<float>(list.size())));
    }
    if (self == 0 || self == 3) {
      EXPECT_EQ(sum({0, 3}, 1), POPT_RT_INVALID_ARGUMENT);
      EXPECT_STREQ(popt_rt_last_error(nullptr),
                   "op 3 (\"sum\") is on a stream, but its group was not "
                   "prepared for that");
    }
    popt_rt_device_free(device, memory);
  });
  EXPECT_EQ(calls("ncclCommSplit"), 3u * 4);
  EXPECT_EQ(calls("ncclCommInitRankConfig"), others);
}

TEST_F(NcclStaging, ConnectionsThatFail) {
  onAll([](popt_rt_transport *transport, popt_rt_device *) {
    popt_rt_group *group = groupOf(transport);
    if (popt_rt_transport_rank(transport) != 0)
      return;
    failCall("ncclGroupStart", 1, 5);
    EXPECT_EQ(popt_rt_group_connect(group), POPT_RT_SYSTEM_ERROR);
    EXPECT_EQ(std::string(popt_rt_last_error(transport))
                  .find("rank 0: the connections of 2 ranks: ncclGroupStart: "),
              0u)
        << popt_rt_last_error(transport);
  });
}

TEST_F(NcclStaging, WhatIsNoGroup) {
  int32_t ranks[] = {0, 0}, sizes[] = {2}, none[] = {0}, channels[] = {0};
  auto refused = [&](const int32_t *sizes, const std::string &message) {
    EXPECT_EQ(popt_rt_groups_prepare(transports[0], ranks, sizes, channels, 1),
              POPT_RT_INVALID_ARGUMENT);
    EXPECT_EQ(popt_rt_last_error(nullptr), message);
  };
  refused(sizes, "group: rank 0 is listed twice");
  refused(none, "groups: empty list of ranks");
  refused(nullptr, "groups: null argument");
}

TEST_F(NcclStaging, IsThereBeforeTheCall) {
  onAll([](popt_rt_transport *transport, popt_rt_device *device) {
    void *memory = makeOnes(device), *stream = popt_rt_device_stream(device, 0);
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
  onAll([&](popt_rt_transport *transport, popt_rt_device *device) {
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
  onAll([](popt_rt_transport *transport, popt_rt_device *) {
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
  onAll([](popt_rt_transport *transport, popt_rt_device *) {
    popt_rt_transport_destroy(transport);
  });
  EXPECT_LT(std::chrono::steady_clock::now() - start, kSoon);
  EXPECT_EQ(calls("ncclCommAbort"), 4u); // of all, and of the group
  transports[0] = transports[1] = nullptr;
  fake<void()>("popt_fake_cuda_release")();
}

TEST_F(NcclStaging, NoRoom) {
  onAll([](popt_rt_transport *transport, popt_rt_device *device) {
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

// NCCL swallows a send of rank 1's second sum: none is blamed for that.
TEST_F(NcclStaging, ACallThatDoesNotFinish) {
  std::string text;
  onAll([&](popt_rt_transport *transport, popt_rt_device *device) {
    void *memory = makeOnes(device);
    popt_rt_group *group = groupOf(transport);
    auto sum = [&] {
      popt_rt_op op = {3, "sum", popt_rt_device_stream(device, 0)};
      EXPECT_EQ(popt_rt_all_reduce(group, &op, memory, memory, kCount,
                                   POPT_RT_F32, POPT_RT_SUM),
                POPT_RT_OK);
    };
    sum();
    popt_rt_device_synchronize(device, 0);
    popt_rt_transport_set_timeout(transport, 0.3);
    ASSERT_EQ(popt_rt_barrier(group, nullptr), POPT_RT_OK);
    int32_t rank = popt_rt_transport_rank(transport);
    if (rank == 1) {
      failCall("ncclSend", 1, 0);
      sum();
    }
    ASSERT_EQ(popt_rt_barrier(group, nullptr), POPT_RT_OK);
    if (rank != 1)
      sum();
    popt_rt_device_synchronize(device, 0);
    EXPECT_EQ(popt_rt_transport_health(transport), POPT_RT_TIMEOUT);
    if (rank == 0)
      text = popt_rt_last_error(transport);
    popt_rt_device_free(device, memory);
  });
  EXPECT_EQ(text, "all_reduce of op 3 (\"sum\") timed out after 300 ms: all "
                  "ranks arrived but it did not finish");
}
