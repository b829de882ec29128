//===- Math.cpp - Functions on scalars and vectors ------------------------===//
//
// f32: polynomials on registers of any width, no branches, a few ULP, special
// values and denormals right. Range reductions and coefficients are those of
// Cephes (Moshier, single precision) and, for erf, a rational minimax form of
// the kind Eigen uses. Sines are evaluated in f64 after a fused
// three-word Cody-Waite reduction, so large arguments (rotary embeddings of
// long contexts) stay exact; beyond 2^30 libm is asked.
// f64: libm, one element at a time.
//
// Covered by test/Execute/Ops/accuracy.test (bounds: docs/Accuracy.md) and
// test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "popt/Arithmetic/KernelOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace popt;
using Cmp = arith::CmpFPredicate;

static bool isDouble(Value x) {
  return getElementTypeOrSelf(x.getType()).isF64();
}

/// Calls an external function of one number, and of a pointer if there is one.
static Value callLibm(KernelOps &k, StringRef name, Value x, Value pointer) {
  if (lanesOf(x)) {
    k.scalarOnly = true;
    return x; // on vectors it is not used
  }
  SmallVector<Value> arguments = {x};
  if (pointer)
    arguments.push_back(pointer);
  auto type = FunctionType::get(k.b.getContext(),
                                ValueRange(arguments).getTypes(), x.getType());
  auto module =
      k.b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
    func::FuncOp::create(atEnd, k.loc, name, type).setPrivate();
  }
  return func::CallOp::create(k.b, k.loc, name, x.getType(), arguments)
      .getResult(0);
}

/// min/max by ordered comparison: a NaN passes through.
static Value clampf(KernelOps &k, Value x, double low, double high) {
  Value l = k.floatLike(x, low), h = k.floatLike(x, high);
  x = k.select(k.cmpf(Cmp::OGT, x, h), h, x);
  return k.select(k.cmpf(Cmp::OLT, x, l), l, x);
}

/// Nearest integer of a small f32, as float and as i32, without a conversion
/// that is undefined for NaN: the integer shows in the low bits of x
/// + 1.5*2^23.
static std::pair<Value, Value> nearest(KernelOps &k, Value x) {
  Value magic = k.floatLike(x, 12582912.0);
  Value shifted = k.addf(x, magic);
  Value integer =
      k.op<arith::SubIOp>(k.bits(shifted), k.ints(x, 32, 0x4b400000));
  return {k.subf(shifted, magic), integer};
}

/// 2^n for -126 <= n <= 127.
static Value powerOfTwo(KernelOps &k, Value n, Type element) {
  Value biased = k.op<arith::AddIOp>(n, k.intLike(n, 127));
  return k.fromBits(k.op<arith::ShLIOp>(biased, k.intLike(n, 23)), element);
}

/// r and n of x = n ln 2 + r.
static std::pair<Value, Value> reduceByLn2(KernelOps &k, Value x) {
  auto [f, n] = nearest(k, k.mulf(x, k.floatLike(x, 1.44269504088896341)));
  Value r = k.fma(f, k.floatLike(x, -0.693359375), x);
  return {k.fma(f, k.floatLike(x, 2.12194440e-4), r), n};
}

/// exp(r) - 1 - r for |r| <= ln 2 / 2.
static Value expTail(KernelOps &k, Value r) {
  Value p = k.horner(r, {1.9875691500E-4, 1.3981999507E-3, 8.3334519073E-3,
                         4.1665795894E-2, 1.6666665459E-1, 5.0000001201E-1});
  return k.mulf(p, k.mulf(r, r));
}

Value KernelOps::exp(Value x) {
  if (isDouble(x))
    return libm<math::ExpOp>(x);
  x = clampf(*this, x, -105.0, 89.0);
  auto [r, n] = reduceByLn2(*this, x);
  Value e = addf(addf(expTail(*this, r), r), floatLike(x, 1.0));
  // In two steps, so that results below 2^-126 and above 2^127 come out right.
  Value half = op<arith::ShRSIOp>(n, intLike(n, 1));
  Value rest = op<arith::SubIOp>(n, half);
  Type f32 = b.getF32Type();
  return mulf(mulf(e, powerOfTwo(*this, half, f32)),
              powerOfTwo(*this, rest, f32));
}

Value KernelOps::expm1(Value x) {
  if (isDouble(x))
    return libm("expm1", x); // math.expm1 becomes exp(x) - 1
  // 2^n (e - 1) + (2^n - 1), exact where n = 0.
  Value c = clampf(*this, x, -40.0, 89.0);
  auto [r, n] = reduceByLn2(*this, c);
  Value tail = addf(expTail(*this, r), r);
  // 2^128 does not exist as f32: halve, double at the end.
  Value scale =
      powerOfTwo(*this, op<arith::SubIOp>(n, intLike(n, 1)), b.getF32Type());
  Value sum = addf(mulf(tail, scale), subf(scale, floatLike(x, 0.5)));
  Value result = addf(sum, sum);
  Value tiny = cmpf(Cmp::OLT, abs(x), floatLike(x, 1e-7));
  return select(tiny, x, result);
}

Value KernelOps::log(Value x) {
  if (isDouble(x))
    return libm<math::LogOp>(x);
  Type f32 = b.getF32Type();
  Value denormal = cmpf(Cmp::OLT, x, floatLike(x, 1.17549435e-38));
  Value scaled = select(denormal, mulf(x, floatLike(x, 8388608.0)), x);
  Value u = bits(scaled);
  // m in [sqrt(1/2), sqrt(2)): subtract the bits of sqrt(1/2).
  Value offset = op<arith::SubIOp>(u, intLike(u, 0x3f3504f3));
  Value n = op<arith::ShRSIOp>(offset, intLike(u, 23));
  Value m =
      fromBits(op<arith::SubIOp>(u, op<arith::ShLIOp>(n, intLike(u, 23))), f32);
  n = op<arith::SubIOp>(n, select(denormal, intLike(u, 23), intLike(u, 0)));
  Value e = op<arith::SIToFPOp>(x.getType(), n);
  m = subf(m, floatLike(x, 1.0));
  Value z = mulf(m, m);
  Value p = horner(m, {7.0376836292E-2, -1.1514610310E-1, 1.1676998740E-1,
                       -1.2420140846E-1, 1.4249322787E-1, -1.6668057665E-1,
                       2.0000714765E-1, -2.4999993993E-1, 3.3333331174E-1});
  Value y = mulf(mulf(p, z), m);
  y = fma(e, floatLike(x, -2.12194440e-4), y);
  y = fma(z, floatLike(x, -0.5), y);
  Value result = fma(e, floatLike(x, 0.693359375), addf(m, y));
  Value infinity = floatLike(x, INFINITY), zero = floatLike(x, 0.0);
  result = select(cmpf(Cmp::OEQ, x, infinity), infinity, result);
  result = select(cmpf(Cmp::OEQ, x, zero), floatLike(x, -INFINITY), result);
  return select(cmpf(Cmp::ULT, x, zero), floatLike(x, NAN), result);
}

Value KernelOps::log1p(Value x) {
  if (isDouble(x))
    return libm("log1p", x); // math.log1p becomes log(1 + x)
  // log(1+x) corrected by what the rounding of 1+x lost.
  Value one = floatLike(x, 1.0);
  Value sum = addf(one, x);
  Value lost = subf(x, subf(sum, one));
  Value correction = divf(lost, sum);
  Value result = log(sum);
  Value finite = cmpf(Cmp::OLT, abs(correction), floatLike(x, 1.0));
  result = select(finite, addf(result, correction), result);
  Value tiny = cmpf(Cmp::OLT, abs(x), floatLike(x, 1e-7));
  return select(tiny, x, result);
}

Value KernelOps::tanh(Value x) {
  if (isDouble(x))
    return libm<math::TanhOp>(x);
  // t / (t + 1) of t = (exp(2|x|) - 1) / 2, which is 2^n p + (2^n - 1) / 2 with
  // |x| = n ln2/2 + r and p = (exp(2r) - 1) / 2, a minimax fit. Exact where
  // tanh saturates, for t + 1 rounds to t there.
  Value a = abs(x), limit = floatLike(x, 10.0);
  a = select(cmpf(Cmp::OGT, a, limit), limit, a);
  // As in `nearest`; the low bits hold n + 127, the exponent field of 2^n.
  Value magic = floatLike(x, 12582912.0 + 127.0);
  Value shifted = fma(a, floatLike(x, 2.88539008177792681), magic);
  Value r = fma(subf(shifted, magic), floatLike(x, -0.34657359027997265), a);
  Value p =
      horner(r, {0.044424032204537264, 0.13386528540385303, 0.33333761424163333,
                 0.6666617271208786, 0.9999999628813562});
  p = fma(mulf(r, r), p, r);
  Value n = bits(shifted);
  Value scale = fromBits(op<arith::ShLIOp>(n, intLike(n, 23)), b.getF32Type());
  Value t = fma(p, scale, fma(scale, floatLike(x, 0.5), floatLike(x, -0.5)));
  Value value = divf(t, addf(t, floatLike(x, 1.0)));
  return op<math::CopySignOp>(value, x);
}

Value KernelOps::erf(Value x) {
  if (isDouble(x))
    return libm<math::ErfOp>(x);
  Value c = clampf(*this, x, -3.832506856900711, 3.832506856900711);
  Value z = mulf(c, c);
  Value p =
      horner(z, {0.00022905065861350646, 0.0034082910107109506,
                 0.050955695062380861, 0.18520832239976145, 1.128379143519084});
  Value q = horner(z, {-1.1791602954361697e-7, 0.000023547966471313185,
                       0.0010179625278914885, 0.014070470171167667,
                       0.11098505178285362, 0.49746925110067538, 1.0});
  return clampf(*this, divf(mulf(c, p), q), -1.0, 1.0);
}

Value KernelOps::erfc(Value x) {
  if (isDouble(x))
    return libm<math::ErfcOp>(x);
  Value one = floatLike(x, 1.0), two = floatLike(x, 2.0);
  Value magnitude = abs(x);
  // exp(-x^2) with the square in two words.
  Value square = mulf(x, x);
  Value low = fma(x, x, op<arith::NegFOp>(square));
  Value gauss = exp(op<arith::NegFOp>(square));
  gauss = op<arith::SubFOp>(gauss, mulf(gauss, low));
  // What remains, (1 + 2x) exp(x^2) erfc(x), is smooth in (x - 2) / (x + 2):
  // interpolated at Chebyshev points for 0 <= x <= 10.2, error 0.2 ULP.
  Value q = divf(subf(magnitude, two), addf(magnitude, two));
  Value p = horner(
      q, {2.29956842701153e-05, -0.00037028098140274435, -0.0012509537115842693,
          0.001280168059891811, 0.008638507089773309, -0.008047373480822158,
          -0.05420541611161296, 0.16405359361036684, -0.16603132430782672,
          -0.09276391569663575, 1.276978391489405});
  Value tail = divf(mulf(gauss, p), fma(magnitude, two, one));
  Value zero = floatLike(x, 0.0);
  tail = select(cmpf(Cmp::OGT, magnitude, floatLike(x, 10.1)), zero, tail);
  tail = select(cmpf(Cmp::OLT, x, zero), subf(two, tail), tail);
  return select(cmpf(Cmp::UNO, x, x), x, tail);
}

Value KernelOps::patch(Value wanted, Value x, Value result,
                       llvm::function_ref<Value(Value)> function) {
  unsigned lanes = lanesOf(x);
  Value any = wanted;
  if (lanes)
    any =
        vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, wanted);
  auto branch = scf::IfOp::create(b, loc, x.getType(), any, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value patched;
  if (!lanes) {
    patched = function(x);
  } else {
    auto loop = scf::ForOp::create(b, loc, index(0), index(lanes), index(1),
                                   ValueRange(x));
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(loop.getBody());
    Value lane = loop.getInductionVar(), sofar = loop.getRegionIterArg(0);
    Value value = function(vector::ExtractOp::create(b, loc, x, lane));
    Value next = vector::InsertOp::create(b, loc, value, sofar, lane);
    scf::YieldOp::create(b, loc, next);
    b.setInsertionPointAfter(loop);
    patched = select(wanted, loop.getResult(0), result);
  }
  scf::YieldOp::create(b, loc, patched);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loc, result);
  return branch.getResult(0);
}

Value KernelOps::sin(Value x, bool cosine) {
  if (isDouble(x))
    return cosine ? libm<math::CosOp>(x) : libm<math::SinOp>(x);
  Type f64 = b.getF64Type();
  Value limit = floatLike(x, 1073741824.0);
  Value isLarge = cmpf(Cmp::OGE, abs(x), limit);
  Value safe = select(isLarge, floatLike(x, 0.0), x);
  Value d = op<arith::ExtFOp>(withElement(x, f64), safe);
  // n = round(x 2/pi); its low bits name the quadrant.
  Value magic = floatLike(d, 6755399441055744.0);
  Value shifted = fma(d, floatLike(d, 0.63661977236758134308), magic);
  Value n = subf(shifted, magic);
  Value quadrant =
      op<arith::TruncIOp>(withElement(x, b.getI32Type()), bits(shifted));
  Value r = fma(n, floatLike(d, -1.57079632679489655800e+00), d);
  r = fma(n, floatLike(d, -6.12323399573676603587e-17), r);
  Value z = mulf(r, r);
  Value s = horner(z, {2.7557319223985893e-06, -1.9841269841269841e-04,
                       8.3333333333333333e-03, -1.6666666666666666e-01});
  s = fma(mulf(s, z), r, r);
  Value c =
      horner(z, {-2.7557319223985888e-07, 2.4801587301587302e-05,
                 -1.3888888888888889e-03, 4.1666666666666664e-02, -0.5, 1.0});
  if (cosine)
    quadrant = op<arith::AddIOp>(quadrant, intLike(quadrant, 1));
  Value zero = intLike(quadrant, 0);
  Value odd = cmpi(arith::CmpIPredicate::ne,
                   op<arith::AndIOp>(quadrant, intLike(quadrant, 1)), zero);
  Value minus = cmpi(arith::CmpIPredicate::ne,
                     op<arith::AndIOp>(quadrant, intLike(quadrant, 2)), zero);
  Value value = op<arith::TruncFOp>(x.getType(), select(odd, c, s));
  value = select(minus, op<arith::NegFOp>(value), value);
  if (!cosine) // keeps the sign of a zero
    value = select(cmpf(Cmp::OLT, abs(x), floatLike(x, 1e-4)), x, value);
  return patch(isLarge, x, value, [&](Value large) {
    return cosine ? op<math::CosOp>(large) : op<math::SinOp>(large);
  });
}

Value KernelOps::pow(Value x, Value y) { return libm<math::PowFOp>(x, y); }

Value KernelOps::logistic(Value x) {
  // By exp(-|x|), which does not overflow: e / (1 + e) for negative x.
  Value one = floatLike(x, 1.0);
  Value e = exp(op<arith::NegFOp>(abs(x)));
  Value isNegative = cmpf(Cmp::OLT, x, floatLike(x, 0.0));
  return divf(select(isNegative, e, one), addf(one, e));
}

Value KernelOps::rsqrt(Value x) {
  // 1 / s, corrected by what the roundings of s and of the division lost; not
  // at 0 and infinity, where the correction is none.
  Value one = floatLike(x, 1.0);
  Value s = sqrt(x), minusS = op<arith::NegFOp>(s), y = divf(one, s);
  Value lostByRoot = fma(minusS, s, x), lostByDivision = fma(minusS, y, one);
  Value halfSquare = mulf(mulf(y, floatLike(x, -0.5)), y);
  Value relative = fma(lostByRoot, halfSquare, lostByDivision);
  Value corrected = fma(y, relative, y);
  return select(cmpf(Cmp::UNO, corrected, corrected), y, corrected);
}

Value KernelOps::libm(StringRef name, Value x) {
  return callLibm(*this, name, x, {});
}

Value KernelOps::libmWithSign(StringRef name, Value x) {
  // One variable per function, outside all loops.
  OpBuilder::InsertionGuard guard(b);
  Operation *parent = b.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<func::FuncOp>(parent);
  if (!function)
    function = parent->getParentOfType<func::FuncOp>();
  OpBuilder atStart = OpBuilder::atBlockBegin(&function.front());
  Value sign = memref::AllocaOp::create(atStart, loc,
                                        MemRefType::get({1}, b.getI32Type()));
  return callLibm(*this, name, x, sign);
}
