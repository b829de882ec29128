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

bool StopGate::lieIn(int file) {
  void *memory =
      mmap(nullptr, bytesFor(ranks), PROT_READ | PROT_WRITE,
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

bool StopGate::mayBegin(int64_t rank, int64_t step) {
  // Both are sequentially consistent: who reads no wish has been seen by
  // whoever decides.
  begun(rank).store(step + 1);
  if (!requested().load())
    return true;
  int64_t most = 0, steps = 0;
  for (int64_t r = 0; r < ranks; ++r)
    most = std::max(most, begun(r).load());
  // The first who decides does so for all.
  if (decided().compare_exchange_strong(steps, most))
    steps = most;
  return step < steps;
}

static std::atomic<StopGate *> interrupted{nullptr};
static std::atomic<bool> speaksOfIt{true};
static struct sigaction before;

static void onInterrupt(int) {
  static const char text[] =
      "\nstopping after this step; once more stops at once\n";
  if (StopGate *gate = interrupted.load())
    gate->request();
  if (!speaksOfIt.load())
    return;
  ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);
  static_cast<void>(written);
}

InterruptHandler::InterruptHandler(StopGate &gate, bool speaks) {
  interrupted.store(&gate);
  speaksOfIt.store(speaks);
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
