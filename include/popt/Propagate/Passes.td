//===- Passes.td - Passes of the phase Propagate -----------*- tablegen -*-===//
#ifndef POPT_PROPAGATE_PASSES_TD
#define POPT_PROPAGATE_PASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateShardingsPass : Pass<"propagate-shardings", "::mlir::ModuleOp"> {
  let summary = "Spread the user's shardings to every value";
  let description = [{
    Shardings of arguments, results, constraints and annotated operations spread
    along the factors of operations until nothing changes. Dimensions that no
    sharding reaches are replicated. Afterwards every argument, result and
    operation has a closed sharding; constraints keep the one that the user
    wrote.

    Mode `sdy` gives the same result as Shardy for the same annotations. Nested
    loops, outermost first:

    1. priorities that the user wrote, `p0` first;
    2. kinds of operations: elementwise and reshaping ones whose operands have
       one use, then all of these, then every operation along its pass-through
       factors, then along all, and broadcasts forwards last;
    3. factor strategies: aggressive (every operand and result takes what it
       can; the factor of the largest operand comes first), which is what Shardy
       runs by default; or basic (only axes that suit all of them); or basic,
       then aggressive;
    4. a worklist, until nothing changes.

    Mode `cost` propagates in the same way, but what the user left open at
    arguments and results stays open: they keep it as `dist.bound` beside the
    propagated sharding, which is only a hint then, and choose-strategies takes
    the layout that costs least, never more than with the hints.

    Mode `plan` is for programs whose shardings are to be invented: as `cost`, and
    the module says `dist.invents`, so that axes which no sharding names may divide
    what it pays to divide (popt-plan).

    Before that, a closed constraint is copied to the value that it constrains
    if nothing contradicts it. A state argument and its result share a sharding;
    so do the values that a loop or a branch ties.

    A sharding in the host's memory is an error, as nothing moves values there.

    Before:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>},
                    %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = stablehlo.add %x, %y : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>},
                    %y: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>})
        -> (tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>}) {
      %0 = stablehlo.add %x, %y {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {} ]>]} : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let options = [
    Option<"mode", "mode", "std::string", "\"sdy\"",
           "how shardings are chosen: sdy, cost or plan">,
    Option<"factors", "factors", "std::string", "\"aggressive\"",
           "how conflicts between factors are resolved: basic, aggressive, or both (basic first)">,
    Option<"byOperation", "by-operation", "bool", "true",
           "take kinds of operations in turn">,
    Option<"constraints", "constraints", "bool", "true",
           "copy closed constraints to the values that they constrain">,
    Option<"close", "close", "bool", "true",
           "close every sharding at the end, and make it legal">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def VerifyPropagatedPass : Pass<"verify-propagated", "::mlir::ModuleOp"> {
  let summary = "Check what holds after Propagate";
  let description = [{
    Every tensor that is a function's argument or result or an operation's
    result has a closed sharding; that of an argument which is state is its
    result's, too. The module is left as it is: before and after are the same.

    This passes:
    ```mlir
    dist.mesh @mesh = <["a"=2]>
    func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>})
        -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>}) {
      %0 = stablehlo.tanh %x {dist.shardings = [#dist.sharding<@mesh, [{"a"} ]>]} : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    This is refused, since nothing says where the tanh is:
    ```mlir
    dist.mesh @mesh = <["a"=2]>
    func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>})
        -> (tensor<4xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>}) {
      %0 = stablehlo.tanh %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    ```
    error: result 0 has no sharding after propagation
    ```
  }];
}

def PrintFactorRulesPass : Pass<"print-factor-rules", "::mlir::ModuleOp"> {
  let summary = "Say what popt knows of each operation";
  let description = [{
    Emits a remark on every operation that has an op model: its factors, in
    Shardy's notation; the factors along which shardings spread, if they differ;
    and, per monoid, which operands may be partial together. The module is left
    as it is: before and after are the same.

    The operation
    ```mlir
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    ```
    gives
    ```
    remark: factors ([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}; partial sum {0} {1}
    ```
  }];
}

#endif // POPT_PROPAGATE_PASSES_TD
