//===- Greeting.h - How a rank joins rank 0 ---------------------*- C++ -*-===//
//
//   rank 3 ── hello: I am 3 of 4, on host b, about to run program c0ffee ──> 0
//
// and what follows of the handshake (Handshake.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_GREETING_H
#define POPT_RT_LIB_LAUNCH_GREETING_H

#include "../net/Handshake.h"
#include "../session/Facts.h"
#include "../system/Host.h"
#include "Hosts.h"

namespace popt::rt {

/// A rank that asks rank 0 to join the job.
struct JoinRequest {
  int64_t rank = 0, size = 1;
  uint64_t job = 0; ///< a number that its ranks know, and no other job's
  Host host;
  Facts facts;
  Secret secret;
  bool needsListener = false; ///< its peers' messages come over TCP
  double listenerSeconds =
      20; ///< timeout for the ranks that have joined to open theirs
  std::string failure; ///< why it can't take part; empty: it can
};

/// What it sends first.
struct Hello {
  int64_t rank = 0, size = 0;
  int32_t process = 0;
  Host host;
  std::string failure;
  Facts facts;
};

/// Limit of bytes before the proof.
constexpr uint32_t kMostHello = 64 << 10;

/// False if no rank sends that.
[[nodiscard]] bool read(const Bytes &message, Hello &out_hello);
/// A rank's side: sends its hello and the proof. False if the other end is not rank
/// 0; `out_answer` is what that sent, if anything.
[[nodiscard]] bool greet(Connection &way, const JoinRequest &self,
                         const Deadline &deadline, MessageKind &out_kind,
                         Bytes &out_answer);
Bytes textMessage(const std::string &text);
/// What a message of text says.
std::string textIn(const Bytes &message);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_GREETING_H
