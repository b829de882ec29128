//===- Order.h - What happens before what ---------------------------------===//
//
// A lane is a queue whose works run in order: a stream, or a branch of a graph.
// Work n of lane l happens before work w if w's clock says l is at n or later.
// A clock grows by waiting: for an event, or because the host waited before it
// enqueued. What one host thread has waited for is taken to be known to all of
// them, since how they tell each other is not seen here.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_MEMORY_ORDER_H
#define POPT_RT_FAKE_MEMORY_ORDER_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace popt::fake {

struct Clock {
  std::vector<uint64_t> at; ///< by lane
  void join(const Clock &other) {
    if (at.size() < other.at.size())
      at.resize(other.at.size());
    for (size_t i = 0; i < other.at.size(); ++i)
      at[i] = std::max(at[i], other.at[i]);
  }
  uint64_t of(uint32_t lane) const { return lane < at.size() ? at[lane] : 0; }
  void set(uint32_t lane, uint64_t number) {
    if (at.size() <= lane)
      at.resize(lane + 1);
    at[lane] = number;
  }
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_ORDER_H
