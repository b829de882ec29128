//===- NcclTransport.h - Ranks that communicate by NCCL ---------*- C++ -*-===//
//
// What is done on the host is left to the rank's transport there, which shares
// memory or sends messages to other hosts; failures and journals are in its
// segment. Calls on streams are NCCL's: no rank waits for another on the host.
//
// A communicator of all ranks carries sends and receives, in a stream of their
// own; each group has one for its collectives, which run in the streams of their
// calls. Groups that are known in advance get theirs from that of all ranks, those
// that share no rank at once:
//
//   ranks         0 1 2 3 4 5 6 7
//   one split     a a a a b b b b      groups of four
//   another one   a b c d a b c d      groups of two
//
// Others are made by their members alone. Communicators do not block: whatever
// NCCL does takes as long as it takes, and a thread that waits for it looks for
// failures meanwhile.
//
// No call waits for what goes wrong on a stream. So a thread of the transport, the
// *watch*, looks ten times a second: at NCCL's asynchronous errors, at failures of
// other ranks, and at calls that are not done in time (NcclWatch.cpp). A failure
// ends all communicators, so that streams come to their end and what waits for
// them goes on and finds it.
//
// A rank's thread and its watch note which calls are issued, begun and done
// (StreamCalls.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_NCCL_NCCLTRANSPORT_H
#define POPT_RT_LIB_TRANSPORT_NCCL_NCCLTRANSPORT_H

#include "../OverTransport.h"
#include "../SharedMemoryTransport.h"
#include "Nccl.h"
#include "NcclCalls.h"
#include "NcclPlan.h"
#include "popt-rt/transport_nccl.h"

#include <condition_variable>
#include <functional>
#include <set>
#include <thread>

namespace popt::rt::cuda {

class NcclGroup;
class NcclRequest;

/// How long the oldest call has been that.
struct NcclPatience {
  uint64_t number = 0; ///< the call's order
  std::vector<Sighting> sightings;
  std::unique_ptr<Patience> patience;
  /// The patience with that number; null at the first two looks.
  Patience *with(uint64_t number, SharedMemoryTransport &transport,
                 size_t size);
};

using NcclObstacle = std::pair<const NcclOpenCall *, Obstacle>;

/// A communicator of NCCL's.
struct NcclEnd {
  std::string what; ///< for messages
  NcclComm comm = nullptr;
  std::atomic<bool> isOver = false;    ///< aborted
  std::mutex mutex;                    ///< of calls of it
  std::map<void *, void *> registered; ///< memory and NCCL's handles of it
};

class NcclTransport : public OverTransport {
public:
  NcclTransport(std::unique_ptr<SharedMemoryTransport> host,
                std::shared_ptr<Gpu> gpu, std::shared_ptr<const Nccl> nccl,
                const popt_rt_nccl_options &options);
  ~NcclTransport() override;

  const char *name() const override { return "nccl"; }
  popt_rt_status prepareGroups(const std::vector<GroupName> &names) override;
  popt_rt_status makeGroup(std::vector<int32_t> ranks, int32_t channel,
                           int32_t member,
                           std::unique_ptr<popt_rt_group> &group) override;
  bool needsIssue() const override { return true; }
  popt_rt_status issue(popt_rt_request *const *requests,
                       int32_t count) override;
  bool registerMemory(void *memory, size_t bytes) override;
  void forgetMemory(void *memory) override;
  const char *note() const override { return notes.c_str(); }

  /// Makes the communicator of all ranks; called by each rank's thread.
  popt_rt_status connect();
  /// A communicator of the group's members, after their rendezvous on the host.
  popt_rt_status makeEnd(popt_rt_group &onHost, std::shared_ptr<NcclEnd> &end);
  /// Communicators of groups that share no rank, by all ranks.
  popt_rt_status split(const std::vector<GroupName> &names);
  /// Calls of NCCL on streams, as a group of its. Calls `issued` when NCCL has
  /// them, which may be before it is ready for more.
  popt_rt_status enqueue(
      NcclEnd &end, const std::vector<NcclCall> &calls, void *stream,
      const std::string &what, const std::function<void()> &issued = [] {});
  /// The failure of a function of NCCL, which ends the transport. If it may follow
  /// from something else, that is given a moment to be found.
  popt_rt_status refuse(NcclStatus status, const std::string &what,
                        const char *function);
  /// The failure of the streams, if there is one, which ends it too.
  popt_rt_status check(const CudaStreams &streams);

  // Sends and receives that have started, in the order of their starts
  // (NcclTransfer.cpp).
  /// `peer`: a rank.
  popt_rt_status start(const popt_rt_op &op, const TransferCall &call,
                       int32_t peer, popt_rt_request *&request);
  popt_rt_status issueAll(const std::vector<NcclRequest *> &requests);
  popt_rt_status issueStarted();
  popt_rt_status connectGroup(const std::vector<int32_t> &ranks,
                              const std::string &what);
  /// Connects this rank with those ranks, which it is not connected with, both ways.
  popt_rt_status connectWith(const std::vector<int32_t> &peers,
                             const std::string &what,
                             const std::function<void()> &issued);
  void forget(NcclRequest &request);
  CudaStreams transfers;

  const std::unique_ptr<SharedMemoryTransport> host;
  Segment &segment; ///< of the host
  NcclCalls calls;  ///< of this rank
  const std::shared_ptr<Gpu> gpu;
  const std::shared_ptr<const Nccl> nccl;
  const bool isDeterministic;
  /// NCCL does not order kernels of several communicators: collectives follow one
  /// another, whatever their streams.
  const bool joinsCollectives;
  StreamPoint lastCollective; ///< its end

private:
  /// Waits until a communicator is done with the function that returned `status`,
  /// as long as the limit if there is a text of what is wrong then; else the watch
  /// ends it.
  popt_rt_status settle(NcclEnd &end, NcclStatus status,
                        const std::string &what, const char *function,
                        const char *late = nullptr);
  void registerWith(NcclEnd &end, void *memory, size_t bytes);
  NcclStatus enqueueOne(NcclEnd &end, const NcclCall &call, Stream stream);
  // The watch (NcclWatch.cpp).
  friend class NcclGroup;
  void watch();
  void lookAtError(NcclEnd &end);
  static bool mayFollow(NcclStatus status);
  void fail(NcclStatus status, const std::string &what, const char *function);
  bool isOverdue();
  /// Of an error of NCCL.
  void lookForCause();
  void lookAtCalls();
  /// In which call its streams are: " in ...", empty if in none.
  std::string describeOldest();
  std::vector<NcclObstacle>
  obstaclesOf(const std::vector<const NcclOpenCall *> &oldest) const;
  void lookAtWait(const std::vector<const NcclOpenCall *> &oldest,
                  Patience &wait);
  std::string describeLeft(const NcclObstacle &obstacle) const;
  std::string describeLate(const NcclOpenCall &first,
                           const std::vector<NcclObstacle> &late,
                           const std::string &limit) const;
  void abortAll();

  std::shared_ptr<NcclEnd> all;
  std::unique_ptr<popt_rt_group> everybody; ///< on the host
  bool hasPrepared = false;     ///< others carry no collectives on streams then
  std::set<GroupName> prepared; ///< of all ranks
  std::map<GroupName, std::shared_ptr<NcclEnd>> preparedEnds; ///< this rank's
  /// NCCL writes into it when the split is over, if none waits for that any more.
  std::shared_ptr<NcclEnd> splitOff;
  std::map<void *, size_t> memories; ///< for all communicators, and their bytes
  std::string notes;
  std::mutex endsMutex;
  std::vector<std::shared_ptr<NcclEnd>> ends;
  std::mutex startedMutex;
  std::vector<NcclRequest *> started; ///< and not issued, in order
  NcclPatience patience;              ///< the watch's
  /// When NCCL first had an error that may follow from another; 0: it has none.
  std::atomic<int64_t> brokenSince = 0;
  std::vector<bool> isConnected; ///< by peer: messages need no handshake first
  std::mutex watchMutex;
  std::condition_variable watchNews;
  bool isEnding = false;
  std::thread watcher;
};

/// A member of a group.
class NcclGroup : public popt_rt_group {
public:
  NcclGroup(NcclTransport &transport, std::unique_ptr<popt_rt_group> onHost,
            std::shared_ptr<NcclEnd> end, GroupBlock *block);
  ~NcclGroup() override;

  /// What members disagree about, if all are at this call and do.
  std::string findDifference(uint32_t sequence) const;
  popt_rt_status run(const popt_rt_op &op, const Collective &c) override;
  popt_rt_status runBucket(const popt_rt_op &op, const Bucket &bucket) override;
  popt_rt_status reserve(void *stream, const Bucket &bucket) override;
  popt_rt_status connect() override;
  popt_rt_status start(const popt_rt_op &op, const TransferCall &call,
                       popt_rt_request *&request) override;

private:
  NcclPlan planAll(const Bucket &collectives, char *staging) const;
  /// Memory for what is copied on the way; fails if there is none.
  popt_rt_status stagingFor(void *stream, int64_t bytes, char *&out_staging);
  popt_rt_status runOnStream(const popt_rt_op &op,
                             const std::vector<Collective> &collectives);
  bool isOfHost() const { return channel >= POPT_RT_HOST_CHANNEL; }
  popt_rt_status carryOut(const popt_rt_op &op, const NcclPlan &plan,
                          const std::string &what);
  std::vector<int32_t> peersOf(const NcclPlan &plan) const;

  NcclTransport &transport;
  std::unique_ptr<popt_rt_group> onHost;
  std::shared_ptr<NcclEnd> end; ///< null: it has no collectives on streams
  CudaStreams streams;

  // What members say of their calls.
  void publish(const popt_rt_op &op,
               const std::vector<Collective> &collectives);
  MemberRecord *members = nullptr; ///< `arrived`: twice the calls said
  int64_t *counts = nullptr;
  uint32_t sequence = 0;
  NcclChannel *calls = nullptr;
};

/// A send or a receive.
class NcclRequest : public popt_rt_request {
public:
  explicit NcclRequest(NcclTransport &transport) : transport(transport) {}
  popt_rt_status wait() override;
  popt_rt_status test(bool &done) override;

  NcclTransport &transport;
  NcclCall call{NcclCall::Kind::Send};
  void *stream = nullptr;
  OpenCall place;   ///< where it was started
  std::string what; ///< for messages
  bool isIssued = false;
  StreamPoint ready, done;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_TRANSPORT_NCCL_NCCLTRANSPORT_H
