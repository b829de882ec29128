//===- TripCount.cpp - How often a loop runs ------------------------------===//
//
// Counted loops, as scans and fori_loop leave them: the condition compares a
// carried counter with a bound, the body adds a constant to the counter, and
// where it starts is known. Costs of operations in a loop count that often.
//
//   while %i = 0 cond { compare LT, %i, 12 } do { return add %i, 1 }    12
//
// Tested by test/Partition/control-flow.mlir.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {

/// The carried value that a block argument of the loop is, or nothing.
static std::optional<unsigned> carriedIndex(stablehlo::WhileOp loop,
                                            Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != loop)
    return std::nullopt;
  return argument.getArgNumber();
}

std::optional<int64_t> integerConstant(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto dense = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                        : DenseIntElementsAttr();
  if (!dense || !dense.isSplat())
    return std::nullopt;
  Type type = dense.getElementType();
  APInt element = dense.getSplatValue<APInt>();
  if (element.getBitWidth() > 64)
    return std::nullopt;
  return type.isUnsignedInteger() || type.isInteger(1)
             ? static_cast<int64_t>(element.getZExtValue())
             : element.getSExtValue();
}

/// The value of an integer scalar that is the same in every round.
static std::optional<int64_t> constantIn(stablehlo::WhileOp loop, Value value) {
  if (std::optional<int64_t> constant = integerConstant(value))
    return constant;
  std::optional<unsigned> index = carriedIndex(loop, value);
  if (!index)
    return std::nullopt;
  Value next = loop.getBody().front().getTerminator()->getOperand(*index);
  if (next != loop.getBody().getArgument(*index))
    return std::nullopt;
  return constantIn(loop, loop->getOperand(*index));
}

/// The amount that each iteration adds to carried value `index`.
static std::optional<int64_t> stepOf(stablehlo::WhileOp loop, unsigned index) {
  Value counter = loop.getBody().getArgument(index);
  Operation *next =
      loop.getBody().front().getTerminator()->getOperand(index).getDefiningOp();
  if (auto add = dyn_cast_or_null<stablehlo::AddOp>(next)) {
    if (add.getLhs() == counter)
      return constantIn(loop, add.getRhs());
    if (add.getRhs() == counter)
      return constantIn(loop, add.getLhs());
  }
  if (auto subtract = dyn_cast_or_null<stablehlo::SubtractOp>(next))
    if (subtract.getLhs() == counter)
      if (std::optional<int64_t> step = constantIn(loop, subtract.getRhs()))
        return -*step;
  return std::nullopt;
}

static stablehlo::ComparisonDirection
mirrored(stablehlo::ComparisonDirection direction) {
  using Direction = stablehlo::ComparisonDirection;
  switch (direction) {
  case Direction::LT:
    return Direction::GT;
  case Direction::LE:
    return Direction::GE;
  case Direction::GT:
    return Direction::LT;
  case Direction::GE:
    return Direction::LE;
  default:
    return direction;
  }
}

/// How often the counter takes a step of this size; nothing if that never ends.
static std::optional<int64_t> tripsOf(stablehlo::ComparisonDirection direction,
                                      int64_t distance, int64_t step) {
  using Direction = stablehlo::ComparisonDirection;
  switch (direction) {
  case Direction::LT:
    return distance <= 0 ? 0 : (distance - 1) / step + 1;
  case Direction::LE:
    return distance < 0 ? 0 : distance / step + 1;
  case Direction::NE:
    if (distance >= 0 && distance % step == 0)
      return distance / step;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<LoopCounter> counterOf(stablehlo::WhileOp loop) {
  auto compare = loop.getCond()
                     .front()
                     .getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<stablehlo::CompareOp>();
  if (!compare)
    return std::nullopt;
  Value counter = compare.getLhs(), bound = compare.getRhs();
  stablehlo::ComparisonDirection direction = compare.getComparisonDirection();
  std::optional<int64_t> end = constantIn(loop, bound);
  if (!end) {
    std::swap(counter, bound);
    direction = mirrored(direction);
    end = constantIn(loop, bound);
  }
  std::optional<unsigned> index = carriedIndex(loop, counter);
  if (!end || !index)
    return std::nullopt;
  std::optional<int64_t> begin = constantIn(loop, loop->getOperand(*index));
  std::optional<int64_t> step = stepOf(loop, *index);
  if (!begin || !step || *step == 0)
    return std::nullopt;
  int64_t distance;
  if (llvm::SubOverflow(*end, *begin, distance))
    return std::nullopt;
  int64_t size = *step;
  if (size < 0) {
    distance = -distance;
    size = -size;
    direction = mirrored(direction);
  }
  std::optional<int64_t> trips = tripsOf(direction, distance, size);
  if (!trips)
    return std::nullopt;
  return LoopCounter{*index, *step, *trips};
}

std::optional<int64_t> tripCountOf(stablehlo::WhileOp loop) {
  std::optional<LoopCounter> counter = counterOf(loop);
  return counter ? std::optional(counter->trips) : std::nullopt;
}

} // namespace popt
