// popt: runs passes and flows on a module, one at a time or as a whole.
#include "../common/LibraryOptions.h"
#include "../common/Limits.h"
#include "../common/Output.h"

#include "popt-rt/limits.h"

#include "popt/Flow/Flow.h"
#include "popt/Flow/UnknownNames.h"
#include "popt/InitAll.h"
#include "popt/Support/Inputs.h"
#include "popt/Support/SourceLines.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

/// Where a location lies in the only buffer of `sources`; null if elsewhere.
static SMLoc placeOf(llvm::SourceMgr &sources, Location location) {
  auto place = dyn_cast<FileLineColLoc>(location);
  StringRef file = sources.getMemoryBuffer(1)->getBufferIdentifier();
  if (!place || place.getFilename() != file)
    return SMLoc();
  return sources.FindLocForLineAndColumn(1, place.getLine(), place.getColumn());
}

/// Prints a message about a line that is too long to be shown; fails for the
/// others, which MLIR prints.
static LogicalResult printCut(llvm::SourceMgr &sources, Diagnostic &message) {
  SMLoc place = placeOf(sources, message.getLocation());
  if (!place.isValid())
    return failure();
  StringRef text = sources.getMemoryBuffer(1)->getBuffer();
  auto [before, after] =
      std::pair(text.take_front(place.getPointer() - text.data()),
                text.drop_front(place.getPointer() - text.data()));
  if (before.size() - (before.rfind('\n') + 1) + after.find('\n') <=
      popt::kSourceColumns)
    return failure();
  auto print = [&](const Diagnostic &said, llvm::SourceMgr::DiagKind kind) {
    if (SMLoc at = placeOf(sources, said.getLocation()); at.isValid())
      sources.PrintMessage(at, kind, said.str());
    else
      llvm::errs() << said.getLocation() << ": " << said << "\n";
  };
  static constexpr llvm::SourceMgr::DiagKind kinds[] = {
      llvm::SourceMgr::DK_Note, llvm::SourceMgr::DK_Warning,
      llvm::SourceMgr::DK_Error, llvm::SourceMgr::DK_Remark};
  print(message, kinds[static_cast<int>(message.getSeverity())]);
  for (const Diagnostic &note : message.getNotes())
    print(note, llvm::SourceMgr::DK_Note);
  return success();
}

namespace {
/// Comes before MlirOptMain's handler, once a context has read a function.
class CutLongLines : public DialectExtension<CutLongLines, func::FuncDialect> {
public:
  explicit CutLongLines(const llvm::MemoryBuffer &file)
      : sources(std::make_shared<llvm::SourceMgr>()) {
    sources->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(file.getBuffer(),
                                             file.getBufferIdentifier()),
        SMLoc());
    popt::cutSourceLines(*sources, llvm::errs());
  }
  void apply(MLIRContext *context, func::FuncDialect *) const override {
    context->getDiagEngine().registerHandler(
        [sources = sources](Diagnostic &message) {
          StringRef text = sources->getMemoryBuffer(1)->getBuffer();
          if (auto said = popt::rewordUnknown(message, text)) {
            emitError(message.getLocation(), *said);
            return success();
          }
          return printCut(*sources, message);
        });
  }

private:
  std::shared_ptr<llvm::SourceMgr> sources;
};
} // namespace

/// Bytecode in which nothing is of StableHLO's artifacts any more, or null after a
/// message.
static std::unique_ptr<llvm::MemoryBuffer>
withoutPortable(std::unique_ptr<llvm::MemoryBuffer> file,
                const DialectRegistry &registry) {
  std::string name = file->getBufferIdentifier().str();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module =
      popt::parseModule(std::move(file), &context, llvm::errs());
  if (!module)
    return nullptr;
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(*module, stream)))
    return nullptr;
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, name);
}

static int optimise(int argc, char **argv) {
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
  // As the other tools; threads are what a limit of the process may forbid.
  static_cast<llvm::cl::opt<bool> *>(
      llvm::cl::getRegisteredOptions().lookup("mlir-disable-threading"))
      ->setInitialValue(true);
  static llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                          llvm::cl::desc("<input file>"),
                                          llvm::cl::init("-"));
  static llvm::cl::opt<std::string> output(
      "o", llvm::cl::desc("output file (default: stdout)"),
      llvm::cl::value_desc("file"), llvm::cl::init("-"));
  // MLIR's own parseCLIOptions ends wrong usage with status 1.
  std::string wrong;
  llvm::raw_string_ostream wrongStream(wrong);
  if (!popt::acceptWordFiles(argc, argv))
    return 2;
  if (!llvm::cl::ParseCommandLineOptions(argc, argv, overview, &wrongStream)) {
    llvm::errs() << wrong;
    return 2;
  }
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      popt::readModuleText(input, message);
  if (!file) {
    llvm::errs() << "popt: error: " << message << "\n";
    return 1;
  }
  // MlirOptMain would read bytecode itself, but not StableHLO's artifacts.
  if (isBytecode(*file) && !(file = withoutPortable(std::move(file), registry)))
    return 1;
  // The parser recurses into brackets; too many would overflow the stack.
  if (!isBytecode(*file))
    if (std::optional<std::string> problem =
            popt::checkNesting(file->getBuffer(), input)) {
      llvm::errs() << *problem << "\n";
      return 1;
    }
  if (!config.shouldVerifyDiagnostics())
    registry.addExtension(TypeID::get<CutLongLines>(),
                          std::make_unique<CutLongLines>(*file));
  if (!popt::tools::canWrite(output, "popt"))
    return 1;
  std::string text;
  llvm::raw_string_ostream textStream(text);
  bool isDone =
      succeeded(MlirOptMain(textStream, std::move(file), registry, config));
  // A screen shows what came before the failure; a file stays as it is.
  if (!isDone && output != "-")
    return 1;
  return popt::tools::writeFile(output, text, "popt") && isDone ? 0 : 1;
}

int main(int argc, char **argv) {
  return popt::rt::runWithinLimits(argc, argv, optimise);
}
