//===- Sharding.h - Reading and writing the shardings of values -----------===//
//
// Shardings are attributes, not part of types: on a function's arguments and
// results, and on operations, one per result. These helpers hide where. A value
// without a sharding is fully open: propagation decides.
//
// Block arguments of region operations other than functions have no place of
// their own; the operation's model says which value they are tied to, and these
// helpers answer null for them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_SHARDING_H
#define POPT_DIALECT_DIST_SHARDING_H

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Dialect/Dist/Dist.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace popt::dist {

/// The `dist.memory_price` of the module around `anchor`; 0 if it has none.
double getMemoryPrice(mlir::Operation *anchor);

/// The mesh of the module around `anchor` (or of `anchor`, if it is a module),
/// or null if it has none.
MeshOp getMesh(mlir::Operation *anchor);

/// The sharding of a function argument or an operation's result, or null.
ShardingAttr getSharding(mlir::Value value);
/// Sets it; null removes it. Results beside it that have none become fully
/// open, which means the same. Block arguments of other operations are left.
void setSharding(mlir::Value value, ShardingAttr sharding);

/// The sharding of result `index` of a function, or null.
ShardingAttr getResultSharding(mlir::FunctionOpInterface func, unsigned index);
void setResultSharding(mlir::FunctionOpInterface func, unsigned index,
                       ShardingAttr sharding);

/// The sharding in which an operation reads an operand, or null.
ShardingAttr getOperandSharding(mlir::OpOperand &operand);
/// Sets those of all operands, one per operand.
void setOperandShardings(mlir::Operation *op,
                         llvm::ArrayRef<ShardingAttr> shardings);

/// The layout of a value, or nothing if it has no sharding.
std::optional<Layout> getLayout(mlir::Value value, const Mesh &mesh);
/// The layout in which an operation reads an operand, or nothing.
std::optional<Layout> getOperandLayout(mlir::OpOperand &operand,
                                       const Mesh &mesh);

/// Gives each state result without a sharding that of its argument.
void shareStateShardings(mlir::FunctionOpInterface func);
/// The name that a location gives, however deep it is nested, or null.
mlir::StringAttr getLocationName(mlir::Location loc);

/// Axes of size 1 split nothing: writes every sharding of the function without
/// them, so that equal layouts are equal attributes.
void dropTrivialAxes(mlir::FunctionOpInterface func);

/// The type of the block that each coordinate holds.
mlir::RankedTensorType getLocalType(mlir::RankedTensorType global,
                                    const Layout &layout);

/// `argument 1 ("params['w1']")`, `result 0 ("loss")`.
std::string describeArgument(mlir::FunctionOpInterface func, unsigned index);
std::string describeResult(mlir::FunctionOpInterface func, unsigned index);

/// Returns the error in a sharding of a value of this type, or nothing. The
/// answer reads `axis "x" of size 4 is used twice`.
std::string checkSharding(ShardingAttr sharding, mlir::Type type, MeshOp mesh);

/// `axis "z" is not in the mesh <["x"=2]>`, with the nearest name there is.
std::string describeUnknownAxis(llvm::StringRef name, const Mesh &mesh);

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_SHARDING_H
