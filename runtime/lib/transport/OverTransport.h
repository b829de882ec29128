//===- OverTransport.h - A transport over another one -----------*- C++ -*-===//
#ifndef POPT_RT_LIB_TRANSPORT_OVERTRANSPORT_H
#define POPT_RT_LIB_TRANSPORT_OVERTRANSPORT_H

#include "Transport.h"

namespace popt::rt {

/// Has groups of its own, and leaves the rest to the rank's other transport:
/// failures, memory, what ranks say of themselves. That one must live longer.
class OverTransport : public popt_rt_transport {
public:
  explicit OverTransport(popt_rt_transport &below) : below(below) {
    rank = below.rank;
    size = below.size;
  }
  const char *name() const override { return below.name(); }
  void setTimeout(double seconds) override { below.setTimeout(seconds); }
  void abort(const char *message) override { below.abort(message); }
  popt_rt_status health(std::string *message) override {
    return below.health(message);
  }
  void computing(int64_t op) override { below.computing(op); }
  void idle() override { below.idle(); }
  void waitsForDevice(bool waits) override { below.waitsForDevice(waits); }
  void inStep(int64_t step, int64_t microbatch) override {
    below.inStep(step, microbatch);
  }
  void stepDone(double seconds, double computedSeconds) override {
    below.stepDone(seconds, computedSeconds);
  }
  popt_rt_status allocate(size_t bytes, void *&memory) override {
    return below.allocate(bytes, memory);
  }
  void free(void *memory) override { below.free(memory); }
  std::shared_ptr<Segment> hostSegment() const override {
    return below.hostSegment();
  }

private:
  popt_rt_transport &below;
};

} // namespace popt::rt

#endif // POPT_RT_LIB_TRANSPORT_OVERTRANSPORT_H
