//===- Passes.td - Passes of the flow itself ---------------*- tablegen -*-===//
#ifndef POPT_FLOW_PASSES_TD
#define POPT_FLOW_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyIRPass : Pass<"verify-ir", "::mlir::ModuleOp"> {
  let summary = "Check the module with the verifiers of its operations";
  let description = [{
    Does as a pass what `popt` does after every pass. The flow runs it after
    passes that read a user's annotations and at the end of each phase. poptc
    and popt-run verify nowhere else, because checking every operation after
    every pass takes as long as compiling. A module that has not changed since
    the last check is not checked again. The module itself is not changed.

    This passes:
    ```mlir
    dist.mesh @mesh = <["x"=4]>
    func.func @main(%x: tensor<6x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x":(1)2}, {} ]>}) {
      return
    }
    ```
    This is refused:
    ```mlir
    dist.mesh @mesh = <["x"=4]>
    func.func @main(%x: tensor<5x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"x":(1)2}, {} ]>}) {
      return
    }
    ```
    ```
    sub-axis "x":(1)2 of size 2 does not divide a block of 5 elements
    ```
  }];
}

def CompareStrategiesPass : Pass<"compare-strategies", "::mlir::ModuleOp"> {
  let summary = "Keep propagated or dealt out strategies where a step is faster with them";
  let description = [{
    choose-strategies compares prices of operations and reshards, one by one.
    What a step takes is known later: collectives share buckets, kernels form,
    slices and gathers cancel. So where the strategies of least cost differ from
    those that propagation left, both programs are compiled up to their kernels,
    and compared by what a step of them takes (Cost/CostModel.h):
    strategies of least cost are taken if they are faster by more than 10%, and
    else those that propagation left. Where ranks share memory, they must be so
    however long these take to meet for a collective: a message's latency or,
    with more than two ranks, the 35 us that four on two cores need
    (docs/Decisions/0061). Where the propagated ones cost twice as much by
    prices without latencies, they are not compiled, unless strategies turn
    against propagation.

    A third program is the first with equal work dealt out to ranks
    (deal-out-equal-work), where there is some. It is taken if it is faster than
    the better one by more than 10%.

    Where all programs are the same, where nothing can be divided, and where
    the module says `dist.strategies = "propagated"`, `"by-price"` or `"dealt"`,
    nothing is compared.

    The decision is the module's attribute `dist.strategies`. With `emit` the
    module becomes the program that was compiled for the comparison, and the
    remarks and warnings of its passes are emitted now; where strategies turn
    against propagation a note has the times of both programs. A remark of
    category `partition` has both costs.

    Before:
    ```mlir
    module {
    ```
    After, where a step is faster as propagated:
    ```mlir
    module attributes {dist.strategies = "propagated"} {
    ```
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", "\"\"",
           "the pipeline's schedule; empty: the module's">,
    Option<"taskCosts", "task-costs", "std::string", "\"\"",
           "file of measured seconds of the pipeline's tasks, or empty">,
    Option<"recompute", "recompute", "std::string", "\"\"",
           "the policy of the recompute passes; empty: none">,
    Option<"overlap", "overlap", "std::string", "\"auto\"",
           "whether collectives run beside kernels: auto or off">,
    Option<"emit", "emit", "std::string", "\"\"",
           "what the module becomes: strategies, collectives, scheduled, or "
           "empty: itself with the decision">,
    Option<"timeline", "timeline", "std::string", "\"\"",
           "with emit: SVG file for the simulated schedule of what was chosen">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def ChooseMemoryPass : Pass<"choose-memory", "::mlir::ModuleOp"> {
  let summary = "Choose what a step holds under the memory budget";
  let description = [{
    Three things are decided for all passes that follow:

    - a price of memory: seconds per byte of the live values at the peak, which
      choose-strategies and fold-time add to the costs of their choices. The
      price is a Lagrange multiplier: at a higher price strategies that hold
      less win, even if they send more. Prices are 0, 1, 8 and 64 times the cost
      of sending a byte over the fastest link;
    - whether strategies are solved for at all. What propagation left may hold
      less than any of these: solved strategies may keep a second copy of a value
      in a layout that is cheap to compute in;
    - a policy of the recompute passes, if `recompute` is empty;
    - whether state that is only read element by element, such as an optimizer's
      moments, lies in host memory, and whether what backward parts read does,
      if a cluster file knows the host's link.

    What fit-memory makes of each of them is a ladder (Flow/MemoryLadder.h).
    Copies of the program are compiled, and the search is best-first: of all
    programs that may be next the fastest by the cost model is looked at, so the
    first that fits is the fastest of all. It begins with the prices, each with
    solved and with propagated strategies; a program that does not fit is followed
    by its next rung, and by those with its strategies and one policy or memory
    more. A program has the price of its kernels
    (Cost/CostModel.h), and none counts as faster than what it follows; none
    depends on the budget, so a larger budget never leads to a slower step.
    The seconds of the best price are a lower bound for every budget. If nothing
    fits, what holds least of all that was tried is chosen: its bytes are a budget
    that would do.

    The decisions are the module's attributes `dist.memory_price`,
    `dist.strategies`, `dist.recompute_policy` and `dist.offload_activations`, and `dist.on_host` of
    arguments and results; those that are there already stay. A remark of category
    `partition` has all that was tried.

    With `emit` the module becomes the program that was chosen, as it was
    compiled for the choice, and what passes said of it is said now. So a budget
    under which nothing has to change costs hardly more than none. Prices under
    which operations are divided equally share the local program. If no program
    can be compiled the passes run as without a choice, and say why not.

    Before:
    ```mlir
    module {
    ```
    After:
    ```mlir
    module attributes {dist.memory_price = 2.000000e-10 : f64,
                       dist.recompute_policy = "selective"} {
    ```
  }];
  let options = [
    Option<"memoryBudget", "memory-budget", "int64_t", "0",
           "bytes per device that the program may hold at once; 0: no limit">,
    Option<"schedule", "schedule", "std::string", "\"\"",
           "the pipeline's schedule; empty: the module's">,
    Option<"taskCosts", "task-costs", "std::string", "\"\"",
           "file of measured seconds of the pipeline's tasks, or empty">,
    Option<"recompute", "recompute", "std::string", "\"\"",
           "the policy of the recompute passes; empty: to be chosen">,
    Option<"overlap", "overlap", "std::string", "\"auto\"",
           "whether collectives run beside kernels: auto or off">,
    Option<"emit", "emit", "std::string", "\"\"",
           "what the module becomes: collectives, scheduled, or empty: itself "
           "with the decisions">,
    Option<"timeline", "timeline", "std::string", "\"\"",
           "with emit: SVG file for the simulated schedule of what was chosen">,
    Option<"offload", "offload", "bool", "true",
           "whether state and activations may be put into host memory">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def FitMemoryPass : Pass<"fit-memory", "::mlir::ModuleOp"> {
  let summary = "Hold less where a step takes more than the memory budget";
  let description = [{
    While a step takes more than `memory-budget`, live values at the peak are
    held for less time, the cheapest in seconds per byte freed first:

    - a value that is not read at the peak is rematerialized (gathered or
      computed again) for its later readers, together with those of its operands
      that no longer exist. If it is computed before a loop that contains the
      peak and read inside it, it is computed in the loop: once per time step,
      or once for each group of readers if the peak lies between them. So a
      gathered weight that a time loop reads in its forward and in its backward
      part can be gathered before the loop, once per time step, or twice per
      time step;
    - an accumulator that is reduce-scattered after its loop, or after the tasks
      that carry it, is replaced by an accumulator of blocks, and every time
      step scatters what it adds.

    Before that, operations move to their first reader where that holds less.
    Nothing changes if the program fits.

    The live bytes are estimated in program order, and fall by 2.5% at each rung
    of a ladder that no budget changes; copies of the program are planned until
    one fits. The choice is greedy, position by position, and no bound is known.
    `dist.bucket_bytes` says which peak buckets of collectives must not raise.

    Values that a task keeps for later tasks stay held.

    No common subexpressions are eliminated after this pass, which would merge
    the copies. Left alone: operations with effects, collectives over time or
    stage axes, values read in a branch, loops whose number of iterations
    depends on data, accumulators of floats narrower than f32 or that do not
    begin as zeros. Every change is a remark of category `collectives` that
    names the next best one; a budget that cannot be met is a missed remark, and
    an error of plan-memory.

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
