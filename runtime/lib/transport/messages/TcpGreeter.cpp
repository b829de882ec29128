//===- TcpGreeter.cpp - Connections between ranks -------------------------===//
//
// From a peer's address to the first frame, in both directions. The engine's
// calls make the handshake, or a thread while there are none. Tests:
// TcpEngineTest, LettersTest.
//
//===----------------------------------------------------------------------===//

#include "TcpWays.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

using namespace popt::rt;
using namespace popt::rt::tcp;

namespace {
constexpr int64_t kDialAgain = kSecond / 10;
/// Timeout for acknowledgements of a peer's kernel; relays report it earlier.
constexpr int kUnreachableSeconds = 20;
/// Limit of connections without a hello; the oldest is dropped.
constexpr size_t kMostUnknown = 256;
/// Limit of connections with a hello and without its proof, in number and time.
/// Further hellos are not answered; their clients try again.
constexpr size_t kMostAnswered = 256;
constexpr int64_t kAnswered = 10 * kSecond;
/// Limit of bytes of a message of the handshake.
constexpr uint32_t kMostGreeting = 64;
constexpr const char *kNotRight =
    "what is there is another program, or does not know the secret";
} // namespace

TcpEngine::TcpEngine(Socket listener, const TcpRun &run, int32_t rank,
                     std::vector<TcpAddress> addresses, double patience)
    : listener(std::move(listener)), run(run), rank(rank),
      addresses(std::move(addresses)),
      patience(static_cast<int64_t>(patience * kSecond)),
      outgoing(this->addresses.size()),
      wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  try {
    sys::beforeThread();
    greeter = std::thread([this] { greetPeers(); });
  } catch (const std::system_error &) {
    // The rank's own thread makes handshakes, too, whenever it waits for
    // messages.
  }
}

TcpEngine::~TcpEngine() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  wakeGreeter();
  if (greeter.joinable())
    greeter.join();
}

void TcpEngine::cannotReach(int32_t target, const char *why) {
  to(target).dialling.say(nameOf(target) + " cannot be reached: " + why +
                          "; a firewall may keep their hosts apart");
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
  if (!error) {
    way.state = Outgoing::Dialling;
    wakeGreeter();
    return true;
  }
  way.socket = Socket();
  cannotReach(target, std::strerror(error));
  return false;
}

/// The connection is open: says hello.
void TcpEngine::ask(int32_t target) {
  Outgoing &way = to(target);
  way.state = Outgoing::Asking;
  way.dialling = {};
  way.asking = std::make_unique<Connection>(std::move(way.socket), run.number,
                                            kMostGreeting);
  way.asking->watchHost(kUnreachableSeconds);
  MessageWriter hello;
  hello.put(rank);
  hello.put(target);
  way.handshake = ClientHandshake(*way.asking, Purpose::Data, hello.bytes);
}

/// It is tried again, for a while: too many unknown connections may be open at
/// once.
void TcpEngine::isNotAnswered(int32_t target, const char *why) {
  Outgoing &way = to(target);
  way.asking = nullptr;
  way.state = Outgoing::Away;
  way.refused.say(nameOf(target) + " cannot be reached: " + why);
  failIfLasting(way.refused);
}

/// Whether the peer has proved that it is there, and takes frames. It may compute
/// meanwhile, for however long.
bool TcpEngine::isAnswered(int32_t target) {
  Outgoing &way = to(target);
  bool isThere = way.asking->move();
  MessageKind kind;
  Bytes message;
  while (way.asking->take(kind, message)) {
    if (kind == MessageKind::Refused && way.handshake.hasProved()) {
      fail(nameOf(target) + " is connected with rank " + std::to_string(rank) +
           " already: another process calls itself that");
      return false;
    }
    if (kind == MessageKind::Welcome && way.handshake.hasProved()) {
      way.socket = way.asking->release();
      way.asking = nullptr;
      way.state = Outgoing::Connected;
      way.refused = {};
      way.isBroken = way.socket.get() < 0;
      if (way.isBroken)
        hasLost(target, "right after its welcome");
      return !way.isBroken;
    }
    if (kind != MessageKind::Challenge ||
        !way.handshake.prove(*way.asking, message, run.secret)) {
      isNotAnswered(target, kNotRight);
      return false;
    }
    isThere &= way.asking->move();
  }
  if (!isThere)
    isNotAnswered(target, way.asking->ending() == Ending::Closed
                              ? "what is there closes the connection"
                              : kNotRight);
  return false;
}

/// Whether frames can be sent. What is wrong is tried again, for a while.
bool TcpEngine::isThere(int32_t target) {
  Outgoing &way = to(target);
  if (way.state == Outgoing::Connected)
    return true;
  if (way.state == Outgoing::Asking)
    return isAnswered(target);
  if (way.state == Outgoing::Away && !dial(target))
    return false;
  pollfd state = {way.socket.get(), POLLOUT, 0};
  if (sys::poll(&state, 1, 0) < 1)
    return false;
  if (int error = errorOf(way.socket)) {
    way.socket = Socket();
    way.state = Outgoing::Away;
    cannotReach(target, std::strerror(error));
    return false;
  }
  ask(target);
  return isAnswered(target);
}

void TcpEngine::letIn() {
  for (int i = 0; i < 100; ++i) {
    Socket guest = acceptFrom(listener);
    if (guest.get() < 0)
      return;
    auto isUnknown = [](const Incoming &way) { return way.isUnknown(); };
    if (std::count_if(incoming.begin(), incoming.end(), isUnknown) ==
        kMostUnknown)
      incoming.erase(std::find_if(incoming.begin(), incoming.end(), isUnknown));
    watchHost(guest, kUnreachableSeconds);
    incoming.emplace_back();
    incoming.back().greeting = std::make_unique<Connection>(
        std::move(guest), run.number, kMostGreeting);
  }
}

/// Makes room for one more connection without a proof.
bool TcpEngine::hasRoom() {
  auto isUnproved = [](const Incoming &way) { return way.isUnproved(); };
  auto count = static_cast<size_t>(
      std::count_if(incoming.begin(), incoming.end(), isUnproved));
  int64_t late = nowNanoseconds() - kAnswered;
  for (Incoming &way : incoming)
    if (count >= kMostAnswered && way.isUnproved() && way.answered < late) {
      way.isOpen = false;
      way.greeting = nullptr;
      return true;
    }
  return count < kMostAnswered;
}

/// A message of the handshake. False: it is not of this run, not proved, or of a
/// rank that is connected, which is told once it has proved that.
bool TcpEngine::hear(Incoming &way, MessageKind kind, const Bytes &message) {
  if (!way.handshake.hasHello()) {
    MessageReader in = readHello(message);
    way.rank = in.take<int32_t>();
    auto target = in.take<int32_t>();
    if (!in.isGood() || !in.isAtEnd() || target != rank || way.rank < 0 ||
        static_cast<size_t>(way.rank) >= addresses.size() || way.rank == rank ||
        !hasRoom())
      return false;
    way.answered = nowNanoseconds();
  }
  auto state = way.handshake.take(*way.greeting, kind, message, run.secret);
  if (state != ServerHandshake::State::Proven)
    return state == ServerHandshake::State::GoesOn;
  way.isWelcome = !to(way.rank).hasCome;
  to(way.rank).hasCome = true;
  way.greeting->send(
      way.isWelcome ? MessageKind::Welcome : MessageKind::Refused, {});
  way.greeting->push(); // what comes after a welcome is no message
  return way.isWelcome;
}

/// A connection whose rank is not proved, or not yet told that it is welcome.
void TcpEngine::greet(Incoming &way) {
  if (way.isWelcome)
    way.greeting->push();
  else
    way.isOpen = way.greeting->move();
  MessageKind kind;
  Bytes message;
  while (way.isOpen && !way.isWelcome && way.greeting->take(kind, message))
    way.isOpen = hear(way, kind, message);
  if (!way.isOpen || !way.isWelcome ||
      (way.greeting->isSending() && way.greeting->ending() == Ending::None))
    return;
  way.socket = way.greeting->release();
  way.greeting = nullptr;
  way.bytes.resize(kReadBytes);
  way.isOpen = way.socket.get() >= 0;
}

void TcpEngine::dropClosed() {
  incoming.erase(
      std::remove_if(incoming.begin(), incoming.end(),
                     [](const Incoming &way) { return !way.isOpen; }),
      incoming.end());
}

/// What the greeter waits for; for how many milliseconds at most.
int TcpEngine::awaitPeers(std::vector<pollfd> &states) {
  int most = 1000;
  states.assign({{wake.get(), POLLIN, 0}, {listener.get(), POLLIN, 0}});
  auto await = [&](const Connection &way) {
    short events = static_cast<short>(POLLIN | (way.isSending() ? POLLOUT : 0));
    states.push_back({way.file(), events, 0});
  };
  for (const Incoming &way : incoming)
    if (way.greeting)
      await(*way.greeting);
  for (const Outgoing &way : outgoing) {
    if (way.state == Outgoing::Dialling)
      states.push_back({way.socket.get(), POLLOUT, 0});
    else if (way.asking)
      await(*way.asking);
    else if (way.state == Outgoing::Away && way.hasMore())
      most = 20; // it dials again
  }
  return most;
}

void TcpEngine::greetPeers() {
  std::vector<pollfd> states;
  std::unique_lock<std::mutex> lock(mutex);
  while (!isOver) {
    int most = awaitPeers(states);
    lock.unlock();
    sys::poll(states.data(), states.size(), most);
    lock.lock();
    if (isOver)
      return;
    uint64_t unread;
    static_cast<void>(::read(wake.get(), &unread, sizeof unread) == 0);
    size_t before = incoming.size();
    if (states[1].revents)
      letIn();
    for (Incoming &way : incoming)
      if (way.greeting)
        greet(way);
    dropClosed();
    for (size_t peer = 0; peer < outgoing.size(); ++peer)
      if (outgoing[peer].state != Outgoing::Connected)
        write(static_cast<int32_t>(peer));
    // There may be no file for the next connection.
    if (states[1].revents && incoming.size() <= before) {
      lock.unlock();
      usleep(10000);
      lock.lock();
    }
  }
}
