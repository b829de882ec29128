//===- Safetensors.cpp - The safetensors format ---------------------------===//
//
// 8 bytes: length of a JSON object; the object, name -> {dtype, shape,
// data_offsets}; then the data without holes or overlaps. Every rule of the
// format is checked on reading. Tests: round trips, damaged headers.
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include "SafetensorsHeader.h"
#include "popt-rt/data.h"
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace popt::rt;
using nlohmann::json;

static const std::pair<const char *, ElementType> kTypes[] = {
    {"BOOL", POPT_RT_I1},       {"I8", POPT_RT_I8},
    {"I16", POPT_RT_I16},       {"I32", POPT_RT_I32},
    {"I64", POPT_RT_I64},       {"U8", POPT_RT_UI8},
    {"U16", POPT_RT_UI16},      {"U32", POPT_RT_UI32},
    {"U64", POPT_RT_UI64},      {"F16", POPT_RT_F16},
    {"BF16", POPT_RT_BF16},     {"F32", POPT_RT_F32},
    {"F64", POPT_RT_F64},       {"C64", POPT_RT_C64},
    {"C128", POPT_RT_C128},     {"F8_E4M3", POPT_RT_F8E4M3FN},
    {"F8_E5M2", POPT_RT_F8E5M2}};

constexpr uint64_t kMaxHeader = 100'000'000;

/// One entry of the header. Empty on success, else what is wrong.
static std::string readEntry(const json &entry, const uint8_t *data,
                             uint64_t dataBytes, Tensor &tensor,
                             std::pair<uint64_t, uint64_t> &range) {
  if (!entry.is_object() || !entry.contains("dtype") ||
      !entry["dtype"].is_string() || !entry.contains("shape") ||
      !entry["shape"].is_array() || !entry.contains("data_offsets") ||
      !entry["data_offsets"].is_array() || entry["data_offsets"].size() != 2)
    return "dtype, shape or data_offsets are missing";
  const std::string &dtype = entry["dtype"].get_ref<const std::string &>();
  auto type = std::find_if(std::begin(kTypes), std::end(kTypes),
                           [&](auto &t) { return dtype == t.first; });
  if (type == std::end(kTypes))
    return "element type \"" + dtype + "\" is not supported";
  tensor.type = type->second;
  uint64_t bytes = popt_rt_element_size(tensor.type);
  for (const json &extent : entry["shape"]) {
    if (!extent.is_number_unsigned() ||
        extent.get<uint64_t>() > uint64_t(1) << 62 ||
        __builtin_mul_overflow(bytes, extent.get<uint64_t>(), &bytes))
      return "its shape is no list of extents";
    tensor.shape.push_back(extent.get<int64_t>());
  }
  const json &offsets = entry["data_offsets"];
  if (!offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned())
    return "its data_offsets are no numbers";
  range = {offsets[0].get<uint64_t>(), offsets[1].get<uint64_t>()};
  if (range.first > range.second || range.second > dataBytes)
    return "its data ends at byte " + std::to_string(range.second) + " of " +
           std::to_string(dataBytes);
  if (range.second - range.first != bytes)
    return toString(tensor.type, tensor.shape) + " takes " +
           std::to_string(bytes) + " bytes, but it has " +
           std::to_string(range.second - range.first);
  tensor.data.assign(data + range.first, data + range.second);
  return "";
}

bool popt::rt::readSafetensors(const std::string &path, TensorMap &out_tensors,
                               std::string &out_error) {
  std::vector<uint8_t> file;
  if (!readFile(path, file, out_error))
    return false;
  auto fail = [&](const std::string &what) {
    out_error = path + ": " + what;
    return false;
  };
  out_tensors.clear();
  uint64_t length = 0;
  for (size_t i = 0; i < 8 && file.size() >= 8; ++i)
    length |= static_cast<uint64_t>(file[i]) << (8 * i);
  if (file.size() < 8 || length > file.size() - 8)
    return fail("this is no safetensors file, or it is truncated");
  if (length > kMaxHeader)
    return fail("its header is longer than 100 MB");
  const uint8_t *text = file.data() + 8, *data = text + length;
  uint64_t dataBytes = file.size() - 8 - length;
  std::vector<std::string> seen;
  auto watch = [&](int depth, json::parse_event_t event, json &value) {
    if (event == json::parse_event_t::key && depth == 1)
      seen.push_back(value.get<std::string>());
    return true;
  };
  json header = json::parse(text, data, watch, /*allow_exceptions=*/false);
  if (!header.is_object())
    return fail("its header is no JSON object");
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
    return fail("its header holds a key twice");
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (auto &[key, entry] : header.items()) {
    if (key == "__metadata__")
      continue;
    ranges.emplace_back();
    std::string what =
        readEntry(entry, data, dataBytes, out_tensors[key], ranges.back());
    if (!what.empty())
      return fail("key \"" + key + "\": " + what);
  }
  std::sort(ranges.begin(), ranges.end());
  uint64_t end = 0;
  for (auto [first, last] : ranges) {
    if (first != end)
      return fail("its data has holes or overlaps");
    end = last;
  }
  if (end != dataBytes)
    return fail("its data has holes or overlaps");
  return true;
}

std::string
popt::rt::safetensorsHeader(const std::vector<SafetensorsEntry> &entries) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  uint64_t offset = 0;
  for (const SafetensorsEntry &entry : entries) {
    auto type =
        std::find_if(std::begin(kTypes), std::end(kTypes),
                     [&](auto &known) { return entry.type == known.second; });
    header[entry.key] = {{"dtype", type->first},
                         {"shape", entry.shape},
                         {"data_offsets", {offset, offset + entry.bytes}}};
    offset += entry.bytes;
  }
  std::string text =
      header.dump(-1, ' ', false, json::error_handler_t::replace);
  text.append((8 - text.size() % 8) % 8, ' '); // the data begins aligned
  std::string length;
  for (int i = 0; i < 8; ++i)
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
