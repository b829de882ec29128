//===- Progress.h - What a user sees while a run goes on --------*- C++ -*-===//
//
// On a terminal one line that is written over; in a file or a pipe a plain line
// every other second. With --log a file gets one JSON object a step, as it
// happens.
//
//   popt-run: step 17/100  loss 0.4127  3.1 ms, 12% communicating  0:00 left
//   {"step": 17, "seconds": 0.0031, "communicated": 0.0004, "metrics": {...}}
//   {"step": 17, "evaluate": {"loss": 0.4391}, "seconds": 0.0107}
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_REPORT_PROGRESS_H
#define POPT_RT_LIB_REPORT_PROGRESS_H

#include "Reports.h"
#include <cstdio>

namespace popt::rt {

/// `seconds` as `m:ss`, from an hour on as `h:mm:ss`.
std::string clockTime(double seconds);

class Progress {
public:
  /// Writes to `out`; `isTerminal` if it is one.
  Progress(std::string program, std::vector<std::string> metrics,
           int64_t numSteps, std::FILE *out, bool isTerminal);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Begins the file of --log, or goes on with it: the lines of `steps` steps
  /// stay. False and a message if it can't be written.
  [[nodiscard]] bool openLog(const std::string &path, int64_t steps,
                             std::string &out_error);
  /// The steps begin, after `steps` that were done before.
  void start(double now, int64_t steps = 0);
  /// So much of the step at hand rank 0 has communicated, waits included.
  void addCommunicated(double seconds);
  /// So many windows of tokens all steps have taken, with the one at hand.
  void addWindows(int64_t count) { windows = count; }
  /// A checkpoint after `steps` is on disk.
  void addSaved(int64_t steps, double now);
  /// A step is over. `metrics` may be empty. Returns a warning if the log can't
  /// be written, once.
  [[nodiscard]] std::string addStep(int64_t step, const MetricRow &metrics,
                                    double now);
  /// What was evaluated after `steps`, which are over. Returns the same.
  [[nodiscard]] std::string addEvaluation(int64_t steps,
                                          const std::vector<std::string> &names,
                                          const MetricRow &metrics, double now);
  /// Returns what is wrong if the log lacks lines.
  [[nodiscard]] std::string endLog();
  /// Ends the line on the terminal, if there is one.
  void finish();

private:
  std::string line(int64_t step, const MetricRow &metrics, double now) const;
  int writeLines();
  std::string writeLog(const std::string &text);
  void show(int64_t step, const MetricRow &metrics, double now);
  std::string logLine(int64_t step, const MetricRow &metrics, double now) const;

  const std::string program;
  const std::vector<std::string> metricNames;
  const int64_t numSteps;
  std::FILE *const out;
  const bool isTerminal;
  int log = -1; ///< the file of --log
  std::string logPath, unwritten;
  size_t begunBytes = 0; ///< of a line that is written in part
  bool hasWarned = false;
  double began = 0, lastStep = 0, lastShown = 0;
  double communicated = -1;   ///< in the step at hand; -1: there are no others
  double allCommunicated = 0; ///< since the steps began
  int64_t windows = 0;        ///< 0: the run has none
  std::string evaluated;      ///< as it is shown; empty: nothing
  int64_t savedSteps = 0;     ///< 0: none is saved
  double savedAt = 0;
  int64_t doneBefore = 0; ///< steps
  size_t shownLength = 0; ///< of the line on the terminal
};

} // namespace popt::rt
#endif // POPT_RT_LIB_REPORT_PROGRESS_H
