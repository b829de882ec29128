//===- Recompute.h - Values that a backward part recomputes ---------------===//
//
// A training step holds what its forward part makes and its backward part
// reads. Recomputation holds a few of these values, the checkpoints, and
// computes the others again from them when the backward part comes to them
// (Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016).
//
// Parts are found, not named. The forward part ends where the most bytes that
// have been read are read again later: gradients, which are kept for the
// update, have not been read there. It is cut where few bytes cross; what
// crosses a cut is a checkpoint. Many numbers of cuts are tried, and the
// one kept for which the estimate of what is alive at once is least. What
// broadcasts repeat along rows, such as factors per channel, is held.
//
// A user's word on a scope (#dist.recompute on its operations) comes before the
// cuts: its values are computed again whatever that gains, from what enters the
// scope.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_RECOMPUTE_H
#define POPT_ANALYSIS_RECOMPUTE_H

#include "popt/Analysis/Liveness.h"

#include "llvm/ADT/SetVector.h"

#include <functional>
#include <string>
#include <vector>

namespace popt {

enum class RecomputePolicy {
  None,      ///< what the backward part reads is held
  Selective, ///< results of libraries, collectives and reductions are held, and
             ///< what takes much work for its bytes (HoldOrRepeat.h)
  Full,      ///< only checkpoints are held
};

/// The names of the policies, in their order.
const std::vector<std::string> &recomputePolicies();

llvm::StringRef nameOf(RecomputePolicy policy);

/// Nothing if the name is unknown; then `error` lists the known ones.
std::optional<RecomputePolicy> parseRecomputePolicy(llvm::StringRef name,
                                                    std::string &error);

/// True if running the operation again, anywhere its operands are, gives the
/// same values, and readers may take these instead: it has no effects and no order,
/// is no loop, and its results are not on their way to other stages.
bool canRematerialize(const Mesh &mesh, mlir::Operation *op);

/// True if to make the value again is no slower than to load it: a few operations
/// on elements (kCheapWork) make it from one large value that `isHeld` where it is
/// read. Kernels that read it then recompute it in registers; it is never
/// stored. The chain consists of these operations, readers first.
bool followsCheaply(const Mesh &mesh, mlir::Value value,
                    llvm::function_ref<bool(mlir::Value)> isHeld,
                    llvm::SetVector<mlir::Operation *> *chain = nullptr);
/// True if all operations that read the value, or a view of it, and `counts`, are
/// loops over elements in the block: their kernels can make the value.
bool isReadInKernels(
    mlir::Value value, mlir::Block &block,
    llvm::function_ref<bool(mlir::Operation *)> counts = [](mlir::Operation *) {
      return true;
    });

/// True if a user's word says that an operation of the module is to run again.
bool hasRecomputeScopes(mlir::ModuleOp module);

/// The policy that a pass's option names, or where it is empty the module
/// (`dist.recompute_policy`), else none; nothing if the module has nothing to
/// recompute. An unknown name is an error.
mlir::FailureOr<std::optional<RecomputePolicy>>
recomputePolicyFor(mlir::ModuleOp module, llvm::StringRef option);
/// Calls `recompute` with each function that has a body, and that policy.
mlir::LogicalResult recomputeInFunctions(
    mlir::ModuleOp module, llvm::StringRef option,
    llvm::function_ref<void(const Mesh &, mlir::func::FuncOp, RecomputePolicy)>
        recompute);

/// A forward and a backward part in one block, and what may be done there.
struct RecomputeTarget {
  const Mesh &mesh;
  mlir::func::FuncOp function;
  mlir::Block &block;
  RecomputePolicy policy = RecomputePolicy::None;
  /// The forward part ends within these operations; null: anywhere.
  mlir::Operation *firstEnd = nullptr, *lastEnd = nullptr;
  /// Tasks begin at these operations. They share what runs again, or each runs it
  /// for itself, whichever holds less.
  std::vector<mlir::Operation *> begins = {};
  /// True for operations that may run again, and for those that may read what
  /// ran again; empty: all.
  std::function<bool(mlir::Operation *)> mayCopy = nullptr, mayRead = nullptr;
  /// The most bytes alive at once; empty: in the function.
  std::function<int64_t(const Liveness &)> peak = nullptr;
};

/// What recomputation did to a function or to a loop's body.
struct Recomputed {
  int64_t values = 0;      ///< that the backward part no longer takes over
  int64_t freed = 0;       ///< their bytes
  int64_t checkpoints = 0; ///< that are held instead
  int64_t kept = 0;        ///< their bytes
  int64_t before = 0, after = 0; ///< the most bytes alive, estimated
  /// Each copy, and the operation that it repeats. Operations that are no
  /// longer read stand where they stood.
  std::vector<std::pair<mlir::Operation *, mlir::Operation *>> copies;
};

/// The last operation of the block's forward part; null if nothing is made in
/// the block that is read there.
mlir::Operation *endOfForwardPart(const RecomputeTarget &target);

/// Computes values of the block again where its backward part reads them.
/// Without a user's word, nothing happens, and nothing is returned, if the
/// estimate of the most bytes alive would not fall.
std::optional<Recomputed> recompute(const RecomputeTarget &target);

} // namespace popt

#endif // POPT_ANALYSIS_RECOMPUTE_H
