//===- Mulhi.cpp - Model of the upper half of a product -------------------===//
//
// Element by element. Kernels multiply in twice the width; of 64 bits there is
// none, so the product is put together from four of 32 bits:
//
//   x y = xh yh 2^64 + (xh yl + xl yh) 2^32 + xl yl
//
// A negative number is 2^64 more as an unsigned one, which adds the other
// factor to the upper half.
//
// Covered by test/Kernels/decompose-narrow.mlir and test/Execute/mulhi.mlir.
//
//===----------------------------------------------------------------------===//
#include "../StableHLO/Models.h"
#include "popt/Dialect/Chlo/Chlo.h"

using namespace mlir;
namespace hlo = popt::stablehlo;

namespace popt {
namespace {

class Product {
public:
  Product(OpBuilder &b, Operation *op)
      : b(b), loc(op->getLoc()),
        type(cast<RankedTensorType>(op->getResult(0).getType())),
        element(cast<IntegerType>(type.getElementType())) {}

  Value upperHalf(Value x, Value y) {
    if (element.getWidth() == 64)
      return upperHalfOf64(x, y);
    auto wide = RankedTensorType::get(
        type.getShape(),
        IntegerType::get(b.getContext(), 2 * element.getWidth(),
                         element.getSignedness()));
    Value product = make<hlo::MulOp>(convert(x, wide), convert(y, wide));
    return convert(make<hlo::ShiftRightLogicalOp>(
                       product, splat(wide, element.getWidth())),
                   type);
  }

private:
  Value upperHalfOf64(Value x, Value y) {
    Value half = splat(type, 32), mask = splat(type, 0xffffffff);
    auto low = [&](Value v) { return make<hlo::AndOp>(v, mask); };
    auto high = [&](Value v) {
      return make<hlo::ShiftRightLogicalOp>(v, half);
    };
    Value ll = make<hlo::MulOp>(low(x), low(y));
    Value lh = make<hlo::MulOp>(low(x), high(y));
    Value hl = make<hlo::MulOp>(high(x), low(y));
    Value hh = make<hlo::MulOp>(high(x), high(y));
    Value carried =
        make<hlo::AddOp>(high(ll), make<hlo::AddOp>(low(lh), low(hl)));
    Value upper = make<hlo::AddOp>(make<hlo::AddOp>(hh, high(carried)),
                                   make<hlo::AddOp>(high(lh), high(hl)));
    if (element.isUnsigned())
      return upper;
    Value zero = splat(type, 0);
    auto ifNegative = [&](Value sign, Value v) -> Value {
      Value isNegative = hlo::CompareOp::create(b, loc, sign, zero,
                                                hlo::ComparisonDirection::LT);
      return hlo::SelectOp::create(b, loc, type, isNegative, v, zero);
    };
    return make<hlo::SubtractOp>(
        upper, make<hlo::AddOp>(ifNegative(x, y), ifNegative(y, x)));
  }

  template <typename Op> Value make(Value x, Value y) {
    return Op::create(b, loc, x.getType(), x, y);
  }
  Value convert(Value x, RankedTensorType to) {
    return hlo::ConvertOp::create(b, loc, to, x);
  }
  Value splat(RankedTensorType of, uint64_t value) {
    APInt bits(of.getElementType().getIntOrFloatBitWidth(), value);
    return hlo::ConstantOp::create(
        b, loc, of,
        DenseElementsAttr::get(
            of, Attribute(IntegerAttr::get(of.getElementType(), bits))));
  }

  OpBuilder &b;
  Location loc;
  RankedTensorType type;
  IntegerType element;
};

struct MulhiModel : public OpModelBase<MulhiModel, chlo::MulhiOp> {
  FactorRule getFactorRule(Operation *op) const { return mapRule(op); }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Elementwise;
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    return SmallVector<Value>{
        Product(b, op).upperHalf(op->getOperand(0), op->getOperand(1))};
  }
};

} // namespace

void attachMulhiModel(MLIRContext *context) {
  attachModels<MulhiModel>(context);
}

} // namespace popt
