//===- Tracer.h - When commands ran, and for how long -----------*- C++ -*-===//
//
// Commands are traced by the host's clock. A collective, or a stream's wait for a
// transfer, lies between two marks in its stream, which the device's clock dates: on
// a GPU the host continues long before. Marks are read after the step, and used
// again in the next.
//
// Tests: CollectiveCommandTest, CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_TRACER_H
#define POPT_RT_LIB_EXEC_TRACER_H

#include "../system/Clock.h"
#include "popt-rt/exec.h"
#include <algorithm>
#include <functional>
#include <vector>

namespace popt::rt {

/// Keeps the last of what is added to it; nothing before start().
template <typename T> class LastOnes {
public:
  void start(size_t capacity) {
    kept.assign(capacity, {});
    added = 0;
  }
  bool isOn() const { return !kept.empty(); }
  bool hasLost() const { return added > kept.size(); }
  void add(const T &value) { kept[added++ % kept.size()] = value; }
  /// Oldest first.
  std::vector<T> list() const {
    std::vector<T> all;
    for (size_t i = added - std::min(added, kept.size()); i < added; ++i)
      all.push_back(kept[i % kept.size()]);
    return all;
  }

private:
  std::vector<T> kept;
  size_t added = 0;
};

/// The trace and the timed calls of one rank.
class Tracer {
public:
  explicit Tracer(popt_rt_device *device) : device(device) {}

  void startTrace(size_t capacity) { events.start(capacity); }
  bool isTracing() const { return events.isOn(); }
  /// When a command begins; 0 if commands are not traced.
  double begin() const { return events.isOn() ? secondsNow() : 0; }
  /// Ends an event of the trace, if there is one.
  void note(TraceEvent event, double begin);
  std::vector<TraceEvent> trace() const { return events.list(); }

  /// What is timed in a step.
  struct Marked {
    int32_t command;
    bool isWait; ///< for a transfer
  };
  void startTiming(size_t capacity) { calls.start(capacity); }
  bool isTiming() const { return calls.isOn(); }
  void beginStep() { marked.clear(); }
  /// Marks in a stream where something begins or ends.
  popt_rt_status mark(Marked what, int32_t stream, bool isEnd);
  /// After a step: passes on what was marked in it. If the device fails,
  /// `out_command` is the command whose marks could not be read.
  popt_rt_status
  readMarks(const std::function<void(Marked what, double seconds)> &take,
            int32_t &out_command);
  std::vector<TimedCall> timedCalls() const { return calls.list(); }
  /// All calls from this step on are there.
  int32_t firstTimedStep() const {
    return calls.hasLost() ? calls.list()[0].step + 1 : 1;
  }

private:
  popt_rt_device *const device;
  LastOnes<TraceEvent> events;
  LastOnes<TimedCall> calls;
  std::vector<Marked> marked; ///< the n-th by marks 2n and 2n + 1
  int32_t stepsTimed = 0;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_TRACER_H
