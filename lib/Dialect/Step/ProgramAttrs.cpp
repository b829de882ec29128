//===- ProgramAttrs.cpp - What a rank's program says of itself ------------===//
//
// Tested by test/Memory/verify-memory-plan.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Step/ProgramAttrs.h"

#include "popt/Dialect/Dist/Dist.h"
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

int32_t popt::getStream(Operation *op) {
  if (isa<dist::ToHostOp>(op))
    return kToHostStream;
  if (isa<dist::ToDeviceOp>(op))
    return kToDeviceStream;
  auto stream = op->getAttrOfType<IntegerAttr>(kStepStream);
  return stream ? static_cast<int32_t>(stream.getInt()) : kLinksStream;
}
