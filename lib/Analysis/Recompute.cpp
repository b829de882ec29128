//===- Recompute.cpp - Values that a backward part recomputes -------------===//
//
// Method: Recompute.h. The passes that ask are recompute (Memory) and
// recompute-in-tasks (Stages). Tested by test/Memory/recompute.mlir,
// test/Stages/recompute-in-tasks.mlir, and by execution in
// test/Execute/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Recompute.h"

#include "HoldOrRepeat.h"
#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/IR/IRMapping.h"
#include <numeric>

using namespace mlir;

namespace popt {

/// The user's word on the operation, or null.
static dist::RecomputeAttr wordOn(Operation *op) {
  return op->getAttrOfType<dist::RecomputeAttr>(dist::kRecompute);
}

bool hasRecomputeScopes(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        dist::RecomputeAttr word = wordOn(op);
        return word && !word.getHeld() ? WalkResult::interrupt()
                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// The forward part is cut into at most this many pieces.
constexpr int64_t maxPieces = 64;
/// So many changes of the best cuts are tried.
constexpr int maxRefined = 96;

/// Memory of the block, with the positions of its readers in program order.
struct Made {
  Value value;
  int64_t bytes;
  size_t at;
  SmallVector<size_t> reads;
  /// The last position at which an operation reads it that reads no copies.
  size_t fixedUntil = 0;
  bool isRecomputable = false;
  bool isForced = false; ///< by the user's word, if it is handed over
};

class Recomputer {
public:
  explicit Recomputer(const RecomputeTarget &target)
      : target(target), block(target.block) {}

  Operation *findForwardEnd();
  std::optional<Recomputed> run();

private:
  bool isRecomputable(Operation *op) const;
  bool mayRead(Operation *op) const;
  size_t positionOf(Operation *op) const {
    return positions.lookup(block.findAncestorOpInBlock(*op));
  }
  void findMade(const Liveness &liveness);
  void findEnd();
  void findForced();
  void holdFactors(int64_t peak);
  bool isHanded(const Made &made) const;
  bool leavesScope(const Made &made) const;
  /// What is held, and if it comes from them the cuts that it crosses.
  struct Choice {
    llvm::SetVector<size_t> checkpoints;
    std::vector<size_t> cuts;
    bool isShared = true; ///< what is computed again, between tasks
    int64_t peak = INT64_MAX;
  };
  std::vector<size_t> cutsFor(int64_t limit) const;
  llvm::SetVector<size_t> checkpointsAt(ArrayRef<size_t> cuts) const;
  llvm::SetVector<size_t> checkpointsWorthHolding() const;
  std::vector<size_t> narrowPositions() const;
  std::vector<Choice> findCandidates(bool isForced);
  bool isBetter(Choice &choice, const Choice &best);
  void refine(Choice &best);
  int64_t estimate() const;
  int64_t peakWith(const Choice &choice);
  void copyFor(Value value, Operation *reader);
  void replaceReads(bool isShared);
  void undo();

  const RecomputeTarget &target;
  mlir::Block &block;
  llvm::DenseMap<Operation *, size_t> positions;
  std::vector<Operation *> ops;
  std::vector<Made> all;
  size_t end = 0; ///< the last operation of the forward part
  /// Bytes that cross from each operation of the forward part to later ones of
  /// it, and bytes up to it that the backward part reads.
  std::vector<int64_t> crossing, handed;
  llvm::DenseSet<Value> kept;
  llvm::DenseSet<Value> held;         ///< whatever is chosen
  llvm::SetVector<size_t> alwaysHeld; ///< by the policy, wherever cuts are
  IRMapping copies;
  std::vector<std::pair<Operation *, Operation *>> made; ///< copy, original
  std::vector<std::pair<OpOperand *, Value>> replaced;
};

/// True for what takes long, and for the sums of rows (of a softmax, of a
/// normalization), which hold little and would read all of their operands again.
static bool isExpensive(Operation *op) {
  KernelKind kind = kernelKindOf(op);
  return kind == KernelKind::Library || kind == KernelKind::RowReduction ||
         isa<dist::CollectiveOpInterface>(op);
}

/// True if the operation may run a second time.
bool Recomputer::isRecomputable(Operation *op) const {
  if (!canRematerialize(target.mesh, op) ||
      (target.mayCopy && !target.mayCopy(op)) ||
      llvm::any_of(op->getUsers(), [](Operation *user) {
        return user->hasTrait<OpTrait::IsTerminator>();
      }))
    return false;
  if (dist::RecomputeAttr word = wordOn(op))
    return !word.getHeld();
  return target.policy == RecomputePolicy::Full ||
         (target.policy == RecomputePolicy::Selective && !isExpensive(op));
}

/// True if the operation may read a copy: memory that is sent is held until it
/// was, and is waited for by its name.
bool Recomputer::mayRead(Operation *op) const {
  return !dist::isOrdered(op) &&
         (!target.mayRead || target.mayRead(block.findAncestorOpInBlock(*op)));
}

void Recomputer::findMade(const Liveness &liveness) {
  for (Operation &op : block) {
    positions[&op] = ops.size();
    ops.push_back(&op);
  }
  for (const Held &held : liveness.held())
    for (Value value : held.values) {
      Operation *op = value.getDefiningOp();
      if (!op || op->getBlock() != &block)
        continue;
      Made one{value, bytesOf(value.getType()), positions[op], {}};
      forEachRead(value, [&](OpOperand &use) {
        one.reads.push_back(positionOf(use.getOwner()));
        if (!mayRead(use.getOwner()))
          one.fixedUntil = std::max(one.fixedUntil, one.reads.back());
      });
      llvm::sort(one.reads);
      one.isRecomputable = isRecomputable(op);
      if (!one.reads.empty())
        all.push_back(std::move(one));
    }
}

/// What crosses from one position to a later one lies there after the first, and up
/// to before the last.
static void addBetween(size_t first, size_t last, int64_t bytes,
                       SmallVectorImpl<HeldInterval> &between) {
  if (first < last)
    between.push_back(
        {static_cast<int64_t>(first), static_cast<int64_t>(last) - 1, bytes});
}

/// The first position at which the most bytes lie between two reads, among those
/// that are allowed. What is read there by an operation that reads no copies is
/// held anyway.
void Recomputer::findEnd() {
  SmallVector<HeldInterval> between;
  for (const Made &one : all)
    addBetween(one.reads.front(), one.reads.back(), one.bytes, between);
  HeldBytes bytes(static_cast<int64_t>(ops.size()), between);
  size_t first = target.firstEnd ? positions.lookup(target.firstEnd) : 0;
  size_t last =
      target.lastEnd ? positions.lookup(target.lastEnd) : ops.size() - 1;
  int64_t most = -1;
  for (size_t i = first; i <= last; ++i)
    if (bytes.at(i) > most) {
      most = bytes.at(i);
      end = i;
    }
  for (Made &one : all)
    one.isRecomputable &= one.fixedUntil <= end;
}

/// True if another scope, or none, reads the value in the forward part: it is
/// what that one begins with.
bool Recomputer::leavesScope(const Made &one) const {
  int64_t scope = wordOn(one.value.getDefiningOp()).getScope();
  return llvm::any_of(one.reads, [&](size_t at) {
    dist::RecomputeAttr reader = wordOn(ops[at]);
    return at <= end && (!reader || reader.getScope() != scope);
  });
}

/// By the user's word all values of a scope are computed again except those
/// that leave it.
void Recomputer::findForced() {
  for (Made &one : all) {
    if (!one.isRecomputable || !wordOn(one.value.getDefiningOp()))
      continue;
    one.isForced = !leavesScope(one);
    one.isRecomputable = one.isForced;
  }
}

/// True for broadcasts of which the last dimension is one of the operand: what
/// makes the operand in the same kernel runs for each element of the result.
static bool repeatsRows(Operation *op) {
  if (LocalKernels::kindOf(op) != KernelKind::Broadcast ||
      op->getNumOperands() != 1)
    return false;
  FactorRule rule = cast<ShardingOpInterface>(op).getFactorRule();
  return !rule.results[0].empty() &&
         llvm::any_of(rule.operands[0], [&](const DimFactors &dim) {
           return llvm::any_of(rule.results[0].back(), [&](int factor) {
             return llvm::is_contained(dim, factor);
           });
         });
}

/// Holds factors per channel, as far as all of them are a small part of the peak.
/// They free nothing, and without the backward part as a second reader kernels of
/// the forward part would make them for each element.
void Recomputer::holdFactors(int64_t peak) {
  constexpr int64_t smallPart = 256, smallOperand = 16;
  SmallVector<Value> factors;
  for (Operation *op : ArrayRef(ops).take_front(end + 1)) {
    if (!isRecomputable(op) || wordOn(op) || !repeatsRows(op))
      continue;
    Value operand = op->getOperand(0);
    if (operand.getParentBlock() == &block && operand.getDefiningOp() &&
        smallOperand * bytesOf(operand) <= bytesOf(op->getResult(0)))
      factors.push_back(operand);
  }
  llvm::stable_sort(factors,
                    [](Value a, Value b) { return bytesOf(a) < bytesOf(b); });
  int64_t left = peak / smallPart;
  for (Value value : factors)
    if (!held.contains(value) && (left -= bytesOf(value)) >= 0)
      held.insert(value);
  for (Made &one : all)
    one.isRecomputable &= !held.contains(one.value);
}

/// True if the backward part reads what the forward part can make again.
bool Recomputer::isHanded(const Made &one) const {
  return one.isRecomputable && one.at <= end && one.reads.back() > end;
}

/// The cuts with which no piece hands over more than `limit` bytes, as far as
/// there are positions to cut.
std::vector<size_t> Recomputer::cutsFor(int64_t limit) const {
  std::vector<size_t> cuts;
  for (size_t start = 0; start <= end;) {
    int64_t before = start ? handed[start - 1] : 0;
    size_t cut = end + 1;
    if (handed[end] - before > limit)
      for (size_t i = start; i < end; ++i) {
        int64_t piece = handed[i] - before;
        if (2 * piece < limit)
          continue;
        if (cut <= end && piece > limit)
          break;
        if (cut > end || crossing[i] <= crossing[cut])
          cut = i;
      }
    if (cut <= end)
      cuts.push_back(cut);
    start = cut + 1;
  }
  return cuts;
}

/// What crosses the cuts, and what is held whatever they are.
llvm::SetVector<size_t> Recomputer::checkpointsAt(ArrayRef<size_t> cuts) const {
  llvm::SetVector<size_t> found = alwaysHeld;
  for (size_t cut : cuts)
    for (auto [i, one] : llvm::enumerate(all))
      if (one.isRecomputable && !one.isForced && one.at <= cut &&
          llvm::any_of(one.reads,
                       [&](size_t at) { return at > cut && at <= end; }))
        found.insert(i);
  return found;
}

/// What `selective` holds.
llvm::SetVector<size_t> Recomputer::checkpointsWorthHolding() const {
  llvm::DenseMap<Value, const Made *> madeOf;
  for (const Made &one : all)
    madeOf[one.value] = &one;
  auto mayRepeat = [&](Operation *op) {
    return isRecomputable(op) && (wordOn(op) || !isExpensive(op)) &&
           llvm::none_of(op->getResults(),
                         [&](Value result) { return held.contains(result); });
  };
  auto bytesToHold = [&](Value value) -> std::optional<int64_t> {
    if (held.contains(value))
      return 0;
    const Made *one = madeOf.lookup(value);
    if (!one)
      return mayRepeat(value.getDefiningOp()) ? std::nullopt
                                              : std::optional(bytesOf(value));
    if (one->fixedUntil > end)
      return 0;
    if (one->isForced)
      return std::nullopt;
    return one->bytes;
  };
  llvm::DenseSet<Value> worth =
      valuesWorthHolding({block, ops[end], mayRepeat, bytesToHold});
  llvm::SetVector<size_t> found;
  for (auto [i, one] : llvm::enumerate(all))
    if (one.isRecomputable && worth.contains(one.value))
      found.insert(i);
  return found;
}

/// Where few bytes cross, the fewest first.
std::vector<size_t> Recomputer::narrowPositions() const {
  std::vector<size_t> positions;
  for (size_t i = 1; i < end; ++i)
    if (crossing[i] <= crossing[i - 1] && crossing[i] < crossing[i + 1])
      positions.push_back(i);
  llvm::stable_sort(
      positions, [&](size_t a, size_t b) { return crossing[a] < crossing[b]; });
  return positions;
}

/// Adds and takes away single cuts while that holds less.
void Recomputer::refine(Choice &best) {
  std::vector<size_t> positions = narrowPositions();
  int tries = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t position : positions) {
      if (++tries > maxRefined)
        return;
      std::vector<size_t> cuts = best.cuts;
      auto known = llvm::find(cuts, position);
      if (known == cuts.end())
        cuts.push_back(position);
      else
        cuts.erase(known);
      Choice other{checkpointsAt(cuts), std::move(cuts), best.isShared};
      if (!isBetter(other, best))
        continue;
      best = std::move(other);
      changed = true;
    }
  }
}

/// Checkpoints for each number of pieces, and for `full` what `selective` holds.
std::vector<Recomputer::Choice> Recomputer::findCandidates(bool isForced) {
  SmallVector<HeldInterval> between;
  handed.assign(end + 1, 0);
  for (const Made &one : all) {
    if (isHanded(one))
      handed[one.at] += one.bytes;
    auto after = llvm::upper_bound(one.reads, end);
    if (!one.isRecomputable || one.at > end || after == one.reads.begin())
      continue;
    addBetween(one.at, *std::prev(after), one.bytes, between);
  }
  crossing = HeldBytes(static_cast<int64_t>(end), between).all().vec();
  std::partial_sum(handed.begin(), handed.end(), handed.begin());
  std::vector<Choice> candidates;
  // What the user's words alone do, first.
  llvm::SetVector<size_t> others;
  for (auto [i, one] : llvm::enumerate(all))
    if (one.isRecomputable && !one.isForced)
      others.insert(i);
  if (isForced || others.empty())
    candidates.push_back({std::move(others), {}});
  if (target.policy == RecomputePolicy::Selective)
    alwaysHeld = checkpointsWorthHolding();
  if (target.policy == RecomputePolicy::Full) {
    llvm::SetVector<size_t> expensive;
    for (auto [i, one] : llvm::enumerate(all))
      if (one.isRecomputable && !one.isForced && one.at <= end &&
          isExpensive(one.value.getDefiningOp()))
        expensive.insert(i);
    llvm::SetVector<size_t> worth = checkpointsWorthHolding();
    worth.insert(expensive.begin(), expensive.end());
    candidates.push_back({std::move(expensive), {}});
    candidates.push_back({std::move(worth), {}});
  }
  for (int64_t pieces = 1; pieces <= maxPieces; ++pieces) {
    std::vector<size_t> cuts = cutsFor(handed.back() / pieces);
    llvm::SetVector<size_t> found = checkpointsAt(cuts);
    if (llvm::none_of(candidates, [&](const Choice &other) {
          return other.checkpoints == found;
        }))
      candidates.push_back({std::move(found), std::move(cuts)});
  }
  return candidates;
}

/// Copies what makes the value, from what is held, before the reader.
void Recomputer::copyFor(Value value, Operation *reader) {
  llvm::SetVector<Operation *> needed;
  SmallVector<Value> work{value};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != &block || copies.contains(next) ||
        positionOf(op) > end || !isRecomputable(op) ||
        llvm::any_of(op->getResults(),
                     [&](Value result) { return kept.contains(result); }))
      continue;
    if (needed.insert(op))
      llvm::append_range(work, op->getOperands());
  }
  auto ordered = needed.takeVector();
  llvm::sort(ordered, [&](Operation *a, Operation *b) {
    return positions.lookup(a) < positions.lookup(b);
  });
  OpBuilder builder(reader);
  for (Operation *op : ordered)
    made.emplace_back(builder.clone(*op, copies), op);
}

/// `isShared`: also between tasks.
void Recomputer::replaceReads(bool isShared) {
  for (size_t i = end + 1; i < ops.size(); ++i) {
    if (!isShared && llvm::is_contained(target.begins, ops[i]))
      copies.clear();
    ops[i]->walk([&](Operation *inside) {
      if (!mayRead(inside))
        return;
      for (OpOperand &use : inside->getOpOperands()) {
        copyFor(use.get(), ops[i]);
        Value copy = copies.lookupOrNull(use.get());
        if (!copy)
          continue;
        replaced.emplace_back(&use, use.get());
        use.set(copy);
      }
    });
  }
}

void Recomputer::undo() {
  for (auto [use, value] : replaced)
    use->set(value);
  for (auto [copy, original] : llvm::reverse(made))
    copy->erase();
  replaced.clear();
  made.clear();
  copies.clear();
}

int64_t Recomputer::estimate() const {
  Liveness liveness(target.function);
  return target.peak ? target.peak(liveness) : liveness.peak();
}

/// Rewrites the block, and estimates what is alive.
int64_t Recomputer::peakWith(const Choice &choice) {
  kept = held;
  for (auto [i, one] : llvm::enumerate(all))
    if (!one.isRecomputable || choice.checkpoints.contains(i))
      kept.insert(one.value);
  replaceReads(choice.isShared);
  return estimate();
}

/// Finds the peak of a choice.
bool Recomputer::isBetter(Choice &choice, const Choice &best) {
  choice.peak = peakWith(choice);
  undo();
  return choice.peak < best.peak;
}

Operation *Recomputer::findForwardEnd() {
  findMade(Liveness(target.function));
  if (all.empty())
    return nullptr;
  findEnd();
  return ops[end];
}

std::optional<Recomputed> Recomputer::run() {
  Liveness liveness(target.function);
  findMade(liveness);
  if (all.empty())
    return std::nullopt;
  findEnd();
  findForced();
  bool isForced = llvm::any_of(
      all, [&](const Made &one) { return one.isForced && isHanded(one); });
  Recomputed result;
  result.before = target.peak ? target.peak(liveness) : liveness.peak();
  holdFactors(result.before);
  bool isFound = false;
  Choice best;
  if (!isForced)
    best.peak = result.before;
  for (Choice &choice : findCandidates(isForced))
    for (bool isShared : {true, false}) {
      choice.isShared = isShared;
      if ((isShared || !target.begins.empty()) && isBetter(choice, best)) {
        best = choice;
        isFound = true;
      }
    }
  if (!isFound)
    return std::nullopt;
  if (!best.cuts.empty())
    refine(best);
  result.after = peakWith(best);
  for (auto [i, one] : llvm::enumerate(all)) {
    if (best.checkpoints.contains(i)) {
      ++result.checkpoints;
      result.kept += one.bytes;
    } else if (isHanded(one)) {
      ++result.values;
      result.freed += one.bytes;
    }
  }
  result.copies = std::move(made);
  return result;
}

} // namespace

Operation *endOfForwardPart(const RecomputeTarget &target) {
  return Recomputer(target).findForwardEnd();
}

std::optional<Recomputed> recompute(const RecomputeTarget &target) {
  return Recomputer(target).run();
}

} // namespace popt
