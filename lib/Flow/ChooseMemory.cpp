//===- ChooseMemory.cpp - What a step holds under the memory budget -------===//
//
// Compiles the program with several prices of memory and policies of
// recomputation, and keeps those that lead to the fastest step within the
// budget. Method and before/after IR: Passes.td; reasons:
// docs/Decisions/0044-memory-is-chosen-by-trying.md. Tested by
// test/Flow/choose-memory.mlir, by test/Flow/memory-budget.test, and by
// execution in test/Execute/budgets.test and
// test/Execute/Collectives/budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Recompute.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Flow/Passes.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_CHOOSEMEMORYPASS
#include "popt/Flow/Passes.h.inc"

namespace {

/// Prices to try, as parts of what sending a byte costs.
constexpr double kParts[] = {0, 1, 8, 64};

/// What is decided, and what a step takes then.
struct Choice {
  double price = 0; ///< seconds per byte held
  std::string policy;
  Evaluation step;
};

class Chooser {
public:
  Chooser(ModuleOp module, const FlowOptions &options)
      : module(module), options(options) {}

  /// The best choice, which decides nothing if the program takes no more than
  /// the budget as it is; nothing if it cannot be compiled.
  std::optional<Choice> run(const Machine &machine);
  /// Writes decisions that are open on the module.
  void write(const Choice &choice);
  /// What was tried, for people.
  const std::string &text() const { return tried; }

private:
  void consider(Choice choice);
  bool dividesAnything();
  bool isBetter(const Evaluation &a, const Evaluation &b) const;

  ModuleOp module;
  FlowOptions options;
  std::optional<Choice> best;
  std::string tried;
};

std::string policyText(StringRef policy) {
  return policy.empty() || policy == "none"
             ? ""
             : (" with recompute " + policy).str();
}

std::optional<Choice> Chooser::run(const Machine &machine) {
  FlowOptions unlimited = options;
  unlimited.memoryBudget = 0;
  // What cannot be compiled is reported where it fails.
  std::optional<Evaluation> free =
      evaluate(module, Progress::Propagated, unlimited);
  if (!free)
    return std::nullopt;
  if (free->peakBytes() <= options.memoryBudget)
    return Choice{dist::getMemoryPrice(module), "", std::move(*free)};
  tried = llvm::formatv("; tried: {0} bytes in {1:e2} s without a budget",
                        free->peakBytes(), free->seconds);
  // What the module or the user has decided stays.
  auto given = module->getAttrOfType<FloatAttr>(dist::kMemoryPrice);
  SmallVector<double> prices;
  if (given)
    prices.push_back(given.getValueAsDouble());
  else
    for (double part : kParts)
      prices.push_back(part / machine.links.front().bytesPerSecond);
  // Nothing is sent within one device.
  if (!given && !dividesAnything())
    prices.resize(1);
  bool isOpen =
      options.recompute.empty() && !module->hasAttr(dist::kRecomputePolicy);
  for (double price : prices)
    consider({price, isOpen ? "none" : "", {}});
  if (!isOpen)
    return best;
  // What is sent and what is computed again hardly depend on each other.
  double found = best ? best->price : prices.front();
  for (StringRef policy : ArrayRef(recomputePolicies()).drop_front()) {
    consider({found, policy.str(), {}});
    if (found != prices.front())
      consider({prices.front(), policy.str(), {}});
  }
  return best;
}

bool Chooser::dividesAnything() {
  dist::MeshOp mesh = dist::getMesh(module);
  return mesh && llvm::any_of(mesh.toMesh().axes, [](const MeshAxis &axis) {
           return axis.kind == AxisKind::Device && axis.size > 1;
         });
}

void Chooser::consider(Choice choice) {
  write(choice);
  std::optional<Evaluation> step =
      evaluate(module, Progress::Propagated, options);
  if (!step)
    return;
  tried += llvm::formatv("; {0} in {1:e2} s at {2:e2} s per byte{3}",
                         step->peakBytes(), step->seconds, choice.price,
                         policyText(choice.policy));
  choice.step = std::move(*step);
  if (!best || isBetter(choice.step, best->step))
    best = std::move(choice);
}

bool Chooser::isBetter(const Evaluation &a, const Evaluation &b) const {
  bool aFits = a.peakBytes() <= options.memoryBudget;
  bool bFits = b.peakBytes() <= options.memoryBudget;
  if (aFits != bFits)
    return aFits;
  if (!aFits)
    return a.peakBytes() < b.peakBytes();
  return a.seconds < b.seconds * (1 - 1e-9);
}

void Chooser::write(const Choice &choice) {
  Builder builder(module.getContext());
  if (choice.price > 0)
    module->setAttr(dist::kMemoryPrice, builder.getF64FloatAttr(choice.price));
  else
    module->removeAttr(dist::kMemoryPrice);
  if (choice.policy == "none")
    module->removeAttr(dist::kRecomputePolicy);
  else if (!choice.policy.empty())
    module->setAttr(dist::kRecomputePolicy,
                    builder.getStringAttr(choice.policy));
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
    Chooser chooser(getOperation(), options);
    std::optional<Choice> best = chooser.run(*machine);
    if (!best)
      return;
    chooser.write(*best);
    remark::analysis(
        getOperation().getLoc(),
        remark::RemarkOpts::name("choose-memory").category("partition"))
        << llvm::formatv("under the budget of {0} a step takes {1} bytes in "
                         "{2:e3} s, where a byte held is worth {3:e2} s{4}{5}",
                         memoryBudget.getValue(), best->step.peakBytes(),
                         best->step.seconds, best->price,
                         policyText(best->policy), chooser.text())
               .str();
  }
};

} // namespace

} // namespace popt
