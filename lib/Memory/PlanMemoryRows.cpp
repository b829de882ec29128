//===- PlanMemoryRows.cpp - Rows that are made in their stacks -------------===//
//
// What an iteration of a scan leaves as a row of a stack is made there, if nothing
// in between asks for what the row replaces:
//
//   %y = stablehlo.dot_general ..                %y lies in %stack, in each
//   .. no write of %stack, no read of the row    iteration in the next row
//   %next = dist.step_update %stack with %y ..   does nothing
//
// What may be read of the stack in between are its other rows, and by the first
// operation that makes the row the row itself, if it may be written over (a sum to
// which each iteration adds).
//
// A row that is what the iteration began with lies where the loop carries it, and
// is copied into the stack: before the next value is made, which then may lie
// where the last one was.
//
// Covered by test/Memory/plan-memory-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include "popt/Dialect/Dist/Stages.h"

using namespace mlir;
using namespace popt;

bool popt::isRowOfIteration(dist::StepUpdateOp update) {
  Block *body = update->getBlock();
  Operation *around = body->getParentOp();
  if (isa<dist::TaskOp>(around))
    around = around->getParentOp();
  if (around != dist::getCounting(update.getStep())->loop)
    return false;
  auto stack = dyn_cast<BlockArgument>(baseOf(update.getStack()));
  if (!stack || stack.getOwner() != body)
    return false;
  // The row is all that its base is.
  Value row = update.getRow();
  for (; Operation *view = row.getDefiningOp(); row = view->getOperand(0))
    if (!view->hasAttr(kStepView))
      return view->getBlock() == body;
    else if (!isView(view))
      return false;
  return false;
}

/// The slice through which the operand reads the stack; null if it reads all of
/// it.
static dist::StepSliceOp sliceOf(Value value,
                                 llvm::function_ref<bool(Value)> isStack) {
  while (Operation *view = value.getDefiningOp()) {
    if (!view->hasAttr(kStepView))
      break;
    auto slice = dyn_cast<dist::StepSliceOp>(view);
    if (slice && isStack(slice.getInput()))
      return slice;
    value = view->getOperand(0);
  }
  return {};
}

namespace {
/// Looks for what stands in the way of a row.
struct RowChecker {
  dist::StepUpdateOp update;
  llvm::function_ref<bool(Value)> isStack, isRow;
  const SymbolTable &symbols;
  dist::RowElements elements = dist::getRowElements(update);

  /// True if the operation leaves what the row replaces alone, or replaces it in
  /// place.
  bool mayRun(Operation *op, bool isFirst, bool isBefore) {
    if (llvm::any_of(op->getResults(), [&](Value result) {
          return !op->hasAttr(kStepView) && isStack(result);
        }))
      return false;
    if (!isBefore || op->hasAttr(kStepView))
      return true;
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &use) {
      if (!isStack(baseOf(use.get())))
        return true;
      dist::StepSliceOp slice = sliceOf(use.get(), isStack);
      if (!slice)
        return false;
      dist::RowElements read = dist::getRowElements(slice);
      if (read.isApartFrom(elements))
        return true;
      return read == elements && isFirst &&
             op->getBlock() == update->getBlock() &&
             llvm::all_of(op->getResults(), [&](OpResult result) {
               return !isRow(result) ||
                      mayShare(op, result.getResultNumber(),
                               use.getOperandNumber(), symbols);
             });
    });
  }

  Operation *run() {
    Block *body = update->getBlock();
    auto makes = [&](Operation *op) {
      return !op->hasAttr(kStepView) && llvm::any_of(op->getResults(), isRow);
    };
    auto reads = [&](Operation *op) {
      return llvm::any_of(op->getOperands(),
                          [&](Value value) { return isRow(baseOf(value)); });
    };
    auto any = [](Operation &op, auto which) {
      return op
          .walk([&](Operation *inner) {
            return which(inner) ? WalkResult::interrupt()
                                : WalkResult::advance();
          })
          .wasInterrupted();
    };
    Operation *first = nullptr, *last = nullptr;
    for (Operation &op : *body) {
      if (!first && any(op, makes))
        first = &op;
      if (any(op, reads))
        last = &op;
    }
    if (!first || !last)
      return update;
    bool isBefore = true;
    for (Operation *op = first;; op = op->getNextNode()) {
      if (op == update)
        isBefore = false;
      else if (any(*op, [&](Operation *inner) {
                 return !mayRun(inner, op == first, isBefore);
               }))
        return op;
      if (op == last)
        return nullptr;
    }
  }
};
} // namespace

Operation *popt::findHindrance(dist::StepUpdateOp update,
                               llvm::function_ref<bool(Value)> isStack,
                               llvm::function_ref<bool(Value)> isRow,
                               const SymbolTable &symbols) {
  return RowChecker{update, isStack, isRow, symbols}.run();
}

/// True if the operation does nothing but replace a part of a stack, in place, with
/// what it reads by `use`.
static bool isUpdateWith(OpOperand &use, const SymbolTable &symbols) {
  Operation *op = use.getOwner();
  return op->getNumResults() == 1 && !op->getNumRegions() &&
         llvm::any_of(op->getOpOperands(), [&](OpOperand &stack) {
           return &stack != &use && stack.get().hasOneUse() &&
                  bytesOf(stack.get()) > bytesOf(use.get()) &&
                  mayShare(op, 0, stack.getOperandNumber(), symbols);
         });
}

/// Moves the operation, and views that it reads, before another of its block if
/// what they read is known there.
static void moveBefore(Operation *op, Operation *place) {
  SmallVector<Operation *> moved{op};
  for (size_t i = 0; i < moved.size(); ++i)
    for (Value operand : moved[i]->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (!maker || maker->getBlock() != place->getBlock() ||
          maker->isBeforeInBlock(place))
        continue;
      if (!leavesOperandInPlace(maker))
        return;
      moved.push_back(maker);
    }
  for (Operation *each : llvm::reverse(moved))
    each->moveBefore(place);
}

void popt::copyRowsFirst(func::FuncOp function, const SymbolTable &symbols) {
  function.walk([&](Operation *loop) {
    if (!isLoop(loop))
      return;
    for (const ValueTie &tie : regionTies(loop))
      for (OpOperand *next : tie.sources) {
        Block *body = next->getOwner()->getBlock();
        auto isCarried = [&](Value target) {
          auto argument = dyn_cast<BlockArgument>(target);
          return argument && argument.getOwner() == body;
        };
        auto carried = llvm::find_if(tie.targets, isCarried);
        Operation *maker =
            viewedBy(next->get(), leavesOperandInPlace).getDefiningOp();
        if (carried == tie.targets.end() || !maker || maker->getBlock() != body)
          continue;
        SmallVector<Operation *> updates;
        forEachRead(
            *carried,
            [&](OpOperand &use) {
              Operation *reader = use.getOwner();
              if (reader->getBlock() == body && reader != maker &&
                  maker->isBeforeInBlock(reader) && isUpdateWith(use, symbols))
                updates.push_back(reader);
            },
            leavesOperandInPlace);
        for (Operation *update : updates)
          moveBefore(update, maker);
      }
  });
}

bool popt::isMadeWithin(Value value, Block *block) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  return op && block->findAncestorOpInBlock(*op);
}

void Storages::placeRows() {
  function.walk([&](dist::StepUpdateOp update) {
    Storage *stack = find(update.getResult()), *row = find(update.getRow());
    if (!stack || !row || stack == row || stack != find(update.getStack()) ||
        row->isArgument || row->memory != stack->memory || row->block ||
        row->row || row->stride || row->bytes != bytesOf(update.getRow()) ||
        !isRowOfIteration(update) ||
        !llvm::all_of(row->values, [&](Value value) {
          return isMadeWithin(value, update->getBlock());
        }))
      return;
    Operation *hindrance = findHindrance(
        update, [&](Value value) { return find(value) == stack; },
        [&](Value value) { return storageOf.lookup(value) == row; }, symbols);
    if (hindrance)
      return;
    row->row = update;
    // A loop that makes the row begins with nothing, there.
    for (Value value : llvm::to_vector(row->values)) {
      Operation *loop = value.getDefiningOp();
      for (const ValueTie &tie :
           regionTies(loop ? loop : update.getOperation()))
        for (OpOperand *source : tie.sources)
          if (Value init = source->get();
              tie.targets.front() == value && source->getOwner() == loop &&
              init.hasOneUse() && init.getDefiningOp<dist::EmptyOp>() &&
              isMadeWithin(init, update->getBlock()))
            merge(row, storageOf.lookup(init));
    }
  });
}

RowAddress popt::rowAddress(RowAddress address, dist::StepUpdateOp update) {
  dist::RowElements elements = dist::getRowElements(update);
  dist::Counting counting = *dist::getCounting(elements.step);
  int64_t width = bytesPerElement(elementOf(update.getRow()));
  address.offset += (elements.begin + counting.first * elements.stride) * width;
  address.steps.push_back(
      {counting.loop, counting.step * elements.stride * width});
  return address;
}

RowAddress Storages::addressOf(const Storage &storage) {
  Storage *stack = stackOf(storage);
  return stack ? rowAddress(addressOf(*stack), storage.row)
               : RowAddress{storage.offset, {}};
}

void popt::annotateRows(func::FuncOp function, Storages &storages) {
  Builder b(function.getContext());
  function.getBody().walk([&](Operation *op) {
    op->removeAttr(kStepTerms);
    SmallVector<Attribute> terms;
    bool hasTerms = false;
    for (Value result : op->getResults()) {
      SmallVector<int64_t> own;
      Storage *storage =
          op->hasAttr(kStepView) ? nullptr : storages.find(result);
      if (storage && storage->row) {
        SmallVector<Operation *> loops = loopsAround(op);
        for (auto [loop, bytes] : storages.addressOf(*storage).steps)
          llvm::append_values(own, llvm::find(loops, loop) - loops.begin(),
                              bytes);
        hasTerms = true;
      }
      terms.push_back(b.getDenseI64ArrayAttr(own));
    }
    if (hasTerms)
      op->setAttr(kStepTerms, b.getArrayAttr(terms));
  });
}
