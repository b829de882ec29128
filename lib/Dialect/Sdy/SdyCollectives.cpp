//===- SdyCollectives.cpp - Collectives against their operands ------------===//
//
// `sdy.all_gather [{}, {"x"}] %0 out_sharding=<@mesh, [{"y"}, {}]>` says three
// times what happens: the operand's sharding, the axes that are gathered, and
// the result's sharding. They must agree. Test:
// test/Dialect/Sdy/invalid-collectives.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyCollectives.h"
#include "SdyAxes.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

TensorShardingAttr sdy::getKnownSharding(Value value, Operation *op) {
  TensorShardingAttr sharding = getSharding(value);
  if (!sharding || !checkSharding(sharding, value.getType(), op).empty())
    return {};
  return sharding;
}

//===----------------------------------------------------------------------===//
// Unreduced axes
//===----------------------------------------------------------------------===//

static bool overlapsAny(AxisRefAttr axis, ArrayRef<AxisRefAttr> axes) {
  return llvm::any_of(axes,
                      [&](AxisRefAttr other) { return overlap(axis, other); });
}

LogicalResult sdy::verifyUnreduced(Operation *op, TensorShardingAttr from,
                                   TensorShardingAttr to) {
  for (AxisRefAttr axis : to.getUnreducedAxes()) {
    bool isKept = overlapsAny(axis, from.getUnreducedAxes());
    if (isKept && from.getReductionOp() != to.getReductionOp())
      return op->emitOpError()
             << "keeps axis " << axis.toString() << " unreduced, but by "
             << stringifyReductionOp(to.getReductionOp()) << " instead of "
             << stringifyReductionOp(from.getReductionOp());
    if (!isKept && to.getReductionOp() != ReductionOp::SUM)
      return op->emitOpError()
             << "makes axis " << axis.toString() << " unreduced by "
             << stringifyReductionOp(to.getReductionOp())
             << "; a value becomes unreduced by sum";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

namespace {
using Axes = SmallVector<AxisRefAttr>;

/// The facts against which one collective is verified.
struct Shardings {
  MeshAttr mesh;
  /// Null for a value without a sharding: it is replicated.
  TensorShardingAttr from;
  TensorShardingAttr to;

  ArrayRef<AxisRefAttr> dim(int64_t d) const {
    return from ? from.getDimShardings()[d].getAxes() : ArrayRef<AxisRefAttr>();
  }
  ArrayRef<AxisRefAttr> unreduced() const {
    return from ? from.getUnreducedAxes() : ArrayRef<AxisRefAttr>();
  }
};
} // namespace

/// C1 to C3. `mayLack`: an operand without a sharding is replicated.
static FailureOr<Shardings> getShardings(Operation *op, TensorShardingAttr to,
                                         bool mayLack) {
  Value operand = op->getOperand(0);
  TensorShardingAttr from = getSharding(operand);
  if (!from && !mayLack)
    return op->emitOpError("has an operand without a sharding");
  if (std::string problem = checkSharding(to, op->getResult(0).getType(), op);
      !problem.empty())
    return op->emitOpError() << problem << " in out_sharding";
  Shardings shardings{to.getMesh(op), getKnownSharding(operand, op), to};
  if (!shardings.from && from)
    return op->emitOpError("has an operand whose sharding is wrong");
  MeshAttr mesh = from ? from.getMesh(op) : shardings.mesh;
  if (isa<CollectivePermuteOp>(op)) {
    if (mesh.getAxes() != shardings.mesh.getAxes())
      return op->emitOpError() << "permutes from mesh " << mesh << " to mesh "
                               << shardings.mesh << "; their axes must agree";
    if (from.getMeshOrRef() != to.getMeshOrRef() && mesh == shardings.mesh)
      return op->emitOpError()
             << "permutes from mesh " << from.getMeshOrRef() << " to mesh "
             << to.getMeshOrRef()
             << ", which is the same mesh; name one of them in both places";
  } else if (mesh != shardings.mesh) {
    return op->emitOpError() << "has an operand on mesh " << mesh
                             << " and a result on mesh " << shardings.mesh;
  }
  return shardings;
}

static LogicalResult checkAxes(Operation *op, const AxisChecker &checker) {
  if (checker.problem.empty())
    return success();
  return op->emitOpError() << checker.problem << " in its axes";
}

static LogicalResult verifyDim(Operation *op, const Shardings &shardings,
                               int64_t dim, ArrayRef<AxisRefAttr> expected) {
  ArrayRef<AxisRefAttr> axes = shardings.to.getDimShardings()[dim].getAxes();
  if (axes == expected)
    return success();
  return op->emitOpError() << "makes dimension " << dim << " "
                           << toString(expected) << ", but out_sharding says "
                           << toString(axes);
}

/// Takes axes from the minor end of the operand's dimension.
static FailureOr<Axes> takeFrom(Operation *op, const Shardings &shardings,
                                int64_t dim, ArrayRef<AxisRefAttr> axes) {
  std::optional<Axes> left =
      dropMinor(shardings.dim(dim), axes, shardings.mesh);
  if (left)
    return *left;
  return op->emitOpError() << "takes " << toString(axes) << " from dimension "
                           << dim << " of its operand, which does not end "
                           << "with them: " << toString(shardings.dim(dim));
}

/// C4 and C5 of operations that list axes per dimension.
static LogicalResult verifyPerDim(Operation *op,
                                  const FailureOr<Shardings> &found,
                                  ArrayRef<AxisRefListAttr> lists, bool takes) {
  if (failed(found))
    return failure();
  const Shardings &shardings = *found;
  if (static_cast<int64_t>(lists.size()) != shardings.to.getRank())
    return op->emitOpError()
           << "lists axes of " << lists.size()
           << " dimensions for a value of rank " << shardings.to.getRank();
  AxisChecker checker(shardings.mesh);
  for (AxisRefListAttr list : lists)
    checker.add(list.getValue());
  if (failed(checkAxes(op, checker)))
    return failure();
  for (auto [dim, list] : llvm::enumerate(lists)) {
    FailureOr<Axes> expected =
        takes ? takeFrom(op, shardings, dim, list.getValue())
              : append(shardings.dim(dim), list.getValue(), shardings.mesh);
    if (failed(expected) || failed(verifyDim(op, shardings, dim, *expected)))
      return failure();
  }
  return success();
}

/// C5 of the unreduced axes: those of the operand and `added` ones.
static LogicalResult verifyAddedUnreduced(Operation *op,
                                          const Shardings &shardings,
                                          ArrayRef<AxisRefAttr> added) {
  if (shardings.to.getReductionOp() != ReductionOp::SUM)
    return op->emitOpError()
           << "makes axes unreduced by "
           << stringifyReductionOp(shardings.to.getReductionOp())
           << "; a value becomes unreduced by sum";
  Axes expected(shardings.unreduced());
  llvm::append_range(expected, added);
  expected = sorted(expected, shardings.mesh);
  if (shardings.to.getUnreducedAxes() == ArrayRef(expected))
    return success();
  return op->emitOpError() << "makes the unreduced axes " << toString(expected)
                           << ", but out_sharding says "
                           << toString(shardings.to.getUnreducedAxes());
}

/// C6: the reduced axes are those over which the operand is unreduced.
static LogicalResult verifyReduction(Operation *op, const Shardings &shardings,
                                     ReductionOp reduction) {
  ArrayRef<AxisRefAttr> before = shardings.unreduced();
  for (AxisRefAttr axis : before)
    if (!llvm::is_contained(shardings.to.getUnreducedAxes(), axis) &&
        shardings.from.getReductionOp() != reduction)
      return op->emitOpError()
             << "reduces by " << stringifyReductionOp(reduction)
             << ", but its operand is unreduced by "
             << stringifyReductionOp(shardings.from.getReductionOp());
  for (AxisRefAttr axis : shardings.to.getUnreducedAxes())
    if (!overlapsAny(axis, before))
      return op->emitOpError() << "has the unreduced axis " << axis.toString()
                               << " in out_sharding, which its operand lacks";
  if (!shardings.from)
    return success();
  return verifyUnreduced(op, shardings.from, shardings.to);
}

LogicalResult AllGatherOp::verify() {
  return verifyPerDim(*this,
                      getShardings(*this, getOutSharding(), /*mayLack=*/false),
                      getGatheringAxes().getValue(), /*takes=*/true);
}

LogicalResult AllSliceOp::verify() {
  return verifyPerDim(*this,
                      getShardings(*this, getOutSharding(), /*mayLack=*/true),
                      getSlicingAxes().getValue(), /*takes=*/false);
}

LogicalResult ReduceScatterOp::verify() {
  FailureOr<Shardings> shardings =
      getShardings(*this, getOutSharding(), /*mayLack=*/true);
  if (failed(shardings) ||
      failed(verifyReduction(*this, *shardings, getReductionOp())))
    return failure();
  return verifyPerDim(*this, *shardings, getReduceScatterAxes().getValue(),
                      /*takes=*/false);
}

LogicalResult ShardedToUnreducedOp::verify() {
  FailureOr<Shardings> shardings =
      getShardings(*this, getOutSharding(), /*mayLack=*/false);
  if (failed(shardings) ||
      failed(verifyPerDim(*this, *shardings, getAxes().getValue(),
                          /*takes=*/true)))
    return failure();
  Axes added;
  for (AxisRefListAttr list : getAxes())
    llvm::append_range(added, list.getValue());
  return verifyAddedUnreduced(*this, *shardings, added);
}

/// All dims stay as they are, and none is split by the axes that the operation
/// `verb`s ("names", "reduces").
template <typename Op>
static LogicalResult verifySameDims(Op op, const Shardings &shardings,
                                    AxisRefListAttr axes, StringRef verb) {
  for (int64_t dim = 0; dim < shardings.to.getRank(); ++dim) {
    for (AxisRefAttr axis : axes)
      if (overlapsAny(axis, shardings.dim(dim)))
        return op.emitOpError()
               << verb << " axis " << axis.toString()
               << ", which splits dimension " << dim << " of its operand";
    if (failed(verifyDim(op, shardings, dim, shardings.dim(dim))))
      return failure();
  }
  return success();
}

/// The shardings. The axes are sound for the mesh and split no dimension; these
/// are as in the operand.
template <typename Op>
static FailureOr<Shardings> verifyAxes(Op op, AxisRefListAttr axes,
                                       bool mayLack, StringRef what,
                                       StringRef verb) {
  FailureOr<Shardings> shardings =
      getShardings(op, op.getOutSharding(), mayLack);
  if (failed(shardings))
    return failure();
  AxisChecker checker(shardings->mesh);
  checker.addOrdered(axes.getValue(), what);
  if (failed(checkAxes(op, checker)) ||
      failed(verifySameDims(op, *shardings, axes, verb)))
    return failure();
  return shardings;
}

LogicalResult ReplicatedToUnreducedOp::verify() {
  if (getAxes().empty())
    return emitOpError("names no axes");
  FailureOr<Shardings> shardings =
      verifyAxes(*this, getAxes(), /*mayLack=*/false, "unreduced", "names");
  if (failed(shardings))
    return failure();
  for (AxisRefAttr axis : getAxes())
    if (overlapsAny(axis, shardings->unreduced()))
      return emitOpError() << "names axis " << axis.toString()
                           << ", along which its operand is unreduced already";
  return verifyAddedUnreduced(*this, *shardings, getAxes().getValue());
}

LogicalResult CollectivePermuteOp::verify() {
  FailureOr<Shardings> shardings =
      getShardings(*this, getOutSharding(), /*mayLack=*/false);
  if (failed(shardings))
    return failure();
  auto count = [&](ArrayRef<AxisRefAttr> axes) {
    int64_t parts = 1;
    for (AxisRefAttr axis : axes)
      parts *= axis.getSize(shardings->mesh);
    return parts;
  };
  for (int64_t dim = 0; dim < shardings->to.getRank(); ++dim) {
    int64_t before = count(shardings->dim(dim));
    int64_t after = count(getOutSharding().getDimShardings()[dim].getAxes());
    if (before != after)
      return emitOpError() << "splits dimension " << dim << " into " << after
                           << " parts, its operand into " << before;
  }
  return success();
}

LogicalResult AllReduceOp::verify() {
  FailureOr<Shardings> shardings = verifyAxes(
      *this, getReductionAxes(), /*mayLack=*/true, "reduced", "reduces");
  if (failed(shardings))
    return failure();
  for (AxisRefAttr axis : getReductionAxes()) {
    if (shardings->from &&
        overlapsAny(axis, shardings->from.getReplicatedAxes()))
      return emitOpError() << "reduces axis " << axis.toString()
                           << ", along which its operand is replicated";
    if (overlapsAny(axis, getOutSharding().getUnreducedAxes()))
      return emitOpError() << "reduces axis " << axis.toString()
                           << ", but out_sharding leaves it unreduced";
  }
  return verifyReduction(*this, *shardings, getReductionOp());
}

LogicalResult AllToAllOp::verify() {
  FailureOr<Shardings> shardings =
      getShardings(*this, getOutSharding(), /*mayLack=*/false);
  if (failed(shardings))
    return failure();
  if (getParams().empty())
    return emitOpError("moves no axes");
  int64_t rank = getOutSharding().getRank();
  SmallVector<Axes> expected;
  for (int64_t dim = 0; dim < rank; ++dim)
    expected.emplace_back(shardings->dim(dim));
  llvm::SmallSet<int64_t, 4> seen;
  AxisChecker checker(shardings->mesh);
  int64_t last = -1;
  for (AllToAllParamAttr param : getParams()) {
    checker.add(param.getAxes());
    if (failed(checkAxes(*this, checker)))
      return failure();
    for (int64_t dim : {param.getSrcDim(), param.getTgtDim()}) {
      if (dim < 0 || dim >= rank)
        return emitOpError()
               << "names dimension " << dim << " of a value of rank " << rank;
      if (!seen.insert(dim).second)
        return emitOpError() << "names dimension " << dim << " twice";
    }
    if (param.getSrcDim() < last)
      return emitOpError() << "moves axes from dimension " << last
                           << " before those of dimension "
                           << param.getSrcDim();
    last = param.getSrcDim();
    FailureOr<Axes> left =
        takeFrom(*this, *shardings, param.getSrcDim(), param.getAxes());
    if (failed(left))
      return failure();
    expected[param.getSrcDim()] = *left;
    expected[param.getTgtDim()] = append(shardings->dim(param.getTgtDim()),
                                         param.getAxes(), shardings->mesh);
  }
  for (int64_t dim = 0; dim < rank; ++dim)
    if (failed(verifyDim(*this, *shardings, dim, expected[dim])))
      return failure();
  return success();
}
