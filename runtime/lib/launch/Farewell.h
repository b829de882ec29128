//===- Farewell.h - A rank that can't take part says so ---------*- C++ -*-===//
//
// A rank finds missing inputs, a wrong flag or another number of ranks before
// the rendezvous, in which the others would wait for it until their timeout. So
// it tells them first: rank 0 over TCP if ranks may be on several hosts, else
// the first rank of this host. Rank 0 itself tells all ranks that connect.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_FAREWELL_H
#define POPT_RT_LIB_LAUNCH_FAREWELL_H

#include "../session/Options.h"
#include "Placement.h"

namespace popt::rt {

/// Returns when the others know, after half a minute, or after --timeout.
/// `isCompiling`: ranks of this host may also wait for what it compiles.
void leaveJob(const Placement &placement, const Options &options,
              const std::string &why, bool isCompiling);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_FAREWELL_H
