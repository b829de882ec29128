//===- Program.h - Runs whole programs through compiled kernels -----------===//
//
// For tests: forms, lowers, compiles and loads the kernels of a module, then
// walks through its functions. Calls of kernels run machine code; what is not a
// kernel (contractions, constants, views) is left to the reference interpreter,
// operation by operation.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_TEST_UNIT_KERNELS_PROGRAM_H
#define POPT_TEST_UNIT_KERNELS_PROGRAM_H

#include "popt/Kernels/LowerKernels.h"
#include "popt/Reference/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace popt::test {

void registerDialects(mlir::DialectRegistry &registry);

/// How a program is compiled.
struct ProgramOptions {
  std::string cpu, features;
  bool formKernels = true;
  int64_t rank = 0;
  /// Print the program and its loops.
  bool dump = false;
};

/// A program whose kernels are machine code.
class Program {
public:
  using Tensors = llvm::SmallVector<reference::Tensor>;
  /// Forms and compiles; nothing after a failure (a diagnostic says why).
  static std::unique_ptr<Program> compile(mlir::ModuleOp module,
                                          const ProgramOptions &options = {});
  mlir::FailureOr<Tensors> run(llvm::ArrayRef<reference::Tensor> arguments);

  mlir::ModuleOp module;
  size_t numKernels = 0;
  double formSeconds = 0, lowerSeconds = 0, compileSeconds = 0;
  LoadedKernels &kernels() { return *loaded; }

private:
  using Environment = llvm::DenseMap<mlir::Value, reference::Tensor>;
  mlir::FailureOr<Tensors> runBlock(mlir::Block &block, Environment &values);
  mlir::FailureOr<Tensors> runOp(mlir::Operation *op, Environment &values);
  Tensors runKernel(mlir::func::FuncOp kernel, const Tensors &inputs);
  mlir::FailureOr<Tensors> runReference(mlir::Operation *op,
                                        Environment &values);

  ProgramOptions options;
  std::unique_ptr<LoadedKernels> loaded;
};

} // namespace popt::test

#endif // POPT_TEST_UNIT_KERNELS_PROGRAM_H
