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
#include "../../tensor/Strided.h"
#include "ProductPlan.h"
#include <algorithm>
#include <cstring>
#include <optional>

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

/// The nest over `factor` neighbours at a time, where it is one of such.
static std::optional<Nest> widen(Nest nest, int64_t factor) {
  if (factor == 1)
    return nest;
  int last = nest.rank - 1;
  if (last < 0 || nest.to[last] != 1 || nest.from[last] != 1 ||
      nest.extents[last] % factor != 0)
    return std::nullopt;
  for (int d = 0; d < last; ++d) {
    if (nest.to[d] % factor != 0 || nest.from[d] % factor != 0)
      return std::nullopt;
    nest.to[d] /= factor;
    nest.from[d] /= factor;
  }
  nest.extents[last] /= factor;
  nest.count /= static_cast<uint64_t>(factor);
  return nest;
}

/// The nest's tiles, its last two dimensions set to those that they divide;
/// nothing where the source is dense where the target is.
static std::optional<Tiles> makeTiles(Nest &nest) {
  constexpr int32_t most = 32;
  int last = nest.rank - 1;
  if (nest.count == 0 || last < 1 || nest.to[last] != 1 ||
      std::abs(nest.from[last]) <= 1)
    return std::nullopt;
  int line = last - 1;
  while (line >= 0 && nest.from[line] != 1)
    --line;
  if (line < 0)
    return std::nullopt;
  for (int64_t *list : {nest.extents, nest.to, nest.from})
    std::rotate(list + line, list + line + 1, list + last);
  int64_t lines = nest.extents[last - 1], places = nest.extents[last];
  // Of few lines or places a tile has all, and more of the others.
  int64_t tileLines = std::min<int64_t>(lines, most);
  int64_t tilePlaces =
      std::min(places, Tiles::kMostElements / tileLines / most * most);
  if (tilePlaces < most)
    tileLines = std::min(lines, Tiles::kMostElements / tilePlaces);
  Tiles tiles;
  tiles.lines = static_cast<int32_t>(tileLines);
  tiles.places = static_cast<int32_t>(tilePlaces);
  tiles.down = static_cast<uint64_t>((lines + tileLines - 1) / tileLines);
  tiles.across = static_cast<uint64_t>((places + tilePlaces - 1) / tilePlaces);
  tiles.count = nest.count / static_cast<uint64_t>(lines * places) *
                tiles.down * tiles.across;
  return tiles;
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

/// A copy or fill by a kernel of ours. It has several ways: the first whose
/// accesses the addresses allow is taken.
struct StridedAction : popt_rt_action {
  explicit StridedAction(CudaDevice &device) : device(device) {}

  /// Adds the kernel of this name for elements of so many bytes.
  popt_rt_status add(const std::string &name, size_t width, const Nest &nest,
                     uint64_t threads) {
    Way way{width, nullptr, nest, Grid(*device.gpu, threads)};
    std::string entry = name + std::to_string(width);
    if (popt_rt_status status =
            device.gpu->function(OwnCode::Strided, entry.c_str(), way.function))
      return status;
    ways.push_back(way);
    return POPT_RT_OK;
  }
  /// Adds it for accesses of up to 16 bytes, the widest first.
  popt_rt_status addAll(const std::string &name, size_t width,
                        const Nest &nest) {
    for (size_t wide = sizeof(Element); wide >= width; wide /= 2)
      if (std::optional<Nest> widened =
              widen(nest, static_cast<int64_t>(wide / width)))
        if (popt_rt_status status = add(name, wide, *widened, widened->count))
          return status;
    return POPT_RT_OK;
  }

  popt_rt_status launch(int32_t stream, void *const *addresses, const int64_t *,
                        void *) override {
    uint64_t values[2] = {}, either = 0;
    parameters.clear();
    for (int i = 0; i < numAddresses; ++i) {
      values[i] = reinterpret_cast<uint64_t>(addresses[i]);
      either |= values[i];
      parameters.push_back(&values[i]);
    }
    // The last has the program's own elements.
    Way &way = *std::find_if(ways.begin(), ways.end() - 1, [&](const Way &w) {
      return either % w.width == 0;
    });
    parameters.push_back(&way.nest);
    parameters.push_back(third);
    Gpu &gpu = *device.gpu;
    gpu.enter();
    return gpu.check(gpu.driver->cuLaunchKernel(
                         way.function, way.grid.blocks, 1, 1, way.grid.threads,
                         1, 1, 0, static_cast<Stream>(device.stream(stream)),
                         parameters.data(), nullptr),
                     "cuLaunchKernel");
  }

  CudaDevice &device;
  struct Way {
    size_t width; ///< bytes of an access
    Function function;
    Nest nest;
    Grid grid;
  };
  std::vector<Way> ways;
  int numAddresses = 2;
  Element element = {};  ///< of a fill
  Tiles tiles;           ///< of a copy through them
  void *third = nullptr; ///< which of the two the kernel takes
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
    auto to = reinterpret_cast<cuda::Address>(addresses[0]);
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
  auto made = std::make_unique<StridedAction>(device);
  popt_rt_status status;
  if (std::optional<Tiles> tiles = makeTiles(nest)) {
    made->tiles = *tiles;
    made->third = &made->tiles;
    status = made->add("popt_transpose_", width, nest,
                       tiles->count * Grid::kThreads);
  } else {
    status = made->addAll("popt_copy_", width, nest);
  }
  action = std::move(made);
  return status;
}

popt_rt_status
popt::rt::cuda::makePackingAction(CudaDevice &device, popt_rt_element_type type,
                                  const Packing &packing,
                                  popt_rt_device::Action &action) {
  auto view = [&](const std::vector<int64_t> &strides) {
    return popt_rt_view{type, static_cast<int32_t>(packing.shape.size()),
                        packing.shape.data(), strides.data()};
  };
  return makeCopyAction(device, view(packing.from), view(packing.to), action);
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
  auto made = std::make_unique<StridedAction>(device);
  made->numAddresses = 1;
  made->third = &made->element;
  for (size_t at = 0; at < sizeof(Element); at += width)
    std::memcpy(reinterpret_cast<uint8_t *>(&made->element) + at, bytes, width);
  popt_rt_status status = made->addAll("popt_fill_", width, nest);
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
  Result ended = gpu.driver->cuStreamEndCapture(
      static_cast<Stream>(device.stream(stream)), &graph);
  popt_rt_status status = gpu.check(ended, "cuStreamEndCapture");
  if (ended == kCaptureInvalidated)
    status = POPT_RT_UNSUPPORTED;
  if (status == POPT_RT_OK)
    status = gpu.check(
        gpu.driver->cuGraphInstantiateWithFlags(&made->executable, graph, 0),
        "cuGraphInstantiateWithFlags");
  // An earlier failure of the GPU is reported here too, beside a graph.
  if (graph)
    gpu.driver->cuGraphDestroy(graph);
  action = std::move(made);
  return status;
}
