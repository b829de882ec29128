//===- BatchLoops.h - Loops of the program over parts of a batch ----------===//
#ifndef POPT_LIB_ANNOTATE_BATCHLOOPS_H
#define POPT_LIB_ANNOTATE_BATCHLOOPS_H

#include "popt/Layout/Layout.h"

#include "mlir/IR/Value.h"

namespace popt {

/// Where loops of the program take a part of the batch in each iteration, as they do
/// to add up gradients, all parts in one tensor; null where they do not, or where
/// anything else reads the batch.
///
///   %parts = stablehlo.reshape %batch : tensor<16x32xi32> -> tensor<4x4x32xi32>
///   while(%i, %all = %parts)   { dynamic_slice %all, %i, .., sizes = [1, 4, 32] }
///
/// `layout`, of the batch, becomes that of the parts: its axes are on the rows of
/// each, which they have to divide. A time axis on the parts themselves would give
/// each step iterations of its own, and the loop would wait for all steps.
mlir::Value findPartsOfBatch(mlir::Value batch, Layout &layout,
                             const Mesh &mesh);

} // namespace popt

#endif // POPT_LIB_ANNOTATE_BATCHLOOPS_H
