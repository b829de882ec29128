//===- Tensors.cpp - Arguments and outputs of equal layers as one ---------===//
//
// Leaves of one pattern, type and layout become one tensor; what lies beside
// each other in a tree becomes a group; trees that look the same, such as a
// model and its optimizer's moments, become one group. Tested by
// test/Report/page.test.
//
//===----------------------------------------------------------------------===//
#include "Collect.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Report/Names.h"
#include "popt/Support/Tensors.h"

using namespace mlir;

namespace popt {

namespace {
/// An argument or result of the whole program.
struct Leaf {
  std::string name;
  ReportTensor tensor;
};
using Leaves = std::map<unsigned, Leaf>; ///< by number in the program
} // namespace

static Leaf readLeaf(DictionaryAttr attributes, RankedTensorType local,
                     const Mesh &mesh, std::string name) {
  auto get = [&](StringRef key) {
    return attributes ? attributes.get(key) : Attribute();
  };
  Leaf leaf;
  leaf.name = std::move(name);
  auto global = dyn_cast_or_null<TypeAttr>(get(dist::kGlobalType));
  auto type = global ? cast<RankedTensorType>(global.getValue()) : local;
  llvm::raw_string_ostream(leaf.tensor.type) << type.getElementType();
  leaf.tensor.shape = type.getShape();
  leaf.tensor.localShape = local.getShape();
  leaf.tensor.localBytes = bytesOf(local);
  auto sharding = dyn_cast_or_null<dist::ShardingAttr>(get(dist::kSharding));
  leaf.tensor.layout = sharding ? sharding.toLayout(mesh).closed()
                                : Layout::replicate(type.getRank());
  return leaf;
}

static std::string nameIn(DictionaryAttr attributes) {
  auto name = attributes
                  ? dyn_cast_or_null<StringAttr>(attributes.get(dist::kName))
                  : StringAttr();
  return name ? name.str() : "";
}

/// The user's name; else that of the result which replaces it; else a number.
std::string nameOfArgument(func::FuncOp function, unsigned index) {
  std::string name = nameIn(function.getArgAttrDict(index));
  auto state = function.getArgAttrOfType<IntegerAttr>(index, dist::kState);
  if (name.empty() && state && state.getInt() < function.getNumResults())
    name = nameIn(function.getResultAttrDict(state.getInt()));
  return name.empty()
             ? "arg" + std::to_string(dist::getArgumentIndex(function, index))
             : name;
}

static Leaves readArguments(ArrayRef<func::FuncOp> programs, const Mesh &mesh) {
  Leaves leaves;
  for (func::FuncOp function : programs)
    for (BlockArgument argument : function.getArguments()) {
      unsigned i = argument.getArgNumber();
      leaves.emplace(dist::getArgumentIndex(function, i),
                     readLeaf(function.getArgAttrDict(i),
                              cast<RankedTensorType>(argument.getType()), mesh,
                              nameOfArgument(function, i)));
    }
  return leaves;
}

/// Results that do not replace an argument.
static Leaves readOutputs(ArrayRef<func::FuncOp> programs, const Mesh &mesh) {
  Leaves leaves;
  for (func::FuncOp function : programs) {
    llvm::DenseSet<int64_t> state;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto result = function.getArgAttrOfType<IntegerAttr>(i, dist::kState))
        state.insert(result.getInt());
    for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
      if (state.contains(i))
        continue;
      unsigned index = dist::getResultIndex(function, i);
      std::string name = nameIn(function.getResultAttrDict(i));
      leaves.emplace(
          index,
          readLeaf(function.getResultAttrDict(i), cast<RankedTensorType>(type),
                   mesh, name.empty() ? "res" + std::to_string(index) : name));
    }
  }
  return leaves;
}

/// Where the name of a group ends: after the last index of a sequence, else
/// after the first key. `params['layers'][0..3]` of
/// `params['layers'][0..3]['w']`.
static size_t endOfGroup(StringRef name) {
  size_t end = StringRef::npos, first = StringRef::npos;
  for (size_t at = name.find_first_of("[."); at < name.size();
       at = name.find_first_of("[.", at + 1)) {
    if (name[at] == '.' && at + 1 < name.size() && name[at + 1] == '.') {
      ++at; // of a range
      continue;
    }
    first = std::min(first, at);
    size_t close = name.find(']', at);
    if (name[at] == '[' && close != StringRef::npos &&
        name.slice(at + 1, close).find_first_not_of("0123456789.,* ") ==
            StringRef::npos)
      end = close + 1;
  }
  if (end != StringRef::npos && end < name.size())
    return end;
  return first == StringRef::npos ? name.size() : first;
}

static bool looksEqual(const ReportTensor &a, const ReportTensor &b) {
  return a.name == b.name && a.count == b.count && a.type == b.type &&
         a.shape == b.shape && a.layout == b.layout;
}

static std::vector<ReportGroup> groupLeaves(const Leaves &leaves,
                                            const Mesh &mesh) {
  struct Line {
    ReportTensor tensor;
    std::vector<std::string> names;
  };
  OrderedByName<Line> lines;
  for (auto &[number, leaf] : leaves) {
    std::string key = patternOf(leaf.name) + "\n" + leaf.tensor.type + "\n" +
                      leaf.tensor.layout.str(mesh);
    for (int64_t extent : leaf.tensor.shape)
      key += "\n" + std::to_string(extent);
    Line &line = lines[key];
    line.tensor = leaf.tensor;
    line.names.push_back(leaf.name);
  }
  OrderedByName<std::vector<ReportTensor>> trees;
  for (auto &[key, line] : lines) {
    std::string name = mergeNames(line.names);
    size_t end = endOfGroup(name);
    line.tensor.name = name.substr(end);
    line.tensor.count = line.names.size();
    trees[name.substr(0, end)].push_back(std::move(line.tensor));
  }
  std::vector<ReportGroup> groups;
  for (auto &[name, tensors] : trees) {
    auto same = llvm::find_if(groups, [&, &tensors = tensors](ReportGroup &g) {
      return llvm::equal(g.tensors, tensors, looksEqual);
    });
    if (same == groups.end())
      groups.push_back({{name}, std::move(tensors)});
    else
      same->names.push_back(name);
  }
  return groups;
}

void collectTensors(ArrayRef<func::FuncOp> programs, Report &report) {
  report.arguments =
      groupLeaves(readArguments(programs, report.mesh), report.mesh);
  report.outputs = groupLeaves(readOutputs(programs, report.mesh), report.mesh);
}

} // namespace popt
