//===- RecomputeInScans.cpp - Backward scans recompute rows of stacks -----===//
//
// A scan over layers leaves rows of stacks for the scan that goes back: what
// each iteration's derivative needs. This pass has the second loop compute its
// rows again, from the value that the first one carried into the iteration, so
// that one stack is held instead of all. Before and after IR: Passes.td. Tested
// by test/Memory/recompute-in-scans.mlir, and by execution in
// test/Execute/recompute.test and test/Execute/Stages/recompute.test.
//
//===----------------------------------------------------------------------===//
#include "AroundLoops.h"

#include "popt/Analysis/Recompute.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/CarriedValues.h"
#include "popt/Memory/Passes.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"

#include <deque>

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_RECOMPUTEINSCANSPASS
#include "popt/Memory/Passes.h.inc"

namespace {

/// What a loop writes row by row, one in each iteration.
struct Residual {
  unsigned index; ///< among what the loop carries
  Operation *write;
  int64_t dim;
  OpOperand *row;            ///< the index that is written to
  SmallVector<int64_t> rows; ///< by iteration
  Value update() const { return write->getOperand(1); }
};
/// Where the other loop reads a row of it.
struct RowRead {
  Operation *read;
  const Residual *of;
  Value row;
};

/// The loop that went forward, and one that goes back over what it left.
class ScanPair {
public:
  ScanPair(const Mesh &mesh, CountedLoop forward, CountedLoop backward,
           RecomputePolicy policy)
      : mesh(mesh), forward(std::move(forward)), backward(std::move(backward)),
        policy(policy) {}

  /// False if there is nothing to look at.
  bool find();
  /// True if stacks are gone, and the loops are others.
  bool recompute();
  /// True if stacks are held of more than what was carried.
  bool holdsMore() const { return numOthers > 0; }
  std::string describe() const;

private:
  void findResiduals();
  bool readRows(const Residual &residual);
  bool mayDrop(const Residual &residual, bool costsNothing);
  bool isCheap(const Residual &residual) const;
  Value standsIn(const Residual &residual) const {
    return popt::standsIn(residual.update(), forward,
                          [&](Value value) { return heldStackOf(value); });
  }
  std::optional<int64_t> beyondRow(Value value) const;
  bool canMake(Value value, llvm::DenseSet<Value> &seen);
  const Residual *heldStackOf(Value value) const;
  bool isCounter(unsigned index) const;
  Value rowOf(OpBuilder &b, const Residual &residual, Value row, Type type);
  Value make(OpBuilder &b, Value value, Value row, IRMapping &map);
  SmallVector<const Residual *> choose();
  void addStacks();
  void replaceReads();
  void dropStacks(ArrayRef<const Residual *> gone);

  const Mesh &mesh;
  CountedLoop forward, backward;
  RecomputePolicy policy;
  std::deque<Residual> residuals;
  SmallVector<RowRead> reads;
  llvm::DenseSet<const Residual *> kept;
  llvm::SetVector<Value> carriedNeeded; ///< by the forward loop
  int64_t freed = 0, added = 0;
  bool allCostNothing = true;
  size_t dropped = 0, numOthers = 0;
};

bool ScanPair::isCounter(unsigned index) const {
  return forward.carriedValues(index) != nullptr;
}

/// True if these are all rows, each once; an index beyond them would be moved
/// to the last.
static bool isEachOnce(ArrayRef<int64_t> rows) {
  llvm::BitVector seen(static_cast<unsigned>(rows.size()));
  for (int64_t row : rows)
    if (row >= 0 && row < static_cast<int64_t>(rows.size()))
      seen.set(static_cast<unsigned>(row));
  return seen.all();
}

void ScanPair::findResiduals() {
  for (BlockArgument argument : forward.body().getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    unsigned index = argument.getArgNumber();
    OpOperand *use = argument.hasOneUse() ? &*argument.use_begin() : nullptr;
    if (!type || !use || !forward.nextOf(index).hasOneUse() ||
        use->getOwner() != forward.nextOf(index).getDefiningOp() ||
        !forward.operation()->getRegion(0).getArgument(index).use_empty())
      continue;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      std::optional<StackAccess> access = stackAccessOf(*use, dim);
      if (!access || !access->isWrite || access->rows != 1 ||
          type.getDimSize(dim) != forward.trips())
        continue;
      auto rows = forward.valuesOf(access->index->get());
      if (!rows || !isEachOnce(*rows))
        continue;
      residuals.push_back(
          {index, use->getOwner(), dim, access->index, std::move(*rows)});
      break;
    }
  }
}

/// Notes where the backward loop reads rows; false if it, or anything else,
/// reads the stack otherwise.
bool ScanPair::readRows(const Residual &residual) {
  OpResult stack = forward.operation()->getResult(residual.index);
  if (!stack.hasOneUse() ||
      stack.use_begin()->getOwner() != backward.operation())
    return false;
  unsigned index = stack.use_begin()->getOperandNumber();
  BlockArgument argument = backward.body().getArgument(index);
  if (backward.nextOf(index) != argument ||
      !backward.operation()->getResult(index).use_empty() ||
      !backward.operation()->getRegion(0).getArgument(index).use_empty())
    return false;
  SmallVector<RowRead> found;
  int returned = 0;
  for (OpOperand &use : argument.getUses()) {
    if (use.getOwner() == backward.body().getTerminator()) {
      ++returned;
      continue;
    }
    std::optional<StackAccess> access = stackAccessOf(use, residual.dim);
    if (!access || access->isWrite || access->rows != 1 ||
        use.getOwner()->getBlock() != &backward.body() ||
        use.getOwner()->getResult(0).getType() != residual.update().getType())
      return false;
    auto rows = backward.valuesOf(access->index->get());
    if (!rows || llvm::any_of(*rows, [&](int64_t row) {
          return !llvm::is_contained(residual.rows, row);
        }))
      return false;
    found.push_back({use.getOwner(), &residual, access->index->get()});
  }
  if (returned != 1)
    return false;
  llvm::append_range(reads, found);
  return true;
}

bool ScanPair::find() {
  if (dist::getPlace(forward.operation()) !=
      dist::getPlace(backward.operation()))
    return false;
  findResiduals();
  std::deque<Residual> all;
  std::swap(all, residuals);
  for (Residual &residual : all) {
    residuals.push_back(std::move(residual));
    // Rows of all are one after another in the same way: an iteration is known
    // by its row.
    if (residuals.back().rows != residuals.front().rows ||
        !readRows(residuals.back()))
      residuals.pop_back();
  }
  return !residuals.empty();
}

/// True for views, and for broadcasts along dimensions of size 1.
static bool addsNothing(Operation *op) {
  if (!isa<KernelOpInterface>(op))
    return false;
  KernelKind kind = kernelKindOf(op);
  return kind == KernelKind::View ||
         (kind == KernelKind::Broadcast &&
          bytesOf(op->getOperand(0)) == bytesOf(op->getResult(0)));
}

/// The stack that is held and has the value in its rows, but for dimensions of
/// size 1; or null.
const Residual *ScanPair::heldStackOf(Value value) const {
  for (const Residual &residual : residuals) {
    if (!kept.contains(&residual))
      continue;
    Value update = residual.update();
    if (update == value)
      return &residual;
    Operation *view = update.getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!view || view->getNumOperands() != 1 || view->getOperand(0) != value ||
        !addsNothing(view) || !type)
      continue;
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + residual.dim, 1);
    auto model = dyn_cast<ShardingOpInterface>(view);
    // In order: a transposition of equal dimensions is a view as well.
    if (!model || ArrayRef<int64_t>(shape) !=
                      cast<RankedTensorType>(update.getType()).getShape())
      continue;
    FactorRule rule = model.getFactorRule();
    TensorFactors result = rule.results[0];
    result.erase(result.begin() + residual.dim);
    if (result == rule.operands[0])
      return &residual;
  }
  return nullptr;
}

/// What is added to the number of an iteration's row to make this integer; nothing
/// for other values.
std::optional<int64_t> ScanPair::beyondRow(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() || !type.getElementType().isInteger() ||
      type.getElementType().isInteger(1))
    return std::nullopt;
  std::optional<SmallVector<int64_t>> values = forward.valuesOf(value);
  if (!values)
    return std::nullopt;
  const SmallVector<int64_t> &rows = residuals.front().rows;
  int64_t more = values->front() - rows.front();
  for (auto [at, row] : llvm::zip_equal(*values, rows))
    if (at - row != more)
      return std::nullopt;
  return more;
}

/// True if the backward loop can make a value of the forward loop's body, from
/// stacks that are held, from what is around the loops, and from what was
/// carried, which is noted.
bool ScanPair::canMake(Value value, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(value).second || heldStackOf(value))
    return true;
  mlir::Block *body = &forward.body();
  if (value.getParentBlock() != body || beyondRow(value))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned index = argument.getArgNumber();
    if (forward.nextOf(index) == argument)
      return true;
    if (isCounter(index) ||
        llvm::any_of(residuals,
                     [&](const Residual &residual) {
                       return residual.index == index;
                     }) ||
        !isa<RankedTensorType>(value.getType()))
      return false;
    carriedNeeded.insert(value);
    return true;
  }
  Operation *op = value.getDefiningOp();
  auto word = op->getAttrOfType<dist::RecomputeAttr>(dist::kRecompute);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (!canRematerialize(mesh, op) || !captured.empty() ||
      (word && word.getHeld()) ||
      (policy != RecomputePolicy::Full && !word &&
       (kernelKindOf(op) == KernelKind::Library ||
        isa<dist::CollectiveOpInterface>(op))))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return canMake(operand, seen); });
}

/// True if kernels that read the rows make them from those of one other stack that
/// is held: kernels of a program without loops do the same.
bool ScanPair::isCheap(const Residual &residual) const {
  auto isHeld = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return heldStackOf(value) || value.getParentBlock() != &forward.body() ||
           (argument && forward.nextOf(argument.getArgNumber()) == argument);
  };
  return followsCheaply(mesh, residual.update(), isHeld) &&
         llvm::all_of(reads, [&](const RowRead &read) {
           return read.of != &residual ||
                  isReadInKernels(read.read->getResult(0), backward.body());
         });
}

/// True if the policy or the user's word lets the stack go, or if it goes for
/// nothing.
bool ScanPair::mayDrop(const Residual &residual, bool costsNothing) {
  if (policy == RecomputePolicy::None && !costsNothing) {
    Operation *maker = residual.update().getDefiningOp();
    while (maker && !maker->hasAttr(dist::kRecompute) &&
           maker->getNumOperands() == 1 && addsNothing(maker))
      maker = maker->getOperand(0).getDefiningOp();
    auto word =
        maker ? maker->getAttrOfType<dist::RecomputeAttr>(dist::kRecompute)
              : dist::RecomputeAttr();
    if (!word || word.getHeld())
      return false;
  }
  llvm::SetVector<Value> before = carriedNeeded;
  llvm::DenseSet<Value> seen;
  if (canMake(residual.update(), seen))
    return true;
  carriedNeeded = std::move(before);
  return false;
}

/// The row of a stack that is held, as the backward loop sees it.
Value ScanPair::rowOf(OpBuilder &b, const Residual &residual, Value row,
                      Type type) {
  unsigned index = 0;
  for (OpOperand &use :
       forward.operation()->getResult(residual.index).getUses())
    index = use.getOperandNumber();
  Value slice =
      buildSliceAt(b, residual.write->getLoc(),
                   backward.body().getArgument(index), residual.dim, row, 1);
  return buildReshape(b, slice.getLoc(), slice,
                      cast<RankedTensorType>(type).getShape());
}

Value ScanPair::make(OpBuilder &b, Value value, Value row, IRMapping &map) {
  if (Value known = map.lookupOrNull(value))
    return known;
  Value made;
  if (const Residual *held = heldStackOf(value)) {
    made = rowOf(b, *held, row, value.getType());
  } else if (value.getParentBlock() != &forward.body()) {
    made = value;
  } else if (std::optional<int64_t> more = beyondRow(value)) {
    made = buildConvert(b, value.getLoc(), row, getElementTypeOrSelf(value));
    if (*more) {
      auto type = cast<RankedTensorType>(value.getType());
      llvm::APInt number(64, static_cast<uint64_t>(*more));
      Value beyond =
          buildConstant(b, value.getLoc(),
                        DenseElementsAttr::get(
                            type, number.trunc(type.getElementTypeBitWidth())));
      made = buildArithmetic(b, value.getLoc(), Arithmetic::Add, made, beyond);
    }
  } else if (auto argument = dyn_cast<BlockArgument>(value)) {
    made = forward.operation()->getOperand(argument.getArgNumber());
  } else {
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      (void)make(b, operand, row, map);
    b.clone(*op, map);
    return map.lookup(value);
  }
  map.map(value, made);
  return made;
}

/// Finds the stacks that go; what is carried and has no stack yet gets one.
SmallVector<const Residual *> ScanPair::choose() {
  SmallVector<const Residual *> gone;
  // What follows from others goes, not what others follow from.
  if (policy == RecomputePolicy::None)
    for (const Residual &residual : residuals)
      kept.insert(&residual);
  // What would not be held otherwise is held instead of the stacks that are left of
  // it, if these are no smaller.
  llvm::MapVector<Value, int64_t> left;
  if (policy == RecomputePolicy::None)
    for (const Residual &residual : residuals)
      if (Value whole = standsIn(residual);
          whole && !livesOn(whole, backward.operation()))
        left[whole] += bytesOf(residual.update()) * forward.trips();
  llvm::SetVector<Value> heldInstead;
  for (const Residual &residual : residuals) {
    kept.insert(&residual);
    if (llvm::any_of(forward.body().getArguments(),
                     [&](BlockArgument argument) {
                       return heldStackOf(argument) == &residual;
                     }))
      continue; // what is carried is what all others are made from
    ++numOthers;
    kept.erase(&residual);
    Value whole;
    bool costsNothing = policy == RecomputePolicy::None && isCheap(residual);
    if (policy == RecomputePolicy::None && !costsNothing) {
      whole = standsIn(residual);
      auto *of = left.find(whole);
      costsNothing =
          whole && (of == left.end() || of->second >= bytesOf(whole));
      if (of == left.end())
        whole = {};
    }
    if (!mayDrop(residual, costsNothing)) {
      kept.insert(&residual);
      continue;
    }
    gone.push_back(&residual);
    allCostNothing &= costsNothing;
    if (whole && costsNothing && heldInstead.insert(whole))
      freed -= bytesOf(whole);
    // Of what kernels make for themselves no row is held, of others one.
    freed += bytesOf(residual.update().getType()) *
             (forward.trips() - (costsNothing ? 0 : 1));
  }
  llvm::SetVector<Value> toHold;
  for (Value carried : carriedNeeded)
    if (!heldStackOf(carried))
      toHold.insert(carried);
  carriedNeeded = std::move(toHold);
  for (Value carried : carriedNeeded)
    added += bytesOf(carried.getType()) * forward.trips();
  dropped = gone.size();
  return gone;
}

static SmallVector<int64_t> shapeOfRows(Value value, int64_t rows) {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(value.getType()).getShape());
  shape.insert(shape.begin(), rows);
  return shape;
}

/// Lets the forward loop write what it carries, too, and hands the stacks to the
/// backward loop.
void ScanPair::addStacks() {
  const Residual &like = residuals.front();
  Operation *old = forward.operation(), *oldBack = backward.operation();
  OpBuilder b(old);
  SmallVector<Value> inits;
  for (Value carried : carriedNeeded)
    inits.push_back(buildZeros(
        b, carried.getLoc(),
        RankedTensorType::get(shapeOfRows(carried, forward.trips()),
                              getElementTypeOrSelf(carried.getType()))));
  unsigned first = old->getNumOperands();
  Value row = like.row->get();
  auto write = [&](OpBuilder &inside, size_t i, Value stack) {
    Value carried = carriedNeeded[i];
    Value piece = buildReshape(inside, carried.getLoc(), carried,
                               shapeOfRows(carried, 1));
    Value next = buildUpdateAt(inside, carried.getLoc(), stack, piece, 0, row);
    Operation *update = next.getDefiningOp();
    residuals.push_back({static_cast<unsigned>(first + i), update, 0,
                         stackAccessOf(update->getOpOperand(0), 0)->index,
                         like.rows});
    kept.insert(&residuals.back());
    return next;
  };
  Operation *made = addCarried(old, inits, write);
  SmallVector<Value> stacks(made->getResults().drop_front(first));
  auto passOn = [](OpBuilder &, size_t, Value stack) { return stack; };
  Operation *back = addCarried(oldBack, stacks, passOn);
  forward = *CountedLoop::find(made);
  backward = *CountedLoop::find(back);
}

void ScanPair::replaceReads() {
  llvm::DenseMap<Value, IRMapping> maps; // by row
  llvm::sort(reads, [](const RowRead &x, const RowRead &y) {
    return x.read->isBeforeInBlock(y.read);
  });
  for (RowRead &read : reads) {
    if (kept.contains(read.of))
      continue;
    OpBuilder at(read.read);
    Value again = make(at, read.of->update(), read.row, maps[read.row]);
    read.read->getResult(0).replaceAllUsesWith(again);
    read.read->erase();
  }
}

void ScanPair::dropStacks(ArrayRef<const Residual *> gone) {
  Operation *first = forward.operation(), *second = backward.operation();
  llvm::BitVector ofFirst(first->getNumOperands()),
      ofSecond(second->getNumOperands());
  for (const Residual *residual : gone) {
    ofFirst.set(residual->index);
    ofSecond.set(
        first->getResult(residual->index).use_begin()->getOperandNumber());
  }
  dropCarried(second, ofSecond);
  dropCarried(first, ofFirst);
}

bool ScanPair::recompute() {
  SmallVector<const Residual *> gone = choose();
  if (gone.empty() || freed < added || (freed == added && !allCostNothing))
    return false;
  addStacks();
  replaceReads();
  dropStacks(gone);
  return true;
}

std::string ScanPair::describe() const {
  return llvm::formatv(
             "{0} of {1} stacks of {2} rows are computed again row by "
             "row; {3} bytes less are held, and {4} more of what was "
             "carried",
             dropped, residuals.size(), forward.trips(), freed, added)
      .str();
}

struct RecomputeInScansPass
    : public impl::RecomputeInScansPassBase<RecomputeInScansPass> {
  using RecomputeInScansPassBase::RecomputeInScansPassBase;

  void runOnOperation() override {
    auto known = recomputePolicyFor(getOperation(), policy);
    if (failed(known))
      return signalPassFailure();
    dist::MeshOp meshOp = dist::getMesh(getOperation());
    if (!meshOp)
      return;
    Mesh mesh = meshOp.toMesh();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      SmallVector<mlir::Block *> blocks{&function.front()};
      function.walk([&](dist::TimeLoopOp loop) {
        blocks.push_back(&loop.getBody().front());
      });
      for (mlir::Block *block : blocks)
        runOn(mesh, *block, *known);
    }
  }

private:
  /// Pairs of loops of the block, until none changes.
  void runOn(const Mesh &mesh, mlir::Block &block,
             std::optional<RecomputePolicy> known) {
    auto name = remark::RemarkOpts::name("recompute").category("memory");
    llvm::DenseSet<std::pair<Operation *, Operation *>> seen;
    for (bool changed = true; changed;) {
      changed = false;
      SmallVector<CountedLoop> loops;
      for (Operation &op : block)
        if (std::optional<CountedLoop> loop = CountedLoop::find(&op))
          loops.push_back(std::move(*loop));
      for (size_t i = 0; i < loops.size() && !changed; ++i)
        for (size_t j = i + 1; j < loops.size() && !changed; ++j) {
          if (!llvm::is_contained(loops[i].operation()->getUsers(),
                                  loops[j].operation()) ||
              !seen.insert({loops[i].operation(), loops[j].operation()}).second)
            continue;
          Location loc = loops[i].operation()->getLoc();
          ScanPair pair(mesh, loops[i], loops[j],
                        known.value_or(RecomputePolicy::None));
          if (!pair.find())
            continue;
          if (pair.recompute()) {
            changed = true;
            remark::passed(loc, name) << pair.describe();
          } else if (known && pair.holdsMore()) {
            remark::missed(loc, name)
                << "what iterations leave for another loop is held: no stack "
                   "can be made from less under this policy";
          }
        }
    }
  }
};

} // namespace
} // namespace popt
