//===- Rendezvous.h - Ranks of several hosts find each other ----*- C++ -*-===//
//
//   rank 3 ── "I am 3, on host b, about to run: program c0ffee" ──> rank 0
//   rank 0 ── "welcome"; when all are there: who is where ──> all others
//
// Over TCP, at an address that launchers tell all ranks. When all ranks are
// there, rank 0 says which of them share a host. Then the lowest rank of each
// host keeps its connection, on which the hosts are kept together (Relay.h).
//
// Any program may come to an open port. Messages begin with a number that all ranks
// of the job know; who says something else is not heard. So that strangers cost
// nothing, what they may send is bounded, and how many of them, how long.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CONTROL_RENDEZVOUS_H
#define POPT_RT_LIB_CONTROL_RENDEZVOUS_H

#include "Facts.h"
#include "Hosts.h"
#include "Sockets.h"
#include <memory>

namespace popt::rt {

/// Who comes.
struct Comer {
  int64_t rank = 0, size = 1;
  uint64_t job = 0; ///< a number that its ranks know, and no other job's
  Host host;
  Facts facts;
  int port = 0; ///< at which it listens for its peers' messages
};

/// What came of it.
struct Rendezvous {
  HostMap hosts;
  /// On rank 0 by host, null for its own; on the lowest rank of another host one
  /// connection, to rank 0. Else none.
  std::vector<std::unique_ptr<Connection>> connections;
};

/// Rank 0's open door, for all that come later.
class Door {
public:
  /// False and a message if the port is taken; 0: any that is free.
  [[nodiscard]] bool open(int port, std::string &out_error);
  int port() const { return number; }
  const Socket &socket() const { return door; }

private:
  Socket door;
  int number = 0;
};

/// On rank 0: waits for all others, at most so many seconds (0: for ever).
/// False and a message, which all have heard: a rank is missing, there twice,
/// or about to run something else.
[[nodiscard]] bool receiveRanks(const Door &door, const Comer &self,
                                double timeoutSeconds, Rendezvous &out_met,
                                std::string &out_error);
/// What all others say first.
Bytes helloOf(const Comer &self);
/// On all others.
[[nodiscard]] bool goToRank0(const StoreAddress &address, const Comer &self,
                             double timeoutSeconds, Rendezvous &out_met,
                             std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_RENDEZVOUS_H
