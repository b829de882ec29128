//===- KernelLoops.cpp - Loops, nesting levels and vector attempts --------===//
//
// See KernelEmitter.h for the rules. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;

void KernelEmitter::setInsertion() {
  Scope &scope = *scopes.back();
  if (scope.next)
    b.setInsertionPoint(scope.next);
  else if (!scope.block->empty() &&
           scope.block->back().hasTrait<mlir::OpTrait::IsTerminator>())
    b.setInsertionPoint(&scope.block->back());
  else
    b.setInsertionPointToEnd(scope.block);
}

void KernelEmitter::atLevel(unsigned level, llvm::function_ref<void()> emit) {
  if (level + 1 >= scopes.size())
    return emit();
  SmallVector<ScopePtr> saved = scopes;
  scopes.resize(level + 1);
  ++detours;
  setInsertion();
  emit();
  --detours;
  scopes = std::move(saved);
  setInsertion();
}

unsigned KernelEmitter::chooseLanes(int64_t count) const {
  return mapping->chooseLanes(count);
}

unsigned KernelMapping::chooseLanes(int64_t count) const {
  if (count < 4)
    return 0;
  // Four registers per value keep the units busy in short chains; long ones
  // would spill.
  unsigned registers = e.totalCost > 120 ? 1 : e.totalCost > 60 ? 2 : 4;
  if (e.options.vectorBits < 512)
    registers = std::max(1u, registers / 2);
  unsigned most = e.options.vectorBits / 8 / e.widestBytes * registers;
  most = std::clamp(most, 4u, 64u);
  return std::min<int64_t>(most, llvm::PowerOf2Ceil(count));
}

Value KernelEmitter::maskOf(const LinearForm &form) const {
  for (const ScopePtr &scope : scopes)
    if (scope->counter != ~0u && symbols[scope->counter].mask)
      return symbols[scope->counter].mask;
  return {};
}

void KernelEmitter::inScope(Operation *op, mlir::Block *block,
                            llvm::function_ref<void(Scope &)> emit) {
  Scope &parent = *scopes.back();
  Operation *previous = std::exchange(parent.next, op);
  scopes.push_back(std::make_shared<Scope>());
  Scope &scope = *scopes.back();
  scope.block = block;
  setInsertion();
  emit(scope);
  scopes.pop_back();
  parent.next = previous;
  setInsertion();
}

KernelEmitter::Values KernelEmitter::emitLoop(int64_t low, int64_t high,
                                              unsigned lanes, bool isTail,
                                              int64_t loopLow, int64_t loopHigh,
                                              ValueRange initial,
                                              const LoopBody &body) {
  Value mask;
  if (isTail) {
    SmallVector<bool> exists;
    for (unsigned i = 0; i < lanes; ++i)
      exists.push_back(low + int64_t(i) < high);
    auto type = VectorType::get({int64_t(lanes)}, b.getI1Type());
    mask =
        arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, exists));
  }
  unsigned step = std::max(1u, lanes);
  auto op = scf::ForOp::create(b, loc, ops.index(low), ops.index(high),
                               ops.index(step), initial);
  if (!attempts.empty() && attempts.back().level == depth() &&
      attempts.back().detour == detours)
    attempts.back().loops.push_back(op);
  IndexSymbol counter;
  counter.value = op.getInductionVar();
  counter.level = scopes.size();
  counter.low = low;
  counter.high = high - 1;
  counter.lanes = lanes;
  if (mapping->isParallel() && low % step == 0)
    counter.multiple = step;
  counter.mask = mask;
  counter.loopLow = loopLow;
  counter.loopHigh = loopHigh;
  SymbolId symbol = newSymbol(counter);
  inScope(op, op.getBody(), [&](Scope &scope) {
    scope.counter = symbol;
    Values next = body(LinearForm::symbol(symbol), op.getRegionIterArgs());
    setInsertion();
    if (!initial.empty())
      scf::YieldOp::create(b, loc, next);
  });

  // Where padding or the parts of a concatenation meet, each side gets a loop.
  SmallVector<int64_t, 2> at = cuts.lookup(symbol);
  cuts.erase(symbol);
  llvm::erase_if(at, [&](int64_t cut) { return cut <= low || cut >= high; });
  llvm::sort(at);
  at.erase(llvm::unique(at), at.end());
  if (!at.empty() && at.size() < 8) {
    if (!attempts.empty())
      llvm::erase(attempts.back().loops, op);
    op->erase();
    at.push_back(high);
    Values values(initial.begin(), initial.end());
    int64_t begin = low;
    for (int64_t end : at) {
      values = loop(begin, end, lanes, values, body);
      begin = end;
    }
    return values;
  }
  return Values(op.getResults().begin(), op.getResults().end());
}

KernelEmitter::Values KernelEmitter::loop(int64_t low, int64_t high,
                                          unsigned lanes, ValueRange initial,
                                          const LoopBody &body) {
  Values values(initial.begin(), initial.end());
  if (high <= low)
    return values;
  if (!lanes) {
    if (high - low == 1)
      return body(LinearForm(low), values);
    return emitLoop(low, high, 0, false, low, high, values, body);
  }
  int64_t main = low + (high - low) / lanes * lanes;
  if (main > low)
    values = emitLoop(low, main, lanes, false, low, high, values, body);
  if (main < high) {
    unsigned rest = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(high - main));
    // Accumulators fix the number of lanes.
    if (!initial.empty())
      rest = lanes;
    bool isTail = main + rest > high;
    if (!isTail && rest == 1)
      return emitLoop(main, high, 0, false, low, high, values, body);
    values = emitLoop(main, high, rest, isTail, low, high, values, body);
  }
  return values;
}

void KernelEmitter::dynamicLoop(
    Value low, Value high, int64_t minimum, int64_t maximum,
    const std::function<void(const LinearForm &)> &body) {
  auto op = scf::ForOp::create(b, loc, low, high, ops.index(1));
  IndexSymbol counter;
  counter.value = op.getInductionVar();
  counter.level = scopes.size();
  counter.low = counter.loopLow = minimum;
  counter.high = maximum - 1;
  counter.loopHigh = maximum;
  SymbolId symbol = newSymbol(counter);
  inScope(op, op.getBody(), [&](Scope &scope) {
    scope.isConditional = true;
    body(LinearForm::symbol(symbol));
  });
}

void KernelEmitter::conditional(Value condition,
                                llvm::function_ref<void()> emit) {
  auto op = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  inScope(op, op.thenBlock(), [&](Scope &scope) {
    scope.isConditional = true;
    emit();
  });
}

bool KernelEmitter::tryVector(llvm::function_ref<void()> emit) {
  bool outerFailed = std::exchange(vectorFailed, false);
  bool outerScalarOnly = std::exchange(ops.scalarOnly, false);
  attempts.push_back({depth(), detours, {}});
  emit();
  bool worked = !vectorFailed && !ops.scalarOnly;
  if (!worked)
    for (Operation *op : llvm::reverse(attempts.back().loops))
      op->erase();
  attempts.pop_back();
  vectorFailed = outerFailed;
  ops.scalarOnly = outerScalarOnly;
  setInsertion();
  return worked;
}

void KernelEmitter::nest(ArrayRef<int64_t> extents, const NestBody &body,
                         const NestBody &atDepth) {
  if (!llvm::is_contained(extents, 0))
    mapping->nest(extents, body, atDepth);
}

void KernelEmitter::nestOfLoops(ArrayRef<int64_t> extents, const NestBody &body,
                                const NestBody &atDepth) {
  SmallVector<LinearForm> counters;
  std::function<void()> open = [&] {
    if (atDepth)
      atDepth(counters);
    unsigned d = counters.size();
    if (d == extents.size())
      return body(counters);
    auto inside = [&](const LinearForm &counter, ValueRange) -> Values {
      counters.push_back(counter);
      open();
      counters.pop_back();
      return {};
    };
    unsigned lanes = d + 1 == extents.size() ? chooseLanes(extents[d]) : 0;
    if (lanes &&
        tryVector([&] { loop(0, extents[d], lanes, ValueRange(), inside); }))
      return;
    loop(0, extents[d], 0, ValueRange(), inside);
  };
  open();
}

KernelEmitter::Values KernelEmitter::fold(ArrayRef<int64_t> extents,
                                          unsigned lanes, ValueRange initial,
                                          const FoldBody &body) {
  SmallVector<LinearForm> counters;
  std::function<Values(ValueRange)> open = [&](ValueRange values) -> Values {
    size_t d = counters.size();
    if (d == extents.size())
      return body(counters, values);
    return loop(0, extents[d], d + 1 == extents.size() ? lanes : 0, values,
                [&](const LinearForm &counter, ValueRange current) {
                  counters.push_back(counter);
                  Values next = open(current);
                  counters.pop_back();
                  return next;
                });
  };
  return open(initial);
}

void KernelMapping::nestOfFew(ArrayRef<int64_t> extents, bool,
                              const KernelEmitter::NestBody &enter,
                              llvm::function_ref<Value()> isWanted,
                              llvm::function_ref<void()> body) {
  e.nestInOrder(extents, [&](ArrayRef<LinearForm> counters) {
    enter(counters);
    if (Value wanted = isWanted())
      e.conditional(wanted, body);
    else
      body();
  });
}

void KernelEmitter::nestInOrder(ArrayRef<int64_t> extents,
                                const NestBody &body) {
  fold(extents, 0, ValueRange(),
       [&](ArrayRef<LinearForm> counters, ValueRange) -> Values {
         body(counters);
         return {};
       });
}
