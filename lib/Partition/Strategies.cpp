//===- Strategies.cpp - Enumeration of strategies -------------------------===//
//
// A strategy is built one axis after the other: for each axis of the mesh one
// choice (unused, a factor, a linear group under a monoid), or one for each of
// its parts: 4 heads on an axis of 8 leave a part of 2 for another factor. Axes
// that meet on one factor stand in mesh order, and in the orders that the user
// wrote somewhere. layoutsFromStrategy drops strategies that do not leave one
// contiguous block per coordinate.
//
// The number of strategies is a power of the number of axes. If there are too
// many, those remain that agree with propagation on nearly all axes. Tested by
// test/Partition/choose-strategies.mlir and many-axes.mlir.
//
//===----------------------------------------------------------------------===//
#include "Strategies.h"

#include "popt/Reshard/Reshard.h"

using namespace mlir;

namespace popt {
namespace {

/// Up to so many strategies of an operation are all tried, on axes among whose
/// layouts costs are searched; and so many where shardings are invented.
constexpr size_t kMostStrategies = 256, kMostInvented = 4096;
/// Of more, or on more axes, so many of those nearest to what propagation did.
constexpr size_t kMostNear = 192;

/// Up to so many axes, all strategies are tried with everything pinned, too.
constexpr size_t kMostPinnedAxes = 2;

/// One way for partial values to pass through the operation.
struct ThroughChoice {
  Monoid monoid;
  LinearGroup group;
};

/// Builds strategies axis by axis.
class Enumerator {
public:
  Enumerator(const Mesh &mesh, const FactorRule &rule, const OpLayouts &hints,
             const StrategyOptions &options, std::vector<ThroughChoice> through,
             TypeRange operandTypes, TypeRange resultTypes,
             ShardingOpInterface op = {})
      : mesh(mesh), rule(rule), options(options), through(std::move(through)),
        operandTypes(operandTypes), resultTypes(resultTypes), op(op) {
    current.factors.resize(rule.factors.size());
    hinted = hintedAxes(hints);
    for (const Layout &layout : hints.operands)
      llvm::append_range(hintedPartials, layout.partial);
    for (const Layout &layout : hints.results)
      llvm::append_range(hintedPartials, layout.partial);
  }

  Candidates run() {
    enumerate();
    // No strategy follows the microbatch: it is gathered.
    if (result.empty()) {
      mayLeaveTime = true;
      enumerate();
    }
    return std::move(result);
  }

private:
  /// All strategies, or of too many those that leave the hints with few axes.
  void enumerate() {
    size_t choices = options.axes.size();
    for (const AxisList &parts : options.parts)
      choices += parts.size();
    bool isSearched = options.axes.size() <= mostSearchedAxes;
    size_t most = !isSearched       ? kMostNear
                  : options.invents ? kMostInvented
                                    : kMostStrategies;
    if (enumerate(choices, most))
      return;
    Candidates near;
    for (size_t most = 0;; ++most) {
      bool isAll = enumerate(most, kMostNear);
      if (!isAll && most > 0)
        break;
      near = std::move(result);
    }
    result = std::move(near);
    result.areSome = true;
  }

  /// Those that leave the hints with `most` axes at most; false if there are
  /// more than `limit`.
  bool enumerate(size_t most, size_t limit) {
    mostDeviations = most;
    mostResults = limit;
    result.clear();
    // Whatever the hints are, everything may be whole.
    if (llvm::none_of(options.axes,
                      [&](const AxisRef &axis) { return followsTime(axis); }))
      emit();
    choose(0);
    return result.size() <= limit;
  }

  /// Makes a choice for an axis, if not too many leave the hints with it.
  void decide(bool isHinted, function_ref<void()> then) {
    deviations += !isHinted;
    if (deviations <= mostDeviations && result.size() <= mostResults)
      then();
    deviations -= !isHinted;
  }

  /// True if the hints have the axis somewhere.
  bool isHintedAnywhere(const AxisRef &axis) const {
    return overlaps(hintedPartials, {axis}) ||
           llvm::any_of(hinted, [&](const AxisList &axes) {
             return overlaps(axes, {axis});
           });
  }

  /// Axes that the hints put on each factor.
  std::vector<AxisList> hintedAxes(const OpLayouts &hints) {
    std::vector<AxisList> axes(rule.factors.size());
    auto read = [&](ArrayRef<TensorFactors> tensors, ArrayRef<Layout> layouts) {
      for (auto [tensor, layout] : llvm::zip(tensors, layouts)) {
        if (layout.dims.size() != tensor.size())
          continue;
        FactorAxes found = factorsFromLayout(mesh, rule, tensor, layout);
        for (auto [all, some] : llvm::zip_equal(axes, found))
          llvm::append_range(all, some);
        for (auto [factor, some] : llvm::enumerate(found))
          for (size_t i = 0; i < some.size(); ++i)
            if (isTime(some[i]))
              timePrefixes.insert(
                  {factor, some[i], AxisList(some.begin(), some.begin() + i)});
      }
    };
    read(rule.operands, hints.operands);
    read(rule.results, hints.results);
    return axes;
  }

  bool isTime(const AxisRef &axis) const {
    return mesh.axes[axis.axis].kind == AxisKind::Time;
  }

  /// True if the operation is of the microbatch: the user splits the batch over
  /// time to have less in memory, so what can follow it does.
  bool followsTime(const AxisRef &axis) const {
    return isTime(axis) && !mayLeaveTime &&
           llvm::any_of(timePrefixes, [&](const auto &prefix) {
             return overlaps({std::get<1>(prefix)}, {axis}) &&
                    isShardable(std::get<0>(prefix));
           });
  }

  /// Where propagation put time axes: factor, axis, and the axes before it.
  /// Only there a step is a slice of what a device has (law L4), and only from
  /// there the batch's time axes spread.
  bool isTimePlace(size_t index, const AxisRef &axis) const {
    return llvm::any_of(timePrefixes, [&](const auto &prefix) {
      return std::get<0>(prefix) == index && std::get<1>(prefix) == axis &&
             (mayLeaveTime || std::get<2>(prefix) == current.factors[index]);
    });
  }

  /// True if some axes can split the factor; no operation communicates between
  /// time steps.
  bool isShardable(size_t index) const {
    return rule.factors[index].kind == FactorKind::PassThrough ||
           (rule.factors[index].kind == FactorKind::Reduction &&
            rule.factors[index].monoid);
  }

  bool canTake(size_t index, const AxisRef &axis) const {
    const Factor &factor = rule.factors[index];
    if (!mesh.isWhole(axis))
      return canTakePart(index, axis);
    if (isTime(axis) && !(isShardable(index) && isTimePlace(index, axis)))
      return false;
    bool isShardable = factor.kind == FactorKind::PassThrough ||
                       (factor.kind == FactorKind::Reduction && factor.monoid &&
                        (!chosenMonoid || *chosenMonoid == *factor.monoid));
    ShardingOpInterface model = op;
    if (!isShardable && !factor.monoid && model)
      isShardable = model.communicatesAlong(static_cast<unsigned>(index));
    if (!isShardable || factor.size < 2)
      return false;
    int64_t parts = product(current.factors[index]) * axis.size;
    if (factor.size % parts == 0)
      return true;
    return overlaps(hinted[index], {axis});
  }

  /// A part splits what it divides, and nothing that communicates inside.
  bool canTakePart(size_t index, const AxisRef &part) const {
    const Factor &factor = rule.factors[index];
    return isShardable(index) && factor.size > 0 &&
           (!factor.monoid || !chosenMonoid ||
            *chosenMonoid == *factor.monoid) &&
           factor.size % (product(current.factors[index]) * part.size) == 0;
  }

  void choose(size_t index) {
    if (index == options.axes.size()) {
      emit();
      return;
    }
    const AxisRef &axis = options.axes[index];
    give(axis, [&] { choose(index + 1); });
    size_t number = static_cast<size_t>(axis.axis);
    if (number >= options.parts.size() || options.parts[number].empty() ||
        !mesh.isWhole(axis) || isTime(axis))
      return;
    ++numApart;
    chooseParts(index, options.parts[number], 0, false);
    --numApart;
  }

  /// Gives the parts of an axis from `next` on to factors; `isWorthwhile`: one
  /// of them is where the whole axis could not be.
  void chooseParts(size_t index, const AxisList &parts, size_t next,
                   bool isWorthwhile) {
    if (next == parts.size()) {
      if (isWorthwhile)
        choose(index + 1);
      return;
    }
    const AxisRef &axis = options.axes[index];
    give(parts[next], [&] {
      bool helps = false;
      for (size_t f = 0; f < rule.factors.size(); ++f)
        if (llvm::is_contained(current.factors[f], parts[next])) {
          int64_t others = product(current.factors[f]) / parts[next].size;
          helps = rule.factors[f].size % (others * axis.size) != 0 ||
                  llvm::any_of(hinted[f], [&](const AxisRef &hint) {
                    return !mesh.isWhole(hint) && hint.contains(parts[next]);
                  });
        }
      chooseParts(index, parts, next + 1, isWorthwhile || helps);
    });
  }

  /// Makes each choice for an axis, or a part of one, in turn.
  void give(const AxisRef &axis, function_ref<void()> then) {
    bool follows = followsTime(axis);
    if (!follows)
      decide(!isHintedAnywhere(axis), then);
    for (size_t f = 0; f < rule.factors.size(); ++f) {
      if (!canTake(f, axis))
        continue;
      std::optional<Monoid> before = chosenMonoid;
      if (rule.factors[f].monoid)
        chosenMonoid = rule.factors[f].monoid;
      AxisList kept = current.factors[f];
      for (size_t place = kept.size() + 1; place-- > 0;) {
        // Axes arrive in mesh order, so the end is always in order.
        if (place < kept.size() &&
            !options.reversed.count({axis.axis, kept[place].axis}))
          break;
        current.factors[f] = kept;
        current.factors[f].insert(current.factors[f].begin() + place, axis);
        decide(overlaps(hinted[f], {axis}), then);
      }
      current.factors[f] = kept;
      chosenMonoid = before;
    }
    for (const ThroughChoice &choice : through) {
      if (follows)
        break;
      if (chosenMonoid && *chosenMonoid != choice.monoid)
        continue;
      if (!current.through.empty() && current.group != choice.group)
        continue;
      std::optional<Monoid> before = chosenMonoid;
      LinearGroup group = current.group;
      chosenMonoid = choice.monoid;
      current.group = choice.group;
      current.through.push_back(axis);
      decide(overlaps(hintedPartials, {axis}), then);
      current.through.pop_back();
      current.group = group;
      chosenMonoid = before;
    }
  }

  void emit() {
    // The one that leaves everything whole comes first.
    bool isWhole = current.through.empty() &&
                   llvm::all_of(current.factors, [](const AxisList &axes) {
                     return axes.empty();
                   });
    if (isWhole && !result.empty())
      return;
    current.monoid = chosenMonoid.value_or(Monoid::Sum);
    std::optional<OpLayouts> layouts = layoutsFromStrategy(mesh, rule, current);
    if (layouts && isLegal(*layouts))
      result.push_back({current, std::move(*layouts), deviations == 0});
  }

  /// Parts must divide what they split (law L1), also where the extent of a dim
  /// is not that of its factors.
  bool isLegal(const OpLayouts &layouts) const {
    auto areLegal = [&](TypeRange types, ArrayRef<Layout> layouts) {
      return llvm::all_of(llvm::zip_equal(types, layouts), [&](auto pair) {
        auto [type, layout] = pair;
        auto tensor = dyn_cast<RankedTensorType>(type);
        return !tensor || layout.check(mesh, tensor.getShape().vec()).empty();
      });
    };
    return !numApart || (areLegal(operandTypes, layouts.operands) &&
                         areLegal(resultTypes, layouts.results));
  }

  const Mesh &mesh;
  const FactorRule &rule;
  const StrategyOptions &options;
  std::vector<ThroughChoice> through;
  SmallVector<Type> operandTypes, resultTypes;
  ShardingOpInterface op;
  std::vector<AxisList> hinted; ///< by factor
  AxisList hintedPartials;
  std::set<std::tuple<size_t, AxisRef, AxisList>> timePrefixes;
  Strategy current;
  std::optional<Monoid> chosenMonoid;
  int numApart = 0;      ///< axes of which parts are distributed
  size_t deviations = 0; ///< choices that the hints do not have
  size_t mostDeviations = 0;
  size_t mostResults = 0;
  bool mayLeaveTime = false;
  Candidates result;
};

} // namespace

/// Whether partial values of this element type combine by the monoid. Monoids
/// come from the whole function: that of one value need not fit another.
static bool isDefined(Monoid monoid, Type element) {
  switch (monoid) {
  case Monoid::Sum:
  case Monoid::Prod:
    return !element.isInteger(1);
  case Monoid::Max:
  case Monoid::Min:
    return !isa<ComplexType>(element);
  case Monoid::And:
  case Monoid::Or:
  case Monoid::Xor:
    return isa<IntegerType>(element);
  }
  return false;
}

static bool isDefined(Monoid monoid, TypeRange types) {
  return llvm::all_of(types, [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && isDefined(monoid, tensor.getElementType());
  });
}

static AxisList axesOf(const Mesh &mesh, const std::vector<Pin> &pins) {
  AxisList axes;
  for (const Pin &pin : pins)
    axes.push_back(mesh.ref(pin.axis));
  return axes;
}

/// True if some operand or result is split or partial over one of the axes.
static bool useAxes(const OpLayouts &layouts, const AxisList &axes) {
  auto uses = [&](const Layout &layout) {
    return overlaps(layout.usedAxes(), axes);
  };
  return llvm::any_of(layouts.operands, uses) ||
         llvm::any_of(layouts.results, uses);
}

static void setPins(OpLayouts &layouts, const std::vector<Pin> &pins) {
  for (Layout &layout : layouts.operands)
    layout.pins = pins;
  for (Layout &layout : layouts.results)
    layout.pins = pins;
}

/// Candidates once more for each list of pins, with everything pinned so. What
/// is not pinned can be restricted at no cost.
static void addPinned(const Mesh &mesh, const StrategyOptions &options,
                      std::vector<Candidate> &candidates) {
  const size_t count = candidates.size();
  const bool all = options.axes.size() <= kMostPinnedAxes;
  for (const std::vector<Pin> &pins : options.pins) {
    const AxisList axes = axesOf(mesh, pins);
    for (size_t i = 0; i < count; ++i) {
      if (useAxes(candidates[i].layouts, axes) ||
          !(all || i == 0 || candidates[i].isHinted))
        continue;
      Candidate pinned = candidates[i];
      setPins(pinned.layouts, pins);
      candidates.push_back(std::move(pinned));
    }
  }
}

/// Operations that may run on values that exist at some coordinates only, on
/// whatever the others hold. Large work should be everywhere: pins say where
/// values live, not where operations run.
static bool mayRunPinned(ShardingOpInterface op) {
  switch (kernelKindOf(op)) {
  case KernelKind::Map:
  case KernelKind::Broadcast:
  case KernelKind::View:
  case KernelKind::RowReduction:
    return true;
  default:
    return false;
  }
}

Candidates enumerateCandidates(const Mesh &mesh, ShardingOpInterface op,
                               const FactorRule &rule, const OpLayouts &hints,
                               const StrategyOptions &options) {
  std::vector<ThroughChoice> through;
  for (Monoid monoid : options.monoids)
    if (isDefined(monoid, op->getResultTypes()))
      for (const LinearGroup &group : op.getLinearGroups(monoid))
        through.push_back({monoid, group});
  Candidates candidates =
      Enumerator(mesh, rule, hints, options, std::move(through),
                 op->getOperandTypes(), op->getResultTypes(), op)
          .run();
  if (mayRunPinned(op))
    addPinned(mesh, options, candidates);
  return candidates;
}

/// The layouts without the pins that all of them have; nothing if they differ.
static std::optional<OpLayouts> withoutPins(ShardingOpInterface op,
                                            const OpLayouts &layouts) {
  OpLayouts result = layouts;
  const std::vector<Pin> *pins = nullptr;
  bool agree = true;
  auto strip = [&](ValueRange values, ArrayRef<Layout> from,
                   MutableArrayRef<Layout> to) {
    for (auto [value, own, stripped] : llvm::zip_equal(values, from, to)) {
      if (!isa<RankedTensorType>(value.getType()))
        continue;
      agree &= !pins || *pins == own.pins;
      pins = &own.pins;
      stripped.pins.clear();
    }
  };
  strip(op->getOperands(), layouts.operands, result.operands);
  strip(op->getResults(), layouts.results, result.results);
  if (!agree || (pins && !pins->empty() && !mayRunPinned(op)))
    return std::nullopt;
  return result;
}

bool followFromStrategy(const Mesh &mesh, ShardingOpInterface op,
                        const FactorRule &rule, const OpLayouts &given) {
  std::optional<OpLayouts> unpinned = withoutPins(op, given);
  if (!unpinned)
    return false;
  const OpLayouts &layouts = *unpinned;
  Strategy strategy;
  strategy.factors.resize(rule.factors.size());
  auto read = [&](ArrayRef<TensorFactors> tensors, ArrayRef<Layout> layouts) {
    for (auto [tensor, layout] : llvm::zip_equal(tensors, layouts)) {
      if (layout.dims.size() != tensor.size())
        continue;
      FactorAxes found = factorsFromLayout(mesh, rule, tensor, layout);
      for (auto [axes, some] : llvm::zip_equal(strategy.factors, found))
        if (axes.empty())
          axes = some;
    }
  };
  read(rule.operands, layouts.operands);
  read(rule.results, layouts.results);
  AxisList reduced;
  for (auto [index, factor] : llvm::enumerate(rule.factors)) {
    const AxisList &axes = strategy.factors[index];
    if (axes.empty() || factor.kind == FactorKind::PassThrough)
      continue;
    if (factor.monoid) {
      llvm::append_range(reduced, axes);
      strategy.monoid = *factor.monoid;
    } else if (!op.communicatesAlong(static_cast<unsigned>(index))) {
      return false;
    }
  }
  for (const Layout &result : layouts.results)
    if (!result.partial.empty()) {
      strategy.monoid = result.monoid;
      strategy.through = removeOverlapping(mesh, result.partial, reduced);
    }
  for (auto [index, operand] : llvm::enumerate(layouts.operands)) {
    bool isInit = llvm::is_contained(rule.inits, static_cast<int>(index));
    if (!removeOverlapping(mesh, operand.partial, isInit ? reduced : AxisList())
             .empty())
      strategy.group.push_back(static_cast<unsigned>(index));
  }
  if (!strategy.through.empty() &&
      !llvm::is_contained(op.getLinearGroups(strategy.monoid), strategy.group))
    return false;
  std::optional<OpLayouts> expected = layoutsFromStrategy(mesh, rule, strategy);
  return expected && *expected == layouts;
}

/// True if a layout keeps what the user bound: closed dims except for minor
/// time axes, open dims in their leading axes, and partial axes only if bound.
static bool agrees(const Mesh &mesh, const Layout &layout,
                   const Layout &bound) {
  if (layout.partial != bound.partial)
    return false;
  for (auto [dim, wanted] : llvm::zip_equal(layout.dims, bound.dims)) {
    if (dim.granule != wanted.granule)
      return false;
    std::optional<AxisList> more = removePrefix(mesh, dim.axes, wanted.axes);
    if (!more || (!wanted.open && llvm::any_of(*more, [&](const AxisRef &axis) {
          return mesh.axes[axis.axis].kind != AxisKind::Time;
        })))
      return false;
    if (overlaps(dim.axes, bound.replicated))
      return false;
  }
  return true;
}

/// One factor per dim, for operand and result.
static FactorRule identityRule(RankedTensorType type, size_t operands,
                               size_t results) {
  FactorRule rule;
  TensorFactors dims;
  for (int64_t size : type.getShape())
    dims.push_back({rule.add(size)});
  rule.operands.assign(operands, dims);
  rule.results.assign(results, dims);
  return rule;
}

Candidates enumerateTieCandidates(const Mesh &mesh, RankedTensorType type,
                                  const OpLayouts &hints,
                                  const StrategyOptions &options) {
  FactorRule rule =
      identityRule(type, hints.operands.size(), hints.results.size());
  LinearGroup all;
  for (size_t i = 0; i < hints.operands.size(); ++i)
    all.push_back(static_cast<unsigned>(i));
  std::vector<ThroughChoice> through;
  for (Monoid monoid : options.monoids)
    if (isDefined(monoid, type.getElementType()))
      through.push_back({monoid, all});
  SmallVector<Type> operands(hints.operands.size(), type);
  SmallVector<Type> results(hints.results.size(), type);
  return Enumerator(mesh, rule, hints, options, std::move(through), operands,
                    results)
      .run();
}

Candidates enumerateIdentityCandidates(const Mesh &mesh, RankedTensorType type,
                                       const OpLayouts &hints,
                                       const Layout *bound,
                                       const StrategyOptions &options) {
  FactorRule rule = identityRule(type, 1, 1);
  std::vector<ThroughChoice> through;
  if (!bound)
    for (Monoid monoid : options.monoids)
      if (isDefined(monoid, type.getElementType()))
        through.push_back({monoid, {0}});
  Candidates all = Enumerator(mesh, rule, hints, options, std::move(through),
                              Type(type), Type(type))
                       .run();
  if (!bound) {
    addPinned(mesh, options, all);
    return all;
  }
  const AxisList pinned = axesOf(mesh, bound->pins);
  Candidates kept;
  kept.areSome = all.areSome;
  for (Candidate &candidate : all)
    if (agrees(mesh, candidate.layouts.results[0], *bound) &&
        !overlaps(candidate.layouts.results[0].usedAxes(), pinned)) {
      setPins(candidate.layouts, bound->pins);
      kept.push_back(std::move(candidate));
    }
  if (!kept.empty())
    return kept;
  // The user's own layout, which enumeration by whole axes does not reach
  // (sub-axes, granules).
  Candidate exact;
  Layout layout = bound->closed();
  exact.layouts.operands = {layout};
  exact.layouts.results = {layout};
  kept.push_back(std::move(exact));
  return kept;
}

} // namespace popt
