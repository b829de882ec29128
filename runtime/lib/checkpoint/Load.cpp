//===- Load.cpp - Finds and reads checkpoints -----------------------------===//
//
// Tests: CheckpointTest, ReshardTest, BadCheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "Load.h"
#include "../control/Shards.h"
#include "../device/cpu/Strided.h"
#include "Hash.h"
#include "popt/Text/Names.h"
#include <algorithm>
#include <cerrno>
#include <cstring>

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

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

BoxReader::BoxReader(FileSystem &files, const CheckpointIndex &index)
    : files(files), index(index) {
  size_t blocks = 0;
  for (const SavedTensor &tensor : index.tensors) {
    firstBlock.push_back(blocks);
    blocks += tensor.blocks.size();
  }
  seen.sums.resize(blocks);
  seen.counts.resize(blocks);
}

BoxReader::~BoxReader() {
  if (handle >= 0)
    files.close(handle);
}

bool BoxReader::readRun(size_t file, uint64_t offset, uint8_t *data,
                        size_t size, std::string &error) {
  std::string path = index.folder + "/" + index.files[file].name;
  int problem = 0;
  if (handle >= 0 && openFile != file) {
    files.close(handle);
    handle = -1;
  }
  if (handle < 0) {
    uint64_t fileBytes = 0;
    problem = files.open(path, handle, fileBytes);
    openFile = file;
  }
  size_t got = 0;
  if (problem)
    handle = -1;
  else
    problem = files.read(handle, offset, data, size, got);
  bytes += got;
  if (problem)
    error = describeError("read", path, problem);
  else if (got < size)
    error = path + " ends at byte " + std::to_string(offset + got) + " of " +
            std::to_string(index.files[file].bytes);
  return error.empty();
}

/// `part`, counted from the block's corner, to `data`, dense.
bool BoxReader::readPart(const SavedTensor &tensor, const SavedBlock &block,
                         const Box &part, uint8_t *data, bool counts,
                         std::string &error) {
  size_t width = popt_rt_element_size(tensor.type);
  size_t number =
      firstBlock[static_cast<size_t>(&tensor - index.tensors.data())] +
      static_cast<size_t>(&block - tensor.blocks.data());
  // Dimensions that are read whole are one run with the one before them.
  size_t inner = part.extent.size();
  int64_t run = 1;
  bool isWhole = true;
  while (inner > 0 && isWhole) {
    --inner;
    run *= part.extent[inner];
    isWhole = part.extent[inner] == block.box.extent[inner];
  }
  std::vector<int64_t> strides = denseStrides(block.box.extent);
  Loops loops;
  int64_t start = 0;
  for (size_t d = 0; d < part.extent.size(); ++d) {
    start += part.begin[d] * strides[d];
    if (d < inner)
      loops.push_back({part.extent[d], {strides[d], 0, 0}});
  }
  auto count = static_cast<size_t>(run);
  forEach(loops, [&](const std::array<int64_t, 3> &at) {
    auto first = static_cast<uint64_t>(start + at[0]);
    if (!error.empty() || !readRun(block.file, block.offset + first * width,
                                   data, count * width, error))
      return;
    if (counts) {
      seen.sums[number] += elementSum(data, count, width, first);
      seen.counts[number] += count;
    }
    data += count * width;
  });
  return error.empty();
}

bool BoxReader::read(const SavedTensor &tensor, const Box &box,
                     const std::vector<int64_t> &shape, void *data, bool counts,
                     std::string &out_error) {
  size_t width = popt_rt_element_size(tensor.type);
  std::vector<int64_t> strides = denseStrides(shape);
  for (const SavedBlock &block : tensor.blocks) {
    Box common = intersection(box, block.box);
    if (common.numElements() == 0)
      continue;
    packed.resize(static_cast<size_t>(common.numElements()) * width);
    if (!readPart(tensor, block, relativeTo(common, block.box.begin),
                  packed.data(), counts, out_error)) {
      out_error += ", in \"" + tensor.name + "\"";
      return false;
    }
    int64_t start = 0;
    for (size_t d = 0; d < strides.size(); ++d)
      start += (common.begin[d] - box.begin[d]) * strides[d];
    StridedCopy(common.extent, strides, denseStrides(common.extent), width)
        .run(static_cast<uint8_t *>(data) + static_cast<size_t>(start) * width,
             packed.data());
  }
  return true;
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
  if (!prepareArgument(table, a, rank, local, poison))
    return true;
  Box box = boxOf(table, a.layout, a.shape, rank);
  Holders holders = holdersOf(table, a);
  auto mine = holders.find(box);
  bool counts = mine != holders.end() && mine->second.front() == rank;
  return reader.read(tensor, box, a.localShape, local, counts, out_error);
}
