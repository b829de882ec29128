//===- Random.cpp - Model of rng_bit_generator ----------------------------===//
//
// Runs on whole values, and as integer arithmetic: Threefry-2x32 (20 rounds)
// and Philox-4x32 (10 rounds) of Salmon et al., "Parallel random numbers: as
// easy as 1, 2, 3" (SC 2011), with XLA's counters. Every element computes the
// words of its own counter and picks one, so that the whole is pointwise and
// fuses with what uses the bits.
//
// Covered by test/Schedule/decompose-random.mlir.
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
  Words(OpBuilder &b, Location loc, ArrayRef<int64_t> shape)
      : b(b), loc(loc), shape(shape) {}

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
  Value iota(int64_t dim) { return hlo::IotaOp::create(b, loc, type(64), dim); }
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
  ArrayRef<int64_t> shape;
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
  for (int64_t d = w.shape.size() - 1; d >= 0; --d) {
    Value at = w.iota(d);
    bool isPaired = paired == d;
    if (isPaired)
      at = w.op<hlo::ShiftRightLogicalOp>(at, 1);
    at = w.op<hlo::MulOp>(at, stride);
    sum = sum ? w.add(sum, at) : at;
    stride *= isPaired ? (w.shape[d] + 1) / 2 : w.shape[d];
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

/// If the state is one of XLA's.
std::optional<SmallVector<Value>> decomposeRandom(Operation *op, OpBuilder &b) {
  auto random = cast<hlo::RngBitGeneratorOp>(op);
  Location loc = op->getLoc();
  Value state = op->getOperand(0);
  auto stateType = dyn_cast<RankedTensorType>(state.getType());
  auto type = cast<RankedTensorType>(op->getResult(1).getType());
  Type element = type.getElementType();
  int64_t stateSize = stateType ? stateType.getNumElements() : 0;
  // DEFAULT is the choice of the implementation.
  bool isPhilox = random.getRngAlgorithm() != hlo::RngAlgorithm::THREE_FRY;
  if (!stateType || !stateType.getElementType().isUnsignedInteger(64) ||
      stateSize < 2 || stateSize > (isPhilox ? 3 : 2) ||
      !element.isIntOrFloat() || element.isInteger(1))
    return std::nullopt;
  unsigned width = element.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape(type.getShape());
  if (shape.empty())
    shape.push_back(1);
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  Words w(b, loc, shape);
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
    int64_t dim = pairedDim(shape);
    calls = shape[dim] ? count / shape[dim] * ((shape[dim] + 1) / 2) : 0;
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

  Words s(b, loc, stateType.getShape());
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
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return decomposeRandom(op, builder);
  }
};

} // namespace

void attachRandomModels(MLIRContext *context) {
  hlo::RngBitGeneratorOp::attachInterface<RngBitGeneratorModel>(*context);
}

} // namespace popt
