//===- SeparateGroups.cpp - Groups whose members differ -------------------===//
//
//   dist.sharding_group %a group = 0              with %a sharded [{"x"}]
//   dist.sharding_group %b group = 0              with %b sharded [{"y"}]
// becomes
//   %c = dist.constraint %a <@mesh, [{?}]>
//   dist.sharding_group %c group = 0
//   %d = dist.constraint %b <@mesh, [{?}]>
//   dist.sharding_group %d group = 0
//
// The user's shardings of %a and %b hold, and their readers read values that
// are sharded alike. Tested by test/Propagate/groups.mlir.
//
//===----------------------------------------------------------------------===//
#include "SeparateGroups.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;

namespace {
/// Facts about one group.
struct Members {
  SmallVector<dist::ShardingGroupOp> ops;
  /// The first one with a sharding, and the first one with another.
  dist::ShardingGroupOp known, other;
};
} // namespace

static std::vector<Members> collect(Graph &graph) {
  std::vector<Members> groups(graph.groups.size());
  graph.module.walk([&](dist::ShardingGroupOp op) {
    std::optional<unsigned> cell = graph.find(op.getInput());
    if (!cell || graph.cells[*cell].group < 0)
      return;
    Members &group = groups[graph.cells[*cell].group];
    group.ops.push_back(op);
    const Layout &layout = graph.cells[*cell].layout;
    if (isUnknown(layout))
      return;
    if (!group.known)
      group.known = op;
    else if (!group.other &&
             graph.cells[*graph.find(group.known.getInput())].layout != layout)
      group.other = op;
  });
  return groups;
}

bool popt::separateGroups(Graph &graph, FlatSymbolRefAttr meshName) {
  bool changed = false;
  for (Members &group : collect(graph)) {
    if (!group.other)
      continue;
    auto layoutOf = [&](dist::ShardingGroupOp op) {
      return graph.cells[*graph.find(op.getInput())].layout.str(graph.mesh);
    };
    InFlightDiagnostic diag =
        group.known.emitWarning()
        << "values of sharding group " << group.known.getGroup()
        << " are sharded " << layoutOf(group.known) << " and "
        << layoutOf(group.other)
        << "; they stay so, and what reads them reads copies that are sharded "
           "alike";
    diag.attachNote(group.other.getLoc()) << "the other value";
    llvm::SmallPtrSet<Operation *, 4> made;
    for (dist::ShardingGroupOp op : group.ops) {
      Value value = op.getInput();
      if (made.contains(value.getDefiningOp()))
        continue; // two entries of one value
      OpBuilder builder(op.getContext());
      builder.setInsertionPointAfterValue(value);
      auto constraint = dist::ConstraintOp::create(
          builder, op.getLoc(), value,
          dist::ShardingAttr::getReplicated(
              meshName, cast<RankedTensorType>(value.getType()).getRank(),
              /*open=*/true));
      value.replaceAllUsesExcept(constraint.getResult(), constraint);
      made.insert(constraint);
    }
    changed = true;
  }
  return changed;
}
