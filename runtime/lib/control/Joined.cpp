//===- Joined.cpp - Ranks that others start -------------------------------===//
//
// torchrun, mpirun, srun or a script starts a process for each rank. They meet
// (Meeting.h), and rank 0 hands out the transport's segment and the gate; from
// there on they are as ranks that --processes starts, but for who looks after
// them: peers see in the segment that one has died, and the launcher ends the
// rest.
//
// Tests: JoinedTest.
//
//===----------------------------------------------------------------------===//
#include "Joined.h"
#include "../system/System.h"
#include "../transport/Segment.h"
#include "Connection.h"
#include "ErrorReport.h"
#include "Facts.h"
#include "Meeting.h"
#include "Processes.h"
#include "Watchdog.h"
#include "popt-rt/transport_threads.h"
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

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

bool popt::rt::runJoined(const Job &job, const Placement &placement,
                         Collector &collector, StopGate &gate,
                         const std::function<bool(std::string &)> &finish,
                         std::string &out_error) {
  SharedFiles shared;
  bool isFirst = placement.rank == 0;
  std::vector<int32_t> hostOfRank;
  if (!findHosts(environmentOfProcess, placement.size, hostOfRank, out_error))
    return false;
  if ((isFirst && !shared.make(job, out_error)) ||
      !meet(allOf(placement), "run", factsOf(job), job.options.timeout,
            shared.files, out_error))
    return false;
  std::shared_ptr<Segment> segment =
      shared.files.size() == 2 ? Segment::attach(shared.files[0]) : nullptr;
  if (!segment || !gate.lieIn(shared.files[1])) {
    out_error = "rank " + std::to_string(placement.rank) +
                ": cannot map what rank 0 shares: " + std::strerror(errno);
    if (segment)
      segment->failAll(POPT_RT_ABORTED, out_error);
    return false;
  }
  if (isFirst && !collector.open(out_error)) {
    segment->failAll(POPT_RT_ABORTED, out_error);
    return false;
  }
  auto rank = static_cast<int32_t>(placement.rank);
  popt_rt_transport *transport = nullptr;
  if (!connect(job.options, segment, shared.files[0], rank,
               std::move(hostOfRank), transport, out_error)) {
    out_error = "rank " + std::to_string(rank) + ": " + out_error;
    segment->failAll(POPT_RT_ABORTED, out_error);
    return false;
  }
  Watchdog watchdog(job, segment, [&](int32_t, const std::string &text) {
    reportError(job.options.program, text);
    _exit(1);
  });
  out_error =
      runOnTransport(job, transport, gate, isFirst ? &collector : nullptr)
          .error;
  if (int32_t died = segment->header().died.load(); died && !out_error.empty())
    out_error = describe({Diagnosis::Fault::Died, died - 1, {}},
                         observeAll(*segment), job.table());
  watchdog.finish(out_error, {rank});
  return out_error.empty() && (!isFirst || finish(out_error));
}
