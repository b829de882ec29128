//===- Agreement.h - Whether members make the same call ---------*- C++ -*-===//
//
// Each member says of its call what must be equal on all (CallFacts), by
// publishing it or in a message. Most of it is a fingerprint; the rest is there
// to say what differs.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_AGREEMENT_H
#define POPT_RT_LIB_TRANSPORT_AGREEMENT_H

#include "Segment.h"
#include "Transport.h"

namespace popt::rt {

/// `journal` says in which step the rank is: one that has left a collective out
/// is in the same one a step later.
void writeFacts(CallFacts &facts, const popt_rt_op &op, const Collective &c,
                int32_t size, const Journal &journal);
/// Of one more collective of a bucket.
void addFacts(CallFacts &facts, const popt_rt_op &op, const Collective &c,
              int32_t size);

/// "ranks disagree: rank 0 is in ...; rank 2 is in ..."
std::string describeDisagreement(int32_t rank, const CallFacts &facts,
                                 int32_t otherRank, const CallFacts &other);

/// What two members of a group disagree about, one that makes the call that most
/// make, and one that does not; empty if all agree.
template <typename FactsOf>
std::string findDisagreement(const std::vector<int32_t> &ranks,
                             FactsOf factsOf) {
  int32_t size = static_cast<int32_t>(ranks.size());
  auto agree = [&](int32_t m, int32_t other) {
    return factsOf(m).fingerprint == factsOf(other).fingerprint;
  };
  int32_t odd = 1;
  while (odd < size && agree(odd, 0))
    ++odd;
  if (odd >= size)
    return "";
  auto agreeing = [&](int32_t m) {
    int32_t count = 0;
    for (int32_t other = 0; other < size; ++other)
      count += agree(m, other);
    return count;
  };
  int32_t usual = 0;
  for (int32_t m = 1; m < size; ++m)
    if (agreeing(m) > agreeing(usual))
      usual = m;
  for (odd = 0; agree(odd, usual);)
    ++odd;
  return describeDisagreement(ranks[usual], factsOf(usual), ranks[odd],
                              factsOf(odd));
}

/// The same for the counts of an all_to_all: for each member in turn what it
/// sends to each, and what it receives from each.
std::string findUnequalCounts(const std::vector<int32_t> &ranks,
                              const CallFacts &facts, const int64_t *counts);

/// "rank 1 (last seen in op 7)", "ranks 1 (...), 3 (not seen yet)"
std::string describeMembers(const Segment &segment,
                            const std::vector<int32_t> &ranks,
                            const std::vector<int32_t> &members);

} // namespace popt::rt

#endif
