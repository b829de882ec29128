//===- PlanQuestions.cpp - What else is asked about a plan ----------------===//
//
// Tests: test/Compile/plan-questions.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/PlanQuestions.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace popt {

/// More layouts of one tensor are not asked for.
static constexpr size_t kMostLayouts = 64;

namespace {
/// An argument or result.
struct BoundaryValue {
  std::string name;
  ArrayRef<int64_t> shape;
  bool isResult = false;
};
} // namespace

static std::vector<BoundaryValue> boundaryOf(ModuleOp imported) {
  auto main = imported.lookupSymbol<func::FuncOp>("main");
  dist::BoundaryAttrs attrs(main);
  std::vector<BoundaryValue> values;
  auto add = [&](StringRef kind, ArrayRef<NamedAttrList> lists, TypeRange types,
                 bool areResults) {
    for (auto [i, type] : llvm::enumerate(types)) {
      auto shaped = dyn_cast<ShapedType>(type);
      auto name = dyn_cast_or_null<StringAttr>(lists[i].get(dist::kName));
      if (shaped)
        values.push_back({name ? name.str() : (kind + Twine(i)).str(),
                          shaped.getShape(), areResults});
    }
  };
  add("arg", attrs.arguments, main.getArgumentTypes(), false);
  add("res", attrs.results, main.getResultTypes(), true);
  return values;
}

std::string describe(const std::vector<PlanDim> &dims) {
  std::string text;
  for (const PlanDim &dim : dims) {
    std::string axes;
    for (const PlanAxis &axis : dim.axes)
      axes += (axes.empty() ? "\"" : ", \"") + axis.name + "\"";
    text += (text.empty() ? "[" : ", [") + axes + "]";
  }
  return "[" + text + "]";
}

std::vector<MeshOverride> devicesOf(const Plan &plan) {
  std::vector<MeshOverride> axes;
  for (const MeshOverride &axis : plan.mesh)
    if (axis.kind.value_or(AxisKind::Device) == AxisKind::Device)
      axes.push_back(axis);
  return axes;
}

/// Puts each axis into every dimension, behind or before those that are there, or
/// into none.
static void addLayouts(ArrayRef<MeshOverride> axes, std::vector<PlanDim> dims,
                       std::vector<std::vector<PlanDim>> &all) {
  if (axes.empty()) {
    all.push_back(std::move(dims));
    return;
  }
  addLayouts(axes.drop_front(), dims, all);
  PlanAxis axis{axes.front().name, 0, 0};
  for (size_t d = 0; d < dims.size(); ++d)
    for (size_t at = 0; at <= dims[d].axes.size(); ++at) {
      std::vector<PlanDim> more = dims;
      more[d].axes.insert(more[d].axes.begin() + static_cast<long>(at), axis);
      addLayouts(axes.drop_front(), std::move(more), all);
    }
}

static bool divides(ArrayRef<int64_t> shape, const std::vector<PlanDim> &dims,
                    ArrayRef<MeshOverride> axes) {
  for (auto [size, dim] : llvm::zip(shape, dims)) {
    int64_t parts = 1;
    for (const PlanAxis &axis : dim.axes)
      parts *= *llvm::find_if(axes, [&](const MeshOverride &given) {
                  return given.name == axis.name;
                })->size;
    if (size % parts != 0)
      return false;
  }
  return true;
}

/// The layout that a plan gives a value.
static const PlanSharding *entryFor(const Plan &plan, StringRef name) {
  const PlanSharding *last = nullptr;
  for (const PlanSharding &entry : plan.shardings)
    if (entry.dims && matchesName(entry.match, name.str()))
      last = &entry;
  return last;
}

/// What the pattern matches: values that can have the same layouts.
static FailureOr<std::vector<BoundaryValue>> matchAlike(ModuleOp imported,
                                                        StringRef pattern) {
  std::vector<BoundaryValue> matched;
  for (BoundaryValue &value : boundaryOf(imported))
    if (matchesName(pattern.str(), value.name))
      matched.push_back(std::move(value));
  if (matched.empty())
    return imported.emitError("--why=")
           << pattern << ": no argument or result has such a name";
  size_t rank = matched.front().shape.size();
  for (const BoundaryValue &value : matched)
    if (value.shape.size() != rank)
      return imported.emitError("--why=")
             << pattern << ": \"" << matched.front().name << "\" has " << rank
             << " dimensions, \"" << value.name << "\" " << value.shape.size();
  return matched;
}

LogicalResult checkAlike(ModuleOp imported, StringRef pattern) {
  return matchAlike(imported, pattern);
}

FailureOr<std::vector<LayoutCost>> costsOfLayouts(Planner &planner,
                                                  const PlanQuestion &question,
                                                  const PlanAnswer &best,
                                                  StringRef pattern) {
  FailureOr<std::vector<BoundaryValue>> found =
      matchAlike(planner.module(), pattern);
  if (failed(found))
    return failure();
  ArrayRef<BoundaryValue> matched = *found;
  std::vector<MeshOverride> axes = devicesOf(best.plan);
  size_t rank = matched.front().shape.size();
  std::vector<std::vector<PlanDim>> layouts;
  addLayouts(axes, std::vector<PlanDim>(rank), layouts);
  auto isChosen = [&](const std::vector<PlanDim> &dims) {
    return llvm::all_of(matched, [&](const BoundaryValue &value) {
      std::vector<PlanDim> chosen(rank);
      if (const PlanSharding *entry = entryFor(best.plan, value.name))
        std::copy_n(entry->dims->begin(), std::min(rank, entry->dims->size()),
                    chosen.begin());
      return chosen == dims;
    });
  };
  std::vector<LayoutCost> costs;
  for (std::vector<PlanDim> &dims : layouts) {
    bool isEven = llvm::all_of(matched, [&](const BoundaryValue &value) {
      return divides(value.shape, dims, axes);
    });
    if (!isEven || costs.size() >= kMostLayouts)
      continue;
    Plan plan = question.given;
    plan.mesh = devicesOf(best.plan);
    PlanSharding pin;
    pin.match = pattern.str();
    pin.path = "--why";
    pin.dims = dims;
    plan.shardings.push_back(std::move(pin));
    FailureOr<PlanAnswer> answer = planner.model(plan);
    if (failed(answer))
      return failure();
    costs.push_back({dims, answer->modelSeconds, isChosen(dims)});
  }
  llvm::stable_sort(costs, [](const LayoutCost &a, const LayoutCost &b) {
    return a.seconds < b.seconds;
  });
  return costs;
}

FailureOr<KeptPlan> keepOf(Planner &planner, const PlanQuestion &question,
                           const PlanAnswer &best, const Plan &old,
                           double worth) {
  KeptPlan kept;
  kept.pins = question.given;
  // What each entry decides, by name, so that one can go without the others'
  // meaning something else.
  std::vector<std::pair<const PlanSharding *, std::vector<PlanSharding>>>
      groups;
  for (const PlanSharding &entry : old.shardings)
    groups.push_back({&entry, {}});
  std::vector<BoundaryValue> values = boundaryOf(planner.module());
  for (const BoundaryValue &value : values) {
    const PlanSharding *entry = entryFor(old, value.name);
    // What is said of arguments, too, leaves results that are state to them.
    bool isOfArguments =
        entry && value.isResult &&
        llvm::any_of(values, [&](const BoundaryValue &other) {
          return !other.isResult && matchesName(entry->match, other.name);
        });
    if (!entry || isOfArguments || entry->dims->size() > value.shape.size())
      continue;
    PlanSharding pin = *entry;
    pin.match = value.name;
    llvm::find_if(groups, [&](auto &group) {
      return group.first == entry;
    })->second.push_back(std::move(pin));
  }
  llvm::erase_if(groups, [](auto &group) { return group.second.empty(); });

  /// By which part a step is slower with these pins, which may contradict others.
  auto slowerWith = [&](const Plan &pins) -> double {
    FailureOr<PlanAnswer> answer = failure();
    KeptMessages said;
    said.keep(planner.module()->getContext(),
              [&] { answer = planner.model(pins); });
    return failed(answer) ? std::numeric_limits<double>::infinity()
                          : answer->modelSeconds / best.modelSeconds - 1;
  };
  auto numberOf = [](const Plan &plan) {
    int64_t devices = 1;
    for (const MeshOverride &axis : plan.mesh)
      devices *= axis.kind == AxisKind::Time ? 1 : axis.size.value_or(1);
    return devices;
  };
  // The model is of plans that divide all operations among all devices.
  if (numberOf(old) > planner.getDevices() ||
      devicesOf(old).size() != old.mesh.size()) {
    kept.dropped.push_back({"mesh", std::nullopt});
    return kept;
  }
  Plan pins = kept.pins;
  pins.mesh = old.mesh;
  double slower = slowerWith(pins);
  if (slower > worth) {
    kept.dropped.push_back({"mesh", slower});
    return kept;
  }
  Plan all = pins;
  for (auto &[entry, own] : groups)
    llvm::append_range(all.shardings, own);
  if (slowerWith(all) <= worth) {
    kept.pins = std::move(all);
    return kept;
  }
  for (auto &[entry, own] : groups) {
    Plan more = pins;
    llvm::append_range(more.shardings, own);
    slower = slowerWith(more);
    if (slower <= worth)
      pins = std::move(more);
    else
      kept.dropped.push_back({entry->match, slower});
  }
  kept.pins = std::move(pins);
  return kept;
}

} // namespace popt
