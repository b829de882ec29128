//===- Pointwise.h - The arithmetic of pointwise operations ---------------===//
//
// The code of one element. Operands and results are registers (see
// popt/Arithmetic/KernelOps.h). The models of StableHLO and CHLO name these
// functions, one per operation.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_POINTWISE_H
#define POPT_LIB_OPMODELS_STABLEHLO_POINTWISE_H

#include "Models.h"

#include "popt/Arithmetic/Complex.h"
#include "popt/Arithmetic/KernelOps.h"
#include "popt/Arithmetic/Special.h"

namespace popt {

/// The operands and attributes of one element's arithmetic.
struct Point {
  KernelOps &k;
  mlir::Operation *op;
  llvm::ArrayRef<Elem> in;
  mlir::Type from; ///< element type of the first operand
  mlir::Type to;   ///< element type of the result

  mlir::Value x() const { return in[0].re; }
  mlir::Value y() const { return in[1].re; }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(from); }
  bool isComplex() const { return mlir::isa<mlir::ComplexType>(from); }
  bool isUnsignedOrPred() const {
    return isUnsigned(from) || from.isInteger(1);
  }
  unsigned width() const {
    return mlir::cast<mlir::IntegerType>(from).getWidth();
  }
};

using PointFn = Elem (*)(const Point &);

/// Shared by all pointwise operations. `cost`: work per element in additions.
template <typename Concrete, typename Op, unsigned cost, PointFn emit>
struct PointwiseModel : public OpModelBase<Concrete, Op> {
  PropagationClass getPropagationClass(mlir::Operation *op) const {
    return PropagationClass::Elementwise;
  }
  KernelKind getKernelKind(mlir::Operation *op, const Target &target) const {
    return KernelKind::Map;
  }
  unsigned getElementCost(mlir::Operation *op) const { return cost; }
  Elem emitElement(mlir::Operation *op, KernelOps &k,
                   llvm::ArrayRef<Elem> operands) const {
    return emit({k, op, operands, elementOf(op->getOperand(0)),
                 elementOf(op->getResult(0))});
  }
};

namespace point {
Elem add(const Point &p);
Elem multiply(const Point &p);
Elem divide(const Point &p);
Elem remainder(const Point &p);
Elem maximum(const Point &p);
Elem minimum(const Point &p);
Elem power(const Point &p);
Elem negate(const Point &p);
Elem abs(const Point &p);
Elem sign(const Point &p);
Elem square(const Point &p);
Elem complement(const Point &p);
Elem leadingZeros(const Point &p);
Elem popcount(const Point &p);
Elem nextAfter(const Point &p);
Elem isFinite(const Point &p);
Elem isInf(const Point &p);
Elem isPosInf(const Point &p);
Elem isNegInf(const Point &p);
Elem compare(const Point &p);
Elem select(const Point &p);
Elem clamp(const Point &p);
Elem convert(const Point &p);
Elem reducePrecision(const Point &p);
Elem bitcast(const Point &p);
Elem makeComplex(const Point &p);
Elem real(const Point &p);
Elem imag(const Point &p);
Elem conjugate(const Point &p);

template <typename FloatOp, typename IntOp, complexop::Binary complex>
Elem arithmetic(const Point &p) {
  if (p.isComplex())
    return complex(p.k, p.in[0], p.in[1]);
  if (p.isFloat())
    return {p.k.op<FloatOp>(p.x(), p.y()), {}};
  return {p.k.op<IntOp>(p.x(), p.y()), {}};
}

template <typename Op> Elem bitwise(const Point &p) {
  return {p.k.op<Op>(p.x(), p.y()), {}};
}

/// Shifts by the width or more give 0, or the sign for arithmetic shifts.
template <typename Op, bool isArithmetic> Elem shift(const Point &p) {
  KernelOps &k = p.k;
  mlir::Value x = p.x(), y = p.y();
  mlir::Value last = k.intLike(y, p.width() - 1);
  mlir::Value inside = k.cmpi(mlir::arith::CmpIPredicate::ule, y, last);
  mlir::Value amount = k.select(inside, y, last);
  mlir::Value shifted = k.op<Op>(x, amount);
  if (isArithmetic)
    return {shifted, {}};
  return {k.select(inside, shifted, k.intLike(x, 0)), {}};
}

template <mlir::Value (KernelOps::*real)(mlir::Value), complexop::Unary complex>
Elem function(const Point &p) {
  if (p.isComplex())
    return complex(p.k, p.in[0]);
  return {(p.k.*real)(p.x()), {}};
}

template <bool cosine> Elem sine(const Point &p) {
  if (p.isComplex())
    return cosine ? complexop::cos(p.k, p.in[0]) : complexop::sin(p.k, p.in[0]);
  return {p.k.sin(p.x(), cosine), {}};
}

template <typename Op, complexop::Unary complex>
Elem libmUnary(const Point &p) {
  if (p.isComplex())
    return complex(p.k, p.in[0]);
  return {p.k.libm<Op>(p.x()), {}};
}

template <typename Op, complexop::Binary complex>
Elem libmBinary(const Point &p) {
  if (p.isComplex())
    return complex(p.k, p.in[0], p.in[1]);
  return {p.k.libm<Op>(p.x(), p.y()), {}};
}

/// Rounding instructions, not calls.
template <typename Op> Elem rounding(const Point &p) {
  return {p.k.op<Op>(p.x()), {}};
}

template <special::Function function> Elem specialUnary(const Point &p) {
  return {function(p.k, {p.x()}), {}};
}

template <special::Function function> Elem specialBinary(const Point &p) {
  return {function(p.k, {p.x(), p.y()}), {}};
}

} // namespace point
} // namespace popt

#endif // POPT_LIB_OPMODELS_STABLEHLO_POINTWISE_H
