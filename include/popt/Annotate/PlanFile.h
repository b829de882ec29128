//===- PlanFile.h - Reading a plan from a file or a text ------------------===//
#ifndef POPT_ANNOTATE_PLANFILE_H
#define POPT_ANNOTATE_PLANFILE_H

#include "popt/Annotate/Plan.h"

#include "mlir/Support/LLVM.h"

namespace popt {

/// Reads a plan: a file, or its text, which begins with `{`. Returns what is
/// wrong, or nothing.
std::string loadPlan(llvm::StringRef fileOrText, Plan &plan);
/// What messages call it: the file, or `the plan`.
std::string nameOfPlan(llvm::StringRef fileOrText);

} // namespace popt
#endif // POPT_ANNOTATE_PLANFILE_H
