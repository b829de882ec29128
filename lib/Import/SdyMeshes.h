//===- SdyMeshes.h - Several sdy meshes as one dist mesh ------------------===//
//
// Meshes over the same devices are different ways to cut the number of a place
// into digits. An axis of one is a range of digits, and can be written in the
// axes of another whose cuts fall on the range's ends: with <"a"=2, "b"=4>, the
// axis "y" of <"y"=4, "z"=2> is {"a", "b":(1)2}.
//
// A mesh may order the devices differently. Where that only puts digits into
// another order, its axes are other ranges of the same digits: <"y"=2, "z"=4,
// device_ids=[0,4,1,5,2,6,3,7]> has {"b":(2)2} as its "y" if <"a"=2, "b"=4> is
// in order, and going from one to the other is a permute. In any other order
// each position of the mesh is taken for the same position of the chosen mesh,
// so values are the same; arguments and results remember where their blocks are
// outside of the program
// (docs/Decisions/0019-device-orders-at-the-boundary.md).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_SDYMESHES_H
#define POPT_LIB_IMPORT_SDYMESHES_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// The mesh of more than one device that most shardings name, as they name it; the
/// first if none is named, null if there is none.
mlir::Attribute mostNamedMesh(mlir::ModuleOp module);

/// The meshes of a module, and the one that the program gets.
class SdyMeshes {
public:
  /// Chooses the mesh that most shardings name, and checks that the others that
  /// are named have as many devices. Emits an error otherwise.
  llvm::LogicalResult collect(mlir::ModuleOp module);

  /// True if some mesh has more than one device.
  bool hasMesh() const { return main != nullptr; }
  const Mesh &getMesh() const { return mesh; }
  mlir::FlatSymbolRefAttr getName() const { return name; }
  mlir::Location getLoc() const { return *loc; }

  /// The mesh with this name in the module, or null.
  sdy::MeshAttr lookup(llvm::StringRef meshName) const {
    return named.lookup(meshName);
  }
  /// The mesh that a sharding names, itself or by symbol.
  sdy::MeshAttr meshOf(sdy::TensorShardingAttr sharding) const;
  /// The mesh of a manual computation, or null if its shardings name no axes.
  sdy::MeshAttr meshOf(sdy::ManualComputationOp op) const;
  /// True if blocks on this mesh stay on the devices where it puts them. A mesh of
  /// another size has none: shardings on it name no axes.
  bool keepsOrder(sdy::MeshAttr from) const {
    return from.getDeviceIds() == main.getDeviceIds() ||
           from.getTotalSize() != main.getTotalSize() ||
           reordered.contains(from);
  }
  /// For each device of the chosen mesh the device of another that has its
  /// place.
  std::vector<int64_t> devicesAt(sdy::MeshAttr from) const;
  /// The devices, by place, that hold blocks of the sharding, which `converted`
  /// is in the chosen mesh; null if the chosen mesh has each block there.
  mlir::DenseI64ArrayAttr devicesOf(sdy::TensorShardingAttr sharding,
                                    dist::ShardingAttr converted) const;
  /// An axis of another mesh in axes of the chosen one; nothing if its ends
  /// fall inside digits. Axes of size 1 become no axes.
  std::optional<AxisList> translate(sdy::MeshAttr from, llvm::StringRef axis,
                                    sdy::SubAxisInfoAttr part) const;

  /// A sharding in the chosen mesh; null if there is none. Emits an error at
  /// `op` if an axis cannot be translated.
  llvm::FailureOr<dist::ShardingAttr> convert(sdy::TensorShardingAttr sharding,
                                              mlir::Type type,
                                              mlir::Operation *op) const;

private:
  /// Digits of a device's position in the chosen mesh: from the product of the
  /// more major ones, to that times their own.
  struct Digits {
    int64_t low, high;
  };
  void orderDigits(sdy::MeshAttr from);
  std::optional<AxisList> translate(Digits digits) const;
  llvm::FailureOr<AxisList> convert(llvm::ArrayRef<sdy::AxisRefAttr> axes,
                                    sdy::MeshAttr from,
                                    mlir::Operation *op) const;

  sdy::MeshAttr main;
  Mesh mesh;
  mlir::FlatSymbolRefAttr name;
  std::optional<mlir::Location> loc;
  llvm::StringMap<sdy::MeshAttr> named;
  /// Of meshes that order devices differently: the digits of each axis, major
  /// to minor.
  llvm::DenseMap<sdy::MeshAttr, llvm::SmallVector<llvm::SmallVector<Digits, 1>>>
      reordered;
};

} // namespace popt
#endif // POPT_LIB_IMPORT_SDYMESHES_H
