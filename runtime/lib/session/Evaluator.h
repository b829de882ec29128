//===- Evaluator.h - A program that looks at the state ----------*- C++ -*-===//
//
// --evaluate's program runs between steps, on the same ranks, devices and transport as
// the run's. Its arguments that are called as the run's are those, read where they lie
// if both programs place them alike, else copied within the rank. The rest are batches
// of its own. Nothing that it computes goes back.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_EVALUATOR_H
#define POPT_RT_LIB_SESSION_EVALUATOR_H

#include "Arguments.h"
#include "MetricValues.h"

namespace popt::rt {

/// One rank's part in evaluations.
class Evaluator {
public:
  /// `job` has an evaluation; `owner` runs the job's program. All outlive it. All
  /// ranks call it. Null and a message if there is no memory, or a file is damaged.
  static std::unique_ptr<Evaluator> create(const Job &job, Executor &owner,
                                           World &world, popt_rt_device *device,
                                           popt_rt_transport *transport,
                                           std::string &out_error);

  /// After `steps` steps: runs the program on each of its batches; on rank 0 `out_means`
  /// gets the means of its metrics. All ranks call it. False and a message if a batch
  /// can't be read, or the device or the transport failed.
  [[nodiscard]] bool run(int64_t steps, std::vector<std::string> &out_means,
                         std::string &out_error);

private:
  Evaluator(const Job &its, Executor &owner, World &world)
      : its(its), owner(owner), world(world) {}
  bool copyViews(std::string &error);

  const Job &its; ///< the program that looks
  Executor &owner;
  World &world;
  bool copies = false; ///< what it looks at
  std::unique_ptr<Executor> executor;
  std::unique_ptr<Arguments> arguments;
  std::unique_ptr<MetricValues> metrics;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_EVALUATOR_H
