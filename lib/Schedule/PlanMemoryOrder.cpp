//===- PlanMemoryOrder.cpp - Orders that keep little alive ----------------===//
//
// Candidates for plan-memory: the given order; forwards, always the operation
// that frees most; backwards, always the one before which least is alive. All
// respect what is defined before what, the order of effects, and, where it
// closes no cycle, that readers of a state argument come before the operation
// whose result replaces it: the result then is written in place.
//
// Covered by test/Schedule/plan-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Schedule/PlanMemory.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;
using namespace popt;

namespace {
/// The operations of a block and what must precede what.
class OrderGraph {
public:
  OrderGraph(func::FuncOp function, const SymbolTable &symbols);

  std::vector<Operation *> given();
  std::vector<Operation *> forwards();
  std::vector<Operation *> backwards();

private:
  struct Tensor {
    int64_t bytes = 0;
    int definer = -1; ///< -1: an argument
    SmallVector<int> readers;
    bool isResult = false;
  };
  void addEdge(int before, int after) {
    after_[before].insert(after);
    before_[after].insert(before);
  }
  bool reaches(int from, int to) const;
  void addStateEdges(func::FuncOp function);
  std::vector<Operation *> toOps(ArrayRef<int> order);

  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, int> indexOf;
  std::vector<llvm::SetVector<int>> after_, before_;
  std::vector<Tensor> values;
  std::vector<SmallVector<int>> defines, reads; ///< values, by operation
};
} // namespace

OrderGraph::OrderGraph(func::FuncOp function, const SymbolTable &symbols) {
  Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator()) {
    indexOf[&op] = ops.size();
    ops.push_back(&op);
  }
  after_.resize(ops.size());
  before_.resize(ops.size());
  defines.resize(ops.size());
  reads.resize(ops.size());

  llvm::DenseMap<Value, int> numbers;
  int lastEffect = -1;
  for (auto [i, op] : llvm::enumerate(ops)) {
    if (!isMemoryEffectFree(op) && !isKernelCall(op, symbols)) {
      if (lastEffect >= 0)
        addEdge(lastEffect, i);
      lastEffect = i;
    }
    auto read = [&](Value value) {
      Operation *definer = baseOf(value).getDefiningOp();
      if (definer && definer->getBlock() == &block) {
        addEdge(indexOf[definer], i);
        auto it = numbers.find(baseOf(value));
        if (it != numbers.end() && !llvm::is_contained(reads[i], it->second)) {
          reads[i].push_back(it->second);
          values[it->second].readers.push_back(i);
        }
      }
      // A view stands between definition and reader.
      Operation *direct = value.getDefiningOp();
      if (direct && direct->getBlock() == &block && direct != op)
        addEdge(indexOf[direct], i);
    };
    if (op->hasAttr(kStepView)) {
      Operation *direct = op->getOperand(0).getDefiningOp();
      if (direct && direct->getBlock() == &block)
        addEdge(indexOf[direct], i);
      continue;
    }
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        read(operand);
    });
    if (isAmongConstants(op))
      continue;
    for (Value result : op->getResults()) {
      if (bytesOf(result) == 0)
        continue;
      numbers[result] = values.size();
      defines[i].push_back(values.size());
      values.push_back({bytesOf(result), int(i), {}, false});
    }
  }
  for (Value value : block.getTerminator()->getOperands()) {
    auto it = numbers.find(baseOf(value));
    if (it != numbers.end())
      values[it->second].isResult = true;
  }
  addStateEdges(function);
}

bool OrderGraph::reaches(int from, int to) const {
  llvm::DenseSet<int> seen;
  SmallVector<int> work = {from};
  while (!work.empty()) {
    int next = work.pop_back_val();
    if (next == to)
      return true;
    for (int after : after_[next])
      if (seen.insert(after).second)
        work.push_back(after);
  }
  return false;
}

void OrderGraph::addStateEdges(func::FuncOp function) {
  Block &block = function.getBody().front();
  for (BlockArgument argument : function.getArguments()) {
    auto state = function.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                        dist::kState);
    if (!state)
      continue;
    Value result = baseOf(block.getTerminator()->getOperand(state.getInt()));
    Operation *writer = result.getDefiningOp();
    if (!writer)
      continue;
    int target = indexOf[writer];
    SmallVector<Operation *> work(argument.getUsers());
    while (!work.empty()) {
      Operation *user = block.findAncestorOpInBlock(*work.pop_back_val());
      if (user->hasAttr(kStepView))
        llvm::append_range(work, user->getUsers());
      if (!indexOf.contains(user))
        continue;
      int reader = indexOf[user];
      if (reader != target && !reaches(target, reader))
        addEdge(reader, target);
    }
  }
}

std::vector<Operation *> OrderGraph::toOps(ArrayRef<int> order) {
  assert(order.size() == ops.size() && "the order's graph has a cycle");
  std::vector<Operation *> result;
  for (int i : order)
    result.push_back(ops[i]);
  return result;
}

std::vector<Operation *> OrderGraph::given() {
  std::vector<int> waiting(ops.size());
  std::set<int> ready;
  for (size_t i = 0; i < ops.size(); ++i)
    if ((waiting[i] = before_[i].size()) == 0)
      ready.insert(i);
  std::vector<int> order;
  while (!ready.empty()) {
    int next = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(next);
    for (int after : after_[next])
      if (--waiting[after] == 0)
        ready.insert(after);
  }
  return toOps(order);
}

std::vector<Operation *> OrderGraph::forwards() {
  std::vector<int> waiting(ops.size());
  std::vector<int> unread(values.size());
  std::set<int> ready;
  for (size_t i = 0; i < ops.size(); ++i)
    if ((waiting[i] = before_[i].size()) == 0)
      ready.insert(i);
  for (auto [v, value] : llvm::enumerate(values))
    unread[v] = value.readers.size() + value.isResult;
  std::vector<int> order;
  while (!ready.empty()) {
    int best = -1;
    int64_t bestGain = 0;
    for (int i : ready) {
      int64_t gain = 0;
      for (int v : reads[i])
        gain += unread[v] == 1 ? values[v].bytes : 0;
      for (int v : defines[i])
        gain -= unread[v] > 0 ? values[v].bytes : 0;
      if (best < 0 || gain > bestGain) {
        best = i;
        bestGain = gain;
      }
    }
    ready.erase(best);
    order.push_back(best);
    for (int v : reads[best])
      --unread[v];
    for (int after : after_[best])
      if (--waiting[after] == 0)
        ready.insert(after);
  }
  return toOps(order);
}

std::vector<Operation *> OrderGraph::backwards() {
  std::vector<int> waiting(ops.size());
  std::vector<bool> alive(values.size());
  std::set<int, std::greater<int>> ready;
  for (size_t i = 0; i < ops.size(); ++i)
    if ((waiting[i] = after_[i].size()) == 0)
      ready.insert(i);
  for (auto [v, value] : llvm::enumerate(values))
    alive[v] = value.isResult;
  std::vector<int> order;
  while (!ready.empty()) {
    int best = -1;
    int64_t bestGain = 0;
    for (int i : ready) {
      // What is no longer alive before it, less what becomes so.
      int64_t gain = 0;
      for (int v : defines[i])
        gain += alive[v] ? values[v].bytes : 0;
      for (int v : reads[i])
        gain -= alive[v] ? 0 : values[v].bytes;
      if (best < 0 || gain > bestGain) {
        best = i;
        bestGain = gain;
      }
    }
    ready.erase(best);
    order.push_back(best);
    for (int v : defines[best])
      alive[v] = false;
    for (int v : reads[best])
      alive[v] = true;
    for (int before : before_[best])
      if (--waiting[before] == 0)
        ready.insert(before);
  }
  std::reverse(order.begin(), order.end());
  return toOps(order);
}

std::vector<std::vector<Operation *>>
popt::ordersToTry(func::FuncOp function, const SymbolTable &symbols) {
  OrderGraph graph(function, symbols);
  return {graph.given(), graph.forwards(), graph.backwards()};
}
