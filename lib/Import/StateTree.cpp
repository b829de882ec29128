//===- StateTree.cpp - Arguments and results as trees ---------------------===//
//
// See StateTree.h. Tests: test/Import/import-state-names.mlir,
// import-state-questions.mlir.
//
//===----------------------------------------------------------------------===//
#include "StateTree.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace popt;
using dist::TreePath;

int StateStructures::of(Type type) {
  return ofTypes.try_emplace(type.getAsOpaquePointer(), count).second
             ? count++
             : ofTypes[type.getAsOpaquePointer()];
}

int StateStructures::of(
    const std::vector<std::pair<std::string, int>> &children) {
  return ofTrees.try_emplace(children, count).second ? count++
                                                     : ofTrees[children];
}

StateTree::StateTree(ArrayRef<StateLeaf> leaves, StateStructures &structures)
    : leaves(leaves) {
  nodes.emplace_back();
  for (auto [index, leaf] : llvm::enumerate(leaves))
    add(index, leaf);
  finish(0, structures);
  for (auto [index, node] : llvm::enumerate(nodes))
    if (!node.leaves.empty())
      ofStructure[node.structure].push_back(static_cast<int>(index));
  int place = 0;
  for (int child : nodes[0].children)
    nodes[child].place = place++;
}

void StateTree::add(unsigned index, const StateLeaf &leaf) {
  TreePath path = leaf.path;
  // Leaves without a name have a place alone.
  if (!leaf.isNamed)
    path = {{"#" + std::to_string(index), true, 0}};
  int at = 0;
  for (size_t depth = 0; depth < path.size(); ++depth) {
    int next = -1;
    for (int child : nodes[at].children)
      if (nodes[child].path.back() == path[depth])
        next = child;
    if (next < 0) {
      next = static_cast<int>(nodes.size());
      nodes.emplace_back();
      nodes[next].path.assign(path.begin(), path.begin() + depth + 1);
      nodes[next].parent = at;
      nodes[at].children.push_back(next);
    }
    at = next;
  }
  // Of two leaves of one name the second has none.
  if (!nodes[at].leaves.empty()) {
    StateLeaf unnamed = leaf;
    unnamed.isNamed = false;
    return add(index, unnamed);
  }
  nodes[at].leaves.push_back(index);
}

void StateTree::finish(int at, StateStructures &structures) {
  StateNode &node = nodes[at];
  for (int child : node.children) {
    finish(child, structures);
    node.size += nodes[child].size;
  }
  // A name that is also the beginning of others is a tree of its own kind.
  if (node.children.empty() && node.leaves.size() == 1) {
    node.structure = structures.of(leaves[node.leaves[0]].type);
    return;
  }
  SmallVector<int> sorted = node.children;
  llvm::sort(sorted, [&](int a, int b) {
    return nodes[a].path.back().text < nodes[b].path.back().text;
  });
  std::vector<std::pair<std::string, int>> children;
  for (unsigned leaf : node.leaves)
    children.push_back({"", structures.of(leaves[leaf].type)});
  for (int child : sorted) {
    children.push_back({nodes[child].path.back().text, nodes[child].structure});
    llvm::append_range(node.leaves, nodes[child].leaves);
  }
  node.structure = structures.of(children);
}
