//===- CheapInTasks.cpp - Tasks recompute cheap values --------------------===//
//
// What a forward task makes and a later task of its coordinate reads is stored,
// and held for each microbatch in flight. Where a few operations on elements make
// it from one value that the later task takes over anyway, that task's kernels make
// it in registers: in a program without tasks kernels do the same. The first part
// of recompute-in-tasks, whatever the policy. Before and after IR: Passes.td.
// Tested by test/Stages/cheap-in-tasks.mlir, and by execution in
// test/Execute/Stages/twins.py.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Analysis/Recompute.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace popt;

namespace {

class CheapValues {
public:
  CheapValues(dist::TimeLoopOp loop, const TaskGraphBuilder &builder,
              const StageUses &uses, const CostModel &costs)
      : loop(loop), builder(builder), uses(uses), costs(costs) {}

  /// True if tasks have copies.
  bool run();

private:
  /// Of a task; tasks of a microbatch run in this order.
  using VisitPart = std::pair<int, pipeline::Part>;
  VisitPart visitPartOf(int task) const {
    const pipeline::Task &of = builder.problem.tasks[task];
    return {of.visit, of.part};
  }
  bool isTaskOf(int task, int coordinate) const {
    return builder.problem.tasks[task].coordinate == coordinate;
  }
  SmallVector<int> laterReaders(int crossing) const;
  bool isAtHand(Value value, int coordinate, VisitPart last) const;
  bool runsInTask(Operation *op, int task) const;
  bool makeInTasks(int crossing);
  void makeFor(int task, Value value, ArrayRef<Operation *> chain);

  mutable dist::TimeLoopOp loop; ///< a handle: asking it is not const
  const TaskGraphBuilder &builder;
  const StageUses &uses;
  const CostModel &costs;
  llvm::DenseSet<int> gone; ///< crossings that no task takes over any more
};

} // namespace

/// Tasks of the maker's coordinate that take the value over.
SmallVector<int> CheapValues::laterReaders(int crossing) const {
  const pipeline::Value &made = builder.problem.values[crossing];
  SmallVector<int> readers;
  for (int reader : made.readers)
    if (isTaskOf(reader, builder.crossings[crossing].coordinate))
      readers.push_back(reader);
  return readers;
}

/// True if the coordinate holds the value until then whatever happens: it
/// comes from around the loop, all tasks have a copy, or a task takes it over.
bool CheapValues::isAtHand(Value value, int coordinate, VisitPart last) const {
  if (builder.carriedIndex(value) >= 0)
    return false;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &loop.getBody().front())
    return true;
  if (builder.isFree(op))
    return llvm::all_of(uses.operandsOf(op), [&](Value operand) {
      return isAtHand(operand, coordinate, last);
    });
  int crossing = builder.crossing(value, builder.sourceOf(value, coordinate));
  return crossing >= 0 && !gone.contains(crossing) &&
         llvm::any_of(builder.problem.values[crossing].readers, [&](int task) {
           return isTaskOf(task, coordinate) && visitPartOf(task) >= last;
         });
}

/// True if the operation runs in that task, and nowhere else.
bool CheapValues::runsInTask(Operation *op, int task) const {
  auto tasks = op->getAttrOfType<DenseI64ArrayAttr>(dist::kInTasks);
  return tasks && tasks.asArrayRef() == ArrayRef<int64_t>(task);
}

/// Gives the task a copy of the operations.
void CheapValues::makeFor(int task, Value value, ArrayRef<Operation *> chain) {
  auto isIn = [&](OpOperand &use) { return runsInTask(use.getOwner(), task); };
  Operation *first = nullptr;
  for (OpOperand &use : value.getUses())
    if (isIn(use) && (!first || use.getOwner()->isBeforeInBlock(first)))
      first = use.getOwner();
  OpBuilder b(first);
  IRMapping map;
  for (Operation *op : chain) {
    Operation *copy = b.clone(*op, map);
    dist::setPlace(copy, {builder.problem.tasks[task].coordinate});
    copy->setAttr(dist::kInTasks, b.getDenseI64ArrayAttr({task}));
  }
  value.replaceUsesWithIf(map.lookup(value), isIn);
}

/// True if all tasks that take the value over make it now.
bool CheapValues::makeInTasks(int crossing) {
  Value value = builder.crossings[crossing].value;
  int coordinate = builder.crossings[crossing].coordinate;
  Operation *maker = value.getDefiningOp();
  SmallVector<int> readers = laterReaders(crossing);
  if (builder.crossings[crossing].distance || readers.empty() ||
      countPlaces(uses.runsAt(maker)) != 1)
    return false;
  VisitPart last = {0, pipeline::Part::Main};
  for (int reader : readers)
    last = std::max(last, visitPartOf(reader));
  auto isHeld = [&](Value held) {
    return held != value && isAtHand(held, coordinate, last);
  };
  // Whatever reads it: a kernel of one of these tasks.
  auto isElsewhere = [&](Operation *user) {
    return !runsInTask(user, builder.problem.values[crossing].producer);
  };
  llvm::SetVector<Operation *> chain;
  if (!followsCheaply(costs.mesh, value, isHeld, &chain) ||
      !llvm::all_of(
          chain,
          [&](Operation *op) { return isIn(uses.runsAt(op), coordinate); }) ||
      !isReadInKernels(value, loop.getBody().front(), isElsewhere) ||
      llvm::any_of(value.getUsers(), [&](Operation *user) {
        return isElsewhere(user) && llvm::none_of(readers, [&](int task) {
                 return runsInTask(user, task);
               });
      }))
    return false;
  SmallVector<Operation *> ordered = chain.takeVector();
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (int reader : readers)
    makeFor(reader, value, ordered);
  return true;
}

bool CheapValues::run() {
  // In the order of the program: what others are made from is decided first.
  SmallVector<int> order;
  for (size_t i = 0; i < builder.crossings.size(); ++i)
    order.push_back(static_cast<int>(i));
  llvm::stable_sort(order, [&](int a, int b) {
    return builder.crossings[a].value.getDefiningOp()->isBeforeInBlock(
        builder.crossings[b].value.getDefiningOp());
  });
  for (int crossing : order)
    if (makeInTasks(crossing))
      gone.insert(crossing);
  return !gone.empty();
}

bool popt::makeCheapInTasks(dist::TimeLoopOp loop,
                            const TaskGraphBuilder &builder,
                            const StageUses &uses, const CostModel &costs) {
  return CheapValues(loop, builder, uses, costs).run();
}
