//===- Collector.h - What rank 0 makes of the ranks' messages -------------===//
#ifndef POPT_RT_LIB_SESSION_COLLECTOR_H
#define POPT_RT_LIB_SESSION_COLLECTOR_H

#include "../report/Progress.h"
#include "../report/Reports.h"
#include "../report/Traffic.h"
#include "Job.h"
#include "MetricValues.h"
#include "ResultBlock.h"

namespace popt::rt {

/// What one rank reports when it is done.
struct RankReport {
  int64_t peakBytes = 0, hostBytes = 0, workspaceBytes = 0;
  double begin = 0; ///< of the first step, by the host's steady clock
  double waitedSeconds = 0;
  std::vector<double> stepSeconds;
  std::map<std::string, CommCount> communication;
  std::vector<TraceEvent> trace;
  RankTraffic traffic;
  std::vector<BlockChecksum> checksums;
};
Bytes toBytes(const RankReport &report);
RankReport fromBytes(const Bytes &bytes);

/// Receives what the ranks send, in rank 0's thread; when all are done, writes the
/// files that the flags name and compares results. If a file can't be written, after
/// a step or at the end, the run continues, the other files are written, and the run
/// fails at its end.
class Collector {
public:
  explicit Collector(const Job &job);
  /// The values of all metrics of one step, as MetricValues gathers them.
  void addMetrics(const Bytes &values);
  /// Of all steps so far, as the checkpoint and ranks gave them.
  const std::vector<MetricRow> &rows() const { return metricRows; }
  /// Takes the results as the checkpoint has them, for a run that was done.
  [[nodiscard]] bool takeResults(std::string &out_error);
  /// What a checkpoint after `steps` has beside the state.
  SavedResults resultsToSave(int64_t steps) const;
  /// Why the run fails, although its files can be written.
  void addFailure(const std::string &failure);
  /// The steps begin.
  void start();
  void addCommunicated(double seconds) { progress->addCommunicated(seconds); }
  void addSaved(int64_t steps);
  /// A step is over: shown, and logged.
  void addStep(int64_t step);
  /// What --evaluate found after `steps`: shown, and logged.
  void addEvaluation(int64_t steps, const MetricRow &row);
  /// The blocks of a result, by rank.
  void addResult(size_t index, const Bytes &blocks);
  /// By rank.
  void addReport(RankReport report) { reports.push_back(std::move(report)); }

  /// False and a message if a file can't be written or results differ from
  /// what was expected.
  [[nodiscard]] bool finish(std::string &out_error);
  /// Reads what is compared with, and begins the log.
  [[nodiscard]] bool open(std::string &out_error);
  /// Ends what is shown of steps, before other messages.
  void endProgress() { progress->finish(); }
  /// The run was stopped after `steps`.
  void stop(int64_t steps);

private:
  void warnOfReplicas() const;
  void writeFiles();
  bool saveOutputs(std::string &error) const;
  BenchReport benchReport(const std::vector<RankTraffic> &traffic) const;
  bool readExpected(std::string &error);
  bool compareResults(std::string &error);
  std::vector<std::string> keysOf(size_t result) const;

  const Job &job;
  const StepTable &table;
  TensorMap expected;
  std::vector<Tensor> results;
  std::vector<bool> isKnown; ///< by result
  bool lacksResults = false; ///< the checkpoint does, of the last step
  std::string failed;        ///< empty: not known to
  std::vector<std::string> metricNames;
  std::vector<MetricRow> metricRows;
  std::vector<RankReport> reports;
  std::unique_ptr<Progress> progress;
  bool isStopped = false;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_COLLECTOR_H
