//===- TcpWays.h - State of connections between two ranks -------*- C++ -*-===//
//
// What the engine keeps for each peer: frames that go out and frames that come in.
// TcpEngine.cpp moves frames; TcpGreeter.cpp makes connections.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_TCPWAYS_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_TCPWAYS_H

#include "TcpEngine.h"

#include "../../net/Handshake.h"
#include "../../system/System.h"
#include "../Wait.h"

#include <deque>
#include <map>
#include <mutex>
#include <poll.h>
#include <string>
#include <thread>
#include <vector>

namespace popt::rt::tcp {

struct Frame {
  int32_t tag = 0, unused = 0;
  int64_t bytes = 0;
};

struct Send {
  const char *buffer = nullptr;
  int64_t bytes = 0;
  int32_t tag = 0;
  int64_t left = 0; ///< not yet in a frame
  bool isDone = false;
};
struct Receive {
  char *buffer = nullptr;
  int64_t bytes = 0, got = 0;
  bool isDone = false;
};

/// A frame that is leaving.
struct Leaving {
  std::vector<char> head;     ///< all of it, or what comes before the data
  const char *data = nullptr; ///< of `send`
  size_t bytes = 0;
  Engine::Request send = 0; ///< 0: there is no data
  size_t done = 0;          ///< of head and data

  size_t size() const { return head.size() + bytes; }
};

/// Data of one tag: what is sent first goes where it is waited for first.
struct Matches {
  std::deque<Engine::Request> sends;
  std::deque<int64_t> wanted; ///< bytes
};

/// A connect that fails, or a disconnect without a known cause: tolerated until the
/// engine's timeout.
struct Trouble {
  int64_t since = 0; ///< 0: there is none
  std::string what;

  void say(const std::string &text) {
    what = text;
    if (!since)
      since = nowNanoseconds();
  }
};

/// What goes to a peer, and whether it has come.
struct Outgoing {
  Socket socket;
  enum { Away, Dialling, Asking, Connected } state = Away;
  bool isBroken = false;
  int64_t dialled = 0; ///< when
  Trouble dialling;    ///< on the way there
  Trouble refused;     ///< or what is there does not answer as it should
  std::unique_ptr<Connection> asking; ///< before it is connected
  ClientHandshake handshake;
  std::deque<Leaving> letters;
  std::deque<Engine::Request> data; ///< that its receiver waits for
  Leaving current;                  ///< empty: the next is to be chosen
  std::map<int32_t, Matches> matches;
  size_t numWanted = 0; ///< of all matches
  bool hasCome = false; ///< once: a second connection is not the peer's

  bool hasMore() const {
    return !isBroken && (current.size() || !letters.empty() || !data.empty());
  }
};

/// What comes over a connection.
struct Incoming {
  std::unique_ptr<Connection> greeting; ///< until it has proved its rank
  ServerHandshake handshake{Purpose::Data};
  int32_t rank = -1;    ///< that it says it is
  int64_t answered = 0; ///< when its hello was
  bool isOpen = true, isWelcome = false;

  bool isUnknown() const { return greeting && !handshake.hasHello(); }
  bool isUnproved() const { return greeting && handshake.hasHello(); }
  int file() const { return greeting ? greeting->file() : socket.get(); }

  Socket socket;
  std::vector<char> bytes;     ///< what was read; from `begin` to `end` it is
  size_t begin = 0, end = 0;   ///< not yet understood
  int32_t tag = 0;             ///< of the frame under way,
  int64_t left = 0;            ///< and what is missing of it
  Engine::Request receive = 0; ///< where its data goes; 0: it is a letter
  std::vector<char> letter;

  size_t size() const { return end - begin; }
};

constexpr int64_t kSecond = 1'000'000'000;
/// What is read at once unless it goes into a buffer that waits.
constexpr size_t kReadBytes = 64 << 10;
/// Data that is not worth asking for.
constexpr int64_t kInlineBytes = 64 << 10;

/// Values travel as they lie in memory.
template <typename T> std::vector<char> bytesOf(const T &value) {
  auto *begin = reinterpret_cast<const char *>(&value);
  return std::vector<char>(begin, begin + sizeof value);
}

/// One rank's connections.
class TcpEngine : public Engine {
public:
  TcpEngine(Socket listener, const TcpRun &run, int32_t rank,
            std::vector<TcpAddress> addresses, double patience);
  ~TcpEngine() override;

  const char *name() const override { return "tcp"; }
  int64_t mostInlineBytes() const override { return kInlineBytes; }
  void post(int32_t target, const void *message, int64_t bytes) override;
  bool poll(int32_t &out_source, std::vector<char> &out_message) override;
  Request sendStart(int32_t target, int32_t tag, const void *buffer,
                    int64_t bytes) override;
  Request recvStart(int32_t source, int32_t tag, void *buffer,
                    int64_t bytes) override;
  bool test(Request request) override;
  void close(bool isHealthy) override;

private:
  Outgoing &to(int32_t peer) { return outgoing[static_cast<size_t>(peer)]; }
  std::string nameOf(int32_t peer) const {
    const TcpAddress &address = addresses[static_cast<size_t>(peer)];
    return "rank " + std::to_string(peer) + " (" + address.host + ", port " +
           std::to_string(address.port) + ")";
  }
  void progress();
  /// The rank's thread reads it, with its next poll().
  void fail(const std::string &what) {
    if (found.empty())
      found = what;
  }
  void greetPeers();
  int awaitPeers(std::vector<pollfd> &states);
  void wakeGreeter() const {
    uint64_t one = 1;
    static_cast<void>(::write(wake.get(), &one, sizeof one) == 0);
  }
  void failIfLasting(const Trouble &trouble) {
    if (trouble.since && nowNanoseconds() - trouble.since > patience)
      fail(trouble.what);
  }

  void postFrame(int32_t target, const Frame &frame, const void *message);
  void match(int32_t target, int32_t tag);
  void cannotReach(int32_t target, const char *why);
  void hasLost(int32_t peer, const char *why);
  bool dial(int32_t target);
  void ask(int32_t target);
  bool isAnswered(int32_t target);
  void isNotAnswered(int32_t target, const char *why);
  bool isThere(int32_t target);
  void chooseNext(Outgoing &way);
  void write(int32_t target);

  void letIn();
  void greet(Incoming &way);
  bool hear(Incoming &way, MessageKind kind, const Bytes &message);
  void dropClosed();
  void read(Incoming &way);
  void understand(Incoming &way);
  bool hasRoom();
  void begin(Incoming &way, const Frame &frame);
  void goOn(Incoming &way, size_t bytes);

  const Socket listener;
  const TcpRun run;
  const int32_t rank;
  const std::vector<TcpAddress> addresses; ///< by rank
  const int64_t patience;                  ///< nanoseconds
  std::vector<Outgoing> outgoing;          ///< by rank
  std::deque<Incoming> incoming;
  std::deque<std::pair<int32_t, std::vector<char>>> inbox;
  Request last = 0;
  std::map<Request, Send> sends;
  std::map<Request, Receive> receives;
  /// Receives by source and tag: the first started gets the first data.
  std::map<std::pair<int32_t, int32_t>, std::deque<Request>> order;
  Trouble lost;      ///< a connection
  std::string found; ///< why the engine fails
  std::vector<pollfd> states;

  std::mutex mutex; ///< of all that changes, and is not the greeter's
  bool isOver = false;
  const Socket wake;
  std::thread greeter;
};

} // namespace popt::rt::tcp

#endif
