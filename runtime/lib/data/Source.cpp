//===- Source.cpp - Reads boxes of tensors that lie in files --------------===//
//
// Tests: SourceTest (any box, order, byte order and type against a whole read),
// ReshardTest (bytes that ranks read).
//
//===----------------------------------------------------------------------===//
#include "Source.h"
#include "../tensor/Integers.h"
#include "../tensor/Strided.h"
#include "Convert.h"
#include "Files.h"
#include "Formats.h"
#include <algorithm>
#include <cstring>
#include <numeric>

using namespace popt::rt;

/// What goes through a buffer goes in parts of this size.
static constexpr int64_t kPackedBytes = 4 << 20;

bool popt::rt::isWholeInteger(ElementType type) {
  return isInteger(type) && bitsOfElement(type) >= 8;
}

bool popt::rt::readsAs(const Source &source, ElementType type) {
  return holdsBitsOf(source.type, type) ||
         (source.isCast && isFloat(source.type) && isFloat(type)) ||
         (!source.isBits && isWholeInteger(source.type) &&
          isWholeInteger(type));
}

std::string popt::rt::toString(const Source &source) {
  return toString(source.type, source.shape) +
         (source.isBits ? " of raw bits" : "");
}

Source popt::rt::denseSource(ElementType type, std::vector<int64_t> shape,
                             size_t file, uint64_t offset) {
  Source source;
  source.type = type;
  source.blocks.push_back({wholeBox(shape), file, offset, denseStrides(shape)});
  source.shape = std::move(shape);
  return source;
}

bool popt::rt::bytesOfShape(ElementType type, const std::vector<int64_t> &shape,
                            uint64_t &out_bytes) {
  auto width = static_cast<int64_t>(popt_rt_element_size(type));
  int64_t bytes = width, span = width;
  for (int64_t extent : shape) {
    if (__builtin_mul_overflow(span, std::max<int64_t>(extent, 1), &span))
      return false;
    bytes = extent == 0 ? 0 : bytes * extent;
  }
  out_bytes = static_cast<uint64_t>(bytes);
  return true;
}

Source popt::rt::sliceOf(const Source &source, int64_t index) {
  Source slice = source;
  slice.shape.erase(slice.shape.begin());
  slice.blocks.clear();
  auto width = static_cast<int64_t>(popt_rt_element_size(source.type));
  for (StoredBlock block : source.blocks) {
    int64_t inside = index - block.box.begin[0];
    if (inside < 0 || inside >= block.box.extent[0])
      continue;
    block.offset += static_cast<uint64_t>(inside * block.strides[0] * width);
    block.box.begin.erase(block.box.begin.begin());
    block.box.extent.erase(block.box.extent.begin());
    block.strides.erase(block.strides.begin());
    slice.blocks.push_back(std::move(block));
  }
  return slice;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// What is asked for, and the block's dimensions in the order of the file.
struct RangeReader::Job {
  const StoredBlock &block;
  ElementType type;
  bool isBigEndian;
  const Box &whole; ///< all that is asked for
  const Target &target;
  const Watch &watch;
  std::vector<size_t> order; ///< dimensions, the fastest last

  size_t width() const { return popt_rt_element_size(type); }
  /// Strides of the part's elements packed in the order of the file.
  std::vector<int64_t> packedStrides(const Box &part) const {
    std::vector<int64_t> strides(order.size());
    int64_t stride = 1;
    for (size_t i = order.size(); i-- > 0;) {
      strides[order[i]] = stride;
      stride *= part.extent[order[i]];
    }
    return strides;
  }
  /// How many of `order` lie outside a run: what is inside lies without gaps.
  size_t numOuter(const Box &part, int64_t &out_run) const {
    size_t outer = order.size();
    out_run = 1;
    for (; outer > 0; --outer) {
      int64_t extent = part.extent[order[outer - 1]];
      if (extent != 1 && block.strides[order[outer - 1]] != out_run)
        break;
      out_run *= extent;
    }
    return outer;
  }
  /// Whether runs of the file are runs of the target as they are.
  bool isDirect(const Box &part) const {
    int64_t run = 0, stride = 1;
    for (size_t i = order.size(), outer = numOuter(part, run); i-- > outer;) {
      int64_t extent = part.extent[order[i]];
      if (extent != 1 && target.strides[order[i]] != stride)
        return false;
      stride *= extent;
    }
    return type == target.type && target.limit == 0;
  }
};

RangeReader::~RangeReader() {
  if (handle >= 0)
    files.close(handle);
}

bool RangeReader::readRun(size_t file, uint64_t offset, uint8_t *data,
                          size_t size, std::string &error) {
  const SourceFile &from = list[file];
  if (from.contents) {
    std::memcpy(data, from.contents.get() + offset, size);
    return true;
  }
  int problem = 0;
  if (handle >= 0 && openFile != file) {
    files.close(handle);
    handle = -1;
  }
  if (handle < 0) {
    uint64_t fileBytes = 0;
    problem = files.open(from.path, handle, fileBytes);
    openFile = file;
  }
  size_t got = 0;
  if (problem)
    handle = -1;
  else
    problem = files.read(handle, offset, data, size, got);
  bytes += got;
  if (problem)
    error = describeError("read", from.path, problem);
  else if (got < size)
    error = from.path + " ends at byte " + std::to_string(offset + got) +
            " of " + std::to_string(from.bytes);
  return error.empty();
}

/// Reads a part, run by run, to where the strides put each run's begin.
bool RangeReader::readRuns(const Job &job, const Box &part, uint8_t *data,
                           const std::vector<int64_t> &strides,
                           std::string &error) {
  int64_t run = 0, start = 0;
  size_t outer = job.numOuter(part, run), width = job.width();
  Loops loops;
  for (size_t d = 0; d < part.begin.size(); ++d)
    start += part.begin[d] * job.block.strides[d];
  for (size_t i = 0; i < outer; ++i) {
    size_t d = job.order[i];
    loops.push_back({part.extent[d], {job.block.strides[d], strides[d], 0}});
  }
  auto count = static_cast<size_t>(run);
  forEach(loops, [&](const std::array<int64_t, 3> &at) {
    auto first = static_cast<uint64_t>(start + at[0]);
    uint8_t *to = data + at[1] * static_cast<int64_t>(width);
    if (!error.empty() ||
        !readRun(job.block.file, job.block.offset + first * width, to,
                 count * width, error))
      return;
    if (job.watch)
      job.watch(to, count, first);
    if (job.isBigEndian)
      swapBytes(job.type, to, count);
  });
  return error.empty();
}

/// What was read of a part, packed with these strides, as the target's type.
bool RangeReader::convert(const Job &job, const Box &part,
                          const std::vector<int64_t> &strides,
                          std::string &error) {
  const Target &target = job.target;
  auto count = static_cast<size_t>(part.numElements());
  converted.resize(count * popt_rt_element_size(target.type));
  if (isFloat(job.type)) {
    convertFloats(job.type, packed.data(), target.type, converted.data(),
                  count);
    return true;
  }
  size_t good = convertIntegers(job.type, packed.data(), target.type,
                                converted.data(), count, target.limit);
  if (good == count)
    return true;
  uint64_t place = 0;
  auto rest = static_cast<int64_t>(good);
  for (size_t d : job.order) {
    int64_t at = strides[d] ? rest / strides[d] : 0;
    rest -= at * strides[d];
    place += static_cast<uint64_t>((part.begin[d] + at) * job.block.strides[d]);
  }
  std::string value = visitInteger(job.type, std::string(), [&](auto zero) {
    using Integer = decltype(zero);
    return std::to_string(
        reinterpret_cast<const Integer *>(packed.data())[good]);
  });
  std::string what = list[job.block.file].path + ": " + value + " at byte " +
                     std::to_string(job.block.offset + place * job.width());
  if (target.limit)
    error = what + " is no token of a vocabulary of " +
            std::to_string(target.limit);
  else
    error = what + " does not fit " + popt_rt_element_type_name(target.type);
  return false;
}

bool RangeReader::readPart(const Job &job, const Box &part,
                           std::string &error) {
  const Target &target = job.target;
  int64_t start = 0, count = part.numElements();
  for (size_t d = 0; d < part.begin.size(); ++d)
    start += (part.begin[d] - job.whole.begin[d]) * target.strides[d];
  size_t toWidth = popt_rt_element_size(target.type);
  uint8_t *to = static_cast<uint8_t *>(target.data) +
                start * static_cast<int64_t>(toWidth);
  if (job.isDirect(part))
    return readRuns(job, part, to, target.strides, error);
  if (count * static_cast<int64_t>(job.width()) > kPackedBytes) {
    // In halves, along what the file has outermost.
    size_t d = *std::find_if(job.order.begin(), job.order.end(),
                             [&](size_t d) { return part.extent[d] > 1; });
    Box lower = part, upper = part;
    lower.extent[d] /= 2;
    upper.begin[d] += lower.extent[d];
    upper.extent[d] -= lower.extent[d];
    return readPart(job, lower, error) && readPart(job, upper, error);
  }
  std::vector<int64_t> strides = job.packedStrides(part);
  packed.resize(static_cast<size_t>(count) * job.width());
  if (!readRuns(job, part, packed.data(), strides, error))
    return false;
  const uint8_t *from = packed.data();
  if (job.type != target.type || target.limit) {
    if (!convert(job, part, strides, error))
      return false;
    from = converted.data();
  }
  StridedCopy(part.extent, target.strides, strides, toWidth).run(to, from);
  return true;
}

bool RangeReader::read(const StoredBlock &block, ElementType type,
                       bool isBigEndian, const Box &part, const Target &target,
                       const Watch &watch, std::string &out_error) {
  out_error.clear();
  if (part.numElements() == 0)
    return true;
  Job job{block, type, isBigEndian, part, target, watch, {}};
  job.order.resize(part.extent.size());
  std::iota(job.order.begin(), job.order.end(), size_t(0));
  std::stable_sort(job.order.begin(), job.order.end(), [&](size_t a, size_t b) {
    return block.strides[a] > block.strides[b];
  });
  return readPart(job, part, out_error);
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

SourceReader::SourceReader(FileSystem &files, const Sources &sources,
                           const std::vector<SourceFile> *list)
    : sources(sources), reader(files, list ? *list : sources.files) {
  seen.sums.resize(sources.guards.size());
  seen.counts.resize(sources.guards.size());
}

bool SourceReader::read(const Source &source, const Box &box, ElementType type,
                        const std::vector<int64_t> &shape, void *data,
                        bool counts, std::string &out_error) {
  std::vector<int64_t> strides = denseStrides(shape);
  // Raw bits of types that files lack are taken as they are.
  ElementType stored = holdsBitsOf(source.type, type) ? type : source.type;
  size_t from = popt_rt_element_size(stored), to = popt_rt_element_size(type);
  auto readBlock = [&](const StoredBlock &block, const Box &part,
                       int64_t start) {
    RangeReader::Watch watch;
    if (counts && block.guard >= 0)
      watch = [&](const uint8_t *run, size_t count, uint64_t first) {
        const Guard &guard = sources.guards[block.guard];
        uint64_t after = guard.offset + guard.bytes -
                         (block.offset + (first + count) * from);
        seen.sums[block.guard] ^= crc32Before(crc32(run, count * from), after);
        seen.counts[block.guard] += count * from;
      };
    return reader.read(
        block, stored, source.isBigEndian, part,
        {static_cast<uint8_t *>(data) + static_cast<size_t>(start) * to,
         strides, type, source.limit},
        watch, out_error);
  };
  bool ok = forEachPart(source.blocks, box, strides, readBlock);
  if (ok)
    dropUpperBits(type, box.extent, strides, data);
  return ok;
}

const Source *Sources::find(const std::string &key,
                            const std::string &other) const {
  auto it = tensors.find(key);
  if (it == tensors.end())
    it = tensors.find(other);
  return it == tensors.end() ? nullptr : &it->second;
}

std::string popt::rt::judge(const Sources &sources, const Evidence &evidence) {
  for (size_t i = 0; i < sources.guards.size(); ++i) {
    // What was not read decides nothing.
    const Guard &guard = sources.guards[i];
    if (evidence.counts[i] == guard.bytes && evidence.sums[i] != guard.crc)
      return guard.what + ": its checksum is wrong: the file is damaged";
  }
  return "";
}
