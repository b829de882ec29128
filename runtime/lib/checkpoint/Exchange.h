//===- Exchange.h - Checkpoints as models of other programs -----*- C++ -*-===//
//
// Other programs keep a model as whole tensors in a few safetensors files with
// an index, under names of their own. A names map (NameMap.h), read backwards,
// says what a checkpoint's tensors are called there.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_EXCHANGE_H
#define POPT_RT_LIB_CHECKPOINT_EXCHANGE_H

#include "../data/NameMap.h"
#include "Index.h"
#include <optional>

namespace popt::rt {

/// How a model is written.
struct ExportOptions {
  const NameMap *names = nullptr; ///< null: by the names of the checkpoint
  uint64_t fileBytes =
      5'000'000'000;               ///< a file has no more, but for one tensor
  std::optional<ElementType> type; ///< of all floats; else their own
};
/// What was written.
struct Exported {
  size_t tensors = 0, files = 0;
  uint64_t bytes = 0;
  size_t leftOut = 0; ///< tensors of the checkpoint that no name gives
};

/// Writes a checkpoint's tensors into `folder`, which need not be there:
/// model-00001-of-00002.safetensors, ..., model.safetensors.index.json. False
/// and a message if a tensor does not fit its name, or is damaged.
[[nodiscard]] bool exportModel(FileSystem &files, const CheckpointIndex &index,
                               const std::string &folder,
                               const ExportOptions &options,
                               Exported &out_exported, std::string &out_error);

/// Saves in `dir` a checkpoint as `like`, of the same step, in which tensors of
/// the model at `path` take the place of its own. `names` may be null.
/// `out_taken`: how many there are.
[[nodiscard]] bool importModel(FileSystem &files, const std::string &path,
                               const NameMap *names,
                               const CheckpointIndex &like,
                               const std::string &dir, size_t &out_taken,
                               std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_EXCHANGE_H
