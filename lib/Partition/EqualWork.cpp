//===- EqualWork.cpp - Operations that do the same for several members ----===//
//
// The idea stands in EqualWork.h. Tested through deal-out-equal-work
// (test/Partition/deal-out-equal-work.mlir).
//
//===----------------------------------------------------------------------===//
#include "EqualWork.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace popt {

/// Sets of members that are compared for one anchor, the heaviest first.
static constexpr size_t kMostChoices = 8;

int EqualWork::stepOf(ArrayRef<Value> values) const {
  int step = -1;
  for (auto [member, value] : llvm::enumerate(values)) {
    auto result = dyn_cast<OpResult>(value);
    if (!result ||
        result.getResultNumber() != cast<OpResult>(values[0]).getResultNumber())
      return -1;
    auto it = places.find(result.getOwner());
    if (it == places.end() || it->second.second != member)
      return -1;
    if (member > 0 && static_cast<int>(it->second.first) != step)
      return -1;
    step = static_cast<int>(it->second.first);
  }
  return step;
}

/// Whether an operation's own regions define a value.
static bool isInside(Value value, Operation *op) {
  return op->isAncestor(value.getParentBlock()->getParentOp());
}

/// Whether two operations differ only in what they read; that is appended to
/// `inputs` in pairs, each value of the first once.
static bool isAlike(Operation *a, Operation *b,
                    SmallVectorImpl<std::pair<Value, Value>> &inputs) {
  DenseMap<Value, Value> inner, outer;
  auto check = [&](Value x, Value y) -> LogicalResult {
    auto it = inner.find(x);
    return success(it == inner.end() || it->second == y);
  };
  auto mark = [&](Value x, Value y) { inner[x] = y; };
  if (!OperationEquivalence::isEquivalentTo(
          a, b, check, mark,
          OperationEquivalence::IgnoreLocations |
              OperationEquivalence::IgnoreDiscardableAttrs))
    return false;
  // Equal values are not asked about there, so inputs are paired here.
  SmallVector<Operation *> ofA, ofB;
  a->walk<WalkOrder::PreOrder>([&](Operation *op) { ofA.push_back(op); });
  b->walk<WalkOrder::PreOrder>([&](Operation *op) { ofB.push_back(op); });
  for (auto [first, second] : llvm::zip_equal(ofA, ofB))
    for (auto [x, y] :
         llvm::zip_equal(first->getOperands(), second->getOperands())) {
      if (isInside(x, a) != isInside(y, b) || x.getType() != y.getType())
        return false;
      if (isInside(x, a))
        continue;
      auto [it, isNew] = outer.try_emplace(x, y);
      if (it->second != y)
        return false;
      if (isNew)
        inputs.push_back({x, y});
    }
  return true;
}

EqualWorkSearch::EqualWorkSearch(Block &block,
                                 function_ref<bool(Operation *)> mayBelong)
    : block(block) {
  for (Operation &op : block)
    numbers[&op] = static_cast<unsigned>(numbers.size());
  ancestors.resize(numbers.size());
  isCandidate.resize(static_cast<unsigned>(numbers.size()));
  for (Operation &op : block) {
    unsigned number = numbers[&op];
    BitVector &before = ancestors[number];
    before.resize(static_cast<unsigned>(numbers.size()));
    op.walk([&](Operation *inner) {
      for (Value value : inner->getOperands())
        if (Operation *made = value.getDefiningOp();
            made && made->getBlock() == &block) {
          before |= ancestors[numbers[made]];
          before.set(numbers[made]);
        }
    });
    if (mayBelong(&op))
      isCandidate.set(number);
  }
}

/// Work that becomes larger by whole steps.
struct EqualWorkSearch::Growth {
  Growth(const EqualWorkSearch &search) : search(search) {}

  bool add(ArrayRef<Operation *> ops) {
    EqualStep step;
    for (Operation *op : ops) {
      auto number = search.numbers.find(op);
      if (number == search.numbers.end() ||
          !search.isCandidate.test(number->second) || work.places.count(op))
        return false;
      SmallVector<std::pair<Value, Value>> inputs;
      if (op == ops.front()) // compared with each of the others
        continue;
      if (!isAlike(ops.front(), op, inputs))
        return false;
      step.inputs.resize(inputs.size());
      for (auto [all, pair] : llvm::zip_equal(step.inputs, inputs)) {
        if (all.empty())
          all.push_back(pair.first);
        all.push_back(pair.second);
      }
    }
    for (auto [i, op] : llvm::enumerate(ops))
      for (Operation *other : ops.take_front(i))
        if (!search.isIndependent(op, other))
          return false;
    step.ops = SmallVector<Operation *>(ops);
    for (auto [member, op] : llvm::enumerate(ops))
      work.places[op] = {static_cast<unsigned>(work.steps.size()),
                         static_cast<unsigned>(member)};
    work.steps.push_back(std::move(step));
    return true;
  }

  /// Adds the operations that make what a step reads.
  void addProducers(unsigned index) {
    for (size_t i = 0; i < work.steps[index].inputs.size(); ++i) {
      SmallVector<Operation *> made;
      std::optional<unsigned> number;
      for (Value value : work.steps[index].inputs[i]) {
        auto result = dyn_cast<OpResult>(value);
        if (!result || number.value_or(result.getResultNumber()) !=
                           result.getResultNumber())
          break;
        number = result.getResultNumber();
        made.push_back(result.getOwner());
      }
      if (made.size() == work.steps[index].ops.size())
        add(made);
    }
  }

  /// The operations of the block that read a value, in order.
  SmallVector<Operation *> usersOf(Value value) const {
    llvm::SetVector<Operation *> users;
    for (Operation *user : value.getUsers())
      if (Operation *op = search.block.findAncestorOpInBlock(*user))
        users.insert(op);
    SmallVector<Operation *> sorted(users.begin(), users.end());
    llvm::sort(sorted, [&](Operation *a, Operation *b) {
      return search.numbers.lookup(a) < search.numbers.lookup(b);
    });
    return sorted;
  }

  /// Adds operations that read what a step makes, at the same places.
  void addUsers(unsigned index) {
    SmallVector<Operation *> makers = work.steps[index].ops;
    for (unsigned result = 0; result < makers.front()->getNumResults();
         ++result) {
      SmallVector<SmallVector<Operation *>> users;
      for (Operation *maker : makers)
        users.push_back(usersOf(maker->getResult(result)));
      for (Operation *lead : users.front()) {
        SmallVector<Operation *> ops{lead};
        for (size_t member = 1; member < makers.size(); ++member)
          for (Operation *&user : users[member])
            if (user && readsAlike(lead, makers.front()->getResult(result),
                                   user, makers[member]->getResult(result))) {
              ops.push_back(user);
              user = nullptr;
              break;
            }
        if (ops.size() == makers.size())
          add(ops);
      }
    }
  }

  static bool readsAlike(Operation *a, Value x, Operation *b, Value y) {
    SmallVector<std::pair<Value, Value>> inputs;
    return isAlike(a, b, inputs) && llvm::all_of(inputs, [&](auto pair) {
             return (pair.first == x) == (pair.second == y);
           });
  }

  const EqualWorkSearch &search;
  EqualWork work;
};

EqualWork EqualWorkSearch::grow(ArrayRef<Operation *> anchors, bool alsoUsers) {
  Growth growth(*this);
  if (!growth.add(anchors))
    return EqualWork();
  for (unsigned i = 0; i < growth.work.steps.size(); ++i) {
    growth.addProducers(i);
    if (alsoUsers)
      growth.addUsers(i);
  }
  llvm::sort(growth.work.steps, [&](const EqualStep &a, const EqualStep &b) {
    return numbers.lookup(a.lead()) < numbers.lookup(b.lead());
  });
  for (auto [i, step] : llvm::enumerate(growth.work.steps))
    for (Operation *op : step.ops)
      growth.work.places[op].first = static_cast<unsigned>(i);
  return std::move(growth.work);
}

EqualWork EqualWorkSearch::around(Operation *anchor,
                                  function_ref<double(Operation *)> weightOf) {
  /// An operation that may be the anchor of another member, and what that
  /// member would share with the first.
  struct Match {
    Operation *op;
    llvm::DenseSet<Operation *> leads;
    double weight = 0;
  };
  SmallVector<Match> matches;
  for (Operation &op : llvm::reverse(block)) {
    if (op.getName() != anchor->getName() || !isCandidate.test(numbers[&op]) ||
        !isIndependent(anchor, &op))
      continue;
    Match match{&op, {}, 0};
    for (const EqualStep &step : grow({anchor, &op}, false).steps)
      if (double weight = weightOf(step.lead()); weight > 0) {
        match.leads.insert(step.lead());
        match.weight += weight;
      }
    if (match.weight > 0)
      matches.push_back(std::move(match));
  }
  llvm::stable_sort(matches, [](const Match &a, const Match &b) {
    return a.weight > b.weight;
  });

  SmallVector<Operation *> best;
  double most = 0, tried = 0;
  size_t numChoices = 0;
  for (const Match &least : matches) {
    if (least.weight == tried)
      continue;
    if (numChoices++ == kMostChoices)
      break;
    tried = least.weight;
    SmallVector<Operation *> members{anchor};
    for (const Match &match : matches)
      if (llvm::all_of(least.leads,
                       [&](Operation *op) { return match.leads.count(op); }) &&
          llvm::all_of(members, [&](Operation *op) {
            return isIndependent(op, match.op);
          }))
        members.push_back(match.op);
    if (double weight = least.weight * static_cast<double>(members.size());
        weight > most) {
      most = weight;
      best = members;
    }
  }
  if (best.size() < 2)
    return EqualWork();
  llvm::sort(best, [&](Operation *a, Operation *b) {
    return numbers.lookup(a) < numbers.lookup(b);
  });
  return grow(best, true);
}

} // namespace popt
