//===- ModuleMachine.h - The machine for which a module is compiled -------===//
#ifndef POPT_INTERFACES_MODULEMACHINE_H
#define POPT_INTERFACES_MODULEMACHINE_H

#include "popt/Machine/Machine.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// On a module: the machine whose costs count, in the words of
/// Machine::wordsOf. Without it that is `builtin`.
inline constexpr llvm::StringLiteral kMachine = "dist.machine";

/// The words of the module's machine.
std::string machineWordsOf(mlir::ModuleOp module);
/// The module's machine; a located error if the attribute names none.
mlir::FailureOr<Machine> machineOf(mlir::ModuleOp module);

} // namespace popt
#endif // POPT_INTERFACES_MODULEMACHINE_H
