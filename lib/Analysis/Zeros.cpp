//===- Zeros.cpp - Values that are partial as they are --------------------===//
//
// See Zeros.h. Tested by test/Partition/partition.mlir and
// test/Collectives/move-out-of-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Zeros.h"

#include "popt/Interfaces/OpModel.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace popt {

/// True if all elements are zeros of one constant, wherever they are read.
static bool isZero(Value value) {
  if (matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || !isa<KernelOpInterface>(op) || op->getNumOperands() != 1)
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
