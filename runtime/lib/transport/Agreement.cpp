//===- Agreement.cpp - Whether members make the same call -----------------===//
//
// Tested by test/conformance (FailureTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"

#include "Patience.h"

#include <cstring>

using namespace popt::rt;

/// FNV-1a over 64-bit words.
static uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x100000001b3 + (hash >> 29);
}

/// Equal on all members that make the same call.
static uint64_t fingerprintOf(const popt_rt_op &op, const Collective &c,
                              int32_t size) {
  uint64_t hash = 0xcbf29ce484222325;
  hash = mix(hash, op.id);
  hash = mix(hash, static_cast<uint64_t>(c.kind));
  hash = mix(hash, c.type);
  hash = mix(hash, c.monoid);
  hash = mix(hash, c.root);
  hash = mix(hash, op.stream != nullptr);
  if (c.kind == CollectiveKind::AllToAll)
    return hash; // each member has its own counts
  hash = mix(hash, c.count);
  if (c.counts)
    for (int32_t m = 0; m < size; ++m)
      hash = mix(hash, c.counts[m]);
  if (c.fill) {
    uint64_t words[2] = {};
    memcpy(words, c.fill, popt_rt_element_size(c.type));
    hash = mix(mix(hash, words[0]), words[1]);
  }
  for (int32_t i = 0; i < c.numPairs; ++i)
    hash = mix(hash, uint64_t(uint32_t(c.pairs[i].source)) << 32 |
                         uint32_t(c.pairs[i].target));
  return hash;
}

void popt::rt::writeFacts(CallFacts &facts, const popt_rt_op &op,
                          const Collective &c, int32_t size,
                          const Journal &journal) {
  facts.step = journal.currentStep();
  facts.microbatch = journal.currentMicrobatch();
  facts.fingerprint =
      mix(mix(fingerprintOf(op, c, size), static_cast<uint64_t>(facts.step)),
          static_cast<uint64_t>(facts.microbatch));
  facts.count = c.count;
  facts.opId = op.id;
  facts.kind = static_cast<int32_t>(c.kind);
  facts.type = static_cast<int32_t>(c.type);
  facts.monoid = static_cast<int32_t>(c.monoid);
  facts.root = c.root;
  copyName(facts.opName, op.name);
}

void popt::rt::addFacts(CallFacts &facts, const popt_rt_op &op,
                        const Collective &c, int32_t size) {
  facts.fingerprint = mix(facts.fingerprint, fingerprintOf(op, c, size));
}

static std::string describeCall(int32_t rank, const CallFacts &facts) {
  auto kind = static_cast<CollectiveKind>(facts.kind);
  auto type = static_cast<popt_rt_element_type>(facts.type);
  std::string text = "rank " + std::to_string(rank) + " is in ";
  if (facts.step > 0)
    text += "step " + std::to_string(facts.step) + ", ";
  if (facts.microbatch >= 0)
    text += "microbatch " + std::to_string(facts.microbatch) + ", ";
  text += describeOp(facts.opId, facts.opName) + ", " + name(kind);
  if (kind == CollectiveKind::Barrier)
    return text;
  if (kind == CollectiveKind::Bucket)
    return text + " of " + std::to_string(facts.count) + " collectives";
  text += " of " + std::to_string(facts.count) + " " +
          popt_rt_element_type_name(type);
  if (reduces(kind))
    text += std::string(" by ") +
            popt_rt_monoid_name(static_cast<popt_rt_monoid>(facts.monoid));
  if (facts.root != 0)
    text += " with root " + std::to_string(facts.root);
  return text;
}

std::string popt::rt::describeDisagreement(int32_t rank, const CallFacts &facts,
                                           int32_t otherRank,
                                           const CallFacts &other) {
  return "ranks disagree: " + describeCall(rank, facts) + "; " +
         describeCall(otherRank, other) + " (counts and pairs must agree too)";
}

std::string popt::rt::findUnequalCounts(const std::vector<int32_t> &ranks,
                                        const CallFacts &facts,
                                        const int64_t *counts) {
  size_t size = ranks.size();
  for (size_t i = 0; i < size; ++i)
    for (size_t j = 0; j < size; ++j) {
      int64_t sent = counts[2 * size * i + j];
      int64_t received = counts[2 * size * j + size + i];
      if (sent != received)
        return "ranks disagree in all_to_all of " +
               describeOp(facts.opId, facts.opName) + ": rank " +
               std::to_string(ranks[i]) + " sends " + std::to_string(sent) +
               " elements to rank " + std::to_string(ranks[j]) +
               ", which expects " + std::to_string(received);
    }
  return "";
}

std::string popt::rt::describeMembers(const Segment &segment,
                                      const std::vector<int32_t> &ranks,
                                      const std::vector<int32_t> &members) {
  std::string text = members.size() == 1 ? "rank " : "ranks ";
  for (size_t i = 0; i < members.size(); ++i)
    text += (i ? ", " : "") + describeRank(segment, ranks[members[i]]);
  return text;
}
