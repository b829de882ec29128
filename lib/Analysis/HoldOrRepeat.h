//===- HoldOrRepeat.h - Values to hold or to recompute --------------------===//
//
// Of what a forward part makes, its backward part can read a value that was held
// or make it again from others that were. Both cost something: what is held takes
// bytes, what runs again work. The cheapest choice is a cut of the program's graph:
//
//            1 | hold s: 4 bytes x 8        hold e: 4 bytes x 8 = 32
//   product -> s -> exp -> e -> divide -> p -> backward part
//                  16 additions      4             reads e and p
//
// Here e is held, and p made again from it: to hold s would take as many bytes as e
// and an exponential more, to hold p as well 32 for a division of 4.
//
// What is large and takes little to compute is computed again: Korthikanti et al.,
// "Reducing Activation Recomputation in Large Transformer Models", MLSys 2023,
// section 5. That the choice is a cut: PyTorch's min_cut_rematerialization_partition
// does so by bytes alone.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_ANALYSIS_HOLDORREPEAT_H
#define POPT_LIB_ANALYSIS_HOLDORREPEAT_H

#include "popt/Support/Tensors.h"

#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace popt {

/// What is asked of the operations of a block.
struct HoldOrRepeat {
  mlir::Block &block;
  mlir::Operation *end; ///< the last of the forward part
  llvm::function_ref<bool(mlir::Operation *)> mayRepeat;
  /// Bytes that holding the value takes, 0 if it is held anyway; nothing if it
  /// can't be held.
  llvm::function_ref<std::optional<int64_t>(mlir::Value)> bytesToHold;
};

/// The values that are held of the forward part; what the backward part reads
/// besides follows from them.
llvm::DenseSet<mlir::Value> valuesWorthHolding(const HoldOrRepeat &asked);

} // namespace popt

#endif // POPT_LIB_ANALYSIS_HOLDORREPEAT_H
