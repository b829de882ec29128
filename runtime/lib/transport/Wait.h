//===- Wait.h - Spin, yield, sleep on a shared word -------------*- C++ -*-===//
//
// How ranks wait for each other. With a core for each rank, a short spin sees
// the peer within tens of nanoseconds. With more ranks than cores a spin burns
// the core that the late rank needs: there a rank yields at once, which hands
// the core over in about a microsecond, and sleeps (about 20 us to wake) only
// when twenty yields were not enough. Sleepers wake every 100 ms at least, to
// look for timeouts, failures and dead peers; the fast path pays nothing.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_WAIT_H
#define POPT_RT_LIB_TRANSPORT_WAIT_H

#include <atomic>
#include <cstdint>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace popt::rt {

/// How long to spin, yield and sleep.
struct WaitPolicy {
  int spins = 0;
  int yields = 20;
  /// Futexes of one process, which are a little cheaper.
  bool isPrivate = true;

  static WaitPolicy choose(int32_t ranks, int32_t cores, bool isPrivate) {
    return {ranks <= cores ? 2000 : 0, 20, isPrivate};
  }
};

constexpr int64_t tickNanoseconds = 100'000'000;

inline int64_t nowNanoseconds(clockid_t clock = CLOCK_MONOTONIC) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * int64_t(1'000'000'000) + now.tv_nsec;
}

inline void pauseCore() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

inline long futex(std::atomic<uint32_t> &word, int operation, uint32_t value,
                  const timespec *timeout) {
  static_assert(sizeof(std::atomic<uint32_t>) == 4, "a futex is 4 bytes");
  return syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

inline void wakeAll(std::atomic<uint32_t> &word, const WaitPolicy &policy) {
  futex(word, policy.isPrivate ? FUTEX_WAKE_PRIVATE : FUTEX_WAKE, INT32_MAX,
        nullptr);
}

/// Waits until ready(value of `word`) is true. Before each sleep `tick` says
/// how many nanoseconds it may last; a negative answer ends the wait. What
/// changes `word` (sequentially consistent) wakes it if `sleepers` is not 0.
/// Returns false if a tick ended the wait.
template <typename Ready, typename Tick>
bool waitUntil(std::atomic<uint32_t> &word, std::atomic<uint32_t> &sleepers,
               const WaitPolicy &policy, Ready ready, Tick tick) {
  for (int i = 0; i < policy.spins; ++i) {
    if (ready(word.load(std::memory_order_acquire)))
      return true;
    pauseCore();
  }
  for (int i = 0; i < policy.yields; ++i) {
    if (ready(word.load(std::memory_order_acquire)))
      return true;
    sched_yield();
  }
  while (true) {
    if (ready(word.load(std::memory_order_acquire)))
      return true;
    int64_t sleep = tick();
    if (sleep < 0)
      return ready(word.load(std::memory_order_acquire));
    timespec timeout = {static_cast<time_t>(sleep / 1'000'000'000),
                        static_cast<long>(sleep % 1'000'000'000)};
    sleepers.fetch_add(1);
    uint32_t value = word.load();
    if (!ready(value))
      futex(word, policy.isPrivate ? FUTEX_WAIT_PRIVATE : FUTEX_WAIT, value,
            &timeout);
    sleepers.fetch_sub(1);
  }
}

} // namespace popt::rt

#endif
