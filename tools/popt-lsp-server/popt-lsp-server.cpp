// popt-lsp-server: editors' language server for modules with popt's dialects.
#include "../common/LibraryOptions.h"

#include "popt/InitAll.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  popt::tools::hideLibraryOptions();
  static llvm::cl::extrahelp usage(
      "\nEditors start popt-lsp-server and talk to it over standard input and "
      "output:\nset it as the MLIR language server (VS Code: "
      "\"mlir.server_path\").\n");
  mlir::DialectRegistry registry;
  popt::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
