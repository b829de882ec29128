//===- SdyAttrs.td - The sdy dialect's attributes ----------*- tablegen -*-===//
#ifndef POPT_DIALECT_SDY_SDYATTRS_TD
#define POPT_DIALECT_SDY_SDYATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::popt::sdy";
  let summary = "Sharding annotations as JAX writes them";
  let description = [{
    The interchange form of shardings: the names, the assembly and the C++
    accessors are Shardy's, so that modules printed by JAX parse unchanged and
    print back. Nothing here is popt's own; Import turns it into `dist`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOperations();
  }];
}

class Sdy_Attr<string name, string attrMnemonic> : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ReductionOp : I32EnumAttr<"ReductionOp", "how unreduced values combine", [
    I32EnumAttrCase<"SUM", 0, "sum">, I32EnumAttrCase<"MAX", 1, "max">,
    I32EnumAttrCase<"MIN", 2, "min">]> {
  let cppNamespace = "::popt::sdy";
  let genSpecializedAttr = 0;
}
def Sdy_ReductionOpAttr : EnumAttr<Sdy_Dialect, Sdy_ReductionOp, "reduction_op">;

def Sdy_PropagationDirection : I32EnumAttr<"PropagationDirection",
    "where shardings may propagate", [
    I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>,
    I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]> {
  let cppNamespace = "::popt::sdy";
  let genSpecializedAttr = 0;
}
def Sdy_PropagationDirectionAttr
    : EnumAttr<Sdy_Dialect, Sdy_PropagationDirection, "propagation_direction">;

def Sdy_EdgeNodeType : I32EnumAttr<"EdgeNodeType", "an end of a propagation edge", [
    I32EnumAttrCase<"OPERAND", 0, "operand">, I32EnumAttrCase<"RESULT", 1, "result">]> {
  let cppNamespace = "::popt::sdy";
  let genSpecializedAttr = 0;
}

//===----------------------------------------------------------------------===//
// Mesh and axes
//===----------------------------------------------------------------------===//

def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "A named axis and its size: `\"x\"=2`";
  let parameters = (ins StringRefParameter<"name">:$name,
                        AttrOrTypeParameter<"int64_t", "size">:$size);
  let genVerifyDecl = 1;
}

def Sdy_Mesh : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "Named axes, major to minor";
  let description = [{
    `<["a"=2, "b"=3]>`; with `device_ids=[..]` in another order of devices (the
    identity is dropped). `<[]>` is the empty mesh and `<[], device_ids=[3]>`
    the maximal mesh: one device.

    **Constraints**
    - (C1) axis sizes are at least 1, names differ;
    - (C2) device numbers are not negative;
    - (C3) without axes there is at most one device number;
    - (C4) with axes the device numbers are a permutation of the devices.
  }];
  let parameters = (ins OptionalArrayRefParameter<"MeshAxisAttr", "axes">:$axes,
                        OptionalArrayRefParameter<"int64_t", "devices">:$device_ids);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool hasAxis(::llvm::StringRef name) const;
    /// The axis' size, or 0 if the mesh lacks it.
    int64_t getAxisSize(::llvm::StringRef name) const;
    bool isMaximal() const {
      return getAxes().empty() && !getDeviceIds().empty();
    }
    bool empty() const { return getAxes().empty() && getDeviceIds().empty(); }
    /// Number of devices; 1 for an empty or maximal mesh.
    int64_t getTotalSize() const;
  }];
}

def Sdy_SubAxisInfo : Sdy_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "A part of an axis: `(pre)size`";
  let parameters = (ins AttrOrTypeParameter<"int64_t", "product of the more major parts">:$pre_size,
                        AttrOrTypeParameter<"int64_t", "size of the part">:$size);
  let extraClassDeclaration = [{
    int64_t getNextPreSize() const { return getPreSize() * getSize(); }
  }];
}

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref"> {
  let summary = "An axis or a part of it: `\"x\"` or `\"x\":(2)4`";
  let parameters = (ins StringRefParameter<"name">:$name,
                        OptionalParameter<"SubAxisInfoAttr", "the part">:$sub_axis_info);
  let extraClassDeclaration = [{
    /// Size in this mesh; the axis must be in it.
    int64_t getSize(MeshAttr mesh) const;
    std::string toString() const;
  }];
}

class Sdy_ListAttr<string name, string attrMnemonic, string element, string what>
    : Sdy_Attr<name, attrMnemonic> {
  let summary = what;
  let parameters = (ins OptionalArrayRefParameter<element>:$value);
  let extraClassDeclaration = [{
    bool empty() const { return getValue().empty(); }
    size_t size() const { return getValue().size(); }
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
  }];
}

def Sdy_AxisRefList : Sdy_ListAttr<"AxisRefList", "axis_ref_list", "AxisRefAttr",
  "Axes: `{\"x\", \"y\":(1)2}`">;
def Sdy_ListOfAxisRefLists : Sdy_ListAttr<"ListOfAxisRefLists", "list_of_axis_ref_lists",
  "AxisRefListAttr", "Axes per dimension: `[{\"x\"}, {}]`">;
def Sdy_ManualAxes : Sdy_ListAttr<"ManualAxes", "manual_axes", "::mlir::StringAttr",
  "Names of manual axes: `{\"x\"}`">;

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

def Sdy_DimensionSharding : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "Axes of one dimension: `{\"x\", ?}p1`";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr", "major to minor">:$axes,
    AttrOrTypeParameter<"bool", "propagation may not add axes">:$is_closed,
    OptionalParameter<"std::optional<int64_t>", "priority">:$priority);
  let extraClassDeclaration = [{
    bool emptyAxes() const { return getAxes().empty(); }
  }];
}

def Sdy_TensorSharding : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "Sharding of a tensor";
  let description = [{
    ```mlir
    #s = #sdy.sharding<@mesh, [{"x", ?}, {"y":(1)2}p1], replicated={"z"}, unreduced=max{"w"}>
    #t = #sdy.sharding<mesh<["x"=2]>, [{"x"} ]>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::Attribute", "a mesh or its name">:$mesh_or_ref,
    OptionalArrayRefParameter<"DimensionShardingAttr", "one per dimension">:$dim_shardings,
    OptionalArrayRefParameter<"AxisRefAttr", "explicitly replicated">:$replicated_axes,
    OptionalArrayRefParameter<"AxisRefAttr", "partial">:$unreduced_axes,
    DefaultValuedParameter<"ReductionOp", "ReductionOp::SUM">:$reduction_op);
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimShardings().size(); }
    /// The mesh's name, or null where the mesh is written inline.
    ::mlir::FlatSymbolRefAttr getMeshSymName() const {
      return ::llvm::dyn_cast<::mlir::FlatSymbolRefAttr>(getMeshOrRef());
    }
    /// The mesh, looked up in the module around `op`; null if it is unknown.
    MeshAttr getMesh(::mlir::Operation *op) const;
  }];
}

def Sdy_TensorShardingPerValue : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "Shardings of several values: `<[<@mesh, ..>]>`";
  let parameters = (ins OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  let extraClassDeclaration = [{
    bool empty() const { return getShardings().empty(); }
    int64_t size() const { return getShardings().size(); }
    TensorShardingAttr getSharding(int64_t i) const { return getShardings()[i]; }
  }];
}

//===----------------------------------------------------------------------===//
// Sharding rules
//===----------------------------------------------------------------------===//

def Sdy_DimMapping : Sdy_Attr<"DimMapping", "dim_mapping"> {
  let summary = "Factors of one dimension, major to minor: `ij`, or `*` for none";
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factor_indices);
}

def Sdy_TensorMapping : Sdy_Attr<"TensorMapping", "tensor_mapping"> {
  let summary = "Factors of a tensor's dimensions: `[i, jk]`";
  let parameters = (ins OptionalArrayRefParameter<"DimMappingAttr">:$dim_mappings);
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimMappings().size(); }
  }];
}

def Sdy_OpShardingRule : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "How an operation's dimensions correspond";
  let description = [{
    ```mlir
    #matmul = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}>
    ```
    Factors are `i` … `z`, then `z_1`, `z_2`, …. `custom` marks a rule that a user
    gave.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$factor_sizes,
    OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
    OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
    OptionalArrayRefParameter<"int64_t">:$reduction_factors,
    OptionalArrayRefParameter<"int64_t">:$need_replication_factors,
    OptionalArrayRefParameter<"int64_t">:$permutation_factors,
    OptionalArrayRefParameter<"int64_t">:$blocked_propagation_factors,
    DefaultValuedParameter<"bool", "false">:$is_custom_rule);
}

//===----------------------------------------------------------------------===//
// Parameters of collectives, provenance
//===----------------------------------------------------------------------===//

def Sdy_AllToAllParam : Sdy_Attr<"AllToAllParam", "all_to_all_param"> {
  let summary = "Axes that move from one dimension to another: `{\"x\"}: 0->1`";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes,
    AttrOrTypeParameter<"int64_t", "source dimension">:$src_dim,
    AttrOrTypeParameter<"int64_t", "target dimension">:$tgt_dim);
}

def Sdy_AllToAllParamList : Sdy_ListAttr<"AllToAllParamList", "all_to_all_param_list",
  "AllToAllParamAttr", "`[{\"x\"}: 0->1, {\"y\"}: 2->3]`">;

def Sdy_EdgeValueRef : Sdy_Attr<"EdgeValueRef", "edge_value_ref"> {
  let summary = "An end of a propagation edge: `operand-0`, on its own `<operand-0>`";
  let parameters = (ins AttrOrTypeParameter<"EdgeNodeType", "which list">:$type,
                        AttrOrTypeParameter<"int64_t", "position">:$index);
}

def Sdy_AxisToPropagationDetails
    : Sdy_Attr<"AxisToPropagationDetails", "axis_to_propagation_details"> {
  let summary = "How one axis went: `{\"x\" = operand-0 -> [result-0]}`";
  let parameters = (ins AttrParameter<"AxisRefAttr", "the axis">:$axis_name,
    AttrParameter<"EdgeValueRefAttr", "from">:$source,
    OptionalArrayRefParameter<"EdgeValueRefAttr", "to">:$targets);
}

def Sdy_PropagationOneStep : Sdy_Attr<"PropagationOneStep", "propagation_one_step"> {
  let summary = "One step: `{step-0 = [..]}`";
  let parameters = (ins AttrOrTypeParameter<"int64_t", "number">:$step_index,
    OptionalArrayRefParameter<"AxisToPropagationDetailsAttr", "axes">:$axis_entries);
}

def Sdy_PropagationEdges : Sdy_ListAttr<"PropagationEdges", "propagation_edges",
  "PropagationOneStepAttr", "Where axes came from: `<[{step-0 = [..]}]>`">;

#endif // POPT_DIALECT_SDY_SDYATTRS_TD
