//===- Farewell.cpp - A rank that can't take part says so -----------------===//
//
// Tests: FarewellTest, HostsTest, test/Execute/secret-runs.test.
//
//===----------------------------------------------------------------------===//
#include "Farewell.h"
#include "../system/Host.h"
#include "Meeting.h"
#include "ParseOptions.h"
#include "Rendezvous.h"
#include "SecretFile.h"
#include "popt-rt/run.h"
#include <algorithm>
#include <thread>

using namespace popt::rt;

/// Rank 0 may be about to compile; others may start a little later than rank 0.
static constexpr double kMostSeconds = 30, kOthersSeconds = 10;

/// Rank 0 tells every rank that connects, others tell rank 0.
static void leaveHosts(const Placement &placement, const Options &options,
                       const std::string &why, double seconds) {
  JoinRequest self;
  self.rank = placement.rank;
  self.size = placement.size;
  self.job = placement.number;
  self.host = thisHost();
  self.failure = why;
  std::string key, unread;
  // Without it ranks that have a secret will not listen.
  if (readSecret(options, key, unread, unread) && !key.empty() &&
      !Secret::make(key, self.secret, unread))
    return;
  Rendezvous none;
  if (placement.rank != 0) {
    static_cast<void>(
        goToRank0(placement.address, self, seconds, none, unread));
    return;
  }
  self.failure = "rank 0 on " + self.host.name + " could not start: " + why;
  refuseRanks(placement.address.port, self, seconds);
}

void popt::rt::leaveUnstarted(int argc, const char *const *argv,
                              const std::string &why) {
  Options options;
  Placement placement;
  std::string unread;
  static_cast<void>(parseOptions(argc, argv, options, unread));
  static_cast<void>(findPlacement(environmentOfProcess, placement, unread));
  leaveJob(placement, options, why, /*isCompiling=*/true);
}

void popt::rt::leaveJob(const Placement &placement, const Options &options,
                        const std::string &why, bool isCompiling) {
  if (placement.launcher.empty() || placement.job.empty() ||
      placement.rank < 0 || placement.size == 1)
    return;
  double most = placement.rank == 0 ? kOthersSeconds : kMostSeconds;
  double seconds = options.timeout > 0 ? std::min(options.timeout, most) : most;
  Placement known = placement;
  known.size = std::max<int64_t>(placement.size, 2);
  bool crosses = placement.mayCrossHosts();
  RendezvousGroup group = allOf(known);
  if (crosses && placement.localRank >= 0 && placement.localSize > 0) {
    group.ranks.resize(
        static_cast<size_t>(std::min(placement.localSize, known.size)));
    group.rank = placement.localRank;
  }
  std::vector<std::string> subjects;
  if (isCompiling)
    subjects.push_back("compile");
  if (!crosses)
    subjects.push_back("run");
  std::thread others;
  if (crosses)
    others = std::thread([&] { leaveHosts(known, options, why, seconds); });
  if (!subjects.empty() && group.ranks.size() > 1)
    leaveGroup(group, subjects,
               "rank " + std::to_string(placement.rank) + " on " +
                   thisHost().name + " could not start: " + why,
               seconds);
  if (others.joinable())
    others.join();
}
