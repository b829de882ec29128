//===- Joined.cpp - Ranks that others start -------------------------------===//
//
// torchrun, mpirun, srun or a script starts a process for each rank. They
// connect to the first (Meeting.h), which hands out the transport's segment and
// the gate. From then on they are like ranks that --processes starts, except
// that no parent watches them: peers see in the segment that one has died, and
// the launcher ends the rest.
//
// Ranks of several hosts have a rendezvous at rank 0 before that
// (Rendezvous.h). Then a relay connects the hosts.
//
// Tests: JoinedTest; several hosts: test/Execute/hosts.py.
//
//===----------------------------------------------------------------------===//
#include "Joined.h"
#include "../health/Watchdog.h"
#include "../report/ErrorReport.h"
#include "../session/Facts.h"
#include "../system/Host.h"
#include "../system/System.h"
#include "../transport/Segment.h"
#include "JoinedTransport.h"
#include "Meeting.h"
#include "Processes.h"
#include "Relay.h"
#include "Rendezvous.h"
#include "popt-rt/transport_threads.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

/// How long a rank waits for another one's better account of a failure.
static constexpr double kMomentSeconds = 0.3;
/// How long rank 0, whose port is taken, answers ranks with that; some of them wait
/// ten seconds at the process that has the port.
static constexpr double kRefusalSeconds = 15;

namespace {
/// The files that the ranks share; closed with it.
struct SharedFiles {
  std::vector<int> files;
  ~SharedFiles() {
    for (int file : files)
      close(file);
  }
  /// The segment, and the gate's memory.
  bool make(const Job &job, std::string &out_error) {
    int64_t ranks = job.table().numRanks();
    int segment = -1;
    if (popt_rt_threads_create_segment(static_cast<int32_t>(ranks),
                                       segmentRoom(job.table()),
                                       &segment) == POPT_RT_OK)
      files.push_back(segment);
    int gate = sys::memfd_create("popt-gate", MFD_CLOEXEC);
    if (gate >= 0)
      files.push_back(gate);
    if (files.size() == 2 &&
        sys::ftruncate(gate, static_cast<off_t>(StopGate::bytesFor(ranks))) ==
            0)
      return true;
    out_error = "cannot share memory with " + std::to_string(ranks) +
                " processes: " + std::strerror(errno);
    return false;
  }
};
} // namespace

/// Whose ranks are on which host; empty if all are on this one. False and a
/// message if they did not come, or are about to run something else.
static bool findHosts(const Job &job, const Placement &placement,
                      const Secret &secret, Rendezvous &out_met,
                      std::string &out_error) {
  if (!placement.mayCrossHosts())
    return true;
  JoinRequest self;
  self.rank = placement.rank;
  self.size = placement.size;
  self.job = placement.number;
  self.host = thisHost();
  self.facts = factsOf(job);
  self.secret = secret;
  self.needsListener =
      !usesMpi(job.options, placement, job.table().target.isGpu);
  if (placement.rank != 0)
    return goToRank0(placement.address, self, job.options.timeout, out_met,
                     out_error);
  Listener listener;
  if (!listener.open(placement.address.port, out_error)) {
    reportError(job.options.program, out_error);
    self.failure =
        "rank 0 on " + self.host.name + " could not start: " + out_error;
    double limit = job.options.timeout;
    refuseRanks(placement.address.port, self,
                limit > 0 ? std::min(limit, kRefusalSeconds) : kRefusalSeconds);
    out_error.clear(); // it is said
    return false;
  }
  if (!receiveRanks(listener, self, job.options.timeout, out_met, out_error))
    return false;
  if (out_met.hosts.size() > 1 && !secret.isSet())
    std::fprintf(
        stderr,
        "%s: note: there is no secret (POPT_SECRET, --secret-file), so "
        "any process that reaches the ports of this run may take part in "
        "it or end it (docs/Processes.md)\n",
        job.options.program.c_str());
  return true;
}

namespace {
/// A rank of this process: what it shares with others.
class JoinedRank {
public:
  JoinedRank(const Job &job, const Placement &placement, const Secret &secret,
             StopGate &gate)
      : job(job), placement(placement), secret(secret), gate(gate),
        rank(static_cast<int32_t>(placement.rank)) {}

  /// Finds the others. False and a message.
  bool meetOthers(std::string &error);
  bool connect(popt_rt_transport *&out_transport, std::string &error);
  /// Which of its host's GPUs is its own: one for each rank there.
  int32_t gpu() const;
  /// Of a rank that has died, where it was.
  std::string causeOf(const std::string &error) const;
  /// Whether this is the rank of its host that says why the run failed.
  bool isToSpeak(bool knowsMost) const;

  const Job &job;
  const Placement &placement;
  const Secret &secret;
  StopGate &gate;
  const int32_t rank;
  SharedFiles shared;
  std::shared_ptr<Segment> segment;
  HostMap hosts;
  Socket listener;              ///< for messages of other hosts
  std::unique_ptr<Relay> relay; ///< null on one host, and on most ranks
};
} // namespace

bool JoinedRank::meetOthers(std::string &error) {
  Rendezvous met;
  if (!findHosts(job, placement, secret, met, error))
    return false;
  hosts = met.hosts;
  listener = std::move(met.listener);
  RendezvousGroup group = allOf(placement);
  if (hosts.size() > 1) {
    group.name = "host of run " + std::to_string(hosts.token);
    group.ranks = hosts.ranksOf(hosts.hostOf(rank));
  }
  bool isFirst = group.rank == group.ranks.front();
  auto prepare = [&](std::vector<int> &, std::string &problem) {
    if (!shared.make(job, problem))
      return false;
    std::shared_ptr<Segment> made =
        hosts.size() > 1 ? Segment::attach(shared.files[0]) : nullptr;
    if (made)
      writeHosts(*made, hosts, rank);
    return true;
  };
  if (!meet(group, "run", factsOf(job), job.options.timeout, shared.files,
            error, isFirst ? Preparation(prepare) : nullptr))
    return false;
  segment =
      shared.files.size() == 2 ? Segment::attach(shared.files[0]) : nullptr;
  if (!segment || !gate.lieIn(shared.files[1])) {
    error = "rank " + std::to_string(rank) +
            ": cannot map what rank 0 shares: " + std::strerror(errno);
    return false;
  }
  if (isFirst && hosts.size() > 1)
    relay = std::make_unique<Relay>(job.table(), segment, gate, std::move(met),
                                    rank);
  return true;
}

bool JoinedRank::connect(popt_rt_transport *&out_transport,
                         std::string &error) {
  std::vector<int32_t> hostOfRank = hosts.hostOfRank;
  if (hosts.size() < 2 &&
      !pretendedHosts(environmentOfProcess, placement.size, hostOfRank, error))
    return false;
  std::optional<TcpPlace> tcp;
  if (hosts.size() > 1 &&
      !usesMpi(job.options, placement, job.table().target.isGpu))
    tcp = {std::move(listener), {hosts.token, secret}, hosts.addresses};
  if (connectRank(job.options, segment, shared.files[0], rank,
                  std::move(hostOfRank), std::move(tcp), out_transport, error))
    return true;
  error = "rank " + std::to_string(rank) + ": " + error;
  return false;
}

int32_t JoinedRank::gpu() const {
  if (placement.localRank >= 0)
    return static_cast<int32_t>(placement.localRank);
  if (hosts.size() < 2)
    return rank;
  std::vector<int64_t> here = hosts.ranksOf(hosts.hostOf(rank));
  return static_cast<int32_t>(std::count_if(
      here.begin(), here.end(), [&](int64_t peer) { return peer < rank; }));
}

std::string JoinedRank::causeOf(const std::string &error) const {
  int32_t died = segment->header().died.load();
  return died == 0 || error.empty()
             ? error
             : describe({Diagnosis::Fault::Died, died - 1, {}},
                        observeAll(*segment), job.table());
}

/// Whether this rank reports the failure: the rank that knows most does; if it
/// does not within a moment, another.
bool JoinedRank::isToSpeak(bool knowsMost) const {
  std::atomic<uint32_t> &hasSpoken = segment->header().hasSpoken;
  Deadline moment(kMomentSeconds);
  while (!knowsMost && !hasSpoken && !moment.isOver())
    usleep(10'000);
  return hasSpoken.exchange(1) == 0;
}

bool popt::rt::runJoined(const Job &job, const Placement &placement,
                         const Secret &secret, Collector &collector,
                         StopGate &gate,
                         const std::function<bool(std::string &)> &finish,
                         std::string &out_error) {
  JoinedRank self(job, placement, secret, gate);
  bool isFirst = placement.rank == 0;
  popt_rt_transport *transport = nullptr;
  if (!self.meetOthers(out_error) || (isFirst && !collector.open(out_error)) ||
      !self.connect(transport, out_error)) {
    // What all ranks of a host find wrong (no shim for MPI), one of them says.
    if (self.segment && !self.segment->failAll(POPT_RT_ABORTED, out_error))
      out_error.clear();
    return false;
  }
  Watchdog watchdog(
      job.table(),
      {job.options.program, job.options.watchdog, job.options.dump},
      self.segment, /*speaks=*/isFirst,
      [&](int32_t rank, const std::string &text) {
        if (self.isToSpeak(/*knowsMost=*/rank >= 0))
          reportError(job.options.program, self.causeOf(text));
        _exit(1);
      });
  RankOutcome outcome = runOnTransport(job, transport, self.gpu(), gate,
                                       isFirst ? &collector : nullptr);
  std::string heard = self.causeOf(outcome.error);
  out_error = heard;
  watchdog.finish(out_error, {self.rank});
  // Rank 0 says what could not be saved; all have that status.
  bool ok =
      out_error.empty() && (isFirst ? finish(out_error) : outcome.isSaved);
  if (self.relay)
    self.relay->finish(out_error);
  bool knowsMost = outcome.isCause || out_error != heard;
  if (!out_error.empty() && !self.isToSpeak(knowsMost)) {
    writeErrorFile(job.options.program, out_error);
    out_error.clear();
  }
  return ok;
}
