//===- Index.cpp - What a checkpoint holds, and where ---------------------===//
//
// The text ends with a hash of all that stands before it, so that a changed
// byte shows wherever it is. Tests: CheckpointTest, BadCheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "Index.h"
#include "Hash.h"
#include "Metrics.h"
#include "popt/Text/Json.h"
#include <algorithm>
#include <cerrno>
#include <set>

using namespace popt::rt;
using popt::JsonNode;

/// Until then the index had the rows of metrics itself.
static constexpr int64_t kRowsInFile = 3;

std::string popt::rt::folderName(int64_t step) {
  std::string digits = std::to_string(step);
  return "step-" + std::string(digits.size() < 8 ? 8 - digits.size() : 0, '0') +
         digits;
}

int64_t popt::rt::stepOfName(const std::string &name) {
  if (name.compare(0, 5, "step-") != 0 || name.size() < 6 ||
      name.size() > 5 + 18 ||
      name.find_first_not_of("0123456789", 5) != std::string::npos)
    return -1;
  return std::stoll(name.substr(5));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string quoted(const std::string &text) {
  return popt::Json(text).dump(-1, ' ', false,
                               popt::Json::error_handler_t::replace);
}

static std::string closing(const std::string &text) {
  return ",\n \"xxh3\": \"" + toHex(xxh3(text.data(), text.size())) + "\"}\n";
}

static std::string toJson(const SavedTensor &tensor,
                          const std::vector<SavedFile> &files) {
  std::string text = "\n  {\"name\": " + quoted(tensor.name) +
                     ", \"type\": \"" + popt_rt_element_type_name(tensor.type) +
                     "\", \"shape\": " + listOf(tensor.shape) +
                     ", \"blocks\": [";
  for (const SavedBlock &block : tensor.blocks) {
    text += &block == &tensor.blocks.front() ? "" : ",";
    text += "\n   {\"begin\": " + listOf(block.box.begin) +
            ", \"extent\": " + listOf(block.box.extent) +
            ", \"file\": " + quoted(files[block.file].name) +
            ", \"offset\": " + std::to_string(block.offset) + ", \"xxh3\": \"" +
            toHex(block.xxh3) + "\", \"sum\": \"" + toHex(block.sum) + "\"}";
  }
  return text + "]}";
}

static std::string toJson(const WindowNumbers &windows) {
  return "{\"count\": " + std::to_string(windows.count) +
         ", \"span\": " + std::to_string(windows.span) +
         ", \"stride\": " + std::to_string(windows.stride) +
         (windows.shuffle ? ", \"shuffle\": " + std::to_string(*windows.shuffle)
                          : "") +
         ", \"files\": " + std::to_string(windows.files) + ", \"xxh3\": \"" +
         toHex(windows.hash) + "\"}";
}

std::string popt::rt::toJson(const CheckpointIndex &index) {
  std::string text =
      "{\"popt_checkpoint\": " + std::to_string(kCheckpointVersion) +
      ",\n \"step\": " + std::to_string(index.step) +
      ", \"batches\": " + std::to_string(index.batches) +
      (index.windows ? ",\n \"windows\": " + ::toJson(*index.windows) : "") +
      ",\n \"mesh\": " + quoted(index.mesh) +
      ", \"ranks\": " + std::to_string(index.ranks) + ",\n \"files\": [";
  for (const SavedFile &file : index.files) {
    text += &file == &index.files.front() ? "" : ",";
    text += "\n  {\"name\": " + quoted(file.name) +
            ", \"bytes\": " + std::to_string(file.bytes) +
            ", \"header_bytes\": " + std::to_string(file.headerBytes) +
            ", \"header_xxh3\": \"" + toHex(file.headerHash) + "\"}";
  }
  text += "],\n \"tensors\": [";
  for (const SavedTensor &tensor : index.tensors) {
    text += &tensor == &index.tensors.front() ? "" : ",";
    text += ::toJson(tensor, index.files);
  }
  text += "]";
  if (index.resultsHash)
    text += ",\n \"results\": {\"file\": " + quoted(kResultsName) +
            ", \"xxh3\": \"" + toHex(index.resultsHash) + "\"}";
  if (!index.rows.file.empty())
    text += ",\n \"metrics\": {\"file\": " + quoted(index.rows.file) +
            ", \"rows\": " + std::to_string(index.rows.rows) +
            ", \"bytes\": " + std::to_string(index.rows.bytes) +
            ", \"xxh3\": \"" + toHex(index.rows.hash) + "\"}";
  return text + closing(text);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static uint64_t hashOf(const JsonNode &node) {
  std::string text = node.string();
  if (text.size() != 16 ||
      text.find_first_not_of("0123456789abcdef") != std::string::npos)
    node.fail("expected 16 hexadecimal digits, got \"" + text + "\"");
  return std::stoull(text, nullptr, 16);
}

static std::string nameOf(const JsonNode &node) {
  std::string name = node.string();
  if (name.empty() || name[0] == '.' || name.find('/') != std::string::npos ||
      name.find('\0') != std::string::npos)
    node.fail("\"" + name +
              "\" is no name of a file in the checkpoint's folder");
  return name;
}

static SavedFile readFile(const JsonNode &node) {
  node.object({"name", "bytes", "header_bytes", "header_xxh3"});
  SavedFile file;
  file.name = nameOf(node.required("name"));
  file.bytes = static_cast<uint64_t>(node.required("bytes").integer(0));
  file.headerBytes =
      static_cast<uint64_t>(node.required("header_bytes").integer(0));
  if (file.headerBytes > file.bytes)
    node.fail("its header has " + std::to_string(file.headerBytes) +
              " bytes, and the file " + std::to_string(file.bytes));
  file.headerHash = hashOf(node.required("header_xxh3"));
  return file;
}

static ElementType typeOf(const JsonNode &node) {
  std::string name = node.string();
  for (uint32_t type = 0; type < POPT_RT_NUM_ELEMENT_TYPES; ++type)
    if (name == popt_rt_element_type_name(static_cast<ElementType>(type)))
      return static_cast<ElementType>(type);
  node.fail("element type \"" + name + "\" is not known");
}

static std::vector<int64_t> extentsOf(const JsonNode &node) {
  std::vector<int64_t> extents = node.integers();
  int64_t elements = 1;
  for (int64_t extent : extents)
    if (extent < 0 || __builtin_mul_overflow(elements, extent, &elements) ||
        elements > int64_t(1) << 58)
      node.fail("these are no extents of a tensor");
  return extents;
}

static SavedBlock readBlock(const JsonNode &node, const SavedTensor &tensor,
                            const std::vector<SavedFile> &files) {
  node.object({"begin", "extent", "file", "offset", "xxh3", "sum"});
  SavedBlock block;
  block.box.begin = node.required("begin").integers();
  block.box.extent = extentsOf(node.required("extent"));
  size_t rank = tensor.shape.size();
  bool fits = block.box.begin.size() == rank && block.box.extent.size() == rank;
  for (size_t d = 0; fits && d < rank; ++d)
    fits = block.box.begin[d] >= 0 && block.box.extent[d] > 0 &&
           block.box.begin[d] <= tensor.shape[d] - block.box.extent[d];
  if (!fits)
    node.fail("this is no part of " + toString(tensor.type, tensor.shape));
  std::string name = node.required("file").string();
  auto file = std::find_if(files.begin(), files.end(),
                           [&](auto &f) { return f.name == name; });
  if (file == files.end())
    node.at("file").fail("\"" + name + "\" is not among the files");
  block.file = static_cast<size_t>(file - files.begin());
  block.offset = static_cast<uint64_t>(node.required("offset").integer(0));
  uint64_t bytes = tensor.bytesOf(block);
  if (block.offset < file->headerBytes || bytes > file->bytes ||
      block.offset > file->bytes - bytes)
    node.at("offset").fail("the block's " + std::to_string(bytes) +
                           " bytes are not within the file's data");
  block.xxh3 = hashOf(node.required("xxh3"));
  block.sum = hashOf(node.required("sum"));
  return block;
}

/// Every element is in one block.
static void checkCover(const JsonNode &node, const SavedTensor &tensor) {
  // In the order of the first dimension only neighbouring blocks can overlap.
  std::vector<const SavedBlock *> blocks;
  for (const SavedBlock &block : tensor.blocks)
    blocks.push_back(&block);
  std::sort(blocks.begin(), blocks.end(),
            [](auto *a, auto *b) { return a->box < b->box; });
  int64_t covered = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Box &box = blocks[i]->box;
    covered += box.numElements();
    for (size_t j = i + 1; j < blocks.size(); ++j) {
      const Box &other = blocks[j]->box;
      if (!box.begin.empty() && other.begin[0] >= box.begin[0] + box.extent[0])
        break;
      if (intersection(box, other).numElements() > 0)
        node.fail("its blocks " + box.str() + " and " + other.str() +
                  " overlap");
    }
  }
  int64_t elements = numElements(tensor.shape);
  if (covered != elements)
    node.fail("its blocks have a hole: they cover " + std::to_string(covered) +
              " of " + std::to_string(elements) + " elements");
}

static SavedTensor readTensor(const JsonNode &node,
                              const std::vector<SavedFile> &files) {
  node.object({"name", "type", "shape", "blocks"});
  SavedTensor tensor;
  tensor.name = node.required("name").string();
  tensor.type = typeOf(node.required("type"));
  tensor.shape = extentsOf(node.required("shape"));
  for (const JsonNode &block : node.required("blocks").entries())
    tensor.blocks.push_back(readBlock(block, tensor, files));
  checkCover(node, tensor);
  return tensor;
}

static WindowNumbers readWindows(const JsonNode &node) {
  node.object({"count", "span", "stride", "shuffle", "files", "xxh3"});
  WindowNumbers windows;
  windows.count = node.required("count").integer(1);
  windows.span = node.required("span").integer(1);
  windows.stride = node.required("stride").integer(1);
  if (node.has("shuffle"))
    windows.shuffle = node.at("shuffle").integer(0);
  windows.files = node.required("files").integer(1);
  windows.hash = hashOf(node.required("xxh3"));
  return windows;
}

static void readAll(const JsonNode &node, int64_t version,
                    CheckpointIndex &index) {
  node.object({"popt_checkpoint", "step", "batches", "windows", "mesh", "ranks",
               "files", "tensors", "results", "metrics", "xxh3"});
  index.version = version;
  index.step = node.required("step").integer(0);
  index.batches = node.required("batches").integer(0);
  if (node.has("windows"))
    index.windows = readWindows(node.at("windows"));
  index.mesh = node.required("mesh").string();
  index.ranks = node.required("ranks").integer(1);
  std::set<std::string> names;
  auto checkNew = [&](const JsonNode &at, const std::string &name) {
    if (!names.insert(name).second)
      at.fail("\"" + name + "\" is there twice");
  };
  for (const JsonNode &file : node.required("files").entries()) {
    index.files.push_back(readFile(file));
    checkNew(file, index.files.back().name);
  }
  names.clear();
  for (const JsonNode &tensor : node.required("tensors").entries()) {
    index.tensors.push_back(readTensor(tensor, index.files));
    checkNew(tensor, index.tensors.back().name);
  }
  if (node.has("results")) {
    const JsonNode results = node.at("results");
    results.object({"file", "xxh3"});
    std::string name = results.required("file").string();
    if (name != kResultsName ||
        std::none_of(index.files.begin(), index.files.end(),
                     [&](auto &file) { return file.name == name; }))
      results.at("file").fail("\"" + name + "\" is not among the files");
    index.resultsHash = hashOf(results.required("xxh3"));
  }
  if (version < kRowsInFile) {
    index.metrics = rowsOf(node.required("metrics"));
  } else if (node.has("metrics")) {
    const JsonNode rows = node.at("metrics");
    rows.object({"file", "rows", "bytes", "xxh3"});
    index.rows.file = nameOf(rows.required("file"));
    index.rows.rows = static_cast<uint64_t>(rows.required("rows").integer(0));
    index.rows.bytes = static_cast<uint64_t>(rows.required("bytes").integer(0));
    index.rows.hash = hashOf(rows.required("xxh3"));
  }
}

/// Whether the text ends with the hash of what stands before.
static bool isIntact(const std::string &text) {
  size_t length = closing("").size();
  if (text.size() < length)
    return false;
  std::string before = text.substr(0, text.size() - length);
  return text.compare(before.size(), length, closing(before)) == 0;
}

Defect popt::rt::readIndex(FileSystem &files, const std::string &folder,
                           CheckpointIndex &out_index) {
  out_index = CheckpointIndex();
  out_index.folder = folder;
  std::string path = folder + "/" + kIndexName, text;
  int error = readWhole(files, path, text);
  if (error == ENOENT)
    return {folder + " has no " + kIndexName + ", so its save was not finished",
            /*isDamage=*/true};
  if (error)
    return {describeError("read", path, error), /*isDamage=*/true};
  out_index.hash = xxh3(text.data(), text.size());
  // Every version ends with the hash.
  if (!isIntact(text))
    return {path + " is damaged: its hash is not that of its text",
            /*isDamage=*/true};
  int64_t version = kCheckpointVersion;
  std::string wrong =
      readJson(text, path, "checkpoint", [&](const JsonNode &node) {
        version = node.required("popt_checkpoint").integer(1);
        if (version <= kCheckpointVersion)
          readAll(node, version, out_index);
      });
  if (version > kCheckpointVersion)
    return {path + ": version " + std::to_string(version) +
            " is newer than this build's, " +
            std::to_string(kCheckpointVersion)};
  if (!wrong.empty())
    return {wrong};
  for (const SavedFile &file : out_index.files) {
    std::string name = folder + "/" + file.name;
    uint64_t bytes = 0;
    if (int problem = sizeOf(files, name, bytes))
      return {describeError("open", name, problem), /*isDamage=*/true};
    if (bytes != file.bytes)
      return {name + " has " + std::to_string(bytes) + " bytes, not the " +
                  std::to_string(file.bytes) + " that were saved",
              /*isDamage=*/true};
  }
  return out_index.rows.file.empty()
             ? Defect()
             : readMetrics(files, folder, out_index.rows, out_index.metrics);
}
