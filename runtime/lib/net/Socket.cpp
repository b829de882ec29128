//===- Socket.cpp - Sockets of TCP ----------------------------------------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Socket.h"
#include "../system/System.h"
#include <cerrno>
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

/// Bound to an address, and listening.
static Socket makeListener(const addrinfo &address) {
  Socket listener(sys::socket(address.ai_family,
                              SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (listener.get() < 0)
    return listener;
  setOption(listener.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  // One of IPv6 takes IPv4 as well.
  if (address.ai_family == AF_INET6)
    setOption(listener.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
  bool ok =
      sys::bind(listener.get(), address.ai_addr, address.ai_addrlen) == 0 &&
      sys::listen(listener.get(), 4096) == 0;
  return ok ? std::move(listener) : Socket();
}

/// Finds the address ("": all) of a family, and listens there.
static Socket makeListener(int family, const std::string &address, int port) {
  addrinfo wanted = {}, *found = nullptr;
  wanted.ai_family = family;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICHOST | AI_PASSIVE;
  if (getaddrinfo(address.empty() ? nullptr : address.c_str(),
                  std::to_string(port).c_str(), &wanted, &found)) {
    errno = EADDRNOTAVAIL;
    return Socket();
  }
  Socket listener = makeListener(*found);
  int error = errno;
  freeaddrinfo(found);
  errno = error;
  return listener;
}

static bool findPort(const Socket &listener, int &out_port) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (listener.get() < 0 ||
      getsockname(listener.get(), reinterpret_cast<sockaddr *>(&address),
                  &size))
    return false;
  out_port = ntohs(address.ss_family == AF_INET6
                       ? reinterpret_cast<sockaddr_in6 &>(address).sin6_port
                       : reinterpret_cast<sockaddr_in &>(address).sin_port);
  return true;
}

bool popt::rt::listenOn(int port, Socket &out_listener, int &out_port) {
  out_listener = makeListener(AF_INET6, "", port);
  if (out_listener.get() < 0 && errno != EADDRINUSE)
    out_listener = makeListener(AF_INET, "", port);
  return findPort(out_listener, out_port);
}

bool popt::rt::listenAt(const std::string &address, Socket &out_listener,
                        int &out_port) {
  out_listener = makeListener(AF_UNSPEC, address, 0);
  return findPort(out_listener, out_port);
}

Socket popt::rt::acceptFrom(const Socket &listener) {
  return Socket(sys::accept4(listener.get(), nullptr, nullptr,
                             SOCK_CLOEXEC | SOCK_NONBLOCK));
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

/// Without the port. Of IPv4 as that, also where the socket is one of IPv6.
static std::string textOf(const sockaddr_storage &address, socklen_t size) {
  char host[NI_MAXHOST] = "";
  getnameinfo(reinterpret_cast<const sockaddr *>(&address), size, host,
              sizeof host, nullptr, 0, NI_NUMERICHOST);
  constexpr char kMapped[] = "::ffff:";
  bool isMapped = std::strncmp(host, kMapped, sizeof kMapped - 1) == 0 &&
                  std::strchr(host, '.');
  return isMapped ? host + sizeof kMapped - 1 : host;
}

std::string popt::rt::addressOfPeer(const Socket &socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  auto *any = reinterpret_cast<sockaddr *>(&address);
  return getpeername(socket.get(), any, &size) ? "" : textOf(address, size);
}

std::string popt::rt::addressOfOwnEnd(const Socket &socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  auto *any = reinterpret_cast<sockaddr *>(&address);
  return getsockname(socket.get(), any, &size) ? "" : textOf(address, size);
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
