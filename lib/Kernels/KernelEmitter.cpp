//===- KernelEmitter.cpp - Loops from a kernel's tensor program -----------===//
//
// Elements on demand, row buffers and roots; the design is in KernelEmitter.h.
//
//   func.func @k(%a: tensor<8x64xf32>, %s: tensor<8xf32>) -> tensor<8x64xf32> {
//     %0 = stablehlo.broadcast_in_dim %s, dims = [0]
//     %1 = stablehlo.multiply %a, %0
//   }
// becomes
//   func.func @k(%a: memref<512xf32>, %s: memref<8xf32>, %r: memref<512xf32>) {
//     scf.for %i = 0 to 8 { %x = memref.load %s[%i]
//       scf.for %j = 0 to 64 step 64 { vector.load, vector.broadcast, mulf...
//       }}}
//
// Covered by test/Kernels/lower-kernels.mlir and test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "GpuMapping.h"
#include "KernelMapping.h"

#include "popt/Kernels/LowerKernels.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace popt;

KernelEmitter::KernelEmitter(func::FuncOp kernel, func::FuncOp body,
                             const KernelEmitterOptions &options)
    : b(body.getContext()), loc(kernel.getLoc()),
      ops(b, kernel.getLoc(), options.hasBF16), kernel(kernel), body(body),
      options(options) {
  if (options.isGpu)
    mapping = std::make_unique<GpuMapping>(*this);
  else
    mapping = std::make_unique<KernelMapping>(*this);
}

KernelEmitter::~KernelEmitter() = default;

InFlightDiagnostic KernelEmitter::emitError(Operation *op) {
  failed = true;
  return op->emitOpError();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Value allLanes(KernelOps &k, unsigned lanes) {
  return k.constant(VectorType::get({int64_t(lanes)}, k.b.getI1Type()),
                    k.b.getBoolAttr(true));
}

/// x0 y0 x1 y1 ...
static Value interleave(KernelOps &k, Value x, Value y) {
  SmallVector<int64_t> order;
  for (int64_t i = 0, lanes = lanesOf(x); i < lanes; ++i)
    order.append({i, lanes + i});
  return k.op<vector::ShuffleOp>(x, y, order);
}

/// Every second lane of x.
static Value everySecond(KernelOps &k, Value x, int64_t first) {
  SmallVector<int64_t> order;
  for (int64_t i = first, lanes = lanesOf(x); i < lanes; i += 2)
    order.push_back(i);
  return k.op<vector::ShuffleOp>(x, x, order);
}

Elem KernelEmitter::load(const Storage &from, const LinearForm &linear) {
  unsigned parts = storageParts(from.element);
  Type stored = storageType(from.element);
  unsigned lanes = lanesOfForm(linear);
  Value mask = lanes ? maskOf(linear) : Value();
  auto zeros = [&](VectorType type) {
    return ops.constant(type, b.getZeroAttr(stored));
  };
  auto readNeighbours = [&](Value first, const LinearForm &at, int64_t count,
                            Value where) -> Value {
    auto type = VectorType::get({count}, stored);
    if (where)
      return vector::MaskedLoadOp::create(b, loc, type, from.memref, first,
                                          where, zeros(type));
    return vector::LoadOp::create(b, loc, type, from.memref, first,
                                  /*nontemporal=*/false,
                                  mapping->alignmentOf(at, type));
  };
  auto read = [&](const LinearForm &at) -> Value {
    if (!lanes) {
      if (Value element = mapping->readThroughTile(from, at))
        return element;
      return memref::LoadOp::create(b, loc, from.memref, materialise(at));
    }
    if (Value first = firstLane(at, 1))
      return readNeighbours(first, at, lanes, mask);
    if (parts == 1)
      if (Value elements = loadTransposed(from, at))
        return elements;
    auto type = VectorType::get({int64_t(lanes)}, stored);
    Value where = mask ? mask : allLanes(ops, lanes);
    return vector::GatherOp::create(b, loc, type, from.memref,
                                    ValueRange{ops.index(0)}, materialise(at),
                                    where, zeros(type));
  };
  if (parts == 1)
    return {ops.fromStorage(read(linear), from.element), {}};
  if (Value first = lanes ? firstLane(linear * 2, 2) : Value()) {
    Value both = readNeighbours(first, linear * 2, 2 * lanes,
                                mask ? interleave(ops, mask, mask) : mask);
    return {everySecond(ops, both, 0), everySecond(ops, both, 1)};
  }
  return {read(linear * 2), read(linear * 2 + LinearForm(1))};
}

void KernelEmitter::store(const Storage &to, const LinearForm &linear,
                          Elem value) {
  mapping->onFirstThread([&] { storeElement(to, linear, value); });
}

void KernelEmitter::storeElement(const Storage &to, const LinearForm &linear,
                                 Elem value) {
  unsigned parts = storageParts(to.element);
  unsigned lanes = lanesOfForm(linear);
  Value mask = lanes ? maskOf(linear) : Value();
  auto writeNeighbours = [&](Value elements, Value first, const LinearForm &at,
                             Value where) {
    if (where)
      vector::MaskedStoreOp::create(b, loc, to.memref, first, where, elements);
    else
      vector::StoreOp::create(
          b, loc, elements, to.memref, first, /*nontemporal=*/false,
          mapping->alignmentOf(at, cast<VectorType>(elements.getType())));
  };
  auto write = [&](Value element, const LinearForm &at) {
    if (!lanes) {
      memref::StoreOp::create(b, loc, element, to.memref, materialise(at));
      return;
    }
    element = ops.broadcast(element, lanes);
    if (Value first = firstLane(at, 1))
      return writeNeighbours(element, first, at, mask);
    vector::ScatterOp::create(b, loc, Type(), to.memref,
                              ValueRange{ops.index(0)}, materialise(at),
                              mask ? mask : allLanes(ops, lanes), element);
  };
  if (parts == 1)
    return write(ops.toStorage(value.re, to.element), linear);
  if (Value first = lanes ? firstLane(linear * 2, 2) : Value()) {
    Value both = interleave(ops, ops.broadcast(value.re, lanes),
                            ops.broadcast(value.im, lanes));
    return writeNeighbours(both, first, linear * 2,
                           mask ? interleave(ops, mask, mask) : mask);
  }
  write(value.re, linear * 2);
  write(value.im, linear * 2 + LinearForm(1));
}

void KernelEmitter::storeAll(Value value, const Storage &to) {
  mapping->nestOverElements(value, [&](const LinearForm &linear) {
    store(to, linear, element(value, {linear, std::nullopt}));
  });
}

void KernelMapping::nestOverElements(
    ValueRange values, const std::function<void(const LinearForm &)> &body) {
  SmallVector<int64_t, 4> extents = e.loopExtents(values, {});
  e.nest(extents, [&](ArrayRef<LinearForm> counters) {
    body(linearise(counters, extents));
  });
}

std::optional<KernelEmitter::Storage>
KernelEmitter::storageOf(Value value) const {
  auto found = stored.find(value);
  if (found == stored.end())
    return std::nullopt;
  return found->second;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

unsigned KernelEmitter::depthOf(const LinearForm &form) const {
  unsigned level = levelOf(form);
  // An element that is emitted in a branch may not exist outside.
  for (unsigned i = level + 1; i < scopes.size(); ++i)
    if (scopes[i]->isConditional)
      level = i;
  return level;
}

Elem KernelEmitter::element(Value value, const ElementIndex &index) {
  auto cached = [&]() -> const Elem * {
    for (const ScopePtr &scope : scopes) {
      auto found = scope->elements.find(value);
      if (found == scope->elements.end())
        continue;
      for (auto &[known, element] : found->second)
        if (known == index.linear)
          return &element;
    }
    return nullptr;
  };
  if (const Elem *known = cached())
    return *known;
  unsigned level = depthOf(index.linear);
  Elem result;
  atLevel(level, [&] {
    std::optional<Elem> buffered = fromRowBuffer(value, index.linear);
    result = buffered ? *buffered : emitElement(value, index);
  });
  scopes[level]->elements[value].push_back({index.linear, result});
  return result;
}

void KernelEmitter::emitAs(Value value, const LinearForm &linear,
                           llvm::function_ref<Elem()> emit) {
  unsigned level = depthOf(linear);
  atLevel(level,
          [&] { scopes[level]->elements[value].push_back({linear, emit()}); });
}

/// The model's arithmetic on operands of equal lanes, rounded where the program
/// rounds: fused operations are rounded one by one.
static Elem emitPointwise(KernelOps &k, Operation *op,
                          ArrayRef<Elem> operands) {
  unsigned lanes = 0;
  for (const Elem &operand : operands)
    lanes = std::max(lanes, lanesOf(operand.re));
  SmallVector<Elem> unified(operands);
  for (Elem &operand : unified) {
    operand.re = k.broadcast(operand.re, lanes);
    if (operand.im)
      operand.im = k.broadcast(operand.im, lanes);
  }
  Elem result = cast<KernelOpInterface>(op).emitElement(k, unified);
  result.re = k.roundTo(result.re, elementOf(op->getResult(0)));
  return result;
}

Elem KernelEmitter::emitElement(Value value, const ElementIndex &index) {
  if (std::optional<Storage> storage = storageOf(value))
    return load(*storage, index.linear);
  Operation *op = value.getDefiningOp();
  Type type = registerType(elementOf(value));
  if (isPointwise(op)) {
    SmallVector<Elem> operands;
    for (Value operand : op->getOperands()) {
      bool isScalar = shapeOf(operand).empty();
      operands.push_back(element(operand, isScalar ? ElementIndex() : index));
    }
    return emitPointwise(ops, op, operands);
  }
  if (std::optional<Elem> result =
          emitShapeElement(*this, cast<OpResult>(value), index))
    return *result;
  if (std::optional<Elem> result = emitGatherElement(*this, op, index))
    return *result;
  if (std::optional<Elem> result = emitContractionElement(*this, op, index))
    return *result;
  if (auto all = emitReduction(*this, op, index)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    for (OpResult other : op->getResults())
      if (other.getResultNumber() != number)
        scopes[depth()]->elements[other].push_back(
            {index.linear, (*all)[other.getResultNumber()]});
    return (*all)[number];
  }
  emitError(op) << "cannot be part of a fused kernel";
  return {ops.constant(type, b.getZeroAttr(type)), {}};
}

SmallVector<Elem> KernelEmitter::applyRegion(Region &region,
                                             ArrayRef<Elem> arguments) {
  llvm::DenseMap<Value, Elem> known;
  Block &block = region.front();
  for (auto [argument, elem] : llvm::zip(block.getArguments(), arguments))
    known[argument] = elem;
  auto get = [&](Value value) -> Elem {
    auto found = known.find(value);
    return found == known.end() ? element(value, ElementIndex())
                                : found->second;
  };
  for (Operation &op : block.without_terminator()) {
    SmallVector<Elem> operands = llvm::map_to_vector(op.getOperands(), get);
    if (isPointwise(&op)) {
      known[op.getResult(0)] = emitPointwise(ops, &op, operands);
    } else if (isView(&op) || resultDimsOf(&op)) {
      known[op.getResult(0)] = operands[0]; // all are scalars here
    } else if (auto all =
                   emitShapeElement(*this, op.getResult(0), ElementIndex())) {
      known[op.getResult(0)] = *all;
    } else {
      emitError(&op) << "cannot be part of the body of a fused kernel";
      return SmallVector<Elem>(arguments.begin(), arguments.end());
    }
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(), get);
}

//===----------------------------------------------------------------------===//
// Loop extents
//===----------------------------------------------------------------------===//

/// Strides at which new dimensions begin, for all dimensions of a shape.
static void breakEverywhere(ArrayRef<int64_t> shape,
                            SmallVectorImpl<int64_t> &breaks) {
  for (int64_t stride : stridesOf(shape))
    breaks.push_back(stride);
}

void KernelEmitter::collectBreaks(Value value, SmallVectorImpl<int64_t> &breaks,
                                  llvm::DenseSet<Value> &seen) {
  if (!seen.insert(value).second || storageOf(value))
    return;
  Operation *op = value.getDefiningOp();
  ArrayRef<int64_t> shape = shapeOf(value);
  if (isPointwise(op) || isView(op)) {
    for (Value operand : op->getOperands())
      if (!shapeOf(operand).empty())
        collectBreaks(operand, breaks, seen);
    return;
  }
  SmallVector<int64_t, 4> strides = stridesOf(shape);
  if (kernelKindOf(op) == KernelKind::Source) {
    std::optional<int64_t> dim = cast<KernelOpInterface>(op).getVaryingDim();
    if (dim)
      breaks.append({strides[*dim], strides[*dim] * shape[*dim]});
    return;
  }
  // What keeps the shape is no broadcast: a reverse along dims of one element
  // numbers them all the same.
  std::optional<SmallVector<int64_t>> dims = resultDimsOf(op);
  if (!dims || permutationOf(op) || shapeOf(op->getOperand(0)) == shape)
    return breakEverywhere(shape, breaks);
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
  // Operand dimension that a result dimension reads, counted without those of
  // extent 1; -1 for none.
  SmallVector<int64_t> reads(shape.size(), -1);
  int64_t position = 0;
  for (auto [i, dim] : llvm::enumerate(*dims))
    if (from[i] != 1)
      reads[dim] = position++;
  int64_t previous = -2;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    if (extent == 1)
      continue;
    bool merges = previous != -2 &&
                  (reads[d] < 0 ? previous == -1
                                : previous >= 0 && reads[d] == previous + 1);
    if (!merges)
      breaks.push_back(strides[d] * extent);
    previous = reads[d];
  }
  SmallVector<int64_t> below;
  llvm::DenseSet<Value> seenBelow;
  collectBreaks(op->getOperand(0), below, seenBelow);
  SmallVector<int64_t, 4> fromStrides = stridesOf(from);
  for (int64_t stride : below) {
    if (stride <= 1)
      continue;
    bool placed = false;
    for (auto [i, dim] : llvm::enumerate(*dims))
      if (from[i] != 1 && fromStrides[i] == stride) {
        breaks.push_back(strides[dim]);
        placed = true;
      }
    if (!placed && stride < elementCount(from))
      breakEverywhere(shape, breaks);
  }
}

SmallVector<int64_t, 4> KernelEmitter::loopExtents(ValueRange values,
                                                   ArrayRef<int64_t> strides) {
  SmallVector<int64_t> breaks(strides.begin(), strides.end());
  llvm::DenseSet<Value> seen;
  for (Value value : values)
    collectBreaks(value, breaks, seen);
  int64_t count = elementCount(shapeOf(values.front()));
  llvm::erase_if(breaks, [&](int64_t s) { return s <= 1 || s >= count; });
  llvm::sort(breaks, std::greater<>());
  breaks.erase(llvm::unique(breaks), breaks.end());
  SmallVector<int64_t, 4> extents;
  int64_t left = count;
  for (int64_t stride : breaks) {
    if (left % stride != 0) {
      // Shapes that do not refine one another: the first value's dimensions.
      ArrayRef<int64_t> shape = shapeOf(values.front());
      return SmallVector<int64_t, 4>(shape.begin(), shape.end());
    }
    extents.push_back(left / stride);
    left = stride;
  }
  extents.push_back(left);
  return extents;
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// True if `what` is computed from on the way to `value`.
static bool dependsOn(Value value, Value what, llvm::DenseSet<Value> &seen) {
  if (value == what)
    return true;
  if (!seen.insert(value).second || !value.getDefiningOp())
    return false;
  return llvm::any_of(value.getDefiningOp()->getOperands(), [&](Value operand) {
    return dependsOn(operand, what, seen);
  });
}

bool popt::isStoredByRows(Value row, Value full) {
  int64_t count = elementCount(shapeOf(row)), product = 1;
  if (count < 2 || count >= elementCount(shapeOf(full)))
    return false;
  for (int64_t extent : shapeOf(full)) {
    product *= extent;
    if (product >= count)
      break;
  }
  llvm::DenseSet<Value> seen;
  return product == count && dependsOn(full, row, seen);
}

/// Results of pointwise nature: those with equal element counts share a nest,
/// and one-per-row results are written on the way.
void KernelEmitter::emitNests(ArrayRef<unsigned> group) {
  Operation *terminator = kernel.getBody().front().getTerminator();
  SmallVector<bool> done(terminator->getNumOperands());
  auto valueOf = [&](unsigned i) { return terminator->getOperand(i); };
  auto countOf = [&](unsigned i) { return elementCount(shapeOf(valueOf(i))); };
  SmallVector<unsigned> order(group.begin(), group.end());
  llvm::stable_sort(
      order, [&](unsigned x, unsigned y) { return countOf(x) > countOf(y); });
  for (unsigned leader : order) {
    if (done[leader])
      continue;
    SmallVector<unsigned> full, rows;
    SmallVector<Value> values;
    SmallVector<int64_t> strides;
    for (unsigned i : order) {
      if (done[i])
        continue;
      if (countOf(i) == countOf(leader)) {
        full.push_back(i);
        values.push_back(valueOf(i));
      } else if (isStoredByRows(valueOf(i), valueOf(leader))) {
        rows.push_back(i);
        strides.push_back(countOf(leader) / countOf(i));
      } else {
        continue;
      }
      done[i] = true;
    }
    SmallVector<int64_t, 4> extents = loopExtents(values, strides);
    if (llvm::is_contained(extents, 0))
      continue;
    SmallVector<bool> written(terminator->getNumOperands());
    auto writeAll = [&](ArrayRef<LinearForm> counters) {
      ElementIndex index{linearise(counters, extents), std::nullopt};
      // All are read before any is written: a result may take the place of an
      // argument.
      SmallVector<Elem> elems;
      for (unsigned i : full)
        elems.push_back(element(valueOf(i), index));
      for (auto [i, elem] : llvm::zip(full, elems))
        store(results[i], index.linear, elem);
    };
    auto writeRows = [&](ArrayRef<LinearForm> counters) {
      int64_t count = 1;
      for (unsigned d = 0; d < counters.size(); ++d)
        count *= extents[d];
      if (counters.empty() || counters.size() == extents.size())
        return;
      for (unsigned i : rows)
        if (countOf(i) == count) {
          written[i] = true;
          ElementIndex index{linearise(counters, extents), std::nullopt};
          store(results[i], index.linear, element(valueOf(i), index));
        }
    };
    if (rows.empty() && mayTile())
      nestWithTiles(extents, writeAll);
    else
      nest(extents, writeAll, writeRows);
    for (unsigned i : full)
      stored[valueOf(i)] = results[i];
    for (unsigned i : rows) {
      done[i] = written[i];
      if (written[i])
        stored[valueOf(i)] = results[i];
    }
  }
}

LogicalResult KernelEmitter::emitRoots() {
  Operation *terminator = kernel.getBody().front().getTerminator();
  llvm::MapVector<Operation *, SmallVector<unsigned>> own;
  SmallVector<unsigned> pending;
  llvm::DenseMap<Value, unsigned> first;
  SmallVector<std::pair<unsigned, unsigned>> copies;
  for (unsigned i = 0; i < terminator->getNumOperands(); ++i) {
    Value value = terminator->getOperand(i);
    auto [known, isNew] = first.try_emplace(value, i);
    Operation *op = value.getDefiningOp();
    if (isNew && op && isOwnRoot(op))
      own[op].push_back(i);
    else if (isNew || !op || !isOwnRoot(op))
      pending.push_back(i);
    else
      copies.push_back({i, known->second});
  }
  // Own roots in program order; what they read is computed on demand.
  SmallVector<Operation *> order;
  for (Operation &op : kernel.getBody().front())
    if (own.contains(&op))
      order.push_back(&op);
  mapping->prepare();
  for (Operation *op : order) {
    SmallVector<Storage> storages(op->getNumResults());
    for (unsigned i : own[op])
      storages[cast<OpResult>(terminator->getOperand(i)).getResultNumber()] =
          results[i];
    for (auto [result, storage] : llvm::zip(op->getResults(), storages))
      if (!storage.memref)
        return emitError(op)
               << "must have all its results stored by the kernel";
    emitOwnRoot(*this, op, storages);
    for (auto [result, storage] : llvm::zip(op->getResults(), storages))
      stored[result] = storage;
  }
  mapping->emitNests(pending);
  for (auto [to, from] : copies) {
    int64_t count = elementCount(shapeOf(terminator->getOperand(to)));
    Storage target = results[to], source = results[from];
    nest({count}, [&, target, source](ArrayRef<LinearForm> counters) {
      store(target, counters[0], load(source, counters[0]));
    });
  }
  mapping->finish();
  return success(!failed);
}

LogicalResult KernelEmitter::run() {
  Block *entry = body.addEntryBlock();
  b.setInsertionPointToEnd(entry);
  func::ReturnOp::create(b, loc);
  scopes.push_back(std::make_shared<Scope>());
  scopes.back()->block = entry;
  setInsertion();
  unsigned position = 0;
  for (BlockArgument argument : kernel.getArguments())
    stored[argument] = {entry->getArgument(position++), elementOf(argument)};
  for (Type type : kernel.getResultTypes())
    results.push_back(
        {entry->getArgument(position++), getElementTypeOrSelf(type)});
  rank = entry->getArgument(position);
  widestBytes = 1;
  kernel.walk([&](Operation *op) {
    for (Value value : op->getOperands())
      if (auto type = dyn_cast<ShapedType>(value.getType()))
        widestBytes = std::max<unsigned>(
            widestBytes,
            registerType(type.getElementType()).getIntOrFloatBitWidth() / 8);
  });
  findRowBuffers();
  return emitRoots();
}
