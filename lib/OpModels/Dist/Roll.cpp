//===- Roll.cpp - Elements around a dimension, as one operation -----------===//
//
// Programs write a roll as three operations:
//
//   %0 = stablehlo.slice %x [5:8, 0:4]
//   %1 = stablehlo.slice %x [0:5, 0:4]
//   %2 = stablehlo.concatenate %0, %1, dim = 0
//
// each of which has blocks of its own, so the short part would move twice. As
// `dist.roll %x dim 0 by 3` it is one: a coordinate's block of the result lies
// in one or two runs of the operand, and the elements that are elsewhere are
// sent by a round or two of permutes (Halo.h), however long the shift is and
// however uneven the blocks are.
//
// Tested by test/Partition/form-rolls.mlir, test/Execute/Uneven/roll.mlir and
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../StableHLO/Build.h"
#include "../StableHLO/Halo.h"
#include "popt/OpModels/FuseRoll.h"

using namespace mlir;

namespace popt {
namespace {

struct RollModel : public OpModelBase<RollModel, dist::RollOp> {
  /// Every dim is a loop; elements move along the one that is rolled.
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    TensorFactors dims;
    for (auto [dim, size] : llvm::enumerate(shapeOf(op->getOperand(0))))
      dims.push_back(
          {rule.add(size, isRolled(op, dim) ? FactorKind::Permutation
                                            : FactorKind::PassThrough)});
    rule.operands = {dims};
    rule.results = {dims};
    return rule;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return ifKeepsPartials(op, monoid, {{0}});
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::Broadcast;
  }
  bool communicatesAlong(Operation *op, unsigned factor) const {
    return isRolled(op, factor);
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    SmallVector<InnerMove> moves;
    if (std::optional<Transfer> transfer = split(op, mesh, layouts))
      addMoves(*transfer, localType(op->getOperand(0), layouts.operands[0]),
               moves);
    return moves;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    Value local = context.operands[0];
    if (std::optional<Transfer> transfer =
            split(op, context.mesh, context.layouts))
      return SmallVector<Value>{buildTransfer(context, *transfer, local, {})};
    auto roll = cast<dist::RollOp>(op);
    int64_t dim = roll.getDim(), by = roll.getBy();
    int64_t extent = shapeOf(local)[dim];
    if (by == 0)
      return SmallVector<Value>{local};
    return SmallVector<Value>{Build(context).concatenate(
        {sliceDim(context, local, dim, extent - by, by),
         sliceDim(context, local, dim, 0, extent - by)},
        dim)};
  }

private:
  static bool isRolled(Operation *op, int64_t dim) {
    auto roll = cast<dist::RollOp>(op);
    return dim == static_cast<int64_t>(roll.getDim()) && roll.getBy() != 0;
  }
  /// The transfers, if the rolled dim is split.
  static std::optional<Transfer> split(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) {
    auto roll = cast<dist::RollOp>(op);
    int64_t dim = roll.getDim(), by = roll.getBy();
    const DimLayout &layout = layouts.results[0].dims[dim];
    if (layout.axes.empty() || by == 0)
      return std::nullopt;
    int64_t extent = shapeOf(op->getResult(0))[dim];
    std::vector<DimBlock> blocks = blocksOf(mesh, layout, extent);
    std::vector<std::vector<Window>> windows;
    for (const DimBlock &block : blocks) {
      // Elements before `by` come from the end of the operand.
      std::vector<Window> parts;
      int64_t before = block.begin - by + extent, after = block.begin - by;
      if (block.begin < by)
        parts.push_back(
            {before, before, std::min(block.end(), by) - by + extent});
      if (block.end() > by)
        parts.push_back(
            {after, std::max(block.begin, by) - by, block.end() - by});
      windows.push_back(std::move(parts));
    }
    Transfer transfer(dim, layout.axes, localExtent(layout, extent));
    transfer.add(blocks, localExtent(layout, extent), windows);
    transfer.schedule();
    return transfer;
  }
};

} // namespace

/// The operand and the begin of a slice that takes a run of `dim` and all of
/// the others.
static std::optional<std::pair<Value, int64_t>> runOf(Value value,
                                                      int64_t dim) {
  auto slice = value.getDefiningOp<stablehlo::SliceOp>();
  if (!slice)
    return std::nullopt;
  for (auto [d, extent] : llvm::enumerate(shapeOf(slice.getOperand())))
    if (static_cast<int64_t>(d) != dim && shapeOf(value)[d] != extent)
      return std::nullopt;
  if (shapeOf(value)[dim] > 1 && slice.getStrides()[dim] != 1)
    return std::nullopt;
  return std::pair(slice.getOperand(), slice.getStartIndices()[dim]);
}

Value fuseRoll(OpBuilder &builder, Operation *op) {
  auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op);
  if (!concatenate || op->getNumOperands() < 2)
    return {};
  int64_t dim = concatenate.getDimension();
  int64_t extent = shapeOf(concatenate.getResult())[dim];
  std::optional<std::pair<Value, int64_t>> first =
      runOf(op->getOperand(0), dim);
  if (!first || first->first.getType() != concatenate.getType() || extent == 0)
    return {};
  int64_t next = first->second;
  for (Value operand : op->getOperands()) {
    std::optional<std::pair<Value, int64_t>> run = runOf(operand, dim);
    // After the last element comes the first.
    if (!run || run->first != first->first || run->second != next % extent)
      return {};
    next = run->second + shapeOf(operand)[dim];
  }
  return dist::RollOp::create(builder, op->getLoc(), first->first, dim,
                              (extent - first->second) % extent);
}

void attachRollModel(MLIRContext *context) { attachModels<RollModel>(context); }

} // namespace popt
