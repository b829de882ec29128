//===- StateMatch.cpp - Which result is the next value of which argument --===//
//
// The rule of StateMatch.h. Tests: test/Import/import-state-names.mlir,
// import-state-places.mlir, import-state-questions.mlir;
// python/tests/test_state.py trains with it.
//
//===----------------------------------------------------------------------===//
#include "StateMatch.h"
#include "StateNames.h"
#include "StateTree.h"

#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace mlir;
using namespace popt;
using dist::TreeKey;
using dist::TreePath;

namespace {
/// Argument subtrees and result subtrees of one structure.
struct Class {
  SmallVector<int> arguments, results;
};

class Matcher {
public:
  Matcher(ArrayRef<StateLeaf> argumentLeaves, ArrayRef<StateLeaf> resultLeaves,
          Continuations &continuations)
      : arguments(argumentLeaves, structures),
        results(resultLeaves, structures), continuations(continuations) {
    match.next.resize(argumentLeaves.size());
    match.candidates.resize(argumentLeaves.size());
    match.isByPlace.assign(argumentLeaves.size(), false);
    for (const StateLeaf &leaf : argumentLeaves)
      isArgumentTaken.push_back(leaf.isTaken);
    for (const StateLeaf &leaf : resultLeaves)
      isResultTaken.push_back(leaf.isTaken);
  }
  StateMatch run();

private:
  SmallVector<int> candidatesOf(int argument) const;
  bool openParts();
  void reserve();
  std::vector<Class> classes() const;
  void pairByNames();
  void pairDonated(const Class &group);
  void pairPlaced(const Class &group);
  void ask(const Class &group);

  bool isFree(const StateNode &node, const std::vector<bool> &taken) const {
    return llvm::none_of(node.leaves,
                         [&](unsigned leaf) { return taken[leaf]; });
  }
  bool isDonated(int argument) const {
    return llvm::any_of(arguments.nodes[argument].leaves, [&](unsigned leaf) {
      return arguments.leaves[leaf].isDonated;
    });
  }
  bool isInPlace(int argument, int result) const;
  bool isNumber(int argument) const;
  int weightOf(int argument, int result);
  Continuation best(int argument, int result);
  bool isPassedOn(int argument, int result);
  void pair(int argument, int result, bool isByPlace = false);
  bool isContested(ArrayRef<std::pair<int, int>> pairs, const Class &group,
                   bool mayTie);

  StateStructures structures;
  StateTree arguments, results;
  Continuations &continuations;
  std::vector<bool> isArgumentTaken, isResultTaken;
  /// Per result: the size of the largest argument subtree that may take it.
  std::vector<size_t> reserved;
  SmallVector<int> open; ///< argument subtrees to be paired
  /// Something is carried on from step to step, so the call is a step.
  bool isStep = false;
  StateMatch match;
};
} // namespace

/// Free results of the argument's structure that may be its next value.
SmallVector<int> Matcher::candidatesOf(int argument) const {
  const StateNode &node = arguments.nodes[argument];
  auto equal = results.ofStructure.find(node.structure);
  if (equal == results.ofStructure.end())
    return {};
  auto isGradient = [](const TreeKey &key) {
    return !key.isIndex && isCalledGradient(key.text);
  };
  bool isOwnName = llvm::any_of(node.path, isGradient);
  SmallVector<int> found;
  for (int result : equal->second) {
    const StateNode &other = results.nodes[result];
    bool isPart = !reserved.empty() && llvm::any_of(other.leaves, [&](auto i) {
      return reserved[i] > node.size;
    });
    if (!isPart && isFree(other, isResultTaken) &&
        (isOwnName || llvm::none_of(other.path, isGradient)))
      found.push_back(result);
  }
  return found;
}

/// A part of a candidate of a whole is no candidate of something smaller.
void Matcher::reserve() {
  reserved.clear();
  std::vector<size_t> sizes(isResultTaken.size(), 0);
  for (int argument : open) {
    const StateNode &node = arguments.nodes[argument];
    if (isFree(node, isArgumentTaken))
      for (int result : candidatesOf(argument))
        for (unsigned leaf : results.nodes[result].leaves)
          sizes[leaf] = std::max(sizes[leaf], node.leaves.size());
  }
  reserved = std::move(sizes);
}

/// The open questions, the largest first, equal ones in the order of the call.
std::vector<Class> Matcher::classes() const {
  std::map<std::pair<int64_t, int>, Class> sorted;
  for (int argument : open) {
    const StateNode &node = arguments.nodes[argument];
    if (!isFree(node, isArgumentTaken))
      continue;
    auto [it, isNew] =
        sorted.try_emplace({-static_cast<int64_t>(node.size), node.structure});
    it->second.arguments.push_back(argument);
    for (int result : candidatesOf(argument))
      if (!llvm::is_contained(it->second.results, result))
        it->second.results.push_back(result);
  }
  std::vector<Class> classes;
  for (auto &[key, group] : sorted) {
    llvm::sort(group.results, [&](int a, int b) {
      return results.nodes[a].leaves.front() < results.nodes[b].leaves.front();
    });
    classes.push_back(std::move(group));
  }
  return classes;
}

/// Replaces subtrees without a candidate by their parts.
bool Matcher::openParts() {
  reserved.clear();
  bool isChanged = false;
  SmallVector<int> next;
  for (int argument : open) {
    const StateNode &node = arguments.nodes[argument];
    if (!isFree(node, isArgumentTaken) && node.children.empty())
      continue;
    if (isFree(node, isArgumentTaken) && !candidatesOf(argument).empty()) {
      next.push_back(argument);
      continue;
    }
    isChanged = isChanged || !node.children.empty();
    llvm::append_range(next, node.children);
  }
  open = std::move(next);
  return isChanged;
}

bool Matcher::isInPlace(int argument, int result) const {
  const TreePath &path = results.nodes[result].path;
  const StateNode &node = arguments.nodes[argument];
  // All parts of an argument have their parameter's place in the call.
  int parameter = argument;
  while (arguments.nodes[parameter].parent > 0)
    parameter = arguments.nodes[parameter].parent;
  TreePath called = node.path;
  called[0] = {std::to_string(arguments.nodes[parameter].place), true, 0};
  if (path == called || (path.size() == 1 && node.path.size() == 1 &&
                         path[0].text == "#" + called[0].text))
    return true;
  // A call that returns nothing but its first argument's tree.
  if (path.empty() && argument == parameter && node.place == 0)
    return node.leaves.size() > 1;
  // step(state) -> state[0], state[1], loss; also step(*args).
  return !path.empty() && path.size() + 1 == node.path.size() &&
         path[0].isIndex &&
         std::equal(path.begin(), path.end(), node.path.begin() + 1);
}

/// A learning rate and a loss have one type.
bool Matcher::isNumber(int argument) const {
  const StateNode &node = arguments.nodes[argument];
  if (node.leaves.size() != 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(arguments.leaves[node.leaves[0]].type);
  return type && type.getRank() == 0 && isa<FloatType>(type.getElementType());
}

int Matcher::weightOf(int argument, int result) {
  int weight = 0;
  for (auto [a, r] : llvm::zip_equal(arguments.nodes[argument].leaves,
                                     results.nodes[result].leaves))
    weight += static_cast<int>(continuations.of(a, r));
  return weight;
}

Continuation Matcher::best(int argument, int result) {
  Continuation best = Continuation::None;
  for (auto [a, r] : llvm::zip_equal(arguments.nodes[argument].leaves,
                                     results.nodes[result].leaves))
    best = std::max(best, continuations.of(a, r));
  return best;
}

bool Matcher::isPassedOn(int argument, int result) {
  return llvm::all_of(llvm::zip_equal(arguments.nodes[argument].leaves,
                                      results.nodes[result].leaves),
                      [&](auto pair) {
                        auto [a, r] = pair;
                        return continuations.isSame(a, r);
                      });
}

void Matcher::pair(int argument, int result, bool isByPlace) {
  if (!isFree(results.nodes[result], isResultTaken))
    return;
  for (auto [a, r] : llvm::zip_equal(arguments.nodes[argument].leaves,
                                     results.nodes[result].leaves)) {
    match.next[a] = r;
    match.isByPlace[a] = isByPlace;
    isArgumentTaken[a] = isResultTaken[r] = true;
  }
  isStep = true;
}

/// The best fits first; a result that two fit equally well stays open.
void Matcher::pairByNames() {
  struct Pair {
    Fit fit;
    int argument, result;
  };
  std::vector<Pair> pairs;
  for (int argument : open)
    for (int result : candidatesOf(argument)) {
      Fit fit =
          fitOf(arguments.nodes[argument].path, results.nodes[result].path);
      if (fit.kind == Fit::Called)
        pairs.push_back({fit, argument, result});
    }
  llvm::stable_sort(pairs,
                    [](const Pair &a, const Pair &b) { return b.fit < a.fit; });
  auto isOpen = [&](const Pair &p) {
    return isFree(arguments.nodes[p.argument], isArgumentTaken) &&
           isFree(results.nodes[p.result], isResultTaken);
  };
  for (size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].fit == pairs[begin].fit)
      ++end;
    SmallVector<Pair> level;
    std::map<int, unsigned> ofArgument, ofResult;
    for (size_t i = begin; i < end; ++i)
      if (isOpen(pairs[i])) {
        level.push_back(pairs[i]);
        ++ofArgument[pairs[i].argument];
        ++ofResult[pairs[i].result];
      }
    for (const Pair &p : level)
      if (ofArgument[p.argument] == 1 && ofResult[p.result] == 1 && isOpen(p))
        pair(p.argument, p.result);
  }
}

/// True if another pairing of the class carries on more, or, unless `mayTie`,
/// as much. Considers exchanges of two and moves to the remaining results.
bool Matcher::isContested(ArrayRef<std::pair<int, int>> pairs,
                          const Class &group, bool mayTie) {
  int limit = mayTie ? 0 : -1;
  for (size_t i = 0; i < pairs.size(); ++i) {
    auto [a, r] = pairs[i];
    for (int other : group.results)
      if (llvm::none_of(pairs, [&](auto &p) { return p.second == other; }) &&
          weightOf(a, other) - weightOf(a, r) > limit)
        return true;
    for (size_t k = 0; k < i; ++k) {
      auto [b, s] = pairs[k];
      if (weightOf(a, s) + weightOf(b, r) - weightOf(a, r) - weightOf(b, s) >
          limit)
        return true;
    }
  }
  return false;
}

/// By hints of names, else in the order of the call.
void Matcher::pairDonated(const Class &group) {
  if (group.arguments.empty() || group.arguments.size() > group.results.size())
    return;
  bool isWhole = group.arguments.size() == group.results.size();
  if (isWhole && group.arguments.size() == 1) {
    int argument = group.arguments[0], result = group.results[0];
    const StateNode &node = arguments.nodes[argument];
    // By type alone, a donated learning rate would become the loss.
    bool isLoose =
        isNumber(argument) || (node.leaves.size() == 1 && node.path.size() > 1);
    if (!isLoose || best(argument, result) != Continuation::None ||
        isPassedOn(argument, result))
      pair(argument, result);
    return;
  }
  SmallVector<std::pair<int, int>> hinted, placed, ordered;
  for (auto [i, argument] : llvm::enumerate(group.arguments)) {
    for (int result : group.results) {
      if (fitOf(arguments.nodes[argument].path, results.nodes[result].path)
              .kind != Fit::None)
        hinted.push_back({argument, result});
      if (isInPlace(argument, result))
        placed.push_back({argument, result});
    }
    ordered.push_back({argument, group.results[i]});
  }
  auto isPairing = [&](ArrayRef<std::pair<int, int>> pairs) {
    std::set<int> left, right;
    for (auto [argument, result] : pairs)
      if (!left.insert(argument).second || !right.insert(result).second)
        return false;
    return left.size() == group.arguments.size();
  };
  // The order alone counts only if it carries on more than any other.
  ArrayRef<std::pair<int, int>> chosen = ordered;
  bool mayTie = false;
  if (isPairing(hinted)) {
    chosen = hinted;
    mayTie = true;
  } else if (isPairing(placed)) {
    chosen = placed;
    mayTie = isWhole;
  }
  if (isContested(chosen, group, mayTie))
    return;
  for (auto [argument, result] : chosen)
    pair(argument, result);
}

/// Arguments that are not donated: the result at their own position in the
/// call, if it carries them on.
void Matcher::pairPlaced(const Class &group) {
  SmallVector<std::pair<int, int>> placed;
  for (int argument : group.arguments)
    for (int result : group.results)
      if (isInPlace(argument, result) ||
          fitOf(arguments.nodes[argument].path, results.nodes[result].path)
                  .kind == Fit::Hint)
        placed.push_back({argument, result});
  auto isDoubtful = [&](const std::pair<int, int> &one) {
    if (llvm::count_if(placed, [&](auto &other) {
          return other.first == one.first || other.second == one.second;
        }) > 1)
      return true;
    auto [argument, result] = one;
    Continuation how = best(argument, result);
    if (isNumber(argument))
      return how != Continuation::Direct;
    // bf16 weights are copies of others: in a step their tree and place do.
    bool isTree = arguments.nodes[argument].leaves.size() > 1;
    return how == Continuation::None && !(isStep && isTree);
  };
  SmallVector<std::pair<int, int>> sure;
  llvm::copy_if(placed, std::back_inserter(sure),
                [&](auto &one) { return !isDoubtful(one); });
  bool isCarriedOn =
      isStep || llvm::any_of(sure, [&](auto &one) {
        return best(one.first, one.second) == Continuation::Direct;
      });
  if (!isCarriedOn ||
      isContested(sure, group, sure.size() == group.results.size()))
    return;
  for (auto [argument, result] : sure)
    pair(argument, result, /*isByPlace=*/true);
}

/// An argument that still has candidates could be state, if a result carries it
/// on.
void Matcher::ask(const Class &group) {
  for (int argument : group.arguments) {
    const StateNode &node = arguments.nodes[argument];
    for (int result : group.results) {
      bool isTree = node.leaves.size() > 1;
      bool isLikely =
          isDonated(argument) || best(argument, result) != Continuation::None ||
          (isStep &&
           (isTree || (!isNumber(argument) && isInPlace(argument, result))));
      // Whether it is passed on or stays is the same.
      if (!isLikely || isPassedOn(argument, result))
        continue;
      for (auto [a, r] :
           llvm::zip_equal(node.leaves, results.nodes[result].leaves))
        match.candidates[a].push_back(r);
    }
  }
}

StateMatch Matcher::run() {
  llvm::append_range(open, arguments.nodes[0].children);
  auto numTaken = [&] { return llvm::count(isArgumentTaken, true); };
  for (bool isChanged = true; isChanged;) {
    auto before = numTaken();
    isChanged = openParts();
    reserve();
    pairByNames();
    if (numTaken() == before && !isChanged)
      for (Class group : classes()) {
        llvm::erase_if(group.arguments,
                       [&](int argument) { return !isDonated(argument); });
        pairDonated(group);
      }
    if (numTaken() == before && !isChanged)
      for (Class group : classes()) {
        llvm::erase_if(group.arguments,
                       [&](int argument) { return isDonated(argument); });
        pairPlaced(group);
      }
    isChanged |= numTaken() != before;
  }
  for (const Class &group : classes())
    ask(group);
  return std::move(match);
}

StateMatch popt::matchState(ArrayRef<StateLeaf> arguments,
                            ArrayRef<StateLeaf> results,
                            Continuations &continuations) {
  return Matcher(arguments, results, continuations).run();
}
