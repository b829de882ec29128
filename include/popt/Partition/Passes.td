//===- Passes.td - Passes of the phase Partition -----------*- tablegen -*-===//
#ifndef POPT_PARTITION_PASSES_TD
#define POPT_PARTITION_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormRollsPass : Pass<"form-rolls", "::mlir::ModuleOp"> {
  let summary = "Divide a roll as one operation";
  let description = [{
    Slices of one value that are put together again so that its elements move
    around a dimension become one `dist.roll`. The parts would be divided each
    on its own: the short one is cut into blocks of its own first and moves from
    there to its place. It comes after propagation, which spreads shardings
    through the parts as other partitioners do.

    Before:
    ```mlir
    %0 = stablehlo.slice %x [5:8, 0:4] : (tensor<8x4xf32>) -> tensor<3x4xf32>
    %1 = stablehlo.slice %x [0:5, 0:4] : (tensor<8x4xf32>) -> tensor<5x4xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
    ```
    After:
    ```mlir
    %2 = dist.roll %x dim 0 by 3 : tensor<8x4xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def ChooseStrategiesPass : Pass<"choose-strategies", "::mlir::ModuleOp"> {
  let summary = "Choose how each operation is divided among the mesh";
  let description = [{
    Gives every operation of `@main` the layouts in which it reads its operands
    and leaves its results, so that the whole function costs least: reshards in
    and out plus execution, under the machine of the module. Layouts of function
    arguments and results and of constraints bind; shardings that propagation
    left are the solver's starting point. Operations that cost nothing to repeat
    (constants, iota) are cloned per layout.

    Under a price of memory (`dist.memory_price` of the module, see
    choose-memory) a value that is alive where the step holds most, in the order
    of the operations and with the propagated shardings, costs that price for
    each byte of its block, in the layout in which its users find it.

    If the module says `dist.strategies = "propagated"`, nothing is solved: each
    operation takes the strategy that has most axes where propagation left them
    on its operands and results, and of these the cheapest. Where the cheapest strategies of
    all gather an argument for a contraction that the user split, and that
    propagation would read split, there is a remark; if half of them turn
    so along an axis that splits no input, it is shown without being asked for.

    If the module says `dist.invents`, every device axis may be used, whether a
    sharding names it or not, and no strategy is left out for being far from
    propagation.

    Method: one node per operation and per value with several users, solved by
    tree-reweighted message passing (popt/Search/Pairwise.h); the lower bound is
    reported in a remark of category `partition`.

    Before:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>},
                    %w: tensor<4x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ]>})
        -> (tensor<8x6xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>}) {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
         : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
      return %0 : tensor<8x6xf32>
    }
    ```
    After:
    ```mlir
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
         {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"}, {} ]>, #dist.sharding<@mesh, [{}, {} ]>],
          dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {} ]>]}
         : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    ```
  }];
  let options = [
    Option<"iterations", "iterations", "int", "200",
           "most rounds of message passing">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def DealOutEqualWorkPass : Pass<"deal-out-equal-work", "::mlir::ModuleOp"> {
  let summary = "Give each rank some of several equal chains of operations, whole";
  let description = [{
    Chains of operations that are equal but for what they read, such as the
    Newton-Schulz iteration of each weight of one shape, may be divided by giving
    each rank some of them. Where they exchange much within, as products of split
    matrices do, or cannot be divided, as decompositions, that sends less: what a
    chain reads moves to its rank, and what is read of it moves back.

    If the module says `dist.strategies = "dealt"`, chains of several members are
    looked for from each operation that costs more than its part on a rank would
    (lib/Partition/EqualWork.h). Of the operations of a chain those are dealt out
    with which the step costs least by the prices of choose-strategies; so are
    the axes: one device axis, or all. What costs less by under 1% of the step is
    left alone. The rest of the strategies stays as it is.

    Members are stacked, and run in a manual region whose operands and results are
    divided along the stack. A rank that has several of them runs one after the
    other. If members don't fill the stack the last is repeated.

    Left alone: programs with a stage axis, operations in loops and branches of
    the program (those within a chain are parts of it), and operations with
    effects, values on single coordinates, in host memory or that vary over time. Every
    dealing is a remark of category `partition`.

    Before, with one chain of a decomposition for each of two weights:
    ```mlir
    %0 = stablehlo.cholesky %x, lower = true
       {dist.operand_shardings = [#dist.sharding<@mesh, [{}, {} ]>], dist.shardings = [#dist.sharding<@mesh, [{}, {} ]>]}
    %1 = stablehlo.cholesky %y, lower = true {...}
    ```
    After:
    ```mlir
    %x1 = stablehlo.reshape %x : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %y1 = stablehlo.reshape %y : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %xy = stablehlo.concatenate %x1, %y1, dim = 0
    %s = dist.manual(%xy) in [#dist.sharding<@mesh, [{"d"}, {}, {} ]>]
        out [#dist.sharding<@mesh, [{"d"}, {}, {} ]>] axes {"d"} (%block: tensor<1x8x8xf32>) {
      %m = stablehlo.reshape %block : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
      %c = stablehlo.cholesky %m, lower = true : tensor<8x8xf32>
      %c1 = stablehlo.reshape %c : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
      dist.return %c1 : tensor<1x8x8xf32>
    } : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %s0 = stablehlo.slice %s [0:1, 0:8, 0:8]
    %0 = stablehlo.reshape %s0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    ...
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def MakeReshardsExplicitPass
    : Pass<"make-reshards-explicit", "::mlir::ModuleOp"> {
  let summary = "Insert a reshard wherever a value is read in another layout";
  let description = [{
    After choose-strategies the layout in which a value is made and the one in
    which an operation reads it may differ. This pass puts a `dist.reshard`
    between them, one per distinct layout, just before its first use. Which
    layout is made from which is the cheapest tree over the layouts of a value.
    If a value is a sum over time, and an operation that waits for the sum leads
    to another reader of its terms, that one gets the sum, as the term of one time
    step: the loop that made the terms is over. Every reshard is a remark; a
    gather of the whole value says why.

    Before: `%1` is partial, its reader wants `[{"dp"} ]`.
    ```mlir
    %1 = stablehlo.reduce(...) {dist.shardings = [#dist.sharding<@mesh, [{} ], partial = sum{"dp"}>]}
    %2 = stablehlo.negate %1 {dist.operand_shardings = [#dist.sharding<@mesh, [{"dp"} ]>], ...}
    ```
    After:
    ```mlir
    %1 = stablehlo.reduce(...)
    %r = dist.reshard %1 from #dist.sharding<@mesh, [{} ], partial = sum{"dp"}> to #dist.sharding<@mesh, [{"dp"} ]> : tensor<8xf32>
    %2 = stablehlo.negate %r
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def ExpandReshardsPass : Pass<"expand-reshards", "::mlir::ModuleOp"> {
  let summary = "Expand each reshard into its cheapest sequence of moves";
  let description = [{
    Replaces a `dist.reshard` that takes several collectives by a chain of
    reshards that take one each. The chain is a shortest path over layouts
    (popt/Reshard/Reshard.h), so its cost is least under the machine.

    Before:
    ```mlir
    %r = dist.reshard %x from #dist.sharding<@mesh, [{"a"}, {} ], partial = sum{"b"}> to #dist.sharding<@mesh, [{}, {"b"} ]> : tensor<8x4xf32>
    ```
    After:
    ```mlir
    %0 = dist.reshard %x from #dist.sharding<@mesh, [{"a"}, {} ], partial = sum{"b"}> to #dist.sharding<@mesh, [{"a"}, {"b"} ]> : tensor<8x4xf32>
    %r = dist.reshard %0 from #dist.sharding<@mesh, [{"a"}, {"b"} ]> to #dist.sharding<@mesh, [{}, {"b"} ]> : tensor<8x4xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def PartitionPass : Pass<"partition", "::mlir::ModuleOp"> {
  let summary = "Turn the global program into the local one";
  let description = [{
    Rewrites `@main` to types of the largest block: each operation through its
    op model, each one-step reshard into a `dist` collective. Function arguments
    and results keep `dist.sharding` and get `dist.global_type`. A `dist.manual`
    is replaced by its body, whose collectives become those of `dist`, over
    axes, or over lists of ranks if no axes have their groups.

    Before:
    ```mlir
    %0 = stablehlo.add %x, %y {...} : tensor<8x4xf32>
    %1 = dist.reshard %0 from #dist.sharding<@mesh, [{"dp"}, {} ]> to #dist.sharding<@mesh, [{}, {} ]> : tensor<8x4xf32>
    ```
    After, on `dp` of size 2:
    ```mlir
    %0 = stablehlo.add %x, %y : tensor<4x4xf32>
    %1 = dist.all_gather %0 dim 0 over {"dp"} on @mesh : tensor<4x4xf32> -> tensor<8x4xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def VerifyPartitionedPass : Pass<"verify-partitioned", "::mlir::ModuleOp"> {
  let summary = "Check what holds after Partition";
  let description = [{
    - `@main` has only operations on blocks: `stablehlo`, `chlo`, collectives,
      `dist.axis_index`, `dist.block` and `return`;
    - no operation has `dist.shardings` or `dist.operand_shardings`;
    - every argument and result has a sharding and a global type, and its type is
      that of a block: the largest one.

    A failure is a bug of popt, or of the pass that ran before. The module is
    left as it is: before and after are the same.

    This passes: each rank has 2 of the 4 elements.
    ```mlir
    dist.mesh @mesh = <["a"=2]>
    func.func @main(%x: tensor<2xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>,
                                       dist.global_type = tensor<4xf32>})
        -> (tensor<2xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>,
                           dist.global_type = tensor<4xf32>}) {
      %0 = stablehlo.tanh %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
    This is refused, since a reshard is of whole tensors:
    ```mlir
    dist.mesh @mesh = <["a"=2]>
    func.func @main(%x: tensor<2xf32> {dist.sharding = #dist.sharding<@mesh, [{"a"} ]>,
                                       dist.global_type = tensor<4xf32>}) {
      %0 = dist.reshard %x from <@mesh, [{} ]> to <@mesh, [{"a"} ]> : tensor<2xf32>
      return
    }
    ```
    ```
    error: 'dist.reshard' op is no operation on blocks; partition leaves only stablehlo, chlo and collectives of dist
    ```
  }];
}

#endif // POPT_PARTITION_PASSES_TD
