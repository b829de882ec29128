//===- Recorder.h - Steps that the device replays ---------------*- C++ -*-===//
//
// Steps that issue the same commands are replayed (on GPUs, as CUDA graphs).
// The first step runs eagerly (libraries initialize in their first calls), the
// second is recorded, later ones are replayed. What the host must do itself
// (collectives, transfers and waits for them) stands between the recorded
// parts:
//
//   commands   k0 k1 | all_reduce | k2 loop(k3 k4) | send | k5
//   parts      [----]  host         [------------]   host   [--]
//
// Loops and schedules are part of the recording: the device writes their
// counters. So are streams, if the host does nothing between the parts: waits
// for events make branches of the recording. Else the host issues what is not
// in the first stream, with all events. Programs whose control flow depends on
// data (while, case) run eagerly, as do all programs on a device that does not
// record.
//
// Another library's wait for the whole GPU spoils what is recorded meanwhile.
// Nothing of that part has run, so it is run then, and so is the rest of the step;
// the next step is recorded.
//
// Tests: CudaDeviceTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_RECORDER_H
#define POPT_RT_LIB_EXEC_RECORDER_H

#include "Record.h"
#include <functional>
#include <optional>

namespace popt::rt {

/// Decides whether the steps of a program are recorded, and keeps the recording.
class Recorder {
public:
  Recorder(const Program &program, popt_rt_device *device)
      : program(program), device(device) {}

  /// A step as it is replayed: parts that the device recorded, and between them
  /// commands of the host's.
  struct Part {
    ActionOwner recording = nullptr;
    int32_t command = -1; ///< if there is no recording, and when it runs
    int64_t microbatch = 0;
    std::vector<int64_t> iterations =
        {}; ///< if they move the command's operands
  };

  bool isRecording() const { return mode == Mode::Recording; }
  bool isReplaying() const { return mode == Mode::Replaying; }
  /// Whether the recording has all streams, rather than one.
  bool recordsStreams() const { return hasStreams; }
  /// Whether it has the moves of the state.
  bool recordsMoves() const { return hasMoves; }
  /// Whether the host runs a command in each step. Other streams and their events
  /// are the host's, unless they are recorded.
  bool isHosts(const Command &command) const;

  /// After a step: the first one decides whether the next is recorded. Not if
  /// something watches single commands. `evaluate` gives how often loops run.
  using Evaluate = std::function<int64_t(const Scalar &scalar)>;
  void endStep(int32_t numStreams, bool isWatched, const Evaluate &evaluate);

  /// While a step is recorded: what the device does from now on belongs to a part.
  /// Where the device does not record, steps run as the first one did from now on.
  popt_rt_status beginPart();
  /// What was recorded has not been done yet: it is now.
  popt_rt_status endPart();
  /// A command that the host runs, after endPart().
  void addHosts(Part part) { parts.push_back(std::move(part)); }
  /// The step is recorded as a whole; from now on it is replayed.
  void finish(bool withMoves);
  /// A step that fails is recorded no further: what waits for recordings goes on.
  void abandon();

  /// What was issued into the open part, in order: it can be issued again.
  using Issue = std::function<bool()>;
  void note(Issue issue) { issued.push_back(std::move(issue)); }
  /// After a failure while the step is recorded: whether the open part was spoilt. Then
  /// this is what to run of it, and the rest of the step is not recorded.
  std::optional<std::vector<Issue>> takeSpoilt();

  const std::vector<Part> &recorded() const { return parts; }

private:
  bool mayRecord(const Evaluate &evaluate) const;
  bool mayRecordStreams() const;
  double countCommands(int32_t body, const Evaluate &evaluate) const;

  const Program &program;
  popt_rt_device *const device;
  std::vector<Part> parts;
  std::vector<Issue> issued; ///< of the open part
  enum class Mode {
    First,
    Eager,
    Recording,
    Spoilt, ///< to the end of the step
    Replaying
  } mode = Mode::First;
  int32_t numStreams = 1;
  bool isPartOpen = false, isSpoilt = false;
  bool hasStreams = false, hasMoves = false;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_RECORDER_H
