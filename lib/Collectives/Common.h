//===- Common.h - Shared by the passes of Collectives ---------------------===//
#ifndef POPT_LIB_COLLECTIVES_COMMON_H
#define POPT_LIB_COLLECTIVES_COMMON_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Machine/Machine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt {

/// The module's mesh and the machine whose costs count.
struct CollectivesInput {
  mlir::ModuleOp module;
  dist::MeshOp meshOp;
  Mesh mesh;
  Machine machine;
};

/// Runs a pass on every function, on none if the module has no mesh: it does
/// not communicate. An error if there is no such machine.
mlir::LogicalResult forEachFunction(
    mlir::ModuleOp module, llvm::StringRef cluster,
    llvm::function_ref<void(const CollectivesInput &, mlir::func::FuncOp)> run);

/// Bytes of a tensor.
int64_t bytesOf(mlir::Type type);

/// True if combining these elements in two steps would round them twice.
bool isRoundedTwice(mlir::Type type, Monoid monoid);

/// The value as terms of a partial value for the groups of `like`, at no cost:
/// the first member keeps it, the others take the identity. Zeros are terms of
/// zero as they are.
mlir::Value toTerms(mlir::OpBuilder &builder, dist::AllReduceOp like,
                    mlir::Value value);

/// The kind in the cost model, or nothing for what sends nothing.
std::optional<Collective> costKind(dist::CollectiveOpInterface op);
/// The buffer by which the cost model counts this operation.
int64_t bufferBytes(dist::CollectiveOpInterface op);
/// What one execution costs.
CommCost costOf(const CollectivesInput &input, dist::CollectiveOpInterface op);
/// What a collective over the same groups would cost.
CommCost costLike(const CollectivesInput &input, dist::CollectiveOpInterface op,
                  Collective kind, int64_t bufferBytes);

/// The part of its time that does not depend on bytes, and whether its groups
/// are of devices alone.
double latencyOf(const CollectivesInput &input, dist::CollectiveOpInterface op);
bool isOverDevices(const CollectivesInput &input,
                   dist::CollectiveOpInterface op);

/// Seconds of the computation alone. What kernels fuse is counted by its
/// arithmetic; only what reads and writes memory of its own by its bytes.
double computeSeconds(const CollectivesInput &input, mlir::Operation *op);

/// Of a collective its cost, of anything else its computation.
CommCost costOfRun(const CollectivesInput &input, mlir::Operation *op);
/// How often the block runs in a step; nothing if nobody knows.
std::optional<int64_t> runsOf(mlir::Block *block);

CommCost operator+(const CommCost &a, const CommCost &b);
CommCost operator*(int64_t times, const CommCost &a);
/// True if `a` sends no more bytes than `b` and is better: fewer bytes, or as
/// many in less time.
bool isBetter(const CommCost &a, const CommCost &b);

/// `{"dp"}`, or `2 groups of ranks`.
std::string groupsOf(const CollectivesInput &input,
                     dist::CollectiveOpInterface op);

/// The remark of a rewrite: `<what>: sends 8 bytes instead of 16, 8 fewer, in
/// 1.0e-6 s instead of 2.0e-6`.
void explainGain(mlir::Location loc, llvm::StringRef name, llvm::Twine what,
                 const CommCost &before, const CommCost &after);
/// The remark of a rewrite that makes part of a collective unnecessary.
void explainSaved(mlir::Location loc, llvm::StringRef name, llvm::Twine what,
                  const CommCost &saved);
/// The remark of what was left alone.
void explainMissed(mlir::Location loc, llvm::StringRef name, llvm::Twine why);

/// Erases the operation of a value that nothing reads, and what only it read.
void eraseUnused(mlir::Value value);

} // namespace popt

#endif // POPT_LIB_COLLECTIVES_COMMON_H
