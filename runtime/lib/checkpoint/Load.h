//===- Load.h - Finds and reads checkpoints ---------------------*- C++ -*-===//
//
// A checkpoint loads onto any mesh: each rank cuts its own box out of the
// blocks that were saved, and reads nothing else. Blocks that no rank reads
// whole are verified together (Hash.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_LOAD_H
#define POPT_RT_LIB_CHECKPOINT_LOAD_H

#include "../data/Source.h"
#include "Index.h"
#include <optional>

namespace popt::rt {

/// The newest checkpoint that is complete.
struct Found {
  std::optional<CheckpointIndex> index; ///< none: there is no checkpoint
  /// Why newer ones were passed over, newest first.
  std::vector<std::string> skipped;
};
/// False and a message: there are checkpoints, and none can be used, or the
/// newest is of another kind.
[[nodiscard]] bool findNewest(FileSystem &files, const std::string &dir,
                              Found &out_found, std::string &out_error);

/// The same of a path that is a checkpoint itself, or a folder of them.
[[nodiscard]] bool findCheckpoint(FileSystem &files, const std::string &path,
                                  Found &out_found, std::string &out_error);

/// The tensor of each argument that is state, by argument; null for others.
/// False and a message if the checkpoint is of another program.
[[nodiscard]] bool matchTensors(const StepTable &table,
                                const CheckpointIndex &index,
                                std::vector<const SavedTensor *> &out_tensors,
                                std::string &out_error);

/// The results of the last step, by key (res3), of a checkpoint that has them;
/// none of another. False and a message if they are damaged.
[[nodiscard]] bool readResults(FileSystem &files, const CheckpointIndex &index,
                               TensorMap &out_results, std::string &out_error);

/// What loaders left there, as JSON; empty if there is nothing. False and a message
/// if it is damaged.
[[nodiscard]] bool readLoaders(FileSystem &files, const CheckpointIndex &index,
                               std::string &out_text, std::string &out_error);

/// Reads boxes of the tensors of one checkpoint.
class BoxReader {
public:
  BoxReader(FileSystem &files, const CheckpointIndex &index);
  /// Reads `box` of a tensor of the index to `data`: row-major in `shape`, of
  /// which the box is the first corner. `counts`: whether what is read counts as
  /// evidence; of ranks with the same box one counts.
  [[nodiscard]] bool read(const SavedTensor &tensor, const Box &box,
                          const std::vector<int64_t> &shape, void *data,
                          bool counts, std::string &out_error);
  /// The same to any memory.
  [[nodiscard]] bool read(const SavedTensor &tensor, const Box &box,
                          const Target &target, bool counts,
                          std::string &out_error);

  /// Of the blocks of all tensors, one after another.
  const Evidence &evidence() const { return seen; }
  uint64_t bytesRead() const { return reader.bytesRead(); }

private:
  const CheckpointIndex &index;
  std::vector<SourceFile> list; ///< the index's files
  RangeReader reader;
  std::vector<size_t> firstBlock; ///< of each tensor, among all
  Evidence seen;
};

/// What is wrong with blocks that were read by all ranks together; empty if
/// nothing is.
std::string judge(const CheckpointIndex &index, const Evidence &evidence);

/// Gives this rank's block of a state argument to `local` (dense, of its local
/// shape), as splitArgument() does.
[[nodiscard]] bool loadArgument(const StepTable &table, size_t argument,
                                int64_t rank, const SavedTensor &tensor,
                                BoxReader &reader, void *local, bool poison,
                                std::string &out_error);
/// The same from a source of the argument's shape.
[[nodiscard]] bool loadArgument(const StepTable &table, size_t argument,
                                int64_t rank, const Source &source,
                                SourceReader &reader, void *local, bool poison,
                                bool counts, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_LOAD_H
