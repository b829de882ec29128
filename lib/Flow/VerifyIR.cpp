//===- VerifyIR.cpp - MLIR's verifiers, once a phase ----------------------===//
//
// That the module is well formed is an analysis: it holds until a pass changes
// something, so that phases with nothing to do cost no second look. Tested by
// test/Flow/verify-ir.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Passes.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_VERIFYIRPASS
#include "popt/Flow/Passes.h.inc"

namespace {

struct WellFormed {
  explicit WellFormed(Operation *op) : holds(succeeded(verify(op))) {}
  bool holds;
};

struct VerifyIR : public impl::VerifyIRPassBase<VerifyIR> {
  void runOnOperation() override {
    if (!getAnalysis<WellFormed>().holds)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace popt
