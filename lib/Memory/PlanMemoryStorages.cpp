//===- PlanMemoryStorages.cpp - Which values name which memory ------------===//
//
// Liveness and sharing for plan-memory:
//
//   %1 = call @kernel_0(%p, %g)     writes over %p, a state argument, if the
//   return %1                       kernel allows it and nothing reads %p later
//   %2 = dist.all_reduce %1         takes over %1's memory if %1 dies here
//   %3 = stablehlo.reshape %2       is %2's memory
//
// Covered by test/Memory/plan-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/Build.h"
#include "popt/Memory/PlanMemory.h"

using namespace mlir;
using namespace popt;

/// As prepareViewsAndCopies found them.
static bool isPlannedView(Operation *op) { return op->hasAttr(kStepView); }

Value popt::baseOf(Value value) { return viewedBy(value, isPlannedView); }

static void forEachPlannedRead(Value value,
                               llvm::function_ref<void(OpOperand &)> visit) {
  forEachRead(value, visit, isPlannedView);
}

bool popt::isKernelCall(Operation *op, const SymbolTable &symbols) {
  auto call = dyn_cast<func::CallOp>(op);
  auto callee =
      call ? symbols.lookup<func::FuncOp>(call.getCallee()) : func::FuncOp();
  return callee && callee->hasAttr(kKernel);
}

bool popt::mayShare(Operation *op, unsigned result, unsigned operand,
                    const SymbolTable &symbols) {
  if (isa<dist::StepUpdateOp>(op))
    return operand == 0;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    auto pairs =
        callee ? callee->getAttrOfType<ArrayAttr>(kMayShare) : ArrayAttr();
    return pairs && llvm::any_of(pairs.getAsRange<DenseI64ArrayAttr>(),
                                 [&](DenseI64ArrayAttr pair) {
                                   return pair[0] == result &&
                                          pair[1] == operand;
                                 });
  }
  return mayCommunicateInPlace(op, result, operand);
}

bool popt::mayWriteOver(Operation *op, unsigned result,
                        llvm::function_ref<bool(Value)> liesThere,
                        const SymbolTable &symbols) {
  // A carried value of a loop begins as its operand.
  if (isLoop(op))
    return llvm::any_of(regionTies(op), [&](ValueTie &tie) {
      return tie.targets.front() == op->getResult(result) &&
             llvm::any_of(tie.sources, [&](OpOperand *source) {
               return source->getOwner() == op && liesThere(source->get());
             });
    });
  // The branch that runs leaves its values at its end, in any order.
  if (hasBranches(op))
    return llvm::all_of(op->getRegions(), [&](Region &region) {
      auto leaving = region.front().getTerminator()->getOperands();
      return llvm::none_of(llvm::enumerate(leaving), [&](auto value) {
        return value.index() != result && liesThere(baseOf(value.value()));
      });
    });
  if (op->getNumRegions() && !isa<dist::BucketOp>(op))
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &use) {
    return !liesThere(use.get()) ||
           mayShare(op, result, use.getOperandNumber(), symbols);
  });
}

SmallVector<ValueTie> popt::regionTies(Operation *op) {
  return op->getNumRegions() ? valueTiesOf(op) : SmallVector<ValueTie>();
}

SmallVector<ValueTie> popt::replacedTies(Operation *op) {
  SmallVector<ValueTie> ties = regionTies(op);
  auto loop = dyn_cast<dist::TimeLoopOp>(op);
  if (loop && dist::getOrder(loop))
    llvm::erase_if(ties, [&](const ValueTie &tie) {
      auto result = cast<OpResult>(tie.targets.front());
      return !dist::isReplacedInPlace(loop, result.getResultNumber());
    });
  return ties;
}

bool popt::hasBranches(Operation *op) {
  return op->getNumRegions() > 1 && !isLoop(op) && !regionTies(op).empty();
}

Value popt::passedOn(OpResult result) {
  Operation *op = result.getOwner();
  if (!isLoop(op) || isa<dist::TimeLoopOp>(op))
    return {};
  Value entry;
  for (const ValueTie &tie : regionTies(op))
    if (tie.targets.front() == result)
      for (OpOperand *source : tie.sources) {
        if (source->getOwner() == op)
          entry = source->get();
        else if (!llvm::is_contained(tie.targets, baseOf(source->get())))
          return {};
      }
  return entry;
}

SmallVector<BlockArgument> popt::ownArguments(Operation *op) {
  SmallVector<BlockArgument> arguments;
  if (!isLoop(op))
    return arguments;
  llvm::DenseSet<Value> carried;
  for (const ValueTie &tie : regionTies(op))
    carried.insert(tie.targets.begin(), tie.targets.end());
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (!carried.contains(argument))
        arguments.push_back(argument);
  return arguments;
}

//===----------------------------------------------------------------------===//
// Views and copies
//===----------------------------------------------------------------------===//

/// State results that are another state argument's old value are copied before
/// that argument may be overwritten.
static void copyPassedArguments(func::FuncOp function) {
  Operation *terminator = function.getBody().front().getTerminator();
  OpBuilder b(function.getBody());
  auto stateOf = [&](BlockArgument argument) {
    return function.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                  dist::kState);
  };
  for (OpOperand &use : terminator->getOpOperands()) {
    auto argument = dyn_cast<BlockArgument>(baseOf(use.get()));
    IntegerAttr state = argument ? stateOf(argument) : IntegerAttr();
    if (!state || state.getInt() == use.getOperandNumber() ||
        baseOf(terminator->getOperand(state.getInt())) == argument)
      continue;
    b.setInsertionPointToStart(&function.getBody().front());
    Value copy = buildCopy(b, argument.getLoc(), argument);
    auto type = cast<RankedTensorType>(use.get().getType());
    Value view = buildReshape(b, argument.getLoc(), copy, type.getShape());
    if (view != copy)
      view.getDefiningOp()->setAttr(kStepView, b.getUnitAttr());
    use.set(view);
  }
}

/// A carried value that becomes another one is copied first: the copies to the
/// carried memory then may run in any order.
static void copyExchanged(Operation *loop) {
  for (ValueTie &tie : regionTies(loop))
    for (OpOperand *use : tie.sources) {
      auto argument = dyn_cast<BlockArgument>(baseOf(use->get()));
      if (use->getOwner() == loop || !argument ||
          argument.getOwner() != use->getOwner()->getBlock() ||
          llvm::is_contained(tie.targets, argument) || bytesOf(argument) == 0)
        continue;
      OpBuilder b(use->getOwner());
      use->set(buildCopy(b, use->get().getLoc(), use->get()));
    }
}

void popt::prepareViewsAndCopies(func::FuncOp function) {
  auto unit = UnitAttr::get(function.getContext());
  function.walk([&](Operation *op) {
    op->removeAttr(kStepView);
    if (leavesOperandInPlace(op))
      op->setAttr(kStepView, unit);
  });
  copyPassedArguments(function);
  function.walk([](Operation *op) {
    if (isLoop(op))
      copyExchanged(op);
  });
}

// A view in a loop reads memory from around it in every step.
int64_t popt::readAt(const Positions &positions, OpOperand &use) {
  return positions.readAt(use.getOwner(), positions.readBy(use.getOwner()),
                          baseOf(use.get()).getParentRegion());
}

bool popt::isReadInOtherBranch(OpOperand &use, Operation *op,
                               const Positions &positions) {
  Region *own = op->getParentRegion();
  while (own && !own->getParentOp()->isAncestor(use.getOwner()))
    own = own->getParentOp()->getParentRegion();
  // The next iteration of a loop around them may run the other one.
  return own && !own->isAncestor(use.getOwner()->getParentRegion()) &&
         hasBranches(own->getParentOp()) &&
         readAt(positions, use) <= positions.end(own->getParentOp());
}

bool popt::isReadMeanwhile(Value value, Operation *op,
                           const Positions &positions) {
  bool isRead = false;
  forEachPlannedRead(value, [&](OpOperand &use) {
    int64_t at = readAt(positions, use);
    isRead |= !op->isAncestor(use.getOwner()) && at >= positions.begin(op) &&
              at <= positions.readBy(op);
  });
  return isRead;
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

Storages::Storages(func::FuncOp function, const SymbolTable &symbols,
                   LoopInstances *known)
    : function(function), symbols(symbols), positions(function),
      memories(function) {
  for (BlockArgument argument : function.getArguments())
    add(argument);
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->hasAttr(kStepView) || isAmongConstants(op))
      return WalkResult::advance();
    for (Value result : op->getResults())
      add(result);
    if (isa<dist::BucketOp>(op)) // inside, the same values by other names
      return WalkResult::skip();
    for (BlockArgument argument : ownArguments(op))
      add(argument);
    for (ValueTie &tie : replacedTies(op))
      if (Storage *storage = storageOf.lookup(tie.targets.front()))
        for (Value carried : ArrayRef(tie.targets).drop_front()) {
          storage->values.push_back(carried);
          storageOf[carried] = storage;
        }
    return WalkResult::advance();
  });
  LoopInstances own;
  for (auto loop : function.getBody().getOps<dist::TimeLoopOp>())
    if (dist::getOrder(loop))
      addInstances(loop, known ? *known : own);
  for (auto &storage : storages) {
    if (!storage || storage->stride)
      continue;
    storage->begin = INT64_MAX;
    for (Value value : storage->values) {
      storage->begin = std::min(storage->begin, positions.definedAt(value));
      Operation *op = value.getDefiningOp();
      storage->end = std::max(storage->end, op ? positions.end(op)
                                               : positions.definedAt(value));
      forEachPlannedRead(value, [&](OpOperand &use) {
        storage->end = std::max(storage->end, readAt(positions, use));
      });
      auto argument = dyn_cast<BlockArgument>(value);
      if (argument && argument.getOwner() == &function.getBody().front()) {
        storage->isArgument = true;
        storage->isState = static_cast<bool>(
            function.getArgAttr(argument.getArgNumber(), dist::kState));
        storage->end = positions.last();
      }
    }
  }
  sharePassedOn();
  shareState();
  shareYields(function.getBody().front());
  placeRows();
  shareOperands(function.getBody().front());
}

void Storages::add(Value value) {
  int64_t bytes = bytesOf(value);
  if (bytes == 0)
    return;
  storages.push_back(std::make_unique<Storage>());
  storages.back()->memory = memories.of(value);
  storages.back()->bytes = bytes;
  storages.back()->index = storages.size() - 1;
  storages.back()->values.push_back(value);
  storageOf[value] = storages.back().get();
}

/// What tasks leave for others is alive during the whole loop, in slots; what
/// the loop hands to the next microbatch is one of these values.
void Storages::addInstances(dist::TimeLoopOp loop, LoopInstances &known) {
  constexpr std::array kinds = {Memory::Device, Memory::Host};
  auto [instances, isNew] = known.try_emplace(loop.getOperation());
  if (isNew) {
    llvm::MapVector<Value, InstanceLives> lives = findInstanceLives(loop);
    for (auto [placed, memory] : llvm::zip(instances->second, kinds))
      placed = placeInstances(lives, [&, memory = memory](Value value) {
        return memories.of(value) == memory;
      });
  }
  for (auto [instance, memory] : llvm::zip(instances->second, kinds)) {
    InstanceMemory placed = instance;
    if (placed.slots.empty())
      continue;
    storages.push_back(std::make_unique<Storage>());
    Storage *block = storages.back().get();
    block->memory = memory;
    block->index = storages.size() - 1;
    block->bytes = placed.bytes;
    block->stride = placed.stride;
    block->begin = positions.begin(loop);
    block->end = positions.end(loop);
    for (auto &[value, slots] : placed.slots) {
      block->values.push_back(value);
      Storage *storage = storageOf.lookup(value);
      storage->block = block;
      storage->inFrame = slots.inFrame;
      instanceSlots[value] = std::move(slots);
    }
  }
  for (auto [value, index] : getCarriedInstances(loop)) {
    Storage *storage = storageOf.lookup(value);
    Storage *result = storageOf.lookup(loop.getResult(index));
    if (!storage || !result)
      continue;
    merge(storage, result);
    storageOf[loop.getCarried()[index]] = storage;
    storage->values.push_back(loop.getCarried()[index]);
  }
}

Storage *Storages::find(Value value) { return storageOf.lookup(baseOf(value)); }

SmallVector<Storage *> Storages::all(Memory memory) {
  SmallVector<Storage *> result;
  for (auto &storage : storages)
    if (storage && !storage->block && !storage->row &&
        storage->memory == memory)
      result.push_back(storage.get());
  return result;
}

int64_t Storages::place(int64_t *out_hostBytes) {
  int64_t bytes = placeStorages(all());
  if (int64_t hostBytes = placeStorages(all(Memory::Host)); out_hostBytes)
    *out_hostBytes = hostBytes;
  for (auto &storage : storages)
    if (storage && storage->block)
      storage->offset = storage->block->offset + storage->inFrame;
  for (auto &storage : storages)
    if (storage && storage->row)
      storage->offset = addressOf(*storage).offset;
  return bytes;
}

int64_t Storages::placedBytes() {
  return placeStorages(all(), /*onlyBytes=*/true);
}

HeldBytes Storages::held() { return heldBytes(all(), positions.last()); }

int64_t Storages::mostAlive(int64_t *out_position) {
  HeldBytes bytes = held();
  if (out_position && bytes.peak() > 0)
    *out_position = bytes.peakPosition();
  return bytes.peak();
}

Storage *Storages::merge(Storage *into, Storage *from) {
  into->begin = std::min(into->begin, from->begin);
  into->end = std::max(into->end, from->end);
  into->isArgument |= from->isArgument;
  into->isState |= from->isState;
  if (from->block) {
    into->block = from->block;
    into->inFrame = from->inFrame;
  }
  for (Value value : from->values) {
    storageOf[value] = into;
    into->values.push_back(value);
  }
  storages[from->index].reset();
  return into;
}

/// The last position before `before` at which any of the storage's values is
/// read, if `writer` runs.
int64_t Storages::lastRead(Storage *storage, int64_t before,
                           Operation *writer) {
  int64_t last = -1;
  for (Value value : storage->values)
    forEachPlannedRead(value, [&](OpOperand &use) {
      int64_t at = readAt(positions, use);
      if (at < before && !isReadInOtherBranch(use, writer, positions))
        last = std::max(last, at);
    });
  return last;
}

bool Storages::diesAt(Storage *storage, Operation *op, unsigned result,
                      int64_t lastRead) {
  bool isRead = hasBranches(op) ? lastRead >= positions.begin(op) &&
                                      lastRead <= positions.end(op)
                                : lastRead == positions.readBy(op);
  if (!isRead)
    return lastRead < positions.begin(op);
  if (llvm::any_of(storage->values, [&](Value value) {
        return isReadMeanwhile(value, op, positions);
      }))
    return false;
  return mayWriteOver(
      op, result, [&](Value value) { return find(value) == storage; }, symbols);
}

/// What a scan reads layer by layer is not copied.
void Storages::sharePassedOn() {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpResult result : op->getResults()) {
      Value entry = passedOn(result);
      Storage *operand = entry ? find(entry) : nullptr;
      Storage *carried = find(result);
      if (operand && carried && operand != carried && !operand->block &&
          !carried->block && operand->bytes == carried->bytes)
        merge(operand, carried);
    }
  });
}

void Storages::shareState() {
  for (auto [argument, next] : dist::getNextStates(function)) {
    Storage *old = find(argument);
    Value value = baseOf(next);
    Storage *replacement = find(value);
    auto result = dyn_cast<OpResult>(value);
    if (!old || !replacement || replacement->isArgument || !result ||
        old->bytes != replacement->bytes)
      continue;
    if (diesAt(old, result.getOwner(), result.getResultNumber(),
               lastRead(old, INT64_MAX, result.getOwner())))
      merge(old, replacement);
  }
}

/// What a branch leaves as it is, and nothing reads later, is the result's memory: the
/// other branches write over it. That memory holds nothing before the operation: else
/// what it holds would be lost where the value is made.
void Storages::shareLeftAlone(Operation *op) {
  for (const ValueTie &tie : regionTies(op)) {
    auto result = cast<OpResult>(tie.targets.front());
    for (OpOperand *source : tie.sources) {
      Storage *own = find(result), *old = find(source->get());
      Value value = baseOf(source->get());
      if (!own || !old || own == old || own->isArgument || old->isArgument ||
          own->block || old->block || old->memory != own->memory ||
          old->bytes != own->bytes ||
          op->isAncestor(value.getParentRegion()->getParentOp()) ||
          own->begin < positions.begin(op) || old->end > positions.end(op))
        continue;
      if (diesAt(old, op, result.getResultNumber(),
                 lastRead(old, INT64_MAX, op)))
        merge(old, own);
    }
  }
}

/// What begins a loop is made where the loop leaves it, `carried`, if nothing is
/// missed there; so is what begins a loop before that one. Not what is passed on by
/// the operation that gives it: that memory is written before.
void Storages::shareBeginning(Storage *carried, OpResult result) {
  Operation *loop = result.getOwner();
  if (!isLoop(loop))
    return;
  for (ValueTie &tie : regionTies(loop))
    for (OpOperand *source : tie.sources) {
      auto before = dyn_cast<OpResult>(baseOf(source->get()));
      Storage *own = before ? find(before) : nullptr;
      if (source->getOwner() != loop || tie.targets.front() != result || !own ||
          own == carried || own->isArgument || own->block ||
          own->bytes != carried->bytes || own->memory != carried->memory ||
          before.getOwner()->getBlock() != loop->getBlock() ||
          own->begin < positions.begin(before.getOwner()) ||
          !diesAt(own, loop, result.getResultNumber(),
                  lastRead(own, INT64_MAX, loop)) ||
          !diesAt(carried, before.getOwner(), before.getResultNumber(),
                  lastRead(carried, positions.begin(loop), before.getOwner())))
        continue;
      merge(carried, own);
      shareBeginning(carried, before);
    }
}

void Storages::shareYields(Block &block) {
  for (Operation &op : block) {
    SmallVector<ValueTie> ties = regionTies(&op);
    if (hasBranches(&op))
      shareLeftAlone(&op);
    for (Region &region : op.getRegions()) {
      if (region.empty())
        continue;
      Block &inner = region.front();
      Operation *terminator = inner.getTerminator();
      for (ValueTie &tie : ties) {
        auto source = llvm::find_if(tie.sources, [&](OpOperand *use) {
          return use->getOwner() == terminator;
        });
        if (source == tie.sources.end())
          continue;
        Value yielded = (*source)->get();
        Storage *carried = find(tie.targets.front());
        auto result = dyn_cast<OpResult>(baseOf(yielded));
        Storage *own = find(yielded);
        if (!carried || !own || own == carried || !result ||
            result.getOwner()->getBlock() != &inner || own->isArgument ||
            own->bytes != carried->bytes || own->values.size() == 0)
          continue;
        // The value leaves under this name alone.
        Value base = result;
        if (llvm::count_if(terminator->getOperands(), [&](Value other) {
              return baseOf(other) == base;
            }) != 1)
          continue;
        if ((isLoop(&op) || hasBranches(&op)) &&
            (own->begin < positions.begin(result.getOwner()) ||
             !diesAt(carried, result.getOwner(), result.getResultNumber(),
                     lastRead(carried, positions.end(&op), result.getOwner()))))
          continue;
        merge(carried, own);
        shareBeginning(carried, result);
      }
      shareYields(inner);
    }
  }
}

/// Results take over operands that die, first operand first.
void Storages::shareOperands(Block &block) {
  for (Operation &op : block) {
    if (op.hasAttr(kStepView))
      continue;
    // A message of many tensors has as many operands as results.
    llvm::SmallPtrSet<Storage *, 4> taken;
    for (OpResult result : op.getResults())
      taken.insert(find(result));
    SmallVector<std::pair<unsigned, Storage *>> dying;
    for (OpOperand &use : op.getOpOperands()) {
      Storage *operand = find(use.get());
      if (operand && !operand->isArgument && !operand->block && !operand->row &&
          operand->end == positions.readBy(&op) && !taken.contains(operand))
        dying.push_back({use.getOperandNumber(), operand});
    }
    for (OpResult result : op.getResults()) {
      Storage *own = find(result);
      if (!own || own->isArgument || own->block || own->row ||
          own->begin != positions.begin(&op))
        continue;
      for (auto [number, operand] : dying) {
        // diesAt asks the ties of a loop.
        if (operand->bytes != own->bytes || taken.contains(operand) ||
            (!isLoop(&op) &&
             !mayShare(&op, result.getResultNumber(), number, symbols)) ||
            !diesAt(operand, &op, result.getResultNumber(),
                    positions.readBy(&op)))
          continue;
        merge(operand, own);
        taken.insert(operand);
        break;
      }
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        shareOperands(inner);
  }
}
