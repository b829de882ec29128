//===- EmitStepStages.cpp - Messages along the stage axis -----------------===//
//
// A message is sent to the rank of the other stage that has the same device
// coordinates; a rank table has the peers.
//
//   dist.send %x message 3 to 1          step.send to @table0 (..) event 0
//   dist.sent %x message 3       becomes step.wait waits [0]
//   %y = dist.recv message 3 from 0      step.recv_start from @table1 (..)
//                                          event 1
//   a reader of %y                       step.wait waits [1], and the reader
//
// A receive only announces its memory, so that messages of several stages
// arrive in any order, as include/popt/Pipeline/Simulate.h has it.
//
// Covered by test/Conversion/emit-step-stages.mlir and test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace popt;

/// Messages keep out of the way of collectives of the same ranks.
static constexpr int32_t kChannel = 1;

int64_t StepEmitter::stageOf(int64_t rank) const {
  std::optional<int> axis = dist::findStageAxis(mesh);
  return axis ? mesh.coordinates(rank)[*axis] : 0;
}

int32_t StepEmitter::peers(int64_t stage) {
  std::optional<int> axis = dist::findStageAxis(mesh);
  std::optional<int64_t> own = dist::getStage(main);
  return rankTable([&](int64_t rank) -> int64_t {
    std::vector<int64_t> coordinates = mesh.coordinates(rank);
    if (!axis || coordinates[*axis] != own)
      return -1;
    coordinates[*axis] = stage;
    return mesh.rank(coordinates);
  });
}

int32_t StepEmitter::eventOf(int64_t message) {
  auto [event, isNew] = events.try_emplace(message, numEvents);
  numEvents += isNew;
  return event->second;
}

void StepEmitter::emit(dist::SendOp op) {
  rt::Operand operand = operandOf(op.getInput());
  if (operand.numElements() == 0)
    return;
  int32_t event = eventOf(op.getMessage());
  command(op, rt::SendOp{peers(op.getTo()), kChannel}, {operand}).event = event;
}

void StepEmitter::emit(dist::SentOp op) {
  auto event = events.find(op.getMessage());
  if (event != events.end())
    command(op, rt::WaitOp{}, {}).waits = {event->second};
}

void StepEmitter::emit(dist::RecvOp op) {
  rt::Command &receive = command(op, rt::RecvOp{peers(op.getFrom()), kChannel},
                                 {operandOf(op.getResult())});
  // A buffer without readers is free again at once.
  if (op->use_empty())
    return;
  receive.event = eventOf(op.getMessage());
  // In a pipelined loop the schedule places the waits.
  if (!isa<dist::TimeLoopOp>(op->getParentOp()))
    arriving[op.getResult()] = receive.event;
}

void StepEmitter::waitForMessages(Operation *op) {
  if (arriving.empty() || op->hasAttr(kStepView))
    return;
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  std::vector<int32_t> waits;
  for (Value value : read) {
    while (value.getDefiningOp() && value.getDefiningOp()->hasAttr(kStepView))
      value = value.getDefiningOp()->getOperand(0);
    auto message = arriving.find(value);
    if (message == arriving.end())
      continue;
    waits.push_back(message->second);
    arriving.erase(message);
  }
  if (!waits.empty())
    command(op, rt::WaitOp{}, {}).waits = std::move(waits);
}

void StepEmitter::emit(dist::ReduceStagesOp op) {
  std::optional<int> axis = dist::findStageAxis(mesh);
  std::vector<std::vector<int32_t>> lists;
  std::string name = "[";
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
    std::vector<int64_t> coordinates = mesh.coordinates(rank);
    if (!axis || coordinates[*axis] != op.getAt().front())
      continue;
    lists.emplace_back();
    for (int64_t stage : op.getAt()) {
      coordinates[*axis] = stage;
      lists.back().push_back(static_cast<int32_t>(mesh.rank(coordinates)));
    }
    name += name.size() > 1 ? ", [" : "[";
    for (auto [i, member] : llvm::enumerate(lists.back()))
      name += (i ? ", " : "") + std::to_string(member);
    name += "]";
  }
  rt::CollectiveOp collective;
  collective.kind = CollectiveKind::AllReduce;
  collective.monoid = op.getMonoid();
  collective.group = table.addGroup(name + "]", lists);
  auto count = static_cast<int32_t>(op.getInputs().size());
  for (auto [i, input, result] :
       llvm::enumerate(op.getInputs(), op.getResults())) {
    collective.bucket = i == 0 && count > 1 ? count : 0;
    // Its members run different programs: they know it by its number.
    collective.id = op.getMessage() + static_cast<int64_t>(i);
    command(op, collective, {operandOf(input), operandOf(result)});
  }
}

//===----------------------------------------------------------------------===//
// Pipelined loops
//===----------------------------------------------------------------------===//
//
//   dist.time_loop .. {dist.order = #dist.order<run 0:0, send 4:0, run 0:1,
//   ..>}
// becomes
//   step.schedule of [@0F, @send, ..] calls [0, 0, 1, 0, 0, 1, ..]
//
// Tasks and messages have a body each, and receives one more that waits: the
// first reader of an instance calls it. Operands with slots lie where the
// microbatch has its own.

/// Bytes from slot to slot of what a task or message makes.
static int64_t strideOf(OpResult result) {
  auto strides =
      result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kStepSlotStrides);
  return strides ? strides[result.getResultNumber()] : 0;
}

/// Where the loop's operands lie as its first microbatch reads them.
void StepEmitter::emitCarried(dist::TimeLoopOp loop) {
  auto lists = loop->getAttrOfType<DenseI64ArrayAttr>(kStepCarriedSlots);
  Operation *returned = loop.getBody().front().getTerminator();
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    Value init = loop.getInits()[i];
    if (dist::isReplacedInPlace(loop, i)) {
      rt::Operand replaced = operandOf(loop.getResult(i));
      copy(loop, operandOf(init), replaced);
      operands[loop.getCarried()[i]] = std::move(replaced);
      continue;
    }
    // What the microbatch before left; the first one finds the loop's operand.
    rt::Operand before = operandOf(returned->getOperand(i));
    before.slots = lists ? static_cast<int32_t>(lists[i]) : -1;
    before.slotStride = before.slots < 0
                            ? 0
                            : strideOf(cast<OpResult>(returned->getOperand(i)));
    operands[loop.getCarried()[i]] = before;
    if (before.slots >= 0)
      before.offset +=
          before.slotStride * table.programs.back().slots[before.slots].front();
    before.slots = -1;
    before.slotStride = 0;
    copy(loop, operandOf(init), before);
  }
}

/// The loop's order as calls of bodies; those that do nothing are left out.
rt::ScheduleOp
StepEmitter::callsOf(dist::TimeLoopOp loop,
                     const llvm::DenseMap<Operation *, int32_t> &bodyOf) {
  rt::ScheduleOp schedule;
  std::map<dist::StepName, Operation *> named = dist::getNamedSteps(loop);
  llvm::DenseMap<Operation *, SmallVector<dist::InstanceRead>> reads;
  llvm::DenseMap<Operation *, int32_t> waitOf; // by receive
  for (auto [name, op] : named) {
    reads[op] = dist::getInstancesRead(op);
    for (const dist::InstanceRead &read : reads[op]) {
      auto recv = dyn_cast<dist::RecvOp>(read.value.getOwner());
      if (!recv || operandOf(read.value).numElements() == 0 ||
          waitOf.contains(recv))
        continue;
      int32_t outer = std::exchange(current, newBody("wait"));
      waitOf[recv] = current;
      command(recv, rt::WaitOp{}, {}).waits = {eventOf(recv.getMessage())};
      current = outer;
    }
  }
  llvm::DenseSet<std::pair<Operation *, int32_t>> arrived;
  for (const dist::OrderAttr::Step &step : dist::getOrder(loop).getSteps()) {
    Operation *op = named.at({step.kind, step.number});
    for (const dist::InstanceRead &read : reads[op]) {
      auto wait = waitOf.find(read.value.getOwner());
      int32_t instance = step.microbatch - read.distance;
      if (wait != waitOf.end() && instance >= 0 &&
          step.kind != dist::OrderAttr::Sent &&
          arrived.insert({wait->first, instance}).second)
        schedule.calls.push_back({wait->second, instance});
    }
    if (int32_t body = bodyOf.lookup(op); !bodies[body].empty())
      schedule.calls.push_back({body, step.microbatch});
  }
  return schedule;
}

LogicalResult StepEmitter::emitPipeline(dist::TimeLoopOp loop) {
  auto offsets = loop->getAttrOfType<DenseI64ArrayAttr>(kStepArgumentOffsets);
  if (!offsets || offsets.size() != 1)
    return loop.emitError("time loop has no offset for its step's number");
  if (failed(place(loop.getStep(), offsets[0])))
    return failure();
  mlir::Block &block = loop.getBody().front();
  for (Operation &op : block)
    if (failed(placeResults(&op)))
      return failure();
  emitCarried(loop);
  llvm::DenseMap<Operation *, int32_t> bodyOf;
  for (Operation &op : block.without_terminator()) {
    auto task = dyn_cast<dist::TaskOp>(op);
    std::string name =
        task ? task.getLabel().str() : op.getName().stripDialect().str();
    int32_t outer = std::exchange(current, newBody(name));
    bodyOf[&op] = current;
    LogicalResult done = emitOp(&op);
    current = outer;
    if (failed(done))
      return failure();
  }
  rt::ScheduleOp schedule = callsOf(loop, bodyOf);
  command(loop, schedule, {operandOf(loop.getStep())});
  return success();
}

/// What the task replaces lies where the loop has it.
LogicalResult StepEmitter::emit(dist::TaskOp task) {
  auto loop = cast<dist::TimeLoopOp>(task->getParentOp());
  for (auto [i, init] : llvm::enumerate(task.getInits())) {
    rt::Operand carried = operandOf(task->getResult(i));
    copy(task, operandOf(init), carried);
    operands[task.getBody().getArgument(i)] = carried;
  }
  if (failed(emitBody(task.getBody().front(), current)))
    return failure();
  for (auto [i, init] : llvm::enumerate(task.getInits()))
    copy(task, operandOf(task->getResult(i)),
         operandOf(
             loop.getResult(cast<BlockArgument>(init).getArgNumber() - 1)));
  return success();
}
