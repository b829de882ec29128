//===- Batch.cpp - Which dimensions of the inputs are the batch -----------===//
//
// See Batch.h. Tests: test/unit/Compile/BatchTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Batch.h"
#include "popt/Annotate/Plan.h"
#include "popt/Compile/ModulePlan.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>
#include <set>

using namespace mlir;
using namespace popt;

namespace {

/// Classes of dimensions, and what is known of them.
class Finder {
public:
  explicit Finder(func::FuncOp main) : main(main) {}
  Batch run(const std::vector<std::pair<std::string, int64_t>> &named);

private:
  static constexpr int kNone = -1;

  int rootOf(int id) {
    while (parents[id] != id)
      id = parents[id] = parents[parents[id]];
    return id;
  }
  /// The class of both; either may be none.
  int unite(int a, int b);
  /// A dimension of the value has this class.
  void add(Value value, size_t dim, int id);
  void spread(Operation *op);
  void spreadAlong(Operation *op, const FactorRule &rule);
  int findLargest(ArrayRef<BatchDim> dims);

  func::FuncOp main;
  std::vector<int> parents;
  std::vector<bool> isMixed; ///< by class: not the batch
  llvm::DenseMap<Value, SmallVector<int>> classes;
  bool hasChanged = false;
};

} // namespace

int Finder::unite(int a, int b) {
  if (a == kNone || b == kNone)
    return a == kNone ? b : a;
  a = rootOf(a);
  b = rootOf(b);
  if (a == b)
    return a;
  hasChanged = true;
  parents[b] = a;
  isMixed[a] = isMixed[a] || isMixed[b];
  return a;
}

void Finder::add(Value value, size_t dim, int id) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (id == kNone || !type || dim >= static_cast<size_t>(type.getRank()))
    return;
  SmallVector<int> &own = classes[value];
  own.resize(static_cast<size_t>(type.getRank()), kNone);
  hasChanged |= own[dim] == kNone;
  own[dim] = unite(own[dim], id);
}

void Finder::spreadAlong(Operation *op, const FactorRule &rule) {
  std::vector<int> ofFactor(rule.factors.size(), kNone);
  for (auto [operand, dims] : llvm::zip(op->getOperands(), rule.operands))
    for (auto [dim, id] : llvm::enumerate(classes.lookup(operand)))
      if (dim < dims.size() && !dims[dim].empty()) {
        int &own = ofFactor[dims[dim].front()];
        own = unite(own, id);
      }
  for (auto [factor, id] : llvm::zip(rule.factors, ofFactor))
    if (id != kNone && factor.kind != FactorKind::PassThrough &&
        factor.kind != FactorKind::Reduction)
      isMixed[rootOf(id)] = true;
  for (auto [result, dims] : llvm::zip(op->getResults(), rule.results))
    for (auto [dim, factors] : llvm::enumerate(dims))
      if (!factors.empty())
        add(result, dim, ofFactor[factors.front()]);
}

void Finder::spread(Operation *op) {
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model)
    return;
  SmallVector<ValueTie> ties = valueTiesOf(op);
  for (ValueTie &tie : ties)
    for (OpOperand *source : tie.sources)
      for (auto [dim, id] : llvm::enumerate(classes.lookup(source->get())))
        for (Value target : tie.targets)
          add(target, dim, id);
  if (ties.empty())
    spreadAlong(op, model.getFactorRule());
}

/// The class that most elements have of those that may be the batch.
int Finder::findLargest(ArrayRef<BatchDim> dims) {
  std::map<int, double> elements; // by class
  for (auto &[value, own] : classes) {
    auto count = static_cast<double>(
        cast<RankedTensorType>(value.getType()).getNumElements());
    for (auto [dim, id] : llvm::enumerate(own)) {
      if (id == kNone)
        continue;
      elements[rootOf(id)] += count;
      for (int other : ArrayRef(own).drop_front(dim + 1))
        if (other != kNone && rootOf(other) == rootOf(id))
          isMixed[rootOf(id)] = true;
    }
  }
  int best = kNone;
  for (auto [id, dim] : llvm::enumerate(dims)) {
    int root = rootOf(static_cast<int>(id));
    if (!isMixed[root] && dim.size > 1 &&
        (best == kNone || elements[root] > elements[best]))
      best = root;
  }
  return best;
}

Batch Finder::run(const std::vector<std::pair<std::string, int64_t>> &named) {
  dist::BoundaryAttrs attrs(main);
  std::vector<BatchDim> dims; // by class
  std::vector<bool> isNamed;
  for (BlockArgument argument : main.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    unsigned i = argument.getArgNumber();
    int64_t said = -1;
    for (const auto &[pattern, dim] : named)
      if (matchesName(pattern, argumentName(main, i)))
        said = dim;
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      int id = static_cast<int>(parents.size());
      parents.push_back(id);
      isMixed.push_back(attrs.stateOf(i).has_value());
      add(argument, static_cast<size_t>(dim), id);
      dims.push_back({i, static_cast<unsigned>(dim), type.getDimSize(dim)});
      isNamed.push_back(dim == said);
    }
  }
  do {
    hasChanged = false;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) { spread(op); });
  } while (hasChanged);

  std::set<int> roots;
  if (named.empty())
    roots.insert(findLargest(dims));
  Batch batch;
  for (auto [id, dim] : llvm::enumerate(dims)) {
    int root = rootOf(static_cast<int>(id));
    if (isNamed[id])
      roots.insert(root);
    bool isOfBatch = named.empty() ? roots.count(root) > 0 : isNamed[id];
    if (isOfBatch &&
        (batch.dims.empty() || batch.dims.back().argument != dim.argument))
      batch.dims.push_back(dim);
  }
  for (auto &[value, own] : classes)
    for (auto [dim, id] : llvm::enumerate(own))
      if (id != kNone && roots.count(rootOf(id)))
        batch.values.try_emplace(value, static_cast<unsigned>(dim));
  return batch;
}

int64_t Batch::rows() const {
  int64_t rows = 0;
  for (const BatchDim &input : dims)
    rows = std::gcd(rows, input.size);
  return rows;
}

Batch popt::findBatch(
    func::FuncOp main,
    const std::vector<std::pair<std::string, int64_t>> &named) {
  return Finder(main).run(named);
}
