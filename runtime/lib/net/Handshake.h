//===- Handshake.h - How a connection begins --------------------*- C++ -*-===//
//
//   client ── hello: what the connection is for ──> server
//   client <── challenge ── server
//   client ── proof ──> server
//   client <── welcome, or refused: why not ── server
//
// The proofs are of the secret (Secret.h). Before the proof the hello has no
// effect. The server sends the welcome, or a refusal at any time, itself; where
// there is a secret, no refusal before the proof ends anything.
//
// Tests: HostsTest, TcpEngineTest, FramesTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_NET_HANDSHAKE_H
#define POPT_RT_LIB_NET_HANDSHAKE_H

#include "Connection.h"
#include "Secret.h"

namespace popt::rt {

/// What a connection is for.
enum class Purpose : uint8_t { Rendezvous, Data };

/// What both proofs are of, so that none is of use to another run, nor for another
/// purpose. `hello` is the message, with the client's nonce.
Bytes wordsToProve(uint64_t token, Purpose purpose, const Bytes &hello);

/// The server's side, message by message.
class ServerHandshake {
public:
  explicit ServerHandshake(Purpose purpose) : purpose(purpose) {}
  /// More messages are needed; not of this job; a wrong proof; proven.
  enum class State { GoesOn, Stranger, KnowsNoSecret, Proven };
  State take(Connection &way, MessageKind kind, const Bytes &message,
             const Secret &secret);
  bool hasHello() const { return !words.empty(); }

private:
  Purpose purpose;
  Bytes words; ///< to be proved; empty: there is no hello yet
  Nonce nonce = {};
};

/// The client's side.
class ClientHandshake {
public:
  ClientHandshake() = default;
  /// Says hello.
  ClientHandshake(Connection &way, Purpose purpose, const Bytes &itself);
  /// Sends the proof. False: what sent this challenge does not know the secret.
  [[nodiscard]] bool prove(Connection &way, const Bytes &challenge,
                           const Secret &secret);
  bool hasProved() const { return isProven; }

private:
  Bytes words; ///< to be proved
  bool isProven = false;
};

/// Reads what the client has said of itself, after its nonce.
MessageReader readHello(const Bytes &message);

} // namespace popt::rt
#endif // POPT_RT_LIB_NET_HANDSHAKE_H
