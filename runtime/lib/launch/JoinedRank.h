//===- JoinedRank.h - A rank that others start finds its peers --*- C++ -*-===//
//
// What the only rank of a process shares with the others of its job, whatever they
// do together: run the steps of a job (Joined.h), or call programs (Peers.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_JOINEDRANK_H
#define POPT_RT_LIB_LAUNCH_JOINEDRANK_H

#include "../net/Secret.h"
#include "../session/Facts.h"
#include "../session/Options.h"
#include "../session/StopGate.h"
#include "Placement.h"
#include "Relay.h"
#include "popt-rt/transport.h"

namespace popt::rt {

/// What the ranks of a job are about to do.
struct JoinPlan {
  const Options &options;
  const StepTable &table; ///< what messages name is its
  Facts facts;            ///< must be the same on all
  std::string subject;    ///< of the ranks' meeting on a host
  int64_t heapBytes = 0;  ///< of a rank in the segment
};

class JoinedRank {
public:
  /// All of them outlive it.
  JoinedRank(JoinPlan plan, const Placement &placement, const Secret &secret,
             StopGate &gate)
      : plan(std::move(plan)), placement(placement), secret(secret), gate(gate),
        rank(static_cast<int32_t>(placement.rank)) {}

  /// Finds the others. False and a message, which is empty if it is said.
  [[nodiscard]] bool meetOthers(std::string &error);
  [[nodiscard]] bool connect(popt_rt_transport *&out_transport,
                             std::string &error);
  /// Which of its host's GPUs is its own: one for each rank there.
  int32_t gpu() const;
  /// Of a rank that has died, where it was: in a command of `table`.
  std::string causeOf(const std::string &error, const StepTable &table) const;
  /// Whether this is the rank of its host that says why the run failed.
  bool isToSpeak(bool knowsMost) const;

  const JoinPlan plan;
  const Placement &placement;
  const Secret &secret;
  StopGate &gate;
  const int32_t rank;
  std::shared_ptr<Segment> segment;
  HostMap hosts;
  std::unique_ptr<Relay> relay; ///< null on one host, and on most ranks

private:
  /// The files that the ranks share; closed with it.
  struct SharedFiles {
    std::vector<int> files;
    ~SharedFiles();
    /// The segment, and the gate's memory.
    bool make(int64_t ranks, int64_t heapBytes, std::string &out_error);
  } shared;
  Socket listener; ///< for messages of other hosts
};

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_JOINEDRANK_H
