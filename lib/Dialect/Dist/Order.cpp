//===- Order.cpp - Time loops whose tasks run in an order -----------------===//
//
// The meaning of `dist.order` of a time loop, and its verifier. Tests:
// test/Dialect/Dist/pipelines.mlir, invalid-pipelines.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;
using namespace popt;
using namespace popt::dist;

OrderAttr dist::getOrder(Operation *op) {
  return op->getAttrOfType<OrderAttr>(kOrder);
}

std::optional<StepName> dist::getStepName(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<StepName>>(op)
      .Case([](TaskOp task) {
        return StepName{OrderAttr::Run, task.getNumber()};
      })
      .Case([](SendOp send) {
        return StepName{OrderAttr::Send, send.getMessage()};
      })
      .Case([](RecvOp recv) {
        return StepName{OrderAttr::Recv, recv.getMessage()};
      })
      .Case([](SentOp sent) {
        return StepName{OrderAttr::Sent, sent.getMessage()};
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::map<StepName, Operation *> dist::getNamedSteps(TimeLoopOp loop) {
  std::map<StepName, Operation *> named;
  for (Operation &op : loop.getBody().front().without_terminator())
    if (std::optional<StepName> name = getStepName(&op))
      named.try_emplace(*name, &op);
  return named;
}

bool dist::isReplacedInPlace(TimeLoopOp loop, unsigned index) {
  auto next = dyn_cast<OpResult>(
      loop.getBody().front().getTerminator()->getOperand(index));
  auto task = next ? dyn_cast<TaskOp>(next.getOwner()) : TaskOp();
  return task && next.getResultNumber() < task.getInits().size() &&
         task.getInits()[next.getResultNumber()] == loop.getCarried()[index];
}

SmallVector<InstanceRead> dist::getInstancesRead(Operation *op) {
  auto loop = cast<TimeLoopOp>(op->getParentOp());
  Block *body = op->getBlock();
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  SmallVector<InstanceRead> instances;
  for (Value value : values) {
    InstanceRead read{dyn_cast<OpResult>(value), 0, -1};
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == body && argument.getArgNumber()) {
      read.carried = static_cast<int>(argument.getArgNumber()) - 1;
      if (isReplacedInPlace(loop, read.carried))
        continue;
      read.value =
          dyn_cast<OpResult>(body->getTerminator()->getOperand(read.carried));
      read.distance = 1;
    }
    if (read.value && read.value.getOwner()->getBlock() == body)
      instances.push_back(read);
  }
  return instances;
}

/// The body has nothing but what steps can name, each by a name of its own, and
/// returns what that makes.
static LogicalResult verifyBody(TimeLoopOp loop) {
  Block &body = loop.getBody().front();
  std::map<StepName, Operation *> named = getNamedSteps(loop);
  for (Operation &op : body.without_terminator()) {
    std::optional<StepName> name = getStepName(&op);
    if (!name)
      return op.emitOpError("stands in a loop with \"dist.order\", which has "
                            "tasks and messages only");
    if (named[*name] != &op)
      return op.emitOpError()
             << "has number " << name->second << ", as another one of the loop";
    auto task = dyn_cast<TaskOp>(op);
    for (size_t i = 0; task && i < task.getInits().size(); ++i) {
      auto carried = dyn_cast<BlockArgument>(task.getInits()[i]);
      if (!carried || carried.getOwner() != &body ||
          carried.getArgNumber() == 0 ||
          body.getTerminator()->getOperand(carried.getArgNumber() - 1) !=
              task.getResult(i))
        return task.emitOpError() << "has an operand " << i
                                  << " that it does "
                                     "not replace for the loop around it";
    }
  }
  for (Value value : body.getTerminator()->getOperands())
    if (value.getParentBlock() != &body || isa<BlockArgument>(value))
      return loop.emitOpError("has \"dist.order\", but returns what none of "
                              "its tasks and messages makes");
  for (OpResult result : loop.getResults())
    if (!result.use_empty() &&
        !isReplacedInPlace(loop, result.getResultNumber()))
      return loop.emitOpError() << "has result " << result.getResultNumber()
                                << " read, which none of its tasks replaces";
  return success();
}

/// The microbatches for which a task runs: the first, and one past the last.
static std::pair<int64_t, int64_t> microbatchesOf(TaskOp task,
                                                  TimeLoopOp loop) {
  if (std::optional<ArrayRef<int64_t>> range = task.getMicrobatches())
    return {range->front(), range->back()};
  return {0, loop.getNumSteps()};
}

LogicalResult dist::verifyOrder(TimeLoopOp loop) {
  if (failed(verifyBody(loop)))
    return failure();
  std::map<StepName, Operation *> named = getNamedSteps(loop);
  llvm::DenseMap<Operation *, SmallVector<InstanceRead>> reads;
  for (auto [name, step] : named)
    reads[step] = getInstancesRead(step);
  int64_t microbatches = loop.getNumSteps();
  llvm::DenseSet<std::pair<Operation *, int64_t>> done;
  for (const OrderAttr::Step &step : getOrder(loop).getSteps()) {
    auto text = [&] {
      return (OrderAttr::getName(step.kind) + " " + Twine(step.number) + ":" +
              Twine(step.microbatch))
          .str();
    };
    auto it = named.find({step.kind, step.number});
    if (it == named.end())
      return loop.emitOpError() << "has step " << text()
                                << " in its order, but nothing of that number";
    if (step.microbatch >= microbatches)
      return loop.emitOpError()
             << "has step " << text() << " in its order, but " << microbatches
             << " microbatches";
    if (!done.insert({it->second, step.microbatch}).second)
      return loop.emitOpError()
             << "has step " << text() << " in its order more than once";
    if (auto task = dyn_cast<TaskOp>(it->second)) {
      auto [first, end] = microbatchesOf(task, loop);
      if (step.microbatch < first || step.microbatch >= end)
        return loop.emitOpError()
               << "has step " << text() << " in its order, but that task runs "
               << "for microbatches " << first << " to " << end - 1;
    }
    for (const InstanceRead &read : reads[it->second]) {
      int64_t instance = step.microbatch - read.distance;
      if (instance >= 0 && !done.contains({read.value.getOwner(), instance}))
        return loop.emitOpError()
               << "has step " << text()
               << " in its order before what it reads is there";
    }
  }
  for (auto [name, step] : named) {
    auto task = dyn_cast<TaskOp>(step);
    if (!task)
      continue;
    auto [first, end] = microbatchesOf(task, loop);
    for (int64_t i = first; i < end; ++i)
      if (!done.contains({step, i}))
        return loop.emitOpError()
               << "never runs task " << name.second << ":" << i;
  }
  return success();
}

/// The loop has a list of such attributes.
template <typename Attr>
static LogicalResult verifyList(Operation *op, NamedAttribute attr,
                                StringRef what) {
  auto list = dyn_cast<ArrayAttr>(attr.getValue());
  if (isa<TimeLoopOp>(op) && list && llvm::all_of(list, llvm::IsaPred<Attr>))
    return success();
  return op->emitOpError() << "has a " << attr.getName()
                           << " that is no list of " << what
                           << " on a dist.time_loop";
}

LogicalResult dist::verifyTasks(Operation *op, NamedAttribute attr) {
  if (attr.getName() == kOrder) {
    if (isa<TimeLoopOp>(op) && isa<OrderAttr>(attr.getValue()))
      return success();
    return op->emitOpError("has a \"dist.order\" that is no #dist.order of a "
                           "dist.time_loop");
  }
  if (attr.getName() == kTasks)
    return verifyList<TaskAttr>(op, attr, "#dist.task");
  if (attr.getName() == kOrders)
    return verifyList<OrderAttr>(op, attr, "#dist.order");
  if (isa<DenseI64ArrayAttr>(attr.getValue()))
    return success();
  return op->emitOpError() << "has a " << attr.getName()
                           << " that is no array<i64: ..>";
}
