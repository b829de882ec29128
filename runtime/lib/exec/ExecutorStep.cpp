//===- ExecutorStep.cpp - Steps of one rank -------------------------------===//
//
// A step runs body 0, by commands or by what was recorded (Recorder.h), and then
// moves state results to their arguments. It ends when the device is done.
//
// Tests: ExecutorTest, CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"
#include "WaitsForDevice.h"
#include <algorithm>

using namespace popt::rt;

bool RankExecutor::step(std::string &out_error, const Meanwhile &meanwhile) {
  error.clear();
  tracer.beginStep();
  waited = communicated = 0;
  if (transport)
    popt_rt_transport_in_step(transport, ++stepsBegun, -1);
  for (auto &entry : counts)
    entry.second = {};
  if (turns) {
    turns->restart();
    startedTransfers.clear();
    startOf.clear();
  }
  bool ok = checkDevice(memory.uploadAhead(), program.bodies[0].begin);
  if (numbers.isOn()) {
    numbers.beginStep();
    for (size_t i = 0; i < table.arguments.size(); ++i)
      numbers.look(i, memory.argument(i));
  }
  ok = ok && (recorder.isReplaying()   ? replayStep()
              : recorder.isRecording() ? recordStep()
                                       : runBody(0) && finishTransfers());
  ok = ok && moveState();
  if (ok && meanwhile)
    meanwhile();
  WaitsForDevice toItsEnd(transport);
  ok = ok &&
       checkDevice(popt_rt_device_synchronize(device, 0),
                   program.bodies[0].begin) &&
       checkHealth(program.bodies[0].begin);
  if (!ok) {
    recorder.abandon();
    out_error = error;
  } else {
    recorder.endStep(numStreams, tracer.isTracing() || faults.isOn(),
                     [&](const Scalar &scalar) { return evaluate(scalar); });
  }
  return ok;
}

bool RankExecutor::finishTransfers() {
  for (popt_rt_request *&request : requests)
    if (!waitFor(request, program.bodies[0].begin))
      return false;
  return true;
}

/// State moves run in stream 0. Where streams are recorded, it has waited for them.
bool RankExecutor::moveState() {
  if (recorder.recordsMoves())
    return true;
  int32_t first = program.bodies[0].begin;
  if (!recorder.recordsStreams() && !joinStreams(first))
    return false;
  return checkDevice(memory.moveState(), first);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

/// Called before each command of the step that is recorded.
bool RankExecutor::prepareToRecord(int32_t index) {
  const Command &command = program.commands[index];
  if (recorder.isHosts(command)) {
    if (!checkDevice(recorder.endPart(), program.bodies[0].begin))
      return runSpoilt();
    auto head = records.begin() + index;
    bool moves = std::any_of(head, head + bucketAt(index),
                             [](const Record &record) { return record.moves; });
    recorder.addHosts({nullptr, index, microbatch,
                       moves ? iterations : std::vector<int64_t>()});
    return true;
  }
  // Of these two only the counters are recorded, by writeInteger().
  if (std::holds_alternative<LoopOp>(command.op) ||
      std::holds_alternative<ScheduleOp>(command.op))
    return true;
  if (!checkDevice(recorder.beginPart(), program.bodies[0].begin))
    return false;
  recorder.note([this, index, number = microbatch, counts = iterations] {
    microbatch = number;
    iterations = counts;
    return runCommand(index);
  });
  return true;
}

/// After a failure while the step is recorded: what the device should have had by now, if
/// another library's wait is all that was wrong. False: the failure is the step's own.
bool RankExecutor::runSpoilt() {
  auto issues = recorder.takeSpoilt();
  if (!issues)
    return false;
  error.clear();
  auto [number, counts] = std::pair(microbatch, iterations);
  bool ok = std::all_of(issues->begin(), issues->end(),
                        [](const Recorder::Issue &issue) { return issue(); });
  microbatch = number;
  iterations = std::move(counts);
  return ok;
}

bool RankExecutor::recordStep() {
  if (!runBody(0))
    return false;
  int32_t first = program.bodies[0].begin;
  // Transfers and streams of the host's use memory until they are waited for.
  bool isAlone =
      recorder.recordsStreams() || (requests.empty() && numStreams == 1);
  bool moves = recorder.isRecording() && isAlone && memory.hasStateMoves();
  if (moves && !checkDevice(recorder.beginPart(), first))
    return false;
  moves = moves && recorder.isRecording(); // the device may not record
  if ((moves && !moveState()) || !checkDevice(recorder.endPart(), first)) {
    if (!runSpoilt())
      return false;
    moves = false; // step() makes them
  }
  if (!finishTransfers())
    return false;
  recorder.finish(moves);
  return true;
}

bool RankExecutor::replayStep() {
  for (const Recorder::Part &part : recorder.recorded()) {
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

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

bool RankExecutor::readTimes(std::string &out_error) {
  auto take = [&](Tracer::Marked what, double seconds) {
    auto *op = std::get_if<CollectiveOp>(&program.commands[what.command].op);
    bool joinsPrograms = op && op->id >= 0;
    if (what.isWait || (joinsPrograms && records[what.command].stream))
      waited += seconds;
  };
  int32_t command = 0;
  popt_rt_status status = tracer.readMarks(take, command);
  if (checkDevice(status, command))
    return true;
  out_error = error;
  return false;
}

std::map<int32_t, CommVolume> RankExecutor::volumes() const {
  std::map<int32_t, CommVolume> all;
  for (size_t i = 0; i < records.size(); ++i)
    if (records[i].collective.participates())
      all[static_cast<int32_t>(i)] = records[i].collective.volume();
  return all;
}
