//===- SimplifyInput.cpp - One constant per use; shorthand expanded -------===//
//
//   %c = stablehlo.constant ...       // used by %0 and %1
// becomes two constants. JAX shares one zero among all that need a zero; with
// one value there would be one sharding for all of them, and propagation would
// carry it from one end of the model to the other. Values computed only from
// constants, and broadcasts of scalars, are treated alike. Operations that are
// shorthand for others (cheap chlo, batch normalisation) are expanded, and rounding to
// the type that a value has is dropped. Of an `if` or `case` of a constant, the branch
// that runs takes its place: optax.MultiSteps asks `lax.cond(False, ..)`.
//
//   add %sum, (dynamic_update_slice zeros, %row, %i)
// becomes
//   dynamic_update_slice %sum, (add (dynamic_slice %sum, %i), %row), %i
// where a loop carries %sum: the gradient of `weights[i]` in a scan adds a whole
// stack for each layer. A loop within that loop then begins with %sum in place of
// zeros that would be added afterwards.
//
// Tests: test/Import/simplify-input.mlir and shorthand.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Zeros.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"
#include "popt/Interfaces/OpModel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt {
#define GEN_PASS_DEF_SIMPLIFYINPUTPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// chlo
//===----------------------------------------------------------------------===//

static Value makeInfinity(OpBuilder &builder, Location loc, Value like,
                          bool negative) {
  auto type = cast<RankedTensorType>(like.getType());
  auto element = cast<FloatType>(type.getElementType());
  APFloat infinity = APFloat::getInf(element.getFloatSemantics(), negative);
  return stablehlo::ConstantOp::create(builder, loc,
                                       DenseElementsAttr::get(type, infinity));
}

/// The same value in stablehlo, or null where chlo stays.
static Value expandChlo(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  if (auto square = dyn_cast<chlo::SquareOp>(op)) {
    // x^2 - y^2 of a complex number has a form that does not cancel.
    if (isa<ComplexType>(square.getType().getElementType()))
      return {};
    return stablehlo::MulOp::create(builder, loc, square.getOperand(),
                                    square.getOperand());
  }
  if (!isa<chlo::IsInfOp, chlo::IsNegInfOp, chlo::IsPosInfOp>(op))
    return {};
  Value operand = op->getOperand(0);
  auto element =
      dyn_cast<FloatType>(cast<ShapedType>(operand.getType()).getElementType());
  // Types without infinities keep the operation.
  if (!element || !APFloat::semanticsHasInf(element.getFloatSemantics()))
    return {};
  if (isa<chlo::IsInfOp>(op))
    operand = stablehlo::AbsOp::create(builder, loc, operand);
  Value infinity =
      makeInfinity(builder, loc, operand, isa<chlo::IsNegInfOp>(op));
  return stablehlo::CompareOp::create(builder, loc, operand, infinity,
                                      stablehlo::ComparisonDirection::EQ);
}

static void expandChlo(func::FuncOp func) {
  func.walk([](Operation *op) {
    if (!isa_and_present<chlo::ChloDialect>(op->getDialect()))
      return;
    OpBuilder builder(op);
    Value value = expandChlo(builder, op);
    if (!value)
      return;
    value.getDefiningOp()->setDiscardableAttrs(
        llvm::to_vector(op->getDiscardableAttrs()));
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  });
}

//===----------------------------------------------------------------------===//
// Shorthand
//===----------------------------------------------------------------------===//

/// JAX rounds what a checkpoint keeps to the type that it has: nothing.
static void dropRoundingToOwnType(func::FuncOp func) {
  func.walk([](stablehlo::ReducePrecisionOp op) {
    auto type = cast<FloatType>(getElementTypeOrSelf(op.getResult().getType()));
    unsigned mantissa = type.getFPMantissaWidth() - 1;
    if (!mantissa || op.getMantissaBits() < mantissa ||
        op.getExponentBits() < type.getWidth() - 1 - mantissa ||
        dist::getSharding(op.getResult()))
      return;
    op.getResult().replaceAllUsesWith(op.getOperand());
    op.erase();
  });
}

/// Expands operations that the op models call shorthand. Shardings of results
/// stay on the operations that make them.
static void decomposeShorthand(func::FuncOp func) {
  SmallVector<KernelOpInterface> ops;
  func.walk([&](KernelOpInterface op) {
    if (op.isShorthand())
      ops.push_back(op);
  });
  for (KernelOpInterface op : ops) {
    OpBuilder builder(op);
    std::optional<SmallVector<Value>> values = op.decompose(builder);
    if (!values)
      continue;
    for (auto [result, value] : llvm::zip_equal(op->getResults(), *values))
      if (dist::ShardingAttr sharding = dist::getSharding(result))
        if (value.getDefiningOp())
          dist::setSharding(value, sharding);
    op->replaceAllUsesWith(*values);
    op->erase();
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// The branch of an `if` or `case` that runs whatever the arguments are; null if that
/// is not known.
static Region *findDecidedBranch(Operation *op) {
  if (!isa<stablehlo::IfOp, stablehlo::CaseOp>(op))
    return nullptr;
  DenseIntElementsAttr constant;
  if (!matchPattern(op->getOperand(0), m_Constant(&constant)))
    return nullptr;
  auto number = *constant.value_begin<APInt>();
  if (isa<stablehlo::IfOp>(op))
    return &op->getRegion(number.isZero() ? 1 : 0);
  // Any other number runs the last branch.
  unsigned last = op->getNumRegions() - 1;
  return &op->getRegion(number.ult(last) ? number.getZExtValue() : last);
}

static void takeDecidedBranches(func::FuncOp func) {
  func.walk([](Operation *op) {
    Region *branch = findDecidedBranch(op);
    if (!branch || llvm::any_of(op->getResults(), [](Value result) {
          return static_cast<bool>(dist::getSharding(result));
        }))
      return;
    Block &block = branch->front();
    Operation *terminator = block.getTerminator();
    op->replaceAllUsesWith(terminator->getOperands());
    op->getBlock()->getOperations().splice(op->getIterator(),
                                           block.getOperations(), block.begin(),
                                           terminator->getIterator());
    op->erase();
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// What the body of a loop carries, and perhaps has written to.
static bool isCarried(Value value) {
  while (auto write = value.getDefiningOp<stablehlo::DynamicUpdateSliceOp>())
    value = write.getOperand();
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<stablehlo::WhileOp>(argument.getOwner()->getParentOp());
}

/// Adds rows to a carried sum in place; `write` puts them into zeros. Rows that are
/// left alone keep the sign of a zero, which adding 0.0 might clear; the numbers are
/// equal.
static void addRows(stablehlo::AddOp add, stablehlo::DynamicUpdateSliceOp write,
                    Value sum) {
  OpBuilder builder(add);
  Location loc = add.getLoc();
  auto rows = cast<RankedTensorType>(write.getUpdate().getType());
  Value now = stablehlo::DynamicSliceOp::create(
      builder, loc, rows, sum, write.getStartIndices(),
      builder.getDenseI64ArrayAttr(rows.getShape()));
  Value next = stablehlo::AddOp::create(builder, loc, now, write.getUpdate());
  auto made = stablehlo::DynamicUpdateSliceOp::create(
      builder, loc, add.getType(), sum, next, write.getStartIndices());
  made->setDiscardableAttrs(add->getDiscardableAttrDictionary());
  add.replaceAllUsesWith(made.getResult());
  add.erase();
  write.erase();
}

/// True if the iterations do nothing with a carried value but add to rows of it,
/// as `addRows` writes it.
static bool onlyAddsRows(stablehlo::WhileOp loop, unsigned index) {
  BlockArgument carried = loop.getBody().getArgument(index);
  Value now = loop.getBody().front().getTerminator()->getOperand(index);
  if (now == carried || !loop.getCond().getArgument(index).use_empty() ||
      !now.hasOneUse())
    return false;
  while (now != carried) {
    auto write = now.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    if (!write || write->getBlock() != carried.getOwner())
      return false;
    auto add = write.getUpdate().getDefiningOp<stablehlo::AddOp>();
    auto row = add ? add.getLhs().getDefiningOp<stablehlo::DynamicSliceOp>()
                   : stablehlo::DynamicSliceOp();
    now = write.getOperand();
    if (!row || row.getOperand() != now || !now.hasNUses(2) ||
        !row->hasOneUse() || !add->hasOneUse() ||
        !llvm::equal(row.getStartIndices(), write.getStartIndices()))
      return false;
  }
  return true;
}

/// Lets a loop that adds rows to zeros, which are then added to a carried sum, begin
/// with the sum. False if `made` is no such loop's.
static bool beginWithSum(stablehlo::AddOp add, Value made, Value sum) {
  auto loop = made.getDefiningOp<stablehlo::WhileOp>();
  if (!loop || !made.hasOneUse() || !sum.hasOneUse() ||
      loop->getBlock() != add->getBlock() || dist::getSharding(made) ||
      dist::getSharding(add.getResult()))
    return false;
  unsigned index = cast<OpResult>(made).getResultNumber();
  Operation *maker = sum.getDefiningOp();
  if ((maker && maker->getBlock() == loop->getBlock() &&
       !maker->isBeforeInBlock(loop)) ||
      !isZero(loop->getOperand(index)) || !onlyAddsRows(loop, index))
    return false;
  loop->setOperand(index, sum);
  add.replaceAllUsesWith(made);
  add.erase();
  return true;
}

static void addRows(func::FuncOp func) {
  SmallVector<stablehlo::AddOp> adds; // those of inner loops first
  func.walk([&](stablehlo::AddOp add) { adds.push_back(add); });
  for (stablehlo::AddOp add : adds)
    for (bool isLeft : {false, true}) {
      Value sum = isLeft ? add.getRhs() : add.getLhs();
      Value rows = isLeft ? add.getLhs() : add.getRhs();
      if (isCarried(sum) && beginWithSum(add, rows, sum))
        break;
      auto write = rows.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
      if (!write || !write->hasOneUse() || !isZero(write.getOperand()) ||
          !isCarried(sum) || dist::getSharding(write.getResult()) ||
          write->getBlock() != add->getBlock())
        continue;
      addRows(add, write, sum);
      break;
    }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

using OperationSet = llvm::DenseSet<Operation *>;

/// True if the operation may be repeated for each use: it is a constant or an
/// iota, computed of such element by element or moved, or broadcasts a scalar.
/// Operations that compute more run once.
static bool isRepeatable(Operation *op, const OperationSet &repeatable) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isMemoryEffectFree(op))
    return false;
  if (isa<stablehlo::ConstantOp, stablehlo::IotaOp>(op))
    return true;
  if (isa<stablehlo::BroadcastInDimOp>(op) &&
      cast<ShapedType>(op->getOperand(0).getType()).getRank() == 0)
    return true;
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || op->getNumOperands() == 0 ||
      (!isa<stablehlo::SliceOp>(op) &&
       model.getPropagationClass() != PropagationClass::Elementwise &&
       model.getPropagationClass() != PropagationClass::Relayout &&
       model.getPropagationClass() != PropagationClass::Expand))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return repeatable.contains(operand.getDefiningOp());
  });
}

/// The repeatable operations that make `root`, operands first.
static void collectTree(Operation *root, const OperationSet &repeatable,
                        llvm::SetVector<Operation *> &tree) {
  SmallVector<std::pair<Operation *, unsigned>> stack = {{root, 0}};
  while (!stack.empty()) {
    auto &[op, next] = stack.back();
    if (next == op->getNumOperands()) {
      tree.insert(op);
      stack.pop_back();
      continue;
    }
    Operation *operand = op->getOperand(next++).getDefiningOp();
    if (operand && repeatable.contains(operand) && !tree.contains(operand))
      stack.push_back({operand, 0});
  }
}

/// Gives each use outside of constant expressions a tree of its own.
static void splitConstants(func::FuncOp func) {
  OperationSet repeatable;
  SmallVector<Operation *> order;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isRepeatable(op, repeatable)) {
      repeatable.insert(op);
      order.push_back(op);
    }
  });
  OperationSet taken;
  for (Operation *root : order) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : root->getUses())
      if (!repeatable.contains(use.getOwner()))
        uses.push_back(&use);
    if (uses.empty())
      continue;
    llvm::SetVector<Operation *> tree;
    collectTree(root, repeatable, tree);
    bool isFree =
        llvm::none_of(tree, [&](Operation *op) { return taken.contains(op); });
    taken.insert(tree.begin(), tree.end());
    // Use lists run backwards; the first use in the text keeps the original.
    for (OpOperand *use : llvm::reverse(uses)) {
      if (isFree) {
        isFree = false;
        continue;
      }
      OpBuilder builder(root);
      builder.setInsertionPointAfter(root);
      IRMapping mapping;
      for (Operation *op : tree)
        builder.clone(*op, mapping);
      use->set(mapping.lookup(root->getResult(0)));
    }
  }
  for (Operation *op : llvm::reverse(order))
    if (op->use_empty())
      op->erase();
}

namespace {
struct SimplifyInputPass
    : public popt::impl::SimplifyInputPassBase<SimplifyInputPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      expandChlo(func);
      dropRoundingToOwnType(func);
      decomposeShorthand(func);
      takeDecidedBranches(func);
      addRows(func);
      splitConstants(func);
    }
  }
};
} // namespace
