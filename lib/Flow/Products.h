//===- Products.h - What a table says of matrix products ------------------===//
#ifndef POPT_LIB_FLOW_PRODUCTS_H
#define POPT_LIB_FLOW_PRODUCTS_H

#include "popt/Flow/Flow.h"

namespace popt {

/// Says of each kernel of a GPU's program that is one product what it computes,
/// as the options want it.
mlir::LogicalResult addProducts(mlir::ModuleOp module,
                                const FlowOptions &options,
                                rt::StepTable &table);

} // namespace popt

#endif // POPT_LIB_FLOW_PRODUCTS_H
