//===- EmitStepAddresses.cpp - Where values lie ---------------------------===//
//
// Offsets are those of plan-memory, in the arena of the value's memory. What
// only the host reads, to decide how the step goes on, lies in memory of its own
// on a GPU: reading it costs a wait, and no copy.
//
// Covered by test/Conversion/emit-step.mlir and emit-step-gpu.mlir.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt/Analysis/RowTerms.h"

using namespace mlir;
using namespace popt;

/// Remembers that the value lies in the arena, dense, in the slots of a list if
/// it has an instance for each microbatch.
LogicalResult StepEmitter::place(Value value, int64_t offset, int64_t slots,
                                 int64_t stride) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  std::optional<rt::ElementType> element =
      type ? toRuntimeType(type.getElementType()) : std::nullopt;
  if (!element)
    return emitError(value.getLoc())
           << "type " << value.getType() << " has no form at run time";
  rt::Operand operand;
  operand.region = memories->isOnHost(value) ? kHost : kArena;
  operand.offset = std::max<int64_t>(offset, 0);
  operand.type = *element;
  operand.shape = type.getShape();
  if (slots >= 0) {
    operand.slots = static_cast<int32_t>(slots);
    operand.slotStride = stride;
  }
  operands[value] = std::move(operand);
  return success();
}

/// True for what a kernel computes so that the host decides by it, and nothing
/// else: on a GPU the kernel writes it to memory that the host reads.
static bool isDecision(OpResult value) {
  return isa<func::CallOp>(value.getOwner()) && !value.use_empty() &&
         llvm::all_of(value.getUses(), isDecidedBy);
}

void popt::addTerm(rt::Operand &operand, rt::Term added) {
  auto term = llvm::find_if(operand.terms, [&](const rt::Term &term) {
    return term.loop == added.loop;
  });
  if (term != operand.terms.end())
    term->bytes += added.bytes;
  else if (added.bytes != 0)
    operand.terms.push_back(added);
}

/// What is made in a stack lies in another row in each iteration.
LogicalResult StepEmitter::addTerms(OpResult value) {
  FailureOr<SmallVector<RowTerm, 2>> terms = getRowTerms(value);
  if (failed(terms))
    return failure();
  for (auto [loop, bytes] : *terms)
    addTerm(operands[value], {bodyOf(loop), bytes});
  return success();
}

/// The body that a loop's iterations are counted by.
int32_t StepEmitter::bodyOf(Operation *loop) const {
  auto body = bodyOfLoop.find(loop);
  return body == bodyOfLoop.end() ? -1 : body->second;
}

LogicalResult StepEmitter::placeResults(Operation *op) {
  auto offsets = op->getAttrOfType<DenseI64ArrayAttr>(kStepOffsets);
  auto slots = op->getAttrOfType<DenseI64ArrayAttr>(kStepSlots);
  auto strides = op->getAttrOfType<DenseI64ArrayAttr>(kStepSlotStrides);
  if (!offsets && op->getNumResults())
    return op->emitError() << op->getName()
                           << " has no offset for each of its results";
  for (OpResult result : op->getResults()) {
    unsigned i = result.getResultNumber();
    if (failed(place(result, offsets[i], slots ? slots[i] : -1,
                     strides ? strides[i] : 0)))
      return failure();
    if (failed(addTerms(result)))
      return failure();
    if (isForGpu && isDecision(result)) {
      operands[result].region = kHost;
      operands[result].offset = hostBytes;
      hostBytes += kArenaAlignment;
    }
  }
  return success();
}
