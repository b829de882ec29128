//===- ApplyConstraints.cpp - Constraints bind what they constrain --------===//
//
//   %0 = stablehlo.add %x, %y
//   %1 = dist.constraint %0 <@mesh, [{"dp"}, {}]>
// becomes
//   %0 = stablehlo.add %x, %y {dist.shardings = [<@mesh, [{"dp"}, {}]>]}
//   %1 = dist.constraint %0 <@mesh, [{"dp"}, {}]>
//
// if the constraint is closed and pins nothing, %0 has no sharding of its own,
// and no other constraint wants it otherwise. A value that an operation ties
// (the result of a loop) is not bound, as this would bind all that it is tied
// to; its users read the constraint instead. So do users after a chain of
// constraints read the last one. Tested by test/Propagate/constraints.mlir.
//
//===----------------------------------------------------------------------===//
#include "ApplyConstraints.h"
#include "Graph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace popt;

static bool isConstrained(Value value, Operation *except = nullptr) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return user != except && isa<dist::ConstraintOp, dist::ManualOp>(user);
  });
}

/// True if the user said nothing about the value.
static bool isFree(Value value) {
  if (value.getDefiningOp<dist::ConstraintOp>())
    return false;
  dist::ShardingAttr sharding = dist::getSharding(value);
  return !sharding ||
         sharding == dist::ShardingAttr::getReplicated(
                         sharding.getMesh(), sharding.getRank(), /*open=*/true);
}

/// The last of a chain of constraints that begins with `head`, each the only
/// user of the one before, or null. Pins are the constraint's own: a chain ends
/// before one that pins.
static dist::ConstraintOp findTail(dist::ConstraintOp head) {
  Value input = head.getInput();
  if (!isFree(input) || isConstrained(input, head))
    return {};
  dist::ConstraintOp tail = head;
  while (tail->hasOneUse()) {
    auto next = dyn_cast<dist::ConstraintOp>(*tail->user_begin());
    if (!next || !next.getSharding().getPins().empty())
      break;
    tail = next;
  }
  if (tail == head || isConstrained(tail.getResult()))
    return {};
  return tail;
}

static void skipChain(dist::ConstraintOp head) {
  dist::ConstraintOp tail = findTail(head);
  if (!tail)
    return;
  head.getInput().replaceUsesWithIf(tail.getResult(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user != head && !isa<func::ReturnOp>(user) &&
           tail->getBlock() == user->getBlock() && tail->isBeforeInBlock(user);
  });
}

/// True if the sharding should become the value's own.
static bool shouldBind(Value input, dist::ShardingAttr sharding) {
  if (!isa<RankedTensorType>(input.getType()) || !isFree(input) ||
      !sharding.isFullyClosed() || !sharding.getPins().empty())
    return false;
  return llvm::none_of(input.getUses(), [&](OpOperand &use) {
    if (auto other = dyn_cast<dist::ConstraintOp>(use.getOwner()))
      return other.getSharding() != sharding;
    if (auto manual = dyn_cast<dist::ManualOp>(use.getOwner()))
      return manual.getInSharding(use.getOperandNumber()) != sharding;
    return false;
  });
}

/// True for values that loops, branches and barriers tie.
static bool isTied(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (isa<dist::ManualOp>(op))
    return true;
  return llvm::any_of(valueTiesOf(op), [&](const ValueTie &tie) {
    return llvm::is_contained(tie.targets, value);
  });
}

static void moveAfter(Operation *op, Value value) {
  if (Operation *def = value.getDefiningOp())
    op->moveAfter(def);
  else
    op->moveBefore(&cast<BlockArgument>(value).getOwner()->front());
}

static void applyConstraint(dist::ConstraintOp constraint) {
  skipChain(constraint);
  Value input = constraint.getInput();
  if (!shouldBind(input, constraint.getSharding()))
    return;
  if (!isTied(input)) {
    dist::setSharding(input, constraint.getSharding());
    return;
  }
  moveAfter(constraint, input);
  input.replaceAllUsesExcept(constraint.getResult(), constraint);
}

/// The shardings in which a manual region reads its operands bind, too.
static void applyManual(dist::ManualOp op) {
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Value input = op->getOperand(i);
    dist::ShardingAttr sharding = op.getInSharding(i);
    if (!shouldBind(input, sharding))
      continue;
    if (!isTied(input)) {
      dist::setSharding(input, sharding);
      continue;
    }
    OpBuilder builder(op.getContext());
    builder.setInsertionPointAfterValue(input);
    auto constraint =
        dist::ConstraintOp::create(builder, op.getLoc(), input, sharding);
    input.replaceAllUsesExcept(constraint.getResult(), constraint);
  }
}

void popt::applyConstraints(ModuleOp module) {
  SmallVector<Operation *> operations;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<dist::ConstraintOp, dist::ManualOp>(op))
      operations.push_back(op);
  });
  for (Operation *op : operations) {
    if (auto constraint = dyn_cast<dist::ConstraintOp>(op))
      applyConstraint(constraint);
    else
      applyManual(cast<dist::ManualOp>(op));
  }
}
