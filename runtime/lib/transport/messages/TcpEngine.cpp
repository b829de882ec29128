//===- TcpEngine.cpp - Messages over TCP ----------------------------------===//
//
// A connection carries what one rank has for another, in one direction:
//
//   rank 0 ──> rank 1   hello |           | proof |         | letter | part of data ...
//   rank 0 <── rank 1         | challenge |       | welcome |
//
// It begins with a handshake (Handshake.h): which rank connects to which, of which
// run, and proofs of both sides. Then there are frames: a tag, the number of bytes,
// the bytes.
//
//   tag 0    a letter (a short message)
//   tag t    the next part of the data of tag t
//   tag -t   no bytes: the sender waits for that many of tag t
//
// Data leaves only when its receiver waits for it, so it goes from buffer to
// buffer, and data without a waiting receiver blocks nothing else. Between two
// parts letters go first.
//
// A posted letter must leave even if its rank then waits for ranks that wait
// for the letter: so a thread makes handshakes, and sends what was queued for
// them. It sleeps when all peers that send something have connected.
//
// A rank that dies closes its connections, and its host reports its death
// (Relay.h); unreachable hosts are found there, too. So a connection that ends
// is a failure of this engine only if no relay has reported more for a while.
//
// Tests: TcpEngineTest, test/conformance (the worlds "tcp..."), hosts.py.
//
//===----------------------------------------------------------------------===//

#include "TcpWays.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

using namespace popt::rt;
using namespace popt::rt::tcp;

namespace {
/// How long an engine that is closed waits until what it has sent is on its way.
constexpr int64_t kFlush = 2 * kSecond;
constexpr int64_t kPartBytes = 1 << 20;
/// Limit of parts of data that a peer waits for.
constexpr size_t kMostWanted = 1 << 20;
} // namespace

//===----------------------------------------------------------------------===//
// What goes
//===----------------------------------------------------------------------===//

void TcpEngine::postFrame(int32_t target, const Frame &frame,
                          const void *message) {
  Leaving letter;
  letter.head = bytesOf(frame);
  auto *text = static_cast<const char *>(message);
  if (text)
    letter.head.insert(letter.head.end(), text, text + frame.bytes);
  to(target).letters.push_back(std::move(letter));
  write(target);
}

void TcpEngine::post(int32_t target, const void *message, int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  postFrame(target, {0, 0, bytes}, message);
}

Engine::Request TcpEngine::sendStart(int32_t target, int32_t tag,
                                     const void *buffer, int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  Request request = ++last;
  sends[request] = {static_cast<const char *>(buffer), bytes, tag, bytes};
  to(target).matches[tag].sends.push_back(request);
  match(target, tag);
  return request;
}

/// What is there and is waited for may leave.
void TcpEngine::match(int32_t target, int32_t tag) {
  Outgoing &way = to(target);
  auto found = way.matches.find(tag);
  Matches &matches = found->second;
  while (!matches.sends.empty() && !matches.wanted.empty()) {
    Request request = matches.sends.front();
    if (sends[request].bytes != matches.wanted.front())
      fail("data for " + nameOf(target) + " is of another size than expected");
    way.data.push_back(request);
    matches.sends.pop_front();
    matches.wanted.pop_front();
    --way.numWanted;
  }
  if (matches.sends.empty() && matches.wanted.empty())
    way.matches.erase(found);
  write(target);
}

void TcpEngine::hasLost(int32_t peer, const char *why) {
  lost.say("the connection with " + nameOf(peer) + " has ended: " + why);
}

void TcpEngine::chooseNext(Outgoing &way) {
  Leaving &next = way.current;
  if (!way.letters.empty()) {
    next = std::move(way.letters.front());
    way.letters.pop_front();
    return;
  }
  next = {};
  next.send = way.data.front();
  Send &send = sends[next.send];
  int64_t part = std::min(send.left, kPartBytes);
  next.head = bytesOf(Frame{send.tag, 0, part});
  next.data = send.buffer + (send.bytes - send.left);
  next.bytes = static_cast<size_t>(part);
  send.left -= part;
  if (send.left == 0)
    way.data.pop_front();
}

/// As much as the kernel takes.
void TcpEngine::write(int32_t target) {
  Outgoing &way = to(target);
  Leaving &now = way.current;
  while (way.hasMore() && isThere(target)) {
    if (now.size() == 0)
      chooseNext(way);
    size_t ofHead = std::min(now.done, now.head.size());
    size_t ofData = now.done - ofHead;
    iovec parts[] = {
        {now.head.data() + ofHead, now.head.size() - ofHead},
        {const_cast<char *>(now.data) + ofData, now.bytes - ofData}};
    bool hasHead = parts[0].iov_len > 0, hasData = parts[1].iov_len > 0;
    msghdr message = {};
    message.msg_iov = hasHead ? parts : parts + 1;
    message.msg_iovlen = size_t(hasHead) + size_t(hasData);
    ssize_t size = sys::sendmsg(way.socket.get(), &message, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0) {
      way.isBroken = errno != EAGAIN && errno != EWOULDBLOCK;
      if (way.isBroken)
        hasLost(target, std::strerror(errno));
      return;
    }
    now.done += static_cast<size_t>(size);
    if (now.done < now.size())
      continue;
    if (now.send)
      sends[now.send].isDone = sends[now.send].left == 0;
    now = {};
  }
}

//===----------------------------------------------------------------------===//
// What comes
//===----------------------------------------------------------------------===//

Engine::Request TcpEngine::recvStart(int32_t source, int32_t tag, void *buffer,
                                     int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  Request request = ++last;
  receives[request] = {static_cast<char *>(buffer), bytes};
  order[{source, tag}].push_back(request);
  postFrame(source, {-tag, 0, bytes}, nullptr);
  return request;
}

/// What is there; not all at once, since others wait, too.
void TcpEngine::read(Incoming &way) {
  for (int i = 0; i < 16 && way.isOpen; ++i) {
    // Into the buffer that waits for it, if nothing stands before it.
    bool isDirect = way.receive && way.left > 0 && way.size() == 0;
    char *place = way.bytes.data() + way.end;
    size_t room = way.bytes.size() - way.end;
    if (isDirect) {
      const Receive &receive = receives[way.receive];
      place = receive.buffer + receive.got;
      room = static_cast<size_t>(way.left);
    }
    ssize_t size = sys::recv(way.socket.get(), place, room, 0);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return;
    if (size <= 0) {
      way.isOpen = false;
      // A peer that is done closes after a frame.
      if (size < 0 || way.left > 0 || way.size() > 0)
        hasLost(way.rank, size < 0 ? std::strerror(errno) : "within a message");
      return;
    }
    if (isDirect) {
      goOn(way, static_cast<size_t>(size));
    } else {
      way.end += static_cast<size_t>(size);
      understand(way);
    }
    if (static_cast<size_t>(size) < room)
      return;
  }
}

void TcpEngine::understand(Incoming &way) {
  while (way.isOpen && way.size() > 0) {
    const char *bytes = way.bytes.data() + way.begin;
    if (way.left > 0) {
      size_t size = std::min(way.size(), static_cast<size_t>(way.left));
      if (way.receive) {
        const Receive &receive = receives[way.receive];
        memcpy(receive.buffer + receive.got, bytes, size);
      } else {
        way.letter.insert(way.letter.end(), bytes, bytes + size);
      }
      way.begin += size;
      goOn(way, size);
      continue;
    }
    if (way.size() < sizeof(Frame))
      break;
    Frame frame;
    memcpy(&frame, bytes, sizeof frame);
    way.begin += sizeof frame;
    begin(way, frame);
  }
  // What is left is a part of a head.
  memmove(way.bytes.data(), way.bytes.data() + way.begin, way.size());
  way.end = way.size();
  way.begin = 0;
}

void TcpEngine::begin(Incoming &way, const Frame &frame) {
  if (frame.tag < 0 && frame.tag >= -mostTag && frame.bytes >= 0 &&
      to(way.rank).numWanted < kMostWanted) {
    ++to(way.rank).numWanted;
    to(way.rank).matches[-frame.tag].wanted.push_back(frame.bytes);
    return match(way.rank, -frame.tag);
  }
  way.tag = frame.tag;
  way.left = frame.bytes;
  way.letter.clear();
  way.receive = 0;
  int64_t most = frame.tag ? -1 : mostHeadBytes + kInlineBytes;
  if (auto found = order.find({way.rank, frame.tag}); found != order.end()) {
    way.receive = found->second.front();
    const Receive &receive = receives[way.receive];
    most = receive.bytes - receive.got;
  }
  if (frame.bytes < 0 || frame.bytes > most) {
    way.isOpen = false;
    return fail(nameOf(way.rank) + " sends what no receive waits for");
  }
  if (way.left == 0)
    goOn(way, 0);
}

/// That many more bytes of the current frame have arrived.
void TcpEngine::goOn(Incoming &way, size_t bytes) {
  way.left -= static_cast<int64_t>(bytes);
  if (!way.receive) {
    if (way.left == 0)
      inbox.emplace_back(way.rank, std::move(way.letter));
    return;
  }
  Receive &receive = receives[way.receive];
  receive.got += static_cast<int64_t>(bytes);
  if (way.left > 0 || receive.got < receive.bytes)
    return;
  receive.isDone = true;
  auto found = order.find({way.rank, way.tag});
  found->second.pop_front();
  if (found->second.empty())
    order.erase(found);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

void TcpEngine::progress() {
  states.assign(1, {listener.get(), POLLIN, 0});
  for (const Incoming &way : incoming)
    states.push_back({way.file(), POLLIN, 0});
  if (sys::poll(states.data(), states.size(), 0) > 0) {
    for (size_t i = 1; i < states.size(); ++i) {
      Incoming &way = incoming[i - 1];
      if (way.greeting)
        greet(way);
      else if (states[i].revents)
        read(way);
    }
    if (states[0].revents)
      letIn();
    dropClosed();
  }
  for (size_t peer = 0; peer < outgoing.size(); ++peer) {
    write(static_cast<int32_t>(peer));
    failIfLasting(outgoing[peer].dialling);
  }
  failIfLasting(lost);
}

bool TcpEngine::poll(int32_t &out_source, std::vector<char> &out_message) {
  std::lock_guard<std::mutex> lock(mutex);
  if (inbox.empty())
    progress();
  if (failed.empty())
    failed = found;
  if (inbox.empty())
    return false;
  out_source = inbox.front().first;
  out_message = std::move(inbox.front().second);
  inbox.pop_front();
  return true;
}

bool TcpEngine::test(Request request) {
  std::lock_guard<std::mutex> lock(mutex);
  if (auto found = sends.find(request); found != sends.end()) {
    bool isDone = found->second.isDone;
    if (isDone)
      sends.erase(found);
    return isDone;
  }
  auto found = receives.find(request);
  bool isDone = found->second.isDone;
  if (isDone)
    receives.erase(found);
  return isDone;
}

void TcpEngine::close(bool isHealthy) {
  int64_t begin = nowNanoseconds();
  auto isSending = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    progress();
    return found.empty() &&
           std::any_of(outgoing.begin(), outgoing.end(),
                       [](const Outgoing &way) { return way.hasMore(); });
  };
  while (isHealthy && failed.empty() && isSending() &&
         nowNanoseconds() - begin < kFlush)
    sched_yield();
}

std::unique_ptr<Engine>
popt::rt::makeTcpEngine(Socket listener, const TcpRun &run, int32_t rank,
                        std::vector<TcpAddress> addresses,
                        double patienceSeconds) {
  return std::make_unique<TcpEngine>(std::move(listener), run, rank,
                                     std::move(addresses), patienceSeconds);
}
