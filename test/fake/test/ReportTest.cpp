//===- ReportTest.cpp - What the fake device finds ------------------------===//

#include "FakeGpu.h"

using namespace popt::fake;

static void expectHas(const std::string &text,
                      std::initializer_list<const char *> parts) {
  for (const char *part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" in\n"
                                                  << text;
}

/// p1[g] = p0[g], four bytes.
static std::string copyKernel() {
  return kernel(R"(
    mul.wide.u32 %o, %g, 4;
    add.s64 %rd2, %rd0, %o;
    add.s64 %rd3, %rd1, %o;
    ld.global.b32 %r1, [%rd2];
    st.global.b32 [%rd3], %r1;)");
}

TEST(Bounds, OneBlockTooMany) {
  FakeGpu gpu;
  Address in = gpu.upload(std::vector<int>(256, 7)),
          out = gpu.allocate<int>(256);
  EXPECT_CU(gpu.launch(gpu.load(copyKernel()), 3, 128, {in, out}));
  EXPECT_EQ(gpu.wait(), kIllegalAddress);
  expectHas(gpu.report(),
            {"kernel \"f\", block 2, thread 0, PTX line 23", "reads 4 bytes",
             "0 bytes past the end of an allocation of 1024"});
  // The error stays, and frees still free.
  EXPECT_EQ(gpu.cu.cuStreamQuery(gpu.stream), kIllegalAddress);
  EXPECT_EQ(gpu.cu.cuMemFree(in), kIllegalAddress);
  PoptFakeCudaCounters counters;
  popt_fake_cuda_counters(&counters);
  EXPECT_EQ(counters.bytes_allocated, 1024u);
}

TEST(Bounds, FreedMemory) {
  FakeGpu gpu;
  Address in = gpu.upload(std::vector<int>(32, 7)), out = gpu.allocate<int>(32);
  EXPECT_CU(gpu.cu.cuMemFree(in));
  EXPECT_CU(gpu.launch(gpu.load(copyKernel()), 1, 32, {in, out}));
  EXPECT_EQ(gpu.wait(), kIllegalAddress);
}

TEST(Bounds, HostMemoryAndNull) {
  for (bool isNull : {true, false}) {
    FakeGpu gpu;
    std::vector<int> host(32);
    EXPECT_CU(
        gpu.launch(gpu.load(copyKernel()), 1, 32,
                   {isNull ? 0 : Address(host.data()), gpu.allocate<int>(32)}));
    EXPECT_EQ(gpu.wait(), kIllegalAddress);
    expectHas(gpu.report(), {isNull ? "near null" : "no device address"});
  }
}

TEST(Bounds, CopiesAndFills) {
  FakeGpu gpu;
  Address memory = gpu.allocate<int>(8);
  int host[16] = {};
  EXPECT_EQ(gpu.cu.cuMemcpyAsync(memory, Address(host), 64, gpu.stream),
            kInvalidValue);
  EXPECT_EQ(gpu.cu.cuMemcpyAsync(Address(host), memory + 4, 32, gpu.stream),
            kInvalidValue);
  EXPECT_EQ(gpu.cu.cuMemsetD32Async(memory, 0, 9, gpu.stream), kInvalidValue);
  EXPECT_EQ(gpu.cu.cuMemsetD32Async(memory + 2, 0, 1, gpu.stream),
            kInvalidValue);
}

TEST(Bounds, SharedAndLocal) {
  for (bool isShared : {true, false}) {
    FakeGpu gpu;
    std::string space = isShared ? "shared" : "local";
    Function f =
        gpu.load(kernel("." + space +
                        " .align 4 .b8 part[64];\nmov.u64 %rd2, part;\n"
                        "mul.wide.u32 %o, %t, 4;\nadd.s64 %rd2, %rd2, %o;\n"
                        "st." +
                        space + ".b32 [%rd2], %t;"));
    EXPECT_CU(gpu.launch(f, 1, 32, {0, 0}));
    EXPECT_EQ(gpu.wait(), kIllegalAddress);
    expectHas(gpu.report(), {"thread 16", space.c_str(), "which has 64 bytes"});
  }
}

TEST(Bounds, Alignment) {
  FakeGpu gpu;
  Address memory = gpu.upload(std::vector<int>(64, 1));
  Function f = gpu.load(kernel(
      "add.s64 %rd2, %rd0, 8;\nld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd2];",
      1));
  EXPECT_CU(gpu.launch(f, 1, 1, {memory}));
  EXPECT_EQ(int(gpu.wait()), 716);
  expectHas(gpu.report(), {"reads 16 bytes", "not a multiple of 16"});
}

TEST(Bounds, PeersNeedAccess) {
  for (bool enabled : {false, true}) {
    FakeGpu gpu("devices=2");
    Address here = gpu.upload(std::vector<int>(32, 5));
    Context other = nullptr;
    EXPECT_CU(gpu.cu.cuDevicePrimaryCtxRetain(&other, 1));
    EXPECT_CU(gpu.cu.cuCtxSetCurrent(other));
    Stream stream = nullptr;
    EXPECT_CU(gpu.cu.cuStreamCreate(&stream, kStreamNonBlocking));
    if (enabled) {
      EXPECT_CU(gpu.cu.cuCtxEnablePeerAccess(gpu.context, 0));
    }
    Address there = gpu.allocate<int>(32);
    EXPECT_CU(
        gpu.launchOn(stream, gpu.load(copyKernel()), 1, 32, {here, there}));
    EXPECT_EQ(gpu.cu.cuStreamSynchronize(stream),
              enabled ? kSuccess : kIllegalAddress);
    if (!enabled)
      expectHas(gpu.report(), {"has no peer access"});
  }
}

TEST(Unwritten, GlobalMemory) {
  FakeGpu gpu;
  Address in = gpu.allocate<int>(64), out = gpu.allocate<int>(64);
  EXPECT_CU(gpu.cu.cuMemsetD32Async(in, 1, 63, gpu.stream));
  EXPECT_CU(gpu.launch(gpu.load(copyKernel()), 1, 64, {in, out}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"thread 63", "was never written"});
}

TEST(Unwritten, CopiesCarryIt) {
  FakeGpu gpu;
  Address a = gpu.allocate<int>(64), b = gpu.allocate<int>(64);
  EXPECT_CU(gpu.cu.cuMemsetD8Async(a, 1, 4 * 63 + 3, gpu.stream));
  EXPECT_CU(gpu.cu.cuMemcpyAsync(b, a, 256, gpu.stream));
  std::vector<int> host(64);
  EXPECT_CU(gpu.cu.cuMemcpyAsync(Address(host.data()), b, 252, gpu.stream));
  EXPECT_CU(gpu.wait());
  EXPECT_EQ(host[62], 0x01010101);
  EXPECT_EQ(gpu.cu.cuMemcpyAsync(Address(host.data()), b, 256, gpu.stream),
            kLaunchFailed);
  expectHas(gpu.report(), {"a copy to the host", "was never written"});
}

TEST(Unwritten, SharedMemoryOfAnEarlierBlock) {
  FakeGpu gpu;
  // Block 0 or 1 writes; the other one reads what it did not write.
  Function f = gpu.load(kernel(R"(
    .shared .align 4 .b8 part[128];
    mov.u64 %rd2, part;
    mul.wide.u32 %o, %t, 4;
    add.s64 %rd2, %rd2, %o;
    setp.eq.u32 %p1, %c, 0;
    @%p1 st.shared.b32 [%rd2], %t;
    ld.shared.b32 %r1, [%rd2];)"));
  EXPECT_CU(gpu.launch(f, 8, 32, {0, 0}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"of shared memory, which was never written"});
}

/// Each thread writes its word of shared memory and reads its neighbour's.
static std::string neighbours(const char *between) {
  return kernel(std::string(R"(
    .shared .align 4 .b8 part[256];
    mov.u64 %rd2, part;
    mul.wide.u32 %o, %t, 4;
    add.s64 %rd3, %rd2, %o;
    st.shared.b32 [%rd3], %t;
    )") + between + R"(
    xor.b32 %r1, %t, 33;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd4, %rd2, %rd4;
    ld.shared.b32 %r2, [%rd4];
    add.s64 %rd5, %rd0, %o;
    st.global.b32 [%rd5], %r2;)",
                1, ".file 1 \"model.py\"");
}

/// The call that found it has failed, or the next one does.
static void expectRace(FakeGpu &gpu, Result result) {
  EXPECT_EQ(result == kSuccess ? gpu.wait() : result, kLaunchFailed);
  expectHas(gpu.report(), {"nothing orders the two"});
}

TEST(Race, BarrierRemoved) {
  FakeGpu gpu;
  Address out = gpu.allocate<int>(64);
  EXPECT_CU(gpu.launch(gpu.load(neighbours("bar.sync 0;")), 4, 64, {out}));
  // Each block writes the same words of `out`.
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"writes 4 bytes", "in the same launch"});

  FakeGpu again;
  out = again.allocate<int>(64);
  EXPECT_CU(again.launch(again.load(neighbours("bar.sync 0;")), 1, 64, {out}));
  EXPECT_CU(again.wait());
  EXPECT_EQ(again.download<int>(out, 64)[3], 3 ^ 33);

  FakeGpu wrong;
  out = wrong.allocate<int>(64);
  EXPECT_CU(
      wrong.launch(wrong.load(neighbours(".loc 1 42 0\n")), 1, 64, {out}));
  EXPECT_EQ(wrong.wait(), kLaunchFailed);
  expectHas(wrong.report(),
            {"(model.py:42)", "thread 0", "thread 33", "no barrier between"});
}

TEST(Race, SkippedBarrier) {
  FakeGpu gpu("skip=barrier@2");
  std::string text = neighbours("bar.sync 0;\n.loc 1 42 0\nbar.sync 0;");
  Address out = gpu.allocate<int>(64);
  // Both barriers of this kernel say the same; the second module has its own.
  EXPECT_CU(gpu.launch(gpu.load(text), 1, 64, {out}));
  EXPECT_CU(gpu.wait());
  EXPECT_EQ(gpu.download<int>(out, 64)[3], 3 ^ 33);
  gpu.load(text);
  PoptFakeCudaCounters counters;
  popt_fake_cuda_counters(&counters);
  EXPECT_EQ(counters.barriers, 4u);
  EXPECT_EQ(counters.barriers_skipped, 1u);
  expectHas(popt_fake_cuda_skipped(0),
            {"barrier 2: kernel \"f\", PTX line 26 (model.py:42)"});
  EXPECT_EQ(popt_fake_cuda_skipped(1), nullptr);

  FakeGpu wrong("skip=barrier@1");
  out = wrong.allocate<int>(64);
  EXPECT_CU(wrong.launch(wrong.load(neighbours("bar.sync 0;")), 1, 64, {out}));
  EXPECT_EQ(wrong.wait(), kLaunchFailed);
  expectHas(wrong.report(), {"thread 0", "thread 33", "no barrier between"});
}

TEST(Race, TwoThreadsStoreToOneWord) {
  FakeGpu gpu;
  Address out = gpu.allocate<int>(1);
  Function f = gpu.load(kernel("st.global.b32 [%rd0], %t;", 1));
  EXPECT_CU(gpu.launch(f, 1, 2, {out}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"thread 1", "thread 0 of the block wrote"});
}

TEST(Race, BytesOfOneWordAreNone) {
  FakeGpu gpu;
  Address out = gpu.allocate<uint8_t>(256);
  Function f = gpu.load(kernel(
      "cvt.u64.u32 %o, %g;\nadd.s64 %rd2, %rd0, %o;\nst.global.u8 [%rd2], %t;",
      1));
  EXPECT_CU(gpu.launch(f, 4, 64, {out}));
  EXPECT_CU(gpu.wait());
  EXPECT_EQ(gpu.download<uint8_t>(out, 256)[65], 1);
  EXPECT_EQ(gpu.report(), "");
}

TEST(Race, BetweenBlocksReadAndWrite) {
  FakeGpu gpu;
  // All blocks read word 0; block 1 writes it.
  Address memory = gpu.upload(std::vector<int>(4, 1));
  Function f = gpu.load(kernel(R"(
    ld.global.b32 %r1, [%rd0];
    setp.eq.u32 %p1, %c, 1;
    @%p1 st.global.b32 [%rd0], %r1;)",
                               1));
  EXPECT_CU(gpu.launch(f, 8, 1, {memory}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"in the same launch"});
}

TEST(Race, AtomicsAreNone) {
  FakeGpu gpu;
  Address memory = gpu.upload(std::vector<int>(4, 0));
  Function f = gpu.load(kernel("red.global.add.u32 [%rd0], 1;", 1));
  EXPECT_CU(gpu.launch(f, 8, 64, {memory}));
  EXPECT_CU(gpu.wait());
  EXPECT_EQ(gpu.download<int>(memory, 1)[0], 512);
  EXPECT_EQ(gpu.report(), "");
}

TEST(Race, BetweenStreams) {
  for (bool ordered : {true, false})
    for (int seed = 1; seed <= 8; ++seed) {
      FakeGpu gpu("seed=" + std::to_string(seed));
      std::vector<int> values(256, seed);
      Address a = gpu.upload(values), b = gpu.allocate<int>(256),
              c = gpu.allocate<int>(256);
      Stream other = nullptr;
      Event event = nullptr;
      EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
      EXPECT_CU(gpu.cu.cuEventCreate(&event, kEventDisableTiming));
      Function f = gpu.load(copyKernel());
      EXPECT_CU(gpu.launch(f, 2, 128, {a, b}));
      EXPECT_CU(gpu.cu.cuEventRecord(event, gpu.stream));
      if (ordered) {
        EXPECT_CU(gpu.cu.cuStreamWaitEvent(other, event, 0));
      }
      EXPECT_CU(gpu.launchOn(other, f, 2, 128, {b, c}));
      Result result = gpu.cu.cuStreamSynchronize(other);
      if (result == kSuccess)
        result = gpu.wait();
      EXPECT_EQ(result, ordered ? kSuccess : kLaunchFailed);
      if (ordered) {
        EXPECT_EQ(gpu.download<int>(c, 256), values);
        EXPECT_EQ(gpu.report(), "");
      } else {
        // Whichever ran first: unwritten, or unordered.
        bool told =
            gpu.report().find("nothing orders the two") != std::string::npos ||
            gpu.report().find("was never written") != std::string::npos;
        EXPECT_TRUE(told) << gpu.report();
      }
    }
}

TEST(Race, SkippedWait) {
  for (int waits : {1, 2}) {
    FakeGpu gpu("skip=cuStreamWaitEvent@" + std::to_string(waits));
    Address memory = gpu.allocate<int>(256);
    Stream other = nullptr;
    Event event = nullptr;
    EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
    EXPECT_CU(gpu.cu.cuEventCreate(&event, kEventDisableTiming));
    EXPECT_CU(gpu.cu.cuMemsetD32Async(memory, 3, 256, gpu.stream));
    EXPECT_CU(gpu.cu.cuEventRecord(event, gpu.stream));
    for (int i = 0; i < waits; ++i)
      EXPECT_CU(gpu.cu.cuStreamWaitEvent(other, event, 0));
    EXPECT_CU(gpu.cu.cuMemsetD32Async(memory, 4, 256, other));
    Result result = gpu.cu.cuStreamSynchronize(other);
    if (result == kSuccess)
      result = gpu.wait();
    // The last is skipped; a second one says nothing new.
    EXPECT_EQ(result, waits == 1 ? kLaunchFailed : kSuccess);
    EXPECT_STREQ(popt_fake_cuda_skipped(0),
                 waits == 1 ? "cuStreamWaitEvent 1"
                            : "cuStreamWaitEvent 2 (implied)");
  }
}

TEST(Race, ReadersOfTwoStreamsAndAWriterOfOne) {
  // Both streams read a; the second then overwrites it without waiting for the
  // first. The first reader is still known.
  for (int seed = 1; seed <= 8; ++seed) {
    FakeGpu gpu("seed=" + std::to_string(seed));
    Address a = gpu.upload(std::vector<int>(256, 1)),
            b = gpu.allocate<int>(256), c = gpu.allocate<int>(256);
    Stream other = nullptr;
    EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
    Function f = gpu.load(copyKernel());
    EXPECT_CU(gpu.launch(f, 2, 128, {a, b}));
    EXPECT_CU(gpu.launchOn(other, f, 2, 128, {a, c}));
    EXPECT_CU(gpu.cu.cuMemsetD32Async(a, 3, 256, other));
    Result result = gpu.cu.cuStreamSynchronize(other);
    expectRace(gpu, result);
  }
}

TEST(Race, ReadersOfManyStreams) {
  // The writer has waited for all readers but one, or for all.
  constexpr int numReaders = 5;
  for (int missing = 0; missing <= numReaders; ++missing) {
    FakeGpu gpu("seed=" + std::to_string(missing));
    Address a = gpu.upload(std::vector<int>(256, 1));
    Function f = gpu.load(copyKernel());
    std::vector<Event> events(numReaders);
    for (Event &event : events) {
      Stream reader = nullptr;
      EXPECT_CU(gpu.cu.cuStreamCreate(&reader, kStreamNonBlocking));
      EXPECT_CU(gpu.cu.cuEventCreate(&event, kEventDisableTiming));
      EXPECT_CU(gpu.launchOn(reader, f, 2, 128, {a, gpu.allocate<int>(256)}));
      EXPECT_CU(gpu.cu.cuEventRecord(event, reader));
    }
    for (int i = 0; i < numReaders; ++i)
      if (i != missing) {
        EXPECT_CU(gpu.cu.cuStreamWaitEvent(gpu.stream, events[i], 0));
      }
    EXPECT_CU(gpu.cu.cuMemsetD32Async(a, 3, 256, gpu.stream));
    Result result = gpu.wait();
    if (result == kSuccess && missing < numReaders)
      result = gpu.cu.cuEventSynchronize(events[missing]);
    EXPECT_EQ(result, missing < numReaders ? kLaunchFailed : kSuccess)
        << missing;
  }
}

TEST(Race, CopyAgainstPendingWork) {
  FakeGpu gpu;
  Address a = gpu.upload(std::vector<int>(256, 1)),
          b = gpu.upload(std::vector<int>(256, 1));
  Stream other = nullptr;
  EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
  EXPECT_CU(gpu.launch(gpu.load(copyKernel()), 2, 128, {a, b}));
  std::vector<int> host(256);
  Result result = gpu.cu.cuMemcpyAsync(Address(host.data()), b, 1024, other);
  expectRace(gpu, result);
}

// Copies of two streams race for the host's memory as they do for a device's.
TEST(Race, CopiesOfPinnedMemory) {
  for (bool waits : {true, false}) {
    FakeGpu gpu;
    Address a = gpu.upload(std::vector<int>(256, 1)),
            b = gpu.allocate<int>(256);
    void *pinned = nullptr;
    Stream other = nullptr;
    Event event = nullptr;
    EXPECT_CU(gpu.cu.cuMemHostAlloc(&pinned, 1024, kHostAllocPortable));
    EXPECT_CU(gpu.cu.cuStreamCreate(&other, kStreamNonBlocking));
    EXPECT_CU(gpu.cu.cuEventCreate(&event, kEventDisableTiming));
    EXPECT_CU(gpu.cu.cuMemcpyAsync(Address(pinned), a, 1024, gpu.stream));
    EXPECT_CU(gpu.cu.cuEventRecord(event, gpu.stream));
    if (waits)
      EXPECT_CU(gpu.cu.cuStreamWaitEvent(other, event, 0));
    Result result = gpu.cu.cuMemcpyAsync(b, Address(pinned), 1024, other);
    if (result == kSuccess)
      result = gpu.cu.cuStreamSynchronize(other);
    if (waits) {
      EXPECT_CU(result);
      EXPECT_EQ(gpu.download<int>(b, 256)[255], 1);
    } else {
      expectRace(gpu, result);
    }
  }
}

TEST(Stuck, BarrierThatSomeLeaveOut) {
  FakeGpu gpu;
  Function f = gpu.load(
      kernel("setp.lt.u32 %p1, %t, 32;\n@%p1 bra out;\nbar.sync 0;\nout:", 0));
  EXPECT_CU(gpu.launch(f, 1, 64, {}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"32 of 64 threads do not reach"});
}

TEST(Stuck, ShuffleWithoutSomeLanes) {
  FakeGpu gpu;
  Function f = gpu.load(kernel(R"(
    setp.lt.u32 %p1, %t, 3;
    @%p1 bra two;
    shfl.sync.idx.b32 %r1, %t, 0, 31, -1;
    ret;
  two:
    shfl.sync.idx.b32 %r1, %t, 0, 31, -1;)",
                               0));
  EXPECT_CU(gpu.launch(f, 1, 32, {}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"waits for lanes of its warp"});
}

TEST(Stuck, NoEnd) {
  FakeGpu gpu("limit=100000");
  Function f = gpu.load(kernel("again:\nbra again;", 0));
  EXPECT_CU(gpu.launch(f, 1, 32, {}));
  EXPECT_EQ(gpu.wait(), kLaunchFailed);
  expectHas(gpu.report(), {"does not seem to end"});
}

TEST(Checks, CanBeLess) {
  for (const char *words : {"checks=bounds", "checks=none"}) {
    FakeGpu gpu(words);
    Address in = gpu.allocate<int>(64), out = gpu.allocate<int>(64);
    EXPECT_CU(gpu.launch(gpu.load(copyKernel()), 1, 64, {in, out}));
    EXPECT_CU(gpu.wait());
    EXPECT_EQ(gpu.report(), "");
  }
}
