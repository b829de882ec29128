//===- Answers.h - Plans beside each other --------------------------------===//
#ifndef POPT_TOOLS_POPT_PLAN_ANSWERS_H
#define POPT_TOOLS_POPT_PLAN_ANSWERS_H

#include "popt/Compile/Planner.h"

namespace popt::tools {

/// A line for each of the first plans: degrees, seconds and what they are spent on,
/// memory, the model's figures, why it is not the first, and how many of so many
/// devices it leaves idle.
void printAnswers(llvm::ArrayRef<PlanAnswer> answers, size_t most,
                  int64_t devices, llvm::raw_ostream &os);

/// The same of all plans as JSON, with the plans. Nothing, and `error`, if one can't
/// be written.
std::optional<std::string> answersAsJson(llvm::ArrayRef<PlanAnswer> answers,
                                         std::string &error);

} // namespace popt::tools
#endif // POPT_TOOLS_POPT_PLAN_ANSWERS_H
