//===- KnownIntegers.cpp - Integers known at compile time -----------------===//
//
// KnownIntegers.h has an example. Tested by test/Stages/split-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "KnownIntegers.h"

#include "Models.h"

#include "popt/OpModels/CountedLoop.h"
#include "popt/OpModels/KnownIntegers.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The integer type of a tensor's elements of at most 64 bits; null for others.
static IntegerType integerOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto integer =
      type ? dyn_cast<IntegerType>(type.getElementType()) : IntegerType();
  return integer && type.hasStaticShape() && integer.getWidth() <= 64
             ? integer
             : IntegerType();
}

static int64_t countOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

IntegerType popt::stablehlo::integerScalar(Value value) {
  IntegerType type = integerOf(value);
  return type && countOf(value) == 1 ? type : IntegerType();
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

/// Whether each element of the result follows from one of each operand, at the
/// same place in row-major order.
static bool isElementwise(Operation *op) {
  return isa<AddOp, SubtractOp, MulOp, DivOp, RemOp, MinOp, MaxOp, AndOp, OrOp,
             NegOp, NotOp, ConvertOp, ReshapeOp, CompareOp, SelectOp, ClampOp>(
      op);
}

/// An element of the result from those of the operands.
static std::optional<int64_t> elementFrom(Operation *op, IntegerType type,
                                          ArrayRef<int64_t> in) {
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
  Number number =
      TypeSwitch<Operation *, Number>(op)
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
          .Case(
              [&](MinOp) { return Number(less(in[0], in[1]) ? in[0] : in[1]); })
          .Case(
              [&](MaxOp) { return Number(less(in[0], in[1]) ? in[1] : in[0]); })
          .Case([&](AndOp) { return Number(in[0] & in[1]); })
          .Case([&](OrOp) { return Number(in[0] | in[1]); })
          .Case([&](NotOp) { return Number(~in[0]); })
          .Case([&](NegOp) {
            return Number(static_cast<int64_t>(-static_cast<uint64_t>(in[0])));
          })
          .Case([&](CompareOp compare) {
            bool isUnsigned = integerOf(compare.getLhs()).isUnsignedInteger();
            return Number(compareBy(compare.getComparisonDirection(), in[0],
                                    in[1], isUnsigned));
          })
          .Case([&](SelectOp) { return Number(in[0] ? in[1] : in[2]); })
          .Case([&](ConvertOp) {
            return Number(type.getWidth() == 1 ? in[0] != 0 : in[0]);
          })
          .Case([&](ClampOp) {
            int64_t low = less(in[1], in[0]) ? in[0] : in[1];
            return Number(less(in[2], low) ? in[2] : low);
          })
          .Default([&](Operation *) { return Number(in[0]); });
  return number ? Number(wrap(type, *number)) : number;
}

/// What barriers pass on as this value.
static Value beforeBarriers(Value value) {
  while (auto barrier = value.getDefiningOp<OptimizationBarrierOp>())
    value = barrier->getOperand(cast<OpResult>(value).getResultNumber());
  return value;
}

/// The position of an element of `array` in row-major order, from start indices
/// that are clamped.
static int64_t positionOf(RankedTensorType array, ArrayRef<int64_t> starts) {
  int64_t position = 0;
  for (auto [extent, start] : llvm::zip_equal(array.getShape(), starts))
    position = position * extent + std::clamp<int64_t>(start, 0, extent - 1);
  return position;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The operand from which an operation takes this element of its result, and
/// which element that is; `starts` are those of dynamic slices, which fit.
static std::pair<unsigned, SmallVector<int64_t>>
sourceOf(Operation *op, ArrayRef<int64_t> index, ArrayRef<int64_t> starts) {
  SmallVector<int64_t> at(index);
  auto shiftBy = [&](ArrayRef<int64_t> offsets, int64_t sign) {
    for (auto [own, offset] : llvm::zip_equal(at, offsets))
      own += sign * offset;
  };
  return TypeSwitch<Operation *, std::pair<unsigned, SmallVector<int64_t>>>(op)
      .Case([&](BroadcastInDimOp broadcast) {
        at.clear();
        for (auto [dim, extent] :
             llvm::zip_equal(broadcast.getBroadcastDimensions(),
                             shapeOf(broadcast.getOperand())))
          at.push_back(extent == 1 ? 0 : index[dim]);
        return std::pair(0u, at);
      })
      .Case([&](ReverseOp reverse) {
        for (int64_t dim : reverse.getDimensions())
          at[dim] = reverse.getType().getDimSize(dim) - 1 - at[dim];
        return std::pair(0u, at);
      })
      .Case([&](TransposeOp transpose) {
        for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
          at[from] = index[to];
        return std::pair(0u, at);
      })
      .Case([&](SliceOp slice) {
        for (auto [own, stride] : llvm::zip_equal(at, slice.getStrides()))
          own *= stride;
        shiftBy(slice.getStartIndices(), 1);
        return std::pair(0u, at);
      })
      .Case([&](DynamicSliceOp) {
        shiftBy(starts, 1);
        return std::pair(0u, at);
      })
      .Case([&](DynamicUpdateSliceOp update) {
        shiftBy(starts, -1);
        bool isWithin = true;
        for (auto [own, extent] :
             llvm::zip_equal(at, shapeOf(update.getUpdate())))
          isWithin &= own >= 0 && own < extent;
        if (!isWithin)
          at.assign(index.begin(), index.end());
        return std::pair(isWithin ? 1u : 0u, at);
      })
      .Case([&](ConcatenateOp concatenate) {
        auto dim = static_cast<int64_t>(concatenate.getDimension());
        unsigned part = 0;
        for (int64_t extent;
             at[dim] >= (extent = shapeOf(op->getOperand(part))[dim]); ++part)
          at[dim] -= extent;
        return std::pair(part, at);
      });
}

const SmallVector<int64_t> *KnownArrays::find(Value value) {
  value = beforeBarriers(value);
  auto result = dyn_cast<OpResult>(value);
  IntegerType type = integerOf(value);
  if (!result || !type || countOf(value) < 1 || countOf(value) > kMostElements)
    return nullptr;
  auto found = known.find(value);
  if (found == known.end()) {
    if (depth == kDeepest)
      return nullptr;
    llvm::SaveAndRestore deeper(depth, depth + 1);
    Elements elements = compute(result.getOwner(), result, type);
    found = known.try_emplace(value, std::move(elements)).first;
  }
  return found->second ? &*found->second : nullptr;
}

KnownArrays::Elements KnownArrays::elementwise(Operation *op, int64_t count,
                                               IntegerType type) {
  SmallVector<SmallVector<int64_t>> operands;
  for (Value operand : op->getOperands()) {
    const SmallVector<int64_t> *elements = find(operand);
    if (!elements)
      return std::nullopt;
    operands.push_back(*elements);
  }
  SmallVector<int64_t> made, in(operands.size());
  for (int64_t i = 0; i < count; ++i) {
    // A predicate or a limit may be a scalar.
    for (auto [element, list] : llvm::zip_equal(in, operands))
      element = list.size() == 1 ? list[0] : list[i];
    std::optional<int64_t> element = elementFrom(op, type, in);
    if (!element)
      return std::nullopt;
    made.push_back(*element);
  }
  return made;
}

/// What a loop leaves of an array that it writes element by element.
KnownArrays::Elements KnownArrays::leftBy(WhileOp loop, unsigned index) {
  const SmallVector<int64_t> *begin = find(loop->getOperand(index));
  std::optional<CountedLoop> counted;
  if (begin && rankOf(loop->getOperand(index)) > 0)
    counted = CountedLoop::find(loop);
  if (!counted)
    return std::nullopt;
  SmallVector<int64_t> elements = *begin;
  BlockArgument argument = loop.getBody().front().getArgument(index);
  auto array = cast<RankedTensorType>(argument.getType());
  SmallVector<DynamicUpdateSliceOp> writes; // the last first
  for (Value now = counted->nextOf(index); now != argument;) {
    auto write = now.getDefiningOp<DynamicUpdateSliceOp>();
    if (!write || !integerScalar(write.getUpdate()))
      return std::nullopt;
    writes.push_back(write);
    now = write.getOperand();
  }
  for (int64_t trip = 0; trip < counted->trips(); ++trip) {
    auto carriedNow = [&](unsigned i) {
      const SmallVector<int64_t> *values = counted->carriedValues(i);
      return values ? std::optional((*values)[trip]) : std::nullopt;
    };
    IntegerEvaluator evaluator(loop, carriedNow, *this);
    for (DynamicUpdateSliceOp write : llvm::reverse(writes)) {
      std::optional<int64_t> element = evaluator.evaluate(write.getUpdate());
      auto starts = evaluator.evaluateAll(write.getStartIndices());
      if (!element || !starts)
        return std::nullopt;
      elements[positionOf(array, *starts)] = *element;
    }
  }
  return elements;
}

KnownArrays::Elements KnownArrays::compute(Operation *op, OpResult result,
                                           IntegerType type) {
  int64_t count = countOf(result);
  auto shaped = cast<RankedTensorType>(result.getType());
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto dense = dyn_cast<DenseIntElementsAttr>(constant.getValue());
    if (!dense)
      return std::nullopt;
    SmallVector<int64_t> elements;
    for (const APInt &element : dense.getValues<APInt>())
      elements.push_back(wrap(type, element.getSExtValue()));
    return elements;
  }
  if (auto iota = dyn_cast<IotaOp>(op)) {
    auto dim = static_cast<int64_t>(iota.getIotaDimension());
    int64_t inner = 1;
    for (int64_t extent : shaped.getShape().drop_front(dim + 1))
      inner *= extent;
    SmallVector<int64_t> elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(wrap(type, i / inner % shaped.getDimSize(dim)));
    return elements;
  }
  if (auto loop = dyn_cast<WhileOp>(op))
    return leftBy(loop, result.getResultNumber());
  if (isElementwise(op))
    return elementwise(op, count, type);
  return moved(op, shaped);
}

/// What an operation takes from its operands as it is.
KnownArrays::Elements KnownArrays::moved(Operation *op, RankedTensorType type) {
  SmallVector<int64_t> starts; // of slices
  if (std::optional<SliceAccess> access = sliceAccessOf(op)) {
    for (auto [dim, index] : llvm::enumerate(access->indices)) {
      const SmallVector<int64_t> *start = find(index);
      if (!start)
        return std::nullopt;
      starts.push_back(std::clamp<int64_t>(
          start->front(), 0, shapeOf(access->whole)[dim] - access->sizes[dim]));
    }
  }
  SmallVector<SmallVector<int64_t>, 2> parts;
  unsigned numParts = isa<ConcatenateOp>(op)          ? op->getNumOperands()
                      : isa<DynamicUpdateSliceOp>(op) ? 2
                                                      : 1;
  if (!isa<BroadcastInDimOp, ReverseOp, SliceOp, DynamicSliceOp,
           DynamicUpdateSliceOp, ConcatenateOp, TransposeOp>(op))
    return std::nullopt;
  for (Value part : op->getOperands().take_front(numParts)) {
    const SmallVector<int64_t> *elements = find(part);
    if (!elements)
      return std::nullopt;
    parts.push_back(*elements);
  }
  SmallVector<int64_t> made, index(type.getRank());
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    int64_t rest = i;
    for (int64_t dim = type.getRank(); dim--;) {
      index[dim] = rest % type.getDimSize(dim);
      rest /= type.getDimSize(dim);
    }
    auto [part, from] = sourceOf(op, index, starts);
    made.push_back(parts[part][positionOf(
        cast<RankedTensorType>(op->getOperand(part).getType()), from)]);
  }
  return made;
}

//===----------------------------------------------------------------------===//
// Scalars of a body
//===----------------------------------------------------------------------===//

/// What a loop's body sees of a value that all iterations pass on: the value
/// itself. Null if it is carried otherwise.
static Value passedOn(BlockArgument argument) {
  auto loop = dyn_cast<WhileOp>(argument.getOwner()->getParentOp());
  unsigned index = argument.getArgNumber();
  if (!loop || argument.getOwner() != &loop.getBody().front() ||
      argument.getOwner()->getTerminator()->getOperand(index) != argument)
    return {};
  return loop->getOperand(index);
}

std::optional<int64_t> IntegerEvaluator::evaluate(Value value) {
  value = beforeBarriers(value);
  IntegerType type = integerScalar(value);
  if (!type)
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!loop || argument.getOwner()->getParentOp() != loop)
      return around ? around->evaluate(value) : std::nullopt;
    std::optional<int64_t> number = carried(argument.getArgNumber());
    Value same = number ? Value() : passedOn(argument);
    return same ? evaluate(same) : number;
  }
  Operation *op = value.getDefiningOp();
  if (!loop || !loop->isProperAncestor(op)) {
    if (around)
      return around->evaluate(value);
    const SmallVector<int64_t> *elements = arrays.find(value);
    if (elements || !given)
      return elements ? std::optional(elements->front()) : std::nullopt;
  }
  auto [known, isNew] = values.try_emplace(value);
  if (isNew) {
    std::optional<int64_t> number =
        given ? given(cast<OpResult>(value)) : std::nullopt;
    if (!number)
      number = compute(op, type);
    values[value] = number;
  }
  return values[value];
}

std::optional<SmallVector<int64_t>>
IntegerEvaluator::evaluateAll(ValueRange list) {
  SmallVector<int64_t> numbers;
  for (Value value : list) {
    std::optional<int64_t> number = evaluate(value);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// An element of an array that stays the same in the loop.
std::optional<int64_t> IntegerEvaluator::read(DynamicSliceOp slice) {
  Value array = slice.getOperand();
  while (auto argument = dyn_cast_or_null<BlockArgument>(array))
    array = passedOn(argument);
  if (!array)
    return std::nullopt;
  auto starts = evaluateAll(slice.getStartIndices());
  // Last, for the answer is valid until the next one.
  const SmallVector<int64_t> *elements = starts ? arrays.find(array) : nullptr;
  if (!elements)
    return std::nullopt;
  return (
      *elements)[positionOf(cast<RankedTensorType>(array.getType()), *starts)];
}

std::optional<int64_t> IntegerEvaluator::compute(Operation *op,
                                                 IntegerType type) {
  if (auto slice = dyn_cast<DynamicSliceOp>(op))
    return read(slice);
  if (isa<ConstantOp>(op))
    return integerConstant(op->getResult(0));
  if (isa<IotaOp>(op)) // of one element
    return 0;
  if (!isElementwise(op) && !isa<BroadcastInDimOp>(op))
    return std::nullopt;
  auto in = evaluateAll(op->getOperands());
  return in ? elementFrom(op, type, *in) : std::nullopt;
}

std::optional<int64_t> popt::knownInteger(Value value) {
  if (!integerScalar(value))
    return std::nullopt;
  KnownArrays arrays;
  const SmallVector<int64_t> *elements = arrays.find(value);
  return elements ? std::optional(elements->front()) : std::nullopt;
}
