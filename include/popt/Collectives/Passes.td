//===- Passes.td - Passes of the phase Collectives ---------*- tablegen -*-===//
#ifndef POPT_COLLECTIVES_PASSES_TD
#define POPT_COLLECTIVES_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormReduceScatterPass : Pass<"form-reduce-scatter", "::mlir::ModuleOp"> {
  let summary = "Reduce only what is kept";
  let description = [{
    If all users of an `all_reduce` are `all_slice`, it computes elements
    without readers. With A the axes of the all-reduce and S those of the slice,
    major to minor, let M be the axes of S that are also in A. If they are
    adjacent in S = P, M, Q, the pair becomes

    1. a slice over P (partial values are sliced like sums),
    2. a reduce-scatter over M,
    3. a slice over Q,
    4. an all-reduce over the rest of A, of the block that is left;

    steps without axes are left out. If several slices differ, each gets its own
    sequence, provided that together they send fewer bytes than the all-reduce.
    A sum of floats narrower than f32 is never cut into steps 2 and 4, which
    would round it twice. Every rewrite is a remark of category `collectives`.

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
  let summary = "Reduce a sum once instead of its operands";
  let description = [{
    An operation that is linear in its operands (its model says in which) may
    take partial values and have its result reduced instead. All-reduces with
    the same monoid and groups, and the linear operations that alone read them,
    form trees; each is cut where the fewest bytes are sent: the sum of two
    all-reduced values is reduced once, a value that becomes smaller is reduced
    afterwards, one that becomes larger before. Its other operands must be the
    same for the whole group: a scale that differs between coordinates stays
    after the reduction. An all_reduce of an all_reduce becomes one over both
    groups' axes if it sends no more and is no slower.

    Left alone: values with further readers, sums of floats narrower than f32
    (partial values would be rounded), reductions outside of the loop or branch.
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
    An elementwise operation may run on gathered operands, or on blocks whose
    result is then gathered. All-gathers of the same groups and dimension, and
    the operations on single elements that alone read them and numbers repeated,
    form trees; each is cut where the fewest bytes are sent: two gathered
    operands become one gathered result, a conversion to a narrower type moves
    before the gather, one to a wider type after it.

    A slice moves the other way, before elementwise operations, if their operand
    is an all_gather of which it keeps a part: a slice over the first of the
    gathered axes leaves a gather over the others, a slice over all of them
    leaves nothing.

    Left alone: values with further readers, gathers outside of the loop or
    branch. Every rewrite is a remark of category `collectives`.

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
    Two kinds of collectives leave a loop whose number of iterations is known:

    - *accumulations*: if every iteration adds an all-reduced value to a carried
      one, the loop carries the partial value instead, and it is reduced after
      the loop. Between the carried and the yielded value there may be any
      operations that are linear in both and whose other operands are the same
      for the whole group. On entry the first coordinate of each group keeps the
      initial value and the others take the identity.
    - *invariants*: a collective whose operand does not change in the loop moves
      before it, together with the operations that compute the operand. Its
      result is then held during the whole loop; where a memory budget has no
      room for that, fit-memory makes it in the loop again.

    choose-strategies already places the reductions and gathers that Partition
    adds, so this pass serves collectives that a user wrote.

    Left alone: loops whose number of iterations depends on data, sums of floats
    narrower than f32, carried values with other readers in the loop. Every
    rewrite is a remark of category `collectives`, and so is (as missed) what an
    unknown number of iterations prevents.

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
}

def SplitByLevelPass : CollectivesPass<"split-by-level"> {
  let summary = "Send less over slow links";
  let description = [{
    A collective whose groups cross levels of links runs at the speed of the
    slowest one. Where the machine has levels of links, an `all_reduce` over
    axes of several levels becomes a `reduce_scatter` over the fast ones, an
    `all_reduce` of the block over the slow ones, and an `all_gather` over the
    fast ones, cut at the level where this takes the least time, if it takes
    less than before. If the middle part still crosses levels, it is cut in the
    same way. An axis that itself crosses a level is used in parts. An
    `all_gather` first sends single blocks over the slow links and then gathers
    over the fast ones; a `reduce_scatter` does the opposite. If the slow axes
    are the major ones, the pieces arrive in another order and a local transpose
    restores it. The total bytes of large collectives stay the same.

    An `all_reduce` is scattered along the first dimension that the fast axes
    divide, or else over all elements in row-major order; those of an axis used
    in parts are padded if they do not divide. What is so small that most blocks
    would be padding (a loss) is summed over the fast axes, then over the slow
    ones, as a whole. Left alone: gathers
    and reduce-scatters of uneven blocks, sums of floats narrower than f32,
    which would be rounded twice, and groups given as ranks.

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

def SendFromOwnersPass : CollectivesPass<"send-from-owners"> {
  let summary = "Broadcast rows of a stack from their owners, and reduce them there";
  let description = [{
    Where whole layers lie on ranks, each iteration of a scan reads a row that
    one rank has. Partition makes it a sum to which the others add zeros, and
    what the scan writes a sum that all get, though one keeps it. Here an
    `all_reduce` of what one member of each group has becomes a `broadcast`, and
    one whose result is written by one member, and dropped by the others, a
    `reduce`: half the bytes in groups of many. Where both are one member,
    nothing is sent. Masks and indices are computed before the program runs, for
    each member and iteration, so that any expression of the counter and of
    `dist.block` will do, and blocks may be uneven.

    The root of a collective is fixed, so the scan becomes one loop for each run
    of iterations with the same roots: with 16 layers on 4 ranks 4 loops of 4.
    If these would have more than 16384 operations in all, all-reduces stay.

    Left alone: indices that depend on data, sums with several readers of which
    one needs them everywhere, slices that reach over two blocks. Every rewrite
    is a remark of category `collectives`.

    Before, in a scan on `a` of size 2; `%own` is zero but on the rank that has
    row `%i`:
    ```mlir
    %row = dist.all_reduce %own sum over {"a"} on @mesh : tensor<1x4xf32>
    ```
    After, in the loop of the first half of the iterations:
    ```mlir
    %row = dist.broadcast %own root 0 over {"a"} on @mesh : tensor<1x4xf32>
    ```
  }];
}

def CombineCollectivesPass : CollectivesPass<"combine-collectives"> {
  let summary = "Run independent collectives over the same groups as one";
  let description = [{
    Every collective costs a latency, however small it is. All-reduces,
    all-gathers, reduce-scatters, broadcasts and rooted reductions over the same
    groups that do not depend on each other go into a `dist.bucket`, which the members of a group run with
    one rendezvous and without copies.

    Collectives are taken in the order in which their operands exist, and a
    bucket is a run of this order: gradients stay in the order of the backward
    pass, so that their messages can overlap with the rest of it. More buckets
    end earlier, because the first need not wait for the last operand; fewer
    buckets have fewer latencies. The pass minimises the end of the last
    message, assuming that messages overlap with computation, plus one latency
    per bucket. Where latency is 0 nothing changes. On devices with streams,
    collectives of values from outside the block are taken in the order in which
    their results are read, and the pass maximises the time at which the first of
    them has to begin, so that the first bucket is short.

    The bucket is placed after the last of its operands, and earlier readers of
    its results move after it. If all results at once would raise the peak over
    the function's `dist.bucket_bytes` (what fit-memory has come to),
    collectives are taken in program order instead, a bucket is placed at its
    first member, and its results take at most what these bytes leave between its
    first and last member. The attribute goes. Every bucket is a remark of category
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
}

#endif // POPT_COLLECTIVES_PASSES_TD
