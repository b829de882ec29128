//===- SdyShardings.h - Layouts as sdy writes them ------------------------===//
#ifndef POPT_LIB_EXPORT_SDYSHARDINGS_H
#define POPT_LIB_EXPORT_SDYSHARDINGS_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"

namespace popt {

/// The device and stage axes of a mesh.
sdy::MeshAttr toSdyMesh(mlir::MLIRContext *context, const Mesh &mesh);

/// The part of a sharding that sdy can express.
struct SdySharding {
  sdy::TensorShardingAttr sharding;
  std::vector<std::string> dropped; ///< the rest, in words
};
SdySharding toSdySharding(mlir::MLIRContext *context,
                          mlir::FlatSymbolRefAttr meshName, const Mesh &mesh,
                          const Layout &layout);

/// Axes by name, and the parts of axes.
llvm::SmallVector<sdy::AxisRefAttr>
toSdyAxes(mlir::MLIRContext *context, const Mesh &mesh, const AxisList &axes);

} // namespace popt
#endif // POPT_LIB_EXPORT_SDYSHARDINGS_H
