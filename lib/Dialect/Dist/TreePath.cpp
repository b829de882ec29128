//===- TreePath.cpp - Names of leaves of trees ----------------------------===//
//
// Tests: test/unit/Dist/TreePathTest.cpp, and by their messages
// test/Import/import-state-questions.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/TreePath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>

using namespace mlir;
using namespace popt;
using namespace popt::dist;

/// The position after the bracket that `name[at]` opens, or npos.
static size_t endOfBracket(StringRef name, size_t at) {
  char quote = 0;
  for (size_t i = at + 1; i < name.size(); ++i) {
    if (quote) {
      if (name[i] == '\\')
        ++i;
      else if (name[i] == quote)
        quote = 0;
    } else if (name[i] == '\'' || name[i] == '"') {
      quote = name[i];
    } else if (name[i] == ']') {
      return i + 1;
    }
  }
  return StringRef::npos;
}

TreePath dist::parseTreePath(StringRef name) {
  TreePath path;
  auto add = [&](StringRef text, bool isIndex, size_t end) {
    path.push_back({text.str(), isIndex, end});
  };
  size_t at = std::min(name.find_first_of("[."), name.size());
  if (at > 0)
    add(name.take_front(at), false, at);
  while (at < name.size()) {
    if (name[at] == '[') {
      size_t end = endOfBracket(name, at);
      if (end == StringRef::npos)
        return {{name.str(), false, name.size()}};
      StringRef inside = name.slice(at + 1, end - 1);
      bool isQuoted =
          inside.size() >= 2 && (inside[0] == '\'' || inside[0] == '"');
      bool isIndex = !inside.empty() && llvm::all_of(inside, llvm::isDigit);
      add(isQuoted ? inside.drop_front().drop_back() : inside, isIndex, end);
      at = end;
      continue;
    }
    if (name[at] != '.')
      return {{name.str(), false, name.size()}};
    size_t end = std::min(name.find_first_of("[.", at + 1), name.size());
    add(name.slice(at + 1, end), false, end);
    at = end;
  }
  return path;
}

std::optional<StringRef> dist::stripTreePrefix(StringRef name,
                                               StringRef prefix) {
  if (!name.consume_front(prefix))
    return std::nullopt;
  if (name.empty() || name.front() == '[' || name.front() == '.')
    return name;
  return std::nullopt;
}

/// The prefixes of a name, from the shortest.
static std::vector<std::string> prefixesOf(StringRef name) {
  std::vector<std::string> prefixes;
  for (const TreeKey &key : parseTreePath(name))
    prefixes.push_back(name.take_front(key.end).str());
  if (prefixes.empty())
    prefixes.push_back(name.str());
  return prefixes;
}

std::vector<NamePair> dist::foldPairs(ArrayRef<NamePair> pairs,
                                      ArrayRef<std::string> arguments) {
  std::map<std::string, size_t> leaves;
  for (const std::string &argument : arguments)
    for (const std::string &prefix : prefixesOf(argument))
      ++leaves[prefix];
  // Every pair of subtrees that a pair of leaves lies in at the same way down,
  // the largest first.
  auto above = [](const NamePair &pair) {
    std::vector<NamePair> subtrees;
    for (const std::string &prefix : prefixesOf(pair.first)) {
      StringRef below = StringRef(pair.first).drop_front(prefix.size());
      StringRef other = pair.second;
      if (other.consume_back(below))
        subtrees.push_back({prefix, other.str()});
    }
    return subtrees;
  };
  std::map<NamePair, size_t> paired;
  for (const NamePair &pair : pairs)
    for (NamePair &subtrees : above(pair))
      ++paired[std::move(subtrees)];
  std::vector<NamePair> folded;
  std::set<NamePair> seen;
  for (const NamePair &pair : pairs) {
    NamePair best = pair;
    for (const NamePair &subtrees : above(pair))
      if (paired[subtrees] == leaves[subtrees.first]) {
        best = subtrees;
        break;
      }
    if (seen.insert(best).second)
      folded.push_back(best);
  }
  return folded;
}

std::string dist::toText(ArrayRef<NamePair> pairs) {
  constexpr size_t most = 8;
  std::string text;
  for (const auto &[argument, result] : pairs.take_front(most))
    text += (text.empty() ? "" : ",") + argument + "=" + result;
  if (pairs.size() > most)
    text += " and " + std::to_string(pairs.size() - most) + " more";
  return text;
}
