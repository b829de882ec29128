//===- Reports.h - Comparison, metrics, measurements, trace ---------------===//
#ifndef POPT_RT_LIB_REPORT_REPORTS_H
#define POPT_RT_LIB_REPORT_REPORTS_H

#include "Traffic.h"
#include "popt-rt/data.h"

namespace popt::rt {

/// How one result compares with its expected value.
struct Difference {
  std::string key;
  int64_t elements = 0, wrong = 0;
  double largest = 0;     ///< absolute, over elements that are not equal
  std::string firstWrong; ///< "[2,5]: got 1.5, expected 1.25"
};

/// False and a message if shape or type can't be compared.
bool compare(const std::string &key, const Tensor &got, const Tensor &expected,
             double rtol, double atol, Difference &out_difference,
             std::string &out_error);
/// A table of the differences, worst first where they are many.
std::string toTable(const std::vector<Difference> &differences);

/// The text as a JSON string, with its quotes.
std::string quotedJson(const std::string &text);

/// One step's scalars; complex numbers are pairs.
using MetricRow = std::vector<std::string>;
/// An element as JSON, with as many digits as it takes to read it back.
std::string elementAsJson(ElementType type, const void *data, int64_t index);
/// Such an element in a file.
std::string metricAsJson(const std::string &value);
std::string metricsAsJson(const std::vector<std::string> &names,
                          const std::vector<MetricRow> &rows);

/// What --bench prints.
struct BenchReport {
  std::vector<double> stepSeconds;
  double compileSeconds = 0;
  std::vector<int64_t> peakBytes, hostBytes, workspaceBytes; ///< per rank
  std::map<std::string, CommCount> comm; ///< largest over ranks
  std::map<std::string, KindTraffic> collectives;
  /// Of programs that wait for each other: share of the ranks' time.
  bool isPipeline = false;
  double waitedSeconds = 0;    ///< all ranks and steps together
  std::string predictedBubble; ///< a number, or empty
};
std::string benchAsJson(const BenchReport &report);

/// Chrome's trace format; `begin` is subtracted from all times. `traffic`: by
/// rank, with least times.
std::string traceAsJson(const StepTable &table,
                        const std::vector<std::vector<TraceEvent>> &ranks,
                        const std::vector<RankTraffic> &traffic, double begin);

/// The seconds that each task of a pipeline takes, the median of its calls on
/// all ranks: {"popt_task_costs": 1, "tasks": KEY, "seconds": {"0F": 1.5e-05}}.
/// KEY stands for what the tasks do ("task_key" of the table); empty if there
/// are none.
std::string taskCostsAsJson(const StepTable &table,
                            const std::vector<std::vector<TraceEvent>> &ranks);

} // namespace popt::rt
#endif // POPT_RT_LIB_REPORT_REPORTS_H
