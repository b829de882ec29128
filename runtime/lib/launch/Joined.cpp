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
#include "../report/UserMessages.h"
#include "JoinedRank.h"
#include "Processes.h"
#include <unistd.h>

using namespace popt::rt;

bool popt::rt::runJoined(const Job &job, const Placement &placement,
                         const Secret &secret, Collector &collector,
                         StopGate &gate,
                         const std::function<bool(std::string &)> &finish,
                         std::string &out_error) {
  JoinedRank self(
      {job.options, job.table(), factsOf(job), "run", segmentRoom(job)},
      placement, secret, gate);
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
          reportError(job.options.program, self.causeOf(text, job.table()));
        _exit(1);
      });
  RankOutcome outcome = runOnTransport(job, transport, self.gpu(), gate,
                                       isFirst ? &collector : nullptr);
  std::string heard = self.causeOf(outcome.error, job.table());
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
