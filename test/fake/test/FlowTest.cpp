//===- FlowTest.cpp - Branches, calls, warps, memory spaces ---------------===//

#include "FakeGpu.h"

using namespace popt::fake;

/// Runs a body that leaves a result in %r30, for one block.
static std::vector<uint32_t> run(const std::string &body, uint32_t threads,
                                 const std::string &before = "",
                                 uint32_t shared = 0) {
  FakeGpu gpu;
  Function f = gpu.load(kernel(body + R"(
    mul.wide.u32 %o, %g, 4;
    add.s64 %rd1, %rd0, %o;
    st.global.b32 [%rd1], %r30;)",
                               1, before));
  if (!f)
    return {};
  Address out = gpu.allocate<uint32_t>(threads);
  EXPECT_CU(gpu.launch(f, 1, threads, {out}, shared));
  std::vector<uint32_t> values = gpu.download<uint32_t>(out, threads);
  EXPECT_EQ(gpu.report(), "");
  return values;
}

TEST(Flow, LoopsOfOwnLength) {
  // The sum of 1..t, by a loop with t rounds; then all meet at a barrier.
  auto got = run(R"(
    mov.b32 %r30, 0;
    mov.b32 %r1, %t;
  again:
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra done;
    add.u32 %r30, %r30, %r1;
    sub.u32 %r1, %r1, 1;
    bra again;
  done:
    bar.sync 0;)",
                 100);
  for (uint32_t t = 0; t < 100; ++t)
    EXPECT_EQ(got[t], t * (t + 1) / 2);
}

TEST(Flow, BranchTables) {
  auto got = run(R"(
    and.b32 %r1, %t, 3;
    ts: .branchtargets L0, L1, L2, L3;
    brx.idx %r1, ts;
  L2:
    mov.b32 %r30, 12;
    bra out;
  L0:
    mov.b32 %r30, 10;
    bra out;
  L1:
    mov.b32 %r30, 11;
  L3:
    mov.b32 %r30, 13;
  out:)",
                 64);
  for (uint32_t t = 0; t < 64; ++t)
    EXPECT_EQ(got[t], (t & 3) == 0 ? 10u : (t & 3) == 2 ? 12u : 13u);
}

static const char *twice = R"(
.func (.param .b32 result) twice(.param .b32 value, .param .b64 place)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  .reg .pred %p<2>;
  ld.param.b32 %r1, [value];
  ld.param.b64 %rd1, [place];
  setp.gt.u32 %p1, %r1, 40;
  @%p1 bra large;
  add.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  st.b32 [%rd1], %r1;
  ret;
large:
  st.param.b32 [result], 0;
  st.b32 [%rd1], 99;
  ret;
}
)";

TEST(Flow, CallsAndLocalMemory) {
  auto got = run(R"(
    .local .align 8 .b8 depot[16];
    .reg .b64 %SP;
    mov.b64 %SP, depot;
    cvta.local.u64 %SP, %SP;
    { // the parameters' names are the scope's own
    .param .b32 param0;
    .param .b64 param1;
    .param .b32 retval0;
    st.param.b32 [param0], %t;
    st.param.b64 [param1], %SP;
    call.uni (retval0), twice, (param0, param1);
    ld.param.b32 %r1, [retval0];
    }
    {
    .param .b32 param0;
    .param .b64 param1;
    .param .b32 retval0;
    add.u64 %rd2, %SP, 4;
    st.param.b32 [param0], %r1;
    st.param.b64 [param1], %rd2;
    call.uni (retval0), twice, (param0, param1);
    ld.param.b32 %r1, [retval0];
    }
    ld.local.b32 %r2, [depot];
    ld.local.b32 %r3, [depot+4];
    mad.lo.u32 %r30, %r2, 1000, %r1;
    mad.lo.u32 %r30, %r3, 1000000, %r30;)",
                 50, twice);
  for (uint32_t t = 0; t < 50; ++t) {
    uint32_t first = t > 40 ? 0 : 2 * t, left = t > 40 ? 99 : t;
    uint32_t second = first > 40 ? 0 : 2 * first,
             right = first > 40 ? 99 : first;
    EXPECT_EQ(got[t], right * 1000000 + left * 1000 + second) << t;
  }
}

TEST(Flow, TablesOfConstants) {
  auto got = run(R"(
    and.b32 %r1, %t, 3;
    mul.wide.u32 %rd2, %r1, 4;
    mov.b64 %rd3, table;
    add.s64 %rd3, %rd3, %rd2;
    ld.const.b32 %r2, [%rd3];
    ld.global.b8 %r3, [bytes+2];
    ld.global.u64 %rd4, [pointer];
    ld.global.b32 %r4, [%rd4];
    add.u32 %r30, %r2, %r3;
    add.u32 %r30, %r30, %r4;)",
                 8, R"(
    .const .align 4 .u32 table[4] = {100, 200, 300, 0x190};
    .global .align 1 .b8 bytes[4] = {1, 2, 3};
    .global .align 4 .f32 one = 0f00000007;
    .global .align 8 .u64 pointer = one;)");
  for (uint32_t t = 0; t < 8; ++t)
    EXPECT_EQ(got[t], 100 * ((t & 3) + 1) + 3 + 7);
}

TEST(Flow, DynamicSharedMemory) {
  auto got = run(R"(
    .shared .align 4 .b8 own[64];
    mul.wide.u32 %o, %t, 4;
    mov.b64 %rd2, dynamic;
    add.s64 %rd2, %rd2, %o;
    st.shared.b32 [%rd2], %t;
    st.shared.b32 [own], 5;
    cvta.shared.u64 %rd3, %rd2;
    ld.b32 %r30, [%rd3];
    mov.u32 %r1, %dynamic_smem_size;
    add.u32 %r30, %r30, %r1;)",
                 1, ".extern .shared .align 16 .b8 dynamic[];", 128);
  EXPECT_EQ(got[0], 128u);
}

TEST(Warp, Shuffles) {
  auto got = run(R"(
    shfl.sync.up.b32 %r1|%p1, %t, 3, 0, -1;
    selp.b32 %r2, 1000, 0, %p1;
    shfl.sync.down.b32 %r3, %t, 5, 31, -1;
    shfl.sync.idx.b32 %r4, %t, 2, 0x181f, -1;
    shfl.sync.bfly.b32 %r5, %t, 6, 31, -1;
    add.u32 %r30, %r1, %r2;
    mad.lo.u32 %r30, %r3, 0x2000, %r30;
    xor.b32 %r4, %r4, %r5;
    mad.lo.u32 %r30, %r4, 0x100000, %r30;)",
                 64);
  for (uint32_t t = 0; t < 64; ++t) {
    uint32_t lane = t & 31, base = t & 32;
    uint32_t up = lane >= 3 ? t - 3 + 1000 : t;
    uint32_t down = lane + 5 <= 31 ? t + 5 : t;
    uint32_t idx = base + (lane & 0x18) + 2; // segments of 8
    uint32_t bfly = base + (lane ^ 6);
    EXPECT_EQ(got[t], up + down * 0x2000 + (idx ^ bfly) * 0x100000) << t;
  }
}

TEST(Warp, ShuffleOfSomeLanesAfterABranch) {
  // Lanes 0..7 exchange among themselves while the others are elsewhere.
  auto got = run(R"(
    mov.b32 %r30, 77;
    setp.ge.u32 %p1, %t, 8;
    @%p1 bra out;
    shfl.sync.bfly.b32 %r30, %t, 1, 31, 255;
  out:)",
                 32);
  for (uint32_t t = 0; t < 32; ++t)
    EXPECT_EQ(got[t], t < 8 ? t ^ 1 : 77u);
}

TEST(Warp, VotesAndReductions) {
  auto got = run(R"(
    setp.lt.u32 %p1, %t, 10;
    vote.sync.ballot.b32 %r1, %p1, -1;
    vote.sync.any.pred %p2, %p1, -1;
    vote.sync.all.pred %p3, !%p1, -1;
    redux.sync.add.u32 %r2, %t, -1;
    redux.sync.max.s32 %r3, %t, -1;
    activemask.b32 %r4;
    match.any.sync.b32 %r5, %t, -1;
    selp.b32 %r30, 1, 0, %p2;
    selp.b32 %r6, 2, 0, %p3;
    or.b32 %r30, %r30, %r6;
    add.u32 %r30, %r30, %r1;
    add.u32 %r30, %r30, %r2;
    add.u32 %r30, %r30, %r3;
    add.u32 %r30, %r30, %r4;
    xor.b32 %r30, %r30, %r5;)",
                 32);
  for (uint32_t t = 0; t < 32; ++t)
    EXPECT_EQ(got[t], (1u + 1023 + 496 + 31 + 0xffffffffu) ^ (1u << t));
}

TEST(Warp, BarrierReductions) {
  auto got = run(R"(
    setp.lt.u32 %p1, %t, 10;
    bar.red.popc.u32 %r1, 0, %p1;
    bar.red.or.pred %p2, 0, %p1;
    bar.red.and.pred %p3, 0, !%p1;
    selp.b32 %r2, 100, 0, %p2;
    selp.b32 %r3, 1000, 0, %p3;
    add.u32 %r30, %r1, %r2;
    add.u32 %r30, %r30, %r3;)",
                 96);
  EXPECT_EQ(got[95], 110u);
}

TEST(Atomics, OfIntegers) {
  FakeGpu gpu;
  Address memory =
      gpu.upload(std::vector<int32_t>{0, 100, -100, 7, 0, 5, 0, 0});
  Function f = gpu.load(kernel(R"(
    atom.global.add.u32 %r1, [%rd0], 2;
    atom.global.min.s32 %r1, [%rd0+4], %t;
    red.global.max.s32 [%rd0+8], %t;
    atom.global.exch.b32 %r1, [%rd0+12], 9;
    atom.global.cas.b32 %r1, [%rd0+16], 0, 3;
    atom.global.inc.u32 %r1, [%rd0+20], 6;
    red.global.add.u64 [%rd0+24], 1;)",
                               1));
  EXPECT_CU(gpu.launch(f, 1, 32, {memory}));
  EXPECT_EQ(gpu.download<int32_t>(memory, 8),
            (std::vector<int32_t>{64, 0, 31, 9, 3, 2, 32, 0}));
}

static std::string refusal(const std::string &ptx,
                           Result expected = kInvalidPtx,
                           const std::string &words = "") {
  FakeGpu gpu(words);
  Module module = nullptr;
  char log[512] = "";
  JitOption names[] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  EXPECT_EQ(gpu.cu.cuModuleLoadDataEx(&module, ptx.c_str(), 2, names, values),
            expected);
  PoptFakeCudaCounters counters;
  popt_fake_cuda_counters(&counters);
  EXPECT_EQ(counters.bytes_allocated, 0u);
  return log;
}

TEST(Refused, WhatIsNotKnown) {
  const std::pair<const char *, const char *> wrong[] = {
      {"frobnicate.b32 %r1, %r2;",
       "line 19: instruction \"frobnicate.b32\" is not known"},
      {"add.odd.s32 %r1, %r2, %r3;",
       "line 19: modifier \".odd\" of \"add\" is not known"},
      {"add.s32 %r1, %r2, %nothing;", "line 19: \"%nothing\" is no register"},
      {"atom.global.add.f32 %r1, [%rd0], %r2;",
       "line 19: \"atom.global.add.f32\" is not known: atomics are of "
       "integers"},
      {"bra nowhere;", "line 20: label \"nowhere\" is defined nowhere"},
      {"add.s64 %rd1, %r1, %rd2;",
       "line 19: register \"%r1\" has 32 bits, \"add.s64\" reads 64"},
      {"ld.global.b32 %r1, %rd1;", "line 19: expected an address in [ ]"},
  };
  for (auto [line, message] : wrong)
    EXPECT_EQ(refusal(kernel(line)), message);
  EXPECT_EQ(refusal(".version 7.8\n.target sm_90\nrubbish"),
            "line 3: \"rubbish\" is not known at module scope");
  EXPECT_EQ(refusal(""), "line 1: the text has no .version");
  EXPECT_EQ(refusal(".version 7.8\n.target sm_90\n.visible .entry f() { mov"),
            "line 3: expected a name and found \"\"");
}

TEST(Refused, OtherDevicesAndDrivers) {
  refusal("\x7f"
          "ELF....",
          kNoBinaryForGpu);
  EXPECT_EQ(refusal(kernel(""), kUnsupportedPtxVersion, "driver=11020"),
            "PTX version 7.8 is newer than the driver's");
  // Before its instructions are looked at.
  EXPECT_EQ(
      refusal(kernel("of.later;"), kUnsupportedPtxVersion, "driver=11020"),
      "PTX version 7.8 is newer than the driver's");
  EXPECT_EQ(refusal(kernel(""), kInvalidPtx, "sm=80"),
            "the PTX is for sm_90, the device is sm_80");
}

/// No text may end the process: pieces of a module, cut anywhere.
TEST(Refused, TextsCutShort) {
  std::string text =
      kernel("bar.sync 0;\nshfl.sync.bfly.b32 %r1, %t, 1, 31, -1;\n"
             "@%p1 bra out;\nout:\nld.global.v2.b32 {%r1, %r2}, [%rd0+8];",
             2, twice);
  FakeGpu gpu;
  for (size_t size = 0; size < text.size(); ++size) {
    Module module = nullptr;
    gpu.cu.cuModuleLoadDataEx(&module, text.substr(0, size).c_str(), 0, nullptr,
                              nullptr);
    std::string changed = text;
    changed[size] = changed[size] == ';' ? ',' : ';';
    gpu.cu.cuModuleLoadDataEx(&module, changed.c_str(), 0, nullptr, nullptr);
  }
}
