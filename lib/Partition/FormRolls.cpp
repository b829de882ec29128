//===- FormRolls.cpp - Rolls as one operation -----------------------------===//
//
// After propagation, which spreads shardings through the parts, a roll that is
// written as slices and a concatenation becomes a `dist.roll`, so that it is
// divided as one. Which operations make a roll is known to the op models
// (popt/OpModels/FuseRoll.h); before and after IR: Passes.td. Tested by
// test/Partition/form-rolls.mlir.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/OpModels/FuseRoll.h"
#include "popt/Partition/Passes.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_FORMROLLSPASS
#include "popt/Partition/Passes.h.inc"

namespace {

class FormRolls : public impl::FormRollsPassBase<FormRolls> {
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || main.isExternal())
      return;
    SmallVector<Operation *> ops;
    walkProgram(main, [&](Operation *op) { ops.push_back(op); });
    llvm::SetVector<Operation *> parts;
    for (Operation *op : ops) {
      OpBuilder builder(op);
      Value roll = fuseRoll(builder, op);
      if (!roll)
        continue;
      if (dist::ShardingAttr sharding = dist::getSharding(op->getResult(0)))
        dist::setSharding(roll, sharding);
      for (Value operand : op->getOperands())
        parts.insert(operand.getDefiningOp());
      op->getResult(0).replaceAllUsesWith(roll);
      op->erase();
    }
    for (Operation *part : parts)
      if (part->use_empty())
        part->erase();
  }
};

} // namespace
} // namespace popt
