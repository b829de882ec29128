//===- PlanMemory.cpp - Every tensor gets its place in one arena ----------===//
//
// The pass around the parts: views and copies, a few orders, storages, offsets.
// The design is in PlanMemory.h.
//
//   func.func @main(%p: tensor<4xf32> {dist.state = 0}) -> tensor<4xf32> {
//     %0 = call @k(%p)
//     %1 = dist.all_reduce %0 sum ...
// becomes
//   func.func @main(%p: tensor<4xf32> {dist.state = 0, step.offset = 0})
//       -> (tensor<4xf32> {step.offset = 0}) attributes {step.arena_bytes = ..} {
//     %0 = call @k(%p) {step.offsets = array<i64: 64>}
//     %1 = dist.all_reduce %0 sum ... {step.offsets = array<i64: 0>}
//
// Covered by test/Memory/plan-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Memory/PlanMemory.h"

#include "PlanMemoryStorages.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Memory/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

static void applyOrder(func::FuncOp function, ArrayRef<Operation *> order) {
  Block &block = function.getBody().front();
  for (Operation *op : order)
    op->moveBefore(block.getTerminator());
}

/// Writes offsets down. -1 stands for constants and for what has no bytes.
static void annotate(func::FuncOp function, Storages &storages) {
  Builder b(function.getContext());
  auto offsetOf = [&](Value value) -> int64_t {
    Storage *storage = storages.find(value);
    if (storage)
      return storage->offset;
    return bytesOf(value) ? -1 : 0;
  };
  // All at once: setting one attribute copies the list of all.
  auto with = [&](DictionaryAttr old, Value value) {
    NamedAttrList attrs(old);
    attrs.set(kStepOffset, b.getI64IntegerAttr(offsetOf(value)));
    return attrs.getDictionary(function.getContext());
  };
  SmallVector<DictionaryAttr> arguments, results;
  for (BlockArgument argument : function.getArguments())
    arguments.push_back(
        with(function.getArgAttrDict(argument.getArgNumber()), argument));
  Operation *terminator = function.getBody().front().getTerminator();
  for (OpOperand &use : terminator->getOpOperands())
    results.push_back(
        with(function.getResultAttrDict(use.getOperandNumber()), use.get()));
  if (!arguments.empty())
    function.setAllArgAttrs(arguments);
  if (!results.empty())
    function.setAllResultAttrs(results);
  function.getBody().walk([&](Operation *op) {
    if (SmallVector<BlockArgument> own = ownArguments(op); !own.empty())
      op->setAttr(kStepArgumentOffsets,
                  b.getDenseI64ArrayAttr(llvm::map_to_vector(
                      own, [&](Value value) { return offsetOf(value); })));
    if (!op->getNumResults() || isa<dist::BucketOp>(op->getParentOp()))
      return;
    op->setAttr(kStepOffsets, b.getDenseI64ArrayAttr(llvm::map_to_vector(
                                  op->getResults(), [&](Value result) {
                                    return offsetOf(result);
                                  })));
  });
}

/// Values of types without a size cannot be placed.
static LogicalResult checkTypes(func::FuncOp function) {
  auto hasBytes = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return false;
    Type element = tensor.getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    return element.isIntOrFloat() && (element.getIntOrFloatBitWidth() == 1 ||
                                      element.getIntOrFloatBitWidth() % 8 == 0);
  };
  for (BlockArgument argument : function.getArguments())
    if (!hasBytes(argument.getType()))
      return function.emitError()
             << dist::describeArgument(function, argument.getArgNumber())
             << " has type " << argument.getType()
             << ", which has no size in memory";
  WalkResult result = function.getBody().walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (!hasBytes(type)) {
        op->emitError() << "result has type " << type
                        << ", which has no size in memory";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// One remark for each of the largest tensors that are alive at the peak.
static void explainPeak(Storages &storages, MemoryPlan &plan) {
  constexpr size_t mostNamed = 16;
  int64_t peak = 0;
  storages.mostAlive(&peak);
  SmallVector<Storage *> alive;
  for (Storage *storage : storages.all())
    if (!storage->isArgument && storage->begin <= peak && peak <= storage->end)
      alive.push_back(storage);
  llvm::stable_sort(alive, [](const Storage *a, const Storage *b) {
    return a->bytes > b->bytes;
  });
  for (Storage *storage : ArrayRef(alive).take_front(mostNamed)) {
    Value value = storage->values.front();
    Operation *op = value.getDefiningOp();
    std::string what = op ? op->getName().getStringRef().str() : "argument";
    if (auto call = dyn_cast_or_null<func::CallOp>(op))
      what = call.getCallee().str();
    std::string text = llvm::formatv("{0} bytes of {1} are alive at the peak",
                                     storage->bytes, what);
    remark::analysis(
        value.getLoc(),
        remark::RemarkOpts::name("plan-memory-peak").category("schedule"))
        << text;
    plan.largest.push_back({value.getLoc(), std::move(text)});
  }
}

/// The order with the smallest arena, the given one where it is no worse.
static std::vector<Operation *> bestOrder(func::FuncOp function,
                                          const SymbolTable &symbols) {
  std::vector<std::vector<Operation *>> orders = ordersToTry(function, symbols);
  std::vector<std::pair<int64_t, size_t>> bounds;
  for (auto [i, order] : llvm::enumerate(orders)) {
    applyOrder(function, order);
    bounds.push_back({Storages(function, symbols).mostAlive(), i});
  }
  // No placement beats what is alive at once.
  llvm::sort(bounds);
  std::pair<int64_t, size_t> best(INT64_MAX, 0);
  for (auto [bound, i] : bounds) {
    if (bound >= best.first)
      break;
    applyOrder(function, orders[i]);
    Storages storages(function, symbols);
    best = std::min(best, {placeStorages(storages.all()), i});
  }
  return orders[best.second];
}

FailureOr<MemoryPlan> popt::planMemory(func::FuncOp function) {
  if (failed(checkTypes(function)))
    return failure();
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  prepareViewsAndCopies(function);

  std::vector<Operation *> best = bestOrder(function, symbols);
  applyOrder(function, best);
  Storages storages(function, symbols);
  MemoryPlan plan;
  plan.arenaBytes = placeStorages(storages.all());
  plan.lowerBoundBytes = storages.mostAlive();
  for (BlockArgument argument : function.getArguments())
    if (Storage *storage = storages.find(argument)) {
      int64_t bytes = llvm::alignTo(storage->bytes, kArenaAlignment);
      plan.argumentBytes += bytes;
      if (function.getArgAttr(argument.getArgNumber(), dist::kState))
        plan.stateBytes += bytes;
    }
  annotate(function, storages);
  Builder b(function.getContext());
  function->setAttr(kStepArenaBytes, b.getI64IntegerAttr(plan.arenaBytes));
  remark::analysis(function.getLoc(),
                   remark::RemarkOpts::name("plan-memory").category("schedule"))
      << llvm::formatv("the arena has {0} bytes: state {1}, other arguments "
                       "{2}, results and temporaries {3}; at least {4} are "
                       "alive at once",
                       plan.arenaBytes, plan.stateBytes,
                       plan.argumentBytes - plan.stateBytes,
                       plan.arenaBytes - plan.argumentBytes,
                       plan.lowerBoundBytes)
             .str();
  explainPeak(storages, plan);
  if (failed(verifyMemoryPlan(function)))
    return failure();
  return plan;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// `@main`, or the functions of all stages; if there is none, an error.
static LogicalResult
forEachProgram(ModuleOp program,
               function_ref<LogicalResult(func::FuncOp)> visit) {
  SmallVector<func::FuncOp> functions = dist::getPrograms(program);
  if (functions.empty())
    return program.emitError("module has no function @main with a body");
  for (func::FuncOp function : functions)
    if (failed(visit(function)))
      return failure();
  return success();
}

namespace popt {
#define GEN_PASS_DEF_PLANMEMORYPASS
#define GEN_PASS_DEF_VERIFYMEMORYPLANPASS
#include "popt/Memory/Passes.h.inc"
} // namespace popt

namespace {
struct PlanMemory : popt::impl::PlanMemoryPassBase<PlanMemory> {
  using PlanMemoryPassBase::PlanMemoryPassBase;

  void runOnOperation() final {
    LogicalResult done = forEachProgram(
        getOperation(), [&](func::FuncOp function) -> LogicalResult {
          FailureOr<MemoryPlan> plan = planMemory(function);
          if (failed(plan))
            return failure();
          if (budget == 0 || plan->arenaBytes <= budget)
            return success();
          constexpr size_t mostNoted = 3;
          // Functions of front ends have no place in a file.
          bool isLocated = !isa<UnknownLoc>(function.getLoc());
          Location loc = isLocated || plan->largest.empty()
                             ? function.getLoc()
                             : plan->largest.front().first;
          InFlightDiagnostic error = emitError(loc)
                                     << "a device needs " << plan->arenaBytes
                                     << " bytes for a step (arguments "
                                     << plan->argumentBytes << ", at most "
                                     << plan->lowerBoundBytes
                                     << " alive at once), more than the memory "
                                        "budget of "
                                     << budget.getValue() << " bytes";
          for (auto &[place, text] :
               ArrayRef(plan->largest).take_front(mostNoted))
            error.attachNote(place) << text;
          return error;
        });
    if (failed(done))
      signalPassFailure();
  }
};

struct VerifyMemoryPlan
    : popt::impl::VerifyMemoryPlanPassBase<VerifyMemoryPlan> {
  void runOnOperation() final {
    if (failed(forEachProgram(getOperation(), verifyMemoryPlan)))
      signalPassFailure();
  }
};
} // namespace
