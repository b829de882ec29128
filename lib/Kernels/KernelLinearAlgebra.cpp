//===- KernelLinearAlgebra.cpp - cholesky and triangular_solve ------------===//
//
// Schoolbook algorithms on batches of small real or complex matrices, one
// element at a time in index order: the sums run over whole rows and leave out,
// by a select, what is not computed yet. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"
#include "popt/Arithmetic/Complex.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using Values = KernelEmitter::Values;
using CmpI = arith::CmpIPredicate;
using Product = std::function<Elem(const LinearForm &)>;

static void forEach(KernelEmitter &e, int64_t count,
                    const std::function<void(const LinearForm &)> &body) {
  e.loop(0, count, 0, ValueRange(),
         [&](const LinearForm &counter, ValueRange) -> Values {
           body(counter);
           return {};
         });
}

static Elem subtract(KernelOps &k, Elem a, Elem c) {
  return a.isComplex() ? complexop::sub(k, a, c) : Elem{k.subf(a.re, c.re), {}};
}
static Elem multiply(KernelOps &k, Elem a, Elem c) {
  return a.isComplex() ? complexop::plainMul(k, a, c)
                       : Elem{k.mulf(a.re, c.re), {}};
}
static Elem divide(KernelOps &k, Elem a, Elem c) {
  return a.isComplex() ? complexop::div(k, a, c) : Elem{k.divf(a.re, c.re), {}};
}
static Elem conjugate(KernelOps &k, Elem z) {
  return z.isComplex() ? Elem{z.re, k.op<arith::NegFOp>(z.im)} : z;
}

static Values partsOf(Elem z) {
  return z.isComplex() ? Values{z.re, z.im} : Values{z.re};
}
static Elem fromParts(ValueRange parts) {
  return {parts.front(), parts.size() == 2 ? parts.back() : Value()};
}

/// start - sum of product(k) for k below `end`, k < n.
static Elem subtractProducts(KernelEmitter &e, Elem start, int64_t n,
                             const LinearForm &end, const Product &product) {
  KernelOps &k = e.ops;
  return fromParts(e.loop(
      0, n, 0, partsOf(start),
      [&](const LinearForm &counter, ValueRange sum) -> Values {
        Value known =
            k.cmpi(CmpI::slt, e.materialise(counter), e.materialise(end));
        Values next = partsOf(subtract(k, fromParts(sum), product(counter)));
        for (auto [part, before] : llvm::zip_equal(next, sum))
          part = k.select(known, part, before);
        return next;
      }));
}

static void emitCholesky(KernelEmitter &e, stablehlo::CholeskyOp op,
                         const Storage &result) {
  KernelOps &k = e.ops;
  ArrayRef<int64_t> shape = shapeOf(op.getA());
  int64_t n = shape.back(), count = elementCount(shape);
  if (!count)
    return;
  e.mapping->nestOfTasks({count / (n * n)}, [&](ArrayRef<LinearForm> task) {
    LinearForm batch = task[0];
    // An upper factor is the lower one of the transposed matrix; both have the
    // same sums, for one is the other's adjoint.
    auto at = [&](const LinearForm &i, const LinearForm &j) {
      LinearForm inside = op.getLower() ? i * n + j : j * n + i;
      return batch * (n * n) + inside;
    };
    auto factor = [&](const LinearForm &i, const LinearForm &j) {
      return e.load(result, at(i, j));
    };
    forEach(e, n, [&](const LinearForm &j) {
      forEach(e, n, [&](const LinearForm &i) {
        Elem a = e.element(op.getA(), {at(i, j), std::nullopt});
        Elem sum = subtractProducts(e, a, n, j, [&](const LinearForm &column) {
          return multiply(k, factor(i, column),
                          conjugate(k, factor(j, column)));
        });
        Value row = e.materialise(i), column = e.materialise(j);
        Value isDiagonal = k.cmpi(CmpI::eq, row, column);
        Value isAbove = k.cmpi(CmpI::slt, row, column);
        // The diagonal is real.
        Value diagonal = factor(j, j).re, zero = k.floatLike(sum.re, 0.0);
        auto choose = [&](Value onDiagonal, Value part) {
          Value value =
              k.select(isDiagonal, onDiagonal, k.divf(part, diagonal));
          return k.select(isAbove, zero, value);
        };
        Elem value{choose(k.sqrt(sum.re), sum.re), {}};
        if (sum.isComplex())
          value.im = choose(zero, sum.im);
        e.store(result, at(i, j), value);
      });
    });
  });
}

static void emitTriangularSolve(KernelEmitter &e,
                                stablehlo::TriangularSolveOp op,
                                const Storage &result) {
  KernelOps &k = e.ops;
  ArrayRef<int64_t> shape = shapeOf(op.getB());
  int64_t n = shapeOf(op.getA()).back(), count = elementCount(shape);
  if (!count)
    return;
  int64_t rows = shape[shape.size() - 2], columns = shape.back();
  bool isLeft = op.getLeftSide();
  bool isTransposed = op.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
  bool isAdjoint = op.getTransposeA() == stablehlo::Transpose::ADJOINT;
  // x op(a) = b is op(a)^T x^T = b^T: the unknown vectors are rows.
  bool flipped = isTransposed != !isLeft;
  bool forward = op.getLower() != flipped;
  auto ordered = [&](const LinearForm &step) {
    return forward ? step : LinearForm(n - 1) - step;
  };
  auto solve = [&](ArrayRef<LinearForm> task) {
    LinearForm batch = task[0], vector = task[1];
    auto unknown = [&](const LinearForm &i) {
      LinearForm inside = isLeft ? i * columns + vector : vector * columns + i;
      return batch * (rows * columns) + inside;
    };
    auto matrix = [&](const LinearForm &i, const LinearForm &j) {
      LinearForm inside = flipped ? j * n + i : i * n + j;
      Elem value =
          e.element(op.getA(), {batch * (n * n) + inside, std::nullopt});
      return isAdjoint ? conjugate(k, value) : value;
    };
    forEach(e, n, [&](const LinearForm &step) {
      LinearForm i = ordered(step);
      Elem b = e.element(op.getB(), {unknown(i), std::nullopt});
      Elem sum = subtractProducts(e, b, n, step, [&](const LinearForm &before) {
        LinearForm j = ordered(before);
        return multiply(k, matrix(i, j), e.load(result, unknown(j)));
      });
      if (!op.getUnitDiagonal())
        sum = divide(k, sum, matrix(i, i));
      e.store(result, unknown(i), sum);
    });
  };
  e.mapping->nestOfTasks({count / (rows * columns), isLeft ? columns : rows},
                         solve);
}

void emitLinearAlgebra(KernelEmitter &e, Operation *op, const Storage &result) {
  if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op))
    return emitCholesky(e, cholesky, result);
  emitTriangularSolve(e, cast<stablehlo::TriangularSolveOp>(op), result);
}
