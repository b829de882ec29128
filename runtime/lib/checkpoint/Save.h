//===- Save.h - Writes checkpoints ------------------------------*- C++ -*-===//
//
// A save that is cut off at any point leaves the checkpoints before it as they
// were:
//
//   rank r      DIR/.saving-RUN-step-00000100/rank-r.safetensors     fsync
//   rank 0      when all have: results.safetensors after the last step;
//               loaders.json; the new rows of metrics, fsync; index.json, fsync,
//               fsync of the folder
//               rename to DIR/step-00000100, fsync of DIR
//
// Only the rename makes it a checkpoint. Names that begin with a dot are none;
// the next run that saves here removes them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_SAVE_H
#define POPT_RT_LIB_CHECKPOINT_SAVE_H

#include "Hash.h"
#include "Index.h"
#include "Metrics.h"
#include <atomic>

namespace popt::rt {

/// A checkpoint under way. Each run has folders of its own for it, also where
/// nothing keeps two runs apart (FolderLock.h).
struct Draft {
  std::string dir, run;
  int64_t step = 0;

  /// DIR/.saving-RUN-step-00000100
  std::string folder() const;
};

/// What a rank has written.
struct WrittenFile {
  uint64_t bytes = 0, headerBytes = 0, headerHash = 0;
  std::string error; ///< empty if all is on disk
};

/// A rank's file under way. After an error the rest is ignored.
class RankFile {
public:
  /// Makes DIR, the draft's folder, and in it the file of `rank` with its
  /// header.
  RankFile(FileSystem &files, const StepTable &table, const Draft &draft,
           int64_t rank, const std::vector<SavedPiece> &pieces);
  ~RankFile();
  RankFile(const RankFile &) = delete;
  RankFile &operator=(const RankFile &) = delete;

  /// The bytes of the next piece, dense.
  void append(const uint8_t *data);
  /// Those of all pieces, at their offsets in memory that begins with a page.
  /// Gives up when it is cancelled.
  void appendAll(const uint8_t *data, const std::atomic<bool> &isCancelled);
  /// Puts all on disk.
  WrittenFile finish();
  const std::vector<BlockSums> &hashes() const { return done; }

private:
  void check(const char *what, int error);
  void sumNext(const uint8_t *data);

  FileSystem &files;
  const StepTable &table;
  const std::vector<SavedPiece> &pieces;
  std::string path;
  int file = -1;
  WrittenFile written;
  std::vector<BlockSums> done;
};

/// What ranks have to say of a save, by rank.
struct SaveParts {
  std::vector<WrittenFile> files;
  std::vector<std::vector<BlockSums>> hashes;
};

/// Results that are no state, by the keys that outputs give them (res3).
using SavedResults = std::map<std::string, const Tensor *>;

/// On rank 0, when all have written: makes the checkpoint out of it, with the
/// results of the last step, or none, and the rows of metrics. Returns what is wrong, empty if it is on
/// disk; then `keep` checkpoints (0: all) of this step and before stay.
std::string commitSave(FileSystem &files, const StepTable &table,
                       const Draft &draft, const SavePlan &plan,
                       const SaveParts &parts, CheckpointIndex index,
                       const SavedResults &results, int64_t keep,
                       MetricsFile *metrics = nullptr);

/// A name that no other run has.
std::string newRunName();

/// Ranks may mean different folders by one name. Rank 0 leaves a token of its run
/// in its own (0, or an errno), which the others look for.
[[nodiscard]] int leaveToken(FileSystem &files, const std::string &dir,
                             const std::string &run);
bool hasToken(FileSystem &files, const std::string &dir,
              const std::string &run);
void removeToken(FileSystem &files, const std::string &dir,
                 const std::string &run);

/// Removes what saves that were cut off have left, of any run: only for one that
/// has the folder's lock.
void removeLeftovers(FileSystem &files, const std::string &dir);

/// "rank-3.safetensors".
std::string rankFileName(int64_t rank);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_SAVE_H
