//===- Limits.cpp - Limits of the process end in messages -----------------===//
//
// See limits.h. Tests: LimitsTest, test/Execute/limits.test.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/limits.h"
#include "System.h"
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <initializer_list>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace popt::rt;

/// Of threads. As much as Linux gives by default.
static constexpr size_t kStackBytes = 8 << 20;

static char programName[128] = "popt";
static char processorText[96] = "processor time is running out";

const char *popt::rt::processorLimitText() { return processorText; }

static rlim_t softLimit(int resource) {
  rlimit limit = {};
  return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

//===----------------------------------------------------------------------===//
// In signal handlers
//===----------------------------------------------------------------------===//

/// A line on stderr, without memory that would have to be allocated.
static void say(std::initializer_list<const char *> texts) {
  char line[512];
  size_t size = 0;
  for (const char *text : texts)
    for (; *text && size < sizeof line - 1; ++text)
      line[size++] = *text;
  line[size++] = '\n';
  (void)!write(STDERR_FILENO, line, size);
}

namespace {
/// A number as text.
struct Digits {
  char text[24];
  explicit Digits(uint64_t number) {
    char *at = text + sizeof text;
    for (*--at = '\0'; number >= 10; number /= 10)
      *--at = static_cast<char>('0' + number % 10);
    *--at = static_cast<char>('0' + number);
    std::memmove(text, at, static_cast<size_t>(text + sizeof text - at));
  }
};
} // namespace

/// The address space of the process, or its data, in pages; 0: not known.
static uint64_t usedPages(bool isData) {
  char text[256] = "";
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  if (got <= 0)
    return 0;
  const char *at = text;
  for (int field = isData ? 5 : 0; field > 0 && *at; --field)
    for (at += std::strcspn(at, " "); *at == ' ';)
      ++at;
  return std::strtoull(at, nullptr, 10);
}

size_t sys::memoryLeft() {
  size_t left = SIZE_MAX;
  for (bool isData : {false, true}) {
    rlim_t limit = softLimit(isData ? RLIMIT_DATA : RLIMIT_AS);
    if (limit == RLIM_INFINITY)
      continue;
    uint64_t used =
        usedPages(isData) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    left = std::min<size_t>(left, limit > used ? limit - used : 0);
  }
  return left;
}

static void onCrash(int signal) {
  rlim_t space = softLimit(RLIMIT_AS);
  bool isData = space == RLIM_INFINITY;
  rlim_t limit = isData ? softLimit(RLIMIT_DATA) : space;
  auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  Digits most(limit >> 10), used(usedPages(isData) * page >> 10);
  say({programName, ": error: memory ran out, it seems: signal ",
       Digits(static_cast<uint64_t>(signal)).text, " came where ",
       isData ? "data may take " : "the address space may be ", most.text,
       " KiB (ulimit ", isData ? "-d" : "-v", "), of which ", used.text,
       " are used; raise the limit"});
  _exit(1);
}

static void onProcessorLimit(int) {
  say({programName, ": error: ", processorText});
  _exit(1);
}

//===----------------------------------------------------------------------===//
// Before main
//===----------------------------------------------------------------------===//

/// Unless the signal has a handler.
static void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action, before;
  if (sigaction(signal, nullptr, &before) != 0 ||
      (before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL)
    return;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

/// Sends SIGXCPU some time before the kernel does, which at the hard limit kills
/// at once. The limit is each process's own.
static void startProcessorClock() {
  rlim_t limit = softLimit(RLIMIT_CPU);
  if (limit == RLIM_INFINITY)
    return;
  double seconds = static_cast<double>(limit);
  double warning = std::max(seconds * 0.9, seconds - 60);
  if (seconds - warning < 1)
    warning = std::max(seconds / 2, seconds - 1);
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGXCPU;
  itimerspec when = {};
  when.it_value.tv_sec = static_cast<time_t>(warning);
  when.it_value.tv_nsec =
      static_cast<long>((warning - double(when.it_value.tv_sec)) * 1e9) + 1;
  timer_t timer;
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
    timer_settime(timer, TIMER_ABSTIME, &when, nullptr);
}

namespace {
struct Main {
  int argc;
  char **argv;
  int (*main)(int, char **);
  int status = 1;
};
} // namespace

/// main() on a stack of its own.
static int runOnThread(Main &main) {
  pthread_t thread;
  auto body = [](void *of) -> void * {
    auto *main = static_cast<Main *>(of);
    main->status = main->main(main->argc, main->argv);
    return nullptr;
  };
  if (int error = pthread_create(&thread, nullptr, body, &main)) {
    say({programName,
         ": error: no memory for a stack of 8 MiB: ", std::strerror(error)});
    return 1;
  }
  pthread_join(thread, nullptr);
  return main.status;
}

int popt::rt::runWithinLimits(int argc, char **argv,
                              int (*main)(int, char **)) {
  if (argc > 0 && argv[0]) {
    const char *slash = std::strrchr(argv[0], '/');
    std::snprintf(programName, sizeof programName, "%s",
                  slash ? slash + 1 : argv[0]);
  }
  std::signal(SIGXFSZ, SIG_IGN);
  if (softLimit(RLIMIT_AS) != RLIM_INFINITY ||
      softLimit(RLIMIT_DATA) != RLIM_INFINITY)
    for (int signal : {SIGSEGV, SIGBUS, SIGABRT})
      handle(signal, onCrash, SA_ONSTACK | static_cast<int>(SA_RESETHAND));
  if (rlim_t limit = softLimit(RLIMIT_CPU); limit != RLIM_INFINITY) {
    std::snprintf(processorText, sizeof processorText,
                  "processor time is running out (ulimit -t %llu)",
                  static_cast<unsigned long long>(limit));
    handle(SIGXCPU, onProcessorLimit, SA_RESTART);
    startProcessorClock();
    pthread_atfork(nullptr, nullptr, startProcessorClock);
  }
  Main all = {argc, argv, main};
  if (softLimit(RLIMIT_STACK) >= kStackBytes)
    return main(argc, argv);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  return runOnThread(all);
}
