//===- Evaluate.cpp - What a program would cost if it were compiled -------===//
//
// Tested through its users: test/Flow/choose-memory.mlir, fit-memory.mlir and
// memory-budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Evaluate.h"

#include "popt/Dialect/Step/ProgramAttrs.h"

using namespace mlir;

namespace popt {

OwningOpRef<ModuleOp> compileCopy(ModuleOp module,
                                  function_ref<void(OpPassManager &)> build) {
  // Remarks and errors are about a program that may not be the one that runs.
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> copy(module.clone());
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  build(manager);
  if (failed(manager.run(*copy)))
    return nullptr;
  return copy;
}

std::optional<llvm::StringMap<int64_t>>
bytesOfStep(ModuleOp module, const FlowOptions &options) {
  OwningOpRef<ModuleOp> planned = compileCopy(
      module, [&](OpPassManager &manager) { buildToMemory(manager, options); });
  if (!planned)
    return std::nullopt;
  llvm::StringMap<int64_t> bytes;
  for (auto function : planned->getOps<func::FuncOp>())
    if (auto arena = function->getAttrOfType<IntegerAttr>(kStepArenaBytes))
      bytes[function.getName()] = arena.getInt();
  if (bytes.empty())
    return std::nullopt;
  return bytes;
}

} // namespace popt
