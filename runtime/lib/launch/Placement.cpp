//===- Placement.cpp - Which rank is this process? ------------------------===//
//
// Tests: JoinedTest.
//
//===----------------------------------------------------------------------===//
#include "Placement.h"
#include "../core/Checksum.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <numeric>

using namespace popt::rt;

namespace {
/// The variables of one launcher. SLURM_PROCID alone says nothing: a batch
/// script that srun did not start has it, too.
struct Launcher {
  const char *name;
  const char *rank, *size, *localSize, *localRank;
  std::initializer_list<const char *> job; ///< together they name the job
};
const Launcher kLaunchers[] = {
    {"torchrun",
     "RANK",
     "WORLD_SIZE",
     "LOCAL_WORLD_SIZE",
     "LOCAL_RANK",
     {"MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_RUN_ID",
      "TORCHELASTIC_RESTART_COUNT"}},
    {"mpirun",
     "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_SIZE",
     "OMPI_COMM_WORLD_LOCAL_RANK",
     {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"}},
    {"mpiexec",
     "PMI_RANK",
     "PMI_SIZE",
     "MPI_LOCALNRANKS",
     "MPI_LOCALRANKID",
     {"PMI_JOBID"}},
    {"srun",
     "SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     "SLURM_STEP_TASKS_PER_NODE",
     "SLURM_LOCALID",
     {"SLURM_JOB_ID", "SLURM_STEP_ID"}},
};
} // namespace

/// The number in a text; -1 if it is none.
static int64_t numberOf(const std::string &text) {
  char *end = nullptr;
  errno = 0;
  long long number = std::strtoll(text.c_str(), &end, 10);
  return text.empty() || *end || errno || number < 0 ? -1 : number;
}

/// "node[001-015],host2" begins with node001.
static std::string firstHost(const std::string &list) {
  size_t bracket = list.find_first_of("[,");
  std::string name = list.substr(0, bracket);
  if (bracket == std::string::npos || list[bracket] == ',')
    return name;
  size_t end = list.find_first_of("-,]", bracket);
  return name + list.substr(bracket + 1,
                            end == std::string::npos ? end : end - bracket - 1);
}

/// "7.0;tcp://10.0.0.1,192.168.0.1:4711;tcp6://..." has two addresses of IPv4.
static std::vector<std::string> addressesIn(const std::string &uri) {
  std::vector<std::string> addresses;
  size_t at = uri.find("tcp://"), end = uri.find(':', at + 6);
  if (at == std::string::npos || end == std::string::npos)
    return addresses;
  for (at += 6; at < end;) {
    size_t comma = std::min(uri.find(',', at), end);
    addresses.push_back(uri.substr(at, comma - at));
    at = comma + 1;
  }
  return addresses;
}

/// A port that all processes of the job find, and hardly another job.
static int portOf(int64_t number) {
  return static_cast<int>(61440 + number % 4096);
}

/// False and a message if a variable is no port.
static bool findAddress(const Environment &environment,
                        const std::string &launcher, StoreAddress &out_address,
                        std::string &out_error) {
  out_address = {};
  std::string &origin = out_address.origin;
  if (std::string host = environment("MASTER_ADDR"); !host.empty()) {
    out_address.hosts = {host};
    origin = "MASTER_ADDR";
  } else if (host = firstHost(environment("SLURM_STEP_NODELIST"));
             launcher == "srun" && !host.empty()) {
    out_address.hosts = {host};
    origin = "SLURM_STEP_NODELIST";
  } else if (launcher == "mpirun") {
    // Rank 0 is on the host of mpirun, unless the user wants it elsewhere.
    out_address.hosts = addressesIn(environment("OMPI_MCA_orte_hnp_uri"));
    origin = "the host of mpirun, since MASTER_ADDR is not set";
  }
  int64_t job = std::max<int64_t>(0, numberOf(environment("SLURM_JOB_ID")));
  if (launcher == "mpirun")
    job = std::max<int64_t>(0, numberOf(environment("PMIX_NAMESPACE")));
  if (std::string own = environment("POPT_PORT"); !own.empty()) {
    int64_t port = numberOf(own);
    origin += ", POPT_PORT";
    if (port < 1 || port > 65535) {
      out_error = "POPT_PORT is \"" + own + "\", which is no port: 1 to 65535";
      return false;
    }
    out_address.port = static_cast<int>(port);
  } else if (int64_t master = numberOf(environment("MASTER_PORT"));
             master > 0 && master <= 65535) {
    // torchrun's own store listens on that.
    bool isLast = master == 65535;
    out_address.port = static_cast<int>(isLast ? master - 1 : master + 1);
    origin += isLast ? ", MASTER_PORT - 1" : ", MASTER_PORT + 1";
  } else if (job > 0) {
    out_address.port = portOf(job);
  }
  return true;
}

bool Placement::mayCrossHosts() const {
  if (!isJoined() || (localSize > 0 && isOnOneHost()))
    return false;
  if (localSize > 0)
    return true;
  bool isHere = address.hosts.empty() || address.hosts[0] == "localhost" ||
                address.hosts[0].compare(0, 4, "127.") == 0 ||
                address.hosts[0] == "::1";
  return !isHere && address.port > 0;
}

bool Placement::canReachRank0(std::string &out_error) const {
  if (!isJoined() || isOnOneHost() ||
      (!address.hosts.empty() && address.port != 0))
    return true;
  out_error = launcher + " has started " + std::to_string(localSize) + " of " +
              std::to_string(size) +
              " ranks on this host, but nothing says where rank 0 is: set "
              "MASTER_ADDR and MASTER_PORT";
  return false;
}

std::vector<int32_t> Placement::ranksHere() const {
  int64_t first = rank - localRank;
  if (!isJoined() || isOnOneHost() || localRank < 0 || first < 0 ||
      first + localSize > size)
    return {};
  std::vector<int32_t> ranks(static_cast<size_t>(localSize));
  std::iota(ranks.begin(), ranks.end(), static_cast<int32_t>(first));
  return ranks;
}

/// srun --mpi=pmi2 sets both kinds of variables, and its own say more. A
/// launcher of MPI that srun has started has ranks that srun does not know.
static bool isOfSrun(const Environment &environment, const Launcher &launcher) {
  const Launcher &srun = *(std::end(kLaunchers) - 1);
  return environment(launcher.rank) == environment(srun.rank) &&
         environment(launcher.size) == environment(srun.size);
}

bool popt::rt::findPlacement(const Environment &environment,
                             Placement &out_placement, std::string &out_error) {
  out_placement = {};
  for (const Launcher &launcher : kLaunchers) {
    std::string rank = environment(launcher.rank);
    std::string size = environment(launcher.size);
    bool isTorchrun = &launcher == &kLaunchers[0];
    if (rank.empty() && !(isTorchrun && !size.empty()))
      continue;
    if (launcher.name == std::string("mpiexec") &&
        isOfSrun(environment, launcher))
      continue;
    if (size.empty()) {
      if (!isTorchrun)
        continue;
      out_error = "RANK is set, but WORLD_SIZE is not: set both, or neither";
      return false;
    }
    out_placement.size = numberOf(size);
    if (rank.empty() && out_placement.size > 0)
      return true; // WORLD_SIZE alone repeats the number of ranks
    // Errors are reported when all is read: the other ranks get them, too.
    out_placement.launcher = launcher.name;
    out_placement.rank = numberOf(rank);
    // srun says 2(x3): two on each of three hosts.
    std::string local = environment(launcher.localSize);
    out_placement.localSize =
        numberOf(local.substr(0, local.find_first_of("(,")));
    out_placement.localRank = numberOf(environment(launcher.localRank));
    // One host may be "localhost" to itself.
    std::string number = launcher.name;
    for (const char *name : launcher.job)
      if (std::string part = environment(name); !part.empty()) {
        out_placement.job += (out_placement.job.empty() ? "" : " ") + part;
        number += std::strcmp(name, "MASTER_ADDR") ? " " + part : "";
      }
    out_placement.number = checksum(number.data(), number.size());
    if (!findAddress(environment, launcher.name, out_placement.address,
                     out_error))
      return false;
    if (out_placement.size < 1) {
      out_error = std::string(launcher.size) + " is \"" + size +
                  "\", which is no number of ranks";
      return false;
    }
    if (out_placement.rank < 0 || out_placement.rank >= out_placement.size) {
      out_error = std::string(launcher.rank) + " is \"" + rank + "\", but " +
                  launcher.size + " is " + size + ": ranks count from 0 to " +
                  std::to_string(out_placement.size - 1);
      return false;
    }
    if (out_placement.size > 1 && out_placement.job.empty()) {
      out_error = std::string(launcher.rank) +
                  " is set, but nothing names the job: set MASTER_PORT to a "
                  "number that its ranks share, and no other job";
      if (!isTorchrun)
        out_error =
            std::string(launcher.rank) +
            " is set, but nothing names the job: " + *launcher.job.begin() +
            " is not set";
      return false;
    }
    return true;
  }
  return true;
}
