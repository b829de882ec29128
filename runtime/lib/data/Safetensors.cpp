//===- Safetensors.cpp - The safetensors format ---------------------------===//
//
// 8 bytes: length of a JSON object; the object, name -> {dtype, shape,
// data_offsets}; then the data without holes or overlaps. Every rule of the
// format is checked on reading. Large models lie in several files; beside them
// an index says which file has which tensor. Tests: round trips, damaged
// headers.
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include "Formats.h"
#include "SafetensorsHeader.h"
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace popt::rt;
using nlohmann::json;

static const std::pair<const char *, ElementType> kTypes[] = {
    {"BOOL", POPT_RT_I1},
    {"I8", POPT_RT_I8},
    {"I16", POPT_RT_I16},
    {"I32", POPT_RT_I32},
    {"I64", POPT_RT_I64},
    {"U8", POPT_RT_UI8},
    {"U16", POPT_RT_UI16},
    {"U32", POPT_RT_UI32},
    {"U64", POPT_RT_UI64},
    {"F16", POPT_RT_F16},
    {"BF16", POPT_RT_BF16},
    {"F32", POPT_RT_F32},
    {"F64", POPT_RT_F64},
    {"C64", POPT_RT_C64},
    {"C128", POPT_RT_C128},
    {"F8_E4M3", POPT_RT_F8E4M3FN},
    {"F8_E5M2", POPT_RT_F8E5M2},
    {"F8_E8M0", POPT_RT_F8E8M0FNU},
    {"F8_E4M3FNUZ", POPT_RT_F8E4M3FNUZ},
    {"F8_E5M2FNUZ", POPT_RT_F8E5M2FNUZ}};

/// The format's name, and "U8" for types that it lacks or packs: a byte of each
/// element, as numpy has it.
static const char *nameOf(ElementType type) {
  for (auto [name, known] : kTypes)
    if (known == type)
      return name;
  return "U8";
}

constexpr uint64_t kMaxHeader = 100'000'000;
constexpr const char *kHasHoles = "its data has holes or overlaps";

/// One entry of the header. Empty on success, else what is wrong.
static std::string readEntry(const json &entry, uint64_t dataBytes,
                             ElementType &type, std::vector<int64_t> &shape,
                             std::pair<uint64_t, uint64_t> &range) {
  if (!entry.is_object() || !entry.contains("dtype") ||
      !entry["dtype"].is_string() || !entry.contains("shape") ||
      !entry["shape"].is_array() || !entry.contains("data_offsets") ||
      !entry["data_offsets"].is_array() || entry["data_offsets"].size() != 2)
    return "dtype, shape or data_offsets are missing";
  const std::string &dtype = entry["dtype"].get_ref<const std::string &>();
  auto known = std::find_if(std::begin(kTypes), std::end(kTypes),
                            [&](auto &t) { return dtype == t.first; });
  if (known == std::end(kTypes))
    return "element type \"" + dtype + "\" is not supported";
  type = known->second;
  for (const json &extent : entry["shape"]) {
    if (!extent.is_number_unsigned() || extent.get<uint64_t>() > uint64_t(1)
                                                                     << 62)
      return "its shape is no list of extents";
    shape.push_back(extent.get<int64_t>());
  }
  uint64_t bytes = 0;
  if (!bytesOfShape(type, shape, bytes))
    return "its shape is too large";
  const json &offsets = entry["data_offsets"];
  if (!offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned())
    return "its data_offsets are no numbers";
  range = {offsets[0].get<uint64_t>(), offsets[1].get<uint64_t>()};
  if (range.first > range.second || range.second > dataBytes)
    return "its data ends at byte " + std::to_string(range.second) + " of " +
           std::to_string(dataBytes);
  if (range.second - range.first != bytes)
    return toString(type, shape) + " takes " + std::to_string(bytes) +
           " bytes, but it has " + std::to_string(range.second - range.first);
  return "";
}

/// Parses JSON that holds every key of its outermost object once; null if it
/// doesn't, with what is wrong.
static json parseObject(const std::vector<uint8_t> &text, std::string &wrong) {
  std::vector<std::string> seen;
  auto watch = [&](int depth, json::parse_event_t event, json &value) {
    if (event == json::parse_event_t::key && depth == 1)
      seen.push_back(value.get<std::string>());
    return true;
  };
  json object = json::parse(text, watch, /*allow_exceptions=*/false);
  std::sort(seen.begin(), seen.end());
  if (!object.is_object())
    wrong = "its header is no JSON object";
  else if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
    wrong = "its header holds a key twice";
  return object;
}

/// The texts of __metadata__; whatever else it holds is not looked at.
static void readMetadata(const json &entry,
                         std::map<std::string, std::string> &texts) {
  if (!entry.is_object())
    return;
  for (auto &[key, value] : entry.items())
    if (value.is_string())
      texts[key] = value.get<std::string>();
}

std::string popt::rt::lengthProblem(uint64_t length) {
  return length > kMaxHeader ? "its header is longer than 100 MB" : "";
}

std::string popt::rt::parseSafetensors(const std::vector<uint8_t> &text,
                                       uint64_t begin, uint64_t dataBytes,
                                       size_t file,
                                       SafetensorsContent &out_content) {
  std::string wrong;
  json header = parseObject(text, wrong);
  if (!wrong.empty())
    return wrong;
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (auto &[key, entry] : header.items()) {
    if (key == "__metadata__") {
      readMetadata(entry, out_content.metadata);
      continue;
    }
    ranges.emplace_back();
    ElementType type = POPT_RT_F32;
    std::vector<int64_t> shape;
    wrong = readEntry(entry, dataBytes, type, shape, ranges.back());
    if (!wrong.empty())
      return "key \"" + key + "\": " + wrong;
    out_content.tensors[key] =
        denseSource(type, std::move(shape), file, begin + ranges.back().first);
  }
  std::sort(ranges.begin(), ranges.end());
  for (auto [first, last] : ranges) {
    if (first != out_content.bytes)
      return kHasHoles;
    out_content.bytes = last;
  }
  return "";
}

bool popt::rt::openSafetensors(FileSystem &files, const std::string &path,
                               Sources &sources, std::string &out_error) {
  HeaderFile file(files);
  if (!file.open(path, out_error))
    return false;
  auto fail = [&](const std::string &what) {
    out_error = path + ": " + what;
    return false;
  };
  std::vector<uint8_t> text;
  if (!file.has(0, 8))
    return fail("this is no safetensors file, or it is truncated");
  if (!file.read(0, 8, text, out_error))
    return false;
  uint64_t length = littleEndian(text.data(), 8);
  if (length > file.size() - 8)
    return fail("this is no safetensors file, or it is truncated");
  if (std::string wrong = lengthProblem(length); !wrong.empty())
    return fail(wrong);
  if (!file.read(8, length, text, out_error))
    return false;
  uint64_t begin = 8 + length, dataBytes = file.size() - begin;
  SafetensorsContent content;
  std::string wrong =
      parseSafetensors(text, begin, dataBytes, sources.files.size(), content);
  if (wrong.empty() && content.bytes != dataBytes)
    wrong = kHasHoles;
  if (!wrong.empty())
    return fail(wrong);
  for (auto &[key, source] : content.tensors)
    sources.tensors[key] = std::move(source);
  sources.files.push_back({path, file.size(), {}, nullptr});
  return true;
}

std::string
popt::rt::safetensorsHeader(const std::vector<SafetensorsEntry> &entries,
                            const char *format, size_t alignment) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (format)
    header["__metadata__"] = {{"format", format}};
  uint64_t offset = 0;
  for (const SafetensorsEntry &entry : entries) {
    header[entry.key] = {{"dtype", nameOf(entry.type)},
                         {"shape", entry.shape},
                         {"data_offsets", {offset, offset + entry.bytes}}};
    offset += entry.bytes;
  }
  std::string text =
      header.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr size_t kLength = 8;
  size_t over = (kLength + text.size()) % alignment;
  text.append((alignment - over) % alignment, ' '); // the data begins aligned
  std::string length;
  for (size_t i = 0; i < kLength; ++i)
    length += static_cast<char>(static_cast<uint64_t>(text.size()) >> (8 * i));
  return length + text;
}

bool popt::rt::writeSafetensors(const std::string &path,
                                const TensorMap &tensors,
                                std::string &out_error) {
  std::vector<SafetensorsEntry> entries;
  std::vector<Piece> pieces(1);
  for (const auto &[key, tensor] : tensors) {
    entries.push_back({key, tensor.type, tensor.shape, tensor.data.size()});
    pieces.push_back({tensor.data.data(), tensor.data.size()});
  }
  std::string header = safetensorsHeader(entries);
  pieces[0] = {header.data(), header.size()};
  return writeFile(path, pieces, out_error);
}
