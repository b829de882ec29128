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

using namespace mlir;
using namespace popt;

namespace {

/// Classes of dimensions, and what is known of them.
class Finder {
public:
  explicit Finder(func::FuncOp main) : main(main) {}
  std::vector<BatchDim> run();

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

std::vector<BatchDim> Finder::run() {
  dist::BoundaryAttrs attrs(main);
  std::vector<BatchDim> dims;
  for (BlockArgument argument : main.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      unsigned i = argument.getArgNumber();
      int id = static_cast<int>(parents.size());
      parents.push_back(id);
      isMixed.push_back(attrs.stateOf(i).has_value());
      add(argument, static_cast<size_t>(dim), id);
      dims.push_back({i, static_cast<unsigned>(dim), type.getDimSize(dim)});
    }
  }
  do {
    hasChanged = false;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) { spread(op); });
  } while (hasChanged);

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
  std::vector<BatchDim> batch;
  for (auto [id, dim] : llvm::enumerate(dims))
    if (best != kNone && rootOf(static_cast<int>(id)) == best &&
        (batch.empty() || batch.back().argument != dim.argument))
      batch.push_back(dim);
  return batch;
}

std::vector<BatchDim>
popt::findBatch(func::FuncOp main,
                const std::vector<std::pair<std::string, int64_t>> &named) {
  if (named.empty())
    return Finder(main).run();
  std::vector<BatchDim> batch;
  for (BlockArgument argument : main.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    for (const auto &[pattern, dim] : llvm::reverse(named))
      if (type && dim < type.getRank() &&
          matchesName(pattern, argumentName(main, argument.getArgNumber()))) {
        batch.push_back({argument.getArgNumber(), static_cast<unsigned>(dim),
                         type.getDimSize(dim)});
        break;
      }
  }
  return batch;
}
