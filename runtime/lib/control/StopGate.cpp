//===- StopGate.cpp - A run that ends before its last step ----------------===//
//
// See the header. Tests: ProgressTest.
//
//===----------------------------------------------------------------------===//
#include "StopGate.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace popt::rt;

StopGate::StopGate(int64_t ranks) : ranks(ranks) {
  void *memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  state = new (memory) State();
  for (int64_t rank = 0; rank < ranks; ++rank)
    new (state->begun() + rank) std::atomic<int64_t>(-1);
}

StopGate::~StopGate() { munmap(state, bytes()); }

bool StopGate::mayBegin(int64_t rank, int64_t step) {
  // Both are sequentially consistent: who reads no wish has been seen by
  // whoever decides.
  state->begun()[rank].store(step);
  if (!state->isRequested.load())
    return true;
  int64_t most = -1, decided = -1;
  for (int64_t r = 0; r < ranks; ++r)
    most = std::max(most, state->begun()[r].load());
  // The first who decides does so for all.
  if (state->last.compare_exchange_strong(decided, most))
    decided = most;
  return step <= decided;
}

static std::atomic<StopGate *> interrupted{nullptr};
static struct sigaction before;

static void onInterrupt(int) {
  static const char text[] =
      "\nstopping after this step; once more stops at once\n";
  if (StopGate *gate = interrupted.load())
    gate->request();
  ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);
  static_cast<void>(written);
}

InterruptHandler::InterruptHandler(StopGate &gate) {
  interrupted.store(&gate);
  struct sigaction action;
  std::memset(&action, 0, sizeof(action));
  action.sa_handler = onInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &before);
}

InterruptHandler::~InterruptHandler() {
  sigaction(SIGINT, &before, nullptr);
  interrupted.store(nullptr);
}
