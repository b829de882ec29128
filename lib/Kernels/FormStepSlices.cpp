//===- FormStepSlices.cpp - A microbatch is a part of the batch -----------===//
//
// A time loop, pipelined or not, reads its microbatch as a slice of the batch at
// the microbatch's number. If the slice is one piece of memory, it need not be
// copied: its readers are told where it begins in each microbatch, as the tasks
// of a pipeline are of everything that has an instance per microbatch.
//
//   %begin = stablehlo.multiply %step, %c4
//   %0 = stablehlo.dynamic_slice %batch, %begin, %c0, sizes = [4, 16]
// becomes
//   %0 = dist.step_slice %batch at %step begin 0 stride 64
//
// The index must be affine in the number, and never be clamped. What would not
// begin where the arena's values do (kArenaAlignment) stays a copy.
//
// Covered by test/Kernels/form-step-slices.mlir.
//
//===----------------------------------------------------------------------===//
#include "FormStepSlices.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace popt;

namespace {
/// A number that grows by the same amount from step to step of a loop, or one
/// that no loop changes.
struct StepNumber {
  int64_t first = 0, last = 0; ///< in the first and the last step
  dist::TimeLoopOp loop;
};

/// Says what integer scalars are in each step.
class StepNumbers {
public:
  /// Nothing if that is not clear.
  std::optional<StepNumber> find(Value value);

private:
  std::optional<StepNumber> findHeld(Value value);
  std::optional<StepNumber> combine(Operation *op);

  /// Indices are short expressions; operations to look at.
  unsigned left = 64;
};
} // namespace

/// True if a value of the type can be the number. Those beyond 32 bits are of
/// no interest, so products do not overflow.
static bool isHeld(int64_t number, Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!integer || !llvm::isInt<32>(number))
    return false;
  unsigned bits = std::min(integer.getWidth(), 32u);
  return integer.isUnsigned() ? number >= 0 && llvm::isUIntN(bits, number)
                              : llvm::isIntN(bits, number);
}

std::optional<StepNumber> StepNumbers::find(Value value) {
  std::optional<StepNumber> number = findHeld(value);
  if (number && isHeld(number->first, value.getType()) &&
      isHeld(number->last, value.getType()))
    return number;
  return std::nullopt;
}

std::optional<StepNumber> StepNumbers::findHeld(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<dist::TimeLoopOp>(argument.getOwner()->getParentOp());
    if (!loop || loop.getStep() != argument)
      return std::nullopt;
    return StepNumber{0, loop.getNumSteps() - 1, loop};
  }
  DenseIntElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat()) {
    APInt number = constant.getSplatValue<APInt>();
    if (number.getBitWidth() == 1 || number.getSignificantBits() > 32)
      return std::nullopt;
    bool isUnsigned = constant.getElementType().isUnsignedInteger();
    int64_t same = isUnsigned ? static_cast<int64_t>(number.getZExtValue())
                              : number.getSExtValue();
    return StepNumber{same, same, {}};
  }
  if (left == 0)
    return std::nullopt;
  --left;
  return combine(value.getDefiningOp());
}

std::optional<StepNumber> StepNumbers::combine(Operation *op) {
  if (isa<stablehlo::ConvertOp, stablehlo::ReshapeOp>(op))
    return find(op->getOperand(0));
  if (!isa<stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::MulOp>(op))
    return std::nullopt;
  std::optional<StepNumber> a = find(op->getOperand(0)),
                            b = a ? find(op->getOperand(1)) : std::nullopt;
  if (!b || (a->loop && b->loop && a->loop != b->loop))
    return std::nullopt;
  dist::TimeLoopOp loop = a->loop ? a->loop : b->loop;
  if (isa<stablehlo::AddOp>(op))
    return StepNumber{a->first + b->first, a->last + b->last, loop};
  if (isa<stablehlo::SubtractOp>(op))
    return StepNumber{a->first - b->first, a->last - b->last, loop};
  if (a->loop && b->loop)
    return std::nullopt;
  return StepNumber{a->first * b->first, a->last * b->last, loop};
}

/// The dims from this one on are taken as a whole, so that the slice is one
/// piece of memory; nothing if it is not.
static std::optional<unsigned> findWholeDims(ArrayRef<int64_t> shape,
                                             ArrayRef<int64_t> sizes) {
  unsigned whole = shape.size();
  while (whole > 0 && sizes[whole - 1] == shape[whole - 1])
    --whole;
  // Before the one that is cut, each gives one entry.
  for (unsigned dim = 0; dim + 1 < whole; ++dim)
    if (sizes[dim] != 1)
      return std::nullopt;
  return whole;
}

/// The element at which the slice begins; nothing if that is not clear, or if
/// the slice is not one piece of memory.
static std::optional<StepNumber> beginOf(stablehlo::DynamicSliceOp slice) {
  ArrayRef<int64_t> shape = shapeOf(slice.getOperand());
  ArrayRef<int64_t> sizes = slice.getSliceSizes();
  std::optional<unsigned> whole = findWholeDims(shape, sizes);
  if (!whole)
    return std::nullopt;
  StepNumber begin;
  int64_t elements = slice.getOperand().getType().getNumElements();
  for (unsigned dim = 0; dim < *whole; ++dim) {
    elements /= shape[dim];
    std::optional<StepNumber> index =
        StepNumbers().find(slice.getStartIndices()[dim]);
    if (!index || (begin.loop && index->loop && begin.loop != index->loop))
      return std::nullopt;
    if (std::min(index->first, index->last) < 0 ||
        std::max(index->first, index->last) > shape[dim] - sizes[dim])
      return std::nullopt; // it is clamped
    begin.first += index->first * elements;
    begin.last += index->last * elements;
    if (index->loop)
      begin.loop = index->loop;
  }
  return begin;
}

/// Whether operands in the loop can have a slot for each of its steps. They
/// follow the innermost loop, and step tables list them.
static bool hasSlots(dist::TimeLoopOp loop, Operation *op) {
  constexpr int64_t mostSteps = 1 << 16;
  return loop == op->getParentOfType<dist::TimeLoopOp>() &&
         !loop->getParentOfType<dist::TimeLoopOp>() &&
         loop.getNumSteps() <= mostSteps;
}

/// Erases the operation, and what computes its operands alone.
static void eraseUnused(Operation *op) {
  llvm::SetVector<Operation *> unused;
  unused.insert(op);
  while (!unused.empty()) {
    Operation *next = unused.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *definer = operand.getDefiningOp())
        unused.insert(definer);
    next->erase();
  }
}

void popt::formStepSlices(func::FuncOp function) {
  SmallVector<stablehlo::DynamicSliceOp> slices;
  function.walk([&](stablehlo::DynamicSliceOp op) { slices.push_back(op); });
  for (stablehlo::DynamicSliceOp slice : slices) {
    int64_t width = bytesPerElement(elementOf(slice.getResult()));
    std::optional<StepNumber> begin =
        bytesOf(slice.getResult()) ? beginOf(slice) : std::nullopt;
    if (!begin || !begin->loop || !hasSlots(begin->loop, slice) ||
        begin->loop.getBody().isAncestor(slice.getOperand().getParentRegion()))
      continue;
    int64_t stride = (begin->last - begin->first) /
                     std::max<int64_t>(1, begin->loop.getNumSteps() - 1);
    if (begin->first * width % kArenaAlignment ||
        stride * width % kArenaAlignment)
      continue;
    OpBuilder b(slice);
    slice.getResult().replaceAllUsesWith(dist::StepSliceOp::create(
        b, slice.getLoc(), slice.getType(), slice.getOperand(),
        begin->loop.getStep(), begin->first, stride));
    eraseUnused(slice);
  }
}
