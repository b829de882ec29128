// Counts what coordinates hold. Holdings.h has the rule. Test:
// test/unit/Pipeline/AutoScheduleTest.cpp.

#include "Holdings.h"

#include <algorithm>

namespace popt::pipeline {

Holdings::Holdings(const Flow &flow, const std::vector<int64_t> &room,
                   const std::vector<int> &inFlight)
    : flow(flow), room(room), inFlight(inFlight) {
  if (room.empty())
    return;
  size_t coordinates = flow.tasksAt.size(), m = flow.microbatches;
  left = flow.touchers;
  isHeld.assign(left.size(), std::vector<bool>(m, false));
  isDone.assign(flow.tasks() * m, false);
  held.assign(coordinates, 0);
  of.assign(coordinates, std::vector<int64_t>(m, 0));
  toFinish.assign(coordinates, std::vector<int64_t>(m, 0));
  lowest.assign(coordinates, 0);
  highest.assign(coordinates, -1);
  begun.assign(coordinates, 0);
  for (const std::vector<int> &tasks : flow.tasksAt)
    tasksLeft.emplace_back(m, int(tasks.size()));
}

bool Holdings::tryRun(int task, int microbatch) {
  if (room.empty())
    return true;
  int c = flow.coordinate[task];
  if (held[c] + bytesBorn(task, microbatch) > room[c])
    return false;
  bool begins = tasksLeft[c][microbatch] == int(flow.tasksAt[c].size());
  if (begins && !inFlight.empty() && microbatch != lowest[c] &&
      begun[c] >= inFlight[c])
    return false;
  int wasHighest = highest[c];
  int64_t wasToFinish = toFinish[c][microbatch];
  run(task, microbatch);
  highest[c] = std::max(highest[c], microbatch);
  toFinish[c][microbatch] = mostToFinish(c, microbatch);
  if (!canFinish(c)) {
    toFinish[c][microbatch] = wasToFinish;
    highest[c] = wasHighest;
    undo(task, microbatch);
    return false;
  }
  begun[c] += begins;
  if (--tasksLeft[c][microbatch] == 0)
    --begun[c];
  while (lowest[c] < flow.microbatches && !tasksLeft[c][lowest[c]])
    ++lowest[c];
  return true;
}

int64_t Holdings::bytesBorn(int task, int microbatch) const {
  int64_t born = 0;
  forInstances(task, microbatch, [&](int holding, int i) {
    if (!isHeld[holding][i])
      born += flow.bytes[holding];
  });
  return born;
}

void Holdings::run(int task, int microbatch) {
  int c = flow.coordinate[task];
  isDone[flow.at(task, microbatch)] = true;
  forInstances(task, microbatch, [&](int holding, int i) {
    if (!isHeld[holding][i])
      add(c, i, flow.bytes[holding]);
    isHeld[holding][i] = true;
    if (--left[holding][i] == 0)
      add(c, i, -flow.bytes[holding]);
  });
}

void Holdings::undo(int task, int microbatch) {
  int c = flow.coordinate[task];
  isDone[flow.at(task, microbatch)] = false;
  forInstances(task, microbatch, [&](int holding, int i) {
    if (left[holding][i]++ == 0)
      add(c, i, flow.bytes[holding]);
    if (left[holding][i] != flow.touchers[holding][i])
      return;
    isHeld[holding][i] = false;
    add(c, i, -flow.bytes[holding]);
  });
}

int64_t Holdings::mostToFinish(int c, int microbatch) {
  int64_t now = held[c], most = 0;
  scratch.clear();
  for (int task : flow.tasksAt[c]) {
    if (isDone[flow.at(task, microbatch)])
      continue;
    most = std::max(most, held[c] - now + bytesBorn(task, microbatch));
    run(task, microbatch);
    scratch.push_back(task);
  }
  for (size_t i = scratch.size(); i-- > 0;)
    undo(scratch[i], microbatch);
  return most;
}

/// True if the microbatches in flight can be finished in turn.
bool Holdings::canFinish(int c) const {
  int64_t later = 0;
  for (int j = highest[c]; j >= lowest[c]; --j) {
    later += of[c][j];
    if (later + toFinish[c][j] > room[c])
      return false;
  }
  return true;
}

} // namespace popt::pipeline
