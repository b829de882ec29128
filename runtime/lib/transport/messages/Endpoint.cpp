//===- Endpoint.cpp - Sorts messages by group and peer --------------------===//
//
// Tested by test/conformance (the worlds "messages...").
//
//===----------------------------------------------------------------------===//

#include "Endpoint.h"

#include <cstddef>

using namespace popt::rt;

static_assert(offsetof(Envelope, call) == Envelope::startedBytes,
              "what Started leaves out comes last");

static int64_t bytesOf(Envelope::Kind kind) {
  return kind == Envelope::Started ? Envelope::startedBytes : sizeof(Envelope);
}

/// More groups than a program has, and than a rank could remember.
static constexpr size_t kMostLanes = 1 << 18;
/// A member enters a call when all others have been in the one before it.
static constexpr size_t kMostCalls = 2;

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
    if (!open(source, letter))
      return;
    sort(std::move(letter), source);
  }
}

void Endpoint::refuse(int32_t source, const std::string &what) {
  if (failed.empty())
    failed = "rank " + std::to_string(source) + " sends " + what +
             ", which no rank does: what comes from its address may be another "
             "program's";
}

/// What a letter says, as far as its bytes go.
bool Endpoint::open(int32_t source, Letter &out_letter) {
  Envelope &envelope = out_letter.envelope;
  auto size = static_cast<int64_t>(incoming.size());
  std::string letter = "a letter of " + std::to_string(size) + " bytes";
  if (size < Envelope::startedBytes)
    return refuse(source, letter), false;
  memcpy(&envelope, incoming.data(), Envelope::startedBytes);
  bool isKnown = envelope.kind == Envelope::Call ||
                 envelope.kind == Envelope::Transfer ||
                 envelope.kind == Envelope::Started;
  bool isTag = envelope.tag > 0 && envelope.tag < Engine::mostTag;
  bool isBare = envelope.kind == Envelope::Started;
  if (!isKnown || size < bytesOf(envelope.kind) || (!isBare && !isTag) ||
      (isBare && size != Envelope::startedBytes))
    return refuse(source, letter), false;
  memcpy(&envelope, incoming.data(),
         static_cast<size_t>(bytesOf(envelope.kind)));
  envelope.call.opName[sizeof envelope.call.opName - 1] = 0;
  out_letter.payload.assign(incoming.begin() + bytesOf(envelope.kind),
                            incoming.end());
  return true;
}

void Endpoint::sort(Letter &&letter, int32_t source) {
  if (lanes.size() >= kMostLanes)
    return refuse(source, "for more groups than there are");
  Lane &from = lane(letter.envelope.group, source);
  switch (letter.envelope.kind) {
  case Envelope::Call:
    from.calls.push_back(std::move(letter));
    if (from.calls.size() > kMostCalls)
      refuse(source, "calls without end");
    return;
  case Envelope::Transfer:
    from.transfers.push_back(std::move(letter));
    if (from.transfers.size() > POPT_RT_OPEN_TRANSFERS)
      refuse(source, "transfers without end");
    return match(from);
  case Envelope::Started:
    if (++from.started > from.sent)
      refuse(source, "word of a transfer that was not sent");
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
