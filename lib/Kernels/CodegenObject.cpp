//===- CodegenObject.cpp - LLVM IR to object code to a shared object ------===//
//
// Kernels are compiled in groups, each group in an LLVM context of its own, so
// that all cores work; the size of a group is fixed, so that the bytes do not
// depend on the machine. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "CodegenModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace popt;

std::unique_ptr<llvm::Module>
popt::translateKernels(ModuleOp kernels, llvm::TargetMachine &machine,
                       llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, context, "kernels");
  if (!module)
    return nullptr;
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  return module;
}

static std::unique_ptr<llvm::Module> toLLVM(ModuleOp kernels,
                                            const KernelTarget &target,
                                            llvm::TargetMachine &machine,
                                            llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> module =
      translateKernels(kernels, machine, context);
  if (!module)
    return nullptr;
  module->setPICLevel(llvm::PICLevel::BigPIC);
  std::string width = std::to_string(target.vectorBits());
  for (llvm::Function &function : *module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target.cpu);
    function.addFnAttr("target-features", target.features);
    // Some processors are tuned for narrower vectors than they have.
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
  return module;
}

void popt::optimise(llvm::Module &module, llvm::TargetMachine &machine,
                    unsigned optLevel, bool packs) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = packs && optLevel > 2;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  llvm::OptimizationLevel level = optLevel == 1   ? llvm::OptimizationLevel::O1
                                  : optLevel == 2 ? llvm::OptimizationLevel::O2
                                                  : llvm::OptimizationLevel::O3;
  if (optLevel > 0)
    builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}

llvm::SmallVector<char, 0> popt::emitFile(llvm::Module &module,
                                          llvm::TargetMachine &machine,
                                          llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager codegen;
  machine.addPassesToEmitFile(codegen, stream, nullptr, type);
  codegen.run(module);
  return object;
}

/// True for the names kernels may leave to the C library.
static bool mayBeUndefined(llvm::StringRef name) {
  static const llvm::StringSet<> base = {
      "acos",     "acosh",     "asin",  "asinh", "atan",      "atan2",
      "atanh",    "cbrt",      "ceil",  "cos",   "cosh",      "erf",
      "erfc",     "exp",       "exp2",  "expm1", "floor",     "fmod",
      "log",      "log10",     "log1p", "log2",  "pow",       "lgamma",
      "tgamma",   "round",     "sin",   "sinh",  "sqrt",      "sincos",
      "tan",      "tanh",      "trunc", "rint",  "roundeven", "fma",
      "copysign", "nextafter", "fmin",  "fmax",  "ldexp",     "frexp",
      "lgamma_r"};
  // Long rows are sorted in memory from the heap.
  if (base.contains(name) || name == "memcpy" || name == "memmove" ||
      name == "memset" || name == "malloc" || name == "free" ||
      name == "_GLOBAL_OFFSET_TABLE_")
    return true;
  return name.ends_with("f") && base.contains(name.drop_back());
}

static LogicalResult checkUndefined(ModuleOp kernels, ArrayRef<char> bytes) {
  llvm::MemoryBufferRef buffer(StringRef(bytes.data(), bytes.size()),
                               "kernels");
  auto object = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!object) {
    return kernels.emitError("object code of kernels cannot be read: ")
           << llvm::toString(object.takeError());
  }
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<StringRef> name = symbol.getName();
    if (!flags || !name) {
      llvm::consumeError(flags.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    if (!(*flags & llvm::object::SymbolRef::SF_Undefined) || name->empty() ||
        mayBeUndefined(*name))
      continue;
    return kernels.emitError("kernels for this processor need the function \"")
           << *name
           << "\", which is in neither libc nor libm; choose a processor "
              "with the instruction";
  }
  return success();
}

FailureOr<llvm::SmallVector<char, 0>>
popt::compileKernels(ModuleOp kernels, const KernelTarget &target) {
  SmallVector<func::FuncOp> entries, helpers;
  for (auto function : kernels.getOps<func::FuncOp>())
    (function->hasAttr("popt.entry") ? entries : helpers).push_back(function);
  SmallVector<OwningOpRef<ModuleOp>> groups;
  OpBuilder b(kernels.getContext());
  // A program without kernels still gets a (then empty) shared object.
  for (unsigned i = 0; i == 0 || i < entries.size(); i += kernelsPerGroup) {
    groups.push_back(ModuleOp::create(b, kernels.getLoc()));
    b.setInsertionPointToStart(groups.back()->getBody());
    for (func::FuncOp helper : helpers)
      b.clone(*helper);
    for (func::FuncOp entry : ArrayRef(entries).slice(
             i, std::min<size_t>(kernelsPerGroup, entries.size() - i)))
      b.clone(*entry);
  }
  std::vector<llvm::SmallVector<char, 0>> objects(groups.size());
  std::vector<LogicalResult> results(groups.size(), failure());
  auto compile = [&](size_t i) {
    if (failed(lowerKernelsToLLVM(*groups[i])))
      return;
    llvm::LLVMContext context;
    std::unique_ptr<llvm::TargetMachine> machine = target.makeMachine();
    std::unique_ptr<llvm::Module> module;
    // LLVM 22's SLP vectorizer can read a value before it is loaded, which the
    // code generator does not survive.
    for (bool packs : {true, false}) {
      module = toLLVM(*groups[i], target, *machine, context);
      if (!module)
        return;
      optimise(*module, *machine, target.optLevel, packs);
      if (!llvm::verifyModule(*module))
        break;
    }
    objects[i] = emitFile(*module, *machine, llvm::CodeGenFileType::ObjectFile);
    results[i] = checkUndefined(kernels, objects[i]);
  };
  // Without threads in the MLIR context its storage is not locked.
  if (kernels->getContext()->isMultithreadingEnabled())
    llvm::parallelFor(0, groups.size(), compile);
  else
    for (size_t i = 0; i < groups.size(); ++i)
      compile(i);
  for (LogicalResult result : results)
    if (failed(result))
      return failure();
  std::string error;
  std::optional<llvm::SmallVector<char, 0>> linked =
      linkSharedObject(objects, error);
  if (!linked)
    return kernels.emitError("kernels cannot be linked: ") << error;
  return std::move(*linked);
}

FailureOr<std::string> popt::printKernelsAsLLVM(ModuleOp kernels,
                                                const KernelTarget &target) {
  OwningOpRef<ModuleOp> copy = kernels.clone();
  if (failed(lowerKernelsToLLVM(*copy)))
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = target.makeMachine();
  std::unique_ptr<llvm::Module> module =
      toLLVM(*copy, target, *machine, context);
  if (!module)
    return failure();
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  return text;
}
