//===- Endpoint.h - Sorts messages by group and peer ------------*- C++ -*-===//
//
// Every message between two ranks is announced: an *envelope*, a short message,
// says for which group and what it is, and under which tag its data follows
// unless the data is in the message itself. Envelopes are sorted here into
// *lanes*, one for each group and peer, so groups never mix, however many there
// are and in whatever order ranks make them, and no number needs to be agreed
// on in advance: a sender counts the tags to each peer itself.
//
// Whichever thread waits receives for all, under the endpoint's lock.
//
// Messages are checked before they are used, though only ranks can send them:
// the bytes of a letter against its kind, the number of queued letters, tags.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_ENDPOINT_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_ENDPOINT_H

#include "Engine.h"

#include "../Segment.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace popt::rt {

/// The head of a short message; it travels as it lies in memory.
struct Envelope {
  enum Kind : int32_t {
    Call,     ///< a member has entered a collective
    Transfer, ///< a member has started a send
    Started   ///< a member has started to receive one; without `call`
  };
  uint64_t group = 0; ///< groupKey() of its ranks and channel
  Kind kind = Call;
  /// Of the data that follows, if some does; the next tag is this call's, too.
  int32_t tag = 0;
  CallFacts call{};

  static constexpr int64_t startedBytes = 16;
};

/// An envelope that has come, with what was in the same message.
struct Letter {
  Envelope envelope;
  std::vector<char> payload;
};

/// A part of a buffer.
struct Piece {
  void *buffer = nullptr;
  int64_t bytes = 0;
};

/// A receive that waits for the send that matches it.
class Receiver {
public:
  virtual ~Receiver() = default;
  /// False if they don't belong together: then the transport has ended.
  virtual bool match(const Letter &letter) = 0;
};

/// What has come from one member of a group.
struct Lane {
  uint64_t group = 0;
  int32_t rank = 0; ///< that member's
  std::deque<Letter> calls, transfers;
  /// Started here and not by that member.
  std::deque<Receiver *> receivers;
  /// Sends to that member: started here, and there.
  int64_t sent = 0, started = 0;
};

class Endpoint {
public:
  Endpoint(std::unique_ptr<Engine> engine, int32_t rank, int32_t size)
      : engine(std::move(engine)), rank(rank), nextTags(size, 1) {}

  /// Held by every caller of what follows.
  std::mutex mutex;
  /// Stays where it is.
  Lane &lane(uint64_t group, int32_t rank);
  /// Two tags that data to a rank may use from now on.
  int32_t takeTags(int32_t target);
  /// `payload` is copied.
  void post(int32_t target, const Envelope &envelope,
            const std::vector<Piece> &payload = {});
  void post(Receiver &receiver, Lane &lane);
  /// Sorts what has come.
  void progress();
  /// A peer has sent what no rank sends: nothing goes on. The first to be found
  /// is kept.
  void refuse(int32_t source, const std::string &what);
  /// Why nothing goes on; empty as long as all is well.
  const std::string &failure() const {
    return failed.empty() ? engine->failure() : failed;
  }

  const std::unique_ptr<Engine> engine;

private:
  bool open(int32_t source, Letter &out_letter);
  void sort(Letter &&letter, int32_t source);
  void match(Lane &lane);

  const int32_t rank;
  std::vector<int32_t> nextTags;
  std::map<std::pair<uint64_t, int32_t>, Lane> lanes;
  std::vector<char> outgoing, incoming;
  std::string failed;
};

} // namespace popt::rt

#endif
