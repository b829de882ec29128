//===- RankOutcome.h - What became of a rank's work -------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_RANKOUTCOME_H
#define POPT_RT_LIB_SESSION_RANKOUTCOME_H

#include "popt-rt/transport.h"
#include <functional>
#include <string>
#include <vector>

namespace popt::rt {

/// What became of a rank's work. If several fail, the first to do so is the
/// cause.
struct RankOutcome {
  std::string error; ///< empty if it succeeded
  bool isCause = false;
  bool isSaved = true; ///< the last state, where it was to be
};

/// Runs a rank's work; if it fails, ends the transport of all ranks with a message:
/// "rank 2: ...".
RankOutcome runGuarded(popt_rt_transport *transport,
                       const std::function<bool(std::string &error)> &work);

/// The failure that caused the others; if none did (a timeout ends all alike) the
/// first rank's. Empty if none failed.
std::string firstFailure(const std::vector<RankOutcome> &outcomes);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_RANKOUTCOME_H
