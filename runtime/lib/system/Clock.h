//===- Clock.h - The time of the steady clock -------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SYSTEM_CLOCK_H
#define POPT_RT_LIB_SYSTEM_CLOCK_H

#include <chrono>

namespace popt::rt {

/// Seconds of the host's steady clock.
inline double secondsNow() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

} // namespace popt::rt
#endif // POPT_RT_LIB_SYSTEM_CLOCK_H
