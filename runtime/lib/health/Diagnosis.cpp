//===- Diagnosis.cpp - Why a run makes no progress ------------------------===//
//
// Tests: DiagnosisTest.
//
//===----------------------------------------------------------------------===//
#include "Diagnosis.h"
#include "../exec/Prepared.h"
#include <algorithm>
#include <cstdio>
#include <unistd.h>

using namespace popt::rt;

/// Other hosts say four times a second how their ranks are.
static constexpr int64_t kUnheard = 1'000'000'000;

std::vector<RankState> popt::rt::observeAll(const Segment &segment) {
  std::vector<RankState> ranks(static_cast<size_t>(segment.size()));
  for (int32_t rank = 0; rank < segment.size(); ++rank)
    ranks[static_cast<size_t>(rank)].seen = observe(segment, rank);
  return ranks;
}

namespace {
/// The chain of waits that begins at a rank.
struct Chain {
  /// The last one waits for none; waits for the first; is done with the call in
  /// which the one before it waits; or waits itself for one of several that are done.
  enum class End {
    Open,
    Circle,
    SkippedCollective,
    AmbiguousSkip
  } end = End::Open;
  std::vector<int32_t> ranks; ///< those of a circle alone, if it is one
};
} // namespace

static Chain chainFrom(const std::vector<RankState> &ranks, int32_t rank) {
  Chain chain;
  while (rank >= 0 && chain.end == Chain::End::Open) {
    chain.ranks.push_back(rank);
    const Observation &seen = ranks[static_cast<size_t>(rank)].seen;
    bool waits = seen.isWaiting && !seen.isStopped && !seen.isGone;
    rank = waits ? seen.waitsFor : -1;
    auto before = std::find(chain.ranks.begin(), chain.ranks.end(), rank);
    if (rank >= 0 && seen.numSkipped > 1) {
      chain.end = Chain::End::AmbiguousSkip;
    } else if (rank >= 0 && seen.numSkipped == 1) {
      chain.end = Chain::End::SkippedCollective;
      chain.ranks.push_back(rank);
    } else if (before != chain.ranks.end()) {
      chain.end = Chain::End::Circle;
      chain.ranks.erase(chain.ranks.begin(), before);
    }
  }
  return chain;
}

namespace {
/// Searches for the rank to blame.
class Search {
public:
  Search(const std::vector<RankState> &ranks, StillLimits limits,
         const HasSkipped &hasSkipped)
      : ranks(ranks), limits(limits), hasSkipped(hasSkipped) {}
  Diagnosis run();

private:
  const RankState &stateOf(int32_t rank) const {
    return ranks[static_cast<size_t>(rank)];
  }
  bool isStuck(int32_t rank) const {
    return stateOf(rank).inCallFor >= limits.calls;
  }
  Diagnosis::Fault faultOf(int32_t rank) const;
  void lookAtStuck();
  void lookAtCircle(const std::vector<int32_t> &circle);
  void lookAtChain(const Chain &chain);
  void lookAtWaiting(int32_t rank);
  void lookAtStopped();
  bool isEarly(int32_t rank, int32_t other) const;
  void lookAtPlaces();

  const std::vector<RankState> &ranks;
  const StillLimits limits;
  const HasSkipped &hasSkipped;
  Diagnosis found;
};
} // namespace

/// What a rank does that keeps others waiting; nothing if it waits itself, for
/// none that is known.
Diagnosis::Fault Search::faultOf(int32_t rank) const {
  const Observation &seen = stateOf(rank).seen;
  return seen.isStopped  ? Diagnosis::Fault::Stopped
         : isStuck(rank) ? Diagnosis::Fault::InCall
         : stateOf(rank).togetherFor >= limits.any
             ? Diagnosis::Fault::Unfinished
         : seen.isWaiting                ? Diagnosis::Fault::None
         : seen.computes && seen.op >= 0 ? Diagnosis::Fault::Computes
                                         : Diagnosis::Fault::None;
}

/// A rank whose thread or watch does not come back from a library, though its
/// streams wait for nothing that could keep it.
void Search::lookAtStuck() {
  for (int32_t rank = 0; rank < static_cast<int32_t>(ranks.size()); ++rank) {
    const Observation &seen = stateOf(rank).seen;
    bool isIn = stateOf(rank).inWatchCallFor >= limits.calls ||
                (isStuck(rank) && !seen.hasOpenCalls);
    if (isIn && !seen.isStopped && !seen.isGone) {
      found.fault = Diagnosis::Fault::InCall;
      found.rank = rank;
      return;
    }
  }
}

/// Whether a rank is done with the step in which another one waits.
static bool isPastStep(const Observation &rank, const Observation &other) {
  int64_t step = other.hasOpenCalls ? other.openCall.place.step
                 : other.op >= 0    ? other.step
                                    : 0;
  return step > 0 && (rank.step > step || (rank.step == step && rank.op < 0));
}

/// Ranks are in calls of one another, or one has left out what another waits for,
/// or its thread waits for none.
void Search::lookAtCircle(const std::vector<int32_t> &circle) {
  found.fault = Diagnosis::Fault::Deadlock;
  found.rank = circle.back();
  std::vector<int32_t> notIssued, skipped;
  for (size_t i = 0; i < circle.size(); ++i) {
    int32_t rank = circle[(i + 1) % circle.size()];
    const Observation &seen = stateOf(rank).seen,
                      &other = stateOf(circle[i]).seen;
    if (other.isNotIssued && seen.awaitsStreams)
      notIssued.push_back(rank);
    if (isPastStep(seen, other) || hasSkipped(rank, circle[i]))
      skipped.push_back(rank);
  }
  // All others have issued what they are waited for in.
  if (skipped.empty() && notIssued.size() == 1)
    skipped = notIssued;
  if (!skipped.empty()) {
    found.fault = Diagnosis::Fault::Skipped;
    found.rank = skipped.back();
  }
  for (int32_t rank : circle)
    if (stateOf(rank).seen.isAtWork || isStuck(rank)) {
      found.fault =
          isStuck(rank) ? Diagnosis::Fault::InCall : Diagnosis::Fault::Computes;
      found.rank = rank;
    }
}

/// Of a rank that waits for what seems to be left out: its own thread may be in a call
/// of a library that holds up its streams.
void Search::lookAtWaiting(int32_t rank) {
  const Observation &seen = stateOf(rank).seen;
  if (!seen.call.isOpen() || seen.awaitsStreams)
    return;
  found.rank = rank;
  found.fault =
      isStuck(rank) ? Diagnosis::Fault::InCall : Diagnosis::Fault::None;
}

void Search::lookAtChain(const Chain &chain) {
  int32_t last = chain.ranks.back();
  bool isSkipped = chain.end == Chain::End::SkippedCollective;
  if (stateOf(last).seen.isGone)
    return;
  found.rank = last;
  switch (chain.end) {
  case Chain::End::Open:
    found.fault = faultOf(last);
    break;
  case Chain::End::Circle:
    lookAtCircle(chain.ranks);
    break;
  case Chain::End::SkippedCollective:
  case Chain::End::AmbiguousSkip:
    found.fault = isSkipped ? Diagnosis::Fault::SkippedCollective
                            : Diagnosis::Fault::AmbiguousSkip;
    lookAtWaiting(isSkipped ? chain.ranks.end()[-2] : last);
    break;
  }
  bool isOfCalls = isSkipped || found.fault == Diagnosis::Fault::InCall ||
                   found.fault == Diagnosis::Fault::Skipped ||
                   found.fault == Diagnosis::Fault::AmbiguousSkip;
  int64_t limit = isOfCalls ? limits.calls : limits.any;
  // One that has left something out may well go on.
  if (found.fault == Diagnosis::Fault::None ||
      !std::all_of(
          chain.ranks.begin(), chain.ranks.end() - isSkipped,
          [&](int32_t rank) { return stateOf(rank).stillFor >= limit; }))
    found = Diagnosis();
}

/// A rank that is stopped, though it has begun all calls that others wait in:
/// its part of a call may not be done, and no counter says so. It is to blame
/// if it stays stopped for the watchdog's limit. A rank that sends nothing may
/// be stopped, too: its host's relay reports it, or that of rank 0 finds out.
void Search::lookAtStopped() {
  for (int32_t rank = 0; rank < static_cast<int32_t>(ranks.size()); ++rank) {
    const RankState &state = stateOf(rank);
    bool isStopped = state.seen.isStopped;
    if (state.seen.isGone || (!isStopped && state.unheardFor < kUnheard))
      continue;
    found = Diagnosis();
    if (isStopped && state.stillFor >= limits.any) {
      found.fault = Diagnosis::Fault::Stopped;
      found.rank = rank;
    }
    return;
  }
}

/// Whether a rank is in the call of another one from a later place of the program.
bool Search::isEarly(int32_t rank, int32_t other) const {
  const Observation &seen = stateOf(rank).seen, &of = stateOf(other).seen;
  return seen.hasOpenCalls && of.hasOpenCalls &&
         seen.openCall.isSameAs(of.openCall) &&
         (hasSkippedCall(seen.openCall, of.openCall) ||
          hasSkipped(rank, other));
}

/// A rank that is early in the call of another one, if either does not go on.
void Search::lookAtPlaces() {
  auto size = static_cast<int32_t>(ranks.size());
  for (int32_t other = 0; other < size; ++other)
    for (int32_t rank = 0; rank < size; ++rank)
      if (std::max(stateOf(rank).stillFor, stateOf(other).stillFor) >=
              limits.calls &&
          isEarly(rank, other)) {
        found.fault = Diagnosis::Fault::SkippedCollective;
        found.rank = rank;
        return;
      }
}

namespace {
/// How certain a verdict is.
enum class Certainty { Nothing, NothingGoesOn, IsOneOfSome, Full };
} // namespace

static Certainty certaintyOf(const Diagnosis &found) {
  switch (found.fault) {
  case Diagnosis::Fault::None:
    return Certainty::Nothing;
  case Diagnosis::Fault::Unfinished:
    return Certainty::NothingGoesOn;
  case Diagnosis::Fault::AmbiguousSkip:
    return Certainty::IsOneOfSome;
  default:
    return Certainty::Full;
  }
}

Diagnosis Search::run() {
  lookAtStuck();
  if (certaintyOf(found) == Certainty::Nothing)
    lookAtPlaces();
  Diagnosis best = found;
  for (int32_t rank = 0; rank < static_cast<int32_t>(ranks.size()) &&
                         certaintyOf(best) < Certainty::Full;
       ++rank) {
    found = Diagnosis();
    if (stateOf(rank).seen.isWaiting)
      lookAtChain(chainFrom(ranks, rank));
    if (certaintyOf(found) > certaintyOf(best))
      best = found;
  }
  found = best;
  if (certaintyOf(best) != Certainty::Nothing &&
      certaintyOf(best) != Certainty::Full)
    lookAtStopped();
  for (int32_t rank = 0; rank < static_cast<int32_t>(ranks.size()); ++rank) {
    if (found.rank < 0 || rank == found.rank || !stateOf(rank).seen.isWaiting)
      continue;
    std::vector<int32_t> chain = chainFrom(ranks, rank).ranks;
    if (std::find(chain.begin(), chain.end(), found.rank) != chain.end() ||
        isEarly(found.rank, chain.back()))
      found.waiting.push_back(rank);
  }
  return found;
}

Diagnosis popt::rt::diagnose(const std::vector<RankState> &ranks,
                             StillLimits limits, const HasSkipped &hasSkipped) {
  return Search(ranks, limits, hasSkipped).run();
}

Diagnosis popt::rt::findStoppedConnector(const std::vector<RankState> &ranks,
                                         int64_t limit) {
  Diagnosis found;
  for (size_t rank = 0; rank < ranks.size(); ++rank)
    if (ranks[rank].seen.connects && ranks[rank].seen.isStopped &&
        ranks[rank].stillFor >= limit) {
      found.fault = Diagnosis::Fault::Stopped;
      found.rank = static_cast<int32_t>(rank);
      break;
    }
  return found;
}

bool popt::rt::hasSkipped(const Observation &rank,
                          const std::vector<BegunCommand> &recent,
                          const Observation &other) {
  if (other.op < 0)
    return false; // it is between steps, of which journals say nothing
  // Those of other microbatches may come in any order. A rank after a step is past
  // all of its commands.
  bool isPastInStep = rank.microbatch == other.microbatch
                          ? rank.op > other.op
                          : rank.numBegun > other.numBegun;
  bool isPast = rank.step > other.step ||
                (rank.step == other.step && (rank.op < 0 || isPastInStep));
  // What came before the oldest of them is not known. The one where the other rank is
  // would be about as far from the begin here as it is there.
  uint64_t numForgotten = rank.numBegun - recent.size();
  bool reachesBack = numForgotten == 0 ||
                     (!recent.empty() && recent.front().step < other.step) ||
                     other.numBegun > numForgotten + recent.size() / 2;
  return isPast && reachesBack &&
         std::none_of(recent.begin(), recent.end(),
                      [&](const BegunCommand &command) {
                        return command.step == other.step &&
                               command.microbatch == other.microbatch &&
                               command.op == other.op;
                      });
}

bool popt::rt::isLaterInLine(const Observation &rank, const Observation &other,
                             const Program &program) {
  const OpenCall &call = rank.openCall, &of = other.openCall;
  const Body &line = program.bodies[0];
  auto isInLine = [&](int64_t command) {
    return line.begin <= command && command < line.end;
  };
  return rank.hasOpenCalls && other.hasOpenCalls && call.isSameAs(of) &&
         call.place.step == of.place.step && isInLine(call.command) &&
         isInLine(of.command) && call.command > of.command;
}

/// "rank 2", with its process if it has one of its own
std::string popt::rt::nameOf(int32_t rank, const Observation &seen) {
  std::string text = "rank " + std::to_string(rank);
  if (seen.process == 0)
    return text;
  char here[256] = "";
  gethostname(here, sizeof here - 1);
  return text + " (process " + std::to_string(seen.process) + " on " +
         (seen.host.empty() ? here : seen.host) + ")";
}

/// Where a rank is, as the user counts and wrote it.
static std::string placeOf(int32_t rank, int64_t op, int64_t step,
                           int64_t microbatch, const StepTable &table) {
  if (op < 0)
    return step ? "after step " + std::to_string(step)
                : "before the first step";
  const Program &program = table.programs[table.programOfRank[rank]];
  return "in step " + std::to_string(step) +
         (microbatch < 0 ? "" : ", microbatch " + std::to_string(microbatch)) +
         ", " + describeCommand(table, program, static_cast<int32_t>(op));
}

/// Where its streams are, if its thread does nothing but wait for them.
static std::string placeOf(int32_t rank, const Observation &seen,
                           const StepTable &table) {
  return seen.hasOpenCalls && !seen.isAtWork
             ? placeOf(rank, seen.openCall.command, seen.openCall.place.step,
                       seen.openCall.place.microbatch, table)
             : placeOf(rank, seen.op, seen.step, seen.microbatch, table);
}

/// After what may be no fault.
static const char kAllowMore[] =
    "; if it needs so long, allow more (--watchdog)";

std::string popt::rt::describe(const Diagnosis &found,
                               const std::vector<RankState> &ranks,
                               const StepTable &table) {
  auto name = [&](int32_t rank) {
    return nameOf(rank, ranks[static_cast<size_t>(rank)].seen);
  };
  auto place = [&](int32_t rank) {
    return placeOf(rank, ranks[static_cast<size_t>(rank)].seen, table);
  };
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f s",
                static_cast<double>(ranks[found.rank].stillFor) * 1e-9);
  std::string text = name(found.rank) + " ";
  switch (found.fault) {
  case Diagnosis::Fault::None:
    break;
  case Diagnosis::Fault::Died:
    text += "has died " + place(found.rank);
    break;
  case Diagnosis::Fault::Stopped:
    text += std::string("has been stopped by a signal for ") + seconds + " " +
            place(found.rank);
    break;
  case Diagnosis::Fault::Unreachable:
    text += std::string("has not been heard of for ") + seconds + " " +
            place(found.rank) +
            ": nothing comes through between its host and this one any more";
    break;
  case Diagnosis::Fault::Computes:
    text += std::string("has computed for ") + seconds + " " +
            place(found.rank) + kAllowMore;
    break;
  case Diagnosis::Fault::InCall: {
    const RankState &state = ranks[static_cast<size_t>(found.rank)];
    const Observation &seen = state.seen;
    text += std::string("does not come back from ") +
            (seen.call.isOpen() && state.inCallFor >= state.inWatchCallFor
                 ? seen.call
                 : seen.watchCall)
                .name +
            " " +
            placeOf(found.rank, seen.op, seen.step, seen.microbatch, table);
    if (seen.op < 0 && seen.step == 0)
      text += kAllowMore; // a copy of large inputs
    break;
  }
  case Diagnosis::Fault::SkippedCollective:
    text += "has left out a collective";
    for (int32_t rank : found.waiting) {
      const Observation &other = ranks[static_cast<size_t>(rank)].seen;
      const Observation &seen = ranks[found.rank].seen;
      bool isEarly =
          seen.hasOpenCalls && seen.openCall.isSameAs(other.openCall);
      if (!isEarly && other.numSkipped != 1)
        continue;
      text += ", the one of rank " + std::to_string(rank) + " " + place(rank) +
              " or one before it: it is " +
              (isEarly ? place(found.rank) : "done with that");
      break;
    }
    break;
  case Diagnosis::Fault::AmbiguousSkip:
    text += std::string("has waited for ") + seconds + " " + place(found.rank) +
            ", with which " +
            std::to_string(ranks[found.rank].seen.numSkipped) +
            " ranks are done that it needs: one of those has left out a call "
            "of NCCL";
    break;
  case Diagnosis::Fault::Skipped:
    text += "is " + place(found.rank) + ", and left out what ";
    for (int32_t rank : found.waiting)
      if (ranks[rank].seen.waitsFor == found.rank) {
        text += "rank " + std::to_string(rank) + " waits for " + place(rank);
        break;
      }
    break;
  case Diagnosis::Fault::Unfinished:
    text += std::string("and all others that take part have waited for ") +
            seconds + " " + place(found.rank) +
            ": the network or a GPU may be stuck, or one of them has left out "
            "one of several calls that NCCL was given together";
    break;
  case Diagnosis::Fault::Deadlock:
    text += std::string("and others have waited for each other for ") +
            seconds + "; it waits " + place(found.rank);
    break;
  }
  for (int32_t rank : found.waiting) {
    int32_t waitsFor = ranks[rank].seen.waitsFor;
    text += "\n  " + name(rank) + " waits for rank " +
            std::to_string(waitsFor < 0 ? found.rank : waitsFor) + " " +
            place(rank);
  }
  return text;
}
