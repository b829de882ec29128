//===- JoinedTransport.h - The transport of a started rank ------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_JOINEDTRANSPORT_H
#define POPT_RT_LIB_LAUNCH_JOINEDTRANSPORT_H

#include "../session/Options.h"
#include "../system/Environment.h"
#include "../transport/messages/TcpEngine.h"
#include "Placement.h"
#include "popt-rt/transport.h"
#include <memory>
#include <optional>
#include <vector>

namespace popt::rt {

class Segment;

/// For each rank the host that it pretends to be on (POPT_HOSTS); all on one without
/// the variable. False and a message if the list is malformed.
[[nodiscard]] bool pretendedHosts(const Environment &environment, int64_t ranks,
                                  std::vector<int32_t> &out_hostOfRank,
                                  std::string &out_error);

/// Whether messages between hosts go by MPI, and not over TCP. MPI needs a launcher
/// of its own, and uses fast networks. Between GPUs data goes by NCCL; for the rest
/// sockets are enough.
bool usesMpi(const Options &options, const Placement &placement, bool isForGpu);

/// What messages over TCP need.
struct TcpPlace {
  Socket listener;
  TcpRun run;
  std::vector<TcpAddress> addresses; ///< by rank
};

/// Joins the segment of this host, which `file` is too, and the other hosts if
/// there are any: over TCP, or by MPI if there is no `tcp`. With --transport mpi
/// MPI must be there in any case. False and a message if that fails.
[[nodiscard]] bool
connectRank(const Options &options, const std::shared_ptr<Segment> &segment,
            int file, int32_t rank, std::vector<int32_t> hostOfRank,
            std::optional<TcpPlace> tcp, popt_rt_transport *&out_transport,
            std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_JOINEDTRANSPORT_H
