//===- InlineCalls.cpp - Every call becomes its callee's body -------------===//
//
//   %0 = call @relu(%x) loc("here")    // body: stablehlo.maximum loc("there")
// becomes
//   %0 = stablehlo.maximum ... loc(callsite("there" at "here"))
//
// Callees are inlined before their callers, so that each body is cloned flat.
// Sharding and planning see one function; equal layers are recognised later by
// what they compute, not by function name. Tests:
// test/Import/inline-calls.mlir, inline-calls-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "GspmdMesh.h"
#include "SdyMeshes.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"
#include "popt/Interfaces/OpModel.h"

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
  /// With `grouped`, what goes into a function at all its calls is one
  /// sharding group, and what comes out of it is another.
  Inliner(ModuleOp module, bool grouped)
      : grouped(grouped), mesh(grouped ? mostNamedMesh(module) : Attribute()) {
    for (auto func : module.getOps<func::FuncOp>())
      functions[func.getSymName()] = func;
    module.walk([&](sdy::ShardingGroupOp op) {
      numGroups = std::max<int64_t>(numGroups, op.getGroupId() + 1);
    });
  }
  /// Finds calls that cannot be inlined into `func`, callees first, before
  /// anything is cloned.
  LogicalResult check(func::FuncOp func);
  /// Inlines all calls inside `func`, callees first.
  void run(func::FuncOp func);

private:
  LogicalResult checkCall(Operation *call);
  void inlineCall(Operation *call, func::FuncOp callee);
  /// The first of the groups of a function's arguments and results.
  std::optional<int64_t> groupsOf(func::FuncOp callee);
  Attribute openSharding(Type type) const;

  bool grouped;
  Attribute mesh; ///< of open shardings
  int64_t numGroups = 0;
  llvm::DenseMap<Operation *, int64_t> firstGroup;
  llvm::StringMap<func::FuncOp> functions;
  SmallVector<func::FuncOp> active; ///< from @main to the current function
  /// Operations of each function once its calls are inlined.
  llvm::DenseMap<Operation *, int64_t> numOperations;
  llvm::SmallPtrSet<Operation *, 16> finished;
};
} // namespace

static SmallVector<Operation *> getCalls(func::FuncOp func) {
  SmallVector<Operation *> calls;
  func.walk([&](Operation *op) {
    if (getCallee(op))
      calls.push_back(op);
  });
  return calls;
}

LogicalResult Inliner::checkCall(Operation *call) {
  StringRef name = getCallee(call).getValue();
  func::FuncOp callee = functions.lookup(name);
  assert(callee &&
         callee.getFunctionType() ==
             FunctionType::get(call->getContext(), call->getOperandTypes(),
                               call->getResultTypes()) &&
         "calls are verified");
  if (llvm::is_contained(active, callee)) {
    InFlightDiagnostic diag = call->emitError()
                              << "calls @" << name
                              << " recursively; calls are inlined";
    diag.attachNote(callee.getLoc()) << "the function that is called again";
    return diag;
  }
  if (callee.isExternal())
    return call->emitError() << "calls @" << name << ", which has no body";
  if (!callee.getBody().hasOneBlock())
    return call->emitError()
           << "calls @" << name << ", whose body is not one block";
  return success(numOperations.contains(callee) || succeeded(check(callee)));
}

LogicalResult Inliner::check(func::FuncOp func) {
  active.push_back(func);
  int64_t total = 0;
  WalkResult known = func.walk([&](Operation *op) {
    ++total;
    auto custom = dyn_cast<stablehlo::CustomCallOp>(op);
    if (!custom || custom.getCalledComputations().empty())
      return WalkResult::advance();
    InFlightDiagnostic error = op->emitError();
    if (custom.getCallTargetName() == "CustomSPMDPartitioning")
      error
          << "custom_partitioning asks Python for its partition, and compiled "
             "programs run without Python; export by popt.export, which "
             "takes the function itself";
    else
      error << "nothing is known that does the custom call \""
            << custom.getCallTargetName()
            << "\" with functions of the module; express it by StableHLO "
               "operations";
    return WalkResult::interrupt();
  });
  if (known.wasInterrupted())
    return failure();
  for (Operation *call : getCalls(func)) {
    if (failed(checkCall(call)))
      return failure();
    total += numOperations[functions.lookup(getCallee(call).getValue())];
    if (total > kMaxOperations)
      return call->emitError() << "inlining calls makes more than "
                               << kMaxOperations << " operations";
  }
  numOperations[func] = total;
  active.pop_back();
  return success();
}

/// A sharding becomes a constraint in the language in which it is written.
static void constrain(OpBuilder &builder, Location loc, Value &value,
                      Attribute attr) {
  if (auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attr)) {
    value = dist::ConstraintOp::create(builder, loc, value.getType(), value,
                                       sharding);
  } else if (auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attr)) {
    value = sdy::ShardingConstraintOp::create(builder, loc, value, sharding);
  } else if (auto text = dyn_cast_or_null<StringAttr>(attr)) {
    OperationState state(loc, stablehlo::CustomCallOp::getOperationName());
    state.addOperands(value);
    state.addTypes(value.getType());
    state.addAttribute("call_target_name", builder.getStringAttr("Sharding"));
    state.addAttribute(kGspmdSharding, text);
    value = builder.create(state)->getResult(0);
  }
}

/// The sharding of an argument or a result by its attributes; null if nothing.
static Attribute getAnyAnnotation(function_ref<Attribute(StringRef)> get) {
  for (StringRef name :
       {StringRef(dist::kSharding), StringRef(sdy::kShardingAttr),
        StringRef(kGspmdSharding)})
    if (Attribute attr = get(name))
      return attr;
  return {};
}

/// The sharding of its result that a call states.
static Attribute getAnyAnnotation(OpResult result) {
  if (dist::ShardingAttr sharding = dist::getSharding(result))
    return sharding;
  Operation *call = result.getOwner();
  auto list =
      call->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  if (list && result.getResultNumber() < list.size())
    return list.getSharding(result.getResultNumber());
  return call->getNumResults() == 1 ? call->getAttr(kGspmdSharding)
                                    : Attribute();
}

std::optional<int64_t> Inliner::groupsOf(func::FuncOp callee) {
  if (!grouped)
    return std::nullopt;
  auto [entry, isNew] = firstGroup.try_emplace(callee, numGroups);
  if (isNew)
    numGroups += callee.getNumArguments() + callee.getNumResults();
  return entry->second;
}

/// Lets a value join `group`, if there is one, and goes on to the next.
static void joinGroup(OpBuilder &builder, Location loc, Value value,
                      std::optional<int64_t> &group) {
  if (!group)
    return;
  if (isa<RankedTensorType>(value.getType()))
    sdy::ShardingGroupOp::create(builder, loc, value, *group);
  ++*group;
}

/// A sharding that asks for nothing; null if there is no mesh, or no tensor.
Attribute Inliner::openSharding(Type type) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!mesh || !tensor)
    return {};
  MLIRContext *context = type.getContext();
  SmallVector<sdy::DimensionShardingAttr> dims(
      tensor.getRank(),
      sdy::DimensionShardingAttr::get(context, {}, /*isClosed=*/false, {}));
  return sdy::TensorShardingAttr::get(context, mesh, dims, {}, {},
                                      sdy::ReductionOp::SUM);
}

void Inliner::inlineCall(Operation *call, func::FuncOp callee) {
  OpBuilder builder(call);
  Location loc = call->getLoc();
  IRMapping mapping;
  std::optional<int64_t> group = groupsOf(callee);
  for (auto [i, operand] : llvm::enumerate(call->getOperands())) {
    Value value = operand;
    constrain(builder, loc, value, getAnyAnnotation([&, i = i](StringRef name) {
                return callee.getArgAttr(i, name);
              }));
    if (group && mesh) {
      // The argument is a value of its own, which may have one reader where the
      // operand has several.
      std::optional<int64_t> same = group;
      joinGroup(builder, loc, value, same);
      constrain(builder, loc, value, openSharding(value.getType()));
    }
    joinGroup(builder, loc, value, group);
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
    });
  }
  for (auto [i, result] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    Value value = mapping.lookupOrDefault(result);
    constrain(builder, loc, value, getAnyAnnotation([&, i = i](StringRef name) {
                return callee.getResultAttr(i, name);
              }));
    joinGroup(builder, loc, value, group);
    constrain(builder, loc, value, getAnyAnnotation(call->getResult(i)));
    call->getResult(i).replaceAllUsesWith(value);
  }
  call->erase();
}

void Inliner::run(func::FuncOp func) {
  if (!finished.insert(func).second)
    return;
  for (Operation *call : getCalls(func)) {
    func::FuncOp callee = functions.lookup(getCallee(call).getValue());
    run(callee);
    inlineCall(call, callee);
  }
}

/// Custom calls that name functions of the module are inlined while these
/// functions exist.
static void decomposeCustomCalls(ModuleOp module) {
  SmallVector<stablehlo::CustomCallOp> calls;
  module.walk([&](stablehlo::CustomCallOp call) {
    if (!call.getCalledComputations().empty())
      calls.push_back(call);
  });
  for (stablehlo::CustomCallOp call : calls) {
    OpBuilder builder(call);
    auto model = cast<KernelOpInterface>(call.getOperation());
    if (std::optional<SmallVector<Value>> values = model.decompose(builder)) {
      call->replaceAllUsesWith(*values);
      call->erase();
    }
  }
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

/// Edges between functions stand for calls, which go.
static void dropFunctionEdges(ModuleOp module) {
  SmallVector<sdy::FuncDataFlowEdgeOp> edges;
  module.walk([&](sdy::FuncDataFlowEdgeOp edge) { edges.push_back(edge); });
  for (sdy::FuncDataFlowEdgeOp edge : edges) {
    edge.replaceAllUsesWith(edge.getOperand());
    edge.erase();
  }
}

namespace {
struct InlineCallsPass
    : public popt::impl::InlineCallsPassBase<InlineCallsPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<func::FuncOp> main = findMain(module);
    if (failed(main))
      return signalPassFailure();
    decomposeCustomCalls(module);
    Inliner inliner(module, grouped);
    if (failed(inliner.check(*main)))
      return signalPassFailure();
    dropFunctionEdges(module);
    inliner.run(*main);
    for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (func != *main)
        func.erase();
  }
};
} // namespace
