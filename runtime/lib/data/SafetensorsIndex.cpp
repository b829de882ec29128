//===- SafetensorsIndex.cpp - Models in several safetensors files ---------===//
//
// {"metadata": {...}, "weight_map": {"model.norm.weight":
// "model-00002-of-00002.safetensors", ...}}: each tensor lies whole in one of
// the files beside the index. What the index does not name is not there. Tests:
// DataTest.
//
//===----------------------------------------------------------------------===//
#include "Formats.h"
#include "popt/Text/Json.h"
#include "popt/Text/Names.h"

using namespace popt::rt;
using popt::JsonNode;

/// Longer ones are no indexes: a tensor takes some 100 bytes.
static constexpr uint64_t kMaxIndex = 100'000'000;

bool popt::rt::readText(FileSystem &files, const std::string &path,
                        std::string &out_text, std::string &out_error) {
  HeaderFile file(files);
  std::vector<uint8_t> bytes;
  if (!file.open(path, out_error))
    return false;
  if (file.size() > kMaxIndex) {
    out_error = path + ": it is longer than 100 MB, too long for JSON";
    return false;
  }
  if (!file.read(0, file.size(), bytes, out_error))
    return false;
  out_text.assign(bytes.begin(), bytes.end());
  return true;
}

/// A file's name; its folder is the index's.
static std::string readName(const JsonNode &node) {
  std::string name = node.string();
  if (name.empty() || name == "." || name == ".." ||
      name.find('/') != name.npos || name.find('\0') != name.npos)
    node.fail("\"" + name.substr(0, name.find('\0')) +
              "\" is no file beside the index");
  return name;
}

bool popt::rt::openSafetensorsIndex(FileSystem &files, const std::string &path,
                                    Sources &sources, std::string &out_error) {
  std::string text;
  if (!readText(files, path, text, out_error))
    return false;
  const std::string folder = folderOf(path);
  // By file, so that each header is read once.
  std::map<std::string, std::vector<std::string>> keysOf;
  out_error = readJson(text, path, "index", [&](const JsonNode &node) {
    JsonNode map = node.required("weight_map");
    for (const auto &[key, name] : map.anyObject().value.items())
      keysOf[readName(map.quoted(key))].push_back(key);
  });
  if (!out_error.empty())
    return false;
  for (const auto &[name, keys] : keysOf) {
    Sources part;
    auto placeOf = [&](const std::string &key) {
      return path + ": index.weight_map[\"" + key + "\"]: ";
    };
    std::string problem;
    if (!openSafetensors(files, folder + name, part, problem)) {
      out_error = placeOf(keys.front()) + problem;
      return false;
    }
    std::vector<std::string> known;
    for (const auto &[key, source] : part.tensors)
      known.push_back(key);
    for (const std::string &key : keys) {
      auto it = part.tensors.find(key);
      if (it == part.tensors.end()) {
        out_error = placeOf(key) + folder + name + " has no such tensor" +
                    popt::suggestName(key, known);
        return false;
      }
      it->second.blocks[0].file = sources.files.size();
      sources.tensors[key] = std::move(it->second);
    }
    sources.files.push_back(part.files[0]);
  }
  return true;
}
