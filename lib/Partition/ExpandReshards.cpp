//===- ExpandReshards.cpp - One collective per dist.reshard ---------------===//
//
// Replaces each reshard by the chain of its moves. Before and after IR:
// Passes.td. Tested by test/Partition/expand-reshards.mlir.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Partition/Passes.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_EXPANDRESHARDSPASS
#include "popt/Partition/Passes.h.inc"

namespace {

LogicalResult expand(PartitionInput &input, dist::ReshardOp op) {
  Layout from = op.getFrom().toLayout(input.mesh).closed();
  Layout to = op.getTo().toLayout(input.mesh).closed();
  auto type = cast<RankedTensorType>(op.getType());
  FailureOr<std::vector<ReshardStep>> steps = movesOf(input, op);
  if (failed(steps))
    return failure();
  // The same blocks in other words (another granule): a step of its own that
  // moves nothing.
  if (steps->empty() && from != to) {
    op.setMovesAttr(movesAttr(input, {}));
    return success();
  }
  OpBuilder builder(op);
  Value current = op.getInput();
  Layout layout = from;
  for (const ReshardStep &step : *steps) {
    auto move = dist::ReshardOp::create(
        builder, op.getLoc(), type, current, input.attr(layout),
        input.attr(step.after), movesAttr(input, step));
    dist::setOperandShardings(move, {input.attr(layout)});
    dist::setPlace(move, dist::getPlace(op));
    if (Attribute word = op->getAttr(dist::kRecompute))
      move->setAttr(dist::kRecompute, word);
    dist::setSharding(move.getResult(), input.attr(step.after));
    current = move.getResult();
    layout = step.after;
  }
  op.getResult().replaceAllUsesWith(current);
  op.erase();
  return success();
}

class ExpandReshards
    : public PassOnInput<impl::ExpandReshardsPassBase<ExpandReshards>> {
public:
  using PassOnInput::PassOnInput;

  LogicalResult runOn(PartitionInput &input) override {
    SmallVector<dist::ReshardOp> reshards;
    input.main.walk([&](dist::ReshardOp op) { reshards.push_back(op); });
    for (dist::ReshardOp op : reshards)
      if (failed(expand(input, op)))
        return failure();
    return success();
  }
};

} // namespace

std::unique_ptr<Pass>
createExpandReshardsPass(std::shared_ptr<ReshardPool> pool) {
  return std::make_unique<ExpandReshards>(std::move(pool));
}

} // namespace popt
