//===- StopGate.cpp - A run that ends before its last step ----------------===//
//
// See the header. Tests: ProgressTest.
//
//===----------------------------------------------------------------------===//
#include "StopGate.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace popt::rt;

StopGate::StopGate(int64_t ranks)
    : ranks(ranks),
      begun(new std::atomic<int64_t>[static_cast<size_t>(ranks)]) {
  for (int64_t rank = 0; rank < ranks; ++rank)
    begun[rank].store(-1);
}

bool StopGate::mayBegin(int64_t rank, int64_t step) {
  // Both are sequentially consistent: who reads no wish has been seen by
  // whoever decides.
  begun[rank].store(step);
  if (!isRequested.load())
    return true;
  std::lock_guard<std::mutex> lock(mutex);
  if (last < 0)
    for (int64_t r = 0; r < ranks; ++r)
      last = std::max(last, begun[r].load());
  return step <= last;
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
