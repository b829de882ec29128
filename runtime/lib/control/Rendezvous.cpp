//===- Rendezvous.cpp - Ranks of several hosts find each other ------------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Rendezvous.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <random>
#include <unistd.h>

using namespace popt::rt;

namespace {
/// Of what a rank says first, and of what it hears then.
constexpr uint32_t kMostHello = 64 << 10, kMostAnswer = 16 << 20;
/// So many may have come and not said who they are, so long; the first leave.
constexpr size_t kMostSilent = 256;
constexpr int kSilentMilliseconds = 10000;
/// So long rank 0 tells those who come later what went wrong.
constexpr double kGraceSeconds = 2;
/// Rank 0 knows who is missing, so its answer is waited for a little longer.
constexpr double kPatienceSeconds = 5;

/// Who has come and has not said who it is.
struct Silent {
  std::unique_ptr<Connection> way;
  Deadline patience;
};
/// A rank that has come.
struct Guest {
  std::unique_ptr<Connection> way; ///< null: it has not
  Host host;
  int32_t process = 0;
  TcpAddress address; ///< as rank 0 sees it; no host: that of rank 0
};

/// Rank 0, which waits for the others.
class Reception {
public:
  Reception(const Door &door, const Comer &self)
      : door(door.socket()), self(self),
        guests(static_cast<size_t>(self.size)) {
    guests[0].host = self.host;
    guests[0].process = getpid();
    guests[0].address.port = self.port;
  }
  bool run(double timeoutSeconds, Rendezvous &out_met, std::string &error);
  /// Hears who has come; false and a message if nothing may run.
  bool look(std::string &error);
  bool isMissing() const {
    return std::any_of(guests.begin() + 1, guests.end(),
                       [](const Guest &guest) { return !guest.way; });
  }
  std::string missing() const;

private:
  void letIn();
  bool hear(std::string &error);
  bool welcome(Silent &comer, const Bytes &hello, std::string &error);
  void dropWhoLeft();
  void refuse(Deadline deadline, const std::string &error);
  void handOut(Rendezvous &out_met);

  const Socket &door;
  const Comer &self;
  std::vector<Silent> silent;
  std::vector<Guest> guests; ///< by rank
};
} // namespace

static Bytes textMessage(const std::string &text) {
  MessageWriter message;
  message.putText(text);
  return std::move(message.bytes);
}

/// Sends all that is queued, as far as the other end takes it within a second.
static void flush(Connection &way) {
  Deadline deadline(1);
  while (way.move() && way.isSending() && !deadline.isOver()) {
    pollfd state = {way.file(), POLLOUT, 0};
    sys::poll(&state, 1, deadline.milliseconds(100));
  }
}

static std::string otherVersion(const Connection &way) {
  return "the process at " + way.peer() +
         " is of another version of popt (its messages are of version " +
         std::to_string(way.otherVersion()) + ", those of this process of " +
         std::to_string(kMessageVersion) +
         "): start all ranks with the same popt";
}

//===----------------------------------------------------------------------===//
// Rank 0
//===----------------------------------------------------------------------===//

bool Door::open(int port, std::string &out_error) {
  if (listenOn(port, door, number))
    return true;
  out_error = "rank 0 cannot wait for the other hosts at port " +
              std::to_string(port) + ": " + std::strerror(errno) +
              "; POPT_PORT names another, the same on all ranks";
  return false;
}

void Reception::letIn() {
  for (int i = 0; i < 1000; ++i) {
    Socket guest = acceptFrom(door);
    if (guest.get() < 0)
      return;
    if (silent.size() == kMostSilent)
      silent.erase(silent.begin());
    silent.push_back(
        {std::make_unique<Connection>(std::move(guest), self.job, kMostHello),
         Deadline(kSilentMilliseconds * 1e-3)});
  }
}

/// Those who have said something. False and a message if a rank is not as it
/// should be: of several, the first.
bool Reception::hear(std::string &error) {
  bool ok = true;
  auto fail = [&](const std::string &problem) {
    if (ok)
      error = problem;
    ok = false;
  };
  std::vector<Silent> still;
  for (Silent &comer : silent) {
    bool isThere = comer.way->move();
    MessageKind kind;
    Bytes hello;
    std::string problem;
    if (comer.way->take(kind, hello)) {
      if (kind == MessageKind::Hello && !welcome(comer, hello, problem))
        fail(problem);
    } else if (comer.way->ending() == Ending::Version) {
      problem = otherVersion(*comer.way);
      comer.way->send(MessageKind::Refused, textMessage(problem));
      flush(*comer.way);
      fail(problem);
    } else if (isThere && !comer.patience.isOver()) {
      still.push_back(std::move(comer));
    }
  }
  silent = std::move(still);
  return ok;
}

bool Reception::welcome(Silent &comer, const Bytes &hello, std::string &error) {
  MessageReader in(hello);
  auto rank = in.take<int64_t>(), size = in.take<int64_t>();
  Guest guest;
  guest.process = in.take<int32_t>();
  guest.address.port = in.take<uint16_t>();
  guest.host.id = in.takeText();
  guest.host.name = in.takeText();
  Facts facts;
  for (auto count = in.take<uint64_t>(); count && in.isGood(); --count) {
    std::string name = in.takeText();
    facts[name] = in.takeText();
  }
  if (!in.isGood() || !in.isAtEnd())
    return true; // no rank speaks so
  bool isKnown = rank >= 1 && rank < self.size;
  bool isTwice = isKnown && guests[static_cast<size_t>(rank)].way;
  std::string name = "rank " + std::to_string(rank);
  if (size != self.size)
    error = name + " on " + guest.host.name + " is one of " +
            std::to_string(size) + " ranks, rank 0 one of " +
            std::to_string(self.size) + ": start all with the same number";
  else if (!isKnown)
    error = "a process on " + guest.host.name + " calls itself " + name +
            " of " + std::to_string(self.size);
  else if (isTwice)
    error = name + " is there twice, on " +
            guests[static_cast<size_t>(rank)].host.name + " and on " +
            guest.host.name + ": each process needs a rank of its own";
  else
    error = differenceOf(rank, facts, self.facts);
  bool isRight = error.empty();
  comer.way->send(isRight || (isKnown && !isTwice) ? MessageKind::Welcome
                                                   : MessageKind::Refused,
                  textMessage(error));
  flush(*comer.way);
  if (guest.host.id != self.host.id)
    guest.address.host = comer.way->addressOfPeer();
  // One that is wrong hears of it in the end, like all others.
  if (isKnown && !isTwice) {
    guest.way = std::move(comer.way);
    guests[static_cast<size_t>(rank)] = std::move(guest);
  }
  return isRight;
}

/// Ranks that have ended may come again.
void Reception::dropWhoLeft() {
  for (Guest &guest : guests)
    if (guest.way && !guest.way->move())
      guest = Guest();
}

bool Reception::look(std::string &error) {
  std::vector<pollfd> states = {{door.get(), POLLIN, 0}};
  for (const Silent &comer : silent)
    states.push_back({comer.way->file(), POLLIN, 0});
  for (const Guest &guest : guests)
    if (guest.way)
      states.push_back({guest.way->file(), POLLIN, 0});
  sys::poll(states.data(), states.size(), 100);
  letIn();
  dropWhoLeft();
  return hear(error);
}

std::string Reception::missing() const {
  std::string text;
  size_t count = 0;
  for (size_t rank = 1; rank < guests.size(); ++rank)
    if (!guests[rank].way)
      text += (count++ ? ", " : "") + std::to_string(rank);
  return (count == 1 ? "rank " : "ranks ") + text;
}

void Reception::refuse(Deadline deadline, const std::string &error) {
  Deadline grace(kGraceSeconds);
  std::string others;
  while (isMissing() && !deadline.isOver() && !grace.isOver())
    static_cast<void>(look(others));
  for (Guest &guest : guests)
    if (guest.way) {
      guest.way->send(MessageKind::Refused, textMessage(error));
      flush(*guest.way);
    }
}

/// Ranks of this host are reached without a network, those of rank 0's where rank
/// 0 was.
static void fillAddresses(HostMap &hosts, int64_t rank,
                          const std::string &ofRank0) {
  for (size_t r = 0; r < hosts.addresses.size(); ++r) {
    std::string &host = hosts.addresses[r].host;
    if (hosts.hostOfRank[r] == hosts.hostOf(rank))
      host = "127.0.0.1";
    else if (host.empty())
      host = ofRank0;
  }
}

/// Who is where, to all; connections to other hosts stay.
void Reception::handOut(Rendezvous &out_met) {
  HostMap &hosts = out_met.hosts;
  std::vector<std::string> ids;
  for (const Guest &guest : guests) {
    auto known = std::find(ids.begin(), ids.end(), guest.host.id);
    hosts.hostOfRank.push_back(static_cast<int32_t>(known - ids.begin()));
    hosts.processes.push_back(guest.process);
    hosts.addresses.push_back(guest.address);
    if (known != ids.end())
      continue;
    ids.push_back(guest.host.id);
    hosts.names.push_back(guest.host.name);
  }
  std::random_device random;
  hosts.token = uint64_t(random()) << 32 | random();
  MessageWriter message;
  message.put(hosts.token);
  message.put<uint64_t>(hosts.names.size());
  for (const std::string &name : hosts.names)
    message.putText(name);
  message.putList(hosts.hostOfRank);
  message.putList(hosts.processes);
  for (const TcpAddress &address : hosts.addresses) {
    message.putText(address.host);
    message.put<uint16_t>(static_cast<uint16_t>(address.port));
  }
  fillAddresses(hosts, 0, "");
  out_met.connections.resize(hosts.names.size());
  for (size_t rank = 1; rank < guests.size(); ++rank) {
    Connection &way = *guests[rank].way;
    way.send(MessageKind::Hosts, message.bytes);
    flush(way);
    auto &kept =
        out_met.connections[static_cast<size_t>(hosts.hostOfRank[rank])];
    if (hosts.hostOfRank[rank] != 0 && !kept)
      kept = std::move(guests[rank].way);
  }
}

bool Reception::run(double timeoutSeconds, Rendezvous &out_met,
                    std::string &error) {
  Deadline deadline(timeoutSeconds);
  bool ok = awaitAll(*this, deadline,
                     "rank 0, which waits on " + self.host.name, error);
  if (ok)
    handOut(out_met);
  else
    refuse(deadline, error);
  return ok;
}

bool popt::rt::receiveRanks(const Door &door, const Comer &self,
                            double timeoutSeconds, Rendezvous &out_met,
                            std::string &out_error) {
  return Reception(door, self).run(timeoutSeconds, out_met, out_error);
}

//===----------------------------------------------------------------------===//
// All others
//===----------------------------------------------------------------------===//

Bytes popt::rt::helloOf(const Comer &self) {
  MessageWriter message;
  message.put(self.rank);
  message.put(self.size);
  message.put<int32_t>(getpid());
  message.put(static_cast<uint16_t>(self.port));
  message.putText(self.host.id);
  message.putText(self.host.name);
  message.put<uint64_t>(self.facts.size());
  for (const auto &[name, value] : self.facts) {
    message.putText(name);
    message.putText(value);
  }
  return std::move(message.bytes);
}

/// The next message; false if there is none before the deadline, or none any
/// more.
static bool await(Connection &way, const Deadline &deadline,
                  MessageKind &out_kind, Bytes &out_message) {
  while (!way.take(out_kind, out_message)) {
    if (deadline.isOver())
      return false;
    short events = static_cast<short>(POLLIN | (way.isSending() ? POLLOUT : 0));
    pollfd state = {way.file(), events, 0};
    sys::poll(&state, 1, deadline.milliseconds(100));
    if (!way.move())
      return way.take(out_kind, out_message);
  }
  return true;
}

/// Goes to rank 0 once. Null and what was wrong if it does not answer; then
/// `out_isFinal` says whether it is of no use to try again.
static std::unique_ptr<Connection>
knock(const StoreAddress &address, const Comer &self, const Deadline &deadline,
      std::string &out_problem, bool &out_isFinal) {
  Socket socket;
  if (!dial(address, deadline, socket, out_problem, out_isFinal)) {
    if (out_isFinal)
      out_problem = "rank 0 cannot be reached at " + address.describe() + ": " +
                    out_problem;
    return nullptr;
  }
  auto way =
      std::make_unique<Connection>(std::move(socket), self.job, kMostAnswer);
  way->send(MessageKind::Hello, helloOf(self));
  auto kind = MessageKind::Bye;
  Bytes answer;
  Deadline patience(std::max(1, deadline.milliseconds(kSilentMilliseconds)) *
                    1e-3);
  if (await(*way, patience, kind, answer) && kind == MessageKind::Welcome)
    return way;
  out_problem = "what listens there is not rank 0 of this job";
  out_isFinal = true;
  if (way->ending() == Ending::Version)
    out_problem = otherVersion(*way);
  else if (kind == MessageKind::Refused && !answer.empty())
    out_problem = MessageReader(answer).takeText();
  else
    out_isFinal = false; // another job may be about to end
  return nullptr;
}

static bool readHosts(const Bytes &message, size_t ranks, HostMap &out_hosts) {
  MessageReader in(message);
  out_hosts.token = in.take<uint64_t>();
  for (auto count = in.take<uint64_t>(); count && in.isGood(); --count)
    out_hosts.names.push_back(in.takeText());
  out_hosts.hostOfRank = in.takeList<int32_t>();
  out_hosts.processes = in.takeList<int32_t>();
  for (size_t rank = 0; rank < ranks && in.isGood(); ++rank) {
    TcpAddress address;
    address.host = in.takeText();
    address.port = in.take<uint16_t>();
    out_hosts.addresses.push_back(std::move(address));
  }
  return in.isGood() && out_hosts.hostOfRank.size() == ranks &&
         out_hosts.processes.size() == ranks;
}

bool popt::rt::goToRank0(const StoreAddress &address, const Comer &self,
                         double timeoutSeconds, Rendezvous &out_met,
                         std::string &out_error) {
  Deadline deadline(timeoutSeconds);
  std::unique_ptr<Connection> way;
  std::string problem;
  bool isFinal = false;
  while (!way && !isFinal) {
    way = knock(address, self, deadline, problem, isFinal);
    if (way || isFinal)
      break;
    if (deadline.isOver()) {
      out_error = "rank 0 did not answer at " + address.describe() +
                  " within " + deadline.describe() + ": " + problem;
      return false;
    }
    usleep(100000);
  }
  if (!way) {
    out_error = problem;
    return false;
  }
  // The answer that counts.
  auto kind = MessageKind::Bye;
  Bytes answer;
  double patience = timeoutSeconds > 0 ? timeoutSeconds + kPatienceSeconds : 0;
  bool isHeard = await(*way, Deadline(patience), kind, answer);
  if (isHeard && kind == MessageKind::Refused)
    out_error = MessageReader(answer).takeText();
  else if (!isHeard || kind != MessageKind::Hosts ||
           !readHosts(answer, static_cast<size_t>(self.size), out_met.hosts))
    out_error = "rank 0 left before the run began";
  if (!out_error.empty())
    return false;
  fillAddresses(out_met.hosts, self.rank, way->addressOfPeer());
  if (out_met.hosts.isConnector(self.rank))
    out_met.connections.push_back(std::move(way));
  return true;
}
