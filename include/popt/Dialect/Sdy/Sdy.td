//===- Sdy.td - The sdy dialect's operations ---------------*- tablegen -*-===//
#ifndef POPT_DIALECT_SDY_SDY_TD
#define POPT_DIALECT_SDY_SDY_TD

include "popt/Dialect/Sdy/SdyAttrs.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "A named mesh";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["dp"=4, "tp"=2]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ShardingConstraintOp : Sdy_Op<"sharding_constraint", [SameOperandsAndResultType]> {
  let summary = "The user's sharding of a value";
  let description = "May be dangling: it then states the operand's sharding.";
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ReshardOp : Sdy_Op<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "Moves a value to another sharding";
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "Ends the region of an sdy operation";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
}

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation", [RecursiveMemoryEffects,
    IsolatedFromAbove, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A region that the user partitioned by hand";
  let description = [{
    The body's types are local with regard to the manual axes.

    **Constraints**
    - (C1) one sharding per operand and per result, each fits its type;
    - (C2) all shardings have one mesh, which has the manual axes;
    - (C3) in a dimension, manual axes come before the others;
    - (C4) manual axes divide the dimensions that they split;
    - (C5) an axis is manual in one of the enclosing regions only;
    - (C6) the body takes and returns the local types.
  }];
  let arguments = (ins Variadic<AnyType>:$tensors,
    Sdy_TensorShardingPerValue:$in_shardings,
    Sdy_TensorShardingPerValue:$out_shardings, Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` operands `)`
    `in_shardings` `` `=` `` custom<ShardingList>($in_shardings)
    `out_shardings` `` `=` `` custom<ShardingList>($out_shardings)
    `manual_axes` `` `=` `` custom<Stripped>($manual_axes)
    custom<BodyRegion>($body) attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation", [RecursiveMemoryEffects,
    IsolatedFromAbove, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "An inlined call that keeps its name";
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$operands,
    OptionalAttr<Sdy_TensorShardingPerValue>:$in_shardings,
    OptionalAttr<Sdy_TensorShardingPerValue>:$out_shardings);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `<` $name `>` `` `(` $operands `)`
    (`in_shardings` `` `=` `` custom<ShardingList>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<ShardingList>($out_shardings)^)?
    custom<BodyRegion>($body) attr-dict `:` functional-type($operands, results)
  }];
  let hasVerifier = 1;
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "All values of a group get one sharding";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = [{
    $input `group_id` `` `=` `` $group_id attr-dict `:` type($input)
  }];
}

def Sdy_ConstantOp : Sdy_Op<"constant", [Pure, AllTypesMatch<["value", "output"]>]> {
  let summary = "A constant that is not shared between uses";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Sdy_PropagationBarrierOp
    : Sdy_Op<"propagation_barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "Shardings cross in one direction only, or not at all";
  let arguments = (ins AnyRankedTensor:$input,
                       Sdy_PropagationDirectionAttr:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` custom<Direction>($allowed_direction)
    attr-dict `:` type($input)
  }];
  let hasVerifier = 1;
}

def Sdy_DataFlowEdgeOp : Sdy_Op<"data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "The owner of the sharding that tied values share";
  let description = [{
    **Constraints**
    - (C1) the shape is static;
    - (C2) the edge is its operand's only user;
    - (C3) no sdy operation without a region makes the operand;
    - (C4) the sharding fits the type.
  }];
  let arguments = (ins AnyType:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Sdy_FuncDataFlowEdgeOp
    : Sdy_Op<"func_data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "The same for arguments and results of functions";
  let description = [{
    **Constraints**
    - (C1) the shape is static;
    - (C2) the edge is its operand's only user;
    - (C3) the operand is a function's argument or a call's result.
  }];
  let arguments = (ins AnyType:$operand);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Collectives, on global types
//===----------------------------------------------------------------------===//

// The operand's sharding and the parameters give the result's, which stands
// there again, so that each operation can be read by itself. All of them are
// reshards: the value does not change.
class Sdy_CollectiveOp<string mnemonic, string what, dag parameters>
    : Sdy_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = what;
  let description = [{
    **Constraints**
    - (C1) `out_sharding` fits the type;
    - (C2) the operand has a sharding; those that only split or reduce take one
      without as replicated;
    - (C3) both shardings are on one mesh; for a permute, on meshes of the same
      axes and different orders of devices, or on one;
    - (C4) the axes that it names are in the mesh, each once;
    - (C5) its axes, applied to the operand's sharding, give `out_sharding`;
    - (C6) unreduced axes that it keeps or reduces are combined as it says.
  }];
  let arguments = !con((ins AnyType:$tensor), parameters,
                       (ins Sdy_TensorSharding:$out_sharding));
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def Sdy_AllGatherOp : Sdy_CollectiveOp<"all_gather", "Removes minor axes of dimensions",
    (ins Sdy_ListOfAxisRefLists:$gathering_axes)> {
  let assemblyFormat = [{
    custom<Stripped>($gathering_axes) $tensor `out_sharding` `` `=` ``
    $out_sharding attr-dict `:` type($result)
  }];
}
def Sdy_AllSliceOp : Sdy_CollectiveOp<"all_slice", "Adds minor axes to dimensions",
    (ins Sdy_ListOfAxisRefLists:$slicing_axes)> {
  let assemblyFormat = [{
    custom<Stripped>($slicing_axes) $tensor `out_sharding` `` `=` ``
    $out_sharding attr-dict `:` type($result)
  }];
}
def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all", "Moves axes between dimensions",
    (ins Sdy_AllToAllParamList:$params)> {
  let assemblyFormat = [{
    custom<Stripped>($params) $tensor `out_sharding` `` `=` `` $out_sharding
    attr-dict `:` type($result)
  }];
}
def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute",
    "Replaces axes by others of the same size", (ins)> {
  let assemblyFormat = [{
    $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}
def Sdy_AllReduceOp : Sdy_CollectiveOp<"all_reduce", "Reduces unreduced axes",
    (ins Sdy_AxisRefList:$reduction_axes,
         DefaultValuedAttr<Sdy_ReductionOpAttr, "::popt::sdy::ReductionOp::SUM">:$reduction_op)> {
  let assemblyFormat = [{
    custom<Reduction>($reduction_op) custom<Stripped>($reduction_axes) $tensor
    `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}
def Sdy_ReduceScatterOp : Sdy_CollectiveOp<"reduce_scatter",
    "Reduces unreduced axes and splits dimensions by them",
    (ins Sdy_ListOfAxisRefLists:$reduce_scatter_axes,
         DefaultValuedAttr<Sdy_ReductionOpAttr, "::popt::sdy::ReductionOp::SUM">:$reduction_op)> {
  let assemblyFormat = [{
    custom<Reduction>($reduction_op) custom<Stripped>($reduce_scatter_axes) $tensor
    `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}
def Sdy_ShardedToUnreducedOp : Sdy_CollectiveOp<"sharded_to_unreduced",
    "Makes minor axes of dimensions unreduced", (ins Sdy_ListOfAxisRefLists:$axes)> {
  let assemblyFormat = [{
    custom<Stripped>($axes) $tensor `out_sharding` `` `=` `` $out_sharding
    attr-dict `:` type($result)
  }];
}
def Sdy_ReplicatedToUnreducedOp : Sdy_CollectiveOp<"replicated_to_unreduced",
    "Makes replicated axes unreduced", (ins Sdy_AxisRefList:$axes)> {
  let assemblyFormat = [{
    custom<Stripped>($axes) $tensor `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($result)
  }];
}

#endif // POPT_DIALECT_SDY_SDY_TD
