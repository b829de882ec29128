//===- DistVerify.cpp - What every collective must satisfy ----------------===//
//
// Groups of collectives, and their verification: the groups, the local shapes,
// and, with the `as` clause, that the layouts before and after are those that
// the collective leads from and to. Tests: test/Dialect/Dist/invalid-*.mlir.
//
//===----------------------------------------------------------------------===//
#include "DistSyntax.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

std::string dist::checkAxes(ArrayRef<AxisRefAttr> refs, const Mesh &mesh) {
  AxisList seen;
  for (AxisRefAttr attr : refs) {
    std::optional<AxisRef> ref = attr.toAxisRef(mesh);
    if (!ref)
      return describeUnknownAxis(attr.getName(), mesh);
    int64_t whole = mesh.axes[ref->axis].size;
    if (!attr.isWhole() && (whole % ref->end() != 0 || ref->size == whole))
      return "part " + mesh.str(*ref) + " is no proper part of axis \"" +
             mesh.axes[ref->axis].name + "\" of size " + std::to_string(whole);
    for (const AxisRef &other : seen)
      if (other.overlaps(*ref))
        return "axis " + mesh.str(*ref) + " of size " +
               std::to_string(ref->size) + " is used twice";
    seen.push_back(*ref);
  }
  return "";
}

/// The module's mesh if it has this name, else a message.
static std::string findMesh(Operation *op, StringRef name, MeshOp &mesh) {
  mesh = dist::getMesh(op);
  if (!mesh)
    return ("mesh @" + name + " is unknown: the module has no dist.mesh").str();
  if (mesh.getSymName() != name)
    return ("mesh @" + name + " is unknown: the module's mesh is @" +
            mesh.getSymName())
        .str();
  return "";
}

std::string dist::checkAxes(Operation *op, AxisListAttr axes,
                            StringRef meshName) {
  MeshOp mesh;
  std::string problem = findMesh(op, meshName, mesh);
  return problem.empty() ? checkAxes(axes.getAxes(), mesh.toMesh()) : problem;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static std::vector<std::vector<int64_t>> toLists(ArrayAttr attr) {
  std::vector<std::vector<int64_t>> lists;
  for (Attribute list : attr) {
    ArrayRef<int64_t> ranks = cast<DenseI64ArrayAttr>(list).asArrayRef();
    lists.emplace_back(ranks.begin(), ranks.end());
  }
  return lists;
}

/// The connected parts of the graph of pairs, each ascending.
static std::vector<std::vector<int64_t>> connectedParts(ArrayAttr pairs) {
  std::vector<std::vector<int64_t>> edges = toLists(pairs);
  std::vector<int64_t> ranks; // of a text: any numbers
  for (const std::vector<int64_t> &edge : edges)
    ranks.insert(ranks.end(), edge.begin(), edge.end());
  llvm::sort(ranks);
  ranks.erase(llvm::unique(ranks), ranks.end());
  auto indexOf = [&](int64_t rank) {
    return llvm::lower_bound(ranks, rank) - ranks.begin();
  };
  llvm::IntEqClasses classes(ranks.size());
  for (const std::vector<int64_t> &edge : edges)
    classes.join(indexOf(edge[0]), indexOf(edge[1]));
  classes.compress();
  std::vector<std::vector<int64_t>> parts(classes.getNumClasses());
  for (auto [i, rank] : llvm::enumerate(ranks))
    parts[classes[i]].push_back(rank);
  return parts;
}

/// A mesh in which time steps are numbered like devices, if `axes` has time
/// axes.
static Mesh numberTimeSteps(const Mesh &mesh, const AxisList &axes) {
  Mesh result = mesh;
  if (llvm::any_of(axes, [&](const AxisRef &ref) {
        return mesh.axes[ref.axis].kind == AxisKind::Time;
      })) {
    for (MeshAxis &axis : result.axes)
      axis.kind = AxisKind::Device;
    result.deviceIds.clear();
  }
  return result;
}

std::vector<std::vector<int64_t>> dist::detail::groups(Operation *op,
                                                       const Mesh &mesh) {
  if (auto permute = dyn_cast<PermuteOp>(op))
    return connectedParts(permute.getPairs());
  auto collective = cast<CollectiveOpInterface>(op);
  if (ArrayAttr lists = collective.getReplicaGroupsAttr())
    return toLists(lists);
  AxisList axes;
  if (AxisListAttr attr = collective.getAxesAttr())
    axes = attr.toAxisList(mesh);
  return numberTimeSteps(mesh, axes).groups(axes);
}

/// Number of members of each group. The groups are well formed.
static int64_t getGroupSize(CollectiveOpInterface op, const Mesh &mesh) {
  if (ArrayAttr lists = op.getReplicaGroupsAttr())
    return cast<DenseI64ArrayAttr>(lists[0]).size();
  return product(op.getAxesAttr().toAxisList(mesh));
}

static LogicalResult verifyRankLists(Operation *op, ArrayAttr attr,
                                     const Mesh &mesh) {
  std::vector<std::vector<int64_t>> lists = toLists(attr);
  int64_t numRanks = mesh.numRanks();
  llvm::DenseSet<int64_t> seen;
  for (const std::vector<int64_t> &list : lists) {
    if (list.size() != lists[0].size())
      return op->emitOpError()
             << "has groups of " << lists[0].size() << " and of " << list.size()
             << " ranks; all must have one size";
    for (int64_t rank : list) {
      if (rank < 0 || rank >= numRanks)
        return op->emitOpError()
               << "names rank " << rank << ", but the mesh has " << numRanks
               << " ranks";
      if (!seen.insert(rank).second)
        return op->emitOpError() << "names rank " << rank << " twice";
    }
  }
  if (static_cast<int64_t>(seen.size()) != numRanks)
    return op->emitOpError()
           << "has " << seen.size() << " ranks in its groups, but the mesh has "
           << numRanks;
  return success();
}

static LogicalResult verifyPairs(PermuteOp op, const Mesh &mesh) {
  int64_t numRanks = mesh.numRanks();
  llvm::BitVector sources(numRanks), targets(numRanks);
  for (Attribute attr : op.getPairs()) {
    ArrayRef<int64_t> pair = cast<DenseI64ArrayAttr>(attr).asArrayRef();
    if (pair.size() != 2)
      return op.emitOpError() << "has a pair of " << pair.size() << " ranks";
    for (int64_t rank : pair)
      if (rank < 0 || rank >= numRanks)
        return op.emitOpError()
               << "names rank " << rank << ", but the mesh has " << numRanks
               << " ranks";
    if (sources.test(pair[0]))
      return op.emitOpError() << "has rank " << pair[0] << " as source twice";
    if (targets.test(pair[1]))
      return op.emitOpError() << "has rank " << pair[1] << " as target twice";
    sources.set(pair[0]);
    targets.set(pair[1]);
  }
  return success();
}

static LogicalResult verifyGroups(CollectiveOpInterface op, const Mesh &mesh) {
  if (auto permute = dyn_cast<PermuteOp>(op.getOperation()))
    return verifyPairs(permute, mesh);
  AxisListAttr axes = op.getAxesAttr();
  ArrayAttr lists = op.getReplicaGroupsAttr();
  if (bool(axes) == bool(lists))
    return op->emitOpError("must have either axes or lists of ranks");
  if (lists)
    return verifyRankLists(op, lists, mesh);
  std::string problem = checkAxes(axes.getAxes(), mesh);
  return problem.empty() ? success() : op->emitOpError() << problem;
}

//===----------------------------------------------------------------------===//
// The `as` clause
//===----------------------------------------------------------------------===//

static LogicalResult verifyLocalType(Operation *op, ShardingAttr sharding,
                                     RankedTensorType global, Type local,
                                     MeshOp mesh, StringRef what) {
  std::string problem = checkSharding(sharding, global, mesh);
  if (!problem.empty())
    return op->emitOpError() << problem << " in '" << what << "'";
  Type expected = getLocalType(global, sharding.toLayout(mesh.toMesh()));
  if (expected != local)
    return op->emitOpError()
           << "has the local type " << local << ", but '" << what << "' makes "
           << expected << " of " << global;
  return success();
}

/// Axes as a set: in mesh order, parts merged.
static AxisList asSet(const Mesh &mesh, AxisList axes) {
  llvm::sort(axes);
  return mergeParts(mesh, axes);
}

static AxisList join(const AxisList &a, const AxisList &b) {
  AxisList result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

namespace {
/// The changes of the layouts by a collective.
struct Change {
  int64_t gains = -1;       ///< dimension that gets the axes as most minor ones
  int64_t loses = -1;       ///< dimension that had them as most minor ones
  bool partialLost = false; ///< they were partial
  bool partialGained = false;
  bool unpins = false; ///< the value was pinned along them
  bool pins = false;   ///< the value is pinned along them now
};
} // namespace

static std::optional<Change> getChange(Operation *op) {
  Change change;
  if (auto gather = dyn_cast<AllGatherOp>(op)) {
    change.loses = gather.getDim();
  } else if (auto slice = dyn_cast<AllSliceOp>(op)) {
    change.gains = slice.getDim();
  } else if (auto scatter = dyn_cast<ReduceScatterOp>(op)) {
    change.gains = scatter.getDim();
    change.partialLost = true;
  } else if (isa<BroadcastOp>(op)) {
    change.unpins = true;
  } else if (auto scatter = dyn_cast<ScatterOp>(op)) {
    change.gains = scatter.getDim();
    change.unpins = true;
  } else if (auto gather = dyn_cast<GatherOp>(op)) {
    change.loses = gather.getDim();
    change.pins = true;
  } else if (isa<ReduceOp>(op)) {
    change.partialLost = true;
    change.pins = true;
  } else if (isa<AllReduceOp>(op)) {
    change.partialLost = true;
  } else if (isa<ToPartialOp>(op)) {
    change.partialGained = true;
  } else if (auto exchange = dyn_cast<AllToAllOp>(op)) {
    if (exchange.getSplit() == exchange.getConcat())
      return std::nullopt;
    change.gains = exchange.getSplit();
    change.loses = exchange.getConcat();
  } else {
    return std::nullopt;
  }
  return change;
}

/// Checks the pins of both layouts: along the axes of a rooted collective they
/// come or go, with the root among their coordinates; others stay.
static LogicalResult verifyPins(CollectiveOpInterface op, const Mesh &mesh,
                                const AxisList &axes, const Change &change,
                                const Layout &from, const Layout &to) {
  std::vector<int64_t> coordinates(mesh.axes.size(), 0);
  std::optional<int64_t> root = op.getRoot();
  int64_t rest = root.value_or(0);
  for (const AxisRef &ref : llvm::reverse(axes)) {
    int64_t minor = mesh.axes[ref.axis].size / ref.end();
    coordinates[ref.axis] += rest % ref.size * minor;
    rest /= ref.size;
  }
  for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis) {
    const Pin *before = from.findPin(axis), *after = to.findPin(axis);
    if (!root || !overlaps(axes, {mesh.ref(axis)})) {
      if (bool(before) != bool(after) || (before && !(*before == *after)))
        return op->emitOpError()
               << "changes the pin on axis \"" << mesh.axes[axis].name << "\"";
      continue;
    }
    if (!llvm::is_contained(asSet(mesh, axes), mesh.ref(axis)))
      return op->emitOpError()
             << "with a root is over a part of axis \"" << mesh.axes[axis].name
             << "\"; pins are along whole axes";
    const Pin *pin = change.unpins ? before : after;
    const Pin *none = change.unpins ? after : before;
    const std::string &name = mesh.axes[axis].name;
    if (!pin || none)
      return op->emitOpError() << "with a root over axis \"" << name
                               << "\" needs the value pinned along it "
                               << (change.unpins ? "before and not after"
                                                 : "after and not before");
    int64_t at = coordinates[axis];
    if (change.pins ? pin->coordinates != std::vector{at}
                    : !llvm::is_contained(pin->coordinates, at))
      return op->emitOpError()
             << "has its root at coordinate " << at << " of axis \"" << name
             << "\", where the value is not pinned";
  }
  return success();
}

/// True if a dim in single elements over the minor part of an axis is sliced
/// along its major part: then the whole axis splits it, the first coordinates
/// hold the elements and the others none.
static bool slicesToWholeAxis(CollectiveOpInterface op, const Mesh &mesh,
                              int64_t dim, const AxisList &before,
                              const AxisList &axes, const AxisList &after) {
  if (!isa<AllSliceOp>(op) || before.empty() || after.empty() ||
      cast<RankedTensorType>(op->getOperand(0).getType()).getDimSize(dim) != 1)
    return false;
  AxisList rest(before.begin(), before.end() - 1);
  return mergeParts(mesh, join(axes, {before.back()})) ==
             AxisList{mesh.ref(before.back().axis)} &&
         join(rest, {mesh.ref(before.back().axis)}) == after;
}

/// Checks that `from` with the collective's change is `to`.
static LogicalResult verifyChange(CollectiveOpInterface op, const Mesh &mesh) {
  std::optional<Change> change = getChange(op);
  if (!change)
    return success();
  AxisList axes = op.getAxesAttr().toAxisList(mesh);
  Layout from = op.getFromAttr().toLayout(mesh);
  Layout to = op.getToAttr().toLayout(mesh);
  for (auto [i, before, after] : llvm::enumerate(from.dims, to.dims)) {
    int64_t dim = i;
    AxisList expected =
        dim == change->gains ? join(before.axes, axes) : before.axes;
    AxisList actual =
        dim == change->loses ? join(after.axes, axes) : after.axes;
    if (mergeParts(mesh, expected) != mergeParts(mesh, actual) &&
        !(dim == change->gains &&
          slicesToWholeAxis(op, mesh, dim, before.axes, axes, after.axes)))
      return op->emitOpError()
             << "over " << mesh.str(axes) << " does not lead from "
             << mesh.str(before.axes) << " to " << mesh.str(after.axes)
             << " in dimension " << dim;
  }
  AxisList expected =
      change->partialGained ? join(from.partial, axes) : from.partial;
  AxisList actual = change->partialLost ? join(to.partial, axes) : to.partial;
  if (asSet(mesh, expected) != asSet(mesh, actual))
    return op->emitOpError()
           << "over " << mesh.str(axes) << " does not lead from partial "
           << mesh.str(from.partial) << " to partial " << mesh.str(to.partial);
  if (failed(verifyPins(op, mesh, axes, *change, from, to)))
    return failure();
  if (std::optional<Monoid> monoid = op.getMonoid())
    for (const Layout &layout : {from, to})
      if (!layout.partial.empty() && layout.monoid != *monoid)
        return op->emitOpError()
               << "combines by " << popt::name(*monoid)
               << ", but a layout is partial by " << popt::name(layout.monoid);
  return success();
}

static LogicalResult verifyClause(CollectiveOpInterface op, MeshOp meshOp) {
  TypeAttr globalType = op.getGlobalTypeAttr();
  if (!globalType || !op.getFromAttr() || !op.getToAttr())
    return op->emitOpError(
        "must have the global type, 'from' and 'to' together");
  if (op.getReplicaGroupsAttr())
    return op->emitOpError(
        "must name axes, not lists of ranks, where it has an 'as' clause");
  auto global = cast<RankedTensorType>(globalType.getValue());
  if (!global.hasStaticShape())
    return op->emitOpError()
           << "has the global type " << global << ", whose shape is not static";
  if (failed(verifyLocalType(op, op.getFromAttr(), global,
                             op->getOperand(0).getType(), meshOp, "from")) ||
      failed(verifyLocalType(op, op.getToAttr(), global,
                             op->getResult(0).getType(), meshOp, "to")))
    return failure();
  return verifyChange(op, meshOp.toMesh());
}

static LogicalResult verifyRoot(CollectiveOpInterface op, const Mesh &mesh) {
  std::optional<int64_t> root = op.getRoot();
  if (!root)
    return success();
  int64_t size = getGroupSize(op, mesh);
  if (*root < 0 || *root >= size)
    return op->emitOpError()
           << "has member " << *root << " as root of groups of " << size;
  return success();
}

LogicalResult dist::detail::verifyCollective(Operation *operation) {
  auto op = cast<CollectiveOpInterface>(operation);
  MeshOp mesh;
  std::string problem = findMesh(operation, op.getMeshAttr().getValue(), mesh);
  if (!problem.empty())
    return operation->emitOpError() << problem;
  if (failed(verifyGroups(op, mesh.toMesh())) ||
      failed(verifyRoot(op, mesh.toMesh())))
    return failure();
  if (op.getGlobalTypeAttr() || op.getFromAttr() || op.getToAttr())
    return verifyClause(op, mesh);
  return success();
}

//===----------------------------------------------------------------------===//
// Local shapes without the `as` clause
//===----------------------------------------------------------------------===//

static LogicalResult verifyDim(Operation *op, int64_t dim) {
  int64_t rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
  if (dim < 0 || dim >= rank)
    return op->emitOpError()
           << "names dimension " << dim << " of a value of rank " << rank;
  return success();
}

/// Checks the result's type: the operand's, with dimension `grows` multiplied
/// and dimension `shrinks` divided by the group's size (-1: none).
static LogicalResult verifyResultType(CollectiveOpInterface op, int64_t grows,
                                      int64_t shrinks) {
  if (op.getGlobalTypeAttr())
    return success();
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  int64_t size = grows < 0 && shrinks < 0
                     ? 1
                     : getGroupSize(op, dist::getMesh(op).toMesh());
  SmallVector<int64_t> shape(input.getShape());
  if (shrinks >= 0) {
    if (shape[shrinks] % size != 0)
      return op->emitOpError()
             << "splits dimension " << shrinks << " of extent "
             << shape[shrinks] << " into " << size
             << " equal blocks; uneven ones need the 'as' clause";
    shape[shrinks] /= size;
  }
  if (grows >= 0)
    shape[grows] *= size;
  auto expected =
      RankedTensorType::get(shape, input.getElementType(), input.getEncoding());
  if (expected != op->getResult(0).getType())
    return op->emitOpError()
           << "over groups of " << size << " makes " << expected << " of "
           << input << ", but its result is " << op->getResult(0).getType();
  return success();
}

static LogicalResult verifyShapes(CollectiveOpInterface op, int64_t grows,
                                  int64_t shrinks) {
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  if (!input.hasStaticShape())
    return op->emitOpError()
           << "has the operand type " << input << ", whose shape is not static";
  return verifyResultType(op, grows, shrinks);
}

LogicalResult AllReduceOp::verify() { return success(); }
LogicalResult BroadcastOp::verify() { return success(); }
LogicalResult ReduceOp::verify() { return success(); }

LogicalResult ToPartialOp::verify() {
  std::optional<ArrayRef<int64_t>> keep = getKeep();
  if (!keep)
    return success();
  int64_t size = getGroupSize(*this, dist::getMesh(*this).toMesh());
  if (keep->empty())
    return emitOpError("keeps the value of no member");
  for (size_t i = 0; i < keep->size(); ++i) {
    if ((*keep)[i] < 0 || (*keep)[i] >= size)
      return emitOpError() << "keeps the value of member " << (*keep)[i]
                           << " of groups of " << size;
    if (i && (*keep)[i - 1] >= (*keep)[i])
      return emitOpError() << "lists member " << (*keep)[i] << " after "
                           << (*keep)[i - 1] << "; members ascend";
  }
  return success();
}

LogicalResult AllGatherOp::verify() {
  if (failed(verifyDim(*this, getDim())))
    return failure();
  return verifyShapes(*this, getDim(), -1);
}

LogicalResult GatherOp::verify() {
  if (failed(verifyDim(*this, getDim())))
    return failure();
  return verifyShapes(*this, getDim(), -1);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyDim(*this, getDim())))
    return failure();
  return verifyShapes(*this, -1, getDim());
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyDim(*this, getDim())))
    return failure();
  return verifyShapes(*this, -1, getDim());
}

LogicalResult AllSliceOp::verify() {
  if (failed(verifyDim(*this, getDim())))
    return failure();
  return verifyShapes(*this, -1, getDim());
}

LogicalResult AllToAllOp::verify() {
  if (failed(verifyDim(*this, getSplit())) ||
      failed(verifyDim(*this, getConcat())))
    return failure();
  return verifyShapes(*this, getConcat(), getSplit());
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

SmallVector<CollectiveOpInterface> BucketOp::getMembers() {
  SmallVector<CollectiveOpInterface> members;
  for (Operation &op : getBody().front().without_terminator())
    members.push_back(cast<CollectiveOpInterface>(op));
  return members;
}

LogicalResult BucketOp::verifyRegions() {
  mlir::Block &body = getBody().front();
  Operation *terminator = body.getTerminator();
  if (body.getArgumentTypes() != getInputs().getTypes())
    return emitOpError("has operands and arguments of different types");
  if (terminator->getOperandTypes() != getResultTypes())
    return emitOpError("has results of other types than what it returns");
  size_t count = std::distance(body.begin(), std::prev(body.end()));
  if (count < 2)
    return emitOpError() << "has " << count
                         << " operations; a bucket has at least two";
  if (count != getInputs().size() || count != getNumResults())
    return emitOpError() << "has " << count << " operations, "
                         << getInputs().size() << " operands and "
                         << getNumResults() << " results";
  CollectiveOpInterface first;
  for (auto [i, op] : llvm::enumerate(body.without_terminator())) {
    if (!isa<AllReduceOp, AllGatherOp, ReduceScatterOp, BroadcastOp, ReduceOp>(
            op))
      return op.emitOpError("cannot be in a bucket");
    if (op.getOperand(0) != body.getArgument(i) ||
        terminator->getOperand(i) != op.getResult(0))
      return op.emitOpError() << "is operation " << i
                              << " of a bucket, but does not lead from "
                                 "argument to result of that number";
    auto collective = cast<CollectiveOpInterface>(op);
    if (!first)
      first = collective;
    if (collective.getAxesAttr() != first.getAxesAttr() ||
        collective.getReplicaGroupsAttr() != first.getReplicaGroupsAttr())
      return op.emitOpError("has other groups than the first of its bucket");
  }
  return success();
}

LogicalResult PermuteOp::verify() { return verifyShapes(*this, -1, -1); }
