//===- Batch.h - Which dimensions of the inputs are the batch -------------===//
//
// Microbatches are a sharding of the batch over time (lib/Annotate/SplitBatches.cpp).
// A user names the batch by an axis called `dp`; a planner finds it in the program.
//
// Each dimension of an argument is a class. Classes spread along the factors of
// operations, and those that meet in a factor are one:
//
//   %h = dot %x, %w        x [B, D], w [D, F]     x's second dimension is w's first
//   %l = multiply %h', %t  t [B, F]               so are the first ones of x and t
//
// A class is the batch if no state has it (law L3: state is whole in time), no value
// has it twice (scores of a sequence with itself) and nothing mixes its elements
// (a sort, a window, a scan over it). Of several the one that most elements have.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_BATCH_H
#define POPT_COMPILE_BATCH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace popt {

/// A dimension of an argument that is not state.
struct BatchDim {
  unsigned argument = 0;
  unsigned dim = 0;
  int64_t size = 1;
};

struct Batch {
  /// At most one of an argument; empty if there is none.
  std::vector<BatchDim> dims;
  /// The dimension that has it, of all values that do.
  llvm::DenseMap<mlir::Value, unsigned> values;

  /// Rows that all inputs have; 0 without a batch.
  int64_t rows() const;
};

/// The batch of @main: dimensions that are one. Those that `named` says of inputs, by
/// pattern; else what the program shows.
Batch findBatch(mlir::func::FuncOp main,
                const std::vector<std::pair<std::string, int64_t>> &named);

} // namespace popt
#endif // POPT_COMPILE_BATCH_H
