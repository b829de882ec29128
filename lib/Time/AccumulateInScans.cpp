//===- AccumulateInScans.cpp - Scans add rows to accumulators -------------===//
//
// A loop adds what a scan leaves, a stack, to what it carries; afterwards the scan
// carries the sum and adds row by row. Before and after IR: Passes.td. Tested by
// test/Time/accumulate-in-scans.mlir, and by execution in
// test/Execute/Time/accumulation.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Combination.h"
#include "popt/OpModels/FilledStacks.h"
#include "popt/OpModels/Reshapes.h"
#include "popt/OpModels/StackRows.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"
#include "popt/Time/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"

namespace popt {
#define GEN_PASS_DEF_ACCUMULATEINSCANSPASS
#include "popt/Time/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// An addition of a stack to what a loop carries from iteration to iteration.
struct Accumulation {
  Operation *add;
  BlockArgument sum;
  /// A map of the stack alone (a conversion) before the addition; may be null.
  Operation *map;
  SmallVector<FillingLoop> scans;
};
} // namespace

/// True if the value is what a loop carries, and `next` is what it carries next.
static bool isCarried(BlockArgument value, OpOperand &next) {
  Operation *loop = value.getOwner()->getParentOp();
  return isLoop(loop) && llvm::any_of(valueTiesOf(loop), [&](ValueTie &tie) {
           return llvm::is_contained(tie.targets, value) &&
                  llvm::is_contained(tie.sources, &next);
         });
}

/// The scans that fill the stack one after the other, the last of which gives it;
/// empty if none do.
static SmallVector<FillingLoop> scansThatFill(OpResult stack) {
  for (OpResult from = stack; from && from.hasOneUse();) {
    std::optional<CountedLoop> loop = CountedLoop::find(from.getOwner());
    if (!loop)
      break;
    SmallVector<FillingLoop> scans =
        loopsThatFill(*loop, from.getResultNumber());
    if (!scans.empty())
      return scans.back().loop.operation() == stack.getOwner()
                 ? scans
                 : SmallVector<FillingLoop>();
    from =
        dyn_cast<OpResult>(from.getOwner()->getOperand(from.getResultNumber()));
  }
  return {};
}

/// True if the scans make their rows where they lie: else a row would be added to a
/// copy of the sum.
static bool writeInPlace(ArrayRef<FillingLoop> scans, StackRows &rows) {
  return llvm::all_of(scans, [&](const FillingLoop &scan) {
    Operation *update = scan.loop.nextOf(scan.index).getDefiningOp();
    return rows.writtenBy(update) && !StackRows::storedBy(update);
  });
}

/// True if the scan sums rows among ranks: move-out-of-loops takes that out of both
/// loops, if the scan does nothing else with the stack.
static bool sumsAmongRanks(const FillingLoop &scan) {
  SmallVector<Value> ways = {
      sliceAccessOf(scan.loop.nextOf(scan.index).getDefiningOp())->update};
  while (!ways.empty()) {
    Value value = ways.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || !value.hasOneUse())
      continue;
    if (isa<dist::AllReduceOp>(op))
      return true;
    llvm::append_range(ways, op->getOperands());
  }
  return false;
}

/// True if rows may be added as they are made: all of them in each iteration of the
/// loop that adds them, and at one coordinate of the stage axis.
static bool mayAdd(ArrayRef<FillingLoop> scans, Operation *add) {
  return llvm::all_of(scans, [&](const FillingLoop &scan) {
    Operation *loop = scan.loop.operation();
    return loop->getBlock() == add->getBlock() &&
           dist::getPlace(loop) ==
               dist::getPlace(scans.front().loop.operation()) &&
           !sumsAmongRanks(scan);
  });
}

static std::optional<Accumulation> accumulationBy(Operation *add,
                                                  StackRows &rows) {
  if (combinationOf(add) != Monoid::Sum || !add->hasOneUse())
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    auto sum = dyn_cast<BlockArgument>(add->getOperand(i));
    if (!sum || sum.getOwner() != add->getBlock() || !sum.hasOneUse() ||
        !isCarried(sum, *add->use_begin()))
      continue;
    auto made = dyn_cast<OpResult>(add->getOperand(1 - i));
    Operation *map = nullptr;
    if (made && isPointwise(made.getOwner()) && made.hasOneUse() &&
        made.getOwner()->getNumOperands() == 1) {
      map = made.getOwner();
      made = dyn_cast<OpResult>(map->getOperand(0));
    }
    if (!made || !made.hasOneUse())
      continue;
    SmallVector<FillingLoop> scans = scansThatFill(made);
    if (!scans.empty() && mayAdd(scans, add) && writesEachRowOnce(scans) &&
        writeInPlace(scans, rows))
      return Accumulation{add, sum, map, std::move(scans)};
  }
  return std::nullopt;
}

/// The row at what makes it, so that it is added at once: else it, and what a product
/// is made of, would be alive until the update. Where `read`, which reads the row that
/// is replaced, cannot come before that, the row where it is.
static Value rowAtMaker(OpBuilder &builder, Value row, Operation *read) {
  IRRewriter rewriter(read->getContext());
  Value made = beforeReshapes(row);
  Operation *maker = made.getDefiningOp();
  if (!maker || maker->getBlock() != read->getBlock() ||
      failed(moveOperationDependencies(rewriter, read, maker)))
    return row;
  read->moveBefore(maker);
  builder.setInsertionPointAfter(maker);
  return buildReshape(builder, row.getLoc(), made, shapeOf(row));
}

/// Makes the scan add its rows to what it carries.
static void addRows(const FillingLoop &scan, Accumulation &found) {
  Type type = found.sum.getType();
  Operation *loop = scan.loop.operation();
  Operation *update = scan.loop.nextOf(scan.index).getDefiningOp();
  for (Region &region : loop->getRegions())
    region.getArgument(scan.index).setType(type);
  loop->getResult(scan.index).setType(type);
  update->getResult(0).setType(type);
  OpBuilder builder(update);
  Value row = sliceAccessOf(update)->update;
  Value old = buildReplaced(builder, update);
  Value added = rowAtMaker(builder, row, old.getDefiningOp());
  if (found.map) {
    Operation *copy = builder.clone(*found.map);
    copy->setOperand(0, added);
    added = copy->getResult(0);
    added.setType(
        cast<RankedTensorType>(row.getType()).clone(elementOf(found.sum)));
  }
  Value next =
      buildCombined(builder, found.add->getLoc(), Monoid::Sum, old, added);
  update->replaceUsesOfWith(row, next);
  if (Operation *shape = row.getDefiningOp(); shape && row != added)
    eraseDead(llvm::SetVector<Operation *>(&shape, &shape + 1));
}

static void accumulate(Accumulation &found) {
  const FillingLoop &first = found.scans.front(), &last = found.scans.back();
  OpOperand &entry = first.loop.operation()->getOpOperand(first.index);
  OpResult stack = last.loop.operation()->getResult(last.index);
  remark::passed(
      found.add->getLoc(),
      remark::RemarkOpts::name("accumulate-in-scans").category("time"))
      << llvm::formatv("a scan adds its rows to the sum as it makes them: {0} "
                       "bytes of a stack are not held",
                       bytesOf(stack))
             .str();
  for (const FillingLoop &scan : found.scans)
    addRows(scan, found);
  llvm::SetVector<Operation *> dead;
  if (Operation *maker = entry.get().getDefiningOp())
    dead.insert(maker);
  found.add->getResult(0).replaceAllUsesWith(stack);
  entry.set(found.sum);
  found.add->erase();
  if (found.map)
    found.map->erase();
  eraseDead(std::move(dead));
}

namespace {
struct AccumulateInScans
    : popt::impl::AccumulateInScansPassBase<AccumulateInScans> {
  void runOnOperation() final {
    SmallVector<Accumulation> all;
    StackRows rows;
    getOperation().walk([&](Operation *op) {
      if (std::optional<Accumulation> found = accumulationBy(op, rows))
        all.push_back(std::move(*found));
    });
    for (Accumulation &found : all)
      accumulate(found);
  }
};
} // namespace
