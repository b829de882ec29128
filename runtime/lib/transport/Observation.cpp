//===- Observation.cpp - A rank as others see it --------------------------===//
//
// Tests: WatchdogTest, and runtime/conformance (PatienceTest.cpp).
//
//===----------------------------------------------------------------------===//
#include "Observation.h"
#include <csignal>
#include <cstdio>

using namespace popt::rt;

bool popt::rt::isStopped(int32_t process) {
  char path[32], state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  // 12 (name) T ...: names may hold anything, so the last parenthesis counts.
  char text[512];
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  if (const char *end = strrchr(text, ')'))
    sscanf(end + 1, " %c", &state);
  return state == 'T';
}

Observation popt::rt::observe(const Segment &segment, int32_t rank) {
  const RankSlot &slot = segment.rankSlot(rank);
  Observation seen;
  seen.isGone = slot.left.load() != 0;
  if (!segment.isPrivate())
    seen.process = slot.process.load();
  seen.isStopped = seen.process && !seen.isGone && isStopped(seen.process);
  seen.isWaiting = slot.waiting.load() != 0;
  seen.waitsFor = seen.isWaiting ? slot.waitsFor.load() - 1 : -1;
  seen.computes = slot.computes.load() != 0;
  seen.op = slot.journal.currentOp();
  seen.step = slot.journal.currentStep();
  seen.microbatch = slot.journal.currentMicrobatch();
  seen.progress = slot.journal.numBegun() + slot.calls.load() +
                  static_cast<uint64_t>(slot.journal.stepsDone());
  return seen;
}

void popt::rt::endProcess(const Segment &segment, int32_t rank) {
  const RankSlot &slot = segment.rankSlot(rank);
  int32_t process = segment.isPrivate() ? 0 : slot.process.load();
  if (process > 0 && !slot.left.load())
    kill(process, SIGKILL);
}
