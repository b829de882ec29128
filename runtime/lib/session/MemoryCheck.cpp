//===- MemoryCheck.cpp - Whether a run fits its host ----------------------===//
//
// Memory is allocated page by page as it is touched, so a run that is too large
// would begin and then be killed without a message. Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "MemoryCheck.h"
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>

using namespace popt::rt;

/// The first number in a file; -1 if there is none ("max").
static int64_t numberIn(const char *path) {
  std::ifstream file(path);
  int64_t number = -1;
  return file >> number ? number : -1;
}

int64_t popt::rt::availableMemory() {
  std::ifstream file("/proc/meminfo");
  std::string word, unit;
  int64_t kilobytes = 0, available = -1, swap = 0;
  while (file >> word >> kilobytes) {
    std::getline(file, unit);
    if (word == "MemAvailable:")
      available = kilobytes * 1024;
    if (word == "SwapFree:")
      swap = kilobytes * 1024;
  }
  if (available < 0)
    return -1;
  available += swap;
  int64_t limit = numberIn("/sys/fs/cgroup/memory.max");
  int64_t used = numberIn("/sys/fs/cgroup/memory.current");
  if (limit >= 0 && used >= 0)
    available = std::min(available, std::max<int64_t>(0, limit - used));
  return available;
}

static std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f GB", bytes / 1e9);
  return text;
}

double popt::rt::arenaBytes(const StepTable &table, bool isHostInFiles,
                            std::vector<int32_t> ranks) {
  double needed = 0;
  if (ranks.empty()) {
    ranks.resize(static_cast<size_t>(table.numRanks()));
    std::iota(ranks.begin(), ranks.end(), 0);
  }
  for (int32_t rank : ranks)
    for (const Region &region : table.programOf(rank).regions)
      if ((region.kind == RegionKind::HostArena && !isHostInFiles) ||
          (region.kind == RegionKind::Arena && !table.target.isGpu))
        needed += static_cast<double>(region.bytes);
  return needed;
}

bool popt::rt::checkMemory(const StepTable &table, int64_t available,
                           std::string &out_error, double beside,
                           bool isHostInFiles, std::vector<int32_t> ranks) {
  double needed = arenaBytes(table, isHostInFiles, ranks);
  size_t count =
      ranks.empty() ? static_cast<size_t>(table.numRanks()) : ranks.size();
  if (available < 0 || needed + beside <= static_cast<double>(available))
    return true;
  out_error = "the arenas of " + std::to_string(count) + " ranks take " +
              gigabytes(needed) +
              (beside > 0 ? ", whole arguments and copies that saves make " +
                                gigabytes(beside) + " more"
                          : "") +
              ", and " + gigabytes(static_cast<double>(available)) +
              " are free; compile with --memory-budget, more microbatches or "
              "more shards";
  return false;
}

bool popt::rt::usesHostMemory(const StepTable &table) {
  auto isThere = [](const auto &value) {
    return value.layout.memory == popt::Memory::Host;
  };
  return std::any_of(table.arguments.begin(), table.arguments.end(), isThere) ||
         std::any_of(table.results.begin(), table.results.end(), isThere);
}
