//===- Patience.h - How long a rank waits for its peers ---------*- C++ -*-===//
//
// A stage that computes for minutes is not dead, so the time limit is not on
// the wait but on silence: a wait fails when a rank that it waits for has shown
// no sign of life for as long as the limit. A rank is alive while
//
//  - it computes, as popt_rt_transport_computing() said, or works off blocks of
//    a collective, and its process is not stopped;
//  - it enters calls;
//  - it waits itself, and those that it waits for are alive.
//
// For the last, a rank that waits publishes until when it knew its peers to be
// alive; those that wait for it take that over, and so on along the chain. In a
// circle no rank has anything new to publish, so a deadlock runs into the limit.
// The rank that waits for the silent one itself reports it: the others, whose
// peers wait too, give it a moment to do so.
//
// Only ranks that are about to sleep look, ten times a second. A rank at work
// pays a plain store or two for a call or a command.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_PATIENCE_H
#define POPT_RT_LIB_TRANSPORT_PATIENCE_H

#include "Segment.h"

#include <string>
#include <vector>

namespace popt::rt {

class SharedMemoryTransport;

/// What a rank last saw of a peer.
struct Sighting {
  uint64_t calls = 0;
  int64_t alive = 0; ///< the last time it was known to be alive
};

/// Whether a rank says that it waits. One that is stopped may have been before it said
/// that its wait was over.
bool isWaiting(const Segment &segment, int32_t rank);

/// "2 (last seen in op 7)"
std::string describeRank(const Segment &segment, int32_t rank);

/// One wait: free until the first look.
class Patience {
public:
  /// `sightings` belong to the group, and are kept from wait to wait.
  Patience(SharedMemoryTransport &transport, std::vector<Sighting> &sightings)
      : transport(transport), sightings(sightings) {}
  ~Patience();

  /// Begins a look. False at the first, which only notes the time.
  bool look();
  /// Checks whether a rank that this wait depends on, member m of the group,
  /// has been silent for too long, and publishes the wait for the watchdog.
  /// `isWorking`: it works on a collective.
  bool isLate(int32_t m, int32_t rank, bool isWorking);
  /// After isLate() for all: whether one of them is late, or, if the wait
  /// depends on none, whether it has been so for too long.
  bool isOver() const;
  /// Publishes what was seen; how many nanoseconds to sleep until the next look.
  int64_t sleep();

  std::string describeLimit() const {
    return std::to_string(limit / 1'000'000) + " ms";
  }

private:
  SharedMemoryTransport &transport;
  std::vector<Sighting> &sightings;
  int64_t start = 0, now = 0, limit = 0;
  /// Until when all that the wait depends on were alive.
  int64_t assured = 0;
  /// The same, of those that this look has seen so far.
  int64_t seen = INT64_MAX;
  bool someoneIsLate = false;
};

} // namespace popt::rt

#endif
