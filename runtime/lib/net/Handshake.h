//===- Handshake.h - How a connection begins --------------------*- C++ -*-===//
//
//   client ── hello: what the connection is for ──> server
//   client <── challenge ── server
//   client ── proof ──> server
//   client <── welcome, or refused: why not ── server
//
// The proofs are of the secret (Secret.h). Before the proof the hello has no
// effect. The server sends the welcome, or a refusal at any time, itself.
//
// Tests: HostsTest, TcpEngineTest, FramesTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_NET_HANDSHAKE_H
#define POPT_RT_LIB_NET_HANDSHAKE_H

#include "Connection.h"
#include "Secret.h"

namespace popt::rt {

/// The server's side, message by message.
class ServerHandshake {
public:
  /// More messages are needed; not of this job; a wrong proof; proven.
  enum class State { GoesOn, Stranger, KnowsNoSecret, Proven };
  State take(Connection &way, MessageKind kind, const Bytes &message,
             const Secret &secret);
  bool hasHello() const { return !hello.empty(); }

private:
  Bytes hello; ///< with the client's nonce
  Nonce nonce = {};
};

/// The client's side.
class ClientHandshake {
public:
  ClientHandshake() = default;
  /// Says hello.
  ClientHandshake(Connection &way, const Bytes &words);
  /// Sends the proof. False: what sent this challenge does not know the secret.
  [[nodiscard]] bool prove(Connection &way, const Bytes &challenge,
                           const Secret &secret);
  bool hasProved() const { return isProven; }

private:
  Bytes hello;
  bool isProven = false;
};

/// Reads what the client has said of itself, after its nonce.
MessageReader readHello(const Bytes &message);

} // namespace popt::rt
#endif // POPT_RT_LIB_NET_HANDSHAKE_H
