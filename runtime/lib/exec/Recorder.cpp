//===- Recorder.cpp - Steps that the device replays -----------------------===//
#include "Recorder.h"
#include <map>
#include <set>

using namespace popt::rt;

/// A recording takes memory and time to make for each command.
static constexpr double kMostCommands = 100000;

/// Commands that a body runs, those of the bodies below it included.
double Recorder::countCommands(int32_t body, const Evaluate &evaluate) const {
  double count = 0;
  const Body &b = program.bodies[body];
  for (int32_t i = b.begin; i < b.end; ++i) {
    const AnyOp &op = program.commands[i].op;
    if (auto *loop = std::get_if<LoopOp>(&op))
      count += static_cast<double>(evaluate(loop->count)) *
               (1 + countCommands(loop->body, evaluate));
    else if (auto *schedule = std::get_if<ScheduleOp>(&op))
      for (auto [child, number] : schedule->calls)
        count += 1 + countCommands(child, evaluate);
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
bool Recorder::mayRecordStreams() const {
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

/// Whether every step does the same.
bool Recorder::mayRecord(const Evaluate &evaluate) const {
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
  return countCommands(0, evaluate) <= kMostCommands;
}

bool Recorder::isHosts(const Command &command) const {
  if (communicates(command))
    return true;
  if (hasStreams)
    return false;
  return command.stream != 0 || (numStreams > 1 && command.event >= 0) ||
         !command.waits.empty();
}

void Recorder::endStep(int32_t streams, bool isWatched,
                       const Evaluate &evaluate) {
  if (mode == Mode::Spoilt)
    mode = Mode::Recording;
  if (mode != Mode::First)
    return;
  numStreams = streams;
  hasStreams = numStreams > 1 && mayRecordStreams();
  mode = !isWatched && mayRecord(evaluate) ? Mode::Recording : Mode::Eager;
}

popt_rt_status Recorder::beginPart() {
  if (isPartOpen)
    return POPT_RT_OK;
  popt_rt_status status = popt_rt_device_begin_recording(device, 0);
  if (status == POPT_RT_UNSUPPORTED) {
    parts.clear(); // what the host has done until now
    mode = Mode::Eager;
    return POPT_RT_OK;
  }
  isPartOpen = status == POPT_RT_OK;
  return status;
}

popt_rt_status Recorder::endPart() {
  if (!std::exchange(isPartOpen, false))
    return POPT_RT_OK;
  popt_rt_action *action = nullptr;
  popt_rt_status status = popt_rt_device_end_recording(device, 0, &action);
  isSpoilt = status == POPT_RT_UNSUPPORTED;
  if (isSpoilt)
    return status;
  issued.clear();
  parts.emplace_back();
  parts.back().recording.reset(action);
  if (status == POPT_RT_OK)
    status = popt_rt_action_launch(action, 0, nullptr, nullptr, nullptr);
  return status;
}

void Recorder::finish(bool withMoves) {
  hasMoves = withMoves;
  if (mode == Mode::Recording)
    mode = Mode::Replaying;
}

void Recorder::abandon() {
  if (!std::exchange(isPartOpen, false))
    return;
  popt_rt_action *action = nullptr;
  isSpoilt =
      popt_rt_device_end_recording(device, 0, &action) == POPT_RT_UNSUPPORTED;
  popt_rt_action_destroy(action);
}

std::optional<std::vector<Recorder::Issue>> Recorder::takeSpoilt() {
  abandon();
  if (!std::exchange(isSpoilt, false))
    return std::nullopt;
  parts.clear();
  mode = Mode::Spoilt;
  return std::exchange(issued, {});
}
