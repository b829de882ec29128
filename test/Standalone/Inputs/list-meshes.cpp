// Reads a module with popt's dialects and lists its meshes.
#include "popt/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: list-meshes FILE\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  popt::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  module->walk([](popt::dist::MeshOp mesh) {
    llvm::outs() << mesh.getSymName() << ": " << mesh.getMesh() << "\n";
  });
  return 0;
}
