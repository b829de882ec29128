//===- SdyMeshes.h - Several sdy meshes as one dist mesh ------------------===//
//
// Meshes over the same devices in the same order are different ways to cut the
// device number into digits. An axis of one is a range of digits, and can be
// written in the axes of another whose cuts fall on the range's ends:
// with <"a"=2, "b"=4>, the axis "y" of <"y"=4, "z"=2> is {"a", "b":(1)2}.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_SDYMESHES_H
#define POPT_LIB_IMPORT_SDYMESHES_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {

class SdyMeshes {
public:
  /// Chooses the mesh that most shardings name, and checks that the others are
  /// over the same devices. Emits an error otherwise.
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
  llvm::FailureOr<AxisList> convert(llvm::ArrayRef<sdy::AxisRefAttr> axes,
                                    sdy::MeshAttr from,
                                    mlir::Operation *op) const;

  sdy::MeshAttr main;
  Mesh mesh;
  mlir::FlatSymbolRefAttr name;
  std::optional<mlir::Location> loc;
  llvm::StringMap<sdy::MeshAttr> named;
};

} // namespace popt
#endif // POPT_LIB_IMPORT_SDYMESHES_H
