//===- TreePath.h - Names of leaves of trees ------------------------------===//
//
// A front end names a leaf of an argument or result by its way down the tree:
// `opt_state[0].mu['w']`. Its keys are `opt_state`, `0`, `mu`, `w`; leaves
// whose first keys are equal lie in one subtree, and `opt_state[0]` names that.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_TREEPATH_H
#define POPT_DIALECT_DIST_TREEPATH_H

#include "mlir/Support/LLVM.h"
#include <string>
#include <utility>
#include <vector>

namespace popt::dist {

/// One step down a tree. `['w']` and `.w` are the same: a step may take a dict
/// and return an object.
struct TreeKey {
  std::string text;
  bool isIndex = false; ///< `[0]`: a place in a sequence
  size_t end = 0;       ///< in the name: where what follows the key begins

  bool operator==(const TreeKey &other) const {
    return text == other.text && isIndex == other.isIndex;
  }
};
using TreePath = std::vector<TreeKey>;

/// The keys of a name. A text that is not a path is one key.
TreePath parseTreePath(llvm::StringRef name);

/// What follows `prefix` in the name of a leaf of the subtree `prefix`: empty
/// if it is the leaf, nothing if the leaf lies elsewhere.
std::optional<llvm::StringRef> stripTreePrefix(llvm::StringRef name,
                                               llvm::StringRef prefix);

using NamePair = std::pair<std::string, std::string>;

/// Pairs of leaves as pairs of subtrees where these pair leaf by leaf:
/// `params['b']=result[0]['b']`, `params['w']=result[0]['w']` are
/// `params=result[0]`, if `arguments` has no other leaf of `params`.
std::vector<NamePair> foldPairs(llvm::ArrayRef<NamePair> pairs,
                                llvm::ArrayRef<std::string> arguments);

/// `params=result[0],opt=result[1]`, as --state takes it; the number of those
/// that do not fit on a line follows.
std::string toText(llvm::ArrayRef<NamePair> pairs);

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_TREEPATH_H
