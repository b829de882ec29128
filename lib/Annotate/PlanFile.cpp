//===- PlanFile.cpp - Reading a plan from a file or a text ----------------===//
//
// Tests: test/Annotate/apply-plan-errors.mlir, test/unit/CAPI/CompilerTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/PlanFile.h"

#include "popt/Support/Inputs.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace popt;

static bool isText(StringRef fileOrText) {
  return fileOrText.ltrim().starts_with("{");
}

std::string popt::nameOfPlan(StringRef fileOrText) {
  return isText(fileOrText) ? "the plan" : fileOrText.str();
}

/// An order file is named relative to the plan; from here on as it is opened.
static void findOrder(StringRef planFile, Plan &plan) {
  if (!plan.schedule || plan.schedule->order.empty() ||
      llvm::sys::path::is_absolute(plan.schedule->order))
    return;
  SmallString<128> path = llvm::sys::path::parent_path(planFile);
  llvm::sys::path::append(path, plan.schedule->order);
  plan.schedule->order = path.str().str();
}

std::string popt::loadPlan(StringRef fileOrText, Plan &plan) {
  if (isText(fileOrText))
    return parsePlan(fileOrText.str(), nameOfPlan(fileOrText), plan);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(fileOrText, message);
  if (!buffer)
    return "cannot open input file '" + fileOrText.str() + "': " + message;
  std::string problem =
      parsePlan(buffer->getBuffer().str(), fileOrText.str(), plan);
  if (problem.empty())
    findOrder(fileOrText, plan);
  return problem;
}
