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

/// What only ranks of one run know: connections without it are dropped.
struct TcpRun {
  uint64_t number = 0;
  Secret secret; ///< none: the number is all there is
};

/// The engine of `rank`, which accepts one connection of each other rank at
/// `listener`, and connects to a peer when there is something to send.
/// `patienceSeconds`: timeout for connects and unexplained disconnects, after which
/// the engine fails.
std::unique_ptr<Engine> makeTcpEngine(Socket listener, const TcpRun &run,
                                      int32_t rank,
                                      std::vector<TcpAddress> addresses,
                                      double patienceSeconds = 10);

} // namespace popt::rt

#endif
