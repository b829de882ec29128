//===- FormTasks.cpp - Time loops on a stage axis are cut into tasks ------===//
//
// Before and after IR: Passes.td. How tasks are found: TaskForming.h. Tested by
// test/Stages/form-tasks.mlir.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Stages/Passes.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_FORMTASKSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

/// Every next carried value of a time loop is computed by an operation of its
/// body.
static void makeNextValues(StageProgram &program) {
  for (auto loop : program.loops()) {
    mlir::Block &body = loop.getBody().front();
    for (OpOperand &next : body.getTerminator()->getOpOperands()) {
      Operation *definer = next.get().getDefiningOp();
      if (definer && definer->getBlock() == &body)
        continue;
      OpBuilder b(body.getTerminator());
      next.set(buildCopy(b, loop.getLoc(), next.get()));
    }
  }
}

/// In a time loop coordinates only exchange messages, so a combination becomes
/// additions at the last of its places.
static void replaceCombinesInLoops(StageProgram &program) {
  SmallVector<dist::CombineOp> combines;
  for (auto loop : program.loops())
    llvm::append_range(combines,
                       loop.getBody().front().getOps<dist::CombineOp>());
  for (dist::CombineOp combine : combines) {
    OpBuilder b(combine);
    Value all = combine.getInputs().front();
    for (Value partial : llvm::drop_begin(combine.getInputs())) {
      all =
          buildCombined(b, combine.getLoc(), combine.getMonoid(), all, partial);
      dist::setPlace(all.getDefiningOp(), combine.getAt().back());
    }
    combine.replaceAllUsesWith(all);
    combine.erase();
  }
}

/// Writes the requested schedule on the module, where the next passes find it.
static void setSchedule(ModuleOp module, StringRef schedule) {
  if (schedule.empty())
    return;
  bool isFile = schedule.ends_with(".csv");
  module->setAttr(dist::kSchedule,
                  dist::ScheduleAttr::get(module.getContext(),
                                          isFile ? "custom" : schedule,
                                          isFile ? schedule : "", /*chunks=*/0,
                                          /*microbatches=*/0));
}

static LogicalResult formTasks(StageProgram &program,
                               const ScheduleRequest &request) {
  FailureOr<std::optional<CostModel>> costs = CostModel::of(program.module());
  if (failed(costs))
    return failure();
  replaceCombinesInLoops(program);
  makeNextValues(program);
  llvm::DenseSet<Operation *> second;
  if (request.directions == 2 && !program.loops().empty()) {
    auto copies = addSecondDirection(program, request.name);
    if (failed(copies))
      return failure();
    second = std::move(*copies);
  }
  StageUses uses(program.main, program.mesh.axes[program.axis].size);
  for (dist::TimeLoopOp loop : program.loops()) {
    TaskGraphBuilder builder(loop, uses, program.mesh, program.axis);
    builder.form(pipeline::splitsWeight(request.kind),
                 pipeline::cutsLastVisit(request.kind), second, **costs);
    // What no schedule could be made of is an error, not a crash.
    std::string error = builder.problem.check();
    if (!error.empty())
      return loop.emitOpError("cannot be pipelined: ") << error;
    builder.write();
  }
  return success();
}

namespace {
struct FormTasksPass : public popt::impl::FormTasksPassBase<FormTasksPass> {
  using FormTasksPassBase::FormTasksPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    setSchedule(module, schedule);
    std::optional<StageProgram> program = findStageProgram(module);
    if (program) {
      FailureOr<ScheduleRequest> request = scheduleOf(*program);
      if (failed(request) || failed(formTasks(*program, *request)))
        return signalPassFailure();
    }
    if (module->hasAttr(dist::kSchedule) &&
        (!program || program->loops().empty()))
      warnOfNoPipeline(module, "the schedule is not used");
  }
};
} // namespace
