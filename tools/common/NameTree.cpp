//===- NameTree.cpp - The names that a plan's patterns match --------------===//
//
// poptc M.mlir --print-names, to write patterns from. A model of 96 layers prints as
// one of one layer: equal neighbours in a list are one range, and a subtree that
// is like an earlier one (moments are like parameters) is one line.
//
//   params['layers'][0..11]['w1']  f32[768,3072]   state
//   opt.mu*                        as params       state
//
// Test: test/Flow/names.test.
//
//===----------------------------------------------------------------------===//
#include "NameTree.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Main.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Dist/TreePath.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <map>

using namespace mlir;

namespace popt::tools {
namespace {

/// A subtree of arguments or results.
struct Node {
  std::string key;   ///< as the name has it: `['w1']`, `[3]`, `.mu`
  std::string type;  ///< of a leaf; else empty
  size_t leaves = 0; ///< below it
  size_t state = 0;  ///< those that are state
  bool isIndex = false;
  std::vector<std::unique_ptr<Node>> children;
  std::string shape; ///< equal for subtrees with equal keys and types
};

struct Row {
  std::string name, type, note;
};

class TreePrinter {
public:
  /// `seen`: where each larger subtree was printed first.
  explicit TreePrinter(std::map<std::string, std::string> &seen) : seen(seen) {}
  void add(StringRef name, Type type, bool isState);
  std::vector<Row> rows();

private:
  void finish(Node &node);
  void print(const Node &node, const std::string &path);

  Node root;
  std::vector<Row> made;
  std::map<std::string, std::string> &seen;
};

/// Patterns of scopes in program order, each with how many operations match.
using Scopes = std::vector<std::pair<std::string, size_t>>;

} // namespace

/// `f32[768,3072]`
static std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = dyn_cast<RankedTensorType>(type);
  os << (tensor ? tensor.getElementType() : type);
  if (tensor)
    os << "["
       << llvm::join(
              llvm::map_range(tensor.getShape(),
                              [](int64_t n) { return std::to_string(n); }),
              ",")
       << "]";
  return text;
}

void TreePrinter::add(StringRef name, Type type, bool isState) {
  Node *node = &root;
  size_t begin = 0;
  for (const dist::TreeKey &key : dist::parseTreePath(name)) {
    ++node->leaves;
    node->state += isState;
    std::string text = name.slice(begin, key.end).str();
    begin = key.end;
    auto child = llvm::find_if(
        node->children, [&](const auto &other) { return other->key == text; });
    if (child == node->children.end()) {
      node->children.push_back(std::make_unique<Node>());
      child = std::prev(node->children.end());
      (*child)->key = text;
      (*child)->isIndex = key.isIndex;
    }
    node = child->get();
  }
  ++node->leaves;
  node->state += isState;
  node->type = textOf(type);
}

void TreePrinter::finish(Node &node) {
  node.shape = node.type + "{";
  for (auto &child : node.children) {
    finish(*child);
    node.shape += child->key + child->shape + ",";
  }
  node.shape += "}";
}

void TreePrinter::print(const Node &node, const std::string &path) {
  std::string state = node.state == node.leaves ? "state"
                      : node.state              ? "some are state"
                                                : "";
  if (!node.type.empty()) {
    made.push_back({path, node.type, state});
    if (node.children.empty())
      return;
  }
  if (node.leaves > 2 && !path.empty()) {
    auto [first, isNew] = seen.try_emplace(node.shape, path);
    if (!isNew) {
      made.push_back({path + "*", "as " + first->second + "*", state});
      return;
    }
  }
  for (size_t i = 0; i < node.children.size(); ++i) {
    const Node &child = *node.children[i];
    size_t last = i;
    while (child.isIndex && last + 1 < node.children.size() &&
           node.children[last + 1]->isIndex &&
           node.children[last + 1]->shape == child.shape)
      ++last;
    // `[0]` to `[11]` is `[0..11]`.
    std::string key = child.key;
    if (last > i)
      key = StringRef(key).drop_back().str() + ".." +
            StringRef(node.children[last]->key).drop_front().str();
    print(child, path + key);
    i = last;
  }
}

std::vector<Row> TreePrinter::rows() {
  finish(root);
  print(root, "");
  return std::move(made);
}

static void printRows(StringRef title, const std::vector<Row> &rows,
                      llvm::raw_ostream &os) {
  size_t name = 0, type = 0;
  for (const Row &row : rows) {
    name = std::max(name, row.name.size());
    type = std::max(type, row.type.size());
  }
  os << title << "\n";
  for (const Row &row : rows) {
    std::string line;
    llvm::raw_string_ostream text(line);
    text << "  " << llvm::left_justify(row.name, name) << "  "
         << llvm::left_justify(row.type, type) << "  " << row.note;
    os << StringRef(line).rtrim() << "\n";
  }
}

/// Directories of scopes, not deeper than `depth`; numbers are `*`.
static Scopes scopesOf(func::FuncOp main, size_t depth) {
  Scopes scopes;
  std::map<std::string, size_t> known;
  for (Operation &op : main.front().without_terminator()) {
    StringAttr name = dist::getLocationName(op.getLoc());
    if (!name)
      continue;
    SmallVector<StringRef> parts;
    std::string scope = dist::getScope(name);
    StringRef(scope).split(parts, '/');
    std::string pattern;
    for (size_t i = 0; i + 1 < parts.size() && i < depth; ++i) {
      for (size_t at = 0; at < parts[i].size(); ++at)
        if (!llvm::isDigit(parts[i][at]))
          pattern += parts[i][at];
        else if (at == 0 || !llvm::isDigit(parts[i][at - 1]))
          pattern += '*';
      pattern += '/';
    }
    if (pattern.empty())
      continue;
    auto [at, isNew] = known.try_emplace(pattern, scopes.size());
    if (isNew)
      scopes.push_back({pattern + "*", 0});
    ++scopes[at->second].second;
  }
  return scopes;
}

void printNames(ModuleOp module, llvm::raw_ostream &os) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return;
  auto nameOf = [](Attribute name, const char *kind, size_t i) {
    auto text = dyn_cast_or_null<StringAttr>(name);
    return text ? text.str() : kind + std::to_string(i);
  };
  std::map<std::string, std::string> seen;
  TreePrinter arguments(seen), results(seen);
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    arguments.add(nameOf(main.getArgAttr(i, dist::kName), "arg", i), type,
                  main.getArgAttr(i, dist::kState) != nullptr);
  printRows("arguments", arguments.rows(), os);
  auto stateArguments = dist::getStateArguments(main);
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    results.add(nameOf(main.getResultAttr(i, dist::kName), "res", i), type,
                stateArguments[i].has_value());
  printRows("results", results.rows(), os);
  // A screen of scopes: the deepest level that fits.
  constexpr size_t kMostScopes = 40;
  size_t depth = 8;
  Scopes scopes = scopesOf(main, depth);
  while (scopes.size() > kMostScopes && depth > 1)
    scopes = scopesOf(main, --depth);
  std::vector<Row> rows;
  for (const auto &[pattern, count] : scopes)
    rows.push_back(
        {"loc:" + pattern,
         std::to_string(count) + (count == 1 ? " operation" : " operations"),
         ""});
  if (!rows.empty())
    printRows("scopes", rows, os);
}

} // namespace popt::tools
