//===- Timing.cpp - How long collectives and waits take -------------------===//
//
// A collective, or a stream's wait for a transfer, lies between two marks in the
// stream, which the device's clock dates: on a GPU the host has long gone on. Marks
// are read after the step, and used again in the next.
//
// Tests: CollectiveCommandTest, CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"

using namespace popt::rt;

/// Marks where something begins or ends in its stream.
bool RankExecutor::mark(Marked what, bool isEnd) {
  if (!isEnd)
    marked.push_back(what);
  auto number = static_cast<int32_t>(2 * marked.size()) - (isEnd ? 1 : 2);
  return checkDevice(popt_rt_device_mark(
                         device, records[what.command].command->stream, number),
                     what.command);
}

/// A collective, if calls are timed.
bool RankExecutor::markCall(int32_t index, bool isEnd) {
  return !calls.isOn() || !records[index].collective.participates() ||
         mark({index, false}, isEnd);
}

/// A stream's wait for a transfer, if calls are timed. Where the host waits, it
/// knows how long.
bool RankExecutor::markWait(int32_t index, bool isEnd) {
  return !calls.isOn() || !records[index].stream || mark({index, true}, isEnd);
}

bool RankExecutor::readTimes(std::string &out_error) {
  ++stepsTimed;
  for (size_t i = 0; i < marked.size(); ++i) {
    auto [command, isWait] = marked[i];
    auto first = static_cast<int32_t>(2 * i);
    double seconds = 0;
    if (!checkDevice(
            popt_rt_device_seconds_between(device, first, first + 1, &seconds),
            command)) {
      out_error = error;
      return false;
    }
    auto *op = std::get_if<CollectiveOp>(&program.commands[command].op);
    bool joinsPrograms = op && op->id >= 0;
    if (isWait || (joinsPrograms && records[command].stream))
      waited += seconds;
    if (!isWait)
      calls.add({command, stepsTimed, seconds});
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
