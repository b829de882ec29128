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

namespace {
/// Puts windows of updates into a copy of the input; those that overlap in the
/// order of the updates.
class Scatter {
public:
  Scatter(KernelEmitter &e, stablehlo::ScatterOp op, ArrayRef<Storage> results);
  void run();

private:
  /// The dimension of the updates that goes with one of the indices.
  int64_t batchDimOf(int64_t indexDim) const {
    return batchDims[indexDim - (indexDim > numbers.getIndexVectorDim())];
  }
  SmallVector<bool> dimsApart();
  int64_t countOwners();
  SmallVector<LinearForm> windowStart();
  void enter(ArrayRef<int64_t> dims, ArrayRef<LinearForm> counters);
  Value isOwn();
  Value isWanted();
  void updateWindow();

  SmallVector<int64_t> extentsOf(ArrayRef<int64_t> dims) const {
    return llvm::map_to_vector(dims, [&](int64_t d) { return updateShape[d]; });
  }
  int64_t countOf(ArrayRef<int64_t> dims) const {
    return elementCount(extentsOf(dims));
  }

  KernelEmitter &e;
  stablehlo::ScatterOp op;
  ArrayRef<Storage> results;
  stablehlo::ScatterDimensionNumbersAttr numbers;
  ArrayRef<int64_t> shape, updateShape;
  /// Dimensions of the updates that choose a window, and that lie in it.
  SmallVector<int64_t> batchDims, windowDims;
  /// Input dimension of each window dimension, and the window's extents there.
  SmallVector<int64_t> windowOf, extent;
  /// Dimensions of the updates along which windows never overlap; others that
  /// choose a window, and that lie in it.
  SmallVector<int64_t> tasks, order, windows;
  int64_t owners = 1;
  /// Of the present update: its owner, its place in the updates, and where its
  /// window begins in the input.
  LinearForm owner = LinearForm(0);
  SmallVector<LinearForm> from, start;
};
} // namespace

Scatter::Scatter(KernelEmitter &e, stablehlo::ScatterOp op,
                 ArrayRef<Storage> results)
    : e(e), op(op), results(results), numbers(op.getScatterDimensionNumbers()),
      shape(shapeOf(op.getInputs().front())),
      updateShape(shapeOf(op.getUpdates().front())), windowOf(shape.size(), -1),
      extent(shape.size(), 1), from(updateShape.size()) {
  for (int64_t d = 0; d < int64_t(updateShape.size()); ++d)
    (llvm::is_contained(numbers.getUpdateWindowDims(), d) ? windowDims
                                                          : batchDims)
        .push_back(d);
  unsigned next = 0;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    if (!llvm::is_contained(numbers.getInsertedWindowDims(), d) &&
        !llvm::is_contained(numbers.getInputBatchingDims(), d)) {
      windowOf[d] = windowDims[next++];
      extent[d] = updateShape[windowOf[d]];
    }
  const SmallVector<bool> isApart = dimsApart();
  for (int64_t d = 0; d < int64_t(updateShape.size()); ++d)
    if (isApart[d])
      tasks.push_back(d);
  auto isOrdered = [&](int64_t d) { return !isApart[d]; };
  llvm::copy_if(batchDims, std::back_inserter(order), isOrdered);
  llvm::copy_if(windowDims, std::back_inserter(windows), isOrdered);
  owners = countOwners();
}

/// For each dimension of the updates, whether windows at different positions
/// along it never overlap, so that they need no order; none where one thread
/// runs all.
SmallVector<bool> Scatter::dimsApart() {
  SmallVector<bool> isApart(updateShape.size());
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

/// How many threads own the places that updates go to, beside those that divide
/// the updates' other dimensions. Each looks at all updates in their order and
/// does those to its own places. Neighbouring places have different owners, so
/// a window may not cover two of them.
int64_t Scatter::countOwners() {
  constexpr int64_t manyThreads = 1 << 18, fewUpdates = 16;
  int64_t inOrder = countOf(order), perOwner = countOf(tasks);
  if (!e.mapping->isParallel() || countOf(windows) != 1 ||
      inOrder < fewUpdates || !perOwner)
    return 1;
  int64_t places = 1;
  for (int64_t dim : numbers.getScatterDimsToOperandDims())
    places *= shape[dim];
  return llvm::bit_floor<uint64_t>(std::max<int64_t>(
      1, std::min({places, inOrder, manyThreads / perOwner})));
}

void Scatter::enter(ArrayRef<int64_t> dims, ArrayRef<LinearForm> counters) {
  for (auto [d, counter] : llvm::zip(dims, counters))
    from[d] = counter;
}

SmallVector<LinearForm> Scatter::windowStart() {
  Value indices = op.getScatterIndices();
  int64_t vectorDim = numbers.getIndexVectorDim();
  SmallVector<LinearForm> batch =
      llvm::map_to_vector(batchDims, [&](int64_t d) { return from[d]; });
  SmallVector<LinearForm> found(shape.size());
  for (auto [i, dim] : llvm::enumerate(numbers.getScatterDimsToOperandDims())) {
    SmallVector<LinearForm> at(batch);
    if (vectorDim < int64_t(shapeOf(indices).size()))
      at.insert(at.begin() + vectorDim, LinearForm(i));
    found[dim] = rawIndex(e, indices, at);
  }
  for (auto [inputDim, indexDim] :
       llvm::zip(numbers.getInputBatchingDims(),
                 numbers.getScatterIndicesBatchingDims()))
    found[inputDim] = from[batchDimOf(indexDim)];
  return found;
}

/// True if the owner's turn includes the place of the window.
Value Scatter::isOwn() {
  LinearForm place(0);
  for (int64_t dim : numbers.getScatterDimsToOperandDims())
    place = place * shape[dim] + start[dim];
  Value turn =
      e.ops.op<arith::AndIOp>(e.materialise(place), e.ops.index(owners - 1));
  return e.ops.cmpi(CmpI::eq, turn, e.materialise(owner));
}

Value Scatter::isWanted() {
  Value inside;
  for (size_t d = 0; d < shape.size(); ++d)
    inside = e.both(inside, e.inBounds(start[d], 0, shape[d] - extent[d] + 1));
  return owners > 1 ? e.both(inside, isOwn()) : inside;
}

void Scatter::updateWindow() {
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
}

void Scatter::run() {
  for (auto [input, result] : llvm::zip(op.getInputs(), results))
    copyTo(e, input, result);
  if (llvm::is_contained(updateShape, 0) || elementCount(shape) == 0)
    return;

  const SmallVector<int64_t> taskExtents = extentsOf(tasks);
  const int64_t perOwner = elementCount(taskExtents),
                together = e.mapping->tasksTogether();
  // The tasks of an owner want the same updates, unless they choose windows.
  const bool isTogether = owners > 1 && 2 * perOwner >= together &&
                          llvm::none_of(tasks, [&](int64_t d) {
                            return llvm::is_contained(batchDims, d);
                          });
  auto updateInOrder = [&](Value isTask) {
    e.mapping->nestOfFew(
        extentsOf(order), isTogether,
        [&](ArrayRef<LinearForm> counters) {
          enter(order, counters);
          start = windowStart();
        },
        [&] { return isWanted(); },
        [&] {
          if (isTask)
            e.conditional(isTask, [&] { updateWindow(); });
          else
            updateWindow();
        });
  };

  e.mapping->noteTasks(op, owners * perOwner, elementCount(updateShape));
  // Neighbouring threads have neighbouring elements of one owner.
  if (isTogether) {
    // Threads that have none help to look for the updates of the others.
    int64_t threads = llvm::alignTo(perOwner, together);
    return e.mapping->nestOfTasks(
        {owners, threads}, [&](ArrayRef<LinearForm> counters) {
          owner = counters[0];
          LinearForm task = e.clampIndex(counters[1], 0, perOwner - 1);
          enter(tasks, e.dimsOf({task, std::nullopt}, taskExtents));
          updateInOrder(e.inBounds(counters[1], 0, perOwner));
        });
  }
  SmallVector<int64_t> extents = taskExtents;
  if (owners > 1)
    extents.insert(extents.begin(), owners);
  e.mapping->nestOfTasks(extents, [&](ArrayRef<LinearForm> counters) {
    if (owners > 1)
      owner = counters.front();
    enter(tasks, counters.drop_front(owners > 1));
    updateInOrder({});
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
  // Windows of different channels never overlap: lanes there keep the order.
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
    return Scatter(e, scatter, results).run();
  if (auto select = dyn_cast<stablehlo::SelectAndScatterOp>(op))
    return SelectAndScatter(e, select, results[0]).run();
  if (auto sort = dyn_cast<stablehlo::SortOp>(op))
    return emitSort(e, sort, results);
  emitLinearAlgebra(e, op, results[0]);
}
