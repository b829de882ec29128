//===- Meetings.h - Who has come to which collective ----------------------===//
#ifndef POPT_RT_LIB_CORE_MEETINGS_H
#define POPT_RT_LIB_CORE_MEETINGS_H

#include "popt-rt/step_table.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace popt::rt {

/// Counts how often ranks come to the collectives of their groups, while the
/// programs of all ranks are run through side by side.
class Meetings {
public:
  explicit Meetings(const StepTable &table) : t(table) {}

  /// Those whom the rank meets there, itself included; empty if it is in no list of
  /// the group.
  const std::vector<int32_t> &members(int64_t rank,
                                      const CollectiveOp &op) const {
    static const std::vector<int32_t> none;
    for (const std::vector<int32_t> &list : t.groups[op.group].lists)
      if (std::find(list.begin(), list.end(), rank) != list.end())
        return list;
    return none;
  }

  void come(int64_t rank, const CollectiveOp &op) {
    ++counts[{op.group, op.channel, static_cast<int32_t>(rank)}];
  }

  /// True if all members have come as often as the rank has.
  bool isComplete(int64_t rank, const CollectiveOp &op) {
    const std::vector<int32_t> &list = members(rank, op);
    auto count = [&](int64_t member) {
      return counts[{op.group, op.channel, static_cast<int32_t>(member)}];
    };
    return std::all_of(list.begin(), list.end(), [&](int32_t member) {
      return count(member) >= count(rank);
    });
  }

private:
  const StepTable &t;
  /// By group, channel and rank.
  std::map<std::tuple<int32_t, int32_t, int32_t>, int64_t> counts;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_CORE_MEETINGS_H
