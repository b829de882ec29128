//===- OnMpi.h - Ranks that mpirun has started ------------------*- C++ -*-===//
#ifndef POPT_RT_CONFORMANCE_ONMPI_H
#define POPT_RT_CONFORMANCE_ONMPI_H

#include "Harness.h"

namespace popt::rt::conformance {

/// Whether mpirun has started this process, as one of several.
bool isOnMpi();

/// Runs `body` on the first `size` of the processes, this one possibly among
/// them; all run the same tests in the same order. Only what became of this
/// process's rank is in what it returns. Ranks pretend to be on `hostOfRank`.
std::vector<Outcome> runOnMpi(const std::vector<int32_t> &hostOfRank,
                              double timeoutSeconds, const Body &body);

} // namespace popt::rt::conformance

#endif
