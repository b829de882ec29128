//===- ChosenOrder.cpp - Schedule "auto" for the tasks of a loop ----------===//
//
// form-tasks cuts as finely as any schedule wants. Here the best order is looked
// for twice (popt/Pipeline/AutoSchedule.h): of the tasks with their weight parts,
// and of those parts put apart. Weight parts that gain nothing go back.
//
// A budget is for all that a device holds, an order decides about what is kept
// between tasks: the difference is estimated. Tested by
// test/Stages/schedule-tasks-auto.mlir and by execution in test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "ChosenOrder.h"

#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/HeldBytes.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;
using pipeline::AutoOptions;
using pipeline::AutoSchedule;

/// A shorter makespan by less, relatively, is none.
static constexpr double kEqual = 1e-9;

/// Fidelity `tasks` of HeldBytes.h, per coordinate: most bytes that one of its
/// tasks makes for itself. What it leaves for others lies in slots.
static std::vector<int64_t> temporaryBytes(StageProgram &program,
                                           const TaskGraphBuilder &builder,
                                           const StageUses &uses) {
  const pipeline::Problem &problem = builder.problem;
  LocalKernels kernels(program.main);
  std::vector<std::vector<const TaskGraphBuilder::Node *>> nodes(
      problem.tasks.size());
  for (const TaskGraphBuilder::Node &node : builder.nodes)
    nodes[node.task].push_back(&node);
  std::vector<int64_t> most(problem.coordinates, 0);
  for (auto [task, own] : llvm::zip_equal(problem.tasks, nodes)) {
    llvm::DenseMap<Value, int64_t> lastRead;
    for (auto [i, node] : llvm::enumerate(own))
      if (!leavesOperandInPlace(node->op))
        for (Value operand : uses.operandsOf(node->op))
          lastRead[viewedBy(operand)] = static_cast<int64_t>(i);
    SmallVector<HeldInterval> intervals;
    for (auto [i, node] : llvm::enumerate(own)) {
      if (leavesOperandInPlace(node->op) || isAmongConstants(node->op) ||
          kernels.isFused(node->op))
        continue;
      for (Value result : node->op->getResults())
        if (auto it = lastRead.find(result);
            it != lastRead.end() &&
            builder.crossing(result, task.coordinate) < 0)
          intervals.push_back(
              {static_cast<int64_t>(i), it->second, arenaBytes(result)});
    }
    HeldBytes held(static_cast<int64_t>(own.size()), intervals);
    most[task.coordinate] = std::max(most[task.coordinate], held.peak());
  }
  return most;
}

std::vector<int64_t> popt::bytesBesideKept(StageProgram &program,
                                           dist::TimeLoopOp loop,
                                           const TaskGraphBuilder &builder,
                                           const StageUses &uses) {
  std::vector<int64_t> bytes = temporaryBytes(program, builder, uses);
  for (BlockArgument argument : program.main.getArguments())
    for (int64_t coordinate : toCoordinates(uses.heldAt(argument)))
      bytes[coordinate] += arenaBytes(argument);
  for (unsigned i = 0; i < loop->getNumResults(); ++i)
    for (int c = 0; c < builder.problem.coordinates; ++c)
      if (builder.taskOfCarried(i, c) >= 0)
        bytes[c] += arenaBytes(builder.nextOf(i));
  return bytes;
}

std::optional<ChosenOrder> popt::chooseOrder(StageProgram &program,
                                             dist::TimeLoopOp loop,
                                             TaskGraphBuilder &builder,
                                             const StageUses &uses,
                                             int64_t memoryBudget) {
  AutoOptions options;
  options.sendsFromSlots = true;
  options.asMuchAsNamed = true;
  if (memoryBudget > 0)
    for (int64_t bytes : bytesBesideKept(program, loop, builder, uses))
      options.maxBytes.push_back(std::max<int64_t>(0, memoryBudget - bytes));
  TaskGraphBuilder whole = builder;
  whole.mergeWeightParts();
  std::string error;
  auto find = [&](const TaskGraphBuilder &tasks) {
    return pipeline::autoSchedule(pipeline::TaskGraph(tasks.problem), options,
                                  error);
  };
  std::optional<AutoSchedule> best = find(whole), split;
  bool hasParts =
      llvm::any_of(builder.problem.tasks, [](const pipeline::Task &task) {
        return task.part == pipeline::Part::Weight;
      });
  if (hasParts)
    split = find(builder);
  auto merge = [&] {
    if (hasParts) {
      builder.mergeWeightParts();
      builder.write();
    }
  };
  if (!best && !split) {
    program.meshOp.emitWarning()
        << "schedule \"auto\": " << error << ", which is what the budget of "
        << memoryBudget
        << " bytes leaves beside arguments, sums and a running task, as "
           "estimated; 1f1b is taken";
    merge();
    return std::nullopt;
  }
  bool splits = split && (!best || split->chosen.seconds <
                                       best->chosen.seconds * (1 - kEqual));
  // What the other way of cutting has to offer is considered, too.
  if (splits)
    std::swap(best, split);
  else
    merge();
  ChosenOrder answer{std::move(*best), splits};
  AutoSchedule &found = answer.found;
  if (split) {
    found.lowerBound = std::min(found.lowerBound, split->lowerBound);
    for (const pipeline::AutoCandidate &other :
         {split->chosen, split->runnerUp})
      if (!other.name.empty() && other.name != found.chosen.name &&
          (found.runnerUp.name.empty() ||
           other.seconds < found.runnerUp.seconds))
        found.runnerUp = other;
  }
  return answer;
}
