//===- CodegenModule.h - LLVM modules of kernels to code ------------------===//
#ifndef POPT_LIB_KERNELS_CODEGENMODULE_H
#define POPT_LIB_KERNELS_CODEGENMODULE_H

#include "popt/Kernels/Codegen.h"

#include "llvm/Support/CodeGen.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace popt {

/// Kernels per LLVM module. Part of the output's identity: the size is fixed,
/// so that the bytes do not depend on the machine.
constexpr unsigned kernelsPerGroup = 4;

/// The LLVM module of lowered kernels, for the machine; null after an error.
std::unique_ptr<llvm::Module> translateKernels(mlir::ModuleOp kernels,
                                               llvm::TargetMachine &machine,
                                               llvm::LLVMContext &context);
/// `packs`: values beside each other become vectors, at level 3.
void optimise(llvm::Module &module, llvm::TargetMachine &machine,
              unsigned optLevel, bool packs = true);
llvm::SmallVector<char, 0> emitFile(llvm::Module &module,
                                    llvm::TargetMachine &machine,
                                    llvm::CodeGenFileType type);

/// Unrolls loops of threads over their shares (kLoopTrips), completely or by a
/// factor.
void unrollSharedLoops(mlir::ModuleOp kernels);

/// What is wrong with the code of a function.
struct CodeProblem {
  std::string function, text;
};

/// Replaces every operation and call of a function that a GPU does not have by
/// a call of libclc's, whose code is linked into the module.
std::optional<CodeProblem> linkDeviceFunctions(llvm::Module &module);

} // namespace popt

#endif // POPT_LIB_KERNELS_CODEGENMODULE_H
