//===- Placement.h - Which rank is this process? ----------------*- C++ -*-===//
//
// Launchers set variables: torchrun (and most scripts) RANK, WORLD_SIZE; mpirun
// OMPI_COMM_WORLD_*; other MPIs PMI_*; srun SLURM_*.
//
// The address at which rank 0 waits for other hosts follows from MASTER_ADDR and
// MASTER_PORT, or from Slurm's list of hosts.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_PLACEMENT_H
#define POPT_RT_LIB_LAUNCH_PLACEMENT_H

#include "../net/Connection.h"
#include "../system/Environment.h"
#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

/// What the launcher of this process sets.
struct Placement {
  std::string launcher; ///< "torchrun", ...; empty: there is none
  int64_t rank = 0;
  int64_t size = -1;      ///< processes of the job; -1: not said
  int64_t localSize = -1; ///< of them on this host; -1: not said
  int64_t localRank = -1; ///< which of those it is; -1: not said
  /// What the processes of one job have in common, and no other job.
  std::string job;
  /// A hash of it, without what differs between hosts.
  uint64_t number = 0;
  /// Where rank 0 can be reached; no hosts: not said.
  StoreAddress address;
  bool isJoined() const { return !launcher.empty() && size > 1; }
  /// The launcher is one that MPI starts with.
  bool hasMpi() const { return !launcher.empty() && launcher != "torchrun"; }
  /// As far as it is said.
  bool isOnOneHost() const { return localSize <= 0 || localSize >= size; }
  /// Ranks may be on other hosts, and there is a way to find that out.
  bool mayCrossHosts() const;
  /// False and a message if ranks are on other hosts, and nothing says where rank 0 is.
  [[nodiscard]] bool canReachRank0(std::string &out_error) const;
  /// The ranks of this host, as launchers count them, if there are others; else, and
  /// where that is not said, none.
  std::vector<int32_t> ranksHere() const;
};

/// False and a message if variables contradict each other or are incomplete.
[[nodiscard]] bool findPlacement(const Environment &environment,
                                 Placement &out_placement,
                                 std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_PLACEMENT_H
