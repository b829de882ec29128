//===- DropEffects.cpp - Drops prints, callbacks and tokens ---------------===//
//
//   func.func @main(%t: !stablehlo.token, %x: tensor<4xf32>)
//       -> (!stablehlo.token, tensor<4xf32>) {
//     %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x)
//         {has_side_effect = true} : ... -> !stablehlo.token
//     return %0, %x
// becomes
//   func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
//     return %x
//
// Compiled programs run without Python: `jax.debug.print`, `jax.debug.callback`
// and `io_callback` without a result in use are left out with a warning, and so
// are the tokens that order them. A result of Python that the program needs is
// an error at the user's line. Arguments and results that JAX keeps in host
// memory (`mhlo.memory_kind`) have `dist.on_host`. Placements
// (`annotate_device_placement`) of values in host memory become the user's word
// on them (#dist.recompute, offloaded); others name memories of other machines
// and are left out with a remark. Tests: test/Import/drop-effects.mlir,
// drop-effects-placement.mlir, drop-effects-invalid.mlir;
// test/Execute/offload.test; python/tests/everyday/effects.py.
//
//===----------------------------------------------------------------------===//
#include "GspmdMesh.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace popt {
#define GEN_PASS_DEF_DROPEFFECTSPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

static constexpr StringLiteral kAliasing = "tf.aliasing_output";
/// JAX's word for a memory, in a custom call's frontend attributes, and of an
/// argument or result.
static constexpr StringLiteral kBufferPlacement = "_xla_buffer_placement";
static constexpr StringLiteral kMemoryKind = "mhlo.memory_kind";

/// How many of the callbacks that are left out get a note each.
static constexpr size_t kNamedCallbacks = 3;

static bool isToken(Value value) {
  return isa<stablehlo::TokenType>(value.getType());
}

static bool isToken(Type type) { return isa<stablehlo::TokenType>(type); }

//===----------------------------------------------------------------------===//
// Callbacks
//===----------------------------------------------------------------------===//

/// True for the targets by which JAX calls Python: "xla_python_cpu_callback",
/// "xla_ffi_python_gpu_callback", "xla_ffi_partitioned_python_cpu_callback".
static bool isCallback(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call)
    return false;
  StringRef target = call.getCallTargetName();
  return target.consume_front("xla_") && target.consume_back("_callback") &&
         target.contains("python");
}

/// The function by which the user called Python, as JAX's locations name it:
/// "jit(step)/pure_callback", "debug_print:".
static StringRef describeCallback(Operation *op) {
  StringAttr name = dist::getLocationName(op->getLoc());
  StringRef word = name ? name.getValue().rtrim(':') : "";
  return llvm::StringSwitch<StringRef>(word.substr(word.rfind('/') + 1))
      .Case("pure_callback", "jax.pure_callback")
      .Case("io_callback", "jax.experimental.io_callback")
      .Case("debug_callback", "jax.debug.callback")
      .Case("debug_print", "jax.debug.print")
      .Default("a Python callback");
}

/// True for what is known to do nothing but make its results.
static bool isValueOnly(Operation *op) {
  Dialect *dialect = op->getDialect();
  return dialect && op->getNumResults() != 0 &&
         isa<stablehlo::StablehloDialect, chlo::ChloDialect>(dialect) &&
         !isa<stablehlo::CustomCallOp, stablehlo::InfeedOp,
              stablehlo::OutfeedOp, stablehlo::SendOp, stablehlo::RecvOp>(op);
}

/// Removes the callbacks and what is computed for them, or of them, alone.
static LogicalResult dropCallbacks(func::FuncOp main) {
  // Users come before what they use, and a loop before its body.
  llvm::DenseSet<Value> needed;
  SmallVector<Operation *> unneeded;
  Operation *wanted = nullptr;
  main.walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
    bool isNeeded = llvm::any_of(op->getResults(), [&](Value result) {
      return !isToken(result) && needed.contains(result);
    });
    if (!isNeeded && (isCallback(op) || isValueOnly(op))) {
      unneeded.push_back(op);
      return WalkResult::skip();
    }
    if (isCallback(op))
      wanted = op;
    for (Value operand : op->getOperands())
      needed.insert(operand);
    return WalkResult::advance();
  });
  if (wanted)
    return wanted->emitError()
           << "a result of " << describeCallback(wanted)
           << " is used, and compiled programs run without Python; compute it "
              "by JAX operations, or before the step and pass it as an "
              "argument";
  SmallVector<Operation *> callbacks;
  for (Operation *op : llvm::reverse(unneeded))
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (isCallback(inner))
        callbacks.push_back(inner);
    });
  if (callbacks.empty())
    return success();
  {
    InFlightDiagnostic warning =
        callbacks.front()->emitWarning()
        << describeCallback(callbacks.front())
        << " is left out, as compiled programs run without Python";
    auto others = ArrayRef(callbacks).drop_front();
    if (!others.empty())
      warning << "; so are " << others.size() << " more";
    for (Operation *other :
         others.take_front(std::min(others.size(), kNamedCallbacks)))
      warning.attachNote(other->getLoc())
          << "such as " << describeCallback(other);
  }
  for (Operation *op : unneeded) {
    OpBuilder builder(op);
    for (Value result : op->getResults())
      if (isToken(result) && !result.use_empty())
        result.replaceAllUsesWith(
            stablehlo::CreateTokenOp::create(builder, op->getLoc()));
    op->erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// The token arguments of a region are new tokens in it.
static void dropArguments(Block &block) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  for (BlockArgument argument : block.getArguments())
    if (isToken(argument) && !argument.use_empty())
      argument.replaceAllUsesWith(
          stablehlo::CreateTokenOp::create(builder, argument.getLoc()));
  block.eraseArguments(
      [](BlockArgument argument) { return isToken(argument); });
}

static void dropOperands(Operation *op) {
  llvm::BitVector tokens(op->getNumOperands());
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    tokens[i] = isToken(operand);
  op->eraseOperands(tokens);
}

/// The sharding of each result, without those of tokens.
static void dropShardings(Operation *op) {
  auto list =
      op->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  if (!list || list.size() != op->getNumResults())
    return;
  SmallVector<sdy::TensorShardingAttr> kept;
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (!isToken(result))
      kept.push_back(list.getSharding(i));
  op->setAttr(sdy::kShardingAttr,
              sdy::TensorShardingPerValueAttr::get(op->getContext(), kept));
}

/// A loop, a branch or a barrier that carries its tensors only.
static void dropTokens(Operation *op) {
  dropShardings(op);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      dropArguments(block);
      dropOperands(block.getTerminator());
    }
  dropOperands(op);
  if (llvm::none_of(op->getResults(), [](Value v) { return isToken(v); }))
    return;
  OpBuilder builder(op);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    if (!isToken(type))
      types.push_back(type);
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                       op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *rebuilt = builder.create(state);
  auto next = rebuilt->result_begin();
  for (Value result : op->getResults()) {
    if (!isToken(result))
      result.replaceAllUsesWith(*next++);
    else if (!result.use_empty())
      result.replaceAllUsesWith(
          stablehlo::CreateTokenOp::create(builder, op->getLoc()));
  }
  op->erase();
}

/// Arguments and results of @main; aliases count the results that stay.
static void dropBoundary(func::FuncOp main) {
  llvm::BitVector arguments(main.getNumArguments());
  llvm::BitVector results(main.getNumResults());
  SmallVector<int64_t> position;
  for (auto [i, type] : llvm::enumerate(main.getResultTypes())) {
    position.push_back(i - results.count());
    results[i] = isToken(type);
  }
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    arguments[i] = isToken(type);
    auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasing);
    if (!alias || alias.getValue().getActiveBits() > 31 ||
        alias.getInt() >= static_cast<int64_t>(position.size()))
      continue;
    main.setArgAttr(
        i, kAliasing,
        IntegerAttr::get(alias.getType(), position[alias.getInt()]));
  }
  Block &body = main.getBody().front();
  dropOperands(body.getTerminator());
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments())
    if (isToken(argument))
      argument.replaceAllUsesWith(
          stablehlo::CreateTokenOp::create(builder, argument.getLoc()));
  (void)main.eraseArguments(arguments);
  (void)main.eraseResults(results);
}

static void dropTokens(func::FuncOp main) {
  dropBoundary(main);
  SmallVector<Operation *> carriers;
  main.getBody().walk([&](Operation *op) {
    if (!isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp,
             stablehlo::OptimizationBarrierOp>(op))
      return;
    if (llvm::any_of(op->getOperands(), [](Value v) { return isToken(v); }) ||
        llvm::any_of(op->getResults(), [](Value v) { return isToken(v); }))
      carriers.push_back(op);
  });
  for (Operation *op : carriers)
    dropTokens(op);
  // Users before what they use.
  main.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isa<stablehlo::CreateTokenOp, stablehlo::AfterAllOp>(op) &&
        op->use_empty())
      op->erase();
  });
}

//===----------------------------------------------------------------------===//
// Placements
//===----------------------------------------------------------------------===//

/// True for a value itself, kept in a certain memory or order of bytes.
static bool isPlacement(stablehlo::CustomCallOp call) {
  StringRef target = call.getCallTargetName();
  return (target == "annotate_device_placement" || target == "MoveToHost" ||
          target == "MoveToDevice" || target == "LayoutConstraint") &&
         call.getNumOperands() == 1 &&
         call.getOperandTypes() == call.getResultTypes();
}

static bool isHostMemory(StringAttr memory) {
  return memory && (memory == "pinned_host" || memory == "unpinned_host");
}

/// Where JAX keeps arguments and results.
static void importMemoryKinds(func::FuncOp main) {
  auto onHost = UnitAttr::get(main.getContext());
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto kind = main.removeArgAttr(i, kMemoryKind);
        isHostMemory(dyn_cast_or_null<StringAttr>(kind)))
      main.setArgAttr(i, dist::kOnHost, onHost);
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (auto kind = main.removeResultAttr(
            i, StringAttr::get(main.getContext(), kMemoryKind));
        isHostMemory(dyn_cast_or_null<StringAttr>(kind)))
      main.setResultAttr(i, dist::kOnHost, onHost);
}

/// True if the program only returns the value, as results in host memory.
static bool isResultOnHost(stablehlo::CustomCallOp call) {
  auto function = call->getParentOfType<func::FuncOp>();
  return !call->use_empty() &&
         llvm::all_of(call->getUses(), [&](OpOperand &use) {
           return isa<func::ReturnOp>(use.getOwner()) &&
                  function.getResultAttr(use.getOperandNumber(), dist::kOnHost);
         });
}

/// True if the placement is one in the host's memory.
static bool isOnHost(stablehlo::CustomCallOp call) {
  if (call.getCallTargetName() == "MoveToHost")
    return true;
  auto attributes =
      call->getAttrOfType<DictionaryAttr>(dist::kFrontendAttributes);
  auto memory = attributes ? attributes.getAs<StringAttr>(kBufferPlacement)
                           : StringAttr();
  return isHostMemory(memory);
}

/// Writes on the operation that makes the value that the host holds it, as a
/// plan's policy does; false if none makes it.
static bool holdOnHost(Value value) {
  Operation *op = value.getDefiningOp();
  while (auto constraint = dyn_cast_or_null<sdy::ShardingConstraintOp>(op))
    op = constraint.getInput().getDefiningOp();
  if (!op)
    return false;
  op->setAttr(dist::kRecompute,
              dist::RecomputeAttr::get(op->getContext(), /*scope=*/0,
                                       /*held=*/true, /*offloaded=*/true));
  return true;
}

/// The value in place of its placement. What that says of its sharding stays,
/// and that the host holds what the forward part hands to the backward part.
static void dropPlacement(stablehlo::CustomCallOp call) {
  bool isResult = isOnHost(call) && isResultOnHost(call);
  bool isHeld = isOnHost(call) && !isResult && holdOnHost(call.getOperand(0));
  remark::analysis(call.getLoc(),
                   remark::RemarkOpts::name("placement").category("import"))
      << llvm::formatv(
             isResult ? "\"{0}\": the result lies in host memory"
             : isHeld ? "\"{0}\": the host holds the value until the backward "
                        "part reads it"
                      : "where or how \"{0}\" keeps the value is left out: it "
                        "stays in the device's memory",
             call.getCallTargetName())
             .str();
  if (call->hasAttr(kGspmdSharding)) {
    call.setCallTargetName("Sharding");
    call.setHasSideEffect(false);
    return;
  }
  Value value = call.getOperand(0);
  auto list =
      call->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  if (list && list.size() == 1) {
    OpBuilder builder(call);
    value = sdy::ShardingConstraintOp::create(builder, call.getLoc(), value,
                                              list.getSharding(0));
  }
  call.getResult(0).replaceAllUsesWith(value);
  call.erase();
}

namespace {
struct DropEffectsPass
    : public popt::impl::DropEffectsPassBase<DropEffectsPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (func.getName() == "main")
        importMemoryKinds(func);
      func.walk([](stablehlo::CustomCallOp call) {
        if (isPlacement(call))
          dropPlacement(call);
      });
      bool hasEffects = llvm::any_of(func.getArgumentTypes(),
                                     [](Type t) { return isToken(t); });
      func.walk([&](Operation *op) {
        hasEffects |= isCallback(op) ||
                      isa<stablehlo::CreateTokenOp, stablehlo::AfterAllOp>(op);
      });
      if (!hasEffects)
        continue;
      if (failed(dropCallbacks(func)))
        return signalPassFailure();
      dropTokens(func);
    }
  }
};
} // namespace
