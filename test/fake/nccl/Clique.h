//===- Clique.h - What the ranks of a communicator share ------------------===//
//
// Ranks of the fake NCCL may be threads of one process or processes of one host.
// What they have in common is a file without a name, which each rank maps and
// which the communicator's id says how to open:
//
//   head | places of members | places of pairs | area of member 0 | ...
//        | area of pair 0 -> 0 | area of pair 0 -> 1 | ...
//
// An area holds what a member gives to a collective, or a message on its way.
// Pages that are never written cost nothing.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_NCCL_CLIQUE_H
#define POPT_RT_FAKE_NCCL_CLIQUE_H

#include "../../../runtime/lib/transport/nccl/Nccl.h"

#include <atomic>

namespace popt::fake {

using namespace popt::rt::cuda;

enum class CallKind : uint32_t {
  AllReduce,
  Reduce,
  ReduceScatter,
  AllGather,
  Broadcast,
  Split,
  Send,
  Receive,
};

/// What members must say alike.
struct CallForm {
  CallKind kind = CallKind::AllReduce;
  uint32_t type = 0, reduction = 0;
  int32_t root = 0;
  uint64_t count = 0;
  bool operator==(const CallForm &other) const {
    return kind == other.kind && type == other.type &&
           reduction == other.reduction && root == other.root &&
           count == other.count;
  }
};

struct CliqueHead {
  uint64_t nonce;
  std::atomic<uint32_t> joined;
  int32_t size; ///< as the first to join has it
};

struct alignas(64) MemberRecord {
  std::atomic<uint32_t> joined;
  std::atomic<uint32_t> isGone; ///< it has destroyed or aborted its end
  int32_t device, version, process;
  uint64_t host;
  /// Collectives that the member has begun, and that are over for it.
  std::atomic<uint64_t> begun, over;
  CallForm call;                ///< of the last that has begun
  std::atomic<uint64_t> splits; ///< of which it has read all that follows
  // Of a split.
  int32_t color, key;
  NcclId id; ///< of the new communicator, at its first member
};

/// What one member tells another of the connections that it makes: how many, of
/// which kinds.
struct Introduction {
  std::atomic<uint64_t> said, heard;
  uint32_t sends, receives;
};

/// The messages from one member to another.
struct alignas(64) PairRecord {
  std::atomic<uint64_t> posted, taken;
  CallForm call;
  /// In each of two rounds; to the one that it sends to, and receives from.
  Introduction introductions[2][2];
};

class Clique {
public:
  static constexpr uint64_t kAreaBytes = uint64_t(1) << 28;

  ~Clique();
  Clique(const Clique &) = delete;
  Clique &operator=(const Clique &) = delete;

  /// Makes a file for communicators to meet at; false if the system refuses.
  static bool create(NcclId &out_id);
  /// Null if the id is none.
  static std::unique_ptr<Clique> open(const NcclId &id, int32_t size);

  CliqueHead &head() const { return *at<CliqueHead>(0); }
  MemberRecord &member(int32_t rank) const {
    return *at<MemberRecord>(64 + uint64_t(rank) * sizeof(MemberRecord));
  }
  PairRecord &pair(int32_t from, int32_t to) const {
    return *at<PairRecord>(64 + uint64_t(size) * sizeof(MemberRecord) +
                           uint64_t(from * size + to) * sizeof(PairRecord));
  }
  uint8_t *area(int32_t rank) const {
    return at<uint8_t>(areas() + uint64_t(rank) * kAreaBytes);
  }
  uint8_t *pairArea(int32_t from, int32_t to) const {
    return area(size + from * size + to);
  }
  const int32_t size;

private:
  Clique(uint8_t *base, uint64_t bytes, int32_t size)
      : size(size), base(base), bytes(bytes) {}
  static uint64_t areasOf(int32_t size);
  uint64_t areas() const { return areasOf(size); }
  template <typename T> T *at(uint64_t offset) const {
    return reinterpret_cast<T *>(base + offset);
  }
  uint8_t *base;
  uint64_t bytes;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_NCCL_CLIQUE_H
