//===- NcclCalls.h - The calls that a rank's streams have not done -*- C++ -*-===//
//
// The rank's thread notes them, and the watch reads them; peers see their counts
// (StreamCalls.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_NCCL_NCCLCALLS_H
#define POPT_RT_LIB_TRANSPORT_NCCL_NCCLCALLS_H

#include "../../device/cuda/CudaStreams.h"
#include "../StreamCalls.h"

#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace popt::rt::cuda {

class NcclGroup;
struct NcclChannel;

/// A call that a stream has not done.
struct NcclOpenCall {
  uint64_t order = 0; ///< among all calls of the rank, from 1
  const NcclChannel *channel = nullptr;
  uint64_t number = 0;        ///< in it
  std::vector<int32_t> peers; ///< the ranks that it needs
  OpenCall place;             ///< in the rank's program
  std::string what;           ///< for messages
  bool isSend = false;        ///< or a receive, if it is of no group
  NcclGroup *group = nullptr;
  uint32_t sequence = 0;   ///< of the group's calls
  StreamPoint begun, done; ///< null: not yet put into the stream

  bool isIssued() const;
};

/// A rank's end of a channel: the collectives of a group, or the messages to or
/// from a peer.
struct NcclChannel {
  uint64_t name = 0;
  StreamChannel *counts = nullptr; ///< in the segment
  StreamChannel own;               ///< where there is no room for them
  uint64_t number = 0;             ///< of the last call
  std::deque<NcclOpenCall> open;
};

inline bool NcclOpenCall::isIssued() const {
  return channel->counts->issued.load() >= number;
}

/// The calls of one rank, whose sends and receives are in `transfers`.
class NcclCalls {
public:
  NcclCalls(StreamCalls &counts, CudaStreams &transfers)
      : counts(counts), transfers(transfers) {}

  NcclChannel &channelOf(uint64_t name);
  /// The channel has no call that is not done.
  void close(NcclChannel &channel);
  /// A call in each of the channels, which it is the next of.
  void open(const std::vector<NcclChannel *> &channels,
            std::vector<NcclOpenCall> calls);
  /// NCCL has the channels' last calls, or the first part of them.
  static void noteIssued(const std::vector<NcclChannel *> &channels);
  /// The points in their stream before and after the channels' last calls, which
  /// open() has opened together.
  void noteBegun(const std::vector<NcclChannel *> &channels,
                 const StreamPoint &point);
  void noteDone(const std::vector<NcclChannel *> &channels,
                const StreamPoint &point);

  /// Those of the calls that are not done that were issued first, under the mutex.
  std::vector<const NcclOpenCall *> oldest();

  StreamCalls &counts; ///< in the segment
  std::mutex mutex;    ///< of the channels' calls

private:
  CudaStreams &transfers;
  std::vector<std::unique_ptr<NcclChannel>> channels;
  uint64_t numCalls = 0;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_TRANSPORT_NCCL_NCCLCALLS_H
