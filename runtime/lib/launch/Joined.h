//===- Joined.h - Ranks that others start -----------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_JOINED_H
#define POPT_RT_LIB_LAUNCH_JOINED_H

#include "../net/Secret.h"
#include "../session/Session.h"
#include "Placement.h"

namespace popt::rt {

/// Runs this process's rank of a job whose ranks a launcher started, on one
/// host or several. Rank 0 opens the collector when all are there, and calls
/// `finish` (false and a message if it fails) after its last step. Ranks of
/// several hosts know the secret. False and a message if this rank or the
/// rendezvous failed; no message if another rank reports it.
[[nodiscard]] bool
runJoined(const Job &job, const Placement &placement, const Secret &secret,
          Collector &collector, StopGate &gate,
          const std::function<bool(std::string &out_error)> &finish,
          std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_JOINED_H
