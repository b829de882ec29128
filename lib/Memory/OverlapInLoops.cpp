//===- OverlapInLoops.cpp - Communication beside kernels of a round -------===//
//
// A scan over layers reduces the gradient of each weight in its round. In program
// order that stands right before the gradient is stored, at the end:
//
//   dx2 | dw2 | dx1 | dw1 | reduce dw2 | store | reduce dw1 | store
//
// It can begin when the gradient is there, and what stores it can wait:
//
//   dx2 | dw2 | dx1        | dw1 | store      | store
//             | reduce dw2 |     | reduce dw1 |
//
// The other operations keep their order, and so do those that read a value and those
// that may write over it: what shares memory still does. Rounds don't overlap.
//
// Tests: test/Memory/overlap-in-loops.mlir, test/Execute/Gpu/overlap.test.
//
//===----------------------------------------------------------------------===//
#include "OverlapInLoops.h"

#include "popt/Analysis/MemoryRules.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <map>
#include <set>

using namespace mlir;
using namespace popt;

namespace {
class RoundOrder {
public:
  RoundOrder(Block &body, const SymbolTable &symbols,
             function_ref<OpTime(Operation *)> timeOf);
  std::vector<Operation *> run();

private:
  void addEdge(Operation *before, Operation *after);
  void keepOrder(Value overwritten, Operation *writer);
  /// When what the operation waits for is done.
  double inputsAt(int op) const;
  int choose() const;

  Block &body;
  std::vector<Operation *> ops;
  std::vector<OpTime> times;
  llvm::DenseMap<Operation *, int> indexOf;
  std::vector<llvm::SmallSetVector<int, 4>> before, after;
  std::set<int> ready; ///< all that comes before them is taken
  std::vector<double> doneAt;
  double kernels = 0;          ///< when they are free
  std::map<int, double> links; ///< likewise, by groups
};
} // namespace

void RoundOrder::addEdge(Operation *from, Operation *to) {
  auto first = indexOf.find(from), second = indexOf.find(to);
  if (first == indexOf.end() || second == indexOf.end() || from == to)
    return;
  if (after[first->second].insert(second->second))
    before[second->second].insert(first->second);
}

/// Readers of the value stay before or after the operation that may write over it.
void RoundOrder::keepOrder(Value overwritten, Operation *writer) {
  forEachRead(
      overwritten,
      [&](OpOperand &use) {
        Operation *reader = body.findAncestorOpInBlock(*use.getOwner());
        if (!reader || reader == writer)
          return;
        if (reader->isBeforeInBlock(writer))
          addEdge(reader, writer);
        else
          addEdge(writer, reader);
      },
      [](Operation *view) { return view->hasAttr(kStepView); });
}

RoundOrder::RoundOrder(Block &body, const SymbolTable &symbols,
                       function_ref<OpTime(Operation *)> timeOf)
    : body(body) {
  for (Operation &op : body.without_terminator()) {
    indexOf[&op] = static_cast<int>(ops.size());
    ops.push_back(&op);
    times.push_back(timeOf(&op));
  }
  before.resize(ops.size());
  after.resize(ops.size());
  doneAt.resize(ops.size());
  Operation *lastEffect = nullptr;
  for (Operation *op : ops) {
    if (!isMemoryEffectFree(op) && !isKernelCall(op, symbols)) {
      addEdge(lastEffect, op);
      lastEffect = op;
    }
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        addEdge(operand.getDefiningOp(), op);
        addEdge(baseOf(operand).getDefiningOp(), op);
      }
    });
    for (OpResult result : op->getResults())
      for (OpOperand &operand : op->getOpOperands())
        if (mayShare(op, result.getResultNumber(), operand.getOperandNumber(),
                     symbols))
          keepOrder(baseOf(operand.get()), op);
  }
  // The next value of a carried one may lie where this one does.
  for (ValueTie &tie : valueTiesOf(body.getParentOp()))
    for (OpOperand *source : tie.sources)
      for (Value target : tie.targets)
        if (source->getOwner() == body.getTerminator() &&
            target.getParentBlock() == &body)
          if (Operation *maker = baseOf(source->get()).getDefiningOp())
            if (maker->getBlock() == &body)
              keepOrder(target, maker);
}

double RoundOrder::inputsAt(int op) const {
  double at = 0;
  for (int earlier : before[op])
    at = std::max(at, doneAt[earlier]);
  return at;
}

int RoundOrder::choose() const {
  auto first = [&](auto isSuch) {
    auto it = llvm::find_if(ready, isSuch);
    return it == ready.end() ? -1 : *it;
  };
  auto communicates = [&](int op) { return times[op].communicates; };
  auto isFree = [&](int op) {
    auto link = links.find(times[op].groups);
    return link == links.end() || link->second <= kernels;
  };
  // What costs nothing may lead to a message.
  int next = first([&](int op) { return ops[op]->hasAttr(kStepView); });
  if (next < 0)
    next = first([&](int op) { return communicates(op) && isFree(op); });
  if (next < 0)
    next = first(
        [&](int op) { return !communicates(op) && inputsAt(op) <= kernels; });
  if (next < 0)
    next = first(communicates);
  if (next >= 0)
    return next;
  return *llvm::min_element(ready, [&](int a, int b) {
    return std::pair(inputsAt(a), a) < std::pair(inputsAt(b), b);
  });
}

std::vector<Operation *> RoundOrder::run() {
  std::vector<size_t> waiting;
  for (auto [op, earlier] : llvm::enumerate(before)) {
    waiting.push_back(earlier.size());
    if (earlier.empty())
      ready.insert(static_cast<int>(op));
  }
  std::vector<Operation *> order;
  while (!ready.empty()) {
    int next = choose();
    ready.erase(next);
    order.push_back(ops[next]);
    double &free =
        times[next].communicates ? links[times[next].groups] : kernels;
    free = std::max({free, kernels, inputsAt(next)}) + times[next].seconds;
    doneAt[next] = free;
    for (int later : after[next])
      if (--waiting[later] == 0)
        ready.insert(later);
  }
  assert(order.size() == ops.size() && "edges follow the order of the body");
  return order;
}

std::vector<Operation *>
popt::orderRoundForTime(Block &body, const SymbolTable &symbols,
                        function_ref<OpTime(Operation *)> timeOf) {
  return RoundOrder(body, symbols, timeOf).run();
}
