//===- Communicator.h - One rank's end of a fake communicator -------------===//
#ifndef POPT_RT_FAKE_NCCL_COMMUNICATOR_H
#define POPT_RT_FAKE_NCCL_COMMUNICATOR_H

#include "Clique.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace popt::fake {

struct Work;
struct ContextObject;
enum class Meeting : uint8_t;

/// One call of NCCL, as a part of a work in a stream.
struct CallPart {
  CallForm form;
  const void *in = nullptr;
  void *out = nullptr;
  uint64_t inBytes = 0, outBytes = 0;
  int32_t peer = 0;    ///< of a send or a receive
  uint64_t number = 0; ///< of the communicator's collectives, or of the pair's
  bool hasBegun = false, isOver = false;
  bool isLost = false; ///< a receive that found another message
  bool isTransfer() const {
    return form.kind == CallKind::Send || form.kind == CallKind::Receive;
  }
};

/// The making of a rank's connections for its first messages with peers.
struct Connecting {
  std::vector<uint8_t> sends, receives; ///< by peer: one is made
  int32_t round = 0, step = 1;
  bool hasSaid = false;                        ///< in this step
  std::vector<std::function<void()>> launches; ///< of what waits for them
};

struct Communicator {
  std::shared_ptr<Clique> clique;
  ContextObject *context = nullptr;
  int32_t rank = 0, size = 0;
  uint64_t number = 0; ///< of those that the process has made, from 1
  bool isBlocking = true;
  /// Its making: not over before all ranks have come.
  bool isComplete = false;
  /// Of a communicator that is split off: from which, and how far that has come.
  struct SplitFrom {
    std::shared_ptr<Clique> parent;
    int32_t rank = 0;    ///< in the parent
    uint64_t number = 0; ///< among the parent's collectives
    uint64_t before = 0; ///< splits of the parent
    int32_t color = 0, key = 0;
    std::function<void()> giveOut; ///< the handle
    enum class Stage : uint8_t {
      Waits,
      Said,
      Known,
      Over
    } stage = Stage::Waits;
  } splitFrom;
  /// The last split of this one, until that is over.
  std::shared_ptr<Communicator> split;
  NcclStatus error = kNcclSuccess; ///< asynchronous; stays
  bool isAborted = false;
  bool isStuck = false; ///< members make different calls
  /// Null: all are there.
  std::unique_ptr<Connecting> connecting;
  std::vector<uint8_t> sendsTo,
      receivesFrom;  ///< by peer: a connection is there
  double looked = 0; ///< when processes of members were looked at
  /// So often it still says that the last call is in progress.
  uint32_t delay = 0;
  uint64_t collectives = 0, splits = 0;
  std::vector<uint64_t> sends, receives; ///< by peer
  std::shared_ptr<Work> last;            ///< its calls run in their order
  std::set<uint64_t> registered;         ///< memory of the user's, by address

  /// Finds the others by the id and says that this rank has come.
  NcclStatus join(const NcclId &id, int32_t size, int32_t rank);
  /// Others see that this rank is gone.
  void leave() {
    if (clique)
      clique->member(rank).isGone.store(1);
  }
  /// Whether all ranks have come; what is wrong with them is the error.
  bool complete();
  /// Begins to connect the pairs of these messages that are not connected, before
  /// `launch` is called. False if there are none.
  bool connect(const std::vector<CallPart> &parts,
               const std::function<void()> &launch);
  /// Goes on with the parts of a work: collectives in their order, then all
  /// transfers side by side.
  Meeting meet(Work &work, std::vector<CallPart> &parts);

private:
  bool goOnSplitting();
  bool goOnConnecting();
  bool goOnConnecting(int32_t to, int32_t from);
  bool isGone(int32_t member) const;
  bool needs(const CallPart &part, int32_t member) const;
  /// The error of a rank whose peer has ended, if one has that it needs.
  void findGone(const std::function<bool(int32_t member)> &needs);
  Meeting goOn(Work &work, CallPart &part);
  Meeting goOnCollective(Work &work, CallPart &part);
  Meeting goOnTransfer(Work &work, CallPart &part);
  bool agree(Work &work, CallPart &part, int32_t peer, const CallForm &theirs);
};

uint64_t widthOfType(NcclType type); ///< 0: unknown

/// What member `rank` gets of a reduction, from what all gave. In the order and
/// with the roundings of NCCL: a ring, or a tree if there is little.
void reduceAsRing(const Clique &clique, int32_t rank, const CallForm &form,
                  uint8_t *out);

} // namespace popt::fake

#endif // POPT_RT_FAKE_NCCL_COMMUNICATOR_H
