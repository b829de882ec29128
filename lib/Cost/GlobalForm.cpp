//===- GlobalForm.cpp - What it costs to run one operation on blocks ------===//
//
// A roofline over the local shapes. Elementwise operations that will share
// their loops read and write memory once: AdamW's fifteen operations cost four
// reads and three writes. Tested by
// test/Partition/choose-strategies.mlir and test/unit/Cost/GlobalFormTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "LibraryRate.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Analysis/MovedBytes.h"
#include "popt/Cost/CostModel.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Attention.h"
#include "popt/Support/Tensors.h"

#include <set>

using namespace mlir;

namespace popt {

/// A tie-breaker per local element, as a part of the time that a byte takes on
/// the fastest link: equal communication goes to the strategy that repeats the
/// least work.
static constexpr double kBytesPerElement = 1e-9;

/// In how many time steps values in these layouts differ.
static double stepsOf(const Mesh &mesh, const OpLayouts &layouts) {
  std::set<AxisRef> axes;
  auto add = [&](const Layout &layout) {
    for (const AxisRef &axis : layout.usedAxes())
      if (mesh.axes[axis.axis].kind == AxisKind::Time)
        axes.insert(axis);
  };
  llvm::for_each(layouts.operands, add);
  llvm::for_each(layouts.results, add);
  double steps = 1;
  for (const AxisRef &axis : axes)
    steps *= static_cast<double>(axis.size);
  return steps;
}

static bool isShape(Operation *op) {
  return kernelKindOf(op) == KernelKind::View;
}

/// True if no reader computes the operation in its loops, which may store it for
/// others: a kernel has one launch, however much it stores.
static bool endsKernel(Operation *op) {
  const KernelKind kind = kernelKindOf(op);
  if (kind == KernelKind::Source || kind == KernelKind::View)
    return false;
  bool isRead = false;
  for (Value result : op->getResults())
    forEachRead(
        result, [&](OpOperand &use) { isRead |= isFused(op, use.getOwner()); },
        isShape);
  return !isRead;
}

double CostModel::globalSeconds(Operation *op, const OpLayouts &layouts) const {
  auto model = dyn_cast<ShardingOpInterface>(op);
  SmallVector<RankedTensorType> operands, results;
  SmallVector<MovedBytes> read, written;
  double elements = 0;
  auto add = [&](Value value, const Layout &layout, bool isInRegisters,
                 SmallVectorImpl<RankedTensorType> &types,
                 SmallVectorImpl<MovedBytes> &moved) {
    MovedBytes &own = moved.emplace_back();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return;
    types.push_back(localType(type, layout));
    double count = static_cast<double>(types.back().getNumElements());
    elements += count;
    Type element =
        (isHeldWide(type, layout) ? widen(type) : type).getElementType();
    own.whole = count * static_cast<double>(bytesPerElement(element));
    own.moved = isInRegisters ? 0 : own.whole;
  };
  for (auto [value, layout] : llvm::zip(op->getOperands(), layouts.operands))
    if (!isSourceValue(value)) {
      add(value, layout, isFused(value.getDefiningOp(), op), operands, read);
    } else {
      read.emplace_back();
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        operands.push_back(localType(type, layout));
    }
  for (auto [value, layout] : llvm::zip(op->getResults(), layouts.results))
    add(value, layout, isNeverStored(value), results, written);
  double bytes = bytesMoved(kernelKindOf(op), read, written);
  auto kernel = dyn_cast<KernelOpInterface>(op);
  double flops = 0, scoreBytes = 0;
  if (kernel && operands.size() == op->getNumOperands() &&
      results.size() == op->getNumResults()) {
    flops = kernel.getFlops(operands, results);
    scoreBytes = scoreBytesOf(op, operands);
    bytes += scoreBytes;
  }
  // Loops over elements do not reach the rate of a product.
  double seconds =
      op->getNumResults() == 0
          ? machine.computeSeconds("f32", flops, static_cast<int64_t>(bytes))
      : kernelKindOf(op) == KernelKind::Library
          ? machine.computeSeconds(libraryRate(op, scoreBytes > 0), flops,
                                   static_cast<int64_t>(bytes))
          : kernelSeconds(op->getResult(0), flops, static_cast<int64_t>(bytes));
  if (seconds > 0 && endsKernel(op))
    seconds = launched(seconds);
  if (model)
    for (const InnerMove &move : model.getInnerMoves(mesh, layouts))
      seconds += static_cast<double>(move.count) *
                 collective(move.kind, move.axes, move.bufferBytes).seconds;
  // An operation that varies over time runs in each time step. The tie-breaker
  // counts one: less is in memory.
  seconds *= stepsOf(mesh, layouts);
  return seconds + kBytesPerElement * elements * secondsPerByte();
}

} // namespace popt
