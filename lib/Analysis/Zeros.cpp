//===- Zeros.cpp - Zeros, and values partial as they are ------------------===//
//
// See Zeros.h. Tested by test/Partition/partition.mlir and
// test/Collectives/move-out-of-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Zeros.h"

#include "popt/Interfaces/OpModel.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace popt {

bool isZero(Value value) {
  if (matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *op = value.getDefiningOp();
  // The bits of -0.0, read as integers, are no zero.
  if (!op || !isa<KernelOpInterface>(op) || op->getNumOperands() != 1 ||
      getElementTypeOrSelf(op->getOperand(0)) != getElementTypeOrSelf(value))
    return false;
  KernelKind kind = kernelKindOf(op);
  return (kind == KernelKind::Broadcast || kind == KernelKind::View) &&
         isZero(op->getOperand(0));
}

bool isPartialAsItIs(Value value, Monoid monoid) {
  bool keepsZero =
      monoid == Monoid::Sum || monoid == Monoid::Or || monoid == Monoid::Xor;
  return keepsZero && isZero(value);
}

} // namespace popt
