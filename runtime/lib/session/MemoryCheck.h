//===- MemoryCheck.h - Is there memory for a run? ---------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_MEMORYCHECK_H
#define POPT_RT_LIB_SESSION_MEMORYCHECK_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// Bytes that this process can still have: what the kernel says is available,
/// swap included, and no more than its control group allows. -1: unknown.
int64_t availableMemory();

/// False and a message if the arenas of all ranks together (but those on GPUs),
/// and `beside` bytes that a run holds beside them, take more than
/// `available` bytes (-1: any number will do). What lies in host memory counts
/// unless it is in files.
[[nodiscard]] bool checkMemory(const StepTable &table, int64_t available,
                               std::string &out_error, double beside = 0,
                               bool isHostInFiles = false);

/// True if an argument or result lies in host memory.
bool usesHostMemory(const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_MEMORYCHECK_H
