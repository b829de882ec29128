//===- Handshake.cpp - How a connection begins ----------------------------===//
#include "Handshake.h"

using namespace popt::rt;

Bytes popt::rt::wordsToProve(uint64_t token, Purpose purpose,
                             const Bytes &hello) {
  MessageWriter words;
  words.put(token);
  words.put(purpose);
  words.bytes.insert(words.bytes.end(), hello.begin(), hello.end());
  return std::move(words.bytes);
}

ServerHandshake::State ServerHandshake::take(Connection &way, MessageKind kind,
                                             const Bytes &message,
                                             const Secret &secret) {
  if (!hasHello()) {
    if (kind != MessageKind::Hello || message.size() < nonce.size())
      return State::Stranger;
    words = wordsToProve(way.token(), purpose, message);
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

ClientHandshake::ClientHandshake(Connection &way, Purpose purpose,
                                 const Bytes &itself) {
  MessageWriter hello;
  hello.put(newNonce());
  hello.bytes.insert(hello.bytes.end(), itself.begin(), itself.end());
  words = wordsToProve(way.token(), purpose, hello.bytes);
  way.send(MessageKind::Hello, hello.bytes);
}

bool ClientHandshake::prove(Connection &way, const Bytes &challenge,
                            const Secret &secret) {
  MessageReader in(challenge);
  auto nonce = in.take<Nonce>();
  auto proof = in.take<Secret::Proof>();
  if (!in.isGood() || !in.isAtEnd() ||
      !secret.accepts(proof, Secret::Side::Server, words.data(), words.size(),
                      nonce))
    return false;
  MessageWriter answer;
  answer.put(
      secret.prove(Secret::Side::Client, words.data(), words.size(), nonce));
  way.send(MessageKind::Proof, answer.bytes);
  isProven = true;
  return true;
}

MessageReader popt::rt::readHello(const Bytes &message) {
  MessageReader in(message);
  static_cast<void>(in.take<Nonce>());
  return in;
}
