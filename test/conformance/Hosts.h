//===- Hosts.h - Threads that pretend to be on several hosts ----*- C++ -*-===//
#ifndef POPT_RT_CONFORMANCE_HOSTS_H
#define POPT_RT_CONFORMANCE_HOSTS_H

#include "Harness.h"

#include "LocalEngine.h"

namespace popt::rt::conformance {

/// Runs `body` on a thread for each rank. Each host has a segment of its own,
/// and a thread keeps them alike, as far as a transport over messages asks for
/// (MessageTransport.h).
std::vector<Outcome> runOnHosts(const std::vector<int32_t> &hostOfRank,
                                LocalOptions options, double timeoutSeconds,
                                const Body &body);
/// Likewise, with an engine for each rank.
std::vector<Outcome> runOnHosts(const std::vector<int32_t> &hostOfRank,
                                std::vector<std::unique_ptr<Engine>> engines,
                                double timeoutSeconds, const Body &body);
/// Engines that communicate over TCP.
std::vector<std::unique_ptr<Engine>> makeTcpEngines(int32_t size);

} // namespace popt::rt::conformance

#endif
