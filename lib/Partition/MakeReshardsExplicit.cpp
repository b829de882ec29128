//===- MakeReshardsExplicit.cpp - dist.reshard where layouts differ -------===//
//
// For each value the layouts in which it is read are reached one after the
// other, always the one that is cheapest from a layout that exists already, so
// that readers share moves. Before and after IR: Passes.td. Tested by
// test/Partition/make-reshards-explicit.mlir.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Partition/Passes.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_MAKERESHARDSEXPLICITPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// A layout of a value: the one in which it is made, or one that some
/// operations read.
struct Version {
  Layout layout;
  SmallVector<OpOperand *> readers;
  Value value;                   ///< set once it exists
  Operation *firstUse = nullptr; ///< earliest reader, also of what follows
};

class Resharder {
public:
  explicit Resharder(PartitionInput &input) : input(input) {}

  LogicalResult run() {
    for (BlockArgument argument : input.main.getArguments())
      if (failed(reshard(argument)))
        return failure();
    SmallVector<Operation *> ops;
    for (Operation &op : input.main.front())
      ops.push_back(&op);
    for (Operation *op : ops)
      for (Value result : op->getResults())
        if (failed(reshard(result)))
          return failure();
    return success();
  }

private:
  /// The versions of a value, that in which it is made first.
  FailureOr<SmallVector<Version>> versionsOf(Value value) {
    SmallVector<Version> versions;
    std::optional<Layout> made = dist::getLayout(value, input.mesh);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses())
      uses.push_back(&use);
    llvm::sort(uses, [](OpOperand *a, OpOperand *b) {
      if (a->getOwner() != b->getOwner())
        return a->getOwner()->isBeforeInBlock(b->getOwner());
      return a->getOperandNumber() < b->getOperandNumber();
    });
    if (uses.empty())
      return versions;
    if (!made)
      return emitError(value.getLoc(),
                       "value has no sharding; run choose-strategies first");
    versions.push_back({made->closed(), {}, value, nullptr});
    for (OpOperand *use : uses) {
      std::optional<Layout> read = dist::getOperandLayout(*use, input.mesh);
      if (!read)
        return use->getOwner()->emitOpError()
               << "has no sharding for operand " << use->getOperandNumber()
               << "; run choose-strategies first";
      Layout wanted = read->closed();
      auto *it = llvm::find_if(
          versions, [&](const Version &v) { return v.layout == wanted; });
      if (it == versions.end()) {
        versions.push_back({wanted, {}, Value(), nullptr});
        it = &versions.back();
      }
      it->readers.push_back(use);
      if (!it->firstUse || use->getOwner()->isBeforeInBlock(it->firstUse))
        it->firstUse = use->getOwner();
    }
    return versions;
  }

  LogicalResult reshard(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return success();
    FailureOr<SmallVector<Version>> versions = versionsOf(value);
    if (failed(versions))
      return failure();
    // The order in which layouts are reached, and from which.
    struct Move {
      size_t from, to;
      ReshardPlan plan;
    };
    SmallVector<Move> moves;
    SmallVector<size_t> reached{0}, open;
    for (size_t i = 1; i < versions->size(); ++i)
      open.push_back(i);
    while (!open.empty()) {
      std::optional<Move> best;
      for (size_t from : reached)
        for (size_t to : open) {
          std::optional<ReshardPlan> plan = planOf(
              input, type, (*versions)[from].layout, (*versions)[to].layout);
          if (plan && (!best || plan->seconds < best->plan.seconds))
            best = Move{from, to, std::move(*plan)};
        }
      if (!best)
        return emitError(value.getLoc())
               << "no sequence of collectives leads from "
               << (*versions)[0].layout.str(input.mesh) << " to "
               << (*versions)[open.front()].layout.str(input.mesh);
      llvm::erase(open, best->to);
      reached.push_back(best->to);
      moves.push_back(std::move(*best));
    }
    // What a version is made from must exist before the version's own readers.
    for (Move &move : llvm::reverse(moves)) {
      Version &from = (*versions)[move.from];
      Operation *use = (*versions)[move.to].firstUse;
      if (!from.firstUse || use->isBeforeInBlock(from.firstUse))
        from.firstUse = use;
    }
    for (Move &move : moves) {
      Version &from = (*versions)[move.from], &to = (*versions)[move.to];
      OpBuilder builder(to.firstUse);
      auto op = dist::ReshardOp::create(builder, value.getLoc(), type,
                                        from.value, input.attr(from.layout),
                                        input.attr(to.layout));
      dist::setSharding(op.getResult(), input.attr(to.layout));
      dist::setOperandShardings(op, {input.attr(from.layout)});
      to.value = op.getResult();
      for (OpOperand *reader : to.readers)
        reader->set(to.value);
      explain(value, from.layout, to, move.plan);
    }
    return success();
  }

  /// A remark for every reshard: what, for whom, how, at what cost.
  void explain(Value value, const Layout &from, const Version &to,
               const ReshardPlan &plan) {
    Operation *reader =
        to.readers.empty() ? to.firstUse : to.readers.front()->getOwner();
    std::string how;
    for (const ReshardStep &step : plan.steps)
      how += (how.empty() ? "" : ", ") + step.str(input.mesh);
    std::string text =
        llvm::formatv("reshard from {0} to {1} for {2}: {3}; {4} bytes sent, "
                      "{5} s",
                      from.str(input.mesh), to.layout.str(input.mesh),
                      reader->getName().getStringRef(),
                      how.empty() ? "nothing to do" : how, plan.wireBytes,
                      plan.seconds)
            .str();
    if (plan.fullGather)
      text += llvm::formatv(
                  "; the whole value is gathered, since {0} reads it as {1} "
                  "while it is made as {2}: give both the same sharding to "
                  "save this",
                  reader->getName().getStringRef(), to.layout.str(input.mesh),
                  from.str(input.mesh))
                  .str();
    remark::passed(
        value.getLoc(),
        remark::RemarkOpts::name(plan.fullGather ? "full-gather" : "reshard")
            .category("partition"))
        << text;
  }

  PartitionInput &input;
};

class MakeReshardsExplicit
    : public impl::MakeReshardsExplicitPassBase<MakeReshardsExplicit> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<std::unique_ptr<PartitionInput>> read =
        readInput(getOperation(), cluster);
    if (failed(read) || failed(Resharder(**read).run()))
      return signalPassFailure();
  }
};

} // namespace
} // namespace popt
