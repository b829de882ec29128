//===- Passes.td - Passes of the phase Memory --------------*- tablegen -*-===//
#ifndef POPT_MEMORY_PASSES_TD
#define POPT_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

def FitMemoryPass : Pass<"fit-memory", "::mlir::ModuleOp"> {
  let summary = "Hold less where a step takes more than the memory budget";
  let description = [{
    While a step takes more than `memory-budget`, what is alive where it takes
    most is held for less long, the cheapest in seconds per byte freed first:

    - a value that is not read there is gathered or computed again for its later
      readers, with what of its operands is not there any more. If it is read in
      a loop around that place but made outside, it is made in the loop: once
      per step, or once for each group of readers if the place lies between
      them. A gathered weight that a time loop reads in its forward and in its
      backward part thus has three places: before the loop, once per step, twice
      per step;
    - an accumulator that is reduce-scattered behind its loop, or behind the
      tasks of a stage that carry it, becomes one of blocks, and every round
      scatters what it adds.

    What is made moves to its first reader first, where that holds less. Nothing
    changes if the program fits.

    Where memory goes is estimated in the order of the operations. In the
    compile flow the estimate is scaled to what memory planning finds for the
    program, and the result is planned again until it fits; here, without the
    flow, the estimate is all there is. The choice is greedy, position by
    position: no bound is known.

    What a task of a stage makes for later tasks stays held.

    Copies are not merged again: no common subexpressions are eliminated
    behind this pass. Left alone: what has effects, collectives over time or
    stages, what is read in a branch, loops whose number of rounds depends on
    data, accumulators of floats narrower than f32 or that do not begin as
    zeros. Every change is a remark of category `collectives` with the next best
    one; a budget that cannot be met is a missed one, and an error of
    plan-memory.

    Before, with a budget that does not hold `%w` beside `%x`:
    ```mlir
    %w = dist.all_gather %block dim 0 over {"dp"} on @mesh : tensor<4x8xf32> -> tensor<8x8xf32>
    %y = stablehlo.dot_general %x, %w, ...
    ...
    %z = stablehlo.dot_general %u, %w, ...
    ```
    After:
    ```mlir
    %w = dist.all_gather %block dim 0 over {"dp"} on @mesh : tensor<4x8xf32> -> tensor<8x8xf32>
    %y = stablehlo.dot_general %x, %w, ...
    ...
    %v = dist.all_gather %block dim 0 over {"dp"} on @mesh : tensor<4x8xf32> -> tensor<8x8xf32>
    %z = stablehlo.dot_general %u, %v, ...
    ```
  }];
  let options = [
    Option<"cluster", "cluster", "std::string", "\"builtin\"",
      "Machine whose costs count: a cluster.json, `builtin`, or `builtin:bytes` "
      "(bytes sent are all that costs)">,
    Option<"memoryBudget", "memory-budget", "int64_t", "0",
      "Bytes per device that the program may hold at once; 0: no limit">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def PlanMemoryPass : Pass<"plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give every tensor its place in one arena";
  let description = [{
    Every argument, result and value of a rank's program gets an offset in one
    arena, planned at compile time: the step allocates nothing. Values that name
    the same memory (views, what a loop carries, results that take over an
    operand that dies there) share one storage; storages that are alive at the
    same time do not overlap. Operations are put into an order that holds less,
    if one is found. A remark of category `schedule` has the bytes and what is
    largest at the peak; an arena larger than `budget` is an error at the
    operation that holds most.

    Before:
    ```mlir
    func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
      %0 = call @kernel_0_tanh(%x) : (tensor<16xf32>) -> tensor<16xf32>
      %1 = dist.all_reduce %0 sum over {"dp"} on @mesh : tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```
    After: the all-reduce works in place.
    ```mlir
    func.func @main(%x: tensor<16xf32> {step.offset = 0 : i64})
        -> (tensor<16xf32> {step.offset = 64 : i64}) attributes {step.arena_bytes = 128 : i64} {
      %0 = call @kernel_0_tanh(%x) {step.offsets = array<i64: 64>} : (tensor<16xf32>) -> tensor<16xf32>
      %1 = dist.all_reduce %0 sum over {"dp"} on @mesh {step.offsets = array<i64: 64>} : tensor<16xf32>
      return %1 : tensor<16xf32>
    }
    ```
  }];
  let options = [
    Option<"budget", "budget", "int64_t", "0",
           "Bytes of the largest arena that is no error; 0: any">];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def VerifyMemoryPlanPass : Pass<"verify-memory-plan", "::mlir::ModuleOp"> {
  let summary = "Check that no tensor is overwritten before its last reader";
  let description = [{
    Follows the offsets that plan-memory wrote, operation by operation, and
    checks that what is read is what was written there last. The module is left
    as it is: before and after are the same.
  }];
}

#endif // POPT_MEMORY_PASSES_TD
