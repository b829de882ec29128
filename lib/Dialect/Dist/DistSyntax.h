//===- DistSyntax.h - Pieces of syntax shared by attributes and ops -------===//
#ifndef POPT_LIB_DIALECT_DIST_DISTSYNTAX_H
#define POPT_LIB_DIALECT_DIST_DISTSYNTAX_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Support/Assembly.h"

namespace popt::dist {

/// `"x"` or `"x":(2)4`.
mlir::ParseResult parseAxisRef(mlir::AsmParser &parser, AxisRefAttr &ref);
void printAxisRef(mlir::AsmPrinter &printer, AxisRefAttr ref);
/// `{"x", "y":(1)2}`.
mlir::ParseResult parseAxes(mlir::AsmParser &parser,
                            llvm::SmallVectorImpl<AxisRefAttr> &axes);
void printAxes(mlir::AsmPrinter &printer, llvm::ArrayRef<AxisRefAttr> axes);
/// `{"x", ?}p1 by 128`.
mlir::ParseResult parseDim(mlir::AsmParser &parser, DimShardingAttr &dim);
void printDim(mlir::AsmPrinter &printer, DimShardingAttr dim);
/// `sum`.
inline mlir::ParseResult parseMonoidWord(mlir::OpAsmParser &parser,
                                         MonoidAttr &monoid) {
  monoid = llvm::dyn_cast_or_null<MonoidAttr>(MonoidAttr::parse(parser, {}));
  return mlir::success(monoid != nullptr);
}
inline void printMonoidWord(mlir::OpAsmPrinter &printer, mlir::Operation *,
                            MonoidAttr monoid) {
  printer << popt::name(monoid.getValue());
}

/// The error in axes of a mesh (unknown, used twice, no part of their axis), or
/// nothing.
std::string checkAxes(llvm::ArrayRef<AxisRefAttr> axes, const Mesh &mesh);
/// The same for the mesh that an operation names.
std::string checkAxes(mlir::Operation *op, AxisListAttr axes,
                      llvm::StringRef meshName);

} // namespace popt::dist
#endif // POPT_LIB_DIALECT_DIST_DISTSYNTAX_H
