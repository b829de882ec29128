//===- Passes.td - Passes of the flow itself ---------------*- tablegen -*-===//
#ifndef POPT_FLOW_PASSES_TD
#define POPT_FLOW_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyIRPass : Pass<"verify-ir", "::mlir::ModuleOp"> {
  let summary = "Check the module with the verifiers of its operations";
  let description = [{
    What `popt` does after every pass, as a pass of its own. The flow has it after
    passes that bring in what a user wrote and at the end of each phase; poptc
    and popt-run verify nowhere else, since checking every operation after every
    pass takes as long as compiling. A module that did not change since the last
    time is not checked again. The module is left as it is: before and
    after are the same.

    ```mlir
    func.func @main(%x: tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x":(1)2}, {} ]>})
    // error: sub-axis "x":(1)2 of size 2 does not divide a block of 5 elements ...
    ```
  }];
}

#endif // POPT_FLOW_PASSES_TD
