//===- Report.h - What the compiler decided, for people -------------------===//
#ifndef POPT_TOOLS_COMMON_REPORT_H
#define POPT_TOOLS_COMMON_REPORT_H

#include "popt-rt/step_table.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace popt::tools {

/// Prints which arguments and results are sharded how, which collectives run,
/// and how much memory a rank needs.
void printPlan(mlir::ModuleOp module, const rt::StepTable &table,
               llvm::raw_ostream &os);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_REPORT_H
