// From axes per factor to layouts and back. A dimension made of factors i, j
// (major to minor) is one contiguous block per coordinate only if j is split
// after i has been split to size 1, evenly; these functions hold that line.
// Tests: test/unit/Layout/FactorsTest.cpp.

#include "popt/Layout/Factors.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace popt {

//===----------------------------------------------------------------------===//
// FactorRule
//===----------------------------------------------------------------------===//

/// i, j, ... z, then z_1, z_2, ...
static std::string factorName(size_t index) {
  constexpr size_t letters = 'z' - 'i' + 1;
  if (index < letters)
    return std::string(1, static_cast<char>('i' + index));
  return "z_" + std::to_string(index - letters + 1);
}

bool hasFactor(const TensorFactors &tensor, int factor) {
  return std::any_of(tensor.begin(), tensor.end(), [&](const DimFactors &dim) {
    return std::find(dim.begin(), dim.end(), factor) != dim.end();
  });
}

std::string FactorRule::check() const {
  auto checkTensor = [&](const TensorFactors &tensor,
                         const std::string &what) -> std::string {
    std::vector<bool> seen(factors.size(), false);
    for (size_t d = 0; d < tensor.size(); ++d) {
      for (int f : tensor[d]) {
        std::string where = "dimension " + std::to_string(d) + " of " + what;
        if (f < 0 || f >= static_cast<int>(factors.size()))
          return where + " names factor " + std::to_string(f) +
                 ", but the rule has " + std::to_string(factors.size());
        if (seen[f])
          return where + " uses factor " + factorName(f) +
                 " a second time in this tensor";
        seen[f] = true;
      }
    }
    return "";
  };
  for (size_t f = 0; f < factors.size(); ++f)
    if (factors[f].size < 0)
      return "factor " + factorName(f) + " has size " +
             std::to_string(factors[f].size);
  for (size_t i = 0; i < operands.size(); ++i)
    if (std::string error =
            checkTensor(operands[i], "operand " + std::to_string(i));
        !error.empty())
      return error;
  for (size_t i = 0; i < results.size(); ++i) {
    std::string what = "result " + std::to_string(i);
    if (std::string error = checkTensor(results[i], what); !error.empty())
      return error;
  }
  for (size_t f = 0; f < factors.size(); ++f)
    if (factors[f].kind == FactorKind::Reduction && !results.empty() &&
        std::all_of(results.begin(), results.end(), [&](const auto &tensor) {
          return hasFactor(tensor, static_cast<int>(f));
        }))
      return "reduction factor " + factorName(f) +
             " is a dimension of every result, so that nothing is reduced";
  return "";
}

static std::string strTensor(const TensorFactors &tensor) {
  std::string s = "[";
  for (size_t d = 0; d < tensor.size(); ++d) {
    s += d ? ", " : "";
    for (int f : tensor[d])
      s += factorName(f);
    s += tensor[d].empty() ? "_" : "";
  }
  return s + "]";
}

static std::string strTensors(const std::vector<TensorFactors> &tensors) {
  std::string s = "(";
  for (size_t i = 0; i < tensors.size(); ++i)
    s += (i ? "," : "") + strTensor(tensors[i]);
  return s + ")";
}

std::string FactorRule::str() const {
  std::string s = strTensors(operands) + "->" + strTensors(results) + " {";
  for (size_t f = 0; f < factors.size(); ++f)
    s +=
        (f ? ", " : "") + factorName(f) + "=" + std::to_string(factors[f].size);
  s += "}";

  auto appendSet = [&](const char *title, auto &&belongs, auto &&suffix) {
    std::string list;
    for (size_t f = 0; f < factors.size(); ++f)
      if (belongs(factors[f]))
        list += (list.empty() ? "" : ", ") + factorName(f) + suffix(factors[f]);
    if (!list.empty())
      s += std::string(" ") + title + "={" + list + "}";
  };
  auto none = [](const Factor &) { return std::string(); };
  // A sum needs no word; other combiners are named, custom ones too.
  auto combiner = [](const Factor &f) {
    if (!f.monoid)
      return std::string(":custom");
    return *f.monoid == Monoid::Sum ? std::string()
                                    : std::string(":") + name(*f.monoid);
  };
  appendSet(
      "reduction",
      [](const Factor &f) { return f.kind == FactorKind::Reduction; },
      combiner);
  appendSet(
      "need_replication",
      [](const Factor &f) { return f.kind == FactorKind::NeedReplication; },
      none);
  appendSet(
      "permutation",
      [](const Factor &f) { return f.kind == FactorKind::Permutation; }, none);
  appendSet(
      "blocked_propagation", [](const Factor &f) { return f.blocked; }, none);
  return s;
}

//===----------------------------------------------------------------------===//
// Layouts from factors
//===----------------------------------------------------------------------===//

/// Layout of one dimension; nothing if a coordinate would not hold one block.
static std::optional<DimLayout> dimFromFactors(const FactorRule &rule,
                                               const DimFactors &factors,
                                               const FactorAxes &axes,
                                               bool granules) {
  DimLayout dim;
  int64_t minor = 1; // product of the factors minor to the current one
  for (int f : factors)
    minor *= rule.factors[f].size;
  bool atoms = true; // every more major factor is split to size 1
  for (int f : factors) {
    int64_t size = rule.factors[f].size;
    minor = size ? minor / size : 1;
    int64_t parts = product(axes[f]);
    if (axes[f].empty()) {
      atoms &= size == 1;
      continue;
    }
    if (!atoms)
      return std::nullopt;
    // All factors before are split to size 1, so this splits a block of `size`
    // rows of `minor` elements; uneven needs the row as its unit.
    if (factors.size() > 1 && size % parts != 0) {
      if (minor != 1 && !(granules && minor > 0))
        return std::nullopt;
      dim.granule = minor;
    }
    dim.axes.insert(dim.axes.end(), axes[f].begin(), axes[f].end());
    atoms &= size == parts;
  }
  dim.axes = mergeParts(Mesh(), std::move(dim.axes));
  return dim;
}

std::optional<Layout> layoutFromFactors(const FactorRule &rule,
                                        const TensorFactors &tensor,
                                        const FactorAxes &axes, bool granules) {
  assert(axes.size() == rule.factors.size() && "one axis list per factor");
  Layout layout = Layout::replicate(tensor.size());
  for (size_t d = 0; d < tensor.size(); ++d) {
    std::optional<DimLayout> dim =
        dimFromFactors(rule, tensor[d], axes, granules);
    if (!dim)
      return std::nullopt;
    layout.dims[d] = std::move(*dim);
  }
  return layout;
}

//===----------------------------------------------------------------------===//
// Factors from layouts
//===----------------------------------------------------------------------===//

/// The leading factors of a dimension that its axes split, without those of
/// size 1 (one stays if there is nothing else). With a granule the factors that
/// make up the granule stay whole; empty if no run of minor factors is the
/// granule.
static DimFactors splitFactors(const FactorRule &rule, DimFactors factors,
                               int64_t granule) {
  for (int64_t minor = 1; minor < granule;) {
    if (factors.empty())
      return {};
    minor *= rule.factors[factors.back()].size;
    factors.pop_back();
    if (minor > granule || minor == 0)
      return {};
  }
  DimFactors result;
  for (int f : factors)
    if (rule.factors[f].size != 1)
      result.push_back(f);
  if (result.empty() && !factors.empty())
    result.push_back(factors.front());
  return result;
}

FactorAxes factorsFromLayout(const Mesh &mesh, const FactorRule &rule,
                             const TensorFactors &tensor,
                             const Layout &layout) {
  assert(tensor.size() == layout.dims.size() && "rank mismatch");
  FactorAxes result(rule.factors.size());
  for (size_t d = 0; d < tensor.size(); ++d) {
    const DimLayout &dim = layout.dims[d];
    DimFactors factors = splitFactors(rule, tensor[d], dim.granule);
    if (factors.empty())
      continue;
    size_t f = 0;
    int64_t room = rule.factors[factors[0]].size;
    for (AxisRef ref : dim.axes) {
      bool cut = false, stop = false;
      while (!stop) {
        while (room == 1 && f + 1 < factors.size())
          room = rule.factors[factors[++f]].size;
        AxisList &axes = result[factors[f]];
        bool last = f + 1 == factors.size();
        int64_t part = std::gcd(ref.size, room);
        if (last && !cut) { // what remains is one factor: need not divide
          axes.push_back(ref);
          room = part ? room / part : room;
          break;
        }
        if (part > 1 || ref.size == 1)
          axes.push_back({ref.axis, ref.pre, part});
        if (part == ref.size) {
          room /= part;
          break;
        }
        // The axis goes on in the next factor, if it fills this one.
        room = part ? room / part : room;
        stop = room != 1 || last;
        ref.pre *= part;
        ref.size /= part;
        cut = true;
      }
      if (stop)
        break;
    }
  }
  for (AxisList &axes : result)
    axes = mergeParts(mesh, std::move(axes));
  return result;
}

} // namespace popt
