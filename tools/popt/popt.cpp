// popt: runs passes and flows on a module, one at a time or as a whole.
#include "popt/Flow/Flow.h"
#include "popt/InitAll.h"

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerTransformsPasses();
  DialectRegistry registry;
  popt::registerAllDialects(registry);
  popt::registerAllPasses();
  popt::registerFlows();
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, "popt modular driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &message);
  if (!file) {
    llvm::errs() << "popt: error: " << message << "\n";
    return 1;
  }
  // The parser recurses into brackets; too many would overflow the stack.
  if (!file->getBuffer().starts_with("ML\xefR"))
    if (std::optional<std::string> problem =
            popt::checkNesting(file->getBuffer(), input)) {
      llvm::errs() << *problem << "\n";
      return 1;
    }
  std::unique_ptr<llvm::ToolOutputFile> out = openOutputFile(output, &message);
  if (!out) {
    llvm::errs() << "popt: error: " << message << "\n";
    return 1;
  }
  if (failed(MlirOptMain(out->os(), std::move(file), registry, config)))
    return 1;
  out->keep();
  return 0;
}
