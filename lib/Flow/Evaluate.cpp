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

void KeptMessages::keep(MLIRContext *context, function_ref<void()> work) {
  ScopedDiagnosticHandler keeper(context, [this](Diagnostic &message) {
    messages.push_back(std::move(message));
    return success();
  });
  work();
}

void KeptMessages::say(MLIRContext *context) {
  for (Diagnostic &message : messages)
    context->getDiagEngine().emit(std::move(message));
  messages.clear();
}

OwningOpRef<ModuleOp> compileTrial(OwningOpRef<ModuleOp> module,
                                   function_ref<void(OpPassManager &)> build,
                                   KeptMessages &said) {
  PassManager manager(module->getContext());
  manager.enableVerifier(false);
  build(manager);
  bool isDone = false;
  said.keep(module->getContext(),
            [&] { isDone = succeeded(manager.run(*module)); });
  if (!isDone)
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> formTrial(ModuleOp module, KeptMessages &said) {
  return compileTrial(
      module.clone(),
      [&](OpPassManager &manager) {
        buildMessages(manager);
        buildKernels(manager);
      },
      said);
}

OwningOpRef<ModuleOp> planTrial(OwningOpRef<ModuleOp> formed,
                                const FlowOptions &options,
                                KeptMessages &said) {
  return compileTrial(
      std::move(formed),
      [&](OpPassManager &manager) { buildPlan(manager, options, /*limit=*/0); },
      said);
}

llvm::StringMap<int64_t> bytesOfStep(ModuleOp planned) {
  llvm::StringMap<int64_t> bytes;
  for (auto function : planned.getOps<func::FuncOp>())
    if (auto arena = function->getAttrOfType<IntegerAttr>(kStepArenaBytes))
      bytes[function.getName()] = arena.getInt();
  return bytes;
}

llvm::StringMap<double> savedByCopies(ModuleOp planned) {
  llvm::StringMap<double> seconds;
  for (auto function : planned.getOps<func::FuncOp>())
    if (auto saved = function->getAttrOfType<FloatAttr>(kStepSavedByCopies))
      seconds[function.getName()] = saved.getValueAsDouble();
  return seconds;
}

} // namespace popt
