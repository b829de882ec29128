//===- Program.h - Running a module at any phase --------------------------===//
//
// One call for every phase before time is folded: a global program runs on one
// rank, a partitioned one (its arguments and results carry `dist.global_type`)
// on every coordinate of the module's mesh, with global arguments split and
// results put together by their shardings. Comparing two phases on the same
// arguments finds the phase that broke the program.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_PROGRAM_H
#define POPT_REFERENCE_PROGRAM_H

#include "popt/Reference/Interpreter.h"

namespace popt::reference {

/// How a program is run from global arguments to global results.
struct ProgramOptions {
  InterpreterOptions interpreter;
  /// Padding of split arguments holds NaN or large numbers; implies
  /// `interpreter.poisonPadding`.
  bool poisonPadding = false;
  /// How far apart ranks may be that should hold the same part of a result.
  double copyRtol = 0, copyAtol = 0;
};

/// True if the entry function has local types.
bool isPartitioned(mlir::ModuleOp module, llvm::StringRef entry = "main");

/// Runs the module on global arguments and returns global results.
mlir::FailureOr<llvm::SmallVector<Tensor>>
interpretProgram(mlir::ModuleOp module, llvm::ArrayRef<Tensor> arguments,
                 const ProgramOptions &options = {});

} // namespace popt::reference
#endif // POPT_REFERENCE_PROGRAM_H
