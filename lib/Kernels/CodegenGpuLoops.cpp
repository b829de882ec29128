//===- CodegenGpuLoops.cpp - Unrolls loops of threads ---------------------===//
//
// A thread reads 16 bytes in each iteration. As a loop it waits for each of
// them, and common reads and computations of several loops over a row are
// repeated in each loop. So a share of few accesses is unrolled:
//
//   scf.for %i = 4 * %lane to 1024 step 128 {        // three such loops
//     load %x[%i]; ...; store %y[%i] }
//   -> load %x[4 * %lane]; load %x[4 * %lane + 128]; ...
//      store %y[4 * %lane]; store %y[4 * %lane + 128]; ...
//
// and longer ones by a factor. LLVM then keeps a row in registers. All
// iterations read before any writes: the loop as a whole is distributed over
// threads, so no iteration reads what another writes. Sums keep their order. Softmax of
// rows of 1024, for which elements are exponentiated once then, went from half
// of a copy's bandwidth to all of it on an H100.
//
// Covered by test/Kernels/codegen-gpu-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "CodegenModule.h"

#include "popt/Kernels/LowerKernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

/// The largest unroll factor: with 16 bytes each, 8 iterations take 32
/// registers.
constexpr int64_t kMaxUnrollFactor = 8;

/// True if nothing is read after the first write, so that what several iterations
/// read may come before what they write.
static bool readsBeforeItWrites(Block &body) {
  bool hasWritten = false;
  for (Operation &op : body.without_terminator()) {
    bool writes = hasEffect<MemoryEffects::Write>(&op);
    if (hasWritten && !writes && !isMemoryEffectFree(&op))
      return false;
    hasWritten |= writes;
  }
  return true;
}

static bool hasRegions(Block &body) {
  return llvm::any_of(body, [](Operation &op) { return op.getNumRegions(); });
}

/// Clones `count` iterations from `counter` on to `b`; returns what they carry.
static SmallVector<Value> cloneIterations(OpBuilder &b, scf::ForOp loop,
                                          int64_t count, Value counter,
                                          ValueRange carried) {
  Block &body = *loop.getBody();
  auto yielded = body.getTerminator()->getOperands();
  std::vector<IRMapping> maps(count);
  bool splits = readsBeforeItWrites(body);
  SmallVector<Value> values(carried);
  for (IRMapping &map : maps) {
    map.map(loop.getInductionVar(), counter);
    map.map(loop.getRegionIterArgs(), values);
    for (Operation &op : body.without_terminator())
      if (!splits || !hasEffect<MemoryEffects::Write>(&op))
        b.clone(op, map);
    for (auto [value, next] : llvm::zip(values, yielded))
      value = map.lookupOrDefault(next);
    counter = arith::AddIOp::create(b, loop.getLoc(), counter, loop.getStep());
  }
  if (splits)
    for (IRMapping &map : maps)
      for (Operation &op : body.without_terminator())
        if (hasEffect<MemoryEffects::Write>(&op))
          b.clone(op, map);
  return values;
}

static void unroll(scf::ForOp loop, int64_t trips) {
  OpBuilder b(loop);
  if (trips <= kMaxUnrollFactor) {
    loop.replaceAllUsesWith(cloneIterations(
        b, loop, trips, loop.getLowerBound(), loop.getInitArgs()));
    return loop.erase();
  }
  int64_t factor = kMaxUnrollFactor;
  while (trips % factor)
    factor /= 2;
  if (factor == 1)
    return;
  Location loc = loop.getLoc();
  Value step = arith::MulIOp::create(
      b, loc, loop.getStep(), arith::ConstantIndexOp::create(b, loc, factor));
  auto wide =
      scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                         step, loop.getInitArgs());
  if (loop.getNumResults() == 0)
    wide.getBody()->getTerminator()->erase();
  b.setInsertionPointToEnd(wide.getBody());
  SmallVector<Value> values = cloneIterations(
      b, loop, factor, wide.getInductionVar(), wide.getRegionIterArgs());
  scf::YieldOp::create(b, loc, values);
  loop.replaceAllUsesWith(wide.getResults());
  loop.erase();
}

void popt::unrollSharedLoops(ModuleOp kernels) {
  kernels.walk([](scf::ForOp loop) {
    auto trips = loop->getAttrOfType<IntegerAttr>(kLoopTrips);
    if (trips && !hasRegions(*loop.getBody()))
      unroll(loop, trips.getInt());
  });
}
