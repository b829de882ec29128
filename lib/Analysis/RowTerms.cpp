//===- RowTerms.cpp - Addresses of rows of stacks, by iteration -----------===//
//
// Tested by test/Memory/verify-memory-plan.mlir and plan-memory-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/RowTerms.h"

#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Interfaces/ValueTieOp.h"

using namespace mlir;
using namespace popt;

SmallVector<Operation *> popt::loopsAround(Operation *op) {
  SmallVector<Operation *> loops;
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp())
    if (isLoop(around))
      loops.push_back(around);
  return loops;
}

FailureOr<SmallVector<RowTerm, 2>> popt::getRowTerms(OpResult value) {
  Operation *op = value.getOwner();
  SmallVector<RowTerm, 2> terms;
  Attribute attr = op->getAttr(kStepTerms);
  if (!attr)
    return terms;
  auto lists = dyn_cast<ArrayAttr>(attr);
  auto own = lists && lists.size() == op->getNumResults()
                 ? dyn_cast<DenseI64ArrayAttr>(lists[value.getResultNumber()])
                 : DenseI64ArrayAttr();
  SmallVector<Operation *> loops = loopsAround(op);
  bool isSound = own && own.size() % 2 == 0;
  for (int64_t i = 0; isSound && i < own.size(); i += 2) {
    isSound = own[i] >= 0 && own[i] < static_cast<int64_t>(loops.size());
    if (isSound)
      terms.push_back({loops[static_cast<size_t>(own[i])], own[i + 1]});
  }
  if (isSound)
    return terms;
  return op->emitError()
         << "\"" << kStepTerms
         << "\" has no pairs of a loop around and bytes for each result";
}
