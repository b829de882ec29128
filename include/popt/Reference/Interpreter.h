//===- Interpreter.h - Runs a module, slowly and plainly ------------------===//
//
// The reference interpreter evaluates StableHLO, CHLO, func and dist operations
// on Tensors. It shares no code with compiled kernels, so that results on which
// both agree are right.
//
// Two forms:
// - *one rank*: a module with global types, at any phase before Partition.
//   Constraints, reshards and other annotations are the identity; a manual
//   region runs its body for every coordinate of its mesh and puts the results
//   together again.
// - *lockstep*: a local program on every coordinate of a mesh at once, time
//   axes included. A value is one tensor per rank; equal ones share a buffer
//   and are computed once. Collectives act across ranks. A region whose
//   predicate differs between ranks runs for those ranks only, and a collective
//   among ranks of which some are elsewhere is an error.
//
// Failures are located diagnostics; nothing aborts.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_INTERPRETER_H
#define POPT_REFERENCE_INTERPRETER_H

#include "popt/Layout/Mesh.h"
#include "popt/Reference/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <functional>

namespace popt::reference {

/// How a program is interpreted.
struct InterpreterOptions {
  /// The function to run.
  std::string entry = "main";
  /// Fills the padding of a rank's block after a collective with NaN or large
  /// numbers instead of zeros; this finds missing masks.
  bool poisonPadding = false;
  /// In lockstep, time steps are coordinates like devices. False once time axes
  /// are loops.
  bool eachTimeStep = true;
  /// Deeper calls are an error, so that recursion ends.
  int maxCallDepth = 200;
  /// A larger result is an error instead of an attempt.
  int64_t maxTensorBytes = int64_t(8) << 30;
  /// Called after every operation outside scalar bodies, with one entry per
  /// result.
  std::function<void(mlir::Operation *, llvm::ArrayRef<RankTensors>)> observe;
};

/// Runs the module on one rank.
mlir::FailureOr<llvm::SmallVector<Tensor>>
interpret(mlir::ModuleOp module, llvm::ArrayRef<Tensor> arguments,
          const InterpreterOptions &options = {});

/// Runs the module on every coordinate of `mesh` (see `lockstepMesh`):
/// `arguments` and results hold one tensor per rank.
mlir::FailureOr<llvm::SmallVector<RankTensors>>
interpretLockstep(mlir::ModuleOp module, const Mesh &mesh,
                  llvm::ArrayRef<RankTensors> arguments,
                  const InterpreterOptions &options = {});

/// The mesh whose ranks are all coordinates of `mesh`: stage and time axes
/// become device axes; time axes only if each time step has a coordinate.
Mesh lockstepMesh(const Mesh &mesh, bool eachTimeStep = true);

/// Names of the operations that the interpreter knows, sorted.
std::vector<std::string> supportedOperations();

} // namespace popt::reference
#endif // POPT_REFERENCE_INTERPRETER_H
