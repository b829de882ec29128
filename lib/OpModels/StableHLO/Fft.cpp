//===- Fft.cpp - Model of Fourier transforms ------------------------------===//
//
// Batch dims pass; the transform needs its own dims whole. Nothing but products
// carries it out: each transformed dimension is contracted with the cosines and
// sines of 2 pi j k / n:
//
//   re' = re C - im S,  im' = re S + im C
//
// Everything is f64: in f32 the sums would lose what fast transforms keep.
// Where numbers are f64 themselves, sums that cancel would lose as much. There,
// numbers and matrices are split in two words each. The upper words are whole
// multiples of units so large that their products and all sums of these are
// exact; what the other products round is 2^-25 times smaller. The words are
// added once, at the end.
//
// Quadratic in the length, which is right for the short transforms of models.
//
// Covered by test/Kernels/decompose-fft.mlir and
// test/Execute/Ops/fft-accuracy.test.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

#include <cmath>

using namespace mlir;
namespace hlo = popt::stablehlo;

namespace popt {
namespace {

constexpr long double Pi = 3.14159265358979323846264338327950288L;

/// The sum of two words. The lower one is null where one is enough, and both
/// are for parts that are zero.
struct Number {
  Value high, low;
};
struct Parts {
  Number re, im;
};

class Fourier {
public:
  Fourier(OpBuilder &b, Location loc, bool hasTwoWords)
      : b(b), loc(loc), real(b.getF64Type()), hasTwoWords(hasTwoWords) {}

  /// Transforms dimension `dim` to `to` elements, for length n; `half` weighs
  /// the elements of half a Hermitian spectrum.
  Parts transform(Parts x, int64_t dim, int64_t n, int64_t to, bool inverse,
                  bool half) {
    int64_t from = typeOf(x.re.high).getDimSize(dim);
    Number cosines = matrix(/*isSine=*/false, from, to, n, inverse, half);
    Number sines = matrix(/*isSine=*/true, from, to, n, inverse, half);
    if (hasTwoWords)
      split(x, dim);
    Parts result{product(x.re, cosines, dim), {}};
    if (x.im.high)
      result.re = difference(result.re, product(x.im, sines, dim));
    if (!half) { // else the result is real
      result.im = product(x.re, sines, dim);
      if (x.im.high)
        result.im = sum(result.im, product(x.im, cosines, dim));
    }
    return result;
  }

  /// Both words in one.
  Value whole(Number x) { return x.low ? add(x.high, x.low) : x.high; }

private:
  RankedTensorType typeOf(Value x) {
    return cast<RankedTensorType>(x.getType());
  }
  Value splat(RankedTensorType type, double value) {
    Type element = type.getElementType();
    Attribute attr = isa<FloatType>(element)
                         ? Attribute(b.getFloatAttr(element, value))
                         : Attribute(b.getIntegerAttr(element, int64_t(value)));
    return hlo::ConstantOp::create(b, loc, type,
                                   DenseElementsAttr::get(type, attr));
  }
  Value add(Value x, Value y) {
    return hlo::AddOp::create(b, loc, x.getType(), x, y);
  }
  Value subtract(Value x, Value y) {
    return hlo::SubtractOp::create(b, loc, x.getType(), x, y);
  }
  Value abs(Value x) { return hlo::AbsOp::create(b, loc, x.getType(), x); }
  Value select(Value predicate, Value x, Value y) {
    return hlo::SelectOp::create(b, loc, x.getType(), predicate, x, y);
  }
  Value compare(Value x, Value y, hlo::ComparisonDirection direction) {
    return hlo::CompareOp::create(b, loc, x, y, direction);
  }
  Number sum(Number x, Number y) {
    return {add(x.high, y.high), x.low ? add(x.low, y.low) : Value()};
  }
  Number difference(Number x, Number y) {
    return {subtract(x.high, y.high), x.low ? subtract(x.low, y.low) : Value()};
  }

  /// Leaves in the upper words multiples of about 2^-26 of the sum of absolute
  /// values along `dim`, which no sum of products with cosines exceeds.
  void split(Parts &x, int64_t dim) {
    RankedTensorType type = typeOf(x.re.high);
    Value sizes = abs(x.re.high);
    if (x.im.high)
      sizes = add(sizes, abs(x.im.high));
    auto column = RankedTensorType::get({type.getDimSize(dim), 1}, real);
    Value size = dot(sizes, splat(column, 1.0), dim);
    // Adding and subtracting this rounds to its unit in the last place.
    Value rounder = hlo::MulOp::create(b, loc, size.getType(), size,
                                       splat(typeOf(size), 0x1p27));
    rounder = hlo::BroadcastInDimOp::create(
        b, loc, type, rounder,
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
    Value isFinite =
        compare(rounder, splat(type, INFINITY), hlo::ComparisonDirection::LT);
    auto splitPart = [&](Number &part) {
      if (!part.high)
        return;
      Value high = subtract(add(part.high, rounder), rounder);
      high = select(isFinite, high, part.high);
      Value rest = subtract(part.high, high);
      part = {high, part.low ? add(rest, part.low) : rest};
    };
    splitPart(x.re);
    splitPart(x.im);
  }

  /// The cosines or sines of all n-ths of a turn, over n if `inverse`.
  Number roots(bool isSine, int64_t n, bool inverse) {
    SmallVector<double> high, low;
    long double size = inverse ? 1.0L / n : 1.0L;
    // Multiples of 2^-24 of at least the largest number.
    double unit = std::ldexp(1.0, std::ilogb(double(size)) - 23);
    for (int64_t turns = 0; turns < n; ++turns) {
      // In units of an 8 n-th, sin(-x) = -sin(x), cos(pi - x) = -cos(x) and
      // cos(pi/2 - x) = sin(x) leave at most n of them.
      int64_t eight = 8 * turns;
      bool isLower = eight > 4 * n;
      eight = isLower ? 8 * n - eight : eight;
      bool isLeft = eight > 2 * n;
      eight = isLeft ? 4 * n - eight : eight;
      bool isSteep = eight > n;
      eight = isSteep ? 2 * n - eight : eight;
      long double angle = Pi * eight / (4 * n);
      long double value =
          size * (isSine == isSteep ? std::cos(angle) : std::sin(angle));
      // Transforms turn clockwise, inverse ones counterclockwise.
      bool isNegative = isSine ? isLower == inverse : isLeft;
      value = isNegative ? -value : value;
      high.push_back(hasTwoWords ? std::round(double(value) / unit) * unit
                                 : double(value));
      low.push_back(double(value - high.back()));
    }
    auto type = RankedTensorType::get({n}, real);
    auto constant = [&](ArrayRef<double> values) -> Value {
      return hlo::ConstantOp::create(b, loc, type,
                                     DenseElementsAttr::get(type, values));
    };
    return {constant(high), hasTwoWords ? constant(low) : Value()};
  }

  Number matrix(bool isSine, int64_t from, int64_t to, int64_t n, bool inverse,
                bool half) {
    auto indices = RankedTensorType::get({from, to}, b.getI64Type());
    auto type = RankedTensorType::get({from, to}, real);
    Value row = hlo::IotaOp::create(b, loc, indices, int64_t(0));
    Value column = hlo::IotaOp::create(b, loc, indices, int64_t(1));
    Value turns = hlo::MulOp::create(b, loc, indices, row, column);
    turns = hlo::RemOp::create(b, loc, indices, turns, splat(indices, n));
    Value isOnce;
    if (half) {
      // All but the first and the middle element stand for two.
      auto equals = [&](int64_t y) {
        return compare(row, splat(indices, y), hlo::ComparisonDirection::EQ);
      };
      isOnce = equals(0);
      if (n % 2 == 0)
        isOnce =
            hlo::OrOp::create(b, loc, isOnce.getType(), isOnce, equals(n / 2));
    }
    auto numbers = hlo::GatherDimensionNumbersAttr::get(
        b.getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/{0},
        /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
        /*startIndexMap=*/{0}, /*indexVectorDim=*/2);
    auto spread = [&](Value table) -> Value {
      if (!table)
        return {};
      Value value = hlo::GatherOp::create(b, loc, type, table, turns, numbers,
                                          /*slice_sizes=*/{1},
                                          /*indices_are_sorted=*/false);
      return half ? select(isOnce, value, add(value, value)) : value;
    };
    Number table = roots(isSine, n, inverse);
    return {spread(table.high), spread(table.low)};
  }

  Number product(Number x, Number matrix, int64_t dim) {
    Value high = dot(x.high, matrix.high, dim);
    if (!matrix.low)
      return {high, {}};
    Value low =
        add(dot(x.high, matrix.low, dim), dot(x.low, whole(matrix), dim));
    // Infinities are in the upper word; in the lower one they are no numbers.
    Value isNumber = compare(low, low, hlo::ComparisonDirection::EQ);
    return {high, select(isNumber, low, splat(typeOf(low), 0.0))};
  }

  /// The products of all rows of x along `dim` and the matrix.
  Value dot(Value x, Value matrix, int64_t dim) {
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
  bool hasTwoWords;
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
  Parts x{{op->getOperand(0), {}}, {}};
  if (auto complex = dyn_cast<ComplexType>(real)) {
    real = complex.getElementType();
    auto part = from.clone(real);
    x.re.high = hlo::RealOp::create(b, loc, part, op->getOperand(0));
    x.im.high = hlo::ImagOp::create(b, loc, part, op->getOperand(0));
    x.im.high = converted(x.im.high, b.getF64Type());
  }
  x.re.high = converted(x.re.high, b.getF64Type());
  Fourier fourier(b, loc, /*hasTwoWords=*/real.isF64());
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
  Value result = converted(fourier.whole(x.re), real);
  if (!isReal)
    result = hlo::ComplexOp::create(b, loc, type, result,
                                    converted(fourier.whole(x.im), real));
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
