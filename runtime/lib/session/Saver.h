//===- Saver.h - When a run saves -------------------------------*- C++ -*-===//
//
// A save that fails is a warning, and the run continues; if it is the last save, the
// run fails after all else is written.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_SAVER_H
#define POPT_RT_LIB_SESSION_SAVER_H

#include "CheckpointWriter.h"
#include "Collector.h"
#include "Job.h"

namespace popt::rt {

/// A rank's part in the checkpoints of a run.
class Saver {
public:
  /// `collector` is null but on rank 0.
  Saver(const Job &job, Executor &executor, World &world, Collector *collector);

  /// Whether all ranks mean the same folder: all ask together, once. False and a
  /// message if the transport failed.
  [[nodiscard]] bool meet(std::string &out_error) {
    return writer.meet(out_error);
  }
  /// After `steps` steps: saves if it is time. All ranks call it. False and a message
  /// if the transport failed.
  [[nodiscard]] bool afterStep(int64_t steps, std::string &out_error);
  /// The same at once, whatever the time. All ranks call it.
  [[nodiscard]] bool saveNow(int64_t steps, std::string &out_error);
  /// The last one: saves it, and returns when all is on disk. All ranks call it.
  [[nodiscard]] bool finish(int64_t steps, std::string &out_error);
  /// Whether what finish() was to save is on disk, on every rank.
  bool isSaved() const { return hasSaved; }

private:
  bool save(int64_t steps, std::string &error);
  void report(int64_t step, const std::string &why);

  const Job &job;
  World &world;
  Collector *const collector;
  CheckpointWriter writer;
  bool hasSaved = true;
  int64_t lastSaved;   ///< or begun; -1: nothing
  std::string failure; ///< why the last one failed
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_SAVER_H
