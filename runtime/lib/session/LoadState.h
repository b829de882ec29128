//===- LoadState.h - A rank's part of a checkpoint --------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_LOADSTATE_H
#define POPT_RT_LIB_SESSION_LOADSTATE_H

#include "../checkpoint/Load.h"
#include "World.h"
#include "popt-rt/exec.h"

namespace popt::rt {

/// Reads this rank's part of a checkpoint into its arguments: `saved`, by argument, as
/// matchTensors() found them. False and a message.
[[nodiscard]] bool readState(const StepTable &table,
                             const std::vector<const SavedTensor *> &saved,
                             BoxReader &reader, Executor &executor,
                             int32_t rank, bool poison, std::string &out_error);

/// Judges together what all ranks have read. False and a message, which all get, if it
/// is not what was saved, or the transport failed.
[[nodiscard]] bool judgeState(const CheckpointIndex &checkpoint,
                              const Evidence &evidence, World &world,
                              std::string &out_error);
/// The same of what was read of archives.
[[nodiscard]] bool judgeFiles(const Sources &sources, const Evidence &evidence,
                              World &world, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_LOADSTATE_H
