//===- StrategySolver.cpp - Solves strategy problems ----------------------===//
//
// Tested by test/Partition/choose-strategies.mlir, shared-messages.mlir and
// test/unit/Partition/OpenStrategiesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "StrategySolver.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/StrategyRule.h"

using namespace mlir;

namespace popt {

/// How often strategies are solved again with messages shared by as many as before.
static constexpr int kSharingRounds = 2;

PairwiseOptions strategySolverOptions() {
  PairwiseOptions options;
  options.maxIterations = 200;
  options.gap = 1e-6;
  options.entriesPerGap = 5e5;
  options.stall = 1e-3;
  // A few percent lie within the error of the costs themselves.
  options.wideGap = 3e-2;
  return options;
}

/// The best answer if reshards share messages. How many do is known of an answer:
/// of what propagation left, and of those that follow from it.
static void shareMessages(const StrategyProblem &problem,
                          PairwiseOptions options, PairwiseSolution &best) {
  double least = problem.costOf(best.labels);
  std::vector<int> sharers = problem.getPropagated();
  auto isShared = [&](const std::vector<int> &labels) {
    return problem.costOf(labels) < problem.getProblem().evaluate(labels);
  };
  if (!isShared(best.labels) && !isShared(sharers))
    return;
  for (int round = 0; round < kSharingRounds; ++round) {
    std::optional<PairwiseProblem> sharing = problem.withMessagesOf(sharers);
    if (!sharing) { // the problem that `best` solves
      sharers = best.labels;
      continue;
    }
    options.starts = {best.labels, problem.getPropagated()};
    PairwiseSolution next = solve(*sharing, options);
    if (!std::isfinite(next.cost))
      break;
    sharers = next.labels;
    if (double cost = problem.costOf(next.labels); cost < least * (1 - 1e-9)) {
      least = cost;
      best = std::move(next);
    }
  }
  if (problem.costOf(problem.getPropagated()) < least * (1 - 1e-9))
    best.labels = problem.getPropagated();
  best.cost = std::min(least, problem.costOf(best.labels));
  best.bound = std::min(best.bound, best.cost);
}

/// What propagation left, as it is.
static PairwiseSolution keep(const StrategyProblem &problem) {
  PairwiseSolution kept;
  kept.labels = problem.getPropagated();
  kept.cost = kept.bound = problem.costOf(kept.labels);
  return kept;
}

PairwiseSolution solveStrategies(ModuleOp module,
                                 const StrategyProblem &problem,
                                 const PairwiseOptions &given) {
  if (dist::keepsPropagated(module))
    return keep(problem);
  PairwiseOptions options = given;
  // What propagation left, and everything whole everywhere (the first label).
  options.starts = {problem.getStart(),
                    std::vector<int>(problem.getStart().size(), 0)};
  // Open arguments and results never cost more than as propagation left them, which
  // is whole, and the second start, where nothing is said.
  auto startFrom = [&](const std::optional<PairwiseProblem> &easier) {
    if (!easier || !easier->check().empty())
      return;
    PairwiseSolution first = solve(*easier, options);
    if (std::isfinite(first.cost))
      options.starts.push_back(std::move(first.labels));
  };
  if (!dist::invents(module))
    startFrom(problem.withPropagatedBoundary());
  // Nor does taking axes apart, though it makes the problem harder.
  startFrom(problem.withWholeAxes());
  PairwiseSolution best = solve(problem.getProblem(), options);
  if (std::isfinite(best.cost))
    shareMessages(problem, options, best);
  return best;
}

double boundOfStrategies(ModuleOp module, const StrategyProblem &problem,
                         const PairwiseSolution &solution,
                         PairwiseOptions options) {
  if (dist::keepsPropagated(module))
    return solution.bound;
  std::optional<PairwiseProblem> sharing = problem.withFreeLatencies();
  if (!sharing)
    return solution.bound;
  options.starts = {solution.labels};
  options.maxForests = 0; // of the answer, nothing more is asked
  return std::min(solve(*sharing, options).bound, solution.cost);
}

static void writeLayouts(PartitionInput &input, Operation *op,
                         const OpLayouts &layouts) {
  if (op->getNumOperands()) {
    SmallVector<dist::ShardingAttr> operands;
    for (const Layout &layout : layouts.operands)
      operands.push_back(input.attr(layout));
    dist::setOperandShardings(op, operands);
  }
  for (auto [result, layout] : llvm::zip(op->getResults(), layouts.results))
    dist::setSharding(result, input.attr(layout));
}

void writeArgumentShardings(PartitionInput &input) {
  dist::BoundaryAttrs attrs(input.main);
  for (auto [i, type] : llvm::enumerate(input.main.getArgumentTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (!attrs.getSharding(i))
        attrs.setSharding(i, input.attr(Layout::replicate(tensor.getRank())));
  attrs.write();
}

void writeStrategies(PartitionInput &input, const StrategyProblem &problem,
                     const std::vector<int> &labels) {
  problem.forEach(labels, [&](Operation *op, const OpLayouts &layouts) {
    writeLayouts(input, op, layouts);
  });
}

void writeBoundary(PartitionInput &input, const StrategyProblem &problem,
                   const std::vector<int> &labels) {
  dist::BoundaryAttrs attrs(input.main);
  problem.forEachBoundary(
      labels,
      [&](BlockArgument argument, const Layout &layout) {
        attrs.setSharding(argument.getArgNumber(), input.attr(layout));
      },
      [&](unsigned result, const Layout &layout) {
        attrs.setResultSharding(result, input.attr(layout));
      });
  for (NamedAttrList &list : attrs.arguments)
    list.erase(dist::kBound);
  for (NamedAttrList &list : attrs.results)
    list.erase(dist::kBound);
  attrs.write();
}

void explainMisfit(PartitionInput &input, const StrategyProblem &problem,
                   const std::vector<int> &labels) {
  writeStrategies(input, problem, labels);
  bool isSaid = false;
  walkProgram(input.main, [&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(use.get().getType());
      dist::ShardingAttr read = dist::getOperandSharding(use);
      std::optional<Layout> made = layoutOf(use.get(), input.mesh);
      if (isSaid || !type || !read || !made || isSourceValue(use.get()))
        continue;
      Layout wanted = read.toLayout(input.mesh).closed();
      if (planOf(input, use.get(), made->closed(), wanted))
        continue;
      isSaid = true;
      InFlightDiagnostic diag =
          op->emitOpError()
          << "cannot have operand " << use.getOperandNumber() << " as "
          << wanted.str(input.mesh) << ": the value is bound to "
          << made->closed().str(input.mesh)
          << ", and no sequence of collectives leads from there; bind the "
             "value, or what is made of it, to another sharding";
      diag.attachNote(use.get().getLoc()) << "the value";
    }
  });
  if (!isSaid)
    input.main.emitError(
        "no strategies fit the shardings of the arguments and results");
}

} // namespace popt
