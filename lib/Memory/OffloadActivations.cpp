//===- OffloadActivations.cpp - Activations go to the host and back -------===//
//
// Copies what a forward part makes, and its backward part reads, to the host
// and back, where the user or a memory budget wants it: within a function,
// within the body of a loop over microbatches, and between the tasks of a
// pipeline. Before and after IR: Passes.td. Tested by
// test/Memory/offload-activations.mlir, and by execution in
// test/Execute/offload.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Recompute.h"
#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Memory/Passes.h"
#include "popt/Memory/Rematerialize.h"
#include "popt/Support/Readers.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_OFFLOADACTIVATIONSPASS
#include "popt/Memory/Passes.h.inc"

namespace {

/// What a memory budget moves frees at least this part of the peak.
constexpr int64_t kLeastPart = 4096;

/// The user's word on the operation, or null.
dist::RecomputeAttr wordOn(Operation *op) {
  return op->getAttrOfType<dist::RecomputeAttr>(dist::kRecompute);
}

bool isAsked(Operation *op) {
  dist::RecomputeAttr word = wordOn(op);
  return word && word.getOffloaded();
}

/// A value, and its reads by the backward part.
struct Handed {
  Value value;
  SmallVector<OpOperand *> reads;
  Operation *first = nullptr; ///< reader
};

/// What the host holds of one function.
class Offloader {
public:
  /// `movesOthers`: also what no user's word is on.
  Offloader(const CostModel &costs, func::FuncOp function, bool movesOthers)
      : costs(costs), function(function), movesOthers(movesOthers),
        leastBytes(movesOthers ? Liveness(function).peak() / kLeastPart : 0) {}

  void run();
  int64_t numMoved() const { return moved; }

private:
  bool isToHost(Value value) const;
  void offloadIn(mlir::Block &block);
  void sinkFused(Operation *end);
  std::vector<Handed> findHanded(mlir::Block &block);
  void offloadFrom(dist::TaskOp task);
  void offload(dist::TaskOp task, unsigned number);
  Value copyToHost(Value value);
  void remark();

  const CostModel &costs;
  func::FuncOp function;
  bool movesOthers;
  int64_t leastBytes; ///< of those
  int64_t moved = 0, bytes = 0;
};

bool Offloader::isToHost(Value value) const {
  Operation *op = value.getDefiningOp();
  if (wordOn(op))
    return isAsked(op);
  return movesOthers && bytesOf(value) >= leastBytes;
}

/// The sooner a value is on the host, the less is held.
Value Offloader::copyToHost(Value value) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(value.getDefiningOp());
  ++moved;
  bytes += bytesOf(value);
  return dist::ToHostOp::create(builder, value.getLoc(), value);
}

//===----------------------------------------------------------------------===//
// A forward and a backward part in one block
//===----------------------------------------------------------------------===//

/// What kernels of the backward part compute for themselves stands there, and
/// so do its reads.
void Offloader::sinkFused(Operation *end) {
  Liveness liveness(function);
  SmallVector<Operation *> forward;
  for (Operation *op = end->getPrevNode(); op; op = op->getPrevNode())
    forward.push_back(op);
  for (Operation *op : forward) {
    if (op->use_empty() || op->getNumRegions() || !isMemoryEffectFree(op) ||
        !(liveness.isFused(op) || leavesOperandInPlace(op)))
      continue;
    Operation *first = firstReader(op);
    if (end->isBeforeInBlock(first))
      op->moveBefore(first);
  }
}

std::vector<Handed> Offloader::findHanded(mlir::Block &block) {
  std::vector<Handed> all;
  Operation *end = endOfForwardPart({costs.mesh, function, block});
  if (!end)
    return all;
  sinkFused(end);
  Liveness liveness(function);
  for (const Held &held : liveness.held()) {
    Value value = held.values.front();
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &block || held.values.size() > 1 ||
        !isToHost(value) || end->isBeforeInBlock(op))
      continue;
    Handed handed{value, {}};
    bool stays = false;
    forEachRead(handed.value, [&](OpOperand &use) {
      Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
      if (!end->isBeforeInBlock(reader))
        return;
      // What is sent is held until it has left.
      stays |= reader == block.getTerminator() || isa<dist::SentOp>(reader);
      handed.reads.push_back(&use);
      if (!handed.first || reader->isBeforeInBlock(handed.first))
        handed.first = reader;
    });
    if (handed.first && !stays)
      all.push_back(std::move(handed));
  }
  return all;
}

void Offloader::offloadIn(mlir::Block &block) {
  for (const Handed &handed : findHanded(block)) {
    Value there = copyToHost(handed.value);
    OpBuilder builder(handed.first);
    Value back = dist::ToDeviceOp::create(builder, there.getLoc(), there);
    readInstead(builder, handed.reads, handed.value, back);
  }
}

//===----------------------------------------------------------------------===//
// Tasks of a pipeline
//===----------------------------------------------------------------------===//

/// Leaves the result to other tasks on the host, unless messages or the next
/// microbatch read it, too. Each task copies back what it reads.
void Offloader::offload(dist::TaskOp task, unsigned number) {
  Operation *yield = task.getBody().front().getTerminator();
  Value result = task->getResult(number), value = yield->getOperand(number);
  Value made = viewedBy(value);
  Operation *maker = made.getDefiningOp();
  if (result.use_empty() || !maker || maker->getBlock() != yield->getBlock() ||
      !isToHost(made))
    return;
  llvm::MapVector<Operation *, Operation *> firstReaders; // by task
  for (OpOperand &use : result.getUses()) {
    Operation *reader =
        task->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (!isa<dist::TaskOp>(reader) || reader == use.getOwner())
      return;
    Operation *&first = firstReaders[reader];
    mlir::Block &body = reader->getRegion(0).front();
    Operation *inside = body.findAncestorOpInBlock(*use.getOwner());
    if (!first || inside->isBeforeInBlock(first))
      first = inside;
  }
  yield->setOperand(number, copyToHost(value));
  for (auto [reader, first] : firstReaders) {
    OpBuilder builder(first);
    auto back = dist::ToDeviceOp::create(builder, value.getLoc(), result);
    Operation *other = reader;
    result.replaceUsesWithIf(back.getResult(), [&](OpOperand &use) {
      return use.getOwner() != back && other->isProperAncestor(use.getOwner());
    });
  }
}

void Offloader::offloadFrom(dist::TaskOp task) {
  for (unsigned i = task.getInits().size(); i < task->getNumResults(); ++i)
    offload(task, i);
}

void Offloader::remark() {
  if (moved == 0)
    return;
  remark::passed(
      function.getLoc(),
      remark::RemarkOpts::name("offload-activations").category("memory"))
      << llvm::formatv("{0} values of {1} bytes are held by the host between "
                       "the forward and the backward part",
                       moved, bytes)
             .str();
}

void Offloader::run() {
  offloadIn(function.front());
  SmallVector<dist::TimeLoopOp> loops;
  function.walk([&](dist::TimeLoopOp loop) { loops.push_back(loop); });
  for (dist::TimeLoopOp loop : loops) {
    if (!dist::getOrder(loop))
      offloadIn(loop.getBody().front());
    else
      for (auto task : loop.getBody().getOps<dist::TaskOp>())
        offloadFrom(task);
  }
  remark();
}

class OffloadActivations
    : public impl::OffloadActivationsPassBase<OffloadActivations> {
public:
  using Base::Base;

  void runOnOperation() override {
    Operation *asked = nullptr;
    getOperation().walk([&](Operation *op) {
      if (isAsked(op))
        asked = op;
      return asked ? WalkResult::interrupt() : WalkResult::advance();
    });
    bool movesOthers = getOperation()->hasAttr(dist::kOffloadActivations);
    if (!asked && !movesOthers)
      return;
    int64_t moved = 0;
    auto inEach = [&](const CostModel &costs, func::FuncOp function) {
      if (function.isExternal())
        return;
      Offloader offloader(costs, function, movesOthers);
      offloader.run();
      moved += offloader.numMoved();
    };
    if (failed(forEachFunction(getOperation(), inEach)))
      return signalPassFailure();
    if (asked && moved == 0)
      asked->emitWarning("nothing of what is to be offloaded moves to the "
                         "host: the backward part reads none of it, or takes "
                         "it from a loop");
  }
};

} // namespace

} // namespace popt
