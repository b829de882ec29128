//===- Passes.td - Passes of the phase Collectives ---------*- tablegen -*-===//
#ifndef POPT_COLLECTIVES_PASSES_TD
#define POPT_COLLECTIVES_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormReduceScatterPass : Pass<"form-reduce-scatter", "::mlir::ModuleOp"> {
  let summary = "Reduce only what is kept";
  let description = [{
    An `all_reduce` all of whose users are `all_slice` computes elements that
    nobody keeps. With A the axes of the all-reduce and S those of the slice,
    major to minor, let M be the axes of S that are also in A. If they stand
    together in S = P, M, Q, the pair becomes

    1. a slice over P (terms are sliced as well as sums),
    2. a reduce-scatter over M,
    3. a slice over Q,
    4. an all-reduce over the rest of A, of the block that is left;

    steps without axes are left out. If several slices differ, each gets its own
    sequence, where together they send fewer bytes than the all-reduce. A sum of
    a float narrower than f32 is never cut into 2 and 4, as it would be rounded
    twice. Every rewrite is a remark of category `collectives`.

    Before, on `a` of size 2 and `b` of size 3:
    ```mlir
    %0 = dist.all_reduce %x sum over {"a", "b"} on @mesh : tensor<6x4xf32>
    %1 = dist.all_slice %0 dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
    ```
    After:
    ```mlir
    %0 = dist.reduce_scatter %x sum dim 0 over {"b"} on @mesh : tensor<6x4xf32> -> tensor<2x4xf32>
    %1 = dist.all_reduce %0 sum over {"a"} on @mesh : tensor<2x4xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

class CollectivesPass<string name> : Pass<name, "::mlir::ModuleOp"> {
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def ReassociatePass : CollectivesPass<"reassociate"> {
  let summary = "Reduce a sum once instead of its terms";
  let description = [{
    An operation that is linear in its operands (its model says in which) may
    take terms and have its result reduced. All-reduces with the same monoid and
    groups, and the linear operations that alone read them, form trees; each is
    cut where least is sent: the sum of two all-reduced values is reduced once,
    a value that becomes smaller is reduced afterwards, one that becomes larger
    before. What an operation reads besides must be the same for the whole
    group: a scale that differs from coordinate to coordinate stays behind the
    reduction. An all_reduce of an all_reduce becomes one over both groups' axes
    if it sends no more and is no slower.

    Left alone: values with further readers, sums of floats narrower than f32
    (terms would be rounded), reductions on the other side of a loop's border.
    Every rewrite is a remark of category `collectives`.

    Before:
    ```mlir
    %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<6x4xf32>
    %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<6x4xf32>
    ```
    After:
    ```mlir
    %0 = stablehlo.add %x, %y : tensor<6x4xf32>
    %1 = dist.all_reduce %0 sum over {"a"} on @mesh : tensor<6x4xf32>
    ```
  }];
}

def SinkGathersPass : CollectivesPass<"sink-gathers"> {
  let summary = "Gather results instead of operands";
  let description = [{
    An operation on single elements gives the same blocks whether it runs on
    gathered operands or on blocks. All-gathers of the same groups and
    dimension, and the operations on single elements that alone read them and
    numbers repeated, form trees; each is cut where least is sent: two gathered
    operands become one gathered result, a conversion to a narrower type comes
    first, one to a wider type afterwards.

    The other way round, a slice comes before operations on single elements if
    it meets an all_gather there of which it keeps a part: a slice over the
    first of the gathered axes leaves a gather over the others, a slice over
    all of them leaves nothing.

    Left alone: values with further readers, gathers on the other side of a
    loop's border. Every rewrite is a remark of category `collectives`.

    Before, on `a` of size 2:
    ```mlir
    %0 = dist.all_gather %x dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
    %1 = dist.all_gather %y dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<6x4xf32>
    ```
    After:
    ```mlir
    %0 = stablehlo.multiply %x, %y : tensor<3x4xf32>
    %1 = dist.all_gather %0 dim 0 over {"a"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def MoveOutOfLoopsPass : CollectivesPass<"move-out-of-loops"> {
  let summary = "Communicate once instead of in every round of a loop";
  let description = [{
    Two kinds of collectives leave a loop whose number of rounds is known:

    - *accumulations*: a carried value to which every round adds all-reduced
      terms carries the terms instead, and is reduced after the loop. Between
      carried and yielded value may stand any operations that are linear in
      both, whose other operands are the same for the whole group. At the loop's
      entry the first coordinate of each group keeps the value and the others
      take the identity.
    - *invariants*: a collective of what does not change in the loop, together
      with the operations that compute its operand, stands before the loop. It
      then holds its result during the whole loop; where `memory-budget` would
      be exceeded it stays.

    Choose-strategies places the reductions and gathers that Partition adds, so
    this is for collectives that a user wrote and for loops around them.

    Left alone: loops whose number of rounds depends on data, sums of floats
    narrower than f32, carried values with other readers in the loop. Every
    rewrite is a remark of category `collectives`; what a budget or an unknown
    number of rounds prevents is a missed one.

    Before:
    ```mlir
    %0:2 = stablehlo.while(%i = %zero, %sum = %init) : tensor<i32>, tensor<4xf32>
     cond { ... } do {
      %g = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
      %next = stablehlo.add %sum, %g : tensor<4xf32>
      stablehlo.return %j, %next : tensor<i32>, tensor<4xf32>
    }
    ```
    After:
    ```mlir
    %t = dist.to_partial %init sum over {"a"} on @mesh : tensor<4xf32>
    %0:2 = stablehlo.while(%i = %zero, %sum = %t) : tensor<i32>, tensor<4xf32>
     cond { ... } do {
      %next = stablehlo.add %sum, %x : tensor<4xf32>
      stablehlo.return %j, %next : tensor<i32>, tensor<4xf32>
    }
    %1 = dist.all_reduce %0#1 sum over {"a"} on @mesh : tensor<4xf32>
    ```
  }];
  let options = [
    Option<"memoryBudget", "memory-budget", "int64_t", "0",
      "Bytes per device that the program may hold at once; 0: no limit">];
}

def SplitByLevelPass : CollectivesPass<"split-by-level"> {
  let summary = "Send less over slow links";
  let description = [{
    A collective whose groups cross levels of links runs at the speed of the
    slowest one. Where the machine has levels, an `all_reduce` over axes of
    several of them becomes a `reduce_scatter` over the fast ones, an
    `all_reduce` of the block over the slow ones, and an `all_gather` over the
    fast ones, cut at the level where that takes the least time and if it takes
    less than before; what is left over several levels is looked at again. An
    axis that crosses a level itself is used in parts. An `all_gather` first
    brings single blocks over the slow links and then gathers over the fast
    ones; a `reduce_scatter` goes the other way. Their pieces then stand in
    another order, and a local transpose puts them right where the slow axes are
    the major ones. Bytes stay the same in all.

    Of an `all_reduce` the first dimension that the fast axes divide is
    scattered, else all elements in a row. Left alone: gathers and
    reduce-scatters of uneven blocks, sums of floats narrower than f32, which would
    be rounded twice, and groups given as ranks.

    Before, on two nodes of four devices, `<["dp"=8]>`:
    ```mlir
    %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<8x4xf32>
    ```
    After:
    ```mlir
    %0 = dist.reduce_scatter %x sum dim 0 over {"dp":(2)4} on @mesh : tensor<8x4xf32> -> tensor<2x4xf32>
    %1 = dist.all_reduce %0 sum over {"dp":(1)2} on @mesh : tensor<2x4xf32>
    %2 = dist.all_gather %1 dim 0 over {"dp":(2)4} on @mesh : tensor<2x4xf32> -> tensor<8x4xf32>
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def CombineCollectivesPass : CollectivesPass<"combine-collectives"> {
  let summary = "Run independent collectives over the same groups as one";
  let description = [{
    Every collective costs a latency, whatever its size. All-reduces,
    all-gathers and reduce-scatters over the same groups of which none depends
    on another go into a `dist.bucket`, which the members of a group run with
    one meeting and without copies.

    Collectives are taken in the order in which their operands exist, and a
    bucket is a run of this order: gradients stay in the order of the backward
    pass, so that their messages can overlap with what is still computed. More
    buckets end earlier, since the first need not wait for the last operand;
    fewer have fewer latencies. Chosen is what makes least of the end of the
    last message, if messages overlap with computation, plus one latency for
    each. Where latency is 0 nothing changes.

    The bucket stands behind the last of its operands, and what reads the
    results before moves behind it. If there is no room for all results at
    once under `memory-budget`, collectives are taken in the order in which they
    stand, a bucket stands where the first of them does, and holds at most what
    is left under the budget between its first and its last. Every bucket is a remark of category
    `collectives`.

    Before:
    ```mlir
    %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
    %1 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<6xf32>
    ```
    After:
    ```mlir
    %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<6xf32>) {
      %1 = dist.all_reduce %a sum over {"a"} on @mesh : tensor<4xf32>
      %2 = dist.all_reduce %b sum over {"a"} on @mesh : tensor<6xf32>
      dist.return %1, %2 : tensor<4xf32>, tensor<6xf32>
    } : (tensor<4xf32>, tensor<6xf32>) -> (tensor<4xf32>, tensor<6xf32>)
    ```
  }];
  let options = [
    Option<"memoryBudget", "memory-budget", "int64_t", "0",
      "Bytes per device that the program may hold at once; 0: no limit">];
}

#endif // POPT_COLLECTIVES_PASSES_TD
