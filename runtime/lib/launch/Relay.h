//===- Relay.h - Connects the hosts of a run --------------------*- C++ -*-===//
//
//   host a: rank 0 ─┬─ rank 1        host b: rank 2 ─┬─ rank 3
//           segment, gate                    segment, gate
//           relay of rank 0  <──── TCP ────> relay of rank 2
//
// Ranks of a host see each other in its segment (Segment.h). The lowest rank of
// each host has a thread, the relay, that copies the state of ranks between hosts:
// four times a second it sends the state of its ranks, and writes what it receives
// into its own segment. So time limits, the watchdog and its diagnosis read one
// segment and need not know of hosts. All messages go through rank 0's relay.
//
// A failure on one host is sent to all at once. A connection that breaks means
// that a process died. If not even the other kernel acknowledges, the host is out
// of reach. If the kernel acknowledges and the process sends nothing, the process
// is stopped.
//
// Rank 0's relay decides requests to stop or to save:
//
//   host b   request ───┐        frozen, 7 begun ─┐          ┌─> last step is 8
//   rank 0              └> freeze ─────────────┐  └> decide ─┤
//   host a                      frozen, 8 begun ─────^       └─> last step is 8
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_RELAY_H
#define POPT_RT_LIB_LAUNCH_RELAY_H

#include "../session/StopGate.h"
#include "../transport/Segment.h"
#include "Rendezvous.h"
#include "popt-rt/step_table.h"
#include <thread>

namespace popt::rt {

/// Writes into a new segment where the ranks of other hosts are, as `rank` sees
/// it.
void writeHosts(Segment &segment, const HostMap &hosts, int32_t rank);

class Relay {
public:
  /// The relay of `rank`, the lowest of its host; runs until finish(). The segment
  /// has the hosts already. Messages describe commands of `table`.
  Relay(const StepTable &table, std::shared_ptr<Segment> segment,
        StopGate &gate, Rendezvous met, int32_t rank);
  ~Relay();
  Relay(const Relay &) = delete;
  Relay &operator=(const Relay &) = delete;

  /// This rank is done, or has failed. Returns when all ranks of its host are
  /// done; on rank 0 when all other hosts are; after a failure when all hosts have
  /// acknowledged it. If another host was out of reach, `error` becomes that.
  void finish(std::string &error);

private:
  /// The relay at the other end.
  struct Peer {
    std::unique_ptr<Connection> way;
    int32_t host = 0;
    int64_t heard = 0;          ///< when a message came last
    bool hasLeft = false;       ///< its work is done, or it is lost
    bool failureAcked = false;  ///< it knows that the run failed
    bool hasAnswered = true;    ///< in this round
    std::vector<uint64_t> sent; ///< by rank: commands of its journal
  };
  void run();
  bool isDone();
  void waitForNews();
  void hear(Peer &peer, int64_t now);
  void take(Peer &peer, MessageKind kind, const Bytes &message, int64_t now);
  void takeWords(const Peer &peer, const Bytes &message, int64_t now);
  void takeFailure(Peer &peer, const Bytes &message);
  void lose(Peer &peer, int64_t now);
  void watchSilence(Peer &peer, int64_t now);
  void sendWords(Peer &peer, int64_t now);
  void tellFailure();
  void endStopped();
  void leave();

  void look(int64_t now);
  void sendStopRequest();
  void beginRound(int64_t now);
  void endRound();
  void takeDecision(const Bytes &message);

  bool isFirst() const { return rank == 0; }
  int32_t host() const { return hosts.hostOf(rank); }
  /// The rank whose relay is at the other end.
  int32_t connectorOf(const Peer &peer) const {
    return static_cast<int32_t>(hosts.ranksOf(peer.host).front());
  }

  const StepTable &table;
  const std::shared_ptr<Segment> segment;
  StopGate &gate;
  const HostMap hosts;
  const int32_t rank;
  const std::vector<int64_t> ranksHere;
  std::vector<Peer> peers;
  std::string verdict; ///< why it has ended the run
  int64_t lastWords = 0;

  // Requests to stop or to save.
  int64_t requestedSignal = 0; ///< rank 0: to be decided; others: told
  int64_t requestedSaves = 0;  ///< of this gate, that are known
  bool wantsSave = false;
  bool isStopping = false; ///< decided
  int64_t savedAfter = 0, nextRound = 0;
  bool isInRound = false;
  StopGate::Begun begun; ///< by all hosts that have answered

  std::atomic<bool> isOver{false};
  std::thread thread;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_RELAY_H
