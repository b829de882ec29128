//===- Windows.h - How windows walk over dimensions -----------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_WINDOWS_H
#define POPT_LIB_OPMODELS_STABLEHLO_WINDOWS_H

#include "Halo.h"

namespace popt {

/// How windows walk over one dimension.
struct WindowDim {
  template <typename Op> WindowDim(Op op, int64_t dim) {
    auto at = [&](std::optional<llvm::ArrayRef<int64_t>> values) {
      return !values || values->empty() ? 1 : (*values)[dim];
    };
    taps = at(op.getWindowDimensions());
    stride = at(op.getWindowStrides());
    if constexpr (std::is_same_v<Op, stablehlo::ReduceWindowOp>) {
      spacing = at(op.getBaseDilations());
      step = at(op.getWindowDilations());
    }
    if (auto padding = op.getPadding()) {
      auto values = padding->template getValues<int64_t>();
      low = values[{static_cast<uint64_t>(dim), 0}];
      high = values[{static_cast<uint64_t>(dim), 1}];
    }
  }
  int64_t taps = 1, stride = 1, spacing = 1, step = 1;
  int64_t low = 0, high = 0;

  int64_t reach() const { return (taps - 1) * step + 1; }
  /// True if a window does nothing in this dimension.
  bool isTrivial() const {
    return taps == 1 && stride == 1 && spacing == 1 && step == 1 && low == 0 &&
           high == 0;
  }
};

/// Factors of the dims of the windowed value `from`, which those of `to` share:
/// elements move along dims that are not trivial.
template <typename Op>
TensorFactors addWindowFactors(Op op, mlir::Value from, mlir::Value to,
                               FactorRule &rule) {
  TensorFactors factors;
  for (auto [dim, size] : llvm::enumerate(shapeOf(from))) {
    int64_t other = shapeOf(to)[dim];
    factors.push_back(
        {rule.add(std::max(size, other),
                  WindowDim(op, dim).isTrivial() ? FactorKind::PassThrough
                  : size && other ? FactorKind::Permutation
                                  : FactorKind::NeedReplication)});
  }
  return factors;
}

/// Factors for propagation: a dim of windows is one loop, as long as that of
/// `sizes`; elements move along it.
template <typename Op>
TensorFactors windowLoops(Op op, mlir::Value sizes, FactorRule &rule) {
  TensorFactors dims;
  for (auto [dim, size] : llvm::enumerate(shapeOf(sizes)))
    dims.push_back({rule.add(size, WindowDim(op, dim).isTrivial()
                                       ? FactorKind::PassThrough
                                       : FactorKind::Permutation)});
  return dims;
}

/// Shared by operations with windows: blocks exchange their borders along
/// permutation factors.
template <typename Concrete, typename Op>
struct WindowModel : public OpModelBase<Concrete, Op> {
  bool communicatesAlong(mlir::Operation *op, unsigned factor) const {
    FactorRule rule = static_cast<const Concrete *>(this)->getFactorRule(op);
    return rule.factors[factor].kind == FactorKind::Permutation;
  }
};

/// Low and high padding of each dimension, as an attribute.
inline mlir::DenseIntElementsAttr pairsAttr(mlir::Builder &builder,
                                            llvm::ArrayRef<int64_t> values) {
  auto type = mlir::RankedTensorType::get(
      {static_cast<int64_t>(values.size() / 2), 2}, builder.getI64Type());
  return mlir::DenseIntElementsAttr::get(type, values);
}

/// The model of select_and_scatter.
void attachSelectAndScatterModel(mlir::MLIRContext *context);

} // namespace popt

#endif // POPT_LIB_OPMODELS_STABLEHLO_WINDOWS_H
