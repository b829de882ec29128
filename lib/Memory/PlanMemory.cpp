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

void popt::applyOrder(func::FuncOp function, ArrayRef<Operation *> order) {
  Block &block = function.getBody().front();
  for (Operation *op : order)
    op->moveBefore(block.getTerminator());
}

/// Writes offsets down. -1 stands for constants and for values without bytes.
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

namespace {
/// The lists of slots of a function, each once.
class SlotLists {
public:
  explicit SlotLists(MLIRContext *context) : builder(context) {}
  /// The number of the list, or -1 if it has slot 0 alone.
  int64_t add(const SlotList &slots) {
    if (llvm::all_of(slots, [](int32_t slot) { return slot == 0; }))
      return -1;
    lists.insert(builder.getDenseI32ArrayAttr(shortened(slots)));
    return llvm::find(lists, builder.getDenseI32ArrayAttr(shortened(slots))) -
           lists.begin();
  }
  ArrayAttr get() { return builder.getArrayAttr(lists.getArrayRef()); }

private:
  /// Its first part, if the rest repeats it.
  static ArrayRef<int32_t> shortened(ArrayRef<int32_t> slots) {
    for (size_t period = 1; period < slots.size(); ++period) {
      size_t i = period;
      while (i < slots.size() && slots[i] == slots[i - period])
        ++i;
      if (i == slots.size())
        return slots.take_front(period);
    }
    return slots;
  }

  Builder builder;
  llvm::SetVector<Attribute> lists;
};
} // namespace

/// Writes down in which slots instances of values lie: those that tasks leave
/// for others, and what shares memory with them inside the tasks.
static void annotateSlots(func::FuncOp function, Storages &storages) {
  SlotLists lists(function.getContext());
  llvm::DenseMap<Storage *, int64_t> listOf;
  llvm::DenseMap<Operation *, SmallVector<int64_t>> carried;
  for (auto &[key, slots] : storages.instances()) {
    Value value = key;
    listOf[storages.find(value)] = lists.add(slots.slots);
    Operation *loop = value.getParentRegion()->getParentOp();
    SmallVector<int64_t> &all = carried[loop];
    all.resize(loop->getNumResults(), -1);
    for (auto &[index, list] : slots.carried)
      all[index] = lists.add(list);
  }
  Builder b(function.getContext());
  function.getBody().walk([&](Operation *op) {
    op->removeAttr(kStepSlots);
    op->removeAttr(kStepSlotStrides);
    if (dist::getOrder(op))
      return;
    SmallVector<int64_t> numbers, strides;
    for (Value result : op->getResults()) {
      Storage *storage = storages.find(result);
      while (storage && storage->row)
        storage = storages.stackOf(*storage);
      bool isInstance = storage && storage->block;
      numbers.push_back(isInstance ? listOf.lookup(storage) : -1);
      strides.push_back(isInstance ? storage->block->stride : 0);
    }
    if (llvm::all_of(strides, [](int64_t stride) { return stride == 0; }))
      return;
    op->setAttr(kStepSlots, b.getDenseI64ArrayAttr(numbers));
    op->setAttr(kStepSlotStrides, b.getDenseI64ArrayAttr(strides));
  });
  for (auto &[loop, numbers] : carried)
    loop->setAttr(kStepCarriedSlots, b.getDenseI64ArrayAttr(numbers));
  if (!storages.instances().empty())
    function->setAttr(kStepSlotLists, lists.get());
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
    return element.isIntOrFloat() && (element.getIntOrFloatBitWidth() < 8 ||
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
    if (storage->stride)
      what = "what tasks leave for others";
    std::string text = llvm::formatv("{0} bytes of {1} are alive at the peak",
                                     storage->bytes, what);
    remark::analysis(
        value.getLoc(),
        remark::RemarkOpts::name("plan-memory-peak").category("schedule"))
        << text;
    plan.largest.push_back({value.getLoc(), std::move(text)});
  }
}

std::vector<Operation *> popt::bestOrder(func::FuncOp function,
                                         const SymbolTable &symbols) {
  std::vector<std::vector<Operation *>> orders = ordersToTry(function, symbols);
  LoopInstances instances;
  std::vector<std::pair<int64_t, size_t>> bounds;
  for (auto [i, order] : llvm::enumerate(orders)) {
    applyOrder(function, order);
    Storages storages(function, symbols, &instances);
    bounds.push_back({storages.mostAlive(), i});
  }
  // No placement beats the bytes that are alive at once.
  llvm::sort(bounds);
  std::pair<int64_t, size_t> best(INT64_MAX, 0);
  for (auto [bound, i] : bounds) {
    if (bound >= best.first)
      break;
    applyOrder(function, orders[i]);
    Storages storages(function, symbols, &instances);
    best = std::min(best, {storages.placedBytes(), i});
  }
  return orders[best.second];
}

/// An order in which something runs beside other operations was made by overlap.
static bool hasOverlap(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->hasAttr(kStepBeside) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<MemoryPlan> popt::planMemory(func::FuncOp function) {
  if (failed(checkTypes(function)))
    return failure();
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  if (!hasOverlap(function))
    copyRowsFirst(function, symbols);
  prepareViewsAndCopies(function);

  if (!hasOverlap(function))
    applyOrder(function, bestOrder(function, symbols));
  Storages storages(function, symbols);
  MemoryPlan plan;
  plan.arenaBytes = storages.place(&plan.hostBytes);
  plan.lowerBoundBytes = storages.mostAlive();
  for (BlockArgument argument : function.getArguments())
    if (Storage *storage = storages.find(argument);
        storage && storage->memory == Memory::Device) {
      int64_t bytes = storage->arenaBytes();
      plan.argumentBytes += bytes;
      if (function.getArgAttr(argument.getArgNumber(), dist::kState))
        plan.stateBytes += bytes;
    }
  annotate(function, storages);
  annotateSlots(function, storages);
  annotateRows(function, storages);
  Builder b(function.getContext());
  function->setAttr(kStepArenaBytes, b.getI64IntegerAttr(plan.arenaBytes));
  function->removeAttr(kStepHostBytes);
  if (plan.hostBytes)
    function->setAttr(kStepHostBytes, b.getI64IntegerAttr(plan.hostBytes));
  std::string text = llvm::formatv(
      "the arena has {0} bytes: state {1}, other arguments {2}, results and "
      "temporaries {3}; at least {4} are alive at once",
      plan.arenaBytes, plan.stateBytes, plan.argumentBytes - plan.stateBytes,
      plan.arenaBytes - plan.argumentBytes, plan.lowerBoundBytes);
  if (plan.hostBytes)
    text += llvm::formatv("; {0} bytes in host memory", plan.hostBytes);
  remark::analysis(function.getLoc(),
                   remark::RemarkOpts::name("plan-memory").category("schedule"))
      << text;
  explainPeak(storages, plan);
  if (failed(verifyMemoryPlan(function)))
    return failure();
  return plan;
}

std::vector<HeldMemory> popt::heldMemory(func::FuncOp planned) {
  SymbolTable symbols(planned->getParentOfType<ModuleOp>());
  Storages storages(planned, symbols);
  std::vector<HeldMemory> held;
  for (Storage *storage : storages.all()) {
    auto argument = llvm::find_if(storage->values, [&](Value value) {
      return value.getParentBlock() == &planned.front() &&
             isa<BlockArgument>(value);
    });
    Value value =
        argument != storage->values.end() ? *argument : storage->values.front();
    held.push_back({value, storage->arenaBytes(), storage->begin, storage->end,
                    storage->stride != 0});
  }
  return held;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

LogicalResult
popt::forEachProgram(ModuleOp program,
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
    func::FuncOp largest;
    MemoryPlan planOfLargest;
    LogicalResult done = forEachProgram(
        getOperation(), [&](func::FuncOp function) -> LogicalResult {
          FailureOr<MemoryPlan> plan = planMemory(function);
          if (failed(plan))
            return failure();
          if (!largest || plan->arenaBytes > planOfLargest.arenaBytes) {
            largest = function;
            planOfLargest = std::move(*plan);
          }
          return success();
        });
    if (failed(done) || failed(check(largest, planOfLargest)))
      signalPassFailure();
  }

  /// Of the coordinates of a stage axis the one that takes most decides, so that
  /// its bytes are a budget that is enough.
  LogicalResult check(func::FuncOp function, const MemoryPlan &plan) {
    if (budget == 0 || plan.arenaBytes <= budget)
      return success();
    constexpr size_t mostNoted = 3;
    // Functions of front ends have no place in a file.
    bool isLocated = !isa<UnknownLoc>(function.getLoc());
    Location loc = isLocated || plan.largest.empty()
                       ? function.getLoc()
                       : plan.largest.front().first;
    InFlightDiagnostic error =
        emitError(loc) << "a device needs " << plan.arenaBytes
                       << " bytes for a step, the least that was found "
                          "(arguments "
                       << plan.argumentBytes << ", at most "
                       << plan.lowerBoundBytes
                       << " alive at once), more than the memory budget of "
                       << budget.getValue() << " bytes";
    for (auto &[place, text] : ArrayRef(plan.largest).take_front(mostNoted))
      error.attachNote(place) << text;
    return error;
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
