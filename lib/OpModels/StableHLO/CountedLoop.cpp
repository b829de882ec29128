//===- CountedLoop.cpp - Loops that walk along stacked tensors ------------===//
//
// The condition compares a carried counter with a bound, the body adds a
// constant to it, and where it starts is known. Indices that follow from such
// counters are computed here, iteration by iteration, so that any expression of
// integers will do: `11 - %i`, `select(%i < 0, %i + 12, %i)`.
//
// Tested by test/Partition/control-flow.mlir (costs count loops that often) and
// test/Stages/split-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/CountedLoop.h"

#include "Models.h"

#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The integer type of a tensor of one element of at most 64 bits.
static IntegerType integerOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto integer =
      type ? dyn_cast<IntegerType>(type.getElementType()) : IntegerType();
  return integer && type.getNumElements() == 1 && integer.getWidth() <= 64
             ? integer
             : IntegerType();
}

/// The number of the type with these low bits.
static int64_t wrap(IntegerType type, int64_t number) {
  if (type.getWidth() == 64)
    return number;
  APInt bits(64, static_cast<uint64_t>(number));
  bits = bits.trunc(type.getWidth());
  return type.isUnsignedInteger() || type.getWidth() == 1
             ? static_cast<int64_t>(bits.getZExtValue())
             : bits.getSExtValue();
}

static bool compareBy(ComparisonDirection direction, int64_t x, int64_t y,
                      bool isUnsigned) {
  auto less = [&](int64_t a, int64_t b) {
    return isUnsigned ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b)
                      : a < b;
  };
  switch (direction) {
  case ComparisonDirection::EQ:
    return x == y;
  case ComparisonDirection::NE:
    return x != y;
  case ComparisonDirection::LT:
    return less(x, y);
  case ComparisonDirection::LE:
    return !less(y, x);
  case ComparisonDirection::GT:
    return less(y, x);
  case ComparisonDirection::GE:
    return !less(x, y);
  }
  llvm_unreachable("unknown direction");
}

namespace {
/// Computes integers of a loop's body from those that it carries.
class Evaluator {
public:
  /// `carriedValue` must outlive the evaluator.
  Evaluator(Operation *loop,
            function_ref<std::optional<int64_t>(unsigned)> carriedValue)
      : loop(loop), carriedValue(carriedValue) {}

  std::optional<int64_t> evaluate(Value value) {
    IntegerType type = integerOf(value);
    if (!type)
      return std::nullopt;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner()->getParentOp() == loop
                 ? carriedValue(argument.getArgNumber())
                 : std::nullopt;
    auto [known, isNew] = values.try_emplace(value);
    if (isNew) {
      std::optional<int64_t> number = compute(value.getDefiningOp(), type);
      values[value] = number ? std::optional(wrap(type, *number)) : number;
    }
    return values[value];
  }

private:
  std::optional<int64_t> compute(Operation *op, IntegerType type);

  Operation *loop;
  function_ref<std::optional<int64_t>(unsigned)> carriedValue;
  llvm::DenseMap<Value, std::optional<int64_t>> values;
};
} // namespace

std::optional<int64_t> Evaluator::compute(Operation *op, IntegerType type) {
  if (isa<ConstantOp>(op))
    return integerConstant(op->getResult(0));
  if (!isa<AddOp, SubtractOp, MulOp, DivOp, RemOp, MinOp, MaxOp, AndOp, OrOp,
           NegOp, NotOp, ConvertOp, ReshapeOp, BroadcastInDimOp, CompareOp,
           SelectOp, ClampOp>(op))
    return std::nullopt;
  SmallVector<int64_t, 3> in;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = evaluate(operand);
    if (!number)
      return std::nullopt;
    in.push_back(*number);
  }
  auto signedOnly = [&](int64_t divisor) {
    return !type.isUnsignedInteger() && divisor != 0 && divisor != -1;
  };
  using Number = std::optional<int64_t>;
  auto plus = [](int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) +
                                static_cast<uint64_t>(y));
  };
  auto less = [&](int64_t x, int64_t y) {
    return compareBy(ComparisonDirection::LT, x, y, type.isUnsignedInteger());
  };
  return TypeSwitch<Operation *, Number>(op)
      .Case([&](AddOp) { return Number(plus(in[0], in[1])); })
      .Case([&](SubtractOp) {
        return Number(static_cast<int64_t>(static_cast<uint64_t>(in[0]) -
                                           static_cast<uint64_t>(in[1])));
      })
      .Case([&](MulOp) {
        return Number(static_cast<int64_t>(static_cast<uint64_t>(in[0]) *
                                           static_cast<uint64_t>(in[1])));
      })
      .Case([&](DivOp) {
        return signedOnly(in[1]) ? Number(in[0] / in[1]) : Number();
      })
      .Case([&](RemOp) {
        return signedOnly(in[1]) ? Number(in[0] % in[1]) : Number();
      })
      .Case([&](MinOp) { return Number(less(in[0], in[1]) ? in[0] : in[1]); })
      .Case([&](MaxOp) { return Number(less(in[0], in[1]) ? in[1] : in[0]); })
      .Case([&](AndOp) { return Number(in[0] & in[1]); })
      .Case([&](OrOp) { return Number(in[0] | in[1]); })
      .Case([&](NotOp) { return Number(~in[0]); })
      .Case([&](NegOp) {
        return Number(static_cast<int64_t>(-static_cast<uint64_t>(in[0])));
      })
      .Case([&](CompareOp compare) {
        bool isUnsigned = integerOf(compare.getLhs()).isUnsignedInteger();
        return Number(compareBy(compare.getComparisonDirection(), in[0], in[1],
                                isUnsigned));
      })
      .Case([&](SelectOp) { return Number(in[0] ? in[1] : in[2]); })
      .Case([&](ClampOp) {
        int64_t low = less(in[1], in[0]) ? in[0] : in[1];
        return Number(less(in[2], low) ? in[2] : low);
      })
      .Default([&](Operation *) { return Number(in[0]); });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::optional<CountedLoop> CountedLoop::find(Operation *op) {
  auto loop = dyn_cast<WhileOp>(op);
  std::optional<LoopCounter> counter = loop ? counterOf(loop) : std::nullopt;
  if (!counter || counter->trips < 1 || counter->trips > kMostTrips)
    return std::nullopt;
  CountedLoop found;
  found.op = op;
  found.numTrips = counter->trips;
  found.counter = counter->index;
  found.ascends = counter->step > 0;
  found.findCarried();
  return found;
}

Block &CountedLoop::body() const { return cast<WhileOp>(op).getBody().front(); }

Value CountedLoop::nextOf(unsigned index) const {
  return body().getTerminator()->getOperand(index);
}

/// Follows the integers whose first values are constants. One that turns out to
/// depend on something else is dropped, and all begin anew.
void CountedLoop::findCarried() {
  for (OpOperand &operand : op->getOpOperands())
    if (integerOf(operand.get()))
      if (std::optional<int64_t> first = integerConstant(operand.get()))
        carried[operand.getOperandNumber()] = {*first};
  for (bool isDone = false; !isDone;) {
    isDone = true;
    for (auto &[index, values] : carried)
      values.resize(1);
    for (int64_t trip = 0; trip < numTrips && isDone; ++trip) {
      auto carriedNow = [&](unsigned index) {
        auto known = carried.find(index);
        return known == carried.end() ? std::nullopt
                                      : std::optional(known->second[trip]);
      };
      Evaluator evaluator(op, carriedNow);
      SmallVector<std::pair<unsigned, std::optional<int64_t>>> next;
      for (auto &[index, values] : carried)
        next.push_back({index, evaluator.evaluate(nextOf(index))});
      for (auto [index, value] : next)
        if (value)
          carried[index].push_back(*value);
        else
          isDone = !carried.erase(index);
    }
  }
}

const SmallVector<int64_t> *CountedLoop::carriedValues(unsigned index) const {
  auto known = carried.find(index);
  return known == carried.end() ? nullptr : &known->second;
}

std::optional<SmallVector<int64_t>> CountedLoop::valuesOf(Value value) const {
  SmallVector<int64_t> values;
  for (int64_t trip = 0; trip < numTrips; ++trip) {
    auto carriedNow = [&](unsigned index) {
      const SmallVector<int64_t> *known = carriedValues(index);
      return known ? std::optional((*known)[trip]) : std::nullopt;
    };
    Evaluator evaluator(op, carriedNow);
    std::optional<int64_t> number = evaluator.evaluate(value);
    if (!number)
      return std::nullopt;
    values.push_back(*number);
  }
  return values;
}

Operation *CountedLoop::cut(OpBuilder &builder, int64_t begin, int64_t end,
                            ValueRange values) const {
  Location loc = op->getLoc();
  auto made = WhileOp::create(builder, loc, values.getTypes(), values);
  SmallVector<Location> locs(values.size(), loc);
  OpBuilder::InsertionGuard guard(builder);
  // The condition: the counter has not come to where the part ends.
  Block *cond =
      builder.createBlock(&made.getCond(), {}, values.getTypes(), locs);
  auto type = cast<RankedTensorType>(values[counter].getType());
  Value bound = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, ArrayRef<Attribute>(builder.getIntegerAttr(
                    type.getElementType(), (*carriedValues(counter))[end]))));
  Value goesOn = CompareOp::create(
      builder, loc, cond->getArgument(counter), bound,
      ascends ? ComparisonDirection::LT : ComparisonDirection::GT);
  ReturnOp::create(builder, loc, goesOn);
  Block *newBody =
      builder.createBlock(&made.getBody(), {}, values.getTypes(), locs);
  IRMapping map;
  map.map(body().getArguments(), newBody->getArguments());
  for (Operation &inner : body())
    builder.clone(inner, map);
  return made;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

std::optional<StackAccess> popt::stackAccessOf(OpOperand &use, int64_t dim) {
  Operation *op = use.getOwner();
  if (use.getOperandNumber() != 0)
    return std::nullopt;
  if (auto slice = dyn_cast<DynamicSliceOp>(op))
    return StackAccess{&slice.getStartIndicesMutable()[dim],
                       slice.getSliceSizes()[dim], /*isWrite=*/false};
  if (auto update = dyn_cast<DynamicUpdateSliceOp>(op))
    return StackAccess{
        &update.getStartIndicesMutable()[dim],
        cast<RankedTensorType>(update.getUpdate().getType()).getDimSize(dim),
        /*isWrite=*/true};
  return std::nullopt;
}
