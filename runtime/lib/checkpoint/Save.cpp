//===- Save.cpp - Writes checkpoints --------------------------------------===//
//
// Tests: CheckpointTest, CrashTest.
//
//===----------------------------------------------------------------------===//
#include "Save.h"
#include "../data/SafetensorsHeader.h"
#include "Hash.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <unistd.h>

using namespace popt::rt;

static constexpr char kSaving[] = ".saving-", kRemoving[] = ".removing-",
                      kToken[] = ".token-";
/// Files go to the disk in parts of so many bytes, which keep it busy.
static constexpr uint64_t kPart = 4 << 20;

std::string Draft::folder() const {
  return dir + "/" + kSaving + run + "-" + folderName(step);
}

std::string popt::rt::rankFileName(int64_t rank) {
  return "rank-" + std::to_string(rank) + ".safetensors";
}

//===----------------------------------------------------------------------===//
// A rank's file
//===----------------------------------------------------------------------===//

/// A piece of a tensor goes by its range: w[0:4, 2:5]. The data of large files
/// begin with a page.
static std::string headerOf(const StepTable &table,
                            const std::vector<SavedPiece> &pieces) {
  std::vector<SafetensorsEntry> entries;
  for (const SavedPiece &piece : pieces) {
    const Argument &argument = table.arguments[piece.argument];
    std::string key = savedName(table, piece.argument);
    if (!(piece.box == wholeBox(argument.shape)))
      key += piece.box.str();
    entries.push_back({key, argument.type, piece.box.extent, piece.bytes});
  }
  bool isLarge = bytesOf(pieces) >= kPart;
  return safetensorsHeader(entries, nullptr, isLarge ? kPageBytes : 8);
}

void RankFile::check(const char *what, int error) {
  if (error && written.error.empty())
    written.error = describeError(what, path, error);
}

RankFile::RankFile(FileSystem &files, const StepTable &table,
                   const Draft &draft, int64_t rank,
                   const std::vector<SavedPiece> &pieces)
    : files(files), table(table), pieces(pieces) {
  // The first rank to come makes the folders; rank 0's index needs them.
  if (pieces.empty() && rank != 0)
    return;
  for (const std::string &folder : {draft.dir, draft.folder()}) {
    path = folder;
    int error = files.makeFolder(folder);
    check("make", error == EEXIST ? 0 : error);
  }
  path = draft.folder() + "/" + rankFileName(rank);
  if (!written.error.empty() || pieces.empty())
    return;
  check("write", files.create(path, file));
  std::string header = headerOf(table, pieces);
  written.headerBytes = written.bytes = header.size();
  written.headerHash = xxh3(header.data(), header.size());
  if (written.error.empty())
    check("write", files.write(file, header.data(), header.size()));
}

RankFile::~RankFile() {
  if (file >= 0)
    files.close(file);
}

void RankFile::sumNext(const uint8_t *data) {
  const SavedPiece &piece = pieces[done.size()];
  size_t width = popt_rt_element_size(table.arguments[piece.argument].type);
  done.push_back(sumsOf(data, piece.bytes, width));
}

void RankFile::append(const uint8_t *data) {
  uint64_t size = pieces[done.size()].bytes;
  sumNext(data);
  if (!written.error.empty())
    return;
  check("write", files.write(file, data, size));
  written.bytes += size;
}

void RankFile::appendAll(const uint8_t *data,
                         const std::atomic<bool> &isCancelled) {
  uint64_t size = bytesOf(pieces);
  bool isLarge = written.headerBytes % kPageBytes == 0;
  for (uint64_t at = 0; at < size && written.error.empty() && !isCancelled;) {
    uint64_t part = std::min(kPart, size - at);
    while (done.size() < pieces.size() &&
           pieces[done.size()].offset < at + part)
      sumNext(data + pieces[done.size()].offset);
    bool isPages = isLarge && part % kPageBytes == 0;
    check("write", isPages ? files.writePages(file, data + at, part)
                           : files.write(file, data + at, part));
    written.bytes += part;
    at += part;
  }
  while (done.size() < pieces.size() && written.error.empty() && !isCancelled)
    sumNext(data + pieces[done.size()].offset); // empty ones
}

WrittenFile RankFile::finish() {
  if (written.error.empty() && file >= 0)
    check("write", files.sync(file));
  if (file >= 0)
    check("write", files.close(file));
  file = -1;
  return written;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// The index's files and tensors, from what was planned and written.
static void addBlocks(const StepTable &table, const SavePlan &plan,
                      const SaveParts &parts, CheckpointIndex &index) {
  std::map<size_t, size_t> place; // of an argument's tensor
  for (size_t argument : stateOf(table))
    place[argument] = 0;
  for (auto &[argument, at] : place) {
    if (size_t user = userIndex(table.arguments, argument); user != argument) {
      at = place[user];
      continue;
    }
    at = index.tensors.size();
    const Argument &a = table.arguments[argument];
    index.tensors.push_back({savedName(table, argument), a.type, a.shape, {}});
  }
  for (size_t rank = 0; rank < plan.size(); ++rank) {
    if (plan[rank].empty())
      continue;
    const WrittenFile &file = parts.files[rank];
    for (size_t p = 0; p < plan[rank].size(); ++p) {
      const SavedPiece &piece = plan[rank][p];
      const BlockSums &hash = parts.hashes[rank][p];
      index.tensors[place[piece.argument]].blocks.push_back(
          {piece.box, index.files.size(), file.headerBytes + piece.offset,
           hash.xxh3, hash.sum});
    }
    index.files.push_back({rankFileName(static_cast<int64_t>(rank)), file.bytes,
                           file.headerBytes, file.headerHash});
  }
  for (SavedTensor &tensor : index.tensors)
    std::sort(tensor.blocks.begin(), tensor.blocks.end(),
              [](auto &a, auto &b) { return a.box < b.box; });
}

/// What ranks have failed to write, or rank 0 fails to see.
static std::string findFailure(FileSystem &files, const std::string &folder,
                               const SavePlan &plan, const SaveParts &parts) {
  for (size_t rank = 0; rank < plan.size(); ++rank)
    if (!parts.files[rank].error.empty())
      return "rank " + std::to_string(rank) + ": " + parts.files[rank].error;
  for (size_t rank = 0; rank < plan.size(); ++rank) {
    uint64_t bytes = 0;
    std::string name = rankFileName(static_cast<int64_t>(rank));
    if (!plan[rank].empty() && (sizeOf(files, folder + "/" + name, bytes) ||
                                bytes != parts.files[rank].bytes))
      return "rank 0 does not see " + folder + "/" + name + ", which rank " +
             std::to_string(rank) +
             " has written; all ranks must share the folder";
  }
  return "";
}

/// Writes the results' file into the folder, and adds it to the index.
static int writeResults(FileSystem &files, const std::string &folder,
                        const SavedResults &results, CheckpointIndex &index) {
  std::vector<SafetensorsEntry> entries;
  for (const auto &[key, tensor] : results)
    entries.push_back({key, tensor->type, tensor->shape, tensor->data.size()});
  std::string text = safetensorsHeader(entries, nullptr, 8);
  SavedFile file = {kResultsName, 0, text.size(),
                    xxh3(text.data(), text.size())};
  for (const auto &[key, tensor] : results)
    text.append(tensor->data.begin(), tensor->data.end());
  file.bytes = text.size();
  index.files.push_back(file);
  index.resultsHash = xxh3(text.data(), text.size());
  return writeWhole(files, folder + "/" + kResultsName, text);
}

/// The same of what loaders want to find again.
static int writeLoaders(FileSystem &files, const std::string &folder,
                        CheckpointIndex &index) {
  const std::string &text = index.loaders;
  index.files.push_back(
      {kLoadersName, text.size(), text.size(), xxh3(text.data(), text.size())});
  return writeWhole(files, folder + "/" + kLoadersName, text);
}

/// Takes a checkpoint out of sight, then apart.
static int removeCheckpoint(FileSystem &files, const std::string &dir,
                            const std::string &name) {
  std::string hidden = dir + "/" + kRemoving + name;
  removeAll(files, hidden); // of an attempt that was cut off
  int error = files.rename(dir + "/" + name, hidden);
  if (!error)
    removeAll(files, hidden);
  return error;
}

/// Of the checkpoints up to this step `keep` stay. Later ones are of no run that
/// this one goes on with; they are not counted.
static int removeOld(FileSystem &files, const std::string &dir, int64_t step,
                     int64_t keep) {
  std::vector<std::string> names;
  if (int error = files.list(dir, names))
    return error;
  std::vector<std::pair<int64_t, std::string>> saved;
  for (const std::string &name : names) {
    int64_t of = stepOfName(name);
    if (of >= 0 && of <= step)
      saved.push_back({of, name});
  }
  std::sort(saved.rbegin(), saved.rend());
  for (size_t i = static_cast<size_t>(keep); i < saved.size(); ++i)
    if (int error = removeCheckpoint(files, dir, saved[i].second))
      return error;
  return 0;
}

/// Renames the finished folder; a checkpoint of the same step, which this run
/// did not go on with, makes room.
static int publish(FileSystem &files, const Draft &draft) {
  const std::string &dir = draft.dir, name = folderName(draft.step);
  std::vector<std::string> names;
  int error = files.list(dir, names);
  if (!error && std::count(names.begin(), names.end(), name))
    error = removeCheckpoint(files, dir, name);
  if (!error)
    error = files.rename(draft.folder(), dir + "/" + name);
  if (!error)
    error = files.syncFolder(dir);
  if (!error && dir.find('/') != std::string::npos) {
    // The folder itself may be new. Its parent need not be ours to open.
    size_t slash = dir.find_last_of('/');
    int ignored = files.syncFolder(slash ? dir.substr(0, slash) : "/");
    static_cast<void>(ignored);
  }
  return error;
}

std::string popt::rt::commitSave(FileSystem &files, const StepTable &table,
                                 const Draft &draft, const SavePlan &plan,
                                 const SaveParts &parts, CheckpointIndex index,
                                 const SavedResults &results, int64_t keep,
                                 MetricsFile *metrics) {
  std::string folder = draft.folder();
  std::string wrong = findFailure(files, folder, plan, parts);
  auto attempt = [&](const char *what, const std::string &path, int error) {
    if (error)
      wrong = describeError(what, path, error);
    return error == 0;
  };
  addBlocks(table, plan, parts, index);
  std::string path = folder + "/" + kIndexName;
  bool isSaved =
      wrong.empty() &&
      (results.empty() ||
       attempt("write", folder + "/" + kResultsName,
               writeResults(files, folder, results, index))) &&
      (index.loaders.empty() || attempt("write", folder + "/" + kLoadersName,
                                        writeLoaders(files, folder, index))) &&
      (!metrics ||
       attempt("write", folder + "/" + MetricsFile::nameOf(draft.run),
               metrics->write(files, folder, draft.run, index.rows))) &&
      attempt("write", path, writeWhole(files, path, toJson(index))) &&
      attempt("write", folder, files.syncFolder(folder)) &&
      attempt("write", draft.dir + "/" + folderName(draft.step),
              publish(files, draft));
  if (!isSaved)
    removeAll(files, folder);
  else if (metrics)
    metrics->setPublished(draft.dir + "/" + folderName(draft.step));
  if (isSaved && keep > 0)
    attempt("remove old checkpoints in", draft.dir,
            removeOld(files, draft.dir, draft.step, keep));
  return wrong;
}

std::string popt::rt::newRunName() {
  auto now = std::chrono::system_clock::now().time_since_epoch().count();
  std::string text = std::to_string(now) + " " + std::to_string(getpid());
  return toHex(xxh3(text.data(), text.size()));
}

int popt::rt::leaveToken(FileSystem &files, const std::string &dir,
                         const std::string &run) {
  return writeWhole(files, dir + "/" + kToken + run, run);
}

bool popt::rt::hasToken(FileSystem &files, const std::string &dir,
                        const std::string &run) {
  uint64_t bytes = 0;
  return sizeOf(files, dir + "/" + kToken + run, bytes) == 0;
}

void popt::rt::removeToken(FileSystem &files, const std::string &dir,
                           const std::string &run) {
  int ignored = files.removeFile(dir + "/" + kToken + run);
  static_cast<void>(ignored);
}

void popt::rt::removeLeftovers(FileSystem &files, const std::string &dir) {
  std::vector<std::string> names;
  if (files.list(dir, names))
    return;
  auto begins = [](const std::string &name, const std::string &prefix) {
    return name.compare(0, prefix.size(), prefix) == 0;
  };
  for (const std::string &name : names)
    if (begins(name, kSaving) || begins(name, kRemoving))
      removeAll(files, dir + "/" + name);
    else if (begins(name, kToken))
      removeToken(files, dir, name.substr(std::strlen(kToken)));
}
