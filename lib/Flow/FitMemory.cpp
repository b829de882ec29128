//===- FitMemory.cpp - Hold less where the budget is exceeded -------------===//
//
// Rematerializes, once or in every time step, values for which the memory
// budget has no room. Before and after IR: Passes.td. Rematerialize.h has the
// ways. Tested by test/Flow/fit-memory.mlir, and by execution in
// test/Execute/Collectives/budget.test.
//
// The live bytes are estimated (Liveness.h); what a step really takes is known
// only after kernels are formed and memory is planned (Evaluate.h). So the
// program is evaluated, the estimate is scaled to the answer, and the result of
// the choices is evaluated again.
//
//===----------------------------------------------------------------------===//
#include "popt/Memory/Rematerialize.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Flow/Passes.h"
#include "popt/Support/Remarks.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_FITMEMORYPASS
#include "popt/Flow/Passes.h.inc"

namespace {

/// The program is measured at most this often.
constexpr int maxMeasured = 8;
/// This many rounds in a row may pass without less excess over the target:
/// another value may be live at the peak instead, and equal layers have equal
/// peaks.
constexpr int maxWithoutGain = 16;
/// After each time the estimate has to fall to this part, at least.
constexpr double leastStep = 0.985;
/// Ways that free less than this fraction of the excess are ignored.
constexpr int64_t leastPart = 1024;

class MemoryFitter {
public:
  MemoryFitter(const CollectivesInput &input, func::FuncOp function)
      : input(input), function(function) {}

  /// Moves operations to their first reader where that holds less. It costs
  /// nothing.
  void sink();
  /// Holds less until the estimate is at most `target`; false if nothing
  /// changed.
  bool fit(int64_t target);
  int64_t estimate() const { return Liveness(function).peak(); }

private:
  void explain(const Rematerialization &way, const Rematerialization *next,
               int64_t peak);
  void eraseUnread();

  const CollectivesInput &input;
  func::FuncOp function;
};

bool isMovable(Operation *op) {
  return isMemoryEffectFree(op) && !dist::isOrdered(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         (op->getNumRegions() == 0 ||
          (isa<ShardingOpInterface>(op) && valueTiesOf(op).empty() &&
           !isa<dist::BucketOp>(op)));
}

void MemoryFitter::sink() {
  Liveness liveness(function);
  auto sinkIn = [&](mlir::Block &block) {
    SmallVector<Operation *> ops;
    for (Operation &op : llvm::reverse(block))
      ops.push_back(&op);
    for (Operation *op : ops) {
      if (!isMovable(op) || op->use_empty())
        continue;
      Operation *first = nullptr;
      for (Operation *user : op->getUsers()) {
        Operation *here = block.findAncestorOpInBlock(*user);
        if (!first || here->isBeforeInBlock(first))
          first = here;
      }
      int64_t made = 0, kept = 0;
      for (Value result : op->getResults())
        made += bytesOf(result.getType());
      llvm::SetVector<Value> operands;
      for (Value operand : op->getOperands())
        operands.insert(viewedBy(operand));
      for (Value operand : operands) {
        auto argument = dyn_cast<BlockArgument>(operand);
        bool isAlways =
            argument && argument.getOwner()->getParentOp() == function;
        if (!isAlways && liveness.lastRead(operand) < liveness.begin(first))
          kept += bytesOf(operand.getType());
      }
      if (kept < made || liveness.isFused(op))
        op->moveBefore(first);
    }
  };
  function.walk([&](mlir::Block *block) {
    if (!isa<dist::BucketOp>(block->getParentOp()))
      sinkIn(*block);
  });
}

void MemoryFitter::explain(const Rematerialization &way,
                           const Rematerialization *next, int64_t peak) {
  std::string runnerUp = "there was no other way";
  if (next)
    runnerUp = llvm::formatv("next best was {0}, {1:e2} s per byte",
                             next->str(input), next->price());
  remark::passed(way.scatter ? way.scatter->getLoc() : way.value.getLoc(),
                 remark::RemarkOpts::name("fit-memory").category("collectives"))
      << llvm::formatv("{0}: frees {1} bytes where about {2} are alive, sends "
                       "{3} bytes more, in {4:e2} s more, {5:e2} s per byte; "
                       "{6}",
                       way.str(input), way.freed, peak, way.extra.wireBytes,
                       way.extra.seconds, way.price(), runnerUp)
             .str()
      << remarkSeconds(way.extra.seconds);
}

void MemoryFitter::eraseUnread() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isMovable(op))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

bool MemoryFitter::fit(int64_t target) {
  bool any = false;
  double least = std::numeric_limits<double>::infinity();
  for (int without = 0; without < maxWithoutGain; ++without) {
    Liveness liveness(function);
    int64_t position = liveness.peakPosition();
    int64_t excess = liveness.peak() - target;
    if (excess <= 0)
      break;
    if (double now = liveness.above(target); now < least * (1 - 1e-9)) {
      least = now;
      without = 0;
    }
    std::vector<Rematerialization> ways =
        waysToRematerialize(input, liveness, position);
    llvm::erase_if(ways, [&](const Rematerialization &way) {
      return way.freed < excess / leastPart;
    });
    llvm::DenseSet<Value> gone, needed;
    llvm::DenseSet<Operation *> erased;
    bool changed = false;
    for (auto [number, way] : llvm::enumerate(ways)) {
      if (excess <= 0)
        break;
      // Values that an earlier change touched wait for the next round.
      bool isFresh = !needed.contains(way.value);
      for (const Rematerialization::Copy &copy : way.copies) {
        isFresh &= !erased.contains(copy.before);
        for (Operation *op : copy.ops)
          isFresh &= !erased.contains(op);
        for (Value source : copy.sources)
          isFresh &= !gone.contains(viewedBy(source));
      }
      if (!isFresh)
        continue;
      explain(way, number + 1 < ways.size() ? &ways[number + 1] : nullptr,
              liveness.peak());
      gone.insert(way.value);
      for (const Rematerialization::Copy &copy : way.copies)
        for (Value source : copy.sources)
          needed.insert(viewedBy(source));
      if (way.scatter)
        erased.insert(way.scatter);
      rematerialize(way);
      excess -= way.freed;
      changed = true;
    }
    if (!changed)
      break;
    any = true;
    eraseUnread();
  }
  return any;
}

class FitMemory : public impl::FitMemoryPassBase<FitMemory> {
public:
  using Base::Base;

  void runOnOperation() override {
    if (memoryBudget <= 0)
      return;
    auto fitEach = [&](const CollectivesInput &input, func::FuncOp function) {
      if (!function.isExternal())
        fit(input, function);
    };
    if (failed(forEachFunction(getOperation(), fitEach)))
      signalPassFailure();
  }

private:
  /// The bytes that a step takes; the estimate if the program cannot be
  /// compiled.
  int64_t measured(func::FuncOp function, int64_t estimate) {
    FlowOptions options;
    options.memoryBudget = memoryBudget;
    std::optional<Evaluation> all =
        evaluate(getOperation(), Progress::Collectives, options);
    if (!all)
      return estimate;
    auto it = all->bytes.find(function.getName());
    return it == all->bytes.end() ? estimate : it->second;
  }

  void fit(const CollectivesInput &input, func::FuncOp function) {
    MemoryFitter fitter(input, function);
    int64_t estimate = fitter.estimate();
    int64_t taken = measured(function, estimate);
    remark::analysis(
        function.getLoc(),
        remark::RemarkOpts::name("fit-memory").category("collectives"))
        << llvm::formatv("a step takes {0} bytes, estimated {1}, of a budget "
                         "of {2}",
                         taken, estimate, memoryBudget.getValue())
               .str();
    if (taken <= memoryBudget)
      return;
    fitter.sink();
    double target = static_cast<double>(memoryBudget) / leastStep;
    int64_t before = taken;
    for (int round = 0; round < maxMeasured && taken > memoryBudget; ++round) {
      // The estimate that a step within the budget would have. The arena may
      // not follow small steps.
      target =
          std::min(target * leastStep, static_cast<double>(fitter.estimate()) *
                                           static_cast<double>(memoryBudget) /
                                           static_cast<double>(taken));
      if (!fitter.fit(static_cast<int64_t>(target)) && round > 0)
        break;
      taken = measured(function, fitter.estimate());
    }
    auto name = remark::RemarkOpts::name("fit-memory").category("collectives");
    std::string text =
        llvm::formatv("a step takes {0} bytes instead of {1}, the budget is "
                      "{2}",
                      taken, before, memoryBudget.getValue())
            .str();
    if (taken <= memoryBudget)
      remark::passed(function.getLoc(), name) << text;
    else
      remark::missed(function.getLoc(), name)
          << text + ": what else is held is needed or cannot be rematerialized";
  }
};

} // namespace

} // namespace popt
