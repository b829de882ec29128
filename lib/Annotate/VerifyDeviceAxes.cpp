//===- VerifyDeviceAxes.cpp - Stage axes do not go on
//----------------------===//
//
// Where the phases that compile begin: a mesh with stage axes is an error at
// the mesh. Tests: test/Annotate/verify-device-axes.mlir and
// test/Flow/axes.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/Passes.h"
#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {
#define GEN_PASS_DEF_VERIFYDEVICEAXESPASS
#include "popt/Annotate/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
struct VerifyDeviceAxesPass
    : public popt::impl::VerifyDeviceAxesPassBase<VerifyDeviceAxesPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    dist::MeshOp meshOp = dist::getMesh(getOperation());
    if (!meshOp)
      return;
    for (const MeshAxis &axis : meshOp.toMesh().axes) {
      if (axis.kind != AxisKind::Stage || axis.size == 1)
        continue;
      meshOp.emitError() << "axis \"" << axis.name << "\" of size " << axis.size
                         << " is a stage axis; stage axes are not in this "
                            "build";
      return signalPassFailure();
    }
  }
};
} // namespace
