//===- Metrics.h - Rows of metrics beside checkpoints -----------*- C++ -*-===//
//
// A run has one file of rows, which only grows; every checkpoint of the run has it
// under the same name (a hard link), and its index says how much of it is its own:
//
//   step-100/metrics-RUN.jsonl ─┐
//   step-200/metrics-RUN.jsonl ─┴─ row 1 ... row 100 ... row 200 ...
//
// So a save writes the rows since the one before, a checkpoint is a folder that can
// be copied or removed alone, and no save touches what an older one recorded. A run
// that goes on begins a file of its own, with the rows that it goes on after.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_METRICS_H
#define POPT_RT_LIB_CHECKPOINT_METRICS_H

#include "Hash.h"
#include "Index.h"
#include "popt/Text/Json.h"

namespace popt::rt {

/// The file of a run that saves.
class MetricsFile {
public:
  static std::string nameOf(const std::string &run) {
    return "metrics-" + run + ".jsonl";
  }
  /// Of the rows from the first on, those that are not known yet.
  void append(const MetricRows &rows);
  /// Puts it into the draft of a checkpoint, as `run`'s, and on disk. Returns 0 or
  /// an errno, and what the index says of it.
  [[nodiscard]] int write(FileSystem &files, const std::string &folder,
                          const std::string &run, SavedRows &out_saved);
  /// What write() wrote last lies there now.
  void setPublished(const std::string &folder) {
    published = folder;
    publishedBytes = text.size();
  }

private:
  int put(FileSystem &files, uint64_t from, int file) const;

  std::string text; ///< of all rows
  uint64_t numRows = 0;
  RunningHash hash;
  std::string published; ///< the newest folder that has it; empty: none
  uint64_t publishedBytes = 0;
};

/// From a list of lists of texts.
MetricRows rowsOf(const popt::JsonNode &node);

/// The rows that the index of the checkpoint in `folder` lists.
[[nodiscard]] Defect readMetrics(FileSystem &files, const std::string &folder,
                                 const SavedRows &saved, MetricRows &out_rows);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_METRICS_H
