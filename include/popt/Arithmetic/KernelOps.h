//===- KernelOps.h - Scalar-or-vector arithmetic for kernels --------------===//
//
// Kernel code is emitted once and works on single elements and on vectors of
// them: every helper takes the type it computes in from its operands. A uniform
// (scalar) operand meets a vector by `unify`.
//
// Elements are held in registers wider than in memory: f16, bf16 and floats of at
// most 8 bits as f32 that is rounded after every operation, integers narrower
// than a byte as themselves (in memory a byte whose upper bits are 0), complex
// numbers as pairs, unsigned integers as signless ones.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ARITHMETIC_KERNELOPS_H
#define POPT_ARITHMETIC_KERNELOPS_H

#include "popt/Arithmetic/Element.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"

namespace popt {

/// 0 for a scalar.
unsigned lanesOf(mlir::Value value);

/// f32 for narrower floats, signless integers, the part type of complex.
mlir::Type registerType(mlir::Type element);
/// i8 for what is narrower, bits for fp8 and bf16, the part type of complex.
mlir::Type storageType(mlir::Type element);
/// Elements of `storageType` per element: 2 for complex numbers.
unsigned storageParts(mlir::Type element);
bool isUnsigned(mlir::Type element);
bool isNarrowFloat(mlir::Type element);

class KernelOps {
public:
  KernelOps(mlir::OpBuilder &b, mlir::Location loc, bool hasBF16)
      : b(b), loc(loc), hasBF16(hasBF16) {}

  mlir::OpBuilder &b;
  mlir::Location loc;
  /// The processor rounds f32 to bf16 itself.
  bool hasBF16;
  /// Set when an operation was emitted on vectors that is slow there (libm).
  bool scalarOnly = false;

  template <typename Op, typename... Args> mlir::Value op(Args &&...args) {
    return b.createOrFold<Op>(loc, std::forward<Args>(args)...);
  }

  mlir::Type withElement(mlir::Value like, mlir::Type element);
  mlir::Value constant(mlir::Type type, mlir::Attribute element);
  mlir::Value floatLike(mlir::Value like, double value);
  mlir::Value intLike(mlir::Value like, int64_t value);
  mlir::Value ints(mlir::Value like, unsigned width, int64_t value);
  mlir::Value index(int64_t value);
  mlir::Value broadcast(mlir::Value scalar, unsigned lanes);
  /// Makes both scalars or both vectors.
  void unify(mlir::Value &a, mlir::Value &b);

  mlir::Value addf(mlir::Value a, mlir::Value c) {
    return op<mlir::arith::AddFOp>(a, c);
  }
  mlir::Value subf(mlir::Value a, mlir::Value c) {
    return op<mlir::arith::SubFOp>(a, c);
  }
  mlir::Value mulf(mlir::Value a, mlir::Value c) {
    return op<mlir::arith::MulFOp>(a, c);
  }
  mlir::Value divf(mlir::Value a, mlir::Value c) {
    return op<mlir::arith::DivFOp>(a, c);
  }
  mlir::Value fma(mlir::Value a, mlir::Value c, mlir::Value d) {
    return op<mlir::math::FmaOp>(a, c, d);
  }
  mlir::Value cmpf(mlir::arith::CmpFPredicate p, mlir::Value a, mlir::Value c) {
    return op<mlir::arith::CmpFOp>(p, a, c);
  }
  mlir::Value cmpi(mlir::arith::CmpIPredicate p, mlir::Value a, mlir::Value c) {
    return op<mlir::arith::CmpIOp>(p, a, c);
  }
  mlir::Value select(mlir::Value p, mlir::Value a, mlir::Value c);
  /// Horner's rule with fused steps; coefficients from the highest power down.
  mlir::Value horner(mlir::Value x, llvm::ArrayRef<double> coefficients);
  mlir::Value bits(mlir::Value floating);
  mlir::Value fromBits(mlir::Value integer, mlir::Type element);
  mlir::Value abs(mlir::Value x) { return op<mlir::math::AbsFOp>(x); }

  /// Rounds an f32 register to the precision of a narrower float type.
  mlir::Value roundTo(mlir::Value x, mlir::Type element);
  /// Register to storage and back.
  mlir::Value toStorage(mlir::Value x, mlir::Type element);
  mlir::Value fromStorage(mlir::Value x, mlir::Type element);

  // Math.cpp. f32 on registers of any width, a few ULP; f64 by libm.
  mlir::Value exp(mlir::Value x);
  mlir::Value expm1(mlir::Value x);
  mlir::Value log(mlir::Value x);
  mlir::Value log1p(mlir::Value x);
  mlir::Value tanh(mlir::Value x);
  mlir::Value erf(mlir::Value x);
  mlir::Value erfc(mlir::Value x);
  mlir::Value sin(mlir::Value x, bool cosine);
  mlir::Value pow(mlir::Value x, mlir::Value y);
  mlir::Value logistic(mlir::Value x);
  mlir::Value rsqrt(mlir::Value x);
  mlir::Value sqrt(mlir::Value x) { return op<mlir::math::SqrtOp>(x); }
  /// A call of a function of libm by name: one that the math dialect lacks or
  /// lowers to something less exact.
  mlir::Value libm(llvm::StringRef name, mlir::Value x);
  /// The same, of a function that also writes an int.
  mlir::Value libmWithSign(llvm::StringRef name, mlir::Value x);
  /// `result` with the elements for which `wanted` holds replaced by `function`
  /// of those of `x`, in a branch that is not taken where there are none.
  mlir::Value patch(mlir::Value wanted, mlir::Value x, mlir::Value result,
                    llvm::function_ref<mlir::Value(mlir::Value)> function);
  /// A call into libm through the math dialect.
  template <typename Op, typename... Args> mlir::Value libm(Args... args) {
    scalarOnly |= (lanesOf(args) | ...) != 0;
    return op<Op>(args...);
  }
};

} // namespace popt

#endif // POPT_ARITHMETIC_KERNELOPS_H
