//===- Compile.cpp - Table and kernels ------------------------------------===//
//
// What follows the passes: kernels to machine code, `@main` to a step table,
// and either as text.
// Tested by execution in test/Execute.
//
//===----------------------------------------------------------------------===//
#include "Products.h"

#include "popt-rt/check.h"
#include "popt/Conversion/EmitStep.h"
#include "popt/Dialect/Step/Table.h"
#include "popt/Flow/Flow.h"
#include "popt/Interfaces/Target.h"
#include "popt/Kernels/Codegen.h"
#include "popt/Kernels/LowerKernels.h"
#include "popt/OpModels/Routine.h"

#include "llvm/Support/Parallel.h"

using namespace mlir;

namespace popt {

static FailureOr<KernelTarget> makeTarget(ModuleOp module,
                                          const FlowOptions &options) {
  CodegenOptions codegen;
  codegen.target = targetOf(module).name().str();
  codegen.cpu = options.cpu;
  codegen.optLevel = options.optLevel;
  std::string error;
  std::optional<KernelTarget> target = KernelTarget::create(codegen, error);
  if (!target)
    return module.emitError(error);
  return std::move(*target);
}

/// Routines of the runtime work on memory of the host.
static LogicalResult refuseRoutines(ModuleOp module) {
  return failure(module
                     .walk([](Operation *op) {
                       if (!routineOf(op))
                         return WalkResult::advance();
                       op->emitError()
                           << op->getName()
                           << " is a routine of the host, which does not reach "
                              "a GPU's memory: compile for --target=cpu";
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

/// A kernel that launches nothing has no results with elements.
static void setLaunches(GpuCode code, CompiledProgram &program) {
  llvm::StringMap<GpuKernel *> kernels;
  for (GpuKernel &kernel : code.kernels)
    kernels[kernel.symbol] = &kernel;
  for (rt::KernelEntry &entry : program.table.kernels) {
    GpuKernel *kernel = kernels.lookup(entry.symbol);
    if (!kernel)
      continue;
    entry.scratchBytes = kernel->scratchBytes;
    for (GpuLaunch &launch : kernel->launches)
      entry.launches.push_back({std::move(launch.entry), launch.image,
                                launch.grid, launch.block,
                                /*sharedBytes=*/0});
  }
  for (std::string &ptx : code.images)
    program.images.push_back({std::move(ptx), /*cubin=*/{}});
}

/// Machine code beside PTX, if the options ask for it and ptxas is found.
static LogicalResult addMachineCode(ModuleOp module, const FlowOptions &options,
                                    CompiledProgram &program) {
  std::string ptxas =
      options.ptxas == "off" ? std::string() : findPtxas(options.ptxas);
  if (ptxas.empty())
    return success();
  std::vector<std::string> problems(program.images.size());
  llvm::parallelFor(0, program.images.size(), [&](size_t i) {
    auto cubin = assemble(ptxas, program.table.target.name,
                          program.images[i].ptx, problems[i]);
    if (cubin)
      program.images[i].cubin = std::move(*cubin);
  });
  for (const std::string &problem : problems)
    if (!problem.empty())
      return module.emitError(problem);
  return success();
}

FailureOr<CompiledProgram> compileProgram(ModuleOp module,
                                          const FlowOptions &options) {
  FailureOr<KernelTarget> target = makeTarget(module, options);
  if (failed(target))
    return failure();
  if (target->isGpu() && failed(refuseRoutines(module)))
    return failure();
  if (!target->isGpu())
    for (auto [flag, text] :
         {std::pair("--tuned", options.tuned),
          std::pair("--matmul-precision", options.matmulPrecision)})
      if (!text.empty() && text != "f32")
        return module.emitError(flag)
               << " is for GPUs: add --target=sm_90, for "
                  "example, or leave it out";
  FailureOr<rt::StepTable> table = emitStepTable(module);
  if (failed(table))
    return failure();
  CompiledProgram program;
  program.table = std::move(*table);
  if (program.table.kernels.empty())
    return program;
  FailureOr<OwningOpRef<ModuleOp>> kernels =
      lowerKernels(module, describe(*target));
  if (failed(kernels))
    return failure();
  if (target->isGpu()) {
    FailureOr<GpuCode> code = compileKernelsForGpu(**kernels, *target);
    if (failed(code))
      return failure();
    setLaunches(std::move(*code), program);
    if (failed(addProducts(module, options, program.table)) ||
        failed(addMachineCode(module, options, program)))
      return failure();
    std::string problem = rt::check(program.table);
    if (!problem.empty())
      return module.emitError("the step table is not sound: ") << problem;
    return program;
  }
  FailureOr<SmallVector<char, 0>> object = compileKernels(**kernels, *target);
  if (failed(object))
    return failure();
  program.sharedObject = std::move(*object);
  return program;
}

rt::PackageParts packageParts(const CompiledProgram &program) {
  if (!program.images.empty())
    return {rt::serialize(program.table), rt::packImages(program.images)};
  const SmallVector<char, 0> &object = program.sharedObject;
  return {rt::serialize(program.table), {object.begin(), object.end()}};
}

std::optional<rt::LoadedProgram> loadProgram(CompiledProgram program,
                                             std::string &error) {
  rt::LoadedProgram loaded;
  loaded.table = std::move(program.table);
  loaded.images = std::move(program.images);
  if (program.sharedObject.empty()) {
    loaded.symbol = [](const std::string &) { return nullptr; };
    return loaded;
  }
  std::optional<LoadedKernels> kernels =
      LoadedKernels::load(program.sharedObject, error);
  if (!kernels)
    return std::nullopt;
  auto shared = std::make_shared<LoadedKernels>(std::move(*kernels));
  loaded.symbol = [shared](const std::string &name) {
    return reinterpret_cast<void *>(shared->lookup(name));
  };
  return loaded;
}

/// Whether a constant of booleans would be printed in hex.
static bool hasLargeBooleans(ModuleOp module) {
  bool found = false;
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs())
      if (auto elements = dyn_cast<DenseElementsAttr>(attr.getValue()))
        found |= elements.getElementType().isInteger(1) && !elements.isSplat();
  });
  return found;
}

std::string printModule(ModuleOp module, const FlowOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // The flow has verified it.
  OpPrintingFlags printing;
  printing.enableDebugInfo(false).assumeVerified();
  // Versions of MLIR differ in how many bits a boolean takes in hex.
  if (options.format == Format::StableHLO && hasLargeBooleans(module))
    printing.printLargeElementsAttrWithHex(-1);
  module->print(os, printing);
  os << "\n";
  return text;
}

FailureOr<std::string> printStep(ModuleOp module, const rt::StepTable &table) {
  FailureOr<OwningOpRef<ModuleOp>> step =
      importStepTable(table, UnknownLoc::get(module.getContext()));
  if (failed(step))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  (*step)->print(os, stepPrintingFlags());
  os << "\n";
  return text;
}

FailureOr<std::string> kernelsAsLLVM(ModuleOp module,
                                     const FlowOptions &options) {
  FailureOr<KernelTarget> target = makeTarget(module, options);
  if (failed(target))
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> kernels =
      lowerKernels(module, describe(*target));
  if (failed(kernels))
    return failure();
  return printKernelsAsLLVM(**kernels, *target);
}

} // namespace popt
