//===- Rendezvous.cpp - Rank 0, which waits for the others ----------------===//
//
// The others: RendezvousClient.cpp. Tests: HostsTest, FramesTest.
//
//===----------------------------------------------------------------------===//
#include "Rendezvous.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <random>
#include <set>
#include <unistd.h>

using namespace popt::rt;

namespace {
/// Limits of connections without a proof, in number and seconds; the oldest is
/// dropped.
constexpr size_t kMostSilent = 256;
constexpr int kSilentMilliseconds = 10000;
/// How long rank 0 answers late ranks with what went wrong.
constexpr int kGraceMilliseconds = 2000;

/// A connection without a proof.
struct Silent {
  std::unique_ptr<Connection> way;
  Deadline patience;
  ServerHandshake handshake;
  Hello hello; ///< that it has said, if any
};
/// A rank that has come.
struct Guest {
  std::unique_ptr<Connection> way; ///< null: it has not
  Host host;
  int32_t process = 0;
  bool isOut = false;   ///< it can't take part
  bool isReady = false; ///< it has said where it listens
  PeerListener listener;
};

/// Rank 0, which waits for the others.
class Reception {
public:
  Reception(const Listener &listener, const JoinRequest &self)
      : listener(listener.socket()), self(self),
        guests(static_cast<size_t>(self.size)) {
    guests[0].host = self.host;
    guests[0].process = getpid();
  }
  bool run(double timeoutSeconds, Rendezvous &out_met, std::string &error);
  /// Receives what connections sent; false and a message if nothing may run.
  bool look(std::string &error);
  std::vector<int64_t> missing() const;
  const Strays &strays() const { return sentAway; }
  /// Answers every rank that connects before the deadline with the error.
  void refuse(Deadline deadline, const std::string &error);

private:
  void letIn();
  bool hear(std::string &error);
  bool examine(Silent &candidate, ServerHandshake::State &out_state);
  bool welcome(Silent &candidate, std::string &error);
  void sendAway(Connection &way, const std::string &problem);
  void dropClosed();
  HostMap findHosts() const;
  std::string ownAddress() const;
  bool openListeners(Rendezvous &out_met, std::string &error);
  bool awaitListeners(std::string &error);
  bool takeListener(Guest &guest, std::string &error);
  bool handOut(Rendezvous &out_met, std::string &error);

  const Socket &listener;
  const JoinRequest &self;
  std::vector<Silent> silent;
  std::vector<Guest> guests; ///< by rank
  Strays sentAway;
};
} // namespace

std::string popt::rt::describeVersion(const Connection &way) {
  return "messages of version " + std::to_string(way.otherVersion()) +
         ", those of this process are of " + std::to_string(kMessageVersion) +
         ": start all ranks with the same popt";
}

bool Listener::open(int port, std::string &out_error) {
  if (listenOn(port, listener, number))
    return true;
  out_error = "rank 0 cannot wait for the other hosts at port " +
              std::to_string(port) + ": " + std::strerror(errno) +
              "; POPT_PORT names another, the same on all ranks";
  return false;
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

void Reception::letIn() {
  for (int i = 0; i < 1000; ++i) {
    Socket guest = acceptFrom(listener);
    if (guest.get() < 0)
      return;
    if (silent.size() == kMostSilent)
      silent.erase(silent.begin());
    silent.push_back(
        {std::make_unique<Connection>(std::move(guest), self.job, kMostHello),
         Deadline(kSilentMilliseconds * 1e-3),
         ServerHandshake(Purpose::Rendezvous),
         {}});
  }
}

/// Tells it why, and remembers it.
void Reception::sendAway(Connection &way, const std::string &problem) {
  way.send(MessageKind::Refused, textMessage(problem));
  flush(way);
}

static std::string nameOf(const Connection &way, const Hello &hello) {
  return way.addressOfPeer() + " (rank " + std::to_string(hello.rank) + " of " +
         std::to_string(hello.size) +
         (hello.host.name.empty() ? ")" : " on " + hello.host.name + ")");
}

/// What it has said so far. False: it is of no interest any more.
bool Reception::examine(Silent &candidate, ServerHandshake::State &out_state) {
  using State = ServerHandshake::State;
  Connection &way = *candidate.way;
  Hello &hello = candidate.hello;
  bool isThere = way.move();
  MessageKind kind;
  Bytes message;
  out_state = State::GoesOn;
  while (out_state == State::GoesOn && way.take(kind, message))
    out_state = candidate.handshake.hasHello() || read(message, hello)
                    ? candidate.handshake.take(way, kind, message, self.secret)
                    : State::Stranger;
  if (out_state == State::Proven)
    return true;
  if (out_state == State::KnowsNoSecret) {
    std::string problem = "does not know the secret of rank 0";
    sentAway.add(nameOf(way, hello) + ", which " + problem);
    sendAway(way, "this rank " + problem +
                      ": give all ranks the same POPT_SECRET or --secret-file");
    return false;
  }
  if (way.ending() == Ending::Version) {
    std::string problem = describeVersion(way);
    sentAway.add(way.addressOfPeer() + " with " + problem);
    sendAway(way, "rank 0 hears " + problem);
    return false;
  }
  bool isStranger = out_state == State::Stranger;
  // The client found that rank 0 does not know the secret.
  if (!isThere && !isStranger && hello.size > 0)
    sentAway.add(nameOf(way, hello) +
                 ", which left at once: all ranks need the "
                 "same POPT_SECRET or --secret-file");
  return isThere && !isStranger && !candidate.patience.isOver();
}

/// Connections that sent something. False and a message if a rank is not as it
/// should be: of several, the first.
bool Reception::hear(std::string &error) {
  bool ok = true;
  std::vector<Silent> still;
  for (Silent &candidate : silent) {
    ServerHandshake::State state;
    std::string problem;
    if (!examine(candidate, state))
      continue;
    if (state != ServerHandshake::State::Proven) {
      still.push_back(std::move(candidate));
    } else if (!welcome(candidate, problem)) {
      if (ok)
        error = problem;
      ok = false;
    }
  }
  silent = std::move(still);
  return ok;
}

bool Reception::welcome(Silent &candidate, std::string &error) {
  const Hello &hello = candidate.hello;
  Connection &way = *candidate.way;
  bool isKnown = hello.rank >= 1 && hello.rank < self.size;
  bool isTwice = isKnown && guests[static_cast<size_t>(hello.rank)].way;
  std::string name = "rank " + std::to_string(hello.rank), problem;
  if (!isKnown)
    problem = "a process on " + hello.host.name + " calls itself " + name +
              " of " + std::to_string(hello.size) + ", and rank 0 is one of " +
              std::to_string(self.size) + ": start all with the same number";
  else if (isTwice)
    problem = name + " is there already, on " +
              guests[static_cast<size_t>(hello.rank)].host.name +
              ": each process needs a rank of its own";
  else if (hello.size != self.size && hello.failure.empty())
    problem = name + " on " + hello.host.name + " is one of " +
              std::to_string(hello.size) + " ranks, rank 0 one of " +
              std::to_string(self.size) + ": start all with the same number";
  if (!problem.empty()) {
    sentAway.add(nameOf(way, hello) +
                 (isTwice
                      ? ", though that is there already"
                      : ", where ranks are of " + std::to_string(self.size)) +
                 (hello.failure.empty() ? "" : ", to say: " + hello.failure));
    sendAway(way, problem);
    return true;
  }
  Guest &guest = guests[static_cast<size_t>(hello.rank)];
  if (!hello.failure.empty()) {
    guest.isOut = true;
    error =
        name + " on " + hello.host.name + " could not start: " + hello.failure;
  } else {
    error = printable(differenceOf(hello.rank, hello.facts, self.facts), 16000);
  }
  way.send(MessageKind::Welcome, {});
  flush(way);
  if (guest.isOut)
    return false;
  // A rank that differs gets the reason in the end, like all others.
  guest.host = hello.host;
  guest.process = hello.process;
  if (guest.host.id != self.host.id)
    guest.listener.outside = way.addressOfPeer();
  guest.way = std::move(candidate.way);
  return error.empty();
}

/// Ranks that have ended may come again. Those that wait have nothing to say.
void Reception::dropClosed() {
  MessageKind kind;
  Bytes unread;
  for (Guest &guest : guests) {
    if (!guest.way)
      continue;
    bool isThere = guest.way->move();
    while (guest.way->take(kind, unread))
      ;
    if (!isThere)
      guest = Guest();
  }
}

bool Reception::look(std::string &error) {
  std::vector<pollfd> states = {{listener.get(), POLLIN, 0}};
  for (const Silent &candidate : silent)
    states.push_back({candidate.way->file(), POLLIN, 0});
  for (const Guest &guest : guests)
    if (guest.way)
      states.push_back({guest.way->file(), POLLIN, 0});
  sys::poll(states.data(), states.size(), 100);
  letIn();
  dropClosed();
  return hear(error);
}

std::vector<int64_t> Reception::missing() const {
  std::vector<int64_t> ranks;
  for (size_t rank = 1; rank < guests.size(); ++rank)
    if (!guests[rank].way && !guests[rank].isOut)
      ranks.push_back(static_cast<int64_t>(rank));
  return ranks;
}

void Reception::refuse(Deadline deadline, const std::string &error) {
  std::string others;
  while (!missing().empty() && !deadline.isOver())
    static_cast<void>(look(others));
  for (Guest &guest : guests)
    if (guest.way)
      sendAway(*guest.way, error);
}

//===----------------------------------------------------------------------===//
// Addresses of ranks
//===----------------------------------------------------------------------===//

HostMap Reception::findHosts() const {
  HostMap hosts;
  std::vector<std::string> ids;
  for (const Guest &guest : guests) {
    auto known = std::find(ids.begin(), ids.end(), guest.host.id);
    hosts.hostOfRank.push_back(static_cast<int32_t>(known - ids.begin()));
    hosts.processes.push_back(guest.process);
    if (known != ids.end())
      continue;
    ids.push_back(guest.host.id);
    hosts.names.push_back(guest.host.name);
  }
  std::random_device random;
  hosts.token = uint64_t(random()) << 32 | random();
  return hosts;
}

/// At which the other hosts have found this one; "" if at several.
std::string Reception::ownAddress() const {
  std::set<std::string> addresses;
  for (const Guest &guest : guests)
    if (guest.way && guest.host.id != self.host.id)
      addresses.insert(guest.way->addressOfOwnEnd());
  return addresses.size() == 1 ? *addresses.begin() : "";
}

/// Sends the hosts of all ranks, and receives the address at which each listens
/// for its peers.
bool Reception::openListeners(Rendezvous &out_met, std::string &error) {
  HostMap &hosts = out_met.hosts;
  const std::string address = ownAddress();
  if (self.needsListener && hosts.size() > 1 &&
      !openPeerListener(address, out_met.listener, guests[0].listener)) {
    error = "rank 0 on " + self.host.name +
            " cannot listen for other hosts: " + std::strerror(errno);
    return false;
  }
  MessageWriter message;
  message.put(hosts.token);
  message.put<uint64_t>(hosts.names.size());
  for (const std::string &name : hosts.names)
    message.putText(name);
  message.putList(hosts.hostOfRank);
  message.putList(hosts.processes);
  message.putText(address);
  for (Guest &guest : guests)
    if (guest.way) {
      guest.way->send(MessageKind::Hosts, message.bytes);
      flush(*guest.way);
    }
  return awaitListeners(error);
}

bool Reception::takeListener(Guest &guest, std::string &error) {
  std::string name = "rank " + std::to_string(&guest - guests.data()) + " on " +
                     guest.host.name;
  bool isThere = guest.way->move();
  MessageKind kind;
  Bytes message;
  while (!guest.isReady && guest.way->take(kind, message)) {
    if (kind != MessageKind::Listener)
      continue;
    MessageReader in(message);
    guest.listener.port = in.take<uint16_t>();
    guest.listener.inside = in.takeText();
    std::string failure = printable(in.takeText());
    guest.isReady = in.isGood() && in.isAtEnd() && failure.empty();
    if (!guest.isReady)
      error = name + " could not start: " + failure;
  }
  if (!isThere && !guest.isReady && error.empty())
    error = name + " left before the run began";
  return error.empty();
}

bool Reception::awaitListeners(std::string &error) {
  Deadline deadline(self.listenerSeconds);
  for (size_t rank = 1; rank < guests.size();) {
    Guest &guest = guests[rank];
    if (!takeListener(guest, error))
      return false;
    if (guest.isReady) {
      ++rank;
      continue;
    }
    if (deadline.isOver()) {
      error = "rank " + std::to_string(rank) + " on " + guest.host.name +
              " has come, and did not answer within " + deadline.describe();
      return false;
    }
    pollfd state = {guest.way->file(), POLLIN, 0};
    sys::poll(&state, 1, deadline.milliseconds(100));
  }
  return true;
}

/// Sends all addresses to all; connections to other hosts stay.
bool Reception::handOut(Rendezvous &out_met, std::string &error) {
  HostMap &hosts = out_met.hosts;
  hosts = findHosts();
  if (!openListeners(out_met, error))
    return false;
  std::vector<PeerListener> listeners;
  for (const Guest &guest : guests)
    listeners.push_back(guest.listener);
  fillAddresses(hosts, listeners, 0, "");
  Bytes message = write(listeners);
  out_met.connections.resize(hosts.names.size());
  for (size_t rank = 1; rank < guests.size(); ++rank) {
    Connection &way = *guests[rank].way;
    way.send(MessageKind::Listeners, message);
    flush(way);
    auto &kept =
        out_met.connections[static_cast<size_t>(hosts.hostOfRank[rank])];
    if (hosts.hostOfRank[rank] != 0 && !kept)
      kept = std::move(guests[rank].way);
  }
  return true;
}

bool Reception::run(double timeoutSeconds, Rendezvous &out_met,
                    std::string &error) {
  Deadline deadline(timeoutSeconds);
  if (awaitAll(*this, deadline, "rank 0, which waits on " + self.host.name,
               error) &&
      handOut(out_met, error))
    return true;
  int grace = std::max(1, deadline.milliseconds(kGraceMilliseconds));
  refuse(Deadline(grace * 1e-3), error);
  return false;
}

bool popt::rt::receiveRanks(const Listener &listener, const JoinRequest &self,
                            double timeoutSeconds, Rendezvous &out_met,
                            std::string &out_error) {
  return Reception(listener, self).run(timeoutSeconds, out_met, out_error);
}

int popt::rt::portOfRefusal(int port, uint64_t job) {
  constexpr int kFirst = 61440,
                kCount = 4096; // above the ephemeral ports of Linux
  int other = kFirst + static_cast<int>(job % kCount);
  return other != port ? other : kFirst + (other - kFirst + 1) % kCount;
}

void popt::rt::refuseRanks(int port, const JoinRequest &self, double seconds) {
  Listener listener;
  std::string unread;
  if (listener.open(port, unread) ||
      listener.open(portOfRefusal(port, self.job), unread))
    Reception(listener, self).refuse(Deadline(seconds), self.failure);
}
