// Communication between processes as front ends write it. Import turns these
// into collectives over mesh axes.
#ifndef POPT_DIALECT_STABLEHLO_COLLECTIVES
#define POPT_DIALECT_STABLEHLO_COLLECTIVES

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

// No effect on memory, but every process of a group has to arrive: it may be
// removed when unused, never moved into or out of a branch.
class SHLO_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : SHLO_Op<mnemonic, [NoMemoryEffect] # traits>;

defvar replicaGroupConstraints = [{
    `replica_groups`, where dense, has rank 2; its ids are 0 .. n - 1, each
    once; a row may end with -1; a mesh that it names exists.
}];

defvar equalGroupConstraints = [{
    `replica_groups`, where dense, has rank 2; its ids are 0 .. n - 1, each
    once; a mesh that it names exists.
}];

defvar channelConstraint = [{
    with `use_global_device_ids` there is a channel, above 0;
}];

defvar rootConstraints = [{
    there is at least one operand, beside the roots; (C2) with
    `has_dynamic_root` the last operand is an i32 tensor of rank 1 with an entry
    for each other operand;
}];

defvar rootDescription = [{
    The root of a group is its first process, or, with `has_dynamic_root`, for
    each operand the member whose place in the group the last operand holds.
}];

def SHLO_AllGatherOp : SHLO_CollectiveOp<"all_gather"> {
  let summary = "operands of a group concatenated";
  let description = !strconcat([{
    Constraints: (C1) as many results as operands, at least one, with the same
    element types and ranks; (C2) `all_gather_dim` is a dimension of the
    operands; (C3) result size there = operand size * group size, or a multiple
    where a group is replicas of all partitions; (C4) other sizes agree; (C5)
  }], equalGroupConstraints, "(C6)", channelConstraint);
  let arguments = (ins Variadic<SHLO_Tensor>:$operands,
                       I64Attr:$all_gather_dim,
                       SHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
}

def SHLO_AllReduceOp : SHLO_CollectiveOp<"all_reduce",
    [SingleBlockImplicitTerminator<"ReturnOp">, InferTypeOpAdaptor]> {
  let summary = "operands of a group combined by a body";
  let description = !strconcat([{
    Constraints: (C1) at least one operand; (C2) the body takes two scalars of
    the operands' element type and returns one; (C3) results have the operands'
    types; (C4)
  }], replicaGroupConstraints);
  let arguments = (ins Variadic<SHLO_Tensor>:$operands,
                       SHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SHLO_ReduceScatterOp : SHLO_CollectiveOp<"reduce_scatter",
    [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "operands of a group combined, then split among it";
  let description = !strconcat([{
    Constraints: (C1) operand and result have the same element type and rank;
    (C2) `scatter_dimension` is a dimension of the operand; (C3) operand size
    there = result size * group size, or a multiple where a group is replicas of
    all partitions; (C4) other sizes agree; (C5) the body takes two scalars of
    the element type and returns one; (C6)
  }], equalGroupConstraints, "(C7)", channelConstraint);
  let arguments = (ins SHLO_Tensor:$operand, I64Attr:$scatter_dimension,
                       SHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SHLO_AllToAllOp : SHLO_CollectiveOp<"all_to_all", [InferTypeOpAdaptor]> {
  let summary = "operand split, parts exchanged, then concatenated";
  let description = !strconcat([{
    Constraints: (C1) at least one operand; (C2) `split_dimension` is a
    dimension of the operands; (C3) so is `concat_dimension`; (C4)
    `split_count` is positive and divides the size of `split_dimension`; (C5)
    it is the group size, and there are groups; (C6) results are split and concatenated accordingly;
    (C7)
  }], equalGroupConstraints);
  let arguments = (ins Variadic<SHLO_Tensor>:$operands,
                       I64Attr:$split_dimension, I64Attr:$concat_dimension,
                       I64Attr:$split_count,
                       SHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
}

def SHLO_CollectivePermuteOp : SHLO_CollectiveOp<"collective_permute",
    [SameOperandsAndResultType]> {
  let summary = "operand sent from source to target";
  let description = [{
    A process that is no target gets zeros.

    Constraints: (C1) operand and result have the same type; (C2)
    `source_target_pairs` has shape n x 2; (C3) its entries are at least 0;
    (C4) sources differ; (C5) targets differ.
  }];
  let arguments = (ins SHLO_Tensor:$operand,
                       I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
}

def SHLO_CollectiveBroadcastOp : SHLO_CollectiveOp<"collective_broadcast",
    [InferTypeOpAdaptor]> {
  let summary = "operand of the root of each group";
  let description = !strconcat(rootDescription, [{
    A process in no group gets zeros.

    Constraints: (C1)
  }], rootConstraints, [{
    (C3) results have the operands' types; (C4) `replica_groups`, where dense,
    has rank 2; ids are different and at least 0; a row may end with -1.
  }]);
  let arguments = (ins Variadic<SHLO_Tensor>:$operands,
                       SHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
}

def SHLO_CollectiveReduceOp : SHLO_CollectiveOp<"collective_reduce",
    [SingleBlockImplicitTerminator<"ReturnOp">, InferTypeOpAdaptor]> {
  let summary = "operands of a group combined by a body, at its root alone";
  let description = !strconcat(rootDescription, [{
    Every other process gets zeros.

    Constraints: (C1)
  }], rootConstraints, [{
    (C3) results have the operands' types; (C4) the body takes two scalars of
    the operands' element type and returns one; (C5) with
    `use_global_device_ids` there is a channel, above 0; (C6)
  }], replicaGroupConstraints);
  let arguments = (ins Variadic<SHLO_Tensor>:$operands,
                       SHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<SHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids,
                       UnitAttr:$has_dynamic_root);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<SHLO_Tensor>);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SHLO_CrossReplicaSumOp : SHLO_CollectiveOp<"cross-replica-sum",
    [SameOperandsAndResultType]> {
  let summary = "sum over replicas; older spelling of all_reduce";
  let description = !strconcat([{
    Constraints: (C1) operand and result have the same type; (C2)
  }], replicaGroupConstraints);
  let arguments = (ins SHLO_Tensor:$operand,
                       I64ElementsAttr:$replica_groups);
  let results = (outs SHLO_Tensor:$result);
  let hasVerifier = 1;
}

def SHLO_PartitionIdOp : SHLO_Op<"partition_id", [Pure, InferTypeOpAdaptor]> {
  let summary = "number of this partition";
  let results = (outs SHLO_ScalarUI32:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def SHLO_ReplicaIdOp : SHLO_Op<"replica_id", [Pure, InferTypeOpAdaptor]> {
  let summary = "number of this replica";
  let results = (outs SHLO_ScalarUI32:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

//===----------------------------------------------------------------------===//
// Point to point, and the host. These have effects.
//===----------------------------------------------------------------------===//

def SHLO_SendOp : SHLO_Op<"send", [InferTypeOpAdaptor]> {
  let summary = "inputs sent over a channel";
  let description = [{
    Constraints: (C1) the channel is of type 2 with `is_host_transfer`, else of
    type 1.
  }];
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs, SHLO_TokenType:$token,
      SHLO_ChannelHandle:$channel_handle,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
      OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs SHLO_TokenType:$result);
}

def SHLO_RecvOp : SHLO_Op<"recv"> {
  let summary = "values received over a channel, and a token";
  let description = [{
    Constraints: (C1) the last result is a token, the others are tensors; (C2)
    the channel is of type 3 with `is_host_transfer`, else of type 1.
  }];
  let arguments = (ins SHLO_TokenType:$token,
      SHLO_ChannelHandle:$channel_handle,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
      OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<SHLO_TensorOrToken>);
  let hasVerifier = 1;
}

def SHLO_InfeedOp : SHLO_Op<"infeed"> {
  let summary = "values read from the host, and a token";
  let description = [{
    Constraints: (C1) the last result is a token, the others are tensors; (C2)
    `layout` has an entry for each tensor; (C3) each is a list of integers.
  }];
  let arguments = (ins SHLO_TokenType:$token,
      DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
      OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<SHLO_TensorOrToken>);
  let hasVerifier = 1;
}

def SHLO_OutfeedOp : SHLO_Op<"outfeed", [InferTypeOpAdaptor]> {
  let summary = "inputs written to the host";
  let arguments = (ins Variadic<SHLO_Tensor>:$inputs, SHLO_TokenType:$token,
      DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs SHLO_TokenType:$result);
}

#endif // POPT_DIALECT_STABLEHLO_COLLECTIVES
