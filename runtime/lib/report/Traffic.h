//===- Traffic.h - What collectives move, and how fast --------------------===//
//
// A rank's own time in a collective includes the wait for members that come
// later. The member that comes last waits for none: of a call the least of its
// members' times counts, which is what nccl-tests measures, whose ranks come
// together. Bandwidths are nccl-tests', too: a call's whole bytes by its time
// (algorithm bandwidth), and that times a factor of the kind (bus bandwidth),
// which can be compared with the rate of the slowest link.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_REPORT_TRAFFIC_H
#define POPT_RT_LIB_REPORT_TRAFFIC_H

#include "popt-rt/exec.h"

namespace popt::rt {

/// What one rank says of its collectives.
struct RankTraffic {
  std::vector<TimedCall> calls = {}; ///< the last ones, oldest first
  int32_t firstStep = 1;             ///< from this one on all calls are there
  std::map<int32_t, CommVolume> volumes = {}; ///< by command

  /// All that the call moves, of which it may be the first of a bucket.
  CommVolume volumeOf(const Program &program, const TimedCall &call) const;
};

/// Gives each call the least time of its members. Calls of one group follow one
/// another in the same order on all members, and end with the same one.
void takeLeastTimes(const StepTable &table, std::vector<RankTraffic> &ranks);

/// Collectives of a step, by the mean over the steps.
struct Traffic {
  double count = 0; ///< members of a bucket that are of one kind are one
  CommVolume volume = {};
  double seconds = 0;
  size_t ranks = 0; ///< in the group, if it is of one
};

/// All collectives of a kind, and those of each group, by its name.
struct KindTraffic {
  Traffic all;
  std::map<std::string, Traffic> groups;
};

/// By kind, from calls with least times that are of step `firstStep` or later,
/// of which there are `numSteps`. Of the ranks the one that moves the most counts
/// (in a permute some may have nothing to send), and of those that move as much
/// the one whose collectives take longest; of each group likewise. The time of a
/// bucket is divided among kinds as bus bytes are. Steps of which some rank has
/// not kept all calls do not count; if none is left, the result is empty.
std::map<std::string, KindTraffic>
trafficOf(const StepTable &table, const std::vector<RankTraffic> &ranks,
          int32_t firstStep, int32_t numSteps);

} // namespace popt::rt
#endif // POPT_RT_LIB_REPORT_TRAFFIC_H
