//===- EmitStepStages.cpp - Messages between stages -----------------------===//
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
// arrive in any order, as lib/Pipeline/Simulate.h has it.
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
  int32_t event = static_cast<int32_t>(events.size());
  return events.try_emplace(message, event).first->second;
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
  // Memory that nobody reads is free again at once.
  if (op->use_empty())
    return;
  receive.event = eventOf(op.getMessage());
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
  collective.kind = rt::CollectiveKind::AllReduce;
  collective.monoid = op.getMonoid();
  collective.group = table.addGroup(name + "]", lists);
  // Its members run different programs: they know it by its number.
  collective.id = op.getMessage();
  command(op, collective,
          {operandOf(op.getInput()), operandOf(op.getResult())});
}

/// A body of its own, called once: the trace shows its microbatch.
LogicalResult StepEmitter::emit(dist::TaskOp task) {
  for (auto [i, init] : llvm::enumerate(task.getInits())) {
    rt::Operand carried = operandOf(task->getResult(i));
    copy(task, operandOf(init), carried);
    operands[task.getBody().getArgument(i)] = carried;
  }
  FailureOr<int32_t> body = emitNested(task.getBody(), task.getLabel().str());
  if (failed(body))
    return failure();
  rt::CallOp call;
  call.body = *body;
  call.microbatch = static_cast<int32_t>(task.getMicrobatch());
  command(task, call, {});
  return success();
}
