//===- VerifyPropagated.cpp - Check what holds after Propagate ------------===//
//
// Every tensor that is a function's argument or result or an operation's result
// has a closed sharding, and state the same before and after a step. The
// dialect's verifier checks that a sharding fits the type. Tested by
// test/Propagate/verify-propagated.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Propagate/Passes.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_VERIFYPROPAGATEDPASS
#include "popt/Propagate/Passes.h.inc"
} // namespace popt

namespace {
struct VerifyPropagatedPass
    : public popt::impl::VerifyPropagatedPassBase<VerifyPropagatedPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!dist::getMesh(module)) {
      module.emitError("module has no dist.mesh; add one");
      return signalPassFailure();
    }
    for (auto func : module.getOps<FunctionOpInterface>())
      if (!func.isExternal() && failed(verifyFunction(func)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult verifyValue(Operation *op, StringRef what, Type type,
                            dist::ShardingAttr sharding) {
    if (!isa<RankedTensorType>(type))
      return success();
    if (!sharding)
      return op->emitError() << what << " has no sharding after propagation";
    if (!sharding.isFullyClosed())
      return op->emitError()
             << what << " has an open sharding after propagation: " << sharding;
    return success();
  }

  LogicalResult verifyFunction(FunctionOpInterface func) {
    for (BlockArgument arg : func.getArguments())
      if (failed(verifyValue(func,
                             dist::describeArgument(func, arg.getArgNumber()),
                             arg.getType(), dist::getSharding(arg))))
        return failure();
    for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
      if (failed(verifyValue(func, dist::describeResult(func, i), type,
                             dist::getResultSharding(func, i))))
        return failure();
    Mesh mesh = dist::getMesh(func).toMesh();
    for (auto [i, argument] : llvm::enumerate(dist::getStateArguments(func)))
      if (argument && failed(verifyState(func, *argument, i, mesh)))
        return failure();
    return verifyRegion(func.getFunctionBody());
  }

  /// A step leaves the blocks of state where the next one reads them.
  LogicalResult verifyState(FunctionOpInterface func, unsigned argument,
                            unsigned result, const Mesh &mesh) {
    BlockArgument before = func.getArgument(argument);
    dist::ShardingAttr after = dist::getResultSharding(func, result);
    if (!isa<RankedTensorType>(before.getType()))
      return success();
    Layout was = dist::getSharding(before).toLayout(mesh);
    Layout is = after.toLayout(mesh);
    if (was == is)
      return success();
    return func.emitError()
           << dist::describeArgument(func, argument) << ", " << before.getType()
           << ", is sharded " << was.str(mesh) << ", but its next value, "
           << dist::describeResult(func, result) << ", is sharded "
           << is.str(mesh) << "; shard both alike, or only the argument";
  }

  LogicalResult verifyRegion(Region &region) {
    for (mlir::Block &block : region)
      for (Operation &op : block) {
        for (OpResult result : op.getResults())
          if (failed(verifyValue(
                  &op, ("result " + Twine(result.getResultNumber())).str(),
                  result.getType(), dist::getSharding(result))))
            return failure();
        if (!isa<dist::ManualOp>(op) && valueTiesOf(&op).empty())
          continue;
        for (Region &inner : op.getRegions())
          if (failed(verifyRegion(inner)))
            return failure();
      }
    return success();
  }
};
} // namespace
