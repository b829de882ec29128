//===- TaskParts.cpp - Visits in two --------------------------------------===//
//
// Cuts visits into parts; see TaskForming.h. Tested by
// test/Stages/split-stages-parts.mlir and by execution in test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "TaskForming.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// The middle visit
//===----------------------------------------------------------------------===//

/// True if the next state of the program is computed from the value.
static bool reachesState(Value value) {
  auto main = value.getDefiningOp()->getParentOfType<func::FuncOp>();
  auto stateArguments = dist::getStateArguments(main);
  SmallVector<Value> work{value};
  llvm::DenseSet<Operation *> seen;
  while (!work.empty())
    for (OpOperand &use : work.pop_back_val().getUses()) {
      Operation *user = main.front().findAncestorOpInBlock(*use.getOwner());
      if (user->hasTrait<OpTrait::IsTerminator>()) {
        if (stateArguments[use.getOperandNumber()])
          return true;
      } else if (seen.insert(user).second) {
        llvm::append_range(work, user->getResults());
      }
    }
  return false;
}

/// Marks the nodes that scalar outputs (the loss) are computed from.
std::vector<bool> TaskGraphBuilder::findAncestorsOfScalars() const {
  mlir::Block &body = loop.getBody().front();
  std::vector<bool> isAncestor(nodes.size(), false);
  for (OpOperand &next : body.getTerminator()->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(next.get().getType());
    Operation *definer = next.get().getDefiningOp();
    if (!type || type.getRank() != 0 || !definer ||
        definer->getBlock() != &body ||
        reachesState(loop->getResult(next.getOperandNumber())))
      continue;
    for (int64_t coordinate : toCoordinates(uses.runsAt(definer)))
      if (int node = nodeAt(definer, coordinate); node >= 0)
        isAncestor[node] = true;
  }
  for (size_t i = nodes.size(); i-- > 0;)
    if (isAncestor[i])
      for (auto [value, maker] : inputs[i])
        isAncestor[maker] = true;
  return isAncestor;
}

void TaskGraphBuilder::cutMiddle() {
  std::vector<bool> isAncestor = findAncestorsOfScalars();
  auto isMiddle = [&](const Node &node) {
    return visits[laneOf(node)] % 2 == 1 &&
           visitOfGroup[node.group] == visits[laneOf(node)] / 2;
  };
  // Cut where there is a first part, and others wait for the second.
  std::vector<bool> hasFirst(visits.size(), false), sends(visits.size(), false);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (isMiddle(nodes[i]) && isAncestor[i])
      hasFirst[laneOf(nodes[i])] = true;
    for (auto [value, maker] : inputs[i])
      if (isMiddle(nodes[maker]) && !isAncestor[maker] &&
          nodes[maker].coordinate != nodes[i].coordinate)
        sends[laneOf(nodes[maker])] = true;
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    int lane = laneOf(nodes[i]);
    isSecondHalf[i] =
        isMiddle(nodes[i]) && !isAncestor[i] && hasFirst[lane] && sends[lane];
  }
}

//===----------------------------------------------------------------------===//
// Weight parts
//===----------------------------------------------------------------------===//

/// Operations of visits in the second half that reach no other coordinate.
void TaskGraphBuilder::splitWeights() {
  isWeight.assign(nodes.size(), true);
  // Nor values that another visit reads of the previous microbatch.
  for (const Node &node : nodes)
    for (Value operand : uses.operandsOf(node.op))
      if (int index = carriedIndex(operand); index >= 0) {
        Value next = nextOf(static_cast<unsigned>(index));
        int maker =
            nodeAt(next.getDefiningOp(), sourceOf(next, node.coordinate));
        if (nodes[maker].group != node.group)
          isWeight[maker] = false;
      }
  for (size_t i = nodes.size(); i-- > 0;)
    for (auto [value, maker] : inputs[i])
      if (nodes[maker].coordinate != nodes[i].coordinate || !isWeight[i])
        isWeight[maker] = false;
  // A coordinate with one visit runs forward and backward at once, if other
  // coordinates wait for its results.
  std::vector<bool> isWaitedFor(visits.size(), false);
  for (size_t i = 0; i < nodes.size(); ++i)
    if (!isWeight[i])
      isWaitedFor[laneOf(nodes[i])] = true;
  for (size_t i = 0; i < nodes.size(); ++i) {
    int visit = visitOfGroup[nodes[i].group];
    int count = visits[laneOf(nodes[i])];
    bool isLater =
        count == 1 ? isWaitedFor[laneOf(nodes[i])] : visit >= count / 2;
    isWeight[i] = isWeight[i] && (isLater || isSecondHalf[i]);
  }
}

std::vector<int> TaskGraphBuilder::mergeWeightParts() {
  std::map<std::tuple<int, int, int>, int> visitTasks;
  std::vector<pipeline::Task> merged;
  std::vector<int> into;
  for (const pipeline::Task &task : problem.tasks) {
    auto [it, isNew] = visitTasks.try_emplace(
        {task.coordinate, task.direction, task.visit}, int(merged.size()));
    into.push_back(it->second);
    if (isNew) {
      merged.push_back(task);
      merged.back().part = pipeline::Part::Main;
    } else {
      merged[it->second].seconds += task.seconds;
    }
  }
  problem.tasks = std::move(merged);
  for (Node &node : nodes)
    node.task = into[node.task];
  problem.values.clear();
  crossings.clear();
  crossingOf.clear();
  orders.clear();
  findValues();
  return into;
}
