//===- Metrics.cpp - Rows of metrics beside checkpoints -------------------===//
//
// Tests: CrashTest, SaveTest, BadCheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "Metrics.h"
#include <algorithm>
#include <cerrno>

using namespace popt::rt;
using popt::JsonNode;

void MetricsFile::append(const MetricRows &rows) {
  size_t known = text.size();
  for (; numRows < rows.size(); ++numRows) {
    popt::Json line(rows[numRows]);
    text += line.dump(-1, ' ', false, popt::Json::error_handler_t::replace);
    text += '\n';
  }
  hash.add(text.data() + known, text.size() - known);
}

/// Writes the text from `from` on, syncs and closes.
int MetricsFile::put(FileSystem &files, uint64_t from, int file) const {
  return finishFile(files, file,
                    files.write(file, text.data() + from, text.size() - from));
}

int MetricsFile::write(FileSystem &files, const std::string &folder,
                       const std::string &run, SavedRows &out_saved) {
  out_saved = {nameOf(run), numRows, text.size(), hash.value()};
  std::string path = folder + "/" + out_saved.file;
  int file = -1;
  // What a save that failed has left there is the begin of what comes now.
  bool goesOn = !published.empty() &&
                files.link(published + "/" + out_saved.file, path) == 0;
  if (goesOn && files.openAt(path, publishedBytes, file) == 0)
    return put(files, publishedBytes, file);
  // Not every file system has links, and not without end. What has the name now
  // may be the file of others; it must not be emptied.
  int error = files.removeFile(path);
  if (!error || error == ENOENT)
    error = files.create(path, file);
  return error ? error : put(files, 0, file);
}

MetricRows popt::rt::rowsOf(const JsonNode &node) {
  MetricRows rows;
  for (const JsonNode &row : node.entries()) {
    rows.emplace_back();
    for (const JsonNode &value : row.entries())
      rows.back().push_back(value.string());
  }
  return rows;
}

Defect popt::rt::readMetrics(FileSystem &files, const std::string &folder,
                             const SavedRows &saved, MetricRows &out_rows) {
  std::string path = folder + "/" + saved.file;
  int file = -1;
  uint64_t size = 0;
  if (int error = files.open(path, file, size))
    return {describeError("open", path, error), /*isDamage=*/true};
  std::string text(std::min(size, saved.bytes), '\0');
  size_t got = 0;
  int error = files.read(file, 0, text.data(), text.size(), got);
  files.close(file);
  if (error)
    return {describeError("read", path, error), /*isDamage=*/true};
  if (got < saved.bytes)
    return {path + " has " + std::to_string(got) + " bytes, not the " +
                std::to_string(saved.bytes) + " that were saved",
            /*isDamage=*/true};
  if (xxh3(text.data(), text.size()) != saved.hash)
    return {path + " is damaged: its first " + std::to_string(saved.bytes) +
                " bytes are not those that were saved",
            /*isDamage=*/true};
  if (!text.empty())
    text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ',');
  std::string wrong =
      readJson("[" + text + "]", path, "rows",
               [&](const JsonNode &node) { out_rows = rowsOf(node); });
  if (wrong.empty() && out_rows.size() != saved.rows)
    wrong = path + " has " + std::to_string(out_rows.size()) +
            " rows, and the index says " + std::to_string(saved.rows);
  return {wrong};
}
