//===- Socket.cpp - Sockets of TCP ----------------------------------------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Socket.h"
#include "System.h"
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

using namespace popt::rt;

Socket::~Socket() {
  if (file >= 0)
    (void)sys::close(file);
}

static void setOption(int file, int level, int name, int value) {
  setsockopt(file, level, name, &value, sizeof value);
}

/// Of IPv6, which takes IPv4 as well, or, where there is none, of IPv4.
static Socket makeDoor(int family, int port) {
  Socket door(
      sys::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in6 six = {};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(static_cast<uint16_t>(port));
  sockaddr_in four = {};
  four.sin_family = AF_INET;
  four.sin_port = htons(static_cast<uint16_t>(port));
  if (door.get() < 0)
    return door;
  setOption(door.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  if (family == AF_INET6)
    setOption(door.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
  auto *address = family == AF_INET6 ? reinterpret_cast<sockaddr *>(&six)
                                     : reinterpret_cast<sockaddr *>(&four);
  socklen_t size = family == AF_INET6 ? sizeof six : sizeof four;
  bool ok = sys::bind(door.get(), address, size) == 0 &&
            sys::listen(door.get(), 4096) == 0;
  return ok ? std::move(door) : Socket();
}

bool popt::rt::listenOn(int port, Socket &out_door, int &out_port) {
  out_door = makeDoor(AF_INET6, port);
  if (out_door.get() < 0 && errno != EADDRINUSE)
    out_door = makeDoor(AF_INET, port);
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (out_door.get() < 0 ||
      getsockname(out_door.get(), reinterpret_cast<sockaddr *>(&address),
                  &size))
    return false;
  out_port = ntohs(address.ss_family == AF_INET6
                       ? reinterpret_cast<sockaddr_in6 &>(address).sin6_port
                       : reinterpret_cast<sockaddr_in &>(address).sin_port);
  return true;
}

Socket popt::rt::acceptFrom(const Socket &door) {
  return Socket(
      sys::accept4(door.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

int popt::rt::connectTo(const addrinfo &address, Socket &out_socket) {
  out_socket = Socket(sys::socket(
      address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (out_socket.get() < 0)
    return errno;
  int status =
      sys::connect(out_socket.get(), address.ai_addr, address.ai_addrlen);
  return status && errno != EINPROGRESS ? errno : 0;
}

/// Whether the connection leads to itself: TCP does so where none listens,
/// if the port happens to be its own.
static bool isOwnEnd(int file) {
  sockaddr_storage own = {}, peer = {};
  socklen_t ownSize = sizeof own, peerSize = sizeof peer;
  return !getsockname(file, reinterpret_cast<sockaddr *>(&own), &ownSize) &&
         !getpeername(file, reinterpret_cast<sockaddr *>(&peer), &peerSize) &&
         ownSize == peerSize && std::memcmp(&own, &peer, ownSize) == 0;
}

int popt::rt::errorOf(const Socket &socket) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  return error ? error : isOwnEnd(socket.get()) ? ECONNREFUSED : 0;
}

std::string popt::rt::addressOfPeer(const Socket &socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  auto *any = reinterpret_cast<sockaddr *>(&address);
  char host[NI_MAXHOST] = "";
  if (getpeername(socket.get(), any, &size) == 0)
    getnameinfo(any, size, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
  return host;
}

void popt::rt::sendAtOnce(const Socket &socket) {
  setOption(socket.get(), IPPROTO_TCP, TCP_NODELAY, 1);
}

void popt::rt::watchHost(const Socket &socket, int seconds) {
  int file = socket.get();
  setOption(file, SOL_SOCKET, SO_KEEPALIVE, 1);
  setOption(file, IPPROTO_TCP, TCP_KEEPIDLE, 1);
  setOption(file, IPPROTO_TCP, TCP_KEEPINTVL, 1);
  setOption(file, IPPROTO_TCP, TCP_KEEPCNT, seconds);
  setOption(file, IPPROTO_TCP, TCP_USER_TIMEOUT, seconds * 1000);
}
