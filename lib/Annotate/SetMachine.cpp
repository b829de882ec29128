//===- SetMachine.cpp - For which machine a module is compiled ------------===//
//
// Before and after: Passes.td. Tested by test/Annotate/set-machine.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/Passes.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Interfaces/Target.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_SETMACHINEPASS
#include "popt/Annotate/Passes.h.inc"

namespace {

class SetMachine : public impl::SetMachinePassBase<SetMachine> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string error;
    std::optional<std::string> words = Machine::wordsOf(cluster, error);
    if (!words) {
      module.emitError(error);
      return signalPassFailure();
    }
    if (*words == "builtin")
      module->removeAttr(kMachine);
    else
      module->setAttr(kMachine, StringAttr::get(&getContext(), *words));
    if (target == targetNames().front())
      module->removeAttr(kTarget);
    else if (!target.empty())
      module->setAttr(kTarget, StringAttr::get(&getContext(), target));
  }
};

} // namespace
} // namespace popt
