//===- Passes.td - Passes of the phase Annotate ------------*- tablegen -*-===//
#ifndef POPT_ANNOTATE_PASSES_TD
#define POPT_ANNOTATE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ApplyPlanPass : Pass<"apply-plan", "::mlir::ModuleOp"> {
  let summary = "Write the plan's words on the module";
  let description = [{
    Applies a plan, from a file, a text or a value, and the options to the module: the mesh, the state, and
    the shardings of `@main`'s arguments and results. Axes override those of the
    module by name; new axes come before them, in the order given, and are more
    major. For each value the last matching entry of the plan wins, part by part
    (dims, at, partial, memory). A state result follows its argument. The plan's
    `schedule` becomes the module attribute `dist.schedule`, which Stages reads,
    and its `strategies` become `dist.strategies`, which Partition reads.

    A pattern that matches no argument and no result is an error that names the
    nearest one. In `state` the name of a subtree (`params`, `result[0]`) stands
    for its leaves, which are paired by their names below it; the result `none`
    says that an argument is no state.

    Questions that Import left open about state (`dist.state_candidates`) are
    settled here: a donated argument takes the only result left for it; if
    several are left, an error prints the pairings. For arguments that are not
    donated the module keeps `dist.state_facts`, because runs of several steps
    refuse to guess.

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
           "the plan file, or its text, which begins with `{`; none if empty">,
    Option<"mesh", "mesh", "std::string", /*default=*/"",
           "axes as 'stage:pp=4,dp=2,time:mb=8'; over those of the plan">,
    Option<"state", "state", "std::string", /*default=*/"",
           "which results are the next value of which arguments, as "
           "'argument=result,...', also by subtree; 'none' is no result; over "
           "the plan's">,
    Option<"strategies", "strategies", "std::string", /*default=*/"",
           "how they are chosen, 'least-cost', 'by-price' or 'propagated'; over the plan's">,
  ];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def SetMachinePass : Pass<"set-machine", "::mlir::ModuleOp"> {
  let summary = "Say for which machine the module is compiled";
  let description = [{
    Writes the module attribute `dist.machine`, which every pass that compares
    costs reads: a built-in name, GPUs by name (`h100:16x8`), or the contents of
    a cluster file, so that the module does not change with the file. Without the attribute the machine is
    `builtin`; naming it removes the attribute. In the same way `popt.target`
    names the kind of device, without it `cpu`.

    Before, with `--set-machine=cluster=builtin:bytes`:
    ```mlir
    module {
    ```
    After:
    ```mlir
    module attributes {dist.machine = "builtin:bytes"} {
    ```
  }];
  let options = [
    Option<"cluster", "cluster", "std::string", "\"builtin\"",
           "a cluster.json, `builtin`, `builtin:bytes` (bytes sent are all that "
           "costs), or GPUs such as `h100:16x8`">,
    Option<"target", "target", "std::string", /*default=*/"",
           "`cpu` or an architecture of GPUs, such as `sm_90`; empty: the "
           "module's">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def SplitBatchesPass : Pass<"split-batches", "::mlir::ModuleOp"> {
  let summary = "Put data and time axes on the batch dimensions of inputs";
  let description = [{
    On a mesh without time axes, the dimensions that `batch` names and nothing
    splits are split over the mesh's device axes called `dp`, `data` or `batch`.

    On a mesh with time axes the program runs in time
    steps, each of which reads a slice of the batch. The batch dimensions are
    those that the plan's `inputs` (or the module) split over a time axis, and
    those that `batch` names; if there are none, the dims of inputs that are
    split over an axis called `dp`, `data` or `batch`. If there are none of
    these either, an error lists the inputs. A dimension that `batch` names and
    nothing splits is also split over such an axis of the mesh.

    Time axes are minor to the others of a dimension, so that a time step is a
    slice of what a device has; they become the mesh's last axes. Only device
    axes that a constraint inside the program takes off the batch are minor to
    them (`{"dp", "mb", "ep"}` where dispatched tensors are `[{"ep"}, {"dp"}
    ]`), so that microbatches stay in one piece; other constraints that have
    these axes on the batch take the same order. Arguments and results stay
    whole in time: the slice is a constraint after the argument, or, where loops
    of the program take a part of the batch in each iteration, after the reshape
    to parts, whose rows are split (BatchLoops.h). Their other axes spread after
    the batch (`p1`), so that every operation that can follow the batch does.

    Before:
    ```mlir
    dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
    func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>}) -> tensor<16x4xf32> {
      %0 = stablehlo.negate %x : tensor<16x4xf32>
    ```
    After:
    ```mlir
    func.func @main(%x: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}p1, {} ], replicated = {"mb"}>}) -> (tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{?}, {?} ], replicated = {"mb"}>}) {
      %0 = dist.constraint %x <@mesh, [{"dp", "mb"}, {} ]> : tensor<16x4xf32>
      %1 = stablehlo.negate %0 : tensor<16x4xf32>
    ```
  }];
  let options = [
    Option<"batch", "batch", "std::string", /*default=*/"",
           "batch dimensions of inputs as 'NAME=DIM,...'; in a name '*' stands "
           "for any text">,
  ];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def WarnOfWastePass : Pass<"warn-of-waste", "::mlir::ModuleOp"> {
  let summary = "Warn of ranks that have nothing of their own to do";
  let description = [{
    The user's words are complete now, and some of them waste ranks: an axis of
    the mesh that no sharding, pin or manual region uses, along which all ranks
    compute the same; and a dimension of an argument, result or constraint that
    is split into more parts than it has elements, so that some are empty. Both
    are warnings, one per axis and one for all dimensions. The module stays as
    it is.

    The module
    ```mlir
    dist.mesh @mesh = <["dp"=16, "tp"=2]>
    func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>}) -> tensor<8x4xf32> {
      return %x : tensor<8x4xf32>
    }
    ```
    gives
    ```
    warning: no sharding uses axis "tp" of size 2, so the ranks along it compute the same
    warning: dimension 0 of argument 0 has size 8 and is split by 16: 8 parts are empty
    ```
  }];
}

#endif // POPT_ANNOTATE_PASSES_TD
