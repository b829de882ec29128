//===- Manual.cpp - Regions partitioned by hand ---------------------------===//
//
// Operands are split by the manual axes of their shardings, the body runs in
// lockstep, and the blocks of the results are put together. Coordinates along
// the other axes compute the same, mostly with shared buffers. Tested by
// test/unit/Reference/CollectivesTest.cpp and CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Manual.h"
#include "popt/Reference/Distribute.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

/// The layout as far as manual axes go.
static Layout restrictTo(const Layout &layout, ArrayRef<int> axes) {
  Layout restricted = Layout::replicate(layout.dims.size());
  for (auto [dim, from] : llvm::zip(restricted.dims, layout.dims)) {
    dim.granule = from.granule;
    for (const AxisRef &ref : from.axes)
      if (llvm::is_contained(axes, ref.axis))
        dim.axes.push_back(ref);
  }
  return restricted;
}

static Shape shapeOf(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked ? Shape(ranked.getShape().begin(), ranked.getShape().end())
                : Shape();
}

static LockstepResults runFromOneRank(LockstepCall &call,
                                      const ManualRegion &manual) {
  Evaluator inner(call.evaluator.module(), &manual.mesh,
                  call.evaluator.options());
  Frame frame;
  frame.callDepth = call.frame.callDepth;
  for (int64_t rank = 0; rank < manual.mesh.numRanks(); ++rank)
    frame.ranks.push_back(rank);
  SmallVector<RankTensors> arguments;
  for (auto [operand, layout] : llvm::zip(call.operands, manual.in))
    arguments.push_back(distribute(
        manual.mesh, restrictTo(layout, manual.manualAxes), operand[0]));
  // The body sees no values from outside: regions of this kind are isolated.
  LockstepResults blocks = inner.runRegion(
      call.op->getRegion(0), std::move(arguments), frame, frame.ranks);
  if (failed(blocks))
    return failure();
  SmallVector<RankTensors> results;
  for (auto [i, layout] : llvm::enumerate(manual.out)) {
    std::string error;
    MaybeTensor global =
        collect(manual.mesh, restrictTo(layout, manual.manualAxes),
                shapeOf(call.op->getResult(i).getType()), (*blocks)[i], error,
                /*rtol=*/-1);
    if (!global)
      return call.op->emitOpError() << "result " << i << ": " << error;
    results.push_back(RankTensors{*global});
  }
  return results;
}

static void blockOf(const Mesh &mesh, const Layout &layout, Ints shape,
                    int64_t rank, Shape &begin, Shape &extent) {
  for (const DimBlock &block :
       blocksAt(mesh, layout, std::vector<int64_t>(shape.begin(), shape.end()),
                mesh.coordinates(rank))) {
    begin.push_back(block.begin);
    extent.push_back(block.extent);
  }
}

static LockstepResults runFromLockstep(LockstepCall &call,
                                       const ManualRegion &manual) {
  const Mesh &mesh = manual.mesh;
  SmallVector<RankTensors> arguments;
  for (auto [operand, whole] : llvm::zip(call.operands, manual.in)) {
    const Layout layout = restrictTo(whole, manual.manualAxes);
    RankTensors &blocks = arguments.emplace_back();
    for (auto [tensor, rank] : llvm::zip(operand, call.frame.ranks)) {
      Shape begin, extent;
      blockOf(mesh, layout, tensor.shape(), rank, begin, extent);
      blocks.push_back(extractBox(tensor, begin, extent));
    }
  }
  LockstepResults blocks =
      call.evaluator.runRegion(call.op->getRegion(0), std::move(arguments),
                               call.frame, call.frame.ranks);
  if (failed(blocks))
    return failure();
  AxisList axes;
  for (int axis : manual.manualAxes)
    axes.push_back(mesh.ref(axis));
  SmallVector<RankTensors> results;
  for (auto [i, whole] : llvm::enumerate(manual.out)) {
    const Layout layout = restrictTo(whole, manual.manualAxes);
    const Shape shape = shapeOf(call.op->getResult(i).getType());
    RankTensors &result = results.emplace_back();
    for (int64_t rank : call.frame.ranks) {
      Tensor global((*blocks)[i][0].type(), shape);
      for (int64_t member : mesh.group(axes, rank)) {
        const int64_t position = call.frame.positionOf(member);
        if (position < 0)
          return call.op->emitOpError()
                 << "is reached by rank " << rank << " but not by rank "
                 << member << ", which holds a block of its result";
        Shape begin, extent;
        blockOf(mesh, layout, shape, member, begin, extent);
        global = insertBox(std::move(global), (*blocks)[i][position], begin);
      }
      result.push_back(global);
    }
  }
  return results;
}

LockstepResults popt::reference::runManual(LockstepCall &call,
                                           const ManualRegion &manual) {
  assert(call.operands.size() == manual.in.size() &&
         call.op->getNumResults() == manual.out.size() &&
         "the verifier wants a sharding per operand and result");
  if (call.evaluator.mesh())
    return runFromLockstep(call, manual);
  return runFromOneRank(call, manual);
}
