//===- Tracer.cpp - When commands ran, and for how long -------------------===//
#include "Tracer.h"

using namespace popt::rt;

void Tracer::note(TraceEvent event, double begin) {
  if (!events.isOn())
    return;
  event.begin = begin;
  event.end = secondsNow();
  events.add(event);
}

popt_rt_status Tracer::mark(Marked what, int32_t stream, bool isEnd) {
  if (!isEnd)
    marked.push_back(what);
  auto number = static_cast<int32_t>(2 * marked.size()) - (isEnd ? 1 : 2);
  return popt_rt_device_mark(device, stream, number);
}

popt_rt_status
Tracer::readMarks(const std::function<void(Marked what, double seconds)> &take,
                  int32_t &out_command) {
  ++stepsTimed;
  for (size_t i = 0; i < marked.size(); ++i) {
    auto first = static_cast<int32_t>(2 * i);
    double seconds = 0;
    if (popt_rt_status status = popt_rt_device_seconds_between(
            device, first, first + 1, &seconds)) {
      out_command = marked[i].command;
      return status;
    }
    take(marked[i], seconds);
    if (!marked[i].isWait)
      calls.add({marked[i].command, stepsTimed, seconds});
  }
  marked.clear();
  return POPT_RT_OK;
}
