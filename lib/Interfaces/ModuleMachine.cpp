//===- ModuleMachine.cpp - The machine for which a module is compiled -----===//
//
// Tested by test/Annotate/set-machine.mlir and test/Collectives/invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/ModuleMachine.h"

using namespace mlir;

std::string popt::machineWordsOf(ModuleOp module) {
  auto words = module->getAttrOfType<StringAttr>(kMachine);
  return words ? words.str() : "builtin";
}

FailureOr<popt::Machine> popt::machineOf(ModuleOp module) {
  std::string error;
  std::optional<Machine> machine =
      Machine::fromWords(machineWordsOf(module), error);
  if (!machine)
    return module.emitError(error);
  return std::move(*machine);
}
