//===- CountedLoop.cpp - Loops that walk along stacked tensors ------------===//
//
// The condition compares a carried counter with a bound, the body adds a
// constant to it, and where it starts is known. Indices that follow from such
// counters are computed, iteration by iteration (KnownIntegers.h), so that any
// expression of integers will do: `11 - %i`, `select(%i < 0, %i + 12, %i)`.
//
// Tested by test/Partition/control-flow.mlir (costs count loops that often) and
// test/Stages/split-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/CountedLoop.h"

#include "KnownIntegers.h"
#include "Models.h"

#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

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
  found.counterIndex = counter->index;
  found.ascends = counter->step > 0;
  found.findCarried();
  return found;
}

Block &CountedLoop::body() const { return cast<WhileOp>(op).getBody().front(); }

Value CountedLoop::nextOf(unsigned index) const {
  return body().getTerminator()->getOperand(index);
}

/// Follows the integers whose first values are known. One that turns out to depend
/// on something else is dropped, and all begin anew.
void CountedLoop::findCarried() {
  KnownArrays arrays;
  for (OpOperand &operand : op->getOpOperands())
    if (integerScalar(operand.get()))
      if (const SmallVector<int64_t> *first = arrays.find(operand.get()))
        carried[operand.getOperandNumber()] = {first->front()};
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
      IntegerEvaluator evaluator(op, carriedNow, arrays);
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
  KnownArrays arrays;
  for (int64_t trip = 0; trip < numTrips; ++trip) {
    auto carriedNow = [&](unsigned index) {
      const SmallVector<int64_t> *known = carriedValues(index);
      return known ? std::optional((*known)[trip]) : std::nullopt;
    };
    IntegerEvaluator evaluator(op, carriedNow, arrays);
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
  auto type = cast<RankedTensorType>(values[counterIndex].getType());
  Value bound = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, ArrayRef<Attribute>(builder.getIntegerAttr(
                                       type.getElementType(),
                                       (*carriedValues(counterIndex))[end]))));
  Value goesOn = CompareOp::create(
      builder, loc, cond->getArgument(counterIndex), bound,
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

SmallVector<Value> CountedLoop::carriedAfter(OpBuilder &builder,
                                             Operation *before,
                                             int64_t begin) const {
  SmallVector<Value> values(before->getResults());
  for (auto [index, value] : llvm::enumerate(values)) {
    const SmallVector<int64_t> *known =
        carriedValues(static_cast<unsigned>(index));
    if (!known)
      continue;
    Attribute number =
        builder.getIntegerAttr(getElementTypeOrSelf(value.getType()),
                               (*known)[static_cast<size_t>(begin)]);
    value = buildConstant(
        builder, value.getLoc(),
        DenseElementsAttr::get(cast<ShapedType>(value.getType()), number));
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Loops within loops
//===----------------------------------------------------------------------===//

LoopNest::LoopNest(CountedLoop inner) {
  int64_t iterations = inner.trips();
  loops.push_back(std::move(inner));
  while (auto around =
             CountedLoop::find(loops.back().operation()->getParentOp())) {
    iterations *= around->trips();
    // A loop in the condition runs once more than the body, with other values.
    if (iterations > CountedLoop::kMostTrips ||
        loops.back().operation()->getBlock() != &around->body())
      break;
    loops.push_back(std::move(*around));
  }
}

std::optional<SmallVector<int64_t>> LoopNest::valuesOf(Value value) const {
  KnownArrays arrays;
  SmallVector<int64_t> values;
  // The iterations of loop `depth`, and in each those of the loops within.
  auto follow = [&](auto &self, size_t depth,
                    IntegerEvaluator *around) -> bool {
    const CountedLoop &loop = loops[depth];
    for (int64_t trip = 0; trip < loop.trips(); ++trip) {
      auto carriedNow = [&](unsigned index) {
        const SmallVector<int64_t> *known = loop.carriedValues(index);
        return known ? std::optional((*known)[trip]) : std::nullopt;
      };
      IntegerEvaluator evaluator(loop.operation(), carriedNow, arrays, nullptr,
                                 around);
      if (depth > 0) {
        if (!self(self, depth - 1, &evaluator))
          return false;
        continue;
      }
      std::optional<int64_t> number = evaluator.evaluate(value);
      if (!number)
        return false;
      values.push_back(*number);
    }
    return true;
  };
  return follow(follow, loops.size() - 1, nullptr) ? std::optional(values)
                                                   : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

std::optional<SliceAccess> popt::sliceAccessOf(Operation *op) {
  if (auto slice = dyn_cast<DynamicSliceOp>(op))
    return SliceAccess{slice.getOperand(),
                       SmallVector<int64_t>(slice.getSliceSizes()),
                       slice.getStartIndices(), Value()};
  if (auto update = dyn_cast<DynamicUpdateSliceOp>(op))
    return SliceAccess{update.getOperand(),
                       SmallVector<int64_t>(shapeOf(update.getUpdate())),
                       update.getStartIndices(), update.getUpdate()};
  return std::nullopt;
}

std::optional<SliceAccess> popt::onlyWriteOf(const CountedLoop &loop,
                                             unsigned index) {
  BlockArgument argument = loop.body().getArgument(index);
  Value next = loop.nextOf(index);
  Operation *write = next.getDefiningOp();
  std::optional<SliceAccess> access = write && write->getBlock() == &loop.body()
                                          ? sliceAccessOf(write)
                                          : std::nullopt;
  bool isOnly = access && access->update && access->whole == argument &&
                argument.hasOneUse() && next.hasOneUse() &&
                loop.operation()->getRegion(0).getArgument(index).use_empty();
  return isOnly ? access : std::nullopt;
}

std::optional<StackAccess> popt::stackAccessOf(OpOperand &use, int64_t dim) {
  std::optional<SliceAccess> access = use.getOperandNumber() == 0
                                          ? sliceAccessOf(use.getOwner())
                                          : std::nullopt;
  if (!access)
    return std::nullopt;
  unsigned index = access->indices.getBeginOperandIndex() + dim;
  return StackAccess{&use.getOwner()->getOpOperand(index), access->sizes[dim],
                     /*isWrite=*/access->update != nullptr};
}
