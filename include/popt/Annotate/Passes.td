//===- Passes.td - Passes of the phase Annotate ---------------*- tablegen -*-===//
#ifndef POPT_ANNOTATE_PASSES_TD
#define POPT_ANNOTATE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ApplyPlanPass : Pass<"apply-plan", "::mlir::ModuleOp"> {
  let summary = "Write the plan's words on the module";
  let description = [{
    Changes the mesh, the state contract and the shardings of `@main`'s
    arguments and results as a plan file and the options say. Axes override
    those of the module by name; new ones come before them, in the order given,
    and so are more major. For each value the last matching entry of the plan
    wins, part by part (dims, at, partial, memory). A state result follows its
    argument. What later phases read (`strategies`, `schedule`, `recompute`,
    `predicted`) becomes module attributes of the names `dist.strategies`,
    `dist.schedule`, `dist.recompute`, `dist.predicted`.

    A pattern that matches no argument and no result is an error that names the
    nearest one.

    Before, with `--apply-plan='mesh=tp=2'`:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    ```
    After:
    ```mlir
    dist.mesh @mesh = <["tp"=2, "dp"=2]>
    ```
  }];
  let options = [
    Option<"plan", "plan", "std::string", /*default=*/"",
           "the plan file; none if empty">,
    Option<"mesh", "mesh", "std::string", /*default=*/"",
           "axes as 'stage:pp=4,dp=2,time:mb=8'; over those of the plan">,
    Option<"state", "state", "std::string", /*default=*/"",
           "which results are the next value of which arguments, as "
           "'argument=result,...'; over the plan's">,
  ];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def VerifyDeviceAxesPass : Pass<"verify-device-axes", "::mlir::ModuleOp"> {
  let summary = "Refuse meshes with stage or time axes";
  let description = [{
    Stage and time axes are read, printed, planned and simulated, but the compile
    flow does not fold them yet: a module that has some, its own or its plan's,
    would communicate between moments as if they were devices. Axes of size 1
    are the same in every kind.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    ```
    gives `axis "pp" of size 2 is a stage axis; stage and time axes are not in
    this build`.
  }];
}

#endif // POPT_ANNOTATE_PASSES_TD
