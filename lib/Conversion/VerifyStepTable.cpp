//===- VerifyStepTable.cpp - Prove a step table sound ---------------------===//
//
// The static checker for any table that is read as text, and the proof that
// text loses nothing: print, parse, translate gives the bytes again. The module
// is left as it is.
//
// Covered by test/Dialect/Step/verify-step-table.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Conversion/Passes.h"
#include "popt/Dialect/Step/Step.h"
#include "popt/Dialect/Step/Table.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_VERIFYSTEPTABLEPASS
#include "popt/Conversion/Passes.h.inc"
} // namespace popt

/// The table of the text of `table`, or failure after an error.
static FailureOr<rt::StepTable> passThroughText(const rt::StepTable &table,
                                                Location loc) {
  FailureOr<OwningOpRef<ModuleOp>> module = importStepTable(table, loc);
  if (failed(module))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(os, stepPrintingFlags());
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(text, ParserConfig(loc.getContext()));
  if (!parsed)
    return failure();
  return translateToStepTable(*parsed);
}

namespace {
struct VerifyStepTablePass
    : popt::impl::VerifyStepTablePassBase<VerifyStepTablePass> {
  void runOnOperation() final {
    ModuleOp module = getOperation();
    FailureOr<rt::StepTable> table = translateToStepTable(module);
    if (failed(table) || failed(checkStepTable(module, *table)))
      return signalPassFailure();
    FailureOr<rt::StepTable> again = passThroughText(*table, module.getLoc());
    if (failed(again))
      return signalPassFailure();
    if (rt::serialize(*again) != rt::serialize(*table)) {
      module.emitError("the step table is another one after printing");
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
