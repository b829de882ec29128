//===- DistCollectives.td - Collectives of local programs --*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTCOLLECTIVES_TD
#define POPT_DIALECT_DIST_DISTCOLLECTIVES_TD

include "popt/Dialect/Dist/CollectiveInterface.td"
include "popt/Dialect/Dist/DistBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Dist_GroupsAttr : TypedArrayAttrBase<DenseI64ArrayAttr, "lists of ranks">;
def Dist_GlobalTypeAttr : TypeAttrOf<AnyRankedTensor>;

// Text shared by the descriptions of all collectives.
class Dist_CollectiveText {
  string asClause = [{

    The clause `as GLOBAL from F to T` states the same move in the algebra: the
    value of type GLOBAL that is laid out as F becomes laid out as T. It is what
    holds where blocks are uneven: local extents are those of the largest block,
    how much each coordinate sends follows from the layouts, and what lies
    beyond a block is unspecified. Without the clause all blocks are equal.

    Instead of axes, `over` takes lists of ranks, `over [[0, 2], [1, 3]]`: the
    form that manual regions may bring. Each list is a group in block order.
  }];
  string constraints = [{
    **Constraints** of every collective
    - (C1) the mesh is the module's; groups are axes of it, none used twice, or
      lists of equal length in which every rank of the mesh stands once;
    - (C2) the shapes of operand and result agree with dimension and group size,
      or with the `as` clause, whose layouts fit its type;
    - (C3) `from`, `to` and the global type come together, and not with lists of
      ranks.
  }];
}
def Dist_Text : Dist_CollectiveText;

// Groups are given by `axes` or by `replica_groups`.
class Dist_CollectiveOp<string mnemonic, string kind, dag extra,
                        list<Trait> traits = [NoMemoryEffect]>
    : Dist_Op<mnemonic, !listconcat(traits, [CollectiveOpInterface])> {
  let arguments = !con((ins AnyRankedTensor:$input), extra,
    (ins OptionalAttr<Dist_AxisListAttr>:$axes,
         OptionalAttr<Dist_GroupsAttr>:$replica_groups,
         FlatSymbolRefAttr:$mesh,
         OptionalAttr<Dist_GlobalTypeAttr>:$global_type,
         OptionalAttr<Dist_ShardingAttr>:$from,
         OptionalAttr<Dist_ShardingAttr>:$to));
  let results = (outs AnyRankedTensor:$result);
  code kindDeclaration = "static ReshardKind getKind() { return ReshardKind::"
    # kind # "; }\n";
  let extraClassDeclaration = kindDeclaration;
  let hasVerifier = 1;
}

def Dist_AllReduceOp : Dist_CollectiveOp<"all_reduce", "AllReduce",
    (ins Dist_MonoidAttr:$monoid), [NoMemoryEffect, SameOperandsAndResultType]> {
  let summary = "Combines what the coordinates of a group hold";
  let description = !strconcat([{
    Every coordinate gets the combination, by the monoid, of what the
    coordinates of its group hold. The order of the combination is the group's.
    Elements narrower than f32 are combined in f32 and rounded once. On i1,
    `sum` is or and `prod` is and.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = dist.all_reduce %x sum over {"dp"} on @mesh : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints);
  let assemblyFormat = [{
    $input custom<MonoidWord>($monoid) `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($result) (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_AllGatherOp : Dist_CollectiveOp<"all_gather", "AllGather", (ins I64Attr:$dim)> {
  let summary = "Puts the blocks of a group together along a dimension";
  let description = !strconcat([{
    The axes are the most minor ones of the dimension, so that the result is the
    concatenation of the group's blocks in the group's order.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<3x4xf32>) -> tensor<5x4xf32> {
      %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<3x4xf32> -> tensor<5x4xf32>
          as tensor<5x4xf32> from <@mesh, [{"dp"}, {} ]>
                             to <@mesh, [{}, {} ]>
      return %0 : tensor<5x4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints);
  let assemblyFormat = [{
    $input `dim` $dim `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_ReduceScatterOp : Dist_CollectiveOp<"reduce_scatter", "ReduceScatter",
    (ins Dist_MonoidAttr:$monoid, I64Attr:$dim)> {
  let summary = "Combines, and leaves each coordinate one block";
  let description = !strconcat([{
    An all-reduce of which coordinate i of the group keeps block i of the
    dimension. The axes become the most minor ones of the dimension.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
      %0 = dist.reduce_scatter %x sum dim 0 over {"dp"} on @mesh
          : tensor<6x4xf32> -> tensor<3x4xf32>
      return %0 : tensor<3x4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints);
  let assemblyFormat = [{
    $input custom<MonoidWord>($monoid) `dim` $dim `over` custom<Groups>($axes, $replica_groups) `on` $mesh
    attr-dict `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_AllToAllOp : Dist_CollectiveOp<"all_to_all", "AllToAll",
    (ins I64Attr:$split, I64Attr:$concat)> {
  let summary = "Moves axes from one dimension to another";
  let description = !strconcat([{
    Splits the block along `split` into one piece per member, sends piece i to
    member i, and puts what arrives together along `concat` in the group's
    order: the axes leave dimension `concat` and become the most minor ones of
    `split`. With equal dimensions the pieces are exchanged in place.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<2x8xf32>) -> tensor<4x4xf32> {
      %0 = dist.all_to_all %x split 1 concat 0 over {"dp"} on @mesh
          : tensor<2x8xf32> -> tensor<4x4xf32>
      return %0 : tensor<4x4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints);
  let assemblyFormat = [{
    $input `split` $split `concat` $concat `over` custom<Groups>($axes, $replica_groups)
    `on` $mesh attr-dict `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_AllSliceOp : Dist_CollectiveOp<"all_slice", "Slice", (ins I64Attr:$dim),
    [Pure]> {
  let summary = "Keeps this coordinate's block; nothing is sent";
  let description = !strconcat([{
    The opposite of an all-gather: coordinate i of the group keeps block i of
    the dimension. The axes become the most minor ones of the dimension.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
      %0 = dist.all_slice %x dim 0 over {"dp"} on @mesh : tensor<6x4xf32> -> tensor<3x4xf32>
      return %0 : tensor<3x4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints);
  let assemblyFormat = [{
    $input `dim` $dim `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_ToPartialOp : Dist_CollectiveOp<"to_partial", "ToPartial",
    (ins Dist_MonoidAttr:$monoid), [Pure, SameOperandsAndResultType]> {
  let summary = "Makes copies partial; nothing is sent";
  let description = !strconcat([{
    The first member of the group keeps its value, the others take the monoid's
    identity. Of a value that exists at some members only, those listed by
    `keep` do.

    ```mlir
    dist.mesh @mesh = <["dp"=4]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = dist.to_partial %x sum over {"dp"} on @mesh : tensor<4xf32>
      %1 = dist.to_partial %0 sum keep [1, 3] over {"dp"} on @mesh : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints, [{
    - (C4) the members listed by `keep` exist and ascend; there is one at least.
  }]);
  let arguments = (ins AnyRankedTensor:$input, Dist_MonoidAttr:$monoid,
    OptionalAttr<DenseI64ArrayAttr>:$keep,
    OptionalAttr<Dist_AxisListAttr>:$axes,
    OptionalAttr<Dist_GroupsAttr>:$replica_groups,
    FlatSymbolRefAttr:$mesh,
    OptionalAttr<Dist_GlobalTypeAttr>:$global_type,
    OptionalAttr<Dist_ShardingAttr>:$from,
    OptionalAttr<Dist_ShardingAttr>:$to);
  let assemblyFormat = [{
    $input custom<MonoidWord>($monoid) (`keep` $keep^)?
    `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($result) (`as` $global_type^ `from` $from `to` $to)?
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$input,
      "MonoidAttr":$monoid, "AxisListAttr":$axes,
      "::mlir::ArrayAttr":$replica_groups, "::mlir::FlatSymbolRefAttr":$mesh,
      "::mlir::TypeAttr":$global_type, "ShardingAttr":$from, "ShardingAttr":$to), [{
    build($_builder, $_state, type, input, monoid, ::mlir::DenseI64ArrayAttr(),
          axes, replica_groups, mesh, global_type, from, to);
  }]>];
  let extraClassDeclaration = kindDeclaration # [{
    /// The members of a group that keep their value.
    ::llvm::SmallVector<int64_t> getKeepers() {
      if (std::optional<::llvm::ArrayRef<int64_t>> keep = getKeep())
        return ::llvm::SmallVector<int64_t>(*keep);
      return {0};
    }
  }];
}

// One member of each group, the root, sends to the others, or receives from
// them.
class Dist_RootedText {
  string constraints = [{
    - (C4) the root is a member of the group;
    - (C5) with the `as` clause: the value is pinned, along whole axes, before
      (broadcast, scatter) or after (gather, reduce), and the root is where.
  }];
}
def Dist_Rooted : Dist_RootedText;

class Dist_RootedOp<string mnemonic, string kind, dag extra, list<Trait> traits = []>
    : Dist_CollectiveOp<mnemonic, kind, !con(extra, (ins I64Attr:$root)),
                        !listconcat([NoMemoryEffect], traits)>;

def Dist_BroadcastOp : Dist_RootedOp<"broadcast", "Broadcast", (ins),
    [SameOperandsAndResultType]> {
  let summary = "Every member gets what the root holds";
  let description = !strconcat([{
    The blocks of the other members are not read.

    ```mlir
    dist.mesh @mesh = <["dp"=4]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = dist.broadcast %x root 1 over {"dp"} on @mesh : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints, Dist_Rooted.constraints);
  let assemblyFormat = [{
    $input `root` $root `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($result) (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_ScatterOp : Dist_RootedOp<"scatter", "Scatter", (ins I64Attr:$dim)> {
  let summary = "Every member gets its block of what the root holds";
  let description = !strconcat([{
    Member i of the group gets block i of the dimension: the axes become the
    most minor ones of it. The blocks of the other members are not read.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
      %0 = dist.scatter %x dim 0 root 1 over {"dp"} on @mesh
          : tensor<6x4xf32> -> tensor<3x4xf32>
      return %0 : tensor<3x4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints, Dist_Rooted.constraints);
  let assemblyFormat = [{
    $input `dim` $dim `root` $root `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_GatherOp : Dist_RootedOp<"gather", "Gather", (ins I64Attr:$dim)> {
  let summary = "The root puts the blocks of its group together";
  let description = !strconcat([{
    An all-gather whose result exists only at the root; elsewhere it is
    unspecified.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
      %0 = dist.gather %x dim 0 root 1 over {"dp"} on @mesh
          : tensor<3x4xf32> -> tensor<6x4xf32>
      return %0 : tensor<6x4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints, Dist_Rooted.constraints);
  let assemblyFormat = [{
    $input `dim` $dim `root` $root `over` custom<Groups>($axes, $replica_groups) `on` $mesh attr-dict
    `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_ReduceOp : Dist_RootedOp<"reduce", "Reduce", (ins Dist_MonoidAttr:$monoid),
    [SameOperandsAndResultType]> {
  let summary = "The root combines what its group holds";
  let description = !strconcat([{
    An all-reduce whose result exists only at the root; elsewhere it is
    unspecified.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = dist.reduce %x sum root 1 over {"dp"} on @mesh : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }], Dist_Text.asClause, Dist_Text.constraints, Dist_Rooted.constraints);
  let assemblyFormat = [{
    $input custom<MonoidWord>($monoid) `root` $root `over` custom<Groups>($axes, $replica_groups)
    `on` $mesh attr-dict
    `:` type($result) (`as` $global_type^ `from` $from `to` $to)?
  }];
}

def Dist_PermuteOp : Dist_Op<"permute", [NoMemoryEffect, CollectiveOpInterface]> {
  let summary = "Sends whole blocks from rank to rank";
  let description = [{
    Each pair is [source, target], by rank of the whole mesh. A rank that is no
    target gets zeros.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = dist.permute %x pairs [[0, 1], [1, 0]] on @mesh : tensor<4xf32> -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    **Constraints**
    - (C1) each pair has two ranks of the mesh; no rank is a source or a target
      twice;
    - (C2) the types agree, or agree with the `as` clause.
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_GroupsAttr:$pairs,
    FlatSymbolRefAttr:$mesh,
    OptionalAttr<Dist_GlobalTypeAttr>:$global_type,
    OptionalAttr<Dist_ShardingAttr>:$from, OptionalAttr<Dist_ShardingAttr>:$to);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `pairs` custom<RankLists>($pairs) `on` $mesh attr-dict
    `:` type($input) `->` type($result)
    (`as` $global_type^ `from` $from `to` $to)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ReshardKind getKind() { return ReshardKind::Permute; }
  }];
}

def Dist_BucketOp : Dist_Op<"bucket", [NoMemoryEffect, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "Collectives that run as one";
  let description = [{
    The members of a group have one rendezvous for all operations of the body
    instead of one for each. Operation i reads argument i and makes result i;
    nothing is copied together.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>, %y: tensor<6xi32>) -> (tensor<4xf32>, tensor<3xi32>) {
      %0:2 = dist.bucket(%x, %y) (%a: tensor<4xf32>, %b: tensor<6xi32>) {
        %1 = dist.all_reduce %a sum over {"dp"} on @mesh : tensor<4xf32>
        %2 = dist.reduce_scatter %b max dim 0 over {"dp"} on @mesh : tensor<6xi32> -> tensor<3xi32>
        dist.return %1, %2 : tensor<4xf32>, tensor<3xi32>
      } : (tensor<4xf32>, tensor<6xi32>) -> (tensor<4xf32>, tensor<3xi32>)
      return %0#0, %0#1 : tensor<4xf32>, tensor<3xi32>
    }
    ```

    **Constraints**
    - (C1) the region has one argument per operand, of its type, and its
      terminator one operand per result, of its type;
    - (C2) the body has at least two operations, which are all_reduce,
      all_gather, reduce_scatter, broadcast or reduce; operation i reads argument i and its result
      is what the terminator returns as i;
    - (C3) all have the same groups.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` custom<BodyRegion>($body) attr-dict
    `:` functional-type($inputs, results)
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The operations, in order.
    ::llvm::SmallVector<::popt::dist::CollectiveOpInterface> getMembers();
  }];
}

#endif // POPT_DIALECT_DIST_DISTCOLLECTIVES_TD
