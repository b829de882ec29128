//===- TcpEngine.cpp - Messages over TCP ----------------------------------===//
//
// A connection carries what one rank has for another, in one direction:
//
//   rank 0 ──> rank 1   hello | letter | letter | part of data | letter | ...
//   rank 0 <── rank 1   hello | wanted | ...
//
// It begins with who comes and the run's number. Then there are frames: a tag,
// the number of bytes, the bytes.
//
//   tag 0    a letter (a short message)
//   tag t    the next part of the data of tag t
//   tag -t   no bytes: the sender waits for so many of tag t
//
// Data leaves only when its receiver waits for it, so it goes from buffer to
// buffer, and what none waits for keeps nothing else from coming. Between two
// parts letters go first.
//
// A rank that dies closes its connections, and its host says that it has died
// (Relay.h); who is out of reach is found there, too. So a connection that ends
// is a failure of this engine only if no rank has said more about it for a while.
//
// Tests: TcpEngineTest, runtime/conformance (the worlds "tcp..."), hosts.py.
//
//===----------------------------------------------------------------------===//

#include "TcpEngine.h"

#include "../../system/System.h"
#include "../Wait.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <netdb.h>

using namespace popt::rt;

namespace {
constexpr int64_t kSecond = 1'000'000'000;
/// How long an engine that is closed waits until what it has sent is on its way.
constexpr int64_t kFlush = 2 * kSecond;
constexpr int64_t kDialAgain = kSecond / 10;
/// After so long without a sign of its kernel a host is out of reach; relays
/// say so earlier.
constexpr int kUnreachableSeconds = 20;
constexpr int64_t kPartBytes = 1 << 20;
/// Data that is not worth asking for.
constexpr int64_t kInlineBytes = 64 << 10;
/// What is read at once unless it goes into a buffer that waits.
constexpr size_t kReadBytes = 64 << 10;
/// Strangers that may have come and not said who they are.
constexpr size_t kMostUnknown = 256;

/// Who comes, and to which run.
struct Hello {
  uint32_t magic = 0x4d504f50; // "POPM"
  int32_t rank = 0;
  uint64_t run = 0;
};
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

/// Something that may pass, or that others may know the cause of.
struct Trouble {
  int64_t since = 0; ///< 0: there is none
  std::string what;

  void say(const std::string &text) {
    what = text;
    if (!since)
      since = nowNanoseconds();
  }
};

/// What goes to a peer.
struct Outgoing {
  Socket socket;
  bool isConnected = false, isBroken = false;
  int64_t dialled = 0; ///< when
  Trouble dialling;
  std::deque<Leaving> letters;
  std::deque<Engine::Request> data; ///< that its receiver waits for
  Leaving current;                  ///< empty: the next is to be chosen
  std::map<int32_t, Matches> matches;

  bool hasMore() const {
    return !isBroken && (current.size() || !letters.empty() || !data.empty());
  }
};

/// What comes over a connection.
struct Incoming {
  explicit Incoming(Socket socket)
      : socket(std::move(socket)), bytes(kReadBytes) {}

  Socket socket;
  bool isOpen = true;
  int32_t rank = -1;           ///< -1: it has not said who it is
  std::vector<char> bytes;     ///< what was read; from `begin` to `end` it is
  size_t begin = 0, end = 0;   ///< not yet understood
  int32_t tag = 0;             ///< of the frame under way,
  int64_t left = 0;            ///< and what is missing of it
  Engine::Request receive = 0; ///< where its data goes; 0: it is a letter
  std::vector<char> letter;

  size_t size() const { return end - begin; }
};

class TcpEngine : public Engine {
public:
  TcpEngine(Socket door, uint64_t run, int32_t rank,
            std::vector<TcpAddress> addresses, double patience)
      : door(std::move(door)), run(run), rank(rank),
        addresses(std::move(addresses)),
        patience(static_cast<int64_t>(patience * kSecond)),
        outgoing(this->addresses.size()) {}

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
  void fail(const std::string &what) {
    if (failed.empty())
      failed = what;
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
  bool isThere(int32_t target);
  void chooseNext(Outgoing &way);
  void write(int32_t target);

  void letIn();
  void read(Incoming &way);
  void understand(Incoming &way);
  bool greet(Incoming &way);
  void begin(Incoming &way, const Frame &frame);
  void goOn(Incoming &way, size_t bytes);

  const Socket door;
  const uint64_t run;
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
  Trouble lost; ///< a connection
  std::vector<pollfd> states;
};
} // namespace

/// Values travel as they lie in memory.
template <typename T> static std::vector<char> bytesOf(const T &value) {
  auto *begin = reinterpret_cast<const char *>(&value);
  return std::vector<char>(begin, begin + sizeof value);
}

//===----------------------------------------------------------------------===//
// What goes
//===----------------------------------------------------------------------===//

void TcpEngine::postFrame(int32_t target, const Frame &frame,
                          const void *message) {
  Leaving letter;
  letter.head = bytesOf(frame);
  auto *text = static_cast<const char *>(message);
  if (text)
    letter.head.insert(letter.head.end(), text, text + frame.bytes);
  to(target).letters.push_back(std::move(letter));
  write(target);
}

void TcpEngine::post(int32_t target, const void *message, int64_t bytes) {
  postFrame(target, {0, 0, bytes}, message);
}

Engine::Request TcpEngine::sendStart(int32_t target, int32_t tag,
                                     const void *buffer, int64_t bytes) {
  Request request = ++last;
  sends[request] = {static_cast<const char *>(buffer), bytes, tag, bytes};
  to(target).matches[tag].sends.push_back(request);
  match(target, tag);
  return request;
}

/// What is there and is waited for may leave.
void TcpEngine::match(int32_t target, int32_t tag) {
  Outgoing &way = to(target);
  auto found = way.matches.find(tag);
  Matches &matches = found->second;
  while (!matches.sends.empty() && !matches.wanted.empty()) {
    Request request = matches.sends.front();
    if (sends[request].bytes != matches.wanted.front())
      fail("data for " + nameOf(target) + " is of another size than expected");
    way.data.push_back(request);
    matches.sends.pop_front();
    matches.wanted.pop_front();
  }
  if (matches.sends.empty() && matches.wanted.empty())
    way.matches.erase(found);
  write(target);
}

void TcpEngine::cannotReach(int32_t target, const char *why) {
  to(target).dialling.say(nameOf(target) + " cannot be reached: " + why +
                          "; a firewall may keep their hosts apart");
}

void TcpEngine::hasLost(int32_t peer, const char *why) {
  lost.say("the connection with " + nameOf(peer) + " has ended: " + why);
}

/// Begins to connect. False if that can't be now; then it is tried again.
bool TcpEngine::dial(int32_t target) {
  Outgoing &way = to(target);
  int64_t now = nowNanoseconds();
  if (way.dialled && now - way.dialled < kDialAgain)
    return false;
  way.dialled = now;
  cannotReach(target, "it does not answer");
  const TcpAddress &address = addresses[static_cast<size_t>(target)];
  addrinfo wanted = {}, *found = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICHOST;
  int error = EADDRNOTAVAIL;
  if (getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(),
                  &wanted, &found) == 0) {
    error = connectTo(*found, way.socket);
    freeaddrinfo(found);
  }
  if (!error)
    return true;
  way.socket = Socket();
  cannotReach(target, std::strerror(error));
  return false;
}

/// Whether bytes can be sent. What is wrong is tried again, for a while.
bool TcpEngine::isThere(int32_t target) {
  Outgoing &way = to(target);
  if (way.isConnected)
    return true;
  if (way.socket.get() < 0 && !dial(target))
    return false;
  pollfd state = {way.socket.get(), POLLOUT, 0};
  if (sys::poll(&state, 1, 0) < 1)
    return false;
  if (int error = errorOf(way.socket)) {
    way.socket = Socket();
    cannotReach(target, std::strerror(error));
    return false;
  }
  way.isConnected = true;
  way.dialling = {};
  sendAtOnce(way.socket);
  watchHost(way.socket, kUnreachableSeconds);
  Hello hello;
  hello.rank = rank;
  hello.run = run;
  way.current.head = bytesOf(hello);
  return true;
}

void TcpEngine::chooseNext(Outgoing &way) {
  Leaving &next = way.current;
  if (!way.letters.empty()) {
    next = std::move(way.letters.front());
    way.letters.pop_front();
    return;
  }
  next = {};
  next.send = way.data.front();
  Send &send = sends[next.send];
  int64_t part = std::min(send.left, kPartBytes);
  next.head = bytesOf(Frame{send.tag, 0, part});
  next.data = send.buffer + (send.bytes - send.left);
  next.bytes = static_cast<size_t>(part);
  send.left -= part;
  if (send.left == 0)
    way.data.pop_front();
}

/// As much as the kernel takes.
void TcpEngine::write(int32_t target) {
  Outgoing &way = to(target);
  Leaving &now = way.current;
  while (way.hasMore() && isThere(target)) {
    if (now.size() == 0)
      chooseNext(way);
    size_t ofHead = std::min(now.done, now.head.size());
    size_t ofData = now.done - ofHead;
    iovec parts[] = {
        {now.head.data() + ofHead, now.head.size() - ofHead},
        {const_cast<char *>(now.data) + ofData, now.bytes - ofData}};
    bool hasHead = parts[0].iov_len > 0, hasData = parts[1].iov_len > 0;
    msghdr message = {};
    message.msg_iov = hasHead ? parts : parts + 1;
    message.msg_iovlen = size_t(hasHead) + size_t(hasData);
    ssize_t size = sys::sendmsg(way.socket.get(), &message, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0) {
      way.isBroken = errno != EAGAIN && errno != EWOULDBLOCK;
      if (way.isBroken)
        hasLost(target, std::strerror(errno));
      return;
    }
    now.done += static_cast<size_t>(size);
    if (now.done < now.size())
      continue;
    if (now.send)
      sends[now.send].isDone = sends[now.send].left == 0;
    now = {};
  }
}

//===----------------------------------------------------------------------===//
// What comes
//===----------------------------------------------------------------------===//

Engine::Request TcpEngine::recvStart(int32_t source, int32_t tag, void *buffer,
                                     int64_t bytes) {
  Request request = ++last;
  receives[request] = {static_cast<char *>(buffer), bytes};
  order[{source, tag}].push_back(request);
  postFrame(source, {-tag, 0, bytes}, nullptr);
  return request;
}

void TcpEngine::letIn() {
  for (int i = 0; i < 100; ++i) {
    Socket guest = acceptFrom(door);
    if (guest.get() < 0)
      return;
    auto isUnknown = [](const Incoming &way) { return way.rank < 0; };
    if (std::count_if(incoming.begin(), incoming.end(), isUnknown) ==
        kMostUnknown)
      incoming.erase(std::find_if(incoming.begin(), incoming.end(), isUnknown));
    watchHost(guest, kUnreachableSeconds);
    incoming.emplace_back(std::move(guest));
  }
}

/// What is there; not all at once, since others wait, too.
void TcpEngine::read(Incoming &way) {
  for (int i = 0; i < 16 && way.isOpen; ++i) {
    // Into the buffer that waits for it, if nothing stands before it.
    bool isDirect = way.receive && way.left > 0 && way.size() == 0;
    char *place = way.bytes.data() + way.end;
    size_t room = kReadBytes - way.end;
    if (isDirect) {
      const Receive &receive = receives[way.receive];
      place = receive.buffer + receive.got;
      room = static_cast<size_t>(way.left);
    }
    ssize_t size = sys::recv(way.socket.get(), place, room, 0);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return;
    if (size <= 0) {
      way.isOpen = false;
      // Who has nothing more to say closes after a frame.
      if (way.rank >= 0 && (size < 0 || way.left > 0 || way.size() > 0))
        hasLost(way.rank, size < 0 ? std::strerror(errno) : "within a message");
      return;
    }
    if (isDirect) {
      goOn(way, static_cast<size_t>(size));
    } else {
      way.end += static_cast<size_t>(size);
      understand(way);
    }
    if (static_cast<size_t>(size) < room)
      return;
  }
}

void TcpEngine::understand(Incoming &way) {
  while (way.isOpen && way.size() > 0) {
    const char *bytes = way.bytes.data() + way.begin;
    if (way.left > 0) {
      size_t size = std::min(way.size(), static_cast<size_t>(way.left));
      if (way.receive) {
        const Receive &receive = receives[way.receive];
        memcpy(receive.buffer + receive.got, bytes, size);
      } else {
        way.letter.insert(way.letter.end(), bytes, bytes + size);
      }
      way.begin += size;
      goOn(way, size);
      continue;
    }
    if (way.rank < 0) {
      if (way.size() < sizeof(Hello))
        break;
      way.isOpen = greet(way);
      continue;
    }
    if (way.size() < sizeof(Frame))
      break;
    Frame frame;
    memcpy(&frame, bytes, sizeof frame);
    way.begin += sizeof frame;
    begin(way, frame);
  }
  // What is left is a part of a head.
  memmove(way.bytes.data(), way.bytes.data() + way.begin, way.size());
  way.end = way.size();
  way.begin = 0;
}

/// False: it is a stranger.
bool TcpEngine::greet(Incoming &way) {
  Hello hello;
  memcpy(&hello, way.bytes.data() + way.begin, sizeof hello);
  way.begin += sizeof hello;
  if (hello.magic != Hello().magic || hello.run != run || hello.rank < 0 ||
      static_cast<size_t>(hello.rank) >= addresses.size())
    return false;
  way.rank = hello.rank;
  return true;
}

void TcpEngine::begin(Incoming &way, const Frame &frame) {
  if (frame.tag < 0 && frame.tag >= -mostTag) {
    to(way.rank).matches[-frame.tag].wanted.push_back(frame.bytes);
    return match(way.rank, -frame.tag);
  }
  way.tag = frame.tag;
  way.left = frame.bytes;
  way.letter.clear();
  way.receive = 0;
  int64_t most = frame.tag ? -1 : mostHeadBytes + kInlineBytes;
  if (auto found = order.find({way.rank, frame.tag}); found != order.end()) {
    way.receive = found->second.front();
    const Receive &receive = receives[way.receive];
    most = receive.bytes - receive.got;
  }
  if (frame.bytes < 0 || frame.bytes > most) {
    way.isOpen = false;
    return fail(nameOf(way.rank) + " sends what nobody waits for");
  }
  if (way.left == 0)
    goOn(way, 0);
}

/// So many bytes of the frame under way are where they belong.
void TcpEngine::goOn(Incoming &way, size_t bytes) {
  way.left -= static_cast<int64_t>(bytes);
  if (!way.receive) {
    if (way.left == 0)
      inbox.emplace_back(way.rank, std::move(way.letter));
    return;
  }
  Receive &receive = receives[way.receive];
  receive.got += static_cast<int64_t>(bytes);
  if (way.left > 0 || receive.got < receive.bytes)
    return;
  receive.isDone = true;
  auto found = order.find({way.rank, way.tag});
  found->second.pop_front();
  if (found->second.empty())
    order.erase(found);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

void TcpEngine::progress() {
  states.assign(1, {door.get(), POLLIN, 0});
  for (const Incoming &way : incoming)
    states.push_back({way.socket.get(), POLLIN, 0});
  if (sys::poll(states.data(), states.size(), 0) > 0) {
    for (size_t i = 1; i < states.size(); ++i)
      if (states[i].revents)
        read(incoming[i - 1]);
    if (states[0].revents)
      letIn();
    incoming.erase(
        std::remove_if(incoming.begin(), incoming.end(),
                       [](const Incoming &way) { return !way.isOpen; }),
        incoming.end());
  }
  for (size_t peer = 0; peer < outgoing.size(); ++peer) {
    write(static_cast<int32_t>(peer));
    failIfLasting(outgoing[peer].dialling);
  }
  failIfLasting(lost);
}

bool TcpEngine::poll(int32_t &out_source, std::vector<char> &out_message) {
  if (inbox.empty())
    progress();
  if (inbox.empty())
    return false;
  out_source = inbox.front().first;
  out_message = std::move(inbox.front().second);
  inbox.pop_front();
  return true;
}

bool TcpEngine::test(Request request) {
  if (auto found = sends.find(request); found != sends.end()) {
    bool isDone = found->second.isDone;
    if (isDone)
      sends.erase(found);
    return isDone;
  }
  auto found = receives.find(request);
  bool isDone = found->second.isDone;
  if (isDone)
    receives.erase(found);
  return isDone;
}

void TcpEngine::close(bool isHealthy) {
  int64_t deadline = nowNanoseconds() + kFlush;
  auto isSending = [&] {
    return std::any_of(outgoing.begin(), outgoing.end(),
                       [](const Outgoing &way) { return way.hasMore(); });
  };
  while (isHealthy && failed.empty() && isSending() &&
         nowNanoseconds() < deadline) {
    progress();
    sched_yield();
  }
}

std::unique_ptr<Engine>
popt::rt::makeTcpEngine(Socket door, uint64_t run, int32_t rank,
                        std::vector<TcpAddress> addresses,
                        double patienceSeconds) {
  return std::make_unique<TcpEngine>(std::move(door), run, rank,
                                     std::move(addresses), patienceSeconds);
}
