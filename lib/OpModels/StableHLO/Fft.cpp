//===- Fft.cpp - Model of Fourier transforms ------------------------------===//
//
// Batch dims pass; the transform needs its own dims whole. Nothing but products
// carries it out. A transformed dimension of n = n1 n2 elements is a matrix of
// them; with w = e^(2 pi i / n), x at j = j1 n2 + j2 and the result at
// k = k1 + n1 k2 it is
//
//   y[k1, j2]      = sum over j1 of x[j1, j2] w^(n2 j1 k1)
//   result[k2, k1] = sum over j2 of y[k1, j2] w^(j2 (k1 + n1 k2))
//
// a product and n1 products of matrices, instead of one that is quadratic in n,
// as for primes and short dimensions. The parts of each are
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

using Product = function_ref<Value(Value x, Value matrix)>;

/// The transforms of one operation along one dimension after the other.
class Fourier {
public:
  Fourier(OpBuilder &b, Location loc, bool inverse, bool hasTwoWords)
      : b(b), loc(loc), real(b.getF64Type()), inverse(inverse),
        hasTwoWords(hasTwoWords) {}

  /// The first `to` elements of the transforms of length n along dimension
  /// `dim`, of which x may have fewer if the rest are zero; their real parts
  /// only if `toReal`.
  Parts transform(Parts x, int64_t dim, int64_t n, int64_t to, bool toReal) {
    SmallVector<int64_t> shape(shapeOf(x.re.high));
    const int64_t last = int64_t(shape.size()) - 1, from = shape[dim];
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq(last + 1));
    std::swap(order[dim], order[last]);
    std::swap(shape[dim], shape[last]);
    int64_t rows = 1;
    for (int64_t extent : ArrayRef<int64_t>(shape).drop_back())
      rows *= extent;
    x = each(x, [&](Value part) {
      return reshape(transpose(part, order), {rows, from});
    });
    const int64_t n1 = factorOf(n, from, to, toReal);
    x = n1 == 1 ? direct(x, n, to, toReal) : inTwo(x, n, n1, to, toReal);
    shape[last] = to;
    return each(
        x, [&](Value part) { return transpose(reshape(part, shape), order); });
  }

  /// All but the first and the middle element of half a spectrum of n stand for
  /// two, of which the real parts count; those two are real themselves.
  Parts weighHalf(Parts x, int64_t dim, int64_t n) {
    RankedTensorType type = typeOf(x.re.high);
    Value index = hlo::IotaOp::create(b, loc, type.clone(b.getI64Type()), dim);
    auto equals = [&](int64_t i) {
      return compare(index, splat(typeOf(index), double(i)),
                     hlo::ComparisonDirection::EQ);
    };
    Value isOnce = equals(0);
    if (n % 2 == 0)
      isOnce =
          hlo::OrOp::create(b, loc, isOnce.getType(), isOnce, equals(n / 2));
    auto twice = [&](Value part, Value once) {
      return select(isOnce, once, add(part, part));
    };
    Parts result;
    result.re = {twice(x.re.high, x.re.high),
                 x.re.low ? twice(x.re.low, x.re.low) : Value()};
    Value zero = splat(type, 0.0);
    result.im = {twice(x.im.high, zero),
                 x.im.low ? twice(x.im.low, zero) : Value()};
    return result;
  }

  /// Both words in one.
  Value whole(Number x) { return x.low ? add(x.high, x.low) : x.high; }

private:
  /// The largest factor of n that is no larger than its root if two steps are
  /// worth it, else 1.
  static int64_t factorOf(int64_t n, int64_t from, int64_t to, bool toReal) {
    int64_t factor = 1;
    for (int64_t i = 2; i * i <= n; ++i)
      if (n % i == 0)
        factor = i;
    // What a step costs beside its products, measured in these.
    constexpr int64_t step = 40;
    const int64_t parts = toReal ? 1 : 2;
    const int64_t inTwo =
        2 * factor * from + parts * (n / factor) * to + step * n;
    return inTwo < parts * from * to ? factor : 1;
  }

  /// One product with a matrix: [rows, from] to [rows, to].
  Parts direct(Parts x, int64_t n, int64_t to, bool toReal) {
    const int64_t rows = shapeOf(x.re.high)[0], from = shapeOf(x.re.high)[1];
    auto turns = RankedTensorType::get({from, to}, b.getI64Type());
    auto dims = dotDims({}, {}, 1, 0);
    return multiply(
        x, 1, roots(n, multiplied(iota(turns, 0), iota(turns, 1)), inverse),
        toReal, [&](Value part, Value matrix) {
          return dot(part, matrix, dims, {rows, to});
        });
  }

  /// The same in two steps.
  Parts inTwo(Parts x, int64_t n, int64_t n1, int64_t to, bool toReal) {
    const int64_t rows = shapeOf(x.re.high)[0], from = shapeOf(x.re.high)[1];
    const int64_t n2 = n / n1, count1 = llvm::divideCeil(from, n2);
    const int64_t count2 = llvm::divideCeil(to, n1);
    x = each(x, [&](Value part) {
      part = pad(part, count1 * n2);
      part = transpose(reshape(part, {rows, count1, n2}), {1, 0, 2});
      return reshape(part, {count1, rows * n2});
    });
    auto turns = RankedTensorType::get({count1, n1}, b.getI64Type());
    Value turn = multiplied(multiplied(iota(turns, 0), iota(turns, 1)),
                            splat(turns, double(n2)));
    auto dims = dotDims({}, {}, 0, 0);
    x = multiply(x, 0, roots(n, turn, /*scaled=*/false), /*toReal=*/false,
                 [&](Value part, Value matrix) {
                   return dot(matrix, part, dims, {n1, rows * n2});
                 });
    x = each(x, [&](Value part) { return reshape(part, {n1, rows, n2}); });
    turns = RankedTensorType::get({n1, n2, count2}, b.getI64Type());
    Value k = multiplied(iota(turns, 2), splat(turns, double(n1)));
    k = hlo::AddOp::create(b, loc, turns, k, iota(turns, 0));
    dims = dotDims({0}, {0}, 2, 1);
    x = multiply(x, 2, roots(n, multiplied(iota(turns, 1), k), inverse), toReal,
                 [&](Value part, Value matrix) {
                   return dot(part, matrix, dims, {n1, rows, count2});
                 });
    return each(x, [&](Value part) {
      part = reshape(transpose(part, {1, 2, 0}), {rows, count2 * n1});
      if (count2 * n1 == to)
        return part;
      return Value(hlo::SliceOp::create(
          b, loc, RankedTensorType::get({rows, to}, real), part,
          ArrayRef<int64_t>{0, 0}, ArrayRef<int64_t>{rows, to},
          ArrayRef<int64_t>{1, 1}));
    });
  }

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
  Value iota(RankedTensorType type, int64_t dim) {
    return hlo::IotaOp::create(b, loc, type, dim);
  }
  Value multiplied(Value x, Value y) {
    return hlo::MulOp::create(b, loc, x.getType(), x, y);
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
  Value reshape(Value x, ArrayRef<int64_t> shape) {
    if (shapeOf(x) == shape)
      return x;
    return hlo::ReshapeOp::create(b, loc, RankedTensorType::get(shape, real),
                                  x);
  }
  Value transpose(Value x, ArrayRef<int64_t> order) {
    if (llvm::is_sorted(order))
      return x;
    SmallVector<int64_t> shape;
    for (int64_t d : order)
      shape.push_back(shapeOf(x)[d]);
    return hlo::TransposeOp::create(b, loc, RankedTensorType::get(shape, real),
                                    x, order);
  }
  /// Zeros after the columns of x, so that there are `count`.
  Value pad(Value x, int64_t count) {
    ArrayRef<int64_t> shape = shapeOf(x);
    if (shape[1] == count)
      return x;
    auto type = RankedTensorType::get({shape[0], count}, real);
    Value zero = splat(RankedTensorType::get({}, real), 0.0);
    return hlo::PadOp::create(b, loc, type, x, zero, ArrayRef<int64_t>{0, 0},
                              ArrayRef<int64_t>{0, count - shape[1]},
                              ArrayRef<int64_t>{0, 0});
  }
  Parts each(Parts x, function_ref<Value(Value)> change) {
    for (Value *part : {&x.re.high, &x.re.low, &x.im.high, &x.im.low})
      if (*part)
        *part = change(*part);
    return x;
  }
  Number sum(Number x, Number y) {
    return {add(x.high, y.high), x.low ? add(x.low, y.low) : Value()};
  }
  Number difference(Number x, Number y) {
    return {subtract(x.high, y.high), x.low ? subtract(x.low, y.low) : Value()};
  }

  hlo::DotDimensionNumbersAttr dotDims(ArrayRef<int64_t> lhsBatch,
                                       ArrayRef<int64_t> rhsBatch, int64_t lhs,
                                       int64_t rhs) {
    return hlo::DotDimensionNumbersAttr::get(b.getContext(), lhsBatch, rhsBatch,
                                             {lhs}, {rhs});
  }
  Value dot(Value lhs, Value rhs, hlo::DotDimensionNumbersAttr dims,
            ArrayRef<int64_t> shape) {
    return hlo::DotGeneralOp::create(b, loc, RankedTensorType::get(shape, real),
                                     lhs, rhs, dims, nullptr, nullptr);
  }

  /// Leaves in the upper words multiples of about 2^-26 of the sum of absolute
  /// values along `dim`, which no sum of products with cosines exceeds.
  void split(Parts &x, int64_t dim) {
    RankedTensorType type = typeOf(x.re.high);
    Value sizes = abs(x.re.high);
    if (x.im.high)
      sizes = add(sizes, abs(x.im.high));
    auto column = RankedTensorType::get({type.getDimSize(dim)}, real);
    SmallVector<int64_t> rest = llvm::to_vector(llvm::seq(type.getRank()));
    SmallVector<int64_t> shape(type.getShape());
    rest.erase(rest.begin() + dim);
    shape.erase(shape.begin() + dim);
    Value size = dot(sizes, splat(column, 1.0), dotDims({}, {}, dim, 0), shape);
    // Adding and subtracting this rounds to its unit in the last place.
    Value rounder = multiplied(size, splat(typeOf(size), 0x1p27));
    rounder = hlo::BroadcastInDimOp::create(b, loc, type, rounder, rest);
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

  /// The cosines or sines of all n-ths of a turn, over n if `scaled`.
  Number table(bool isSine, int64_t n, bool scaled) {
    SmallVector<double> high, low;
    long double size = scaled ? 1.0L / n : 1.0L;
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

  /// Cosines and sines of n-ths of a turn.
  struct Roots {
    Number cosines, sines;
  };
  Roots roots(int64_t n, Value turns, bool scaled) {
    RankedTensorType indices = typeOf(turns);
    turns =
        hlo::RemOp::create(b, loc, indices, turns, splat(indices, double(n)));
    auto numbers = hlo::GatherDimensionNumbersAttr::get(
        b.getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/{0},
        /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
        /*startIndexMap=*/{0}, /*indexVectorDim=*/indices.getRank());
    auto spread = [&](Value table) -> Value {
      if (!table)
        return {};
      return hlo::GatherOp::create(b, loc, indices.clone(real), table, turns,
                                   numbers, /*slice_sizes=*/{1},
                                   /*indices_are_sorted=*/false);
    };
    auto of = [&](bool isSine) -> Number {
      Number values = table(isSine, n, scaled);
      return {spread(values.high), spread(values.low)};
    };
    return {of(/*isSine=*/false), of(/*isSine=*/true)};
  }

  /// The products of x, contracted along `dim`, and a matrix of roots.
  Parts multiply(Parts x, int64_t dim, Roots matrix, bool toReal, Product dot) {
    if (hasTwoWords)
      split(x, dim);
    Parts result{product(x.re, matrix.cosines, dot), {}};
    if (x.im.high)
      result.re = difference(result.re, product(x.im, matrix.sines, dot));
    if (toReal)
      return result;
    result.im = product(x.re, matrix.sines, dot);
    if (x.im.high)
      result.im = sum(result.im, product(x.im, matrix.cosines, dot));
    return result;
  }

  Number product(Number x, Number matrix, Product dot) {
    Value high = dot(x.high, matrix.high);
    if (!matrix.low)
      return {high, {}};
    Value low = add(dot(x.high, matrix.low), dot(x.low, whole(matrix)));
    // Infinities are in the upper word; in the lower one they are no numbers.
    Value isNumber = compare(low, low, hlo::ComparisonDirection::EQ);
    return {high, select(isNumber, low, splat(typeOf(low), 0.0))};
  }

  OpBuilder &b;
  Location loc;
  Type real;
  bool inverse, hasTwoWords;
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
  auto kind = fft.getFftType();
  int64_t count = length.size(), last = from.getRank() - 1;
  bool isReal = kind == hlo::FftType::IRFFT;
  bool inverse = kind == hlo::FftType::IFFT || isReal;
  Fourier fourier(b, loc, inverse, /*hasTwoWords=*/real.isF64());
  auto one = [&](int64_t i) {
    int64_t n = length[count - 1 - i], dim = last - i;
    bool isHalf = isReal && i == 0;
    if (isHalf)
      x = fourier.weighHalf(x, dim, n);
    x = fourier.transform(x, dim, n, type.getDimSize(dim), isHalf);
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

void attachFftModels(MLIRContext *context) { attachModels<FftModel>(context); }

} // namespace popt
