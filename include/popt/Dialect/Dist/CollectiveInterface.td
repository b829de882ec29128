//===- CollectiveInterface.td - What collectives share -----*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_COLLECTIVEINTERFACE_TD
#define POPT_DIALECT_DIST_COLLECTIVEINTERFACE_TD

include "mlir/IR/OpBase.td"

def CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::popt::dist";
  let description = [{
    A local operation whose result depends on what other coordinates hold (or,
    for `all_slice` and `to_partial`, on which coordinate this is).

    Groups are given by axes of the mesh, or, where a manual region wrote them
    so, as lists of ranks. With the `as` clause the operation moves a value of
    the global type from one layout to another and blocks may be uneven;
    without it all blocks are equal.
  }];
  let methods = [
    InterfaceMethod<"Which move this is.", "::popt::ReshardKind", "getKind">,
    InterfaceMethod<"The mesh's name.", "::mlir::FlatSymbolRefAttr", "getMeshAttr">,
    InterfaceMethod<"The axes over which ranks communicate, major to minor; null "
      "if the groups are lists of ranks.",
      "::popt::dist::AxisListAttr", "getAxesAttr", (ins), "",
      [{ return ::popt::dist::AxisListAttr(); }]>,
    InterfaceMethod<"The groups as lists of ranks; null if given by axes.",
      "::mlir::ArrayAttr", "getReplicaGroupsAttr", (ins), "",
      [{ return ::mlir::ArrayAttr(); }]>,
    InterfaceMethod<[{The member of each group that has what the others get, or
      gets what they have; nothing if all are alike.}],
      "std::optional<int64_t>", "getRoot", (ins), "",
      [{ return std::nullopt; }]>,
    InterfaceMethod<"How values combine, if they do.",
      "std::optional<::popt::Monoid>", "getMonoid", (ins), "",
      [{ return std::nullopt; }]>,
    InterfaceMethod<"Layout before; null without the `as` clause.",
      "::popt::dist::ShardingAttr", "getFromAttr", (ins), "",
      [{ return ::popt::dist::ShardingAttr(); }]>,
    InterfaceMethod<"Layout after; null without the `as` clause.",
      "::popt::dist::ShardingAttr", "getToAttr", (ins), "",
      [{ return ::popt::dist::ShardingAttr(); }]>,
    InterfaceMethod<"The global type; null without the `as` clause.",
      "::mlir::TypeAttr", "getGlobalTypeAttr", (ins), "",
      [{ return ::mlir::TypeAttr(); }]>,
    InterfaceMethod<[{The ranks that communicate with each other, each group in
      the order of its blocks. For `permute`: the connected parts of its pairs.}],
      "std::vector<std::vector<int64_t>>", "groups",
      (ins "const ::popt::Mesh &":$mesh), "",
      [{ return ::popt::dist::detail::groups($_op, mesh); }]>,
  ];
  let verify = [{ return ::popt::dist::detail::verifyCollective($_op); }];
}

#endif // POPT_DIALECT_DIST_COLLECTIVEINTERFACE_TD
