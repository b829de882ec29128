//===- Numbering.h - The devices that manual regions number -----*- C++ -*-===//
//
// Groups, pairs and `partition_id` in manual regions name devices of the mesh
// that the module had when it was written. A plan may add axes to it, or say
// that an axis along which no region communicates is a stage or time axis. Then
// `dist.numbering` of the module's mesh is the mesh before, and a group is
// taken once for each coordinate of what is new:
//
//   dist.mesh @mesh = <stage ["pp"=2], "dp"=2>
//       {dist.numbering = #dist.mesh<["dp"=2]>}
//   group [0, 1] of devices is the groups [0, 1] and [2, 3] of ranks
//
// Tested by test/Partition/manual-numbering.mlir, by execution
// test/Execute/Manual/pipelines.test.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_NUMBERING_H
#define POPT_DIALECT_DIST_NUMBERING_H

#include "popt/Dialect/Dist/Dist.h"

namespace popt::dist {

/// A #dist.mesh, of a dist.mesh.
inline constexpr llvm::StringLiteral kNumbering = "dist.numbering";

/// Checks "dist.numbering": a mesh whose axes have the sizes that they have now.
mlir::LogicalResult verifyNumbering(mlir::Operation *op, mlir::Attribute attr);

class Numbering {
public:
  /// Of the regions of the operation's module, whose mesh is `mesh`.
  Numbering(mlir::Operation *op, const Mesh &mesh);

  /// How many devices are numbered.
  int64_t count() const { return numbered.numRanks(); }
  /// The mesh that numbers them.
  const Mesh &getMesh() const { return numbered; }
  /// The groups as ranks; an error if the members of one differ along an axis
  /// that is no device axis any more.
  std::string toRanks(std::vector<std::vector<int64_t>> &groups) const;
  /// The number of a rank; of ranks that differ along new axes alone, the same.
  int64_t deviceOf(int64_t rank) const;

private:
  std::vector<int64_t> placeOf(int64_t device) const;

  const Mesh &mesh;
  Mesh numbered;
  std::vector<std::optional<int>> axisOf; ///< of `mesh`, by those of `numbered`
  AxisList added;                         ///< of `mesh`
};

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_NUMBERING_H
