//===- ChooseStrategies.cpp - How each operation is divided ---------------===//
//
// Solves the strategy problem of the whole function and writes its answer as
// attributes: `dist.operand_shardings` and `dist.shardings` on every operation.
// Sources are cloned into the layouts in which they are read. Before and after
// IR: Passes.td. Tested by test/Partition/choose-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "Common.h"
#include "StrategySolver.h"
#include "StrategyTurns.h"

#include "popt/Dialect/Dist/StrategyRule.h"
#include "popt/Partition/Passes.h"
#include "popt/Support/Remarks.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_CHOOSESTRATEGIESPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// Gives every reader of a source a copy in the layout that it reads; readers
/// of one layout share.
void cloneSources(PartitionInput &input) {
  SmallVector<Operation *> sources;
  walkProgram(input.main, [&](Operation *op) {
    if (op->getNumResults() == 1 && isSourceValue(op->getResult(0)))
      sources.push_back(op);
  });
  for (Operation *source : sources) {
    SmallVector<OpOperand *> uses = usesInOrder(source->getResult(0));
    llvm::MapVector<Attribute, Operation *> copies;
    OpBuilder builder(source);
    for (OpOperand *use : uses) {
      dist::ShardingAttr wanted = dist::getOperandSharding(*use);
      if (readerOf(*use).isCapture)
        wanted = input.attr(Layout::replicate(
            cast<RankedTensorType>(use->get().getType()).getRank()));
      Operation *&copy = copies[wanted];
      if (!copy) {
        copy = builder.clone(*source);
        dist::setSharding(copy->getResult(0), wanted);
      }
      use->set(copy->getResult(0));
    }
    source->erase();
  }
}

class ChooseStrategies
    : public PassOnInput<impl::ChooseStrategiesPassBase<ChooseStrategies>> {
public:
  ChooseStrategies(ChooseStrategiesPassOptions options,
                   std::shared_ptr<ReshardPool> pool,
                   std::shared_ptr<StrategyPrices> prices)
      : PassOnInput(std::move(options), std::move(pool)),
        prices(std::move(prices)) {}
  using PassOnInput::PassOnInput;

  LogicalResult runOn(PartitionInput &input) override {
    dist::dropTrivialAxes(input.main);
    writeArgumentShardings(input);
    StrategyProblem problem(input);
    if (failed(problem.build()))
      return failure();
    PairwiseOptions options = strategySolverOptions();
    options.maxIterations = iterations;
    PairwiseSolution solution =
        solveStrategies(getOperation(), problem, options);
    if (!std::isfinite(solution.cost)) {
      explainMisfit(input, problem, solution.labels);
      return failure();
    }
    if (!dist::keepsPropagated(getOperation()))
      explainTurns(input, problem, solution);
    const double propagated = problem.costOf(problem.getPropagated());
    if (prices)
      *prices = {solution.cost, propagated,
                 problem.costBesideLatencies(problem.getPropagated())};
    remark::analysis(
        input.main.getLoc(),
        remark::RemarkOpts::name("choose-strategies").category("partition"))
        << llvm::formatv(
               "strategies of {0} nodes cost {1:e3} s, lower bound {2:e3} "
               "s; the propagated shardings cost {3:e3} s",
               problem.getProblem().nodes.size(), solution.cost, solution.bound,
               propagated)
               .str()
        << remarkSeconds(solution.cost);
    writeBoundary(input, problem, solution.labels);
    writeStrategies(input, problem, solution.labels);
    cloneSources(input);
    return success();
  }

private:
  std::shared_ptr<StrategyPrices> prices;
};

} // namespace

std::unique_ptr<Pass>
createChooseStrategiesPass(ChooseStrategiesPassOptions options,
                           std::shared_ptr<ReshardPool> pool,
                           std::shared_ptr<StrategyPrices> prices) {
  return std::make_unique<ChooseStrategies>(std::move(options), std::move(pool),
                                            std::move(prices));
}

} // namespace popt
