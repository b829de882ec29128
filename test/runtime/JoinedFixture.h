//===- JoinedFixture.h - Ranks that a test starts as launchers do ---------===//
#ifndef POPT_RT_TEST_JOINEDFIXTURE_H
#define POPT_RT_TEST_JOINEDFIXTURE_H

#include "RunFixture.h"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace popt::rt {

using KernelFunction = void (*)(void *const *, const int64_t *);

using Statuses = std::vector<int>;

struct JoinedFixture : RunFixture {
  /// Starts a rank in a process of its own, and keeps what it says.
  void start(int rank, std::vector<std::string> flags = {},
             KernelFunction kernel = updateKernel, int world = 4) {
    std::string said = file("said" + std::to_string(ended.size()));
    pid_t process = fork();
    if (process == 0) {
      int out = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(out, STDERR_FILENO);
      setenv("RANK", std::to_string(rank).c_str(), 1);
      setenv("WORLD_SIZE", std::to_string(world).c_str(), 1);
      setenv("MASTER_PORT", std::to_string(getppid()).c_str(), 1);
      std::string inputs = file("in.npz");
      std::vector<const char *> argv = {"/bin/model", "--inputs",
                                        inputs.c_str()};
      for (const std::string &flag : flags)
        argv.push_back(flag.c_str());
      _exit(runMain(static_cast<int>(argv.size()), argv.data(),
                    loaded(table, {{"update", kernel}})));
    }
    ended.push_back({process, said});
  }
  /// The exit status of one that has been started, when it has ended.
  int waitFor(size_t number) {
    siginfo_t how = {};
    waitid(P_PID, static_cast<id_t>(ended[number].first), &how,
           WEXITED | WNOWAIT);
    return how.si_status;
  }
  /// Exit statuses in the order of start(); a signal is negative.
  std::vector<int> wait() {
    std::vector<int> statuses;
    texts.clear();
    for (auto &[process, said] : ended) {
      int status = 0;
      waitpid(process, &status, 0);
      statuses.push_back(WIFEXITED(status) ? WEXITSTATUS(status)
                                           : -WTERMSIG(status));
      texts.push_back(contents(said));
    }
    ended.clear();
    return statuses;
  }
  std::vector<std::pair<pid_t, std::string>> ended;
  std::vector<std::string> texts;
};

} // namespace popt::rt
#endif // POPT_RT_TEST_JOINEDFIXTURE_H
