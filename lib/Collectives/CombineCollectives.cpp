//===- CombineCollectives.cpp - Several collectives in one message --------===//
//
// Puts independent collectives over the same groups into buckets. Before and
// after IR: Passes.td. Tested by test/Collectives/combine-collectives.mlir, and
// by execution in test/Execute.
//
// The collectives of a block over one kind of groups are taken in the order in
// which their operands exist (for gradients the order of the backward pass), so
// that a bucket is a run of that order. With k buckets,
//
//   end(j) = min over i of max(end(i), ready(j)) + latency + wire(i + 1 .. j)
//
// is the earliest end of the first j if messages follow each other and overlap
// with computation, as in MG-WFBP (Shi, Chu and Li, INFOCOM 2019). The k with
// the least end(n) + k latencies is chosen: where nothing overlaps, each
// message costs a latency of its own, and where everything does, only the end
// counts.
//
// On devices with streams, what exists from the beginning (weights that are
// gathered) is needed one after the other, and the first bucket holds up
// everything. Then the same is asked with time reversed: the latest begin for
// which each bucket ends before its first member is read. There, too, what is read
// before the end (activations that are gathered) waits for the other members of its
// bucket no longer than the latencies that the bucket saves.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Analysis/Liveness.h"

#include "popt/Collectives/Passes.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Target.h"
#include "popt/Support/Remarks.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_COMBINECOLLECTIVESPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// A collective that may go into a bucket.
struct Candidate {
  dist::CollectiveOpInterface op;
  double ready = 0;     ///< seconds after which its operand exists
  double needed = 0;    ///< and after which its result is read
  double urgent = 0;    ///< likewise, by what much of the block waits for
  bool isEarly = false; ///< its operand exists when the block begins
  double latency = 0;   ///< seconds of a message without bytes
  double wire = 0;      ///< seconds of its bytes
  int64_t bytes = 0;    ///< of operand and result
  /// The first in order with which it could share a bucket, as far as it
  /// depends on others.
  size_t lowest = 0;
};

/// The block waits for an operation from which a path leads to its end that takes this
/// part of what is left.
constexpr double kUrgentPart = 1.0 / 8;

/// Ends of the buckets: bucket b is [ends[b - 1], ends[b]).
using Cuts = std::vector<size_t>;

class Combiner {
public:
  Combiner(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function),
        hasStreams(
            targetOf(function->getParentOfType<ModuleOp>()).hasStreams()) {
    if (auto limit = function->getAttrOfType<IntegerAttr>(dist::kBucketBytes))
      mostBytes = limit.getInt();
  }

  void run() {
    SmallVector<mlir::Block *> blocks;
    function.walk([&](mlir::Block *block) { blocks.push_back(block); });
    for (mlir::Block *block : blocks)
      combine(*block);
  }

private:
  using Key = std::pair<Attribute, Attribute>; ///< axes, lists of ranks

  void combine(mlir::Block &block);
  void combine(mlir::Block &block, Key key);
  std::vector<Candidate> candidatesOf(mlir::Block &block, Key key);
  bool delaysReaders(const Candidate &first, double saved, double begin,
                     double end);
  Cuts choose(ArrayRef<Candidate> candidates);
  Cuts chooseByReaders(std::vector<Candidate> &candidates);
  void buildAll(ArrayRef<Candidate> candidates, const Cuts &cuts);
  void build(ArrayRef<Candidate> members);

  const CostModel &costs;
  func::FuncOp function;
  const bool hasStreams; ///< of the devices
  /// What may be alive at once under a memory budget.
  std::optional<int64_t> mostBytes;
  /// The liveness of the current block, if there is no room for all results at
  /// once.
  std::optional<Liveness> tight;
};

std::pair<Attribute, Attribute> keyOf(dist::CollectiveOpInterface op) {
  return {op.getAxesAttr(), op.getReplicaGroupsAttr()};
}

bool canBeCombined(const CostModel &costs, Operation *op) {
  return isa<dist::AllReduceOp, dist::AllGatherOp, dist::ReduceScatterOp,
             dist::BroadcastOp, dist::ReduceOp>(op) &&
         bytesOf(op->getOperand(0).getType()) > 0 &&
         bytesOf(op->getResult(0).getType()) > 0 &&
         isOverDevices(costs.mesh, cast<dist::CollectiveOpInterface>(op));
}

/// True if other coordinates of the stage axis decide when it ends. A bucket is
/// never formed across one: messages from a member's readers would wait for it.
bool waitsForStages(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<dist::RecvOp, dist::SentOp, dist::ReduceStagesOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

/// Seconds of the longest path from each operation of a block to its end.
llvm::DenseMap<Operation *, double>
pathsToEnd(mlir::Block &block,
           const llvm::DenseMap<Operation *, double> &secondsOf) {
  llvm::DenseMap<Operation *, double> paths;
  for (Operation &op : llvm::reverse(block)) {
    double longest = 0;
    for (Operation *user : op.getUsers())
      longest =
          std::max(longest, paths.lookup(block.findAncestorOpInBlock(*user)));
    paths[&op] = longest + secondsOf.lookup(&op);
  }
  return paths;
}

/// The collectives of this kind in the order in which their operands exist.
std::vector<Candidate> Combiner::candidatesOf(mlir::Block &block, Key key) {
  std::vector<Candidate> candidates;
  llvm::DenseMap<Operation *, double> beginOf, endOf, secondsOf;
  llvm::DenseMap<Operation *, size_t> waitsBefore;
  double now = 0;
  size_t waits = 0;
  for (Operation &op : block) {
    beginOf[&op] = now;
    now += secondsOf[&op] = costs.computeSeconds(&op);
    endOf[&op] = now;
    waits += waitsForStages(&op);
    waitsBefore[&op] = waits;
    if (!canBeCombined(costs, &op) ||
        keyOf(cast<dist::CollectiveOpInterface>(op)) != key)
      continue;
    Candidate candidate;
    candidate.op = cast<dist::CollectiveOpInterface>(op);
    Operation *definer = op.getOperand(0).getDefiningOp();
    candidate.isEarly = !definer || definer->getBlock() != &block;
    candidate.ready = tight ? now : candidate.isEarly ? 0 : endOf[definer];
    CommCost cost = costs.costOf(candidate.op);
    candidate.latency = costs.latencyOf(candidate.op);
    candidate.wire = std::max(0.0, cost.seconds - candidate.latency);
    candidate.bytes = bytesOf(op.getOperand(0).getType()) +
                      bytesOf(op.getResult(0).getType());
    candidates.push_back(candidate);
  }
  llvm::DenseMap<Operation *, double> paths;
  if (hasStreams)
    paths = pathsToEnd(block, secondsOf);
  for (Candidate &candidate : candidates) {
    candidate.needed = candidate.urgent = now;
    for (Operation *user : candidate.op->getUsers()) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      double begin = beginOf[reader];
      candidate.needed = std::min(candidate.needed, begin);
      if (paths.lookup(reader) > kUrgentPart * (now - begin))
        candidate.urgent = std::min(candidate.urgent, begin);
    }
  }
  // Operands that exist earlier come first; arguments before everything.
  auto position = [&](const Candidate &candidate) -> Operation * {
    return tight ? candidate.op : candidate.op->getOperand(0).getDefiningOp();
  };
  llvm::stable_sort(candidates, [&](const Candidate &a, const Candidate &b) {
    Operation *x = position(a), *y = position(b);
    bool isX = x && x->getBlock() == &block, isY = y && y->getBlock() == &block;
    if (!isX || !isY)
      return !isX && isY;
    return x != y && x->isBeforeInBlock(y);
  });

  // The last candidate on which each operation depends, plus one.
  llvm::DenseMap<Operation *, size_t> number, after;
  for (auto [i, candidate] : llvm::enumerate(candidates))
    number[candidate.op] = i + 1;
  for (Operation &op : block) {
    size_t last = 0;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *definer = operand.getDefiningOp();
            definer && definer->getBlock() == &block)
          last = std::max(last, after[definer]);
    });
    if (size_t own = number.lookup(&op)) {
      candidates[own - 1].lowest = last;
      last = std::max(last, own);
    }
    after[&op] = last;
  }
  auto waitsOf = [&](const Candidate &candidate) {
    return waitsBefore.lookup(position(candidate));
  };
  for (size_t i = 1; i < candidates.size(); ++i) {
    candidates[i].lowest =
        std::max(candidates[i].lowest, candidates[i - 1].lowest);
    if (waitsOf(candidates[i]) != waitsOf(candidates[i - 1]))
      candidates[i].lowest = i;
  }
  return candidates;
}

//===----------------------------------------------------------------------===//
// What is best
//===----------------------------------------------------------------------===//

/// True if a bucket over this time is done so much later than its member that is read
/// first would be alone that the latencies it saves are no gain.
bool Combiner::delaysReaders(const Candidate &first, double saved, double begin,
                             double end) {
  if (!hasStreams || tight)
    return false;
  double alone = std::max(begin, first.ready) + first.latency + first.wire;
  return end > std::max(first.urgent, alone) + saved;
}

Cuts Combiner::choose(ArrayRef<Candidate> candidates) {
  const double infinite = std::numeric_limits<double>::infinity();
  size_t n = candidates.size();
  double latency = 0;
  for (const Candidate &candidate : candidates)
    latency = std::max(latency, candidate.latency);
  // The end of the first j in one bucket after `ends[i]`, for all i.
  auto best = [&](const std::vector<double> &ends, size_t j, size_t &from) {
    double least = infinite, wire = 0, alpha = 0, alphas = 0;
    int64_t bytes = 0, alive = 0;
    const Candidate &last = candidates[j - 1], *urgent = &last;
    for (size_t i = j; i-- > last.lowest;) {
      const Candidate &member = candidates[i];
      wire += member.wire;
      alpha = std::max(alpha, member.latency);
      alphas += member.latency;
      urgent = member.urgent <= urgent->urgent ? &member : urgent;
      bytes += member.bytes;
      if (tight) {
        // Members come together where the first of them stands.
        alive =
            std::max(alive, tight->most(member.op,
                                        candidates[std::min(i + 1, j - 1)].op));
        if (i + 1 < j && bytes > *mostBytes - alive)
          break;
      }
      double end = std::max(ends[i], last.ready) + alpha + wire;
      if (i + 1 < j && delaysReaders(*urgent, alphas - alpha, ends[i], end))
        break;
      if (end < least * (1 - 1e-12)) {
        least = end;
        from = i;
      }
      // More members begin no earlier, and are more to send.
      if (ends[i] <= last.ready)
        break;
    }
    return least;
  };
  // Without a limit on their number nothing ends earlier.
  std::vector<double> any(n + 1, 0);
  for (size_t j = 1; j <= n; ++j) {
    size_t from = 0;
    any[j] = best(any, j, from);
  }
  std::vector<double> ends(n + 1, infinite);
  ends[0] = 0;
  std::vector<std::vector<size_t>> froms;
  double least = infinite;
  size_t chosen = 0;
  for (size_t k = 1; k <= n && any[n] + k * latency < least; ++k) {
    std::vector<double> next(n + 1, infinite);
    std::vector<size_t> from(n + 1, 0);
    for (size_t j = k; j <= n; ++j)
      next[j] = best(ends, j, from[j]);
    ends = std::move(next);
    froms.push_back(std::move(from));
    if (double cost = ends[n] + k * latency; cost < least) {
      least = cost;
      chosen = k;
    }
  }
  Cuts cuts;
  for (size_t k = chosen, j = n; k > 0; j = froms[--k][j])
    cuts.push_back(j);
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

/// Of candidates that may all begin at once; puts them into the order in which
/// they are read.
Cuts Combiner::chooseByReaders(std::vector<Candidate> &candidates) {
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
    return a.needed < b.needed;
  });
  std::vector<Candidate> reversed(candidates.rbegin(), candidates.rend());
  for (Candidate &candidate : reversed) {
    candidate.ready = candidates.back().needed - candidate.needed;
    candidate.urgent = std::numeric_limits<double>::infinity();
    candidate.lowest = 0;
  }
  Cuts fromLast = choose(reversed), cuts;
  size_t n = candidates.size();
  for (size_t end : llvm::reverse(fromLast))
    if (end < n)
      cuts.push_back(n - end);
  cuts.push_back(n);
  return cuts;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Replaces the members by one bucket after the last of their operands. Their
/// readers before it move after it; messages keep their order.
void Combiner::build(ArrayRef<Candidate> members) {
  mlir::Block *block = members.front().op->getBlock();
  Operation *last = nullptr, *first = nullptr;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (const Candidate &member : members) {
    Value operand = member.op->getOperand(0);
    Operation *definer = operand.getDefiningOp();
    if (definer && definer->getBlock() == block &&
        (!last || last->isBeforeInBlock(definer)))
      last = definer;
    if (!first || member.op->isBeforeInBlock(first))
      first = member.op;
    operands.push_back(operand);
    types.push_back(member.op->getResult(0).getType());
    locations.push_back(member.op->getLoc());
  }
  const bool isPastMembers = last && first->isBeforeInBlock(last);
  OpBuilder builder(block->getParentOp()->getContext());
  if (tight ? !last || last->isBeforeInBlock(first) : !last && hasStreams)
    builder.setInsertionPoint(first);
  else if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  auto bucket = dist::BucketOp::create(builder, locations.front(),
                                       TypeRange(types), ValueRange(operands));
  auto *body = new mlir::Block();
  bucket.getBody().push_back(body);
  OpBuilder inside = OpBuilder::atBlockBegin(body);
  SmallVector<Value> results;
  for (auto [operand, member] : llvm::zip(operands, members)) {
    IRMapping mapping;
    mapping.map(operand,
                body->addArgument(operand.getType(), member.op->getLoc()));
    results.push_back(inside.clone(*member.op, mapping)->getResult(0));
  }
  dist::ReturnOp::create(inside, bucket.getLoc(), results);

  // Readers of a member before the bucket, and their readers. Messages to other
  // coordinates of the stage axis keep their order.
  llvm::DenseSet<Operation *> late;
  auto addReaders = [&](Operation *op) {
    for (Operation *user : op->getUsers())
      late.insert(block->findAncestorOpInBlock(*user));
  };
  for (const Candidate &member : members)
    addReaders(member.op);
  SmallVector<Operation *> work;
  bool sends = false;
  for (Operation *op = isPastMembers ? first : bucket; op != bucket;
       op = op->getNextNode()) {
    if (!late.contains(op) && !(sends && dist::isOrdered(op)))
      continue;
    work.push_back(op);
    sends |= dist::isOrdered(op);
    addReaders(op);
  }
  for (auto [member, result] : llvm::zip(members, bucket.getResults())) {
    member.op->getResult(0).replaceAllUsesWith(result);
    member.op->erase();
  }
  // Operation::moveAfter would forget the order of the whole block, and the
  // next bucket ask for it.
  auto place = bucket->getIterator();
  for (Operation *op : work) {
    op->remove();
    place = block->getOperations().insertAfter(place, op);
  }
}

void Combiner::combine(mlir::Block &block, Key key) {
  tight.reset();
  std::vector<Candidate> candidates = candidatesOf(block, key);
  if (candidates.size() < 2 || candidates.front().latency <= 0)
    return;
  if (mostBytes) {
    Liveness liveness(function);
    int64_t bytes = 0;
    for (const Candidate &candidate : candidates)
      bytes += candidate.bytes;
    if (liveness.peak() + bytes > *mostBytes) {
      tight.emplace(std::move(liveness));
      candidates = candidatesOf(block, key);
    }
  }
  if (tight || !hasStreams)
    return buildAll(candidates, choose(candidates));
  // Those of values from outside come first.
  auto firstLate = llvm::find_if(candidates, [](const Candidate &candidate) {
    return !candidate.isEarly;
  });
  std::vector<Candidate> early(candidates.begin(), firstLate);
  std::vector<Candidate> late(firstLate, candidates.end());
  for (Candidate &candidate : late)
    candidate.lowest -= std::min(candidate.lowest, early.size());
  buildAll(early, chooseByReaders(early));
  buildAll(late, choose(late));
}

void Combiner::buildAll(ArrayRef<Candidate> candidates, const Cuts &cuts) {
  size_t begin = 0;
  for (size_t end : cuts) {
    ArrayRef<Candidate> members = candidates.slice(begin, end - begin);
    begin = end;
    if (members.size() < 2)
      continue;
    CommCost apart;
    for (const Candidate &member : members)
      apart = apart + costs.costOf(member.op);
    CommCost together = costs.costOfMessage(
        llvm::map_to_vector(members, [](auto &member) { return member.op; }));
    double saved = apart.seconds - together.seconds;
    remark::passed(members.back().op->getLoc(),
                   remark::RemarkOpts::name("bucket").category("collectives"))
        << llvm::formatv(
               "{0} collectives over {1} run as one and send {2} "
               "bytes: {3:e2} s less; {4} buckets of {5} "
               "collectives here",
               members.size(), groupsOf(costs.mesh, members.back().op),
               together.wireBytes, saved, cuts.size(), candidates.size())
               .str()
        << remarkSeconds(saved);
    build(members);
  }
}

void Combiner::combine(mlir::Block &block) {
  llvm::SetVector<Key> keys;
  for (Operation &op : block)
    if (canBeCombined(costs, &op))
      keys.insert(keyOf(cast<dist::CollectiveOpInterface>(op)));
  for (Key key : keys)
    combine(block, key);
}

class CombineCollectives
    : public PassOnFunctions<
          impl::CombineCollectivesPassBase<CombineCollectives>> {
  using PassOnFunctions::PassOnFunctions;

  void runOn(const CostModel &costs, func::FuncOp function) override {
    Combiner(costs, function).run();
    function->removeAttr(dist::kBucketBytes);
  }
};

} // namespace
} // namespace popt
