//===- SentBytes.cpp - What the ranks of a compiled program send ----------===//
//
// See SentBytes.h. Tested by test/unit/Cost/CommunicationTest.cpp, and against what
// runs count by test/Report/measured.test and test/Execute/Plans/cookbook.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Cost/SentBytes.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/OpModel.h"

using namespace mlir;

namespace popt {

namespace {
class Sending {
public:
  Sending(const CostModel &costs, func::FuncOp program)
      : costs(costs), program(program) {}

  SentBytes find();

private:
  void add(dist::CollectiveOpInterface op);
  void add(std::map<std::string, int64_t> &levels, int level, int64_t bytes) {
    if (bytes > 0)
      levels[costs.machine.links[level].name] += bytes;
  }

  const CostModel &costs;
  func::FuncOp program;
  SentBytes sent;
  /// By level, of each rank that sends.
  std::map<int64_t, std::map<std::string, int64_t>> permuted;
};
} // namespace

/// How often the operation runs in a step.
static int64_t runsOfStep(Operation *op) {
  int64_t runs = runsOf(op->getBlock()).value_or(kUnknownTrips);
  auto loop = op->getParentOfType<dist::TimeLoopOp>();
  dist::OrderAttr order = loop ? dist::getOrder(loop) : dist::OrderAttr();
  if (!order)
    return runs;
  std::optional<dist::StepName> name =
      dist::getStepName(loop.getBody().front().findAncestorOpInBlock(*op));
  std::optional<int64_t> trips =
      cast<ValueTieOpInterface>(loop.getOperation()).getTripCount();
  if (!name || !trips || *trips == 0)
    return runs;
  return runs / *trips *
         llvm::count_if(order.getSteps(), [&](dist::OrderAttr::Step step) {
           return dist::StepName{step.kind, step.number} == *name;
         });
}

void Sending::add(dist::CollectiveOpInterface op) {
  int64_t bytes = runsOfStep(op) * costs.costOf(op).wireBytes;
  int level = costs.levelOf(op);
  auto permute = dyn_cast<dist::PermuteOp>(op.getOperation());
  if (!permute) {
    if (bytes > 0)
      add(sent[name(*costKind(op))], level, bytes);
    return;
  }
  for (Attribute pair : permute.getPairs()) {
    ArrayRef<int64_t> ranks = cast<DenseI64ArrayAttr>(pair).asArrayRef();
    if (ranks[0] != ranks[1])
      add(permuted[ranks[0]], level, bytes);
  }
}

SentBytes Sending::find() {
  std::optional<int> axis = dist::findStageAxis(costs.mesh);
  program.walk([&](Operation *op) {
    auto collective = dyn_cast<dist::CollectiveOpInterface>(op);
    if (auto send = dyn_cast<dist::SendOp>(op); send && axis)
      add(sent["send"], costs.levelOf(costs.mesh.ref(*axis)),
          runsOfStep(op) * bytesOf(send.getInput()));
    else if (isa<dist::ReduceStagesOp>(op) && axis)
      add(sent[name(CollectiveKind::AllReduce)],
          costs.levelOf(costs.mesh.ref(*axis)),
          runsOfStep(op) * costs.costOfRun(op).wireBytes);
    else if (collective && costKind(collective))
      add(collective);
  });
  int64_t stage = dist::getStage(program).value_or(-1), most = 0;
  for (auto &[rank, levels] : permuted) {
    if (axis && stage >= 0 && costs.mesh.coordinates(rank)[*axis] != stage)
      continue;
    int64_t bytes = 0;
    for (const auto &[level, ofLevel] : levels)
      bytes += ofLevel;
    if (bytes > most) {
      most = bytes;
      sent[name(CollectiveKind::Permute)] = levels;
    }
  }
  return std::move(sent);
}

SentBytes sentInStep(const CostModel &costs, func::FuncOp program) {
  return Sending(costs, program).find();
}

} // namespace popt
