//===- Compile.cpp - Table and kernels ------------------------------------===//
//
// What follows the passes: kernels to machine code, `@main` to a step table.
// Tested by execution in test/Execute.
//
//===----------------------------------------------------------------------===//
#include "popt/Conversion/EmitStep.h"
#include "popt/Flow/Flow.h"
#include "popt/Kernels/Codegen.h"
#include "popt/Kernels/LowerKernels.h"

using namespace mlir;

namespace popt {

static FailureOr<KernelTarget> makeTarget(ModuleOp module,
                                          const FlowOptions &options) {
  CodegenOptions codegen;
  codegen.cpu = options.cpu;
  codegen.optLevel = options.optLevel;
  llvm::Expected<KernelTarget> target = KernelTarget::create(codegen);
  if (!target)
    return module.emitError(llvm::toString(target.takeError()));
  return std::move(*target);
}

FailureOr<CompiledProgram> compileProgram(ModuleOp module,
                                          const FlowOptions &options) {
  FailureOr<KernelTarget> target = makeTarget(module, options);
  if (failed(target))
    return failure();
  FailureOr<rt::StepTable> table = emitStepTable(module);
  if (failed(table))
    return failure();
  CompiledProgram program;
  program.table = std::move(*table);
  if (program.table.kernels.empty())
    return program;
  FailureOr<OwningOpRef<ModuleOp>> kernels =
      lowerKernels(module, describe(*target));
  if (failed(kernels))
    return failure();
  FailureOr<SmallVector<char, 0>> object = compileKernels(**kernels, *target);
  if (failed(object))
    return failure();
  program.sharedObject = std::move(*object);
  return program;
}

FailureOr<std::string> kernelsAsLLVM(ModuleOp module,
                                     const FlowOptions &options) {
  FailureOr<KernelTarget> target = makeTarget(module, options);
  if (failed(target))
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> kernels =
      lowerKernels(module, describe(*target));
  if (failed(kernels))
    return failure();
  return printKernelsAsLLVM(**kernels, *target);
}

} // namespace popt
