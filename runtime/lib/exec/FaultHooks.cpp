//===- FaultHooks.cpp - Commands that tests make go wrong -----------------===//
//
// Tests: FaultRunsTest, WatchdogTest.
//
//===----------------------------------------------------------------------===//
#include "FaultHooks.h"
#include "../system/Faults.h"
#include "Tracer.h"
#include <chrono>
#include <thread>

using namespace popt::rt;

FaultHooks::FaultHooks() : hasFaults(sys::hasCommandFaults()) {}

bool FaultHooks::run(int32_t &index, const Place &place,
                     const std::function<void()> &begins,
                     const std::function<bool(int32_t index)> &run) const {
  int32_t first = index;
  sys::CommandFault fault;
  // What happens to a member of a bucket happens to all of it.
  for (int32_t member = first; member < place.next; ++member)
    fault.add(sys::faultOfCommand(place.step, member, begins));
  if (fault.skips)
    return true;
  if (fault.swaps && place.next < place.end) {
    index = place.next;
    return run(place.next) && run(first);
  }
  double begin = secondsNow();
  if (!run(first))
    return false;
  // Others are waited for as long as they need.
  if (fault.factor > 1 && place.computes)
    std::this_thread::sleep_for(std::chrono::duration<double>(
        (secondsNow() - begin) * (fault.factor - 1)));
  return true;
}
