//===- Order.cpp ----------------------------------------------------------===//

#include "Order.h"

namespace popt::fake {

uint64_t History::begin(uint32_t lane, uint64_t number,
                        const std::string &name) {
  uint64_t first = segments++;
  records.push_back({first, lane, number, name});
  if (byLane.size() <= lane)
    byLane.resize(lane + 1);
  byLane[lane].push_back({number, first});
  return first;
}

uint64_t History::floor(const Clock &clock) const {
  uint64_t floor = segments;
  for (uint32_t lane = 0; lane < byLane.size(); ++lane) {
    const auto &works = byLane[lane];
    auto after = std::upper_bound(
        works.begin(), works.end(), clock.of(lane),
        [](uint64_t number, const auto &work) { return number < work.first; });
    if (after != works.end())
      floor = std::min(floor, after->second);
  }
  return floor;
}

static auto afterSegment(const std::deque<History::Record> &records,
                         uint64_t segment) {
  return std::upper_bound(records.begin(), records.end(), segment,
                          [](uint64_t s, const History::Record &record) {
                            return s < record.firstSegment;
                          });
}

const History::Record *History::find(uint64_t segment) const {
  auto after = afterSegment(records, segment);
  return after == records.begin() ? nullptr : &*std::prev(after);
}

History::Answer History::ask(uint64_t segment, const Clock &clock) const {
  auto after = afterSegment(records, segment);
  uint64_t end = after == records.end() ? segments : after->firstSegment;
  if (after == records.begin())
    return {0, end, true};
  const Record &record = *std::prev(after);
  return {record.firstSegment, end, clock.of(record.lane) >= record.number};
}

void History::forget() {
  records.clear();
  byLane.clear();
}

} // namespace popt::fake
