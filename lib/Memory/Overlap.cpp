//===- Overlap.cpp - Communication that runs beside kernels ---------------===//
//
// On devices with streams a collective need not hold up what does not wait for
// it. Example, gradients of two layers; `|` is time:
//
//   one stream   grad2 | all_reduce2 | grad1 | all_reduce1 | update
//   two          grad2 | grad1       |       update2 | update1
//                      | all_reduce2 | all_reduce1 |
//
// The pass starts from the order that holds least, and makes one in which
// kernels stand between a collective and whoever needs its result. Then it says
// of each collective how many operations run beside it: up to the first that
// reads its result, or that reads an operand over which it may write. What is in
// flight stays alive, so more is held: an order that takes much more memory than
// the least, or does not fit the budget, is not taken.
//
// Copies between the memories do not hold up kernels either (OverlapCopies.h).
//
// Tests: test/Memory/overlap.mlir, test/Memory/overlap-copies.mlir,
// test/Execute/Gpu/overlap.test.
//
//===----------------------------------------------------------------------===//
#include "OverlapCopies.h"

#include "popt/Analysis/LocalCosts.h"
#include "popt/Interfaces/Target.h"
#include "popt/Memory/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_OVERLAPPASS
#include "popt/Memory/Passes.h.inc"
} // namespace popt

namespace {
class Overlap {
public:
  Overlap(const CollectivesInput &input, func::FuncOp function)
      : input(input), function(function), symbols(input.module) {}
  void run(double growth, int64_t budget);

private:
  OpTime timeOf(Operation *op);
  OpTime predict(Operation *op) const;
  double flopsOfCall(Operation *op) const;
  double kernelSeconds(Operation *op) const;
  double secondsOf(Operation *op);
  int64_t countBeside(Operation *op);
  template <typename... Ops> bool has();
  /// Writes down what runs beside what; returns the number of messages that
  /// something runs beside.
  int64_t mark();
  void unmark();
  int64_t putCopies(int64_t mostBytes, int64_t &numMarked);
  void remark(int64_t numMarked, int64_t numCopies, int64_t bytes,
              int64_t leastBytes);

  const CollectivesInput &input;
  func::FuncOp function;
  SymbolTable symbols;
  llvm::DenseMap<Operation *, OpTime> times; ///< as predicted
  int64_t numMessages = 0;
};
} // namespace

/// Of a kernel, and of those that it calls (merge-kernels).
double Overlap::flopsOfCall(Operation *op) const {
  double flops = 0;
  symbols.lookup<func::FuncOp>(cast<func::CallOp>(op).getCallee())
      .walk([&](Operation *inner) {
        flops += isKernelCall(inner, symbols) ? flopsOfCall(inner)
                                              : flopsOf(inner).value_or(0);
      });
  return flops;
}

double Overlap::kernelSeconds(Operation *op) const {
  if (!isKernelCall(op, symbols))
    return computeSeconds(input, op);
  int64_t bytes = 0;
  for (Type type : llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                      SmallVector<Type>(op->getResultTypes())))
    bytes += popt::bytesOf(type);
  std::string element;
  llvm::raw_string_ostream(element) << getElementTypeOrSelf(op->getResult(0));
  return input.machine.computeSeconds(element, flopsOfCall(op), bytes);
}

OpTime Overlap::timeOf(Operation *op) {
  auto [time, isNew] = times.try_emplace(op);
  if (isNew)
    time->second = predict(op);
  return time->second;
}

OpTime Overlap::predict(Operation *op) const {
  if (op->hasAttr(kStepView) || isAmongConstants(op))
    return {};
  if (auto bucket = dyn_cast<dist::BucketOp>(op)) {
    OpTime time{0, true};
    for (dist::CollectiveOpInterface member : bucket.getMembers())
      time.seconds += costOf(input, member).seconds;
    return time;
  }
  auto collective = dyn_cast<dist::CollectiveOpInterface>(op);
  if (collective && costKind(collective))
    return {costOf(input, collective).seconds, true};
  return {kernelSeconds(op), false};
}

/// For which the next operation of the same stream waits. Bodies are run.
double Overlap::secondsOf(Operation *op) {
  if (op->hasAttr(kStepBeside))
    return 0;
  if (op->getNumRegions() == 0 || isa<dist::BucketOp>(op))
    return timeOf(op).seconds;
  double seconds = 0;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        seconds += secondsOf(&inner);
  auto loop = dyn_cast<ValueTieOpInterface>(op);
  return seconds *
         (loop ? static_cast<double>(loop.getTripCount().value_or(1)) : 1);
}

/// The operations after it that need neither its result nor an operand that it
/// may overwrite; 0 if none of them takes time.
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
  for (Operation *next = op->getNextNode(); !stops.contains(next);
       next = next->getNextNode()) {
    ++count;
    OpTime time = timeOf(next);
    if (!time.communicates && time.seconds > 0)
      besideCount = count;
  }
  return besideCount;
}

int64_t Overlap::mark() {
  int64_t numMarked = 0;
  numMessages = 0;
  Builder b(function.getContext());
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (OpTime time = timeOf(op); time.communicates) {
      ++numMessages;
      if (int64_t count = time.seconds > 0 ? countBeside(op) : 0) {
        op->setAttr(kStepBeside, b.getI64IntegerAttr(count));
        ++numMarked;
      }
    }
    return isa<dist::BucketOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return numMarked;
}

void Overlap::unmark() {
  function.getBody().walk([](Operation *op) { op->removeAttr(kStepBeside); });
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
    return input.machine.hostSeconds(popt::bytesOf(copy->getResult(0)));
  };
  auto mostBeside = [&](Operation *op) { return countBeside(op); };
  CopyTimes ofAll{ofOp, ofCopy, mostBeside};
  prefetchCopies(function, symbols, ofAll, mostBytes);
  unmark();
  numMarked = mark();
  return markCopies(function, symbols, ofAll, mostBytes);
}

void Overlap::remark(int64_t numMarked, int64_t numCopies, int64_t bytes,
                     int64_t leastBytes) {
  std::string copies;
  if (numCopies)
    copies = llvm::formatv(" and {0} copies", numCopies);
  std::string text =
      llvm::formatv("{0} of {1} messages{2} run beside kernels; the arena "
                    "has {3} bytes, without that {4}",
                    numMarked, numMessages, copies, bytes, leastBytes);
  remark::analysis(function.getLoc(),
                   remark::RemarkOpts::name("overlap").category("schedule"))
      << text;
}

void Overlap::run(double growth, int64_t budget) {
  unmark();
  bool communicates = has<dist::CollectiveOpInterface>();
  bool moves = has<dist::ToHostOp, dist::ToDeviceOp>();
  if (!communicates && !moves)
    return;
  copyRowsFirst(function, symbols);
  prepareViewsAndCopies(function);
  std::vector<Operation *> least = bestOrder(function, symbols);
  applyOrder(function, least);
  int64_t leastBytes = Storages(function, symbols).place();
  auto mayTake = [&](int64_t bytes) {
    return static_cast<double>(bytes) <=
               growth * static_cast<double>(leastBytes) &&
           (budget == 0 || bytes <= std::max(budget, leastBytes));
  };
  // The less may be alive, the less runs beside; 0: the order as it is, or copies
  // that hold nothing up.
  SmallVector<double> shares = {0.0}, parts = {0.0};
  if (communicates)
    shares = {1.0, 0.95, 0.9, 0.0};
  int64_t mostAlive = 0;
  if (moves) {
    parts = {growth, 1.0, 0.9, 0.0};
    mostAlive = Storages(function, symbols).mostAlive();
  }
  for (double share : shares) {
    applyOrder(function, least);
    if (share > 0)
      applyOrder(function,
                 orderForTime(
                     function, symbols,
                     [&](Operation *op) { return timeOf(op); }, share));
    for (double part : parts) {
      unmark();
      function.getBody().walk([](Block *block) { placeMoves(*block); });
      int64_t numMarked = mark();
      int64_t numCopies =
          putCopies(static_cast<int64_t>(part * static_cast<double>(mostAlive)),
                    numMarked);
      if (numMarked + numCopies == 0)
        continue;
      int64_t bytes = Storages(function, symbols).place();
      if (mayTake(bytes))
        return remark(numMarked, numCopies, bytes, leastBytes);
    }
    unmark();
  }
}

namespace {
struct OverlapPass : popt::impl::OverlapPassBase<OverlapPass> {
  using OverlapPassBase::OverlapPassBase;

  void runOnOperation() final {
    if (!targetOf(getOperation()).hasStreams())
      return;
    SmallVector<func::FuncOp> programs = dist::getPrograms(getOperation());
    LogicalResult done =
        forEachFunction(getOperation(), [&](const CollectivesInput &input,
                                            func::FuncOp function) {
          if (llvm::is_contained(programs, function))
            Overlap(input, function).run(growth, budget);
        });
    if (failed(done))
      signalPassFailure();
  }
};
} // namespace
