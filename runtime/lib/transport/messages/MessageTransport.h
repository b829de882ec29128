//===- MessageTransport.h - Ranks on several hosts --------------*- C++ -*-===//
//
// The ranks of one host share a segment, as without messages: a group within a
// host runs on it, and it has the state of ranks (failures, journals, waits),
// so that time limits, the watchdog and its diagnosis are the same. Only a
// group that crosses hosts uses messages (MessageGroup.h).
//
// The segment is made for all ranks of the run. The records of ranks on other
// hosts are copies, which the relay of this host brings up to date: with
// `process` 0, since a number of a process means nothing here, times on this
// host's clock, and a failure of one host's segment repeated in all others.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_MESSAGETRANSPORT_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_MESSAGETRANSPORT_H

#include "Engine.h"

#include "../Transport.h"

#include <memory>
#include <vector>

namespace popt::rt {

class Segment;

/// The transport of `rank`, one of those on this host. `hostOfRank` gives each
/// rank the number of its host, any numbers; it is the same on all ranks. A
/// time limit of 0 is none. Null if the rank is in the segment already.
std::unique_ptr<popt_rt_transport>
makeMessageTransport(std::shared_ptr<Segment> segment, int32_t rank,
                     std::vector<int32_t> hostOfRank,
                     std::unique_ptr<Engine> engine, double timeoutSeconds);

} // namespace popt::rt

#endif
