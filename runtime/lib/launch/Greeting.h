//===- Greeting.h - How a rank joins rank 0 ---------------------*- C++ -*-===//
//
//   rank 3 ── hello: I am 3 of 4, on host b, about to run program c0ffee ──> 0
//   rank 3 <── challenge ── 0
//   rank 3 ── proof ──> 0
//
// The proof is that of the secret (Secret.h). Until it is there nothing that was
// said has any effect.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_GREETING_H
#define POPT_RT_LIB_LAUNCH_GREETING_H

#include "../net/Connection.h"
#include "../net/Secret.h"
#include "../session/Facts.h"
#include "../system/Host.h"
#include "Hosts.h"

namespace popt::rt {

/// Who comes.
struct JoinRequest {
  int64_t rank = 0, size = 1;
  uint64_t job = 0; ///< a number that its ranks know, and no other job's
  Host host;
  Facts facts;
  Secret secret;
  bool needsListener = false; ///< its peers' messages come over TCP
  double listenerSeconds =
      20;              ///< ranks that are there have so long to open theirs
  std::string failure; ///< not empty: it can't take part, and says why
};

/// What it says.
struct Hello {
  int64_t rank = 0, size = 0;
  int32_t process = 0;
  Host host;
  std::string failure;
  Facts facts;
};

/// So many bytes are heard of who has proved nothing.
constexpr uint32_t kMostHello = 64 << 10;

/// Rank 0's side, message by message.
class Examination {
public:
  /// Whether more is to come, nothing can, or it is as it says.
  enum class State { GoesOn, Stranger, KnowsNoSecret, Proven };
  State take(Connection &way, MessageKind kind, const Bytes &message,
             const Secret &secret);
  /// What it has said, if that makes sense.
  const Hello &hello() const { return said; }

private:
  Bytes words; ///< of the hello; empty: it has not said it
  Nonce nonce = {};
  Hello said;
};

/// A rank's side: says hello and proves it. False if what is there is not rank 0;
/// `out_answer` is what it says then, if anything.
[[nodiscard]] bool greet(Connection &way, const JoinRequest &self,
                         const Deadline &deadline, MessageKind &out_kind,
                         Bytes &out_answer);
/// The next message; false if there is none before the deadline, or none any
/// more.
[[nodiscard]] bool await(Connection &way, const Deadline &deadline,
                         MessageKind &out_kind, Bytes &out_message);
/// Sends all that is queued, as far as the other end takes it within a second.
void flush(Connection &way);
Bytes textMessage(const std::string &text);
/// What a message of text says.
std::string textIn(const Bytes &message);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_GREETING_H
