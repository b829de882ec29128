//===- Passes.td - Passes of the phase Collectives -------------*- tablegen -*-===//
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

#endif // POPT_COLLECTIVES_PASSES_TD
