// popt: runs passes and flows on a module, one at a time or as a whole.
#include "../common/LibraryOptions.h"
#include "../common/OutOfMemory.h"

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
  popt::tools::endWhenOutOfMemory();
  popt::tools::hideLibraryOptions();
  registerTransformsPasses();
  DialectRegistry registry;
  popt::registerAllDialects(registry);
  popt::registerAllPasses();
  popt::registerFlows();
  std::string overview = registerCLIOptions(
      "popt: runs passes and flows on a module, in the order given\n",
      registry);
  static llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                          llvm::cl::desc("<input file>"),
                                          llvm::cl::init("-"));
  static llvm::cl::opt<std::string> output(
      "o", llvm::cl::desc("output file (default: stdout)"),
      llvm::cl::value_desc("file"), llvm::cl::init("-"));
  // MLIR's own parseCLIOptions ends wrong usage with status 1.
  std::string wrong;
  llvm::raw_string_ostream stream(wrong);
  if (!llvm::cl::ParseCommandLineOptions(argc, argv, overview, &stream)) {
    llvm::errs() << wrong;
    return 2;
  }
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
