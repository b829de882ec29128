//===- Pipelines.h - What the passes over pipelines share -----------------===//
//
// form-tasks cuts time loops into tasks, schedule-tasks puts the tasks into an
// order and split-stages writes them into the stages' functions. Between them
// the module has attributes: "dist.schedule", and on each loop "dist.tasks",
// "dist.in_tasks" (on its operations) and "dist.orders". Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_PIPELINES_H
#define POPT_LIB_STAGES_PIPELINES_H

#include "TaskForming.h"

#include "popt/Cost/CostModel.h"
#include "popt/Pipeline/AutoSchedule.h"

namespace popt {

/// On the module, from split-loops to split-stages: the locations of operations of
/// which a warning has said what stages send for them.
inline constexpr llvm::StringLiteral kWarned = "dist.warned";

/// A program with a stage axis that is not yet split.
struct StageProgram {
  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  Mesh mesh;
  int axis;

  mlir::ModuleOp module() { return main->getParentOfType<mlir::ModuleOp>(); }
  auto loops() { return main.front().getOps<dist::TimeLoopOp>(); }
  /// The loop with most operations: the schedule is meant for it.
  dist::TimeLoopOp longestLoop();
};
/// Nothing if the module has no stage axis.
std::optional<StageProgram> findStageProgram(mlir::ModuleOp module);

/// A pass over programs with a stage axis; others it leaves alone.
template <typename PassBase> class PassOnStages : public PassBase {
public:
  using PassBase::PassBase;

  void runOnOperation() final {
    std::optional<StageProgram> program =
        findStageProgram(this->getOperation());
    if (!program)
      return this->markAllAnalysesPreserved();
    if (mlir::failed(runOn(*program)))
      this->signalPassFailure();
  }

private:
  virtual mlir::LogicalResult runOn(StageProgram &program) = 0;
};

/// The schedule that the module asks for.
struct ScheduleRequest {
  pipeline::ScheduleKind kind = pipeline::ScheduleKind::OneFOneB;
  std::string name = "1f1b"; ///< for messages: of the schedule, or of the file
  std::string order;         ///< the file of an order, or empty
  std::string text;          ///< of that file
  int directions = 1;        ///< copies of the network that run
  /// What a plan takes for granted; 0: nothing.
  int64_t chunks = 0, microbatches = 0;
};
/// Gives the loops' operations a second copy each, at the mirror image of its
/// place and for the second half of the microbatches, and runs everything around
/// the loops at both. The answer is the copies. An error if a microbatch needs
/// what another leaves, or numbers are odd (Directions.cpp).
mlir::FailureOr<llvm::DenseSet<mlir::Operation *>>
addSecondDirection(StageProgram &program, llvm::StringRef schedule);

/// Reads "dist.schedule" and the file of its order; without it that is 1f1b. An
/// unknown name is an error.
mlir::FailureOr<ScheduleRequest> scheduleOf(StageProgram &program);

/// Gives tasks copies of operations on elements that make what they would take over
/// from another task, where that is no slower than to load it: from one value that
/// they take over anyway. True if the loop changed; `builder` has read it before.
bool makeCheapInTasks(dist::TimeLoopOp loop, const TaskGraphBuilder &builder,
                      const StageUses &uses, const CostModel &costs);

/// What schedule "auto" came to for one loop.
struct ChosenOrder {
  pipeline::AutoSchedule found;
  bool splitsWeight; ///< weight parts are tasks of their own
};
/// Looks for the best order of the tasks in `memoryBudget` bytes per device (0:
/// in what the fastest named schedule keeps). Where it does not need weight
/// parts, they are merged with their visits, in `builder` and on the loop.
/// Nothing, and a warning, if none is found that fits.
std::optional<ChosenOrder> chooseOrder(StageProgram &program,
                                       dist::TimeLoopOp loop,
                                       TaskGraphBuilder &builder,
                                       const StageUses &uses,
                                       int64_t memoryBudget);

/// What the operations of the loop's tasks are, the same whether weight parts are
/// apart or not: costs that were measured are of tasks with this key.
std::string taskKeyOf(const TaskGraphBuilder &builder);
/// Gives the tasks the seconds of a file that `--bench --per-task` wrote. A part
/// of a visit that was measured as a whole gets a share as estimated.
mlir::LogicalResult readTaskCosts(StageProgram &program,
                                  TaskGraphBuilder &builder,
                                  llvm::StringRef file);

/// Warns that the request has no effect, because the program has no pipeline.
void warnOfNoPipeline(mlir::ModuleOp module, llvm::StringRef what);

/// The order of "dist.orders" as a schedule; an error if it does not fit the
/// loop's tasks.
mlir::FailureOr<pipeline::Schedule>
readOrders(dist::TimeLoopOp loop, const pipeline::TaskGraph &graph);

} // namespace popt

#endif // POPT_LIB_STAGES_PIPELINES_H
