//===- Session.h - One rank of a run --------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_SESSION_H
#define POPT_RT_LIB_SESSION_SESSION_H

#include "Arguments.h"
#include "Collector.h"
#include "Evaluator.h"
#include "Job.h"
#include "RankOutcome.h"
#include "Saver.h"
#include "StopGate.h"
#include "World.h"

namespace popt::rt {

/// Runs the job's steps on one rank, from the thread that calls, and tells rank
/// 0 what the user wants to know. `collector` is null but on rank 0, which
/// hands over what arrives. A failure ends the transport of all ranks.
class Session {
public:
  Session(const Job &job, popt_rt_device *device, popt_rt_transport *transport,
          StopGate &gate, Collector *collector);
  RankOutcome run();

private:
  bool runAll(std::string &error);
  bool loadState(std::string &error);
  bool runSteps(int64_t &out_steps, std::string &error);
  bool waitForBatch(int64_t step);
  bool runStep(int64_t step, std::string &error);
  bool sendMetrics(std::string &error);
  bool evaluate(int64_t steps, std::string &error);
  bool verifyState(int64_t steps, std::string &error);
  bool sendResults(int64_t steps, std::string &error);
  bool sendReport(std::string &error);

  const Job &job;
  const StepTable &table;
  const int32_t rank;
  popt_rt_device *const device;
  popt_rt_transport *const transport;
  StopGate &gate;
  Collector *const collector;
  std::unique_ptr<World> world;
  std::unique_ptr<Executor> executor;
  std::unique_ptr<Arguments> arguments;
  std::unique_ptr<MetricValues> metrics;
  std::unique_ptr<Evaluator> evaluator; ///< null if nothing is evaluated
  std::unique_ptr<Saver> saver;         ///< null if nothing is saved
  RankReport report;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_SESSION_H
