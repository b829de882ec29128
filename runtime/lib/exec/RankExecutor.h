//===- RankExecutor.h - The executor's records and state ------------------===//
//
// Creation (ExecutorCreate.cpp) turns every command into a Record with all
// addresses that do not change and what its handler needs; a step
// (Executor.cpp) is a loop over records with nothing to look up or allocate.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_RANKEXECUTOR_H
#define POPT_RT_LIB_EXEC_RANKEXECUTOR_H

#include "../system/Faults.h"
#include "Collective.h"
#include "Prepared.h"
#include <algorithm>
#include <optional>

namespace popt::rt {

/// Where an operand starts: slots and terms move it from execution to execution.
struct OperandAddress {
  uint8_t *base = nullptr;
  int64_t slotStride = 0;
  const std::vector<int32_t> *slots = nullptr; ///< by microbatch, in turn
  const std::vector<Term> *terms = nullptr;
};

/// Bytes of a dense block.
inline size_t bytesOf(const std::vector<int64_t> &shape, ElementType type) {
  size_t bytes = popt_rt_element_size(type);
  for (int64_t extent : shape)
    bytes *= static_cast<size_t>(extent);
  return bytes;
}

/// Keeps the last of what is added to it; nothing before start().
template <typename T> class LastOnes {
public:
  void start(size_t capacity) {
    kept.assign(capacity, {});
    added = 0;
  }
  bool isOn() const { return !kept.empty(); }
  bool hasLost() const { return added > kept.size(); }
  void add(const T &value) { kept[added++ % kept.size()] = value; }
  /// Oldest first.
  std::vector<T> list() const {
    std::vector<T> all;
    for (size_t i = added - std::min(added, kept.size()); i < added; ++i)
      all.push_back(kept[i % kept.size()]);
    return all;
  }

private:
  std::vector<T> kept;
  size_t added = 0;
};

class RankExecutor;
struct Record;
/// Runs a command of one type.
using Handler = bool (*)(RankExecutor &executor, Record &record, int32_t index);

/// A command, ready to run.
struct Record {
  const Command *command = nullptr;
  Handler handler = nullptr;
  std::vector<OperandAddress> addresses;
  std::vector<void *> pointers; ///< addresses of this execution
  std::vector<int64_t> scalars; ///< kernels only
  ActionOwner action;           ///< what the device does, if it does something
  RankCollective collective;
  CommCount *counter = nullptr;
  popt_rt_group *peer = nullptr; ///< group of two, for transfers
  int32_t peerMember = 0;
  int64_t bytes = 0;
  std::string name;       ///< for the transport's messages
  void *stream = nullptr; ///< for the transport
  bool moves = false;     ///< some address changes from execution to execution
  size_t scratch = 0;     ///< where its workspace begins
  bool isFirstOfKind = false; ///< in its bucket
};

/// The executor of one rank: creation, then steps.
class RankExecutor : public Executor {
public:
  RankExecutor(std::shared_ptr<const Prepared> prepared, int32_t rank,
               popt_rt_device *device, popt_rt_transport *transport);
  ~RankExecutor() override;
  bool create(std::string &out_error);

  void *argument(size_t index) override;
  bool upload(size_t index, std::string &out_error) override;
  void *argumentAhead(size_t index) override;
  bool holdsResult(size_t index) const override {
    return program.resultAddresses[index].region >= 0;
  }
  const void *result(size_t index, std::string &out_error) override;
  void goOnAfter(int64_t steps) override { stepsBegun = steps; }
  bool step(std::string &out_error, const Meanwhile &meanwhile) override;
  int64_t arenaBytes() const override { return arenaSize; }
  int64_t hostBytes() const override { return hostSize; }
  int64_t workspaceBytes() const override { return workspaceSize; }
  const std::map<std::string, CommCount> &communication() const override {
    return counts;
  }
  double waitedSeconds() const override { return waited; }
  double communicatedSeconds() const override { return communicated; }
  void startTrace(size_t capacity) override { events.start(capacity); }
  std::vector<TraceEvent> trace() const override { return events.list(); }
  void startTiming(size_t capacity) override { calls.start(capacity); }
  bool readTimes(std::string &out_error) override;
  std::vector<TimedCall> timedCalls() const override { return calls.list(); }
  int32_t firstTimedStep() const override;
  std::map<int32_t, CommVolume> volumes() const override;

private:
  // Creation.
  bool load(std::string &error);
  bool prepareGroups(std::string &error);
  bool makeGroups(std::string &error);
  bool allocate(std::string &error);
  bool allocateWorkspace(std::string &error);
  bool reserveStaging(std::string &error);
  void shareWorkspace();
  void findStateMoves();
  bool createRecord(int32_t index, std::string &error);
  OperandAddress addressOf(const Operand &operand) const;
  bool createTransfer(Record &record, int32_t peerTable, int32_t channel,
                      std::string &error);

  // What each type of command needs beyond addresses.
  bool create(const KernelOp &op, Record &record, std::string &error);
  bool create(const MatmulOp &op, Record &record, std::string &error);
  bool create(const ConvOp &op, Record &record, std::string &error);
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
  bool run(const KernelOp &op, Record &record, int32_t index);
  bool run(const MatmulOp &op, Record &record, int32_t index);
  bool run(const ConvOp &op, Record &record, int32_t index);
  bool run(const CopyOp &op, Record &record, int32_t index);
  bool run(const FillOp &op, Record &record, int32_t index);
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

  // Steps as recordings (Recording.cpp).
  bool mayRecord() const;
  bool mayRecordStreams() const;
  double countCommands(int32_t body) const;
  bool isHosts(const Command &command) const;
  bool recordStep();
  bool prepareToRecord(int32_t index);
  bool beginPart();
  bool endPart();
  bool replayStep();

  // Times (Timing.cpp).
  /// What is timed in a step.
  struct Marked {
    int32_t command;
    bool isWait; ///< for a transfer
  };
  bool mark(Marked what, bool isEnd);
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
  void note(TraceEvent event, double begin);
  bool joinStreams(int32_t index);
  bool uploadAhead();
  bool finishTransfers();
  bool moveState();
  bool check(popt_rt_status status, int32_t index);
  bool checkDevice(popt_rt_status status, int32_t index);
  bool checkHealth(int32_t index);
  bool fail(int32_t index, const std::string &what);

  uint8_t *at(const Address &start) const {
    return start.region < 0 ? nullptr : regions[start.region] + start.offset;
  }
  /// What the host reads or writes in place of device memory that it can't.
  uint8_t *hostCopyOf(uint8_t *memory, std::vector<uint8_t> &copy,
                      size_t bytes);

  const std::shared_ptr<const Prepared> prepared;
  const StepTable &table;
  const int32_t rank;
  const Program &program;
  popt_rt_device *const device;
  popt_rt_transport *const transport;

  int64_t arenaSize = 0, hostSize = 0, workspaceSize = 0;
  uint8_t *arena = nullptr, *hostArena = nullptr, *workspace = nullptr;
  bool isRegistered = false; ///< the arena, with the transport
  std::vector<uint8_t *> regions;
  std::vector<Record> records;
  /// A state result that goes to its argument after each step.
  struct StateMove {
    uint8_t *to;
    const uint8_t *from;
    size_t bytes;
  };
  std::vector<StateMove> stateMoves;
  std::vector<std::vector<uint8_t>> argumentCopies, resultCopies;
  /// An argument that the host writes while a step runs: one copy is read by
  /// that step, the other is written.
  struct Ahead {
    uint8_t *copies[2] = {nullptr, nullptr};
    int turn = 0;
    bool isWritten = false;
  };
  std::map<size_t, Ahead> aheads; ///< by argument

  int64_t microbatch = 0, stepsBegun = 0;
  std::vector<int64_t> iterations; ///< of loops, by body
  int32_t numStreams = 1;
  const bool hasFaults = sys::hasCommandFaults();
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

  /// A step as it is replayed: parts that the device recorded, and between them
  /// commands of the host's.
  struct Part {
    ActionOwner recording;
    int32_t command = -1; ///< if there is no recording, and when it runs
    int64_t microbatch = 0;
    std::vector<int64_t> iterations; ///< if they move the command's operands
  };
  std::vector<Part> parts;
  enum class Mode { First, Eager, Recording, Replaying } mode = Mode::First;
  bool isPartOpen = false;
  bool recordsStreams = false; ///< rather than one
  bool movesAreRecorded = false;

  LastOnes<TraceEvent> events;
  LastOnes<TimedCall> calls;
  std::vector<Marked> marked; ///< the n-th by marks 2n and 2n + 1
  int32_t stepsTimed = 0;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_RANKEXECUTOR_H
