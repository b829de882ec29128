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
  std::vector<int32_t> ranks; ///< those of a circle alone, if it is one
  bool isCircle = false;      ///< the last one waits for the first
};

/// Searches for the rank to blame.
class Search {
public:
  Search(const std::vector<RankState> &ranks, int64_t limit,
         const HasSkipped &hasSkipped)
      : ranks(ranks), limit(limit), hasSkipped(hasSkipped) {}
  Diagnosis run() const;

private:
  const RankState &stateOf(int32_t rank) const {
    return ranks[static_cast<size_t>(rank)];
  }
  int32_t size() const { return static_cast<int32_t>(ranks.size()); }
  bool isStill(int32_t rank) const { return stateOf(rank).stillFor >= limit; }
  Chain chainFrom(int32_t rank) const;
  Diagnosis::Fault faultOf(int32_t rank) const;
  Diagnosis lookAtCircle(const std::vector<int32_t> &circle) const;
  Diagnosis lookAtChain(const Chain &chain) const;
  Diagnosis lookAtStopped(Diagnosis found) const;
  Diagnosis lookAtAll() const;

  const std::vector<RankState> &ranks;
  const int64_t limit;
  const HasSkipped &hasSkipped;
};
} // namespace

Chain Search::chainFrom(int32_t rank) const {
  Chain chain;
  while (rank >= 0 && !chain.isCircle) {
    chain.ranks.push_back(rank);
    const Observation &seen = stateOf(rank).seen;
    bool waits = seen.isWaiting && !seen.isStopped && !seen.isGone;
    rank = waits ? seen.waitsFor : -1;
    auto before = std::find(chain.ranks.begin(), chain.ranks.end(), rank);
    if (before != chain.ranks.end()) {
      chain.isCircle = true;
      chain.ranks.erase(chain.ranks.begin(), before);
    }
  }
  return chain;
}

/// What a rank does that keeps others waiting; nothing if it waits itself, for
/// none that is known.
Diagnosis::Fault Search::faultOf(int32_t rank) const {
  const Observation &seen = stateOf(rank).seen;
  return seen.isStopped                       ? Diagnosis::Fault::Stopped
         : stateOf(rank).togetherFor >= limit ? Diagnosis::Fault::Unfinished
         : seen.isWaiting                     ? Diagnosis::Fault::None
         : seen.computes && seen.op >= 0      ? Diagnosis::Fault::Computes
                                              : Diagnosis::Fault::None;
}

/// Ranks are in calls of one another, or one has left out what another waits for.
Diagnosis Search::lookAtCircle(const std::vector<int32_t> &circle) const {
  Diagnosis found;
  found.fault = Diagnosis::Fault::Deadlock;
  found.rank = circle.back();
  for (size_t i = 0; i < circle.size(); ++i) {
    int32_t rank = circle[(i + 1) % circle.size()];
    bool runsAhead =
        stateOf(rank).seen.hasOpenCalls || stateOf(circle[i]).seen.hasOpenCalls;
    if (!runsAhead && hasSkipped(rank, circle[i])) {
      found.fault = Diagnosis::Fault::Skipped;
      found.rank = rank;
    }
  }
  return found;
}

Diagnosis Search::lookAtChain(const Chain &chain) const {
  Diagnosis found;
  found.rank = chain.ranks.back();
  if (stateOf(found.rank).seen.isGone ||
      !std::all_of(chain.ranks.begin(), chain.ranks.end(),
                   [&](int32_t rank) { return isStill(rank); }))
    return Diagnosis();
  if (chain.isCircle)
    return lookAtCircle(chain.ranks);
  found.fault = faultOf(found.rank);
  return found.fault == Diagnosis::Fault::None ? Diagnosis() : found;
}

/// In place of a call that does not finish: a rank that is stopped, though it has
/// begun all calls that others wait in: its part of a call may not be done, and no
/// counter says so. A rank that sends nothing may be stopped, too: its host's relay
/// reports it, or that of rank 0 finds out.
Diagnosis Search::lookAtStopped(Diagnosis found) const {
  for (int32_t rank = 0; rank < size(); ++rank) {
    const RankState &state = stateOf(rank);
    bool isStopped = state.seen.isStopped;
    if (state.seen.isGone || (!isStopped && state.unheardFor < kUnheard))
      continue;
    found = Diagnosis();
    if (isStopped && isStill(rank)) {
      found.fault = Diagnosis::Fault::Stopped;
      found.rank = rank;
    }
    break;
  }
  return found;
}

Diagnosis Search::lookAtAll() const {
  Diagnosis best;
  for (int32_t rank = 0; rank < size(); ++rank) {
    const RankState &state = stateOf(rank);
    if (state.seen.step == 0 && state.seen.op < 0 && !state.seen.isStopped &&
        !state.seen.isGone && state.onDeviceFor >= limit) {
      best.fault = Diagnosis::Fault::OnDevice;
      best.rank = rank;
      return best;
    }
  }
  for (int32_t rank = 0; rank < size(); ++rank) {
    if (!stateOf(rank).seen.isWaiting)
      continue;
    Diagnosis found = lookAtChain(chainFrom(rank));
    bool isCertain = found.fault != Diagnosis::Fault::Unfinished;
    if (found.fault != Diagnosis::Fault::None && isCertain)
      return found;
    if (best.fault == Diagnosis::Fault::None)
      best = found;
  }
  return best.fault == Diagnosis::Fault::None ? best : lookAtStopped(best);
}

Diagnosis Search::run() const {
  Diagnosis found = lookAtAll();
  for (int32_t rank = 0; rank < size(); ++rank) {
    if (found.rank < 0 || rank == found.rank || !stateOf(rank).seen.isWaiting)
      continue;
    std::vector<int32_t> chain = chainFrom(rank).ranks;
    if (std::find(chain.begin(), chain.end(), found.rank) != chain.end())
      found.waiting.push_back(rank);
  }
  return found;
}

Diagnosis popt::rt::diagnose(const std::vector<RankState> &ranks, int64_t limit,
                             const HasSkipped &hasSkipped) {
  return Search(ranks, limit, hasSkipped).run();
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
  if (op >= kFirstOfReader)
    return "in --evaluate's program, after step " + std::to_string(step);
  const Program &program = table.programs[table.programOfRank[rank]];
  return "in step " + std::to_string(step) +
         (microbatch < 0 ? "" : ", microbatch " + std::to_string(microbatch)) +
         ", " + describeCommand(table, program, static_cast<int32_t>(op));
}

/// Where its streams are, if they wait.
static std::string placeOf(int32_t rank, const Observation &seen,
                           const StepTable &table) {
  return seen.hasOpenCalls && seen.isWaiting
             ? placeOf(rank, seen.openCall.command, seen.openCall.step,
                       seen.openCall.microbatch, table)
             : placeOf(rank, seen.op, seen.step, seen.microbatch, table);
}

/// After what may be no fault.
static const char kAllowMore[] =
    "; if it needs so long, allow more (--watchdog)";

static const char kDumpsCalls[] =
    "; --dump writes what each rank has issued and done";

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
  case Diagnosis::Fault::OnDevice:
    text += std::string("has waited for its device for ") + seconds + " " +
            place(found.rank) + kAllowMore; // a copy of large inputs
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
            ": the network or a GPU may be stuck" + kDumpsCalls;
    break;
  case Diagnosis::Fault::Deadlock:
    text += std::string("and others have waited for each other for ") +
            seconds + "; it waits " + place(found.rank) +
            (ranks[found.rank].seen.hasOpenCalls ? kDumpsCalls : "");
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
