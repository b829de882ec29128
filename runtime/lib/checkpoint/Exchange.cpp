//===- Exchange.cpp - Checkpoints as models of other programs -------------===//
//
// One tensor is in memory at a time. Test: test/Execute/ckpt-exchange.test,
// with Python's safetensors on the other side.
//
//===----------------------------------------------------------------------===//
#include "Exchange.h"
#include "../data/SafetensorsHeader.h"
#include "Load.h"
#include "Save.h"
#include "popt/Text/Names.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>

using namespace popt::rt;

static constexpr char kModelIndex[] = "model.safetensors.index.json";

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

namespace {
/// A tensor of the model: a slice of one of the checkpoint.
struct Slice {
  const SavedTensor *tensor;
  Box box;
  std::vector<int64_t> strides; ///< of the box's axes in the file
  SafetensorsEntry entry;
};

class Exporter {
public:
  Exporter(FileSystem &files, const CheckpointIndex &index,
           const std::string &folder, const ExportOptions &options)
      : files(files), index(index), folder(folder), options(options) {}

  bool run(Exported &out_exported, std::string &error);

private:
  bool plan(std::string &error);
  bool addSlices(const SavedTensor &tensor, std::string &error);
  void addSlice(const SavedTensor &tensor, const std::string &key,
                const std::vector<int64_t> &place, const FileLayout &layout);
  void divide();
  std::string nameOf(size_t file) const;
  bool check(const char *what, const std::string &path, int problem,
             std::string &error) const;
  bool writeFile(size_t file, BoxReader &reader, std::string &error);
  std::string indexText() const;

  FileSystem &files;
  const CheckpointIndex &index;
  const std::string &folder;
  const ExportOptions &options;
  std::vector<Slice> slices;
  std::vector<size_t> ends;                  ///< by file: after its last slice
  std::map<std::string, std::string> owners; ///< of keys
  size_t leftOut = 0;
};
} // namespace

void Exporter::addSlice(const SavedTensor &tensor, const std::string &key,
                        const std::vector<int64_t> &place,
                        const FileLayout &layout) {
  Slice slice{&tensor, {place, {}}, {}, {}};
  slice.box.extent.assign(place.size(), 1);
  slice.strides.assign(place.size(), 0);
  std::vector<int64_t> dense = denseStrides(layout.shape);
  for (auto [axis, factor] : layout.axes) {
    slice.box.extent.push_back(tensor.shape[slice.box.begin.size()]);
    slice.box.begin.push_back(0);
    slice.strides.push_back(dense[axis] * factor);
  }
  bool isCast = options.type && isFloat(tensor.type);
  ElementType type = isCast ? *options.type : tensor.type;
  auto bytes = static_cast<uint64_t>(bytesOf(slice.box.extent, type));
  slice.entry = {key, type, layout.shape, bytes};
  slices.push_back(std::move(slice));
}

bool Exporter::addSlices(const SavedTensor &tensor, std::string &error) {
  std::vector<std::string> stars;
  NameRule own; // its own name, as it is
  own.pattern = own.to = tensor.name;
  const NameRule *rule =
      options.names ? options.names->findTarget(tensor.name, stars) : &own;
  if (!rule) {
    ++leftOut;
    return true;
  }
  FileLayout layout;
  std::string wrong;
  if (!layoutOf(*rule, tensor.shape, layout, wrong)) {
    error = rule->where + ": \"" + tensor.name + "\" of " + index.folder +
            " is " + toString(tensor.type, tensor.shape) + ": " + wrong;
    return false;
  }
  // Every place in a stack.
  std::vector<int64_t> place(rule->stacked, 0);
  for (;;) {
    std::vector<std::string> all = stars;
    for (int64_t at : place)
      all.push_back(std::to_string(at));
    bool isEmpty = false;
    for (size_t d = 0; d < place.size(); ++d)
      isEmpty |= tensor.shape[d] == 0;
    if (isEmpty)
      return true;
    std::string key = fillStars(rule->pattern, options.names ? all : stars);
    auto [owner, isNew] = owners.try_emplace(key, tensor.name);
    if (!isNew) {
      error = (options.names ? rule->where : index.folder) + ": \"" +
              owner->second + "\" and \"" + tensor.name +
              "\" would both be called \"" + key + "\"";
      return false;
    }
    addSlice(tensor, key, place, layout);
    size_t d = place.size();
    while (d > 0 && ++place[d - 1] == tensor.shape[d - 1])
      place[--d] = 0;
    if (d == 0)
      return true;
  }
}

bool Exporter::plan(std::string &error) {
  for (const SavedTensor &tensor : index.tensors)
    if (!addSlices(tensor, error))
      return false;
  if (!slices.empty())
    return true;
  std::vector<std::string> names;
  for (const SavedTensor &tensor : index.tensors)
    names.push_back(tensor.name);
  bool hasRule = options.names && !options.names->rules.empty();
  error =
      index.folder +
      ": nothing to export: none of its tensors is what a "
      "name of the map goes to" +
      (hasRule ? popt::suggestPattern(options.names->rules[0].to, names) : "");
  return false;
}

void Exporter::divide() {
  uint64_t bytes = 0;
  for (size_t i = 0; i < slices.size(); ++i) {
    if (bytes > 0 && bytes + slices[i].entry.bytes > options.fileBytes) {
      ends.push_back(i);
      bytes = 0;
    }
    bytes += slices[i].entry.bytes;
  }
  ends.push_back(slices.size());
}

std::string Exporter::nameOf(size_t file) const {
  char name[64];
  std::snprintf(name, sizeof name, "model-%05zu-of-%05zu.safetensors", file + 1,
                ends.size());
  return name;
}

bool Exporter::check(const char *what, const std::string &path, int problem,
                     std::string &error) const {
  if (problem)
    error = describeError(what, path, problem);
  return problem == 0;
}

bool Exporter::writeFile(size_t number, BoxReader &reader, std::string &error) {
  std::string path = folder + "/" + nameOf(number);
  size_t begin = number ? ends[number - 1] : 0;
  std::vector<SafetensorsEntry> entries;
  for (size_t i = begin; i < ends[number]; ++i)
    entries.push_back(slices[i].entry);
  int file = -1;
  if (!check("write", path, files.create(path, file), error))
    return false;
  std::string header = safetensorsHeader(entries, "pt");
  int problem = files.write(file, header.data(), header.size());
  std::vector<uint8_t> data;
  bool isRead = true;
  for (size_t i = begin; i < ends[number] && isRead && !problem; ++i) {
    const Slice &slice = slices[i];
    data.resize(slice.entry.bytes);
    isRead = reader.read(*slice.tensor, slice.box,
                         {data.data(), slice.strides, slice.entry.type},
                         /*counts=*/true, error);
    if (isRead)
      problem = files.write(file, data.data(), data.size());
  }
  problem = finishFile(files, file, problem);
  return isRead && check("write", path, problem, error);
}

std::string Exporter::indexText() const {
  uint64_t bytes = 0;
  nlohmann::ordered_json map = nlohmann::ordered_json::object();
  for (size_t file = 0, i = 0; file < ends.size(); ++file)
    for (; i < ends[file]; ++i) {
      map[slices[i].entry.key] = nameOf(file);
      bytes += slices[i].entry.bytes;
    }
  nlohmann::ordered_json text = {{"metadata", {{"total_size", bytes}}},
                                 {"weight_map", map}};
  return text.dump(2) + "\n";
}

bool Exporter::run(Exported &out_exported, std::string &error) {
  if (!plan(error))
    return false;
  divide();
  int made = files.makeFolder(folder);
  std::string path = folder + "/" + kModelIndex;
  std::vector<std::string> names;
  if (!check("make", folder, made == EEXIST ? 0 : made, error) ||
      !check("read", folder, files.list(folder, names), error))
    return false;
  if (std::count(names.begin(), names.end(), kModelIndex)) {
    error = path + " is there already; give another folder";
    return false;
  }
  BoxReader reader(files, index);
  for (size_t file = 0; file < ends.size(); ++file)
    if (!writeFile(file, reader, error))
      return false;
  error = judge(index, reader.evidence());
  if (!error.empty() ||
      !check("write", path, writeWhole(files, path, indexText()), error) ||
      !check("write", folder, files.syncFolder(folder), error))
    return false;
  out_exported = {slices.size(), ends.size(), 0, leftOut};
  for (const Slice &slice : slices)
    out_exported.bytes += slice.entry.bytes;
  return true;
}

bool popt::rt::exportModel(FileSystem &files, const CheckpointIndex &index,
                           const std::string &folder,
                           const ExportOptions &options, Exported &out_exported,
                           std::string &out_error) {
  return Exporter(files, index, folder, options).run(out_exported, out_error);
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

/// A program of one rank whose state is the checkpoint's tensors.
static StepTable programOf(const CheckpointIndex &index) {
  StepTable table;
  table.programs.resize(1);
  table.programOfRank = {0};
  for (const SavedTensor &tensor : index.tensors) {
    auto number = static_cast<int32_t>(table.arguments.size());
    Argument argument;
    argument.name = tensor.name;
    argument.type = tensor.type;
    argument.shape = argument.localShape = tensor.shape;
    argument.layout = Layout::replicate(tensor.shape.size());
    argument.stateResult = number;
    Result result;
    result.name = tensor.name;
    result.type = tensor.type;
    result.shape = result.localShape = tensor.shape;
    result.layout = argument.layout;
    result.stateArgument = number;
    table.arguments.push_back(argument);
    table.results.push_back(result);
    table.programs[0].argumentAddresses.push_back({0, 0});
    table.programs[0].resultAddresses.push_back({0, 0});
  }
  return table;
}

/// The model's tensors, by those of the checkpoint that they replace.
static bool openModel(FileSystem &files, const std::string &path,
                      const NameMap *names, const CheckpointIndex &like,
                      Sources &out_sources, size_t &out_taken,
                      std::string &error) {
  std::vector<Wanted> wanted;
  for (const SavedTensor &tensor : like.tensors)
    wanted.push_back({tensor.name, "", tensor.type, tensor.shape});
  if (!openSources(files, path, out_sources, error) ||
      (names && !applyNames(*names, wanted, out_sources, error)))
    return false;
  std::vector<const Source *> taken;
  for (const SavedTensor &tensor : like.tensors) {
    auto it = out_sources.tensors.find(tensor.name);
    if (it == out_sources.tensors.end())
      continue;
    const Source &source = it->second;
    taken.push_back(&source);
    if (source.shape == tensor.shape && readsAs(source, tensor.type))
      continue;
    error = path + ": \"" + tensor.name + "\" is " + toString(source) +
            ", but " + like.folder + " has " +
            toString(tensor.type, tensor.shape);
    return false;
  }
  out_taken = taken.size();
  if (taken.empty()) {
    error = path + ": none of its tensors is called as one of " + like.folder +
            "; --names says what they are called";
    return false;
  }
  dropUnread(out_sources, taken);
  return unpackAll(files, out_sources, error);
}

bool popt::rt::importModel(FileSystem &files, const std::string &path,
                           const NameMap *names, const CheckpointIndex &like,
                           const std::string &dir, size_t &out_taken,
                           std::string &out_error) {
  Sources sources;
  if (!openModel(files, path, names, like, sources, out_taken, out_error))
    return false;
  StepTable table = programOf(like);
  SavePlan plan = planSave(table);
  SaveParts parts;
  SourceReader reader(files, sources);
  BoxReader old(files, like);
  const Draft draft = {dir, newRunName(), like.step};
  {
    RankFile file(files, table, draft, 0, plan[0]);
    std::vector<uint8_t> data;
    for (const SavedPiece &piece : plan[0]) {
      const SavedTensor &tensor = like.tensors[piece.argument];
      auto it = sources.tensors.find(tensor.name);
      data.resize(piece.bytes);
      bool isRead =
          it == sources.tensors.end()
              ? old.read(tensor, piece.box, tensor.shape, data.data(),
                         /*counts=*/true, out_error)
              : reader.read(it->second, piece.box, tensor.type, tensor.shape,
                            data.data(), /*counts=*/true, out_error);
      if (!isRead)
        return false;
      file.append(data.data());
    }
    parts.files.push_back(file.finish());
    parts.hashes.push_back(file.hashes());
  }
  out_error = judge(sources, reader.evidence());
  if (out_error.empty())
    out_error = judge(like, old.evidence());
  if (!out_error.empty())
    return false;
  CheckpointIndex index;
  index.step = like.step;
  index.batches = like.batches;
  index.windows = like.windows;
  index.ranks = 1;
  index.mesh = like.mesh;
  MetricsFile metrics;
  metrics.append(like.metrics);
  out_error = commitSave(files, table, draft, plan, parts, index,
                         /*results=*/{}, /*keep=*/0,
                         like.metrics.empty() ? nullptr : &metrics);
  return out_error.empty();
}
