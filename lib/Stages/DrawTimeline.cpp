//===- DrawTimeline.cpp - A picture of when tasks and messages run --------===//
//
// Simulates the written order of the longest loop. Tested by
// test/Stages/draw-timeline.mlir.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt-rt/data.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Pipeline/Simulate.h"
#include "popt/Pipeline/Timeline.h"
#include "popt/Stages/Passes.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_DRAWTIMELINEPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

namespace {
struct DrawTimelinePass
    : public popt::impl::DrawTimelinePassBase<DrawTimelinePass> {
  using DrawTimelinePassBase::DrawTimelinePassBase;
  DrawTimelinePass(popt::DrawTimelinePassOptions options,
                   std::shared_ptr<std::string> picture)
      : DrawTimelinePassBase(std::move(options)), picture(std::move(picture)) {}

  LogicalResult draw(StageProgram &program) {
    FailureOr<ScheduleRequest> request = scheduleOf(program);
    FailureOr<std::optional<CostModel>> costs = CostModel::of(getOperation());
    if (failed(request) || failed(costs))
      return failure();
    dist::TimeLoopOp loop = program.longestLoop();
    StageUses uses(program.main, program.mesh.axes[program.axis].size);
    TaskGraphBuilder builder(loop, uses, program.mesh, program.axis);
    builder.priceMessages(**costs);
    if (failed(builder.read()))
      return failure();
    pipeline::TaskGraph graph(builder.problem);
    FailureOr<pipeline::Schedule> order = readOrders(loop, graph);
    if (failed(order))
      return failure();
    std::string error;
    std::optional<pipeline::Simulation> run =
        pipeline::simulate(graph, *order, error);
    assert(run && "the check refuses orders that deadlock");
    std::string title =
        llvm::formatv("{0}, {1} stages, {2} microbatches",
                      pipeline::name(request->kind),
                      builder.problem.coordinates, builder.problem.microbatches)
            .str();
    if (picture)
      *picture = pipeline::timelineSvg(graph, *run, title, onPage);
    return file.empty()
               ? success()
               : write(program, pipeline::timelineSvg(graph, *run, title));
  }

  LogicalResult write(StageProgram &program, StringRef svg) {
    std::string error;
    if (rt::replaceFile(file, {svg.data(), svg.size()}, error))
      return success();
    return program.meshOp.emitError() << "--timeline: " << error;
  }

  void runOnOperation() override {
    markAllAnalysesPreserved();
    std::optional<StageProgram> program = findStageProgram(getOperation());
    if (!program || program->loops().empty()) {
      if (!file.empty())
        warnOfNoPipeline(getOperation(), "--timeline: nothing is drawn");
      return;
    }
    if (failed(draw(*program)))
      signalPassFailure();
  }

  /// As wide as a page is; null: there is none.
  static constexpr pipeline::TimelineFrame onPage = {/*mostWidth=*/1040,
                                                     /*isEmbedded=*/true};
  std::shared_ptr<std::string> picture;
};
} // namespace

std::unique_ptr<Pass>
popt::createDrawTimelinePass(DrawTimelinePassOptions options,
                             std::shared_ptr<std::string> picture) {
  return std::make_unique<DrawTimelinePass>(std::move(options),
                                            std::move(picture));
}
