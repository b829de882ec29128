//===- CudaDeviceTest.cpp - GPUs as devices -------------------------------===//
//
// On the fake driver, which interprets PTX in host memory (test/fake).
//
//===----------------------------------------------------------------------===//
#include "FakeDriver.h"
#include "Tables.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/run.h"
#include "transport/Transport.h"
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

using namespace popt::rt;
using nlohmann::json;

namespace {
class CudaDevice : public FakeDriver {
protected:
  /// Why devices cannot be made.
  static std::string refusal() {
    popt_rt_device *device = nullptr;
    EXPECT_NE(popt_rt_cuda_create(1, nullptr, &device), POPT_RT_OK);
    return popt_rt_device_last_error(nullptr);
  }
};

/// A kernel in which %d4 is where the thread's element of the operand lies, %d5
/// that of scratch memory.
std::string entry(const std::string &name, const std::string &operand,
                  const std::string &body) {
  return ".visible .entry " + name +
         R"((.param .u64 x, .param .u64 y, .param .u64 rank,
                      .param .u64 scratch)
{
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  .reg .b64 %d<9>;
  ld.param.u64 %d1, [)" +
         operand + R"(];
  ld.param.u64 %d2, [scratch];
  cvta.to.global.u64 %d1, %d1;
  cvta.to.global.u64 %d2, %d2;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d3, %r1, 4;
  add.s64 %d4, %d1, %d3;
  add.s64 %d5, %d2, %d3;
)" + body +
         "  ret;\n}\n";
}

/// y = 2 x, of 8 floats, by two kernels: the first puts it into scratch memory,
/// from where the second takes it.
const std::string kDoubling =
    ".version 7.0\n.target sm_80\n.address_size 64\n" +
    entry("twice", "x",
          "  ld.global.f32 %f1, [%d4];\n  add.rn.f32 %f2, %f1, %f1;\n"
          "  st.global.f32 [%d5], %f2;\n") +
    entry("move", "y",
          "  ld.global.f32 %f1, [%d5];\n  st.global.f32 [%d4], %f1;\n");

/// Each of two ranks: 3 times y = 2 x, x = y transposed; then z = all-reduce of
/// x, which is the next x; and rank 0 sends x to rank 1.
LoadedProgram program() {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", POPT_RT_F32, {2, 4});
  Operand y = b.tensor(POPT_RT_F32, {2, 4}), z = b.tensor(POPT_RT_F32, {2, 4});
  Operand received = b.tensor(POPT_RT_F32, {2, 4});
  Operand counter = b.tensor(POPT_RT_I32, {});
  b.result("z", z, {2, 4});
  b.result("sent", received, {2, 4}, {});
  b.state(0, 0);
  b.program().numEvents = 2;
  FillOp third;
  third.value = {0, 0, 128, 62}; // 0.25
  b.add(third, {received});
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(3);
  b.add(loop, {counter});
  CollectiveOp reduce;
  reduce.group = b.table.addGroup({{0, 1, 2}});
  b.add(reduce, {x, z});
  SendOp send;
  send.peer = b.table.addRankTable({1, -1});
  b.add(send, {x}).event = 0;
  RecvOp receive;
  receive.peer = b.table.addRankTable({-1, 0});
  b.add(receive, {received}).event = 1;
  b.add(WaitOp{}, {}).waits = {0, 1};
  b.program().bodies.push_back({6, 6, "body"});
  b.add(b.twoLaunches("twice", "move"), {x, y});
  Operand from = y, to = x;
  from.shape = to.shape = {4, 2};
  from.strides = {1, 4};
  b.add(CopyOp{}, {from, to});
  LoadedProgram program = loaded(b.table);
  program.images.push_back({kDoubling, {}});
  return program;
}

/// What the program makes of x in so many steps, for both ranks.
std::vector<float> expected(std::vector<float> x, int steps) {
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < 3; ++i) {
      std::vector<float> next(8);
      for (int k = 0; k < 8; ++k)
        next[k] = 2 * x[k % 2 * 4 + k / 2];
      x = next;
    }
    for (float &value : x)
      value *= 2; // two ranks are summed
  }
  return x;
}

struct Outcome {
  int status;
  std::string err, out;
};

/// Runs it as a compiled binary does.
Outcome run(const TemporaryFolder &folder, std::vector<const char *> flags,
            LoadedProgram program = ::program()) {
  std::string in = folder.file("in.npz"), out = folder.file("out.npz"), error;
  TensorMap inputs;
  inputs["x"] =
      tensorOf(POPT_RT_F32, {2, 4}, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_TRUE(writeNpz(in, inputs, error));
  std::vector<const char *> arguments = {"step", "--inputs", in.c_str(),
                                         "--timeout", "5"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  int status = runMain(static_cast<int>(arguments.size()), arguments.data(),
                       std::move(program));
  return {status, testing::internal::GetCapturedStderr(),
          testing::internal::GetCapturedStdout()};
}
} // namespace

TEST_F(CudaDevice, NoDriver) {
  setenv("POPT_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  EXPECT_EQ(refusal(),
            "there is no CUDA driver: /nowhere/libcuda.so: cannot open shared "
            "object file: No such file or directory; install NVIDIA's driver, "
            "or compile with --target=cpu");
  setenv("POPT_CUDA_DRIVER", "/dev/null", 1); // a pipe would be waited for
  EXPECT_NE(refusal().find(": /dev/null: it is no regular file; "), SIZE_MAX);
  popt_rt_device *device = nullptr;
  EXPECT_EQ(popt_rt_cuda_create(0, nullptr, &device), POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(popt_rt_cuda_create_on(-1, &device), POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_device_last_error(nullptr),
               "cuda: no device is asked for");
}

// Four steps: one eager, one recorded, two replayed. Nothing is read back while
// a step runs.
TEST_F(CudaDevice, Steps) {
  TemporaryFolder folder;
  for (const char *words : {"seed=1", "seed=2", "seed=3,devices=2"}) {
    reset(words);
    std::string out = folder.file("out.npz"), error;
    setenv("POPT_FAKE_CUDA", words, 1);
    Outcome outcome = run(folder, {"--steps", "4", "--outputs", out.c_str()});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    TensorMap results;
    ASSERT_TRUE(readTensors(out, results, error)) << error;
    ASSERT_TRUE(results.count("arg0"));
    std::vector<float> want = expected({1, 2, 3, 4, 5, 6, 7, 8}, 4);
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(elementAsDouble(POPT_RT_F32, results["arg0"].data.data(), i),
                want[i]);
    EXPECT_EQ(counters().reports, 0u);
    // What comes before the collective, on two ranks in three steps.
    EXPECT_EQ(counters().graph_launches, 6u);
    // Of the two results, each once.
    EXPECT_LE(counters().copies_to_host, 4u);
    EXPECT_EQ(counters().bytes_allocated, 0u);
    EXPECT_EQ(counters().live_objects, 0u);
  }
}

// Copies to and from the host in streams of their own are branches of the graph
// that is a step: state on the host comes in beside a fill, is doubled, and leaves
// beside another one. Memory never written is poisoned before the host writes
// the state there, not by a stream at some time.
TEST_F(CudaDevice, StreamsOfTheHostLink) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", POPT_RT_F32, {2, 4});
  Operand y = b.tensor(POPT_RT_F32, {2, 4}), z = b.tensor(POPT_RT_F32, {2, 4});
  Operand other = b.tensor(POPT_RT_F32, {2, 4});
  Program &p = b.program();
  auto host = static_cast<int32_t>(p.regions.size());
  p.regions.push_back({RegionKind::HostArena, 64, "host"});
  x.region = p.argumentAddresses[0].region = host;
  x.offset = p.argumentAddresses[0].offset = 0;
  b.result("z", x, {2, 4});
  b.state(0, 0);
  p.numEvents = 4;
  auto beside = [&](const Operand &from, const Operand &to, int32_t stream,
                    int32_t event) {
    b.add(WaitOp{}, {}).event = event;
    Command &copy = b.add(CopyOp{}, {from, to});
    copy.stream = stream;
    copy.waits = {event};
    copy.event = event + 1;
    b.add(FillOp{}, {other});
    b.add(WaitOp{}, {}).waits = {event + 1};
  };
  beside(x, y, 3, 0);
  b.add(b.twoLaunches("twice", "move"), {y, z});
  beside(z, x, 2, 2);
  LoadedProgram program = loaded(b.table);
  program.images.push_back({kDoubling, {}});
  TemporaryFolder folder;
  std::string out = folder.file("out.npz"), error;
  for (const char *words : {"seed=1", "seed=2", "seed=3"}) {
    reset(words);
    setenv("POPT_FAKE_CUDA", words, 1);
    setenv("POPT_POISON", "1", 1);
    Outcome outcome =
        run(folder, {"--steps", "4", "--outputs", out.c_str()}, program);
    unsetenv("POPT_POISON");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    TensorMap results;
    ASSERT_TRUE(readTensors(out, results, error)) << error;
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(elementAsDouble(POPT_RT_F32, results["arg0"].data.data(), i),
                16 * (i + 1));
    EXPECT_EQ(counters().reports, 0u);
    EXPECT_EQ(counters().graph_launches, 3u);
    EXPECT_EQ(counters().host_bytes_allocated, 0u);
  }
}

// A step that is replayed knows where each command of a bucket is in each
// iteration, also where the first is always at the same place.
TEST_F(CudaDevice, BucketsInLoops) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", POPT_RT_F32, {2, 4});
  Operand z = b.tensor(POPT_RT_F32, {2, 4}), same = b.tensor(POPT_RT_F32, {4});
  b.result("z", z, {2, 4});
  b.state(0, 0);
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(2);
  b.add(loop, {});
  b.program().bodies.push_back({1, 1, "body"});
  b.add(FillOp(), {same});
  CollectiveOp reduce;
  reduce.group = b.table.addGroup({{0, 1, 2}});
  reduce.bucket = 2;
  b.add(reduce, {same, same});
  reduce.bucket = 0;
  for (Operand *rows : {&x, &z}) {
    rows->shape = {4};
    rows->terms = {{1, 16}};
  }
  b.add(reduce, {x, z});
  TemporaryFolder folder;
  std::string out = folder.file("out.npz"), error;
  LoadedProgram program = loaded(b.table);
  program.images.push_back({kDoubling, {}});
  Outcome outcome =
      run(folder, {"--steps", "4", "--outputs", out.c_str()}, program);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  TensorMap results;
  ASSERT_TRUE(readTensors(out, results, error)) << error;
  ASSERT_TRUE(results.count("arg0"));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(elementAsDouble(POPT_RT_F32, results["arg0"].data.data(), i),
              16 * (i + 1));
}

// Collectives are timed by the GPU, in steps that are replayed, and where each
// command is traced.
TEST_F(CudaDevice, Times) {
  TemporaryFolder folder;
  std::string trace = folder.file("trace.json");
  for (std::vector<const char *> more :
       {std::vector<const char *>{}, {"--trace", trace.c_str()}}) {
    reset("");
    std::vector<const char *> flags = {"--bench", "2"};
    flags.insert(flags.end(), more.begin(), more.end());
    Outcome outcome = run(folder, flags);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    json found = json::parse(outcome.out)["collectives"]["all_reduce"];
    EXPECT_EQ(found["count"], 1);
    EXPECT_EQ(found["bytes"], 32);
    EXPECT_GE(found["us"], 0);
    EXPECT_EQ(found["groups"].size(), 1u);
    // A collective, and a wait for a transfer, on two ranks in five steps.
    EXPECT_EQ(calls("cuEventElapsedTime"), 2u * 2 * 5);
    EXPECT_EQ(counters().live_objects, 0u);
  }
  int timed = 0;
  json events = json::parse(contents(trace))["traceEvents"];
  for (const json &event : events)
    timed += event["ph"] == "X" && event["args"].contains("busbw");
  EXPECT_EQ(timed, 2 * 5);

  reset("");
  failCall("cuEventElapsedTime", 3, 719);
  Outcome outcome = run(folder, {"--bench", "2"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("cuEventElapsedTime: CUDA_ERROR_LAUNCH_FAILED "
                             "(719)"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(counters().live_objects, 0u);
}

// What a machine may lack.
TEST_F(CudaDevice, Refusals) {
  auto says = [&](const char *words, const std::string &what) {
    reset(words);
    std::string said = refusal();
    EXPECT_NE(said.find(what), std::string::npos) << said;
  };
  says("fail=cuInit@1:34", "it is the toolkit's stub, not a driver; remove its "
                           "folder from LD_LIBRARY_PATH");
  says("fail=cuDevicePrimaryCtxRetain@1",
       "GPU 0 (popt fake GPU (sm_90)) cannot be opened: "
       "cuDevicePrimaryCtxRetain: CUDA_ERROR_UNKNOWN");
  // The second: the first is asked for when the driver is opened.
  says("fail=cuDeviceGetCount@2:12345",
       "cuDeviceGetCount: unknown CUDA error (12345)");
  setenv("POPT_CUDA_DRIVER", "libm.so.6", 1);
  says("", "it is older than CUDA 12.0; install a newer driver");
}

TEST_F(CudaDevice, NoLibraries) {
  popt_rt_device *device = nullptr;
  ASSERT_EQ(popt_rt_cuda_create(1, nullptr, &device), POPT_RT_OK);
  int64_t square[] = {2, 2}, rows[] = {2, 1};
  popt_rt_view view{POPT_RT_F32, 2, square, rows};
  popt_rt_view views[] = {view, view, view};
  popt_rt_matmul product{0, 1, 1, 1, 0};
  popt_rt_action *action = nullptr;
  EXPECT_EQ(popt_rt_device_prepare_matmul(device, &product, views, &action),
            POPT_RT_UNSUPPORTED);
  EXPECT_STREQ(popt_rt_device_last_error(device),
               "products by libraries on GPUs are not in this build; compile "
               "the program again");
  popt_rt_device_destroy(device);
}

TEST_F(CudaDevice, Processes) {
  TemporaryFolder folder;
  Outcome outcome = run(folder, {"--processes", "--transport", "threads"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(
      outcome.err,
      "step: error: --transport threads: ranks on GPUs that are processes "
      "communicate by NCCL; leave it out\n");
}

// Code that a GPU does not take.
TEST_F(CudaDevice, Code) {
  popt_rt_device *device = nullptr;
  auto says = [&](popt_rt_status status, const std::string &what) {
    EXPECT_NE(status, POPT_RT_OK);
    std::string said = popt_rt_device_last_error(device);
    EXPECT_NE(said.find(what), std::string::npos) << said;
  };
  ASSERT_EQ(popt_rt_cuda_create(1, nullptr, &device), POPT_RT_OK);
  popt_rt_image wrong = {".version 7.0\n.target sm_80\n.nonsense", nullptr, 0};
  says(popt_rt_device_load(device, "sm_80", &wrong, 1),
       ": cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218)");
  failCall("cuModuleLoadDataEx", 1, 222);
  says(popt_rt_device_load(device, "sm_80", &wrong, 1),
       ": the driver is older than the program's PTX; install a newer driver");
  // Architectures with a letter are for their own GPUs only.
  says(popt_rt_device_load(device, "sm_80a", &wrong, 1),
       "the program is for sm_80a, but GPU 0 (popt fake GPU (sm_90)) is sm_90");
  popt_rt_image image = {kDoubling.c_str(), nullptr, 0};
  ASSERT_EQ(popt_rt_device_load(device, "sm_80", &image, 1), POPT_RT_OK);
  popt_rt_launch launch = {"thrice", 0, 1, 8, 0};
  popt_rt_kernel kernel = {nullptr, &launch, 1, 0, nullptr, nullptr};
  popt_rt_action *action = nullptr;
  says(popt_rt_device_prepare_kernel(device, &kernel, 1, 1, &action),
       "the code has no function \"thrice\"");
  launch.image = 1;
  says(popt_rt_device_prepare_kernel(device, &kernel, 1, 1, &action),
       "the code has no image 1");
  // No two of the strides can be merged.
  std::vector<int64_t> shape(25, 2), strides(25, 1);
  for (size_t i = 1; i < strides.size(); ++i)
    strides[i] = 3 * strides[i - 1];
  popt_rt_view view = {POPT_RT_F32, 25, shape.data(), strides.data()};
  float value = 0;
  says(popt_rt_device_prepare_fill(device, &view, &value, &action),
       "more than 24 dimensions on a GPU");
  popt_rt_device_destroy(device);
}

TEST_F(CudaDevice, Connecting) {
  reset("devices=2,peers=0");
  popt_rt_device *devices[2] = {};
  popt_rt_transport *transports[2] = {};
  ASSERT_EQ(popt_rt_cuda_create(2, nullptr, devices), POPT_RT_OK);
  ASSERT_EQ(popt_rt_threads_create(2, nullptr, transports), POPT_RT_OK);
  EXPECT_EQ(popt_rt_cuda_connect(2, devices, transports), POPT_RT_UNSUPPORTED);
  EXPECT_EQ(std::string(popt_rt_device_last_error(nullptr)),
            "GPU 0 (popt fake GPU (sm_90)) cannot reach the memory of GPU 1 "
            "(popt fake GPU (sm_90)); show the program one of them "
            "(CUDA_VISIBLE_DEVICES)");
  // On a stream without being connected.
  int32_t both[] = {0, 1};
  popt_rt_group *groups[2] = {};
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(popt_rt_group_create(transports[i], both, 2, 0, &groups[i]),
              POPT_RT_OK);
  float x = 0, y = 0;
  popt_rt_op op = {7, "sum", &x};
  EXPECT_EQ(
      popt_rt_all_reduce(groups[0], &op, &x, &y, 1, POPT_RT_F32, POPT_RT_SUM),
      POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(popt_rt_last_error(nullptr)),
            "op 7 (\"sum\") is on a stream, but the ranks are on no device");
  popt_rt_device *cpu = nullptr;
  ASSERT_EQ(popt_rt_cpu_create(1, nullptr, &cpu), POPT_RT_OK);
  EXPECT_EQ(popt_rt_cuda_connect(1, &cpu, transports),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(popt_rt_device_last_error(nullptr)),
            "connect: rank 0 is on no GPU, or its transport is not "
            "\"threads\"");
  popt_rt_device_destroy(cpu);
  for (popt_rt_transport *transport : transports)
    popt_rt_transport_destroy(transport);
  for (popt_rt_device *device : devices)
    popt_rt_device_destroy(device);
}

// A transfer from device memory to host memory is refused on both sides.
TEST_F(CudaDevice, MixedTransfer) {
  popt_rt_device *devices[2] = {};
  popt_rt_transport *transports[2] = {};
  ASSERT_EQ(popt_rt_cuda_create(2, nullptr, devices), POPT_RT_OK);
  ASSERT_EQ(popt_rt_threads_create(2, nullptr, transports), POPT_RT_OK);
  ASSERT_EQ(popt_rt_cuda_connect(2, devices, transports), POPT_RT_OK);
  ASSERT_EQ(popt_rt_device_open(devices[0], 1, 0), POPT_RT_OK);
  int32_t both[] = {0, 1};
  popt_rt_group *groups[2] = {};
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(popt_rt_group_create(transports[i], both, 2, 0, &groups[i]),
              POPT_RT_OK);
  float x = 0;
  void *memory = nullptr;
  ASSERT_EQ(
      popt_rt_device_allocate(devices[0], POPT_RT_DEVICE_MEMORY, 4, &memory),
      POPT_RT_OK);
  popt_rt_op onStream = {7, "a", popt_rt_device_stream(devices[0], 0)},
             onHost = {8, "b", nullptr};
  popt_rt_request *requests[2] = {};
  EXPECT_EQ(popt_rt_send_start(groups[0], &onStream, memory, 1, POPT_RT_F32, 1,
                               &requests[0]),
            POPT_RT_OK);
  EXPECT_EQ(popt_rt_recv_start(groups[1], &onHost, &x, 1, POPT_RT_F32, 0,
                               &requests[1]),
            POPT_RT_MISMATCH);
  EXPECT_EQ(std::string(popt_rt_last_error(nullptr)),
            "rank 0 sends 1 f32 of device memory in op 7 (\"a\"), but rank 1 "
            "receives 1 f32 of host memory in op 8 (\"b\")");
  EXPECT_EQ(popt_rt_wait(requests[0]), POPT_RT_MISMATCH);
  for (popt_rt_transport *transport : transports)
    popt_rt_transport_destroy(transport);
  for (popt_rt_device *device : devices)
    popt_rt_device_destroy(device);
}

/// A device of so many streams, with memory of 4 bytes, while stream 0 is recorded.
static void beginRecording(int32_t numStreams, popt_rt_device *&out_device,
                           void *&out_memory) {
  ASSERT_EQ(popt_rt_cuda_create(1, nullptr, &out_device), POPT_RT_OK);
  ASSERT_EQ(popt_rt_device_open(out_device, numStreams, 0), POPT_RT_OK);
  ASSERT_EQ(popt_rt_device_allocate(out_device, POPT_RT_DEVICE_MEMORY, 4,
                                    &out_memory),
            POPT_RT_OK);
  ASSERT_EQ(popt_rt_device_begin_recording(out_device, 0), POPT_RT_OK);
}

// The driver ends a recording with a graph and with the failure of what ran
// beside it.
TEST_F(CudaDevice, FailureWhileRecording) {
  popt_rt_device *device = nullptr;
  void *memory = nullptr;
  beginRecording(2, device, memory);
  // It was never written, which the fake driver reports.
  int32_t value = 0;
  EXPECT_NE(popt_rt_device_read(device, 1, memory, &value, 4), POPT_RT_OK);
  EXPECT_EQ(counters().reports, 1u);
  popt_rt_action *action = nullptr;
  EXPECT_NE(popt_rt_device_end_recording(device, 0, &action), POPT_RT_OK);
  EXPECT_EQ(action, nullptr);
  popt_rt_device_destroy(device);
  EXPECT_EQ(counters().live_objects, 0u);
}

// To wait for all of a GPU would spoil a recording.
TEST_F(CudaDevice, FinishingWaitsForRecordings) {
  popt_rt_device *device = nullptr;
  void *memory = nullptr;
  beginRecording(1, device, memory);
  popt_rt_status finished = POPT_RT_SYSTEM_ERROR;
  std::thread other([&] { finished = popt_rt_cuda_finish(device); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(popt_rt_device_fill(device, 0, memory, 1, 4), POPT_RT_OK);
  popt_rt_action *action = nullptr;
  EXPECT_EQ(popt_rt_device_end_recording(device, 0, &action), POPT_RT_OK);
  other.join();
  EXPECT_EQ(finished, POPT_RT_OK);
  popt_rt_action_destroy(action);
  popt_rt_device_destroy(device);
  EXPECT_EQ(counters().live_objects, 0u);
}

// Every function that the run calls fails once, at its first and at its last
// call: the message names it and says what the driver says, the run ends soon,
// and nothing stays.
TEST_F(CudaDevice, EveryCallFails) {
  TemporaryFolder folder;
  Outcome whole = run(folder, {"--steps", "4"});
  ASSERT_EQ(whole.status, 0) << whole.err;
  std::map<std::string, uint64_t> made;
  auto function = fake<const char *(uint64_t)>("popt_fake_cuda_function");
  for (uint64_t i = 0; function(i); ++i)
    made[function(i)] = calls(function(i));
  // What frees, and what describes failures, must not fail the run.
  const std::set<std::string> harmless = {
      "cuGetErrorName",     "cuGetErrorString", "cuMemGetInfo",
      "cuMemFree",          "cuMemFreeHost",    "cuStreamDestroy",
      "cuEventDestroy",     "cuModuleUnload",   "cuGraphDestroy",
      "cuGraphExecDestroy", "cuCtxSetCurrent",  "cuDevicePrimaryCtxRelease"};
  int tried = 0;
  for (const auto &[name, count] : made) {
    if (count == 0 || harmless.count(name))
      continue;
    for (uint64_t n : std::set<uint64_t>{1, count}) {
      reset("");
      failCall(name.c_str(), n, 719);
      auto begin = std::chrono::steady_clock::now();
      Outcome outcome = run(folder, {"--steps", "4"});
      // How many events are in use at once differs from run to run.
      if (calls(name.c_str()) < n)
        continue;
      double seconds = std::chrono::duration<double>(
                           std::chrono::steady_clock::now() - begin)
                           .count();
      std::string what = name + " call " + std::to_string(n) + " of " +
                         std::to_string(count) + ": " + outcome.err;
      EXPECT_EQ(outcome.status, 1) << what;
      EXPECT_NE(outcome.err.find("CUDA_ERROR_LAUNCH_FAILED (719)"),
                std::string::npos)
          << what;
      EXPECT_LT(seconds, 2) << what;
      EXPECT_EQ(counters().bytes_allocated, 0u) << what;
      EXPECT_EQ(counters().host_bytes_allocated, 0u) << what;
      EXPECT_EQ(counters().live_objects, 0u) << what;
      ++tried;
    }
  }
  EXPECT_GT(tried, 30);
}
