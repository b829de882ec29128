//===- Passes.td - Passes of the phase Kernels -------------*- tablegen -*-===//
#ifndef POPT_KERNELS_PASSES_TD
#define POPT_KERNELS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormKernelsPass : Pass<"form-kernels", "::mlir::ModuleOp"> {
  let summary = "Outline clusters of operations as kernels";
  let description = [{
    Operations that one loop nest can compute become a function with the unit
    attribute `popt.kernel`, called in place; equal clusters become one
    function. Operations that neither a kernel nor a library computes directly
    are decomposed first, transposes that only contractions read become
    strides, zeros that a loop overwrites without reading them `dist.empty`, and
    rows of stacks at a loop's counter, or slices of the batch at the
    microbatch's, `dist.step_slice` and `dist.step_update`. Collectives,
    library calls, control flow and views stay between kernels. FormKernels.h has
    the rules.

    Before:
    ```mlir
    %0 = stablehlo.multiply %x, %y : tensor<16xf32>
    %1 = stablehlo.tanh %0 : tensor<16xf32>
    ```
    After:
    ```mlir
    %1 = call @kernel_0_tanh(%x, %y) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    ...
    func.func private @kernel_0_tanh(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel} {
      %0 = stablehlo.multiply %x, %y : tensor<16xf32>
      %1 = stablehlo.tanh %0 : tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::popt::dist::DistDialect"];
}

def LowerKernelsPass : Pass<"lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Write the loops of kernel functions";
  let description = [{
    Adds `module @kernels` to the program: for every function marked
    `popt.kernel` one of the same name that takes the kernel's inputs and
    results as flat memrefs, then the rank, and computes them in explicit loops
    over vectors. The kernel in the program keeps its body, for the reference
    interpreter and for printing.

    Before:
    ```mlir
    func.func private @kernel_0_tanh(%x: tensor<16xf32>) -> tensor<16xf32> attributes {popt.kernel} {
      %0 = stablehlo.tanh %x : tensor<16xf32>
      return %0 : tensor<16xf32>
    }
    ```
    After, beside it:
    ```mlir
    module @kernels {
      func.func @kernel_0_tanh(%x: memref<16xf32>, %result: memref<16xf32>, %rank: index) attributes {popt.entry} {
        %c0 = arith.constant 0 : index
        %0 = vector.load %x[%c0] : memref<16xf32>, vector<16xf32>
        ...
        vector.store %1, %result[%c0] : memref<16xf32>, vector<16xf32>
        return
      }
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "512",
           "Bits of a vector register">,
    Option<"hasBF16", "bf16", "bool", "false",
           "The processor rounds f32 to bf16 itself">,
    Option<"isGpu", "gpu", "bool", "false",
           "Loops are launches of a GPU: every nest is a function whose "
           "iterations are divided among threads">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

#endif // POPT_KERNELS_PASSES_TD
