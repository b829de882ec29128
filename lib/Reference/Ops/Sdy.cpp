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

// The verifier has found every mesh and axis that is named.
static AxisRef axisOf(const Mesh &mesh, sdy::AxisRefAttr ref) {
  int axis = *mesh.find(ref.getName());
  if (auto sub = ref.getSubAxisInfo())
    return AxisRef{axis, sub.getPreSize(), sub.getSize()};
  return mesh.ref(axis);
}

static std::vector<Layout>
layoutsOf(const Mesh &mesh, sdy::TensorShardingPerValueAttr shardings) {
  std::vector<Layout> layouts;
  for (sdy::TensorShardingAttr sharding : shardings.getShardings()) {
    Layout &layout =
        layouts.emplace_back(Layout::replicate(sharding.getRank()));
    for (auto [dim, from] : llvm::zip(layout.dims, sharding.getDimShardings()))
      for (sdy::AxisRefAttr ref : from.getAxes())
        dim.axes.push_back(axisOf(mesh, ref));
  }
  return layouts;
}

static LockstepResults runManualComputation(sdy::ManualComputationOp op,
                                            LockstepCall &call) {
  sdy::MeshAttr mesh;
  for (auto shardings : {op.getInShardings(), op.getOutShardings()})
    if (!shardings.empty() && !mesh)
      mesh = shardings.getSharding(0).getMesh(op);
  if (!mesh) // nothing goes in or comes out: no coordinate matters
    return SmallVector<RankTensors>();
  ManualRegion manual;
  manual.mesh = meshOf(mesh);
  for (StringAttr name : op.getManualAxes())
    manual.manualAxes.push_back(*manual.mesh.find(name.getValue()));
  manual.in = layoutsOf(manual.mesh, op.getInShardings());
  manual.out = layoutsOf(manual.mesh, op.getOutShardings());
  return runManual(call, manual);
}

static LockstepResults runNamedComputation(sdy::NamedComputationOp,
                                           LockstepCall &call) {
  return call.evaluator.runRegion(call.op->getRegion(0),
                                  std::move(call.operands), call.frame,
                                  call.frame.ranks);
}

void popt::reference::registerSdyOps(OpTable &table) {
  // Values are global, so collectives only change where they are.
  table.addIdentity({"sdy.all_gather", "sdy.all_reduce", "sdy.all_slice",
                     "sdy.all_to_all", "sdy.collective_permute",
                     "sdy.data_flow_edge", "sdy.func_data_flow_edge",
                     "sdy.propagation_barrier", "sdy.reduce_scatter",
                     "sdy.replicated_to_unreduced", "sdy.reshard",
                     "sdy.sharded_to_unreduced", "sdy.sharding_constraint",
                     "sdy.sharding_group"});
  table.add(runManualComputation, runNamedComputation);
}
