//===- KernelLinearAlgebra.cpp - cholesky and triangular_solve ------------===//
//
// Schoolbook algorithms on batches of small real matrices, one element at a
// time in index order: the sums run over whole rows and leave out, by a select,
// what is not computed yet. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using Values = KernelEmitter::Values;
using CmpI = arith::CmpIPredicate;
using Product = std::function<Value(const LinearForm &)>;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

static void forEach(KernelEmitter &e, int64_t count,
                    const std::function<void(const LinearForm &)> &body) {
  e.loop(0, count, 0, ValueRange(),
         [&](const LinearForm &counter, ValueRange) -> Values {
           body(counter);
           return {};
         });
}

/// start - sum of product(k) for k below `end`, k < n.
static Value subtractProducts(KernelEmitter &e, Value start, int64_t n,
                              const LinearForm &end, const Product &product) {
  KernelOps &k = e.ops;
  return e.loop(0, n, 0, ValueRange{start},
                [&](const LinearForm &counter, ValueRange sum) -> Values {
                  Value known = k.cmpi(CmpI::slt, e.materialise(counter),
                                       e.materialise(end));
                  Value next = k.subf(sum[0], product(counter));
                  return {k.select(known, next, sum[0])};
                })[0];
}

static void emitCholesky(KernelEmitter &e, stablehlo::CholeskyOp op,
                         const Storage &result) {
  KernelOps &k = e.ops;
  ArrayRef<int64_t> shape = shapeOf(op.getA());
  int64_t n = shape.back(), count = elementCount(shape);
  if (!count)
    return;
  forEach(e, count / (n * n), [&](const LinearForm &batch) {
    // An upper factor is the lower one of the transposed matrix.
    auto at = [&](const LinearForm &i, const LinearForm &j) {
      LinearForm inside = op.getLower() ? i * n + j : j * n + i;
      return batch * (n * n) + inside;
    };
    auto factor = [&](const LinearForm &i, const LinearForm &j) {
      return e.load(result, at(i, j)).re;
    };
    forEach(e, n, [&](const LinearForm &j) {
      forEach(e, n, [&](const LinearForm &i) {
        Value a = e.element(op.getA(), {at(i, j), std::nullopt}).re;
        Value sum = subtractProducts(e, a, n, j, [&](const LinearForm &column) {
          return k.mulf(factor(i, column), factor(j, column));
        });
        Value row = e.materialise(i), column = e.materialise(j);
        Value below = k.divf(sum, factor(j, j));
        Value value =
            k.select(k.cmpi(CmpI::eq, row, column), k.sqrt(sum), below);
        value = k.select(k.cmpi(CmpI::slt, row, column),
                         k.floatLike(value, 0.0), value);
        e.store(result, at(i, j), {value, {}});
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
  // x op(a) = b is op(a)^T x^T = b^T: the unknown vectors are rows.
  bool flipped = isTransposed != !isLeft;
  bool forward = op.getLower() != flipped;
  auto ordered = [&](const LinearForm &step) {
    return forward ? step : LinearForm(n - 1) - step;
  };
  forEach(e, count / (rows * columns), [&](const LinearForm &batch) {
    forEach(e, isLeft ? columns : rows, [&](const LinearForm &vector) {
      auto unknown = [&](const LinearForm &i) {
        LinearForm inside =
            isLeft ? i * columns + vector : vector * columns + i;
        return batch * (rows * columns) + inside;
      };
      auto matrix = [&](const LinearForm &i, const LinearForm &j) {
        LinearForm inside = flipped ? j * n + i : i * n + j;
        return e.element(op.getA(), {batch * (n * n) + inside, std::nullopt})
            .re;
      };
      forEach(e, n, [&](const LinearForm &step) {
        LinearForm i = ordered(step);
        Value b = e.element(op.getB(), {unknown(i), std::nullopt}).re;
        Value sum =
            subtractProducts(e, b, n, step, [&](const LinearForm &before) {
              LinearForm j = ordered(before);
              return k.mulf(matrix(i, j), e.load(result, unknown(j)).re);
            });
        if (!op.getUnitDiagonal())
          sum = k.divf(sum, matrix(i, i));
        e.store(result, unknown(i), {sum, {}});
      });
    });
  });
}

void emitLinearAlgebra(KernelEmitter &e, Operation *op, const Storage &result) {
  if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op))
    return emitCholesky(e, cholesky, result);
  emitTriangularSolve(e, cast<stablehlo::TriangularSolveOp>(op), result);
}
