//===- Farewell.h - A rank that can't take part says so ---------*- C++ -*-===//
//
// Inputs that are missing, a flag that is wrong, another number of ranks: a rank
// finds that before it has met the others. They would wait for it until time is
// over, so it tells them first: rank 0 over TCP where ranks may be on several
// hosts, else the first rank of this host; rank 0 tells all who come to it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_FAREWELL_H
#define POPT_RT_LIB_LAUNCH_FAREWELL_H

#include "../session/Options.h"
#include "Placement.h"

namespace popt::rt {

/// Returns when it is said, or can't be within half a minute, or --timeout.
/// `isCompiling`: ranks of this host may wait for its part in that, too.
void leaveJob(const Placement &placement, const Options &options,
              const std::string &why, bool isCompiling);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_FAREWELL_H
