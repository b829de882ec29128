//===- RoomTest.cpp - Memory that is not there ----------------------------===//
//
// A segment without room, and operator new without memory: the call is refused
// with OUT_OF_MEMORY and says what it wanted; no exception leaves the C API.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "Segment.h"
#include "popt-rt/transport_threads.h"

#include <cstdlib>
#include <new>
#include <numeric>
#include <unistd.h>

using namespace popt::rt;

/// True: this thread's next allocation fails.
static thread_local bool failsNext = false;

// Not inlined: g++ would take malloc and free for a mismatched pair.
[[gnu::noinline]] void *operator new(size_t size) {
  if (failsNext) {
    failsNext = false;
    throw std::bad_alloc();
  }
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void *memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, size_t) noexcept {
  std::free(memory);
}

namespace {
/// Rank 0 of a shared segment; the other ranks never come.
struct RoomTest : testing::Test {
  popt_rt_transport *transport = nullptr;
  int fd = -1;
  popt_rt_op op = {5, "large", nullptr};

  void attach(int32_t size, int64_t bytes) {
    ASSERT_EQ(popt_rt_threads_create_segment(size, bytes, &fd), POPT_RT_OK);
    ASSERT_EQ(popt_rt_threads_attach(fd, 0, nullptr, &transport), POPT_RT_OK);
  }
  ~RoomTest() override {
    popt_rt_transport_destroy(transport);
    close(fd);
  }
  popt_rt_group *group(int32_t size) {
    std::vector<int32_t> ranks(size);
    std::iota(ranks.begin(), ranks.end(), 0);
    popt_rt_group *made = nullptr;
    EXPECT_EQ(popt_rt_group_create(transport, ranks.data(), size, 0, &made),
              POPT_RT_OK)
        << popt_rt_last_error(transport);
    return made;
  }
  /// No string: g++ would make it before the call whose allocation fails.
  void refused(popt_rt_status status, const char *message) {
    EXPECT_EQ(status, POPT_RT_OUT_OF_MEMORY);
    EXPECT_STREQ(popt_rt_last_error(transport), message);
  }
};
} // namespace

// A heap of 4 MiB takes one buffer of 3 MiB.
TEST_F(RoomTest, Heap) {
  attach(1, 4 << 20);
  void *memory = nullptr;
  refused(popt_rt_transport_allocate(transport, 5 << 20, &memory),
          "allocate: no room for 5242880 bytes");
  EXPECT_EQ(memory, nullptr);
  popt_rt_group *self = group(1);
  std::vector<float> send(5 << 18), recv(send.size());
  refused(popt_rt_all_reduce(self, &op, send.data(), recv.data(), 5 << 18,
                             POPT_RT_F32, POPT_RT_SUM),
          "all_reduce of op 5 (\"large\"): no room to copy 5242880 bytes");
  refused(popt_rt_all_reduce(self, &op, send.data(), recv.data(), 3 << 18,
                             POPT_RT_F32, POPT_RT_SUM),
          "all_reduce of op 5 (\"large\"): no room to copy 3145728 bytes");
  popt_rt_request *request = nullptr;
  refused(popt_rt_send_start(self, &op, send.data(), 3 << 18, POPT_RT_F32, 0,
                             &request),
          "op 5 (\"large\"): no room to copy 3145728 bytes");
  EXPECT_EQ(request, nullptr);
  auto bucketOf = [&](int64_t count) {
    EXPECT_EQ(popt_rt_bucket_begin(self), POPT_RT_OK);
    for (int64_t begin : {int64_t(0), count})
      EXPECT_EQ(popt_rt_all_reduce(self, &op, send.data() + begin,
                                   recv.data() + begin, count, POPT_RT_F32,
                                   POPT_RT_SUM),
                POPT_RT_OK);
    return popt_rt_bucket_end(self, &op);
  };
  EXPECT_EQ(bucketOf(1000), POPT_RT_OK);
  refused(bucketOf(5 << 17),
          "bucket of op 5 (\"large\"): no room to copy its buffers");
}

// Groups and pairs of ranks share 256 MiB of book-keeping.
TEST_F(RoomTest, ControlArea) {
  attach(4096, 4096);
  popt_rt_group *many = group(3300);
  popt_rt_status status = POPT_RT_OK;
  for (int32_t target = 1; target < 3300 && !status; ++target) {
    popt_rt_request *request = nullptr;
    status = popt_rt_send_start(many, &op, nullptr, 0, POPT_RT_F32, target,
                                &request);
  }
  refused(
      status,
      "op 5 (\"large\"): the segment has no room for another pair of ranks");
  std::vector<int32_t> all(4096);
  std::iota(all.begin(), all.end(), 0);
  popt_rt_group *none = nullptr;
  refused(popt_rt_group_create(transport, all.data(), 4096, 0, &none),
          "group: the segment has no room for another group");
}

TEST_F(RoomTest, NoMemory) {
  attach(1, 4 << 20);
  int32_t rank = 0;
  popt_rt_group *self = nullptr;
  failsNext = true;
  refused(popt_rt_group_create(transport, &rank, 1, 0, &self),
          "group: out of memory");
  self = group(1);
  popt_rt_request *request = nullptr;
  float value = 0;
  failsNext = true;
  refused(popt_rt_send_start(self, &op, &value, 1, POPT_RT_F32, 0, &request),
          "send: out of memory");
  failsNext = true;
  refused(popt_rt_recv_start(self, &op, &value, 1, POPT_RT_F32, 0, &request),
          "receive: out of memory");
  failsNext = true;
  popt_rt_pair pair = {0, 0};
  float got = 0, other = 0;
  refused(popt_rt_permute(self, &op, &value, &got, 1, POPT_RT_F32, &pair, 1,
                          nullptr),
          "permute: out of memory");
  // In a bucket, while it is recorded and when it is run.
  EXPECT_EQ(popt_rt_bucket_begin(self), POPT_RT_OK);
  failsNext = true;
  refused(popt_rt_permute(self, &op, &value, &got, 1, POPT_RT_F32, &pair, 1,
                          nullptr),
          "permute: out of memory");
  refused(popt_rt_bucket_end(self, &op), "permute: out of memory");
  EXPECT_EQ(popt_rt_bucket_begin(self), POPT_RT_OK);
  for (float *to : {&got, &other})
    EXPECT_EQ(
        popt_rt_all_reduce(self, &op, &value, to, 1, POPT_RT_F32, POPT_RT_SUM),
        POPT_RT_OK);
  failsNext = true;
  refused(popt_rt_bucket_end(self, &op), "bucket: out of memory");
  failsNext = false;
}

// The others are not kept waiting by a process that ends while it writes why.
TEST_F(RoomTest, KilledWhileFailing) {
  attach(2, 4096);
  Segment::attach(fd)->header().failed.store(SegmentHeader::failing);
  int32_t rank = 0;
  popt_rt_group *none = nullptr;
  EXPECT_EQ(popt_rt_group_create(transport, &rank, 1, 0, &none),
            POPT_RT_ABORTED);
  EXPECT_STREQ(popt_rt_last_error(transport),
               "a rank died while it reported a failure");
}
