//===- Open.cpp - Files of tensors, by their names' ends ------------------===//
//
// What every format shares: which one it is, reading its headers, and reading
// and writing all that a file holds. Tests: DataTest, SourceTest.
//
//===----------------------------------------------------------------------===//
#include "Formats.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fnmatch.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

HeaderFile::~HeaderFile() {
  if (handle >= 0)
    files.close(handle);
}

bool HeaderFile::open(const std::string &thePath, std::string &out_error) {
  path = thePath;
  int error = files.open(path, handle, bytes);
  if (error) {
    handle = -1;
    out_error = describeError("open", path, error);
  }
  return error == 0;
}

bool HeaderFile::read(uint64_t offset, uint64_t count,
                      std::vector<uint8_t> &out_bytes, std::string &out_error) {
  out_bytes.resize(count);
  size_t got = 0;
  int error = files.read(handle, offset, out_bytes.data(), count, got);
  if (error)
    out_error = describeError("read", path, error);
  else if (got < count)
    out_error = path + " ends at byte " + std::to_string(offset + got) +
                " of " + std::to_string(bytes);
  return !error && got == count;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

bool popt::rt::openSources(FileSystem &files, const std::string &path,
                           Sources &out_sources, std::string &out_error) {
  out_sources = Sources();
  out_sources.path = path;
  out_sources.paths = {path};
  auto open = endsWith(path, ".safetensors")              ? openSafetensors
              : endsWith(path, ".safetensors.index.json") ? openSafetensorsIndex
              : endsWith(path, ".npy")                    ? openNpy
                                                          : openNpz;
  return open(files, path, out_sources, out_error);
}

/// Puts a part of a tensor after those that are there. False and why not.
static bool stack(const Source &part, Source &whole, std::string &error) {
  bool fits = part.type == whole.type &&
              part.isBigEndian == whole.isBigEndian &&
              part.shape.size() == whole.shape.size() && !part.shape.empty() &&
              std::equal(part.shape.begin() + 1, part.shape.end(),
                         whole.shape.begin() + 1);
  if (!fits) {
    error = "is " + toString(part.type, part.shape) +
            ", which does not go on " + toString(whole.type, whole.shape) +
            " of the files before";
    return false;
  }
  for (StoredBlock block : part.blocks) {
    block.box.begin[0] += whole.shape[0];
    whole.blocks.push_back(std::move(block));
  }
  whole.shape[0] += part.shape[0];
  whole.isBits |= part.isBits;
  return true;
}

static bool isPattern(const std::string &path) {
  return path.find_first_of("*?[") != path.npos;
}

/// Adds the paths in a folder ("": this one) whose names match. Its errno.
static int addMatches(FileSystem &files, std::string folder,
                      const std::string &pattern,
                      std::vector<std::string> &paths) {
  std::vector<std::string> names;
  if (int problem = files.list(folder.empty() ? "." : folder, names))
    return problem;
  if (!folder.empty() && folder.back() != '/')
    folder += '/';
  for (const std::string &name : names)
    if (fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0)
      paths.push_back(folder + name);
  return 0;
}

/// Adds the paths that match, in any part of theirs. A message if the folder
/// before all patterns can't be read.
static void addMatches(FileSystem &files, const std::string &pattern,
                       std::vector<std::string> &paths, std::string &error) {
  const std::string before = folderOf(pattern),
                    last = pattern.substr(before.size());
  std::vector<std::string> folders = {before};
  bool isGiven = !isPattern(folders[0]);
  if (!isGiven) {
    folders.clear();
    addMatches(files, before.substr(0, before.size() - 1), folders, error);
  }
  for (const std::string &folder : folders) {
    int problem = addMatches(files, folder, last, paths);
    if (problem && isGiven)
      error = describeError("read", folder.empty() ? "." : folder, problem);
  }
}

/// ".npy, .npz or .safetensors"
static std::string alternatives(const std::vector<std::string> &ends) {
  std::string text;
  for (size_t i = 0; i < ends.size(); ++i)
    text += (i == 0 ? "" : i + 1 < ends.size() ? ", " : " or ") + ends[i];
  return text;
}

bool popt::rt::findFiles(FileSystem &files, const std::string &path,
                         const std::vector<std::string> &ends,
                         std::vector<std::string> &out_paths,
                         std::string &out_error) {
  uint64_t size = 0;
  std::vector<std::string> found;
  int problem = sizeOf(files, path, size);
  std::string wrong;
  if (problem == EISDIR) {
    for (const std::string &end : ends)
      if (int why = addMatches(files, path, "*" + end, found))
        wrong = describeError("read", path, why);
  } else if (problem == ENOENT && isPattern(path)) {
    addMatches(files, path, found, wrong);
  } else {
    found = {path};
  }
  if (found.empty() && !wrong.empty())
    out_error = wrong;
  else if (found.empty())
    out_error =
        path + (problem == EISDIR ? ": the folder has no " + alternatives(ends)
                                  : ": no file matches");
  std::sort(found.begin(), found.end(), [](auto &a, auto &b) {
    return strverscmp(a.c_str(), b.c_str()) < 0;
  });
  std::move(found.begin(), found.end(), std::back_inserter(out_paths));
  return !found.empty();
}

namespace {
/// A file's part in a tensor, by its name: "x-0003", "x-00003-of-00010", or "x",
/// which is whole.
struct NamedPart {
  std::string path, key;
  std::optional<int64_t> number, of;
};

/// Takes a number and what stands before it off the text's end.
std::optional<int64_t> takeNumber(std::string &text,
                                  const std::string &before) {
  size_t digits = text.find_last_not_of("0123456789") + 1;
  if (digits == text.size() || text.size() - digits > 18 ||
      digits <= before.size() ||
      text.compare(digits - before.size(), before.size(), before) != 0)
    return std::nullopt;
  int64_t number = std::stoll(text.substr(digits));
  text.resize(digits - before.size());
  return number;
}

NamedPart partOf(const std::string &path, const std::string &key) {
  NamedPart part = {path, key, {}, {}};
  std::string rest = key;
  part.of = takeNumber(rest, "-of-");
  part.number = takeNumber(rest, "-");
  if (part.number)
    part.key = rest;
  else
    part.of.reset();
  return part;
}
} // namespace

/// What is missing or there twice; empty if nothing is.
static std::string problemOf(const std::vector<NamedPart> &parts) {
  std::map<std::string, std::set<int64_t>> numbers;
  std::map<std::string, const NamedPart *> whole;
  for (const NamedPart &part : parts) {
    if (part.number)
      numbers[part.key].insert(*part.number);
    else
      whole[part.key] = &part;
  }
  for (const NamedPart &part : parts) {
    auto count = static_cast<int64_t>(numbers[part.key].size());
    if (part.number && whole.count(part.key))
      return part.path + ": it is a part of \"" + part.key + "\", which " +
             whole[part.key]->path + " has whole";
    if (part.of && *part.of != count)
      return part.path + ": it is one of " + std::to_string(*part.of) +
             " parts of \"" + part.key + "\", of which " +
             std::to_string(count) + " are there";
  }
  return "";
}

/// Adds the tensors of one more file.
static bool add(Sources more, bool stacked, Sources &all, std::string &error) {
  auto fail = [&](const std::string &key, const std::string &what) {
    error = more.path + ": key \"" + key + "\" " + what;
    return false;
  };
  // A file of one array is a part of one tensor.
  bool isPart = stacked && endsWith(more.path, ".npy");
  for (const auto &[key, source] : all.tensors)
    if (stacked && !isPart && more.tensors.count(key) == 0)
      return fail(key, "is missing, which the files before have");
  for (auto &[key, source] : more.tensors) {
    for (StoredBlock &block : source.blocks) {
      block.file += all.files.size();
      if (block.guard >= 0)
        block.guard += static_cast<int32_t>(all.guards.size());
    }
    auto [it, isNew] = all.tensors.try_emplace(key, source);
    if (isNew && stacked && !isPart)
      return fail(key, "is not in the files before");
    std::string why;
    if (!isNew && !stacked)
      return fail(key, "is in a file before, too");
    if (!isNew && !stack(source, it->second, why))
      return fail(key, why);
  }
  std::move(more.files.begin(), more.files.end(),
            std::back_inserter(all.files));
  std::move(more.guards.begin(), more.guards.end(),
            std::back_inserter(all.guards));
  all.paths.push_back(more.path);
  return true;
}

bool popt::rt::openSources(FileSystem &files,
                           const std::vector<std::string> &paths, bool stacked,
                           Sources &out_sources, std::string &out_error) {
  out_sources = Sources();
  std::vector<std::string> all;
  std::string names;
  for (const std::string &path : paths) {
    if (!findFiles(files, path, {".npy", ".npz", ".safetensors"}, all,
                   out_error))
      return false;
    names += (names.empty() ? "" : ", ") + path;
  }
  std::vector<NamedPart> parts;
  for (const std::string &path : all) {
    Sources more;
    if (!openSources(files, path, more, out_error))
      return false;
    if (stacked && endsWith(path, ".npy")) {
      auto part = more.tensors.extract(more.tensors.begin());
      parts.push_back(partOf(path, part.key()));
      part.key() = parts.back().key;
      more.tensors.insert(std::move(part));
    }
    if (&path == &all.front())
      out_sources = std::move(more);
    else if (!add(std::move(more), stacked, out_sources, out_error))
      return false;
  }
  out_sources.path = names;
  out_error = problemOf(parts);
  return out_error.empty();
}

bool popt::rt::readTensors(const std::string &path, TensorMap &out_tensors,
                           std::string &out_error) {
  Sources sources;
  return openSources(machineFiles(), path, sources, out_error) &&
         readSources(machineFiles(), sources, out_tensors, out_error);
}

bool popt::rt::readSources(FileSystem &files, Sources &sources,
                           TensorMap &out_tensors, std::string &out_error) {
  out_tensors.clear();
  if (!unpackAll(files, sources, out_error))
    return false;
  SourceReader reader(files, sources);
  for (const auto &[key, source] : sources.tensors) {
    Tensor &tensor = out_tensors[key] = Tensor(source.type, source.shape);
    if (!reader.read(source, wholeBox(source.shape), source.type, source.shape,
                     tensor.data.data(), /*counts=*/true, out_error))
      return false;
  }
  out_error = judge(sources, reader.evidence());
  return out_error.empty();
}

bool popt::rt::writeTensors(const std::string &path, const TensorMap &tensors,
                            std::string &out_error) {
  return endsWith(path, ".safetensors")
             ? writeSafetensors(path, tensors, out_error)
             : writeNpz(path, tensors, out_error);
}
