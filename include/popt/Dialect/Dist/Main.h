//===- Main.h - The program of a module -----------------------------------===//
#ifndef POPT_DIALECT_DIST_MAIN_H
#define POPT_DIALECT_DIST_MAIN_H

#include "popt/Dialect/Dist/Dist.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt::dist {

/// `@main` with a body, and the module's mesh; false where one is missing.
struct MainOnMesh {
  mlir::func::FuncOp main;
  MeshOp mesh;
  explicit operator bool() const { return main && mesh; }
};
MainOnMesh getMain(mlir::ModuleOp module);
/// The same; a located error says what is missing.
mlir::FailureOr<MainOnMesh> requireMain(mlir::ModuleOp module);

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_MAIN_H
