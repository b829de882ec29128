//===- Projection.cpp - Shardings of an operation, seen by factor ---------===//
//
// Axes of a dimension go to its factors, major first. A factor that is not the
// most minor one takes what divides it, cutting an axis if need be; the most
// minor one takes the rest, whether it divides or not. Tested by
// test/Propagate/sub-axes.mlir.
//
//===----------------------------------------------------------------------===//
#include "Projection.h"

#include <numeric>

using namespace popt;

/// Takes axes that divide `size` off the front of `rest`.
static void takeDividing(int64_t size, Axes &taken, Axes &rest) {
  size_t next = 0;
  for (; next < rest.size(); ++next) {
    AxisRef &axis = rest[next];
    int64_t common = std::gcd(size, axis.size);
    if (common == 1 && axis.size != 1)
      break;
    size /= common;
    taken.push_back({axis.axis, axis.pre, common});
    if (common != axis.size) {
      axis.pre *= common;
      axis.size /= common;
      break;
    }
  }
  rest.erase(rest.begin(), rest.begin() + next);
}

static void projectDim(const FactorRule &rule, const DimFactors &factors,
                       const DimLayout &dim, TensorProjection &result) {
  Axes rest(dim.axes.begin(), dim.axes.end());
  bool overflows = false;
  for (int index : factors) {
    FactorSharding &factor = result.factors[index];
    factor.isPresent = true;
    factor.isMinorMost = index == factors.back();
    factor.isClosed = overflows || !dim.open;
    factor.takesTime = !overflows && dim.granule == 1;
    if (overflows)
      return;
    if (dim.granule != 1) {
      // Units of several elements mean nothing to other tensors.
      factor.isClosed = overflows = true;
      factor.overflow = rest;
      continue;
    }
    if (factor.isMinorMost) {
      for (const AxisRef &axis : rest)
        appendMerged(factor.axes, axis);
      return;
    }
    takeDividing(rule.factors[index].size, factor.axes, rest);
    if (!rest.empty() && productOf(factor.axes) < rule.factors[index].size) {
      overflows = true;
      for (const AxisRef &axis : rest)
        appendMerged(factor.overflow, axis);
    }
  }
}

TensorProjection popt::project(const FactorRule &rule,
                               const TensorFactors &tensor,
                               const Layout &layout, AxesRef time) {
  TensorProjection result;
  result.factors.resize(rule.factors.size());
  result.replicated = layout.replicated;
  result.partial = layout.partial;
  result.time = time;
  for (size_t dim = 0; dim < tensor.size(); ++dim)
    projectDim(rule, tensor[dim], layout.dims[dim], result);
  return result;
}

/// The first axis may continue the last one there; the others follow as they
/// are.
static void append(Axes &dim, AxesRef axes) {
  if (axes.empty())
    return;
  appendMerged(dim, axes.front());
  dim.append(axes.begin() + 1, axes.end());
}

bool popt::writeBack(const FactorRule &rule, const TensorFactors &tensor,
                     const TensorProjection &projection, Layout &layout) {
  bool changed = false;
  for (size_t d = 0; d < tensor.size(); ++d) {
    Axes axes;
    bool isClosed = false;
    for (int index : tensor[d]) {
      const FactorSharding &factor = projection.factors[index];
      isClosed |= factor.isClosed;
      append(axes, factor.axes);
      append(axes, factor.overflow);
      // A more minor factor could only be split with strides.
      if (!factor.overflow.empty() ||
          productOf(factor.axes) < rule.factors[index].size)
        break;
    }
    DimLayout &dim = layout.dims[d];
    if (dim.open == !isClosed && AxesRef(dim.axes) == AxesRef(axes))
      continue;
    dim.axes.assign(axes.begin(), axes.end());
    dim.open = !isClosed;
    changed = true;
  }
  return changed;
}
