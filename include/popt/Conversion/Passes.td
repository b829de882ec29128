//===- Passes.td - Passes of the phase Conversion ----------*- tablegen -*-===//
#ifndef POPT_CONVERSION_PASSES_TD
#define POPT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitStepPass : Pass<"emit-step", "::mlir::ModuleOp"> {
  let summary = "Make the step table of @main";
  let description = [{
    The module becomes the printed form of its step table: kernels by their
    symbols, everything else as commands on addresses. It must have been through
    form-kernels and plan-memory. The table has been proved sound.

    Before:
    ```mlir
    func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> tensor<4xf32> {
      %0 = call @kernel_0_tanh(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    After:
    ```mlir
    step.body @step {
      step.kernel[0] @kernel_0_tanh (@arena[0] : 4xf32, @arena[64] : 4xf32)
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect", "::popt::step::StepDialect"];
}

def VerifyStepTablePass : Pass<"verify-step-table", "::mlir::ModuleOp"> {
  let summary = "Prove a step table sound";
  let description = [{
    Translates a module with one `step.table` to the binary table and proves, as
    before every run, that the table cannot read or write outside its memory,
    index a list out of range, recurse without end, or start a collective on
    which the members disagree. An error points at the record or command.
    Printing, parsing and translating the module must also give the same bytes.
    The module is not changed.

    This passes:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    step.table {
      step.program @main {
        step.region @arena arena 128
        step.body @step {
          step.copy (@arena[0] : 16xf32, @arena[64] : 16xf32)
        }
      }
    }
    ```
    This is refused, since half of what is copied has no room:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    step.table {
      step.program @main {
        step.region @arena arena 64
        step.body @step {
          step.copy (@arena[0] : 16xf32, @arena[64] : 16xf32)
        }
      }
    }
    ```
    ```
    error: 'step.copy' op is not sound: operand arena[64] : f32[16] reaches from byte 64 to 128 of a region of 64 bytes
    ```
  }];
}

#endif // POPT_CONVERSION_PASSES_TD
