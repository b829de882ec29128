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

void writeFacts(CallFacts &facts, const popt_rt_op &op, const Collective &c,
                int32_t size);
/// Of one more collective of a bucket.
void addFacts(CallFacts &facts, const popt_rt_op &op, const Collective &c,
              int32_t size);

/// "ranks disagree: rank 0 is in ...; rank 2 is in ..."
std::string describeDisagreement(int32_t rank, const CallFacts &facts,
                                 int32_t otherRank, const CallFacts &other);

/// What two members of a group disagree about; empty if all agree.
template <typename FactsOf>
std::string findDisagreement(const std::vector<int32_t> &ranks,
                             FactsOf factsOf) {
  int32_t size = static_cast<int32_t>(ranks.size());
  for (int32_t m = 1; m < size; ++m)
    if (factsOf(m).fingerprint != factsOf(0).fingerprint)
      return describeDisagreement(ranks[0], factsOf(0), ranks[m], factsOf(m));
  return "";
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
