//===- Greeting.cpp - How a rank joins rank 0 -----------------------------===//
//
// Tests: HostsTest, FramesTest.
//
//===----------------------------------------------------------------------===//
#include "Greeting.h"
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

static Bytes write(const JoinRequest &self) {
  MessageWriter message;
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

bool popt::rt::read(const Bytes &message, Hello &out_hello) {
  MessageReader in = readHello(message);
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

bool popt::rt::greet(Connection &way, const JoinRequest &self,
                     const Deadline &deadline, MessageKind &out_kind,
                     Bytes &out_answer) {
  ClientHandshake handshake(way, Purpose::Rendezvous, write(self));
  out_kind = MessageKind::Bye;
  return await(way, deadline, out_kind, out_answer) &&
         out_kind == MessageKind::Challenge &&
         handshake.prove(way, out_answer, self.secret);
}
