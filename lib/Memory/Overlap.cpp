//===- Overlap.cpp - Communication that runs beside kernels ---------------===//
//
// On devices with streams a collective need not hold up what does not wait for
// it. Example, gradients of two layers; `|` is time:
//
//   one stream   grad2 | all_reduce2 | grad1 | all_reduce1 | update
//   two          grad2 | grad1       |       update2 | update1
//                      | all_reduce2 | all_reduce1 |
//
// The pass starts from the order that holds least, and makes some in which
// kernels stand between a collective and the first reader of its result. Then
// it says of each collective how many operations run beside it: up to the first
// that reads its result, or that reads an operand over which it may write. Each
// set of groups has a stream of its own, so that what is needed soon does not
// wait behind what other axes have to say. What is in flight stays alive, so
// more is held: an order that takes much more memory than the least, or does
// not fit the budget, is not taken. Of the others it is the one whose streams
// are done first (Streams.h).
//
// Copies between the memories do not hold up kernels either (OverlapCopies.h), and
// within a round of a loop communication is beside its kernels (OverlapInLoops.h).
//
// Tests: test/Memory/overlap.mlir, test/Memory/overlap-copies.mlir,
// test/Execute/Gpu/overlap.test.
//
//===----------------------------------------------------------------------===//
#include "OverlapCopies.h"
#include "OverlapInLoops.h"

#include "popt/Cost/StepCost.h"
#include "popt/Interfaces/Target.h"
#include "popt/Memory/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_OVERLAPPASS
#include "popt/Memory/Passes.h.inc"
} // namespace popt

namespace {
/// So many streams communicate at most; more sets of groups share them.
constexpr int kMostStreams = 8;
/// An order that holds more is this much faster, as a part of the step.
constexpr double kWorthIt = 1e-3;
/// So many times less is allowed to be alive, if what was fits no arena.
constexpr int kMostLimits = 6;

class Overlap {
public:
  Overlap(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function),
        symbols(function->getParentOfType<ModuleOp>()) {}
  void run(double growth, int64_t budget);

private:
  OpTime timeOf(Operation *op);
  OpTime predict(Operation *op);
  OpTime predictMessage(ArrayRef<dist::CollectiveOpInterface> members);
  double secondsOf(Operation *op);
  int64_t countBeside(Operation *op);
  template <typename... Ops> bool has();
  /// Writes down what runs beside what; returns the number of messages that
  /// something runs beside.
  int64_t mark();
  void unmark();
  int64_t putCopies(int64_t mostBytes, int64_t &numMarked);
  /// Of the block once, as marked.
  double stepSeconds(Block &block);
  /// An order of which something is expected.
  struct Try {
    /// So much may be alive, for messages; none: the order as it is.
    std::optional<int64_t> mostAlive;
    int inLoops = 0;    ///< of the orders of rounds
    int64_t copied = 0; ///< what may be alive for copies
    int64_t numMarked = 0, numCopies = 0, bytes = 0;
    double seconds = 0;
  };
  void arrange(ArrayRef<Operation *> least, Try &what);
  void findRounds();
  double savedByCopies(double seconds);
  void remark(const Try &chosen, double secondsAlone, int64_t leastBytes);

  const CostModel &costs;
  func::FuncOp function;
  SymbolTable symbols;
  llvm::DenseMap<Operation *, OpTime> times; ///< as predicted
  /// Axes and lists of ranks, in the order in which they are met.
  llvm::MapVector<std::pair<Attribute, Attribute>, int> groups;
  int64_t numMessages = 0;
  llvm::SmallSet<int32_t, kMostStreams> streams; ///< of those that are marked
  /// A body of a loop or task with communication: its order as it is, one for time, and the
  /// urgent one.
  struct Round {
    Block *body;
    std::array<std::vector<Operation *>, 3> orders;
  };
  std::vector<Round> rounds;
  int numOrders = 1; ///< of rounds that differ
};
} // namespace

OpTime Overlap::timeOf(Operation *op) {
  auto [time, isNew] = times.try_emplace(op);
  if (isNew)
    time->second = predict(op);
  return time->second;
}

/// One or several as one, which have the same groups.
OpTime Overlap::predictMessage(ArrayRef<dist::CollectiveOpInterface> members) {
  dist::CollectiveOpInterface first = members.front();
  auto numberIfNew = static_cast<int>(groups.size());
  OpTime time{0, true};
  time.groups =
      groups
          .insert({{first.getAxesAttr(), first.getReplicaGroupsAttr()},
                   numberIfNew})
          .first->second;
  time.level = costs.levelOf(first);
  time.seconds = costs.costOfMessage(members).seconds;
  return time;
}

OpTime Overlap::predict(Operation *op) {
  if (op->hasAttr(kStepView) || isAmongConstants(op))
    return {};
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    return predictMessage(bucket.getMembers());
  auto collective = dyn_cast<dist::CollectiveOpInterface>(op);
  if (collective && costKind(collective))
    return predictMessage(collective);
  return {costs.computeSeconds(op), false};
}

static bool runsBodies(Operation *op) {
  return op->getNumRegions() && !isa<dist::BucketOp>(op);
}

/// For which the next operation of the same stream waits.
double Overlap::secondsOf(Operation *op) {
  if (op->hasAttr(kStepBeside))
    return 0;
  if (!runsBodies(op))
    return timeOf(op).seconds;
  return secondsOfBodies(op, [&](Block &block) {
    double seconds = 0;
    for (Operation &inner : block)
      seconds += secondsOf(&inner);
    return seconds;
  });
}

/// The operations after it that need neither its result nor an operand that it
/// may overwrite; 0 if none of them is a kernel that takes time.
int64_t Overlap::countBeside(Operation *op) {
  Block *block = op->getBlock();
  llvm::SmallPtrSet<Operation *, 8> stops = {block->getTerminator()};
  auto stopAtReaders = [&](Value value) {
    forEachRead(
        value,
        [&](OpOperand &use) {
          if (Operation *reader = block->findAncestorOpInBlock(*use.getOwner()))
            stops.insert(reader);
        },
        [](Operation *view) { return view->hasAttr(kStepView); });
  };
  for (OpResult result : op->getResults()) {
    stopAtReaders(result);
    for (OpOperand &use : op->getOpOperands())
      if (mayShare(op, result.getResultNumber(), use.getOperandNumber(),
                   symbols))
        stopAtReaders(baseOf(use.get()));
  }
  int64_t count = 0, besideCount = 0;
  bool hasKernel = false;
  for (Operation *next = op->getNextNode(); !stops.contains(next);
       next = next->getNextNode()) {
    ++count;
    OpTime time = timeOf(next);
    if (time.seconds > 0)
      besideCount = count;
    hasKernel |= !time.communicates && time.seconds > 0;
  }
  return hasKernel ? besideCount : 0;
}

int64_t Overlap::mark() {
  int64_t numMarked = 0;
  numMessages = 0;
  streams.clear();
  Builder b(function.getContext());
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (OpTime time = timeOf(op); time.communicates) {
      ++numMessages;
      if (int64_t count = time.seconds > 0 ? countBeside(op) : 0) {
        op->setAttr(kStepBeside, b.getI64IntegerAttr(count));
        if (int more = time.groups % kMostStreams)
          op->setAttr(kStepStream,
                      b.getI32IntegerAttr(kMoreLinksStream + more - 1));
        streams.insert(getStream(op));
        ++numMarked;
      }
    }
    return isa<dist::BucketOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return numMarked;
}

void Overlap::unmark() {
  function.getBody().walk([](Operation *op) {
    op->removeAttr(kStepBeside);
    op->removeAttr(kStepStream);
  });
}

double Overlap::stepSeconds(Block &block) {
  SmallVector<Operation *> ops =
      llvm::map_to_vector(block, [](Operation &op) { return &op; });
  return secondsInOrder(costs, ops, [&](Operation *op) {
    StreamWork work;
    if (runsBodies(op)) {
      work.seconds =
          secondsOfBodies(op, [&](Block &inner) { return stepSeconds(inner); });
    } else if (isMemoryMove(op)) {
      work.seconds = costs.hostSeconds(popt::bytesOf(op->getResult(0)));
      work.level = StreamWork::kHostLink;
    } else {
      OpTime time = timeOf(op);
      work.seconds = time.seconds;
      work.level = time.level;
    }
    return work;
  });
}

template <typename... Ops> bool Overlap::has() {
  return function.getBody()
      .walk([](Operation *op) {
        return isa<Ops...>(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Copies between the memories, where so much may be alive; returns how many run
/// beside others, and counts messages again, beside which others stand then.
int64_t Overlap::putCopies(int64_t mostBytes, int64_t &numMarked) {
  if (mostBytes == 0)
    return 0;
  auto ofOp = [&](Operation *op) { return secondsOf(op); };
  auto ofCopy = [&](Operation *copy) {
    return costs.hostSeconds(popt::bytesOf(copy->getResult(0)));
  };
  auto mostBeside = [&](Operation *op) { return countBeside(op); };
  CopyTimes ofAll{ofOp, ofCopy, mostBeside};
  prefetchCopies(function, symbols, ofAll, mostBytes);
  unmark();
  numMarked = mark();
  return markCopies(function, symbols, ofAll, mostBytes);
}

void Overlap::remark(const Try &chosen, double secondsAlone,
                     int64_t leastBytes) {
  std::string copies;
  if (chosen.numCopies)
    copies = llvm::formatv(" and {0} copies", chosen.numCopies);
  std::string text = llvm::formatv(
      "{0} of {1} messages{2} run beside kernels; the arena has {3} bytes, "
      "without that {4}; streams of communication: {5}; predicted {6:e3} s, "
      "one after the other {7:e3} s",
      chosen.numMarked, numMessages, copies, chosen.bytes, leastBytes,
      streams.size(), chosen.seconds, secondsAlone);
  remark::analysis(function.getLoc(),
                   remark::RemarkOpts::name("overlap").category("schedule"))
      << text;
}

/// Bodies of loops and tasks of which another order is expected to be faster. A
/// pipelined loop has its own.
void Overlap::findRounds() {
  auto timeOfAll = [&](Operation *op) {
    OpTime time = timeOf(op);
    if (runsBodies(op))
      time.seconds = secondsOf(op);
    return time;
  };
  function.getBody().walk([&](Operation *op) {
    if (!isLoop(op))
      return;
    for (Region &region : op->getRegions()) {
      Block &body = region.front();
      auto ops = body.without_terminator();
      if (!body.getOps<dist::TaskOp>().empty() ||
          llvm::none_of(
              ops, [&](Operation &op) { return timeOf(&op).communicates; }))
        continue;
      Round round{&body, {}};
      auto &[given, forTime, urgent] = round.orders;
      for (Operation &op : ops)
        given.push_back(&op);
      forTime = orderRoundForTime(body, symbols, timeOfAll, /*isUrgent=*/false);
      urgent = orderRoundForTime(body, symbols, timeOfAll, /*isUrgent=*/true);
      int differ = urgent != forTime ? 3 : given != forTime ? 2 : 1;
      numOrders = std::max(numOrders, differ);
      if (differ > 1)
        rounds.push_back(std::move(round));
    }
  });
}

/// Puts the function into such an order, and marks it.
void Overlap::arrange(ArrayRef<Operation *> least, Try &what) {
  unmark();
  applyOrder(function, least);
  for (Round &round : rounds)
    for (Operation *op : round.orders[what.inLoops])
      op->moveBefore(round.body->getTerminator());
  if (what.mostAlive) {
    mark(); // what is in flight is alive
    std::vector<Operation *> ahead = orderForTime(
        function, symbols, [&](Operation *op) { return timeOf(op); },
        *what.mostAlive);
    unmark();
    applyOrder(function, ahead);
  }
  function.getBody().walk([](Block *block) { placeMoves(*block); });
  what.numMarked = mark();
  what.numCopies = putCopies(what.copied, what.numMarked);
  what.seconds = stepSeconds(function.getBody().front());
}

/// Seconds that the step as it is marked, which takes `seconds`, is shorter than
/// with copies in the stream of kernels.
double Overlap::savedByCopies(double seconds) {
  SmallVector<std::pair<Operation *, Attribute>> marks;
  function.getBody().walk([&](Operation *op) {
    if (isMemoryMove(op))
      if (Attribute mark = op->removeAttr(kStepBeside))
        marks.emplace_back(op, mark);
  });
  double inOrder = stepSeconds(function.getBody().front());
  for (auto [op, mark] : marks)
    op->setAttr(kStepBeside, mark);
  return inOrder - seconds;
}

void Overlap::run(double growth, int64_t budget) {
  unmark();
  function->removeAttr(kStepSavedByCopies);
  bool communicates = has<dist::CollectiveOpInterface>();
  bool moves = has<dist::ToHostOp, dist::ToDeviceOp>();
  if (!communicates && !moves)
    return;
  copyRowsFirst(function, symbols);
  prepareViewsAndCopies(function);
  std::vector<Operation *> least = bestOrder(function, symbols);
  applyOrder(function, least);
  int64_t leastBytes = Storages(function, symbols).place();
  findRounds();
  auto mostBytes =
      static_cast<int64_t>(growth * static_cast<double>(leastBytes));
  if (budget > 0)
    mostBytes = std::min(mostBytes, std::max(budget, leastBytes));
  // 0: copies that hold nothing up.
  SmallVector<double> parts = {0.0};
  int64_t mostAlive = 0;
  if (moves) {
    parts = {growth, 1.0, 0.9, 0.0};
    mostAlive = Storages(function, symbols).mostAlive();
  }
  Try asItIs;
  arrange(least, asItIs);
  unmark();
  double secondsAlone = stepSeconds(function.getBody().front());
  std::optional<Try> best;
  // The first of the parts that fits; else by how many bytes none does.
  auto tryWith = [&](std::optional<int64_t> limit, int inLoops = 0) {
    std::optional<int64_t> tooMany;
    for (double part : parts) {
      Try next;
      next.mostAlive = limit;
      next.inLoops = inLoops;
      next.copied = static_cast<int64_t>(part * static_cast<double>(mostAlive));
      arrange(least, next);
      if (next.numMarked + next.numCopies == 0)
        continue;
      next.bytes = Storages(function, symbols).place();
      int64_t over = next.bytes - mostBytes;
      tooMany = std::min(tooMany.value_or(over), over);
      if (over > 0)
        continue;
      double most = best ? best->seconds * (1 - kWorthIt) : secondsAlone;
      if (next.seconds < most)
        best = next;
      break;
    }
    return tooMany.value_or(0);
  };
  // What is alive is estimated, and not all of an arena is used. Where too much was
  // alive, less may be.
  for (int inLoops = numOrders; inLoops-- > 0;) {
    int64_t limit = mostBytes;
    for (int i = 0; communicates && i < kMostLimits; ++i) {
      int64_t tooMany = tryWith(limit, inLoops);
      if (tooMany <= 0)
        break;
      limit -= std::max(tooMany, (mostBytes / 256) << i);
    }
  }
  tryWith(std::nullopt);
  arrange(least, best ? *best : asItIs);
  if (!best)
    return unmark();
  remark(*best, secondsAlone, leastBytes);
  if (best->numCopies)
    function->setAttr(kStepSavedByCopies,
                      Builder(function.getContext())
                          .getF64FloatAttr(savedByCopies(best->seconds)));
}

namespace {
struct OverlapPass : popt::impl::OverlapPassBase<OverlapPass> {
  using OverlapPassBase::OverlapPassBase;

  void runOnOperation() final {
    if (!targetOf(getOperation()).hasStreams())
      return;
    SmallVector<func::FuncOp> programs = dist::getPrograms(getOperation());
    LogicalResult done = forEachFunction(
        getOperation(), [&](const CostModel &costs, func::FuncOp function) {
          if (llvm::is_contained(programs, function))
            Overlap(costs, function).run(growth, budget);
        });
    if (failed(done))
      signalPassFailure();
  }
};
} // namespace
