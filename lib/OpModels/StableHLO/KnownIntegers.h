//===- KnownIntegers.h - Integers known at compile time ---------*- C++ -*-===//
//
// Which layer an iteration of a scan reads follows from its counter. JAX also
// keeps such indices: where a body takes `weights[i]` itself, the scan reads `i`
// from an iota, and leaves it, row by row, to the backward scan.
//
//   %i = iota : tensor<4xi32>
//   %y, %k = while(.., %keep = %zeros) { %j = %i[%n]; .. %w[%j] ..; %keep[%n] = %j }
//   while(..) { %j = %k[3 - %n]; .. %g[%j] .. }
//
// So integers are followed through arrays as well. Private to the op models.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_KNOWNINTEGERS_H
#define POPT_LIB_OPMODELS_STABLEHLO_KNOWNINTEGERS_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt::stablehlo {

/// The integer type of a tensor of one element of at most 64 bits; null for
/// others.
mlir::IntegerType integerScalar(mlir::Value value);

/// Elements of integer tensors, in row-major order, as far as they follow from
/// constants.
class KnownArrays {
public:
  /// Larger tensors are not followed, nor longer chains of operations.
  static constexpr int64_t kMostElements = 1 << 14;
  static constexpr int kDeepest = 256;

  /// Null if they are not known. Valid until the next call.
  const llvm::SmallVector<int64_t> *find(mlir::Value value);

private:
  using Elements = std::optional<llvm::SmallVector<int64_t>>;
  Elements compute(mlir::Operation *op, mlir::OpResult result,
                   mlir::IntegerType type);
  Elements elementwise(mlir::Operation *op, int64_t count,
                       mlir::IntegerType type);
  Elements moved(mlir::Operation *op, mlir::RankedTensorType type);
  Elements leftBy(WhileOp loop, unsigned index);

  llvm::DenseMap<mlir::Value, Elements> known;
  int depth = 0;
};

/// Computes integer scalars of one iteration of a loop's body.
class IntegerEvaluator {
public:
  using Carried = llvm::function_ref<std::optional<int64_t>(unsigned)>;
  using Given = llvm::function_ref<std::optional<int64_t>(mlir::OpResult)>;
  /// `carried`: what the iteration begins with; `given`: scalars known otherwise,
  /// such as coordinates; `around`: of the iteration of the loop around this one.
  /// They and `arrays` must outlive the evaluator. Without a loop (null) nothing
  /// is carried.
  IntegerEvaluator(mlir::Operation *loop, Carried carried, KnownArrays &arrays,
                   Given given = nullptr, IntegerEvaluator *around = nullptr)
      : loop(loop), carried(carried), arrays(arrays), given(given),
        around(around) {}
  std::optional<int64_t> evaluate(mlir::Value value);
  /// Of several scalars; nothing if one is not known.
  std::optional<llvm::SmallVector<int64_t>> evaluateAll(mlir::ValueRange list);

private:
  std::optional<int64_t> compute(mlir::Operation *op, mlir::IntegerType type);
  std::optional<int64_t> read(DynamicSliceOp slice);

  mlir::Operation *loop;
  Carried carried;
  KnownArrays &arrays;
  Given given;
  IntegerEvaluator *around;
  llvm::DenseMap<mlir::Value, std::optional<int64_t>> values;
};

} // namespace popt::stablehlo
#endif // POPT_LIB_OPMODELS_STABLEHLO_KNOWNINTEGERS_H
