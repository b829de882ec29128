//===- PlanMemoryOrder.cpp - Orders that keep little alive ----------------===//
//
// Candidates for plan-memory: the given order; forwards, always the operation
// that frees most; backwards, always the one before which least is alive; and
// each of these with operations that add to memory moved down to their first
// reader, and those that free memory moved up to their operands.
//
// All respect definitions before uses, the order of effects, and, where it
// closes no cycle, that readers of a state argument come before the operation
// whose result replaces it: the result then is written in place. The greedy
// orders are made twice, with such results counted as nothing (the update of a
// weight follows its gradient) and as memory (updates come last): either may be
// the better.
//
// An order for time is made by the pass overlap from the one chosen here: a list
// schedule of kernels and of the links of each kind of groups (Graham, "Bounds on
// Multiprocessing Timing Anomalies", 1969). What would be alive too much, if it went
// ahead of the rest of that order, waits (MemoryAhead.h).
//
// Covered by test/Memory/plan-memory.mlir and test/Memory/overlap.mlir.
//
//===----------------------------------------------------------------------===//
#include "MemoryAhead.h"
#include "PlanMemoryStorages.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Memory/PlanMemory.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include <array>
#include <map>
#include <set>

using namespace mlir;
using namespace popt;

namespace {
/// Numbers of operations that come before or after one.
using Neighbours =
    llvm::SetVector<int, SmallVector<int, 4>, llvm::DenseSet<int>, 4>;

/// The operations of a block and the constraints on their order.
class OrderGraph {
public:
  OrderGraph(func::FuncOp function, const SymbolTable &symbols);

  /// Operations by number.
  using Order = std::vector<int>;
  Order given();
  Order forwards();
  Order backwards();
  Order moved(const Order &order);
  Order forTime(llvm::function_ref<OpTime(Operation *)> timeOf,
                int64_t mostAlive);
  std::vector<Operation *> toOps(const Order &order);
  /// Whether results that replace state count as memory.
  void countInPlace(bool counted) {
    for (auto [v, bytes] : inPlace)
      values[v].bytes = counted ? bytes : 0;
  }

private:
  struct Tensor {
    int64_t bytes = 0;
    SmallVector<int, 2> readers;
    bool isResult = false;
  };
  TouchedMemory touchedMemory(ArrayRef<OpTime> times);
  void addEdge(int before, int after) {
    if (after_[before].insert(after))
      before_[after].insert(before);
  }
  bool reaches(int from, int to) const;
  bool precedeOverwriting(BlockArgument argument, int writer);
  void addStateEdges(func::FuncOp function);
  std::vector<int64_t> growth(const Order &order);

  func::FuncOp function;
  const SymbolTable &symbols;
  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, int> indexOf;
  llvm::DenseMap<Value, int> numbers;
  std::vector<Neighbours> after_, before_;
  std::vector<Tensor> values;
  std::vector<SmallVector<int>> defines, reads; ///< values, by operation
  std::vector<std::pair<int, int64_t>> inPlace; ///< values and their bytes
};

/// Operations whose predecessors are taken, best gain first; of equal ones the
/// lowest or (`isLast`) the highest number.
class ReadyOps {
public:
  ReadyOps(ArrayRef<Neighbours> before, ArrayRef<Neighbours> after, bool isLast)
      : after(after), waiting(before.size()), gains(before.size(), 0),
        isReady(before.size(), false), sign(isLast ? -1 : 1) {
    for (auto [op, predecessors] : llvm::enumerate(before))
      if ((waiting[op] = predecessors.size()) == 0)
        push(op);
  }

  void change(int op, int64_t by) {
    if (isReady[op])
      queue.erase({-gains[op], sign * op});
    gains[op] += by;
    if (isReady[op])
      queue.insert({-gains[op], sign * op});
  }
  bool empty() const { return queue.empty(); }
  int take() {
    int op = sign * queue.begin()->second;
    queue.erase(queue.begin());
    isReady[op] = false;
    for (int next : after[op])
      if (--waiting[next] == 0)
        push(next);
    return op;
  }

private:
  void push(int op) {
    isReady[op] = true;
    queue.insert({-gains[op], sign * op});
  }

  ArrayRef<Neighbours> after;
  std::vector<int> waiting; ///< predecessors that are not taken
  std::vector<int64_t> gains;
  std::vector<bool> isReady;
  std::set<std::pair<int64_t, int>> queue;
  int sign;
};
} // namespace

OrderGraph::OrderGraph(func::FuncOp function, const SymbolTable &symbols)
    : function(function), symbols(symbols) {
  Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator()) {
    indexOf[&op] = ops.size();
    ops.push_back(&op);
  }
  after_.resize(ops.size());
  before_.resize(ops.size());
  defines.resize(ops.size());
  reads.resize(ops.size());

  MemoryKinds memories(function); // what lies on the host weighs nothing
  int lastEffect = -1;
  for (auto [i, op] : llvm::enumerate(ops)) {
    if (!isMemoryEffectFree(op) && !isKernelCall(op, symbols)) {
      if (lastEffect >= 0)
        addEdge(lastEffect, i);
      lastEffect = i;
    }
    auto read = [&, i = i, op = op](Value value) {
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
      if (bytesOf(result) == 0 || memories.isOnHost(result))
        continue;
      numbers[result] = values.size();
      defines[i].push_back(values.size());
      values.push_back({bytesOf(result), {}, false});
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

/// Has the readers of an argument precede the operation that replaces it. False
/// if one cannot.
bool OrderGraph::precedeOverwriting(BlockArgument argument, int writer) {
  bool all = true;
  SmallVector<Operation *> work(argument.getUsers());
  while (!work.empty()) {
    Operation *user =
        argument.getOwner()->findAncestorOpInBlock(*work.pop_back_val());
    if (user->hasAttr(kStepView))
      llvm::append_range(work, user->getUsers());
    auto reader = indexOf.find(user);
    if (reader == indexOf.end())
      all = false; // returned
    else if (reader->second == writer)
      continue;
    else if (reaches(writer, reader->second))
      all = false;
    else
      addEdge(reader->second, writer);
  }
  return all;
}

void OrderGraph::addStateEdges(func::FuncOp function) {
  for (auto [argument, next] : dist::getNextStates(function)) {
    auto result = dyn_cast<OpResult>(baseOf(next));
    if (!result || !precedeOverwriting(argument, indexOf[result.getOwner()]))
      continue;
    auto number = numbers.find(result);
    if (number != numbers.end() && bytesOf(argument) == bytesOf(result) &&
        mayWriteOver(
            result.getOwner(), result.getResultNumber(),
            [&, argument = argument](Value value) {
              return baseOf(value) == argument;
            },
            symbols))
      inPlace.push_back({number->second, bytesOf(result)});
  }
}

std::vector<Operation *> OrderGraph::toOps(const Order &order) {
  assert(order.size() == ops.size() && "the order's graph has a cycle");
  std::vector<Operation *> result;
  for (int i : order)
    result.push_back(ops[i]);
  return result;
}

OrderGraph::Order OrderGraph::given() {
  ReadyOps ready(before_, after_, /*isLast=*/false);
  Order order;
  while (!ready.empty())
    order.push_back(ready.take());
  return order;
}

OrderGraph::Order OrderGraph::forwards() {
  // Gain: bytes that die with the operation, minus those that it defines.
  ReadyOps ready(before_, after_, /*isLast=*/false);
  std::vector<bool> isDone(ops.size());
  std::vector<size_t> unread(values.size());
  for (auto [v, value] : llvm::enumerate(values)) {
    unread[v] = value.readers.size() + value.isResult;
    if (unread[v] == 1 && !value.isResult)
      ready.change(value.readers.front(), value.bytes);
  }
  for (size_t i = 0; i < ops.size(); ++i)
    for (int v : defines[i])
      if (unread[v] > 0)
        ready.change(i, -values[v].bytes);
  Order order;
  while (!ready.empty()) {
    int best = ready.take();
    order.push_back(best);
    isDone[best] = true;
    for (int v : reads[best])
      if (--unread[v] == 1 && !values[v].isResult)
        for (int reader : values[v].readers)
          if (!isDone[reader])
            ready.change(reader, values[v].bytes);
  }
  return order;
}

OrderGraph::Order OrderGraph::backwards() {
  // Gain: bytes that are no longer alive before the operation, minus those that
  // become alive.
  ReadyOps ready(after_, before_, /*isLast=*/true);
  std::vector<bool> isAlive(values.size());
  for (auto [v, value] : llvm::enumerate(values))
    isAlive[v] = value.isResult;
  std::vector<int> definer(values.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    for (int v : defines[i]) {
      definer[v] = i;
      if (isAlive[v])
        ready.change(i, values[v].bytes);
    }
    for (int v : reads[i])
      if (!isAlive[v])
        ready.change(i, -values[v].bytes);
  }
  Order order;
  while (!ready.empty()) {
    int best = ready.take();
    order.push_back(best);
    for (int v : reads[best]) {
      if (isAlive[v])
        continue;
      isAlive[v] = true;
      ready.change(definer[v], values[v].bytes);
      for (int reader : values[v].readers)
        if (reader != best)
          ready.change(reader, values[v].bytes);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Bytes that are alive after each operation, but were not before.
std::vector<int64_t> OrderGraph::growth(const Order &order) {
  std::vector<int64_t> grows(ops.size());
  std::vector<size_t> unread(values.size());
  for (auto [v, value] : llvm::enumerate(values))
    unread[v] = value.readers.size() + value.isResult;
  for (int op : order) {
    for (int v : defines[op])
      grows[op] += unread[v] ? values[v].bytes : 0;
    for (int v : reads[op])
      grows[op] -= --unread[v] ? 0 : values[v].bytes;
  }
  return grows;
}

OrderGraph::Order OrderGraph::moved(const Order &order) {
  auto pass = [&](const Order &from, bool isDown) {
    std::vector<int64_t> grows = growth(from);
    const auto &waitsFor = isDown ? after_ : before_;
    const auto &next = isDown ? before_ : after_;
    // Moved operations go first, as soon as they can; the others keep their
    // order.
    auto key = [&](int op, int64_t position) {
      bool moves = isDown ? grows[op] > 0 : grows[op] < 0;
      return moves ? -1 : position;
    };
    std::vector<int64_t> positions(ops.size());
    for (auto [i, op] : llvm::enumerate(from))
      positions[op] = isDown ? from.size() - i : i;
    std::vector<size_t> waiting(ops.size());
    std::set<std::array<int64_t, 3>> ready;
    auto push = [&](int op) {
      ready.insert({key(op, positions[op]), positions[op], op});
    };
    for (size_t i = 0; i < ops.size(); ++i)
      if ((waiting[i] = waitsFor[i].size()) == 0)
        push(i);
    Order to;
    while (!ready.empty()) {
      int best = (*ready.begin())[2];
      ready.erase(ready.begin());
      to.push_back(best);
      for (int other : next[best])
        if (--waiting[other] == 0)
          push(other);
    }
    if (isDown)
      std::reverse(to.begin(), to.end());
    return to;
  };
  return pass(pass(order, /*isDown=*/true), /*isDown=*/false);
}

/// Of storages, in the order in which operations stand. Arguments are there anyway.
TouchedMemory OrderGraph::touchedMemory(ArrayRef<OpTime> times) {
  Storages storages(function, symbols);
  Positions positions(function);
  TouchedMemory memory;
  memory.touched.resize(ops.size());
  llvm::DenseMap<Storage *, int> numbers;
  for (Storage *storage : storages.all())
    if (!storage->isArgument) {
      numbers[storage] = static_cast<int>(memory.pieces.size());
      memory.pieces.emplace_back();
      memory.pieces.back().bytes =
          static_cast<int64_t>(llvm::alignTo(storage->bytes, kArenaAlignment));
    }
  auto numberOf = [&](Value value) {
    Storage *storage = storages.find(value);
    if (storage && storage->block)
      storage = storage->block;
    while (storage && storage->row)
      storage = storages.stackOf(*storage);
    auto number = numbers.find(storage);
    return number == numbers.end() ? -1 : number->second;
  };
  Block &block = function.getBody().front();
  auto touch = [&](Value value, Operation *by) {
    int number = numberOf(value);
    if (number < 0)
      return;
    if (by == block.getTerminator())
      memory.pieces[number].outlives = true;
    else if (auto &pieces = memory.touched[indexOf[by]];
             !llvm::is_contained(pieces, number))
      pieces.push_back(number);
  };
  // While a message is on its way, its operands stay.
  auto touchUntilRead = [&](Operation *message) {
    Operation *first = block.getTerminator();
    for (OpResult result : message->getResults())
      forEachRead(
          result,
          [&](OpOperand &use) {
            Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
            if (reader && reader->isBeforeInBlock(first))
              first = reader;
          },
          [](Operation *view) { return view->hasAttr(kStepView); });
    for (Value operand : message->getOperands())
      touch(operand, first);
  };
  HeldBytes held = storages.held();
  for (auto [i, op] : llvm::enumerate(ops)) {
    memory.alive.push_back(held.most(positions.begin(op), positions.end(op)));
    if (op->hasAttr(kStepView))
      continue;
    op->walk([&, op = op](Operation *inner) {
      for (Value operand : inner->getOperands())
        touch(operand, op);
      for (Value result : inner->getResults())
        touch(result, op);
    });
    if (times[i].communicates)
      touchUntilRead(op);
  }
  for (Value value : block.getTerminator()->getOperands())
    touch(value, block.getTerminator());
  return memory;
}

OrderGraph::Order
OrderGraph::forTime(llvm::function_ref<OpTime(Operation *)> timeOf,
                    int64_t mostAlive) {
  /// So many operations that could run are looked at for one.
  constexpr int mostCompared = 64;
  Order now = given();
  std::vector<OpTime> times;
  std::vector<int64_t> place(ops.size());
  for (Operation *op : ops)
    times.push_back(timeOf(op));
  std::map<int, int> lastMessages; ///< by groups
  for (auto [i, op] : llvm::enumerate(now)) {
    place[op] = static_cast<int64_t>(i);
    if (!times[op].communicates)
      continue;
    auto [last, isFirst] = lastMessages.try_emplace(times[op].groups, op);
    if (!isFirst)
      addEdge(std::exchange(last->second, op), op);
  }
  // Seconds from the beginning of an operation to the end of all that waits for
  // it: what leads to most goes first.
  std::vector<double> rest(ops.size());
  for (int op : llvm::reverse(now)) {
    for (int after : after_[op])
      rest[op] = std::max(rest[op], rest[after]);
    rest[op] += times[op].seconds;
  }

  MemoryAhead memory(touchedMemory(times), now);
  // When kernels and links are free, and values there.
  double kernels = 0;
  std::map<int, double> links; ///< by groups
  std::vector<double> doneAt(ops.size());
  std::vector<size_t> waiting(ops.size());
  std::set<std::pair<int64_t, int>> ready;
  for (size_t i = 0; i < ops.size(); ++i)
    if ((waiting[i] = before_[i].size()) == 0)
      ready.insert({place[i], i});
  auto inputsAt = [&](int op) {
    double at = 0;
    for (int before : before_[op])
      at = std::max(at, doneAt[before]);
    return at;
  };
  // First what the free links can begin, so that they are never idle; then what
  // kernels can do now; then what may wait for the links rather than kernels.
  enum Choice { Begins, Runs, Queues };
  auto isChosen = [&](int op, Choice choice) {
    if (times[op].communicates == (choice == Runs) ||
        (choice == Begins && links[times[op].groups] > kernels) ||
        (choice == Runs && inputsAt(op) > kernels))
      return false;
    return memory.mostIfNext(op) <= mostAlive;
  };
  auto choose = [&] {
    for (Choice choice : {Begins, Runs, Queues}) {
      int compared = 0, best = -1;
      for (auto [position, op] : ready) {
        if ((best < 0 || rest[op] > rest[best]) && isChosen(op, choice))
          best = op;
        if (++compared == mostCompared)
          break;
      }
      if (best >= 0)
        return best;
    }
    return ready.begin()->second; // the next one of the order as it is
  };
  Order order;
  while (!ready.empty()) {
    int next = choose();
    ready.erase({place[next], next});
    order.push_back(next);
    double &free =
        times[next].communicates ? links[times[next].groups] : kernels;
    free = std::max({free, kernels, inputsAt(next)}) + times[next].seconds;
    doneAt[next] = free;
    memory.take(next);
    for (int after : after_[next])
      if (--waiting[after] == 0)
        ready.insert({place[after], after});
  }
  return order;
}

std::vector<Operation *>
popt::orderForTime(func::FuncOp function, const SymbolTable &symbols,
                   llvm::function_ref<OpTime(Operation *)> timeOf,
                   int64_t mostAlive) {
  OrderGraph graph(function, symbols);
  return graph.toOps(graph.forTime(timeOf, mostAlive));
}

std::vector<std::vector<Operation *>>
popt::ordersToTry(func::FuncOp function, const SymbolTable &symbols) {
  OrderGraph graph(function, symbols);
  std::vector<std::vector<Operation *>> orders;
  std::set<std::vector<int>> known;
  auto addNew = [&](const std::vector<int> &order) {
    if (known.insert(order).second)
      orders.push_back(graph.toOps(order));
  };
  auto add = [&](const std::vector<int> &order) {
    addNew(order);
    addNew(graph.moved(order));
  };
  add(graph.given());
  for (bool counted : {false, true}) {
    graph.countInPlace(counted);
    add(graph.forwards());
    add(graph.backwards());
  }
  return orders;
}
