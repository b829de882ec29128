//===- RankExecutor.h - The executor's records and state ------------------===//
//
// Creation (ExecutorCreate.cpp) turns every command into a Record with all
// addresses that do not change and what its handler needs; a step
// (ExecutorStep.cpp) is a loop over records (Executor.cpp) with nothing to look up
// or allocate. Beside it: memory (RankMemory.h), what the device replays (Recorder.h), traces and times
// (Tracer.h), faults that tests inject (FaultHooks.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_RANKEXECUTOR_H
#define POPT_RT_LIB_EXEC_RANKEXECUTOR_H

#include "FaultHooks.h"
#include "NumberWatch.h"
#include "Prepared.h"
#include "RankMemory.h"
#include "Recorder.h"
#include "Tracer.h"
#include <optional>

namespace popt::rt {

/// The executor of one rank: creation, then steps.
class RankExecutor : public Executor {
public:
  RankExecutor(std::shared_ptr<const Prepared> prepared, int32_t rank,
               popt_rt_device *device, popt_rt_transport *transport);
  ~RankExecutor() override;
  void shareStateOf(const RankExecutor &other) {
    memory.shareStateOf(other.memory);
  }
  void readFrom(const RankExecutor &owner, const Views &views);
  bool create(std::string &out_error);

  void *argument(size_t index) override { return memory.argument(index); }
  bool upload(size_t index, std::string &out_error) override {
    return memory.upload(index, out_error);
  }
  void *argumentAhead(size_t index) override {
    return memory.argumentAhead(index);
  }
  const void *result(size_t index, std::string &out_error) override {
    return memory.result(index, out_error);
  }
  bool holdsResult(size_t index) const override {
    return program.resultAddresses[index].region >= 0;
  }
  void *argumentOnDevice(size_t index) override {
    return memory.argumentOnDevice(index);
  }
  void *resultOnDevice(size_t index) override {
    return memory.resultOnDevice(index);
  }
  void goOnAfter(int64_t steps) override { stepsBegun = steps; }
  bool step(std::string &out_error, const Meanwhile &meanwhile) override;
  int64_t arenaBytes() const override { return memory.arenaBytes(); }
  int64_t hostBytes() const override { return memory.hostBytes(); }
  int64_t workspaceBytes() const override { return workspaceSize; }
  const std::map<std::string, CommCount> &communication() const override {
    return counts;
  }
  double waitedSeconds() const override { return waited; }
  double communicatedSeconds() const override { return communicated; }
  void startTrace(size_t capacity) override { tracer.startTrace(capacity); }
  std::vector<TraceEvent> trace() const override { return tracer.trace(); }
  void startTiming(size_t capacity) override { tracer.startTiming(capacity); }
  bool readTimes(std::string &out_error) override;
  std::vector<TimedCall> timedCalls() const override {
    return tracer.timedCalls();
  }
  int32_t firstTimedStep() const override { return tracer.firstTimedStep(); }
  std::map<int32_t, CommVolume> volumes() const override;
  void watchNumbers(bool infinities) override { numbers.start(infinities); }
  const MadeNumber &firstMade() const override { return numbers.first(); }

private:
  // Creation.
  bool load(std::string &error);
  bool prepareGroups(std::string &error);
  bool makeGroups(std::string &error);
  bool allocateWorkspace(std::string &error);
  bool reserveStaging(std::string &error);
  void shareWorkspace();
  bool createRecord(int32_t index, std::string &error);
  bool createTransfer(Record &record, int32_t peerTable, int32_t channel,
                      std::string &error);

  // What each type of command needs beyond addresses.
  bool create(const KernelOp &op, Record &record, std::string &error);
  bool create(const MatmulOp &op, Record &record, std::string &error);
  bool create(const ConvOp &op, Record &record, std::string &error);
  bool create(const AttentionOp &op, Record &record, std::string &error);
  bool create(const CopyOp &op, Record &record, std::string &error);
  bool create(const FillOp &op, Record &record, std::string &error);
  bool create(const CollectiveOp &op, Record &record, std::string &error);
  bool create(const SendOp &op, Record &record, std::string &error);
  bool create(const RecvOp &op, Record &record, std::string &error);
  /// The others: control commands, and Set.
  template <typename Op> bool create(const Op &, Record &, std::string &) {
    return true;
  }
  bool keep(popt_rt_status status, popt_rt_action *action, Record &record,
            std::string &error);

  // What each type of command does.
  /// Those of which the device has an action and nothing changes.
  template <typename Op> bool run(const Op &, Record &record, int32_t index) {
    return launch(record, index);
  }
  bool run(const KernelOp &op, Record &record, int32_t index);
  bool run(const SetOp &op, Record &record, int32_t index);
  bool run(const CollectiveOp &op, Record &record, int32_t index);
  bool run(const SendOp &op, Record &record, int32_t index);
  bool run(const RecvOp &op, Record &record, int32_t index);
  bool run(const LoopOp &op, Record &record, int32_t index);
  bool run(const WhileOp &op, Record &record, int32_t index);
  bool run(const CaseOp &op, Record &record, int32_t index);
  bool run(const ScheduleOp &op, Record &record, int32_t index);
  bool run(const WaitOp &op, Record &record, int32_t index);
  template <typename Op>
  static bool handle(RankExecutor &executor, Record &record, int32_t index) {
    return executor.run(*std::get_if<Op>(&record.command->op), record, index);
  }
  /// The functions above in the order of AnyOp, which is that of Opcode.
  template <typename... Ops>
  static Handler handlerOf(const std::variant<Ops...> &op) {
    static constexpr Handler handlers[] = {&handle<Ops>...};
    return handlers[op.index()];
  }

  // Execution.
  bool runBody(int32_t body);
  bool runUncertain(int32_t body);
  bool runCommand(int32_t index);
  bool issueCommand(int32_t index);
  bool runFaulty(int32_t &index, int32_t end);
  /// The commands that run as one with this one, itself included.
  int32_t bucketAt(size_t index) const {
    auto *op = std::get_if<CollectiveOp>(&program.commands[index].op);
    return op && op->bucket ? op->bucket : 1;
  }
  bool runAlone(const CollectiveOp &op, Record &record, int32_t index);
  bool runBucket(int32_t first, int32_t count);
  bool launch(Record &record, int32_t index);
  bool transfer(Record &record, int32_t index, bool send);
  bool makeTurns(std::string &error);
  bool issue(const std::vector<int32_t> &starts, int32_t index);
  bool noteMeetings(int32_t count, int32_t index);
  void resolveAddresses(Record &record);
  int64_t evaluate(const Scalar &scalar) const;
  bool readInteger(Record &record, int32_t index, int64_t &out_value);
  bool writeInteger(Record &record, int32_t index, int64_t value);

  // Steps.
  bool recordStep();
  bool prepareToRecord(int32_t index);
  bool runSpoilt();
  bool replayStep();
  bool markCall(int32_t index, bool isEnd);
  bool markWait(int32_t index, bool isEnd);

  // Order and failure.
  bool waitForEvents(const Command &command, int32_t index);
  /// The number that the device and `requests` have for an event: each
  /// microbatch has events of its own.
  int32_t numberOf(int32_t event) const {
    return static_cast<int32_t>(microbatch) * program.numEvents + event;
  }
  void noteWait(double begin, int32_t index);
  bool waitFor(popt_rt_request *&request, int32_t index);
  bool recordEvent(const Command &command, int32_t index);
  bool joinStreams(int32_t index);
  bool finishTransfers();
  bool moveState();
  bool check(popt_rt_status status, int32_t index);
  bool checkDevice(popt_rt_status status, int32_t index);
  bool checkHealth(int32_t index);
  bool fail(int32_t index, const std::string &what);

  const std::shared_ptr<const Prepared> prepared;
  const StepTable &table;
  const int32_t rank;
  const Program &program;
  popt_rt_device *const device;
  popt_rt_transport *const transport;

  RankMemory memory;
  int64_t workspaceSize = 0;
  uint8_t *workspace = nullptr;
  std::vector<Record> records;

  int64_t microbatch = 0, stepsBegun = 0;
  int64_t firstNumber = 0; ///< of the commands, in what the transport is told
  std::vector<int64_t> iterations; ///< of loops, by body
  int32_t numStreams = 1;
  std::vector<popt_rt_request *> requests; ///< by numberOf
  /// Where transfers must be issued: their order, those of this step by start, and
  /// by event which of them it stands for.
  std::optional<TransferTurns> turns;
  std::vector<popt_rt_request *> startedTransfers;
  std::map<popt_rt_request *, size_t> startOf;
  int32_t numUncertain = 0; ///< bodies that data or the rank decides about
  std::map<std::string, CommCount> counts;
  std::string error;
  double waited = 0, communicated = 0;

  Recorder recorder;
  Tracer tracer;
  NumberWatch numbers;
  const FaultHooks faults;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_RANKEXECUTOR_H
