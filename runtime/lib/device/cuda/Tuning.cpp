//===- Tuning.cpp - Measures the algorithms of libraries ------------------===//
//
// Memory is the measurement's own and is filled with small numbers. Each
// algorithm runs in batches between two events; the best batch counts.
//
// Tests: CublasLtTest, CudnnTest, test/Execute/Gpu/tune.test.
//
//===----------------------------------------------------------------------===//
#include "Tuning.h"
#include "../Device.h"
#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace popt::rt;
using namespace popt::rt::cuda;

namespace {
/// Stream, events and memory of one measurement.
class Bench {
public:
  explicit Bench(Gpu &gpu) : gpu(gpu), cu(*gpu.driver) { gpu.enter(); }
  ~Bench() {
    gpu.enter();
    for (Address block : blocks)
      cu.cuMemFree(block);
    for (Event event : events)
      if (event)
        cu.cuEventDestroy(event);
    if (stream)
      cu.cuStreamDestroy(stream);
  }

  popt_rt_status open() {
    popt_rt_status status = gpu.check(
        cu.cuStreamCreate(&stream, kStreamNonBlocking), "cuStreamCreate");
    for (Event &event : events)
      if (status == POPT_RT_OK)
        status = gpu.check(cu.cuEventCreate(&event, 0), "cuEventCreate");
    return status;
  }

  popt_rt_status allocate(size_t bytes, void *&out) {
    Address block = 0;
    popt_rt_status status = gpu.check(
        cu.cuMemAlloc(&block, std::max<size_t>(bytes, 1)), "cuMemAlloc");
    if (status != POPT_RT_OK)
      return status;
    blocks.push_back(block);
    out = reinterpret_cast<void *>(block);
    // 0x3c3c is about 0.01 as bf16 and as f32, and 1 as f16.
    return gpu.check(cu.cuMemsetD8Async(block, 0x3c, bytes, stream),
                     "cuMemsetD8Async");
  }

  /// Seconds of one run.
  template <typename Run> popt_rt_status time(Run run, double &out_seconds) {
    constexpr int kBatches = 3, kRuns = 10;
    out_seconds = 0;
    popt_rt_status status = run();
    for (int batch = 0; batch < kBatches && status == POPT_RT_OK; ++batch) {
      float milliseconds = 0;
      status = gpu.check(cu.cuEventRecord(events[0], stream), "cuEventRecord");
      for (int i = 0; i < kRuns && status == POPT_RT_OK; ++i)
        status = run();
      if (status == POPT_RT_OK)
        status =
            gpu.check(cu.cuEventRecord(events[1], stream), "cuEventRecord");
      if (status == POPT_RT_OK)
        status =
            gpu.check(cu.cuStreamSynchronize(stream), "cuStreamSynchronize");
      if (status == POPT_RT_OK)
        status = gpu.check(
            cu.cuEventElapsedTime(&milliseconds, events[0], events[1]),
            "cuEventElapsedTime");
      double seconds = milliseconds / 1e3 / kRuns;
      out_seconds = batch ? std::min(out_seconds, seconds) : seconds;
    }
    return status;
  }

  Stream stream = nullptr;

private:
  Gpu &gpu;
  const Driver &cu;
  Event events[2] = {};
  std::vector<Address> blocks;
};
} // namespace

popt_rt_status Tuning::measure(Gpu &gpu, LibraryCall &call, Measured &out) {
  Bench bench(gpu);
  popt_rt_status status = bench.open();
  std::array<size_t, 3> sizes = call.operandBytes();
  size_t workspace = 0;
  for (size_t i = 0; i < call.numProposals(); ++i) {
    call.use(i);
    workspace = std::max(workspace, call.workspaceBytes);
  }
  void *memory[4] = {};
  for (int i = 0; i < 4 && status == POPT_RT_OK; ++i)
    status = bench.allocate(i < 3 ? sizes[i] : workspace, memory[i]);
  size_t fastest = 0;
  for (size_t i = 0; i < call.numProposals() && status == POPT_RT_OK; ++i) {
    call.use(i);
    double seconds = 0;
    status = bench.time(
        [&] {
          return call.launch(memory[0], memory[1], memory[2], memory[3],
                             bench.stream);
        },
        seconds);
    if (i == 0)
      out.secondsOfFirst = seconds;
    if (i == 0 || seconds < out.seconds) {
      fastest = i;
      out.seconds = seconds;
    }
  }
  call.use(fastest);
  out.algorithm = call.algorithm();
  return status;
}

popt_rt_status Tuning::measure(Gpu &gpu, const std::string &measuredOn,
                               const std::string &name, LibraryCall &call) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!device.empty() && device != gpu.deviceName())
    return fail(POPT_RT_UNSUPPORTED,
                "--tune: the ranks run on " + device + " and on " +
                    gpu.deviceName() +
                    ", but a file is for one of them; show the program GPUs of "
                    "one kind (CUDA_VISIBLE_DEVICES)");
  device = gpu.deviceName();
  auto [known, isNew] = calls[measuredOn].try_emplace(name);
  if (!isNew)
    return call.use(known->second.algorithm.data(),
                    known->second.algorithm.size());
  popt_rt_status status = measure(gpu, call, known->second);
  if (status != POPT_RT_OK)
    calls[measuredOn].erase(known);
  return status;
}

/// Names of devices and operations have no characters that JSON escapes.
const char *Tuning::file() {
  std::lock_guard<std::mutex> lock(mutex);
  if (calls.empty())
    return "";
  std::ostringstream os;
  os << "{\"popt_tuned\": 2,\n \"measured\": [";
  const char *library = "\n";
  for (const auto &[measuredOn, list] : calls) {
    os << library << "  {\"on\": \"" << measuredOn
       << "\",\n   \"algorithms\": {";
    library = ",\n";
    const char *separator = "\n";
    for (const auto &[name, measured] : list) {
      os << separator << "    \"" << name << "\": {\"algorithm\": \"";
      separator = ",\n";
      for (uint8_t byte : measured.algorithm)
        os << std::hex << std::setw(2) << std::setfill('0') << int(byte);
      os << std::dec << "\", \"microseconds\": " << measured.seconds * 1e6
         << ", \"first_proposal_microseconds\": "
         << measured.secondsOfFirst * 1e6 << "}";
    }
    os << "}}";
  }
  os << "]}\n";
  text = os.str();
  return text.c_str();
}
