//===- VerifyImported.cpp - What holds after Import -----------------------===//
//
// A known target; one `@main`; func, stablehlo, chlo and dist operations;
// static shapes; no unsupported custom call, unless another runtime runs the
// program; no operation that tokens order. Tests:
// test/Import/verify-imported.mlir, verify-imported-calls.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"
#include "popt/Interfaces/Target.h"
#include "popt/OpModels/Attention.h"
#include "popt/OpModels/Routine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace popt {
#define GEN_PASS_DEF_VERIFYIMPORTEDPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

/// `what` names the value.
static LogicalResult verifyType(Operation *op, const Twine &what, Type type) {
  if (isa<TupleType>(type))
    return op->emitError() << what << " has type " << type
                           << "; use the elements of the tuple one by one";
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return success();
  if (!shaped.hasRank() || !shaped.hasStaticShape())
    return op->emitError() << what << " has type " << type
                           << ", whose shape is not static; export the module "
                              "with the shapes it runs with";
  return success();
}

static LogicalResult verifyOperation(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (!dialect || !isa<func::FuncDialect, stablehlo::StablehloDialect,
                       chlo::ChloDialect, dist::DistDialect>(dialect))
    return op->emitError()
           << "'" << op->getName()
           << "' is left after import; func, stablehlo, chlo and dist "
              "operations may be";
  if (isa<func::CallOp, stablehlo::CompositeOp>(op))
    return op->emitError("is a call that was not inlined");
  StringRef name = op->getName().getStringRef();
  if (isa<stablehlo::RemOp, chlo::BesselI1eOp>(op))
    if (Type type = op->getResult(0).getType();
        isa<ComplexType>(getElementTypeOrSelf(type)))
      return op->emitError() << name << " of " << type
                             << " has no meaning: take real or imaginary parts "
                                "in the program";
  for (OpResult result : op->getResults())
    if (failed(verifyType(
            op, "result " + Twine(result.getResultNumber()) + " of " + name,
            result.getType())))
      return failure();
  auto func = dyn_cast<func::FuncOp>(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments()) {
        unsigned i = argument.getArgNumber();
        std::string what =
            func ? dist::describeArgument(func, i)
                 : ("argument " + Twine(i) + " of a region of " + name).str();
        if (failed(verifyType(op, what, argument.getType())))
          return failure();
      }
  return success();
}

/// True if something of the operation leaves @main.
static bool isNeeded(Operation *op) {
  llvm::SetVector<Operation *> reached;
  reached.insert(op);
  for (size_t i = 0; i < reached.size(); ++i) {
    Operation *next = reached[i];
    if (isa<func::ReturnOp>(next) || !isMemoryEffectFree(next))
      return true;
    reached.insert_range(next->getUsers());
    if (next->hasTrait<OpTrait::IsTerminator>())
      reached.insert(next->getParentOp());
  }
  return false;
}

/// Calls that stand for operations are decomposed before.
static LogicalResult verifyCall(stablehlo::CustomCallOp call) {
  if (routineOf(call) || !isNeeded(call))
    return success();
  if (std::string what = whyNoAttention(call); !what.empty())
    return call.emitError()
           << "attention with " << what
           << " has no definition here; write it in JAX operations "
              "(implementation=\"xla\"), or let popt partition only "
              "(--emit=partitioned --format=stablehlo) and run that where the "
              "call is known";
  if (attentionOf(call))
    return success();
  return call.emitError()
         << "nothing is known that does the custom call \""
         << call.getCallTargetName()
         << "\"; write it in JAX or StableHLO operations, or let popt "
            "partition "
            "only (--emit=partitioned --format=stablehlo) and run that where "
            "the call is known";
}

/// Tokens order what acts by more than its results.
static LogicalResult verifyTokens(Operation *op) {
  auto isToken = [](Value v) { return isa<stablehlo::TokenType>(v.getType()); };
  if (isa<stablehlo::CreateTokenOp, stablehlo::AfterAllOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>() ||
      (llvm::none_of(op->getOperands(), isToken) &&
       llvm::none_of(op->getResults(), isToken)))
    return success();
  return op->emitError()
         << op->getName()
         << " exchanges data while the program runs, which popt's programs do "
            "not: make what it takes an argument of @main, and what it gives a "
            "result";
}

/// The target that the module names, if it names one, exists.
static LogicalResult verifyTarget(ModuleOp module) {
  Attribute target = module->getAttr(kTarget);
  auto name = dyn_cast_if_present<StringAttr>(target);
  if (!target || (name && findTarget(name.getValue())))
    return success();
  return module.emitError()
         << kTarget << " is " << target << "; a module may be for the target "
         << llvm::join(targetNames(), ", ");
}

static LogicalResult verifyModule(ModuleOp module, bool isExecuted) {
  if (failed(verifyTarget(module)))
    return failure();
  func::FuncOp main;
  for (Operation &op : *module.getBody()) {
    if (isa<dist::MeshOp>(op))
      continue;
    auto func = dyn_cast<func::FuncOp>(op);
    if (!func)
      return op.emitError()
             << "'" << op.getName()
             << "' stands in the module; functions and a dist.mesh may";
    if (func.getSymName() != "main")
      return func.emitError() << "@" << func.getSymName()
                              << " stands beside @main; calls are inlined";
    main = func;
  }
  if (!main)
    return module.emitError("the module has no function @main");
  if (main.isExternal())
    return main.emitError("@main has no body");
  WalkResult walked = main.walk([&](Operation *op) {
    auto call = dyn_cast<stablehlo::CustomCallOp>(op);
    if (failed(verifyOperation(op)) ||
        (isExecuted && call && failed(verifyCall(call))) ||
        failed(verifyTokens(op)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

namespace {
struct VerifyImportedPass
    : public popt::impl::VerifyImportedPassBase<VerifyImportedPass> {
  using Base::Base;
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(verifyModule(getOperation(), executed)))
      signalPassFailure();
  }
};
} // namespace
