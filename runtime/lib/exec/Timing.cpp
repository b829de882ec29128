//===- Timing.cpp - How long collectives take -----------------------------===//
//
// A collective lies between two marks in its stream, which the device's clock
// dates: on a GPU the host has long gone on. Marks are read after the step, and
// used again in the next.
//
// Tests: CollectiveCommandTest, CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"

using namespace popt::rt;

/// Marks where a collective begins or ends in its stream, if calls are timed.
bool RankExecutor::mark(int32_t index, bool isEnd) {
  const Record &record = records[index];
  if (!calls.isOn() || !record.collective.participates())
    return true;
  if (!isEnd)
    marked.push_back(index);
  auto number = static_cast<int32_t>(2 * marked.size()) - (isEnd ? 1 : 2);
  return checkDevice(
      popt_rt_device_mark(device, record.command->stream, number), index);
}

bool RankExecutor::readTimes(std::string &out_error) {
  ++stepsTimed;
  for (size_t i = 0; i < marked.size(); ++i) {
    TimedCall call{marked[i], stepsTimed};
    auto first = static_cast<int32_t>(2 * i);
    if (!checkDevice(popt_rt_device_seconds_between(device, first, first + 1,
                                                    &call.seconds),
                     marked[i])) {
      out_error = error;
      return false;
    }
    calls.add(call);
  }
  marked.clear();
  return true;
}

int32_t RankExecutor::firstTimedStep() const {
  return calls.hasLost() ? calls.list()[0].step + 1 : 1;
}

std::map<int32_t, CommVolume> RankExecutor::volumes() const {
  std::map<int32_t, CommVolume> all;
  for (size_t i = 0; i < records.size(); ++i)
    if (records[i].collective.participates())
      all[static_cast<int32_t>(i)] = records[i].collective.volume();
  return all;
}
