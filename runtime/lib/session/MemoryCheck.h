//===- MemoryCheck.h - Whether a run fits its host --------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_MEMORYCHECK_H
#define POPT_RT_LIB_SESSION_MEMORYCHECK_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// Bytes that this process can still allocate: what the kernel reports as available,
/// swap included, limited by the control group. -1: unknown.
int64_t availableMemory();

/// Bytes of the arenas of `ranks` (empty: of all), without GPU memory; host memory
/// counts unless it is in files.
double arenaBytes(const StepTable &table, bool isHostInFiles = false,
                  std::vector<int32_t> ranks = {});
/// False and a message if the arenas of all ranks (without GPU memory) and `beside`
/// further bytes exceed `available` (-1: unlimited). Host memory counts unless it is
/// in files. `ranks`: those of this host, where others are elsewhere; empty: all.
[[nodiscard]] bool checkMemory(const StepTable &table, int64_t available,
                               std::string &out_error, double beside = 0,
                               bool isHostInFiles = false,
                               std::vector<int32_t> ranks = {});

/// True if an argument or result lies in host memory.
bool usesHostMemory(const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_MEMORYCHECK_H
