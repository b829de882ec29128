//===- Tuning.cpp - Measures algorithms of products -----------------------===//
//
// Memory is the measurement's own and is filled with small numbers. Each
// algorithm runs in batches between two events; the best batch counts.
//
// Tests: CublasLtTest, test/Execute/Gpu/tune.test.
//
//===----------------------------------------------------------------------===//
#include "Tuning.h"
#include "../Device.h"
#include "Products.h"
#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace popt::rt;
using namespace popt::rt::cuda;

std::string popt::rt::cuda::tuningName(const Gpu &gpu, const CublasLt &lt) {
  return gpu.deviceName() + ", " + lt.version();
}

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

/// Bytes from an operand's first element to its last.
size_t extentOf(const popt_rt_product &product,
                int64_t popt_rt_product_loop::*stride,
                popt_rt_element_type type) {
  int64_t last = 0;
  for (int sort = 0; sort < 4; ++sort)
    for (int32_t i = 0; i < product.num_loops[sort]; ++i)
      last +=
          product.loops[sort][i].*stride * (product.loops[sort][i].extent - 1);
  return static_cast<size_t>(last + 1) * popt_rt_element_size(type);
}
} // namespace

popt_rt_status Tuning::measure(Gpu &gpu, const std::string &measuredOn,
                               const popt_rt_product &product,
                               const std::vector<LtChoice> &choices,
                               LibraryProduct &library) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!name.empty() && name != measuredOn)
    return fail(POPT_RT_UNSUPPORTED,
                "--tune: the ranks run on " + name + " and on " + measuredOn +
                    ", but a file is for one of them; show the program GPUs of "
                    "one kind (CUDA_VISIBLE_DEVICES)");
  name = measuredOn;
  if (auto known = products.find(product.name); known != products.end())
    return library.use(&known->second.algorithm,
                       sizeof(known->second.algorithm));
  Bench bench(gpu);
  popt_rt_status status = bench.open();
  size_t sizes[] = {
      extentOf(product, &popt_rt_product_loop::lhs, product.type),
      extentOf(product, &popt_rt_product_loop::rhs, product.type),
      extentOf(product, &popt_rt_product_loop::out, product.out_type), 0};
  for (bool isLhs : {true, false})
    if (isLhs ? library.plan.packsLhs : library.plan.packsRhs)
      sizes[!isLhs] =
          static_cast<size_t>(packingOf(product, isLhs).elements()) *
          popt_rt_element_size(product.type);
  for (const LtChoice &choice : choices)
    sizes[3] = std::max(sizes[3], choice.workspaceBytes);
  void *memory[4] = {};
  for (int i = 0; i < 4 && status == POPT_RT_OK; ++i)
    status = bench.allocate(sizes[i], memory[i]);
  if (status != POPT_RT_OK)
    return status;
  Measured best = {};
  const LtChoice *fastest = nullptr;
  for (const LtChoice &choice : choices) {
    library.use(choice);
    double seconds = 0;
    status = bench.time(
        [&] {
          return library.launch(memory[0], memory[1], memory[2], memory[3],
                                bench.stream);
        },
        seconds);
    if (status != POPT_RT_OK)
      return status;
    if (!fastest)
      best.secondsOfFirst = seconds;
    if (!fastest || seconds < best.seconds) {
      fastest = &choice;
      best.algorithm = choice.algorithm;
      best.seconds = seconds;
    }
  }
  library.use(*fastest);
  products[product.name] = best;
  return POPT_RT_OK;
}

/// Names of devices and products have no characters that JSON escapes.
const char *Tuning::file() {
  std::lock_guard<std::mutex> lock(mutex);
  if (products.empty())
    return "";
  std::ostringstream os;
  os << "{\"popt_tuned\": 1,\n \"measured_on\": \"" << name
     << "\",\n \"products\": {";
  const char *separator = "\n";
  for (const auto &[product, measured] : products) {
    os << separator << "  \"" << product << "\": {\"algorithm\": \"";
    const auto *bytes = reinterpret_cast<const uint8_t *>(&measured.algorithm);
    for (size_t i = 0; i < sizeof(measured.algorithm); ++i)
      os << std::hex << std::setw(2) << std::setfill('0') << int(bytes[i]);
    os << std::dec << "\", \"microseconds\": " << measured.seconds * 1e6
       << ", \"first_proposal_microseconds\": " << measured.secondsOfFirst * 1e6
       << "}";
    separator = ",\n";
  }
  os << "}}\n";
  text = os.str();
  return text.c_str();
}
