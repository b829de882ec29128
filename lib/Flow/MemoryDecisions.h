//===- MemoryDecisions.h - What a step holds, in words for passes ---------===//
#ifndef POPT_LIB_FLOW_MEMORYDECISIONS_H
#define POPT_LIB_FLOW_MEMORYDECISIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// A state argument, and the result that is its next value.
struct StateOnHost {
  std::string function;
  unsigned argument, result;
};

/// State that is only read element by element, such as an optimizer's moments:
/// the host may read it, too.
llvm::SmallVector<StateOnHost> findStateForHost(mlir::ModuleOp module);

/// What is decided for all passes that follow.
struct Decisions {
  double price = 0;       ///< seconds per byte held
  llvm::StringRef policy; ///< empty: not to be chosen
  bool movesState = false, movesActivations = false; ///< to host memory
  bool keepsPropagated = false; ///< strategies; else they are solved for

  /// Writes them on the module; of what is decided already they have nothing.
  void write(mlir::ModuleOp module,
             llvm::ArrayRef<StateOnHost> stateForHost) const;
  /// What is decided besides strategies, for people; and all of it.
  std::string ways() const;
  std::string str() const;
};

} // namespace popt
#endif // POPT_LIB_FLOW_MEMORYDECISIONS_H
