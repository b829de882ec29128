//===- Rendezvous.h - Ranks of several hosts find each other ----*- C++ -*-===//
//
//   rank 3 ── "I am 3, on host b, about to run: program c0ffee" ──> rank 0
//   rank 0 ── "welcome"; when all are there: addresses ──> all others
//   rank 3 ── "I listen for messages at port 40981" ──> rank 0
//   rank 0 ── where all listen ──> all others
//
// Over TCP, at an address that launchers tell all ranks. When all ranks are
// there, rank 0 says which of them share a host. Then the lowest rank of each
// host keeps its connection, for the relay (Relay.h).
//
// Any program can connect to an open port. Messages begin with the job's token, a
// number that all its ranks know, and a rank proves its hello (Handshake.h);
// connections without the job's token are dropped. Before its proof, a connection is
// limited in bytes and in time, and the number of such connections is limited. A
// rank that seems to be of another job (its version, size or number is wrong, or it
// is there already) gets the reason, and rank 0 continues to wait; if a rank does not
// come in time, the message lists what came instead.
//
// Listeners for peers' messages are bound to one interface: that through which the
// rank reaches rank 0; on rank 0's host that at which others reach it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_RENDEZVOUS_H
#define POPT_RT_LIB_LAUNCH_RENDEZVOUS_H

#include "Greeting.h"
#include <memory>

namespace popt::rt {

/// The result of a rendezvous.
struct Rendezvous {
  HostMap hosts;
  /// On rank 0 by host, null for its own; on the lowest rank of another host one
  /// connection, to rank 0. Else none.
  std::vector<std::unique_ptr<Connection>> connections;
  Socket listener; ///< for peers' messages, if this rank needs one
};

/// Where rank 0 accepts the others.
class Listener {
public:
  /// False and a message if the port is taken; 0: any that is free.
  [[nodiscard]] bool open(int port, std::string &out_error);
  int port() const { return number; }
  const Socket &socket() const { return listener; }

private:
  Socket listener;
  int number = 0;
};

/// On rank 0: waits for all others, at most `timeoutSeconds` (0: for ever). False
/// and a message, which was sent to all: a rank is missing, can't take part, or is
/// about to run something else.
[[nodiscard]] bool receiveRanks(const Listener &listener,
                                const JoinRequest &self, double timeoutSeconds,
                                Rendezvous &out_met, std::string &out_error);
/// On rank 0, which can't take part (`self.failure`): tells the ranks that
/// connect in time. If its port is taken it listens at another one, which they
/// try when something else answers at the first.
void refuseRanks(int port, const JoinRequest &self, double seconds);
/// The other port; it follows from the job.
int portOfRefusal(int port, uint64_t job);
/// On all others. A rank that can't take part (`self.failure`) only reports that;
/// then there is no result.
[[nodiscard]] bool goToRank0(const StoreAddress &address,
                             const JoinRequest &self, double timeoutSeconds,
                             Rendezvous &out_met, std::string &out_error);

/// What rank 0 says when all are there; false if it makes no sense.
/// `out_address`: where those of its own host listen for peers.
[[nodiscard]] bool readHosts(const Bytes &message, size_t ranks,
                             HostMap &out_hosts, std::string &out_address);

/// Where a rank listens for its peers.
struct PeerListener {
  std::string outside; ///< as rank 0 sees it; "": where rank 0 is
  std::string inside;  ///< as it is on its host; "": on all addresses
  int port = 0;        ///< 0: it does not
};
Bytes write(const std::vector<PeerListener> &listeners);
[[nodiscard]] bool readListeners(const Bytes &message, size_t ranks,
                                 std::vector<PeerListener> &out_listeners);
/// Opens that of a rank, on the host's address.
[[nodiscard]] bool openPeerListener(const std::string &address,
                                    Socket &out_listener,
                                    PeerListener &out_place);
/// Where a rank reaches each other one: on its own host directly, those of rank
/// 0's where it reached that.
void fillAddresses(HostMap &hosts, const std::vector<PeerListener> &listeners,
                   int64_t rank, const std::string &ofRank0);
/// Of another version of popt.
std::string describeVersion(const Connection &way);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_RENDEZVOUS_H
