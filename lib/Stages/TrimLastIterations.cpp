//===- TrimLastIterations.cpp - Drops unread results of last iterations ---===//
//
// The scan that goes back over layers carries the gradient of their input from
// layer to layer. Where nothing needs the gradient of the network's own input,
// the last iteration makes it for nothing: an unrolled model has no operations
// for it. The last iteration becomes a loop of its own that leaves them out.
// Before and after IR: Passes.td. Tested by
// test/Stages/trim-last-iterations.mlir, and by execution in
// test/Execute/Stages/twins.py.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/DeadOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_TRIMLASTITERATIONSPASS
#include "popt/Stages/Passes.h.inc"

namespace {

/// A loop of its own makes the program longer; it has to save this part of what
/// the iterations compute.
constexpr double leastSaved = 0.01;

/// A loop, and what its last iteration need not compute.
class LastIteration {
public:
  /// `isRead` says which uses of results count.
  explicit LastIteration(
      CountedLoop loop, llvm::function_ref<bool(OpOperand &)> isRead =
                            [](OpOperand &) { return true; })
      : loop(std::move(loop)) {
    findUnread(isRead);
  }

  /// False if nothing is saved, or too little.
  bool find();
  /// Takes it out; returns the loop of the last iteration.
  Operation *trim();
  std::string describe() const;

private:
  void findUnread(llvm::function_ref<bool(OpOperand &)> isRead);
  void findNeeded();
  double savedIn(Operation &op);

  CountedLoop loop;
  SmallVector<unsigned> unread; ///< carried values whose last is unread
  llvm::DenseSet<Operation *> needed;
  double savedFlops = 0, allFlops = 0;
};

} // namespace

/// Of one execution.
static double flopsWithin(Operation &op) {
  double flops = flopsOf(&op).value_or(0);
  for (Region &region : op.getRegions())
    for (Operation &inner : region.getOps())
      flops += flopsWithin(inner);
  auto tied = dyn_cast<ValueTieOpInterface>(op);
  return tied ? flops * static_cast<double>(tied.getTripCount().value_or(1))
              : flops;
}

void LastIteration::findUnread(llvm::function_ref<bool(OpOperand &)> isRead) {
  Operation *op = loop.operation();
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    if (llvm::none_of(result.getUses(), isRead) &&
        op->getRegion(0).getArgument(index).use_empty() &&
        loop.nextOf(index) != loop.body().getArgument(index))
      unread.push_back(index);
  }
}

/// What the other carried values are made from, and what has effects.
void LastIteration::findNeeded() {
  SmallVector<Operation *> work;
  auto add = [&](Operation *op) {
    if (op && needed.insert(op).second)
      work.push_back(op);
  };
  Operation *end = loop.body().getTerminator();
  for (OpOperand &next : end->getOpOperands())
    if (!llvm::is_contained(unread, next.getOperandNumber()))
      add(next.get().getDefiningOp());
  for (Operation &op : loop.body().without_terminator())
    if (!isMemoryEffectFree(&op) || dist::isOrdered(&op))
      add(&op);
  while (!work.empty()) {
    Operation *op = loop.body().findAncestorOpInBlock(*work.pop_back_val());
    if (!op)
      continue;
    llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), read);
    for (Value value : read)
      add(value.getDefiningOp());
  }
}

/// Flops of the last iteration's copy of the operation that are not needed. If
/// the operation is a loop, its own last iteration may be trimmed.
double LastIteration::savedIn(Operation &op) {
  if (!needed.contains(&op))
    return flopsWithin(op);
  std::optional<CountedLoop> inner = CountedLoop::find(&op);
  if (!inner)
    return 0;
  LastIteration last(std::move(*inner), [&](OpOperand &use) {
    Operation *reader = loop.body().findAncestorOpInBlock(*use.getOwner());
    return reader == loop.body().getTerminator()
               ? !llvm::is_contained(unread, use.getOperandNumber())
               : needed.contains(reader);
  });
  return last.find() ? last.savedFlops : 0;
}

bool LastIteration::find() {
  if (unread.empty())
    return false;
  findNeeded();
  for (Operation &op : loop.body().without_terminator()) {
    allFlops += flopsWithin(op) * static_cast<double>(loop.trips());
    savedFlops += savedIn(op);
  }
  return savedFlops > 0 && savedFlops >= leastSaved * allFlops;
}

std::string LastIteration::describe() const {
  return llvm::formatv("the last of {0} iterations leaves out what only a "
                       "further one would read, {1:F1}% of the loop's flops",
                       loop.trips(), 100 * savedFlops / allFlops)
      .str();
}

Operation *LastIteration::trim() {
  Operation *op = loop.operation(), *last = op;
  OpBuilder b(op);
  if (int64_t before = loop.trips() - 1) {
    DictionaryAttr attributes = op->getDiscardableAttrDictionary();
    Operation *first = loop.cut(b, 0, before, op->getOperands());
    first->setDiscardableAttrs(attributes);
    last =
        loop.cut(b, before, loop.trips(), loop.carriedAfter(b, first, before));
    last->setDiscardableAttrs(attributes);
    op->replaceAllUsesWith(last);
    op->erase();
  }
  Block &body = last->getRegions().back().front();
  for (unsigned index : unread)
    body.getTerminator()->setOperand(index, body.getArgument(index));
  eraseDead(body);
  return last;
}

namespace {

struct TrimLastIterationsPass
    : public impl::TrimLastIterationsPassBase<TrimLastIterationsPass> {
  using TrimLastIterationsPassBase::TrimLastIterationsPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> work{getOperation()};
    while (!work.empty()) {
      // Loops around others first: their last iterations read less.
      SmallVector<CountedLoop> loops;
      work.pop_back_val()->walk<WalkOrder::PreOrder>([&](Operation *op) {
        std::optional<CountedLoop> loop = CountedLoop::find(op);
        if (loop)
          loops.push_back(std::move(*loop));
        return loop ? WalkResult::skip() : WalkResult::advance();
      });
      for (CountedLoop &loop : loops) {
        Operation *left = loop.operation();
        if (LastIteration last(loop); last.find()) {
          remark::passed(left->getLoc(),
                         remark::RemarkOpts::name("trim").category("schedule"))
              << last.describe();
          left = last.trim();
        }
        for (Region &region : left->getRegions())
          for (Operation &inner : region.getOps())
            work.push_back(&inner);
      }
    }
  }
};

} // namespace
} // namespace popt
