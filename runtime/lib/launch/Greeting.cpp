//===- Greeting.cpp - How a rank joins rank 0 -----------------------------===//
//
// Tests: HostsTest, FramesTest.
//
//===----------------------------------------------------------------------===//
#include "Greeting.h"
#include "../system/System.h"
#include <unistd.h>

using namespace popt::rt;

Bytes popt::rt::textMessage(const std::string &text) {
  MessageWriter message;
  message.putText(text);
  return std::move(message.bytes);
}

std::string popt::rt::textIn(const Bytes &message) {
  return printable(MessageReader(message).takeText(), 16000);
}

void popt::rt::flush(Connection &way) {
  Deadline deadline(1);
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

static Bytes write(const JoinRequest &self, const Nonce &nonce) {
  MessageWriter message;
  message.put(nonce);
  message.put(self.rank);
  message.put(self.size);
  message.put<int32_t>(getpid());
  message.putText(self.host.id);
  message.putText(self.host.name);
  message.putText(self.failure.substr(0, 8000));
  message.put<uint64_t>(self.facts.size());
  for (const auto &[name, value] : self.facts) {
    message.putText(name);
    message.putText(value);
  }
  return std::move(message.bytes);
}

static bool read(const Bytes &message, Hello &out_hello) {
  MessageReader in(message);
  static_cast<void>(in.take<Nonce>());
  out_hello.rank = in.take<int64_t>();
  out_hello.size = in.take<int64_t>();
  out_hello.process = in.take<int32_t>();
  out_hello.host.id = in.takeText();
  out_hello.host.name = printable(in.takeText(), 60);
  out_hello.failure = printable(in.takeText(), 8000);
  for (auto count = in.take<uint64_t>(); count && in.isGood(); --count) {
    std::string name = in.takeText();
    out_hello.facts[name] = in.takeText();
  }
  return in.isGood() && in.isAtEnd();
}

Examination::State Examination::take(Connection &way, MessageKind kind,
                                     const Bytes &message,
                                     const Secret &secret) {
  if (words.empty()) {
    if (kind != MessageKind::Hello || !read(message, said))
      return State::Stranger; // no rank sends that
    words = message;
    nonce = newNonce();
    MessageWriter challenge;
    challenge.put(nonce);
    challenge.put(
        secret.prove(Secret::Side::Server, words.data(), words.size(), nonce));
    way.send(MessageKind::Challenge, challenge.bytes);
    static_cast<void>(way.move());
    return State::GoesOn;
  }
  MessageReader in(message);
  auto proof = in.take<Secret::Proof>();
  if (kind != MessageKind::Proof || !in.isGood() || !in.isAtEnd())
    return State::Stranger;
  return secret.accepts(proof, Secret::Side::Client, words.data(), words.size(),
                        nonce)
             ? State::Proven
             : State::KnowsNoSecret;
}

bool popt::rt::greet(Connection &way, const JoinRequest &self,
                     const Deadline &deadline, MessageKind &out_kind,
                     Bytes &out_answer) {
  Bytes hello = write(self, newNonce());
  way.send(MessageKind::Hello, hello);
  out_kind = MessageKind::Bye;
  if (!await(way, deadline, out_kind, out_answer) ||
      out_kind != MessageKind::Challenge)
    return false;
  MessageReader in(out_answer);
  auto nonce = in.take<Nonce>();
  auto proof = in.take<Secret::Proof>();
  if (!in.isGood() || !in.isAtEnd() ||
      !self.secret.accepts(proof, Secret::Side::Server, hello.data(),
                           hello.size(), nonce))
    return false;
  MessageWriter answer;
  answer.put(self.secret.prove(Secret::Side::Client, hello.data(), hello.size(),
                               nonce));
  way.send(MessageKind::Proof, answer.bytes);
  return true;
}
