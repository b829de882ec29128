//===- Random.cpp - Model of rng_bit_generator ----------------------------===//
//
// Every coordinate makes the bits of its own block, the same in every layout,
// as integer arithmetic: Threefry-2x32 (20 rounds) and Philox-4x32 (10 rounds)
// of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011),
// with XLA's counters. Every element computes the words of its own counter and
// picks one, so that the whole is pointwise and fuses with what uses the bits.
//
// Covered by test/Kernels/decompose-random.mlir and
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;
namespace hlo = popt::stablehlo;

namespace popt {
namespace {

/// Integer arithmetic on tensors of one shape.
class Words {
public:
  /// `shape` is a block of `global` that begins at `begins` (tensor<i32>, or
  /// null for 0).
  Words(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
        ArrayRef<int64_t> global, ArrayRef<Value> begins = {})
      : b(b), loc(loc), shape(shape), global(global), begins(begins) {}

  RankedTensorType type(unsigned width) const {
    return RankedTensorType::get(
        shape, IntegerType::get(b.getContext(), width, IntegerType::Unsigned));
  }
  Value constant(Value like, uint64_t value) {
    auto to = cast<RankedTensorType>(like.getType());
    unsigned width = to.getElementTypeBitWidth();
    auto attr = DenseElementsAttr::get(
        to, APInt(width, value, /*isSigned=*/false, /*implicitTrunc=*/true));
    return hlo::ConstantOp::create(b, loc, to, attr);
  }
  template <typename Op> Value op(Value x, Value y) {
    return Op::create(b, loc, x.getType(), x, y);
  }
  template <typename Op> Value op(Value x, uint64_t y) {
    return op<Op>(x, constant(x, y));
  }
  Value add(Value x, Value y) { return op<hlo::AddOp>(x, y); }
  Value exclusiveOr(Value x, Value y) { return op<hlo::XorOp>(x, y); }
  Value rotate(Value x, uint64_t by) {
    return op<hlo::OrOp>(op<hlo::ShiftLeftOp>(x, by),
                         op<hlo::ShiftRightLogicalOp>(x, 32 - by));
  }
  Value convert(Value x, unsigned width) {
    auto from = cast<RankedTensorType>(x.getType());
    return hlo::ConvertOp::create(
        b, loc,
        RankedTensorType::get(from.getShape(), type(width).getElementType()),
        x);
  }
  Value low(Value x) { return convert(x, 32); }
  Value high(Value x) {
    return convert(op<hlo::ShiftRightLogicalOp>(x, 32), 32);
  }
  /// Global index along a dim.
  Value iota(int64_t dim) {
    Value index = hlo::IotaOp::create(b, loc, type(64), dim);
    if (begins.empty() || !begins[dim])
      return index;
    auto scalar = RankedTensorType::get({}, type(64).getElementType());
    Value begin = hlo::ConvertOp::create(b, loc, scalar, begins[dim]);
    return add(index, hlo::BroadcastInDimOp::create(
                          b, loc, type(64), begin, b.getDenseI64ArrayAttr({})));
  }
  Value pick(Value condition, Value x, Value y) {
    return hlo::SelectOp::create(b, loc, x.getType(), condition, x, y);
  }
  Value compare(Value x, Value y, hlo::ComparisonDirection direction) {
    return hlo::CompareOp::create(
        b, loc, cast<RankedTensorType>(x.getType()).clone(b.getI1Type()), x, y,
        hlo::ComparisonDirectionAttr::get(b.getContext(), direction),
        hlo::ComparisonTypeAttr::get(b.getContext(),
                                     hlo::ComparisonType::UNSIGNED));
  }
  Value equals(Value x, uint64_t value) {
    return compare(x, constant(x, value), hlo::ComparisonDirection::EQ);
  }
  /// Element `number` of the state, in the shape.
  Value fromState(Value state, int64_t number) {
    auto one = RankedTensorType::get({1}, type(64).getElementType());
    Value part = hlo::SliceOp::create(b, loc, one, state, number, number + 1,
                                      int64_t(1));
    auto scalar = RankedTensorType::get({}, one.getElementType());
    part = hlo::ReshapeOp::create(b, loc, scalar, part);
    return hlo::BroadcastInDimOp::create(b, loc, type(64), part,
                                         ArrayRef<int64_t>());
  }

  OpBuilder &b;
  Location loc;
  ArrayRef<int64_t> shape, global;
  ArrayRef<Value> begins;
};

std::array<Value, 2> threefry(Words &w, Value counter, Value key) {
  static constexpr uint64_t rotations[2][4] = {{13, 15, 26, 6},
                                               {17, 29, 16, 24}};
  Value keys[3] = {w.low(key), w.high(key), {}};
  keys[2] = w.op<hlo::XorOp>(w.exclusiveOr(keys[0], keys[1]), 0x1BD11BDA);
  Value x = w.add(w.low(counter), keys[0]);
  Value y = w.add(w.high(counter), keys[1]);
  for (unsigned group = 0; group < 5; ++group) {
    for (uint64_t rotation : rotations[group % 2]) {
      x = w.add(x, y);
      y = w.exclusiveOr(w.rotate(y, rotation), x);
    }
    x = w.add(x, keys[(group + 1) % 3]);
    y = w.op<hlo::AddOp>(w.add(y, keys[(group + 2) % 3]), group + 1);
  }
  return {x, y};
}

std::array<Value, 4> philox(Words &w, Value low, Value high, Value key) {
  std::array<Value, 4> x = {w.low(low), w.high(low), w.low(high), w.high(high)};
  Value first = w.low(key), second = w.high(key);
  for (int round = 0; round < 10; ++round) {
    Value a = w.op<hlo::MulOp>(w.convert(x[0], 64), 0xD2511F53u);
    Value c = w.op<hlo::MulOp>(w.convert(x[2], 64), 0xCD9E8D57u);
    x = {w.exclusiveOr(w.exclusiveOr(w.high(c), x[1]), first), w.low(c),
         w.exclusiveOr(w.exclusiveOr(w.high(a), x[3]), second), w.low(a)};
    first = w.op<hlo::AddOp>(first, 0x9E3779B9u);
    second = w.op<hlo::AddOp>(second, 0xBB67AE85u);
  }
  return x;
}

/// Two 32-bit words as one number, or the 32-bit word itself.
Value whole(Words &w, Value low, Value high) {
  return w.op<hlo::OrOp>(w.op<hlo::ShiftLeftOp>(w.convert(high, 64), 32),
                         w.convert(low, 64));
}

/// Row-major number of an element, its index along `dim` divided by two where
/// that is given (sizes rounded up).
Value position(Words &w, std::optional<int64_t> paired) {
  Value sum;
  int64_t stride = 1;
  for (int64_t d = w.global.size() - 1; d >= 0; --d) {
    Value at = w.iota(d);
    bool isPaired = paired == d;
    if (isPaired)
      at = w.op<hlo::ShiftRightLogicalOp>(at, 1);
    at = w.op<hlo::MulOp>(at, stride);
    sum = sum ? w.add(sum, at) : at;
    stride *= isPaired ? (w.global[d] + 1) / 2 : w.global[d];
  }
  return sum;
}

/// The dimension that Threefry generates in pairs: the first even one, else the
/// first of the largest.
int64_t pairedDim(ArrayRef<int64_t> shape) {
  int64_t largest = 0;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    if (extent % 2 == 0)
      return d;
    if (extent > shape[largest])
      largest = d;
  }
  return largest;
}

/// True if the state is one of XLA's.
bool isKnown(Operation *op) {
  auto random = cast<hlo::RngBitGeneratorOp>(op);
  auto state = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  Type element = elementOf(op->getResult(1));
  int64_t size = state ? state.getNumElements() : 0;
  // DEFAULT is the choice of the implementation.
  bool isPhilox = random.getRngAlgorithm() != hlo::RngAlgorithm::THREE_FRY;
  return state && state.getElementType().isUnsignedInteger(64) && size >= 2 &&
         size <= (isPhilox ? 3 : 2) && element.isIntOrFloat() &&
         !element.isInteger(1);
}

/// The next state, and the block of the bits that has this type.
SmallVector<Value> makeBits(Operation *op, OpBuilder &b, Value state,
                            RankedTensorType type, ArrayRef<Value> begins) {
  auto random = cast<hlo::RngBitGeneratorOp>(op);
  Location loc = op->getLoc();
  auto stateType = cast<RankedTensorType>(state.getType());
  Type element = type.getElementType();
  int64_t stateSize = stateType.getNumElements();
  bool isPhilox = random.getRngAlgorithm() != hlo::RngAlgorithm::THREE_FRY;
  unsigned width = element.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<int64_t> global(shapeOf(op->getResult(1)));
  if (shape.empty()) {
    shape.push_back(1);
    global.push_back(1);
  }
  int64_t count = 1;
  for (int64_t extent : global)
    count *= extent;
  Words w(b, loc, shape, global, begins);
  bool isWide = width == 64;
  Value bits, key = w.fromState(state, 0), start = w.fromState(state, 1);
  int64_t calls;
  if (isPhilox) {
    calls = isWide ? (count + 1) / 2 : (count + 3) / 4;
    Value at = position(w, std::nullopt);
    uint64_t shift = isWide ? 1 : 2;
    Value low = w.add(start, w.op<hlo::ShiftRightLogicalOp>(at, shift));
    Value high = w.fromState(state, stateSize > 2 ? 2 : 0);
    Value carry = w.compare(low, start, hlo::ComparisonDirection::LT);
    high = w.pick(carry, w.op<hlo::AddOp>(high, 1), high);
    auto words = philox(w, low, high, key);
    Value lane = w.op<hlo::AndOp>(at, (1 << shift) - 1);
    if (isWide)
      bits = w.pick(w.equals(lane, 0), whole(w, words[0], words[1]),
                    whole(w, words[2], words[3]));
    else
      bits = w.pick(w.equals(lane, 0), words[0],
                    w.pick(w.equals(lane, 1), words[1],
                           w.pick(w.equals(lane, 2), words[2], words[3])));
  } else if (isWide) {
    calls = count;
    auto words = threefry(w, w.add(start, position(w, std::nullopt)), key);
    bits = whole(w, words[0], words[1]);
  } else {
    int64_t dim = pairedDim(global);
    calls = global[dim] ? count / global[dim] * ((global[dim] + 1) / 2) : 0;
    auto words = threefry(w, w.add(start, position(w, dim)), key);
    Value odd = w.op<hlo::AndOp>(w.iota(dim), 1);
    bits = w.pick(w.equals(odd, 0), words[0], words[1]);
  }
  if (width < 32)
    bits = w.convert(bits, width);
  if (bits.getType() != RankedTensorType::get(shape, element))
    bits = hlo::BitcastConvertOp::create(
        b, loc, RankedTensorType::get(shape, element), bits);
  if (type.getRank() == 0)
    bits = hlo::ReshapeOp::create(b, loc, type, bits);

  Words s(b, loc, stateType.getShape(), stateType.getShape());
  Value number = s.iota(0), old = s.fromState(state, 1);
  Value sum = s.op<hlo::AddOp>(old, calls);
  Value next = s.pick(s.equals(number, 1), sum, state);
  if (stateSize > 2) {
    Value carry = s.compare(sum, old, hlo::ComparisonDirection::LT);
    Value high = s.pick(carry, s.op<hlo::AddOp>(state, 1), state);
    next = s.pick(s.equals(number, 2), high, next);
  }
  return SmallVector<Value>{next, bits};
}

struct RngBitGeneratorModel
    : public OpModelBase<RngBitGeneratorModel, hlo::RngBitGeneratorOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule = replicatedRule(op);
    if (isKnown(op))
      for (const DimFactors &dim : rule.results[1])
        rule.factors[dim.front()].kind = FactorKind::PassThrough;
    return rule;
  }
  FactorRule getPropagationRule(Operation *op) const {
    return replicatedRule(op);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    SmallVector<Value> begins;
    bool isSplit = false;
    for (auto [dim, split] : llvm::enumerate(context.layouts.results[1].dims)) {
      isSplit |= !split.axes.empty();
      begins.push_back(
          split.axes.empty()
              ? Value()
              : context.blockBegin(
                    split, context.globalResultType(1).getDimSize(dim)));
    }
    if (!isSplit)
      return context.clone();
    return makeBits(op, context.builder, context.operands[0],
                    context.localResultType(1), begins);
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    if (!isKnown(op))
      return std::nullopt;
    return makeBits(op, builder, op->getOperand(0),
                    cast<RankedTensorType>(op->getResult(1).getType()), {});
  }
};

} // namespace

void attachRandomModels(MLIRContext *context) {
  attachModels<RngBitGeneratorModel>(context);
}

} // namespace popt
