//===- ShardingOp.td - How an operation shards ----------------------------===//
#ifndef POPT_INTERFACES_SHARDINGOP_TD
#define POPT_INTERFACES_SHARDINGOP_TD

include "mlir/IR/OpBase.td"

def ShardingOpInterface : OpInterface<"ShardingOpInterface"> {
  let description = [{
    How an operation is divided among the coordinates of a mesh: its factors,
    in which operands it is linear, how shardings spread through it, and its
    local program. Every operation that popt compiles has it; lib/OpModels
    attaches it to the operations of the interchange dialects.
  }];
  let cppNamespace = "::popt";

  let methods = [
    InterfaceMethod<[{
      The factors of the operation and the dims of operands and results that
      they make up.
    }], "::popt::FactorRule", "getFactorRule", (ins)>,

    InterfaceMethod<[{
      The factors along which shardings spread. They differ from
      `getFactorRule` where shardings of operand and result should agree though
      the operation cannot run in them (concatenate along its dimension). Empty
      if shardings do not spread through the operation.
    }], "::popt::FactorRule", "getPropagationRule", (ins)>,

    InterfaceMethod<[{
      When and where shardings spread through the operation.
    }], "::popt::PropagationClass", "getPropagationClass", (ins)>,

    InterfaceMethod<[{
      The sets of operands that may be partial under this monoid together, so
      that the results are partial as well (law L2).
    }], "::popt::LinearGroups", "getLinearGroups", (ins "::popt::Monoid":$monoid)>,

    InterfaceMethod<[{
      True if the results can be made at any coordinate, in any layout, without
      communication and at no cost: constants and iota. Such operations are
      cloned per use instead of being resharded.
    }], "bool", "isSource", (ins)>,

    InterfaceMethod<[{
      True if the operation may be split along this factor although elements
      depend on other blocks (a permutation, a whole dimension, a reduction
      without a monoid): `localise` then communicates itself, and
      `getInnerMoves` says what that sends. False: the factor is gathered. The
      results of a split reduction without a monoid are whole.
    }], "bool", "communicatesAlong", (ins "unsigned":$factor)>,

    InterfaceMethod<[{
      What `localise` sends when the operation runs in these layouts.
    }], "::llvm::SmallVector<::popt::InnerMove>", "getInnerMoves",
    (ins "const ::popt::Mesh &":$mesh, "const ::popt::OpLayouts &":$layouts)>,

    InterfaceMethod<[{
      Builds the local program: values of the local result types that hold, on
      every coordinate, the block that the result layouts say. Padding of
      operands is unspecified and must not leak into valid elements; padding
      of results need not be defined.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "localise",
    (ins "::popt::LocaliseContext &":$context)>,
  ];
}

#endif // POPT_INTERFACES_SHARDINGOP_TD
