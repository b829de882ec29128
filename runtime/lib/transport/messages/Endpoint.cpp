//===- Endpoint.cpp - Which message is for whom ---------------------------===//
//
// Tested by runtime/conformance (the worlds "messages...").
//
//===----------------------------------------------------------------------===//

#include "Endpoint.h"

#include <algorithm>
#include <cstddef>

using namespace popt::rt;

static_assert(offsetof(Envelope, call) == Envelope::startedBytes,
              "what Started leaves out comes last");

static int64_t bytesOf(Envelope::Kind kind) {
  return kind == Envelope::Started ? Envelope::startedBytes : sizeof(Envelope);
}

Lane &Endpoint::lane(uint64_t group, int32_t rank) {
  Lane &lane = lanes[{group, rank}];
  lane.group = group;
  lane.rank = rank;
  return lane;
}

int32_t Endpoint::takeTags(int32_t target) {
  int32_t &next = nextTags[static_cast<size_t>(target)];
  int32_t taken = next;
  next = next + 3 > Engine::mostTag ? 1 : next + 2;
  return taken;
}

void Endpoint::post(int32_t target, const Envelope &envelope,
                    const std::vector<Piece> &payload) {
  auto *head = reinterpret_cast<const char *>(&envelope);
  outgoing.assign(head, head + bytesOf(envelope.kind));
  for (const Piece &piece : payload) {
    auto *bytes = static_cast<const char *>(piece.buffer);
    outgoing.insert(outgoing.end(), bytes, bytes + piece.bytes);
  }
  if (target != rank)
    return engine->post(target, outgoing.data(),
                        static_cast<int64_t>(outgoing.size()));
  Letter letter;
  letter.envelope = envelope;
  letter.payload.assign(outgoing.begin() + bytesOf(envelope.kind),
                        outgoing.end());
  sort(std::move(letter), rank);
}

void Endpoint::post(Receiver &receiver, Lane &lane) {
  lane.receivers.push_back(&receiver);
  match(lane);
}

void Endpoint::progress() {
  int32_t source = 0;
  while (engine->poll(source, incoming)) {
    Letter letter;
    memcpy(&letter.envelope, incoming.data(),
           std::min(incoming.size(), sizeof(Envelope)));
    int64_t head = bytesOf(letter.envelope.kind);
    letter.payload.assign(incoming.begin() + head, incoming.end());
    sort(std::move(letter), source);
  }
}

void Endpoint::sort(Letter &&letter, int32_t source) {
  Lane &from = lane(letter.envelope.group, source);
  switch (letter.envelope.kind) {
  case Envelope::Call:
    from.calls.push_back(std::move(letter));
    return;
  case Envelope::Transfer:
    from.transfers.push_back(std::move(letter));
    return match(from);
  case Envelope::Started:
    ++from.started;
    return;
  }
}

void Endpoint::match(Lane &lane) {
  while (!lane.transfers.empty() && !lane.receivers.empty()) {
    Letter letter = std::move(lane.transfers.front());
    Receiver &receiver = *lane.receivers.front();
    lane.transfers.pop_front();
    lane.receivers.pop_front();
    if (!receiver.match(letter))
      return;
    Envelope answer;
    answer.group = lane.group;
    answer.kind = Envelope::Started;
    post(lane.rank, answer);
  }
}
