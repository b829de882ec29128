//===- JoinedRank.cpp - A rank that others start finds its peers ----------===//
//
// Tests: JoinedTest, PeersTest; several hosts: test/Execute/hosts.py.
//
//===----------------------------------------------------------------------===//
#include "JoinedRank.h"
#include "../health/Diagnosis.h"
#include "../report/UserMessages.h"
#include "../system/Host.h"
#include "../system/System.h"
#include "../transport/Segment.h"
#include "JoinedTransport.h"
#include "Meeting.h"
#include "popt-rt/transport_threads.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

/// How long a rank waits for another one's better account of a failure.
static constexpr double kMomentSeconds = 0.3;
/// How long rank 0, whose port is taken, answers ranks with that; some of them wait
/// ten seconds at the process that has the port.
static constexpr double kRefusalSeconds = 15;

JoinedRank::SharedFiles::~SharedFiles() {
  for (int file : files)
    close(file);
}

bool JoinedRank::SharedFiles::make(int64_t ranks, int64_t heapBytes,
                                   std::string &out_error) {
  int segment = -1;
  if (popt_rt_threads_create_segment(static_cast<int32_t>(ranks), heapBytes,
                                     &segment) == POPT_RT_OK)
    files.push_back(segment);
  int gate = sys::memfd_create("popt-gate", MFD_CLOEXEC);
  if (gate >= 0)
    files.push_back(gate);
  if (files.size() == 2 &&
      sys::ftruncate(gate, static_cast<off_t>(StopGate::bytesFor(ranks))) == 0)
    return true;
  out_error = "cannot share memory with " + std::to_string(ranks) +
              " processes: " + std::strerror(errno);
  return false;
}

/// Whose ranks are on which host; empty if all are on this one. False and a
/// message if they did not come, or are about to run something else.
static bool findHosts(const JoinPlan &plan, const Placement &placement,
                      const Secret &secret, Rendezvous &out_met,
                      std::string &out_error) {
  if (!placement.mayCrossHosts())
    return true;
  JoinRequest self;
  self.rank = placement.rank;
  self.size = placement.size;
  self.job = placement.number;
  self.host = thisHost();
  self.facts = plan.facts;
  self.secret = secret;
  self.needsListener =
      !usesMpi(plan.options, placement, plan.table.target.isGpu);
  if (placement.rank != 0)
    return goToRank0(placement.address, self, plan.options.timeout, out_met,
                     out_error);
  Listener listener;
  if (!listener.open(placement.address.port, out_error)) {
    reportError(plan.options.program, out_error);
    self.failure =
        "rank 0 on " + self.host.name + " could not start: " + out_error;
    double limit = plan.options.timeout;
    refuseRanks(placement.address.port, self,
                limit > 0 ? std::min(limit, kRefusalSeconds) : kRefusalSeconds);
    out_error.clear(); // it is said
    return false;
  }
  if (!receiveRanks(listener, self, plan.options.timeout, out_met, out_error))
    return false;
  if (out_met.hosts.size() > 1 && !secret.isSet())
    note(plan.options.program,
         "there is no secret (POPT_SECRET, --secret-file), so any process that "
         "reaches the ports of this run may take part in it or end it "
         "(docs/Processes.md)");
  return true;
}

bool JoinedRank::meetOthers(std::string &error) {
  Rendezvous met;
  if (!findHosts(plan, placement, secret, met, error))
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
    if (!shared.make(placement.size, plan.heapBytes, problem))
      return false;
    std::shared_ptr<Segment> made =
        hosts.size() > 1 ? Segment::attach(shared.files[0]) : nullptr;
    if (made)
      writeHosts(*made, hosts, rank);
    return true;
  };
  if (!meet(group, plan.subject, plan.facts, plan.options.timeout, shared.files,
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
    relay = std::make_unique<Relay>(plan.table, segment, gate, std::move(met),
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
      !usesMpi(plan.options, placement, plan.table.target.isGpu))
    tcp = {std::move(listener), {hosts.token, secret}, hosts.addresses};
  if (connectRank(plan.options, segment, shared.files[0], rank,
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

std::string JoinedRank::causeOf(const std::string &error,
                                const StepTable &table) const {
  int32_t died = segment->header().died.load();
  return died == 0 || error.empty()
             ? error
             : describe({Diagnosis::Fault::Died, died - 1, {}},
                        observeAll(*segment), table);
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
