//===- Socket.h - Sockets of TCP --------------------------------*- C++ -*-===//
//
// All of them are closed in children that run another program, and none blocks.
// Test: HostsTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_NET_SOCKET_H
#define POPT_RT_LIB_NET_SOCKET_H

#include <string>
#include <utility>

struct addrinfo;

namespace popt::rt {

/// Where a rank listens for its peers' messages.
struct TcpAddress {
  std::string host; ///< "10.0.0.7", or of IPv6
  int port = 0;
};

/// A file descriptor that is closed with it.
class Socket {
public:
  explicit Socket(int file = -1) : file(file) {}
  Socket(Socket &&other) : file(std::exchange(other.file, -1)) {}
  Socket &operator=(Socket &&other) {
    std::swap(file, other.file);
    return *this;
  }
  ~Socket();
  int get() const { return file; }

private:
  int file;
};

/// Listens on all addresses of this host; `port` 0: any free one, which `out_port`
/// is. False, with errno set.
[[nodiscard]] bool listenOn(int port, Socket &out_listener, int &out_port);
/// On one of its addresses ("10.0.0.7"), and on any port that is free.
[[nodiscard]] bool listenAt(const std::string &address, Socket &out_listener,
                            int &out_port);
/// The next connection; -1: none.
Socket acceptFrom(const Socket &listener);
/// Begins to connect: once the socket can be written to, errorOf() says whether
/// it is connected. An errno, or 0.
[[nodiscard]] int connectTo(const addrinfo &address, Socket &out_socket);
/// Why there is no connection; 0: there is.
int errorOf(const Socket &socket);
/// The address of the other end without the port; "" if there is none.
std::string addressOfPeer(const Socket &socket);
/// The same of this end: of the interface that the connection goes through.
std::string addressOfOwnEnd(const Socket &socket);
/// Sends small writes at once (TCP_NODELAY).
void sendAtOnce(const Socket &socket);
/// The kernel's timeout for acknowledgements of the other host.
void watchHost(const Socket &socket, int seconds);

} // namespace popt::rt
#endif // POPT_RT_LIB_NET_SOCKET_H
