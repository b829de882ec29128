//===- StrategyLabels.cpp - Strategies of single operations as labels -----===//
//
// Equal operations (same name, attributes, types and hints) share their labels,
// so a model of 96 equal layers costs the enumeration of one. Tested by
// test/Partition/choose-strategies.mlir.
//
//===----------------------------------------------------------------------===//
#include "StrategyLabels.h"

#include "AxisParts.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Dist/StrategyRule.h"

using namespace mlir;

namespace popt {

//===----------------------------------------------------------------------===//
// What may be chosen in a function
//===----------------------------------------------------------------------===//

/// Monoids that reductions of this function can leave partial.
static SmallVector<Monoid, 2> producedMonoids(func::FuncOp func,
                                              const Mesh &mesh) {
  SmallVector<Monoid, 2> monoids;
  auto add = [&](Monoid monoid) {
    if (!llvm::is_contained(monoids, monoid))
      monoids.push_back(monoid);
  };
  walkProgram(func, [&](Operation *op) {
    auto model = dyn_cast<ShardingOpInterface>(op);
    if (!model || model.isSource())
      return;
    for (const Factor &factor : model.getFactorRule().factors)
      if (factor.kind == FactorKind::Reduction && factor.monoid)
        add(*factor.monoid);
  });
  for (BlockArgument argument : func.getArguments())
    if (std::optional<Layout> layout = dist::getLayout(argument, mesh))
      if (!layout->partial.empty())
        add(layout->monoid);
  llvm::sort(monoids);
  return monoids;
}

/// Where the user pins values, each list of pins once.
static std::vector<std::vector<Pin>> pinsOf(func::FuncOp func,
                                            const Mesh &mesh) {
  std::set<std::vector<Pin>> pins;
  auto add = [&](dist::ShardingAttr sharding) {
    if (sharding && !sharding.getPins().empty())
      pins.insert(sharding.toLayout(mesh).pins);
  };
  for (BlockArgument argument : func.getArguments())
    add(dist::getSharding(argument));
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    add(dist::getResultSharding(func, i));
  walkProgram(func, [&](Operation *op) {
    if (auto constraint = dyn_cast<dist::ConstraintOp>(op))
      add(constraint.getSharding());
  });
  return {pins.begin(), pins.end()};
}

/// Calls `visit` once with every layout that the user or propagation wrote.
static void forEachLayout(func::FuncOp func, const Mesh &mesh,
                          function_ref<void(const Layout &)> visit) {
  llvm::DenseSet<Attribute> seen;
  auto add = [&](dist::ShardingAttr sharding) {
    if (sharding && seen.insert(sharding).second)
      visit(sharding.toLayout(mesh));
  };
  for (BlockArgument argument : func.getArguments())
    add(dist::getSharding(argument));
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    add(dist::getResultSharding(func, i));
  walkProgram(func, [&](Operation *op) {
    for (Value result : op->getResults())
      add(dist::getSharding(result));
  });
}

/// Orders of axes in a dimension, against that of the mesh, that the user or
/// propagation wrote.
static std::set<std::pair<int, int>> reversedOrders(func::FuncOp func,
                                                    const Mesh &mesh) {
  std::set<std::pair<int, int>> orders;
  forEachLayout(func, mesh, [&](const Layout &layout) {
    for (const DimLayout &dim : layout.dims)
      for (size_t i = 0; i < dim.axes.size(); ++i)
        for (size_t j = i + 1; j < dim.axes.size(); ++j)
          if (dim.axes[i].axis > dim.axes[j].axis)
            orders.insert({dim.axes[i].axis, dim.axes[j].axis});
  });
  return orders;
}

/// The axes that some layout uses: along any other all devices compute the
/// same, as the user has asked for. All device axes where shardings are invented.
static std::set<int> axesInUse(func::FuncOp func, const Mesh &mesh) {
  std::set<int> axes;
  if (dist::invents(func->getParentOfType<ModuleOp>()))
    for (auto [number, axis] : llvm::enumerate(mesh.axes))
      if (axis.kind == AxisKind::Device)
        axes.insert(static_cast<int>(number));
  forEachLayout(func, mesh, [&](const Layout &layout) {
    for (const AxisRef &ref : layout.usedAxes())
      axes.insert(ref.axis);
    for (const Pin &pin : layout.pins)
      axes.insert(pin.axis);
  });
  return axes;
}

StrategyLabels::StrategyLabels(PartitionInput &input)
    : input(input), mesh(input.mesh) {
  func::FuncOp func = input.main;
  options.monoids = producedMonoids(func, mesh);
  options.invents = dist::invents(func->getParentOfType<ModuleOp>());
  options.reversed = reversedOrders(func, mesh);
  options.pins = pinsOf(func, mesh);
  for (int axis : axesInUse(func, mesh))
    if (mesh.axes[axis].kind != AxisKind::Stage && mesh.axes[axis].size > 1)
      options.axes.push_back(mesh.ref(axis));
  options.parts = partsToTry(input, options.axes);
}

StrategyOptions StrategyLabels::optionsAt(Operation *op) const {
  StrategyOptions here = options;
  for (auto outer = op->getParentOfType<dist::ManualOp>(); outer;
       outer = outer->getParentOfType<dist::ManualOp>())
    here.axes = removeOverlapping(mesh, here.axes,
                                  outer.getManualAxes().toAxisList(mesh));
  return here;
}

//===----------------------------------------------------------------------===//
// What makes labels the same
//===----------------------------------------------------------------------===//

/// The sharding that layoutOf reads.
static dist::ShardingAttr hintAttrOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    for (const ValueTie &tie : valueTiesOf(argument.getOwner()->getParentOp()))
      if (llvm::is_contained(tie.targets, value) &&
          tie.targets.front() != value)
        return dist::getSharding(tie.targets.front());
  return dist::getSharding(value);
}

/// What makes two operations the same for the enumeration.
static std::vector<const void *> signatureOf(Operation *op) {
  std::vector<const void *> key;
  auto add = [&](Operation *o) {
    key.push_back(o->getName().getAsOpaquePointer());
    key.push_back(o->getRawDictionaryAttrs().getAsOpaquePointer());
    key.push_back(o->getPropertiesAsAttribute().getAsOpaquePointer());
    for (Type type : o->getOperandTypes())
      key.push_back(type.getAsOpaquePointer());
    for (Type type : o->getResultTypes())
      key.push_back(type.getAsOpaquePointer());
  };
  add(op);
  for (Value operand : op->getOperands()) {
    key.push_back(hintAttrOf(operand).getAsOpaquePointer());
    key.push_back(isSourceValue(operand) ? op->getContext() : nullptr);
    key.push_back(isFused(operand.getDefiningOp(), op) ? op->getContext()
                                                       : nullptr);
  }
  for (Value result : op->getResults())
    key.push_back(isNeverStored(result) ? op->getContext() : nullptr);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      add(inner);
      for (Value operand : inner->getOperands()) {
        auto argument = dyn_cast<BlockArgument>(operand);
        key.push_back(argument ? reinterpret_cast<const void *>(
                                     argument.getArgNumber() + 1ul)
                               : nullptr);
      }
    });
  return key;
}

/// Tells operations in different manual regions apart.
static void addManualRegions(Operation *op, std::vector<const void *> &key) {
  for (auto outer = op->getParentOfType<dist::ManualOp>(); outer;
       outer = outer->getParentOfType<dist::ManualOp>())
    key.push_back(outer.getManualAxes().getAsOpaquePointer());
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

static std::shared_ptr<LayoutSet> setIn(LayoutSpace &space,
                                        ArrayRef<int> perLabel) {
  auto set = std::make_shared<LayoutSet>();
  set->space = &space;
  llvm::SmallDenseMap<int, int> classes;
  for (int id : perLabel) {
    auto [it, isNew] =
        classes.try_emplace(id, static_cast<int>(set->layouts.size()));
    if (isNew)
      set->layouts.push_back(id);
    set->classOf.push_back(it->second);
  }
  set->space->share(*set);
  return set;
}

std::shared_ptr<LayoutSet> StrategyLabels::makeSet(Type type,
                                                   ArrayRef<int> perLabel) {
  return setIn(layoutsOf(input, cast<RankedTensorType>(type)), perLabel);
}

std::shared_ptr<LayoutSet>
StrategyLabels::makeSet(Type type, const std::vector<Layout> &perLabel) {
  LayoutSpace &space = layoutsOf(input, cast<RankedTensorType>(type));
  return setIn(space, llvm::map_to_vector(perLabel, [&](const Layout &layout) {
                 return space.intern(layout);
               }));
}

OpLayouts StrategyLabels::hintsOf(Operation *op) const {
  OpLayouts hints;
  for (Value operand : op->getOperands())
    hints.operands.push_back(hintOf(operand, mesh));
  for (Value result : op->getResults())
    hints.results.push_back(hintOf(result, mesh));
  return hints;
}

FailureOr<std::shared_ptr<LabelSet>>
StrategyLabels::ofOperation(Operation *op) {
  std::vector<const void *> signature = signatureOf(op);
  addManualRegions(op, signature);
  std::shared_ptr<LabelSet> &set = known[signature];
  if (set)
    return set;
  StrategyOptions options = optionsAt(op);
  OpLayouts hints = hintsOf(op);
  Candidates candidates;
  if (auto constraint = dyn_cast<dist::ConstraintOp>(op)) {
    Layout bound = constraint.getSharding().toLayout(mesh);
    candidates = enumerateIdentityCandidates(
        mesh, cast<RankedTensorType>(constraint.getType()), hints, &bound,
        options);
  } else if (isa<dist::PropagationBarrierOp>(op)) {
    candidates = enumerateIdentityCandidates(
        mesh, cast<RankedTensorType>(op->getResult(0).getType()), hints,
        nullptr, options);
  } else if (auto model = dyn_cast<ShardingOpInterface>(op)) {
    FactorRule rule = model.getFactorRule();
    assert(rule.check().empty() && "ill-formed factor rule");
    candidates = enumerateCandidates(mesh, model, rule, hints, options);
  } else {
    return op->emitOpError()
           << "has no op model, so popt does not know how to partition it";
  }
  set = std::make_shared<LabelSet>();
  kindsCut += candidates.areSome;
  // Of unequal devices those at its place count.
  std::optional<CostModel> there;
  if (input.costs.machine.devices.size() > 1)
    if (SmallVector<int64_t> place = dist::getPlace(op); place.size() == 1)
      there = input.costs.atStage(place.front());
  for (Candidate &candidate : candidates) {
    set->costs.push_back(
        (there ? *there : input.costs).globalSeconds(op, candidate.layouts));
    set->labels.push_back(std::move(candidate.layouts));
  }
  auto collect = [&](Value value, function_ref<const Layout &(size_t)> layout) {
    if (!isa<RankedTensorType>(value.getType()))
      return std::shared_ptr<LayoutSet>();
    std::vector<Layout> perLabel;
    for (size_t l = 0; l < set->labels.size(); ++l)
      perLabel.push_back(layout(l));
    return makeSet(value.getType(), perLabel);
  };
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    set->operands.push_back(
        collect(operand, [&, i = i](size_t l) -> const Layout & {
          return set->labels[l].operands[i];
        }));
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    set->results.push_back(
        collect(result, [&, i = i](size_t l) -> const Layout & {
          return set->labels[l].results[i];
        }));
  return set;
}

namespace {
/// The operands and results of labels that have layouts of their own, and what
/// propagation left there.
class HintedSides {
public:
  HintedSides(const LabelSet &labels, const OpLayouts &hints) : labels(labels) {
    add(labels.operands, hints.operands, /*areResults=*/false);
    add(labels.results, hints.results, /*areResults=*/true);
  }

  /// At how many sides a label has the hint.
  int64_t equal(size_t label) const {
    return llvm::count_if(sides, [&](const Side &side) {
      return layoutOf(side, label) == side.hint;
    });
  }
  /// How many axes a label has where the hints have them, less those that it
  /// has elsewhere.
  int64_t alike(size_t label) const {
    int64_t count = 0;
    for (const Side &side : sides) {
      const Layout &made = side.set->space->layout(layoutOf(side, label));
      const Layout &hint = side.set->space->layout(side.hint);
      for (auto [own, hinted] : llvm::zip_equal(made.dims, hint.dims))
        for (const AxisRef &axis : own.axes)
          count += llvm::is_contained(hinted.axes, axis) ? 1 : -1;
      for (const Pin &pin : made.pins)
        count += llvm::is_contained(hint.pins, pin) ? 1 : -1;
    }
    return count;
  }
  /// Seconds from and to the hints; stops counting above `bound`.
  double costOf(size_t label, double bound) const {
    double cost = labels.costs[label];
    for (const Side &side : sides) {
      if (cost > bound)
        break;
      int layout = layoutOf(side, label);
      cost += side.isResult ? side.set->space->cost(layout, side.hint)
                            : side.set->space->cost(side.hint, layout);
    }
    return cost;
  }

private:
  struct Side {
    LayoutSet *set;
    int hint;
    bool isResult;
  };
  void add(const std::vector<std::shared_ptr<LayoutSet>> &sets,
           ArrayRef<Layout> layouts, bool areResults) {
    for (auto [set, layout] : llvm::zip(sets, layouts))
      if (set)
        sides.push_back({set.get(), set->space->intern(layout), areResults});
  }
  static int layoutOf(const Side &side, size_t label) {
    return side.set->layouts[side.set->classOf[label]];
  }

  const LabelSet &labels;
  std::vector<Side> sides;
};
} // namespace

int nearestLabel(LabelSet &labels, function_ref<OpLayouts()> hints) {
  int &best = labels.nearest;
  if (best >= 0)
    return best;
  HintedSides sides(labels, hints());
  // One that is like most hints bounds the others: prices that cannot matter
  // are not asked for.
  size_t likest = 0;
  int64_t most = -1;
  for (size_t l = 0; l < labels.labels.size(); ++l)
    if (int64_t equal = sides.equal(l); equal > most) {
      most = equal;
      likest = l;
    }
  best = static_cast<int>(likest);
  double least = sides.costOf(likest, std::numeric_limits<double>::infinity());
  for (size_t l = 0; l < labels.labels.size(); ++l) {
    double cost = sides.costOf(l, least);
    if (cost < least || (cost == least && static_cast<int>(l) < best)) {
      least = cost;
      best = static_cast<int>(l);
    }
  }
  return best;
}

int propagatedLabel(LabelSet &labels, function_ref<OpLayouts()> hints) {
  int &best = labels.propagated;
  if (best >= 0)
    return best;
  HintedSides sides(labels, hints());
  double least = std::numeric_limits<double>::infinity();
  int64_t most = std::numeric_limits<int64_t>::min();
  for (size_t l = 0; l < labels.labels.size(); ++l) {
    int64_t alike = sides.alike(l);
    if (alike < most)
      continue;
    double bound =
        alike > most ? std::numeric_limits<double>::infinity() : least;
    double cost = sides.costOf(l, bound);
    if (alike == most && cost >= least)
      continue;
    most = alike;
    least = cost;
    best = static_cast<int>(l);
  }
  return best;
}

std::shared_ptr<LabelSet> StrategyLabels::fixed(Operation *op,
                                                const OpLayouts &layouts) {
  auto set = std::make_shared<LabelSet>();
  set->labels = {layouts};
  set->costs = {0.0};
  for (auto [value, layout] : llvm::zip(op->getOperands(), layouts.operands))
    set->operands.push_back(isa<RankedTensorType>(value.getType())
                                ? makeSet(value.getType(), {layout})
                                : nullptr);
  for (auto [value, layout] : llvm::zip(op->getResults(), layouts.results))
    set->results.push_back(isa<RankedTensorType>(value.getType())
                               ? makeSet(value.getType(), {layout})
                               : nullptr);
  return set;
}

std::shared_ptr<LabelSet>
StrategyLabels::kept(const std::shared_ptr<LabelSet> &labels,
                     function_ref<OpLayouts()> hints) {
  std::shared_ptr<LabelSet> &set = keptOf[labels.get()];
  if (set)
    return set;
  auto label = static_cast<size_t>(propagatedLabel(*labels, hints));
  set = std::make_shared<LabelSet>();
  set->labels = {labels->labels[label]};
  set->costs = {labels->costs[label]};
  auto narrow = [&](const std::vector<std::shared_ptr<LayoutSet>> &from,
                    std::vector<std::shared_ptr<LayoutSet>> &to) {
    for (const std::shared_ptr<LayoutSet> &side : from)
      to.push_back(
          side ? setIn(*side->space, side->layouts[side->classOf[label]])
               : nullptr);
  };
  narrow(labels->operands, set->operands);
  narrow(labels->results, set->results);
  return set;
}

std::shared_ptr<LabelSet> StrategyLabels::ofManualEdge(Operation *op) {
  OpLayouts layouts;
  if (auto manual = dyn_cast<dist::ManualOp>(op)) {
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      layouts.operands.push_back(
          manual.getInSharding(i).toLayout(mesh).closed());
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      layouts.results.push_back(
          manual.getOutSharding(i).toLayout(mesh).closed());
  } else {
    auto outer = cast<dist::ManualOp>(op->getParentOp());
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      layouts.operands.push_back(
          insideLayout(outer, outer.getOutSharding(i), mesh));
  }
  return fixed(op, layouts);
}

std::shared_ptr<LabelSet>
StrategyLabels::ofUntied(Operation *op,
                         function_ref<bool(OpOperand &)> isTied) {
  auto set = std::make_shared<LabelSet>();
  set->labels.emplace_back();
  set->costs = {0.0};
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    Layout whole = Layout::replicate(type ? type.getRank() : 0);
    set->labels[0].operands.push_back(whole);
    set->operands.push_back(type && !isTied(operand) ? makeSet(type, {whole})
                                                     : nullptr);
  }
  set->results.assign(op->getNumResults(), nullptr);
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    set->labels[0].results.push_back(
        Layout::replicate(type ? type.getRank() : 0));
  }
  return set;
}

std::shared_ptr<LabelSet> StrategyLabels::ofTie(const ValueTie &tie) {
  Value first = tie.targets.front();
  auto type = cast<RankedTensorType>(first.getType());
  OpLayouts hints;
  for (OpOperand *source : tie.sources)
    hints.operands.push_back(hintOf(source->get(), mesh));
  for (Value target : tie.targets)
    hints.results.push_back(hintOf(target, mesh));
  std::vector<const void *> key{type.getAsOpaquePointer()};
  for (OpOperand *source : tie.sources)
    key.push_back(hintAttrOf(source->get()).getAsOpaquePointer());
  key.push_back(hintAttrOf(first).getAsOpaquePointer());
  Operation *owner = first.getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(first).getOwner()->getParentOp();
  addManualRegions(owner, key);
  std::shared_ptr<LabelSet> &set = known[key];
  if (set)
    return set;
  set = std::make_shared<LabelSet>();
  std::vector<Layout> layouts;
  Candidates candidates =
      enumerateTieCandidates(mesh, type, hints, optionsAt(owner));
  kindsCut += candidates.areSome;
  for (Candidate &candidate : candidates) {
    layouts.push_back(candidate.layouts.results[0]);
    set->labels.push_back(
        {{candidate.layouts.results[0]}, {candidate.layouts.results[0]}});
    set->costs.push_back(0);
  }
  set->operands = {makeSet(type, layouts)};
  set->results = set->operands;
  return set;
}

std::shared_ptr<LabelSet>
StrategyLabels::ofBoundary(Type type, dist::ShardingAttr hintAttr,
                           dist::ShardingAttr boundAttr) {
  std::shared_ptr<LabelSet> &set =
      known[{type.getAsOpaquePointer(), hintAttr.getAsOpaquePointer(),
             boundAttr.getAsOpaquePointer(), &known}];
  if (set)
    return set;
  Layout hint = hintAttr.toLayout(mesh).closed();
  Layout bound = boundAttr.toLayout(mesh);
  std::vector<Layout> layouts{hint};
  Candidates candidates = enumerateIdentityCandidates(
      mesh, cast<RankedTensorType>(type), {{hint}, {hint}}, &bound, options);
  kindsCut += candidates.areSome;
  for (Candidate &candidate : candidates)
    if (candidate.layouts.results[0] != hint)
      layouts.push_back(candidate.layouts.results[0]);
  set = std::make_shared<LabelSet>();
  for (const Layout &layout : layouts) {
    set->labels.push_back({{layout}, {layout}});
    set->costs.push_back(0);
  }
  set->operands = {makeSet(type, layouts)};
  set->results = set->operands;
  return set;
}

} // namespace popt
