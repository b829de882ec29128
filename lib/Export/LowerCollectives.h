//===- LowerCollectives.h - dist to StableHLO -----------------------------===//
//
// Collectives and coordinates in StableHLO: one class, used for whole programs
// and for manual regions.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_EXPORT_LOWERCOLLECTIVES_H
#define POPT_LIB_EXPORT_LOWERCOLLECTIVES_H

#include "Numbers.h"
#include "Pieces.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Export/Passes.h"

namespace popt {

/// Writes operations of `dist` as StableHLO has them.
class CollectiveLowering {
public:
  CollectiveLowering(dist::MeshOp mesh, GroupForm form)
      : mesh(mesh.toMesh()), meshName(mesh.getRef()), form(form) {}

  /// Replaces every local operation of `dist` in the region. False after an
  /// error: an operation has no form in StableHLO.
  mlir::LogicalResult lower(mlir::Region &region);

private:
  mlir::LogicalResult lower(mlir::Operation *op);
  mlir::Value lowerCollective(dist::CollectiveOpInterface op);
  mlir::Value lowerPermute(dist::PermuteOp op);
  mlir::Value lowerToPartial(dist::ToPartialOp op);
  mlir::Value lowerAxisIndex(dist::AxisIndexOp op);
  void lowerBlock(dist::BlockOp op);
  void lowerBucket(dist::BucketOp op);
  void lowerTimeLoop(dist::TimeLoopOp op);

  mlir::Value allReduce(mlir::Value value, Monoid monoid);
  mlir::Value reduceScatter(mlir::Value value, Monoid monoid, int64_t dim);
  mlir::Value allGather(mlir::Value value, int64_t dim);
  mlir::Value allToAll(mlir::Value value, int64_t split, int64_t concat);
  /// The reduction of the members' blocks, by a gather.
  mlir::Value reduceGathered(mlir::Value value, Monoid monoid);
  /// The root's block, bit for bit: `reduce` sums the bits of all, where the
  /// others have 0.
  mlir::Value
  fromRoot(mlir::Value value, mlir::Value isRoot,
           llvm::function_ref<mlir::Value(mlir::Value, Monoid)> reduce);

  Number rank();
  /// The place of this partition in the group of `op`.
  Number member();
  int64_t groupSize();
  mlir::Attribute replicaGroups();
  /// Entry `rank` of a table by partition.
  mlir::Value lookUp(llvm::ArrayRef<int64_t> byPartition);
  int64_t partitionOf(int64_t rank) const;
  Pieces gathered(int64_t dim, int64_t room);
  Pieces scattered(int64_t dim, int64_t joined);

  Mesh mesh;
  mlir::FlatSymbolRefAttr meshName;
  GroupForm form;
  // The collective at hand.
  dist::CollectiveOpInterface current;
  mlir::OpBuilder *builder = nullptr;
  mlir::Location *loc = nullptr;
};

} // namespace popt
#endif // POPT_LIB_EXPORT_LOWERCOLLECTIVES_H
