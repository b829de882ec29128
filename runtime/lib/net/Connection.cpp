//===- Connection.cpp - Sockets, time limits, messages over TCP -----------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Connection.h"
#include "../system/System.h"
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

using namespace popt::rt;

static constexpr uint32_t kMagic = 0x54504f50; // "POPT"
static constexpr size_t kHeaderBytes = 20;
/// That wait to be taken, before more is read.
static constexpr size_t kMostMessages = 64;

int Deadline::milliseconds(int most) const {
  if (seconds <= 0)
    return most;
  double left = (begin + seconds - secondsNow()) * 1000;
  return static_cast<int>(std::clamp(left, 0.0, static_cast<double>(most)));
}

std::string Deadline::describe() const {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

std::string popt::rt::printable(const std::string &words, size_t most) {
  std::string text = words.substr(0, most);
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 127)
      c = '?';
  return words.size() > most ? text + "..." : text;
}

std::string popt::rt::describeRanks(const std::vector<int64_t> &ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (size_t i = 0; i < ranks.size(); ++i)
    text += (i ? ", " : "") + std::to_string(ranks[i]);
  return text;
}

void Strays::add(const std::string &what) {
  constexpr size_t kMost = 8;
  if (std::find(some.begin(), some.end(), what) != some.end())
    return;
  if (some.size() < kMost)
    some.push_back(what);
  else
    ++numOthers;
}

std::string Strays::describe() const {
  std::string text;
  for (const std::string &one : some)
    text += (text.empty() ? "; what came instead: " : ", ") + one;
  return numOthers ? text + ", and " + std::to_string(numOthers) + " more"
                   : text;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

Connection::Connection(Socket theSocket, uint64_t job, uint32_t mostBytes)
    : socket(std::move(theSocket)), job(job), mostBytes(mostBytes) {
  sendAtOnce(socket);
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
  // Not more at once: others wait, too; and not before messages are taken.
  for (int i = 0;
       i < 16 && end == Ending::None && messages.size() < kMostMessages; ++i) {
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

void Connection::push() {
  // A process of another version still gets the reason.
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
}

bool Connection::move() {
  push();
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

void popt::rt::flush(Connection &way, const Deadline &deadline) {
  while (way.move() && way.isSending() && !deadline.isOver()) {
    pollfd state = {way.file(), POLLOUT, 0};
    sys::poll(&state, 1, deadline.milliseconds(100));
  }
}

bool popt::rt::await(Connection &way, const Deadline &deadline,
                     MessageKind &out_kind, Bytes &out_message) {
  while (!way.take(out_kind, out_message)) {
    if (deadline.isOver())
      return false;
    short events = static_cast<short>(POLLIN | (way.isSending() ? POLLOUT : 0));
    pollfd state = {way.file(), events, 0};
    sys::poll(&state, 1, deadline.milliseconds(100));
    if (!way.move())
      return way.take(out_kind, out_message);
  }
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
  return getpeername(socket.get(), any, &size) ? "unknown"
                                               : describe(any, size);
}

std::string StoreAddress::describe() const {
  std::string text;
  for (const std::string &host : hosts)
    text += (text.empty() ? "" : ", ") + host;
  return text + ", port " + std::to_string(port) +
         (origin.empty() ? "" : " (" + origin + ")");
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

/// 0, or why there is no connection.
static int connectWithin(const addrinfo &address, int milliseconds,
                         Socket &out) {
  if (int error = connectTo(address, out))
    return error;
  pollfd state = {out.get(), POLLOUT, 0};
  return sys::poll(&state, 1, milliseconds) < 1 ? ETIMEDOUT : errorOf(out);
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
      int error = connectWithin(*one, deadline.milliseconds(most), out_socket);
      if (error == 0)
        return true;
      out_problem = std::strerror(error);
    }
  }
  return false;
}
