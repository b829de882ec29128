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
#include "KernelEmitter.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using Values = KernelEmitter::Values;
using CmpI = arith::CmpIPredicate;

/// Row buffers up to this many bytes live on the stack.
constexpr int64_t maxStackBytes = 64 * 1024;

void emitSort(KernelEmitter &e, stablehlo::SortOp op,
              ArrayRef<Storage> results) {
  KernelOps &k = e.ops;
  ArrayRef<int64_t> shape =
      cast<ShapedType>(op.getInputs().front().getType()).getShape();
  if (elementCount(shape) == 0)
    return;
  int64_t dim = op.getDimension() < 0
                    ? op.getDimension() + int64_t(shape.size())
                    : op.getDimension();
  int64_t n = shape.empty() ? 1 : shape[dim];
  int64_t inner = 1, outer = 1;
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    (d < dim ? outer : inner) *= d == dim ? 1 : shape[d];
  for (auto [input, result] : llvm::zip(op.getInputs(), results)) {
    Storage target = result;
    Value from = input;
    SmallVector<int64_t, 4> extents = e.loopExtents({from}, {});
    e.nest(extents, [&](ArrayRef<LinearForm> counters) {
      LinearForm linear;
      for (auto [extent, counter] : llvm::zip(extents, counters))
        linear = linear * extent + counter;
      e.store(target, linear, e.element(from, {linear, std::nullopt}));
    });
  }
  if (n < 2)
    return;
  int64_t bytes = 0;
  for (const Storage &result : results)
    bytes += n * storageParts(result.element) *
             storageType(result.element).getIntOrFloatBitWidth() / 8;
  SmallVector<Storage> scratch;
  for (const Storage &result : results) {
    auto type = MemRefType::get({n * storageParts(result.element)},
                                storageType(result.element));
    Value buffer;
    if (bytes <= maxStackBytes)
      buffer = memref::AllocaOp::create(e.b, e.loc, type);
    else
      buffer = memref::AllocOp::create(e.b, e.loc, type);
    scratch.push_back({buffer, result.element});
  }
  int64_t passes = 0;
  while ((int64_t(1) << passes) < n)
    ++passes;

  auto mergePass = [&](const LinearForm &base, Value width) {
    Value last = k.index(n - 1), length = k.index(n);
    Value twice = k.op<arith::AddIOp>(width, width);
    auto step = [&](const LinearForm &counter, ValueRange current) -> Values {
      Value at = e.materialise(counter);
      Value offset = k.op<arith::RemUIOp>(at, twice);
      Value begin = k.op<arith::SubIOp>(at, offset);
      Value middle =
          k.op<arith::MinSIOp>(k.op<arith::AddIOp>(begin, width), length);
      Value end =
          k.op<arith::MinSIOp>(k.op<arith::AddIOp>(begin, twice), length);
      Value fresh = k.cmpi(CmpI::eq, offset, k.index(0));
      Value i = k.select(fresh, begin, current[0]);
      Value j = k.select(fresh, middle, current[1]);
      auto read = [&](Value position) {
        LinearForm form =
            e.indexOfValue(k.op<arith::MinSIOp>(position, last), 0, n - 1);
        SmallVector<Elem> elems;
        for (const Storage &result : results)
          elems.push_back(e.load(result, base + form * inner));
        return elems;
      };
      SmallVector<Elem> left = read(i), right = read(j), arguments;
      for (auto [l, r] : llvm::zip(left, right)) {
        arguments.push_back(r);
        arguments.push_back(l);
      }
      Value rightFirst = e.applyRegion(op.getComparator(), arguments)[0].re;
      Value leftDone = k.cmpi(CmpI::sge, i, middle);
      Value rightLeft = k.cmpi(CmpI::slt, j, end);
      Value takeRight = k.op<arith::OrIOp>(
          leftDone, k.op<arith::AndIOp>(rightLeft, rightFirst));
      for (auto [buffer, l, r] : llvm::zip(scratch, left, right)) {
        Elem taken{k.select(takeRight, r.re, l.re), {}};
        if (l.im)
          taken.im = k.select(takeRight, r.im, l.im);
        e.store(buffer, counter, taken);
      }
      Value one = k.index(1);
      return {k.select(takeRight, i, k.op<arith::AddIOp>(i, one)),
              k.select(takeRight, k.op<arith::AddIOp>(j, one), j)};
    };
    Value zero = k.index(0);
    e.loop(0, n, 0, ValueRange{zero, zero}, step);
    e.loop(0, n, 0, ValueRange(),
           [&](const LinearForm &counter, ValueRange) -> Values {
             for (auto [result, buffer] : llvm::zip(results, scratch))
               e.store(result, base + counter * inner, e.load(buffer, counter));
             return {};
           });
  };
  e.loop(0, outer, 0, ValueRange(),
         [&](const LinearForm &o, ValueRange) -> Values {
           e.loop(0, inner, 0, ValueRange(),
                  [&](const LinearForm &i, ValueRange) -> Values {
                    LinearForm base = o * (n * inner) + i;
                    e.loop(0, passes, 0, ValueRange(),
                           [&](const LinearForm &p, ValueRange) -> Values {
                             Value width = k.op<arith::ShLIOp>(
                                 k.index(1), e.materialise(p));
                             mergePass(base, width);
                             return {};
                           });
                    return {};
                  });
           return {};
         });
  if (bytes > maxStackBytes)
    for (const Storage &buffer : scratch)
      memref::DeallocOp::create(e.b, e.loc, buffer.memref);
}
