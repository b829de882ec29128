//===- Target.h - The devices that kernels are made for -------------------===//
//
// What of a kind of device decides which operations are kernels, which are
// library calls, and the form of loops. A module names its target in the
// attribute `popt.target`; one without is for this processor's kind.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_TARGET_H
#define POPT_INTERFACES_TARGET_H

#include "mlir/IR/Operation.h"

namespace popt {

/// On a module: the name of its target.
inline constexpr llvm::StringLiteral kTarget = "popt.target";

/// What a library can be asked to do.
enum class LibraryCall { Contraction, Convolution };

class Target {
public:
  virtual ~Target() = default;

  virtual llvm::StringRef name() const = 0;
  /// True if a library carries out the operation on operands of these element
  /// types; without it the operation has loops of its own.
  virtual bool hasLibrary(LibraryCall call,
                          llvm::ArrayRef<mlir::Type> elements) const = 0;
};

/// The target of that name, or null.
const Target *findTarget(llvm::StringRef name);
/// The target of the module around an operation.
const Target &targetOf(mlir::Operation *op);

} // namespace popt

#endif // POPT_INTERFACES_TARGET_H
