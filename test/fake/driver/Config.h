//===- Config.h - POPT_FAKE_CUDA ------------------------------------------===//
#ifndef POPT_RT_FAKE_DRIVER_CONFIG_H
#define POPT_RT_FAKE_DRIVER_CONFIG_H

#include <cstdint>
#include <string>
#include <vector>

namespace popt::fake {

enum class Checks : uint8_t { None, Bounds, All };

struct Fault {
  std::string name;
  uint64_t call; ///< which call from now, from 1
  bool hangs;
  int32_t code; ///< what it returns instead of being done
};

struct Config {
  uint64_t seed = 1;
  uint32_t devices = 1;
  bool reachPeers = true;
  uint64_t memory = uint64_t(8) << 30;
  uint32_t architecture = 90;
  int32_t driverVersion = 13000;
  size_t cublasLtVersion = 130100;
  size_t cudnnVersion = 92800;
  int32_t ncclVersion = 22809;
  /// The meeting of ranks, from 1, that ends with an asynchronous error; of which
  /// of the process's communicators, from 1; 0: its own.
  uint64_t ncclFailure = 0, ncclBroken = 0;
  bool isApart = false; ///< NCCL finds no other rank
  /// So many of NCCL's kernels fit on a device at once; 0: all.
  uint64_t ncclKernels = 0;
  Checks checks = Checks::All;
  uint64_t instructionLimit = uint64_t(20) * 1000 * 1000 * 1000;
  std::vector<Fault> faults;
  std::vector<uint64_t> skippedBarriers;
  std::vector<std::string> missing;
  std::string countersFile; ///< written when the process ends
};

/// The words are listed in FakeCuda.h. 0, or the number of the first that is
/// not understood, with a message.
int parseConfig(const std::string &words, Config &out_config,
                std::string &out_error);

} // namespace popt::fake

#endif // POPT_RT_FAKE_DRIVER_CONFIG_H
