//===- Sdy.cpp - Operations of the sdy dialect ----------------------------===//
//
// Annotations are the identity; a manual computation runs on the coordinates of
// its mesh. Tested by test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Sdy/Sdy.h"
#include "../Manual.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

static Mesh meshOf(sdy::MeshAttr attribute) {
  Mesh mesh;
  for (sdy::MeshAxisAttr axis : attribute.getAxes())
    mesh.axes.push_back({axis.getName().str(), axis.getSize()});
  mesh.deviceIds.assign(attribute.getDeviceIds().begin(),
                        attribute.getDeviceIds().end());
  return mesh;
}

static FailureOr<AxisRef> axisOf(Operation *op, const Mesh &mesh,
                                 sdy::AxisRefAttr ref) {
  std::optional<int> axis = mesh.find(ref.getName());
  if (!axis)
    return op->emitOpError() << "names axis \"" << ref.getName()
                             << "\", which its mesh does not have";
  if (auto sub = ref.getSubAxisInfo())
    return AxisRef{*axis, sub.getPreSize(), sub.getSize()};
  return mesh.ref(*axis);
}

static FailureOr<std::vector<Layout>>
layoutsOf(Operation *op, const Mesh &mesh,
          sdy::TensorShardingPerValueAttr shardings) {
  std::vector<Layout> layouts;
  for (sdy::TensorShardingAttr sharding : shardings.getShardings()) {
    Layout &layout =
        layouts.emplace_back(Layout::replicate(sharding.getRank()));
    for (auto [dim, from] : llvm::zip(layout.dims, sharding.getDimShardings()))
      for (sdy::AxisRefAttr ref : from.getAxes()) {
        FailureOr<AxisRef> axis = axisOf(op, mesh, ref);
        if (failed(axis))
          return failure();
        dim.axes.push_back(*axis);
      }
  }
  return layouts;
}

static LockstepResults runManualComputation(LockstepCall &call) {
  auto op = cast<sdy::ManualComputationOp>(call.op);
  sdy::MeshAttr mesh;
  for (auto shardings : {op.getInShardings(), op.getOutShardings()})
    if (!shardings.empty() && !mesh)
      mesh = shardings.getSharding(0).getMesh(op);
  if (!mesh) {
    // Nothing goes in or comes out: no coordinate matters.
    if (op->getNumOperands() == 0 && op->getNumResults() == 0)
      return SmallVector<RankTensors>();
    return op.emitOpError("has a sharding with an unknown mesh");
  }
  ManualRegion manual;
  manual.mesh = meshOf(mesh);
  for (StringAttr name : op.getManualAxes()) {
    std::optional<int> axis = manual.mesh.find(name.getValue());
    if (!axis)
      return op.emitOpError() << "names manual axis " << name
                              << ", which its mesh does not have";
    manual.manualAxes.push_back(*axis);
  }
  auto in = layoutsOf(op, manual.mesh, op.getInShardings());
  auto out = layoutsOf(op, manual.mesh, op.getOutShardings());
  if (failed(in) || failed(out))
    return failure();
  manual.in = *in;
  manual.out = *out;
  return runManual(call, manual);
}

static LockstepResults runNamedComputation(LockstepCall &call) {
  return call.evaluator.runRegion(call.op->getRegion(0),
                                  std::move(call.operands), call.frame,
                                  call.frame.ranks);
}

void popt::reference::registerSdyOps(OpTable &table) {
  // Values are global, so collectives only change where they are.
  for (const char *name :
       {"sdy.all_gather", "sdy.all_reduce", "sdy.all_slice", "sdy.all_to_all",
        "sdy.collective_permute", "sdy.reduce_scatter",
        "sdy.replicated_to_unreduced", "sdy.sharded_to_unreduced"})
    table.addIdentity(name);
  table.addIdentity("sdy.data_flow_edge");
  table.addIdentity("sdy.func_data_flow_edge");
  table.addIdentity("sdy.propagation_barrier");
  table.addIdentity("sdy.reshard");
  table.addIdentity("sdy.sharding_constraint");
  table.addIdentity("sdy.sharding_group");
  table.addLockstep("sdy.manual_computation", runManualComputation);
  table.addLockstep("sdy.named_computation", runNamedComputation);
}
