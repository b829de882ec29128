//===- StopGate.cpp - Signals between two steps ---------------------------===//
//
// See the header. Tests: ProgressTest.
//
//===----------------------------------------------------------------------===//
#include "StopGate.h"
#include "../system/System.h"
#include "popt-rt/limits.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

bool StopGate::lieIn(int file) {
  void *memory =
      sys::mmap(nullptr, bytesFor(ranks), PROT_READ | PROT_WRITE,
                MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
  if (memory == MAP_FAILED)
    return false;
  if (words)
    munmap(words, bytesFor(ranks));
  words = static_cast<Word *>(memory); // of zeros
  return true;
}

StopGate::StopGate(int64_t ranks) : ranks(ranks) {
  if (!lieIn(-1))
    throw std::bad_alloc();
}

StopGate::~StopGate() { munmap(words, bytesFor(ranks)); }

bool StopGate::mayBegin(int64_t rank, int64_t step,
                        const std::function<bool()> &isToWait) {
  // Both are sequentially consistent: if this rank sees neither a request nor a
  // frozen gate, the rank that decides sees this step.
  begun(rank).store(step + 1);
  while (isFrozen().load() && isToWait())
    usleep(200);
  if (isConnected().load()) {
    int64_t steps = decided().load();
    return !steps || step < steps;
  }
  if (!requested().load())
    return true;
  int64_t most = 0, steps = 0;
  for (int64_t r = 0; r < ranks; ++r)
    most = std::max(most, begun(r).load());
  // The first decision is for all.
  if (decided().compare_exchange_strong(steps, most))
    steps = most;
  return step < steps;
}

/// Bits of the word that count steps.
static constexpr int kStepBits = 40;

StopGate::Begun StopGate::freeze(const std::vector<int64_t> &ranksHere) {
  isFrozen().store(1);
  Begun all;
  for (int64_t rank : ranksHere) {
    all.most = std::max(all.most, begun(rank).load());
    all.least = std::min(all.least, begun(rank).load());
  }
  return all;
}

void StopGate::stopAfter(int64_t steps, int signal) {
  request(signal);
  decided().store(steps);
}

bool StopGate::isToSave(int64_t step) {
  if (isConnected().load())
    return step > 0 && save().load() == step;
  constexpr int64_t mask = (int64_t(1) << kStepBits) - 1;
  int64_t known = save().load(), requested = savesRequested().load();
  if (known >> kStepBits < requested) {
    int64_t most = 0, least = INT64_MAX;
    for (int64_t r = 0; r < ranks; ++r) {
      most = std::max(most, begun(r).load());
      least = std::min(least, begun(r).load());
    }
    // Not before all have been asked about the last one, or there was none. A
    // rank that loses the exchange takes the decision of the other.
    if (known == 0 || least > (known & mask) + 1)
      save().compare_exchange_strong(known, requested << kStepBits | most);
    known = save().load();
  }
  return known != 0 && (known & mask) == step;
}

static std::atomic<StopGate *> interrupted{nullptr};
static std::atomic<bool> speaksOfIt{true};

static void onInterrupt(int signal) {
  static const char text[] =
      "\nstopping after this step; once more stops at once\n";
  if (StopGate *gate = interrupted.load())
    gate->request(signal);
  if (!speaksOfIt.load())
    return;
  ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);
  static_cast<void>(written);
}

/// Again and again, until the kernel ends the process.
static void onProcessorLimit(int signal) {
  StopGate *gate = interrupted.load();
  if (!gate || gate->signal() != 0)
    return;
  gate->request(signal);
  for (const char *text :
       {processorLimitText(), ": stopping after this step\n"})
    (void)!write(STDERR_FILENO, text, std::strlen(text));
}

static void onSave(int) {
  if (StopGate *gate = interrupted.load())
    gate->requestSave();
}

InterruptHandler::InterruptHandler(StopGate &gate, bool speaks, bool saves) {
  interrupted.store(&gate);
  speaksOfIt.store(speaks);
  auto handle = [&](int signal, void (*handler)(int), int flags) {
    struct sigaction action, before;
    std::memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    action.sa_flags = flags | SA_RESTART;
    if (sigaction(signal, &action, &before) == 0)
      handled.push_back({signal, before});
  };
  for (int signal : {SIGINT, SIGTERM})
    handle(signal, onInterrupt, static_cast<int>(SA_RESETHAND));
  handle(SIGXCPU, onProcessorLimit, 0);
  if (saves)
    handle(SIGUSR1, onSave, 0);
}

InterruptHandler::~InterruptHandler() {
  for (const auto &[signal, before] : handled)
    sigaction(signal, &before, nullptr);
  interrupted.store(nullptr);
}
