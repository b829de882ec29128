//===- TcpEngine.h - Messages over TCP --------------------------*- C++ -*-===//
//
// Where nothing but sockets is at hand: torchrun starts ranks on several hosts
// and no MPI, and a machine with GPUs need not have one.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_TCPENGINE_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_TCPENGINE_H

#include "Engine.h"

#include "../../net/Secret.h"
#include "../../net/Socket.h"

#include <memory>

namespace popt::rt {

/// What ranks of one run know, and others do not: who comes and does not show it
/// is not heard.
struct TcpRun {
  uint64_t number = 0;
  Secret secret; ///< none: the number is all there is
};

/// The engine of `rank`, which listens at `listener`. Each other rank comes once.
/// Connects to a peer when there is something to send. The engine fails if a peer
/// can't be reached, or a connection has ended without a known cause, for
/// `patienceSeconds`.
std::unique_ptr<Engine> makeTcpEngine(Socket listener, const TcpRun &run,
                                      int32_t rank,
                                      std::vector<TcpAddress> addresses,
                                      double patienceSeconds = 10);

} // namespace popt::rt

#endif
