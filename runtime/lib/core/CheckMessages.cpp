//===- CheckMessages.cpp - Programs that wait for each other --------------===//
//
// If ranks run different programs, each program may be right by itself and the
// step may still deadlock. So the ranks' messages are simulated here once,
// without data: sends, receives and collectives of every rank in the order of
// its program, bodies and loops of constant count included. A send or receive
// with an event is waited for where a later command waits for it, one without
// where it stands; a collective where all its members have reached it. The k-th
// send and the k-th receive of two ranks on one channel must be of one type and
// count. Only so many can be started on one side alone
// (POPT_RT_OPEN_TRANSFERS); a rank that starts one more waits, here as well.
//
// What depends on data (while, case) can't be simulated: there is no transfer
// and no collective between programs in it.
//
// Tests: CheckMessagesTest.
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include "Meetings.h"
#include "popt-rt/transfer_order.h"
#include "popt-rt/transport_limits.h"
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

using namespace popt::rt;

namespace {
/// More than this is not run through.
constexpr size_t kMaxTalk = size_t(1) << 24;

/// What a rank can't do, and why.
struct Blame {
  int64_t rank = -1;
  int32_t command = -1;
  std::string text; ///< empty if there is nothing to blame
};

/// One direction between two ranks on one channel.
struct Lane {
  /// A transfer as one of its two ranks started it.
  struct Side {
    int64_t count;
    ElementType type;
    int64_t rank;
    int32_t command;
    int32_t start; ///< how many its rank had started before
  };
  std::vector<Side> sent, received;
  /// The side that starts, and the one that it is matched with.
  std::vector<Side> &own(bool isSend) { return isSend ? sent : received; }
  std::vector<Side> &other(bool isSend) { return isSend ? received : sent; }
};

/// A transfer under way.
struct Pending {
  Lane *lane = nullptr; ///< null: none
  size_t number = 0;    ///< in the lane
  bool isSend = false;
  bool isTaken() const { return !lane || lane->other(isSend).size() > number; }
};

/// Where a rank is in what it says.
struct RankState {
  size_t next = 0;
  bool posted = false; ///< the command at `next` has been started
  int32_t numStarted = 0;
  /// Those under way, by event and microbatch.
  std::map<std::pair<int32_t, int32_t>, Pending> events;
  Pending blocking;
};

/// A send or a receive, as the run-through sees it.
struct Transfer {
  int32_t peerTable = 0, channel = 0;
  bool isSend = false;
};
std::optional<Transfer> transferOf(const Command &command) {
  if (auto *op = std::get_if<SendOp>(&command.op))
    return Transfer{op->peer, op->channel, true};
  if (auto *op = std::get_if<RecvOp>(&command.op))
    return Transfer{op->peer, op->channel, false};
  return std::nullopt;
}

/// Simulates all ranks side by side: each goes on until it waits for another.
class Conversation {
public:
  /// `talks`: by program, the commands that communicate or wait, in their
  /// order. `order`: gets what happens, in its order.
  Conversation(const StepTable &table,
               const std::vector<std::vector<Talk>> &talks,
               TransferOrder *order = nullptr)
      : t(table), talks(talks), states(table.programOfRank.size()),
        meetings(table), order(order) {}
  Blame run();

private:
  const std::vector<Talk> &talkOf(size_t rank) const {
    return talks[t.programOfRank[rank]];
  }
  /// Null where the rank has no peer.
  Lane *laneOf(int64_t rank, const Transfer &transfer);
  bool hasPlace(int64_t rank, const Transfer &transfer);
  Pending post(int64_t rank, int32_t index, const Transfer &transfer);
  bool arrive(int64_t rank, const CollectiveOp &op, bool &moved);
  bool endEvent(int64_t rank, int32_t event, int32_t microbatch);
  bool start(int64_t rank, const Talk &talk, const Transfer &transfer,
             bool &moved);
  bool advance(int64_t rank);
  Blame findStuck();
  Blame findLeft();

  const StepTable &t;
  const std::vector<std::vector<Talk>> &talks;
  std::vector<RankState> states;
  std::map<std::tuple<int64_t, int64_t, int32_t>, Lane> lanes;
  Meetings meetings;
  Blame blame;
  TransferOrder *order;
};
} // namespace

Lane *Conversation::laneOf(int64_t rank, const Transfer &transfer) {
  int64_t peer = t.rankTables[transfer.peerTable][rank];
  if (peer < 0)
    return nullptr;
  return &lanes[{transfer.isSend ? rank : peer, transfer.isSend ? peer : rank,
                 transfer.channel}];
}

/// True if there is a place for one more transfer on this side.
bool Conversation::hasPlace(int64_t rank, const Transfer &transfer) {
  Lane *lane = laneOf(rank, transfer);
  return !lane ||
         lane->own(transfer.isSend).size() <
             lane->other(transfer.isSend).size() + POPT_RT_OPEN_TRANSFERS;
}

/// Starts a transfer; the two sides of each message of a lane must agree.
Pending Conversation::post(int64_t rank, int32_t index,
                           const Transfer &transfer) {
  Lane *lane = laneOf(rank, transfer);
  if (!lane)
    return {};
  const Operand &o = t.programOf(rank).commands[index].operands[0];
  std::vector<Lane::Side> &own = lane->own(transfer.isSend);
  const std::vector<Lane::Side> &other = lane->other(transfer.isSend);
  size_t number = own.size();
  own.push_back(
      {o.numElements(), o.type, rank, index, states[rank].numStarted++});
  if (order && number < other.size())
    for (const Lane::Side &side : {own[number], other[number]})
      order->turnsOfRank[side.rank].push_back(side.start);
  if (number < other.size() && (other[number].count != own[number].count ||
                                other[number].type != own[number].type)) {
    const Lane::Side &there = other[number];
    blame = {rank, index,
             "it meets command " + str(there.command) + " of rank " +
                 str(there.rank) + ", which has " + str(there.count) + " " +
                 popt_rt_element_type_name(there.type) + ", not " +
                 str(own[number].count) + " " +
                 popt_rt_element_type_name(own[number].type)};
  }
  return {lane, number, transfer.isSend};
}

/// True if all members of the rank's list have come as often as it has, this
/// time included.
bool Conversation::arrive(int64_t rank, const CollectiveOp &op, bool &moved) {
  RankState &state = states[rank];
  const std::vector<int32_t> &members = meetings.members(rank, op);
  if (members.empty())
    return true;
  bool isNew = !state.posted;
  if (isNew) {
    meetings.come(rank, op);
    state.posted = moved = true;
  }
  if (!meetings.isComplete(rank, op))
    return false;
  if (order && isNew) // the last to come
    for (int32_t member : members)
      order->turnsOfRank[member].push_back(TransferOrder::kMeeting);
  state.posted = false;
  return true;
}

/// Forgets what the event stands for; false if that is still under way.
bool Conversation::endEvent(int64_t rank, int32_t event, int32_t microbatch) {
  auto &events = states[rank].events;
  auto it = events.find({event, microbatch});
  if (it == events.end())
    return true;
  if (!it->second.isTaken())
    return false;
  events.erase(it);
  return true;
}

/// Starts a transfer; true if the rank can go on after it.
bool Conversation::start(int64_t rank, const Talk &talk,
                         const Transfer &transfer, bool &moved) {
  RankState &state = states[rank];
  int32_t event = t.programOf(rank).commands[talk.command].event;
  if (!state.posted) {
    if (!endEvent(rank, event, talk.microbatch) || !hasPlace(rank, transfer))
      return false;
    Pending pending = post(rank, talk.command, transfer);
    if (event >= 0) {
      state.events[{event, talk.microbatch}] = pending;
      return true;
    }
    state.blocking = pending;
    state.posted = moved = true;
  }
  if (!state.blocking.isTaken())
    return false;
  state.posted = false;
  return true;
}

/// Goes on with one rank; true if it did.
bool Conversation::advance(int64_t rank) {
  RankState &state = states[rank];
  const Program &program = t.programOf(rank);
  const std::vector<Talk> &talk = talkOf(rank);
  size_t before = state.next;
  bool moved = false;
  for (; state.next < talk.size() && blame.text.empty(); ++state.next) {
    const Command &c = program.commands[talk[state.next].command];
    bool canGo = true;
    for (int32_t event : c.waits)
      canGo = canGo && endEvent(rank, event, talk[state.next].microbatch);
    if (canGo)
      if (auto *op = std::get_if<CollectiveOp>(&c.op))
        canGo = arrive(rank, *op, moved);
    if (canGo)
      if (std::optional<Transfer> transfer = transferOf(c))
        canGo = start(rank, talk[state.next], *transfer, moved);
    if (!canGo)
      break;
  }
  return moved || state.next > before;
}

/// The first rank that has not come to its end.
Blame Conversation::findStuck() {
  for (size_t rank = 0; rank < states.size(); ++rank) {
    const std::vector<Talk> &talk = talkOf(rank);
    if (states[rank].next == talk.size())
      continue;
    int32_t index = talk[states[rank].next].command;
    std::optional<Transfer> transfer =
        transferOf(t.programOf(rank).commands[index]);
    bool isFull = transfer && transfer->isSend && !states[rank].posted &&
                  !hasPlace(rank, *transfer);
    return {static_cast<int64_t>(rank), index,
            isFull ? "it waits forever: " + str(POPT_RT_OPEN_TRANSFERS) +
                         " messages to rank " +
                         str(t.rankTables[transfer->peerTable][rank]) +
                         " are under way, more have no place"
                   : "it waits forever: no rank can go on"};
  }
  return {};
}

/// A transfer that was not matched.
Blame Conversation::findLeft() {
  for (const auto &[key, lane] : lanes) {
    size_t met = std::min(lane.sent.size(), lane.received.size());
    if (lane.sent.size() > met)
      return {lane.sent[met].rank, lane.sent[met].command,
              "nothing receives it"};
    if (lane.received.size() > met)
      return {lane.received[met].rank, lane.received[met].command,
              "nothing is sent to it"};
  }
  return {};
}

Blame Conversation::run() {
  for (bool moved = true; moved && blame.text.empty();) {
    moved = false;
    for (size_t rank = 0; rank < states.size() && blame.text.empty(); ++rank)
      moved |= advance(static_cast<int64_t>(rank));
  }
  if (blame.text.empty())
    blame = findStuck();
  return blame.text.empty() ? findLeft() : blame;
}

/// True if members of the group run different programs.
bool Checker::joinsPrograms(const CollectiveOp &op) const {
  for (const std::vector<int32_t> &list : t.groups[op.group].lists)
    for (int32_t rank : list)
      if (t.programOfRank[rank] != t.programOfRank[list[0]])
        return true;
  return false;
}

/// The commands of a body that communicate or wait, in the order in which they
/// run.
bool Checker::collectTalk(int32_t body, int32_t microbatch, bool isCertain,
                          std::vector<Talk> &talk) {
  for (int32_t i = p->bodies[body].begin; i < p->bodies[body].end; ++i) {
    const Command &c = p->commands[i];
    at.command = i;
    auto *collective = std::get_if<CollectiveOp>(&c.op);
    if (!isCertain &&
        (isTransfer(c) || (collective && joinsPrograms(*collective))))
      return fail("it is between programs, and data decides whether it runs");
    if (isCertain && (isTransfer(c) || collective || !c.waits.empty()))
      talk.push_back({i, microbatch});
    if (talk.size() > kMaxTalk)
      return fail("its program talks more often than can be checked");
    if (auto *loop = std::get_if<LoopOp>(&c.op)) {
      bool isConstant = loop->count.kind == Scalar::Kind::Constant;
      size_t before = talk.size();
      if (!collectTalk(loop->body, microbatch, isCertain && isConstant, talk))
        return false;
      size_t once = talk.size() - before;
      for (int64_t n = 1; once > 0 && n < loop->count.value; ++n) {
        if (talk.size() + once > kMaxTalk)
          return fail("its program talks more often than can be checked");
        for (size_t k = 0; k < once; ++k)
          talk.push_back(talk[before + k]);
      }
      if (loop->count.value <= 0)
        talk.resize(before);
    } else if (auto *loop = std::get_if<WhileOp>(&c.op)) {
      if (!collectTalk(loop->condition, microbatch, false, talk) ||
          !collectTalk(loop->body, microbatch, false, talk))
        return false;
    } else if (auto *schedule = std::get_if<ScheduleOp>(&c.op)) {
      for (auto [child, number] : schedule->calls)
        if (!collectTalk(child, number, isCertain, talk))
          return false;
    } else if (auto *branches = std::get_if<CaseOp>(&c.op)) {
      for (int32_t branch : branches->branches)
        if (branch != -1 && !collectTalk(branch, microbatch, false, talk))
          return false;
    }
  }
  return true;
}

bool Checker::collectTalks(std::vector<std::vector<Talk>> &talks) {
  talks.resize(t.programs.size());
  for (size_t index = 0; index < t.programs.size(); ++index) {
    p = &t.programs[index];
    at = Problem();
    at.program = static_cast<int32_t>(index);
    where = "program " + str(index) + ": ";
    if (!collectTalk(0, 0, true, talks[index]))
      return false;
  }
  where.clear();
  at = Problem();
  return true;
}

TransferOrder popt::rt::orderTransfers(const StepTable &table) {
  TransferOrder order;
  order.turnsOfRank.resize(table.programOfRank.size());
  std::vector<std::vector<Talk>> talks;
  if (table.programs.size() > 1 && Checker(table).collectTalks(talks))
    (void)Conversation(table, talks, &order).run();
  return order;
}

bool Checker::messages() {
  if (t.programs.size() < 2)
    return true;
  std::vector<std::vector<Talk>> talks;
  if (!collectTalks(talks))
    return false;
  Blame blame = Conversation(t, talks).run();
  if (blame.text.empty())
    return true;
  p = &t.programOf(blame.rank);
  at.program = t.programOfRank[blame.rank];
  at.command = blame.command;
  where = "rank " + str(blame.rank) + ", command " + str(blame.command) + " (" +
          name(p->commands[blame.command]) + "): ";
  return fail(blame.text);
}
