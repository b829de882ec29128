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
// In the urgent order kernels run first from which the most has to follow (the longest
// path, as list scheduling has it: Graham, 1969; Kwok and Ahmad, ACM Computing Surveys
// 1999, section 4). So a gradient of a weight, which nothing waits for, is left for the
// time in which a gather or reduction of activations holds everything else up:
//
//   program   dx2 | dw2 | reduce dx2 |     | dx1 | dw1
//   urgent    dx2 |     | dw2              | dx1 | dw1
//                 | reduce dx2             |
//
// Tests: test/Memory/overlap-in-loops.mlir, test/Execute/Gpu/overlap.test.
//
//===----------------------------------------------------------------------===//
#include "OverlapInLoops.h"

#include "popt/Analysis/MemoryRules.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
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
  std::vector<Operation *> run(bool isUrgent);

private:
  void addEdge(Operation *before, Operation *after);
  void keepOrder(Value overwritten, Operation *writer);
  /// When what the operation waits for is done.
  double inputsAt(int op) const;
  const llvm::BitVector &followersOf(int message);
  bool isHeldBack(int message);
  int choose(bool isUrgent);

  Block &body;
  std::vector<Operation *> ops;
  std::vector<OpTime> times;
  llvm::DenseMap<Operation *, int> indexOf;
  std::vector<llvm::SmallSetVector<int, 4>> before, after;
  std::set<int> ready; ///< all that comes before them is taken
  std::vector<double> doneAt;
  // Seconds of the longest path from the begin to the operation, and from it to the end.
  std::vector<double> earliest, left;
  std::vector<bool> isTaken;
  std::vector<int> messages;
  llvm::DenseMap<int, llvm::BitVector>
      followers;               ///< of those that were asked for
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

/// What cannot run before the message is done.
const llvm::BitVector &RoundOrder::followersOf(int message) {
  llvm::BitVector &found = followers[message];
  if (!found.empty())
    return found;
  found.resize(ops.size());
  SmallVector<int> work{message};
  while (!work.empty())
    for (int later : after[work.pop_back_val()])
      if (!found.test(later)) {
        found.set(later);
        work.push_back(later);
      }
  return found;
}

/// True if another message of the same groups, after which more follows than this one
/// takes, can begin before this one would be done.
bool RoundOrder::isHeldBack(int message) {
  double end = kernels + times[message].seconds;
  auto tail = [&](int op) { return left[op] - times[op].seconds; };
  return llvm::any_of(messages, [&](int other) {
    return !isTaken[other] && times[other].groups == times[message].groups &&
           tail(other) > left[message] && earliest[other] < end &&
           !followersOf(message).test(other);
  });
}

int RoundOrder::choose(bool isUrgent) {
  auto first = [&](auto isSuch) {
    int found = -1;
    for (int op : ready)
      if ((found < 0 || (isUrgent && left[op] > left[found])) && isSuch(op))
        found = op;
    return found;
  };
  auto communicates = [&](int op) { return times[op].communicates; };
  auto isFree = [&](int op) {
    auto link = links.find(times[op].groups);
    return link == links.end() || link->second <= kernels;
  };
  // What costs nothing may lead to a message.
  int next = first([&](int op) { return ops[op]->hasAttr(kStepView); });
  if (next < 0)
    next = first([&](int op) {
      return communicates(op) && isFree(op) && !isHeldBack(op);
    });
  if (next < 0)
    next = first(
        [&](int op) { return !communicates(op) && inputsAt(op) <= kernels; });
  if (next >= 0)
    return next;
  // What begins next. A message that would wait for its links holds up those of other
  // groups that are asked for later.
  auto beginOf = [&](int op) {
    auto link = links.find(times[op].groups);
    return communicates(op) && link != links.end()
               ? std::max(link->second, inputsAt(op))
               : inputsAt(op);
  };
  return *llvm::min_element(ready, [&](int a, int b) {
    return std::tuple(beginOf(a), !communicates(a), -left[a], a) <
           std::tuple(beginOf(b), !communicates(b), -left[b], b);
  });
}

std::vector<Operation *> RoundOrder::run(bool isUrgent) {
  earliest.assign(ops.size(), 0);
  left.assign(ops.size(), 0);
  isTaken.assign(ops.size(), false);
  for (size_t op = 0; op < ops.size(); ++op)
    if (times[op].communicates)
      messages.push_back(static_cast<int>(op));
  for (size_t op = 0; op < ops.size(); ++op)
    for (int later : after[op])
      earliest[later] =
          std::max(earliest[later], earliest[op] + times[op].seconds);
  for (size_t op = ops.size(); op-- > 0;) {
    for (int later : after[op])
      left[op] = std::max(left[op], left[later]);
    left[op] += times[op].seconds;
  }
  std::vector<size_t> waiting;
  for (auto [op, earlier] : llvm::enumerate(before)) {
    waiting.push_back(earlier.size());
    if (earlier.empty())
      ready.insert(static_cast<int>(op));
  }
  std::vector<Operation *> order;
  while (!ready.empty()) {
    int next = choose(isUrgent);
    ready.erase(next);
    isTaken[next] = true;
    order.push_back(ops[next]);
    if (ops[next]->hasAttr(kStepView)) {
      doneAt[next] = inputsAt(next);
    } else {
      double &free =
          times[next].communicates ? links[times[next].groups] : kernels;
      free = std::max({free, kernels, inputsAt(next)}) + times[next].seconds;
      doneAt[next] = free;
    }
    for (int later : after[next])
      if (--waiting[later] == 0)
        ready.insert(later);
  }
  assert(order.size() == ops.size() && "edges follow the order of the body");
  return order;
}

std::vector<Operation *>
popt::orderRoundForTime(Block &body, const SymbolTable &symbols,
                        function_ref<OpTime(Operation *)> timeOf,
                        bool isUrgent) {
  return RoundOrder(body, symbols, timeOf).run(isUrgent);
}
