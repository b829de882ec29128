//===- KernelUpdate.cpp - Operations that write a part of a tensor --------===//
//
// dynamic_update_slice, scatter and select_and_scatter write their result in
// loops of their own: first the operand is copied (not at all when result and
// operand share their memory), then only the updated elements are touched.
// Updates are applied in index order: deterministic also where they overlap.
//
// A scatter window that does not lie inside the operand as a whole is skipped,
// as XLA does. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using Values = KernelEmitter::Values;
using CmpI = arith::CmpIPredicate;

void emitSort(KernelEmitter &e, stablehlo::SortOp op,
              ArrayRef<Storage> results);
void emitLinearAlgebra(KernelEmitter &e, Operation *op, const Storage &result);

/// Fills `to` with the elements of `value`, unless they are there already.
static void copyTo(KernelEmitter &e, Value value, const Storage &to) {
  std::optional<Storage> from = e.storageOf(value);
  if (!from)
    return e.storeAll(value, to);
  auto address = [&](Value memref) -> Value {
    return memref::ExtractAlignedPointerAsIndexOp::create(e.b, e.loc, memref);
  };
  e.mapping->launch([&] {
    Value differ =
        e.ops.cmpi(CmpI::ne, address(from->memref), address(to.memref));
    e.conditional(differ, [&] { e.storeAll(value, to); });
  });
}

/// A start index as it stands in the data, far out of range at most.
static LinearForm rawIndex(KernelEmitter &e, Value tensor,
                           ArrayRef<LinearForm> at) {
  constexpr int64_t far = int64_t(1) << 40;
  Elem elem = e.elementAt(tensor, at);
  ElementIndex index = e.indexOf(at, shapeOf(tensor));
  return e.indexFromData(elem.re,
                         isUnsigned(getElementTypeOrSelf(tensor.getType())),
                         e.depthOf(index.linear), -far, far);
}

static void emitUpdateSlice(KernelEmitter &e,
                            stablehlo::DynamicUpdateSliceOp op,
                            const Storage &result) {
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  ArrayRef<int64_t> window = shapeOf(op.getUpdate());
  copyTo(e, op.getOperand(), result);
  e.mapping->launch([&] {
    SmallVector<LinearForm> starts;
    for (auto [d, start] : llvm::enumerate(op.getStartIndices())) {
      LinearForm raw = rawIndex(e, start, {});
      starts.push_back(e.clampIndex(raw, 0, shape[d] - window[d]));
    }
    e.nest(window, [&](ArrayRef<LinearForm> counters) {
      Elem elem = e.elementAt(op.getUpdate(), counters);
      SmallVector<LinearForm> at;
      for (auto [start, counter] : llvm::zip(starts, counters))
        at.push_back(start + counter);
      e.store(result, e.indexOf(at, shape).linear, elem);
    });
  });
}

/// For each dimension of the updates, whether those at different places along
/// it never meet, so that they need no order; none where one thread runs all.
static SmallVector<bool>
dimsApart(KernelEmitter &e, stablehlo::ScatterOp op, ArrayRef<int64_t> windowOf,
          llvm::function_ref<int64_t(int64_t)> batchDimOf) {
  auto numbers = op.getScatterDimensionNumbers();
  SmallVector<bool> isApart(shapeOf(op.getUpdates().front()).size());
  if (!e.mapping->isParallel())
    return isApart;
  for (auto [d, window] : llvm::enumerate(windowOf))
    if (window >= 0 &&
        !llvm::is_contained(numbers.getScatterDimsToOperandDims(), d))
      isApart[window] = true;
  for (int64_t indexDim : numbers.getScatterIndicesBatchingDims())
    isApart[batchDimOf(indexDim)] = true;
  if (op.getUniqueIndices())
    llvm::fill(isApart, true);
  return isApart;
}

/// How many threads divide the places that updates go to, beside those that
/// share the updates' other dimensions. Each looks at all updates in their order
/// and carries out those to its own places: places are dealt out one by one, so
/// a window may not cover two of them.
static int64_t countOwners(KernelEmitter &e, stablehlo::ScatterOp op,
                           int64_t tasks, int64_t inOrder, bool hasWindows) {
  constexpr int64_t manyThreads = 65536, fewUpdates = 16;
  if (!e.mapping->isParallel() || hasWindows || inOrder < fewUpdates)
    return 1;
  int64_t places = 1;
  for (int64_t dim :
       op.getScatterDimensionNumbers().getScatterDimsToOperandDims())
    places *= shapeOf(op.getInputs().front())[dim];
  return llvm::bit_floor<uint64_t>(
      std::max<int64_t>(1, std::min({places, inOrder, manyThreads / tasks})));
}

/// True if an owner's turn includes the place of a window.
static Value isOwn(KernelEmitter &e, stablehlo::ScatterOp op,
                   ArrayRef<LinearForm> start, const LinearForm &owner,
                   int64_t owners) {
  LinearForm place(0);
  for (int64_t dim :
       op.getScatterDimensionNumbers().getScatterDimsToOperandDims())
    place = place * shapeOf(op.getInputs().front())[dim] + start[dim];
  Value turn =
      e.ops.op<arith::AndIOp>(e.materialise(place), e.ops.index(owners - 1));
  return e.ops.cmpi(CmpI::eq, turn, e.materialise(owner));
}

/// Where the window of the updates at `from` begins in the input; `batchDims`
/// are the updates' dims that choose a window.
static SmallVector<LinearForm> windowStart(KernelEmitter &e,
                                           stablehlo::ScatterOp op,
                                           ArrayRef<int64_t> batchDims,
                                           ArrayRef<LinearForm> from) {
  auto numbers = op.getScatterDimensionNumbers();
  Value indices = op.getScatterIndices();
  int64_t vectorDim = numbers.getIndexVectorDim();
  SmallVector<LinearForm> batch =
      llvm::map_to_vector(batchDims, [&](int64_t d) { return from[d]; });
  SmallVector<LinearForm> start(shapeOf(op.getInputs().front()).size());
  for (auto [i, dim] : llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
    SmallVector<LinearForm> at(batch);
    if (vectorDim < int64_t(shapeOf(indices).size()))
      at.insert(at.begin() + vectorDim, LinearForm(i));
    start[dim] = rawIndex(e, indices, at);
  }
  for (auto [inputDim, indexDim] :
       llvm::zip(numbers.getInputBatchingDims(),
                 numbers.getScatterIndicesBatchingDims()))
    start[inputDim] = batch[indexDim - (indexDim > vectorDim)];
  return start;
}

static void emitScatter(KernelEmitter &e, stablehlo::ScatterOp op,
                        ArrayRef<Storage> results) {
  auto numbers = op.getScatterDimensionNumbers();
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  ArrayRef<int64_t> updateShape = shapeOf(op.getUpdates().front());
  int64_t vectorDim = numbers.getIndexVectorDim();
  for (auto [input, result] : llvm::zip(op.getInputs(), results))
    copyTo(e, input, result);
  if (llvm::is_contained(updateShape, 0) || elementCount(shape) == 0)
    return;

  SmallVector<int64_t> batchDims, windowDims;
  for (int64_t d = 0; d < int64_t(updateShape.size()); ++d)
    (llvm::is_contained(numbers.getUpdateWindowDims(), d) ? windowDims
                                                          : batchDims)
        .push_back(d);
  // Input dimension of each window dimension, and the window's extents there.
  SmallVector<int64_t> windowOf(shape.size(), -1), extent(shape.size(), 1);
  unsigned next = 0;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), d) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), d)) {
      windowOf[d] = windowDims[next++];
      extent[d] = updateShape[windowOf[d]];
    }
  auto batchDimOf = [&](int64_t indexDim) {
    return batchDims[indexDim - (indexDim > vectorDim)];
  };

  const SmallVector<bool> isApart = dimsApart(e, op, windowOf, batchDimOf);
  auto extentsOf = [&](ArrayRef<int64_t> dims) {
    return llvm::map_to_vector(dims, [&](int64_t d) { return updateShape[d]; });
  };
  SmallVector<int64_t> tasks, order, windows;
  for (int64_t d = 0; d < int64_t(updateShape.size()); ++d)
    if (isApart[d])
      tasks.push_back(d);
  auto isOrdered = [&](int64_t d) { return !isApart[d]; };
  llvm::copy_if(batchDims, std::back_inserter(order), isOrdered);
  llvm::copy_if(windowDims, std::back_inserter(windows), isOrdered);

  const int64_t owners = countOwners(
      e, op, elementCount(extentsOf(tasks)), elementCount(extentsOf(order)),
      /*hasWindows=*/elementCount(extentsOf(windows)) != 1);
  LinearForm owner(0);

  SmallVector<LinearForm> from(updateShape.size());
  auto enter = [&](ArrayRef<int64_t> dims, ArrayRef<LinearForm> counters) {
    for (auto [d, counter] : llvm::zip(dims, counters))
      from[d] = counter;
  };
  auto updateInOrder = [&](ArrayRef<LinearForm> counters) {
    enter(order, counters);
    SmallVector<LinearForm> start = windowStart(e, op, batchDims, from);
    Value inside;
    for (size_t d = 0; d < shape.size(); ++d)
      inside =
          e.both(inside, e.inBounds(start[d], 0, shape[d] - extent[d] + 1));
    if (owners > 1)
      inside = e.both(inside, isOwn(e, op, start, owner, owners));
    auto write = [&] {
      e.nest(extentsOf(windows), [&](ArrayRef<LinearForm> counters) {
        enter(windows, counters);
        SmallVector<LinearForm> at(start);
        for (size_t d = 0; d < shape.size(); ++d)
          if (windowOf[d] >= 0)
            at[d] = at[d] + from[windowOf[d]];
        LinearForm linear = e.indexOf(at, shape).linear;
        SmallVector<Elem> arguments;
        for (const Storage &result : results)
          arguments.push_back(e.load(result, linear));
        for (Value update : op.getUpdates())
          arguments.push_back(e.elementAt(update, from));
        SmallVector<Elem> combined =
            e.applyRegion(op.getUpdateComputation(), arguments);
        for (auto [result, elem] : llvm::zip(results, combined))
          e.store(result, linear, elem);
      });
    };
    if (inside)
      e.conditional(inside, write);
    else
      write();
  };
  // Neighbouring threads have neighbouring elements of one owner.
  SmallVector<int64_t> extents = extentsOf(tasks);
  if (owners > 1)
    extents.insert(extents.begin(), owners);
  e.mapping->noteTasks(op, elementCount(extents), elementCount(updateShape));
  e.mapping->nestOfTasks(extents, [&](ArrayRef<LinearForm> counters) {
    if (owners > 1)
      owner = counters.front();
    enter(tasks, counters.drop_front(owners > 1));
    e.nestInOrder(extentsOf(order), updateInOrder);
  });
}

namespace {
/// Adds each element of the source where its window selects one.
class SelectAndScatter {
public:
  SelectAndScatter(KernelEmitter &e, stablehlo::SelectAndScatterOp op,
                   const Storage &result);
  void run();

private:
  Values search(ArrayRef<LinearForm> at, unsigned lanes);
  Values compare(ArrayRef<LinearForm> at, ArrayRef<LinearForm> offset,
                 unsigned lanes, ValueRange sofar);
  void addAt(ArrayRef<LinearForm> at);
  /// Stores the element at this position with all that is added to it.
  void gatherAt(ArrayRef<LinearForm> target, const LinearForm &linear,
                Elem init);
  /// True if the window at some such position may lie in the padding alone.
  bool mayBeEmpty(ArrayRef<LinearForm> at) const;

  KernelEmitter &e;
  KernelOps &k;
  stablehlo::SelectAndScatterOp op;
  const Storage &result;
  ArrayRef<int64_t> shape, source;
  size_t rank;
  SmallVector<int64_t> window, strides, low;
};
} // namespace

SelectAndScatter::SelectAndScatter(KernelEmitter &e,
                                   stablehlo::SelectAndScatterOp op,
                                   const Storage &result)
    : e(e), k(e.ops), op(op), result(result), shape(shapeOf(op.getOperand())),
      source(shapeOf(op.getSource())), rank(shape.size()), low(rank, 0) {
  auto listOr = [&](std::optional<ArrayRef<int64_t>> list) {
    return list ? SmallVector<int64_t>(list->begin(), list->end())
                : SmallVector<int64_t>(rank, 1);
  };
  window = listOr(op.getWindowDimensions());
  strides = listOr(op.getWindowStrides());
  if (auto padding = op.getPadding())
    for (size_t d = 0; d < rank; ++d)
      low[d] = padding->getValues<int64_t>()[{d, 0}];
}

/// One candidate of a window against the best so far: whether one was found,
/// its value, its element number.
Values SelectAndScatter::compare(ArrayRef<LinearForm> at,
                                 ArrayRef<LinearForm> offset, unsigned lanes,
                                 ValueRange sofar) {
  Value inside;
  SmallVector<LinearForm> place;
  for (size_t i = 0; i < rank; ++i) {
    LinearForm position = at[i] * strides[i] + offset[i] - LinearForm(low[i]);
    inside = e.both(inside, e.inBounds(position, 0, shape[i]));
    place.push_back(e.clampIndex(position, 0, shape[i] - 1));
  }
  Elem candidate = e.elementAt(op.getOperand(), place);
  Value number = e.materialise(e.indexOf(place, shape).linear);
  Value found = sofar[0];
  Elem best{sofar[1], {}};
  Value keep = e.applyRegion(op.getSelect(), {best, candidate})[0].re;
  k.unify(keep, found);
  Value take = k.op<arith::XOrIOp>(k.op<arith::AndIOp>(keep, found),
                                   k.intLike(found, 1));
  take = k.broadcast(e.both(take, inside), lanes);
  return {k.op<arith::OrIOp>(found, take),
          k.broadcast(k.select(take, candidate.re, best.re), lanes),
          k.broadcast(k.select(take, number, sofar[2]), lanes)};
}

Values SelectAndScatter::search(ArrayRef<LinearForm> at, unsigned lanes) {
  Type type = registerType(getElementTypeOrSelf(op.getOperand().getType()));
  Value no =
      k.broadcast(k.constant(e.b.getI1Type(), e.b.getBoolAttr(false)), lanes);
  Value zero = k.broadcast(k.constant(type, e.b.getZeroAttr(type)), lanes);
  Value nowhere = k.broadcast(k.index(0), lanes);
  return e.fold(window, 0, ValueRange{no, zero, nowhere},
                [&](ArrayRef<LinearForm> offset, ValueRange sofar) {
                  return compare(at, offset, lanes, sofar);
                });
}

bool SelectAndScatter::mayBeEmpty(ArrayRef<LinearForm> at) const {
  for (size_t i = 0; i < rank; ++i) {
    auto [least, most] = e.rangeOf(at[i] * strides[i]);
    if (least - low[i] + window[i] - 1 < 0 || most - low[i] >= shape[i])
      return true;
  }
  return false;
}

/// The element of the source at this position; in lanes if the position is.
void SelectAndScatter::addAt(ArrayRef<LinearForm> at) {
  unsigned lanes = 0;
  for (const LinearForm &form : at)
    lanes = std::max(lanes, e.lanesOfForm(form));
  Values selected = search(at, lanes);
  Elem update = e.elementAt(op.getSource(), at);
  auto write = [&] {
    LinearForm target = e.indexOfValue(selected[2], 0, elementCount(shape) - 1);
    Elem old = e.load(result, target);
    Elem sum = e.applyRegion(op.getScatter(), {old, update})[0];
    e.store(result, target, sum);
  };
  // A window in the padding alone selects nothing.
  if (!lanes)
    return e.conditional(selected[0], write);
  // In lanes the window has one element per channel, so every lane exists;
  // windows without an element are left to the scalar form.
  if (mayBeEmpty(at))
    e.failVector();
  write();
}

void SelectAndScatter::gatherAt(ArrayRef<LinearForm> target,
                                const LinearForm &linear, Elem init) {
  // Windows that the element may be in, per dimension, in the order of the
  // source.
  SmallVector<int64_t> candidates;
  for (size_t d = 0; d < rank; ++d)
    candidates.push_back(
        std::min(llvm::divideCeil(window[d], strides[d]), uint64_t(source[d])));
  SmallVector<LinearForm> last;
  for (size_t d = 0; d < rank; ++d)
    last.push_back(
        e.clampIndex(e.floorDiv(target[d] + LinearForm(low[d]), strides[d]), 0,
                     source[d] - 1));
  Value number = e.materialise(linear);
  Values sum =
      e.fold(candidates, 0, ValueRange{init.re},
             [&](ArrayRef<LinearForm> counters, ValueRange sofar) -> Values {
               Value inside;
               SmallVector<LinearForm> at;
               for (size_t d = 0; d < rank; ++d) {
                 LinearForm position =
                     last[d] + counters[d] - LinearForm(candidates[d] - 1);
                 inside = e.both(inside, e.inBounds(position, 0, source[d]));
                 at.push_back(e.clampIndex(position, 0, source[d] - 1));
               }
               Values selected = search(at, 0);
               Value isThis = k.op<arith::AndIOp>(
                   selected[0], k.cmpi(CmpI::eq, selected[2], number));
               isThis = e.both(inside, isThis);
               Elem update = e.elementAt(op.getSource(), at);
               Elem next =
                   e.applyRegion(op.getScatter(), {{sofar[0], {}}, update})[0];
               return {k.select(isThis, next.re, sofar[0])};
             });
  e.store(result, linear, {sum[0], {}});
}

void SelectAndScatter::run() {
  int64_t total = elementCount(shape);
  if (e.mapping->isParallel()) {
    if (total == 0)
      return;
    return e.mapping->nestOfTasks(shape, [&](ArrayRef<LinearForm> target) {
      Elem init = e.element(op.getInitValue(), ElementIndex());
      gatherAt(target, e.indexOf(target, shape).linear, init);
    });
  }
  Elem init = e.element(op.getInitValue(), ElementIndex());
  e.nest({total}, [&](ArrayRef<LinearForm> counters) {
    e.store(result, counters[0], init);
  });
  if (total == 0)
    return;
  // Channels of one position never meet: lanes there keep the order.
  bool channels = rank && window.back() == 1 && strides.back() == 1 &&
                  low.back() == 0 && source.back() == shape.back();
  auto add = [&](ArrayRef<LinearForm> at) { addAt(at); };
  if (channels)
    e.nest(source, add);
  else
    e.nestInOrder(source, add);
}

bool popt::isOwnRoot(Operation *op) {
  return isa<stablehlo::DynamicUpdateSliceOp, stablehlo::ScatterOp,
             stablehlo::SelectAndScatterOp, stablehlo::SortOp,
             stablehlo::CholeskyOp, stablehlo::TriangularSolveOp>(op);
}

void popt::emitOwnRoot(KernelEmitter &e, Operation *op,
                       ArrayRef<Storage> results) {
  if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op))
    return emitUpdateSlice(e, update, results[0]);
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(op))
    return emitScatter(e, scatter, results);
  if (auto select = dyn_cast<stablehlo::SelectAndScatterOp>(op))
    return SelectAndScatter(e, select, results[0]).run();
  if (auto sort = dyn_cast<stablehlo::SortOp>(op))
    return emitSort(e, sort, results);
  emitLinearAlgebra(e, op, results[0]);
}
