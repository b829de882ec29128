//===- PlanShardings.cpp - A plan's shardings on arguments and results ----===//
//
//   {"match": "params*", "dims": []}, {"match": "*['w']", "at": {"pp": 1}}
// The second entry matches params['w'], its moments and all their next values.
// It says of the results only where they are, so that their dims are those of
// their arguments:
//   params['w']     [{}, {}] at pp = 1       and so is result[0]['w'],
//   moments['w']    [{?}, {?}] at pp = 1     and so is result[1]['w']
//
// Tests: test/Annotate/plan-shardings.mlir, apply-plan.mlir,
// apply-plan-errors.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanShardings.h"

#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;

/// As plans call them, in the order of PlanShardings::kKeys.
static constexpr StringLiteral kNames[] = {"dims", "at", "partial", "memory"};
enum Key : unsigned { Dims, At, Partial, InMemory };

static bool gives(const PlanSharding &entry, unsigned key) {
  switch (key) {
  case Dims:
    return entry.dims.has_value();
  case At:
    return entry.at.has_value();
  case Partial:
    return entry.partial.has_value();
  default:
    return entry.memory.has_value();
  }
}

PlanShardings::PlanShardings(func::FuncOp main, const BoundaryValues &boundary,
                             dist::MeshOp meshOp)
    : main(main), boundary(boundary), meshOp(meshOp), attrs(main),
      stateArguments(dist::getStateArguments(main)),
      arguments(main.getNumArguments()), results(main.getNumResults()) {
  for (auto [i, given] : llvm::enumerate(arguments))
    given.own = attrs.getSharding(i);
  for (auto [i, given] : llvm::enumerate(results))
    given.own = attrs.getResultSharding(i);
}

//===----------------------------------------------------------------------===//
// One entry
//===----------------------------------------------------------------------===//

static SmallVector<dist::AxisRefAttr>
toRefs(MLIRContext *context, const std::vector<PlanAxis> &axes) {
  SmallVector<dist::AxisRefAttr> refs;
  for (const PlanAxis &axis : axes)
    refs.push_back(
        dist::AxisRefAttr::get(context, axis.name, axis.pre, axis.size));
  return refs;
}

/// The value's sharding with what the entry says of it.
FailureOr<dist::ShardingAttr> PlanShardings::merge(const PlanSharding &entry,
                                                   const BoundaryValue &value,
                                                   dist::ShardingAttr old,
                                                   const Given &given) {
  MLIRContext *context = main.getContext();
  Location loc = main->getParentOp()->getLoc();
  if (!old)
    old = dist::ShardingAttr::getReplicated(meshOp.getRef(),
                                            value.type.getRank(), true);
  SmallVector<dist::DimShardingAttr> dims(old.getDims());
  if (entry.dims) {
    if (entry.dims->size() > dims.size())
      return emitError(loc) << entry.path << ".dims: " << entry.dims->size()
                            << " dimensions are listed, but \"" << value.name
                            << "\" has rank " << dims.size();
    for (auto [i, dim] : llvm::enumerate(dims)) {
      PlanDim given = i < entry.dims->size() ? (*entry.dims)[i] : PlanDim();
      dim = dist::DimShardingAttr::get(context, toRefs(context, given.axes),
                                       given.open, 1, 0);
    }
  }
  Monoid monoid = old.getMonoid();
  SmallVector<dist::AxisRefAttr> partial(old.getPartial());
  if (entry.partial) {
    monoid = entry.partial->first;
    partial = toRefs(context, entry.partial->second);
  }
  SmallVector<dist::PinAttr> pins(old.getPins());
  if (entry.at) {
    pins.clear();
    for (auto &[axis, coordinates] : *entry.at)
      pins.push_back(dist::PinAttr::get(context, axis, coordinates));
  }
  auto sharding = dist::ShardingAttr::get(
      context, meshOp.getRef(), dims, monoid, partial,
      entry.dims ? ArrayRef<dist::AxisRefAttr>() : old.getReplicated(), pins,
      entry.memory.value_or(old.getMemory()));
  std::string problem = dist::checkSharding(sharding, value.type, meshOp);
  if (problem.empty())
    return sharding;
  InFlightDiagnostic error = emitError(loc);
  error << entry.path << ": " << problem << " in the sharding of \""
        << value.name << "\"";
  for (unsigned key = 0; key < kKeys; ++key)
    if (const PlanSharding *other = given.by[key];
        other && other != &entry && !gives(entry, key))
      error << ", whose \"" << kNames[key] << "\" is from " << other->path;
  return error;
}

/// What the entry says of the value's blocks of layers.
LogicalResult PlanShardings::setOwners(const PlanSharding &entry,
                                       const BoundaryValue &value,
                                       NamedAttrList &list) {
  if (!entry.dims)
    return success();
  list.erase(dist::kOwners);
  Mesh mesh = meshOp.toMesh();
  for (auto [i, dim] : llvm::enumerate(*entry.dims)) {
    if (dim.owners.empty())
      continue;
    const MeshAxis &axis = mesh.axes[*mesh.find(dim.axes.front().name)];
    std::string problem =
        axis.kind == AxisKind::Stage
            ? dist::checkOwners(axis, value.type.getDimSize(i), dim.owners)
            : "axis \"" + axis.name +
                  "\" lists owners of layers, but is no stage axis";
    if (!problem.empty())
      return emitError(main->getParentOp()->getLoc())
             << entry.path << ".dims[" << i << "]: " << problem << " (\""
             << value.name << "\")";
    if (axis.size > 1)
      list.set(dist::kOwners,
               DenseI64ArrayAttr::get(main.getContext(), dim.owners));
  }
  return success();
}

LogicalResult PlanShardings::apply(const PlanSharding &entry) {
  auto matched = boundary.match(entry.match, true, !entry.onlyInputs);
  if (entry.onlyInputs)
    llvm::erase_if(matched, [&](const BoundaryValue *value) {
      return attrs.stateOf(value->index).has_value();
    });
  if (matched.empty())
    return boundary.noMatch(std::move(emitError(main->getParentOp()->getLoc())
                                      << entry.path << ": "),
                            entry.match, true, !entry.onlyInputs);
  llvm::DenseSet<unsigned> named;
  for (const BoundaryValue *value : matched)
    if (value->isArgument)
      named.insert(value->index);
  for (const BoundaryValue *value : matched) {
    unsigned i = value->index;
    bool isArgument = value->isArgument;
    Given &given = isArgument ? arguments[i] : results[i];
    // Of state and its next value together an entry speaks as of the state.
    if (!isArgument && stateArguments[i] &&
        named.contains(*stateArguments[i])) {
      for (unsigned key = 0; key < kKeys; ++key)
        if (gives(entry, key))
          given.by[key] = nullptr;
      continue;
    }
    NamedAttrList &list = (isArgument ? attrs.arguments : attrs.results)[i];
    FailureOr<dist::ShardingAttr> sharding = merge(
        entry, *value,
        isArgument ? attrs.getSharding(i) : attrs.getResultSharding(i), given);
    if (failed(sharding) || failed(setOwners(entry, *value, list)))
      return failure();
    if (isArgument)
      attrs.setSharding(i, *sharding);
    else
      attrs.setResultSharding(i, *sharding);
    // A plan speaks of the one mesh, in its order of devices, and of memory
    // after the front end.
    list.erase(dist::kDeviceIds);
    if (entry.memory)
      list.erase(dist::kOnHost);
    given.any = true;
    for (unsigned key = 0; key < kKeys; ++key)
      if (gives(entry, key))
        given.by[key] = &entry;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results of state
//===----------------------------------------------------------------------===//

/// A step leaves its state where the next one reads it: of a key that the plan
/// gives both, the values agree.
LogicalResult PlanShardings::checkKey(unsigned key, unsigned argument,
                                      unsigned result) {
  const PlanSharding *first = arguments[argument].by[key];
  const PlanSharding *second = results[result].by[key];
  if (!first || !second)
    return success();
  Mesh mesh = meshOp.toMesh();
  // An axis of one coordinate says nothing.
  auto isTrivial = [](const AxisRef &axis) { return axis.size == 1; };
  auto read = [&](dist::ShardingAttr sharding) {
    Layout layout = sharding.toLayout(mesh), part;
    for (DimLayout &dim : layout.dims)
      llvm::erase_if(dim.axes, isTrivial);
    part.dims.resize(layout.dims.size());
    switch (key) {
    case Dims:
      part.dims = layout.dims;
      break;
    case At:
      llvm::erase_if(layout.pins, [&](const Pin &pin) {
        return mesh.axes[pin.axis].size == 1;
      });
      part.pins = layout.pins;
      break;
    case Partial:
      llvm::erase_if(layout.partial, isTrivial);
      if (!layout.partial.empty())
        part.monoid = layout.monoid;
      part.partial = layout.partial;
      break;
    default:
      part.memory = layout.memory;
    }
    return part;
  };
  Layout was = read(attrs.getSharding(argument));
  Layout is = read(attrs.getResultSharding(result));
  // Propagation makes open dimensions alike.
  for (auto [a, b] : llvm::zip_equal(was.dims, is.dims))
    if (a.open || b.open)
      a = b = DimLayout();
  if (was == is)
    return success();
  return main.emitError() << first->path << " says that "
                          << dist::describeArgument(main, argument) << " is "
                          << was.str(mesh) << ", but " << second->path
                          << " that its next value, "
                          << dist::describeResult(main, result) << ", is "
                          << is.str(mesh)
                          << "; shard both alike, or only the argument";
}

/// Keys that no entry gives the result are its argument's.
LogicalResult PlanShardings::follow(unsigned argument, unsigned result) {
  const Given &from = arguments[argument], &to = results[result];
  dist::ShardingAttr was = attrs.getSharding(argument);
  if ((!from.any && !to.any) || !was)
    return success();
  NamedAttrList &list = attrs.results[result];
  if (!to.any) {
    attrs.setResultSharding(result, {});
    list.erase(dist::kDeviceIds);
    list.erase(dist::kOwners);
    if (from.by[InMemory])
      list.erase(dist::kOnHost);
    return success();
  }
  dist::ShardingAttr is = attrs.getResultSharding(result);
  auto takes = [&](unsigned key) {
    return !to.by[key] && (from.by[key] || !to.own);
  };
  dist::ShardingAttr dims = takes(Dims) ? was : is;
  dist::ShardingAttr partial = takes(Partial) ? was : is;
  if (takes(Dims))
    list.erase(dist::kOwners);
  if (takes(InMemory))
    list.erase(dist::kOnHost);
  auto sharding = dist::ShardingAttr::get(
      main.getContext(), meshOp.getRef(), dims.getDims(), partial.getMonoid(),
      partial.getPartial(), dims.getReplicated(),
      (takes(At) ? was : is).getPins(),
      (takes(InMemory) ? was : is).getMemory());
  attrs.setResultSharding(result, sharding);
  for (unsigned key = 0; key < kKeys; ++key)
    if (failed(checkKey(key, argument, result)))
      return failure();
  std::string problem = dist::checkSharding(
      sharding, cast<RankedTensorType>(main.getResultTypes()[result]), meshOp);
  if (problem.empty())
    return success();
  InFlightDiagnostic error = main.emitError();
  error << problem << " in the sharding of "
        << dist::describeResult(main, result);
  for (unsigned key = 0; key < kKeys; ++key)
    if (const PlanSharding *by = to.by[key] ? to.by[key] : from.by[key])
      error << ", whose \"" << kNames[key] << "\" is from " << by->path;
  return error;
}

LogicalResult PlanShardings::finish() {
  for (unsigned argument = 0; argument < main.getNumArguments(); ++argument)
    if (std::optional<unsigned> result = attrs.stateOf(argument);
        result && failed(follow(argument, *result)))
      return failure();
  attrs.write();
  dist::shareStateShardings(main);
  return success();
}
