//===- Order.h - What happens before what ---------------------------------===//
//
// A lane is a queue whose works run in order: a stream, or a branch of a graph.
// Work n of lane l happens before work w if w's clock says l is at n or later.
// A clock grows by waiting: for an event, or because the host waited before it
// enqueued. What one host thread has waited for is taken to be known to all of
// them, since how they tell each other is not seen here.
//
// A segment is a stretch of execution without order inside: a block of threads
// between two barriers, or a copy. Segments are numbered as they run; the
// shadow of a word keeps the number of the segment that accessed it, and the
// history tells which work that was.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_MEMORY_ORDER_H
#define POPT_RT_FAKE_MEMORY_ORDER_H

#include <algorithm>
#include <cstdint>
#include <deque>
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

/// The works that have run and that later ones may still be unordered with.
class History {
public:
  struct Record {
    uint64_t firstSegment;
    uint32_t lane;
    uint64_t number;
    std::string name;
  };

  /// A work begins; its first segment.
  uint64_t begin(uint32_t lane, uint64_t number, const std::string &name);
  uint64_t nextSegment() { return segments++; }
  /// All segments before this one happen before a work of that clock.
  uint64_t floor(const Clock &clock) const;
  /// Segments [first, end) are of one work; whether it happens before one of
  /// that clock.
  struct Answer {
    uint64_t first = 0, end = 0;
    bool isBefore = false;
  };
  Answer ask(uint64_t segment, const Clock &clock) const;
  const Record *find(uint64_t segment) const;
  /// Nothing that has run is unordered with anything to come.
  void forget();

private:
  uint64_t segments = 1;
  std::deque<Record> records; ///< by first segment
  /// By lane: numbers and first segments, ascending.
  std::vector<std::vector<std::pair<uint64_t, uint64_t>>> byLane;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_ORDER_H
