//===- RendezvousClient.cpp - Ranks that connect to rank 0 ----------------===//
//
// And the exchange of the ports at which all listen. Tests: HostsTest,
// FramesTest.
//
//===----------------------------------------------------------------------===//
#include "Rendezvous.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace popt::rt;

namespace {
/// Bytes of rank 0's answer once it is authenticated.
constexpr uint32_t kMostAnswer = 16 << 20;
/// Timeout of the answer to a hello.
constexpr int kAnswerMilliseconds = 10000;
/// How long a rank tries the job's port before it asks the port of refusals, and how
/// long it tries that: a firewall may drop the attempt.
constexpr double kEarlySeconds = 1, kElsewhereSeconds = 0.5;
/// Between two attempts to reach it.
constexpr int kMostPauseMilliseconds = 100;
/// Rank 0 knows which ranks are missing, so its answer gets a longer timeout.
constexpr double kPatienceSeconds = 5;
/// Timeout until all ranks listen.
constexpr double kListenerSeconds = 30;
} // namespace

//===----------------------------------------------------------------------===//
// Listeners
//===----------------------------------------------------------------------===//

bool popt::rt::openPeerListener(const std::string &address,
                                Socket &out_listener, PeerListener &out_place) {
  out_place.inside = address;
  return address.empty() ? listenOn(0, out_listener, out_place.port)
                         : listenAt(address, out_listener, out_place.port);
}

Bytes popt::rt::write(const std::vector<PeerListener> &listeners) {
  MessageWriter message;
  for (const PeerListener &listener : listeners) {
    message.putText(listener.outside);
    message.putText(listener.inside);
    message.put(static_cast<uint16_t>(listener.port));
  }
  return std::move(message.bytes);
}

bool popt::rt::readListeners(const Bytes &message, size_t ranks,
                             std::vector<PeerListener> &out_listeners) {
  MessageReader in(message);
  for (size_t rank = 0; rank < ranks && in.isGood(); ++rank) {
    PeerListener listener;
    listener.outside = printable(in.takeText(), 100);
    listener.inside = printable(in.takeText(), 100);
    listener.port = in.take<uint16_t>();
    out_listeners.push_back(std::move(listener));
  }
  return in.isGood() && in.isAtEnd();
}

void popt::rt::fillAddresses(HostMap &hosts,
                             const std::vector<PeerListener> &listeners,
                             int64_t rank, const std::string &ofRank0) {
  for (size_t r = 0; r < listeners.size(); ++r) {
    const PeerListener &listener = listeners[r];
    bool isHere = hosts.hostOfRank[r] == hosts.hostOf(rank);
    std::string host = isHere ? listener.inside : listener.outside;
    if (host.empty())
      host = isHere ? "127.0.0.1" : ofRank0;
    hosts.addresses.push_back({host, listener.port});
  }
}

bool popt::rt::readHosts(const Bytes &message, size_t ranks, HostMap &out_hosts,
                         std::string &out_address) {
  MessageReader in(message);
  out_hosts.token = in.take<uint64_t>();
  for (auto count = in.take<uint64_t>(); count && in.isGood(); --count)
    out_hosts.names.push_back(printable(in.takeText(), 60));
  out_hosts.hostOfRank = in.takeList<int32_t>();
  out_hosts.processes = in.takeList<int32_t>();
  out_address = in.takeText();
  if (!in.isGood() || !in.isAtEnd() || out_hosts.hostOfRank.size() != ranks ||
      out_hosts.processes.size() != ranks)
    return false;
  // Hosts are numbered by their lowest rank.
  int32_t next = 0;
  for (int32_t host : out_hosts.hostOfRank) {
    if (host < 0 || host > next)
      return false;
    next += host == next;
  }
  return next == out_hosts.size();
}

//===----------------------------------------------------------------------===//
// The way
//===----------------------------------------------------------------------===//

/// Goes to rank 0 once. Null and what was wrong if it does not answer; then
/// `out_isFinal` says whether it is of no use to try again.
static std::unique_ptr<Connection>
knock(const StoreAddress &address, const JoinRequest &self,
      const Deadline &deadline, std::string &out_problem, bool &out_isFinal) {
  Socket socket;
  if (!dial(address, deadline, socket, out_problem, out_isFinal)) {
    if (out_isFinal)
      out_problem = "rank 0 cannot be reached at " + address.describe() + ": " +
                    out_problem;
    return nullptr;
  }
  auto way =
      std::make_unique<Connection>(std::move(socket), self.job, kMostHello);
  auto kind = MessageKind::Bye;
  Bytes answer;
  Deadline patience(std::max(1, deadline.milliseconds(kAnswerMilliseconds)) *
                    1e-3);
  bool isRank0 = greet(*way, self, patience, kind, answer);
  if (isRank0) {
    way->allow(kMostAnswer);
    kind = MessageKind::Bye;
    if (await(*way, patience, kind, answer) && kind == MessageKind::Welcome)
      return way;
  }
  // What an attempt has found that was not cut short is worth more.
  if (!deadline.isOver() || out_problem.empty())
    out_problem = "what listens there is not rank 0 of this job";
  // Another job may be about to end. With a secret only rank 0 is believed.
  out_isFinal = isRank0 || !self.secret.isSet();
  if (way->ending() == Ending::Version)
    out_problem = "what listens there has " + describeVersion(*way);
  else if (kind == MessageKind::Refused && !textIn(answer).empty())
    out_problem = textIn(answer);
  else
    out_isFinal = false;
  if (!isRank0 && kind == MessageKind::Challenge)
    out_problem =
        self.secret.isSet()
            ? "what listens there does not know the secret of this rank "
              "(POPT_SECRET, --secret-file)"
            : "what listens there has a secret, and this rank has none: give "
              "all ranks the same POPT_SECRET or --secret-file";
  return nullptr;
}

/// The same until it answers; false and a message if it does not.
static bool reach(const StoreAddress &address, const JoinRequest &self,
                  const Deadline &deadline,
                  std::unique_ptr<Connection> &out_way,
                  std::string &out_error) {
  std::string problem, unread;
  int pause = 2; // most come a moment before rank 0 is there
  const Deadline isEarly(kEarlySeconds);
  StoreAddress elsewhere = address;
  elsewhere.port = portOfRefusal(address.port, self.job);
  for (bool isFinal = false; !out_way;) {
    out_way = knock(address, self, deadline, problem, isFinal);
    // Rank 0 may be where its port is taken.
    if (bool unused = false; !out_way && !isFinal && isEarly.isOver())
      out_way =
          knock(elsewhere, self, Deadline(kElsewhereSeconds), unread, unused);
    if (!out_way && isFinal)
      out_error = problem;
    else if (!out_way && deadline.isOver())
      out_error = "rank 0 did not answer at " + address.describe() +
                  " within " + deadline.describe() + ": " + problem;
    if (!out_error.empty())
      return false;
    if (!out_way)
      usleep(1000 * static_cast<useconds_t>(deadline.milliseconds(pause)));
    pause = std::min(2 * pause, kMostPauseMilliseconds);
  }
  return true;
}

/// The next message, if it is of that kind. What else may come is a refusal.
static bool expect(Connection &way, double seconds, MessageKind kind,
                   Bytes &out_message, std::string &out_error) {
  auto came = MessageKind::Bye;
  if (await(way, Deadline(seconds), came, out_message) && came == kind)
    return true;
  if (came == MessageKind::Refused)
    out_error = textIn(out_message);
  if (out_error.empty())
    out_error = "rank 0 left before the run began";
  return false;
}

bool popt::rt::goToRank0(const StoreAddress &address, const JoinRequest &self,
                         double timeoutSeconds, Rendezvous &out_met,
                         std::string &out_error) {
  std::unique_ptr<Connection> way;
  if (!reach(address, self, Deadline(timeoutSeconds), way, out_error))
    return false;
  if (!self.failure.empty())
    return true; // rank 0 knows the reason
  auto ranks = static_cast<size_t>(self.size);
  HostMap &hosts = out_met.hosts;
  Bytes answer;
  double patience = timeoutSeconds > 0 ? timeoutSeconds + kPatienceSeconds : 0;
  if (!expect(*way, patience, MessageKind::Hosts, answer, out_error))
    return false;
  std::string listens;
  if (!readHosts(answer, ranks, hosts, listens)) {
    out_error = "rank 0 left before the run began";
    return false;
  }
  if (hosts.hostOf(self.rank) != 0)
    listens = way->addressOfOwnEnd();
  PeerListener listener;
  std::string problem;
  if (self.needsListener && hosts.size() > 1 &&
      !openPeerListener(listens, out_met.listener, listener))
    problem = "cannot listen for other hosts at " + listens + ": " +
              std::strerror(errno);
  MessageWriter message;
  message.put(static_cast<uint16_t>(listener.port));
  message.putText(listener.inside);
  message.putText(problem);
  way->send(MessageKind::Listener, message.bytes);
  std::vector<PeerListener> listeners;
  if (!expect(*way, kListenerSeconds, MessageKind::Listeners, answer,
              out_error))
    return false;
  if (!readListeners(answer, ranks, listeners)) {
    out_error = "rank 0 left before the run began";
    return false;
  }
  fillAddresses(hosts, listeners, self.rank, way->addressOfPeer());
  if (hosts.isConnector(self.rank))
    out_met.connections.push_back(std::move(way));
  return true;
}
