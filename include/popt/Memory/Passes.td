//===- Passes.td - Passes of the phase Memory --------------*- tablegen -*-===//
#ifndef POPT_MEMORY_PASSES_TD
#define POPT_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

def MergeKernelsPass : Pass<"merge-kernels", "::mlir::ModuleOp"> {
  let summary = "Run small kernels of a GPU side by side";
  let description = [{
    On a GPU every kernel is a launch at least, and a launch costs microseconds.
    Kernels that do not wait for one another become one, which calls them; its
    blocks are divided among them. A kernel waits for others as long as nothing
    reads its results, and what it reads does not raise the most bytes that are
    alive at once. Kernels with loops of their own (sort, products that no
    library has) stay alone. A remark of category `schedule` counts. Other
    targets are left alone.

    Before:
    ```mlir
    %0 = call @kernel_0_negate(%x) : (tensor<16xf32>) -> tensor<16xf32>
    %1 = call @kernel_0_negate(%y) : (tensor<16xf32>) -> tensor<16xf32>
    ```
    After:
    ```mlir
    %0:2 = call @kernels_0(%x, %y) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    ...
    func.func private @kernels_0(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) attributes {popt.kernel} {
      %0 = call @kernel_0_negate(%x) : (tensor<16xf32>) -> tensor<16xf32>
      %1 = call @kernel_0_negate(%y) : (tensor<16xf32>) -> tensor<16xf32>
      return %0, %1 : tensor<16xf32>, tensor<16xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def RecomputeInScansPass : Pass<"recompute-in-scans", "::mlir::ModuleOp"> {
  let summary = "Let a loop compute again what another loop left it row by row";
  let description = [{
    A scan over layers writes what its derivative needs into rows of stacks, and
    the scan that goes back reads them: a row of each stack in each iteration.
    Under a `policy`, or by the user's word (`dist.recompute`) on what makes a
    row, the second loop makes the rows itself: from the value that the first
    loop carried into that iteration, whose stack is held (and added if there is
    none), from other stacks that are held, and from what is around both loops,
    such as the stacks of weights. The stacks themselves are gone.

    - `selective` never runs contractions, convolutions and collectives again, so
      that rows that need one are held;
    - `full` holds what was carried alone.

    Without a policy, too, a stack is gone whose rows follow from those of one other
    stack by a few cheap operations on elements (1 - tanh from tanh) and that only
    operations on elements and reductions read: to run them is no slower than to
    load the row. So is a stack whose rows stand elsewhere, such as layers of a stack
    of weights that iterations take in groups: they are read there, if that is held
    anyway or is no larger than the stacks that are left of it.

    Both loops must run a known number of times and reach the rows at indices
    that follow from constants, each iteration of the first writing its own. A
    pair of loops stays as it is if that would hold no less. It runs before
    loops over microbatches are cut into tasks, so that their seconds count the
    copies. Remarks are of category `memory`; a missed one says that stacks are
    held.

    Before:
    ```mlir
    %0:4 = stablehlo.while(%i = %zero, %h = %x, %ws = %w, %ts = %empty) ... do {
      ... %t = tanh(%h) ...
      %ts1 = stablehlo.dynamic_update_slice %ts, %t_row, %i, ...
    }
    %1:3 = stablehlo.while(%j = %last, %g = %dy, %rows = %0#3) ... do {
      %t_row = stablehlo.dynamic_slice %rows, %j, ...
    }
    ```
    After:
    ```mlir
    %0:4 = stablehlo.while(%i = %zero, %h = %x, %ws = %w, %hs = %empty) ... do {
      %hs1 = stablehlo.dynamic_update_slice %hs, %h_row, %i, ...
    }
    %1:3 = stablehlo.while(%j = %last, %g = %dy, %rows = %0#3) ... do {
      %h_row = stablehlo.dynamic_slice %rows, %j, ...
      ... %t = tanh(%h) ...
    }
    ```
  }];
  let options = [
    Option<"policy", "policy", "std::string", "\"\"",
      "none, selective or full; empty: the module's dist.recompute_policy, else none">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def RecomputePass : Pass<"recompute", "::mlir::ModuleOp"> {
  let summary = "Compute again what a backward part would take over";
  let description = [{
    What a forward part makes and its backward part reads is held between the
    two. Under a `policy` only checkpoints are held, and the backward part
    computes the other values again from them, each where it is first read:

    - `none`: everything is held;
    - `selective`: results of contractions, convolutions, collectives and
      reductions are held as well, and what would take much work for its bytes,
      such as the exponentials of a softmax; the rest is computed again, which
      costs little;
    - `full`: only checkpoints are held.

    The program and the body of each loop over time are looked at one by one.
    The forward part ends where the most bytes lie between two reads. It is cut
    where few bytes cross, into as many pieces as make the estimate of the most
    bytes alive least (docs/Decisions/0038-recomputation.md).

    No common subexpressions are eliminated after this pass, which would merge
    copies and originals. Results are the same bits: a copy is the same
    operation of the same operands. Never computed again: operations with
    effects, loops and branches, collectives over time or stage axes, and what
    the function returns. If the estimate of the most bytes alive would not
    fall, nothing changes, with a missed remark. Remarks are of category
    `memory`. Loops that are pipelines are left alone: `recompute-in-tasks` was
    there before they were scheduled. Operations with a user's word on them
    (`dist.recompute`) follow that, whatever the policy.

    Before, where `%h` is large and crosses the backward part of other layers:
    ```mlir
    %a = stablehlo.dot_general %x, %w, ...
    %h = stablehlo.tanh %a
    %y = stablehlo.dot_general %h, %v, ...
    ...
    %dv = stablehlo.dot_general %h, %dy, ...
    ```
    After, with policy `selective`:
    ```mlir
    %a = stablehlo.dot_general %x, %w, ...
    %h = stablehlo.tanh %a
    %y = stablehlo.dot_general %h, %v, ...
    ...
    %again = stablehlo.tanh %a
    %dv = stablehlo.dot_general %again, %dy, ...
    ```
  }];
  let options = [
    Option<"policy", "policy", "std::string", "\"\"",
      "none, selective or full; empty: the module's dist.recompute_policy, else none">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def OffloadActivationsPass : Pass<"offload-activations", "::mlir::ModuleOp"> {
  let summary = "Let the host hold what a backward part takes over";
  let description = [{
    By the user's word (`dist.recompute` with `offloaded`) values that a forward
    part makes and its backward part reads are held by the host between the two:
    each is copied there where it is made, and back before its first reader in
    the backward part. If the module has `dist.offload_activations`, for which
    choose-memory decides, so are those on which no user's word is, but for what
    frees less than 1/4096 of the peak. Where the forward part ends is what
    `recompute` says, in the function and in loops over microbatches. In pipelined
    loops what a task leaves for other tasks of its coordinate lies on the host, and
    each of them copies it back.

    Left alone: stacks of loops over layers, values that the function or a loop
    returns, what tasks leave for messages, and what is not held anyway because
    kernels compute it where it is read. A remark of category `memory` counts;
    where there is nothing to move, a warning says so.

    Before:
    ```mlir
    %h = stablehlo.tanh %a {dist.recompute = #dist.recompute<scope 0, held = true, offloaded = true>} : tensor<8x16xf32>
    %y = stablehlo.dot_general %h, %v, ...
    ...
    %dv = stablehlo.dot_general %h, %dy, ...
    ```
    After:
    ```mlir
    %h = stablehlo.tanh %a : tensor<8x16xf32>
    %there = dist.to_host %h : tensor<8x16xf32>
    %y = stablehlo.dot_general %h, %v, ...
    ...
    %again = dist.to_device %there : tensor<8x16xf32>
    %dv = stablehlo.dot_general %again, %dy, ...
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def PlaceMemoryPass : Pass<"place-memory", "::mlir::ModuleOp"> {
  let summary = "Run operations where their values lie, on the device or the host";
  let description = [{
    Arguments and results with `dist.on_host` lie in host memory. An operation
    touches one memory (law L17): each is put on one side, and what changes
    sides is copied by `dist.to_host` or `dist.to_device`, once, however many
    read it there. The sides are the cheapest cut of the program, by the seconds
    of the host's link; of nearly equal ones that in which next values of state on
    the host are made there, and then that with fewest operations on the host. So an optimizer runs on the host if its state lies there: gradients go
    to the host, updates come back, and nothing else moves.

    Only operations on elements and rows may run on the host, and none in programs
    for GPUs. What is cheap to make again (constants, broadcasts) is made on both
    sides. Programs without values on the host are left alone; so are functions
    whose memories are placed (`dist.memories_placed`). A remark of category
    `memory` has the bytes.

    Before:
    ```mlir
    func.func @main(%m: tensor<4xf32> {dist.on_host}, %g: tensor<4xf32>, %p: tensor<4xf32>)
        -> (tensor<4xf32> {dist.on_host}, tensor<4xf32>) {
      %0 = stablehlo.add %m, %g : tensor<4xf32>
      %1 = stablehlo.subtract %p, %0 : tensor<4xf32>
      return %0, %1 : tensor<4xf32>, tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%m: tensor<4xf32> {dist.on_host}, %g: tensor<4xf32>, %p: tensor<4xf32>)
        -> (tensor<4xf32> {dist.on_host}, tensor<4xf32>) attributes {dist.memories_placed} {
      %0 = dist.to_host %g : tensor<4xf32>
      %1 = stablehlo.add %m, %0 : tensor<4xf32>
      %2 = dist.to_device %1 : tensor<4xf32>
      %3 = stablehlo.subtract %p, %2 : tensor<4xf32>
      return %1, %3 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def OverlapPass : Pass<"overlap", "::mlir::ModuleOp"> {
  let summary = "Let collectives and copies run beside kernels that do not wait for them";
  let description = [{
    On targets whose devices have streams: puts the operations of a rank's
    program into an order in which kernels stand between a collective and the
    first reader of its result, and says of each collective how many operations
    run beside it (`step.beside`), and in which stream (`step.stream`, 1 if
    absent): each set of groups has one, in which collectives keep their order.
    What is in flight stays alive; orders whose arena is more than `growth` times
    the least, or more than `budget`, are not used. Of the others it is the one
    that the machine's streams are done with first; if none is faster than one
    operation after the other, nothing runs beside anything.
    Copies to the device are put so early that they are done when they are read, and
    copies to the host run beside what comes until they are done, both by predicted
    times and within the same bytes.
    plan-memory keeps the order; emit-step puts such collectives, and copies of each
    direction, into streams of their own, with events for their start and their end.
    On other targets nothing is done. A remark of category `schedule` has the numbers.

    Before:
    ```mlir
    %1 = dist.all_reduce %0 sum over {"dp"} on @mesh : tensor<16xf32>
    %2 = call @update(%1, %p) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %3 = call @gradient(%x) : (tensor<16xf32>) -> tensor<16xf32>
    ```
    After:
    ```mlir
    %1 = dist.all_reduce %0 sum over {"dp"} on @mesh {step.beside = 1 : i64} : tensor<16xf32>
    %3 = call @gradient(%x) : (tensor<16xf32>) -> tensor<16xf32>
    %2 = call @update(%1, %p) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    ```
  }];
  let options = [
    Option<"budget", "budget", "int64_t", "0",
           "Bytes of the largest arena that is taken for it; 0: any">,
    Option<"growth", "growth", "double", "1.05",
           "How large the arena may become, where the least is 1">];
}

def PlanMemoryPass : Pass<"plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give every tensor its place in one arena";
  let description = [{
    Every argument, result and value of a rank's program gets an offset in one
    arena, planned at compile time: the step allocates nothing. Values with the
    same memory (views, carried values of a loop, results that take over an
    operand that dies there) share one storage; storages that are alive at the
    same time do not overlap. Operations are put into an order that holds less,
    if one is found, except where overlap has made one. A remark of category
    `schedule` has the bytes and the largest live values at the peak; an arena
    larger than `budget` is an error at the operation that holds most.

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
    checks that every value read is the one that was last written there. The
    module is left as it is: before and after are the same.

    This passes: `%1` may lie where `%0` did, because `%0` has no readers after
    it.
    ```mlir
    func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> tensor<4xf32> {
      %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}
    ```
    This is refused, since both are results:
    ```mlir
    func.func @main(%x: tensor<4xf32> {step.offset = 0 : i64}) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = call @k(%x) {step.offsets = array<i64: 64>} : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @k(%x) {step.offsets = array<i64: 72>} : (tensor<4xf32>) -> tensor<4xf32>
      return %0, %1 : tensor<4xf32>, tensor<4xf32>
    }
    func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {popt.kernel}
    ```
    ```
    error: result 0 of func.call at byte 72 overwrites result 0 of func.call at byte 64, which is read later
    ```
  }];
}

#endif // POPT_MEMORY_PASSES_TD
