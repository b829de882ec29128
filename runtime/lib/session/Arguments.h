//===- Arguments.h - What a rank's arguments get from files -----*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_ARGUMENTS_H
#define POPT_RT_LIB_SESSION_ARGUMENTS_H

#include "Job.h"
#include "Unpack.h"
#include "World.h"

namespace popt::rt {

/// Gives the arguments of one rank their blocks: some once, some for every step.
class Arguments {
public:
  /// All outlive it.
  Arguments(const Job &job, Executor &executor, World &world);

  /// Opens the files, and loads what stays. All ranks call it. False and a message,
  /// as below.
  [[nodiscard]] bool load(std::string &out_error);
  /// Loads a step's batch, but what has been loaded ahead.
  [[nodiscard]] bool loadBatch(int64_t step, std::string &out_error);
  /// Loads a step's batch while the one before it runs, on devices that allow it.
  [[nodiscard]] bool loadAhead(int64_t step, std::string &out_error);
  /// After a step: once every batch was read, all ranks judge what they have read.
  [[nodiscard]] bool endStep(int64_t step, std::string &out_error);

private:
  bool counts(const Sources &sources, size_t index) const;
  bool readBatch(size_t index, int64_t step, void *local, std::string &error);

  const Job &job;
  const StepTable &table;
  Executor &executor;
  World &world;
  const int32_t rank;
  std::unique_ptr<UnpackedFiles> batchFiles;
  std::unique_ptr<SourceReader> batchReader;
  const int64_t firstRound;      ///< after this step every batch was read once
  std::vector<bool> batchCounts; ///< by argument: counts()
  bool isJudged = false;         ///< what was read of all batches
  /// Arguments whose block of the next step has been written.
  std::vector<bool> isAhead;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_ARGUMENTS_H
