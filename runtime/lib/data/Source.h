//===- Source.h - Tensors that lie in files ---------------------*- C++ -*-===//
//
// A *source* says where the elements of a tensor lie, not what they are.
// Headers are read and checked once; then each rank reads the ranges that its
// block needs, and nothing else. Inputs, batches and checkpoints are all read
// so.
//
// A tensor lies in one or several *blocks*, each a box of it with a stride for
// every dimension. Strides say what files say of order, and what names maps
// (NameMap.h) make of it:
//
//   row-major, [4, 6]          strides [6, 1]
//   Fortran order              strides [1, 4]
//   transposed, from [6, 4]    strides [1, 4]
//   a layer of [L, 4, 6]       box [l:l+1, 0:4, 0:6], strides [0, 6, 1]
//
// Elements are read in the order of the file, in runs as long as can be. What
// lies otherwise in memory, or is of another type there, goes through a buffer
// of a few megabytes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_SOURCE_H
#define POPT_RT_LIB_DATA_SOURCE_H

#include "../tensor/Box.h"
#include "FileSystem.h"
#include "popt-rt/data.h"
#include <functional>
#include <memory>
#include <optional>

namespace popt::rt {

/// A compressed member of an archive.
struct PackedMember {
  std::string what; ///< for messages: `in.npz: key "w"`
  uint64_t offset = 0, bytes = 0;
  uint32_t crc = 0; ///< when it is unpacked
};

/// A file, or a member of an archive that has to be unpacked first.
struct SourceFile {
  std::string path;
  uint64_t bytes = 0; ///< unpacked
  std::optional<PackedMember> packed;
  std::shared_ptr<const uint8_t> contents; ///< unpacked; null: not yet
};

/// A box of a tensor in a file. Element i, counted from the box's corner, is
/// `offset` bytes and `strides[d] * i[d]` elements from the file's start.
struct StoredBlock {
  Box box;
  size_t file = 0; ///< into a list of files
  uint64_t offset = 0;
  std::vector<int64_t> strides;
  int32_t guard = -1; ///< into Sources::guards; -1: nothing guards it
};

/// A tensor in files.
struct Source {
  ElementType type = POPT_RT_F32; ///< of the elements in the file
  bool isBigEndian = false;
  bool isCast = false; ///< the user wants it as another type of floats
  bool isBits = false; ///< of a type that numpy lacks: they are no numbers
  uint64_t limit = 0;  ///< tokens are below it, and at least 0; 0: no tokens
  std::vector<int64_t> shape;
  std::vector<StoredBlock> blocks; ///< cover it without overlaps
};

/// Whether elements of a source can be read as this type: integers as others,
/// where each has the same value.
bool readsAs(const Source &source, ElementType type);
/// Whether it is an integer of at least 8 bits: files have others as their bits.
bool isWholeInteger(ElementType type);
/// "ui16[3x4]", and whether these are raw bits.
std::string toString(const Source &source);
/// A source of one dense block.
Source denseSource(ElementType type, std::vector<int64_t> shape, size_t file,
                   uint64_t offset);
/// What `source` has at `index` of its first dimension.
Source sliceOf(const Source &source, int64_t index);

/// The checksum of a member of an archive, of which elements are a part.
struct Guard {
  std::string what; ///< for messages: `in.npz: key "w"`
  uint32_t crc = 0; ///< of the elements alone, as part of the member
  uint64_t offset = 0, bytes = 0; ///< where the elements lie in the file
};

/// What was read of each part that has a checksum, a member of an archive or a block
/// of a checkpoint. Combining sums (of members by exclusive or, of blocks by
/// addition) and adding counts over ranks gives those of the whole.
struct Evidence {
  std::vector<uint64_t> sums;
  std::vector<uint64_t> counts; ///< bytes of members, elements of blocks
};

/// The tensors of a file, or of several that belong together.
struct Sources {
  std::string path;               ///< as the user named it
  std::vector<std::string> paths; ///< of all that were opened, in order
  std::vector<SourceFile> files;
  std::map<std::string, Source> tensors; ///< by key
  std::vector<Guard> guards;

  /// The tensor of a key, else the one of another; null if there is neither.
  const Source *find(const std::string &key, const std::string &other) const;
};

/// Opens a file of tensors and reads its headers: `.safetensors`, an index of
/// such files (`.safetensors.index.json`), `.npy` (its key is the file's name),
/// else npz. False and a message that names file, key and problem.
[[nodiscard]] bool openSources(FileSystem &files, const std::string &path,
                               Sources &out_sources, std::string &out_error);

/// Adds the files that the user means by a path: itself, those in that folder
/// whose names have one of the `ends`, or all whose names match (`*`, `?`,
/// `[...]`), in the order of the numbers in their names. False and a message if
/// there are none.
[[nodiscard]] bool findFiles(FileSystem &files, const std::string &path,
                             const std::vector<std::string> &ends,
                             std::vector<std::string> &out_paths,
                             std::string &out_error);

/// The same of several files, folders and patterns, in order. A tensor is in one
/// of them; if they are `stacked`, in all of them, one part after the other along
/// its first dimension, and `x-0003.npy` is a part of "x".
[[nodiscard]] bool openSources(FileSystem &files,
                               const std::vector<std::string> &paths,
                               bool stacked, Sources &out_sources,
                               std::string &out_error);

/// Forgets the members of archives that none of these tensors lies in: nothing
/// is unpacked for them.
void dropUnread(Sources &sources, const std::vector<const Source *> &read);

/// Reads all tensors into memory of this process. False and a message.
[[nodiscard]] bool readSources(FileSystem &files, Sources &sources,
                               TensorMap &out_tensors, std::string &out_error);

/// Unpacks a compressed member into `file.bytes` bytes at `out_data`. False and
/// a message if it is damaged.
[[nodiscard]] bool unpack(FileSystem &files, const SourceFile &file,
                          uint8_t *out_data, std::string &out_error);
/// The same of all that there are, into memory of this process.
[[nodiscard]] bool unpackAll(FileSystem &files, Sources &sources,
                             std::string &out_error);

/// What was read is not what was written; empty if nothing shows that.
std::string judge(const Sources &sources, const Evidence &evidence);

/// Where elements go: memory with a stride, in elements, for every dimension.
struct Target {
  void *data = nullptr;
  std::vector<int64_t> strides;
  ElementType type = POPT_RT_F32;
  uint64_t limit = 0; ///< as of a Source
};

/// Reads boxes of tensors that lie in files.
class RangeReader {
public:
  /// Both must outlive the reader.
  RangeReader(FileSystem &files, const std::vector<SourceFile> &list)
      : files(files), list(list) {}
  ~RangeReader();
  RangeReader(const RangeReader &) = delete;
  RangeReader &operator=(const RangeReader &) = delete;

  /// Told of each run: its bytes as the file has them, how many elements, and
  /// the first one's place after the block's start.
  using Watch =
      std::function<void(const uint8_t *data, size_t count, uint64_t first)>;
  /// Reads `part`, counted from the block's corner, of a block of elements of
  /// `type`. If the target's type is another one, both are floats, and values
  /// are rounded to nearest even, or integers, and what it has no room for is an
  /// error.
  [[nodiscard]] bool read(const StoredBlock &block, ElementType type,
                          bool isBigEndian, const Box &part,
                          const Target &target, const Watch &watch,
                          std::string &out_error);

  uint64_t bytesRead() const { return bytes; }

private:
  struct Job;
  bool readPart(const Job &job, const Box &part, std::string &error);
  bool convert(const Job &job, const Box &part,
               const std::vector<int64_t> &strides, std::string &error);
  bool readRuns(const Job &job, const Box &part, uint8_t *data,
                const std::vector<int64_t> &strides, std::string &error);
  bool readRun(size_t file, uint64_t offset, uint8_t *data, size_t size,
               std::string &error);

  FileSystem &files;
  const std::vector<SourceFile> &list;
  // One file is open at a time: ranks of a process may be many.
  size_t openFile = 0;
  int handle = -1; ///< of it; -1: none is open
  std::vector<uint8_t> packed, converted;
  uint64_t bytes = 0;
};

/// Reads boxes of the tensors of a file.
class SourceReader {
public:
  /// `list`: the sources' files, if others than they themselves know have what
  /// was unpacked. All must outlive the reader.
  SourceReader(FileSystem &files, const Sources &sources,
               const std::vector<SourceFile> *list = nullptr);

  /// Reads `box` of a source to `data`: elements of `type`, row-major in
  /// `shape`, of which the box is the first corner. `counts`: whether what is
  /// read counts as evidence; of ranks with the same box one counts.
  [[nodiscard]] bool read(const Source &source, const Box &box,
                          ElementType type, const std::vector<int64_t> &shape,
                          void *data, bool counts, std::string &out_error);

  const Evidence &evidence() const { return seen; }
  uint64_t bytesRead() const { return reader.bytesRead(); }

private:
  const Sources &sources;
  RangeReader reader;
  Evidence seen;
};

/// The parts of a box that lie in the blocks: calls `read(block, part, start)`
/// for each, with the part counted from the block's corner, and where it begins
/// in `strides`, in elements. Stops when that returns false.
template <typename Block, typename F>
bool forEachPart(const std::vector<Block> &blocks, const Box &box,
                 const std::vector<int64_t> &strides, F read) {
  for (const Block &block : blocks) {
    Box common = intersection(box, block.box);
    if (common.numElements() == 0)
      continue;
    int64_t start = 0;
    for (size_t d = 0; d < strides.size(); ++d)
      start += (common.begin[d] - box.begin[d]) * strides[d];
    if (!read(block, relativeTo(common, block.box.begin), start))
      return false;
  }
  return true;
}

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_SOURCE_H
