//===- Hosts.cpp - Where the ranks of a run are ---------------------------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Hosts.h"

using namespace popt::rt;

std::vector<int64_t> HostMap::ranksOf(int32_t host) const {
  std::vector<int64_t> ranks;
  for (size_t rank = 0; rank < hostOfRank.size(); ++rank)
    if (hostOfRank[rank] == host)
      ranks.push_back(static_cast<int64_t>(rank));
  return ranks;
}
