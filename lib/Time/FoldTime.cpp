//===- FoldTime.cpp - Time axes become loops ------------------------------===//
//
// Builds the loops of the plan; the essay is in FoldTime.h, before and after IR
// in Passes.td. Tested by test/Time/fold-time.mlir and by execution in
// test/Execute/Time.
//
//===----------------------------------------------------------------------===//
#include "FoldTime.h"

#include "popt/Analysis/HeldBytes.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Dialect/Dist/Main.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Time/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

namespace popt {
#define GEN_PASS_DEF_FOLDTIMEPASS
#include "popt/Time/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {

/// A carried value while its loop is built.
struct Carried {
  Value init;
  Value now; ///< the block argument, then what the next step gets
};

class Folder {
public:
  Folder(mlir::Block &block, dist::MeshOp meshOp, TimePlan &plan)
      : block(block), meshName(meshOp.getRef()), mesh(meshOp.toMesh()),
        time(timeAxesOf(mesh)), steps(product(time)), plan(plan),
        b(meshOp.getContext()), loc(block.getParentOp()->getLoc()) {}

  void run();

private:
  void buildLoop(int number);
  void computeIn(Operation *op, int number);
  Value valueIn(Value value);
  Value timeStepIn(dist::AxisIndexOp op);
  void finishEnd(Operation *end, Value result);
  void explain(int number);
  int64_t mostAlive() const;
  void warnOfBarriers() const;
  void explainGathers();

  // Pieces of the bodies; `loc` and the insertion point are set.
  Value number(int64_t n);
  RankedTensorType stackType(Value value);
  void accumulate(Operation *end, Value x);
  void stack(Value value, Value here);

  mlir::Block &block;
  FlatSymbolRefAttr meshName;
  Mesh mesh;
  AxisList time;
  int64_t steps;
  TimePlan &plan;
  OpBuilder b;
  Location loc;

  // The loop being built.
  IRMapping inLoop;
  Value step;
  llvm::MapVector<Operation *, Carried> ends;
  llvm::MapVector<Value, Carried> stacks;
  /// Stacked values of finished loops.
  llvm::DenseMap<Value, Value> kept;
  llvm::SmallVector<dist::TimeLoopOp> loops;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

Value Folder::number(int64_t n) { return buildNumber(b, loc, n); }

/// One entry per step, along a new leading dimension.
RankedTensorType Folder::stackType(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape{steps};
  llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, type.getElementType());
}

/// The type of the accumulator: sums of narrow floats round once.
static RankedTensorType accumulatorType(dist::AllReduceOp reduce) {
  auto type = cast<RankedTensorType>(reduce.getType());
  Type element = type.getElementType();
  Monoid monoid = reduce.getMonoid();
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32 &&
      (monoid == Monoid::Sum || monoid == Monoid::Prod))
    return RankedTensorType::get(type.getShape(),
                                 Float32Type::get(type.getContext()));
  return type;
}

//===----------------------------------------------------------------------===//
// In a loop
//===----------------------------------------------------------------------===//

/// The coordinate along (a part of) a time axis: a digit of the step's number.
Value Folder::timeStepIn(dist::AxisIndexOp op) {
  Value value;
  for (const AxisRef &axis : op.getAxes().toAxisList(mesh)) {
    // The step's number counts the axes in mesh order, the last fastest.
    int64_t below = mesh.axes[axis.axis].size / axis.end();
    for (const AxisRef &other : time)
      if (other.axis > axis.axis)
        below *= other.size;
    Value digit = step;
    if (below > 1)
      digit = buildArithmetic(b, loc, Arithmetic::Divide, digit, number(below));
    if (below * axis.size < steps)
      digit = buildArithmetic(b, loc, Arithmetic::Remainder, digit,
                              number(axis.size));
    if (value) {
      value = buildArithmetic(b, loc, Arithmetic::Multiply, value,
                              number(axis.size));
      digit = buildArithmetic(b, loc, Arithmetic::Add, value, digit);
    }
    value = digit;
  }
  return value;
}

/// The value inside the loop.
Value Folder::valueIn(Value value) {
  if (Value known = inLoop.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || plan.varies(op) || !plan.isSunkIntoLoop(op))
    return value;
  for (Value operand : op->getOperands())
    inLoop.map(operand, valueIn(operand));
  b.clone(*op, inLoop);
  return inLoop.lookup(value);
}

/// Adds to an accumulator, or writes a slice.
void Folder::accumulate(Operation *end, Value x) {
  Carried &carried = ends[end];
  loc = end->getLoc();
  if (auto reduce = dyn_cast<dist::AllReduceOp>(end)) {
    x = buildConvert(b, loc, x, accumulatorType(reduce).getElementType());
    carried.now = buildCombined(b, loc, reduce.getMonoid(), carried.now, x);
    return;
  }
  int64_t dim = static_cast<int64_t>(cast<dist::AllGatherOp>(end).getDim());
  int64_t extent = cast<RankedTensorType>(x.getType()).getDimSize(dim);
  Value at =
      buildArithmetic(b, loc, Arithmetic::Multiply, step, number(extent));
  carried.now = buildUpdateAt(b, loc, carried.now, x, dim, at);
}

/// Keeps a value of this step for later loops.
void Folder::stack(Value value, Value here) {
  auto it = stacks.find(value);
  if (it == stacks.end())
    return;
  SmallVector<int64_t> shape{1};
  llvm::append_range(shape, cast<RankedTensorType>(here.getType()).getShape());
  Value entry = buildReshape(b, loc, here, shape);
  it->second.now = buildUpdateAt(b, loc, it->second.now, entry, 0, step);
  if (SmallVector<int64_t> at = plan.keptAt(value); !at.empty())
    for (Value made : {entry, it->second.now})
      dist::setPlace(made.getDefiningOp(), at);
}

void Folder::computeIn(Operation *op, int number) {
  loc = op->getLoc();
  auto index = dyn_cast<dist::AxisIndexOp>(op);
  if (index) {
    inLoop.map(index.getResult(), timeStepIn(index));
  } else {
    for (Value value : valuesRead(op))
      if (!inLoop.contains(value))
        inLoop.map(value, valueIn(value));
    b.clone(*op, inLoop);
    // The time step's number inside regions.
    if (op->getNumRegions())
      inLoop.lookup(op->getResult(0))
          .getDefiningOp()
          ->walk([&](dist::AxisIndexOp inner) {
            if (!haveTime(mesh, inner.getAxes().toAxisList(mesh)))
              return;
            OpBuilder::InsertionGuard guard(b);
            b.setInsertionPoint(inner);
            inner.replaceAllUsesWith(timeStepIn(inner));
            inner.erase();
          });
  }
  for (Value result : op->getResults())
    stack(result, inLoop.lookup(result));
}

void Folder::buildLoop(int loopNumber) {
  const TimePlan::Loop &loop = plan.loop(loopNumber);
  b.setInsertionPoint(block.getTerminator());
  inLoop.clear();
  ends.clear();
  stacks.clear();
  for (Operation *end : loop.ends) {
    loc = end->getLoc();
    if (auto reduce = dyn_cast<dist::AllReduceOp>(end))
      ends[end].init =
          buildIdentity(b, loc, accumulatorType(reduce), reduce.getMonoid());
    else
      ends[end].init = buildZeros(
          b, loc, cast<RankedTensorType>(end->getResult(0).getType()));
  }
  for (Value value : loop.kept) {
    loc = value.getLoc();
    stacks[value].init = buildZeros(b, loc, stackType(value));
  }
  SmallVector<Value> inits;
  SmallVector<Location> locs{loc};
  SmallVector<Type> types{RankedTensorType::get({}, b.getI32Type())};
  auto carry = [&](Carried &carried) {
    inits.push_back(carried.init);
    types.push_back(carried.init.getType());
    locs.push_back(carried.init.getLoc());
  };
  for (auto &[end, carried] : ends)
    carry(carried);
  for (auto &[value, carried] : stacks)
    carry(carried);
  auto made = dist::TimeLoopOp::create(
      b, loop.ends.front()->getLoc(), ArrayRef(types).drop_front(), inits,
      dist::AxisListAttr::fromAxisList(b.getContext(), mesh, time), meshName);
  loops.push_back(made);
  mlir::Block *body = b.createBlock(&made.getBody(), {}, types, locs);
  step = body->getArgument(0);
  unsigned next = 1;
  for (auto &[end, carried] : ends)
    carried.now = body->getArgument(next++);
  for (auto &[value, carried] : stacks)
    carried.now = body->getArgument(next++);

  // In program order, each end right after its operand, so that nothing else
  // keeps the operand alive.
  llvm::DenseMap<Value, SmallVector<Operation *, 1>> endsByOperand;
  for (Operation *end : loop.ends)
    endsByOperand[end->getOperand(0)].push_back(end);
  auto endsOf = [&](Value value) {
    for (Operation *end : endsByOperand.lookup(value))
      accumulate(end, valueIn(value));
  };
  for (Operation *end : loop.ends)
    if (!plan.varies(end->getOperand(0)))
      accumulate(end, valueIn(end->getOperand(0)));
  llvm::SetVector<Operation *> both(loop.computed.begin(), loop.computed.end());
  for (Value value : loop.read)
    both.insert(value.getDefiningOp());
  SmallVector<Operation *> order = both.takeVector();
  llvm::sort(order,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  llvm::DenseSet<Value> isRead(loop.read.begin(), loop.read.end());
  for (Operation *op : order) {
    SmallVector<Value> entries;
    llvm::copy_if(op->getResults(), std::back_inserter(entries),
                  [&](Value result) { return isRead.contains(result); });
    if (!entries.empty()) {
      for (Value result : entries) {
        loc = result.getLoc();
        Value entry = buildSliceAt(b, loc, kept.lookup(result), 0, step, 1);
        inLoop.map(
            result,
            buildReshape(b, loc, entry,
                         cast<RankedTensorType>(result.getType()).getShape()));
        endsOf(result);
      }
      continue;
    }
    computeIn(op, loopNumber);
    for (Value result : op->getResults())
      endsOf(result);
  }
  SmallVector<Value> returned;
  for (auto &[end, carried] : ends)
    returned.push_back(carried.now);
  for (auto &[value, carried] : stacks)
    returned.push_back(carried.now);
  dist::ReturnOp::create(b, made.getLoc(), returned);

  b.setInsertionPoint(block.getTerminator());
  next = 0;
  for (auto &[end, carried] : ends)
    finishEnd(end, made.getResult(next++));
  for (auto &[value, carried] : stacks)
    kept[value] = made.getResult(next++);
}

/// What an end's readers get, after its loop.
void Folder::finishEnd(Operation *end, Value result) {
  loc = end->getLoc();
  if (auto reduce = dyn_cast<dist::AllReduceOp>(end)) {
    AxisList devices = timePart(mesh, reduce.getAxesAttr().toAxisList(mesh),
                                /*isTime=*/false);
    if (!devices.empty())
      result = dist::AllReduceOp::create(
          b, loc, result.getType(), result, reduce.getMonoidAttr(),
          dist::AxisListAttr::fromAxisList(b.getContext(), mesh, devices),
          nullptr, meshName, nullptr, nullptr, nullptr);
    result =
        buildConvert(b, loc, result,
                     cast<RankedTensorType>(reduce.getType()).getElementType());
  }
  end->getResult(0).replaceAllUsesWith(result);
}

//===----------------------------------------------------------------------===//
// Around the loops
//===----------------------------------------------------------------------===//

void Folder::run() {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  explainGathers();
  warnOfBarriers();
  auto moveAfterLoop = [&](int number) {
    for (Operation *op : ops)
      if (!plan.varies(op) && !isTimeEnd(op, mesh) &&
          plan.availableAfter(op) == number)
        op->moveBefore(block.getTerminator());
  };
  // Loops copy what they compute, in program order: the originals stay put.
  moveAfterLoop(0);
  for (int number = 1; number <= plan.numLoops(); ++number) {
    explain(number);
    buildLoop(number);
    moveAfterLoop(number);
  }
  // The originals, and operations that only they read.
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty() &&
        (plan.varies(op) || isTimeEnd(op, mesh) || isMemoryEffectFree(op)))
      op->erase();
}

/// A remark for every end that a later loop waits for (law L5).
void Folder::explain(int number) {
  const TimePlan::Loop &loop = plan.loop(number);
  int64_t bytes = 0;
  for (Value value : loop.kept)
    bytes += bytesOf(value.getType()) * steps;
  if (number == plan.numLoops())
    return;
  for (Operation *end : loop.ends) {
    int64_t own = bytesOf(end->getResult(0).getType());
    Operation *maker = end->getOperand(0).getDefiningOp();
    remark::passed(
        end->getLoc(),
        remark::RemarkOpts::name("time-barrier").category("schedule"))
        << llvm::formatv(
               "time barrier: every step after this one needs {0} of all "
               "steps, so loop {1} of {2} ends here; {3} bytes are kept for "
               "all steps, {4} for the result",
               maker ? maker->getName().getStringRef() : "an argument", number,
               plan.numLoops(), bytes, own)
               .str();
  }
}

/// Fidelity `step` of HeldBytes.h: the most bytes of one time step.
int64_t Folder::mostAlive() const {
  llvm::DenseMap<Operation *, int64_t> positions;
  for (Operation &op : block)
    positions[&op] = static_cast<int64_t>(positions.size());
  SmallVector<HeldInterval> intervals;
  for (Operation &op : block.without_terminator()) {
    if (leavesOperandInPlace(&op) || isAmongConstants(&op))
      continue;
    for (Value result : op.getResults()) {
      int64_t last = -1;
      forEachRead(result, [&](OpOperand &use) {
        last = std::max(
            last, positions[block.findAncestorOpInBlock(*use.getOwner())]);
      });
      if (plan.varies(result) && last >= 0)
        intervals.push_back({positions[&op], last, bytesOf(result.getType())});
    }
  }
  return HeldBytes(static_cast<int64_t>(positions.size()), intervals).peak();
}

/// Microbatches are there to hold the values of one time step at a time. Where
/// a third of them or more is kept for all time steps, that is worth a warning.
void Folder::warnOfBarriers() const {
  int64_t kept = 0, most = 0;
  Operation *worst = nullptr;
  for (int number = 1; number < plan.numLoops(); ++number) {
    const TimePlan::Loop &loop = plan.loop(number);
    int64_t own = 0;
    for (Value value : loop.kept)
      own += bytesOf(value.getType());
    kept += own;
    if (own <= most || loop.ends.empty())
      continue;
    most = own;
    worst = loop.ends.front();
  }
  if (!worst || 3 * kept < mostAlive())
    return;
  emitWarning(worst->getLoc())
      << "this takes values of all " << steps
      << " time steps, so that what they leave is kept for all of them: "
      << kept * steps << " bytes, where one step holds at most " << mostAlive()
      << "; microbatches save little memory here (--remarks-filter=schedule "
         "names every such barrier)";
}

/// A remark for every gather between devices that steps read: it is placed
/// before the loop, once for all of them (law L8).
void Folder::explainGathers() {
  // The operations that some step reads, also through others.
  llvm::DenseSet<Operation *> read;
  for (Operation &op : llvm::reverse(block.without_terminator()))
    for (Operation *user : op.getUsers()) {
      user = block.findAncestorOpInBlock(*user);
      if (user->hasTrait<OpTrait::IsTerminator>())
        continue;
      if (plan.varies(user) || (!isTimeEnd(user, mesh) && read.contains(user)))
        read.insert(&op);
    }
  for (auto gather : block.getOps<dist::AllGatherOp>()) {
    if (isTimeEnd(gather, mesh) || plan.varies(gather.getOperation()))
      continue;
    if (read.contains(gather))
      remark::passed(
          gather.getLoc(),
          remark::RemarkOpts::name("hoisted-gather").category("schedule"))
          << llvm::formatv("all_gather before the time loop instead of at each "
                           "of {0} steps: {1} bytes are kept meanwhile",
                           steps, bytesOf(gather.getType()))
                 .str();
  }
}

/// The loops of a block, then those of the regions that run once in it.
static LogicalResult foldBlock(mlir::Block &block, dist::MeshOp meshOp,
                               const CostModel &costs,
                               llvm::DenseSet<Value> &entries) {
  TimePlan plan(block, meshOp, costs, entries);
  if (failed(plan.make()))
    return failure();
  // Slices of this block are about to go.
  for (Operation &op : block)
    for (Value result : op.getResults())
      entries.erase(result);
  Folder(block, meshOp, plan).run();
  Mesh mesh = meshOp.toMesh();
  for (Operation &op : block)
    if (endInside(&op, mesh))
      for (Region &region : op.getRegions())
        for (mlir::Block &inner : region)
          if (failed(foldBlock(inner, meshOp, costs, entries)))
            return failure();
  return success();
}

namespace {
struct FoldTimePass : public popt::impl::FoldTimePassBase<FoldTimePass> {
  using FoldTimePassBase::FoldTimePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto [main, meshOp] = dist::getMain(module);
    if (!main || !meshOp)
      return;
    Mesh mesh = meshOp.toMesh();
    if (timeAxesOf(mesh).empty() || main->hasAttr(dist::kFolded))
      return markAllAnalysesPreserved();
    FailureOr<std::optional<CostModel>> costs = CostModel::of(module);
    if (failed(costs))
      return signalPassFailure();
    if (failed(lowerTimeMoves(main, meshOp)))
      return signalPassFailure();
    llvm::DenseSet<Value> entries;
    if (failed(foldBlock(main.front(), meshOp, **costs, entries)))
      return signalPassFailure();
    main->setAttr(dist::kFolded, UnitAttr::get(&getContext()));
  }
};
} // namespace
