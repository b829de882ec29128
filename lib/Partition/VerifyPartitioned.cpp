//===- VerifyPartitioned.cpp - What holds after Partition -----------------===//
//
// The boundary between global and local programs, checked: `@main` has only
// operations on blocks, nothing on them says where a global value lives, and
// its arguments and results say of which global value they are a block.
// Tested by test/Partition/verify-partitioned.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Main.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_VERIFYPARTITIONEDPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// True for operations that a local program may have.
bool isLocal(Operation *op) {
  if (isa<dist::CollectiveOpInterface, dist::AxisIndexOp, dist::BlockOp,
          dist::CombineOp, func::ReturnOp>(op))
    return true;
  return isa_and_nonnull<popt::stablehlo::StablehloDialect,
                         popt::chlo::ChloDialect>(op->getDialect());
}

/// Checks that a type is that of a block of the global type in the sharding;
/// `what` names the argument or result.
LogicalResult checkBoundary(func::FuncOp main, const std::string &what,
                            Type type, dist::ShardingAttr sharding,
                            TypeAttr globalAttr, dist::MeshOp mesh) {
  if (!isa<RankedTensorType>(type))
    return success();
  if (!sharding)
    return main.emitError(what)
           << " has no sharding: the program is not partitioned";
  auto global = globalAttr ? dyn_cast<RankedTensorType>(globalAttr.getValue())
                           : RankedTensorType();
  if (!global)
    return main.emitError(what)
           << " has no global type: the program is not partitioned";
  if (std::string problem = dist::checkSharding(sharding, global, mesh);
      !problem.empty())
    return main.emitError(what) << ": " << problem;
  RankedTensorType block =
      dist::getLocalType(global, sharding.toLayout(mesh.toMesh()).closed());
  if (block != type)
    return main.emitError(what)
           << " is " << type << ", but a block of " << global << " in "
           << sharding << " is " << block;
  return success();
}

LogicalResult checkOperation(Operation *op) {
  if (!isLocal(op))
    return op->emitOpError("is no operation on blocks; partition leaves only "
                           "stablehlo, chlo and collectives of dist");
  for (StringRef name : {dist::kShardings, dist::kOperandShardings})
    if (op->hasAttr(name))
      return op->emitOpError()
             << "has the attribute " << name << ", which partition removes";
  return success();
}

class VerifyPartitioned
    : public impl::VerifyPartitionedPassBase<VerifyPartitioned> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(verify()))
      signalPassFailure();
  }

  LogicalResult verify() {
    FailureOr<dist::MainOnMesh> found = dist::requireMain(getOperation());
    if (failed(found))
      return failure();
    auto [main, mesh] = *found;
    for (BlockArgument argument : main.getArguments()) {
      unsigned i = argument.getArgNumber();
      if (failed(checkBoundary(
              main, dist::describeArgument(main, i), argument.getType(),
              dist::getSharding(argument),
              main.getArgAttrOfType<TypeAttr>(i, dist::kGlobalType), mesh)))
        return failure();
    }
    for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
      if (failed(checkBoundary(
              main, dist::describeResult(main, i), type,
              dist::getResultSharding(main, i),
              main.getResultAttrOfType<TypeAttr>(i, dist::kGlobalType), mesh)))
        return failure();
    WalkResult walk = main.getBody().walk([](Operation *op) {
      return failed(checkOperation(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }
};

} // namespace
} // namespace popt
