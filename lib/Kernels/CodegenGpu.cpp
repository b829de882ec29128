//===- CodegenGpu.cpp - Launches of kernels to PTX ------------------------===//
//
// LLVM writes PTX without anything of CUDA. Kernels are compiled in groups on
// all cores, each group an image of its own. Functions come from libclc
// (CodegenDevice.cpp): LLVM ends the process over what it cannot select, so
// nothing it cannot select gets there.
//
// Covered by test/Kernels/codegen-gpu.mlir and test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "CodegenModule.h"

#include "popt/Kernels/LowerKernels.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace popt;

namespace {
/// Kernels that become one image.
struct Group {
  SmallVector<func::FuncOp> launches;
  OwningOpRef<ModuleOp> module;
  std::string image;
  std::optional<CodeProblem> problem;
};
} // namespace

/// A module of some launches and of what they refer to.
static OwningOpRef<ModuleOp> moduleOf(ModuleOp kernels,
                                      ArrayRef<func::FuncOp> launches) {
  OpBuilder b(kernels.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(b, kernels.getLoc());
  b.setInsertionPointToStart(module->getBody());
  llvm::SetVector<Operation *> parts;
  for (func::FuncOp launch : launches)
    if (auto uses = SymbolTable::getSymbolUses(launch))
      for (SymbolTable::SymbolUse use : *uses)
        parts.insert(
            kernels.lookupSymbol(use.getSymbolRef().getRootReference()));
  for (Operation *part : parts)
    b.clone(*part);
  for (func::FuncOp launch : launches)
    b.clone(*launch);
  return module;
}

static std::unique_ptr<llvm::Module> toLLVM(ModuleOp kernels,
                                            ArrayRef<func::FuncOp> launches,
                                            llvm::TargetMachine &machine,
                                            llvm::LLVMContext &context) {
  unrollSharedLoops(kernels);
  if (failed(lowerKernelsToLLVM(kernels)))
    return nullptr;
  std::unique_ptr<llvm::Module> module =
      translateKernels(kernels, machine, context);
  if (!module)
    return nullptr;
  for (func::FuncOp launch : launches) {
    llvm::Function *function = module->getFunction(launch.getName());
    auto block = launch->getAttrOfType<IntegerAttr>(kLaunchBlock);
    function->addFnAttr("nvvm.maxntid", std::to_string(block.getInt()));
    function->addFnAttr(llvm::Attribute::NoUnwind);
  }
  return module;
}

static void compile(Group &group, const KernelTarget &target) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine = target.makeMachine();
  std::unique_ptr<llvm::Module> module =
      toLLVM(*group.module, group.launches, *machine, context);
  if (!module) {
    group.problem = {"", "cannot be translated"};
    return;
  }
  group.problem = linkDeviceFunctions(*module);
  if (group.problem)
    return;
  // Loops over a thread's share are unrolled already; ptxas unrolls others.
  optimise(*module, *machine, std::min(target.optLevel, 2u));
  // Optimisation may have made further ones.
  group.problem = linkDeviceFunctions(*module);
  if (group.problem)
    return;
  auto text = emitFile(*module, *machine, llvm::CodeGenFileType::AssemblyFile);
  group.image.assign(text.begin(), text.end());
}

/// The function of the program that a problem of a launch is about: of kernels
/// that run side by side, the first that has it alone.
static func::FuncOp culprit(func::FuncOp launch, ModuleOp kernels,
                            const KernelTarget &target) {
  auto parts = launch->getAttrOfType<ArrayAttr>(kLaunchParts);
  if (!parts)
    return launch;
  for (auto name : parts.getAsRange<FlatSymbolRefAttr>()) {
    Group alone;
    alone.launches = {kernels.lookupSymbol<func::FuncOp>(name.getAttr())};
    alone.module = moduleOf(kernels, alone.launches);
    compile(alone, target);
    if (alone.problem)
      return alone.launches.front();
  }
  return launch;
}

FailureOr<GpuCode> popt::compileKernelsForGpu(ModuleOp kernels,
                                              const KernelTarget &target) {
  llvm::MapVector<StringRef, SmallVector<func::FuncOp>> launchesOf;
  for (auto function : kernels.getOps<func::FuncOp>())
    if (auto kernel = function->getAttrOfType<StringAttr>(kLaunchKernel))
      launchesOf[kernel.getValue()].push_back(function);

  GpuCode code;
  std::vector<Group> groups;
  for (auto &[symbol, launches] : launchesOf) {
    if (code.kernels.size() % kernelsPerGroup == 0)
      groups.emplace_back();
    llvm::append_range(groups.back().launches, launches);
    GpuKernel &kernel = code.kernels.emplace_back();
    kernel.symbol = symbol.str();
    for (func::FuncOp function : launches) {
      auto number = [&](StringRef name) {
        auto attr = function->getAttrOfType<IntegerAttr>(name);
        return attr ? attr.getInt() : 0;
      };
      kernel.launches.push_back(
          {function.getName().str(), int32_t(groups.size() - 1),
           int32_t(number(kLaunchGrid)), int32_t(number(kLaunchBlock))});
      kernel.scratchBytes = number(kLaunchScratch);
    }
  }
  for (Group &group : groups)
    group.module = moduleOf(kernels, group.launches);
  // Without threads in the MLIR context its storage is not locked.
  if (kernels->getContext()->isMultithreadingEnabled())
    llvm::parallelFor(0, groups.size(),
                      [&](size_t i) { compile(groups[i], target); });
  else
    for (Group &group : groups)
      compile(group, target);
  for (Group &group : groups) {
    if (group.problem) {
      auto named = llvm::find_if(group.launches, [&](func::FuncOp launch) {
        return launch.getName() == group.problem->function;
      });
      func::FuncOp launch =
          named == group.launches.end() ? group.launches.front() : *named;
      culprit(launch, kernels, target).emitError() << group.problem->text;
      return failure();
    }
    code.images.push_back(std::move(group.image));
  }
  return code;
}
