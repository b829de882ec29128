//===- Segment.h - The memory that ranks of a host share --------*- C++ -*-===//
//
// A segment is one mapping, private to a process or shared by several:
//
//   header | control area: group blocks, transfer rings | heap of rank 0 | ...
//
// It holds no pointers. Buffers are published as addresses in a process-private
// segment and as offsets in a shared one, where each process maps it elsewhere.
// Everything that two ranks write often lies on a 128-byte line of its own
// (two lines of 64, which processors fetch as a pair).
//
// A group block is found by its list of ranks and its channel, so members need
// no messages to make it. It is never freed: a group that is made again finds
// its block, and its members' sequence numbers, as they were left.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_SEGMENT_H
#define POPT_RT_LIB_TRANSPORT_SEGMENT_H

#include "Journal.h"
#include "PeerStreams.h"
#include "StreamCalls.h"
#include "Wait.h"
#include "popt-rt/transport_limits.h"
#include "popt-rt/transport_types.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace popt::rt {

/// Copies a name, cut to the room there is; null is "".
template <size_t Size> void copyName(char (&target)[Size], const char *name) {
  size_t length = name ? strnlen(name, Size - 1) : 0;
  memcpy(target, name ? name : "", length);
  target[length] = 0;
}

/// What a member says of its call: compared, and named where members disagree
/// (Agreement.h).
struct CallFacts {
  uint64_t fingerprint;
  int64_t count;
  int64_t opId;
  int64_t step, microbatch; ///< as in the journal
  int32_t kind;
  int32_t type;
  int32_t monoid;
  int32_t root;
  char opName[96];
};

/// What a member publishes when it arrives at a collective.
struct alignas(128) MemberRecord {
  /// Number of collectives of this group at which the member has arrived.
  std::atomic<uint32_t> arrived;
  /// The same, for the member alone.
  uint32_t sequence;
  uint64_t send;
  uint64_t recv;
  CallFacts call;
  /// 1 while the member may touch buffers of others.
  alignas(128) std::atomic<uint32_t> working;
  /// Changes when a transfer of the member has news.
  alignas(128) std::atomic<uint32_t> bell;
  std::atomic<uint32_t> bellSleepers;
};

/// One transfer between two members. The later of the two that post it copies,
/// and the entry is free for another one.
struct alignas(128) Transfer {
  enum : uint32_t { SendPosted = 1, RecvPosted = 2 };
  std::atomic<uint32_t> state;
  /// How many transfers this entry of the ring has seen to their end.
  std::atomic<uint32_t> round;
  /// The sender or the receiver of a transfer.
  struct Side {
    uint64_t address;
    int64_t count;
    int64_t opId;
    /// The SharedMemoryRequest, for peers in the same process.
    uint64_t request;
    int32_t type;
    int32_t isOnStream;
    char opName[72];
  };
  Side send;
  Side recv;
};

/// The transfers from one member to another, in order.
struct TransferRing {
  static constexpr uint32_t length = POPT_RT_OPEN_TRANSFERS;
  alignas(128) uint32_t sent;     // the source's
  alignas(128) uint32_t received; // the target's
  Transfer transfers[length];
};

/// Where a member's stream was before the call at hand, and after its part of
/// it. Peers wait for the second after the call, when the member may have left.
struct MemberPoints {
  StreamPoint ready, done;
};

/// What the members of one group share.
struct GroupBlock {
  int32_t size;
  int32_t channel;
  /// Offsets of the arrays after the block, from the segment's base.
  uint64_t ranksOffset;
  uint64_t membersOffset;
  uint64_t countsOffset; // all_to_all: per member, send and receive counts
  uint64_t ringsOffset;  // size * size offsets of rings, 0 = not made yet

  /// Members that have arrived at the current collective.
  alignas(128) std::atomic<uint32_t> arrived;
  /// Twice the number of finished collectives, plus 1 while one is open. The
  /// word on which members sleep.
  alignas(128) std::atomic<uint32_t> epoch;
  alignas(128) std::atomic<uint32_t> sleepers;
  /// Next block to claim, and blocks (or parts) that are done.
  alignas(128) std::atomic<uint64_t> next;
  alignas(128) std::atomic<uint64_t> done;
  /// How the open collective is worked off: written by the last to arrive.
  alignas(128) int64_t numBlocks;
  int64_t blockElements;
  bool claim;
  bool stream;
};

/// The start of the segment: its parts, and the first failure.
struct SegmentHeader {
  static constexpr uint64_t magicNumber = 0x706f70742d727400; // "popt-rt"
  static constexpr uint32_t maxGroups = 4096;
  static constexpr uint32_t messageBytes = 1024;
  /// `failed` while the message is being written.
  static constexpr uint32_t failing = 0xff;

  uint64_t magic;
  uint32_t version;
  int32_t size;
  uint64_t bytes;
  uint64_t controlEnd;
  uint64_t heapBytes; // per rank

  /// 0, or the popt_rt_status that ended the transport.
  alignas(128) std::atomic<uint32_t> failed;
  char message[messageBytes];
  /// One more than a rank whose process died; 0: none did, as far as is known.
  std::atomic<int32_t> died;
  /// 1: one of the ranks that share this has said why the run failed.
  std::atomic<uint32_t> hasSpoken;

  alignas(128) std::atomic<uint32_t> lock;
  uint64_t controlNext;
  std::atomic<uint32_t> numGroups;
  std::atomic<uint64_t> groups[maxGroups];
};

/// Where a rank is, if that is another host: then its record is a copy, which
/// the relay of this host brings up to date.
struct RankElsewhere {
  char host[64];                   ///< "": it is on this host
  std::atomic<int32_t> process;    ///< its number there
  std::atomic<int64_t> heard;      ///< when it was as the copy says
  std::atomic<uint32_t> isStopped; ///< by a signal
};

/// What a rank says of itself, in the header's second part. Patience.h says what
/// peers conclude from it.
struct alignas(128) RankRecord {
  std::atomic<int32_t> process; // 0 before it has attached
  std::atomic<uint32_t> left;
  /// Calls entered so far.
  alignas(128) std::atomic<uint64_t> calls;
  /// One more than the last operation that the rank began, 0 before the first.
  std::atomic<int64_t> begun;
  /// 1 if the rank computes whenever it does not wait.
  std::atomic<uint32_t> computes;
  /// Odd while it waits for its device.
  std::atomic<uint64_t> deviceWaits;
  /// How many of its threads have waited for a while.
  std::atomic<uint32_t> waiting;
  /// Until when those that it waits for are known to be alive.
  std::atomic<int64_t> assured;
  /// One more than a rank that it waits for; 0: none, or not for long.
  std::atomic<int32_t> waitsFor;
  /// 1 if the rank's process connects its host to others.
  std::atomic<uint32_t> connects;
  RankElsewhere elsewhere;
  alignas(128) Journal journal;
  alignas(128) StreamCalls streams;

  bool isHere() const { return elsewhere.host[0] == 0; }
};

/// A mapped segment; one per process, or per process-private transport.
class Segment {
public:
  /// Makes a private segment, or gives null with errno set.
  static std::shared_ptr<Segment> createPrivate(int32_t size);
  /// Makes a memfd; -1 with errno set.
  static int createShared(int32_t size, uint64_t heapBytes);
  /// Maps a segment made by createShared; null with errno set.
  static std::shared_ptr<Segment> attach(int fd);
  ~Segment();

  bool isPrivate() const { return privateMapping; }
  SegmentHeader &header() const {
    return *reinterpret_cast<SegmentHeader *>(base);
  }
  int32_t size() const { return header().size; }
  RankRecord &rankRecord(int32_t rank) const;
  /// Notes that a rank of a shared segment is this process; false if it has one
  /// already.
  bool join(int32_t rank) const;
  char *heap(int32_t rank) const;

  template <typename T> T *at(uint64_t offset) const {
    return reinterpret_cast<T *>(base + offset);
  }
  /// How peers are told of a buffer, and back.
  uint64_t publish(const void *buffer) const {
    auto address = reinterpret_cast<uint64_t>(buffer);
    return privateMapping || !buffer
               ? address
               : address - reinterpret_cast<uint64_t>(base);
  }
  char *resolve(uint64_t address) const {
    return privateMapping ? reinterpret_cast<char *>(address) : base + address;
  }
  /// Whether peers can reach the buffer where it lies.
  bool reaches(const void *buffer) const {
    return privateMapping || (buffer >= base && buffer < base + mappedBytes);
  }

  /// Finds or makes a group's block; null if the control area is full or its
  /// lock is stuck.
  GroupBlock *findGroup(const std::vector<int32_t> &ranks, int32_t channel);
  /// Finds or makes the ring from one member to another; null as above.
  TransferRing *findRing(GroupBlock &group, int32_t source, int32_t target);

  /// Of all members of a group, in a private segment; they stay as long as it.
  MemberPoints *points(const GroupBlock &group);

  /// Ends the transport for all: the first failure wins; false if there was
  /// one. Wakes every sleeper.
  bool failAll(popt_rt_status status, const std::string &message);
  /// The same, because a rank's process has died.
  void failDied(int32_t rank, const std::string &message);
  /// POPT_RT_OK, or what ended the transport, with its message.
  popt_rt_status failure(std::string *message) const;
  bool hasFailed() const { return header().failed.load() != 0; }

private:
  Segment() = default;
  bool lock();
  void unlock();
  /// Takes zeroed bytes from the control area; 0 if it is full.
  uint64_t take(uint64_t bytes);

  char *base = nullptr;
  uint64_t mappedBytes = 0;
  bool privateMapping = true;
  std::mutex pointsMutex;
  std::map<const GroupBlock *, std::vector<MemberPoints>> pointsOfGroups;
};

} // namespace popt::rt

#endif
