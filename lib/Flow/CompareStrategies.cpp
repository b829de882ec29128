//===- CompareStrategies.cpp - Cheapest, propagated or dealt out ----------===//
//
// Strategies are chosen by prices of single operations and reshards; what a step
// takes is known once its collectives share buckets and its kernels are formed.
// So where the cheapest strategies are not the propagated ones, both programs are
// compiled, and the better one stays; and so is a third where there is equal work
// to deal out. Method and before/after IR: Passes.td; reasons:
// docs/Decisions/0068-propagated-strategies-are-tried.md and
// 0073-equal-work-is-dealt-out.md. Tested by test/Flow/compare-strategies.mlir
// and, over the corpus, by test/CostValidation/strategies.py.
//
//===----------------------------------------------------------------------===//
#include "TryingPass.h"
#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Dist/StrategyRule.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Flow/Passes.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Partition/Passes.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/Remarks.h"
#include "popt/Support/Subjects.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_COMPARESTRATEGIESPASS
#include "popt/Flow/Passes.h.inc"

namespace {

/// What is faster by no more than this is not worth another program than the
/// one that propagation leaves: no prediction is as exact.
constexpr double kHardlyFaster = 1.10;
/// The propagated program is not compiled where it costs so many times more by prices
/// without latencies: they are not so wrong that its step could be hardly slower. How
/// many messages it sends is known once it is compiled.
constexpr double kClearlyDearer = 2;

/// Ranks that share memory meet once for a collective, whatever its kind. With a core for
/// each that takes about as long as a message. If there are fewer cores, the system has
/// to run the ranks in turn; four ranks on two cores take 10 to 35 us.
constexpr double kMeetingInTurns = 35e-6;
/// So many have a core each on any machine.
constexpr int64_t kRanksWithCores = 2;

/// What collectives wait for in a step.
struct Meetings {
  double number = 0;
  double ringSeconds = 0;         ///< of all, by prices: a ring's messages
  SmallVector<double, 2> seconds; ///< which one may take
};

/// One of the programs.
struct Program {
  explicit Program(ModuleOp given) : trial(given) {}

  /// What may become of the module: the program at the end, or before.
  Trial &result() { return wanted ? *wanted : trial; }

  Trial trial;
  /// What was said of the program that this one was made from.
  std::shared_ptr<KeptMessages> before = std::make_shared<KeptMessages>();
  std::optional<Trial> wanted; ///< where the pass ends, if that is no plan
  OwningOpRef<ModuleOp> tasks; ///< in order, if they are drawn
  /// By operations, and by kernels; of a program that could be compiled so far.
  std::optional<double> estimate, seconds;
  Meetings meetings;

  /// If ranks take so long to meet.
  double secondsIf(double meeting) const {
    return *seconds - meetings.ringSeconds + meetings.number * meeting;
  }
  double mostSeconds() const {
    double most = *seconds;
    for (double meeting : meetings.seconds)
      most = std::max(most, secondsIf(meeting));
    return most;
  }
};

/// The collectives of a step where all ranks share one memory; none elsewhere.
Meetings meetingsOf(ModuleOp module) {
  Meetings meetings;
  FailureOr<std::optional<CostModel>> costs = CostModel::of(module);
  SmallVector<func::FuncOp> programs = dist::getPrograms(module);
  if (failed(costs) || !*costs || programs.size() != 1 ||
      !(*costs)->machine.host.isShared || (*costs)->machine.links.size() != 1)
    return meetings;
  meetings.seconds = {(*costs)->messageLatency()};
  if ((*costs)->mesh.numRanks() > kRanksWithCores)
    meetings.seconds.push_back(kMeetingInTurns);
  programs.front().walk([&](Operation *op) {
    // A bucket has one rendezvous for all of its members.
    if (isa<dist::BucketOp>(op->getParentOp()) ||
        !isa<dist::BucketOp, dist::CollectiveOpInterface>(op))
      return;
    const double latency = (*costs)->latencyOf(op);
    if (latency == 0)
      return;
    const auto runs =
        static_cast<double>(runsOf(op->getBlock()).value_or(kUnknownTrips));
    meetings.number += runs;
    meetings.ringSeconds += runs * latency;
  });
  return meetings;
}

/// Of a meeting of ranks that share memory, the time with which a step is not so much
/// faster that a prediction can tell; nothing if it is with all. Zero: by prices.
std::optional<double> notFasterIf(const Program &program, const Program &than) {
  if (*than.seconds <= kHardlyFaster * *program.seconds)
    return 0;
  for (double meeting : program.meetings.seconds)
    if (than.secondsIf(meeting) <= kHardlyFaster * program.secondsIf(meeting))
      return meeting;
  return std::nullopt;
}

bool isSameProgram(ModuleOp a, ModuleOp b) {
  return OperationEquivalence::isRegionEquivalentTo(
      &a.getBodyRegion(), &b.getBodyRegion(),
      OperationEquivalence::IgnoreLocations);
}

class CompareStrategies
    : public TryingPass<impl::CompareStrategiesPassBase<CompareStrategies>> {
public:
  using TryingPass::TryingPass;

  void runOnOperation() override {
    flow = trialOptions();
    if (failed(mayDiffer() ? compare() : goOn()))
      signalPassFailure();
  }

private:
  /// Something may be divided along device axes, and it is not given how.
  bool mayDiffer() {
    dist::MeshOp mesh = dist::getMesh(getOperation());
    return mesh && !dist::keepsPropagated(getOperation()) &&
           !dist::trustsPrices(getOperation()) &&
           !dist::dealsOutEqualWork(getOperation()) &&
           llvm::any_of(mesh.toMesh().axes, [](const MeshAxis &axis) {
             return axis.kind == AxisKind::Device && axis.size > 1;
           });
  }

  LogicalResult goOn();
  LogicalResult compare();
  LogicalResult become(Program &program);
  void divide(Program &program,
              const std::shared_ptr<StrategyPrices> &prices = nullptr);
  std::unique_ptr<Program> dealOut(Program &least);
  void makeLocal(Program &program);
  void formKernels(Program &program);
  void plan(Program &program);
  Program &better(Program &least, Program &kept);
  static bool isClearlyCheaper(Program &least, const StrategyPrices &prices);
  void explain(Program &least, Program &kept, bool isKept);
  void explain(const StrategyPrices &prices);
  void explainDealing(Program &dealt, Program &other, bool isDealt);

  /// Whether the module becomes more than strategies.
  bool isCompiled() const {
    return emit == "collectives" || emit == "scheduled";
  }
  bool isDrawn() const { return isCompiled() && wantsDrawing(); }

  FlowOptions flow; ///< of trials
};

/// With nothing to compare, the flow as it is.
LogicalResult CompareStrategies::goOn() {
  if (emit.empty())
    return success();
  flow = withDrawing(flow);
  PassManager manager(&getContext());
  manager.enableVerifier(false);
  if (emit == "strategies")
    buildStrategies(manager, flow);
  else
    buildFromPropagated(manager, flow,
                        emit == "collectives" ? Emit::Collectives
                                              : Emit::Scheduled);
  return manager.run(getOperation());
}

void CompareStrategies::divide(Program &program,
                               const std::shared_ptr<StrategyPrices> &prices) {
  program.trial.run(
      [&](OpPassManager &manager) { buildStrategies(manager, flow, prices); });
}

/// The program that deals out equal work, or null if it is the same.
std::unique_ptr<Program> CompareStrategies::dealOut(Program &least) {
  if (least.trial.hasFailed())
    return nullptr;
  std::swap(*least.before, least.trial.messages());
  auto dealt = std::make_unique<Program>(least.trial.module());
  dealt->before = least.before;
  ModuleOp module = dealt->trial.module();
  module->setAttr(dist::kStrategies,
                  StringAttr::get(&getContext(), dist::kDealt));
  dealt->trial.run([&](OpPassManager &manager) {
    manager.addPass(createDealOutEqualWorkPass(flow.reshards));
  });
  if (dealt->trial.hasFailed() || isSameProgram(module, least.trial.module()))
    return nullptr;
  return dealt;
}

/// From strategies to where kernels are missing.
void CompareStrategies::makeLocal(Program &program) {
  Trial &trial = program.trial;
  trial.run([&](OpPassManager &manager) {
    buildLocalProgram(manager, flow);
    buildTime(manager);
    buildTasks(manager, flow);
  });
  if (isDrawn())
    program.tasks = trial.module().clone();
  trial.run([&](OpPassManager &manager) {
    buildCollectives(manager, flow);
    buildMessages(manager);
    // Once for all phases: most trials are thrown away.
    manager.addPass(createVerifyIRPass());
  });
  if (emit == "collectives")
    program.wanted = trial.fork();
}

void CompareStrategies::formKernels(Program &program) {
  if (program.trial.hasFailed())
    return;
  program.estimate = program.trial.seconds();
  if (!program.trial.run(buildKernels))
    return;
  program.seconds = program.trial.seconds();
  program.meetings = meetingsOf(program.trial.module());
}

void CompareStrategies::plan(Program &program) {
  program.trial.run([&](OpPassManager &manager) {
    buildPlan(manager, flow, /*limit=*/0);
    manager.addPass(createVerifyIRPass());
  });
}

/// What can be compiled is better than what cannot.
Program &CompareStrategies::better(Program &least, Program &kept) {
  if (!least.seconds && !kept.seconds && least.estimate && kept.estimate)
    return *least.estimate <= *kept.estimate ? least : kept;
  if (!least.seconds || !kept.seconds)
    return kept.seconds ? kept : least;
  return notFasterIf(least, kept) ? kept : least;
}

/// `take 1.2e-03 s a step`.
std::string textOf(const Program &program) {
  if (!program.seconds)
    return "cannot be compiled to kernels";
  std::string text = llvm::formatv("take {0:e3} s a step", *program.seconds);
  return text;
}

void CompareStrategies::explainDealing(Program &dealt, Program &other,
                                       bool isDealt) {
  std::string text = llvm::formatv(
      "strategies with equal work dealt out {0}, those without {1}: it is {2}",
      textOf(dealt), textOf(other), isDealt ? "dealt out" : "left");
  remark::analysis(
      getOperation().getLoc(),
      remark::RemarkOpts::name("compare-strategies").category("partition"))
      << text;
}

void CompareStrategies::explain(Program &least, Program &kept, bool isKept) {
  std::string text = llvm::formatv(
      "the cheapest strategies {0}, the propagated ones {1}: the {2} ones "
      "are taken",
      textOf(least), textOf(kept), isKept ? "propagated" : "cheapest");
  if (isKept && least.seconds && kept.seconds)
    if (double meeting = notFasterIf(least, kept).value_or(0))
      text += llvm::formatv(", {0:e3} s and {1:e3} s where ranks that share "
                            "memory meet in {2:e1} s for a collective",
                            least.secondsIf(meeting), kept.secondsIf(meeting),
                            meeting);
  auto options =
      remark::RemarkOpts::name("compare-strategies").category("partition");
  if (!least.seconds || !kept.seconds) {
    remark::analysis(getOperation().getLoc(), options) << text;
    return;
  }
  remark::analysis(getOperation().getLoc(), options)
      << text << remarkSeconds(std::abs(*least.seconds - *kept.seconds));
  if (!isKept)
    least.before->note(
        kTurnSubject,
        llvm::formatv(
            "a step is predicted to take {0:e3} s instead of {1:e3} s",
            *least.seconds, *kept.seconds));
}

/// True if the propagated program need not be compiled. Where strategies turn against it
/// the user is told what a step of each takes.
bool CompareStrategies::isClearlyCheaper(Program &least,
                                         const StrategyPrices &prices) {
  return !least.trial.hasFailed() &&
         !least.trial.messages().areAbout(kTurnSubject) &&
         prices.propagatedBesideLatencies > kClearlyDearer * prices.chosen;
}

void CompareStrategies::explain(const StrategyPrices &prices) {
  remark::analysis(
      getOperation().getLoc(),
      remark::RemarkOpts::name("compare-strategies").category("partition"))
      << llvm::formatv("the cheapest strategies cost {0:e3} s by prices, the "
                       "propagated ones {1:e3} s: the cheapest ones are taken",
                       prices.chosen, prices.propagated)
             .str()
      << remarkSeconds(prices.propagated - prices.chosen);
}

LogicalResult CompareStrategies::become(Program &program) {
  if (emit.empty())
    return success();
  if (emit == "scheduled")
    plan(program);
  program.before->say(&getContext());
  if (failed(program.result().become(getOperation())))
    return failure();
  if (!isDrawn())
    return success();
  PassManager manager(&getContext());
  manager.addPass(drawing());
  return manager.run(*program.tasks);
}

LogicalResult CompareStrategies::compare() {
  Program least(getOperation());
  auto prices = std::make_shared<StrategyPrices>();
  divide(least, prices);
  const bool isClear = isClearlyCheaper(least, *prices);
  std::unique_ptr<Program> dealt = dealOut(least);
  auto tryProgram = [&](Program &program) {
    if (emit == "strategies")
      program.wanted = program.trial.fork();
    makeLocal(program);
    formKernels(program);
  };
  if (isClear)
    tryProgram(least);
  // Prices that are wrong of one program may be wrong of the other.
  const bool isSettled =
      least.seconds &&
      prices->propagatedBesideLatencies > kClearlyDearer * least.mostSeconds();
  auto word = StringAttr::get(&getContext(), dist::kPropagated);
  std::optional<Program> propagated;
  Program *kept = nullptr; // if it is another program
  if (isSettled) {
    explain(*prices);
  } else {
    kept = &propagated.emplace(getOperation());
    kept->trial.module()->setAttr(dist::kStrategies, word);
    divide(*kept);
    if (kept->trial.hasFailed() ||
        isSameProgram(least.trial.module(), kept->trial.module()))
      kept = nullptr;
  }
  if (!isClear && !kept && !dealt) {
    if (isCompiled())
      makeLocal(least);
    if (emit == "scheduled")
      formKernels(least);
    return become(least);
  }
  if (!isClear)
    tryProgram(least);
  for (Program *program : {kept, dealt.get()})
    if (program)
      tryProgram(*program);
  Program *best = &least;
  if (kept) {
    best = &better(least, *kept);
    explain(least, *kept, best == kept);
  }
  if (dealt) {
    // Fewer operations are divided as the user said, so hardly faster won't do.
    bool isDealt =
        dealt->seconds && (!best->seconds || !notFasterIf(*dealt, *best));
    explainDealing(*dealt, *best, isDealt);
    if (isDealt)
      best = dealt.get();
  }
  if (emit.empty() && best != &least)
    getOperation()->setAttr(
        dist::kStrategies,
        best == kept ? word : StringAttr::get(&getContext(), dist::kDealt));
  return become(*best);
}

} // namespace

std::unique_ptr<Pass> createCompareStrategiesPass(const FlowOptions &flow,
                                                  StringRef emit) {
  auto text = textOf<CompareStrategiesPassOptions>(flow);
  text.emit = emit.str();
  return std::make_unique<CompareStrategies>(std::move(text), flow);
}

} // namespace popt
