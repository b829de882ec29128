//===- TcpGreeting.h - Handshake of an engine's connection ------*- C++ -*-===//
//
//   client ── Hello ──> listener
//   client <── Answer ── listener
//   client ── proof, frames ... ──> listener
//
// Secret.h says what the proofs are.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_TCPGREETING_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_TCPGREETING_H

#include "../../net/Secret.h"
#include "../../net/Socket.h"
#include "../../system/System.h"

#include <algorithm>
#include <cerrno>
#include <vector>

namespace popt::rt {

/// Which rank connects to which, and of which run.
struct TcpHello {
  uint32_t magic = 0x4e504f50, version = 1; // "POPN"
  int32_t rank = 0, target = 0;
  uint64_t run = 0;
  Nonce nonce = {};
};
/// The listener's answer.
struct TcpAnswer {
  enum : uint32_t { Heard = 0x4e504f50, IsThere } status = Heard;
  Nonce nonce = {};
  Secret::Proof proof = {};
};
static_assert(sizeof(TcpAnswer) == 52 && sizeof(TcpHello) == 40,
              "without gaps");

/// Bytes of the handshake, before frames.
struct TcpWords {
  std::vector<char> bytes;
  size_t done = 0;

  bool isSent() const { return done == bytes.size(); }
  /// Sends what the kernel takes. False if the connection has ended.
  bool send(const Socket &socket) {
    while (!isSent()) {
      ssize_t size = sys::send(socket.get(), bytes.data() + done,
                               bytes.size() - done, MSG_NOSIGNAL);
      if (size < 0 && errno != EINTR)
        return errno == EAGAIN || errno == EWOULDBLOCK;
      done += static_cast<size_t>(std::max<ssize_t>(size, 0));
    }
    return true;
  }
  /// Receives up to `most` bytes. False if the connection has ended.
  bool receive(const Socket &socket, size_t most) {
    char part[64];
    while (bytes.size() < most) {
      ssize_t size = sys::recv(socket.get(), part,
                               std::min(sizeof part, most - bytes.size()), 0);
      if (size < 0 && errno != EINTR)
        return errno == EAGAIN || errno == EWOULDBLOCK;
      if (size == 0)
        return false;
      bytes.insert(bytes.end(), part, part + std::max<ssize_t>(size, 0));
    }
    return true;
  }
};

} // namespace popt::rt

#endif
