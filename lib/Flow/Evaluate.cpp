//===- Evaluate.cpp - What a program would cost if it were compiled -------===//
//
// Tested through its users: test/Flow/compare-strategies.mlir, choose-memory.mlir,
// fit-memory.mlir and memory-budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Evaluate.h"

#include "popt/Cost/StepCost.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Support/Subjects.h"

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

bool KeptMessages::areAbout(StringRef subject) {
  return llvm::any_of(
      messages, [&](Diagnostic &message) { return isAbout(message, subject); });
}

void KeptMessages::note(StringRef subject, const std::string &text) {
  for (Diagnostic &message : messages)
    if (isAbout(message, subject))
      message.attachNote(message.getLocation()) << text;
}

bool Trial::run(function_ref<void(OpPassManager &)> build) {
  if (isBroken)
    return false;
  PassManager manager(current->getContext());
  manager.enableVerifier(false);
  build(manager);
  said.keep(current->getContext(),
            [&] { isBroken = failed(manager.run(*current)); });
  return !isBroken;
}

Trial Trial::fork() {
  Trial copy(*current);
  copy.said = std::move(said);
  copy.isBroken = isBroken;
  said = {};
  return copy;
}

LogicalResult Trial::become(ModuleOp target) {
  said.say(target.getContext());
  if (isBroken)
    return failure();
  target.getBodyRegion().takeBody(current->getBodyRegion());
  target->setAttrs(current.get()->getAttrDictionary());
  return success();
}

double Trial::seconds() const {
  double most = 0;
  for (auto &program : secondsOfPrograms(*current))
    most = std::max(most, program.getValue());
  return most;
}

int64_t Trial::bytes() const {
  int64_t most = 0;
  for (auto &program : bytesOfStep(*current))
    most = std::max(most, program.getValue());
  return most;
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
