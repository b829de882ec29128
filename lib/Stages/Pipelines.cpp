//===- Pipelines.cpp - What the passes over pipelines share ---------------===//
//
// See Pipelines.h. Tested by test/Stages/schedule-tasks.mlir and
// test/Stages/schedule-tasks-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Dialect/Dist/Main.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Pipeline/Check.h"
#include "popt/Support/Inputs.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace popt;
using pipeline::Schedule;
using Order = dist::OrderAttr;

std::optional<StageProgram> popt::findStageProgram(ModuleOp module) {
  auto [main, meshOp] = dist::getMain(module);
  if (!main || !meshOp)
    return std::nullopt;
  Mesh mesh = meshOp.toMesh();
  std::optional<int> axis = dist::findStageAxis(mesh);
  if (!axis)
    return std::nullopt;
  return StageProgram{main, meshOp, std::move(mesh), *axis};
}

dist::TimeLoopOp StageProgram::longestLoop() {
  size_t most = 0;
  dist::TimeLoopOp longest;
  for (dist::TimeLoopOp loop : loops())
    if (size_t count = loop.getBody().front().getOperations().size();
        count > most) {
      most = count;
      longest = loop;
    }
  return longest;
}

FailureOr<ScheduleRequest> popt::scheduleOf(StageProgram &program) {
  ScheduleRequest request;
  auto asked =
      program.module()->getAttrOfType<dist::ScheduleAttr>(dist::kSchedule);
  if (!asked)
    return request;
  request.order = asked.getOrder().str();
  request.name = request.order.empty() ? asked.getKind().str() : request.order;
  request.chunks = asked.getChunks();
  request.microbatches = asked.getMicrobatches();
  if (!request.order.empty()) {
    request.kind = pipeline::ScheduleKind::Custom;
    dist::TimeLoopOp longest = program.longestLoop();
    if (!longest)
      return request;
    std::string error;
    std::unique_ptr<llvm::MemoryBuffer> file = readInput(request.order, error);
    if (!file)
      return program.meshOp.emitError()
             << "schedule " << request.order << ": " << error;
    request.text = file->getBuffer().str();
    request.directions = pipeline::directionsOfOrder(
        request.text, static_cast<int>(longest.getNumSteps()));
    return request;
  }
  std::string error;
  auto kind = pipeline::parseScheduleKind(request.name, error);
  if (!kind)
    return program.meshOp.emitError(error);
  request.kind = *kind;
  request.directions = pipeline::directionsOf(*kind);
  return request;
}

void popt::warnOfNoPipeline(ModuleOp module, StringRef what) {
  dist::MeshOp meshOp = dist::getMesh(module);
  emitWarning(meshOp ? meshOp.getLoc() : module.getLoc())
      << what
      << ", as there is no pipeline: one takes a stage axis and a folded time "
         "axis, such as --mesh stage:pp=2,time:mb=4";
}

/// A step without its waits; nothing for a wait.
static std::optional<pipeline::Step> toStep(const Order::Step &step) {
  switch (step.kind) {
  case Order::Run:
    return pipeline::Step{pipeline::Step::Run, false, step.number,
                          step.microbatch};
  case Order::Send:
    return pipeline::Step{pipeline::Step::Send, false, step.number,
                          step.microbatch};
  case Order::Recv:
    return pipeline::Step{pipeline::Step::Receive, false, step.number,
                          step.microbatch};
  case Order::Sent:
    return std::nullopt;
  }
  return std::nullopt;
}

/// Each message is waited for once, after it is sent: else memory would be
/// used again too early.
static LogicalResult checkWaits(dist::TimeLoopOp loop, Order order) {
  std::set<std::pair<int32_t, int32_t>> open;
  for (const Order::Step &step : order.getSteps()) {
    std::pair<int32_t, int32_t> message(step.number, step.microbatch);
    if (step.kind == Order::Send)
      open.insert(message);
    else if (step.kind == Order::Sent && !open.erase(message))
      return loop.emitOpError()
             << "has step sent " << step.number << ":" << step.microbatch
             << " in its orders, but nothing is sent before that it waits for";
  }
  if (open.empty())
    return success();
  return loop.emitOpError()
         << "has step send " << open.begin()->first << ":"
         << open.begin()->second << " in its orders, but no step sent after it";
}

FailureOr<Schedule> popt::readOrders(dist::TimeLoopOp loop,
                                     const pipeline::TaskGraph &graph) {
  auto orders = loop->getAttrOfType<ArrayAttr>(dist::kOrders);
  if (!orders)
    return loop.emitOpError("has its tasks in no order (schedule-tasks): it "
                            "has no \"dist.orders\"");
  if (orders.size() != static_cast<size_t>(graph.problem.coordinates))
    return loop.emitOpError()
           << "has orders of " << orders.size()
           << " coordinates, the stage axis has " << graph.problem.coordinates;
  Schedule schedule;
  for (auto order : orders.getAsRange<Order>()) {
    std::vector<pipeline::Step> &steps = schedule.order.emplace_back();
    for (const Order::Step &written : order.getSteps())
      if (std::optional<pipeline::Step> step = toStep(written))
        steps.push_back(*step);
    if (failed(checkWaits(loop, order)))
      return failure();
  }
  std::string error = pipeline::check(graph, schedule);
  if (!error.empty())
    return loop.emitOpError("has orders that are not right: ") << error;
  return schedule;
}
