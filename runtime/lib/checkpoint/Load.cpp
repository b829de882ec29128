//===- Load.cpp - Finds and reads checkpoints -----------------------------===//
//
// Tests: CheckpointTest, ReshardTest, BadCheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "Load.h"
#include "../tensor/Shards.h"
#include "Hash.h"
#include "popt/Text/Names.h"
#include <algorithm>
#include <cerrno>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Which one
//===----------------------------------------------------------------------===//

bool popt::rt::findNewest(FileSystem &files, const std::string &dir,
                          Found &out_found, std::string &out_error) {
  out_found = Found();
  std::vector<std::string> names;
  int error = files.list(dir, names);
  if (error && error != ENOENT) {
    out_error = describeError("read", dir, error);
    return false;
  }
  std::vector<std::pair<int64_t, std::string>> saved;
  for (const std::string &name : names)
    if (int64_t step = stepOfName(name); step >= 0)
      saved.push_back({step, name});
  std::sort(saved.rbegin(), saved.rend());
  for (const auto &[step, name] : saved) {
    CheckpointIndex index;
    Defect defect = readIndex(files, dir + "/" + name, index);
    if (defect.message.empty() && index.step != step)
      defect.message = dir + "/" + name + "/" + kIndexName + " is of step " +
                       std::to_string(index.step);
    if (defect.message.empty()) {
      out_found.index = std::move(index);
      return true;
    }
    if (!defect.isDamage) {
      out_error = defect.message;
      return false;
    }
    out_found.skipped.push_back(defect.message);
  }
  if (saved.empty())
    return true;
  out_error = "no checkpoint in " + dir +
              " can be loaded: " + out_found.skipped.front() +
              (saved.size() > 1
                   ? "; nor can " + std::to_string(saved.size() - 1) + " older"
                   : "");
  return false;
}

bool popt::rt::findCheckpoint(FileSystem &files, const std::string &path,
                              Found &out_found, std::string &out_error) {
  out_found = Found();
  uint64_t bytes = 0;
  if (sizeOf(files, path + "/" + kIndexName, bytes))
    return findNewest(files, path, out_found, out_error);
  CheckpointIndex index;
  out_error = readIndex(files, path, index).message;
  if (out_error.empty())
    out_found.index = std::move(index);
  return out_error.empty();
}

bool popt::rt::matchTensors(const StepTable &table,
                            const CheckpointIndex &index,
                            std::vector<const SavedTensor *> &out_tensors,
                            std::string &out_error) {
  out_tensors.assign(table.arguments.size(), nullptr);
  std::map<std::string, const SavedTensor *> left;
  std::vector<std::string> names, wanted;
  for (const SavedTensor &tensor : index.tensors) {
    left[tensor.name] = &tensor;
    names.push_back(tensor.name);
  }
  for (size_t i : stateOf(table)) {
    if (size_t user = userIndex(table.arguments, i); user != i) {
      out_tensors[i] = out_tensors[user];
      continue;
    }
    const Argument &argument = table.arguments[i];
    std::string name = savedName(table, i);
    wanted.push_back(name);
    auto it = left.find(name);
    if (it == left.end()) {
      out_error = index.folder + " is of another program: it has no \"" + name +
                  "\", " + toString(argument.type, argument.shape) +
                  popt::suggestPattern(name, names);
      return false;
    }
    const SavedTensor &tensor = *it->second;
    if (tensor.type != argument.type || tensor.shape != argument.shape) {
      out_error = index.folder + " is of another program: \"" + name +
                  "\" is " + toString(argument.type, argument.shape) +
                  ", but the checkpoint has " +
                  toString(tensor.type, tensor.shape);
      return false;
    }
    out_tensors[i] = &tensor;
    left.erase(it);
  }
  if (left.empty())
    return true;
  out_error = index.folder +
              " is of another program: no argument that steps "
              "pass on is called \"" +
              left.begin()->first + "\"" +
              popt::suggestPattern(left.begin()->first, wanted);
  return false;
}

/// A file of a checkpoint that has this hash.
static bool readGuarded(FileSystem &files, const std::string &path,
                        uint64_t hash, std::string &out_text,
                        std::string &out_error) {
  int error = readWhole(files, path, out_text);
  if (!error && xxh3(out_text.data(), out_text.size()) == hash)
    return true;
  out_error = error ? describeError("read", path, error)
                    : path + " is damaged: it is not what was saved";
  return false;
}

bool popt::rt::readResults(FileSystem &files, const CheckpointIndex &index,
                           TensorMap &out_results, std::string &out_error) {
  if (index.resultsHash == 0)
    return true;
  std::string path = index.folder + "/" + kResultsName, text;
  return readGuarded(files, path, index.resultsHash, text, out_error) &&
         readTensors(path, out_results, out_error);
}

bool popt::rt::readLoaders(FileSystem &files, const CheckpointIndex &index,
                           std::string &out_text, std::string &out_error) {
  out_text.clear();
  for (const SavedFile &file : index.files)
    if (file.name == kLoadersName)
      return readGuarded(files, index.folder + "/" + kLoadersName,
                         file.headerHash, out_text, out_error);
  return true;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

static std::vector<SourceFile> filesOf(const CheckpointIndex &index) {
  std::vector<SourceFile> files;
  for (const SavedFile &file : index.files)
    files.push_back({index.folder + "/" + file.name, file.bytes, {}, nullptr});
  return files;
}

BoxReader::BoxReader(FileSystem &files, const CheckpointIndex &index)
    : index(index), list(filesOf(index)), reader(files, list) {
  size_t blocks = 0;
  for (const SavedTensor &tensor : index.tensors) {
    firstBlock.push_back(blocks);
    blocks += tensor.blocks.size();
  }
  seen.sums.resize(blocks);
  seen.counts.resize(blocks);
}

bool BoxReader::read(const SavedTensor &tensor, const Box &box,
                     const std::vector<int64_t> &shape, void *data, bool counts,
                     std::string &out_error) {
  return read(tensor, box, {data, denseStrides(shape), tensor.type}, counts,
              out_error);
}

bool BoxReader::read(const SavedTensor &tensor, const Box &box,
                     const Target &target, bool counts,
                     std::string &out_error) {
  size_t width = popt_rt_element_size(tensor.type),
         toWidth = popt_rt_element_size(target.type);
  size_t first =
      firstBlock[static_cast<size_t>(&tensor - index.tensors.data())];
  auto readBlock = [&](const SavedBlock &block, const Box &part,
                       int64_t start) {
    size_t number = first + static_cast<size_t>(&block - tensor.blocks.data());
    RangeReader::Watch watch;
    if (counts)
      watch = [&](const uint8_t *run, size_t count, uint64_t at) {
        seen.sums[number] += elementSum(run, count, width, at);
        seen.counts[number] += count;
      };
    return reader.read(
        {block.box, block.file, block.offset, denseStrides(block.box.extent)},
        tensor.type, /*isBigEndian=*/false, part,
        {static_cast<uint8_t *>(target.data) +
             start * static_cast<int64_t>(toWidth),
         target.strides, target.type},
        watch, out_error);
  };
  if (forEachPart(tensor.blocks, box, target.strides, readBlock))
    return true;
  out_error += ", in \"" + tensor.name + "\"";
  return false;
}

std::string popt::rt::judge(const CheckpointIndex &index,
                            const Evidence &evidence) {
  size_t number = 0;
  for (const SavedTensor &tensor : index.tensors)
    for (const SavedBlock &block : tensor.blocks) {
      // What no rank has read decides nothing.
      bool isRead = evidence.counts[number] ==
                    static_cast<uint64_t>(block.box.numElements());
      if (isRead && evidence.sums[number] != block.sum)
        return index.folder + "/" + index.files[block.file].name +
               " is damaged: " + block.box.str() + " of \"" + tensor.name +
               "\" is not what was saved; to resume from an older checkpoint, "
               "remove " +
               index.folder;
      ++number;
    }
  return "";
}

bool popt::rt::loadArgument(const StepTable &table, size_t argument,
                            int64_t rank, const SavedTensor &tensor,
                            BoxReader &reader, void *local, bool poison,
                            std::string &out_error) {
  const Argument &a = table.arguments[argument];
  return !prepareArgument(table, a, rank, local, poison) ||
         reader.read(tensor, boxOf(table, a, rank), a.localShape, local,
                     isFirstHolder(table, a, rank), out_error);
}

bool popt::rt::loadArgument(const StepTable &table, size_t argument,
                            int64_t rank, const Source &source,
                            SourceReader &reader, void *local, bool poison,
                            bool counts, std::string &out_error) {
  const Argument &a = table.arguments[argument];
  if (!prepareArgument(table, a, rank, local, poison) ||
      reader.read(source, boxOf(table, a, rank), a.type, a.localShape, local,
                  counts, out_error))
    return true;
  out_error += ", in \"" +
               (a.name.empty() ? "arg" + std::to_string(argument) : a.name) +
               "\"";
  return false;
}
