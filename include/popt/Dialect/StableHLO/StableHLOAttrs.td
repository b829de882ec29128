// Attributes and types of the stablehlo dialect.
#ifndef POPT_DIALECT_STABLEHLO_ATTRS
#define POPT_DIALECT_STABLEHLO_ATTRS

include "popt/Dialect/StableHLO/StableHLOEnums.td"

class SHLO_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<StablehloDialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def SHLO_Dims : ArrayRefParameter<"int64_t", "dimension numbers"> {
  let parser = "::popt::stablehlo::parseDims($_parser)";
  let printer = "::popt::stablehlo::printDims($_printer, $_self)";
}

def SHLO_DotDimensionNumbers : SHLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "which dimensions a contraction pairs";
  let description = [{
    `#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions =
    [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>`;
    empty lists are left out. Entry i of an lhs list pairs with entry i of the
    rhs list.
  }];
  let parameters = (ins
    SHLO_Dims:$lhsBatchingDimensions, SHLO_Dims:$rhsBatchingDimensions,
    SHLO_Dims:$lhsContractingDimensions, SHLO_Dims:$rhsContractingDimensions);
  let hasCustomAssemblyFormat = 1;
}

def SHLO_GatherDimensionNumbers
    : SHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "how gather reads start indices and places its slices";
  let parameters = (ins
    SHLO_Dims:$offsetDims, SHLO_Dims:$collapsedSliceDims,
    SHLO_Dims:$operandBatchingDims, SHLO_Dims:$startIndicesBatchingDims,
    SHLO_Dims:$startIndexMap, "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def SHLO_ScatterDimensionNumbers
    : SHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how scatter reads its indices and places its updates";
  let parameters = (ins
    SHLO_Dims:$updateWindowDims, SHLO_Dims:$insertedWindowDims,
    SHLO_Dims:$inputBatchingDims, SHLO_Dims:$scatterIndicesBatchingDims,
    SHLO_Dims:$scatterDimsToOperandDims, "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def SHLO_ConvDimensionNumbers : SHLO_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "roles of the dimensions of a convolution";
  let description = [{
    `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: batch, feature,
    input and output feature of the kernel, and the spatial dimensions by
    number. Each list is a permutation of its roles by syntax, so it cannot
    hold a dimension twice.
  }];
  let parameters = (ins
    "int64_t":$inputBatchDimension, "int64_t":$inputFeatureDimension,
    SHLO_Dims:$inputSpatialDimensions,
    "int64_t":$kernelInputFeatureDimension,
    "int64_t":$kernelOutputFeatureDimension,
    SHLO_Dims:$kernelSpatialDimensions,
    "int64_t":$outputBatchDimension, "int64_t":$outputFeatureDimension,
    SHLO_Dims:$outputSpatialDimensions);
  let genVerifyDecl = 1;
  let hasCustomAssemblyFormat = 1;
}

def SHLO_DotAlgorithm : SHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "numerical recipe of a contraction";
  let parameters = (ins
    "::mlir::Type":$lhsPrecisionType, "::mlir::Type":$rhsPrecisionType,
    "::mlir::Type":$accumulationType, "int64_t":$lhsComponentCount,
    "int64_t":$rhsComponentCount, "int64_t":$numPrimitiveOperations,
    "bool":$allowImpreciseAccumulation);
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhsPrecisionType `,`
        `rhs_precision_type` `=` $rhsPrecisionType `,`
        `accumulation_type` `=` $accumulationType `,`
        `lhs_component_count` `=` $lhsComponentCount `,`
        `rhs_component_count` `=` $rhsComponentCount `,`
        `num_primitive_operations` `=` $numPrimitiveOperations `,`
        `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`
  }];
  let genVerifyDecl = 1;
}

def SHLO_ResultAccuracy : SHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "accuracy asked of a transcendental function";
  let description = [{
    `#stablehlo.result_accuracy<atol = 1.0e-5, ulps = 2, mode =
    #stablehlo.result_accuracy_mode<TOLERANCE>>`; zero tolerances are left out.
    The mode HIGHEST has none.
  }];
  let parameters = (ins "::llvm::APFloat":$atol, "::llvm::APFloat":$rtol,
                        "int64_t":$ulps,
                        "::popt::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def SHLO_ChannelHandle : SHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "identity and kind of a communication channel";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def SHLO_OutputOperandAlias
    : SHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a result of a custom call that shares an operand's buffer";
  let parameters = (ins SHLO_Dims:$outputTupleIndices,
                        "int64_t":$operandIndex,
                        SHLO_Dims:$operandTupleIndices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $outputTupleIndices `,`
        `operand_index` `=` $operandIndex `,`
        `operand_tuple_indices` `=` $operandTupleIndices `>`
  }];
}

//===----------------------------------------------------------------------===//
// Replica groups as mesh axes
//===----------------------------------------------------------------------===//

def SHLO_SubAxisInfo : SHLO_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "which part of an axis a sub-axis is";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def SHLO_AxisRef : SHLO_Attr<"AxisRef", "axis_ref"> {
  let summary = "a mesh axis or a part of one";
  let parameters = (ins
    StringRefParameter<"name of the axis">:$name,
    OptionalParameter<"::popt::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def SHLO_MeshAxis : SHLO_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "name and size of a mesh axis";
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
                        "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def SHLO_Mesh : SHLO_Attr<"Mesh", "mesh"> {
  let summary = "a mesh written in place";
  let parameters = (ins
    ArrayRefParameter<"::popt::stablehlo::MeshAxisAttr">:$axes,
    OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]`
        (`,` `device_ids` `` `=` `` $device_ids^)? `>`
  }];
}

def SHLO_ReplicaGroupMeshAxes
    : SHLO_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "replica groups given by axes of a mesh";
  let description = [{
    The processes that differ only along `axes` form one group. `mesh` is a
    symbol or a `#stablehlo.mesh`.

    Constraints: (C1) `mesh` is a symbol or a mesh; (C2) each entry of `axes`
    is an axis reference.
  }];
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def SHLO_ReplicaGroups : Attr<
    CPred<"::popt::stablehlo::isReplicaGroups($_self)">,
    "i64 tensor of rank 2 or replica groups by mesh axes"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
  let constBuilderCall = "$0";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def SHLO_Token : TypeDef<StablehloDialect, "Token"> {
  let mnemonic = "token";
  let summary = "orders side effects; holds no data";
}

#endif // POPT_DIALECT_STABLEHLO_ATTRS
