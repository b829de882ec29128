//===- SinkGathers.cpp - Gather results instead of operands ---------------===//
//
// Moves all-gathers after elementwise operations where that sends fewer bytes,
// and slices before them where that undoes gathers. Before and after IR:
// Passes.td. Tested by test/Collectives/sink-gathers.mlir, and by execution
// there.
//
// As in Reassociate.cpp, values with one reader form trees, and each tree is
// cut where the fewest bytes are sent. Here every operand of an operation must
// be gathered in the same way, or be one number repeated, which is the same on
// all that gather (not where a rank's block begins, say).
//
//===----------------------------------------------------------------------===//
#include "Variation.h"

#include "popt/Collectives/Passes.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Support/DeadOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_SINKGATHERSPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// A value that may stay in blocks until its one reader.
struct Blocked {
  dist::AllGatherOp like;
  CommCost cost, written;
  bool isLeaf = false, isCut = false;
};

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

RankedTensorType withElement(RankedTensorType type, Type element) {
  return RankedTensorType::get(type.getShape(), element);
}

/// The `as` clause's global type for another element type.
TypeAttr globalWithElement(TypeAttr global, Type element) {
  return global ? TypeAttr::get(withElement(
                      cast<RankedTensorType>(global.getValue()), element))
                : TypeAttr();
}

bool isOnSingleElements(Operation *op) {
  if (!isPointwise(op) || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || op->getNumOperands() == 0 ||
      !isMemoryEffectFree(op))
    return false;
  auto shapeOf = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? tensor.getShape() : ArrayRef<int64_t>();
  };
  auto shape = shapeOf(op->getResult(0).getType());
  return llvm::all_of(op->getOperandTypes(), [&](Type type) {
    return isa<RankedTensorType>(type) && shapeOf(type) == shape;
  });
}

/// The scalar that a value repeats: a constant of equal elements, or a scalar
/// that is broadcast.
bool isRepeated(Value value) {
  Operation *op = value.getDefiningOp();
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return elements.isSplat();
  return kernelKindOf(op) == KernelKind::Broadcast &&
         op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         isa<RankedTensorType>(op->getOperand(0).getType()) &&
         typeOf(op->getOperand(0)).getRank() == 0;
}

/// The same number, repeated in another shape.
Value repeatAs(OpBuilder &builder, Value value, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, typeOf(value).getElementType());
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return buildConstant(builder, value.getLoc(), elements.resizeSplat(type));
  Operation *copy = builder.clone(*value.getDefiningOp());
  copy->getResult(0).setType(type);
  return copy->getResult(0);
}

class GatherSinker : public Sinker<Blocked> {
public:
  using Sinker::Sinker;

  void run() {
    SmallVector<dist::AllSliceOp> slices;
    function.walk([&](dist::AllSliceOp slice) { slices.push_back(slice); });
    for (dist::AllSliceOp slice : slices)
      hoist(slice);
    function.walk([&](mlir::Block *block) {
      variation.reset(); // other blocks have new values
      sink(*block);
      // Not before: `entries` knows values by their addresses.
      eraseDead(std::exchange(unread, {}));
    });
  }

private:
  // Slices up to gathers.
  CommCost savedBy(dist::AllSliceOp slice, Value value);
  std::optional<AxisList> leftOf(dist::AllGatherOp gather,
                                 dist::AllSliceOp slice);
  Value sliced(OpBuilder &builder, dist::AllSliceOp slice, Value value);
  void hoist(dist::AllSliceOp slice);

  // Gathers down.
  std::optional<Blocked> examine(Operation *op) override;
  bool takes(const Blocked &, OpOperand &) const override { return true; }
  bool isUniform(Value value, dist::AllGatherOp like);
  CommCost gathering(dist::AllGatherOp like, Type type) const {
    return costs.costLike(like, CollectiveKind::AllGather, bytesOf(type));
  }
  Value blockOf(OpBuilder &builder, Value value);
  void rewrite(Value value) override;

  llvm::SetVector<Operation *> unread; ///< since something took its place
  std::optional<Variation> variation;  ///< of the function as it is now
};

//===----------------------------------------------------------------------===//
// Slices up to gathers
//===----------------------------------------------------------------------===//

/// The axes that are still gathered if the slice comes right after the gather;
/// nothing if it takes other blocks than the gather puts together.
std::optional<AxisList> GatherSinker::leftOf(dist::AllGatherOp gather,
                                             dist::AllSliceOp slice) {
  if (gather.getDim() != slice.getDim() || !gather.getAxesAttr() ||
      !slice.getAxesAttr())
    return std::nullopt;
  if (gather.getFromAttr() || slice.getFromAttr()) {
    // Uneven blocks: back to where it came from, or nothing.
    bool isBack = gather.getFromAttr() && slice.getFromAttr() &&
                  gather.getFromAttr() == slice.getToAttr() &&
                  gather.getToAttr() == slice.getFromAttr();
    return isBack ? std::optional<AxisList>(AxisList()) : std::nullopt;
  }
  return removePrefix(costs.mesh, gather.getAxesAttr().toAxisList(costs.mesh),
                      slice.getAxesAttr().toAxisList(costs.mesh));
}

/// Bytes no longer sent if `slice` is applied to the operands of `value`.
CommCost GatherSinker::savedBy(dist::AllSliceOp slice, Value value) {
  CommCost saved;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != slice->getBlock() || !value.hasOneUse())
    return saved; // sliced where it is
  if (auto gather = dyn_cast<dist::AllGatherOp>(op)) {
    std::optional<AxisList> left = leftOf(gather, slice);
    if (!left)
      return saved;
    saved = costs.costOf(gather);
    CommCost still = costs.collective(CollectiveKind::AllGather, *left,
                                      bytesOf(slice.getType()));
    return {saved.seconds - still.seconds, saved.wireBytes - still.wireBytes};
  }
  if (isOnSingleElements(op))
    for (Value operand : op->getOperands())
      saved = saved + savedBy(slice, operand);
  return saved;
}

/// The block of `value` that the slice keeps.
Value GatherSinker::sliced(OpBuilder &builder, dist::AllSliceOp slice,
                           Value value) {
  Type element = typeOf(value).getElementType();
  auto type = withElement(typeOf(slice.getResult()), element);
  Operation *op = value.getDefiningOp();
  if (auto gather = dyn_cast_or_null<dist::AllGatherOp>(op))
    if (std::optional<AxisList> left = leftOf(gather, slice)) {
      if (left->empty())
        return gather.getInput();
      return dist::AllGatherOp::create(
          builder, gather.getLoc(), type, gather.getInput(),
          gather.getDimAttr(),
          dist::AxisListAttr::fromAxisList(builder.getContext(), costs.mesh,
                                           *left),
          nullptr, gather.getMeshAttr(), nullptr, nullptr, nullptr);
    }
  if (isRepeated(value))
    return repeatAs(builder, value, type.getShape());
  if (op && op->getBlock() == slice->getBlock() && value.hasOneUse() &&
      isOnSingleElements(op)) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(sliced(builder, slice, operand));
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    copy->getResult(0).setType(type);
    return copy->getResult(0);
  }
  return dist::AllSliceOp::create(
      builder, slice.getLoc(), type, value, slice.getDimAttr(),
      slice.getAxesAttr(), slice.getReplicaGroupsAttr(), slice.getMeshAttr(),
      globalWithElement(slice.getGlobalTypeAttr(), element),
      slice.getFromAttr(), slice.getToAttr());
}

void GatherSinker::hoist(dist::AllSliceOp slice) {
  if (!slice.getAxesAttr())
    return;
  CommCost saved = savedBy(slice, slice.getInput());
  if (saved.wireBytes <= 0)
    return;
  explainSaved(slice.getLoc(), "slice-before-gather",
               Twine("slice over ") + groupsOf(costs.mesh, slice) +
                   " before the all_gather instead of after",
               saved);
  OpBuilder builder(slice);
  Value value = sliced(builder, slice, slice.getInput());
  slice.replaceAllUsesWith(value);
  unread.insert(slice);
  eraseDead(std::exchange(unread, {}));
}

//===----------------------------------------------------------------------===//
// Gathers down
//===----------------------------------------------------------------------===//

static bool areAlike(dist::AllGatherOp a, dist::AllGatherOp b) {
  return a.getDim() == b.getDim() && a.getAxesAttr() == b.getAxesAttr() &&
         a.getReplicaGroupsAttr() == b.getReplicaGroupsAttr() &&
         a.getFromAttr() == b.getFromAttr() && a.getToAttr() == b.getToAttr() &&
         typeOf(a.getInput()).getShape() == typeOf(b.getInput()).getShape();
}

bool GatherSinker::isUniform(Value value, dist::AllGatherOp like) {
  if (matchPattern(value, m_Constant()))
    return true;
  if (!variation)
    variation.emplace(costs, function);
  return variation->isUniform(value, like);
}

std::optional<Blocked> GatherSinker::examine(Operation *op) {
  if (auto gather = dyn_cast<dist::AllGatherOp>(op)) {
    CommCost cost = gathering(gather, gather.getType());
    return Blocked{gather, cost, cost, /*isLeaf=*/true, false};
  }
  if (!isOnSingleElements(op))
    return std::nullopt;
  Blocked result;
  SmallVector<Value> repeated;
  for (Value operand : op->getOperands()) {
    auto it = entries.find(operand);
    if (it == entries.end()) {
      if (!isRepeated(operand))
        return std::nullopt;
      repeated.push_back(operand);
      continue;
    }
    if (!operand.hasOneUse() || operand.getParentBlock() != op->getBlock() ||
        (result.like && !areAlike(result.like, it->second.like)))
      return std::nullopt;
    if (!result.like)
      result.like = it->second.like;
    result.cost = result.cost + it->second.cost;
    result.written = result.written + it->second.written;
  }
  if (!result.like || llvm::any_of(repeated, [&](Value value) {
        return !isUniform(value, result.like);
      }))
    return std::nullopt;
  CommCost here = gathering(result.like, op->getResult(0).getType());
  if (isBetter(here, result.cost)) {
    result.cost = here;
    result.isCut = true;
  }
  return result;
}

/// The value before it is gathered.
Value GatherSinker::blockOf(OpBuilder &builder, Value value) {
  auto it = entries.find(value);
  dist::AllGatherOp like = it->second.like;
  if (it->second.isLeaf)
    return cast<dist::AllGatherOp>(value.getDefiningOp()).getInput();
  ArrayRef<int64_t> shape = typeOf(like.getInput()).getShape();
  Operation *op = value.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(entries.contains(operand)
                           ? blockOf(builder, operand)
                           : repeatAs(builder, operand, shape));
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  copy->getResult(0).setType(
      RankedTensorType::get(shape, typeOf(value).getElementType()));
  return copy->getResult(0);
}

/// Places the gathers of a tree where it is cut.
void GatherSinker::rewrite(Value value) {
  const Blocked entry = entries.lookup(value);
  if (entry.isLeaf)
    return;
  Operation *op = value.getDefiningOp();
  if (!entry.isCut) {
    for (Value operand : SmallVector<Value>(op->getOperands()))
      if (entries.contains(operand))
        rewrite(operand);
    return;
  }
  dist::AllGatherOp like = entry.like;
  explainGain(like.getLoc(), "sink-gathers",
              Twine("all_gather over ") + groupsOf(costs.mesh, like) +
                  " after " + op->getName().getStringRef() +
                  " instead of before",
              entry.written, entry.cost);
  OpBuilder builder(op);
  Value block = blockOf(builder, value);
  Value gathered = dist::AllGatherOp::create(
      builder, like.getLoc(), value.getType(), block, like.getDimAttr(),
      like.getAxesAttr(), like.getReplicaGroupsAttr(), like.getMeshAttr(),
      globalWithElement(like.getGlobalTypeAttr(),
                        typeOf(value).getElementType()),
      like.getFromAttr(), like.getToAttr());
  value.replaceAllUsesWith(gathered);
  unread.insert(op);
}

class SinkGathers : public PassByWorker<impl::SinkGathersPassBase<SinkGathers>,
                                        GatherSinker> {
  using PassByWorker::PassByWorker;
};

} // namespace
} // namespace popt
