//===- Recompute.cpp - Values that a backward part computes again ---------===//
//
// Method: Recompute.h; before and after IR: Passes.td. Tested by
// test/Memory/recompute.mlir, and by execution in
// test/Execute/Collectives/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Memory/Recompute.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Memory/Passes.h"
#include "popt/Memory/Rematerialize.h"
#include "popt/Text/Names.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_RECOMPUTEPASS
#include "popt/Memory/Passes.h.inc"

const std::vector<std::string> &recomputePolicies() {
  static const std::vector<std::string> names = {"none", "selective", "full"};
  return names;
}

std::optional<RecomputePolicy> parseRecomputePolicy(StringRef name,
                                                    std::string &error) {
  const std::vector<std::string> &known = recomputePolicies();
  auto it = llvm::find(known, name.str());
  if (it != known.end())
    return static_cast<RecomputePolicy>(it - known.begin());
  error = "\"" + name.str() + "\" is none of " + llvm::join(known, ", ") +
          suggestName(name.str(), known);
  return std::nullopt;
}

namespace {

/// The forward part is cut into at most this many pieces.
constexpr int64_t maxPieces = 64;

/// Memory of the block, with the places of its readers in program order.
struct Made {
  Value value;
  int64_t bytes;
  size_t at;
  SmallVector<size_t> reads;
  bool isAgain = false; ///< may be computed again
};

class Recomputer {
public:
  Recomputer(const CollectivesInput &input, func::FuncOp function,
             mlir::Block &block, RecomputePolicy policy)
      : input(input), function(function), block(block), policy(policy) {}

  std::optional<Recomputed> run();

private:
  bool mayRunAgain(Operation *op) const;
  size_t placeOf(Operation *op) const {
    return places.lookup(block.findAncestorOpInBlock(*op));
  }
  void findMade(const Liveness &liveness);
  void findEnd();
  bool isHanded(const Made &made) const;
  llvm::SetVector<size_t> checkpointsFor(int64_t limit) const;
  std::vector<llvm::SetVector<size_t>> findCandidates();
  int64_t peakWith(const llvm::SetVector<size_t> &checkpoints);
  void copyFor(Value value, Operation *reader);
  void replaceReads();
  void undo();

  const CollectivesInput &input;
  func::FuncOp function;
  mlir::Block &block;
  RecomputePolicy policy;
  llvm::DenseMap<Operation *, size_t> places;
  std::vector<Operation *> ops;
  std::vector<Made> all;
  size_t end = 0; ///< the last operation of the forward part
  /// Bytes that cross from each operation of the forward part to later ones of
  /// it, and bytes up to it that the backward part reads.
  std::vector<int64_t> crossing, handed;
  llvm::DenseSet<Value> kept;
  IRMapping copies;
  std::vector<Operation *> made;
  std::vector<std::pair<OpOperand *, Value>> replaced;
};

static bool isExpensive(Operation *op) {
  return kernelKindOf(op) == KernelKind::Library ||
         isa<dist::CollectiveOpInterface>(op);
}

/// True if the operation may run a second time under the policy.
bool Recomputer::mayRunAgain(Operation *op) const {
  if (!canRematerialize(input, op) ||
      llvm::any_of(op->getUsers(), [](Operation *user) {
        return user->hasTrait<OpTrait::IsTerminator>();
      }))
    return false;
  return policy == RecomputePolicy::Full || !isExpensive(op);
}

void Recomputer::findMade(const Liveness &liveness) {
  for (Operation &op : block) {
    places[&op] = ops.size();
    ops.push_back(&op);
  }
  for (const Held &held : liveness.held())
    for (Value value : held.values) {
      Operation *op = value.getDefiningOp();
      if (!op || op->getBlock() != &block)
        continue;
      Made one{value, bytesOf(value.getType()), places[op], {}};
      forEachRead(value, [&](OpOperand &use) {
        one.reads.push_back(placeOf(use.getOwner()));
      });
      llvm::sort(one.reads);
      one.isAgain = mayRunAgain(op);
      if (!one.reads.empty())
        all.push_back(std::move(one));
    }
}

/// The first place at which the most bytes lie between two reads.
void Recomputer::findEnd() {
  std::vector<int64_t> change(ops.size() + 1, 0);
  for (const Made &one : all) {
    change[one.reads.front()] += one.bytes;
    change[one.reads.back()] -= one.bytes;
  }
  int64_t bytes = 0, most = 0;
  for (size_t i = 0; i < ops.size(); ++i) {
    bytes += change[i];
    if (bytes > most) {
      most = bytes;
      end = i;
    }
  }
}

/// True if the backward part reads what the forward part can make again.
bool Recomputer::isHanded(const Made &one) const {
  return one.isAgain && one.at <= end && one.reads.back() > end;
}

/// The checkpoints with which no piece hands over more than `limit` bytes, as
/// far as there are places to cut.
llvm::SetVector<size_t> Recomputer::checkpointsFor(int64_t limit) const {
  llvm::SetVector<size_t> found;
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
      for (auto [i, one] : llvm::enumerate(all))
        if (one.isAgain && one.at <= cut &&
            llvm::any_of(one.reads,
                         [&](size_t at) { return at > cut && at <= end; }))
          found.insert(i);
    start = cut + 1;
  }
  return found;
}

/// Checkpoints for each number of pieces, and for `full` what `selective` holds.
std::vector<llvm::SetVector<size_t>> Recomputer::findCandidates() {
  std::vector<int64_t> change(ops.size() + 1, 0);
  handed.assign(end + 1, 0);
  for (const Made &one : all) {
    if (isHanded(one))
      handed[one.at] += one.bytes;
    auto after = llvm::upper_bound(one.reads, end);
    if (!one.isAgain || one.at > end || after == one.reads.begin())
      continue;
    change[one.at] += one.bytes;
    change[*std::prev(after)] -= one.bytes;
  }
  crossing.assign(end + 1, 0);
  int64_t bytes = 0, sum = 0;
  for (size_t i = 0; i <= end; ++i) {
    crossing[i] = bytes += change[i];
    handed[i] = sum += handed[i];
  }
  std::vector<llvm::SetVector<size_t>> candidates;
  if (policy == RecomputePolicy::Full) {
    llvm::SetVector<size_t> expensive;
    for (auto [i, one] : llvm::enumerate(all))
      if (one.isAgain && one.at <= end &&
          isExpensive(one.value.getDefiningOp()))
        expensive.insert(i);
    candidates.push_back(std::move(expensive));
  }
  for (int64_t pieces = 1; pieces <= maxPieces; ++pieces) {
    llvm::SetVector<size_t> found = checkpointsFor(sum / pieces);
    if (!llvm::is_contained(candidates, found))
      candidates.push_back(std::move(found));
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
        placeOf(op) > end || !mayRunAgain(op) ||
        llvm::any_of(op->getResults(),
                     [&](Value result) { return kept.contains(result); }))
      continue;
    if (needed.insert(op))
      llvm::append_range(work, op->getOperands());
  }
  auto ordered = needed.takeVector();
  llvm::sort(ordered, [&](Operation *a, Operation *b) {
    return places.lookup(a) < places.lookup(b);
  });
  OpBuilder builder(reader);
  for (Operation *op : ordered)
    made.push_back(builder.clone(*op, copies));
}

void Recomputer::replaceReads() {
  for (size_t i = end + 1; i < ops.size(); ++i)
    ops[i]->walk([&](Operation *inside) {
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

void Recomputer::undo() {
  for (auto [use, value] : replaced)
    use->set(value);
  for (Operation *op : llvm::reverse(made))
    op->erase();
  replaced.clear();
  made.clear();
  copies.clear();
}

/// Rewrites the block, and estimates what is alive.
int64_t Recomputer::peakWith(const llvm::SetVector<size_t> &checkpoints) {
  kept.clear();
  for (size_t i : checkpoints)
    kept.insert(all[i].value);
  replaceReads();
  return Liveness(function).peak();
}

std::optional<Recomputed> Recomputer::run() {
  Liveness liveness(function);
  findMade(liveness);
  if (all.empty())
    return std::nullopt;
  findEnd();
  Recomputed result;
  result.before = result.after = liveness.peak();
  std::optional<llvm::SetVector<size_t>> best;
  for (llvm::SetVector<size_t> &checkpoints : findCandidates()) {
    int64_t peak = peakWith(checkpoints);
    undo();
    if (peak >= result.after)
      continue;
    result.after = peak;
    best = std::move(checkpoints);
  }
  if (!best)
    return std::nullopt;
  peakWith(*best);
  for (const Made &one : all) {
    if (kept.contains(one.value)) {
      ++result.checkpoints;
      result.kept += one.bytes;
    } else if (isHanded(one)) {
      ++result.values;
      result.freed += one.bytes;
    }
  }
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
  return result;
}

struct RecomputePass : public impl::RecomputePassBase<RecomputePass> {
  using RecomputePassBase::RecomputePassBase;

  void runOnOperation() override {
    std::string error;
    std::optional<RecomputePolicy> known = parseRecomputePolicy(policy, error);
    if (!known) {
      getOperation().emitError("recompute: ") << error;
      return signalPassFailure();
    }
    if (*known == RecomputePolicy::None)
      return;
    bool isRefused = false;
    getOperation().walk([&](dist::TimeLoopOp loop) {
      if (!dist::getOrder(loop))
        return;
      isRefused = true;
      loop.emitOpError("is a pipeline; recomputation in pipelines is not in "
                       "this build");
    });
    auto inEach = [&](const CollectivesInput &input, func::FuncOp function) {
      if (!function.isExternal())
        runOn(input, function, *known);
    };
    if (isRefused || failed(forEachFunction(getOperation(), inEach)))
      signalPassFailure();
  }

private:
  void runOn(const CollectivesInput &input, func::FuncOp function,
             RecomputePolicy known) {
    SmallVector<std::pair<Location, mlir::Block *>> blocks;
    function.walk([&](dist::TimeLoopOp loop) {
      blocks.emplace_back(loop.getLoc(), &loop.getBody().front());
    });
    blocks.emplace_back(function.getLoc(), &function.getBody().front());
    bool isDone = false;
    for (auto [loc, block] : blocks) {
      std::optional<Recomputed> done =
          recompute(input, function, *block, known);
      if (!done)
        continue;
      isDone = true;
      remark::passed(loc,
                     remark::RemarkOpts::name("recompute").category("memory"))
          << llvm::formatv("{0}: {1} values of {2} bytes are computed again, "
                           "from {3} checkpoints of {4} bytes; about {5} bytes "
                           "are alive at once instead of {6}",
                           policy.getValue(), done->values, done->freed,
                           done->checkpoints, done->kept, done->after,
                           done->before)
                 .str();
    }
    if (!isDone)
      remark::missed(function.getLoc(),
                     remark::RemarkOpts::name("recompute").category("memory"))
          << policy.getValue() + ": no less would be alive at once";
  }
};

} // namespace

std::optional<Recomputed> recompute(const CollectivesInput &input,
                                    func::FuncOp function, mlir::Block &block,
                                    RecomputePolicy policy) {
  return Recomputer(input, function, block, policy).run();
}

} // namespace popt
