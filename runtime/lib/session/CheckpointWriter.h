//===- CheckpointWriter.h - A rank's part in writing checkpoints -*- C++ -*-===//
//
// The step loop waits until the rank has copied its part of the state. A thread
// writes the copy while steps continue. Between two steps the rank checks whether
// the thread is done, and tells rank 0, which completes the checkpoint when all ranks
// have told it. Only the next save, and the end, wait for other ranks.
//
//   step loop   step, copy, step, step, "written" ── to rank 0 ──> step
//   its thread             write, fsync                      rank 0's: index
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_CHECKPOINTWRITER_H
#define POPT_RT_LIB_SESSION_CHECKPOINTWRITER_H

#include "../checkpoint/Save.h"
#include "World.h"
#include "popt-rt/exec.h"
#include <atomic>
#include <functional>
#include <thread>

namespace popt::rt {

/// A checkpoint to write. What the state has beside it is rank 0's alone.
struct CheckpointToWrite {
  int64_t step = 0, batches = 0;
  std::optional<WindowNumbers> windows; ///< if batches are windows
  int64_t keep = 0;                     ///< checkpoints that stay; 0: all
  SavedResults results;                 ///< of the last step
  const MetricRows *rows = nullptr; ///< of metrics, of all steps; null: none
  std::string loaders;              ///< Index.h; empty: none
};

class CheckpointWriter {
public:
  /// On rank 0, when a checkpoint is on disk, or why it is not (`failure`).
  using WhenDone =
      std::function<void(int64_t step, const std::string &failure)>;
  /// `plan` and the rest outlive it. `isLocked`: this process is the folder's only
  /// writer.
  CheckpointWriter(const StepTable &table, const SavePlan &plan,
                   Executor &executor, World &world, std::string dir,
                   bool isLocked, WhenDone whenDone);
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter &) = delete;
  CheckpointWriter &operator=(const CheckpointWriter &) = delete;

  // All ranks call these together; false and a message if the transport failed.

  /// Whether all ranks mean the same folder: once, before all else.
  [[nodiscard]] bool meet(std::string &out_error);
  /// Ends the save at hand, and begins another: returns when the state is copied.
  [[nodiscard]] bool begin(CheckpointToWrite what, std::string &out_error);
  /// Takes the save at hand as far as it goes without waiting.
  [[nodiscard]] bool advance(std::string &out_error) {
    return advance(/*waits=*/false, out_error);
  }
  /// To its end.
  [[nodiscard]] bool finish(std::string &out_error);
  /// Gives the save at hand up, if there is one; this rank alone can. False: messages
  /// of other ranks may still come, so this must live on.
  bool cancel();

private:
  enum class Stage { Idle, Writing, Telling, Committing };

  bool copyState(std::string &error);
  bool expectParts(std::string &error);
  bool advance(bool waits, std::string &error);
  bool tell(std::string &error);
  bool hear(bool waits, bool &out_done, std::string &error);
  void commit();
  void write();
  void start(std::function<void()> task, std::string &failure);
  bool isOver(bool waits);
  bool isFirst() const { return world.rank() == 0; }
  int64_t messageBytes(size_t rank) const;

  const StepTable &table;
  Executor &executor;
  World &world;
  FileSystem &files;
  const SavePlan &plan;
  const std::vector<SavedPiece> &pieces; ///< of this rank
  const WhenDone whenDone;

  const Pages copy; ///< of this rank's pieces
  Stage stage = Stage::Idle;
  bool sharesFolder = true;
  Draft draft; ///< of the save at hand
  CheckpointToWrite wanted;
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
  MetricsFile metrics;
  std::string failure; ///< of what rank 0 commits
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_CHECKPOINTWRITER_H
