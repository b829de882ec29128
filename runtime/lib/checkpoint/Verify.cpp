//===- Verify.cpp - Is every byte of a checkpoint what was saved? ---------===//
//
// Tests: DamageTest, which flips every bit.
//
//===----------------------------------------------------------------------===//
#include "Verify.h"
#include "Hash.h"

using namespace popt::rt;

namespace {
/// One file of a checkpoint, while it is read.
struct OpenFile {
  FileSystem &files;
  const std::string path;
  int file = -1;

  /// Whether `size` bytes from `offset` on have this hash; else what is wrong.
  std::string check(uint64_t offset, uint64_t size, uint64_t hash,
                    const std::string &what) {
    std::vector<uint8_t> bytes(size);
    size_t got = 0;
    if (int error = files.read(file, offset, bytes.data(), size, got))
      return describeError("read", path, error);
    if (got == size && xxh3(bytes.data(), size) == hash)
      return "";
    return path + ": " + what + " is not what was saved";
  }
};
} // namespace

std::vector<std::string>
popt::rt::verifyCheckpoint(FileSystem &files, const std::string &folder,
                           CheckpointIndex &out_index) {
  Defect defect = readIndex(files, folder, out_index);
  if (!defect.message.empty())
    return {defect.message};
  std::vector<std::string> problems;
  auto add = [&](const std::string &problem) {
    if (!problem.empty())
      problems.push_back(problem);
  };
  for (size_t f = 0; f < out_index.files.size(); ++f) {
    const SavedFile &saved = out_index.files[f];
    OpenFile open{files, folder + "/" + saved.name};
    uint64_t size = 0, known = saved.headerBytes;
    if (int error = files.open(open.path, open.file, size)) {
      add(describeError("open", open.path, error));
      continue;
    }
    add(open.check(0, saved.headerBytes, saved.headerHash, "its header"));
    for (const SavedTensor &tensor : out_index.tensors)
      for (const SavedBlock &block : tensor.blocks) {
        if (block.file != f)
          continue;
        known += tensor.bytesOf(block);
        add(open.check(block.offset, tensor.bytesOf(block), block.xxh3,
                       block.box.str() + " of \"" + tensor.name + "\""));
      }
    if (saved.name == kResultsName && out_index.resultsHash) {
      add(open.check(0, size, out_index.resultsHash,
                     "the last step's results"));
      known = size;
    }
    if (known != size)
      add(open.path + ": " + std::to_string(size) + " bytes, of which " +
          std::to_string(known) + " belong to tensors and the header");
    files.close(open.file);
  }
  return problems;
}
