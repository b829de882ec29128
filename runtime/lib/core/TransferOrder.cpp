//===- TransferOrder.cpp - Sends and receives as a rendezvous -------------===//
//
// Turns of a rank, and the check of an order: every rank's program is run through
// without data, where commands of a rank follow one another, and beside them its
// transfers, group after group. A group begins when the one before is done; it is
// done when for each of its messages the other side has begun.
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include "Meetings.h"
#include "popt-rt/transfer_order.h"
#include <map>
#include <tuple>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

std::vector<int32_t> TransferTurns::takeStarted() {
  std::vector<int32_t> group;
  for (; next < turns.size() && turns[next] != TransferOrder::kMeeting &&
         started[turns[next]];
       ++next)
    group.push_back(turns[next]);
  return group;
}

std::vector<int32_t> TransferTurns::start() {
  if (static_cast<size_t>(numStarted) >= started.size())
    return {}; // more than the program has: faults were asked for
  started[numStarted++] = 1;
  return takeStarted();
}

std::vector<int32_t> TransferTurns::meet() {
  if (next < turns.size() && turns[next] == TransferOrder::kMeeting)
    ++next;
  return takeStarted();
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

namespace {
/// A message: from, to, channel, and how many were before it.
using Message = std::tuple<int64_t, int64_t, int32_t, int64_t>;

struct StreamOfRank {
  explicit StreamOfRank(const std::vector<int32_t> &order) : turns(order) {
    turns.restart();
  }
  size_t next = 0;     ///< in its list of Talk
  bool posted = false; ///< the command there has been started
  TransferTurns turns;
  std::vector<Message> messages; ///< by start
  std::map<std::pair<int64_t, bool>, std::map<int32_t, int64_t>> counts;
  std::vector<std::vector<int32_t>> groups;
  size_t numDone = 0;          ///< of the groups
  std::vector<size_t> groupOf; ///< by start; past the end: not issued
  std::map<std::pair<int32_t, int32_t>, int32_t> events; ///< to starts

  static constexpr size_t kNone = ~size_t(0);
  bool isDone(int32_t start) const {
    return groupOf[start] != kNone && groupOf[start] < numDone;
  }
};

class Rendezvous {
public:
  Rendezvous(const StepTable &table,
             const std::vector<std::vector<Talk>> &talks,
             const TransferOrder &order)
      : t(table), talks(talks), meetings(table) {
    for (const std::vector<int32_t> &turns : order.turnsOfRank)
      ranks.emplace_back(turns);
  }
  std::string run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (size_t rank = 0; rank < ranks.size(); ++rank) {
        moved |= advance(static_cast<int64_t>(rank));
        moved |= finishGroups(static_cast<int64_t>(rank));
      }
    }
    return describeStuck();
  }

private:
  const std::vector<Talk> &talkOf(int64_t rank) const {
    return talks[t.programOfRank[rank]];
  }
  const Command &commandOf(int64_t rank, const Talk &talk) const {
    return t.programOf(rank).commands[talk.command];
  }
  void issue(StreamOfRank &self, const std::vector<int32_t> &group) {
    for (int32_t start : group)
      self.groupOf[start] = self.groups.size();
    if (!group.empty())
      self.groups.push_back(group);
  }
  bool endEvent(StreamOfRank &self, int32_t event, int32_t microbatch) {
    auto it = self.events.find({event, microbatch});
    if (it == self.events.end())
      return true;
    if (!self.isDone(it->second))
      return false;
    self.events.erase(it);
    return true;
  }
  bool arrive(int64_t rank, const CollectiveOp &op, bool &moved);
  bool transfer(int64_t rank, const Talk &talk, int32_t peerTable,
                int32_t channel, bool isSend, bool &moved);
  bool advance(int64_t rank);
  bool finishGroups(int64_t rank);
  std::string describeStuck() const;

  const StepTable &t;
  const std::vector<std::vector<Talk>> &talks;
  std::vector<StreamOfRank> ranks;
  Meetings meetings;
  /// Sides of messages that have begun: 1 the sender's, 2 the receiver's.
  std::map<Message, int> begun;
};
} // namespace

bool Rendezvous::arrive(int64_t rank, const CollectiveOp &op, bool &moved) {
  StreamOfRank &self = ranks[rank];
  if (meetings.members(rank, op).empty())
    return true;
  if (!self.posted) {
    meetings.come(rank, op);
    self.posted = moved = true;
    issue(self, self.turns.meet());
  }
  if (!meetings.isComplete(rank, op))
    return false;
  self.posted = false;
  return true;
}

bool Rendezvous::transfer(int64_t rank, const Talk &talk, int32_t peerTable,
                          int32_t channel, bool isSend, bool &moved) {
  StreamOfRank &self = ranks[rank];
  int64_t peer = t.rankTables[peerTable][rank];
  int32_t event = commandOf(rank, talk).event;
  if (peer < 0)
    return true;
  if (!self.posted) {
    if (!endEvent(self, event, talk.microbatch))
      return false;
    auto start = static_cast<int32_t>(self.messages.size());
    int64_t number = self.counts[{peer, isSend}][channel]++;
    self.messages.push_back(isSend ? Message{rank, peer, channel, number}
                                   : Message{peer, rank, channel, number});
    self.groupOf.push_back(StreamOfRank::kNone);
    issue(self, self.turns.start());
    moved = true;
    if (event >= 0) {
      self.events[{event, talk.microbatch}] = start;
      return true;
    }
    self.posted = true;
  }
  if (!self.isDone(static_cast<int32_t>(self.messages.size()) - 1))
    return false;
  self.posted = false;
  return true;
}

/// Goes on with a rank's commands; true if it did.
bool Rendezvous::advance(int64_t rank) {
  StreamOfRank &self = ranks[rank];
  bool moved = false;
  for (const std::vector<Talk> &talk = talkOf(rank); self.next < talk.size();
       ++self.next) {
    const Talk &here = talk[self.next];
    const Command &c = commandOf(rank, here);
    bool canGo = true;
    for (int32_t event : c.waits)
      canGo = canGo && endEvent(self, event, here.microbatch);
    if (auto *op = std::get_if<CollectiveOp>(&c.op))
      canGo = canGo && arrive(rank, *op, moved);
    if (auto *op = std::get_if<SendOp>(&c.op))
      canGo = canGo && transfer(rank, here, op->peer, op->channel, true, moved);
    if (auto *op = std::get_if<RecvOp>(&c.op))
      canGo =
          canGo && transfer(rank, here, op->peer, op->channel, false, moved);
    if (!canGo)
      break;
    moved = true;
  }
  return moved;
}

/// Goes on with a rank's stream of transfers.
bool Rendezvous::finishGroups(int64_t rank) {
  StreamOfRank &self = ranks[rank];
  bool moved = false;
  while (self.numDone < self.groups.size()) {
    bool isDone = true;
    for (int32_t start : self.groups[self.numDone]) {
      const Message &message = self.messages[start];
      int &sides = begun[message];
      int side = std::get<0>(message) == rank ? 1 : 2;
      if (std::get<0>(message) == std::get<1>(message)) // to itself
        side = sides & 1 ? 2 : 1;
      moved |= !(sides & side);
      sides |= side;
      isDone = isDone && sides == 3;
    }
    if (!isDone)
      break;
    ++self.numDone;
    moved = true;
  }
  return moved;
}

std::string Rendezvous::describeStuck() const {
  std::string text;
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const StreamOfRank &self = ranks[rank];
    const std::vector<Talk> &talk = talkOf(static_cast<int64_t>(rank));
    if (self.next == talk.size() && self.numDone == self.groups.size())
      continue;
    text += (text.empty() ? "rank " : "; rank ") + str(rank);
    if (self.next < talk.size())
      text += " waits in command " + str(talk[self.next].command);
    if (self.numDone == self.groups.size())
      continue;
    for (int32_t start : self.groups[self.numDone]) {
      auto [from, to, channel, number] = self.messages[start];
      auto it = begun.find(self.messages[start]);
      if (it != begun.end() && it->second == 3)
        continue;
      bool sends = from == static_cast<int64_t>(rank);
      text += std::string(", its stream to ") +
              (sends ? "send to" : "receive from") + " rank " +
              str(sends ? to : from) + " message " + str(number);
    }
  }
  return text;
}

std::string popt::rt::checkTransferOrder(const StepTable &table,
                                         const TransferOrder &order) {
  std::vector<std::vector<Talk>> talks;
  if (table.programs.size() < 2 || !Checker(table).collectTalks(talks))
    return "";
  return Rendezvous(table, talks, order).run();
}
