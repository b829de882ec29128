//===- Handshake.cpp - How a connection begins ----------------------------===//
#include "Handshake.h"

using namespace popt::rt;

ServerHandshake::State ServerHandshake::take(Connection &way, MessageKind kind,
                                             const Bytes &message,
                                             const Secret &secret) {
  if (!hasHello()) {
    if (kind != MessageKind::Hello || message.size() < nonce.size())
      return State::Stranger;
    hello = message;
    nonce = newNonce();
    MessageWriter challenge;
    challenge.put(nonce);
    challenge.put(
        secret.prove(Secret::Side::Server, hello.data(), hello.size(), nonce));
    way.send(MessageKind::Challenge, challenge.bytes);
    static_cast<void>(way.move());
    return State::GoesOn;
  }
  MessageReader in(message);
  auto proof = in.take<Secret::Proof>();
  if (kind != MessageKind::Proof || !in.isGood() || !in.isAtEnd())
    return State::Stranger;
  return secret.accepts(proof, Secret::Side::Client, hello.data(), hello.size(),
                        nonce)
             ? State::Proven
             : State::KnowsNoSecret;
}

ClientHandshake::ClientHandshake(Connection &way, const Bytes &words) {
  MessageWriter message;
  message.put(newNonce());
  message.bytes.insert(message.bytes.end(), words.begin(), words.end());
  hello = std::move(message.bytes);
  way.send(MessageKind::Hello, hello);
}

bool ClientHandshake::prove(Connection &way, const Bytes &challenge,
                            const Secret &secret) {
  MessageReader in(challenge);
  auto nonce = in.take<Nonce>();
  auto proof = in.take<Secret::Proof>();
  if (!in.isGood() || !in.isAtEnd() ||
      !secret.accepts(proof, Secret::Side::Server, hello.data(), hello.size(),
                      nonce))
    return false;
  MessageWriter answer;
  answer.put(
      secret.prove(Secret::Side::Client, hello.data(), hello.size(), nonce));
  way.send(MessageKind::Proof, answer.bytes);
  isProven = true;
  return true;
}

MessageReader popt::rt::readHello(const Bytes &message) {
  MessageReader in(message);
  static_cast<void>(in.take<Nonce>());
  return in;
}
