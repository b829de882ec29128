//===- Evaluate.cpp - What a program would cost if it were compiled -------===//
//
// Tested through its users: test/Flow/choose-memory.mlir, fit-memory.mlir and
// memory-budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Evaluate.h"

#include "popt/Analysis/LocalCosts.h"
#include "popt/Dialect/Step/ProgramAttrs.h"

using namespace mlir;

namespace popt {

int64_t Evaluation::peakBytes() const {
  int64_t most = 0;
  for (const auto &function : bytes)
    most = std::max(most, function.getValue());
  return most;
}

std::optional<Evaluation> evaluate(ModuleOp module, Progress done,
                                   const FlowOptions &options) {
  // Its remarks and errors are about a program that may not be the one that
  // runs.
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> copy(module.clone());
  auto run = [&](auto build) {
    PassManager manager(module.getContext());
    manager.enableVerifier(false);
    build(manager, options);
    return manager.run(*copy);
  };
  if (done == Progress::Propagated && failed(run(buildToCollectives)))
    return std::nullopt;
  // Operations have costs, kernels have not.
  Evaluation result;
  result.seconds = secondsOfStep(*copy);
  if (failed(run(buildToMemory)))
    return std::nullopt;
  for (auto function : copy->getOps<func::FuncOp>())
    if (auto arena = function->getAttrOfType<IntegerAttr>(kStepArenaBytes))
      result.bytes[function.getName()] = arena.getInt();
  if (result.bytes.empty())
    return std::nullopt;
  return result;
}

} // namespace popt
