//===- GpuReduce.cpp - Reductions by the threads of a GPU -----------------===//
//
// A row of a softmax by a warp:
//
//   %row = 8 * %ctaid + %tid / 32
//   %part = scf.for %i = 4 * %lane to 1024 step 128     // maxima of its share
//   %m = nvvm.shfl.sync bfly %part, 16 ... 8, 4, 2, 1   // the row's, in all
//   scf.for %i = 4 * %lane to 1024 step 128             // its share of the row
//
// Which way a reduction goes depends on its shape alone. Covered by
// test/Kernels/lower-kernels-gpu.mlir.
//
//===----------------------------------------------------------------------===//
#include "GpuMapping.h"

#include "popt/Kernels/LowerKernels.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;
using Values = KernelEmitter::Values;
using Storage = KernelEmitter::Storage;
using CmpI = arith::CmpIPredicate;

constexpr int64_t block = 256;
/// Rows up to this length are a thread's work.
constexpr int64_t shortRow = 32;
/// Rows up to this length are a warp's, if there are enough to fill blocks.
constexpr int64_t warpRow = 1024, manyWarps = 256;
/// So few rows that are longer than this leave most of a device idle.
constexpr int64_t fewRows = 128, longRow = 8192;
/// Elements of a long row in one part, and parts at most.
constexpr int64_t partOfRow = 2048, maxParts = 1024;
/// Threads that fill a device, and rows of a column's part at least.
constexpr int64_t manyThreads = 65536, partOfColumn = 16;
/// Split-K thresholds: a contraction with fewer outputs than this, each a sum of at
/// least that many products, leaves most of a device idle.
constexpr int64_t kFewOutputs = 8192, kDeepK = 256;

/// Threads for a row.
static int64_t teamFor(int64_t rows, int64_t length) {
  return length <= block || (length <= warpRow && rows >= manyWarps) ? warp
                                                                     : block;
}

/// Sums of narrow types are kept wide.
static Type partType(Type element) {
  return isNarrowFloat(element) ? Float32Type::get(element.getContext())
                                : element;
}

/// The values that elements are made of.
static Values partsOf(ArrayRef<Elem> elems) {
  Values values;
  for (const Elem &elem : elems)
    for (Value value : {elem.re, elem.im})
      if (value)
        values.push_back(value);
  return values;
}

/// Elements like these, of other values.
static SmallVector<Elem> withParts(SmallVector<Elem> elems, ValueRange values) {
  unsigned next = 0;
  for (Elem &elem : elems)
    for (Value *value : {&elem.re, &elem.im})
      if (*value)
        *value = values[next++];
  return elems;
}

//===----------------------------------------------------------------------===//
// Teams
//===----------------------------------------------------------------------===//

void GpuMapping::spreadTeams(
    int64_t count, int64_t team,
    llvm::function_ref<void(const LinearForm &)> body) {
  int64_t perBlock = team == warp ? std::min(block / warp, count) : 1;
  current->block = team * perBlock;
  current->grid = llvm::divideCeil(count, perBlock);
  KernelOps &k = e.ops;
  Value number =
      memberOf(NVVM::BlockIdXOp::create(e.b, e.loc, e.b.getI32Type()));
  if (perBlock > 1)
    number = k.op<arith::AddIOp>(
        k.op<arith::MulIOp>(number, k.index(perBlock)),
        k.op<arith::DivUIOp>(memberIn(current->block), k.index(team)));
  Value exists = count % perBlock == 0
                     ? k.constant(e.b.getI1Type(), e.b.getBoolAttr(true))
                     : k.cmpi(CmpI::ult, number, k.index(count));
  Value member = memberIn(team);
  auto guard = scf::IfOp::create(e.b, e.loc, exists, /*withElseRegion=*/false);
  e.inScope(guard, guard.thenBlock(), [&](KernelEmitter::Scope &) {
    sharing = Sharing{e.depth(), member, team, team, member};
    body(count == 1 ? LinearForm(0)
                    : e.symbolOf(number, e.depth(), 0, count - 1));
    sharing.reset();
  });
}

bool GpuMapping::isShared() const {
  return sharing && sharing->team && e.depth() <= sharing->level;
}

Values GpuMapping::stridedLoop(int64_t count, unsigned lanes, Value worker,
                               int64_t workers, ValueRange initial,
                               const KernelEmitter::LoopBody &body) {
  KernelOps &k = e.ops;
  int64_t step = std::max(1u, lanes);
  auto loop =
      scf::ForOp::create(e.b, e.loc, k.op<arith::MulIOp>(worker, k.index(step)),
                         k.index(count), k.index(workers * step), initial);
  if (count % (workers * step) == 0)
    loop->setAttr(kLoopTrips, e.b.getI64IntegerAttr(count / (workers * step)));
  noteOpened(loop);
  IndexSymbol counter;
  counter.value = loop.getInductionVar();
  counter.level = e.scopes.size();
  counter.high = count - 1;
  counter.lanes = lanes;
  counter.multiple = step;
  counter.loopHigh = count;
  SymbolId symbol = e.newSymbol(counter);
  e.inScope(loop, loop.getBody(), [&](KernelEmitter::Scope &scope) {
    scope.counter = symbol;
    Values next = body(LinearForm::symbol(symbol), loop.getRegionIterArgs());
    e.setInsertion();
    if (!initial.empty())
      scf::YieldOp::create(e.b, e.loc, next);
  });
  return Values(loop.getResults().begin(), loop.getResults().end());
}

Values GpuMapping::fold(ArrayRef<int64_t> extents, unsigned lanes,
                        ValueRange initial,
                        const KernelEmitter::FoldBody &body) {
  if (!sharing || e.depth() > sharing->level)
    return e.fold(extents, lanes, initial, body);
  return stridedLoop(
      elementCount(extents), lanes, sharing->worker, sharing->workers, initial,
      [&](const LinearForm &at, ValueRange sofar) {
        return body(e.dimsOf({at, std::nullopt}, extents), sofar);
      });
}

Value GpuMapping::shuffle(Value value, int64_t distance) {
  KernelOps &k = e.ops;
  Type type = value.getType(), i32 = e.b.getI32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  auto constant = [&](int64_t number) {
    return k.constant(i32, e.b.getI32IntegerAttr(number));
  };
  if (width == 32)
    return NVVM::ShflOp::create(e.b, e.loc, type, constant(-1), value,
                                constant(distance), constant(warp - 1),
                                NVVM::ShflKind::bfly, UnitAttr());
  if (width < 32)
    return k.op<arith::TruncIOp>(
        type, shuffle(k.op<arith::ExtUIOp>(i32, value), distance));
  if (isa<FloatType>(type))
    return k.fromBits(shuffle(k.bits(value), distance), type);
  Value half = k.intLike(value, 32);
  Value low = shuffle(k.op<arith::TruncIOp>(i32, value), distance);
  Value high = shuffle(
      k.op<arith::TruncIOp>(i32, k.op<arith::ShRUIOp>(value, half)), distance);
  return k.op<arith::OrIOp>(
      k.op<arith::ExtUIOp>(type, low),
      k.op<arith::ShLIOp>(k.op<arith::ExtUIOp>(type, high), half));
}

Value GpuMapping::sharedMemory(Type element, int64_t count) {
  auto type = MemRefType::get({count}, element, MemRefLayoutAttrInterface(),
                              e.b.getI64IntegerAttr(3));
  auto kernels = e.body->getParentOfType<ModuleOp>();
  std::string name =
      (e.kernel.getName() + "$shared" + Twine(sharedBuffers++)).str();
  OpBuilder atStart = OpBuilder::atBlockBegin(kernels.getBody());
  // LLVM joins neighbouring reads whatever the alignment is.
  memref::GlobalOp::create(
      atStart, e.loc, name, atStart.getStringAttr("private"), type,
      atStart.getUnitAttr(), /*constant=*/false, atStart.getI64IntegerAttr(16));
  return memref::GetGlobalOp::create(e.b, e.loc, type, name);
}

Elem GpuMapping::combine(Elem part, Combine combine) {
  if (!isShared())
    return part;
  for (int64_t distance = warp / 2; distance; distance /= 2) {
    Elem other{shuffle(part.re, distance),
               part.im ? shuffle(part.im, distance) : Value()};
    part = combine(part, other);
  }
  Elem all;
  for (const Elems &elems : valuesOfWarps({part}))
    all = all.re ? combine(all, elems[0]) : elems[0];
  return all;
}

SmallVector<GpuMapping::Elems> GpuMapping::valuesOfWarps(ArrayRef<Elem> elems) {
  int64_t warps = sharing->team / warp;
  if (warps == 1)
    return {Elems(elems.begin(), elems.end())};
  KernelOps &k = e.ops;
  Value member = sharing->member, size = k.index(warp);
  Value isFirst =
      k.cmpi(CmpI::eq, k.op<arith::RemUIOp>(member, size), k.index(0));
  Value number = k.op<arith::DivUIOp>(member, size);
  // A buffer of its own for each: no barrier is needed before it is written.
  SmallVector<Value> values, buffers;
  for (const Elem &elem : elems)
    for (Value value : {elem.re, elem.im})
      if (value) {
        if (value.getType().isInteger(1))
          value = k.op<arith::ExtUIOp>(e.b.getI8Type(), value);
        values.push_back(value);
        buffers.push_back(sharedMemory(value.getType(), warps));
      }
  auto branch = scf::IfOp::create(e.b, e.loc, isFirst, /*withElse=*/false);
  {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(branch.thenBlock());
    for (auto [value, buffer] : llvm::zip(values, buffers))
      memref::StoreOp::create(e.b, e.loc, value, buffer, number);
  }
  NVVM::Barrier0Op::create(e.b, e.loc);
  SmallVector<Elems> all(warps, Elems(elems.begin(), elems.end()));
  for (int64_t i = 0; i < warps; ++i) {
    unsigned next = 0;
    for (Elem &elem : all[i])
      for (Value *value : {&elem.re, &elem.im})
        if (*value) {
          Type type = value->getType();
          *value =
              memref::LoadOp::create(e.b, e.loc, buffers[next++], k.index(i));
          if (type.isInteger(1))
            *value = k.op<arith::TruncIOp>(type, *value);
        }
  }
  return all;
}

GpuMapping::Elems GpuMapping::foldInOrder(
    int64_t count, llvm::function_ref<Elems(const LinearForm &)> elementsAt,
    llvm::function_ref<Elems(ArrayRef<Elem>, ArrayRef<Elem>)> combine) {
  KernelOps &k = e.ops;
  // Members have runs of neighbours, those after the last run none: they do
  // what the last does, and their results are unused.
  int64_t run = llvm::divideCeil(count, sharing->team);
  int64_t members = llvm::divideCeil(count, run);
  Value member = sharing->member;
  Value low = k.op<arith::MulIOp>(
      k.op<arith::MinUIOp>(member, k.index(members - 1)), k.index(run));
  Value high = k.op<arith::MinUIOp>(k.op<arith::AddIOp>(low, k.index(run)),
                                    k.index(count));
  auto symbolAt = [&](Value value) {
    return e.symbolOf(value, e.depth(), 0, count - 1);
  };
  Elems elems = elementsAt(symbolAt(low));
  auto loop =
      scf::ForOp::create(e.b, e.loc, k.op<arith::AddIOp>(low, k.index(1)), high,
                         k.index(1), partsOf(elems));
  e.inScope(loop, loop.getBody(), [&](KernelEmitter::Scope &) {
    Elems sofar = withParts(elems, loop.getRegionIterArgs());
    Elems next = combine(sofar, elementsAt(symbolAt(loop.getInductionVar())));
    e.setInsertion();
    scf::YieldOp::create(e.b, e.loc, partsOf(next));
  });
  elems = withParts(elems, loop.getResults());

  for (int64_t distance = 1; distance < warp; distance *= 2) {
    Values mine = partsOf(elems), first, second;
    Value step = k.index(distance);
    Value isSecond =
        k.cmpi(CmpI::ne, k.op<arith::AndIOp>(member, step), k.index(0));
    for (Value value : mine) {
      Value other = shuffle(value, distance);
      first.push_back(k.select(isSecond, other, value));
      second.push_back(k.select(isSecond, value, other));
    }
    Values both =
        partsOf(combine(withParts(elems, first), withParts(elems, second)));
    // The second half has elements if its first member has.
    Value half = k.op<arith::AndIOp>(k.op<arith::OrIOp>(member, step),
                                     k.index(-distance));
    Value exists = k.cmpi(CmpI::ult, half, k.index(members));
    for (auto [value, alone] : llvm::zip(both, first))
      value = k.select(exists, value, alone);
    elems = withParts(elems, both);
  }
  SmallVector<Elems> warps = valuesOfWarps(elems);
  Elems all = warps[0];
  for (int64_t i = 1; i < int64_t(warps.size()) && i * warp < members; ++i)
    all = combine(all, warps[i]);
  return all;
}

void GpuMapping::onFirstThread(llvm::function_ref<void()> emit) {
  if (!isShared())
    return emit();
  Value isFirst = e.ops.cmpi(CmpI::eq, sharing->member, e.ops.index(0));
  auto branch = scf::IfOp::create(e.b, e.loc, isFirst, /*withElse=*/false);
  auto team = std::exchange(sharing, std::nullopt);
  e.inScope(branch, branch.thenBlock(),
            [&](KernelEmitter::Scope &) { emit(); });
  sharing = team;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

bool GpuMapping::fitsTeams(int64_t rows, int64_t length) {
  return length >= shortRow && (length <= longRow || rows >= fewRows);
}

void GpuMapping::noteSerial(Operation *reduce) {
  rowsFailed |= current && llvm::is_contained(rowReductions, reduce);
}

bool GpuMapping::tryRows(const Stores &rows, const Stores &full,
                         int64_t numRows, int64_t length) {
  int64_t team = teamFor(numRows, length);
  // A counter for each dimension that anything tells apart.
  SmallVector<int64_t, 4> extents;
  unsigned lanes = 0;
  if (!full.values.empty()) {
    extents = e.loopExtents(ValueRange(full.values), {length});
    lanes = lanesFor(extents.back(), team);
    for (int64_t inner = 1; inner < length && !extents.empty();)
      inner *= extents.pop_back_val();
    if (elementCount(extents) != numRows)
      extents.clear();
  }
  rowsFailed = false;
  launch([&] {
    spreadTeams(numRows, team, [&](const LinearForm &number) {
      LinearForm row =
          linearise(e.dimsOf({number, std::nullopt}, extents), extents);
      if (extents.empty())
        row = number;
      storeAt(rows, row);
      if (full.values.empty())
        return;
      auto storeRow = [&](unsigned lanes) {
        stridedLoop(length, lanes, sharing->member, team, ValueRange(),
                    [&](const LinearForm &at, ValueRange) -> Values {
                      storeAt(full, row * length + at);
                      return {};
                    });
      };
      if (!lanes || !e.tryVector([&] { storeRow(lanes); }))
        storeRow(0);
    });
  });
  if (rowsFailed)
    launches.pop_back_val().region->erase();
  return !rowsFailed;
}

void GpuMapping::emitRows(const Stores &rows, const Stores &full,
                          int64_t numRows, int64_t length) {
  if (!tryRows(rows, full, numRows, length)) {
    for (Operation *reduce : std::exchange(rowReductions, {}))
      evaluate(reduce);
    if (!rows.values.empty())
      emitTogether(rows);
    return emitTogether(full);
  }
  markStored(rows);
  markStored(full);
}

void GpuMapping::emitLongRows(Operation *reduce, const Stores &stores,
                              int64_t parts) {
  Value result = reduce->getResult(0);
  int64_t rows = elementCount(shapeOf(result));
  Storage memory = scratch(rows * parts, partType(elementOf(result)));
  KernelOps &k = e.ops;
  launch([&] {
    spreadTeams(rows * parts, block, [&](const LinearForm &task) {
      LinearForm row = e.floorDiv(task, parts);
      Value part = e.materialise(e.modulo(task, parts) * block);
      sharing->worker = k.op<arith::AddIOp>(part, sharing->member);
      sharing->workers = parts * block;
      e.store(memory, task, emitPart(e, reduce, {row, std::nullopt}));
    });
  });
  launch([&] {
    spreadTeams(rows, teamFor(rows, parts), [&](const LinearForm &row) {
      e.emitAs(result, row, [&] {
        return emitFromParts(e, reduce, parts, 0, [&](const LinearForm &part) {
          return e.load(memory, row * parts + part);
        });
      });
      storeAt(stores, row);
    });
  });
}

void GpuMapping::emitColumns(Operation *op, const Stores &stores,
                             int64_t parts) {
  Value result = op->getResult(0);
  ArrayRef<int64_t> kept = shapeOf(result);
  int64_t columns = elementCount(kept);
  unsigned lanes = lanesFor(kept.empty() ? 1 : kept.back());
  bool isContraction = contractedElements(op);
  Storage memory = scratch(columns * parts, partType(elementOf(result)));
  launch([&] {
    spreadInVectors(columns * parts, lanes, [&](const LinearForm &at) {
      Value part = e.materialise(e.floorDiv(at, columns));
      sharing = Sharing{e.depth(), part, parts, /*team=*/0, Value()};
      ElementIndex column{e.modulo(at, columns), std::nullopt};
      Elem elem = isContraction ? emitContractionPart(e, op, column)
                                : emitPart(e, op, column);
      sharing.reset();
      e.store(memory, at, elem);
    });
  });
  launch([&] {
    spreadInVectors(columns, lanes, [&](const LinearForm &column) {
      auto part = [&](const LinearForm &number) {
        return e.load(memory, number * columns + column);
      };
      e.emitAs(result, column, [&] {
        unsigned lanes = e.lanesOfForm(column);
        return isContraction
                   ? emitContractionFromParts(e, op, parts, lanes, part)
                   : emitFromParts(e, op, parts, lanes, part);
      });
      storeAt(stores, column);
    });
  });
}

/// Parts into which workers divide sums of `length` elements each: threads that
/// read several elements at once fill a device with half as many.
int64_t GpuMapping::partsOfColumns(ArrayRef<int64_t> kept,
                                   int64_t length) const {
  int64_t lanes = lanesFor(kept.empty() ? 1 : kept.back());
  int64_t elements = manyThreads * std::max<int64_t>(1, lanes / 2);
  return std::min({int64_t(llvm::divideCeil(elements, elementCount(kept))),
                   length / partOfColumn, maxParts});
}

bool GpuMapping::isLongContraction(Operation *op) {
  int64_t length = contractedElements(op);
  if (length < kDeepK)
    return false;
  int64_t sums = elementCount(shapeOf(op->getResult(0)));
  return sums && sums < kFewOutputs;
}

/// Says where a device stands idle.
static void remarkSerial(Operation *op, int64_t elements) {
  remark::missed(
      op->getLoc(),
      remark::RemarkOpts::name("serial-reduction").category("conversion"))
      << (op->getName().getStringRef() + ": one thread combines " +
          llvm::Twine(elements) +
          " elements of a column one by one, since its body is no monoid of "
          "one operand")
             .str();
}

void GpuMapping::emitReduction(Operation *reduce, const Stores &stores) {
  ArrayRef<int64_t> kept = shapeOf(reduce->getResult(0));
  int64_t rows = elementCount(kept);
  if (int64_t length = contractedElements(reduce)) {
    emitColumns(reduce, stores, partsOfColumns(kept, length));
    return markStored(stores);
  }
  int64_t length = reducedElements(reduce);
  if (length < shortRow || !rows)
    return emitTogether(stores);
  if (!isSplittable(reduce)) {
    if (reducesNeighbours(reduce))
      return emitRows(stores, {}, rows, length);
    remarkSerial(reduce, length);
    return emitTogether(stores);
  }
  if (reducesNeighbours(reduce)) {
    if (fitsTeams(rows, length))
      return emitRows(stores, {}, rows, length);
    emitLongRows(
        reduce, stores,
        std::min<int64_t>(llvm::divideCeil(length, partOfRow), maxParts));
  } else {
    int64_t parts = partsOfColumns(kept, length);
    if (parts < 2)
      return emitTogether(stores);
    emitColumns(reduce, stores, parts);
  }
  markStored(stores);
}
