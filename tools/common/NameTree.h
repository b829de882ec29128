//===- NameTree.h - The names that a plan's patterns match ----------------===//
#ifndef POPT_TOOLS_COMMON_NAMETREE_H
#define POPT_TOOLS_COMMON_NAMETREE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace popt::tools {

/// Prints the arguments and results of an imported module as trees, equal
/// subtrees once, and the scopes that `loc:` matches.
void printNames(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_NAMETREE_H
