// What the verifier of collectives refuses; invalid.mlir has the plainest cases.
// RUN: %popt %s --split-input-file --verify-diagnostics

// Without a mesh there are no axes.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{mesh @mesh is unknown: the module has no dist.mesh}}
  %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// A part divides its axis.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{part "tp":(1)3 is no proper part of axis "tp" of size 4}}
  %0 = dist.all_reduce %x sum over {"tp":(1)3} on @mesh : tensor<3x4xf32>
  return
}

// -----

// A part overlaps its axis.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{axis "tp" of size 4 is used twice}}
  %0 = dist.all_reduce %x sum over {"tp":(1)2, "tp"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// Axes or lists of ranks: none.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{must have either axes or lists of ranks}}
  %0 = "dist.all_reduce"(%x) {mesh = @mesh, monoid = #dist.monoid<sum>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// A pair has a source and a target.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has a pair of 3 ranks}}
  %0 = dist.permute %x pairs [[0, 1, 2]] on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// A pair's rank is in the mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{names rank 8, but the mesh has 8 ranks}}
  %0 = dist.permute %x pairs [[0, 8]] on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// A pair's source twice.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has rank 0 as source twice}}
  %0 = dist.permute %x pairs [[0, 1], [0, 2]] on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// An all-to-all names two dimensions of its value.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{names dimension 7 of a value of rank 2}}
  %0 = dist.all_to_all %x split 0 concat 7 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// Shapes are static.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<?x4xf32>) {
  // expected-error @+1 {{has the operand type 'tensor<?x4xf32>', whose shape is not static}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<?x4xf32> -> tensor<?x4xf32>
  return
}

// -----

// The clause's type is static.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has the global type 'tensor<?x4xf32>', whose shape is not static}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32> as tensor<?x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  return
}

// -----

// The clause's layouts fit its type.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in 'from'}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<6x4xf32> as tensor<6x4xf32> from <@mesh, [{"dp"}]> to <@mesh, [{}, {}]>
  return
}

// -----

// The clause's local types.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{has the local type 'tensor<5x4xf32>', but 'to' makes 'tensor<6x4xf32>' of 'tensor<6x4xf32>'}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<6x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  return
}

// -----

// The clause has three parts.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{must have the global type, 'from' and 'to' together}}
  %0 = "dist.all_reduce"(%x) {mesh = @mesh, axes = #dist.axes<{"dp"}>, monoid = #dist.monoid<sum>, global_type = tensor<3x4xf32>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// The clause speaks of axes.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{must name axes, not lists of ranks, where it has an 'as' clause}}
  %0 = dist.all_reduce %x sum over [[0, 1], [2, 3], [4, 5], [6, 7]] on @mesh : tensor<3x4xf32> as tensor<3x4xf32> from <@mesh, [{}, {}], partial = sum{"dp"}> to <@mesh, [{}, {}]>
  return
}

// -----

// What was partial.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{over {"dp"} does not lead from partial {"tp"} to partial {}}}
  %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<3x4xf32> as tensor<3x4xf32> from <@mesh, [{}, {}], partial = sum{"tp"}> to <@mesh, [{}, {}]>
  return
}

// -----

// How it was partial.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{combines by sum, but a layout is partial by max}}
  %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<3x4xf32> as tensor<3x4xf32> from <@mesh, [{}, {}], partial = max{"dp"}> to <@mesh, [{}, {}]>
  return
}

// -----

// The block of an index names axes of the mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{axis "z" is not in the mesh}}
  %0, %1 = dist.block {"z"} of 5 on @mesh : tensor<i32>, tensor<i32>
  return
}

// -----

// An extent counts.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{extent -5 is negative}}
  %0, %1 = dist.block {"dp"} of -5 on @mesh : tensor<i32>, tensor<i32>
  return
}

// -----

// An index names axes of the mesh.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{axis "z" is not in the mesh}}
  %0 = dist.axis_index {"z"} on @mesh : tensor<i32>
  return
}

// -----

// A constraint fits its value.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in its sharding}}
  %0 = dist.constraint %x <@mesh, [{}]> : tensor<3x4xf32>
  return
}

// -----

// A reshard's origin fits its value.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in 'from'}}
  %0 = dist.reshard %x from <@mesh, [{}]> to <@mesh, [{}, {}]> : tensor<3x4xf32>
  return
}

// -----

// A reshard's aim fits its value.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in 'to'}}
  %0 = dist.reshard %x from <@mesh, [{}, {}]> to <@mesh, [{}]> : tensor<3x4xf32>
  return
}

// -----

// So does what each of its moves leaves.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{1 dimension is listed for a value of rank 2 in the sharding after a move}}
  %0 = dist.reshard %x from <@mesh, [{}, {}]> to <@mesh, [{}, {}]> by [#dist.move<slice over {"dp"} dim 0 to <@mesh, [{}]>>] : tensor<3x4xf32>
  return
}

// -----

// The last move ends where the reshard does.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{ends in #dist.sharding<@mesh, [{"dp"}, {}]>, not in #dist.sharding<@mesh, [{}, {"dp"}]>}}
  %0 = dist.reshard %x from <@mesh, [{}, {}]> to <@mesh, [{}, {"dp"}]> by [#dist.move<slice over {"dp"} dim 0 to <@mesh, [{"dp"}, {}]>>] : tensor<3x4xf32>
  return
}

// -----

// There are so many kinds of moves.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{"jump" is no move; there are slice, all_gather, all_to_all, reduce_scatter, all_reduce, permute, to_partial, restrict, broadcast, scatter, gather, reduce, send}}
  %0 = dist.reshard %x from <@mesh, [{}, {}]> to <@mesh, [{}, {}]> by [#dist.move<jump to <@mesh, [{}, {}]>>] : tensor<3x4xf32>
  return
}

// -----

// A bucket has several operations.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has 1 operations; a bucket has at least two}}
  %0 = dist.bucket(%x) (%a: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    dist.return %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// As many operands and results.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has 2 operations, 1 operands and 1 results}}
  %0 = dist.bucket(%x) (%a: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    %2 = dist.all_reduce %a max over {"dp"} on @mesh : tensor<4xf32>
    dist.return %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The types of operands and arguments agree.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>, %y: tensor<6xf32>) {
  // expected-error @+1 {{has operands and arguments of different types}}
  %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    %2 = dist.all_reduce %b max over {"dp"} on @mesh : tensor<4xf32>
    dist.return %1, %2 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<6xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// The types of results agree with what is returned.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{has results of other types than what it returns}}
  %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    %2 = dist.all_reduce %b max over {"dp"} on @mesh : tensor<4xf32>
    dist.return %1, %2 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<6xf32>)
  return
}

// -----

// Only collectives that combine or gather.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    // expected-error @+1 {{cannot be in a bucket}}
    %2 = dist.to_partial %b sum over {"dp"} on @mesh : tensor<4xf32>
    dist.return %1, %2 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// Each from its argument to its result.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    // expected-error @+1 {{is operation 1 of a bucket, but does not lead from argument to result of that number}}
    %2 = dist.all_reduce %1 max over {"dp"} on @mesh : tensor<4xf32>
    dist.return %1, %2 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// One kind of groups.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
    // expected-error @+1 {{has other groups than the first of its bucket}}
    %2 = dist.all_reduce %b sum over {"tp"} on @mesh : tensor<4xf32>
    dist.return %1, %2 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// C4: the root is a member.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{has member 4 as root of groups of 4}}
  %0 = dist.broadcast %x root 4 over {"tp"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// C2: a scatter splits its dimension into equal blocks.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{splits dimension 0 of extent 3 into 2 equal blocks}}
  %0 = dist.scatter %x dim 0 root 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<2x4xf32>
  return
}

// -----

// C2: a scatter has a dimension.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{names dimension 2 of a value of rank 2}}
  %0 = dist.scatter %x dim 2 root 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// C2: a gather has a dimension.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{names dimension 2 of a value of rank 2}}
  %0 = dist.gather %x dim 2 root 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<3x4xf32>
  return
}

// -----

// C5: what a root gets is pinned.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{with a root over axis "dp" needs the value pinned along it after and not before}}
  %0 = dist.gather %x dim 0 root 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"dp"}, {}]> to <@mesh, [{}, {}]>
  return
}

// -----

// C5: what a root gives was pinned.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<5x4xf32>) {
  // expected-error @+1 {{with a root over axis "dp" needs the value pinned along it before and not after}}
  %0 = dist.scatter %x dim 0 root 0 over {"dp"} on @mesh : tensor<5x4xf32> -> tensor<3x4xf32> as tensor<5x4xf32> from <@mesh, [{}, {}]> to <@mesh, [{"dp"}, {}]>
  return
}

// -----

// C5: the root is where the value is pinned.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<5x4xf32>) {
  // expected-error @+1 {{has its root at coordinate 0 of axis "dp", where the value is not pinned}}
  %0 = dist.scatter %x dim 0 root 0 over {"dp"} on @mesh : tensor<5x4xf32> -> tensor<3x4xf32> as tensor<5x4xf32> from <@mesh, [{}, {}], at = {"dp" = [1]}> to <@mesh, [{"dp"}, {}]>
  return
}

// -----

// C5: pins are along whole axes.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<6x4xf32>) {
  // expected-error @+1 {{with a root is over a part of axis "tp"; pins are along whole axes}}
  %0 = dist.scatter %x dim 0 root 0 over {"tp":(1)2} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32> as tensor<6x4xf32> from <@mesh, [{}, {}], at = {"tp" = [0]}> to <@mesh, [{"tp":(1)2}, {}]>
  return
}

// -----

// Without a root pins stay.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{changes the pin on axis "tp"}}
  %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32> as tensor<5x4xf32> from <@mesh, [{"dp"}, {}], at = {"tp" = [1]}> to <@mesh, [{}, {}]>
  return
}

// -----

// to_partial, C4: some member keeps its value.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{keeps the value of no member}}
  %0 = dist.to_partial %x sum keep [] over {"tp"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// to_partial, C4: members exist.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{keeps the value of member 4 of groups of 4}}
  %0 = dist.to_partial %x sum keep [1, 4] over {"tp"} on @mesh : tensor<3x4xf32>
  return
}

// -----

// to_partial, C4: members ascend.
dist.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{lists member 1 after 3; members ascend}}
  %0 = dist.to_partial %x sum keep [3, 1] over {"tp"} on @mesh : tensor<3x4xf32>
  return
}
