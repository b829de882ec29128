//===- LinearAlgebra.cpp - Models of cholesky and triangular_solve --------===//
//
// Batch dims pass, and so does the dim of b that counts right-hand sides; the
// dims of matrices are needed whole. Types narrower than f32 are factored in
// f32 and rounded once. Tested by test/unit/OpModels/LocaliseTest.cpp and
// test/Kernels/decompose-narrow.mlir.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

/// Kernels factor matrices in types that sums are exact enough in.
KernelKind factorisationKind(Operation *op) {
  Type element = elementOf(op->getResult(0));
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  return part.isF32() || part.isF64() ? KernelKind::OwnLoops
                                      : KernelKind::Opaque;
}

/// The same operation in f32 between conversions.
std::optional<SmallVector<Value>> inSingles(Operation *op, OpBuilder &b) {
  Type element = elementOf(op->getResult(0));
  if (!isa<FloatType>(element) || element.getIntOrFloatBitWidth() >= 32)
    return std::nullopt;
  auto converted = [&](Value value, Type to) -> Value {
    auto type = cast<RankedTensorType>(value.getType());
    return stablehlo::ConvertOp::create(b, op->getLoc(), type.clone(to), value);
  };
  Operation *wide = b.clone(*op);
  for (OpOperand &operand : wide->getOpOperands()) {
    b.setInsertionPoint(wide);
    operand.set(converted(operand.get(), b.getF32Type()));
  }
  Value result = wide->getResult(0);
  result.setType(
      cast<RankedTensorType>(result.getType()).clone(b.getF32Type()));
  b.setInsertionPointAfter(wide);
  return SmallVector<Value>{converted(result, element)};
}

struct CholeskyModel
    : public OpModelBase<CholeskyModel, stablehlo::CholeskyOp> {
  FactorRule getFactorRule(Operation *op) const {
    return sharedDimsRule(op, [&](int64_t dim) {
      return dim < rankOf(op->getOperand(0)) - 2 ? FactorKind::PassThrough
                                                 : FactorKind::NeedReplication;
    });
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return factorisationKind(op);
  }
  /// A third of n^3 (Golub and Van Loan, Matrix Computations, chapter 4).
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    return static_cast<double>(results[0].getNumElements()) *
           static_cast<double>(results[0].getShape().back()) / 3;
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    return inSingles(op, b);
  }
};

/// op(a) x = b, or x op(a) = b: batch dims pass; the free dim of b follows x,
/// the others are shared by a with b or with x.
struct TriangularSolveModel
    : public OpModelBase<TriangularSolveModel, stablehlo::TriangularSolveOp> {
  FactorRule getFactorRule(Operation *op) const {
    return ruleOf(op, FactorKind::PassThrough);
  }
  /// Shardings do not spread along the free dim.
  FactorRule getPropagationRule(Operation *op) const {
    return ruleOf(op, FactorKind::NeedReplication);
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return factorisationKind(op);
  }
  /// n for each element of the result (the same, chapter 3).
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    return static_cast<double>(results[0].getNumElements()) *
           static_cast<double>(operands[0].getShape().back());
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    return inSingles(op, b);
  }

private:
  static FactorRule ruleOf(Operation *op, FactorKind freeKind) {
    auto solve = cast<stablehlo::TriangularSolveOp>(op);
    ArrayRef<int64_t> shape = shapeOf(solve.getB());
    size_t rank = shape.size();
    FactorRule rule;
    TensorFactors a(rank), b(rank), x(rank);
    for (size_t dim = 0; dim + 2 < rank; ++dim)
      a[dim] = b[dim] = x[dim] = {rule.add(shape[dim])};
    auto whole = [&](size_t dim) {
      return rule.add(shape[dim], FactorKind::NeedReplication);
    };
    bool isLeft = solve.getLeftSide();
    bool isTransposed =
        solve.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
    size_t inner = isLeft ? rank - 2 : rank - 1;
    size_t free = isLeft ? rank - 1 : rank - 2;
    size_t shared = isLeft != isTransposed ? rank - 2 : rank - 1;
    size_t other = shared == rank - 1 ? rank - 2 : rank - 1;
    a[shared] = b[inner] = {whole(inner)};
    b[free] = x[free] = {rule.add(shape[free], freeKind)};
    a[other] = x[inner] = {whole(inner)};
    rule.operands = {a, b};
    rule.results = {x};
    return rule;
  }
};

} // namespace

void attachLinearAlgebraModels(MLIRContext *context) {
  attachModels<CholeskyModel, TriangularSolveModel>(context);
}

} // namespace popt
