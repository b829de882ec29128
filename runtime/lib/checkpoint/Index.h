//===- Index.h - What a checkpoint holds, and where -------------*- C++ -*-===//
//
// index.json is written last, so a folder with an index is complete. It says
// everything that a reader needs; the tensors of the other files are for people
// and other tools. docs/Checkpoints.md describes the format.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_INDEX_H
#define POPT_RT_LIB_CHECKPOINT_INDEX_H

#include "../data/FileSystem.h"
#include "../data/Windows.h"
#include "Blocks.h"
#include "popt-rt/data.h"

namespace popt::rt {

constexpr int64_t kCheckpointVersion = 4;
constexpr char kIndexName[] = "index.json",
               kResultsName[] = "results.safetensors",
               kLoadersName[] = "loaders.json";

/// A box of a tensor, dense and row-major in a file.
struct SavedBlock {
  Box box;
  size_t file = 0;            ///< into CheckpointIndex::files
  uint64_t offset = 0;        ///< in the file
  uint64_t xxh3 = 0, sum = 0; ///< Hash.h
};

/// A tensor of the state.
struct SavedTensor {
  std::string name;
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;
  std::vector<SavedBlock> blocks;

  uint64_t bytesOf(const SavedBlock &block) const {
    return static_cast<uint64_t>(block.box.numElements()) *
           popt_rt_element_size(type);
  }
};

/// A file of a rank, of the results, or of the loaders.
struct SavedFile {
  std::string name;
  uint64_t bytes = 0, headerBytes = 0, headerHash = 0;
};

/// The begin of a file with rows of metrics (Metrics.h).
struct SavedRows {
  std::string file; ///< empty: no rows
  uint64_t rows = 0, bytes = 0, hash = 0;
};

/// Rows of metrics, as JSON.
using MetricRows = std::vector<std::vector<std::string>>;

/// A checkpoint but for its data.
struct CheckpointIndex {
  std::string folder;                   ///< where it was read
  uint64_t hash = 0;                    ///< of its text
  int64_t step = 0;                     ///< steps done
  int64_t batches = 0;                  ///< that the steps took, or windows
  std::optional<WindowNumbers> windows; ///< if they took windows
  int64_t version = kCheckpointVersion; ///< that was read
  int64_t ranks = 0;                    ///< that wrote it
  std::string mesh;
  /// What programs that feed the run want to find again, as JSON; to be written,
  /// empty: nothing. It is read by readLoaders().
  std::string loaders;
  std::vector<SavedFile> files;
  std::vector<SavedTensor> tensors;
  /// Of the file with the results of the last step; 0 if steps were left.
  uint64_t resultsHash = 0;
  SavedRows rows;
  MetricRows metrics; ///< as they were read: of all steps, or empty
};

std::string toJson(const CheckpointIndex &index);

/// What is wrong with a checkpoint.
struct Defect {
  std::string message; ///< empty if nothing is
  /// What a crash, a full disk or a lost file leaves: an older checkpoint may
  /// take its place. Else the user means something else.
  bool isDamage = false;
};

/// Reads and checks the index of a checkpoint: the blocks of every tensor cover
/// it, without overlaps, and the files are there with their sizes.
[[nodiscard]] Defect readIndex(FileSystem &files, const std::string &folder,
                               CheckpointIndex &out_index);

/// "step-00000100".
std::string folderName(int64_t step);
/// The step of such a name; -1 if it is none.
int64_t stepOfName(const std::string &name);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_INDEX_H
