//===- Meetings.h - Which ranks have come to which collective -------------===//
#ifndef POPT_RT_LIB_CORE_MEETINGS_H
#define POPT_RT_LIB_CORE_MEETINGS_H

#include "popt-rt/step_table.h"

#include <map>
#include <vector>

namespace popt::rt {

/// Counts how often ranks come to the collectives of their groups, while the
/// programs of all ranks are simulated side by side. A rank does not come again
/// before all members of its list have come: thousands of ranks and iterations
/// take a few operations each.
class Meetings {
public:
  explicit Meetings(const StepTable &table)
      : t(table), listOf(table.groups.size()) {}

  /// The members of the rank's list, itself included; empty if it is in no list
  /// of the group.
  const std::vector<int32_t> &members(int64_t rank, const CollectiveOp &op) {
    static const std::vector<int32_t> none;
    int32_t list = listAt(op.group, rank);
    return list < 0 ? none : t.groups[op.group].lists[list];
  }

  /// The rank is in a list of the group.
  void come(int64_t rank, const CollectiveOp &op) {
    Meeting &meeting = meetingOf(op);
    int32_t list = listAt(op.group, rank);
    ++meeting.timesOfRank[rank];
    if (++meeting.present[list] == t.groups[op.group].lists[list].size()) {
      meeting.present[list] = 0;
      ++meeting.complete[list];
    }
  }

  /// True if all members have come as often as the rank has.
  bool isComplete(int64_t rank, const CollectiveOp &op) {
    const Meeting &meeting = meetingOf(op);
    return meeting.complete[listAt(op.group, rank)] >=
           meeting.timesOfRank[rank];
  }

private:
  /// What happened on one channel of a group.
  struct Meeting {
    std::vector<int64_t> timesOfRank;
    std::vector<size_t> present;   ///< by list, in the next collective
    std::vector<int64_t> complete; ///< by list
  };

  /// The list of the group that the rank is in; -1 if it is in none.
  int32_t listAt(int32_t group, int64_t rank) {
    std::vector<int32_t> &known = listOf[group];
    if (known.empty()) {
      known.assign(t.programOfRank.size(), -1);
      const auto &lists = t.groups[group].lists;
      for (size_t i = lists.size(); i-- > 0;)
        for (int32_t member : lists[i])
          known[member] = static_cast<int32_t>(i);
    }
    return known[rank];
  }

  Meeting &meetingOf(const CollectiveOp &op) {
    Meeting &meeting = meetings[{op.group, op.channel}];
    if (meeting.timesOfRank.empty()) {
      size_t lists = t.groups[op.group].lists.size();
      meeting = {std::vector<int64_t>(t.programOfRank.size()),
                 std::vector<size_t>(lists), std::vector<int64_t>(lists)};
    }
    return meeting;
  }

  const StepTable &t;
  std::vector<std::vector<int32_t>> listOf; ///< by group and rank, once asked
  std::map<std::pair<int32_t, int32_t>, Meeting> meetings; ///< group, channel
};

} // namespace popt::rt
#endif // POPT_RT_LIB_CORE_MEETINGS_H
