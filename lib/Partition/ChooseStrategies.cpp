//===- ChooseStrategies.cpp - How each operation is divided ---------------===//
//
// Solves the strategy problem of the whole function and writes its answer as
// attributes: `dist.operand_shardings` and `dist.shardings` on every operation.
// Sources are cloned into the layouts in which they are read. Before and after
// IR: Passes.td. Tested by test/Partition/choose-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "Common.h"
#include "StrategyProblem.h"
#include "StrategyTurns.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/StrategyRule.h"
#include "popt/Partition/Passes.h"
#include "popt/Search/Mps.h"
#include "popt/Support/Remarks.h"

#include "llvm/Support/FormatVariadic.h"

#include <fstream>

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_CHOOSESTRATEGIESPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// How often strategies are solved again with messages shared by as many as before.
constexpr int kSharingRounds = 2;

void writeLayouts(PartitionInput &input, Operation *op,
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

/// Arguments that propagation left alone are whole everywhere.
void writeArgumentShardings(PartitionInput &input) {
  dist::BoundaryAttrs attrs(input.main);
  for (auto [i, type] : llvm::enumerate(input.main.getArgumentTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (!attrs.getSharding(i))
        attrs.setSharding(i, input.attr(Layout::replicate(tensor.getRank())));
  attrs.write();
}

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

/// Says which operation cannot have what it reads; layouts are written.
void explainMisfit(PartitionInput &input) {
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

class ChooseStrategies
    : public PassOnInput<impl::ChooseStrategiesPassBase<ChooseStrategies>> {
public:
  using PassOnInput::PassOnInput;

  /// What propagation left, as it is.
  static PairwiseSolution keep(const StrategyProblem &problem) {
    PairwiseSolution kept;
    kept.labels = problem.getPropagated();
    kept.cost = kept.bound = problem.costOf(kept.labels);
    return kept;
  }

  PairwiseOptions solverOptions() const {
    PairwiseOptions options;
    options.maxIterations = iterations;
    options.gap = 1e-6;
    options.entriesPerGap = 5e5;
    options.stall = 1e-3;
    // A few percent lie within the error of the costs themselves.
    options.wideGap = 3e-2;
    return options;
  }

  PairwiseSolution solveAll(const StrategyProblem &problem) {
    PairwiseOptions options = solverOptions();
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
    if (!dist::invents(getOperation()))
      startFrom(problem.withPropagatedBoundary());
    // Nor does taking axes apart, though it makes the problem harder.
    startFrom(problem.withWholeAxes());
    PairwiseSolution best = solve(problem.getProblem(), options);
    if (std::isfinite(best.cost))
      shareMessages(problem, options, best);
    return best;
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
      options.starts = {best.labels, problem.getPropagated()};
      PairwiseSolution next = solve(problem.withMessagesOf(sharers), options);
      if (!std::isfinite(next.cost))
        break;
      sharers = next.labels;
      if (double cost = problem.costOf(next.labels);
          cost < least * (1 - 1e-9)) {
        least = cost;
        best = std::move(next);
      }
    }
    if (problem.costOf(problem.getPropagated()) < least * (1 - 1e-9))
      best.labels = problem.getPropagated();
    best.cost = std::min(least, problem.costOf(best.labels));
    best.bound = std::min(best.bound, best.cost);
  }

  /// A bound of all strategies, however many reshards share a message: those of the
  /// problem pay for their own.
  double boundOf(const StrategyProblem &problem,
                 const PairwiseSolution &solution) {
    std::optional<PairwiseProblem> sharing = problem.withFreeLatencies();
    if (!sharing)
      return solution.bound;
    PairwiseOptions options = solverOptions();
    options.starts = {solution.labels};
    return std::min(solve(*sharing, options).bound, solution.cost);
  }

  /// For checks by others: as exact an answer as can be had beside the problem.
  LogicalResult writeProblem(const StrategyProblem &problem) {
    PairwiseOptions exact;
    exact.maxIterations = 2000;
    exact.starts = {problem.getStart(), problem.getPropagated()};
    PairwiseSolution found = solve(problem.getProblem(), exact);
    std::ofstream file(mps);
    writeMps(problem.getProblem(),
             llvm::formatv("popt finds {0:e12}, and that none is below {1:e12}",
                           found.cost, found.bound)
                 .str(),
             file);
    file.close();
    if (!file)
      return getOperation().emitError("cannot write \"") << mps << "\"";
    return success();
  }

  LogicalResult runOn(PartitionInput &input) override {
    dist::dropTrivialAxes(input.main);
    writeArgumentShardings(input);
    StrategyProblem problem(input);
    if (failed(problem.build()))
      return failure();
    if (!mps.empty() && failed(writeProblem(problem)))
      return failure();
    bool isKept = dist::keepsPropagated(getOperation());
    PairwiseSolution solution = isKept ? keep(problem) : solveAll(problem);
    if (!std::isfinite(solution.cost)) {
      problem.forEach(solution.labels,
                      [&](Operation *op, const OpLayouts &layouts) {
                        writeLayouts(input, op, layouts);
                      });
      explainMisfit(input);
      return failure();
    }
    if (!isKept)
      explainTurns(input, problem, solution);
    remark::analysis(
        input.main.getLoc(),
        remark::RemarkOpts::name("choose-strategies").category("partition"))
        << llvm::formatv(
               "strategies of {0} nodes cost {1:e3} s, lower bound {2:e3} "
               "s; the propagated shardings cost {3:e3} s",
               problem.getProblem().nodes.size(), solution.cost, solution.bound,
               problem.costOf(problem.getPropagated()))
               .str()
        << remarkSeconds(solution.cost);
    if (dist::invents(getOperation())) {
      Builder builder(&getContext());
      auto write = [&](StringRef name, double value) {
        getOperation()->setAttr(name, builder.getF64FloatAttr(value));
      };
      write(dist::kModelSeconds, solution.cost);
      write(dist::kBoundSeconds,
            isKept ? solution.bound : boundOf(problem, solution));
      write(dist::kModelBytes, problem.bytesOf(solution.labels));
      if (int64_t cut = problem.getLabels().getKindsCut())
        getOperation()->setAttr(dist::kKindsCut,
                                builder.getI64IntegerAttr(cut));
    }
    dist::BoundaryAttrs attrs(input.main);
    problem.forEachBoundary(
        solution.labels,
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
    problem.forEach(solution.labels,
                    [&](Operation *op, const OpLayouts &layouts) {
                      writeLayouts(input, op, layouts);
                    });
    cloneSources(input);
    return success();
  }
};

} // namespace

std::unique_ptr<Pass>
createChooseStrategiesPass(ChooseStrategiesPassOptions options,
                           std::shared_ptr<ReshardPool> pool) {
  return std::make_unique<ChooseStrategies>(std::move(options),
                                            std::move(pool));
}

} // namespace popt
