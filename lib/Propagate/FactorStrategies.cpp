//===- FactorStrategies.cpp - How axes spread along factors ---------------===//
//
// Basic: an axis spreads along a factor only if every operand and result can
// take it there. Aggressive: every tensor takes what it can; where two factors
// want one axis, the factor whose axes come from the largest tensor has it.
//
//   %0 = dot %a, %b   with ([i, k],[k, j])->([i, j])
//   %a : [{"x"}, {}], %b : [{}, {"x"}]
// Basic leaves the result as it is (i and j both want "x"); aggressive gives it
// to i if %a is not smaller than %b. Tested by
// test/Propagate/factor-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "Projection.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace popt;
using llvm::ArrayRef;
using llvm::BitVector;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// Combines what one more tensor says of a factor with what the others said:
/// the longer of the two if one begins the other (the new one only if
/// `canExtend`), else what they share. False if the result must not grow any
/// more.
static bool combine(Axes &axes, AxesRef other, bool canExtend) {
  Axes result;
  size_t common = std::min(axes.size(), other.size());
  for (size_t i = 0; i < common; ++i) {
    const AxisRef &a = axes[i], &b = other[i];
    if (a == b) {
      result.push_back(a);
      continue;
    }
    bool isShorter = isPrefix(b, a), isLonger = isPrefix(a, b);
    bool fits = isShorter ? i + 1 == other.size()
                          : isLonger && canExtend && i + 1 == axes.size();
    if (isShorter || isLonger)
      result.push_back(isShorter == fits ? a : b);
    if (!fits) {
      axes = std::move(result);
      return false;
    }
  }
  result.append(axes.begin() + common, axes.end());
  if (canExtend)
    result.append(other.begin() + common, other.end());
  axes = std::move(result);
  return canExtend;
}

/// The axes that tensors agree on for a factor, without regard to others.
/// Only tensors at the source end of `direction` may add axes.
static Axes agreedAxes(const Projection &projection, size_t factor,
                       Direction direction) {
  Axes axes;
  if (direction == Direction::None)
    return axes;
  bool canExtend = true;
  auto read = [&](ArrayRef<TensorProjection> tensors) {
    for (const TensorProjection &tensor : tensors)
      if (tensor.factors[factor].isPresent)
        canExtend = combine(axes, tensor.factors[factor].axes, canExtend);
  };
  bool isBackward = direction == Direction::Backward;
  read(isBackward ? projection.results() : projection.operands());
  if (direction != Direction::Both)
    canExtend = false;
  read(isBackward ? projection.operands() : projection.results());
  return axes;
}

/// The major part of `axis` that other factors of the tensor do not use.
static std::optional<AxisRef>
cutByOthers(AxisRef axis, const TensorProjection &tensor, size_t factor) {
  for (size_t other = 0; other < tensor.factors.size(); ++other) {
    if (other == factor || !tensor.factors[other].isPresent)
      continue;
    for (AxesRef axes : {AxesRef(tensor.factors[other].overflow),
                         AxesRef(tensor.factors[other].axes)}) {
      std::optional<AxisRef> rest = cutOverlap(axis, axes);
      if (!rest)
        return std::nullopt;
      axis = *rest;
    }
  }
  return axis;
}

/// The major part of `axis` that the tensor can take on the factor, after axes
/// of product `before`.
static std::optional<AxisRef> cutByFactor(const FactorRule &rule, AxisRef axis,
                                          const TensorProjection &tensor,
                                          size_t index, int64_t before) {
  for (AxesRef kept : {tensor.replicated, tensor.partial}) {
    std::optional<AxisRef> rest = cutOverlap(axis, kept);
    if (!rest)
      return std::nullopt;
    axis = *rest;
  }
  const FactorSharding &factor = tensor.factors[index];
  if (llvm::any_of(factor.axes,
                   [&](const AxisRef &own) { return own.contains(axis); }))
    return axis;
  auto isTime = [&] {
    return llvm::any_of(tensor.time, [&](const AxisRef &time) {
      return time.axis == axis.axis;
    });
  };
  if ((!factor.isClosed || (factor.takesTime && isTime())) &&
      factor.overflow.empty()) {
    if (factor.isMinorMost)
      return axis;
    int64_t size = rule.factors[index].size;
    if (size % before == 0) {
      int64_t common = std::gcd(size / before, axis.size);
      if (common == axis.size || common != 1)
        return AxisRef{axis.axis, axis.pre, common};
    }
  }
  if (!factor.axes.empty() && isPrefix(factor.axes.back(), axis))
    return factor.axes.back();
  return std::nullopt;
}

/// Cuts the list at the first axis that `cut` shortens or refuses.
template <typename Cut> static void truncate(Axes &axes, Cut cut) {
  int64_t before = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    std::optional<AxisRef> kept = cut(axes[i], before);
    if (!kept) {
      axes.truncate(i);
      return;
    }
    if (*kept != axes[i]) {
      axes[i] = *kept;
      axes.truncate(i + 1);
      return;
    }
    before *= kept->size;
  }
}

/// Replaces the axes of a factor by longer ones; false if they are not longer.
static bool extend(FactorSharding &factor, AxesRef axes) {
  if (!factor.isPresent ||
      comparePrefix(factor.axes, axes) != PrefixKind::Strict)
    return false;
  factor.axes.assign(axes.begin(), axes.end());
  return true;
}

//===----------------------------------------------------------------------===//
// Basic
//===----------------------------------------------------------------------===//

BitVector popt::propagateBasic(const FactorRule &rule,
                               ArrayRef<Direction> directions,
                               Projection &projection) {
  BitVector changed(projection.tensors.size());
  for (size_t factor = 0; factor < rule.factors.size(); ++factor) {
    Axes axes = agreedAxes(projection, factor, directions[factor]);
    truncate(axes, [&](AxisRef axis, int64_t before) -> std::optional<AxisRef> {
      for (const TensorProjection &tensor : projection.tensors) {
        std::optional<AxisRef> rest = cutByOthers(axis, tensor, factor);
        if (rest && tensor.factors[factor].isPresent)
          rest = cutByFactor(rule, *rest, tensor, factor, before);
        if (!rest)
          return std::nullopt;
        axis = *rest;
      }
      return axis;
    });
    if (axes.empty())
      continue;
    for (auto [i, tensor] : llvm::enumerate(projection.tensors))
      if (extend(tensor.factors[factor], axes))
        changed.set(i);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Aggressive
//===----------------------------------------------------------------------===//

namespace {
/// Where the axes of a factor come from: the largest tensor that has them.
struct Source {
  int64_t tensor = -1;
  int64_t size = -1;
};
} // namespace

static SmallVector<Source> findSources(const FactorRule &rule,
                                       ArrayRef<Axes> axes,
                                       const Projection &projection) {
  SmallVector<Source> sources(axes.size());
  for (auto [i, tensor] : llvm::enumerate(projection.tensors)) {
    int64_t size = 1;
    for (auto [index, factor] : llvm::enumerate(tensor.factors))
      if (factor.isPresent)
        size *= rule.factors[index].size;
    for (auto [index, factor] : llvm::enumerate(tensor.factors))
      if (factor.isPresent && !axes[index].empty() &&
          size > sources[index].size &&
          comparePrefix(axes[index], factor.axes) != PrefixKind::None)
        sources[index] = {static_cast<int64_t>(i), size};
  }
  return sources;
}

/// Factors by urgency: from the largest tensor; in elementwise operations the
/// one with more parts; from the first tensor; in order.
static SmallVector<size_t> orderFactors(ArrayRef<Axes> axes,
                                        ArrayRef<Source> sources,
                                        bool isElementwise) {
  SmallVector<size_t> order(axes.size());
  std::iota(order.begin(), order.end(), 0);
  auto key = [&](size_t i) {
    int64_t parts = isElementwise ? productOf(axes[i]) : 0;
    return std::make_tuple(-sources[i].size, -parts, sources[i].tensor, i);
  };
  llvm::sort(order, [&](size_t a, size_t b) { return key(a) < key(b); });
  return order;
}

/// The part of `axes` that the tensor can take on the factor as things stand.
static Axes fitAxes(const FactorRule &rule, Axes axes,
                    const TensorProjection &tensor, size_t factor) {
  if (!tensor.factors[factor].isPresent)
    return {};
  truncate(axes, [&](AxisRef axis, int64_t before) {
    return cutByFactor(rule, axis, tensor, factor, before);
  });
  if (comparePrefix(tensor.factors[factor].axes, axes) != PrefixKind::Strict)
    return {};
  truncate(axes, [&](AxisRef axis, int64_t) {
    return cutByOthers(axis, tensor, factor);
  });
  return axes;
}

BitVector popt::propagateAggressive(const FactorRule &rule,
                                    ArrayRef<Direction> directions,
                                    bool isElementwise,
                                    Projection &projection) {
  BitVector changed(projection.tensors.size());
  SmallVector<Axes> agreed;
  for (size_t factor = 0; factor < rule.factors.size(); ++factor)
    agreed.push_back(agreedAxes(projection, factor, directions[factor]));
  if (llvm::all_of(agreed, [](const Axes &axes) { return axes.empty(); }))
    return changed;
  SmallVector<size_t> order = orderFactors(
      agreed, findSources(rule, agreed, projection), isElementwise);

  for (size_t i = projection.numOperands; i < projection.tensors.size(); ++i)
    for (size_t factor : order) {
      TensorProjection &tensor = projection.tensors[i];
      Axes axes = fitAxes(rule, agreed[factor], tensor, factor);
      if (!axes.empty() && extend(tensor.factors[factor], axes))
        changed.set(i);
    }
  for (size_t i = 0; i < projection.numOperands; ++i)
    for (size_t factor : order) {
      TensorProjection &tensor = projection.tensors[i];
      Axes axes = fitAxes(rule, agreed[factor], tensor, factor);
      if (axes.empty())
        continue;
      // An operand need not be split further than an elementwise result.
      if (isElementwise)
        for (const TensorProjection &result : projection.results())
          if (result.factors[factor].isPresent &&
              comparePrefix(result.factors[factor].axes, axes) ==
                  PrefixKind::Strict)
            axes = result.factors[factor].axes;
      if (extend(tensor.factors[factor], axes))
        changed.set(i);
    }
  return changed;
}
