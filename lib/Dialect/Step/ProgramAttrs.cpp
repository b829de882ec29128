//===- ProgramAttrs.cpp - What a rank's program says of itself ------------===//
//
// Tested by test/Memory/verify-memory-plan.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Step/ProgramAttrs.h"

#include "popt/Dialect/Dist/Sharding.h"

using namespace mlir;

FailureOr<int64_t> popt::getArgumentOffset(func::FuncOp function,
                                           unsigned argument) {
  if (auto offset =
          function.getArgAttrOfType<IntegerAttr>(argument, kStepOffset))
    return offset.getInt();
  return function.emitError()
         << dist::describeArgument(function, argument) << " has no offset";
}
