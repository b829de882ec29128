//===- Observation.cpp - A rank as others see it --------------------------===//
//
// Tests: WatchdogTest, and test/conformance (PatienceTest.cpp).
//
//===----------------------------------------------------------------------===//
#include "Observation.h"
#include <csignal>

using namespace popt::rt;

Observation popt::rt::observe(const Segment &segment, int32_t rank) {
  const RankRecord &record = segment.rankRecord(rank);
  Observation seen;
  seen.isGone = record.left.load() != 0;
  if (!segment.isPrivate())
    seen.process = record.isHere() ? record.process.load()
                                   : record.elsewhere.process.load();
  seen.host = record.elsewhere.host;
  seen.connects = record.connects.load() != 0;
  seen.isStopped = seen.process && !seen.isGone && isStopped(record);
  seen.isWaiting = record.waiting.load() != 0;
  seen.waitsFor = seen.isWaiting ? record.waitsFor.load() - 1 : -1;
  seen.computes = record.computes.load() != 0;
  seen.op = record.journal.currentOp();
  seen.step = record.journal.currentStep();
  seen.microbatch = record.journal.currentMicrobatch();
  seen.numBegun = record.journal.numBegun();
  seen.progress = seen.numBegun + record.calls.load() +
                  static_cast<uint64_t>(record.journal.stepsDone());
  const StreamCalls &streams = record.streams;
  seen.deviceWaits = record.deviceWaits.load();
  seen.hasOpenCalls = streams.areOpen.load() != 0;
  seen.isTogether = seen.isWaiting && seen.waitsFor < 0 && seen.hasOpenCalls;
  if (seen.hasOpenCalls)
    seen.openCall = streams.oldestCall();
  return seen;
}

void popt::rt::endProcess(const Segment &segment, int32_t rank) {
  const RankRecord &record = segment.rankRecord(rank);
  int32_t process = segment.isPrivate() ? 0 : record.process.load();
  if (process > 0 && !record.left.load())
    kill(process, SIGKILL);
}
