//===- Build.h - Short names for building local programs ------------------===//
//
// What several models that communicate build: scalars, counters, slices of one
// dimension, and collectives over blocks of equal size.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_BUILD_H
#define POPT_LIB_OPMODELS_STABLEHLO_BUILD_H

#include "Models.h"

namespace popt {

/// Builds StableHLO and dist operations at the place of a LocaliseContext.
class Build {
public:
  explicit Build(LocaliseContext &context)
      : context(context), b(context.builder), loc(context.loc()) {}

  mlir::RankedTensorType i32(llvm::ArrayRef<int64_t> shape) const {
    return mlir::RankedTensorType::get(shape, b.getI32Type());
  }
  mlir::Value splat(mlir::Type element, llvm::ArrayRef<int64_t> shape,
                    int64_t value);
  mlir::Value i32Scalar(int64_t value) {
    return splat(b.getI32Type(), {}, value);
  }
  /// A tensor of the shape whose elements count along `dim`.
  mlir::Value iota(llvm::ArrayRef<int64_t> shape, int64_t dim) {
    return stablehlo::IotaOp::create(b, loc, i32(shape), dim);
  }
  /// `value` repeated; its dims become `dims` of the shape.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dims = {});
  template <typename Op> mlir::Value binary(mlir::Value x, mlir::Value y) {
    return Op::create(b, loc, x.getType(), x, y);
  }
  mlir::Value add(mlir::Value x, mlir::Value y) {
    return binary<stablehlo::AddOp>(x, y);
  }
  mlir::Value subtract(mlir::Value x, mlir::Value y) {
    return binary<stablehlo::SubtractOp>(x, y);
  }
  mlir::Value compare(mlir::Value x, mlir::Value y,
                      stablehlo::ComparisonDirection how) {
    return stablehlo::CompareOp::create(b, loc, x, y, how);
  }
  mlir::Value isBelow(mlir::Value x, mlir::Value y) {
    return compare(x, y, stablehlo::ComparisonDirection::LT);
  }
  /// low <= x < high, element by element; the bounds are scalars.
  mlir::Value isInside(mlir::Value x, mlir::Value low, mlir::Value high);
  mlir::Value clamp(mlir::Value low, mlir::Value x, mlir::Value high) {
    return stablehlo::ClampOp::create(b, loc, x.getType(), low, x, high);
  }
  /// The predicate may be a scalar.
  mlir::Value select(mlir::Value predicate, mlir::Value x, mlir::Value y) {
    return stablehlo::SelectOp::create(b, loc, x.getType(), predicate, x, y);
  }
  mlir::Value convert(mlir::Value x, mlir::Type element);
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape);
  mlir::Value concatenate(llvm::ArrayRef<mlir::Value> parts, int64_t dim);
  /// Elements [begin, begin + extent) of one dimension.
  mlir::Value slice(mlir::Value x, int64_t dim, int64_t begin, int64_t extent);
  /// `x` with `count` further elements, all `fill` (a scalar), after the last
  /// of the dimension; `isFront` puts them before the first.
  mlir::Value extend(mlir::Value x, int64_t dim, int64_t count,
                     mlir::Value fill, bool isFront = false);
  /// A start index as global clamping leaves it, in 0..limit, as tensor<i32>.
  mlir::Value clampedStart(mlir::Value start, int64_t limit);

  /// This coordinate's number along the axes, as tensor<i32>.
  mlir::Value axisIndex(const AxisList &axes);
  /// The values of a group along a new leading dimension.
  mlir::Value gatherStacked(mlir::Value x, const AxisList &axes);
  /// Blocks of equal size put together along a dimension.
  mlir::Value allGather(mlir::Value x, int64_t dim, const AxisList &axes);
  mlir::Value allToAll(mlir::Value x, int64_t split, int64_t concat,
                       const AxisList &axes);
  /// Member i's value goes to member i + by of its group; a member that
  /// receives nothing gets zeros.
  mlir::Value shift(mlir::Value x, int64_t by, const AxisList &axes);

  LocaliseContext &context;
  mlir::OpBuilder &b;
  mlir::Location loc;

private:
  dist::AxisListAttr attr(const AxisList &axes) {
    return dist::AxisListAttr::fromAxisList(b.getContext(), context.mesh, axes);
  }
};

/// The results of a body on scalars, element by element of tensors of this
/// shape; nothing (and nothing built) if some of its operations is not
/// pointwise.
std::optional<llvm::SmallVector<mlir::Value>>
applyPointwise(mlir::OpBuilder &b, mlir::Location loc, mlir::Block &body,
               mlir::ValueRange arguments, llvm::ArrayRef<int64_t> shape);

/// The sum over some dimensions.
mlir::Value buildSum(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x,
                     llvm::ArrayRef<int64_t> dims);
/// The shape of a reduction over some dimensions.
llvm::SmallVector<int64_t> withoutDims(llvm::ArrayRef<int64_t> shape,
                                       llvm::ArrayRef<int64_t> dims);

/// Fills `region` with a reducer that has a flag before the values, on either
/// side: of two valid operands it is `body`, else it is the valid one.
void addFlaggedBody(mlir::Location loc, mlir::Block &body,
                    mlir::Region &region);

/// True if the region uses no value from outside.
bool isSelfContained(mlir::Region &region);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_BUILD_H
