//===- ChooseMemory.cpp - What a step holds under the memory budget -------===//
//
// Compiles the program with several prices of memory or the propagated strategies,
// policies of recomputation, and state or activations in host memory, and keeps the
// fastest step within the budget: its decisions, or all of it. Method and
// before/after IR: Passes.td; reasons:
// docs/Decisions/0044-memory-is-chosen-by-trying.md. Tested by
// test/Flow/choose-memory.mlir, by test/Flow/memory-budget.test, and by
// execution in test/Execute/budgets.test, test/Execute/Collectives/budget.test
// and test/Execute/Stages/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "MemoryDecisions.h"
#include "MemoryLadder.h"
#include "TryingPass.h"
#include "popt/Analysis/Recompute.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/StrategyRule.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Flow/Passes.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/Remarks.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_CHOOSEMEMORYPASS
#include "popt/Flow/Passes.h.inc"

namespace {

/// Prices to try, as parts of what sending a byte costs.
constexpr double kParts[] = {0, 1, 8, 64};

/// A program somewhere in the flow, and what the passes before it said.
struct Compiled {
  OwningOpRef<ModuleOp> module;
  KeptMessages said;
};

/// The program with decisions, on a rung of its ladder.
struct Candidate {
  Decisions decisions;
  /// The same strategies alone, if that is another.
  const Candidate *root = nullptr;
  std::shared_ptr<Compiled> divided;  ///< strategies, if there are several
  std::shared_ptr<Compiled> local;    ///< of one rank, if there are several
  std::shared_ptr<Compiled> folded;   ///< where policies begin
  std::shared_ptr<Compiled> tasks;    ///< in order, if they are drawn
  std::shared_ptr<Compiled> compiled; ///< at Emit::Collectives
  std::unique_ptr<MemoryLadder> ladder;
  KeptMessages saidOnLadder;
  /// At least the seconds of this rung; those of what it follows.
  double bound = 0, before = 0;
  double firstSeconds = 0;
  std::optional<int64_t> firstBytes;
  bool isClosed = false;

  ModuleOp module() const { return *compiled->module; }
  /// What holds less never counts as faster than what it follows; where it is the
  /// same program (it has no ladder) it is not slower either.
  double seconds() const {
    return ladder ? std::max(before, ladder->seconds()) : before;
  }
  /// Says what was said on the whole way.
  void say(MLIRContext *context) {
    for (auto &step : {divided, local, folded, tasks, compiled})
      if (step)
        step->said.say(context);
    saidOnLadder.say(context);
  }
};

class Chooser {
public:
  Chooser(ModuleOp module, const FlowOptions &options, bool mayOffload,
          bool isDrawn)
      : module(module), options(options), mayOffload(mayOffload),
        isDrawn(isDrawn) {}

  /// The fastest candidate that fits, else the one that holds least; nothing if
  /// none can be compiled.
  Candidate *run(const CostModel &costs);
  /// Writes decisions that are open on a module.
  void write(ModuleOp target, const Decisions &decisions) const {
    decisions.write(target, stateForHost);
  }
  /// What was tried, for people.
  std::string text() const;
  /// What was done, one step after the other, for how many bytes and seconds.
  SmallVector<std::string> rows(const Candidate &best) const;

private:
  SmallVector<double> pricesFor(const CostModel &costs);
  SmallVector<Decisions> strategiesFor(const CostModel &costs);
  std::shared_ptr<Compiled>
  compile(ModuleOp from, const Decisions &decisions,
          llvm::function_ref<void(OpPassManager &)> build) const;
  void addStrategies(Decisions decisions);
  void addOnlyStrategies(Decisions decisions);
  void add(std::unique_ptr<Candidate> added);
  void addChildren(const Candidate &from);
  Candidate *fastest();
  Candidate *smallest();

  ModuleOp module;
  FlowOptions options;
  SmallVector<StateOnHost> stateForHost;
  bool mayOffload; ///< to the host
  bool isDrawn;    ///< the order of tasks
  bool isPolicyOpen = false;
  std::vector<std::unique_ptr<Candidate>> candidates;
  const Candidate *unlimited = nullptr; ///< the fastest of all
};

/// True if there is something to divide: within one device nothing is sent.
bool dividesAnything(ModuleOp module) {
  dist::MeshOp mesh = dist::getMesh(module);
  return mesh && llvm::any_of(mesh.toMesh().axes, [](const MeshAxis &axis) {
           return axis.kind == AxisKind::Device && axis.size > 1;
         });
}

/// What the module or the user has decided stays.
SmallVector<double> Chooser::pricesFor(const CostModel &costs) {
  if (module->hasAttr(dist::kMemoryPrice))
    return {dist::getMemoryPrice(module)};
  SmallVector<double> prices;
  for (double part : kParts)
    prices.push_back(part * costs.secondsPerByte());
  if (!dividesAnything(module))
    prices.resize(1);
  return prices;
}

/// What the search begins with. Solved strategies may hold a second copy of a value
/// in a layout that is cheap to compute in; what propagation left may hold less.
SmallVector<Decisions> Chooser::strategiesFor(const CostModel &costs) {
  StringRef policy = isPolicyOpen ? "none" : "";
  SmallVector<double> prices = pricesFor(costs);
  SmallVector<Decisions> all;
  for (double price : prices)
    all.push_back({price, policy});
  if (dividesAnything(module) && !dist::keepsPropagated(module) &&
      !dist::trustsPrices(module))
    for (double price : prices) {
      all.push_back({price, policy});
      all.back().keepsPropagated = true;
    }
  return all;
}

/// Whether two modules have the same programs.
bool isSameProgram(ModuleOp a, ModuleOp b) {
  auto programs = [](ModuleOp module) {
    return llvm::to_vector(module.getOps<func::FuncOp>());
  };
  SmallVector<func::FuncOp> as = programs(a), bs = programs(b);
  return as.size() == bs.size() &&
         llvm::all_of(llvm::zip(as, bs), [](auto both) {
           return OperationEquivalence::isEquivalentTo(
               std::get<0>(both), std::get<1>(both),
               OperationEquivalence::IgnoreLocations);
         });
}

/// What passes make of a copy with decisions; null if they fail.
std::shared_ptr<Compiled>
Chooser::compile(ModuleOp from, const Decisions &decisions,
                 llvm::function_ref<void(OpPassManager &)> build) const {
  OwningOpRef<ModuleOp> copy(from.clone());
  write(*copy, decisions);
  auto compiled = std::make_shared<Compiled>();
  compiled->module = compileTrial(std::move(copy), build, compiled->said);
  return compiled->module ? compiled : nullptr;
}

/// Candidates that differ in their price differ in their strategies or in what
/// loops over time do, if at all.
void Chooser::addStrategies(Decisions decisions) {
  auto added = std::make_unique<Candidate>();
  added->decisions = decisions;
  added->divided = compile(module, decisions, [&](OpPassManager &manager) {
    buildStrategies(manager, options);
  });
  if (!added->divided)
    return;
  for (auto &other : candidates)
    if (isSameProgram(*other->divided->module, *added->divided->module))
      added->local = other->local;
  if (!added->local)
    added->local = compile(
        *added->divided->module, decisions,
        [&](OpPassManager &manager) { buildLocalProgram(manager, options); });
  if (!added->local)
    return;
  added->folded = compile(*added->local->module, decisions, buildTime);
  if (added->folded && llvm::none_of(candidates, [&](auto &other) {
        return isSameProgram(*other->folded->module, *added->folded->module);
      }))
    add(std::move(added));
}

/// The same where nothing is shared.
void Chooser::addOnlyStrategies(Decisions decisions) {
  auto added = std::make_unique<Candidate>();
  added->decisions = decisions;
  added->folded = compile(module, decisions, [&](OpPassManager &manager) {
    buildStrategies(manager, options);
    buildLocalProgram(manager, options);
    buildTime(manager);
  });
  if (added->folded)
    add(std::move(added));
}

/// Compiles the rest of a candidate, and begins its ladder.
void Chooser::add(std::unique_ptr<Candidate> added) {
  std::shared_ptr<Compiled> from = added->folded;
  if (isDrawn)
    from = added->tasks =
        compile(*from->module, added->decisions,
                [&](OpPassManager &manager) { buildTasks(manager, options); });
  if (!from)
    return;
  added->compiled =
      compile(*from->module, added->decisions, [&](OpPassManager &manager) {
        if (!isDrawn)
          buildTasks(manager, options);
        buildCollectives(manager, options);
      });
  if (!added->compiled)
    return;
  for (auto &other : candidates)
    if (isSameProgram(other->module(), added->module())) {
      // One more may still differ.
      if (added->root)
        addChildren(*added);
      return;
    }
  FailureOr<std::optional<CostModel>> costs = CostModel::of(added->module());
  if (failed(costs) || !*costs)
    return;
  added->ladder = std::make_unique<MemoryLadder>(added->module(),
                                                 std::move(**costs), options);
  added->firstSeconds = added->seconds();
  added->bound = std::max(added->bound, added->firstSeconds);
  candidates.push_back(std::move(added));
}

/// One policy or memory more than `from` has, in an order in which each
/// combination comes once.
void Chooser::addChildren(const Candidate &from) {
  const Decisions &has = from.decisions;
  auto with = [&](StringRef policy, bool movesState, bool movesActivations) {
    auto added = std::make_unique<Candidate>();
    added->decisions = {has.price, policy, movesState, movesActivations,
                        has.keepsPropagated};
    added->root = from.root ? from.root : &from;
    added->divided = from.divided;
    added->local = from.local;
    added->folded = from.folded;
    added->bound = from.bound;
    added->before = from.seconds();
    add(std::move(added));
  };
  if (has.movesActivations)
    return;
  if (!has.movesState) {
    if (isPolicyOpen && has.policy == recomputePolicies().front())
      for (StringRef policy : llvm::drop_begin(recomputePolicies()))
        with(policy, false, false);
    if (!stateForHost.empty())
      with(has.policy, true, false);
  }
  if (mayOffload)
    with(has.policy, has.movesState, true);
}

Candidate *Chooser::fastest() {
  Candidate *best = nullptr;
  for (auto &candidate : candidates)
    if (!candidate->isClosed &&
        (!best || candidate->bound < best->bound * (1 - 1e-9)))
      best = candidate.get();
  return best;
}

Candidate *Chooser::smallest() {
  Candidate *best = nullptr;
  for (auto &candidate : candidates) {
    candidate->ladder->takeLeast(options.memoryBudget);
    if (!best || candidate->ladder->peakBytes() < best->ladder->peakBytes())
      best = candidate.get();
  }
  return best;
}

/// Best-first: of all programs that may be next, the fastest is looked at, by what
/// it takes at least. So when one fits and takes no more, no faster one does.
Candidate *Chooser::run(const CostModel &costs) {
  mayOffload &= costs.hasHostMemory();
  if (mayOffload)
    stateForHost = findStateForHost(module);
  isPolicyOpen =
      options.recompute.empty() && !module->hasAttr(dist::kRecomputePolicy);
  SmallVector<Decisions> strategies = strategiesFor(costs);
  if (strategies.size() == 1)
    addOnlyStrategies(strategies.front());
  else
    for (const Decisions &decisions : strategies)
      addStrategies(decisions);
  // Other policies begin after these.
  for (auto &candidate : candidates)
    for (auto &compiled : {candidate->divided, candidate->local})
      if (compiled)
        compiled->module = nullptr;
  while (Candidate *next = fastest()) {
    if (!unlimited)
      unlimited = next;
    bool fits = next->ladder->fits(options.memoryBudget);
    double planned = next->seconds();
    if (!next->firstBytes) {
      next->firstBytes = next->ladder->peakBytes();
      next->firstSeconds = planned;
      if (!fits)
        addChildren(*next);
    }
    // Now that it is planned, another may be faster.
    if (fits && planned > next->bound * (1 + 1e-9)) {
      next->bound = planned;
      continue;
    }
    if (fits)
      return next;
    bool descended = false;
    next->before = planned;
    next->saidOnLadder.keep(module.getContext(), [&] {
      descended = next->ladder->descend(options.memoryBudget);
    });
    if (descended)
      next->bound = std::max(next->bound, next->seconds());
    else
      next->isClosed = true;
  }
  return smallest();
}

std::string Chooser::text() const {
  std::string text;
  for (auto &candidate : candidates)
    if (candidate->firstBytes) {
      text +=
          llvm::formatv("{0}{1} bytes in {2:e3} s {3}",
                        text.empty() ? "" : "; ", *candidate->firstBytes,
                        candidate->firstSeconds, candidate->decisions.str());
      if (candidate->ladder->peakBytes() != *candidate->firstBytes)
        text +=
            llvm::formatv(", then {0} in {1:e3} s",
                          candidate->ladder->peakBytes(), candidate->seconds());
    }
  return text;
}

SmallVector<std::string> Chooser::rows(const Candidate &best) const {
  int64_t bytes = *unlimited->firstBytes;
  double seconds = unlimited->firstSeconds;
  SmallVector<std::string> rows{llvm::formatv(
      "without a budget: {0} bytes in {1:e3} s, a lower bound for "
      "every budget",
      bytes, seconds)};
  auto add = [&](StringRef what, int64_t nextBytes, double nextSeconds) {
    rows.push_back(llvm::formatv("{0}: {1} bytes in {2:e3} s, {3} bytes less "
                                 "for {4:e2} s more",
                                 what, nextBytes, nextSeconds,
                                 bytes - nextBytes, nextSeconds - seconds));
    bytes = nextBytes;
    seconds = nextSeconds;
  };
  const Candidate *root = best.root ? best.root : &best;
  if (root != unlimited)
    add("strategies " + root->decisions.str(), *root->firstBytes,
        root->firstSeconds);
  if (best.root)
    add(best.decisions.ways(), *best.firstBytes, best.firstSeconds);
  if (best.ladder->peakBytes() != *best.firstBytes)
    add("values made again or scattered one by one", best.ladder->peakBytes(),
        best.seconds());
  return rows;
}

class ChooseMemory
    : public TryingPass<impl::ChooseMemoryPassBase<ChooseMemory>> {
public:
  using TryingPass::TryingPass;

  void runOnOperation() override {
    if (memoryBudget <= 0)
      return;
    FailureOr<Machine> machine = machineOf(getOperation());
    if (failed(machine))
      return signalPassFailure();
    FlowOptions options = trialOptions();
    options.memoryBudget = memoryBudget;
    Chooser chooser(getOperation(), options, offload, isDrawn());
    // Remarks are about programs that may not be the one that runs. What cannot
    // be compiled is reported where it fails.
    Candidate *best = chooser.run(CostModel({}, std::move(*machine)));
    if (best)
      explain(chooser, *best);
    if (emit.empty()) {
      if (best)
        chooser.write(getOperation(), best->decisions);
    } else if (failed(best ? become(*best, options) : compile(options))) {
      signalPassFailure();
    }
  }

private:
  /// What could not be compiled says why not.
  LogicalResult compile(const FlowOptions &options) {
    return runPasses(getOperation(), [&](OpPassManager &manager) {
      buildFromPropagated(manager, withDrawing(options),
                          emit == "collectives" ? Emit::Collectives
                                                : Emit::Scheduled);
    });
  }

  /// The module becomes the chosen program. One that does not fit is planned
  /// once more, for the error.
  LogicalResult become(Candidate &best, const FlowOptions &options) {
    best.say(&getContext());
    best.ladder->explain(memoryBudget);
    if (failed(draw(best)))
      return failure();
    KeptMessages saidOfPlan;
    OwningOpRef<ModuleOp> planned = best.ladder->takePlanned(saidOfPlan);
    if (emit == "scheduled" && planned &&
        best.ladder->peakBytes() <= memoryBudget) {
      saidOfPlan.say(&getContext());
      replace(*planned);
      return success();
    }
    replace(best.module());
    return runPasses(getOperation(), [&](OpPassManager &manager) {
      buildMessages(manager);
      if (emit != "scheduled")
        return;
      buildKernels(manager);
      buildPlan(manager, options, memoryBudget);
    });
  }

  void replace(ModuleOp other) {
    getOperation().getBodyRegion().takeBody(other.getBodyRegion());
    getOperation()->setAttrs(other->getAttrDictionary());
  }

  bool isDrawn() const { return !emit.empty() && wantsDrawing(); }

  LogicalResult draw(const Candidate &best) {
    if (!isDrawn())
      return success();
    return runPasses(*best.tasks->module, [&](OpPassManager &manager) {
      manager.addPass(drawing());
    });
  }

  LogicalResult runPasses(ModuleOp on,
                          llvm::function_ref<void(OpPassManager &)> build) {
    PassManager manager(&getContext());
    manager.enableVerifier(false);
    build(manager);
    return manager.run(on);
  }

  void say(StringRef name, const std::string &text) {
    remark::analysis(getOperation().getLoc(),
                     remark::RemarkOpts::name(name).category("partition"))
        << text;
  }

  void explain(const Chooser &chooser, const Candidate &best) {
    say("choose-memory",
        llvm::formatv(
            "under the budget of {0} a step takes {1} bytes in {2:e3} "
            "s, {3}; tried: {4}",
            memoryBudget.getValue(), best.ladder->peakBytes(), best.seconds(),
            best.decisions.str(), chooser.text()));
    for (const std::string &row : chooser.rows(best))
      say(kMemoryTable, row);
  }
};

} // namespace

std::unique_ptr<Pass> createChooseMemoryPass(const FlowOptions &flow,
                                             StringRef emit) {
  auto text = textOf<ChooseMemoryPassOptions>(flow);
  text.memoryBudget = flow.memoryBudget;
  text.offload = flow.format == Format::Dist;
  text.emit = emit.str();
  return std::make_unique<ChooseMemory>(std::move(text), flow);
}

} // namespace popt
