//===- InlineCalls.cpp - Every call becomes its callee's body -------------===//
//
//   %0 = call @relu(%x) loc("here")        // body: stablehlo.maximum
//   loc("there")
// becomes
//   %0 = stablehlo.maximum ... loc(callsite("there" at "here"))
//
// Callees are inlined before their callers, so that each body is cloned flat.
// Sharding and planning see one function; equal layers are recognised later by
// what they compute, not by what they were called. Tests:
// test/Import/inline-calls.mlir, inline-calls-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace popt {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

/// Calls that double at every level would fill any memory.
static constexpr int64_t kMaxOperations = int64_t(1) << 24;

/// The function that an operation calls by name, or null if it is no call.
static FlatSymbolRefAttr getCallee(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  if (auto composite = dyn_cast<stablehlo::CompositeOp>(op))
    return composite.getDecompositionAttr();
  return {};
}

namespace {
class Inliner {
public:
  Inliner(ModuleOp module) {
    for (auto func : module.getOps<func::FuncOp>())
      functions[func.getSymName()] = func;
  }
  /// Inlines all calls inside `func`, callees first.
  LogicalResult run(func::FuncOp func);

private:
  LogicalResult inlineCall(Operation *call, func::FuncOp callee);

  llvm::StringMap<func::FuncOp> functions;
  SmallVector<func::FuncOp> active; ///< from @main to the current function
  llvm::SmallPtrSet<Operation *, 16> finished;
  int64_t numCloned = 0;
};
} // namespace

static void constrain(OpBuilder &builder, Location loc, Value &value,
                      dist::ShardingAttr sharding) {
  if (sharding)
    value = dist::ConstraintOp::create(builder, loc, value.getType(), value,
                                       sharding);
}

LogicalResult Inliner::inlineCall(Operation *call, func::FuncOp callee) {
  if (callee.isExternal())
    return call->emitError()
           << "calls @" << callee.getSymName() << ", which has no body";
  if (!callee.getBody().hasOneBlock())
    return call->emitError() << "calls @" << callee.getSymName()
                             << ", whose body is not one block";
  if (callee.getFunctionType() != FunctionType::get(call->getContext(),
                                                    call->getOperandTypes(),
                                                    call->getResultTypes()))
    return call->emitError() << "calls @" << callee.getSymName()
                             << " with other types than its own";
  OpBuilder builder(call);
  Location loc = call->getLoc();
  IRMapping mapping;
  for (auto [i, operand] : llvm::enumerate(call->getOperands())) {
    Value value = operand;
    constrain(builder, loc, value,
              callee.getArgAttrOfType<dist::ShardingAttr>(i, dist::kSharding));
    mapping.map(callee.getArgument(i), value);
  }
  Block &body = callee.getBody().front();
  for (Operation &op : body.without_terminator()) {
    Operation *clone = builder.clone(op, mapping);
    clone->walk([&](Operation *inner) {
      inner->setLoc(CallSiteLoc::get(inner->getLoc(), loc));
      for (Region &region : inner->getRegions())
        for (Block &block : region)
          for (BlockArgument arg : block.getArguments())
            arg.setLoc(CallSiteLoc::get(arg.getLoc(), loc));
      ++numCloned;
    });
    if (numCloned > kMaxOperations)
      return call->emitError() << "inlining calls makes more than "
                               << kMaxOperations << " operations";
  }
  for (auto [i, result] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    Value value = mapping.lookupOrDefault(result);
    constrain(builder, loc, value, dist::getResultSharding(callee, i));
    constrain(builder, loc, value, dist::getSharding(call->getResult(i)));
    call->getResult(i).replaceAllUsesWith(value);
  }
  call->erase();
  return success();
}

LogicalResult Inliner::run(func::FuncOp func) {
  active.push_back(func);
  SmallVector<Operation *> calls;
  func.walk([&](Operation *op) {
    if (getCallee(op))
      calls.push_back(op);
  });
  for (Operation *call : calls) {
    StringRef name = getCallee(call).getValue();
    func::FuncOp callee = functions.lookup(name);
    if (!callee)
      return call->emitError()
             << "calls @" << name << ", which the module does not define";
    if (llvm::is_contained(active, callee)) {
      InFlightDiagnostic diag = call->emitError()
                                << "calls @" << name
                                << " recursively; calls are inlined";
      diag.attachNote(callee.getLoc()) << "the function that is called again";
      return diag;
    }
    if (!finished.contains(callee) && failed(run(callee)))
      return failure();
    if (failed(inlineCall(call, callee)))
      return failure();
  }
  finished.insert(func);
  active.pop_back();
  return success();
}

static FailureOr<func::FuncOp> findMain(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main")) {
    if (main.isExternal())
      return main.emitError("@main has no body");
    if (!main.getBody().hasOneBlock())
      return main.emitError("the body of @main is not one block");
    return main;
  }
  std::string others;
  for (auto func : module.getOps<func::FuncOp>())
    others += (others.empty() ? "" : ", ") + ("@" + func.getSymName()).str();
  return module.emitError() << "the module has no function @main"
                            << (others.empty() ? "" : "; it has ") << others;
}

namespace {
struct InlineCallsPass
    : public popt::impl::InlineCallsPassBase<InlineCallsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<func::FuncOp> main = findMain(module);
    if (failed(main) || failed(Inliner(module).run(*main)))
      return signalPassFailure();
    for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (func != *main)
        func.erase();
  }
};
} // namespace
