//===- Liveness.h - Is a rank's process there, and does it run? -*- C++ -*-===//
#ifndef POPT_RT_LIB_TRANSPORT_LIVENESS_H
#define POPT_RT_LIB_TRANSPORT_LIVENESS_H

#include "Segment.h"

namespace popt::rt {

/// Whether a signal has stopped a process, as `kill -STOP` does.
bool isStopped(int32_t process);
/// The same of a rank's process, wherever it is.
bool isStopped(const RankRecord &record);
/// Whether a process of this host has ended.
bool hasEnded(int32_t process);
/// Ends the transport if the process of a rank of this host ended without leaving.
/// `self` is the rank that calls, or -1.
void findDeadRank(Segment &segment, int32_t self);

} // namespace popt::rt
#endif // POPT_RT_LIB_TRANSPORT_LIVENESS_H
