//===- CarriedValues.cpp - Loops that carry other values ------------------===//
//
// Tested by test/Memory/recompute-in-scans.mlir and
// test/Kernels/form-step-slices.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/CarriedValues.h"

#include "popt/Support/DeadOps.h"

using namespace mlir;

/// A loop that takes over the regions and the attributes.
static Operation *takeOver(Operation *loop, ArrayRef<Value> inits) {
  OperationState state(loop->getLoc(), loop->getName());
  state.addOperands(inits);
  state.addTypes(TypeRange(ValueRange(inits)));
  state.addAttributes(loop->getDiscardableAttrDictionary().getValue());
  for (Region &region : loop->getRegions())
    state.addRegion()->takeBody(region);
  return OpBuilder(loop).create(state);
}

Operation *popt::dropCarried(Operation *loop, const llvm::BitVector &gone) {
  SmallVector<Value> inits, kept;
  for (OpOperand &operand : loop->getOpOperands())
    if (!gone[operand.getOperandNumber()]) {
      inits.push_back(operand.get());
      kept.push_back(loop->getResult(operand.getOperandNumber()));
    }
  Operation *made = takeOver(loop, inits);
  mlir::Block &body = made->getRegions().back().front();
  body.getTerminator()->eraseOperands(gone);
  eraseDead(body);
  for (Region &region : made->getRegions())
    region.front().eraseArguments(gone);
  for (auto [before, after] : llvm::zip_equal(kept, made->getResults()))
    before.replaceAllUsesWith(after);
  loop->erase();
  return made;
}

Operation *
popt::addCarried(Operation *loop, ArrayRef<Value> inits,
                 function_ref<Value(OpBuilder &, size_t, Value)> next) {
  SmallVector<Value> all(loop->getOperands());
  llvm::append_range(all, inits);
  Operation *made = takeOver(loop, all);
  for (Region &region : made->getRegions())
    for (Value init : inits)
      region.front().addArgument(init.getType(), init.getLoc());
  mlir::Block &body = made->getRegions().back().front();
  Operation *end = body.getTerminator();
  OpBuilder b(end);
  SmallVector<Value> carried(end->getOperands());
  for (auto [i, argument] :
       llvm::enumerate(body.getArguments().drop_front(loop->getNumOperands())))
    carried.push_back(next(b, i, argument));
  end->setOperands(carried);
  for (auto [before, after] : llvm::zip(loop->getResults(), made->getResults()))
    before.replaceAllUsesWith(after);
  loop->erase();
  return made;
}
