//===- Relay.cpp - Connects the hosts of a run ----------------------------===//
//
// Tests: RelayTest; runs of several hosts: test/Execute/hosts.py.
//
//===----------------------------------------------------------------------===//
#include "Relay.h"
#include "../health/Diagnosis.h"
#include "../health/Observation.h"
#include "../system/System.h"
#include <algorithm>
#include <csignal>
#include <poll.h>

using namespace popt::rt;

namespace {
constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kWords = kSecond / 4, kAway = 2 * kSecond;
constexpr int kLookMilliseconds = 50;
/// Timeout for the other kernel's acknowledgements: the host is out of reach.
constexpr int kUnreachableSeconds = 6;
/// Timeout for messages of a process whose kernel acknowledges: it is stopped.
constexpr int64_t kSilent = 3 * kSecond;
/// Time until a request that can't be decided yet is tried again.
constexpr int64_t kNextRound = kSecond / 10;
/// Timeout of the last messages.
constexpr double kLeaveSeconds = 5;
constexpr uint32_t kMostBytes = 64 << 20;
/// No rank has been silent, or in a step, for a hundred years.
constexpr int64_t kMostAge = kSecond * 3600 * 24 * 36500;

/// A rank, as it is told to another host. Times are ages.
struct RankWords {
  int32_t rank = 0, waitsFor = 0;
  uint32_t hasLeft = 0, computes = 0, waiting = 0, isStopped = 0;
  uint64_t calls = 0;
  int64_t begun = 0, assuredAge = 0, heardAge = 0;
  JournalWords journal;
  // Of its streams.
  uint64_t deviceWaits = 0;
  uint32_t isLeaving = 0, areOpen = 0;
  OpenCall oldest;
};

/// Ages and counts that do not overflow, ranks that there are.
bool isSound(const RankWords &words, const std::vector<BegunCommand> &commands,
             int32_t size) {
  auto isRank = [&](int32_t oneMore) {
    return oneMore >= 0 && oneMore <= size;
  };
  // What is written meanwhile may be a little younger than the message.
  auto isAge = [](int64_t age) { return age >= -kSecond && age < kMostAge; };
  auto isSum = [](int64_t sum) { return sum >= -1 && sum < INT64_MAX / 2; };
  return words.rank >= 0 && words.rank < size && isRank(words.waitsFor) &&
         isAge(words.assuredAge) && isAge(words.heardAge) &&
         isSum(words.begun) && isSum(words.journal.step) &&
         isSum(words.journal.microbatch) && isSum(words.journal.steps) &&
         isSum(words.journal.computed) && isAge(words.journal.longest) &&
         commands.size() <= words.journal.count &&
         commands.size() <= Journal::kLength &&
         std::all_of(
             commands.begin(), commands.end(),
             [&](const BegunCommand &command) {
               return command.nanoseconds > -kMostAge &&
                      command.nanoseconds <= kSecond && isSum(command.op) &&
                      isSum(command.step) && isSum(command.microbatch);
             });
}

void writeStreams(const StreamCalls &streams, RankWords &words) {
  words.isLeaving = streams.isLeaving.load();
  words.areOpen = streams.areOpen.load();
  words.oldest = streams.oldestCall();
}

void readStreams(const RankWords &words,
                 const std::vector<ChannelWords> &channels,
                 StreamCalls &streams) {
  streams.isLeaving.store(words.isLeaving);
  streams.areOpen.store(words.areOpen);
  streams.setOldest(words.oldest);
  streams.copy(channels);
}
} // namespace

void popt::rt::writeHosts(Segment &segment, const HostMap &hosts,
                          int32_t rank) {
  for (int32_t r = 0; r < segment.size(); ++r) {
    RankRecord &record = segment.rankRecord(r);
    record.connects.store(hosts.isConnector(r));
    if (hosts.hostOf(r) == hosts.hostOf(rank))
      continue;
    const std::string &name = hosts.names[static_cast<size_t>(hosts.hostOf(r))];
    copyName(record.elsewhere.host,
             name.empty() ? "another host" : name.c_str());
    record.elsewhere.process.store(hosts.processes[static_cast<size_t>(r)]);
    record.elsewhere.heard.store(nowNanoseconds());
  }
}

Relay::Relay(const StepTable &table, std::shared_ptr<Segment> theSegment,
             StopGate &gate, Rendezvous met, int32_t rank)
    : table(table), segment(std::move(theSegment)), gate(gate),
      hosts(std::move(met.hosts)), rank(rank),
      ranksHere(hosts.ranksOf(hosts.hostOf(rank))) {
  gate.connect();
  for (size_t i = 0; i < met.connections.size(); ++i) {
    if (!met.connections[i])
      continue;
    Peer peer;
    peer.way = std::move(met.connections[i]);
    peer.way->allow(kMostBytes);
    peer.way->watchHost(kUnreachableSeconds);
    peer.host = isFirst() ? static_cast<int32_t>(i) : 0;
    peer.sent.resize(static_cast<size_t>(segment->size()));
    peers.push_back(std::move(peer));
  }
  thread = std::thread([this] { run(); });
}

Relay::~Relay() {
  std::string unread;
  finish(unread);
}

void Relay::finish(std::string &error) {
  isOver = true;
  if (thread.joinable())
    thread.join();
  if (!verdict.empty() && !error.empty())
    error = verdict;
}

void Relay::run() {
  int64_t last = nowNanoseconds();
  for (Peer &peer : peers)
    peer.heard = last;
  while (!isDone()) {
    waitForNews();
    int64_t now = nowNanoseconds();
    // After a long pause of its own, silence of peers means nothing.
    if (now - last > kAway)
      for (Peer &peer : peers)
        peer.heard = now;
    last = now;
    for (Peer &peer : peers)
      if (!peer.hasLeft)
        hear(peer, now);
    look(now);
  }
  leave();
}

void Relay::waitForNews() {
  std::vector<pollfd> states;
  for (const Peer &peer : peers)
    if (!peer.hasLeft)
      states.push_back(
          {peer.way->file(),
           static_cast<short>(POLLIN | (peer.way->isSending() ? POLLOUT : 0)),
           0});
  sys::poll(states.data(), states.size(), kLookMilliseconds);
}

/// Whether this host's ranks need it no more.
bool Relay::isDone() {
  if (!isOver)
    return false;
  if (segment->hasFailed())
    return true;
  if (isFirst())
    return std::all_of(peers.begin(), peers.end(),
                       [](const Peer &peer) { return peer.hasLeft; });
  return std::all_of(ranksHere.begin(), ranksHere.end(), [&](int64_t r) {
    return segment->rankRecord(static_cast<int32_t>(r)).left.load() != 0;
  });
}

/// The last words.
void Relay::leave() {
  gate.thaw();
  tellFailure();
  Deadline deadline(kLeaveSeconds);
  for (Peer &peer : peers) {
    if (peer.hasLeft)
      continue;
    peer.way->send(MessageKind::Bye, {});
    flush(*peer.way, deadline);
  }
}

//===----------------------------------------------------------------------===//
// What comes
//===----------------------------------------------------------------------===//

void Relay::hear(Peer &peer, int64_t now) {
  bool isThere = peer.way->move();
  MessageKind kind;
  Bytes message;
  while (peer.way->take(kind, message)) {
    peer.heard = now;
    take(peer, kind, message, now);
  }
  if (peer.hasLeft)
    return;
  if (isThere)
    watchSilence(peer, now);
  else
    lose(peer, now);
}

void Relay::take(Peer &peer, MessageKind kind, const Bytes &message,
                 int64_t now) {
  MessageReader in(message);
  // Rank 0 decides; the others request and answer.
  bool isOfFirst = kind == MessageKind::Freeze || kind == MessageKind::Release;
  bool isToFirst =
      kind == MessageKind::Frozen || kind == MessageKind::StopRequest;
  if (isFirst() ? isOfFirst : isToFirst)
    return;
  switch (kind) {
  case MessageKind::Words:
    return takeWords(peer, message, now);
  case MessageKind::Failure:
    return takeFailure(peer, message);
  case MessageKind::StopRequest: {
    auto signal = in.take<int64_t>();
    bool isSave = in.take<uint8_t>() != 0;
    if (!in.isGood() || signal < 0 || signal >= NSIG)
      return;
    if (signal)
      requestedSignal = signal;
    wantsSave |= isSave;
    return;
  }
  case MessageKind::Freeze: {
    StopGate::Begun here = gate.freeze(ranksHere);
    MessageWriter out;
    out.put(here.most);
    out.put(here.least);
    return peer.way->send(MessageKind::Frozen, out.bytes);
  }
  case MessageKind::Frozen: {
    auto most = in.take<int64_t>(), least = in.take<int64_t>();
    if (!in.isGood() || !isInRound || peer.hasAnswered || least < 0 ||
        most < least || most > INT64_MAX / 2)
      return;
    begun.most = std::max(begun.most, most);
    begun.least = std::min(begun.least, least);
    peer.hasAnswered = true;
    return;
  }
  case MessageKind::Release:
    return takeDecision(message);
  case MessageKind::Bye:
    peer.hasLeft = true;
    return;
  default:
    return; // it is of the beginning
  }
}

void Relay::takeWords(const Peer &peer, const Bytes &message, int64_t now) {
  MessageReader in(message);
  while (!in.isAtEnd()) {
    auto words = in.take<RankWords>();
    auto commands = in.takeList<BegunCommand>();
    auto channels = in.takeList<ChannelWords>();
    // The state of a rank comes from its own host, or from rank 0's.
    if (!in.isGood() || !isSound(words, commands, segment->size()) ||
        hosts.hostOf(words.rank) == host() ||
        (isFirst() && hosts.hostOf(words.rank) != peer.host))
      return;
    RankRecord &record = segment->rankRecord(words.rank);
    for (BegunCommand &command : commands)
      command.nanoseconds += now;
    record.journal.copy(words.journal, commands);
    readStreams(words, channels, record.streams);
    record.calls.store(words.calls);
    record.begun.store(words.begun);
    record.computes.store(words.computes);
    record.deviceWaits.store(words.deviceWaits);
    record.assured.store(words.assuredAge < 0 ? 0 : now - words.assuredAge);
    record.waitsFor.store(words.waitsFor);
    record.waiting.store(words.waiting);
    record.elsewhere.isStopped.store(words.isStopped);
    record.elsewhere.heard.store(now - words.heardAge);
    if (words.hasLeft)
      record.left.store(1);
  }
}

void Relay::takeFailure(Peer &peer, const Bytes &message) {
  MessageReader in(message);
  auto status = in.take<uint32_t>();
  auto died = in.take<int32_t>();
  std::string text = in.takeText();
  // One that this version does not know ends the run, too.
  if (status > POPT_RT_SYSTEM_ERROR)
    status = POPT_RT_SYSTEM_ERROR;
  if (!in.isGood() || status == POPT_RT_OK || died < 0 ||
      died > segment->size())
    return;
  peer.failureAcked = true;
  if (died > 0)
    segment->failDied(died - 1, text);
  else
    segment->failAll(static_cast<popt_rt_status>(status), text);
}

/// The connection has ended.
void Relay::lose(Peer &peer, int64_t now) {
  peer.hasLeft = true;
  int32_t other = connectorOf(peer);
  if (segment->hasFailed())
    return;
  std::vector<RankState> ranks = observeAll(*segment);
  if (peer.way->ending() != Ending::Unreachable)
    return segment->failDied(
        other,
        nameOf(other, ranks[static_cast<size_t>(other)].seen) + " has died");
  ranks[static_cast<size_t>(other)].stillFor = now - peer.heard;
  verdict = describe({Diagnosis::Fault::Unreachable, other, {}}, ranks, table);
  segment->failAll(POPT_RT_TIMEOUT, verdict);
}

void Relay::watchSilence(Peer &peer, int64_t now) {
  if (now - peer.heard < kSilent)
    return;
  if (peer.way->silentMilliseconds() > kUnreachableSeconds * 1000) {
    peer.way->giveUp();
    return lose(peer, now);
  }
  RankRecord &record = segment->rankRecord(connectorOf(peer));
  record.elsewhere.isStopped.store(1);
  record.elsewhere.heard.store(now);
}

//===----------------------------------------------------------------------===//
// What goes
//===----------------------------------------------------------------------===//

void Relay::look(int64_t now) {
  if (segment->hasFailed()) {
    gate.thaw();
    tellFailure();
    endStopped();
    return;
  }
  if (now - lastWords >= kWords) {
    lastWords = now;
    findDeadRank(*segment, rank);
    for (Peer &peer : peers)
      if (!peer.hasLeft)
        sendWords(peer, now);
  }
  if (isFirst())
    beginRound(now);
  else
    sendStopRequest();
}

void Relay::sendWords(Peer &peer, int64_t now) {
  MessageWriter out;
  for (int32_t r = 0; r < segment->size(); ++r) {
    // Of its own ranks the other end knows more.
    if (hosts.hostOf(r) == peer.host ||
        (!isFirst() && hosts.hostOf(r) != host()))
      continue;
    const RankRecord &record = segment->rankRecord(r);
    RankWords words;
    words.rank = r;
    words.journal = record.journal.words();
    words.hasLeft = record.left.load();
    words.computes = record.computes.load();
    words.deviceWaits = record.deviceWaits.load();
    words.calls = record.calls.load();
    words.begun = record.begun.load();
    int64_t assured = record.assured.load();
    words.assuredAge = assured ? now - assured : -1;
    words.waitsFor = record.waitsFor.load();
    words.waiting = record.waiting.load();
    words.isStopped = !words.hasLeft && isStopped(record);
    words.heardAge = record.isHere() ? 0 : now - record.elsewhere.heard.load();
    writeStreams(record.streams, words);
    out.put(words);
    // All that is new to rank 0's host, where ranks are judged; to others the
    // last one.
    uint64_t &sent = peer.sent[static_cast<size_t>(r)];
    uint64_t count = words.journal.count, fresh = sent;
    if (isFirst() && count)
      fresh = std::max(fresh, count - 1);
    std::vector<BegunCommand> news = record.journal.between(fresh, count);
    for (BegunCommand &command : news)
      command.nanoseconds -= now;
    sent = count;
    out.putList(news);
    out.putList(record.streams.words());
  }
  peer.way->send(MessageKind::Words, out.bytes);
}

/// To all that have not acknowledged it.
void Relay::tellFailure() {
  std::string text;
  popt_rt_status status = segment->failure(&text);
  if (status == POPT_RT_OK)
    return;
  MessageWriter out;
  out.put<uint32_t>(status);
  out.put<int32_t>(segment->header().died.load());
  out.putText(text);
  for (Peer &peer : peers)
    if (!peer.hasLeft && !std::exchange(peer.failureAcked, true)) {
      // Where ranks were in the end.
      sendWords(peer, nowNanoseconds());
      peer.way->send(MessageKind::Failure, out.bytes);
      peer.way->move();
    }
}

/// Ranks of this host that can't leave by themselves.
void Relay::endStopped() {
  for (int64_t r : ranksHere) {
    const RankRecord &record = segment->rankRecord(static_cast<int32_t>(r));
    if (r != rank && !record.left.load() && isStopped(record))
      endProcess(*segment, static_cast<int32_t>(r));
  }
}

//===----------------------------------------------------------------------===//
// Requests to stop or to save
//===----------------------------------------------------------------------===//

/// Tells rank 0 what was requested on this host.
void Relay::sendStopRequest() {
  int64_t signal = gate.signal(), saves = gate.saveRequests();
  bool isNew = (signal && !requestedSignal) || saves > requestedSaves;
  if (!isNew || peers.front().hasLeft)
    return;
  MessageWriter out;
  out.put<int64_t>(signal);
  out.put<uint8_t>(saves > requestedSaves);
  peers.front().way->send(MessageKind::StopRequest, out.bytes);
  requestedSignal = signal;
  requestedSaves = saves;
}

void Relay::beginRound(int64_t now) {
  if (isInRound)
    return endRound();
  if (int64_t signal = gate.signal())
    requestedSignal = signal;
  wantsSave |= gate.saveRequests() > requestedSaves;
  requestedSaves = gate.saveRequests();
  bool isRequested = (requestedSignal && !isStopping) || wantsSave;
  // A host that has left has done all steps: it is too late.
  bool isLate = std::any_of(peers.begin(), peers.end(),
                            [](const Peer &peer) { return peer.hasLeft; });
  if (!isRequested || isLate || now < nextRound)
    return;
  isInRound = true;
  nextRound = now + kNextRound;
  for (Peer &peer : peers) {
    peer.hasAnswered = false;
    peer.way->send(MessageKind::Freeze, {});
    peer.way->move();
  }
  begun = gate.freeze(ranksHere);
}

/// When all have answered. Hosts that leave meanwhile are done.
void Relay::endRound() {
  if (!std::all_of(peers.begin(), peers.end(), [](const Peer &peer) {
        return peer.hasAnswered || peer.hasLeft;
      }))
    return;
  isInRound = false;
  int64_t stop = 0, save = 0;
  if (requestedSignal && !isStopping)
    stop = begun.most;
  // Not before all have been asked about the last one.
  else if (wantsSave && (!savedAfter || begun.least > savedAfter + 1))
    save = begun.most;
  isStopping |= stop > 0;
  if (save > 0) {
    savedAfter = save;
    wantsSave = false;
  }
  MessageWriter out;
  out.put(stop);
  out.put(requestedSignal);
  out.put(save);
  for (Peer &peer : peers)
    if (!peer.hasLeft) {
      peer.way->send(MessageKind::Release, out.bytes);
      peer.way->move();
    }
  takeDecision(out.bytes);
}

void Relay::takeDecision(const Bytes &message) {
  MessageReader in(message);
  auto stop = in.take<int64_t>(), signal = in.take<int64_t>();
  auto save = in.take<int64_t>();
  if (!in.isGood() || signal < 0 || signal >= NSIG)
    return;
  if (stop > 0)
    gate.stopAfter(stop, static_cast<int>(signal));
  if (save > 0)
    gate.saveAfter(save);
  gate.thaw();
}
