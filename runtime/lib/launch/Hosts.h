//===- Hosts.h - Where the ranks of a run are -------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_HOSTS_H
#define POPT_RT_LIB_LAUNCH_HOSTS_H

#include "../net/Socket.h"
#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

/// Which rank is on which host. Hosts count from 0, in the order of the lowest
/// rank on each, which connects it to rank 0's.
struct HostMap {
  std::vector<std::string> names;  ///< by host
  std::vector<int32_t> hostOfRank; ///< by rank
  std::vector<int32_t> processes;  ///< by rank: its number on its host
  /// By rank: where this process reaches it.
  std::vector<TcpAddress> addresses;
  uint64_t token = 0; ///< no other run has it

  int32_t size() const { return static_cast<int32_t>(names.size()); }
  std::vector<int64_t> ranksOf(int32_t host) const;
  int32_t hostOf(int64_t rank) const {
    return hostOfRank[static_cast<size_t>(rank)];
  }
  bool isConnector(int64_t rank) const {
    return ranksOf(hostOf(rank)).front() == rank;
  }
};

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_HOSTS_H
