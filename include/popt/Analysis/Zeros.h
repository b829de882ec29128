//===- Zeros.h - Zeros, and values partial as they are ----------*- C++ -*-===//
//
// Copies of a value become partial values: one member of the group keeps its copy,
// the others take the identity of the monoid. Zeros of a sum need neither.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_ZEROS_H
#define POPT_ANALYSIS_ZEROS_H

#include "popt/Layout/Layout.h"

#include "mlir/IR/Value.h"

namespace popt {

/// True if all elements are zeros of one constant, of either sign, wherever they are
/// read.
bool isZero(mlir::Value value);

/// True if copies of `value` are partial values that combine to it. Of a sum zeros of
/// either sign are: 0 + 0 and 0 + -0 are 0, -0 + -0 is -0.
bool isPartialAsItIs(mlir::Value value, Monoid monoid);

} // namespace popt
#endif // POPT_ANALYSIS_ZEROS_H
