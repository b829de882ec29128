//===- LocalCosts.h - What running a local program costs ------------------===//
//
// Of collectives by the machine's links, of computation by its arithmetic and
// memory traffic. Estimates before kernels are formed; what these take is known
// afterwards (KernelCosts.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_LOCALCOSTS_H
#define POPT_ANALYSIS_LOCALCOSTS_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Machine/Machine.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// The module's mesh and the machine whose costs count.
struct CollectivesInput {
  mlir::ModuleOp module;
  dist::MeshOp meshOp;
  Mesh mesh;
  Machine machine;
};

/// Nothing if the module has no mesh: it does not communicate. An error if there
/// is no such machine.
mlir::FailureOr<std::optional<CollectivesInput>>
readCollectivesInput(mlir::ModuleOp module);

/// Runs a pass on every function, on none if the module has no mesh: it does
/// not communicate. An error if there is no such machine.
mlir::LogicalResult forEachFunction(
    mlir::ModuleOp module,
    llvm::function_ref<void(const CollectivesInput &, mlir::func::FuncOp)> run);

/// True if combining these elements in two steps would round them twice.
bool isRoundedTwice(mlir::Type type, Monoid monoid);

/// The kind in the cost model, or nothing for operations that send nothing.
std::optional<CollectiveKind> costKind(dist::CollectiveOpInterface op);
/// The buffer by which the cost model counts this operation.
int64_t bufferBytes(dist::CollectiveOpInterface op);
/// The cost of one execution.
CommCost costOf(const CollectivesInput &input, dist::CollectiveOpInterface op);
/// The cost of one or several that run as one: the members of a bucket meet once.
CommCost costOfMessage(const CollectivesInput &input,
                       llvm::ArrayRef<dist::CollectiveOpInterface> members);
/// The cost of a collective over the same groups.
CommCost costLike(const CollectivesInput &input, dist::CollectiveOpInterface op,
                  CollectiveKind kind, int64_t bufferBytes);

/// The level of the links that it uses.
int levelOf(const CollectivesInput &input, dist::CollectiveOpInterface op);
/// The part of its time that does not depend on bytes, and whether its groups
/// are of devices alone.
double latencyOf(const CollectivesInput &input, dist::CollectiveOpInterface op);
bool isOverDevices(const CollectivesInput &input,
                   dist::CollectiveOpInterface op);

/// Bytes that a kernel of its own for the operation reads and writes. Of a tensor
/// that is gathered from or written into, that is a part: a row of a stack.
int64_t bytesMoved(mlir::Operation *op);

/// Seconds of the computation alone. Operations that kernels fuse count by
/// their arithmetic; only those that read and write memory of their own count
/// by their bytes. Calls of kernels count as KernelCosts.h says.
double computeSeconds(const CollectivesInput &input, mlir::Operation *op);

/// Of a collective, a bucket or a move between memories its cost, of anything else
/// its computation.
CommCost costOfRun(const CollectivesInput &input, mlir::Operation *op);
/// How often the block runs in a step; nothing if it is unknown.
std::optional<int64_t> runsOf(mlir::Block *block);

CommCost operator+(const CommCost &a, const CommCost &b);
CommCost operator*(int64_t times, const CommCost &a);
/// True if `a` sends no more bytes than `b` and is better: fewer bytes, or as
/// many in less time.
bool isBetter(const CommCost &a, const CommCost &b);

/// Seconds that a step of the program takes if everything runs one after the other,
/// without waiting for other programs.
double secondsOfStep(const CollectivesInput &input,
                     mlir::func::FuncOp function);
/// The part of it that copies between the memories take.
double secondsOfCopies(const CollectivesInput &input,
                       mlir::func::FuncOp function);

/// `{"dp"}`, or `2 groups of ranks`.
std::string groupsOf(const CollectivesInput &input,
                     dist::CollectiveOpInterface op);

} // namespace popt

#endif // POPT_ANALYSIS_LOCALCOSTS_H
