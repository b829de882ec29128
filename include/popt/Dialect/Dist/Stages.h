//===- Stages.h - Places on the stage axis --------------------------------===//
//
// On a stage axis operations run at one coordinate, not at all of them. Where a
// value is pinned or an operation runs stands in one attribute, `dist.place`: a
// list of coordinates. An operation without it runs wherever its results are
// read: constants, counters, learning-rate schedules.
//
// After split-stages each coordinate has a function of its own, with
// `dist.stage` its coordinate, and arguments and results with `dist.index`,
// their number in the whole program.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_STAGES_H
#define POPT_DIALECT_DIST_STAGES_H

#include "popt/Dialect/Dist/Dist.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#define GET_OP_CLASSES
#include "popt/Dialect/Dist/StageOps.h.inc"

namespace popt::dist {

/// On an operation, argument or result: coordinates of the stage axis.
inline constexpr llvm::StringLiteral kPlace = "dist.place";
/// On a function: the coordinate whose ranks run it.
inline constexpr llvm::StringLiteral kStage = "dist.stage";
/// On the module: what was predicted of its pipeline, by name.
inline constexpr llvm::StringLiteral kPipeline = "dist.pipeline";
/// Of a module: the plan's schedule, as JSON.
inline constexpr llvm::StringLiteral kSchedule = "dist.schedule";
/// On arguments and results of such a function: their number in the program.
inline constexpr llvm::StringLiteral kIndex = "dist.index";

/// The stage axis of more than one coordinate, if the mesh has one; the first,
/// if it has several.
std::optional<int> findStageAxis(const Mesh &mesh);

/// Where an operation runs; empty if that is open.
llvm::SmallVector<int64_t> getPlace(mlir::Operation *op);
void setPlace(mlir::Operation *op, llvm::ArrayRef<int64_t> place);
/// Where an argument or result of a function is pinned; empty if nowhere.
llvm::SmallVector<int64_t> getArgumentPlace(mlir::func::FuncOp func,
                                            unsigned index);
llvm::SmallVector<int64_t> getResultPlace(mlir::func::FuncOp func,
                                          unsigned index);

/// The scope in a location's name: `jit(step)/jvp(mlp)/dense` is `mlp/dense`.
std::string getScope(llvm::StringRef name);

/// True for tasks and what is between stages: they keep their order.
bool isOrdered(mlir::Operation *op);

/// The functions that ranks run: one per coordinate of the stage axis, in their
/// order, or `@main` alone. Empty if there is neither.
llvm::SmallVector<mlir::func::FuncOp> getPrograms(mlir::ModuleOp module);
/// The coordinate whose ranks run the function; nothing if all do.
std::optional<int64_t> getStage(mlir::func::FuncOp func);
/// The number of an argument or result in the whole program.
unsigned getArgumentIndex(mlir::func::FuncOp func, unsigned index);
unsigned getResultIndex(mlir::func::FuncOp func, unsigned index);

} // namespace popt::dist

#endif // POPT_DIALECT_DIST_STAGES_H
