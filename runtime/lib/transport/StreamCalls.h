//===- StreamCalls.h - Where a rank's streams are, for others ---*- C++ -*-===//
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
// A rank's streams wait in the oldest of its calls that are not done: all that was
// issued before it is. One that has not begun that call keeps the rank, and so on,
// until one is found that waits for none (findObstacles).
//
// If all have begun it, they may still be at different places of the program:
//
//   rank 0   call 5 is op 12, the next one op 20
//   rank 1   call 5 is op 20                       it has left out op 12 (hasSkippedCall)
//
// A collective may be issued in two parts, so it counts twice.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_STREAMCALLS_H
#define POPT_RT_LIB_TRANSPORT_STREAMCALLS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

class Segment;

/// A call of a library, as it is told to another host.
struct LibraryCallWords {
  uint64_t number = 0; ///< odd while the thread is in it
  char name[24] = "";
  bool isOpen() const { return number % 2 != 0; }
};

/// The library's function that a thread is in. One thread writes. Zeros: none.
class LibraryCall {
public:
  /// From its making to its end the thread is in the function. Null: not watched.
  class Scope {
  public:
    Scope(LibraryCall *call, const char *name) : call(call) {
      if (call)
        call->enter(name);
    }
    ~Scope() {
      if (call)
        call->leave();
    }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    LibraryCall *const call;
  };

  LibraryCallWords words() const;
  void copy(const LibraryCallWords &words);
  /// True if the thread has been in the function for longer than one takes that does
  /// not wait.
  bool isLong() const;

private:
  void enter(const char *name);
  void leave() { count.store(count.load(std::memory_order_relaxed) + 1); }

  std::atomic<uint64_t> count;
  std::atomic<int64_t> since; ///< of this host's clock
  std::array<std::atomic<uint64_t>, 3> text;
};

/// The same, of a rank's end of a channel.
struct ChannelWords {
  uint64_t name = 0, issued = 0, begun = 0, done = 0;
  uint64_t first = 0;
  int64_t step = 0, microbatch = 0;
};

/// A rank's end of a channel.
struct StreamChannel {
  std::atomic<uint64_t> name; ///< equal at all ends
  std::atomic<uint64_t> issued, begun, done;
  /// Its oldest call that is not done, 0: none; and where in the program that is.
  std::atomic<uint64_t> first;
  std::atomic<int64_t> step, microbatch;
};

/// Where a call of a group is in the program.
struct CallPlace {
  int64_t op = -1; ///< of all members, as popt_rt_op says it; -1: not known
  int64_t step = 0, microbatch = -1;
  bool isKnown() const { return op >= 0; }
  bool operator==(const CallPlace &other) const {
    return op == other.op && step == other.step &&
           microbatch == other.microbatch;
  }
};

/// The oldest call that is not done.
struct OpenCall {
  uint64_t channel = 0, number = 0;
  /// The rank's command, in the step and microbatch of `place`, as in its journal.
  int64_t command = -1;
  CallPlace place;
  CallPlace next; ///< the call after it in its channel
  bool isSameAs(const OpenCall &other) const {
    return channel == other.channel && number == other.number;
  }
};

/// Whether a rank is in the call of another one, and has come to it too early: it has
/// left out one or more calls of theirs, of which the last is the other's or one
/// before it.
bool hasSkippedCall(const OpenCall &rank, const OpenCall &other);

/// The name of the channel of messages; that of a group's is its groupKey().
uint64_t nameOfMessages(int32_t source, int32_t target);

/// A rank's part of the segment. Zeros: no calls.
struct StreamCalls {
  static constexpr uint32_t kMostChannels = 128;

  /// The functions of libraries that the rank's thread is in, and its watch's.
  LibraryCall ofRank, ofWatch;
  /// 1: the rank's thread waits until its streams have come to their ends.
  std::atomic<uint32_t> isWaitedFor;
  /// How many ranks are done with the call that this one is in, while nothing else
  /// keeps it: the one that it waits for, or others, too.
  std::atomic<uint32_t> numSkipped;
  /// 1: the rank that it waits for has not issued the call.
  std::atomic<uint32_t> isNotIssued;
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

  /// Whether the rank's end of a message that another one waits in is one of a later
  /// step or microbatch: then it has left out that message or one before it.
  bool haveSkippedMessage(const OpenCall &other) const;

  std::vector<ChannelWords> words() const;
  void copy(const std::vector<ChannelWords> &words);
};

/// What keeps a rank's stream in a call.
struct Obstacle {
  enum class Kind {
    Left,    ///< the rank has left the run, or is about to
    Absent,  ///< its thread has not issued the call
    Earlier, ///< its stream has not come to the call
    /// It is done with the call. If it is the only one, it has left the call out, or
    /// a part of it; if there are several, one of them has.
    SkippedCollective,
  } kind;
  int32_t rank;
};

/// Of the call with that number of a channel, which needs all of `peers`. Those
/// that have left it out only if nothing else keeps it.
std::vector<Obstacle> findObstacles(const Segment &segment, uint64_t channel,
                                    uint64_t number,
                                    const std::vector<int32_t> &peers);

} // namespace popt::rt
#endif // POPT_RT_LIB_TRANSPORT_STREAMCALLS_H
