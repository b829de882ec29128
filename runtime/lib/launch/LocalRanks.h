//===- LocalRanks.h - What ranks of one process run on ----------*- C++ -*-===//
//
// Makes the transport and the device of each rank, however ranks are started. The
// owner runs the threads.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_LOCALRANKS_H
#define POPT_RT_LIB_LAUNCH_LOCALRANKS_H

#include "../session/Options.h"
#include "../session/RankOutcome.h"
#include "popt-rt/device.h"
#include "popt-rt/step_table.h"
#include "popt-rt/transport.h"
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace popt::rt {

class Segment;

/// Transports and devices of the ranks of this process: of all, or of one.
class LocalRanks {
public:
  LocalRanks() = default;
  ~LocalRanks();
  LocalRanks(const LocalRanks &) = delete;
  LocalRanks &operator=(const LocalRanks &) = delete;

  /// All ranks of the program of `table`, as its target and --transport say; on
  /// these GPUs, by rank, if there are any.
  [[nodiscard]] bool open(const StepTable &table, const Options &options,
                          std::string &out_error,
                          const std::vector<int32_t> &gpus = {});
  /// The only rank of this process, after its rendezvous on the host or between
  /// hosts: takes over that transport, on which the others learn of a failure.
  /// On GPUs the rank is on `gpu`.
  [[nodiscard]] bool openAlone(const StepTable &table, const Options &options,
                               popt_rt_transport *host, int32_t gpu,
                               std::string &out_error);
  /// The same on a CPU, of several programs: the transport stays the caller's.
  [[nodiscard]] bool openOver(popt_rt_transport *host, std::string &out_error);
  /// Starts a thread for each rank, in order. False if one can't be started: its
  /// outcome says so, those before it run, and the transport is ended, unless others
  /// use it (`isShared`).
  [[nodiscard]] bool startThreads(const std::function<void(size_t rank)> &run,
                                  bool isShared,
                                  std::vector<std::thread> &out_threads,
                                  std::vector<RankOutcome> &outcomes) const;

  /// Measures products on GPUs from now on (--tune), and what that gave.
  void tune() const;
  std::string tuned() const;

  /// The memory that the ranks share.
  std::shared_ptr<Segment> segment() const;

  size_t size() const { return transports.size(); }
  popt_rt_transport *transport(size_t rank) const { return transports[rank]; }
  popt_rt_device *device(size_t rank) const { return devices[rank]; }

private:
  popt_rt_status makeDevices(const StepTable &table);
  popt_rt_status makeOverHost(const StepTable &table, const Options &options);
  popt_rt_status makeNccl(const StepTable &table, const Options &options);

  std::vector<int32_t> gpus;
  bool ownsTransports = true;
  std::vector<popt_rt_transport *> transports;
  std::vector<popt_rt_device *> devices;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_LOCALRANKS_H
