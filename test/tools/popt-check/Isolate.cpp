//===- Isolate.cpp - Many small tests in processes of their own -----------===//
//
// Workers and this process share a page with the counter and, per worker, the
// item at hand; failures come through a pipe as (item, kind, length, text). A
// worker's stderr is a file without a name, whose end explains a crash.
//
//===----------------------------------------------------------------------===//
#include "Isolate.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace popt::check;

const char *popt::check::name(Outcome::Kind kind) {
  constexpr const char *names[] = {"right",   "nearer", "wrong",
                                   "refused", "crash",  "hang"};
  return names[kind];
}

namespace {

constexpr uint64_t kIdle = ~uint64_t(0);

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Shared {
  std::atomic<uint64_t> next, done;
  struct Place {
    std::atomic<uint64_t> item;
    std::atomic<double> begin;
  } places[64];
};

struct Header {
  uint64_t item;
  uint32_t kind, length;
};

struct Worker {
  pid_t process = -1;
  int pipe = -1, errors = -1;
};

void writeAll(int file, const char *data, size_t size) {
  while (size > 0) {
    ssize_t written = write(file, data, size);
    if (written <= 0)
      _exit(3);
    data += written;
    size -= static_cast<size_t>(written);
  }
}

bool readAll(int file, char *data, size_t size) {
  while (size > 0) {
    ssize_t got = read(file, data, size);
    if (got <= 0)
      return false;
    data += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

void send(int pipe, uint64_t item, const Outcome &outcome) {
  std::string text = outcome.message.substr(0, 100000);
  Header header{item, outcome.kind, static_cast<uint32_t>(text.size())};
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof(header));
  bytes += text;
  writeAll(pipe, bytes.data(), bytes.size());
}

/// The end of what a process said on stderr.
std::string lastWords(int file) {
  off_t size = lseek(file, 0, SEEK_END);
  off_t begin = std::max<off_t>(0, size - 3000);
  std::string text(static_cast<size_t>(std::max<off_t>(0, size - begin)), ' ');
  ssize_t got = pread(file, text.data(), text.size(), begin);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, got)));
  // An assertion says what it says before the stack.
  size_t stack = text.find("PLEASE submit");
  return stack == std::string::npos || stack == 0 ? text
                                                  : text.substr(0, stack);
}

Worker start(const IsolateOptions &options,
             const std::function<void(int pipe)> &body) {
  Worker worker;
  int ends[2];
  if (pipe(ends) != 0)
    return worker;
  worker.errors = memfd_create("popt-check-errors", MFD_CLOEXEC);
  fflush(nullptr);
  worker.process = fork();
  if (worker.process == 0) {
    close(ends[0]);
    dup2(worker.errors, STDERR_FILENO);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    if (options.memoryBytes) {
      struct rlimit most = {options.memoryBytes, options.memoryBytes};
      setrlimit(RLIMIT_AS, &most);
    }
    body(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  worker.pipe = ends[0];
  return worker;
}

/// Waits for the end of a process: empty if it was a good one.
std::string finish(Worker &worker) {
  int status = 0;
  waitpid(worker.process, &status, 0);
  std::string said;
  if (WIFSIGNALED(status))
    said = "signal " + std::to_string(WTERMSIG(status)) + ": " +
           lastWords(worker.errors);
  else if (WEXITSTATUS(status) != 0)
    said = "exit status " + std::to_string(WEXITSTATUS(status)) + ": " +
           lastWords(worker.errors);
  close(worker.pipe);
  close(worker.errors);
  worker.process = -1;
  return said;
}

bool receive(int pipe, uint64_t &item, Outcome &outcome) {
  Header header;
  if (!readAll(pipe, reinterpret_cast<char *>(&header), sizeof(header)))
    return false;
  outcome.kind = static_cast<Outcome::Kind>(header.kind);
  outcome.message.resize(header.length);
  item = header.item;
  return readAll(pipe, outcome.message.data(), header.length);
}

} // namespace

void popt::check::runIsolated(
    uint64_t begin, uint64_t end, const IsolateOptions &options,
    const WorkerFactory &factory,
    const std::function<void(uint64_t, const Outcome &)> &failed,
    const std::function<void(uint64_t)> &progress) {
  auto *shared = static_cast<Shared *>(mmap(nullptr, sizeof(Shared),
                                            PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  shared->next = begin;
  shared->done = 0;
  const size_t jobs = std::min<size_t>(std::max(1u, options.jobs), 64);
  std::vector<Worker> workers(jobs);
  auto work = [&](size_t place, int pipe) {
    std::function<Outcome(uint64_t)> run = factory();
    for (uint64_t count = 0; count < options.itemsPerWorker; ++count) {
      uint64_t item = shared->next.fetch_add(1);
      if (item >= end)
        break;
      shared->places[place].begin = now();
      shared->places[place].item = item;
      Outcome outcome = run(item);
      shared->places[place].item = kIdle;
      ++shared->done;
      if (outcome.kind != Outcome::Right)
        send(pipe, item, outcome);
    }
  };
  double lastProgress = now();
  for (bool active = true; active;) {
    active = false;
    std::vector<pollfd> polls;
    std::vector<size_t> places;
    for (size_t i = 0; i < jobs; ++i) {
      if (workers[i].process < 0 && shared->next < end) {
        shared->places[i].item = kIdle;
        workers[i] = start(options, [&, i](int pipe) { work(i, pipe); });
      }
      if (workers[i].process < 0)
        continue;
      active = true;
      polls.push_back({workers[i].pipe, POLLIN, 0});
      places.push_back(i);
    }
    poll(polls.data(), polls.size(), 200);
    for (size_t k = 0; k < polls.size(); ++k) {
      Worker &worker = workers[places[k]];
      auto &place = shared->places[places[k]];
      uint64_t item = kIdle;
      Outcome outcome;
      if (polls[k].revents & POLLIN && receive(worker.pipe, item, outcome)) {
        failed(item, outcome);
        continue;
      }
      if (polls[k].revents & (POLLIN | POLLHUP)) {
        std::string said = finish(worker);
        if (!said.empty() && place.item != kIdle) {
          ++shared->done;
          failed(place.item, {Outcome::Crash, said});
        }
        continue;
      }
      if (place.item != kIdle && now() - place.begin > options.limitSeconds) {
        kill(worker.process, SIGKILL);
        finish(worker);
        ++shared->done;
        failed(place.item, {Outcome::Hang, "no end within the limit"});
      }
    }
    if (now() - lastProgress > 10) {
      lastProgress = now();
      progress(shared->done);
    }
  }
  munmap(shared, sizeof(Shared));
}

Outcome popt::check::runOnce(const std::function<Outcome()> &item,
                             const IsolateOptions &options) {
  Worker worker = start(options, [&](int pipe) { send(pipe, 0, item()); });
  pollfd poll{worker.pipe, POLLIN, 0};
  if (::poll(&poll, 1, static_cast<int>(options.limitSeconds * 1000)) == 0) {
    kill(worker.process, SIGKILL);
    finish(worker);
    return {Outcome::Hang, "no end within the limit"};
  }
  uint64_t number = 0;
  Outcome outcome;
  bool answered = receive(worker.pipe, number, outcome);
  std::string said = finish(worker);
  if (answered && said.empty())
    return outcome;
  return {Outcome::Crash, said};
}
