//===- Processes.h - A process for each rank --------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_PROCESSES_H
#define POPT_RT_LIB_LAUNCH_PROCESSES_H

#include "../session/Session.h"

namespace popt::rt {

/// Bytes of the segment that each rank may need.
int64_t segmentRoom(const Job &job);

/// Runs a session as the rank of this process, whose transport on the host (or
/// between hosts) it destroys. Where the program is for GPUs, the rank is on GPU
/// `gpu`, and NCCL moves data.
RankOutcome runOnTransport(const Job &job, popt_rt_transport *transport,
                           int32_t gpu, StopGate &gate, Collector *collector);

/// Runs a session on each rank in a process of its own, all of this host, and
/// waits for them. They are forked: program, kernels and the user's tensors are
/// there already. When all have done their steps, rank 0's process calls
/// `finish` (false and a message if it fails). False and the cause if a rank
/// failed or died; then none is left.
[[nodiscard]] bool
runProcesses(const Job &job, Collector &collector, StopGate &gate,
             const std::function<bool(std::string &out_error)> &finish,
             std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_PROCESSES_H
