//===- Factors.h - The loops of an operation and how dims map to them -----===//
//
// Every operation that can be sharded is described by its *factors*: its loops.
// A dimension of an operand or a result is a list of factors, major to minor
// (most dimensions are one factor; reshape [6] -> [2, 3] has dimension 0 of the
// operand made of factors i, j). To shard an operation is to give axes to
// factors; the layouts of operands and results follow.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LAYOUT_FACTORS_H
#define POPT_LAYOUT_FACTORS_H

#include "popt/Layout/Layout.h"

namespace popt {

enum class FactorKind : uint8_t {
  PassThrough, ///< each index is computed on its own
  Reduction,   ///< results without it are partial over its axes
  /// The elements move along the dimension (window, slice, pad, reverse):
  /// sharding is possible with a halo or a permute.
  Permutation,
  /// The whole dimension is needed (sort, fft): axes must be removed before.
  NeedReplication,
};

struct Factor {
  int64_t size = 1;
  FactorKind kind = FactorKind::PassThrough;
  /// The combiner of a reduction factor; nothing if it is not a monoid (a
  /// custom body): a split reduction must then combine its results itself.
  std::optional<Monoid> monoid;
  /// A sharding on this factor stays but does not spread along it.
  bool blocked = false;
};

/// One dimension: its factors, major to minor. Empty for a dimension that takes
/// no part (size 1, or not described).
using DimFactors = std::vector<int>;
using TensorFactors = std::vector<DimFactors>; ///< one per dimension

/// Whether some dimension of the tensor is made of the factor.
bool hasFactor(const TensorFactors &tensor, int factor);

struct FactorRule {
  std::vector<Factor> factors;
  std::vector<TensorFactors> operands;
  std::vector<TensorFactors> results;
  /// Operands that enter a reduction once per result element (the initial value
  /// of a reduce, the operand of a scatter-add): they are partial over the axes
  /// of reduction factors, as the results are.
  std::vector<int> inits;

  int add(int64_t size, FactorKind kind = FactorKind::PassThrough,
          std::optional<Monoid> monoid = std::nullopt, bool blocked = false) {
    factors.push_back({size, kind, monoid, blocked});
    return static_cast<int>(factors.size()) - 1;
  }
  /// Empty if well formed: every factor index exists, and a factor appears at
  /// most once in a tensor. Otherwise the error.
  std::string check() const;
  /// Shardy's notation: `([i, k],[k, j])->([i, j]) {i=8, j=16, k=32}
  /// reduction={k}`.
  std::string str() const;
};

/// Axes per factor, in the order of FactorRule::factors.
using FactorAxes = std::vector<AxisList>;

/// Layout of a tensor whose dims consist of factors with these axes. The axes
/// of a dimension are those of its factors, major to minor. Nothing if the
/// result would not be a contiguous block per coordinate: a factor is split
/// while a more major factor of the same dimension is not split to size 1, or
/// an axis does not divide a factor that has more minor ones beside it. With
/// `granules` the latter is allowed: the dimension is then split in units of
/// the more minor factors (`{"x"} by 128`).
std::optional<Layout> layoutFromFactors(const FactorRule &rule,
                                        const TensorFactors &tensor,
                                        const FactorAxes &axes,
                                        bool granules = false);

/// The inverse: reads factor axes off a layout, splitting axes into sub-axes
/// where a factor is smaller than the axis; axes that cannot be given to a
/// factor are left out.
FactorAxes factorsFromLayout(const Mesh &mesh, const FactorRule &rule,
                             const TensorFactors &tensor, const Layout &layout);

} // namespace popt
#endif // POPT_LAYOUT_FACTORS_H
