//===- Fusion.h - What will become one kernel -----------------------------===//
//
// Asked at three points of the flow, each time with what is known there:
//
//   before Partition   `isFused`: a value that is made element by element stays
//                      in registers on the way to a reader in the same loops.
//                      Nothing is known of other readers or of code between.
//   local program      `LocalKernels`: an operation belongs to the kernel that
//                      all its readers are in. Nothing is computed twice,
//                      except values that every reader may copy.
//   exact              form-kernels (lib/Kernels/KernelClusters.h): with
//                      further results of one kernel, values that are computed
//                      again, and loops that do not fit together.
//
// test/unit/Analysis/FusionTest.cpp holds the bytes that the second leaves to
// be stored against those that the third stores, on the corpus.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_FUSION_H
#define POPT_ANALYSIS_FUSION_H

#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/ProductSum.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace popt {

/// Work per element, in additions, that takes no longer than to load the element.
inline constexpr unsigned kCheapWork = 4;

/// True if a value stays in registers between the two. `producer` may be null.
bool isFused(mlir::Operation *producer, mlir::Operation *user);
/// True if no user reads the value from memory.
bool isNeverStored(mlir::Value value);

/// The sum that an addition becomes one call with (docs/Decisions/0065): what is
/// added to lies in memory, and no kernel reads the result. An addition with a kernel
/// before or after it is part of that, and costs nothing there. `isInLoops`: whether
/// loops of kernels compute an operation of the block, as far as is known.
std::optional<ProductSum>
sumInOneCall(mlir::Operation *add,
             llvm::function_ref<bool(mlir::Operation *)> isInLoops);

/// The kernels of a local program before they are formed.
class LocalKernels {
public:
  LocalKernels() = default;
  explicit LocalKernels(mlir::Operation *function);

  /// True if only its own kernel reads it.
  bool isFused(mlir::Operation *op) const { return lastOf.contains(op); }
  /// The operation that ends the kernel of `op`: the last that reads it on.
  mlir::Operation *lastOfKernel(mlir::Operation *op) const {
    auto it = lastOf.find(op);
    return it == lastOf.end() ? op : it->second;
  }

  /// The kind of loops; Opaque for loops and branches of the program.
  static KernelKind kindOf(mlir::Operation *op);
  /// True for operations that the loops of a kernel can compute.
  static bool isInKernel(mlir::Operation *op);
  /// True for values that are recomputed in every kernel that reads them.
  static bool isCopied(mlir::Operation *op);

private:
  void find(mlir::Block &block);

  llvm::DenseMap<mlir::Operation *, mlir::Operation *> lastOf;
};

} // namespace popt
#endif // POPT_ANALYSIS_FUSION_H
