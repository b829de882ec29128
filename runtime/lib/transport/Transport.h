//===- Transport.h - What a transport implements ----------------*- C++ -*-===//
//
// The C API (popt-rt/transport.h) checks arguments once, for every transport,
// and turns each collective into one `Collective` record, each send or receive
// into one `TransferCall`; a transport is a class with one `run` and one `start`
// for them. This is the whole interface between the two:
// a new transport derives from the three classes below and passes the
// conformance suite.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_TRANSPORT_H
#define POPT_RT_LIB_TRANSPORT_TRANSPORT_H

#include "popt-rt/transport.h"
#include "popt/Layout/CollectiveKind.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace popt::rt {

using popt::CollectiveKind;

class Segment;

/// One collective call, checked. Fields that the kind does not use are zero.
struct Collective {
  CollectiveKind kind = CollectiveKind::Barrier;
  popt_rt_element_type type = POPT_RT_I8;
  popt_rt_monoid monoid = POPT_RT_SUM;
  int32_t root = 0;
  /// For slices in place, `send` and `recv` already point at the slice.
  const void *send = nullptr;
  void *recv = nullptr;
  /// Elements of the whole vector: the sum of `counts` where they are used;
  /// for all_to_all, what this member receives.
  int64_t count = 0;
  const int64_t *counts = nullptr;     // all_to_all: send counts
  const int64_t *recvCounts = nullptr; // all_to_all only
  const popt_rt_pair *pairs = nullptr;
  int32_t numPairs = 0;
  const void *fill = nullptr;
  /// Bytes of the two buffers that this member uses.
  int64_t sendBytes = 0;
  int64_t recvBytes = 0;
  /// The call is in place in a way that needs a copy of the send buffer.
  bool copySend = false;
};

/// Collectives that are carried out as one.
using Bucket = std::vector<Collective>;

/// One send or receive, checked.
struct TransferCall {
  bool isSend = false;
  void *buffer = nullptr; ///< only read by a send
  int64_t count = 0;      ///< elements
  popt_rt_element_type type = POPT_RT_I8;
  int32_t peer = 0; ///< a member of the group

  int64_t bytes() const {
    return count * static_cast<int64_t>(popt_rt_element_size(type));
  }
};

/// Sets the calling thread's error text and returns `status`.
popt_rt_status fail(popt_rt_status status, std::string message);

/// `op 12 ("all_reduce at model.py:3")`
std::string describeOp(int64_t id, const char *name);

/// Tells groups apart that a rank is in, and is equal for all members of one. A hash:
/// of a million groups, two are equal with odds of 1 in 10^7.
uint64_t groupKey(const std::vector<int32_t> &ranks, int32_t channel);

} // namespace popt::rt

/// A transfer under way.
struct popt_rt_request {
  virtual ~popt_rt_request() = default;
  /// Waits and gives the request back to its group.
  virtual popt_rt_status wait() = 0;
  virtual popt_rt_status test(bool &done) = 0;
};

/// A rank's membership in a group.
struct popt_rt_group {
  virtual ~popt_rt_group() = default;
  virtual popt_rt_status run(const popt_rt_op &op,
                             const popt::rt::Collective &collective) = 0;
  /// Two collectives or more as one, none of them a barrier or all_to_all.
  /// Here: one after another.
  virtual popt_rt_status runBucket(const popt_rt_op &op,
                                   const popt::rt::Bucket &bucket);
  /// Device memory that the bucket, or a single collective, takes in the stream.
  virtual popt_rt_status reserve(void *, const popt::rt::Bucket &) {
    return POPT_RT_OK;
  }
  /// For transfers, with all other members.
  virtual popt_rt_status connect() { return POPT_RT_OK; }
  virtual popt_rt_status start(const popt_rt_op &op,
                               const popt::rt::TransferCall &call,
                               popt_rt_request *&request) = 0;

  std::vector<int32_t> ranks;
  int32_t channel = 0;
  int32_t member = 0;

  /// Between popt_rt_bucket_begin() and popt_rt_bucket_end().
  bool isRecording = false;
  popt::rt::Bucket recorded;
  popt_rt_status recordedStatus = POPT_RT_OK;
  std::string recordedError;

  int32_t size() const { return static_cast<int32_t>(ranks.size()); }
};

namespace popt::rt {
/// What tells groups apart: their ranks in order, and their channel.
using GroupName = std::pair<std::vector<int32_t>, int32_t>;
} // namespace popt::rt

/// One rank's connections to its peers.
struct popt_rt_transport {
  virtual ~popt_rt_transport() = default;
  virtual const char *name() const = 0;
  virtual void setTimeout(double seconds) = 0;
  virtual void abort(const char *message) = 0;
  /// The status that ended the transport, and its message.
  virtual popt_rt_status health(std::string *message) = 0;
  virtual void computing(int64_t op) = 0;
  virtual void idle() = 0;
  virtual void waitsForDevice(bool) {}
  virtual void inStep(int64_t, int64_t) {}
  virtual void stepDone(double, double) {}
  virtual popt_rt_status allocate(size_t bytes, void *&memory) = 0;
  virtual void free(void *memory) = 0;
  /// Device memory that calls on streams will use; false if that is of no use.
  virtual bool registerMemory(void *, size_t) { return false; }
  /// Such memory of the transport's own, registered; false: it has none.
  virtual void forgetMemory(void *) {}
  /// What the user should know about it.
  virtual const char *note() const { return ""; }
  virtual popt_rt_status
  prepareGroups(const std::vector<popt::rt::GroupName> &) {
    return POPT_RT_OK;
  }
  virtual popt_rt_status makeGroup(std::vector<int32_t> ranks, int32_t channel,
                                   int32_t member,
                                   std::unique_ptr<popt_rt_group> &group) = 0;
  /// Started transfers get their places in the order of streams, where they need
  /// one.
  virtual bool needsIssue() const { return false; }
  virtual popt_rt_status issue(popt_rt_request *const *, int32_t) {
    return POPT_RT_OK;
  }
  /// Where ranks of the host say how they are doing; null if they don't.
  virtual std::shared_ptr<popt::rt::Segment> hostSegment() const {
    return nullptr;
  }

  int32_t rank = 0;
  int32_t size = 1;

  std::mutex groupsMutex;
  std::vector<std::unique_ptr<popt_rt_group>> groups;
};

#endif
