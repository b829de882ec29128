//===- Observation.h - A rank as others see it ------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_HEALTH_OBSERVATION_H
#define POPT_RT_LIB_HEALTH_OBSERVATION_H

#include "../transport/Liveness.h"

namespace popt::rt {

/// What a rank does now.
struct Observation {
  int32_t process = 0;    ///< 0: ranks are threads, or it is not there yet
  std::string host;       ///< where that is; empty: here
  bool connects = false;  ///< it connects its host to others
  bool isGone = false;    ///< it has left, or died
  bool isStopped = false; ///< by a signal
  bool isWaiting = false; ///< for a tenth of a second at least
  int32_t waitsFor = -1;  ///< one of the ranks that it waits for; -1: unknown
  bool computes = false;  ///< whenever it does not wait
  int64_t op = -1;        ///< the command that it began last; -1: in no step
  int64_t step = 0, microbatch = -1;
  uint64_t numBegun = 0;    ///< commands since the run began
  uint64_t progress = 0;    ///< changes when the rank goes on
  uint64_t deviceWaits = 0; ///< odd while it waits for its device
  // Where calls go into streams (StreamCalls.h).
  bool hasOpenCalls = false; ///< in its streams
  bool isTogether = false;   ///< all ranks are in the call that it waits in
  OpenCall openCall;         ///< the oldest one
};
Observation observe(const Segment &segment, int32_t rank);

/// Ends a rank's process at once, if it has one of its own.
void endProcess(const Segment &segment, int32_t rank);

} // namespace popt::rt
#endif // POPT_RT_LIB_HEALTH_OBSERVATION_H
