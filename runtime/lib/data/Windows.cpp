//===- Windows.cpp - Windows of token files -------------------------------===//
//
// Files are what nanoGPT and llm.c write, all tokens one after another, perhaps
// after a header; Megatron's, with an .idx beside that says their type; or npy.
//
//   MMIDIDX\0\0, version 1 (8 bytes), type (1), sequences s (8), documents d (8),
//   s lengths (4 each), s places in .bin (8 each), d first sequences (8 each),
//   and of some files s modes (1 each)
//
// Tests: WindowsTest, test/Execute/data.test (numpy's loader).
//
//===----------------------------------------------------------------------===//
#include "Windows.h"
#include "Formats.h"
#include "popt/Text/Json.h"
#include "popt/Text/Names.h"
#include <algorithm>
#include <cstring>
#include <iterator>

using namespace popt::rt;
using popt::JsonNode;

namespace {
/// Numpy's names; and the numbers that Megatron gives to types, from 1.
constexpr std::pair<const char *, ElementType> kTypes[] = {
    {"uint8", POPT_RT_UI8},   {"int8", POPT_RT_I8},    {"int16", POPT_RT_I16},
    {"int32", POPT_RT_I32},   {"int64", POPT_RT_I64},  {"uint16", POPT_RT_UI16},
    {"uint32", POPT_RT_UI32}, {"uint64", POPT_RT_UI64}};
constexpr ElementType kOfIndex[] = {POPT_RT_UI8, POPT_RT_I8,  POPT_RT_I16,
                                    POPT_RT_I32, POPT_RT_I64, POPT_RT_F64,
                                    POPT_RT_F32, POPT_RT_UI16};
constexpr uint64_t kIndexHeader = 34, kOfSequence = 12, kOfDocument = 8;

/// The last step of splitmix64.
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/// Where a shuffled list of `count` has what stood at `place`: a cipher of numbers
/// of an even number of bits (Feistel), again until the result is in the list.
/// docs/Data.md has it in Python.
int64_t shuffled(uint64_t key, int64_t count, int64_t place) {
  int bits = 1;
  while (bits < 31 && int64_t(1) << (2 * bits) < count)
    ++bits;
  const uint64_t mask = (uint64_t(1) << bits) - 1;
  auto x = static_cast<uint64_t>(place);
  do {
    uint64_t left = x >> bits, right = x & mask;
    for (uint64_t round = 0; round < 6; ++round) {
      uint64_t next = left ^ (mix(key ^ round << 56 ^ right) & mask);
      left = right;
      right = next;
    }
    x = left << bits | right;
  } while (x >= static_cast<uint64_t>(count));
  return static_cast<int64_t>(x);
}

std::string nameOf(ElementType type) {
  for (auto [name, known] : kTypes)
    if (known == type)
      return name;
  return popt_rt_element_type_name(type);
}

ElementType readType(const JsonNode &node) {
  std::vector<std::string> names;
  std::string wanted = node.string();
  for (auto [name, type] : kTypes) {
    if (name == wanted)
      return type;
    names.push_back(name);
  }
  node.fail("\"" + wanted + "\" is no type of integers" +
            popt::suggestName(wanted, names));
}
} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

bool TokenWindows::open(FileSystem &files, const std::string &thePath,
                        Sources &out_files, std::string &out_error) {
  path = thePath;
  out_files = Sources();
  out_files.path = path;
  std::string text;
  if (!readText(files, path, text, out_error))
    return false;
  const std::string folder = folderOf(path);
  out_error = readJson(text, path, "data", [&](const JsonNode &node) {
    node.object({"tokens", "type", "header", "arguments", "stride", "shuffle",
                 "epochs", "vocabulary"});
    if (node.has("type"))
      type = said = readType(node.at("type"));
    auto numberAt = [&](const char *key, int64_t least, auto &out) {
      if (node.has(key))
        out = static_cast<std::decay_t<decltype(out)>>(
            node.at(key).integer(least));
    };
    numberAt("header", 0, headerBytes);
    numberAt("stride", 1, stride);
    numberAt("epochs", 1, epochs);
    numberAt("vocabulary", 1, vocabulary);
    if (node.has("shuffle"))
      seed = node.at("shuffle").integer(0);
    JsonNode arguments = node.required("arguments");
    for (const auto &[key, shift] : arguments.anyObject().value.items())
      shifts[key] = arguments.quoted(key).integer(0);
    if (shifts.empty())
      arguments.fail("expected the name of an argument that takes tokens");
    JsonNode list = node.required("tokens");
    std::vector<JsonNode> names = {list};
    if (list.value.is_array())
      names = list.entries();
    for (const JsonNode &name : names) {
      std::vector<std::string> found;
      std::string file = name.string(), wrong;
      if (file.empty() || file[0] != '/')
        file = folder + file;
      bool ok = findFiles(files, file, {".bin", ".npy"}, found, wrong);
      for (size_t i = 0; i < found.size() && ok; ++i)
        ok = add(files, found[i], out_files, wrong);
      if (!ok)
        name.fail(wrong);
    }
  });
  return out_error.empty();
}

/// The type in an .idx, which must say as many bytes as the .bin beside has.
bool TokenWindows::openIndex(FileSystem &files, const std::string &index,
                             uint64_t size, ElementType &out_type,
                             std::string &error) {
  HeaderFile file(files);
  std::vector<uint8_t> bytes;
  auto fail = [&](const std::string &what) {
    error = index + ": " + what;
    return false;
  };
  if (!file.open(index, error))
    return false;
  if (!file.has(0, kIndexHeader))
    return fail("it is torn: it ends at byte " + std::to_string(file.size()) +
                " of its header's " + std::to_string(kIndexHeader));
  if (!file.read(0, kIndexHeader, bytes, error))
    return false;
  if (std::memcmp(bytes.data(), "MMIDIDX\0\0", 9) != 0 ||
      littleEndian(&bytes[9], 8) != 1)
    return fail("it is no index of Megatron's, version 1");
  uint64_t code = bytes[17], sequences = littleEndian(&bytes[18], 8),
           documents = littleEndian(&bytes[26], 8);
  if (code < 1 || code > std::size(kOfIndex) || isFloat(kOfIndex[code - 1]))
    return fail("its type " + std::to_string(code) + " is none of tokens");
  out_type = kOfIndex[code - 1];
  // Numbers too large for a file are as torn as others.
  const uint64_t most = uint64_t(1) << 50;
  uint64_t needed = kIndexHeader + std::min(sequences, most) * kOfSequence +
                    std::min(documents, most) * kOfDocument;
  if (file.size() != needed && file.size() != needed + sequences)
    return fail("it is torn: it has " + std::to_string(file.size()) +
                " bytes, and its header says " + std::to_string(needed));
  uint64_t said = 0;
  if (sequences > 0) {
    std::vector<uint8_t> length, place;
    if (!file.read(kIndexHeader + 4 * (sequences - 1), 4, length, error) ||
        !file.read(kIndexHeader + kOfSequence * sequences - 8, 8, place, error))
      return false;
    said = littleEndian(place.data(), 8) +
           littleEndian(length.data(), 4) * popt_rt_element_size(out_type);
  }
  return said == size ||
         fail("it is of a .bin of " + std::to_string(said) +
              " bytes, and that beside it has " + std::to_string(size));
}

bool TokenWindows::add(FileSystem &files, const std::string &file,
                       Sources &sources, std::string &error) {
  auto fail = [&](const std::string &what) {
    error = file + ": " + what;
    return false;
  };
  ElementType its = said.value_or(POPT_RT_UI16);
  Tokens list = {sources.files.size(), 0, 0, 0};
  if (endsWith(file, ".npy")) {
    Sources array;
    if (!openNpy(files, file, array, error))
      return false;
    const Source &source = array.tensors.begin()->second;
    if (source.shape.size() != 1 || source.isBigEndian ||
        !readsAs(source, POPT_RT_I64))
      return fail("it is " + toString(source) +
                  ", and tokens are one row of little-endian integers");
    its = source.type;
    list.offset = source.blocks[0].offset;
    list.count = source.shape[0];
    sources.files.push_back(array.files[0]);
  } else if (!endsWith(file, ".bin")) {
    return fail("tokens are in files whose names end in .bin or .npy");
  } else {
    uint64_t size = 0, unused = 0, header = headerBytes;
    if (int problem = sizeOf(files, file, size)) {
      error = describeError("open", file, problem);
      return false;
    }
    std::string index = file.substr(0, file.rfind('.')) + ".idx";
    if (sizeOf(files, index, unused) != ENOENT) {
      if (!openIndex(files, index, size, its, error))
        return false;
      header = 0;
    }
    uint64_t width = popt_rt_element_size(its);
    if (size < header || (size - header) % width != 0)
      return fail("its " + std::to_string(size) + " bytes, less a header of " +
                  std::to_string(header) + ", are no whole number of " +
                  nameOf(its));
    list.offset = header;
    list.count = static_cast<int64_t>((size - header) / width);
    sources.files.push_back({file, size, {}, nullptr});
  }
  if (its != type.value_or(its))
    return fail("its tokens are " + nameOf(its) + ", and not " + nameOf(*type) +
                ", as \"type\" or the files before say");
  type = its;
  tokens.push_back(list);
  sources.paths.push_back(file);
  return true;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

std::vector<std::string> TokenWindows::keys() const {
  std::vector<std::string> list;
  for (const auto &[key, shift] : shifts)
    list.push_back(key);
  return list;
}

bool TokenWindows::take(const std::string &key, ElementType itsType,
                        const std::vector<int64_t> &shape,
                        std::string &out_error) {
  int64_t its = 1;
  for (size_t d = 0; d + 1 < shape.size(); ++d)
    its *= shape[d];
  auto fail = [&](const std::string &what) {
    out_error = path + ": data.arguments[\"" + key + "\"]: " + what;
    return false;
  };
  if (!isWholeInteger(itsType))
    return fail("it is " + toString(itsType, shape) +
                ", and tokens are integers of at least 8 bits");
  if (shape.empty() || its * shape.back() == 0)
    return fail("it has no elements in a last dimension, which windows need");
  if (rows > 0 && its != rows)
    return fail("it takes " + std::to_string(its) +
                " windows a step, and others take " + std::to_string(rows));
  rows = its;
  length = std::max(length, shape.back());
  span = std::max(span, shifts[key] + shape.back());
  return true;
}

bool TokenWindows::count(int64_t &out_count, std::string &out_error) {
  if (stride == 0)
    stride = length;
  numWindows = 0;
  for (Tokens &list : tokens) {
    list.firstWindow = numWindows;
    if (list.count >= span)
      numWindows += (list.count - span) / stride + 1;
  }
  bool fits =
      numWindows > 0 && !__builtin_mul_overflow(numWindows, epochs, &out_count);
  if (!fits)
    out_error = path + ": " +
                (numWindows ? "its epochs have more windows than numbers have "
                              "room for"
                            : "no file has the " + std::to_string(span) +
                                  " tokens of one window");
  return fits;
}

WindowNumbers TokenWindows::numbers() const {
  return {numWindows, span, stride, seed, static_cast<int64_t>(tokens.size()),
          /*hash=*/0};
}

std::string TokenWindows::layout() const {
  std::string text = toString(*type, {});
  for (const Tokens &list : tokens)
    text +=
        " " + std::to_string(list.offset) + "+" + std::to_string(list.count);
  return text;
}

std::string popt::rt::differenceOf(const WindowNumbers &before,
                                   const WindowNumbers &now) {
  auto seedOf = [](const WindowNumbers &numbers) {
    return numbers.shuffle ? std::to_string(*numbers.shuffle) : "absent";
  };
  auto differ = [](const std::string &is, int64_t its, const std::string &was,
                   int64_t old) {
    return is + std::to_string(its) + was + std::to_string(old);
  };
  if (before.shuffle != now.shuffle)
    return "\"shuffle\" is " + seedOf(now) + ", and was " + seedOf(before);
  if (before.span != now.span)
    return differ("each needs tokens: ", now.span, ", and needed ",
                  before.span);
  if (before.stride != now.stride)
    return differ("\"stride\" is ", now.stride, ", and was ", before.stride);
  if (before.files != now.files)
    return differ("the files are ", now.files, ", and were ", before.files);
  if (before.count != now.count)
    return differ("an epoch has ", now.count, ", and had ", before.count);
  return before.hash == now.hash ? "" : "the files have other tokens";
}

Source TokenWindows::sourceOf(const std::string &key,
                              const std::vector<int64_t> &shape) const {
  Source source;
  source.type = *type;
  source.limit = vocabulary;
  source.shape = shape;
  uint64_t width = popt_rt_element_size(*type);
  source.blocks.push_back(
      {{}, 0, static_cast<uint64_t>(shifts.at(key)) * width, {}});
  return source;
}

/// Which window of the files is number `window` of all epochs.
int64_t TokenWindows::windowAt(int64_t window) const {
  int64_t epoch = window / numWindows, place = window % numWindows;
  if (!seed)
    return place;
  uint64_t key = mix(static_cast<uint64_t>(*seed));
  return shuffled(mix(key + static_cast<uint64_t>(epoch)), numWindows, place);
}

Source TokenWindows::at(const Source &source, int64_t first) const {
  Source batch = source;
  batch.shape.erase(batch.shape.begin());
  batch.blocks.clear();
  const size_t last = batch.shape.size() - 1;
  const uint64_t width = popt_rt_element_size(batch.type);
  StoredBlock block;
  block.box.begin.assign(last + 1, 0);
  block.box.extent.assign(last + 1, 1);
  block.box.extent[last] = batch.shape[last];
  block.strides.assign(last + 1, 0);
  block.strides[last] = 1;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t window = windowAt(first + row), rest = row;
    for (size_t d = last; d-- > 0; rest /= batch.shape[d])
      block.box.begin[d] = rest % batch.shape[d];
    // The last file that begins there: those without windows begin as the next.
    const Tokens &list = *std::prev(std::upper_bound(
        tokens.begin(), tokens.end(), window,
        [](int64_t value, const Tokens &t) { return value < t.firstWindow; }));
    auto begin = static_cast<uint64_t>((window - list.firstWindow) * stride);
    block.file = list.file;
    block.offset = list.offset + begin * width + source.blocks[0].offset;
    batch.blocks.push_back(block);
  }
  // In the order of the files: each is opened once.
  std::sort(batch.blocks.begin(), batch.blocks.end(), [](auto &a, auto &b) {
    return std::pair(a.file, a.offset) < std::pair(b.file, b.offset);
  });
  return batch;
}
