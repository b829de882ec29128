//===- Fft.cpp - Model of Fourier transforms ------------------------------===//
//
// Batch dims pass; the transform needs its own dims whole. Nothing but products
// carries it out: each transformed dimension is contracted with the cosines and
// sines of 2 pi j k / n:
//
//   re' = re C - im S,  im' = re S + im C
//
// Everything is f64: in f32 the sums would lose what fast transforms keep. The
// angle is reduced by whole numbers to an eighth of a turn before it is
// rounded. Quadratic in the length, which is right for the short transforms of
// models.
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
  Fourier(OpBuilder &b, Location loc) : b(b), loc(loc), real(b.getF64Type()) {}

  /// Transforms dimension `dim` to `to` elements, for length n; `half` weighs
  /// the elements of half a Hermitian spectrum.
  Parts transform(Parts x, int64_t dim, int64_t n, int64_t to, bool inverse,
                  bool half) {
    int64_t from = cast<RankedTensorType>(x.re.getType()).getDimSize(dim);
    Value cosines = matrix(/*isSine=*/false, from, to, n, inverse, half);
    Value sines = matrix(/*isSine=*/true, from, to, n, inverse, half);
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

  Value constantLike(Value like, int64_t value) {
    return splat(cast<RankedTensorType>(like.getType()), double(value));
  }
  Value isLess(Value x, Value y) {
    return hlo::CompareOp::create(b, loc, x, y, hlo::ComparisonDirection::LT);
  }
  Value select(Value predicate, Value x, Value y) {
    return hlo::SelectOp::create(b, loc, x.getType(), predicate, x, y);
  }
  Value subtract(Value x, Value y) {
    return hlo::SubtractOp::create(b, loc, x.getType(), x, y);
  }
  /// The cosine or sine of `turns` n-ths of a turn, 0 <= turns < n. In units of
  /// an 8 n-th, sin(-x) = -sin(x), cos(pi - x) = -cos(x) and cos(pi/2 - x) =
  /// sin(x) leave at most n of them.
  Value circular(bool isSine, Value turns, int64_t n, RankedTensorType wide) {
    Value eight = hlo::MulOp::create(b, loc, turns.getType(), turns,
                                     constantLike(turns, 8));
    Value isLower = isLess(constantLike(turns, 4 * n), eight);
    eight = select(isLower, subtract(constantLike(turns, 8 * n), eight), eight);
    Value isLeft = isLess(constantLike(turns, 2 * n), eight);
    eight = select(isLeft, subtract(constantLike(turns, 4 * n), eight), eight);
    Value isSteep = isLess(constantLike(turns, n), eight);
    eight = select(isSteep, subtract(constantLike(turns, 2 * n), eight), eight);
    Value angle = hlo::MulOp::create(
        b, loc, wide, hlo::ConvertOp::create(b, loc, wide, eight),
        splat(wide, llvm::numbers::pi / double(4 * n)));
    Value sine = hlo::SineOp::create(b, loc, wide, angle);
    Value cosine = hlo::CosineOp::create(b, loc, wide, angle);
    Value value =
        isSine ? select(isSteep, cosine, sine) : select(isSteep, sine, cosine);
    Value negative = hlo::NegOp::create(b, loc, wide, value);
    return select(isSine ? isLower : isLeft, negative, value);
  }

  Value matrix(bool isSine, int64_t from, int64_t to, int64_t n, bool inverse,
               bool half) {
    auto whole = RankedTensorType::get({from, to}, b.getI64Type());
    auto wide = RankedTensorType::get({from, to}, b.getF64Type());
    Value row = hlo::IotaOp::create(b, loc, whole, int64_t(0));
    Value column = hlo::IotaOp::create(b, loc, whole, int64_t(1));
    Value turns = hlo::MulOp::create(b, loc, whole, row, column);
    turns = hlo::RemOp::create(b, loc, whole, turns, splat(whole, n));
    Value value = circular(isSine, turns, n, wide);
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
    return value;
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
  auto converted = [&](Value value, Type element) -> Value {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() == element)
      return value;
    return hlo::ConvertOp::create(b, loc, type.clone(element), value);
  };
  Type real = from.getElementType();
  Parts x{op->getOperand(0), {}};
  if (auto complex = dyn_cast<ComplexType>(real)) {
    real = complex.getElementType();
    auto part = from.clone(real);
    x = {hlo::RealOp::create(b, loc, part, op->getOperand(0)),
         hlo::ImagOp::create(b, loc, part, op->getOperand(0))};
    x.im = converted(x.im, b.getF64Type());
  }
  x.re = converted(x.re, b.getF64Type());
  Fourier fourier(b, loc);
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
  Value result = converted(x.re, real);
  if (!isReal)
    result =
        hlo::ComplexOp::create(b, loc, type, result, converted(x.im, real));
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
