//===- CodegenTarget.cpp - The processor kernels are compiled for ---------===//
//
// A TargetMachine must be there before optimisation, not only for emission:
// without triple, data layout and target machine the vectorisers do nothing and
// say nothing, and kernels are 10 to 40 times slower.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/Codegen.h"

#include "popt/Interfaces/Target.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

using namespace popt;

KernelTarget::KernelTarget() = default;
KernelTarget::KernelTarget(KernelTarget &&) = default;
KernelTarget::~KernelTarget() = default;

std::optional<KernelTarget> KernelTarget::create(const CodegenOptions &options,
                                                 std::string &error) {
  static const bool initialised = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialised;
  KernelTarget target;
  target.optLevel = options.optLevel;
  if (isGpuArchitecture(options.target)) {
    target.triple = "nvptx64-nvidia-cuda";
    target.cpu = options.target;
    return target;
  }
  target.triple = llvm::sys::getDefaultTargetTriple();
  llvm::SubtargetFeatures features;
  if (options.cpu.empty()) {
    target.cpu = llvm::sys::getHostCPUName().str();
    // The name alone is not enough: a virtual machine may hide features.
    std::vector<std::string> host;
    for (auto &entry : llvm::sys::getHostCPUFeatures())
      host.push_back((entry.second ? "+" : "-") + entry.first().str());
    llvm::sort(host);
    for (const std::string &feature : host)
      features.AddFeature(feature);
  } else {
    target.cpu = options.cpu;
  }
  if (!options.features.empty())
    for (llvm::StringRef feature : llvm::split(options.features, ','))
      features.AddFeature(feature);
  target.features = features.getString();

  std::string missing;
  const llvm::Target *found =
      llvm::TargetRegistry::lookupTarget(llvm::Triple(target.triple), missing);
  assert(found && "LLVM has the native target");
  llvm::Triple triple(target.triple);
  std::unique_ptr<llvm::MCSubtargetInfo> any(
      found->createMCSubtargetInfo(triple, "", ""));
  if (!any->isCPUStringValid(target.cpu)) {
    error = "processor \"" + target.cpu + "\" is not known for \"" +
            target.triple + "\"; see llc -mcpu=help";
    return std::nullopt;
  }
  // LLVM ends the process over these.
  std::unique_ptr<llvm::MCSubtargetInfo> processor(
      found->createMCSubtargetInfo(triple, target.cpu, target.features));
  if (triple.getArch() == llvm::Triple::x86_64 &&
      !processor->checkFeatures("+64bit")) {
    error = "processor \"" + target.cpu + "\" has no 64-bit mode";
    return std::nullopt;
  }
  return target;
}

std::unique_ptr<llvm::TargetMachine> KernelTarget::makeMachine() const {
  std::string error;
  llvm::Triple parsed(triple);
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(parsed, error);
  llvm::TargetOptions options;
  // Only operations that we mark may be fused: rounding is the program's.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
      parsed, cpu, features, options, llvm::Reloc::PIC_, std::nullopt,
      optLevel == 0 ? llvm::CodeGenOptLevel::None
                    : llvm::CodeGenOptLevel::Default));
}

bool KernelTarget::hasFeature(llvm::StringRef name) const {
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine();
  return machine->getMCSubtargetInfo()->checkFeatures("+" + name.str());
}

bool KernelTarget::isGpu() const { return llvm::Triple(triple).isNVPTX(); }

unsigned KernelTarget::vectorBits() const {
  if (!llvm::Triple(triple).isX86())
    return 128;
  if (hasFeature("avx512f"))
    return 512;
  return hasFeature("avx2") ? 256 : 128;
}
