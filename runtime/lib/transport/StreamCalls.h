//===- StreamCalls.h - What a rank has put into its streams -----*- C++ -*-===//
//
// Where calls go into streams, a rank's thread runs ahead of them: what it has
// begun last says little about what its streams wait for. So it counts, for each
// channel (the collectives of a group; the messages from one rank to another),
// the calls that it has issued, and those that its stream has come to and has done.
// A call has the same number at all ends of its channel:
//
//   rank 0   issued 7   begun 5   done 4      its stream is in call 5
//   rank 1   issued 4   begun 4   done 4      its thread has not come to call 5
//
// A rank's streams wait in the oldest of its calls that are not done, for the ranks
// that have not issued it, or not begun it. --dump writes all of this.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_STREAMCALLS_H
#define POPT_RT_LIB_TRANSPORT_STREAMCALLS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace popt::rt {

class Segment;

/// A rank's end of a channel, as it is told to another host.
struct ChannelWords {
  uint64_t name = 0, issued = 0, begun = 0, done = 0;
};

/// A rank's end of a channel.
struct StreamChannel {
  std::atomic<uint64_t> name; ///< equal at all ends
  std::atomic<uint64_t> issued, begun, done;
};

/// The oldest call that is not done, as in the rank's journal.
struct OpenCall {
  int64_t command = -1, step = 0, microbatch = -1;
};

/// The name of the channel of messages; that of a group's is its groupKey().
uint64_t nameOfMessages(int32_t source, int32_t target);

/// A rank's part of the segment. Zeros: no calls.
struct StreamCalls {
  static constexpr uint32_t kMostChannels = 128;

  /// 1: the rank makes no more calls; it may still be ending its communicators.
  std::atomic<uint32_t> isLeaving;
  /// 1: some call is not done.
  std::atomic<uint32_t> areOpen;
  /// Of them; the writer makes the number odd meanwhile (SharedWords.h).
  OpenCall oldest;
  std::atomic<uint64_t> numOldest;
  std::atomic<uint32_t> numChannels;
  std::array<StreamChannel, kMostChannels> channels;

  /// One thread sets it. A reader sees none between two of its calls.
  void setOldest(const OpenCall &call);
  OpenCall oldestCall() const;

  /// Finds or adds; null if there is no room. For the rank itself.
  StreamChannel *add(uint64_t name);
  const StreamChannel *find(uint64_t name) const;

  std::vector<ChannelWords> words() const;
  void copy(const std::vector<ChannelWords> &words);
};

/// What keeps a rank's stream in a call.
struct Obstacle {
  enum class Kind {
    Left,   ///< the rank has left the run, or is about to
    Absent, ///< its thread has not issued the call
    Earlier ///< its stream has not come to the call
  } kind;
  int32_t rank;
};

/// Of the call with that number of a channel, which needs all of `peers`.
std::vector<Obstacle> findObstacles(const Segment &segment, uint64_t channel,
                                    uint64_t number,
                                    const std::vector<int32_t> &peers);

} // namespace popt::rt
#endif // POPT_RT_LIB_TRANSPORT_STREAMCALLS_H
