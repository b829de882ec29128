//===- Placement.cpp - Which rank is this process? ------------------------===//
//
// Tests: JoinedTest.
//
//===----------------------------------------------------------------------===//
#include "Placement.h"
#include <cerrno>
#include <cstdlib>
#include <initializer_list>

using namespace popt::rt;

namespace {
/// The variables of one launcher. SLURM_PROCID alone says nothing: a batch
/// script that srun did not start has it, too.
struct Launcher {
  const char *name;
  const char *rank, *size, *localSize;
  std::initializer_list<const char *> job; ///< together they name the job
};
const Launcher kLaunchers[] = {
    {"torchrun",
     "RANK",
     "WORLD_SIZE",
     "LOCAL_WORLD_SIZE",
     {"MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_RUN_ID",
      "TORCHELASTIC_RESTART_COUNT"}},
    {"mpirun",
     "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_SIZE",
     {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"}},
    {"mpiexec", "PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", {"PMI_JOBID"}},
    {"srun",
     "SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     "SLURM_STEP_TASKS_PER_NODE",
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

std::string popt::rt::environmentOfProcess(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
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
    if (size.empty()) {
      if (!isTorchrun)
        continue;
      out_error = "RANK is set, but WORLD_SIZE is not: set both, or neither";
      return false;
    }
    out_placement.size = numberOf(size);
    if (out_placement.size < 1) {
      out_error = std::string(launcher.size) + " is \"" + size +
                  "\", which is no number of ranks";
      return false;
    }
    if (rank.empty()) // WORLD_SIZE alone repeats the number of ranks
      return true;
    out_placement.launcher = launcher.name;
    out_placement.rank = numberOf(rank);
    if (out_placement.rank < 0 || out_placement.rank >= out_placement.size) {
      out_error = std::string(launcher.rank) + " is \"" + rank + "\", but " +
                  launcher.size + " is " + size + ": ranks count from 0 to " +
                  std::to_string(out_placement.size - 1);
      return false;
    }
    out_placement.localSize = numberOf(environment(launcher.localSize));
    for (const char *name : launcher.job)
      if (std::string part = environment(name); !part.empty())
        out_placement.job += (out_placement.job.empty() ? "" : " ") + part;
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
