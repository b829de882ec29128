//===- Saver.h - A rank's part in checkpoints that a run writes -*- C++ -*-===//
//
// The step loop waits until the rank has copied its part of the state. A thread
// writes the copy while steps continue. Between two steps the rank checks whether
// the thread is done, and tells rank 0, which completes the checkpoint when all ranks
// have told it. Only the next save, and the end, wait for other ranks.
//
//   step loop   step, copy, step, step, "written" ── to rank 0 ──> step
//   its thread             write, fsync                      rank 0's: index
//
// A save that fails is a warning, and the run continues; if it is the last save, the
// run fails after all else is written.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_SAVER_H
#define POPT_RT_LIB_SESSION_SAVER_H

#include "../checkpoint/Save.h"
#include "Collector.h"
#include "Job.h"
#include "World.h"
#include <atomic>
#include <thread>

namespace popt::rt {

class Saver {
public:
  /// `collector` is null but on rank 0.
  Saver(const Job &job, Executor &executor, World &world, Collector *collector);
  ~Saver();
  Saver(const Saver &) = delete;
  Saver &operator=(const Saver &) = delete;

  /// Whether all ranks mean the same folder: all ask together, once. False and a
  /// message if the transport failed.
  [[nodiscard]] bool meet(std::string &out_error);
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
  enum class Stage { Idle, Writing, Telling, Committing };

  bool addUp(uint64_t mine, uint64_t &out_sum, std::string &error);
  bool save(int64_t steps, std::string &error);
  bool copyState(std::string &error);
  bool expectParts(std::string &error);
  bool advance(bool waits, std::string &error);
  bool tell(std::string &error);
  bool hear(bool waits, bool &out_done, std::string &error);
  void commit();
  void report();
  void write();
  void start(std::function<void()> task, std::string &failure);
  bool isOver(bool waits);
  int64_t messageBytes(size_t rank) const;

  const Job &job;
  const StepTable &table;
  Executor &executor;
  World &world;
  Collector *const collector;
  FileSystem &files;
  const SavePlan &plan;
  const std::vector<SavedPiece> &pieces; ///< of this rank

  const Pages copy; ///< of this rank's pieces
  Stage stage = Stage::Idle;
  bool sharesFolder = true, hasSaved = true;
  Draft draft;       ///< of the save at hand
  int64_t lastSaved; ///< or begun; -1: nothing
  std::thread thread;
  std::atomic<bool> isDone{false};      ///< what the thread does
  std::atomic<bool> isCancelled{false}; ///< the run has failed
  std::unique_ptr<RankFile> file;
  WrittenFile written;
  Bytes message;            ///< to rank 0
  std::vector<Bytes> heard; ///< on rank 0, by rank
  popt_rt_request *sent = nullptr;
  std::vector<popt_rt_request *> expected;
  CheckpointIndex index;
  SavedResults results; ///< that the save at hand has
  MetricsFile metrics;
  std::string failure; ///< of what rank 0 commits
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_SAVER_H
