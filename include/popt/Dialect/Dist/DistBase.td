//===- DistBase.td - The attributes of the dist dialect ----*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTBASE_TD
#define POPT_DIALECT_DIST_DISTBASE_TD

include "popt/Dialect/Dist/DistDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Dist_MonoidAttr : Dist_Attr<"Monoid", "monoid"> {
  let summary = "How partial values combine";
  let description = "One of `sum`, `prod`, `max`, `min`, `and`, `or`, `xor`.";
  let parameters = (ins AttrOrTypeParameter<"::popt::Monoid", "the operation">:$value);
  let returnType = "::popt::Monoid";
  let convertFromStorage = "$_self.getValue()";
  let constBuilderCall = "::popt::dist::MonoidAttr::get($_builder.getContext(), $0)";
}

def Dist_MeshAxisAttr : Dist_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "One named axis of a mesh";
  let parameters = (ins
    StringRefParameter<"the axis' name">:$name,
    AttrOrTypeParameter<"int64_t", "the number of coordinates">:$size,
    AttrOrTypeParameter<"::popt::AxisKind", "what the coordinates are">:$kind);
}

def Dist_MeshAttr : Dist_Attr<"Mesh", "mesh"> {
  let summary = "Named axes, major to minor";
  let description = [{
    Axes are printed major to minor. Each group names what the coordinates of
    its axes are: different devices (no word), devices with their own operations
    (`stage`), or time steps on one device (`time`). Groups may alternate in any
    order. `device_ids` lists the physical device of each rank; without it rank
    r is device r.

    ```mlir
    #mesh = #dist.mesh<["dp"=2, "tp"=2], stage ["pp"=4], time ["mb"=8]>
    #ring = #dist.mesh<["x"=2], device_ids = [1, 0]>
    ```

    **Constraints**
    - (C1) names are not empty and differ; sizes are at least 1; the number of
      ranks fits 64 bits; `device_ids` is a permutation of the ranks.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"MeshAxisAttr", "major to minor">:$axes,
    OptionalArrayRefParameter<"int64_t", "device of each rank">:$device_ids);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same mesh as plain C++.
    ::popt::Mesh toMesh() const;
    static MeshAttr fromMesh(::mlir::MLIRContext *context,
                             const ::popt::Mesh &mesh);
  }];
}

def Dist_AxisRefAttr : Dist_Attr<"AxisRef", "axis"> {
  let summary = "A whole axis, or a part of one";
  let description = [{
    `"x"` is the whole axis; `"x":(pre)size` is the part of size `size` whose
    more major parts have product `pre`.
  }];
  let parameters = (ins
    StringRefParameter<"the axis' name">:$name,
    AttrOrTypeParameter<"int64_t", "product of the more major parts; 0 for a whole axis">:$pre,
    AttrOrTypeParameter<"int64_t", "size of the part; 0 for a whole axis">:$size);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isWhole() const { return getSize() == 0; }
    /// The plain C++ form, or nothing if the mesh lacks the axis.
    std::optional<::popt::AxisRef> toAxisRef(const ::popt::Mesh &mesh) const;
    static AxisRefAttr fromAxisRef(::mlir::MLIRContext *context,
                                   const ::popt::Mesh &mesh,
                                   const ::popt::AxisRef &ref);
  }];
}

def Dist_AxisListAttr : Dist_Attr<"AxisList", "axes"> {
  let summary = "Axes, major to minor: `{\"dp\", \"tp\":(1)2}`";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr", "major to minor">:$axes);
  let extraClassDeclaration = [{
    /// The plain C++ form; every axis must be one of the mesh.
    ::popt::AxisList toAxisList(const ::popt::Mesh &mesh) const;
    static AxisListAttr fromAxisList(::mlir::MLIRContext *context,
                                     const ::popt::Mesh &mesh,
                                     const ::popt::AxisList &axes);
  }];
}

def Dist_DimShardingAttr : Dist_Attr<"DimSharding", "dim"> {
  let summary = "The axes that split one dimension";
  let description = [{
    `{"x", "y"}` closed, `{"x", ?}` open (propagation may append axes),
    `{"x"}p1` with a priority (0 is the most urgent), `{"x"} by 128` split in
    units of 128 elements.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"AxisRefAttr", "major to minor">:$axes,
    AttrOrTypeParameter<"bool", "propagation may append axes">:$open,
    AttrOrTypeParameter<"int64_t", "unit of the split, in elements">:$granule,
    AttrOrTypeParameter<"int64_t", "0 is the most urgent">:$priority);
  let genVerifyDecl = 1;
}

def Dist_PinAttr : Dist_Attr<"Pin", "pin"> {
  let summary = "The coordinates of one axis where a value exists";
  let parameters = (ins
    StringRefParameter<"the axis' name">:$axis,
    OptionalArrayRefParameter<"int64_t", "ascending">:$coordinates);
  let genVerifyDecl = 1;
}

def Dist_ShardingAttr : Dist_Attr<"Sharding", "sharding"> {
  let summary = "What each coordinate of the mesh holds of a tensor";
  let description = [{
    Per dimension an ordered list of axes, major to minor. Further clauses, in
    any order, each at most once:

    - `partial = sum{"cp"}`: the value is the combination, over these axes, of
      what each coordinate holds;
    - `replicated = {"x"}`: axes that propagation must leave unused;
    - `at = {"pp" = [2]}`: the value exists, in identical copies, only on these
      coordinates of the axis;
    - `memory = host`: it lives in the host's memory.

    Axes that are not mentioned hold copies. An axis appears in one place only,
    except that `partial` with `at` on one axis means partial over exactly those
    coordinates.

    A dimension is split axis by axis, each block into ceil pieces: nothing has
    to divide, and the last pieces may be short or empty.

    ```mlir
    dist.mesh @mesh = <["dp"=2, "tp"=4, "cp"=2], stage ["pp"=4]>
    func.func @main(%w: tensor<64x32xf32> {dist.sharding =
        #dist.sharding<@mesh, [{"dp"}, {"tp":(1)2, ?} ], partial = sum{"cp"}, at = {"pp" = [2]}>}) {
      return
    }
    ```

    **Constraints**, checked where the sharding is attached
    - (C1) the mesh is the module's and has the axes;
    - (C2) the number of dimensions is the tensor's rank;
    - (C3) no axis is used twice; a part divides its axis;
    - (C4) a part divides every block that it splits;
    - (C5) pins name existing coordinates, ascending;
    - (C6) an empty closed dimension carries no priority.
  }];
  let parameters = (ins
    AttrParameter<"::mlir::FlatSymbolRefAttr", "the mesh">:$mesh,
    OptionalArrayRefParameter<"DimShardingAttr", "one per dimension">:$dims,
    AttrOrTypeParameter<"::popt::Monoid", "of the partial axes">:$monoid,
    OptionalArrayRefParameter<"AxisRefAttr", "in mesh order">:$partial,
    OptionalArrayRefParameter<"AxisRefAttr", "in mesh order">:$replicated,
    OptionalArrayRefParameter<"PinAttr", "in mesh order">:$pins,
    AttrOrTypeParameter<"::popt::Memory", "where it lives">:$memory);
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDims().size(); }
    /// The plain C++ form. The axes must be of the mesh (a verified sharding's
    /// are); one that is not is left out.
    ::popt::Layout toLayout(const ::popt::Mesh &mesh) const;
    static ShardingAttr fromLayout(::mlir::MLIRContext *context,
                                   ::mlir::FlatSymbolRefAttr meshName,
                                   const ::popt::Mesh &mesh,
                                   const ::popt::Layout &layout);
    /// No axis anywhere: closed dimensions, or open ones.
    static ShardingAttr getReplicated(::mlir::FlatSymbolRefAttr meshName,
                                      int64_t rank, bool open = false);
    /// The same sharding, and dimension `dim` replaced.
    ShardingAttr replaceDim(unsigned dim, DimShardingAttr sharding) const;
    /// All dimensions closed; no priorities; no `replicated`.
    ShardingAttr getClosed() const;
    bool isFullyClosed() const;
    ShardingAttr withMemory(::popt::Memory memory) const;
  }];
}

def Dist_MoveAttr : Dist_Attr<"Move", "move"> {
  let summary = "One step of a reshard";
  let description = [{
    What moves, along which axes, and the sharding afterwards: `<all_to_all over
    {"x"} dim 0 from 1 to <@mesh, [{"x"}, {} ]>>`. The kinds are those of
    popt/Reshard/Reshard.h, with underscores. `dim` is the dimension that is
    gathered or split, `from` the one that an all-to-all gathers, `root` the
    member of a group that has the value or gets it, `by` how partial values
    combine.
  }];
  let parameters = (ins
    AttrOrTypeParameter<"::popt::ReshardKind", "what moves">:$kind,
    AttrParameter<"AxisListAttr", "the axes along which it moves">:$axes,
    AttrOrTypeParameter<"int64_t", "gathered or split dimension; -1: none">:$dim,
    AttrOrTypeParameter<"int64_t", "gathered dimension of an all-to-all; -1: none">:$concatDim,
    AttrOrTypeParameter<"int64_t", "member of the group; -1: none">:$root,
    AttrOrTypeParameter<"::popt::Monoid", "how partial values combine">:$monoid,
    AttrParameter<"ShardingAttr", "the sharding afterwards">:$after);
  let extraClassDeclaration = [{
    /// The plain C++ form, without costs.
    ::popt::ReshardStep toStep(const ::popt::Mesh &mesh) const;
    static MoveAttr fromStep(::mlir::FlatSymbolRefAttr meshName,
                             const ::popt::Mesh &mesh,
                             const ::popt::ReshardStep &step);
  }];
}

#endif // POPT_DIALECT_DIST_DISTBASE_TD
