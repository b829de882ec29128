//===- Recording.cpp - Steps that the device replays ----------------------===//
//
// A step that does the same each time need not be put together command by
// command each time. The first step runs eagerly (libraries set things up in
// their first calls), the second is recorded, later ones are replayed. What the
// host must do itself (collectives, transfers and waits for them) stands between
// the recorded parts:
//
//   commands   k0 k1 | all_reduce | k2 loop(k3 k4) | send | k5
//   parts      [----]  host         [------------]   host   [--]
//
// Loops and schedules disappear into the parts: their counters are written by
// the device, which records that, too. So do streams, where the host does nothing
// between the parts: waits for events make branches of the recording. Else what is
// not in the first stream is the host's, with all events. Programs that decide by
// data (while, case) run eagerly, as does everything where the device does not
// record.
//
// Tests: CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"
#include <algorithm>
#include <map>
#include <set>

using namespace popt::rt;

/// A recording takes memory and time to make for each command.
static constexpr double kMostCommands = 100000;

/// Commands that a body runs, those of the bodies below it included.
double RankExecutor::countCommands(int32_t body) const {
  double count = 0;
  const Body &b = program.bodies[body];
  for (int32_t i = b.begin; i < b.end; ++i) {
    const AnyOp &op = program.commands[i].op;
    if (auto *loop = std::get_if<LoopOp>(&op))
      count += static_cast<double>(evaluate(loop->count)) *
               (1 + countCommands(loop->body));
    else if (auto *schedule = std::get_if<ScheduleOp>(&op))
      for (auto [child, number] : schedule->calls)
        count += 1 + countCommands(child);
    else
      count += 1;
  }
  return count;
}

/// What the device can't do alone.
static bool communicates(const Command &command) {
  return std::holds_alternative<CollectiveOp>(command.op) ||
         std::holds_alternative<SendOp>(command.op) ||
         std::holds_alternative<RecvOp>(command.op);
}

/// Whether a recording can have all streams: none communicates, and in each body
/// streams wait for the first one before they begin, and the first one for them
/// when they are done.
bool RankExecutor::mayRecordStreams() const {
  for (const Body &body : program.bodies) {
    std::set<int32_t> recorded;      // events
    std::set<int32_t> begun = {0};   // streams
    std::map<int32_t, int32_t> last; // events of streams that none waits for
    for (int32_t i = body.begin; i < body.end; ++i) {
      const Command &command = program.commands[i];
      if (communicates(command))
        return false;
      for (int32_t event : command.waits) {
        if (!recorded.count(event))
          return false;
        begun.insert(command.stream);
        for (auto stream = last.begin(); stream != last.end();)
          stream = stream->second == event && command.stream == 0
                       ? last.erase(stream)
                       : std::next(stream);
      }
      if (!begun.count(command.stream))
        return false;
      if (command.stream != 0)
        last[command.stream] = command.event;
      if (command.event >= 0)
        recorded.insert(command.event);
    }
    if (!last.empty())
      return false;
  }
  return true;
}

/// Whether every step does the same, and nothing watches single commands.
bool RankExecutor::mayRecord() const {
  if (events.isOn() || hasFaults)
    return false;
  for (const Command &command : program.commands) {
    if (std::holds_alternative<WhileOp>(command.op) ||
        std::holds_alternative<CaseOp>(command.op))
      return false;
    // These would be the host's, but not what they run.
    bool runsBodies = std::holds_alternative<LoopOp>(command.op) ||
                      std::holds_alternative<ScheduleOp>(command.op);
    if (runsBodies && isHosts(command))
      return false;
  }
  return countCommands(0) <= kMostCommands;
}

/// Whether the host runs a command in each step. Other streams and their events
/// are the host's, unless they are recorded.
bool RankExecutor::isHosts(const Command &command) const {
  if (communicates(command))
    return true;
  if (recordsStreams)
    return false;
  return command.stream != 0 || (numStreams > 1 && command.event >= 0) ||
         !command.waits.empty();
}

bool RankExecutor::beginPart() {
  if (isPartOpen)
    return true;
  popt_rt_status status = popt_rt_device_begin_recording(device, 0);
  if (status == POPT_RT_UNSUPPORTED) {
    parts.clear(); // what the host has done until now
    mode = Mode::Eager;
    return true;
  }
  isPartOpen = status == POPT_RT_OK;
  return checkDevice(status, program.bodies[0].begin);
}

/// What was recorded has not been done yet: it is now.
bool RankExecutor::endPart() {
  if (!std::exchange(isPartOpen, false))
    return true;
  popt_rt_action *action = nullptr;
  popt_rt_status status = popt_rt_device_end_recording(device, 0, &action);
  parts.emplace_back();
  parts.back().recording.reset(action);
  if (status == POPT_RT_OK)
    status = popt_rt_action_launch(action, 0, nullptr, nullptr, nullptr);
  return checkDevice(status, program.bodies[0].begin);
}

/// Called before each command of the step that is recorded.
bool RankExecutor::prepareToRecord(int32_t index) {
  const Command &command = program.commands[index];
  if (isHosts(command)) {
    if (!endPart())
      return false;
    parts.emplace_back();
    parts.back().command = index;
    parts.back().microbatch = microbatch;
    auto head = records.begin() + index;
    if (std::any_of(head, head + bucketAt(index),
                    [](const Record &record) { return record.moves; }))
      parts.back().iterations = iterations;
    return true;
  }
  // Of these two only the counters are recorded, by writeInteger().
  return std::holds_alternative<LoopOp>(command.op) ||
         std::holds_alternative<ScheduleOp>(command.op) || beginPart();
}

bool RankExecutor::recordStep() {
  if (!runBody(0))
    return false;
  // Transfers and streams of the host's use memory until they are waited for.
  bool isAlone = recordsStreams || (requests.empty() && numStreams == 1);
  bool moves = mode == Mode::Recording && isAlone && !stateMoves.empty();
  if (moves && !beginPart())
    return false;
  moves = moves && mode == Mode::Recording; // the device may not record
  if (moves && !moveState())
    return false;
  if (!endPart() || !finishTransfers())
    return false;
  movesAreRecorded = moves;
  if (mode == Mode::Recording)
    mode = Mode::Replaying;
  return true;
}

bool RankExecutor::replayStep() {
  for (Part &part : parts) {
    if (part.recording) {
      if (!checkDevice(popt_rt_action_launch(part.recording.get(), 0, nullptr,
                                             nullptr, nullptr),
                       program.bodies[0].begin))
        return false;
      continue;
    }
    microbatch = part.microbatch;
    if (!part.iterations.empty())
      iterations = part.iterations;
    bool ok = runCommand(part.command);
    microbatch = 0;
    if (!ok)
      return false;
  }
  return finishTransfers();
}
