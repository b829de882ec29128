//===- CheckMessages.cpp - Programs that wait for each other --------------===//
//
// If ranks run different programs, each program may be right by itself and the
// step may hang all the same. So what ranks say to each other is run through
// here once, without data: sends, receives and collectives of every rank in the
// order of its program, bodies and loops of constant count included. A send or
// receive with an event is waited for where a later command waits for it, one
// without where it stands; a collective where all its members have reached it.
// The k-th send and the k-th receive of two ranks on one channel must be of one
// type and count. Only so many can be started on one side alone
// (POPT_RT_OPEN_TRANSFERS); who starts one more waits, and here as well.
//
// What data decides (while, case) can't be run through: there is no transfer
// and no collective between programs in it.
//
// Tests: CheckTest (Messages).
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include "popt-rt/transport_limits.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace popt::rt;

namespace {
/// More than this is not run through.
constexpr size_t kMaxTalk = size_t(1) << 24;

/// One direction between two ranks on one channel.
struct Lane {
  struct Side {
    int64_t count;
    ElementType type;
    int64_t rank;
    int32_t command;
  };
  std::vector<Side> sent, received;
};

struct RankState {
  size_t next = 0;
  bool posted = false; ///< the command at `next` has been started
  /// By event: the lane, the number in it, and whether it is a send.
  struct Pending {
    Lane *lane = nullptr;
    size_t number = 0;
    bool isSend = false;
  };
  std::vector<Pending> events;
  Pending blocking;
};

bool isTaken(const RankState::Pending &pending) {
  return !pending.lane ||
         (pending.isSend ? pending.lane->received : pending.lane->sent).size() >
             pending.number;
}
} // namespace

/// True if members of the group run different programs.
bool Checker::joinsPrograms(const CollectiveOp &op) const {
  for (const std::vector<int32_t> &list : t.groups[op.group].lists)
    for (int32_t rank : list)
      if (t.programOfRank[rank] != t.programOfRank[list[0]])
        return true;
  return false;
}

/// The commands of a body that talk or wait, in the order in which they run.
bool Checker::collectTalk(int32_t body, bool isCertain,
                          std::vector<int32_t> &talk) {
  for (int32_t i = p->bodies[body].begin; i < p->bodies[body].end; ++i) {
    const Command &c = p->commands[i];
    at.command = i;
    bool isTransfer = std::holds_alternative<SendOp>(c.op) ||
                      std::holds_alternative<RecvOp>(c.op);
    auto *collective = std::get_if<CollectiveOp>(&c.op);
    if (!isCertain &&
        (isTransfer || (collective && joinsPrograms(*collective))))
      return fail("it is between programs, and data decides whether it runs");
    if (isCertain && (isTransfer || collective || !c.waits.empty()))
      talk.push_back(i);
    if (talk.size() > kMaxTalk)
      return fail("its program talks more often than can be checked");
    if (auto *loop = std::get_if<LoopOp>(&c.op)) {
      bool isConstant = loop->count.kind == Scalar::Kind::Constant;
      size_t before = talk.size();
      if (!collectTalk(loop->body, isCertain && isConstant, talk))
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
      if (!collectTalk(loop->condition, false, talk) ||
          !collectTalk(loop->body, false, talk))
        return false;
    } else if (auto *call = std::get_if<CallOp>(&c.op)) {
      if (!collectTalk(call->body, isCertain, talk))
        return false;
    } else if (auto *branches = std::get_if<CaseOp>(&c.op)) {
      for (int32_t branch : branches->branches)
        if (branch != -1 && !collectTalk(branch, false, talk))
          return false;
    }
  }
  return true;
}

bool Checker::messages() {
  if (t.programs.size() < 2)
    return true;
  std::vector<std::vector<int32_t>> talks(t.programs.size());
  for (size_t index = 0; index < t.programs.size(); ++index) {
    p = &t.programs[index];
    at = Problem();
    at.program = static_cast<int32_t>(index);
    where = "program " + str(int64_t(index)) + ": ";
    if (!collectTalk(0, true, talks[index]))
      return false;
  }
  std::map<std::tuple<int64_t, int64_t, int32_t>, Lane> lanes;
  // Of each list of a group on a channel: how often each member came by.
  std::map<std::tuple<int32_t, int32_t, int32_t>, std::vector<int64_t>> arrived;
  std::vector<RankState> states(static_cast<size_t>(ranks));
  auto blame = [&](int64_t rank, int32_t command, const std::string &what) {
    p = &t.programOf(rank);
    at = Problem();
    at.program = t.programOfRank[rank];
    at.command = command;
    where = "rank " + str(rank) + ", command " + str(int64_t(command)) + " (" +
            name(p->commands[command]) + "): ";
    return fail(what);
  };
  bool wrong = false;
  // Starts a transfer; the lane's two sides must agree where they meet.
  auto post = [&](int64_t rank, int32_t index, int32_t peerTable,
                  int32_t channel, bool isSend) -> RankState::Pending {
    const Command &c = t.programOf(rank).commands[index];
    int64_t peer = t.rankTables[peerTable][rank];
    if (peer < 0)
      return {};
    Lane &lane = lanes[{isSend ? rank : peer, isSend ? peer : rank, channel}];
    std::vector<Lane::Side> &own = isSend ? lane.sent : lane.received;
    const std::vector<Lane::Side> &other = isSend ? lane.received : lane.sent;
    size_t number = own.size();
    own.push_back(
        {c.operands[0].numElements(), c.operands[0].type, rank, index});
    if (number < other.size() && (other[number].count != own[number].count ||
                                  other[number].type != own[number].type)) {
      const Lane::Side &there = other[number];
      wrong = true;
      blame(rank, index,
            "it meets command " + str(int64_t(there.command)) + " of rank " +
                str(there.rank) + ", which has " + str(there.count) + " " +
                popt_rt_element_type_name(there.type) + ", not " +
                str(own[number].count) + " " +
                popt_rt_element_type_name(own[number].type));
    }
    return {&lane, number, isSend};
  };
  // True if there is a place for one more transfer on this side.
  auto hasPlace = [&](int64_t rank, int32_t peerTable, int32_t channel,
                      bool isSend) {
    int64_t peer = t.rankTables[peerTable][rank];
    if (peer < 0)
      return true;
    Lane &lane = lanes[{isSend ? rank : peer, isSend ? peer : rank, channel}];
    size_t own = (isSend ? lane.sent : lane.received).size();
    return own <
           (isSend ? lane.received : lane.sent).size() + POPT_RT_OPEN_TRANSFERS;
  };
  // Goes on with one rank; true if it did.
  auto advance = [&](int64_t rank) {
    RankState &state = states[rank];
    const Program &program = t.programOf(rank);
    const std::vector<int32_t> &talk = talks[t.programOfRank[rank]];
    state.events.resize(static_cast<size_t>(program.numEvents));
    size_t before = state.next;
    bool moved = false;
    for (; state.next < talk.size() && !wrong; ++state.next) {
      int32_t index = talk[state.next];
      const Command &c = program.commands[index];
      for (int32_t event : c.waits) {
        if (!isTaken(state.events[event]))
          return moved || state.next > before;
        state.events[event] = {};
      }
      if (auto *op = std::get_if<CollectiveOp>(&c.op)) {
        const auto &lists = t.groups[op->group].lists;
        for (size_t l = 0; l < lists.size(); ++l) {
          auto member = std::find(lists[l].begin(), lists[l].end(), rank);
          if (member == lists[l].end())
            continue;
          auto &counts =
              arrived[{op->group, static_cast<int32_t>(l), op->channel}];
          counts.resize(lists[l].size(), 0);
          int64_t &own = counts[member - lists[l].begin()];
          if (!state.posted) {
            ++own;
            state.posted = moved = true;
          }
          for (int64_t count : counts)
            if (count < own)
              return moved || state.next > before;
        }
        state.posted = false;
        continue;
      }
      auto *send = std::get_if<SendOp>(&c.op);
      auto *recv = std::get_if<RecvOp>(&c.op);
      if (!send && !recv)
        continue;
      if (!state.posted) {
        if ((c.event >= 0 && !isTaken(state.events[c.event])) ||
            !(send ? hasPlace(rank, send->peer, send->channel, true)
                   : hasPlace(rank, recv->peer, recv->channel, false)))
          return moved || state.next > before;
        RankState::Pending pending =
            send ? post(rank, index, send->peer, send->channel, true)
                 : post(rank, index, recv->peer, recv->channel, false);
        if (c.event >= 0) {
          state.events[c.event] = pending;
          continue;
        }
        state.blocking = pending;
        state.posted = moved = true;
      }
      if (!isTaken(state.blocking))
        return moved || state.next > before;
      state.posted = false;
    }
    return moved || state.next > before;
  };
  for (bool moved = true; moved && !wrong;) {
    moved = false;
    for (int64_t rank = 0; rank < ranks && !wrong; ++rank)
      moved |= advance(rank);
  }
  if (wrong)
    return false;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    const std::vector<int32_t> &talk = talks[t.programOfRank[rank]];
    if (states[rank].next == talk.size())
      continue;
    const Command &c = t.programOf(rank).commands[talk[states[rank].next]];
    auto *send = std::get_if<SendOp>(&c.op);
    bool isFull = send && !states[rank].posted &&
                  !hasPlace(rank, send->peer, send->channel, true);
    return blame(
        rank, talk[states[rank].next],
        isFull
            ? "it waits for ever: " + str(int64_t(POPT_RT_OPEN_TRANSFERS)) +
                  " messages to rank " + str(t.rankTables[send->peer][rank]) +
                  " are under way, more have no place"
            : "it waits for ever: no rank can go on");
  }
  for (const auto &[key, lane] : lanes) {
    bool isSend = lane.sent.size() > lane.received.size();
    if (lane.sent.size() == lane.received.size())
      continue;
    const Lane::Side &left = isSend ? lane.sent[lane.received.size()]
                                    : lane.received[lane.sent.size()];
    return blame(left.rank, left.command,
                 isSend ? "nothing receives it" : "nothing is sent to it");
  }
  where.clear();
  at = Problem();
  return true;
}
