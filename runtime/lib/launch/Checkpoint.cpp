//===- Checkpoint.cpp - The C API of checkpoints --------------------------===//
//
// Tests: CallableTest, python/tests/test_checkpoints.py.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/checkpoint.h"
#include "../checkpoint/Exchange.h"
#include "Program.h"

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Of programs
//===----------------------------------------------------------------------===//

popt_rt_status popt_rt_program_save(popt_rt_program *program,
                                    const popt_rt_save *save,
                                    popt_rt_keep_going keep_going,
                                    void *context) {
  return answered([&](std::string &error) {
    Callable::Save wanted;
    wanted.dir = save->dir;
    wanted.what.step = save->step;
    wanted.what.batches = save->batches;
    wanted.what.keep = save->keep;
    if (save->loaders)
      wanted.what.loaders = save->loaders;
    return program->callable->save(std::move(wanted),
                                   toFunction(keep_going, context), error);
  });
}

popt_rt_status popt_rt_program_finish_saves(popt_rt_program *program,
                                            popt_rt_keep_going keep_going,
                                            void *context) {
  return answered([&](std::string &error) {
    return program->callable->endSaves(toFunction(keep_going, context), error);
  });
}

void popt_rt_program_last_save(const popt_rt_program *program,
                               int64_t *out_step, const char **out_failure) {
  const Callable::Saved &last = program->callable->lastSave();
  *out_step = last.step;
  *out_failure = last.failure.c_str();
}

//===----------------------------------------------------------------------===//
// To read
//===----------------------------------------------------------------------===//

struct popt_rt_checkpoint {
  CheckpointIndex index;
  std::string skipped, loaders;

  explicit popt_rt_checkpoint(Found found) : index(std::move(*found.index)) {
    for (const std::string &reason : found.skipped)
      skipped += reason + "\n";
  }
};

popt_rt_status popt_rt_checkpoint_open(const char *path,
                                       popt_rt_checkpoint **out_checkpoint) {
  return guarded([&] {
    *out_checkpoint = nullptr;
    Found found;
    std::string error;
    if (!findCheckpoint(machineFiles(), path, found, error))
      return failCall(POPT_RT_INVALID_ARGUMENT, error);
    if (found.index)
      *out_checkpoint = new popt_rt_checkpoint(std::move(found));
    return POPT_RT_OK;
  });
}

void popt_rt_checkpoint_destroy(popt_rt_checkpoint *checkpoint) {
  delete checkpoint;
}

int64_t popt_rt_checkpoint_step(const popt_rt_checkpoint *checkpoint) {
  return checkpoint->index.step;
}

const char *popt_rt_checkpoint_folder(const popt_rt_checkpoint *checkpoint) {
  return checkpoint->index.folder.c_str();
}

const char *popt_rt_checkpoint_skipped(const popt_rt_checkpoint *checkpoint) {
  return checkpoint->skipped.c_str();
}

popt_rt_status popt_rt_checkpoint_loaders(popt_rt_checkpoint *checkpoint,
                                          const char **out_text) {
  return guarded([&] {
    std::string error;
    if (!readLoaders(machineFiles(), checkpoint->index, checkpoint->loaders,
                     error))
      return failCall(POPT_RT_INVALID_ARGUMENT, error);
    *out_text = checkpoint->loaders.c_str();
    return POPT_RT_OK;
  });
}

int32_t popt_rt_checkpoint_num_tensors(const popt_rt_checkpoint *checkpoint) {
  return static_cast<int32_t>(checkpoint->index.tensors.size());
}

/// Null, and the call's answer, if there is no such tensor.
static const SavedTensor *find(const popt_rt_checkpoint *checkpoint,
                               int32_t index) {
  const std::vector<SavedTensor> &tensors = checkpoint->index.tensors;
  if (index >= 0 && static_cast<size_t>(index) < tensors.size())
    return &tensors[static_cast<size_t>(index)];
  failCall(POPT_RT_INVALID_ARGUMENT, "there is no tensor " +
                                         std::to_string(index) + " of " +
                                         std::to_string(tensors.size()));
  return nullptr;
}

popt_rt_status popt_rt_checkpoint_tensor(const popt_rt_checkpoint *checkpoint,
                                         int32_t index,
                                         popt_rt_tensor *out_tensor) {
  const SavedTensor *tensor = find(checkpoint, index);
  if (!tensor)
    return POPT_RT_INVALID_ARGUMENT;
  *out_tensor = {tensor->name.c_str(),
                 tensor->type,
                 static_cast<int32_t>(tensor->shape.size()),
                 tensor->shape.data(),
                 bytesOf(tensor->shape, tensor->type),
                 -1,
                 ""};
  return POPT_RT_OK;
}

popt_rt_status popt_rt_checkpoint_read(popt_rt_checkpoint *checkpoint,
                                       int32_t index, void *out_data) {
  const SavedTensor *tensor = find(checkpoint, index);
  if (!tensor)
    return POPT_RT_INVALID_ARGUMENT;
  return guarded([&] {
    std::string error;
    BoxReader reader(machineFiles(), checkpoint->index);
    if (reader.read(*tensor, wholeBox(tensor->shape), tensor->shape, out_data,
                    /*counts=*/true, error))
      error = judge(checkpoint->index, reader.evidence());
    return error.empty() ? POPT_RT_OK
                         : failCall(POPT_RT_INVALID_ARGUMENT, error);
  });
}

popt_rt_status popt_rt_checkpoint_export(const popt_rt_checkpoint *checkpoint,
                                         const char *folder, const char *names,
                                         int32_t type, int64_t file_bytes,
                                         int64_t *out_tensors) {
  return guarded([&] {
    std::string error;
    NameMap map;
    ExportOptions options;
    if (names)
      options.names = &map;
    if (file_bytes > 0)
      options.fileBytes = static_cast<uint64_t>(file_bytes);
    if (type >= 0)
      options.type = static_cast<ElementType>(type);
    Exported exported;
    if ((names && !readNameMap(machineFiles(), names, map, error)) ||
        !exportModel(machineFiles(), checkpoint->index, folder, options,
                     exported, error))
      return failCall(POPT_RT_INVALID_ARGUMENT, error);
    *out_tensors = static_cast<int64_t>(exported.tensors);
    return POPT_RT_OK;
  });
}

//===----------------------------------------------------------------------===//
// Files of other programs
//===----------------------------------------------------------------------===//

struct popt_rt_weights {
  Sources sources;
  std::vector<Wanted> wanted;
  std::vector<const Source *> found; ///< by what is wanted; null: not there

  bool open(const char *path, const char *names, std::string &error);
};

bool popt_rt_weights::open(const char *path, const char *names,
                           std::string &error) {
  NameMap map;
  if (!openSources(machineFiles(), path, sources, error) ||
      (names && (!readNameMap(machineFiles(), names, map, error) ||
                 !applyNames(map, wanted, sources, error))))
    return false;
  std::vector<const Source *> taken;
  for (const Wanted &tensor : wanted) {
    found.push_back(sources.find(tensor.key, tensor.name));
    if (!found.back())
      continue;
    const Source &source = *found.back();
    taken.push_back(&source);
    if (source.shape == tensor.shape && readsAs(source, tensor.type))
      continue;
    error = std::string(path) + ": \"" + tensor.name + "\" is " +
            toString(tensor.type, tensor.shape) + ", but the file has " +
            toString(source);
    return false;
  }
  if (taken.empty()) {
    error = std::string(path) +
            ": no key is called as an argument; names say what they are called";
    return false;
  }
  dropUnread(sources, taken);
  return unpackAll(machineFiles(), sources, error);
}

popt_rt_status popt_rt_weights_open(const char *path, const char *names,
                                    const popt_rt_tensor *wanted,
                                    const char *const *keys, int32_t num_wanted,
                                    popt_rt_weights **out_weights) {
  return guarded([&] {
    auto weights = std::make_unique<popt_rt_weights>();
    for (int32_t i = 0; i < num_wanted; ++i) {
      const popt_rt_tensor &tensor = wanted[i];
      weights->wanted.push_back({keys ? keys[i] : tensor.name,
                                 tensor.name,
                                 tensor.type,
                                 {tensor.shape, tensor.shape + tensor.rank}});
    }
    std::string error;
    if (!weights->open(path, names, error))
      return failCall(POPT_RT_INVALID_ARGUMENT, error);
    *out_weights = weights.release();
    return POPT_RT_OK;
  });
}

void popt_rt_weights_destroy(popt_rt_weights *weights) { delete weights; }

int32_t popt_rt_weights_has(const popt_rt_weights *weights, int32_t wanted) {
  return wanted >= 0 && static_cast<size_t>(wanted) < weights->found.size() &&
         weights->found[static_cast<size_t>(wanted)] != nullptr;
}

popt_rt_status popt_rt_weights_read(popt_rt_weights *weights, int32_t wanted,
                                    void *out_data) {
  if (!popt_rt_weights_has(weights, wanted))
    return failCall(POPT_RT_INVALID_ARGUMENT, weights->sources.path +
                                                  " has no tensor for number " +
                                                  std::to_string(wanted));
  return guarded([&] {
    const Wanted &tensor = weights->wanted[static_cast<size_t>(wanted)];
    SourceReader reader(machineFiles(), weights->sources);
    std::string error;
    if (reader.read(*weights->found[static_cast<size_t>(wanted)],
                    wholeBox(tensor.shape), tensor.type, tensor.shape, out_data,
                    /*counts=*/!weights->sources.guards.empty(), error))
      error = judge(weights->sources, reader.evidence());
    return error.empty() ? POPT_RT_OK
                         : failCall(POPT_RT_INVALID_ARGUMENT, error);
  });
}

popt_rt_status popt_rt_program_restore(popt_rt_program *program,
                                       const popt_rt_checkpoint *checkpoint,
                                       const char *problem,
                                       popt_rt_keep_going keep_going,
                                       void *context) {
  return answered([&](std::string &error) {
    return program->callable->load(checkpoint ? &checkpoint->index : nullptr,
                                   problem ? problem : "",
                                   toFunction(keep_going, context), error);
  });
}

int32_t popt_rt_program_has_state(const popt_rt_program *program) {
  return program->callable->hasState();
}
