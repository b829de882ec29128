//===- Rng.cpp - Model of rng ---------------------------------------------===//
//
// rng draws from a state that the program does not have. Import gives it one:
// the bits of rng_bit_generator, Threefry from the key n and the counter 0, for
// the operation that n others of its kind follow in the text. So the numbers
// are the same in every layout, on every machine and in every run, and two
// operations do not draw the same ones. u is [0, 1) in steps of the mantissa:
//
//   UNIFORM, floats     a + u (b - a), rounded (so b may occur)
//   UNIFORM, integers   a + bits mod (b - a); a where b <= a
//   UNIFORM, i1         the first bit, whatever a and b are
//   NORMAL              a + b sqrt(2) erf_inv(2 u - 1)
//
// Types narrower than f32 are drawn as f32 and rounded. Within a loop every
// run draws the same numbers, which is a warning. Tested by
// test/Import/shorthand.mlir and test/Execute/rng.mlir.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

#include "popt/Dialect/Chlo/Chlo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
namespace hlo = popt::stablehlo;

namespace popt {
namespace {

/// The number of rng operations after this one.
uint64_t countFollowing(hlo::RngOp op) {
  uint64_t count = 0;
  bool isBehind = false;
  op->getParentOfType<func::FuncOp>().walk<WalkOrder::PreOrder>(
      [&](hlo::RngOp other) {
        count += isBehind;
        isBehind |= other == op;
      });
  return count;
}

/// Numbers of one shape.
class Drawing {
public:
  Drawing(hlo::RngOp op, OpBuilder &b)
      : b(b), loc(op.getLoc()), op(op), shape(op.getType().getShape()) {}

  Value draw() {
    Type element = op.getType().getElementType();
    if (auto type = dyn_cast<IntegerType>(element))
      return type.getWidth() == 1 ? drawBits1() : drawIntegers(type);
    bool isWide = element.isF64();
    Type wide = isWide ? element : Type(b.getF32Type());
    Value u = drawUnit(wide, isWide), a = bound(op.getA(), wide),
          c = bound(op.getB(), wide), value;
    if (op.getRngDistribution() == hlo::RngDistribution::UNIFORM) {
      value = make<hlo::MulOp>(u, make<hlo::SubtractOp>(c, a));
    } else {
      // 2 u - 1, but not -1: its erf_inv is infinite.
      Value centred =
          make<hlo::SubtractOp>(make<hlo::AddOp>(u, u), number(u.getType(), 1));
      double least = isWide ? std::nextafter(-1.0, 0.0)
                            : double(std::nextafter(-1.0f, 0.0f));
      centred = make<hlo::MaxOp>(centred, number(u.getType(), least));
      value = chlo::ErfInvOp::create(b, loc, u.getType(), centred);
      value = make<hlo::MulOp>(value, number(u.getType(), std::sqrt(2.0)));
      value = make<hlo::MulOp>(value, c);
    }
    return convert(make<hlo::AddOp>(a, value), element);
  }

private:
  Type unsignedType(unsigned width) {
    return IntegerType::get(b.getContext(), width, IntegerType::Unsigned);
  }
  RankedTensorType tensor(Type element) {
    return RankedTensorType::get(shape, element);
  }
  template <typename Op> Value make(Value x, Value y) {
    return Op::create(b, loc, x.getType(), x, y);
  }
  Value convert(Value x, Type element) {
    auto type = cast<RankedTensorType>(x.getType());
    return type.getElementType() == element
               ? x
               : hlo::ConvertOp::create(b, loc, type.clone(element), x);
  }
  Value number(Type type, double value) {
    auto to = cast<RankedTensorType>(type);
    return hlo::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(to, ArrayRef<Attribute>(b.getFloatAttr(
                                       to.getElementType(), value))));
  }
  Value whole(RankedTensorType type, uint64_t value) {
    return hlo::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(type,
                               APInt(type.getElementTypeBitWidth(), value)));
  }
  /// A scalar operand, in the type of the computation.
  Value bound(Value scalar, Type element) {
    return hlo::BroadcastInDimOp::create(b, loc, tensor(element),
                                         convert(scalar, element),
                                         b.getDenseI64ArrayAttr({}));
  }

  Value drawWords(unsigned width) {
    auto stateType = RankedTensorType::get({2}, unsignedType(64));
    APInt key(64, countFollowing(op)), counter(64, 0);
    Value state = hlo::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(stateType, ArrayRef<APInt>{key, counter}));
    auto bits = hlo::RngBitGeneratorOp::create(
        b, loc, TypeRange{stateType, tensor(unsignedType(width))},
        hlo::RngAlgorithm::THREE_FRY, state);
    return bits.getOutput();
  }
  /// [0, 1): the bits as the mantissa of a number in [1, 2).
  Value drawUnit(Type element, bool isWide) {
    Value bits = drawWords(isWide ? 64 : 32);
    auto type = cast<RankedTensorType>(bits.getType());
    bits = make<hlo::ShiftRightLogicalOp>(bits, whole(type, isWide ? 12 : 9));
    bits = make<hlo::OrOp>(
        bits, whole(type, isWide ? 0x3FF0000000000000 : 0x3F800000));
    Value inOneTwo =
        hlo::BitcastConvertOp::create(b, loc, tensor(element), bits);
    return make<hlo::SubtractOp>(inOneTwo, number(inOneTwo.getType(), 1));
  }
  Value drawBits1() {
    Value bits = drawWords(32);
    auto type = cast<RankedTensorType>(bits.getType());
    return hlo::CompareOp::create(b, loc, bits, whole(type, uint64_t(1) << 31),
                                  hlo::ComparisonDirection::GE);
  }
  /// Differences are taken without a sign: they may not fit with one.
  Value drawIntegers(IntegerType element) {
    unsigned width = element.getWidth() == 64 ? 64 : 32;
    Type wide = element.isUnsigned()
                    ? unsignedType(width)
                    : Type(IntegerType::get(b.getContext(), width));
    auto asWords = [&](Value scalar) {
      return convert(bound(scalar, wide), unsignedType(width));
    };
    Value bits = drawWords(width);
    auto type = cast<RankedTensorType>(bits.getType());
    Value a = bound(op.getA(), wide), c = bound(op.getB(), wide);
    Value isRange =
        hlo::CompareOp::create(b, loc, a, c, hlo::ComparisonDirection::LT);
    Value from = asWords(op.getA());
    Value span = make<hlo::SubtractOp>(asWords(op.getB()), from);
    span = hlo::SelectOp::create(b, loc, type, isRange, span, whole(type, 1));
    Value value = make<hlo::AddOp>(from, make<hlo::RemOp>(bits, span));
    return convert(value, element);
  }

  OpBuilder &b;
  Location loc;
  hlo::RngOp op;
  ArrayRef<int64_t> shape;
};

struct RngModel : public OpModelBase<RngModel, hlo::RngOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  bool isShorthand(Operation *op) const { return true; }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    if (op->getParentOfType<hlo::WhileOp>())
      op->emitWarning("draws the same numbers in every run of its loop, since "
                      "rng has no state; carry a key and draw with "
                      "rng_bit_generator");
    return SmallVector<Value>{Drawing(cast<hlo::RngOp>(op), builder).draw()};
  }
};

} // namespace

void attachRngModel(MLIRContext *context) { attachModels<RngModel>(context); }

} // namespace popt
