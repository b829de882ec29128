//===- MetricValues.h - What ranks tell of a step's numbers -----*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_METRICVALUES_H
#define POPT_RT_LIB_SESSION_METRICVALUES_H

#include "Job.h"
#include "World.h"
#include <functional>

namespace popt::rt {

/// One rank's part in the scalar results that are no state: of equal values one rank's
/// counts.
class MetricValues {
public:
  /// All outlive it.
  MetricValues(const Job &job, Executor &executor, World &world);
  /// After a step, rank 0 gets the values of all. All ranks call it. False and a
  /// message if the transport or the device failed.
  [[nodiscard]] bool gather(Bytes &out_all, std::string &out_error);

private:
  const Job &job;
  Executor &executor;
  World &world;
  std::vector<int64_t> counts; ///< bytes that each rank sends a step
};

/// Calls `take` with each of the job's metrics, in what gather() got.
void forEachMetric(const Job &job, const Bytes &values,
                   const std::function<void(size_t metric, ElementType type,
                                            const uint8_t *value)> &take);

/// The metrics' names.
std::vector<std::string> metricNamesOf(const Job &job);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_METRICVALUES_H
