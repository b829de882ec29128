//===- StreamTest.cpp - Queues, events, graphs, memory --------------------===//

#include "FakeGpu.h"

#include <algorithm>
#include <set>
#include <thread>

using namespace popt::fake;

/// p0[g] = p0[g] * 3 + number; the order of two of them shows in the result.
static std::string step(int number) {
  return kernel("mul.wide.u32 %o, %g, 4;\nadd.s64 %rd2, %rd0, %o;\n"
                "ld.global.b32 %r1, [%rd2];\nmad.lo.s32 %r1, %r1, 3, " +
                    std::to_string(number) + ";\nst.global.b32 [%rd2], %r1;",
                1);
}

TEST(Stream, InOrder) {
  for (int seed = 1; seed <= 10; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address a = gpu.upload(std::vector<int>(64, 1));
    Function one = gpu.load(step(1)), two = gpu.load(step(2));
    EXPECT_CU(gpu.launch(one, 1, 64, {a}));
    EXPECT_CU(gpu.launch(two, 1, 64, {a}));
    EXPECT_EQ(gpu.download<int>(a, 64)[63], (1 * 3 + 1) * 3 + 2);
  }
}

TEST(Stream, SeedsChangeTheOrder) {
  // Without checks: the race shows in the numbers.
  std::set<int> results;
  for (int seed = 1; seed <= 20; ++seed) {
    FakeGpu gpu("checks=bounds,seed=" + std::to_string(seed));
    Address a = gpu.upload(std::vector<int>(64, 1));
    Function one = gpu.load(step(1)), two = gpu.load(step(2));
    Stream other = nullptr;
    EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
    EXPECT_CU(gpu.launch(one, 1, 64, {a}));
    EXPECT_CU(gpu.launchOn(other, two, 1, 64, {a}));
    EXPECT_CU(gpu.cu.cuStreamSynchronize(other));
    EXPECT_CU(gpu.wait());
    results.insert(gpu.download<int>(a, 1)[0]);
  }
  EXPECT_EQ(results, (std::set<int>{14, 16}));
}

TEST(Stream, BlocksInAnyOrder) {
  // Each block draws a ticket.
  std::set<std::vector<int>> orders;
  for (int seed = 1; seed <= 10; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address ticket = gpu.upload(std::vector<int>(1, 0)),
            out = gpu.allocate<int>(8);
    Function f = gpu.load(kernel(R"(
      atom.global.add.u32 %r1, [%rd0], 1;
      mul.wide.u32 %o, %c, 4;
      add.s64 %rd2, %rd1, %o;
      st.global.b32 [%rd2], %r1;)"));
    EXPECT_CU(gpu.launch(f, 8, 1, {ticket, out}));
    orders.insert(gpu.download<int>(out, 8));
  }
  EXPECT_GT(orders.size(), 5u);
}

TEST(Stream, WorkIsLate) {
  // A pinned buffer that the host overwrites too early is seen overwritten, in
  // some order.
  std::set<int> seen;
  for (int seed = 1; seed <= 20; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address a = gpu.allocate<int>(1);
    void *pinned = nullptr;
    EXPECT_CU(gpu.cu.cuMemHostAlloc(&pinned, 4, kHostAllocPortable));
    *static_cast<int *>(pinned) = 1;
    EXPECT_CU(gpu.cu.cuMemcpyAsync(a, Address(pinned), 4, gpu.stream));
    *static_cast<int *>(pinned) = 2;
    seen.insert(gpu.download<int>(a, 1)[0]);
    EXPECT_CU(gpu.cu.cuMemFreeHost(pinned));
  }
  EXPECT_EQ(seen.count(2), 1u);
}

// Kernels reach pinned memory of the host, and two streams' accesses to it are
// ordered like all others.
TEST(Stream, KernelsReachPinnedMemory) {
  FakeGpu gpu;
  void *pinned = nullptr;
  EXPECT_CU(gpu.cu.cuMemHostAlloc(&pinned, 256, kHostAllocPortable));
  auto *numbers = static_cast<int *>(pinned);
  std::fill_n(numbers, 64, 1);
  Function two = gpu.load(step(2));
  EXPECT_CU(gpu.launch(two, 1, 64, {Address(pinned)}));
  EXPECT_CU(gpu.cu.cuStreamSynchronize(gpu.stream));
  EXPECT_EQ(numbers[63], 1 * 3 + 2);
  EXPECT_EQ(gpu.report(), "");
  Stream other = nullptr;
  EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
  EXPECT_CU(gpu.launch(two, 1, 64, {Address(pinned)}));
  EXPECT_CU(gpu.launchOn(other, two, 1, 64, {Address(pinned)}));
  gpu.cu.cuStreamSynchronize(other);
  gpu.cu.cuStreamSynchronize(gpu.stream);
  EXPECT_NE(gpu.report(), "");
}

TEST(Stream, NullStreamIsInOrderWithBlockingOnes) {
  for (int seed = 1; seed <= 10; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address a = gpu.upload(std::vector<int>(64, 1));
    Stream blocking = nullptr;
    EXPECT_CU(gpu.cu.cuStreamCreate(&blocking, 0));
    Function one = gpu.load(step(1)), two = gpu.load(step(2));
    EXPECT_CU(gpu.launchOn(blocking, one, 1, 64, {a}));
    EXPECT_CU(gpu.launchOn(nullptr, two, 1, 64, {a}));
    EXPECT_CU(gpu.launchOn(blocking, one, 1, 64, {a}));
    EXPECT_CU(gpu.cu.cuStreamSynchronize(blocking));
    EXPECT_EQ(gpu.download<int>(a, 1)[0], 14 * 3 + 1);
    EXPECT_EQ(gpu.report(), "");
  }
}

TEST(Stream, PollingEnds) {
  FakeGpu gpu;
  Address a = gpu.upload(std::vector<int>(64, 1));
  Function one = gpu.load(step(1));
  for (int i = 0; i < 20; ++i)
    EXPECT_CU(gpu.launch(one, 1, 64, {a}));
  Event event = nullptr;
  EXPECT_CU(gpu.cu.cuEventCreate(&event, 0));
  EXPECT_CU(gpu.cu.cuEventRecord(event, gpu.stream));
  int polls = 0;
  while (gpu.cu.cuEventQuery(event) == kNotReady)
    ++polls;
  EXPECT_LE(polls, 21);
  EXPECT_CU(gpu.cu.cuStreamQuery(gpu.stream));
}

TEST(Stream, EventsMeasureTime) {
  FakeGpu gpu;
  Event a = nullptr, b = nullptr, c = nullptr;
  EXPECT_CU(gpu.cu.cuEventCreate(&a, 0));
  EXPECT_CU(gpu.cu.cuEventCreate(&b, 0));
  EXPECT_CU(gpu.cu.cuEventCreate(&c, kEventDisableTiming));
  for (Event event : {a, b, c})
    EXPECT_CU(gpu.cu.cuEventRecord(event, gpu.stream));
  EXPECT_CU(gpu.wait());
  float milliseconds = -1;
  EXPECT_CU(gpu.cu.cuEventElapsedTime(&milliseconds, a, b));
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(gpu.cu.cuEventElapsedTime(&milliseconds, a, c), kInvalidHandle);
}

TEST(Memory, IsCountedToTheByte) {
  FakeGpu gpu("memory=1MB");
  size_t free = 0, total = 0;
  Address a = gpu.allocate<char>(1000), b = gpu.allocate<char>(24);
  EXPECT_CU(gpu.cu.cuMemGetInfo(&free, &total));
  EXPECT_EQ(total, size_t(1) << 20);
  EXPECT_EQ(free, total - 1024);
  Address c = 0;
  EXPECT_EQ(gpu.cu.cuMemAlloc(&c, total), kOutOfMemory);
  EXPECT_CU(gpu.cu.cuMemFree(a));
  EXPECT_CU(gpu.cu.cuMemFree(b));
  EXPECT_EQ(gpu.cu.cuMemFree(b), kInvalidValue);
  EXPECT_CU(gpu.cu.cuMemAlloc(&c, total));
  PoptFakeCudaCounters counters;
  popt_fake_cuda_counters(&counters);
  EXPECT_EQ(counters.bytes_allocated, total);
  EXPECT_EQ(counters.bytes_peak, total);
}

TEST(Memory, ManyAllocationsGoRound) {
  FakeGpu gpu("memory=64KB");
  for (int i = 0; i < 300000; ++i) {
    Address a = 0;
    ASSERT_EQ(gpu.cu.cuMemAlloc(&a, 60000), kSuccess) << i;
    ASSERT_EQ(gpu.cu.cuMemFree(a), kSuccess);
  }
}

TEST(Memory, FillsOfAllWidths) {
  FakeGpu gpu;
  Address a = gpu.allocate<uint8_t>(16);
  EXPECT_CU(gpu.cu.cuMemsetD32Async(a, 0x01020304, 4, gpu.stream));
  EXPECT_CU(gpu.cu.cuMemsetD16Async(a + 2, 0x0506, 1, gpu.stream));
  EXPECT_CU(gpu.cu.cuMemsetD8Async(a + 5, 7, 2, gpu.stream));
  std::vector<uint8_t> bytes = gpu.download<uint8_t>(a, 8);
  EXPECT_EQ(bytes, (std::vector<uint8_t>{4, 3, 6, 5, 4, 7, 7, 1}));
}

static GraphExec capture(FakeGpu &gpu, Address a, Address b, bool joins,
                         Result expected) {
  Function one = gpu.load(step(1)), two = gpu.load(step(2));
  Stream other = nullptr;
  Event fork = nullptr, join = nullptr;
  EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
  EXPECT_CU(gpu.cu.cuEventCreate(&fork, kEventDisableTiming));
  EXPECT_CU(gpu.cu.cuEventCreate(&join, kEventDisableTiming));
  EXPECT_CU(gpu.cu.cuStreamBeginCapture(gpu.stream, kCaptureThreadLocal));
  EXPECT_CU(gpu.launch(one, 1, 64, {a}));
  EXPECT_CU(gpu.cu.cuEventRecord(fork, gpu.stream));
  EXPECT_CU(gpu.cu.cuStreamWaitEvent(other, fork, 0));
  EXPECT_CU(gpu.launchOn(other, two, 1, 64, {b}));
  EXPECT_CU(gpu.launch(two, 1, 64, {a}));
  if (joins) {
    EXPECT_CU(gpu.cu.cuEventRecord(join, other));
    EXPECT_CU(gpu.cu.cuStreamWaitEvent(gpu.stream, join, 0));
    EXPECT_CU(gpu.cu.cuMemcpyAsync(a + 128, b, 128, gpu.stream));
  }
  Graph graph = nullptr;
  EXPECT_EQ(gpu.cu.cuStreamEndCapture(gpu.stream, &graph), expected);
  if (expected != kSuccess)
    return nullptr;
  size_t count = 0;
  EXPECT_CU(gpu.cu.cuGraphGetNodes(graph, nullptr, &count));
  EXPECT_EQ(count, 4u);
  GraphExec executable = nullptr;
  EXPECT_CU(gpu.cu.cuGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT_CU(gpu.cu.cuGraphDestroy(graph));
  return executable;
}

TEST(Graph, TwoStreamsManyLaunches) {
  for (int seed = 1; seed <= 10; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address a = gpu.upload(std::vector<int>(64, 1)),
            b = gpu.upload(std::vector<int>(64, 1));
    GraphExec executable = capture(gpu, a, b, true, kSuccess);
    int x = 1, y = 1, z = 1; // the halves of a, and b
    for (int i = 0; i < 3; ++i) {
      EXPECT_CU(gpu.cu.cuGraphLaunch(executable, gpu.stream));
      x = (x * 3 + 1) * 3 + 2;
      y = y * 3 + 2;
      z = y;
    }
    std::vector<int> out = gpu.download<int>(a, 64);
    EXPECT_EQ(out[0], x);
    EXPECT_EQ(out[32], z);
    EXPECT_EQ(gpu.download<int>(b, 64)[5], y);
    EXPECT_EQ(gpu.report(), "");
    PoptFakeCudaCounters counters;
    popt_fake_cuda_counters(&counters);
    EXPECT_EQ(counters.graph_launches, 3u);
    EXPECT_EQ(counters.launches, 9u);
    EXPECT_CU(gpu.cu.cuGraphExecDestroy(executable));
  }
}

TEST(Graph, UnjoinedStream) {
  FakeGpu gpu;
  Address a = gpu.upload(std::vector<int>(64, 1)),
          b = gpu.upload(std::vector<int>(64, 1));
  capture(gpu, a, b, false, Result(904));
}

TEST(Graph, RaceOfBranches) {
  for (int seed = 1; seed <= 5; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address a = gpu.upload(std::vector<int>(64, 1));
    GraphExec executable = capture(gpu, a, a, true, kSuccess);
    EXPECT_CU(gpu.cu.cuGraphLaunch(executable, gpu.stream));
    EXPECT_EQ(gpu.wait(), kLaunchFailed);
    EXPECT_NE(gpu.report().find("nothing orders the two"), std::string::npos);
  }
}

TEST(Graph, WaitingInvalidatesACapture) {
  FakeGpu gpu;
  EXPECT_CU(gpu.cu.cuStreamBeginCapture(gpu.stream, kCaptureThreadLocal));
  EXPECT_EQ(gpu.wait(), kCaptureUnsupported);
  Graph graph = nullptr;
  EXPECT_EQ(gpu.cu.cuStreamEndCapture(gpu.stream, &graph), kCaptureInvalidated);
  EXPECT_CU(gpu.cu.cuStreamBeginCapture(gpu.stream, kCaptureThreadLocal));
  EXPECT_EQ(gpu.cu.cuCtxSynchronize(), kCaptureUnsupported);
  EXPECT_EQ(gpu.cu.cuStreamSynchronize(gpu.stream), kCaptureInvalidated);
  EXPECT_EQ(gpu.cu.cuStreamEndCapture(gpu.stream, &graph), kCaptureInvalidated);
  EXPECT_CU(gpu.cu.cuCtxSynchronize());
}

TEST(Threads, RanksCallAtOnce) {
  FakeGpu gpu("devices=2");
  Function one = gpu.load(step(1));
  auto rank = [&](int number) {
    Context context = nullptr;
    EXPECT_CU(gpu.cu.cuDevicePrimaryCtxRetain(&context, number % 2));
    EXPECT_CU(gpu.cu.cuCtxSetCurrent(context));
    Stream stream = nullptr;
    EXPECT_CU(gpu.cu.cuStreamCreate(&stream, kStreamNonBlocking));
    Function own = number % 2 ? gpu.load(step(1)) : one;
    std::vector<int> values(64, number);
    Address a = gpu.allocate<int>(64);
    EXPECT_CU(gpu.cu.cuMemcpyAsync(a, Address(values.data()), 256, stream));
    int expected = number;
    for (int i = 0; i < 8; ++i) {
      EXPECT_CU(gpu.launchOn(stream, own, 1, 64, {a}));
      expected = expected * 3 + 1;
    }
    EXPECT_CU(gpu.cu.cuMemcpyAsync(Address(values.data()), a, 256, stream));
    EXPECT_CU(gpu.cu.cuStreamSynchronize(stream));
    EXPECT_EQ(values[7], expected);
    EXPECT_CU(gpu.cu.cuMemFree(a));
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back(rank, i);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(gpu.report(), "");
}
