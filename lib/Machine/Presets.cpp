// Clusters of GPUs by name. Test: test/unit/Machine/PresetsTest.cpp.
//
// Where figures are from:
//
//   [D]  data sheets: NVIDIA V100 (2020), A100 (2021), H100 SXM (2023), H200
//        (2024), HGX B200 at 1000 W (2024); rates without sparsity, NVLink in
//        one direction (half of what is printed)
//   [X]  DGX systems' data sheets: InfiniBand cards (DGX-1 with V100 four of 100
//        Gbit/s for 8 GPUs, DGX A100 8 of 200, DGX H100, H200 and B200 8 of 400)
//   [P]  PCI Express 3, 4 and 5 with 16 lanes, the way to the host
//   [C]  calculon's assumptions for the A100 (Isaev et al., "Calculon: a
//        methodology and tool for high-level co-design of systems and large
//        language models", SC 2023): how products and memory come up to their
//        rates with size
//   [N]  NCCL, src/graph/tuning.cc: latencies of a hop (between those of its
//        protocols LL and Simple: 0.6 and 3.4 us by NVLink, 2.7 and 14 by
//        network), 25 us for reductions in the switch
//   [S]  measured: 480e9 bytes a second of bus bandwidth of all-reduces in the
//        switch of 8 H100s (nccl issue 1374), by 14/8 the bytes of the buffer;
//        NCCL's tables have 2 times as much for B200
//   [A]  measured: attention with a causal mask, heads of 128 features and 16384
//        positions by FlashAttention 2 on H100s, 335e12 FLOP/s forward and 322e12
//        backward, together 325e12 (Shah et al., "FlashAttention-3", 2024, figures 5
//        and 6; cuDNN 9 reaches 1.6 times as much)
//   [G]  measured: kernels beside collectives take 1.1 to 1.3 times as long (Miao
//        et al., "Galvatron", VLDB 2023)
//   [L]  measured: steps of gpt_scan and moe_switch on one H200 take what they are
//        predicted to if their smallest kernels take 4 us (docs/Performance.md). A
//        V100's kernel of half a million floats takes 3.4 us in a graph (Gray,
//        "Getting Started with CUDA Graphs", NVIDIA 2019), so kinds hardly differ
//   [F]  fitted: the four of `Fitted`, and nothing else. The A100's products and
//        memory are fitted to iteration times of GPT of 1.7 to 530 billion
//        parameters (Narayanan et al., SC 2021; Korthikanti et al., 2022), the
//        H100's to those of GPT of 1.7 to 314 billion parameters (Megatron-Core
//        0.8) and of Llama 3 405B (2024); B200 has the H100's

#include "popt/Machine/Presets.h"

#include "popt/Text/Names.h"

#include <cctype>

namespace popt {

namespace {
/// Which parts of the rates of data sheets large work reaches: the fitted
/// constants of a kind.
struct Fitted {
  double products, memory, nvlink, network;
};

struct Gpu {
  const char *name;
  int64_t memoryBytes;
  double memoryBytesPerSecond;
  std::map<std::string, double> flopsPerSecond;
  double nvlink, network, pci; ///< bytes a second
  double switchBytesPerSecond; ///< 0: its switch reduces nothing
  int64_t mostInHost;
  Fitted fitted;
};
} // namespace

constexpr int64_t GB = 1000000000;
constexpr double kLaunchSeconds = 4e-6; // [L]

/// Memory and FLOP/s [D], attention [A], links [D] [X] [P], reductions in the
/// switch [S].
static const std::vector<Gpu> &gpus() {
  static const std::map<std::string, double> volta{
      {"f64", 7.8e12}, {"f32", 15.7e12}, {"f16", 125e12}};
  static const std::map<std::string, double> ampere{
      {"f64", 19.5e12}, {"f32", 19.5e12}, {"tf32", 156e12},
      {"f16", 312e12},  {"bf16", 312e12}, {"i8", 624e12}};
  static const std::map<std::string, double> hopper{
      {"f64", 66.9e12},  {"f32", 66.9e12},     {"tf32", 494.7e12},
      {"f16", 989.4e12}, {"bf16", 989.4e12},   {"f8", 1978.9e12},
      {"i8", 1978.9e12}, {"attention", 325e12}};
  static const std::map<std::string, double> blackwell{
      {"f64", 40e12},    {"f32", 80e12},  {"tf32", 1100e12}, {"f16", 2250e12},
      {"bf16", 2250e12}, {"f8", 4500e12}, {"i8", 4500e12}};
  static const Fitted ofV100{0.80, 0.90, 0.85, 0.90};
  static const Fitted ofA100{0.74, 0.85, 0.77, 0.90};
  static const Fitted ofH100{0.65, 0.75, 0.82, 0.96};
  static const Fitted ofB200{0.65, 0.75, 0.75, 0.96};
  static const std::vector<Gpu> all{
      {"v100", 16 * GB, 9e11, volta, 1.5e11, 6.25e9, 1.575e10, 0, 8, ofV100},
      {"v100-32gb", 32 * GB, 9e11, volta, 1.5e11, 6.25e9, 1.575e10, 0, 8,
       ofV100},
      {"a100", 80 * GB, 2.039e12, ampere, 3e11, 2.5e10, 3.15e10, 0, 16, ofA100},
      {"a100-40gb", 40 * GB, 1.555e12, ampere, 3e11, 2.5e10, 3.15e10, 0, 16,
       ofA100},
      {"h100", 80 * GB, 3.35e12, hopper, 4.5e11, 5e10, 6.3e10, 2.74e11, 8,
       ofH100},
      {"h200", 141 * GB, 4.8e12, hopper, 4.5e11, 5e10, 6.3e10, 2.74e11, 8,
       ofH100},
      {"b200", 180 * GB, 8e12, blackwell, 9e11, 5e10, 6.3e10, 5.48e11, 8,
       ofB200}};
  return all;
}

const std::vector<std::string> &presetNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> names;
    for (const Gpu &gpu : gpus())
      names.push_back(gpu.name);
    return names;
  }();
  return names;
}

static std::string lower(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

static const Gpu *findGpu(std::string_view words) {
  std::string name = lower(words.substr(0, words.find(':')));
  for (const Gpu &gpu : gpus())
    if (name == gpu.name)
      return &gpu;
  return nullptr;
}

bool isPreset(std::string_view words) { return findGpu(words) != nullptr; }

/// Ways of the same form whose last fraction is the fitted one [C].
static RateTable fit(RateTable points, double fraction) {
  const double last = points.back().second;
  for (auto &[size, part] : points)
    part *= fraction / last;
  return points;
}

static Machine clusterOf(const Gpu &gpu, int64_t hosts, int64_t inHost) {
  Machine m;
  m.name = std::to_string(hosts) + (hosts == 1 ? " host of " : " hosts of ") +
           std::to_string(inHost) + " " + gpu.name;
  DeviceSpec device;
  device.kind = gpu.name;
  device.count = hosts * inHost;
  device.memoryBytes = gpu.memoryBytes;
  device.memoryBytesPerSecond = gpu.memoryBytesPerSecond;
  device.memoryEfficiency =
      fit({{1e5, 0.3}, {1e6, 0.6}, {1e7, 0.75}, {1e8, 0.9}}, // [C]
          gpu.fitted.memory);
  device.flopsPerSecond = gpu.flopsPerSecond;
  for (const auto &[type, rate] : gpu.flopsPerSecond)
    if (type != "attention") // [A] is what it reaches
      device.efficiency[type] =
          fit({{1e8, 0.1}, {1e9, 0.6}, {1.6e10, 0.9}, {1.28e11, 0.95}}, // [C]
              gpu.fitted.products);
  device.kernelEfficiency = 0.5; // [D] counts a multiply-add as two
  device.launchSeconds = kLaunchSeconds;
  device.slowdownBesideLinks = 1.2; // [G]
  m.devices.push_back(std::move(device));

  LinkLevel nvlink{"nvlink", hosts == 1 ? 0 : inHost, 2e-6, gpu.nvlink}; // [N]
  nvlink.efficiency = {{1, gpu.fitted.nvlink}};
  nvlink.algorithms = {Algorithm::Ring, Algorithm::Tree, Algorithm::Direct};
  if (gpu.switchBytesPerSecond > 0) {
    nvlink.algorithms.push_back(Algorithm::Switch);
    nvlink.switchLatencySeconds = 2.5e-5; // [N]
    nvlink.switchBytesPerSecond = gpu.switchBytesPerSecond;
  }
  m.links.push_back(std::move(nvlink));
  if (hosts > 1) {
    LinkLevel network{"infiniband", hosts, 6e-6, gpu.network}; // [N]
    network.efficiency = {{1, gpu.fitted.network}};
    network.algorithms = {Algorithm::Ring, Algorithm::MultiRing,
                          Algorithm::Tree, Algorithm::Hierarchical,
                          Algorithm::Direct};
    m.links.push_back(std::move(network));
  }
  m.host = {2000 * GB, 1e-5, gpu.pci}; // DGX H100's memory [X]
  return m;
}

/// A whole number from 1 to a million; 0 if it is none.
static int64_t readCount(std::string_view text) {
  int64_t count = 0;
  if (text.empty() || text.size() > 7)
    return 0;
  for (char c : text) {
    if (c < '0' || c > '9')
      return 0;
    count = 10 * count + (c - '0');
  }
  return count <= 1000000 ? count : 0;
}

std::optional<Machine> presetMachine(std::string_view words,
                                     std::string &error) {
  const Gpu *gpu = findGpu(words);
  const size_t colon = words.find(':');
  const std::string asked = "cluster \"" + std::string(words) + "\"";
  if (!gpu) {
    const std::string name = lower(words.substr(0, colon));
    error = asked + " is neither a file nor a known kind of GPU" +
            suggestName(name, presetNames());
    if (!nearestName(name, presetNames())) {
      error += "; known are";
      for (const std::string &known : presetNames())
        error += (&known == &presetNames().front() ? " " : ", ") + known;
    }
    return std::nullopt;
  }
  const std::string form = std::string(gpu->name) +
                           ":8 (GPUs of one host) or " + gpu->name +
                           ":16x8 (hosts of so many GPUs)";
  if (colon == std::string_view::npos) {
    error = asked + " says no number of GPUs; write " + form;
    return std::nullopt;
  }
  std::string_view counts = words.substr(colon + 1);
  const size_t x = counts.find('x');
  const bool hasHosts = x != std::string_view::npos;
  const int64_t hosts = hasHosts ? readCount(counts.substr(0, x)) : 1;
  const int64_t inHost = readCount(hasHosts ? counts.substr(x + 1) : counts);
  if (hosts == 0 || inHost == 0) {
    error = asked + ": \"" + std::string(counts) +
            "\" is no number of GPUs from 1 to 1000000; write " + form;
    return std::nullopt;
  }
  if (inHost > gpu->mostInHost) {
    error = asked + ": " + std::to_string(inHost) + " GPUs in a host, and " +
            gpu->name + " has NVLink for " + std::to_string(gpu->mostInHost) +
            "; write " + gpu->name + ":" +
            std::to_string(hosts *
                           ((inHost + gpu->mostInHost - 1) / gpu->mostInHost)) +
            "x" + std::to_string(gpu->mostInHost) + " for hosts of that many";
    return std::nullopt;
  }
  return clusterOf(*gpu, hosts, inHost);
}

} // namespace popt
