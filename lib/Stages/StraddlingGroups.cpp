//===- StraddlingGroups.cpp - Groups with layers of two coordinates -------===//
//
// Six layers at two coordinates, in groups of two: the second has a layer of
// each. The loop that takes a group in each iteration is unrolled, which leaves
// groups of known numbers. They are taken from where the layers are:
//
//   %g = reshape %w : [6, 8] to [3, 2, 8]       %s = slice %w [2:4, 0:8]
//   %r = dynamic_slice %g, 1, 0, 0       ->     %r = reshape %s
//
// and gradients, which the loop writes group by group, are written layer by layer.
// The backward scan reads what a forward scan leaves from the coordinate that
// made it.
//
// Tests: test/Stages/split-loops-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "Branches.h"
#include "SplitLoops.h"

#include "popt/Interfaces/Build.h"
#include "popt/OpModels/RowMoves.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

namespace {
class GroupDissolver {
public:
  GroupDissolver(func::FuncOp main, const Stacks &stacks)
      : main(main), stacks(stacks) {}
  bool run();

private:
  bool readRow(Operation *op);
  bool readBeforeMap(Operation *op);
  bool writeLayers(Operation *view, const Regrouping &groups);
  /// By what was built after `before`.
  void replace(Operation *op, Value value, Operation *before);

  func::FuncOp main;
  const Stacks &stacks;
  /// Of groups that straddle, as layers.
  llvm::DenseMap<Operation *, Regrouping> views;
};
} // namespace

void GroupDissolver::replace(Operation *op, Value value, Operation *before) {
  noteBranch(op, before, op);
  op->getResult(0).replaceAllUsesWith(value);
  views.erase(op);
  op->erase();
}

/// The only run of rows that an operation takes, as they are.
static const RowRun *readBy(const std::optional<RowMoves> &moves) {
  return moves && moves->runs.size() == 1 && moves->runs.front().from &&
                 moves->runs.front().step == 1
             ? &moves->runs.front()
             : nullptr;
}

namespace {
/// Rows [begin, begin + count) of a dimension.
struct Rows {
  Value value;
  int64_t dim, begin, count;
};
} // namespace

/// Appends where rows were before the operations that made them put them there.
static void appendOrigins(const Rows &rows, SmallVectorImpl<Rows> &origins) {
  Operation *op = rows.value.getDefiningOp();
  if (op)
    if (auto groups = regroupingOf(op, rows.value, rows.dim)) {
      int64_t eachNow = shapeOf(rows.value)[groups->to] / groups->units,
              each = shapeOf(op->getOperand(0))[groups->from] / groups->units;
      if (rows.begin % eachNow == 0 && rows.count % eachNow == 0)
        return appendOrigins({op->getOperand(0), groups->from,
                              rows.begin / eachNow * each,
                              rows.count / eachNow * each},
                             origins);
      origins.push_back(rows);
      return;
    }
  std::optional<RowMoves> moves = op ? rowMovesOf(op, rows.dim) : std::nullopt;
  SmallVector<Rows> parts;
  int64_t at = 0, end = rows.begin + rows.count;
  for (const RowRun &run : moves ? moves->runs : ArrayRef<RowRun>()) {
    int64_t begin = std::max(rows.begin, at),
            count = std::min(end, at + run.count) - begin;
    if (count > 0) {
      if (!run.from || run.step != 1) {
        parts.clear();
        break;
      }
      parts.push_back({run.from, rows.dim, run.begin + begin - at, count});
    }
    at += run.count;
  }
  if (parts.empty())
    origins.push_back(rows);
  for (const Rows &part : parts)
    appendOrigins(part, origins);
}

/// A slice of rows that others moved reads them from where they were before.
bool GroupDissolver::readRow(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  Value result = op->getResult(0);
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || type.getNumElements() == 0)
    return false;
  for (int64_t dim = 0; dim < rankOf(result); ++dim) {
    std::optional<RowMoves> moves = rowMovesOf(op, dim);
    const RowRun *read = readBy(moves);
    if (!read)
      continue;
    SmallVector<Rows> origins;
    appendOrigins({read->from, dim, read->begin, read->count}, origins);
    auto isAll = [](const Rows &rows) {
      return rows.begin == 0 && rows.count == shapeOf(rows.value)[rows.dim];
    };
    if (origins.front().value == read->from && !isAll(origins.front()))
      continue;
    OpBuilder builder(op);
    Operation *before = op->getPrevNode();
    Location loc = op->getLoc();
    SmallVector<Value> parts;
    for (const Rows &rows : origins) {
      Value part = isAll(rows) ? rows.value
                               : buildSlice(builder, loc, rows.value, rows.dim,
                                            rows.begin, rows.count);
      SmallVector<int64_t> shape(type.getShape());
      shape[dim] *= cast<RankedTensorType>(part.getType()).getNumElements();
      shape[dim] /= type.getNumElements();
      parts.push_back(buildReshape(builder, loc, part, shape));
    }
    replace(op, buildConcatenated(builder, loc, parts, dim), before);
    return true;
  }
  return false;
}

/// A slice of what an operation makes of each element is made of a slice.
bool GroupDissolver::readBeforeMap(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      !stacks.isStraddling(op->getOperand(0)))
    return false;
  Operation *map = op->getOperand(0).getDefiningOp();
  if (!map || !isMapOfOne(map))
    return false;
  int64_t rank = static_cast<int64_t>(shapeOf(op->getResult(0)).size());
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<RowMoves> moves = rowMovesOf(op, dim);
    const RowRun *run = readBy(moves);
    if (!run || run->from != map->getResult(0))
      continue;
    OpBuilder builder(op);
    Operation *before = op->getPrevNode();
    Value part = buildSlice(builder, op->getLoc(), map->getOperand(0), dim,
                            run->begin, run->count);
    OperationState state(map->getLoc(), map->getName(), part,
                         op->getResultTypes(), map->getAttrs());
    replace(op, builder.create(state)->getResult(0), before);
    return true;
  }
  return false;
}

/// `value`, of groups as the operand of `view` has them, as that makes it.
static Operation *viewed(OpBuilder &builder, Value value,
                         const Regrouping &groups, Operation *view) {
  int64_t eachNow = shapeOf(view->getResult(0))[groups.to] / groups.units,
          each = shapeOf(view->getOperand(0))[groups.from] / groups.units;
  SmallVector<int64_t> shape(shapeOf(view->getResult(0)));
  shape[groups.to] = shapeOf(value)[groups.from] / each * eachNow;
  OperationState state(
      view->getLoc(), view->getName(), value,
      RankedTensorType::get(shape, getElementTypeOrSelf(value)),
      view->getAttrs());
  return builder.create(state);
}

/// A view of groups that were written one by one is written layer by layer;
/// `groups` says what it does.
bool GroupDissolver::writeLayers(Operation *view, const Regrouping &groups) {
  Operation *writer = view->getOperand(0).getDefiningOp();
  if (!writer)
    return false;
  OpBuilder builder(view);
  Operation *before = view->getPrevNode();
  if (isMapOfOne(writer)) {
    Operation *own = viewed(builder, writer->getOperand(0), groups, view);
    views[own] = groups;
    OperationState state(writer->getLoc(), writer->getName(), own->getResults(),
                         view->getResultTypes(), writer->getAttrs());
    replace(view, builder.create(state)->getResult(0), before);
    return true;
  }
  std::optional<RowMoves> moves = rowMovesOf(writer, groups.from);
  int64_t eachNow = shapeOf(view->getResult(0))[groups.to] / groups.units,
          each = shapeOf(view->getOperand(0))[groups.from] / groups.units;
  if (!moves || llvm::any_of(moves->runs, [&](const RowRun &run) {
        return !run.from || run.step != 1 || run.begin % each ||
               run.count % each;
      }))
    return false;
  llvm::SmallDenseMap<Value, Value> made;
  SmallVector<Value> parts;
  for (const RowRun &run : moves->runs) {
    Value &whole = made[run.from];
    if (!whole) {
      Operation *own = viewed(builder, run.from, groups, view);
      views[own] = {groups.from, groups.to,
                    shapeOf(run.from)[groups.from] / each};
      whole = own->getResult(0);
    }
    parts.push_back(buildSlice(builder, view->getLoc(), whole, groups.to,
                               run.begin / each * eachNow,
                               run.count / each * eachNow));
  }
  replace(view, buildConcatenated(builder, view->getLoc(), parts, groups.to),
          before);
  return true;
}

bool GroupDissolver::run() {
  bool changed = false;
  for (Operation &op : main.front())
    if (op.getNumOperands() == 1 && op.getNumResults() == 1 &&
        stacks.isStraddling(op.getOperand(0)))
      if (std::optional<int64_t> dim = stacks.dimOf(op.getResult(0)))
        if (auto groups = regroupingOf(&op, op.getResult(0), *dim))
          views[&op] = *groups;
  // Writers come before their views: backward.
  for (Operation *op = &main.front().back(), *before; op; op = before) {
    before = op->getPrevNode();
    auto view = views.find(op);
    if (view == views.end())
      continue;
    Operation *next = op->getNextNode();
    if (writeLayers(op, Regrouping(view->second))) {
      changed = true;
      before = next->getPrevNode(); // what was made stands there
    }
  }
  for (Operation *op = &main.front().front(), *next; op; op = next) {
    next = op->getNextNode();
    Operation *before = op->getPrevNode();
    if (readRow(op) || readBeforeMap(op)) {
      changed = true;
      next = before ? before->getNextNode() : &main.front().front();
    }
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.front())))
    if (changed && isOpTriviallyDead(&op))
      op.erase();
  return changed;
}

bool popt::dissolveGroups(func::FuncOp main, const Stacks &stacks) {
  return GroupDissolver(main, stacks).run();
}
