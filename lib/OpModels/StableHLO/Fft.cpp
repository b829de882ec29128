//===- Fft.cpp - Model of Fourier transforms ------------------------------===//
//
// Batch dims pass; the transform needs its own dims whole. Nothing but products
// carries it out: each transformed dimension is contracted with the cosines and
// sines of 2 pi j k / n (reduced modulo n first, computed in f64):
//
//   re' = re C - im S,  im' = re S + im C
//
// These are calls of the matrix library. Quadratic in the length, which is
// right for the short transforms of models.
//
// Covered by test/Schedule/decompose-fft.mlir.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
namespace hlo = popt::stablehlo;

namespace popt {
namespace {

struct Parts {
  Value re, im; ///< im is null for real values
};

class Fourier {
public:
  Fourier(OpBuilder &b, Location loc, Type real) : b(b), loc(loc), real(real) {}

  /// Transforms dimension `dim` to `to` elements, for length n; `half` weighs
  /// the elements of half a Hermitian spectrum.
  Parts transform(Parts x, int64_t dim, int64_t n, int64_t to, bool inverse,
                  bool half) {
    int64_t from = cast<RankedTensorType>(x.re.getType()).getDimSize(dim);
    Value cosines = matrix<hlo::CosineOp>(from, to, n, inverse, half);
    Value sines = matrix<hlo::SineOp>(from, to, n, inverse, half);
    if (!inverse)
      sines = hlo::NegOp::create(b, loc, sines.getType(), sines);
    Parts result{product(x.re, cosines, dim), {}};
    if (x.im) {
      Value other = product(x.im, sines, dim);
      result.re =
          hlo::SubtractOp::create(b, loc, other.getType(), result.re, other);
    }
    if (half)
      return result; // the result is real
    result.im = product(x.re, sines, dim);
    if (x.im) {
      Value other = product(x.im, cosines, dim);
      result.im = hlo::AddOp::create(b, loc, other.getType(), result.im, other);
    }
    return result;
  }

private:
  Value splat(RankedTensorType type, double value) {
    Type element = type.getElementType();
    Attribute attr = isa<FloatType>(element)
                         ? Attribute(b.getFloatAttr(element, value))
                         : Attribute(b.getIntegerAttr(element, int64_t(value)));
    return hlo::ConstantOp::create(b, loc, type,
                                   DenseElementsAttr::get(type, attr));
  }

  template <typename Function>
  Value matrix(int64_t from, int64_t to, int64_t n, bool inverse, bool half) {
    auto whole = RankedTensorType::get({from, to}, b.getI64Type());
    auto wide = RankedTensorType::get({from, to}, b.getF64Type());
    Value row = hlo::IotaOp::create(b, loc, whole, int64_t(0));
    Value column = hlo::IotaOp::create(b, loc, whole, int64_t(1));
    Value turns = hlo::MulOp::create(b, loc, whole, row, column);
    turns = hlo::RemOp::create(b, loc, whole, turns, splat(whole, n));
    Value angle = hlo::ConvertOp::create(b, loc, wide, turns);
    angle = hlo::MulOp::create(b, loc, wide, angle,
                               splat(wide, 2 * llvm::numbers::pi / n));
    OperationState state(loc, Function::getOperationName());
    state.addOperands(angle);
    state.addTypes(wide);
    Value value = b.create(state)->getResult(0);
    if (inverse)
      value = hlo::MulOp::create(b, loc, wide, value, splat(wide, 1.0 / n));
    if (half) {
      // All but the first and the middle element stand for two.
      Value twice = hlo::MulOp::create(b, loc, wide, value, splat(wide, 2));
      auto pred = RankedTensorType::get({from, to}, b.getI1Type());
      auto equals = [&](Value x, int64_t y) -> Value {
        return hlo::CompareOp::create(
            b, loc, pred, x, splat(whole, y),
            hlo::ComparisonDirectionAttr::get(b.getContext(),
                                              hlo::ComparisonDirection::EQ),
            hlo::ComparisonTypeAttr::get(b.getContext(),
                                         hlo::ComparisonType::SIGNED));
      };
      Value once = equals(row, 0);
      if (n % 2 == 0)
        once = hlo::OrOp::create(b, loc, pred, once, equals(row, n / 2));
      value = hlo::SelectOp::create(b, loc, wide, once, value, twice);
    }
    return hlo::ConvertOp::create(b, loc, wide.clone(real), value);
  }

  Value product(Value x, Value matrix, int64_t dim) {
    auto type = cast<RankedTensorType>(x.getType());
    int64_t rank = type.getRank();
    SmallVector<int64_t> shape(type.getShape()), back;
    shape.erase(shape.begin() + dim);
    shape.push_back(cast<RankedTensorType>(matrix.getType()).getDimSize(1));
    auto dims =
        hlo::DotDimensionNumbersAttr::get(b.getContext(), {}, {}, {dim}, {0});
    auto contracted = RankedTensorType::get(shape, real);
    Value result = hlo::DotGeneralOp::create(b, loc, contracted, x, matrix,
                                             dims, nullptr, nullptr);
    if (dim + 1 == rank)
      return result;
    for (int64_t d = 0; d + 1 < rank; ++d)
      back.push_back(d);
    back.insert(back.begin() + dim, rank - 1);
    SmallVector<int64_t> order;
    for (int64_t d : back)
      order.push_back(shape[d]);
    return hlo::TransposeOp::create(b, loc, RankedTensorType::get(order, real),
                                    result, back);
  }

  OpBuilder &b;
  Location loc;
  Type real;
};

std::optional<SmallVector<Value>> decomposeFft(Operation *op, OpBuilder &b) {
  auto fft = cast<hlo::FftOp>(op);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  ArrayRef<int64_t> length = fft.getFftLength();
  if (type.getNumElements() == 0 || from.getNumElements() == 0)
    return std::nullopt;
  Location loc = op->getLoc();
  Type real = from.getElementType();
  Parts x{op->getOperand(0), {}};
  if (auto complex = dyn_cast<ComplexType>(real)) {
    real = complex.getElementType();
    auto part = from.clone(real);
    x = {hlo::RealOp::create(b, loc, part, op->getOperand(0)),
         hlo::ImagOp::create(b, loc, part, op->getOperand(0))};
  }
  Fourier fourier(b, loc, real);
  auto kind = fft.getFftType();
  int64_t count = length.size(), last = from.getRank() - 1;
  bool isReal = kind == hlo::FftType::IRFFT;
  bool inverse = kind == hlo::FftType::IFFT || isReal;
  auto one = [&](int64_t i) {
    int64_t n = length[count - 1 - i];
    x = fourier.transform(x, last - i, n, type.getDimSize(last - i), inverse,
                          isReal && i == 0);
  };
  // Half a spectrum is completed last.
  if (!isReal)
    one(0);
  for (int64_t i = 1; i < count; ++i)
    one(i);
  if (isReal)
    one(0);
  Value result = x.re;
  if (!isReal)
    result = hlo::ComplexOp::create(b, loc, type, x.re, x.im);
  return SmallVector<Value>{result};
}

/// The transform works on the last dims; shardings spread along all, except
/// along one that it shortens.
struct FftModel : public OpModelBase<FftModel, hlo::FftOp> {
  FactorRule getFactorRule(Operation *op) const {
    int64_t batch =
        rankOf(op->getOperand(0)) -
        static_cast<int64_t>(cast<hlo::FftOp>(op).getFftLength().size());
    return sharedDimsRule(op, [&](int64_t dim) {
      return dim < batch ? FactorKind::PassThrough
                         : FactorKind::NeedReplication;
    });
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return decomposeFft(op, builder);
  }
};

} // namespace

void attachFftModels(MLIRContext *context) {
  hlo::FftOp::attachInterface<FftModel>(*context);
}

} // namespace popt
