//===- Stages.h - Places on the stage axis --------------------------------===//
//
// On a stage axis operations run at one coordinate, not at all of them. One
// attribute, `dist.place`, says where a value is pinned or an operation runs: a
// list of coordinates. An operation without it runs wherever its results are
// read: constants, counters, learning-rate schedules.
//
// After split-stages each coordinate has a function of its own, with
// `dist.coordinate` its coordinate, and arguments and results with `dist.index`,
// their number in the whole program.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_STAGES_H
#define POPT_DIALECT_DIST_STAGES_H

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Dialect/Dist/Dist.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Dist/PipelineAttrs.h.inc"

#define GET_OP_CLASSES
#include "popt/Dialect/Dist/StageOps.h.inc"

namespace popt::dist {

/// A stage axis is no longer: sets of coordinates are words.
inline constexpr int64_t kMostCoordinates = 64;

/// The stage axis of more than one coordinate, if the mesh has one; the first,
/// if it has several.
std::optional<int> findStageAxis(const Mesh &mesh);

/// Checks "dist.place": coordinates of the module's stage axis, ascending.
mlir::LogicalResult verifyPlace(mlir::Operation *op, mlir::Attribute place);
/// On an argument or result with a dimension along the stage axis: the
/// coordinate of each block of layers, in order.
inline constexpr llvm::StringLiteral kOwners = "dist.owners";
/// After split-stages, on a block that is an argument or result of its own: its
/// #dist.block_of.
inline constexpr llvm::StringLiteral kPartOf = "dist.part_of";
/// What is wrong with a list of owners for so many layers, or nothing.
std::string checkOwners(const MeshAxis &axis, int64_t layers,
                        llvm::ArrayRef<int64_t> owners);
/// Checks "dist.owners" of an argument or result with this sharding and type.
mlir::LogicalResult verifyOwners(mlir::Operation *op, mlir::Type type,
                                 mlir::Attribute owners,
                                 mlir::Attribute sharding);

/// Checks "dist.block_of" of an argument or result of this type and place.
mlir::LogicalResult verifyBlockOf(mlir::Operation *op, mlir::Type type,
                                  mlir::Attribute attr, mlir::Attribute place);
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

/// True for tasks and for operations between coordinates of the stage axis:
/// they keep their order.
bool isOrdered(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Pipelined time loops
//===----------------------------------------------------------------------===//
//
// The time loop of a stage has its tasks and messages, once for all
// microbatches, and `dist.order`: a list of (task or message, microbatch). Each
// result of an operation of the body has an *instance* per microbatch.
//
//   %sum, %h = dist.time_loop .. (%step, %old = %zero, %before = %first)
//       attributes {dist.order = #dist.order<run 0:0, send 0:0, run 0:1, ..>} {
//     %f:2 = dist.task 0 "0F" (%in = %old) { .. %before .. }
//     dist.send %f#1 message 0 ..
//     dist.return %f#0, %f#1
//
// What the loop carries is either *replaced in place* by one task, whose
// operand it is (%old), or it is the instance of the microbatch before (%before
// reads %f#1), and in the first microbatch the loop's operand.
//
// Messages have numbers for all microbatches: that of microbatch i is i more
// than the operation's.

/// The order in which the loop's tasks run; null if it is no pipelined loop.
OrderAttr getOrder(mlir::Operation *op);

/// How steps of an order call an operation: kind, and number of the task or
/// message.
using StepName = std::pair<int, int64_t>;
std::optional<StepName> getStepName(mlir::Operation *op);
/// The operations of the loop's body by name.
std::map<StepName, mlir::Operation *> getNamedSteps(TimeLoopOp loop);

/// True if one task replaces the carried value.
bool isReplacedInPlace(TimeLoopOp loop, unsigned index);

/// A value of the body that one of its operations reads.
struct InstanceRead {
  mlir::OpResult value;
  int distance; ///< 1: the instance of the microbatch before
  int carried;  ///< what the loop carries that this is, or -1
};
/// All of them, except those that are replaced in place.
llvm::SmallVector<InstanceRead> getInstancesRead(mlir::Operation *op);

/// Checks the order of a loop that has one: each task runs once for each
/// microbatch, after what it reads.
mlir::LogicalResult verifyOrder(TimeLoopOp loop);

/// Checks that "dist.order", "dist.tasks", "dist.orders" and "dist.in_tasks"
/// stand where they may and are of their kinds.
mlir::LogicalResult verifyTasks(mlir::Operation *op, mlir::NamedAttribute attr);

/// On a loop that counts, by form-kernels: which carried value is its counter,
/// where that begins, what each iteration adds, and how many there are.
inline constexpr llvm::StringLiteral kCounter = "dist.counter";
/// The values of a counter: first, first + step, ..., `count` in all.
struct Counting {
  mlir::Operation *loop;
  int64_t first, step, count;
};
/// Those of a time loop's step, or of the counter that a loop names; nothing for
/// other values.
std::optional<Counting> getCounting(mlir::Value number);
/// The value of a loop's body that counts its iterations; null if none does.
mlir::BlockArgument getCounter(mlir::Operation *loop);

/// Elements [begin + step * stride, begin + step * stride + count) of a stack.
struct RowElements {
  mlir::Value step;
  int64_t begin, stride, count;
  bool operator==(const RowElements &o) const {
    return step == o.step && begin == o.begin && stride == o.stride &&
           count == o.count;
  }
  /// True if the two have no element in common in any one iteration.
  bool isApartFrom(const RowElements &o) const {
    return step == o.step && stride == o.stride &&
           (begin + count <= o.begin || o.begin + o.count <= begin);
  }
};
RowElements getRowElements(StepSliceOp op);
RowElements getRowElements(StepUpdateOp op);

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
