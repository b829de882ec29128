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

def PriceMemoryPass : Pass<"price-memory", "::mlir::ModuleOp"> {
  let summary = "Find what a byte of memory is worth under the budget";
  let description = [{
    Where a step takes more than `memory-budget`, memory gets a price: seconds
    per byte held where most is held, which choose-strategies and fold-time add
    to the costs of what they choose. The price is a Lagrange multiplier: at a
    higher one strategies that hold less win, even if they send more.

    The compile flow lends the pass the rest of itself. Without a price and
    without the budget the program may fit; then there is none. Else the program
    is compiled with the budget and with prices of 0, 1, 8 and 64 times what
    sending a byte over the fastest link costs, and the price stands whose
    step is within the budget in the least time, or if none is, takes the least
    memory. These four are all that is looked at, and time is that of the cost
    model.

    The price is the module's attribute `dist.memory_price`; a price that is
    there already stays. A remark of category `partition` has all of them.

    Before: a module. After:
    ```mlir
    module attributes {dist.memory_price = 2.000000e-10 : f64} {
    ```
  }];
  let options = [
    Option<"memoryBudget", "memory-budget", "int64_t", "0",
           "bytes per device that the program may hold at once; 0: no limit">,
    Option<"schedule", "schedule", "std::string", "\"\"",
           "the pipeline's schedule; empty: the module's">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

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
    Option<"memoryBudget", "memory-budget", "int64_t", "0",
      "Bytes per device that the program may hold at once; 0: no limit">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

#endif // POPT_FLOW_PASSES_TD
