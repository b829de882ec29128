//===- Target.h - The devices that kernels are made for -------------------===//
//
// The properties of a kind of device that decide which operations are kernels,
// which are library calls, and the form of loops. A module names its target in
// the attribute `popt.target`; one without is for this processor's kind.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_TARGET_H
#define POPT_INTERFACES_TARGET_H

#include "mlir/IR/Operation.h"
#include <string>
#include <vector>

namespace popt {

/// On a module: the name of its target.
inline constexpr llvm::StringLiteral kTarget = "popt.target";

/// What a library can do.
enum class LibraryCall { Contraction, Convolution };

/// What decisions about kernels ask of a kind of device.
class Target {
public:
  virtual ~Target() = default;

  virtual llvm::StringRef name() const = 0;
  /// True if a library carries out the operation on operands of these element
  /// types; without it the operation has loops of its own.
  virtual bool hasLibrary(LibraryCall call,
                          llvm::ArrayRef<mlir::Type> elements) const = 0;
  /// The features of a head that its library of attention takes in bf16 and f16, at
  /// most; 0: there is none.
  virtual int64_t attentionFeatures() const { return 0; }
  /// Kernels are run by the threads of a GPU.
  virtual bool isGpu() const { return false; }
  /// Work in one stream runs beside that in others.
  virtual bool hasStreams() const { return false; }
};

/// The names of all targets.
std::vector<std::string> targetNames();
/// The target of that name, or null.
const Target *findTarget(llvm::StringRef name);
/// True for the name of a target that is a GPU's.
bool isGpuArchitecture(llvm::StringRef name);
/// The target of the module around an operation. What the module says has been
/// checked by verify-imported.
const Target &targetOf(mlir::Operation *op);

} // namespace popt

#endif // POPT_INTERFACES_TARGET_H
