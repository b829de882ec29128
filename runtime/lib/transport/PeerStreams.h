//===- PeerStreams.h - Moving data in streams of devices --------*- C++ -*-===//
//
// Ranks that are threads of one process synchronize on the host also where
// their data is in device memory: they agree there on what to do
// (SharedMemoryTransport.h), and the work goes into streams. Two points order
// it: before the first byte is touched a stream waits until every member's
// stream is *ready*, and after the last until every member is *done*:
//
//   rank 0   ...  ready | wait for all ready, my part, done | wait for all done
//   rank 1   ...  ready | wait for all ready, my part, done | wait for all done
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_PEERSTREAMS_H
#define POPT_RT_LIB_TRANSPORT_PEERSTREAMS_H

#include "popt-rt/transport_types.h"

#include <memory>
#include <string>

namespace popt::rt {

/// A point in a stream (an event). It lives until none has it.
using StreamPoint = std::shared_ptr<void>;

/// One rank's streams; its thread alone calls. Everything is enqueued. Memory
/// may be that of any peer. After the first error nothing more is done.
class PeerStreams {
public:
  virtual ~PeerStreams() = default;
  /// The point where all that is in the stream now is done.
  virtual StreamPoint record(void *stream) = 0;
  /// Work that is put into the stream from now on waits for the point.
  virtual void wait(void *stream, const StreamPoint &point) = 0;
  /// Whether it is behind; from any thread.
  virtual bool isDone(const StreamPoint &point) = 0;

  virtual void copy(void *stream, void *to, const void *from,
                    int64_t bytes) = 0;
  /// `count` elements of `size` bytes; zeros where `element` is null.
  virtual void fill(void *stream, void *to, const void *element, int64_t size,
                    int64_t count) = 0;
  /// The sources combined in their order, into all targets.
  virtual void reduce(void *stream, popt_rt_monoid monoid,
                      popt_rt_element_type type, const void *const *sources,
                      int32_t numSources, void *const *targets,
                      int32_t numTargets, int64_t count) = 0;

  /// A stream for sends and receives alone.
  virtual void *transferStream() = 0;
  /// Device memory for copies that the stream makes; stays until its next call
  /// that needs more. Null if there is none.
  virtual void *staging(void *stream, int64_t bytes) = 0;
  /// The first error, "" if there was none.
  virtual const std::string &error() const = 0;
};

} // namespace popt::rt

#endif
