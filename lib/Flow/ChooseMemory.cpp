//===- ChooseMemory.cpp - What a step holds under the memory budget -------===//
//
// Compiles the program with several prices of memory, policies of recomputation,
// and state or activations in host memory, and keeps the fastest step within the
// budget. Method and before/after IR: Passes.td; reasons:
// docs/Decisions/0044-memory-is-chosen-by-trying.md. Tested by
// test/Flow/choose-memory.mlir, by test/Flow/memory-budget.test, and by
// execution in test/Execute/budgets.test, test/Execute/Collectives/budget.test
// and test/Execute/Stages/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "MemoryLadder.h"
#include "popt/Analysis/Recompute.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Flow/Passes.h"
#include "popt/Interfaces/KernelOp.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Interfaces/Target.h"
#include "popt/Reshard/LayoutSpace.h"
#include "popt/Support/Remarks.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_CHOOSEMEMORYPASS
#include "popt/Flow/Passes.h.inc"

namespace {

/// Prices to try, as parts of what sending a byte costs.
constexpr double kParts[] = {0, 1, 8, 64};

/// What is decided for all passes that follow.
struct Decisions {
  double price = 0; ///< seconds per byte held
  StringRef policy; ///< empty: not to be chosen
  bool movesState = false, movesActivations = false; ///< to host memory

  /// What is decided besides the price.
  std::string ways() const {
    SmallVector<std::string> parts;
    if (!policy.empty() && policy != "none")
      parts.push_back(("recompute " + policy).str());
    if (movesState)
      parts.push_back("state in host memory");
    if (movesActivations)
      parts.push_back("activations in host memory");
    return llvm::join(parts, " and ");
  }
  std::string str() const {
    std::string text = llvm::formatv("at {0:e2} s per byte", price);
    if (!ways().empty())
      text += " with " + ways();
    return text;
  }
};

/// The program with decisions, on a rung of its ladder.
struct Candidate {
  Decisions decisions;
  const Candidate *parent = nullptr;
  std::shared_ptr<OwningOpRef<ModuleOp>> folded; ///< where policies begin
  OwningOpRef<ModuleOp> module;                  ///< at Emit::Collectives
  std::unique_ptr<MemoryLadder> ladder;
  /// At least the seconds of this rung, and of what it follows.
  double bound = 0;
  double firstSeconds = 0;
  std::optional<int64_t> firstBytes;
  bool isClosed = false;

  double seconds() const { return secondsOfStep(module.get()); }
};

/// A state argument, and the result that is its next value.
struct StateOnHost {
  std::string function;
  unsigned argument, result;
};

class Chooser {
public:
  Chooser(ModuleOp module, const FlowOptions &options, bool mayOffload)
      : module(module), options(options), mayOffload(mayOffload) {}

  /// The fastest candidate that fits, else the one that holds least; nothing if
  /// none can be compiled.
  const Candidate *run(const Machine &machine);
  /// Writes decisions that are open on a module.
  void write(ModuleOp target, const Decisions &decisions) const;
  /// What was tried, for people.
  std::string text() const;
  /// What was done, one step after the other, for how many bytes and seconds.
  SmallVector<std::string> rows(const Candidate &best) const;

private:
  SmallVector<double> pricesFor(const Machine &machine);
  void addFolded(Decisions decisions);
  void add(Decisions decisions, std::shared_ptr<OwningOpRef<ModuleOp>> folded,
           const Candidate *parent);
  void addChildren(const Candidate &parent);
  void findStateForHost();
  Candidate *fastest();
  const Candidate *smallest();

  ModuleOp module;
  FlowOptions options;
  SmallVector<StateOnHost> stateForHost;
  bool mayOffload; ///< to the host
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
SmallVector<double> Chooser::pricesFor(const Machine &machine) {
  if (module->hasAttr(dist::kMemoryPrice))
    return {dist::getMemoryPrice(module)};
  SmallVector<double> prices;
  for (double part : kParts)
    prices.push_back(part / machine.links.front().bytesPerSecond);
  if (!dividesAnything(module))
    prices.resize(1);
  return prices;
}

/// State that is only read element by element, such as an optimizer's moments:
/// the host may read it, too.
void Chooser::findStateForHost() {
  for (auto function : module.getOps<func::FuncOp>())
    for (BlockArgument argument : function.getArguments()) {
      auto state = function.getArgAttrOfType<IntegerAttr>(
          argument.getArgNumber(), dist::kState);
      if (state && cast<RankedTensorType>(argument.getType()).getRank() > 0 &&
          !function.getArgAttr(argument.getArgNumber(), dist::kOnHost) &&
          llvm::all_of(argument.getUsers(), [](Operation *reader) {
            return isPointwise(reader) ||
                   reader->hasTrait<OpTrait::ReturnLike>();
          }))
        stateForHost.push_back({function.getName().str(),
                                argument.getArgNumber(),
                                static_cast<unsigned>(state.getInt())});
    }
}

void Chooser::write(ModuleOp target, const Decisions &decisions) const {
  Builder builder(target.getContext());
  if (decisions.price > 0)
    target->setAttr(dist::kMemoryPrice,
                    builder.getF64FloatAttr(decisions.price));
  if (!decisions.policy.empty() && decisions.policy != "none")
    target->setAttr(dist::kRecomputePolicy,
                    builder.getStringAttr(decisions.policy));
  if (decisions.movesActivations)
    target->setAttr(dist::kOffloadActivations, builder.getUnitAttr());
  if (!decisions.movesState)
    return;
  for (const StateOnHost &state : stateForHost) {
    auto function = target.lookupSymbol<func::FuncOp>(state.function);
    function.setArgAttr(state.argument, dist::kOnHost, builder.getUnitAttr());
    function.setResultAttr(state.result, dist::kOnHost, builder.getUnitAttr());
  }
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

/// Candidates that differ in their price differ from Partition on, if at all.
void Chooser::addFolded(Decisions decisions) {
  OwningOpRef<ModuleOp> copy(module.clone());
  write(*copy, decisions);
  OwningOpRef<ModuleOp> folded = compileCopy(
      *copy, [&](OpPassManager &manager) { buildToFolded(manager, options); });
  if (folded && llvm::none_of(candidates, [&](auto &other) {
        return isSameProgram(**other->folded, *folded);
      }))
    add(decisions, std::make_shared<OwningOpRef<ModuleOp>>(std::move(folded)),
        nullptr);
}

void Chooser::add(Decisions decisions,
                  std::shared_ptr<OwningOpRef<ModuleOp>> folded,
                  const Candidate *parent) {
  OwningOpRef<ModuleOp> copy((*folded)->clone());
  write(*copy, decisions);
  auto added = std::make_unique<Candidate>();
  added->module = compileCopy(*copy, [&](OpPassManager &manager) {
    buildFoldedToCollectives(manager, options);
  });
  if (!added->module)
    return;
  for (auto &other : candidates)
    if (other->ladder && isSameProgram(*other->module, *added->module))
      return;
  FailureOr<std::optional<CollectivesInput>> input =
      readCollectivesInput(*added->module);
  if (failed(input) || !*input)
    return;
  added->decisions = decisions;
  added->parent = parent;
  added->folded = std::move(folded);
  added->firstSeconds = added->bound = added->seconds();
  if (parent)
    added->bound = std::max(added->bound, parent->bound);
  added->ladder = std::make_unique<MemoryLadder>(*added->module,
                                                 std::move(**input), options);
  candidates.push_back(std::move(added));
}

/// The other policies and memories at the parent's price. They add operations
/// and copies to its program, so none is faster.
void Chooser::addChildren(const Candidate &parent) {
  SmallVector<StringRef> policies{parent.decisions.policy};
  if (isPolicyOpen)
    policies.append(recomputePolicies().begin() + 1, recomputePolicies().end());
  for (bool movesState : {false, true})
    for (bool movesActivations : {false, true})
      for (StringRef policy : policies) {
        bool isParent = !movesState && !movesActivations &&
                        policy == parent.decisions.policy;
        if (!isParent && (!movesState || !stateForHost.empty()) &&
            (!movesActivations || mayOffload))
          add({parent.decisions.price, policy, movesState, movesActivations},
              parent.folded, &parent);
      }
}

Candidate *Chooser::fastest() {
  Candidate *best = nullptr;
  for (auto &candidate : candidates)
    if (!candidate->isClosed &&
        (!best || candidate->bound < best->bound * (1 - 1e-9)))
      best = candidate.get();
  return best;
}

const Candidate *Chooser::smallest() {
  const Candidate *best = nullptr;
  for (auto &candidate : candidates) {
    candidate->ladder->takeLeast(options.memoryBudget);
    if (!best || candidate->ladder->peakBytes() < best->ladder->peakBytes())
      best = candidate.get();
  }
  return best;
}

/// Best-first: of all programs that may be next, the fastest is looked at. So
/// when one fits, no faster one does.
const Candidate *Chooser::run(const Machine &machine) {
  // A built-in machine's host and devices share one memory.
  mayOffload &= !StringRef(machineWordsOf(module)).starts_with("builtin") &&
                machine.host.bytesPerSecond > 0 && !targetOf(module).isGpu();
  if (mayOffload)
    findStateForHost();
  isPolicyOpen =
      options.recompute.empty() && !module->hasAttr(dist::kRecomputePolicy);
  for (double price : pricesFor(machine))
    addFolded({price, isPolicyOpen ? "none" : ""});
  while (Candidate *next = fastest()) {
    if (!unlimited)
      unlimited = next;
    bool fits = next->ladder->fits(options.memoryBudget);
    if (!next->firstBytes) {
      next->firstBytes = next->ladder->peakBytes();
      if (!fits && !next->parent)
        addChildren(*next);
    }
    if (fits)
      return next;
    if (next->ladder->descend(options.memoryBudget))
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
  const Candidate *root = best.parent ? best.parent : &best;
  if (root != unlimited)
    add("strategies " + root->decisions.str(), *root->firstBytes,
        root->firstSeconds);
  if (best.parent)
    add(best.decisions.ways(), *best.firstBytes, best.firstSeconds);
  if (best.ladder->peakBytes() != *best.firstBytes)
    add("values made again or scattered one by one", best.ladder->peakBytes(),
        best.seconds());
  return rows;
}

class ChooseMemory : public impl::ChooseMemoryPassBase<ChooseMemory> {
public:
  using Base::Base;

  void runOnOperation() override {
    if (memoryBudget <= 0)
      return;
    FailureOr<Machine> machine = machineOf(getOperation());
    if (failed(machine))
      return signalPassFailure();
    FlowOptions options;
    options.memoryBudget = memoryBudget;
    options.schedule = schedule;
    options.recompute = recompute;
    options.reshards = std::make_shared<ReshardPool>();
    Chooser chooser(getOperation(), options, offload);
    const Candidate *best = nullptr;
    {
      // Remarks are about programs that may not be the one that runs. What
      // cannot be compiled is reported where it fails.
      ScopedDiagnosticHandler quiet(&getContext(),
                                    [](Diagnostic &) { return success(); });
      best = chooser.run(*machine);
    }
    if (!best)
      return;
    chooser.write(getOperation(), best->decisions);
    explain(chooser, *best);
  }

private:
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

} // namespace popt
