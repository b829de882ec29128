//===- KernelSort.cpp - Rows sorted by a comparator -----------------------===//
//
// Bottom-up merge sort of each row, stable whether asked for or not (so that
// results do not depend on the algorithm). Pass p merges sorted runs of 2^p
// elements into a second buffer and copies back; the merge takes from the right
// run only what is strictly before the left. One straight loop per pass:
//
//   for k in row: at a run's begin (i, j) = (its begin, its middle)
//     if i < middle and (j >= end or not less(a[j], a[i])): out[k] = a[i++]
//     else out[k] = a[j++]
//
// Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using Values = KernelEmitter::Values;
using CmpI = arith::CmpIPredicate;

/// Row buffers up to this many bytes live on the stack.
constexpr int64_t maxStackBytes = 64 * 1024;

namespace {
/// Sorts rows that lie `inner` elements apart in the results.
class RowSorter {
public:
  RowSorter(KernelEmitter &e, stablehlo::SortOp op, ArrayRef<Storage> results,
            int64_t n, int64_t inner)
      : e(e), k(e.ops), op(op), results(results), n(n), inner(inner) {}

  void allocateScratch();
  void freeScratch();
  /// Emits the passes over the row that begins at `base`.
  void sortRow(const LinearForm &base);

private:
  void mergePass(const LinearForm &base, Value width);
  Values mergeStep(const LinearForm &base, Value width,
                   const LinearForm &counter, Value i, Value j);
  SmallVector<Elem> read(const LinearForm &base, Value position);
  LinearForm inScratch(const LinearForm &base, const LinearForm &at) const {
    return isWhole ? base + at * inner : at;
  }

  KernelEmitter &e;
  KernelOps &k;
  stablehlo::SortOp op;
  ArrayRef<Storage> results;
  int64_t n, inner;
  bool isOnStack = true;
  SmallVector<Storage> scratch; ///< one row of each result
  /// Scratch has the shape of the results: rows are sorted side by side.
  bool isWhole = false;
};
} // namespace

void RowSorter::allocateScratch() {
  isWhole = e.mapping->isParallel();
  if (isWhole) {
    int64_t count = elementCount(shapeOf(op.getInputs().front()));
    for (const Storage &result : results)
      scratch.push_back(e.mapping->scratch(count, result.element));
    return;
  }
  int64_t bytes = 0;
  for (const Storage &result : results)
    bytes += n * storageParts(result.element) *
             storageType(result.element).getIntOrFloatBitWidth() / 8;
  isOnStack = bytes <= maxStackBytes;
  for (const Storage &result : results) {
    auto type = MemRefType::get({n * storageParts(result.element)},
                                storageType(result.element));
    Value buffer;
    if (isOnStack)
      buffer = memref::AllocaOp::create(e.b, e.loc, type);
    else
      buffer = memref::AllocOp::create(e.b, e.loc, type);
    scratch.push_back({buffer, result.element});
  }
}

void RowSorter::freeScratch() {
  if (!isOnStack && !isWhole)
    for (const Storage &buffer : scratch)
      memref::DeallocOp::create(e.b, e.loc, buffer.memref);
}

SmallVector<Elem> RowSorter::read(const LinearForm &base, Value position) {
  LinearForm form =
      e.indexOfValue(k.op<arith::MinSIOp>(position, k.index(n - 1)), 0, n - 1);
  SmallVector<Elem> elems;
  for (const Storage &result : results)
    elems.push_back(e.load(result, base + form * inner));
  return elems;
}

/// One element of a merge; `i` and `j` are the next of the left and the right
/// run. Returns these for the next element.
Values RowSorter::mergeStep(const LinearForm &base, Value width,
                            const LinearForm &counter, Value i, Value j) {
  Value length = k.index(n), twice = k.op<arith::AddIOp>(width, width);
  Value at = e.materialise(counter);
  Value offset = k.op<arith::RemUIOp>(at, twice);
  Value begin = k.op<arith::SubIOp>(at, offset);
  Value middle =
      k.op<arith::MinSIOp>(k.op<arith::AddIOp>(begin, width), length);
  Value end = k.op<arith::MinSIOp>(k.op<arith::AddIOp>(begin, twice), length);
  Value fresh = k.cmpi(CmpI::eq, offset, k.index(0));
  i = k.select(fresh, begin, i);
  j = k.select(fresh, middle, j);
  SmallVector<Elem> left = read(base, i), right = read(base, j), arguments;
  for (auto [l, r] : llvm::zip(left, right)) {
    arguments.push_back(r);
    arguments.push_back(l);
  }
  Value rightFirst = e.applyRegion(op.getComparator(), arguments)[0].re;
  Value leftDone = k.cmpi(CmpI::sge, i, middle);
  Value rightLeft = k.cmpi(CmpI::slt, j, end);
  Value takeRight =
      k.op<arith::OrIOp>(leftDone, k.op<arith::AndIOp>(rightLeft, rightFirst));
  for (auto [buffer, l, r] : llvm::zip(scratch, left, right))
    e.store(buffer, inScratch(base, counter), e.choose(takeRight, r, l));
  Value one = k.index(1);
  return {k.select(takeRight, i, k.op<arith::AddIOp>(i, one)),
          k.select(takeRight, k.op<arith::AddIOp>(j, one), j)};
}

/// Merges runs of `width` elements into the scratch row, and copies that back.
void RowSorter::mergePass(const LinearForm &base, Value width) {
  Value zero = k.index(0);
  e.loop(0, n, 0, ValueRange{zero, zero},
         [&](const LinearForm &counter, ValueRange next) {
           return mergeStep(base, width, counter, next[0], next[1]);
         });
  e.nestInOrder({n}, [&](ArrayRef<LinearForm> at) {
    for (auto [result, buffer] : llvm::zip(results, scratch))
      e.store(result, base + at[0] * inner,
              e.load(buffer, inScratch(base, at[0])));
  });
}

void RowSorter::sortRow(const LinearForm &base) {
  int64_t passes = llvm::Log2_64_Ceil(n);
  e.nestInOrder({passes}, [&](ArrayRef<LinearForm> pass) {
    mergePass(base, k.op<arith::ShLIOp>(k.index(1), e.materialise(pass[0])));
  });
}

void emitSort(KernelEmitter &e, stablehlo::SortOp op,
              ArrayRef<Storage> results) {
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  if (elementCount(shape) == 0)
    return;
  int64_t dim = op.getDimension() < 0
                    ? op.getDimension() + int64_t(shape.size())
                    : op.getDimension();
  int64_t n = shape.empty() ? 1 : shape[dim];
  int64_t inner = 1, outer = 1;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    (d < dim ? outer : inner) *= d == dim ? 1 : shape[d];
  for (auto [input, result] : llvm::zip(op.getInputs(), results))
    e.storeAll(input, result);
  if (n < 2)
    return;
  RowSorter sorter(e, op, results, n, inner);
  sorter.allocateScratch();
  e.mapping->noteTasks(op, outer * inner, outer * inner * n);
  e.mapping->nestOfTasks({outer, inner}, [&](ArrayRef<LinearForm> at) {
    sorter.sortRow(at[0] * (n * inner) + at[1]);
  });
  sorter.freeScratch();
}
