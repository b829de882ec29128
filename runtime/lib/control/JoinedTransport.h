//===- JoinedTransport.h - The transport of a started rank ------*- C++ -*-===//
#ifndef POPT_RT_LIB_CONTROL_JOINEDTRANSPORT_H
#define POPT_RT_LIB_CONTROL_JOINEDTRANSPORT_H

#include "Options.h"
#include "Placement.h"
#include "popt-rt/transport.h"
#include <memory>
#include <vector>

namespace popt::rt {

class Segment;

/// For each rank the number of a host on which it pretends to be (POPT_HOSTS);
/// all on one if nobody says so. False and a message if the list is none.
[[nodiscard]] bool pretendedHosts(const Environment &environment, int64_t ranks,
                                  std::vector<int32_t> &out_hostOfRank,
                                  std::string &out_error);

/// Joins the segment of this host, which `file` is too, and the other hosts by
/// MPI if there are any. With --transport mpi it must be there in any case.
/// False and a message if that fails.
[[nodiscard]] bool
connectRank(const Options &options, const std::shared_ptr<Segment> &segment,
            int file, int32_t rank, std::vector<int32_t> hostOfRank,
            popt_rt_transport *&out_transport, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_JOINEDTRANSPORT_H
