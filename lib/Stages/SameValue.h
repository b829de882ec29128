//===- SameValue.h - Whether two values are computed alike ------*- C++ -*-===//
#ifndef POPT_LIB_STAGES_SAMEVALUE_H
#define POPT_LIB_STAGES_SAMEVALUE_H

#include "mlir/IR/Value.h"

namespace popt {

/// True if two values are equal because equal operations make them of equal values.
/// Barriers, and reshapes there and back, are looked through, and so are rows of
/// stacks that another loop wrote in the same iterations. What counted loops carry
/// is compared by where it begins and what an iteration makes of it, so that a loop
/// is equal to another one that also keeps what a backward pass will read.
/// A false answer says nothing.
bool isSameValue(mlir::Value a, mlir::Value b);

} // namespace popt

#endif // POPT_LIB_STAGES_SAMEVALUE_H
