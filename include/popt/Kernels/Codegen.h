//===- Codegen.h - From kernel functions to machine code ------------------===//
//
// The back half of the kernel path: a module of `func.func`s on flat memrefs
// (made by lower-kernels) becomes LLVM IR for one processor, object code, and a
// shared object that either a launcher carries or this process loads. The JIT
// and the executable run the very same bytes.
//
// Calling convention of every exported kernel:
//
//   void NAME(void **operands, const int64_t *scalars);
//
// operands: the kernel's inputs, then its results, in signature order; i1 is
// one byte, complex numbers are pairs, everything else has its own width.
// scalars[0]: the rank. Kernels allocate nothing and call nothing but libm and
// memcpy, memmove, memset.
//
// On a GPU a kernel is launches, one after the other on one stream. All take
// the same parameters: a pointer per operand, the rank, and a pointer to the
// kernel's scratch memory if it has any.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_KERNELS_CODEGEN_H
#define POPT_KERNELS_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace popt {

/// For which processor kernels are compiled, and how well.
struct CodegenOptions {
  /// "cpu", or an architecture of GPUs (popt/Interfaces/Target.h).
  std::string target = "cpu";
  /// Processor name as LLVM knows it; empty means the processor this runs on.
  std::string cpu;
  /// Added to the processor's own features, e.g. "-avx512f".
  std::string features;
  /// 0 compiles fastest; 3 is what kernels are made for.
  unsigned optLevel = 3;
};

/// The target for which kernels are compiled; created once, shared by all
/// kernels.
class KernelTarget {
public:
  static std::optional<KernelTarget> create(const CodegenOptions &options,
                                            std::string &error);
  KernelTarget(KernelTarget &&);
  ~KernelTarget();

  /// Kernels are PTX.
  bool isGpu() const;
  bool hasFeature(llvm::StringRef name) const;
  /// Widest vectors the processor computes with.
  unsigned vectorBits() const;

  std::string triple, cpu, features;
  unsigned optLevel = 3;
  std::unique_ptr<llvm::TargetMachine> makeMachine() const;

private:
  KernelTarget();
};

/// Registers the parts of MLIR that code generation needs: the dialects kernels
/// are lowered to and their translations to LLVM IR.
void registerCodegenDialects(mlir::DialectRegistry &registry);

/// Lowers every function of `kernels` to the LLVM dialect and adds the exported
/// entry points.
mlir::LogicalResult lowerKernelsToLLVM(mlir::ModuleOp kernels);

/// Compiles a module of lowered kernels (see LowerKernels.h) to one shared
/// object. Kernels are compiled in groups of a fixed size on all cores; the
/// bytes depend neither on the number of cores nor on the run.
mlir::FailureOr<llvm::SmallVector<char, 0>>
compileKernels(mlir::ModuleOp kernels, const KernelTarget &target);

/// A start of a kernel on a GPU.
struct GpuLaunch {
  std::string entry; ///< `.entry` of an image
  int32_t image = 0, grid = 1, block = 1;
};
struct GpuKernel {
  std::string symbol;
  std::vector<GpuLaunch> launches; ///< one after the other
  int64_t scratchBytes = 0;
};
/// The code of a program for a GPU.
struct GpuCode {
  std::vector<std::string> images; ///< PTX
  std::vector<GpuKernel> kernels;  ///< those that launch anything
};

/// The same for a GPU: PTX, in images of as many kernels each.
mlir::FailureOr<GpuCode> compileKernelsForGpu(mlir::ModuleOp kernels,
                                              const KernelTarget &target);

/// The program ptxas: the one at this path, or for "auto" the first in PATH,
/// CUDA_PATH and /usr/local/cuda. Empty if there is none.
std::string findPtxas(llvm::StringRef words);

/// The machine code that ptxas makes of PTX for an architecture.
std::optional<std::vector<uint8_t>> assemble(llvm::StringRef ptxas,
                                             llvm::StringRef architecture,
                                             llvm::StringRef ptx,
                                             std::string &error);

/// LLVM IR of a module of lowered kernels as text, before optimisation.
mlir::FailureOr<std::string> printKernelsAsLLVM(mlir::ModuleOp kernels,
                                                const KernelTarget &target);

/// Object code of one LLVM module per entry of `objects`, linked with lld.
std::optional<llvm::SmallVector<char, 0>>
linkSharedObject(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
                 std::string &error);

using KernelFunction = void (*)(void **operands, const int64_t *scalars);

/// A shared object of kernels loaded into this process.
class LoadedKernels {
public:
  static std::optional<LoadedKernels> load(llvm::ArrayRef<char> sharedObject,
                                           std::string &error);
  LoadedKernels(LoadedKernels &&other);
  LoadedKernels &operator=(LoadedKernels &&other);
  ~LoadedKernels();
  /// Null if there is no such kernel.
  KernelFunction lookup(llvm::StringRef name) const;

private:
  LoadedKernels() = default;
  void *handle = nullptr;
  /// Kept open: the loader knows libraries by path, and the path holds it.
  int file = -1;
};

} // namespace popt

#endif // POPT_KERNELS_CODEGEN_H
