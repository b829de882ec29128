//===- DeviceOrders.h - Blocks where the user's meshes have them ----------===//
//
// A user's mesh may order devices in a way that no axes of the module's mesh
// express (dist.device_ids). Inside, the program uses the module's mesh; at its
// boundary blocks lie on other devices. Whole tensors name a mesh of that
// order; blocks are permuted.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_EXPORT_DEVICEORDERS_H
#define POPT_LIB_EXPORT_DEVICEORDERS_H

#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// The sdy meshes of a boundary: the module's, and its axes over devices in
/// other orders, which are made as they are asked for.
class BoundaryMeshes {
public:
  explicit BoundaryMeshes(dist::MeshOp mesh) : main(mesh) {}
  /// The name of the mesh of an argument or a result.
  mlir::FlatSymbolRefAttr of(const mlir::NamedAttrList &list);

private:
  dist::MeshOp main;
  llvm::DenseMap<mlir::Attribute, mlir::FlatSymbolRefAttr> others;
};

/// Moves the blocks of arguments and results between their devices outside and
/// those of the mesh, by permutes where they are smallest.
void permuteBoundary(mlir::func::FuncOp function, dist::MeshOp mesh);

} // namespace popt
#endif // POPT_LIB_EXPORT_DEVICEORDERS_H
