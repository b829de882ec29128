//===- MetricValues.cpp - What ranks tell of a step's numbers -------------===//
//
// Tests: RunTest, EvaluationTest.
//
//===----------------------------------------------------------------------===//
#include "MetricValues.h"
#include "../tensor/Shards.h"
#include "ResultBlock.h"
#include <cstring>

using namespace popt::rt;

/// Room for the largest element.
static constexpr int64_t kMetricBytes = 16;

/// Whether it is a rank that sends the metric.
static bool sends(const StepTable &table, size_t result, int32_t rank) {
  return holdsResult(table, result, rank) &&
         !isReplica(table, table.results[result], rank);
}

MetricValues::MetricValues(const Job &job, Executor &executor, World &world)
    : job(job), executor(executor), world(world), counts(world.size(), 0) {
  for (size_t m : job.metricResults)
    for (int32_t r = 0; r < world.size(); ++r)
      if (sends(job.table(), m, r))
        counts[r] += kMetricBytes;
}

bool MetricValues::gather(Bytes &out_all, std::string &out_error) {
  const StepTable &table = job.table();
  Bytes values, buffer;
  for (size_t index : job.metricResults) {
    if (!holdsResult(table, index, world.rank()))
      continue;
    const Result &result = table.results[index];
    const void *data =
        readBlock(table, index, executor, world, buffer, out_error);
    if (!data)
      return false;
    if (!sends(table, index, world.rank()))
      continue;
    size_t at = values.size();
    values.resize(at + kMetricBytes);
    std::memcpy(values.data() + at, data, popt_rt_element_size(result.type));
  }
  return world.gather("metrics", values, counts, out_all, out_error);
}

void popt::rt::forEachMetric(
    const Job &job, const Bytes &values,
    const std::function<void(size_t metric, ElementType type,
                             const uint8_t *value)> &take) {
  const StepTable &table = job.table();
  const uint8_t *at = values.data();
  for (int32_t rank = 0; rank < table.numRanks(); ++rank)
    for (size_t m = 0; m < job.metricResults.size(); ++m)
      if (sends(table, job.metricResults[m], rank)) {
        take(m, table.results[job.metricResults[m]].type, at);
        at += kMetricBytes;
      }
}

std::vector<std::string> popt::rt::metricNamesOf(const Job &job) {
  std::vector<std::string> names;
  for (size_t index : job.metricResults) {
    const std::string &name = job.table().results[index].name;
    names.push_back(name.empty() ? "res" + std::to_string(index) : name);
  }
  return names;
}
