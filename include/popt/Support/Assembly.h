//===- Assembly.h - Pieces of syntax that dialects share ------------------===//
#ifndef POPT_SUPPORT_ASSEMBLY_H
#define POPT_SUPPORT_ASSEMBLY_H

#include "mlir/IR/OpImplementation.h"

namespace popt {

/// `(%a: tensor<4xf32>, %b: tensor<4xf32>) { ... }`: a region and its arguments.
mlir::ParseResult parseRegionWithArguments(mlir::OpAsmParser &parser,
                                           mlir::Region &region);
void printRegionWithArguments(mlir::OpAsmPrinter &printer,
                              mlir::Region &region);

} // namespace popt
#endif // POPT_SUPPORT_ASSEMBLY_H
