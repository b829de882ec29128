//===- Executor.cpp - One rank's loop over commands -----------------------===//
//
// A step runs body 0: each command waits for its events, gets its addresses and
// is put into its stream. Control commands (loop, while, case, schedule) run bodies
// recursively; check() has bounded the depth.
//
// The host runs ahead of the device. It waits for it in while and case, which
// read what they decide by, and at the end of the step. Transfers (send, recv)
// are in flight from their command until a command waits for their event, the
// same event is used again, or the step ends. Commands of one stream follow one
// another, so only events of other streams are waited for on the device.
//
// Tests: ExecutorTest (hand-written tables on 1 to 4 ranks), DeviceTest (memory
// that the host can't address).
//
//===----------------------------------------------------------------------===//
#include "../tensor/Integers.h"
#include "RankExecutor.h"
#include "WaitsForDevice.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Failure and order
//===----------------------------------------------------------------------===//

bool RankExecutor::fail(int32_t index, const std::string &what) {
  if (error.empty())
    error = describeCommand(table, program, index) + ": " + what;
  return false;
}

bool RankExecutor::check(popt_rt_status status, int32_t index) {
  return status == POPT_RT_OK || fail(index, popt_rt_last_error(transport));
}

/// A stream that has come to its end may have been cut short.
bool RankExecutor::checkHealth(int32_t index) {
  return !transport || check(popt_rt_transport_health(transport), index);
}

bool RankExecutor::checkDevice(popt_rt_status status, int32_t index) {
  return status == POPT_RT_OK || fail(index, popt_rt_device_last_error(device));
}

/// Marks a collective, if calls are timed.
bool RankExecutor::markCall(int32_t index, bool isEnd) {
  return !tracer.isTiming() || !records[index].collective.participates() ||
         checkDevice(
             tracer.mark({index, false}, records[index].command->stream, isEnd),
             index);
}

/// Marks a stream's wait for a transfer, if calls are timed. Where the host waits,
/// it knows how long.
bool RankExecutor::markWait(int32_t index, bool isEnd) {
  return !tracer.isTiming() || !records[index].stream ||
         checkDevice(
             tracer.mark({index, true}, records[index].command->stream, isEnd),
             index);
}

/// A wait for ranks that run other programs is over. Where streams wait, the host
/// does not: then marks tell (readTimes).
void RankExecutor::noteWait(double begin, int32_t index) {
  double seconds = secondsNow() - begin;
  if (!records[index].stream)
    waited += seconds;
  communicated += seconds;
}

bool RankExecutor::waitFor(popt_rt_request *&pending, int32_t index) {
  popt_rt_request *request = std::exchange(pending, nullptr);
  if (!request)
    return true;
  if (auto start = startOf.find(request); start != startOf.end()) {
    startedTransfers[start->second] = nullptr; // the wait frees it
    startOf.erase(start);
  }
  double begin = secondsNow();
  bool ok = markWait(index, false);
  ok = check(popt_rt_wait(request), index) && ok && markWait(index, true);
  noteWait(begin, index);
  return ok;
}

bool RankExecutor::waitForEvents(const Command &command, int32_t index) {
  for (int32_t event : command.waits) {
    int32_t number = numberOf(event);
    if (!waitFor(requests[number], index))
      return false;
    if (numStreams > 1 &&
        !checkDevice(popt_rt_device_wait(device, command.stream, number),
                     index))
      return false;
  }
  return true;
}

bool RankExecutor::recordEvent(const Command &command, int32_t index) {
  return command.event < 0 || numStreams == 1 ||
         checkDevice(popt_rt_device_record(device, command.stream,
                                           numberOf(command.event)),
                     index);
}

/// Stream 0 waits for all others.
bool RankExecutor::joinStreams(int32_t index) {
  for (int32_t stream = 1; stream < numStreams; ++stream) {
    int32_t event = static_cast<int32_t>(requests.size()) + stream;
    if (!checkDevice(popt_rt_device_record(device, stream, event), index) ||
        !checkDevice(popt_rt_device_wait(device, 0, event), index))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static int64_t integerOf(const void *bytes, ElementType type) {
  auto as = [&](auto value) {
    std::memcpy(&value, bytes, sizeof(value));
    if constexpr (std::is_same_v<decltype(value), uint64_t>)
      value = std::min(value, uint64_t(INT64_MAX)); // larger than any bound
    return static_cast<int64_t>(value);
  };
  return visitInteger(type, /*i1*/ as(uint8_t()), as);
}

/// The value of o0.
bool RankExecutor::readInteger(Record &record, int32_t index,
                               int64_t &out_value) {
  ElementType type = record.command->operands[0].type;
  uint8_t bytes[16];
  WaitsForDevice meanwhile(transport);
  if (!checkDevice(popt_rt_device_read(device, record.command->stream,
                                       record.pointers[0], bytes,
                                       popt_rt_element_size(type)),
                   index) ||
      !checkHealth(index))
    return false;
  out_value = integerOf(bytes, type);
  return true;
}

/// o0 = value.
bool RankExecutor::writeInteger(Record &record, int32_t index, int64_t value) {
  ElementType type = record.command->operands[0].type;
  if (type == POPT_RT_I1)
    value = value != 0;
  auto write = [this, index, value, type, stream = record.command->stream,
                to = record.pointers[0]] {
    return checkDevice(popt_rt_device_write(device, stream, to, &value,
                                            popt_rt_element_size(type)),
                       index);
  };
  if (!recorder.isRecording())
    return write();
  if (!checkDevice(recorder.beginPart(), program.bodies[0].begin))
    return false;
  recorder.note(write);
  return write() || runSpoilt();
}

int64_t RankExecutor::evaluate(const Scalar &scalar) const {
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return scalar.value;
  case Scalar::Kind::RankTable:
    return table.rankTables[scalar.value][rank];
  case Scalar::Kind::Microbatch:
    return microbatch;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

bool RankExecutor::launch(Record &record, int32_t index) {
  popt_rt_status status = popt_rt_action_launch(
      record.action.get(), record.command->stream, record.pointers.data(),
      record.scalars.data(), workspace + record.scratch);
  return checkDevice(status, index);
}

bool RankExecutor::run(const KernelOp &op, Record &record, int32_t index) {
  for (size_t i = 0; i < op.scalars.size(); ++i)
    record.scalars[1 + i] = evaluate(op.scalars[i]);
  return launch(record, index);
}
bool RankExecutor::run(const SetOp &op, Record &record, int32_t index) {
  return writeInteger(record, index, evaluate(op.value));
}

bool RankExecutor::runAlone(const CollectiveOp &op, Record &record,
                            int32_t index) {
  if (!record.collective.participates())
    return true;
  popt_rt_op call{op.id < 0 ? index : op.id, record.name.c_str(),
                  record.stream};
  ++record.counter->count;
  record.counter->wireBytes += record.collective.volume().wireBytes;
  return check(record.collective.run(call, record.command->stream,
                                     record.pointers.data(),
                                     workspace + record.scratch),
               index);
}

bool RankExecutor::run(const CollectiveOp &op, Record &record, int32_t index) {
  double begin = secondsNow();
  bool ok =
      markCall(index, false) &&
      (op.bucket ? runBucket(index, op.bucket) : runAlone(op, record, index)) &&
      markCall(index, true);
  if (op.id >= 0) // its members run different programs
    noteWait(begin, index);
  else
    communicated += secondsNow() - begin;
  return ok && (!record.collective.participates() ||
                noteMeetings(bucketAt(index), index));
}

bool RankExecutor::transfer(Record &record, int32_t index, bool send) {
  if (!record.peer)
    return true;
  const Command &command = *record.command;
  popt_rt_op op{firstNumber + index, record.name.c_str(), record.stream};
  const Operand &operand = command.operands[0];
  popt_rt_request *request = nullptr;
  if (command.event >= 0 && !waitFor(requests[numberOf(command.event)], index))
    return false;
  int64_t count = operand.numElements();
  popt_rt_status status =
      send ? popt_rt_send_start(record.peer, &op, record.pointers[0], count,
                                operand.type, record.peerMember, &request)
           : popt_rt_recv_start(record.peer, &op, record.pointers[0], count,
                                operand.type, record.peerMember, &request);
  if (!check(status, index))
    return false;
  bool ok = true;
  if (command.event >= 0)
    requests[numberOf(command.event)] = request;
  if (turns) {
    startOf[request] = startedTransfers.size();
    startedTransfers.push_back(request);
    ok = issue(turns->start(), index);
  }
  return (command.event >= 0 || waitFor(request, index)) && ok;
}

/// Transfers of this step get their places in the order of streams.
bool RankExecutor::issue(const std::vector<int32_t> &starts, int32_t index) {
  std::vector<popt_rt_request *> group;
  for (int32_t start : starts)
    if (popt_rt_request *request = startedTransfers[start])
      group.push_back(request);
  return check(popt_rt_issue(transport, group.data(),
                             static_cast<int32_t>(group.size())),
               index);
}

/// Collectives that all their members have in their orders have been called.
bool RankExecutor::noteMeetings(int32_t count, int32_t index) {
  for (int32_t i = 0; turns && !numUncertain && i < count; ++i)
    if (!issue(turns->meet(), index))
      return false;
  return true;
}

bool RankExecutor::run(const SendOp &, Record &record, int32_t index) {
  if (record.counter) {
    ++record.counter->count;
    record.counter->wireBytes += static_cast<double>(record.bytes);
  }
  return transfer(record, index, true);
}

bool RankExecutor::run(const RecvOp &, Record &record, int32_t index) {
  return transfer(record, index, false);
}

bool RankExecutor::run(const LoopOp &op, Record &record, int32_t index) {
  int64_t count = evaluate(op.count);
  bool isConstant = op.count.kind == Scalar::Kind::Constant;
  for (int64_t i = 0; i < count; ++i) {
    iterations[op.body] = i;
    if (!record.pointers.empty() && !writeInteger(record, index, i))
      return false;
    if (!(isConstant ? runBody(op.body) : runUncertain(op.body)))
      return false;
  }
  return true;
}

bool RankExecutor::run(const WhileOp &op, Record &record, int32_t index) {
  for (;;) {
    int64_t goesOn = 0;
    if (!runUncertain(op.condition) || !readInteger(record, index, goesOn))
      return false;
    if (!goesOn)
      return true;
    if (!runUncertain(op.body))
      return false;
  }
}

/// A body that data, or the rank, decides about.
bool RankExecutor::runUncertain(int32_t body) {
  ++numUncertain;
  bool ok = runBody(body);
  --numUncertain;
  return ok;
}

bool RankExecutor::run(const CaseOp &op, Record &record, int32_t index) {
  int64_t last = static_cast<int64_t>(op.branches.size()) - 1, which = 0;
  if (!readInteger(record, index, which))
    return false;
  if (which < 0 || which > last)
    which = last;
  return op.branches[which] < 0 || runUncertain(op.branches[which]);
}

bool RankExecutor::run(const ScheduleOp &op, Record &record, int32_t index) {
  int64_t outer = microbatch;
  bool ok = true;
  for (auto [body, number] : op.calls) {
    microbatch = number;
    if (transport)
      popt_rt_transport_in_step(transport, stepsBegun, number);
    double begin = tracer.begin();
    ok = (record.pointers.empty() || writeInteger(record, index, number)) &&
         runBody(body);
    tracer.note({index, record.command->stream, number, body}, begin);
    if (!ok)
      break;
  }
  microbatch = outer;
  if (transport)
    popt_rt_transport_in_step(transport, stepsBegun, -1);
  return ok;
}

/// What it waits for, every command waits for before it runs.
bool RankExecutor::run(const WaitOp &, Record &, int32_t) { return true; }

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void RankExecutor::resolveAddresses(Record &record) {
  if (!record.moves)
    return;
  for (size_t i = 0; i < record.addresses.size(); ++i) {
    const OperandAddress &a = record.addresses[i];
    uint8_t *pointer = a.base;
    if (a.slots)
      pointer += a.slotStride *
                 (*a.slots)[static_cast<size_t>(microbatch) % a.slots->size()];
    for (const Term &term : *a.terms)
      pointer +=
          term.bytes * (term.loop < 0 ? microbatch : iterations[term.loop]);
    record.pointers[i] = pointer;
  }
}

bool RankExecutor::runCommand(int32_t index) {
  if (!recorder.isRecording())
    return issueCommand(index);
  return prepareToRecord(index) && (issueCommand(index) || runSpoilt());
}

bool RankExecutor::issueCommand(int32_t index) {
  Record &record = records[index];
  const Command &command = *record.command;
  if (transport)
    popt_rt_transport_computing(transport, firstNumber + index);
  if (!waitForEvents(command, index))
    return false;
  resolveAddresses(record);
  double begin = tracer.begin();
  // The event of a bucket is its last command's.
  const Command &last = program.commands[index + bucketAt(index) - 1];
  if (numbers.isOn())
    numbers.before(command, record.pointers.data());
  bool ok = record.handler(*this, record, index) && recordEvent(last, index);
  if (numbers.isOn() && ok)
    numbers.after(program, index, record.pointers.data());
  tracer.note({index, command.stream, static_cast<int32_t>(microbatch)}, begin);
  return ok;
}

/// Packs all members, has the transport run them as one, unpacks all.
bool RankExecutor::runBucket(int32_t first, int32_t count) {
  Record &head = records[first];
  popt_rt_group *group = head.collective.transportGroup();
  if (!group)
    return true; // this rank is in none of its groups
  if (!check(popt_rt_bucket_begin(group), first))
    return false;
  int64_t id = std::get<CollectiveOp>(head.command->op).id;
  popt_rt_op op{firstNumber + (id < 0 ? first : id), head.name.c_str(),
                head.stream};
  int32_t stream = head.command->stream;
  bool ok = true;
  for (int32_t i = first; i < first + count && ok; ++i) {
    Record &record = records[i];
    resolveAddresses(record);
    // Members of one kind are one message in reports.
    record.counter->count += record.isFirstOfKind;
    record.counter->wireBytes += record.collective.volume().wireBytes;
    ok = check(record.collective.start(op, stream, record.pointers.data(),
                                       workspace + record.scratch),
               i);
  }
  // Where one could not be packed nothing may run: the others would be a bucket
  // that no peer has.
  if (!ok || !check(popt_rt_bucket_end(group, &op), first))
    return false;
  for (int32_t i = first; i < first + count && ok; ++i)
    ok = checkDevice(
        records[i].collective.finish(stream, records[i].pointers.data(),
                                     workspace + records[i].scratch),
        i);
  return ok;
}

/// Whether a command is work of the rank's own.
static bool computes(const AnyOp &op) {
  return std::holds_alternative<KernelOp>(op) ||
         std::holds_alternative<MatmulOp>(op) ||
         std::holds_alternative<ConvOp>(op) ||
         std::holds_alternative<AttentionOp>(op) ||
         std::holds_alternative<CopyOp>(op) ||
         std::holds_alternative<FillOp>(op);
}

bool RankExecutor::runBody(int32_t body) {
  const Body &b = program.bodies[body];
  for (int32_t i = b.begin; i < b.end; i += bucketAt(i))
    if (!(faults.isOn() ? runFaulty(i, b.end) : runCommand(i)))
      return false;
  return true;
}

/// The same, if POPT_FAULT asks for something. `index` is then the last command
/// that is done.
bool RankExecutor::runFaulty(int32_t &index, int32_t end) {
  int32_t first = index;
  return faults.run(
      index,
      {stepsBegun, first + bucketAt(first), end,
       computes(program.commands[first].op)},
      [&] {
        if (transport)
          popt_rt_transport_computing(transport, firstNumber + first);
      },
      [&](int32_t i) { return runCommand(i); });
}
