//===- Sockets.cpp - Sockets, time limits, messages over TCP --------------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Sockets.h"
#include "../system/System.h"
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace popt::rt;

static constexpr uint32_t kMagic = 0x54504f50; // "POPT"
static constexpr size_t kHeaderBytes = 20;

Socket::~Socket() {
  if (file >= 0)
    close(file);
}

double Deadline::now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int Deadline::milliseconds(int most) const {
  if (seconds <= 0)
    return most;
  double left = (begin + seconds - now()) * 1000;
  return static_cast<int>(std::clamp(left, 0.0, static_cast<double>(most)));
}

std::string Deadline::describe() const {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void setOption(int file, int level, int name, int value) {
  setsockopt(file, level, name, &value, sizeof value);
}

Connection::Connection(Socket theSocket, uint64_t job, uint32_t mostBytes)
    : socket(std::move(theSocket)), job(job), mostBytes(mostBytes) {
  fcntl(socket.get(), F_SETFL, fcntl(socket.get(), F_GETFL) | O_NONBLOCK);
  setOption(socket.get(), IPPROTO_TCP, TCP_NODELAY, 1);
}

void Connection::watchHost(int seconds) {
  setOption(socket.get(), SOL_SOCKET, SO_KEEPALIVE, 1);
  setOption(socket.get(), IPPROTO_TCP, TCP_KEEPIDLE, 1);
  setOption(socket.get(), IPPROTO_TCP, TCP_KEEPINTVL, 1);
  setOption(socket.get(), IPPROTO_TCP, TCP_KEEPCNT, seconds);
  setOption(socket.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, seconds * 1000);
}

int64_t Connection::silentMilliseconds() const {
  tcp_info info = {};
  socklen_t size = sizeof info;
  if (getsockopt(socket.get(), IPPROTO_TCP, TCP_INFO, &info, &size))
    return 0;
  return std::min(info.tcpi_last_ack_recv, info.tcpi_last_data_recv);
}

void Connection::send(MessageKind kind, const Bytes &message) {
  outgoing.erase(outgoing.begin(),
                 outgoing.begin() + static_cast<int64_t>(sent));
  sent = 0;
  MessageWriter header;
  header.put(kMagic);
  header.put(kMessageVersion);
  header.put(kind);
  header.put(static_cast<uint32_t>(message.size()));
  header.put(job);
  outgoing.insert(outgoing.end(), header.bytes.begin(), header.bytes.end());
  outgoing.insert(outgoing.end(), message.begin(), message.end());
}

/// What an error of the socket means.
void Connection::close(int error) {
  if (end != Ending::None)
    return;
  bool isOfNetwork = error == ETIMEDOUT || error == EHOSTUNREACH ||
                     error == ENETUNREACH || error == ENETDOWN ||
                     error == EHOSTDOWN;
  end = isOfNetwork ? Ending::Unreachable : Ending::Closed;
}

void Connection::receive() {
  uint8_t part[65536];
  // Not more at once: others wait, too.
  for (int i = 0; i < 16 && end == Ending::None; ++i) {
    ssize_t size = sys::recv(socket.get(), part, sizeof part, 0);
    if (size > 0)
      incoming.insert(incoming.end(), part, part + size);
    else if (size == 0)
      close(0);
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      break;
    else if (errno != EINTR)
      close(errno);
    split();
  }
}

/// Messages that are there as a whole.
void Connection::split() {
  size_t at = 0;
  while (incoming.size() - at >= kHeaderBytes) {
    Bytes bytes(incoming.begin() + static_cast<int64_t>(at),
                incoming.begin() + static_cast<int64_t>(at + kHeaderBytes));
    MessageReader header(bytes);
    auto magic = header.take<uint32_t>();
    auto itsVersion = header.take<uint16_t>();
    auto kind = header.take<MessageKind>();
    auto size = header.take<uint32_t>();
    auto itsJob = header.take<uint64_t>();
    bool isOurs = magic == kMagic && itsJob == job;
    if (!isOurs || itsVersion != kMessageVersion || size > mostBytes) {
      version = itsVersion;
      end = isOurs && itsVersion != kMessageVersion ? Ending::Version
                                                    : Ending::Stranger;
      incoming.clear();
      return;
    }
    at += kHeaderBytes;
    if (incoming.size() - at < size) {
      at -= kHeaderBytes;
      break;
    }
    auto begin = incoming.begin() + static_cast<int64_t>(at);
    messages.emplace_back(kind, Bytes(begin, begin + size));
    at += size;
  }
  incoming.erase(incoming.begin(), incoming.begin() + static_cast<int64_t>(at));
}

bool Connection::move() {
  // One of another version still hears why it is not welcome.
  bool isHeard = end == Ending::None || end == Ending::Version;
  while (isHeard && isSending()) {
    ssize_t size = sys::send(socket.get(), outgoing.data() + sent,
                             outgoing.size() - sent, MSG_NOSIGNAL);
    if (size >= 0)
      sent += static_cast<size_t>(size);
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      break;
    else if (errno != EINTR) {
      // What the other end said before it closed still counts.
      int error = errno;
      receive();
      close(error);
      break;
    }
  }
  if (end == Ending::None)
    receive();
  return end == Ending::None;
}

bool Connection::take(MessageKind &out_kind, Bytes &out_message) {
  if (messages.empty())
    return false;
  out_kind = messages.front().first;
  out_message = std::move(messages.front().second);
  messages.pop_front();
  return true;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static std::string describe(const sockaddr *address, socklen_t size) {
  char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
  getnameinfo(address, size, host, sizeof host, port, sizeof port,
              NI_NUMERICHOST | NI_NUMERICSERV);
  return std::string(host) + ":" + port;
}

std::string Connection::peer() const {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  auto *any = reinterpret_cast<sockaddr *>(&address);
  return getpeername(socket.get(), any, &size) ? "nobody" : describe(any, size);
}

std::string StoreAddress::describe() const {
  std::string text;
  for (const std::string &host : hosts)
    text += (text.empty() ? "" : ", ") + host;
  return text + ", port " + std::to_string(port) +
         (origin.empty() ? "" : " (" + origin + ")");
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

bool popt::rt::listenOn(int port, Socket &out_door, int &out_port,
                        std::string &out_error) {
  out_door = makeDoor(AF_INET6, port);
  if (out_door.get() < 0 && errno != EADDRINUSE)
    out_door = makeDoor(AF_INET, port);
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (out_door.get() < 0 ||
      getsockname(out_door.get(), reinterpret_cast<sockaddr *>(&address),
                  &size)) {
    out_error = "rank 0 cannot wait for the other hosts at port " +
                std::to_string(port) + ": " + std::strerror(errno) +
                "; POPT_PORT names another, the same on all ranks";
    return false;
  }
  out_port = ntohs(address.ss_family == AF_INET6
                       ? reinterpret_cast<sockaddr_in6 &>(address).sin6_port
                       : reinterpret_cast<sockaddr_in &>(address).sin_port);
  return true;
}

Socket popt::rt::acceptFrom(const Socket &door) {
  return Socket(sys::accept4(door.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

std::vector<std::string> popt::rt::addressesOfHost() {
  std::vector<std::string> addresses;
  ifaddrs *all = nullptr;
  if (getifaddrs(&all))
    return addresses;
  for (ifaddrs *one = all; one; one = one->ifa_next) {
    if (!one->ifa_addr || !(one->ifa_flags & IFF_UP) ||
        one->ifa_flags & IFF_LOOPBACK)
      continue;
    char text[INET6_ADDRSTRLEN] = "";
    if (one->ifa_addr->sa_family == AF_INET)
      inet_ntop(AF_INET,
                &reinterpret_cast<sockaddr_in *>(one->ifa_addr)->sin_addr, text,
                sizeof text);
    const auto *six = reinterpret_cast<sockaddr_in6 *>(one->ifa_addr);
    if (one->ifa_addr->sa_family == AF_INET6 &&
        !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr))
      inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text);
    if (text[0])
      addresses.push_back(text);
  }
  freeifaddrs(all);
  return addresses;
}

/// Whether the connection leads to itself: TCP does so where nobody listens,
/// if the port happens to be its own.
static bool isOwnEnd(int file) {
  sockaddr_storage own = {}, peer = {};
  socklen_t ownSize = sizeof own, peerSize = sizeof peer;
  return !getsockname(file, reinterpret_cast<sockaddr *>(&own), &ownSize) &&
         !getpeername(file, reinterpret_cast<sockaddr *>(&peer), &peerSize) &&
         ownSize == peerSize && std::memcmp(&own, &peer, ownSize) == 0;
}

/// 0, or why there is no connection.
static int connectTo(const addrinfo &address, int milliseconds, Socket &out) {
  out = Socket(sys::socket(address.ai_family,
                           SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (out.get() < 0)
    return errno;
  if (sys::connect(out.get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS)
      return errno;
    pollfd state = {out.get(), POLLOUT, 0};
    if (sys::poll(&state, 1, milliseconds) < 1)
      return ETIMEDOUT;
  }
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(out.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  return error ? error : isOwnEnd(out.get()) ? ECONNREFUSED : 0;
}

bool popt::rt::dial(const StoreAddress &address, const Deadline &deadline,
                    Socket &out_socket, std::string &out_problem,
                    bool &out_isHopeless) {
  out_isHopeless = false;
  for (const std::string &host : address.hosts) {
    addrinfo wanted = {}, *found = nullptr;
    wanted.ai_socktype = SOCK_STREAM;
    int status = getaddrinfo(host.c_str(), std::to_string(address.port).c_str(),
                             &wanted, &found);
    std::unique_ptr<addrinfo, void (*)(addrinfo *)> owner(
        found, [](addrinfo *list) {
          if (list)
            freeaddrinfo(list);
        });
    if (status) {
      out_problem = "\"" + host + "\" has no address: " + gai_strerror(status);
      out_isHopeless = status != EAI_AGAIN && address.hosts.size() == 1;
      continue;
    }
    for (const addrinfo *one = found; one; one = one->ai_next) {
      // With several to try, one that is silent must not take all the time.
      int most = address.hosts.size() > 1 || found->ai_next ? 2000 : 10000;
      int error = connectTo(*one, deadline.milliseconds(most), out_socket);
      if (error == 0)
        return true;
      out_problem = std::strerror(error);
    }
  }
  return false;
}
