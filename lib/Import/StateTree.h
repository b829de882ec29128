//===- StateTree.h - Arguments and results as trees -----------------------===//
//
// The leaves of a call by their ways from the root, and which subtrees have one
// structure: equal keys below, equal types at the leaves.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_STATETREE_H
#define POPT_LIB_IMPORT_STATETREE_H

#include "StateMatch.h"

#include <map>

namespace popt {

/// A subtree of the arguments or of the results.
struct StateNode {
  dist::TreePath path; ///< from the root
  int parent = -1;
  llvm::SmallVector<int> children;
  llvm::SmallVector<unsigned> leaves; ///< sorted by their way down from here
  size_t size = 1;                    ///< subtrees in it, itself included
  int structure = -1;                 ///< equal for equal trees of equal types
  int place = -1;                     ///< of a parameter: which of the call's
};

/// StateStructures by number: leaves by type, trees by keys and their
/// structures.
struct StateStructures {
  std::map<const void *, int> ofTypes;
  std::map<std::vector<std::pair<std::string, int>>, int> ofTrees;
  int count = 0;

  int of(mlir::Type type);
  int of(const std::vector<std::pair<std::string, int>> &children);
};

class StateTree {
public:
  StateTree(llvm::ArrayRef<StateLeaf> leaves, StateStructures &structures);

  std::vector<StateNode> nodes; ///< 0 is the root: all arguments, all results
  std::map<int, llvm::SmallVector<int>> ofStructure;
  llvm::ArrayRef<StateLeaf> leaves;

private:
  void add(unsigned index, const StateLeaf &leaf);
  void finish(int at, StateStructures &structures);
};

} // namespace popt
#endif // POPT_LIB_IMPORT_STATETREE_H
