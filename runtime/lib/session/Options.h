//===- Options.h - The run flags ------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_OPTIONS_H
#define POPT_RT_LIB_SESSION_OPTIONS_H

#include "Init.h"
#include "NumberCheck.h"
#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

/// What the flags say.
struct Options {
  std::string program = "popt-run"; ///< name in messages
  bool help = false, helpEnv = false;
  int64_t ranks = -1;                       ///< -1: as many as the program has
  std::vector<std::string> inputs, batches; ///< in order
  bool newData = false; ///< of another checkpoint's: begin with the first
  std::string data, names, outputs, expect, metrics, trace, log, tune, perTask;
  double rtol = 1e-5, atol = 1e-6;
  int64_t steps = -1; ///< -1: as many as there are batches, else 1
  bool repeat = false;
  std::vector<InitRule> init;
  int64_t bench = 0;
  bool processes = false;     ///< a process for each rank
  std::string secretFile;     ///< empty: POPT_SECRET, or none
  std::string rankLogs;       ///< folder for what each of them writes
  std::string hostMemory;     ///< folder; empty: memory
  std::string transport;      ///< empty: shared memory, MPI between hosts
  bool deterministic = false; ///< sums in the order of members, on NCCL too
  double timeout = 60;
  double watchdog = 8;                      ///< seconds; 0: none
  int64_t verifyEvery = 0;                  ///< steps; 0: never
  BadNumbers badNumbers = BadNumbers::None; ///< that end the run
  std::string dump;                         ///< folder
  std::string evaluate;      ///< a program that is run between steps
  int64_t evaluateEvery = 0; ///< steps; 0: only after the last
  std::vector<std::string> evaluateBatches; ///< of its own
  std::string evaluateData;
  std::string save;      ///< folder for checkpoints
  int64_t saveEvery = 0; ///< steps; 0: only after the last
  int64_t keep = 0;      ///< checkpoints; 0: all
  bool resume = false;
  std::string resumeFrom; ///< folder of checkpoints; --save's by default
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_OPTIONS_H
