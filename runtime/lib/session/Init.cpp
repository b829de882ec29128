//===- Init.cpp - How arguments begin that no file gives ------------------===//
//
// `--init random` is for weights: normal numbers. An optimizer divides by the
// square root of its second moments, which no gradients make negative; random
// ones must not be, or every number is NaN after the first step. No file
// says which state is an optimizer's, but its tree repeats that of the weights:
//
//   params['w']         state, in a tree of its own
//   opt[0].nu['w']      state that ends as it does: not negative
//
// Tests: InitTest.
//
//===----------------------------------------------------------------------===//
#include "Init.h"
#include "popt/Text/Names.h"
#include "popt/Text/Patterns.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// The flag
//===----------------------------------------------------------------------===//

/// Pieces between commas that stand in no brackets and no quotes, as those of
/// `params[('a', 'b')]` do.
static std::vector<std::string> pieces(const std::string &text) {
  std::vector<std::string> parts(1);
  char quote = 0;
  int depth = 0;
  for (char c : text) {
    if (c == ',' && !quote && depth <= 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
    if (quote || c == '\'' || c == '"')
      quote = c == quote ? 0 : quote ? quote : c;
    else
      depth += (c == '[') - (c == ']');
  }
  return parts;
}

/// Reads `zeros`, `random` or `random:SEED`; false if it is none of them.
static bool parseValue(const std::string &text, InitRule &rule) {
  rule.isRandom = text != "zeros";
  if (!rule.isRandom || text == "random")
    return true;
  if (text.compare(0, 7, "random:") != 0)
    return false;
  std::string seed = text.substr(7);
  errno = 0;
  rule.seed = std::strtoull(seed.c_str(), nullptr, 10);
  return !seed.empty() && errno == 0 &&
         seed.find_first_not_of("0123456789") == seed.npos;
}

std::string popt::rt::parseInit(const std::string &text,
                                std::vector<InitRule> &rules) {
  for (const std::string &piece : pieces(text)) {
    InitRule rule;
    size_t equals = piece.rfind('=');
    bool hasPattern = equals != piece.npos;
    if (hasPattern)
      rule.pattern = piece.substr(0, equals);
    if ((hasPattern && rule.pattern.empty()) ||
        !parseValue(hasPattern ? piece.substr(equals + 1) : piece, rule))
      return "wants random, random:SEED or zeros, or by name "
             "\"opt*=zeros,params*=random\", not \"" +
             piece + "\"";
    rules.push_back(rule);
  }
  return "";
}

std::string popt::rt::toString(const std::vector<InitRule> &rules) {
  std::string text;
  for (const InitRule &rule : rules)
    text += (text.empty() ? "" : ",") + rule.pattern +
            (rule.pattern.empty() ? "" : "=") +
            (rule.isRandom ? "random:" + std::to_string(rule.seed) : "zeros");
  return text.empty() ? "none" : text;
}

//===----------------------------------------------------------------------===//
// State beside weights
//===----------------------------------------------------------------------===//

/// The keys of `opt[0].nu['w']`: where each begins. The first is the tree's.
static std::vector<size_t> keysOf(const std::string &name) {
  std::vector<size_t> begins = {0};
  char quote = 0;
  for (size_t i = 1; i < name.size(); ++i) {
    char c = name[i];
    bool isKey = !quote && (c == '[' || c == '.');
    if (quote ? c == quote : c == '\'' || c == '"')
      quote = quote ? 0 : c;
    if (isKey)
      begins.push_back(i);
  }
  return begins;
}

namespace {
/// The leaves of a tree by the way down to them.
using Tree = std::map<std::string, const Argument *>;

/// A name in two: the tree, and the way down in it.
struct Path {
  std::string tree, below;
};
} // namespace

static Path pathOf(const std::string &name, size_t treeKeys) {
  std::vector<size_t> keys = keysOf(name);
  size_t cut = keys.size() > treeKeys ? keys[treeKeys] : name.size();
  return {name.substr(0, cut), name.substr(cut)};
}

/// Whether `tree` has all leaves of `weights` once more, below `prefix`.
static bool hasCopy(const Tree &tree, const std::string &prefix,
                    const Tree &weights) {
  return std::all_of(weights.begin(), weights.end(), [&](auto &leaf) {
    auto copy = tree.find(prefix + leaf.first);
    return copy != tree.end() && copy->second->shape == leaf.second->shape;
  });
}

/// By argument of the user: state that is a copy of other state, in another tree.
static std::vector<bool> findCopies(const StepTable &table) {
  size_t count = numOfUser(table.arguments);
  std::map<std::string, Tree> trees;
  std::vector<Path> paths(count);
  // Where all is in one tree, such as Flax's TrainState, its parts are trees.
  // Equal ones are taken for layers.
  size_t treeKeys = 1;
  for (; treeKeys <= 2 && trees.size() < 2; ++treeKeys) {
    trees.clear();
    for (size_t i = 0; i < count; ++i) {
      const Argument &argument = table.arguments[i];
      if (argument.stateResult < 0)
        continue;
      paths[i] = pathOf(argument.name, treeKeys);
      trees[paths[i].tree][paths[i].below] = &argument;
    }
  }
  bool isOneTree = treeKeys > 2;
  std::vector<bool> isCopy(count);
  for (size_t i = 0; i < count; ++i) {
    const auto &[own, below] = paths[i];
    for (size_t j = 0; j < count && !own.empty(); ++j) {
      const Path &other = paths[j];
      if (other.tree.empty() || other.tree == own ||
          other.below.size() > below.size() ||
          below.compare(below.size() - other.below.size(), below.npos,
                        other.below) != 0)
        continue;
      std::string prefix = below.substr(0, below.size() - other.below.size());
      // An array alone, as beside `opt[0].nu`, ends every other name.
      bool isBelow = other.below.empty() ? keysOf(prefix).size() > 1
                     : prefix.empty()    ? j < i && !isOneTree
                                         : true;
      if (isBelow && hasCopy(trees[own], prefix, trees[other.tree]))
        isCopy[i] = true;
    }
  }
  return isCopy;
}

bool popt::rt::findBeginnings(const StepTable &table,
                              const std::vector<InitRule> &rules,
                              std::vector<std::optional<Beginning>> &out,
                              std::string &out_error) {
  const std::vector<bool> isCopy = findCopies(table);
  out.assign(isCopy.size(), std::nullopt);
  for (const InitRule &rule : rules) {
    bool isUsed = rule.pattern.empty();
    std::vector<std::string> names;
    for (size_t i = 0; i < isCopy.size(); ++i) {
      const std::string &name = table.arguments[i].name;
      std::string number = "arg" + std::to_string(i);
      names.push_back(name.empty() ? number : name);
      if (!rule.pattern.empty() && !matchPattern(rule.pattern, name) &&
          rule.pattern != number)
        continue;
      isUsed = true;
      out[i] = Beginning{rule.isRandom, isCopy[i], rule.seed};
    }
    if (!isUsed) {
      out_error = "--init: no argument is called \"" + rule.pattern + "\"" +
                  suggestPattern(rule.pattern, names);
      return false;
    }
  }
  return true;
}
