//===- Actions.cpp - Launches, copies and fills on a GPU ------------------===//
//
// Dense copies and fills are the driver's; strided ones are kernels of our own
// (code/Strided.cpp). Everything is looked up when an action is made: a launch
// fills in addresses and calls the driver.
//
// Tests: CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#include "Actions.h"
#include "../cpu/Strided.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;
using namespace popt::rt::cuda;

Grid::Grid(const Gpu &gpu, uint64_t elements) {
  uint64_t most = static_cast<uint64_t>(gpu.numMultiprocessors) * 32;
  uint64_t wanted = (elements + threads - 1) / threads;
  blocks = static_cast<uint32_t>(std::clamp<uint64_t>(wanted, 1, most));
}

bool popt::rt::cuda::makeNest(const popt_rt_view &to, const popt_rt_view &from,
                              Nest &out) {
  Loops loops;
  for (int32_t d = 0; d < to.rank; ++d)
    loops.push_back({to.shape[d], {to.strides[d], from.strides[d], 0}});
  loops = simplified(std::move(loops));
  if (loops.size() > Nest::kMost)
    return false;
  out.count = static_cast<uint64_t>(iterations(loops));
  out.rank = static_cast<int32_t>(loops.size());
  for (size_t d = 0; d < loops.size(); ++d) {
    out.extents[d] = loops[d].count;
    out.to[d] = loops[d].stride[0];
    out.from[d] = loops[d].stride[1];
  }
  return true;
}

namespace {
/// Kernels one after another with the same parameters.
class KernelAction : public popt_rt_action {
public:
  KernelAction(CudaDevice &device, int32_t numAddresses, int32_t numScalars,
               bool hasScratch)
      : device(device), numAddresses(numAddresses), numScalars(numScalars),
        values(numAddresses + numScalars + hasScratch) {
    for (uint64_t &value : values)
      parameters.push_back(&value);
  }

  popt_rt_status add(const popt_rt_launch &launch) {
    Gpu &gpu = *device.gpu;
    Launch made{nullptr, static_cast<uint32_t>(launch.grid),
                static_cast<uint32_t>(launch.block),
                static_cast<uint32_t>(launch.shared_bytes)};
    if (popt_rt_status status =
            gpu.function(launch.image, launch.entry, made.function))
      return status;
    // What a kernel gets without asking.
    constexpr int32_t common = 48 << 10;
    if (launch.shared_bytes > common)
      if (popt_rt_status status =
              gpu.check(gpu.driver->cuFuncSetAttribute(
                            made.function, kMaxDynamicSharedSizeBytes,
                            launch.shared_bytes),
                        "cuFuncSetAttribute"))
        return status;
    launches.push_back(made);
    return POPT_RT_OK;
  }

  popt_rt_status launch(int32_t stream, void *const *addresses,
                        const int64_t *scalars, void *scratch) override {
    for (int32_t i = 0; i < numAddresses; ++i)
      values[i] = reinterpret_cast<uint64_t>(addresses[i]);
    for (int32_t i = 0; i < numScalars; ++i)
      values[numAddresses + i] = static_cast<uint64_t>(scalars[i]);
    if (scratchBytes)
      values.back() = reinterpret_cast<uint64_t>(scratch);
    auto where = static_cast<Stream>(device.stream(stream));
    Gpu &gpu = *device.gpu;
    gpu.enter();
    for (const Launch &l : launches)
      if (cuda::Result result = gpu.driver->cuLaunchKernel(
              l.function, l.grid, 1, 1, l.block, 1, 1, l.sharedBytes, where,
              parameters.data(), nullptr))
        return gpu.check(result, "cuLaunchKernel");
    return POPT_RT_OK;
  }

private:
  struct Launch {
    Function function;
    uint32_t grid, block, sharedBytes;
  };
  CudaDevice &device;
  const int32_t numAddresses, numScalars;
  std::vector<uint64_t> values;
  std::vector<void *> parameters;
  std::vector<Launch> launches;
};

/// A copy or fill by a kernel of ours.
struct StridedAction : popt_rt_action {
  StridedAction(CudaDevice &device, const Nest &nest)
      : device(device), nest(nest), grid(*device.gpu, nest.count) {}
  /// Sets the kernel for elements of so many bytes.
  popt_rt_status find(const std::string &name, size_t width) {
    std::string entry = name + std::to_string(width);
    return device.gpu->function(OwnCode::Strided, entry.c_str(), function);
  }
  popt_rt_status launch(int32_t stream, void *const *addresses, const int64_t *,
                        void *) override {
    uint64_t values[2] = {};
    std::vector<void *> &list = parameters;
    list.clear();
    for (int i = 0; i < numAddresses; ++i) {
      values[i] = reinterpret_cast<uint64_t>(addresses[i]);
      list.push_back(&values[i]);
    }
    list.push_back(&nest);
    list.push_back(&element);
    Gpu &gpu = *device.gpu;
    gpu.enter();
    return gpu.check(gpu.driver->cuLaunchKernel(
                         function, grid.blocks, 1, 1, grid.threads, 1, 1, 0,
                         static_cast<Stream>(device.stream(stream)),
                         list.data(), nullptr),
                     "cuLaunchKernel");
  }

  CudaDevice &device;
  Nest nest;
  const Grid grid;
  int numAddresses = 2;
  Element element = {};
  Function function = nullptr;
  std::vector<void *> parameters;
};

/// A copy of bytes by the driver.
struct DenseCopyAction : popt_rt_action {
  DenseCopyAction(CudaDevice &device, size_t bytes)
      : device(device), bytes(bytes) {}
  popt_rt_status launch(int32_t stream, void *const *addresses, const int64_t *,
                        void *) override {
    if (bytes == 0 || addresses[0] == addresses[1])
      return POPT_RT_OK;
    return device.copy(stream, addresses[1], addresses[0], bytes);
  }
  CudaDevice &device;
  const size_t bytes;
};

/// A dense fill by the driver, which has widths 1, 2 and 4.
struct DenseFillAction : popt_rt_action {
  DenseFillAction(CudaDevice &device, size_t width, uint64_t count,
                  uint32_t value)
      : device(device), width(width), count(count), value(value) {}
  popt_rt_status launch(int32_t stream, void *const *addresses, const int64_t *,
                        void *) override {
    if (count == 0)
      return POPT_RT_OK;
    Gpu &gpu = *device.gpu;
    const Driver &cu = *gpu.driver;
    auto to = reinterpret_cast<Address>(addresses[0]);
    auto where = static_cast<Stream>(device.stream(stream));
    gpu.enter();
    if (width == 1)
      return gpu.check(
          cu.cuMemsetD8Async(to, static_cast<uint8_t>(value), count, where),
          "cuMemsetD8Async");
    if (width == 2)
      return gpu.check(
          cu.cuMemsetD16Async(to, static_cast<uint16_t>(value), count, where),
          "cuMemsetD16Async");
    return gpu.check(cu.cuMemsetD32Async(to, value, count, where),
                     "cuMemsetD32Async");
  }
  CudaDevice &device;
  const size_t width;
  const uint64_t count;
  const uint32_t value;
};

/// A graph of the driver, made of what a stream captured.
struct GraphAction : popt_rt_action {
  explicit GraphAction(CudaDevice &device) : device(device) {}
  ~GraphAction() override {
    device.gpu->enter();
    if (executable)
      device.gpu->driver->cuGraphExecDestroy(executable);
  }
  popt_rt_status launch(int32_t stream, void *const *, const int64_t *,
                        void *) override {
    Gpu &gpu = *device.gpu;
    gpu.enter();
    return gpu.check(
        gpu.driver->cuGraphLaunch(executable,
                                  static_cast<Stream>(device.stream(stream))),
        "cuGraphLaunch");
  }
  CudaDevice &device;
  GraphExec executable = nullptr;
};

bool isDense(const Nest &nest) {
  return nest.rank == 0 || (nest.rank == 1 && nest.to[0] == 1 &&
                            (nest.from[0] == 1 || nest.count == 0));
}

popt_rt_status tooManyDimensions() {
  return fail(POPT_RT_UNSUPPORTED, "more than " + std::to_string(Nest::kMost) +
                                       " dimensions on a GPU");
}
} // namespace

popt_rt_status popt::rt::cuda::makeKernelAction(
    CudaDevice &device, const popt_rt_kernel &kernel, int32_t numAddresses,
    int32_t numScalars, popt_rt_device::Action &action) {
  auto made = std::make_unique<KernelAction>(device, numAddresses, numScalars,
                                             kernel.scratch_bytes > 0);
  made->scratchBytes = kernel.scratch_bytes;
  for (int32_t i = 0; i < kernel.num_launches; ++i)
    if (popt_rt_status status = made->add(kernel.launches[i]))
      return status;
  action = std::move(made);
  return POPT_RT_OK;
}

popt_rt_status popt::rt::cuda::makeCopyAction(CudaDevice &device,
                                              const popt_rt_view &from,
                                              const popt_rt_view &to,
                                              popt_rt_device::Action &action) {
  Nest nest;
  if (!makeNest(to, from, nest))
    return tooManyDimensions();
  size_t width = popt_rt_element_size(to.type);
  if (isDense(nest)) {
    action = std::make_unique<DenseCopyAction>(device, nest.count * width);
    return POPT_RT_OK;
  }
  auto made = std::make_unique<StridedAction>(device, nest);
  popt_rt_status status = made->find("popt_copy_", width);
  action = std::move(made);
  return status;
}

popt_rt_status popt::rt::cuda::makeFillAction(CudaDevice &device,
                                              const popt_rt_view &to,
                                              const void *value,
                                              popt_rt_device::Action &action) {
  Nest nest;
  if (!makeNest(to, to, nest))
    return tooManyDimensions();
  size_t width = popt_rt_element_size(to.type);
  const auto *bytes = static_cast<const uint8_t *>(value);
  // Equal words, or one word, are the driver's business.
  size_t word = std::min<size_t>(width, 4);
  bool repeats = true;
  for (size_t i = word; i < width; ++i)
    repeats &= bytes[i] == bytes[i - word];
  if (isDense(nest) && repeats) {
    uint32_t pattern = 0;
    std::memcpy(&pattern, bytes, word);
    action = std::make_unique<DenseFillAction>(
        device, word, nest.count * (width / word), pattern);
    return POPT_RT_OK;
  }
  auto made = std::make_unique<StridedAction>(device, nest);
  made->numAddresses = 1;
  std::memcpy(&made->element, bytes, width);
  popt_rt_status status = made->find("popt_fill_", width);
  action = std::move(made);
  return status;
}

popt_rt_status popt::rt::cuda::makeGraphAction(CudaDevice &device,
                                               int32_t stream,
                                               popt_rt_device::Action &action) {
  Gpu &gpu = *device.gpu;
  gpu.enter();
  Graph graph = nullptr;
  auto made = std::make_unique<GraphAction>(device);
  popt_rt_status status =
      gpu.check(gpu.driver->cuStreamEndCapture(
                    static_cast<Stream>(device.stream(stream)), &graph),
                "cuStreamEndCapture");
  if (status == POPT_RT_OK)
    status = gpu.check(
        gpu.driver->cuGraphInstantiateWithFlags(&made->executable, graph, 0),
        "cuGraphInstantiate");
  // An earlier failure of the GPU is reported here too, beside a graph.
  if (graph)
    gpu.driver->cuGraphDestroy(graph);
  action = std::move(made);
  return status;
}
