//===- Session.h - One rank of a run --------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_SESSION_H
#define POPT_RT_LIB_SESSION_SESSION_H

#include "Collector.h"
#include "Job.h"
#include "RankOutcome.h"
#include "Saver.h"
#include "StopGate.h"
#include "Unpack.h"
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
  bool counts(const Sources &sources, size_t index) const;
  bool loadInputs(std::string &error);
  bool checkGuards(const Sources &sources, const SourceReader &reader,
                   std::string &error);
  bool loadState(std::string &error);
  bool readBatch(size_t index, int64_t step, void *local, std::string &error);
  bool loadBatch(int64_t step, std::string &error);
  bool loadAhead(int64_t step, std::string &error);
  bool runSteps(int64_t &out_steps, std::string &error);
  bool runStep(int64_t step, std::string &error);
  bool sendMetrics(std::string &error);
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
  std::unique_ptr<Saver> saver;      ///< null if nothing is saved
  std::vector<int64_t> metricCounts; ///< bytes that each rank sends a step
  std::unique_ptr<UnpackedFiles> batchFiles;
  std::unique_ptr<SourceReader> batchReader;
  int64_t firstRound = 0;        ///< after this step every batch was read once
  std::vector<bool> batchCounts; ///< by argument: counts()
  /// Arguments whose block of the next step has been written.
  std::vector<bool> isAhead;
  RankReport report;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_SESSION_H
