//===- Target.cpp - The devices that kernels are made for -----------------===//
//
// A target is one class here and one line in `findTarget`. Tested by
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

} // namespace

const Target *findTarget(StringRef name) {
  static const Cpu cpu;
  return name == cpu.name() ? &cpu : nullptr;
}

const Target &targetOf(Operation *op) {
  // Most modules say nothing: then no parent has to be looked at twice.
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto name =
      module ? module->getAttrOfType<StringAttr>(kTarget) : StringAttr();
  const Target *target = findTarget(name ? name.getValue() : "cpu");
  return target ? *target : *findTarget("cpu");
}

} // namespace popt
