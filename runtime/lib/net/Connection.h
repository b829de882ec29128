//===- Connection.h - Sockets, time limits, messages over TCP ---*- C++ -*-===//
//
// Processes of several hosts exchange messages over TCP:
//
//   magic u32 | version u16 | kind u16 | bytes u32 | job u64 | the message
//
// all little-endian. This header is the same in every version, so that processes of
// two versions can tell. Connections without the job's token are dropped.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_NET_CONNECTION_H
#define POPT_RT_LIB_NET_CONNECTION_H

#include "../system/Clock.h"
#include "Message.h"
#include "Socket.h"
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace popt::rt {

/// A time limit in seconds from now; 0: none.
class Deadline {
public:
  explicit Deadline(double seconds) : seconds(seconds), begin(secondsNow()) {}
  bool isOver() const { return seconds > 0 && secondsNow() - begin > seconds; }
  /// For poll(), at most `most`.
  int milliseconds(int most) const;
  std::string describe() const;

private:
  double seconds, begin;
};

/// Text of another process as our messages may quote it: at most `most` bytes, and
/// without control characters.
std::string printable(const std::string &words, size_t most = 1000);

/// "rank 3", or "ranks 3, 4".
std::string describeRanks(const std::vector<int64_t> &ranks);

/// Calls look() until no rank is missing(). False and a message if look() fails or
/// the deadline passes: "ranks 1, 2 did not come within 10 s of ...; what came
/// instead: ...".
template <typename Host>
[[nodiscard]] bool awaitAll(Host &host, const Deadline &deadline,
                            const std::string &waiting,
                            std::string &out_error) {
  while (!host.missing().empty()) {
    if (!host.look(out_error))
      return false;
    if (std::vector<int64_t> missing = host.missing();
        !missing.empty() && deadline.isOver()) {
      out_error = describeRanks(missing) + " did not come within " +
                  deadline.describe() + " of " + waiting +
                  host.strays().describe();
      return false;
    }
  }
  return true;
}

/// Connections that were refused: listed if a rank does not come.
class Strays {
public:
  void add(const std::string &what);
  /// "; what came instead: ...", or nothing.
  std::string describe() const;

private:
  std::vector<std::string> some;
  size_t numOthers = 0;
};

/// What a message is about, in this version.
enum class MessageKind : uint16_t {
  Hello = 1,   ///< a rank asks to join, or to send to another
  Welcome,     ///< to it: it may
  Refused,     ///< to it: why not, or why the run does not start
  Hosts,       ///< to it: all are there, and where
  Words,       ///< what ranks do
  Failure,     ///< the run is over
  StopRequest, ///< the run is to stop, or to save
  Freeze,      ///< no rank begins another step
  Frozen,      ///< how many steps ranks have begun
  Release,     ///< after which step ranks stop or save
  Bye,         ///< the sender's ranks have done their work
  Challenge,   ///< the nonce, after a hello
  Proof,       ///< the answer (Handshake.h)
  Listener,    ///< where a rank listens for its peers
  Listeners,   ///< where all do
};

constexpr uint16_t kMessageVersion = 4;

/// Why a connection ended.
enum class Ending {
  None,
  Closed,      ///< by the other process, or because it ended
  Unreachable, ///< the other kernel does not acknowledge
  Stranger,    ///< what came is no message of this job
  Version,     ///< it is of this job, and of another version
};

/// A stream of messages to another process. No call blocks.
class Connection {
public:
  /// Receives messages of at most `mostBytes`, which bounds the memory that
  /// other programs can take.
  Connection(Socket socket, uint64_t job, uint32_t mostBytes);

  void send(MessageKind kind, const Bytes &message);
  /// Sends and receives what it can without blocking. False if the connection has
  /// ended; messages that came before can still be taken.
  bool move();
  /// Sends what it can, and receives nothing.
  void push();
  bool take(MessageKind &out_kind, Bytes &out_message);

  Ending ending() const { return end; }
  uint16_t otherVersion() const { return version; }
  uint64_t token() const { return job; }
  void allow(uint32_t bytes) { mostBytes = bytes; }
  bool isSending() const { return sent < outgoing.size(); }
  int file() const { return socket.get(); }
  /// "10.0.0.7:4711", the other end.
  std::string peer() const;
  /// "10.0.0.7"
  std::string addressOfPeer() const { return popt::rt::addressOfPeer(socket); }
  std::string addressOfOwnEnd() const {
    return popt::rt::addressOfOwnEnd(socket);
  }
  void watchHost(int seconds) { popt::rt::watchHost(socket, seconds); }
  /// Marks it as out of reach.
  void giveUp() { end = Ending::Unreachable; }
  /// The socket, for bytes of another form; none if some have come already.
  Socket release() {
    bool isClean = end == Ending::None && incoming.empty() && messages.empty();
    return isClean ? std::move(socket) : Socket();
  }
  /// Milliseconds since its kernel acknowledged last.
  int64_t silentMilliseconds() const;

private:
  void receive();
  void split();
  void close(int error);

  Socket socket;
  const uint64_t job;
  uint32_t mostBytes;
  Bytes outgoing, incoming;
  size_t sent = 0;
  std::deque<std::pair<MessageKind, Bytes>> messages;
  Ending end = Ending::None;
  uint16_t version = kMessageVersion;
};

/// The next message; false if the deadline passes or the connection ends.
[[nodiscard]] bool await(Connection &way, const Deadline &deadline,
                         MessageKind &out_kind, Bytes &out_message);
/// Sends what is queued.
void flush(Connection &way, const Deadline &deadline = Deadline(1));

/// Where rank 0 waits for the others.
struct StoreAddress {
  std::vector<std::string> hosts; ///< names or addresses, to be tried in turn
  int port = 0;                   ///< 0: any that is free
  std::string origin;             ///< "MASTER_ADDR, MASTER_PORT + 1"
  std::string describe() const;
};

/// Addresses by which other hosts may reach this one.
std::vector<std::string> addressesOfHost();

/// Tries once to reach an endpoint, until the deadline at most. False, what was
/// wrong, and whether it is of no use to try again.
[[nodiscard]] bool dial(const StoreAddress &address, const Deadline &deadline,
                        Socket &out_socket, std::string &out_problem,
                        bool &out_isHopeless);

} // namespace popt::rt
#endif // POPT_RT_LIB_NET_CONNECTION_H
