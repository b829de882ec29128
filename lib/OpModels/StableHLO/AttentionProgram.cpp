//===- AttentionProgram.cpp - Attention as other operations ---------------===//
//
// The definition of popt/OpModels/Attention.h in operations that every target has:
//
//   %s  = dot_general %q, %k                  [batch, key head, group, t, s], f32
//   %m  = select (sees t s), %s scale + bias, -inf
//   %e  = exp (%m - max over s of %m)
//   out = dot_general (convert (%e / sum of %e)), %v
//
// and for the gradient the five products of FlashAttention-2 (Dao 2023, algorithm 2),
// whole. Heads of queries are two dims, [key head, group], so that keys and values are
// never repeated. Tested by test/Kernels/decompose-attention.mlir, by execution by
// python/tests/test_attention.py.
//
//===----------------------------------------------------------------------===//
#include "AttentionProgram.h"
#include "Build.h"

#include "popt/Interfaces/Build.h"

#include <cmath>

using namespace mlir;

namespace popt {
namespace {

using stablehlo::ComparisonDirection;

class Program {
public:
  Program(OpBuilder &b, stablehlo::CustomCallOp call,
          const Attention &attention, Value firstQuery)
      : b(b), loc(call.getLoc()), call(call), a(attention),
        firstQuery(firstQuery), element(elementOf(call.getOperand(0))),
        groups(a.heads / a.keyHeads),
        square{a.batch, a.keyHeads, groups, a.queries, a.keys},
        rows{a.batch, a.keyHeads, groups, a.queries} {}

  SmallVector<Value> build() {
    query = asQueries(call.getOperand(0), a.features);
    key = asKeys(call.getOperand(1));
    value = asKeys(call.getOperand(2));
    SmallVector<Value> results = a.isBackward ? backward() : forward();
    results.push_back(
        buildZeros(b, loc,
                   cast<RankedTensorType>(
                       call.getResult(call.getNumResults() - 1).getType())));
    return results;
  }

private:
  //===--------------------------------------------------------------------===//
  // Building
  //===--------------------------------------------------------------------===//

  Value binary(Arithmetic operation, Value x, Value y) {
    return buildArithmetic(b, loc, operation, x, y);
  }
  Value f32(Value x) { return buildConvert(b, loc, x, b.getF32Type()); }
  /// A tensor of the shape whose elements are this number.
  Value filled(double number, ArrayRef<int64_t> shape) {
    auto scalar = RankedTensorType::get({}, b.getF32Type());
    Value constant = stablehlo::ConstantOp::create(
        b, loc, DenseElementsAttr::get(scalar, static_cast<float>(number)));
    return buildFilled(b, loc, RankedTensorType::get(shape, b.getF32Type()),
                       constant);
  }
  Value spread(Value x, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
    return stablehlo::BroadcastInDimOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x,
        b.getDenseI64ArrayAttr(dims));
  }
  /// A number a query for all of its keys.
  Value overKeys(Value x) { return spread(x, square, {0, 1, 2, 3}); }
  Value compare(Value x, Value y, ComparisonDirection how) {
    return stablehlo::CompareOp::create(b, loc, x, y, how);
  }
  Value select(Value predicate, Value x, Value y) {
    return stablehlo::SelectOp::create(b, loc, x.getType(), predicate, x, y);
  }
  Value exponential(Value x) {
    return stablehlo::ExpOp::create(b, loc, x.getType(), x);
  }
  /// Batches and heads of keys are paired; `lhsSummed` and `rhsSummed`, too.
  Value product(Value lhs, Value rhs, ArrayRef<int64_t> lhsSummed,
                ArrayRef<int64_t> rhsSummed, Type made) {
    SmallVector<int64_t> shape{a.batch, a.keyHeads};
    auto addFree = [&](Value operand, ArrayRef<int64_t> summed) {
      for (int64_t dim = 2; dim < rankOf(operand); ++dim)
        if (!llvm::is_contained(summed, dim))
          shape.push_back(shapeOf(operand)[dim]);
    };
    addFree(lhs, lhsSummed);
    addFree(rhs, rhsSummed);
    SmallVector<int64_t> batch{0, 1};
    return stablehlo::DotGeneralOp::create(
        b, loc, RankedTensorType::get(shape, made), lhs, rhs,
        stablehlo::DotDimensionNumbersAttr::get(b.getContext(), batch, batch,
                                                lhsSummed, rhsSummed),
        /*precision_config=*/nullptr, /*algorithm=*/nullptr);
  }
  /// [batch, key head, group, position, feature] of an operand.
  Value asQueries(Value x, int64_t features) {
    if (a.headsFirst)
      return buildReshape(b, loc, x,
                          {a.batch, a.keyHeads, groups, a.queries, features});
    return buildTransposed(
        b, loc,
        buildReshape(b, loc, x,
                     {a.batch, a.queries, a.keyHeads, groups, features}),
        {0, 2, 3, 1, 4});
  }
  /// [batch, key head, position, feature] of an operand.
  Value asKeys(Value x) {
    return a.headsFirst ? x : buildTransposed(b, loc, x, {0, 2, 1, 3});
  }
  /// `x` in the type of a result.
  Value asResult(int number, Value x) {
    Value result = call.getResult(number);
    return buildReshape(b, loc, buildConvert(b, loc, x, elementOf(result)),
                        shapeOf(result));
  }
  Type elementOfResult(int number) { return elementOf(call.getResult(number)); }

  //===--------------------------------------------------------------------===//
  // Scores
  //===--------------------------------------------------------------------===//

  /// The positions along a dim of [t, s], from `first` on.
  Value positions(int64_t dim, Value first) {
    SmallVector<int64_t> shape{a.queries, a.keys};
    auto type = RankedTensorType::get(shape, b.getI32Type());
    Value numbers = stablehlo::IotaOp::create(b, loc, type, dim);
    return first ? binary(Arithmetic::Add, numbers, spread(first, shape, {}))
                 : numbers;
  }
  void require(Value &all, Value one) {
    all = all ? Value(stablehlo::AndOp::create(b, loc, all.getType(), all, one))
              : one;
  }
  /// Which keys each query sees; null: all.
  Value visible() {
    Value query = positions(0, firstQuery), key = positions(1, {});
    Value sees;
    if (a.dependsOnPosition())
      require(sees, compare(key, query, ComparisonDirection::LE));
    if (a.window > 0) {
      Value window =
          spread(buildNumber(b, loc, std::min(a.window, kMostPositions)),
                 shapeOf(query), {});
      require(sees, compare(binary(Arithmetic::Subtract, query, key), window,
                            ComparisonDirection::LT));
    }
    if (sees)
      sees = spread(sees, square, {3, 4});
    auto requireLength = [&](int operand, Value position) {
      if (operand < 0)
        return;
      SmallVector<int64_t> shape{a.batch, a.queries, a.keys};
      Value inside = compare(spread(position, shape, {1, 2}),
                             spread(call.getOperand(operand), shape, {0}),
                             ComparisonDirection::LT);
      require(sees, spread(inside, square, {0, 3, 4}));
    };
    requireLength(a.queryLengths, query);
    requireLength(a.keyLengths, key);
    return sees;
  }
  /// The bias for every head and sequence.
  Value bias() {
    Value x = f32(call.getOperand(a.bias));
    ArrayRef<int64_t> shape = shapeOf(x);
    SmallVector<int64_t> own{shape[2], shape[3]}, dims{3, 4};
    if (shape[1] == a.heads) {
      own.insert(own.begin(), {a.keyHeads, groups});
      dims.insert(dims.begin(), {1, 2});
    }
    if (shape[0] == a.batch) {
      own.insert(own.begin(), a.batch);
      dims.insert(dims.begin(), 0);
    }
    return spread(buildReshape(b, loc, x, own), square, dims);
  }
  Value scores() {
    Value s = product(query, key, {4}, {3}, b.getF32Type());
    s = binary(Arithmetic::Multiply, s, filled(a.scale, square));
    if (a.bias >= 0)
      s = binary(Arithmetic::Add, s, bias());
    if (Value sees = visible())
      s = select(sees, s, filled(-INFINITY, square));
    return s;
  }

  //===--------------------------------------------------------------------===//
  // The passes
  //===--------------------------------------------------------------------===//

  SmallVector<Value> forward() {
    Value s = scores();
    Value most = buildMaximum(s);
    // Of a query that sees nothing the maximum is -inf, and -inf - -inf a NaN.
    Value isNone =
        compare(most, filled(-INFINITY, rows), ComparisonDirection::EQ);
    most = select(isNone, filled(0, rows), most);
    Value e = exponential(binary(Arithmetic::Subtract, s, overKeys(most)));
    Value sum = buildSum(b, loc, e, {4});
    Value divisor = select(isNone, filled(1, rows), sum);
    Value p = binary(Arithmetic::Divide, e, overKeys(divisor));
    SmallVector<Value> results{
        asResult(0, product(buildConvert(b, loc, p, element), value, {4}, {2},
                            elementOfResult(0)))};
    if (a.statsResult >= 0) {
      Value log = stablehlo::LogOp::create(b, loc, sum.getType(), sum);
      results.push_back(
          asResult(a.statsResult, binary(Arithmetic::Add, most, log)));
    }
    return results;
  }

  SmallVector<Value> backward() {
    Value stats = f32(buildReshape(b, loc, call.getOperand(a.stats), rows));
    Value isNone =
        compare(stats, filled(-INFINITY, rows), ComparisonDirection::EQ);
    stats = select(isNone, filled(INFINITY, rows), stats);
    Value p =
        exponential(binary(Arithmetic::Subtract, scores(), overKeys(stats)));
    Value gradient = asQueries(call.getOperand(a.gradient), a.valueFeatures);
    Value output = asQueries(call.getOperand(a.output), a.valueFeatures);
    Value sums = buildSum(
        b, loc, binary(Arithmetic::Multiply, f32(gradient), f32(output)), {4});
    Value dp = product(gradient, value, {4}, {3}, b.getF32Type());
    Value ds = binary(Arithmetic::Multiply, p,
                      binary(Arithmetic::Subtract, dp, overKeys(sums)));
    Value scaled = buildConvert(
        b, loc, binary(Arithmetic::Multiply, ds, filled(a.scale, square)),
        element);
    SmallVector<Value> results{
        asResult(0, product(scaled, key, {4}, {2}, elementOfResult(0))),
        asResult(1, product(scaled, query, {2, 3}, {2, 3}, elementOfResult(1))),
        asResult(2, product(buildConvert(b, loc, p, element), gradient, {2, 3},
                            {2, 3}, elementOfResult(2)))};
    if (a.biasResult >= 0)
      results.push_back(biasGradient(ds));
    return results;
  }

  /// Summed over what shares one bias.
  Value biasGradient(Value ds) {
    ArrayRef<int64_t> shape = shapeOf(call.getResult(a.biasResult));
    SmallVector<int64_t> summed;
    if (shape[0] != a.batch)
      summed.push_back(0);
    if (shape[1] != a.heads)
      summed.append({1, 2});
    return asResult(a.biasResult,
                    summed.empty() ? ds : buildSum(b, loc, ds, summed));
  }

  Value buildMaximum(Value s) {
    auto scalar = RankedTensorType::get({}, b.getF32Type());
    Value least = buildIdentity(b, loc, scalar, Monoid::Max);
    auto reduce = stablehlo::ReduceOp::create(
        b, loc, TypeRange(RankedTensorType::get(rows, b.getF32Type())),
        ValueRange(s), ValueRange(least), b.getDenseI64ArrayAttr({4}));
    OpBuilder inner(b.getContext());
    mlir::Block *body =
        inner.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc, loc});
    Value larger = stablehlo::MaxOp::create(
        inner, loc, scalar, body->getArgument(0), body->getArgument(1));
    stablehlo::ReturnOp::create(inner, loc, larger);
    return reduce->getResult(0);
  }

  /// Longer windows see everything; the number stays an i32.
  static constexpr int64_t kMostPositions = int64_t(1) << 30;

  OpBuilder &b;
  Location loc;
  stablehlo::CustomCallOp call;
  const Attention &a;
  Value firstQuery;
  Type element;
  int64_t groups;
  SmallVector<int64_t> square, rows;
  Value query, key, value;
};

} // namespace

SmallVector<Value> decomposeAttention(OpBuilder &builder,
                                      stablehlo::CustomCallOp call,
                                      Value firstQuery) {
  std::optional<Attention> attention = attentionOf(call);
  assert(attention && "asked of attention alone");
  return Program(builder, call, *attention, firstQuery).build();
}

} // namespace popt
