//===- Diagnosis.cpp - Why nothing goes on --------------------------------===//
//
// Tests: WatchdogTest.
//
//===----------------------------------------------------------------------===//
#include "Diagnosis.h"
#include "../exec/Prepared.h"
#include <algorithm>
#include <cstdio>
#include <unistd.h>

using namespace popt::rt;

std::vector<RankState> popt::rt::observeAll(const Segment &segment) {
  std::vector<RankState> ranks(static_cast<size_t>(segment.size()));
  for (int32_t rank = 0; rank < segment.size(); ++rank)
    ranks[static_cast<size_t>(rank)].seen = observe(segment, rank);
  return ranks;
}

/// Where the chain of those who wait leads from `rank`, which waits, too. Ranks
/// of a circle come last, once.
static std::vector<int32_t> chainFrom(const std::vector<RankState> &ranks,
                                      int32_t rank, bool &out_isCircle) {
  std::vector<int32_t> chain;
  out_isCircle = false;
  while (rank >= 0 && !out_isCircle) {
    chain.push_back(rank);
    const Observation &seen = ranks[static_cast<size_t>(rank)].seen;
    bool waits = seen.isWaiting && !seen.isStopped && !seen.isGone;
    rank = waits ? seen.waitsFor : -1;
    auto before = std::find(chain.begin(), chain.end(), rank);
    out_isCircle = before != chain.end();
    if (out_isCircle)
      chain.erase(chain.begin(), before);
  }
  return chain;
}

Diagnosis popt::rt::diagnose(const std::vector<RankState> &ranks, int64_t limit,
                             const HasSkipped &hasSkipped) {
  auto stateOf = [&](int32_t rank) -> const RankState & {
    return ranks[static_cast<size_t>(rank)];
  };
  auto isStill = [&](int32_t rank) { return stateOf(rank).stillFor >= limit; };
  Diagnosis found;
  bool isCircle = false;
  for (int32_t rank = 0; rank < static_cast<int32_t>(ranks.size()); ++rank) {
    const Observation &seen = stateOf(rank).seen;
    if (!seen.isWaiting || !isStill(rank))
      continue;
    std::vector<int32_t> chain = chainFrom(ranks, rank, isCircle);
    int32_t last = chain.back();
    const Observation &end = stateOf(last).seen;
    if (!std::all_of(chain.begin(), chain.end(), isStill) || end.isGone)
      continue;
    if (isCircle)
      found.fault = Diagnosis::Fault::Deadlock;
    else if (end.isStopped)
      found.fault = Diagnosis::Fault::Stopped;
    else if (!end.isWaiting && end.computes && end.op >= 0)
      found.fault = Diagnosis::Fault::Computes;
    else
      continue;
    found.rank = last;
    for (size_t i = 0; isCircle && i < chain.size(); ++i)
      if (hasSkipped(chain[(i + 1) % chain.size()], chain[i])) {
        found.fault = Diagnosis::Fault::Skipped;
        found.rank = chain[(i + 1) % chain.size()];
      }
    break;
  }
  for (int32_t rank = 0; rank < static_cast<int32_t>(ranks.size()); ++rank) {
    if (found.rank < 0 || rank == found.rank || !stateOf(rank).seen.isWaiting)
      continue;
    std::vector<int32_t> chain = chainFrom(ranks, rank, isCircle);
    if (std::find(chain.begin(), chain.end(), found.rank) != chain.end())
      found.waiting.push_back(rank);
  }
  return found;
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
  // A rank after a step is past all of its commands.
  bool isPast = rank.step > other.step || (rank.step == other.step &&
                                           (rank.op < 0 || rank.op > other.op));
  // What came before the oldest of them is not known.
  bool reachesBack =
      !recent.empty() &&
      (recent.front().step < other.step ||
       (recent.front().step == other.step && recent.front().op <= other.op));
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

/// Where the rank is, as the user counts and wrote it.
static std::string placeOf(int32_t rank, const Observation &seen,
                           const StepTable &table) {
  if (seen.op < 0)
    return seen.step ? "after step " + std::to_string(seen.step)
                     : "before the first step";
  const Program &program = table.programs[table.programOfRank[rank]];
  return "in step " + std::to_string(seen.step) +
         (seen.microbatch < 0
              ? ""
              : ", microbatch " + std::to_string(seen.microbatch)) +
         ", " + describeCommand(table, program, static_cast<int32_t>(seen.op));
}

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
            place(found.rank) +
            "; if it needs so long, allow more (--watchdog)";
    break;
  case Diagnosis::Fault::Skipped:
    text +=
        "is " + place(found.rank) + ", and left out what others wait for it in";
    break;
  case Diagnosis::Fault::Deadlock:
    text += std::string("and others have waited for each other for ") +
            seconds + "; it waits " + place(found.rank);
    break;
  }
  for (int32_t rank : found.waiting)
    text += "\n  " + name(rank) + " waits for rank " +
            std::to_string(ranks[rank].seen.waitsFor) + " " + place(rank);
  return text;
}
