//===- GpuMapping.cpp - Kernels run by the threads of a GPU ---------------===//
//
// See GpuMapping.h for the rules. Covered by test/Kernels/lower-kernels-gpu.mlir
// and test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "GpuMapping.h"

#include "GpuLaunches.h"

#include "popt/Dialect/Step/ProgramAttrs.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using CmpI = arith::CmpIPredicate;

/// Threads of a block, where there is work for so many.
constexpr int64_t threadsPerBlock = 256;
/// One access of a thread.
constexpr int64_t accessBytes = 16;
constexpr unsigned maxLanes = 8;

static int64_t storageBytes(Type element) {
  return storageType(element).getIntOrFloatBitWidth() / 8;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void GpuMapping::launch(llvm::function_ref<void()> emit) {
  assert(!current && e.depth() == 0 && "launches do not nest");
  auto region = scf::ExecuteRegionOp::create(e.b, e.loc, TypeRange());
  mlir::Block *block = &region.getRegion().emplaceBlock();
  Launch launch{region};
  current = &launch;
  auto outside = std::move(e.scopes);
  e.scopes = {std::make_shared<KernelEmitter::Scope>()};
  e.scopes.back()->block = block;
  e.setInsertion();
  emit();
  e.setInsertion();
  scf::YieldOp::create(e.b, e.loc);
  e.scopes = std::move(outside);
  e.setInsertion();
  current = nullptr;
  if (launch.grid)
    launches.push_back(launch);
  else
    region.erase();
}

void GpuMapping::launchInOrder(llvm::function_ref<void()> emit) {
  launch([&] {
    current->grid = 1;
    emit();
  });
}

Value GpuMapping::memberOf(Operation *id) {
  return e.ops.op<arith::IndexCastUIOp>(e.b.getIndexType(), id->getResult(0));
}

unsigned GpuMapping::lanesFor(int64_t count) const {
  int64_t narrowest = accessBytes;
  for (Type type : e.body.getArgumentTypes())
    if (auto memory = dyn_cast<MemRefType>(type))
      narrowest =
          std::min<int64_t>(narrowest, memory.getElementTypeBitWidth() / 8);
  unsigned lanes = std::min<int64_t>(accessBytes / narrowest, maxLanes);
  while (lanes && count % lanes)
    lanes /= 2;
  return lanes < 2 ? 0 : lanes;
}

unsigned GpuMapping::lanesFor(int64_t count, int64_t team) const {
  constexpr unsigned fewest = 4;
  unsigned lanes = lanesFor(count);
  while (lanes > fewest && count < lanes * team)
    lanes /= 2;
  return lanes;
}

Value GpuMapping::threadOf(int64_t block) {
  KernelOps &k = e.ops;
  Value number =
      memberOf(NVVM::BlockIdXOp::create(e.b, e.loc, e.b.getI32Type()));
  return k.op<arith::AddIOp>(k.op<arith::MulIOp>(number, k.index(block)),
                             memberIn(block));
}

Value GpuMapping::memberIn(int64_t team) {
  KernelOps &k = e.ops;
  Value thread =
      memberOf(NVVM::ThreadIdXOp::create(e.b, e.loc, e.b.getI32Type()));
  return team == current->block ? thread
                                : k.op<arith::RemUIOp>(thread, k.index(team));
}

void GpuMapping::noteOpened(Operation *op) {
  if (!e.attempts.empty() && e.attempts.back().level == e.depth() &&
      e.attempts.back().detour == e.detours)
    e.attempts.back().loops.push_back(op);
}

void GpuMapping::spread(int64_t count, unsigned lanes,
                        llvm::function_ref<void(const LinearForm &)> body) {
  int64_t each = std::max(1u, lanes), threads = count / each;
  int64_t block =
      std::min(threadsPerBlock, int64_t(llvm::alignTo(threads, 32)));
  int64_t grid = llvm::divideCeil(threads, block);
  current->grid = grid;
  current->block = block;
  KernelOps &k = e.ops;
  Value thread = threadOf(block);
  Value exists = grid * block == threads
                     ? k.constant(e.b.getI1Type(), e.b.getBoolAttr(true))
                     : k.cmpi(CmpI::ult, thread, k.index(threads));
  auto guard = scf::IfOp::create(e.b, e.loc, exists, /*withElseRegion=*/false);
  noteOpened(guard);
  e.inScope(guard, guard.thenBlock(), [&](KernelEmitter::Scope &scope) {
    // A result may lie over its operand: a thread that does not write the
    // result must not read the operand.
    if (count == 1) {
      scope.isConditional = true;
      return body(LinearForm(0));
    }
    IndexSymbol first;
    first.value = lanes ? k.op<arith::MulIOp>(thread, k.index(lanes)) : thread;
    first.level = e.depth();
    first.high = count - 1;
    first.lanes = lanes;
    first.multiple = each;
    first.loopHigh = count;
    body(LinearForm::symbol(e.newSymbol(first)));
  });
}

void GpuMapping::spreadInVectors(
    int64_t count, unsigned lanes,
    llvm::function_ref<void(const LinearForm &)> body) {
  if (!lanes || !e.tryVector([&] { spread(count, lanes, body); }))
    spread(count, 0, body);
}

void GpuMapping::nest(ArrayRef<int64_t> extents,
                      const KernelEmitter::NestBody &body,
                      const KernelEmitter::NestBody &atDepth) {
  if (!current)
    return launch([&] { nest(extents, body, atDepth); });
  if (current->grid)
    return e.nestOfLoops(extents, body, atDepth);
  spreadInVectors(elementCount(extents),
                  extents.empty() ? 0 : lanesFor(extents.back()),
                  [&](const LinearForm &at) {
                    body(e.dimsOf({at, std::nullopt}, extents));
                  });
}

void GpuMapping::nestOverElements(
    ValueRange values, const std::function<void(const LinearForm &)> &body) {
  SmallVector<int64_t, 4> extents = e.loopExtents(values, {});
  int64_t count = elementCount(extents);
  if (!count)
    return;
  auto spreadAll = [&] {
    spreadInVectors(count, lanesFor(extents.back()), body);
  };
  if (!current)
    return launch(spreadAll);
  if (!current->grid)
    return spreadAll();
  e.nestOfLoops(extents, [&](ArrayRef<LinearForm> counters) {
    body(linearise(counters, extents));
  });
}

void GpuMapping::nestOfTasks(ArrayRef<int64_t> extents,
                             const KernelEmitter::NestBody &body) {
  if (llvm::is_contained(extents, 0))
    return;
  if (!current)
    return launch([&] { nestOfTasks(extents, body); });
  if (current->grid)
    return e.nestInOrder(extents, body);
  spread(elementCount(extents), 0, [&](const LinearForm &at) {
    body(e.dimsOf({at, std::nullopt}, extents));
  });
}

// Each thread of a warp looks at one of 32 iterations; all then go through those
// that are wanted:
//
//   scf.for %round = 0 to count / 32 {
//     %wanted = nvvm.vote.sync ballot, isWanted(32 * %round + %lane)
//     scf.for %i = 0 to ctpop(%wanted) iter_args(%left = %wanted) {
//       body(32 * %round + cttz(%left))
//       yield %left & (%left - 1)
void GpuMapping::nestOfFew(ArrayRef<int64_t> extents, bool isTogether,
                           const KernelEmitter::NestBody &enter,
                           llvm::function_ref<Value()> isWanted,
                           llvm::function_ref<void()> body) {
  int64_t count = elementCount(extents), rounds = llvm::divideCeil(count, warp);
  if (!isTogether || count < warp)
    return KernelMapping::nestOfFew(extents, isTogether, enter, isWanted, body);
  auto enterAt = [&](const LinearForm &at) {
    enter(e.dimsOf({at, std::nullopt}, extents));
  };
  KernelOps &k = e.ops;
  Type i32 = e.b.getI32Type();
  auto constant = [&](int64_t number) {
    return k.constant(i32, e.b.getI32IntegerAttr(number));
  };
  LinearForm lane = e.symbolOf(memberIn(warp), e.depth(), 0, warp - 1);
  e.nestInOrder({rounds}, [&](ArrayRef<LinearForm> at) {
    LinearForm first = at.front() * warp, own = first + lane;
    Value isThere = e.inBounds(own, 0, count);
    enterAt(e.clampIndex(own, 0, count - 1));
    Value votes = NVVM::VoteSyncOp::create(e.b, e.loc, i32, constant(-1),
                                           e.both(isThere, isWanted()),
                                           NVVM::VoteSyncKind::ballot);
    Value number = k.op<math::CtPopOp>(votes);
    auto loop =
        scf::ForOp::create(e.b, e.loc, k.index(0),
                           k.op<arith::IndexCastOp>(e.b.getIndexType(), number),
                           k.index(1), ValueRange{votes});
    e.inScope(loop, loop.getBody(), [&](KernelEmitter::Scope &) {
      Value left = loop.getRegionIterArg(0);
      Value next = k.op<arith::AddIOp>(
          e.materialise(first),
          k.op<arith::IndexCastOp>(e.b.getIndexType(),
                                   k.op<math::CountTrailingZerosOp>(left)));
      enterAt(e.symbolOf(next, e.depth(), 0, count - 1));
      body();
      e.setInsertion();
      Value rest =
          k.op<arith::AndIOp>(left, k.op<arith::SubIOp>(left, constant(1)));
      scf::YieldOp::create(e.b, e.loc, rest);
    });
  });
}

void GpuMapping::noteTasks(Operation *op, int64_t tasks, int64_t work) {
  constexpr int64_t fewTasks = 1024, longTask = 1024;
  if (!tasks || tasks >= fewTasks || work / tasks < longTask)
    return;
  remark::missed(
      op->getLoc(),
      remark::RemarkOpts::name("serial-tasks").category("conversion"))
      << (op->getName().getStringRef() + ": " + llvm::Twine(tasks) +
          (tasks == 1 ? " thread does " : " threads do ") +
          llvm::Twine(work / tasks) + " elements each, one by one")
             .str();
}

llvm::MaybeAlign GpuMapping::alignmentOf(const LinearForm &at,
                                         VectorType type) const {
  // The planner aligns operands to more than an access.
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  return llvm::Align(std::gcd(accessBytes, e.multipleOf(at) * bytes));
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

Storage GpuMapping::scratch(int64_t count, Type element) {
  assert(!current && "memory is shared out between launches");
  auto type =
      MemRefType::get({count * storageParts(element)}, storageType(element));
  mlir::Block &entry = e.body.getBody().front();
  scratches.push_back({entry.addArgument(type, e.loc), scratchBytes});
  scratchBytes += llvm::alignTo(type.getNumElements() * storageBytes(element),
                                kScratchAlignment);
  return {scratches.back().placeholder, element};
}

bool GpuMapping::mayShare(unsigned result) const {
  auto pairs = e.kernel->getAttrOfType<ArrayAttr>(kMayShare);
  return pairs && llvm::any_of(pairs.getAsRange<DenseI64ArrayAttr>(),
                               [&](DenseI64ArrayAttr pair) {
                                 return pair[0] == result;
                               });
}

void GpuMapping::markStored(const Stores &stores) {
  for (auto [value, storage] : llvm::zip(stores.values, stores.to))
    e.stored[value] = storage;
}

void GpuMapping::storeAt(const Stores &stores, const LinearForm &at) {
  // All are read before any is written: a result may take the place of an
  // argument.
  SmallVector<Elem> elems;
  for (Value value : stores.values)
    elems.push_back(e.element(value, {at, std::nullopt}));
  for (auto [storage, elem] : llvm::zip(stores.to, elems))
    e.store(storage, at, elem);
}

void GpuMapping::emitTogether(const Stores &stores) {
  if (!tryTiles(stores))
    nestOverElements(ValueRange(stores.values),
                     [&](const LinearForm &at) { storeAt(stores, at); });
  markStored(stores);
}

static bool dependsOnSeen(Value value, Value what,
                          llvm::DenseSet<Value> &seen) {
  if (value == what)
    return true;
  Operation *op = value.getDefiningOp();
  return op && seen.insert(value).second &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOnSeen(operand, what, seen);
         });
}

/// True if `value` is computed from `what`.
bool GpuMapping::dependsOn(Value value, Value what) {
  llvm::DenseSet<Value> seen;
  return dependsOnSeen(value, what, seen);
}

bool GpuMapping::dependsOn(Value value, Operation *reduce) {
  return llvm::any_of(reduce->getResults(),
                      [&](Value result) { return dependsOn(value, result); });
}

/// Reductions of more than one element each and contractions of few and long
/// sums, in program order; others are evaluated wherever they are read.
SmallVector<Operation *> GpuMapping::reductionsOf(mlir::Block &block) {
  SmallVector<Operation *> reductions;
  for (Operation &op : block)
    if (isReduction(&op) ? reducedElements(&op) != 1 : isLongContraction(&op))
      reductions.push_back(&op);
  return reductions;
}

void GpuMapping::findRowReductions() {
  mlir::Block &block = e.kernel.getBody().front();
  SmallVector<Operation *> reductions = reductionsOf(block);
  Operation *terminator = block.getTerminator();
  int64_t most = 0;
  for (Value value : terminator->getOperands())
    most = std::max(most, elementCount(shapeOf(value)));
  std::optional<int64_t> rows;
  for (Operation *op : reductions) {
    int64_t count = elementCount(shapeOf(op->getResult(0)));
    int64_t length = count ? most / count : 0;
    if (isSplittable(op) && reducedElements(op) == length && reducesRows(op) &&
        fitsTeams(count, length) && count * length == most &&
        elementCount(shapeOf(op->getOperand(0))) == most &&
        (!rows || *rows == count)) {
      rows = count;
      rowReductions.push_back(op);
    }
  }
  // Those that something outside the last nest reads are evaluated before.
  auto isReadBefore = [&](Operation *reduce) {
    for (Operation *other : reductions)
      if (other != reduce && !llvm::is_contained(rowReductions, other) &&
          dependsOn(other->getResult(0), reduce))
        return true;
    bool isRead = false;
    for (Value value : terminator->getOperands()) {
      int64_t count = elementCount(shapeOf(value));
      bool depends = dependsOn(value, reduce);
      if (depends && count != most && count != *rows)
        return true;
      isRead |= depends && count == most;
    }
    return !isRead || *rows == most;
  };
  auto hasOwnRoots = [&] {
    return llvm::any_of(block, [](Operation &op) { return isOwnRoot(&op); });
  };
  if (hasOwnRoots())
    rowReductions.clear();
  for (bool changed = true; changed;) {
    size_t before = rowReductions.size();
    llvm::erase_if(rowReductions, isReadBefore);
    changed = rowReductions.size() != before;
  }
}

/// True if each element of `value` is computed from that of the reduction at
/// its own place, or not from the reduction at all.
bool GpuMapping::readsInPlace(Value value, Operation *reduce,
                              llvm::DenseSet<Value> &seen) {
  Operation *op = value.getDefiningOp();
  if (op == reduce || !seen.insert(value).second || !dependsOn(value, reduce))
    return true;
  bool isInPlace = isPointwise(op) || isView(op) ||
                   (isReduction(op) && reducedElements(op) == 1);
  return isInPlace && llvm::all_of(op->getOperands(), [&](Value operand) {
           return readsInPlace(operand, reduce, seen);
         });
}

/// Stores what a reduction gives, or what the kernel returns of it, computed
/// element by element. Results that may lie over an operand are written among
/// the last.
void GpuMapping::evaluate(Operation *reduce) {
  mlir::Block &block = e.kernel.getBody().front();
  SmallVector<Operation *> later = reductionsOf(block);
  llvm::erase_if(later, [&](Operation *other) {
    return other == reduce || e.stored.contains(other->getResult(0));
  });
  auto isComputedNow = [&](OpOperand &use) {
    Value value = use.get();
    llvm::DenseSet<Value> seen;
    return elementCount(shapeOf(value)) ==
               elementCount(shapeOf(reduce->getResult(0))) &&
           value.getDefiningOp() && !isOwnRoot(value.getDefiningOp()) &&
           !mayShare(use.getOperandNumber()) && dependsOn(value, reduce) &&
           readsInPlace(value, reduce, seen) &&
           llvm::none_of(later, [&](Operation *other) {
             return dependsOn(value, other);
           });
  };
  Stores stores;
  bool isReadElsewhere = llvm::any_of(block, [&](Operation &op) {
    return (isOwnRoot(&op) || llvm::is_contained(later, &op)) &&
           dependsOn(op.getResult(0), reduce);
  });
  for (OpOperand &use : block.getTerminator()->getOpOperands())
    if (!isComputedNow(use)) {
      isReadElsewhere |= dependsOn(use.get(), reduce);
    } else if (!llvm::is_contained(stores.values, use.get())) {
      stores.values.push_back(use.get());
      stores.to.push_back(e.results[use.getOperandNumber()]);
    }
  for (Value value : reduce->getResults())
    if (isReadElsewhere && !llvm::is_contained(stores.values, value)) {
      stores.values.push_back(value);
      stores.to.push_back(
          scratch(elementCount(shapeOf(value)), elementOf(value)));
    }
  if (!stores.values.empty())
    emitReduction(reduce, stores);
}

/// Reductions, in program order: what reads them, reads their results.
void GpuMapping::prepare() {
  storeTransposed();
  findRowReductions();
  for (Operation *op : reductionsOf(e.kernel.getBody().front()))
    if (!llvm::is_contained(rowReductions, op))
      evaluate(op);
}

void GpuMapping::emitNests(ArrayRef<unsigned> group) {
  Operation *terminator = e.kernel.getBody().front().getTerminator();
  // Those with few elements first: they may be of rows that the last nest
  // writes over.
  std::map<int64_t, Stores> byCount;
  for (unsigned i : group) {
    Value value = terminator->getOperand(i);
    auto stored = e.storageOf(value);
    if (stored && stored->memref == e.results[i].memref)
      continue;
    Stores &stores = byCount[elementCount(shapeOf(value))];
    stores.values.push_back(value);
    stores.to.push_back(e.results[i]);
  }
  Stores rows;
  int64_t numRows = rowReductions.empty()
                        ? 0
                        : elementCount(shapeOf(rowReductions[0]->getResult(0)));
  if (numRows && byCount.rbegin()->first != numRows) {
    rows = byCount[numRows];
    byCount.erase(numRows);
  }
  for (auto &[count, stores] : byCount)
    if (numRows && count == byCount.rbegin()->first)
      emitRows(rows, stores, numRows, count / numRows);
    else
      emitTogether(stores);
}
