//===- DistDialect.td - The dist dialect -------------------*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTDIALECT_TD
#define POPT_DIALECT_DIST_DISTDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Dist_Dialect : Dialect {
  let name = "dist";
  let cppNamespace = "::popt::dist";
  let summary = "Layouts of tensors on a mesh, and the moves between them";
  let description = [{
    `dist` says where tensors are. A module has one mesh, `dist.mesh`; a value
    has a sharding, `#dist.sharding`, which says what each coordinate of the
    mesh holds of it. The operations come in two forms:

    - *global*: the types are those of the program that the user wrote
      (`dist.constraint`, `dist.sharding_group`, `dist.propagation_barrier`,
      `dist.manual`, `dist.reshard`);
    - *local*: the types are those of one coordinate's blocks; communication
      between coordinates is an explicit collective (`dist.all_reduce`, ...)
      over axes of the mesh.

    Shardings are attributes beside the types, not part of them:

    | attribute | stands on | meaning |
    |---|---|---|
    | `dist.sharding` | function argument, function result | its sharding |
    | `dist.shardings` | operation | one sharding per result |
    | `dist.operand_shardings` | operation | the sharding in which each operand is read |
    | `dist.name` | function argument, function result | the user's name, `params['w1']` |
    | `dist.state` | function argument | index of the result that becomes its next value |
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

class Dist_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dist_Dialect, mnemonic, traits>;

class Dist_Attr<string name, string attrMnemonic> : AttrDef<Dist_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

#endif // POPT_DIALECT_DIST_DISTDIALECT_TD
