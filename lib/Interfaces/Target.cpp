//===- Target.cpp - The devices that kernels are made for -----------------===//
//
// A target is one class here and one line in `allTargets`. Tested by
// test/unit/Interfaces/TargetTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace popt {
namespace {

/// Threads of x86 or Arm processors, with oneDNN.
class Cpu : public Target {
public:
  StringRef name() const final { return "cpu"; }
  /// oneDNN has no f64, integers or complex numbers, and is slow in f16.
  bool hasLibrary(LibraryCall, ArrayRef<Type> elements) const final {
    return llvm::all_of(elements, [](Type element) {
      return element.isF32() || element.isBF16();
    });
  }
};

/// GPUs of one architecture.
class Gpu : public Target {
public:
  explicit Gpu(StringRef architecture, bool multipliesFloat8 = true)
      : architecture(architecture), multipliesFloat8(multipliesFloat8) {}
  StringRef name() const final { return architecture; }
  /// cuBLASLt and cuDNN have products and convolutions of floats, summed in f32
  /// or in f64; of 8-bit floats cuBLASLt has products. They are kernels all the
  /// same, for machines without these.
  bool hasLibrary(LibraryCall call, ArrayRef<Type> elements) const final {
    if (call == LibraryCall::Contraction && isFloat8Product(elements))
      return multipliesFloat8;
    auto isFloat = [&](Type element) {
      return element == elements.front() &&
             (element.isF32() || element.isBF16() || element.isF16() ||
              element.isF64());
    };
    return llvm::all_of(elements, isFloat);
  }
  /// cuDNN's, forward and backward: 256 on Hopper, 128 elsewhere.
  int64_t attentionFeatures() const final {
    return architecture.starts_with("sm_90") ? 256 : 128;
  }
  bool isGpu() const final { return true; }
  bool hasStreams() const final { return true; }

private:
  /// The library has all pairs of the two types but one.
  static bool isFloat8Product(ArrayRef<Type> elements) {
    auto isFloat8 = [](Type element) {
      return isa<Float8E4M3FNType, Float8E5M2Type>(element);
    };
    return llvm::all_of(elements, isFloat8) &&
           llvm::count_if(elements, llvm::IsaPred<Float8E5M2Type>) < 2;
  }

  StringRef architecture;
  bool multipliesFloat8; ///< its tensor cores do
};

} // namespace

/// The first is the one of modules that name none.
static ArrayRef<const Target *> allTargets() {
  static const Cpu cpu;
  // bf16 needs sm_80.
  static const Gpu gpus[] = {
      Gpu("sm_80", false), Gpu("sm_86", false), Gpu("sm_87", false),
      Gpu("sm_89"),        Gpu("sm_90"),        Gpu("sm_90a"),
      Gpu("sm_100"),       Gpu("sm_100a"),      Gpu("sm_103"),
      Gpu("sm_103a"),      Gpu("sm_120"),       Gpu("sm_120a"),
      Gpu("sm_121"),       Gpu("sm_121a")};
  static const std::vector<const Target *> all = [] {
    std::vector<const Target *> targets = {&cpu};
    for (const Gpu &gpu : gpus)
      targets.push_back(&gpu);
    return targets;
  }();
  return all;
}

bool isGpuArchitecture(StringRef name) {
  const Target *target = findTarget(name);
  return target && target->isGpu();
}

std::vector<std::string> targetNames() {
  std::vector<std::string> names;
  for (const Target *target : allTargets())
    names.push_back(target->name().str());
  return names;
}

const Target *findTarget(StringRef name) {
  for (const Target *target : allTargets())
    if (target->name() == name)
      return target;
  return nullptr;
}

const Target &targetOf(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto name =
      module ? module->getAttrOfType<StringAttr>(kTarget) : StringAttr();
  const Target *target = name ? findTarget(name.getValue()) : nullptr;
  return target ? *target : *allTargets().front();
}

} // namespace popt
