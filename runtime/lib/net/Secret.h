//===- Secret.h - Proofs of knowing the job's secret ------------*- C++ -*-===//
//
// Two processes that connect prove to each other that they know the same secret,
// without sending it:
//
//   client ── hello, with a nonce c ─────────────────────────────> server
//   client <── a nonce s, HMAC(secret, server, hello, s) ──────── server
//   client ── HMAC(secret, client, hello, s) ────────────────────> server
//
// The hello has the client's nonce in it; before it the HMAC has the run and what
// the connection is for (Handshake.h). So messages of one connection are of no use
// on another, nor in the other direction. The HMAC is SHA-256's, by OpenSSL's
// libcrypto, which is opened when there is a secret
// (docs/Decisions/0076-a-secret-for-strangers.md).
//
// Without a secret a proof repeats the other's nonce, which detects replays and
// nothing else.
//
// Test: SecretTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_NET_SECRET_H
#define POPT_RT_LIB_NET_SECRET_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace popt::rt {

/// A number that is used once.
using Nonce = std::array<uint8_t, 16>;
Nonce newNonce();

class Secret {
public:
  using Proof = std::array<uint8_t, 32>;
  enum class Side : uint8_t { Client, Server };

  /// There is none.
  Secret() = default;
  /// False and a message if the library is not there.
  [[nodiscard]] static bool make(std::string key, Secret &out_secret,
                                 std::string &out_error);
  bool isSet() const { return !key.empty(); }

  /// The proof of one side; `hello` has the client's nonce in it, `host` is the
  /// server's.
  Proof prove(Side side, const void *hello, size_t bytes,
              const Nonce &host) const;
  /// Whether `proof` is that of `side`, in constant time.
  bool accepts(const Proof &proof, Side side, const void *hello, size_t bytes,
               const Nonce &host) const;

private:
  std::string key;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_NET_SECRET_H
