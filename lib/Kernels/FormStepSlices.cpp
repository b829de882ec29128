//===- FormStepSlices.cpp - Rows of stacks are read where they lie --------===//
//
// A time loop, pipelined or not, reads its microbatch as a slice of the batch at
// the microbatch's number; a scan reads its layer as a row of a stack of weights,
// and writes what it leaves as a row of another one. If the row is one piece of
// memory, it need not be copied: its readers are told where it begins in each
// iteration, and whoever makes it where it is to be.
//
//   %begin = stablehlo.multiply %step, %c4
//   %0 = stablehlo.dynamic_slice %batch, %begin, %c0, sizes = [4, 16]
//   %1 = stablehlo.dynamic_update_slice %stack, %row, %step, %c0
// becomes
//   %0 = dist.step_slice %batch at %step begin 0 stride 64
//   %1 = dist.step_update %stack with %row at %step begin 0 stride 16
//
// The index must be affine in the number, and never be clamped. What would not
// begin where the arena's values do (kArenaAlignment) stays a copy.
//
// What a scan carries and does not change is read from where it lies around the
// loop, so that scans within scans read rows of rows.
//
// Covered by test/Kernels/form-step-slices.mlir.
//
//===----------------------------------------------------------------------===//
#include "FormStepSlices.h"
#include "KernelFacts.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/StackRows.h"
#include "popt/Support/Tensors.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Reads what the loop carries and does not change from around the loop.
static stablehlo::WhileOp readAround(stablehlo::WhileOp loop) {
  mlir::Block &condition = loop.getCond().front(),
              &body = loop.getBody().front();
  Operation *next = body.getTerminator();
  llvm::BitVector isPassed(loop->getNumOperands());
  for (unsigned i = 0; i < loop->getNumOperands(); ++i)
    if (next->getOperand(i) == body.getArgument(i))
      isPassed.set(i);
  if (isPassed.none())
    return loop;
  SmallVector<Value> carried;
  for (unsigned i = 0; i < loop->getNumOperands(); ++i) {
    if (!isPassed[i]) {
      carried.push_back(loop->getOperand(i));
      continue;
    }
    Value value = loop->getOperand(i);
    condition.getArgument(i).replaceAllUsesWith(value);
    body.getArgument(i).replaceAllUsesWith(value);
    loop->getResult(i).replaceAllUsesWith(value);
  }
  next->eraseOperands(isPassed);
  condition.eraseArguments(isPassed);
  body.eraseArguments(isPassed);
  OpBuilder b(loop);
  auto made = stablehlo::WhileOp::create(b, loop.getLoc(), carried);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  made.getCond().takeBody(loop.getCond());
  made.getBody().takeBody(loop.getBody());
  unsigned number = 0;
  for (unsigned i = 0; i < loop->getNumOperands(); ++i)
    if (!isPassed[i])
      loop->getResult(i).replaceAllUsesWith(made->getResult(number++));
  loop->erase();
  return made;
}

/// Writes on a scan that counts which of its values does, and what it counts.
static void nameCounter(stablehlo::WhileOp loop, StackRows &rows) {
  const CountedLoop *scan = rows.findLoop(loop);
  const SmallVector<int64_t> *values =
      scan ? scan->carriedValues(scan->counter()) : nullptr;
  if (!values)
    return;
  int64_t first = values->front(), step = (*values)[1] - first;
  for (auto [i, value] : llvm::enumerate(*values))
    if (value != first + static_cast<int64_t>(i) * step)
      return; // it does not hold the numbers
  loop->setAttr(dist::kCounter,
                Builder(loop.getContext())
                    .getDenseI64ArrayAttr({int64_t(scan->counter()), first,
                                           step, scan->trips()}));
}

/// The value that counts the loop's iterations; null if it names none.
static Value counterOf(Operation *loop) {
  Region &body = loop->getRegion(loop->getNumRegions() - 1);
  for (BlockArgument argument : body.getArguments())
    if (dist::getCounting(argument))
      return argument;
  return {};
}

/// True if the operation will be part of a kernel with what is around it.
static bool isWithinKernel(Operation *op) {
  for (Operation *around = op->getParentOp();
       around && !isa<func::FuncOp>(around); around = around->getParentOp())
    if (factsOf(around).isClusterable)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The row by what its loop's counter says; nothing if that cannot say it.
static std::optional<dist::RowElements> elementsOf(const StackRow &row) {
  Value counter = counterOf(row.loop);
  std::optional<dist::Counting> counting =
      counter ? dist::getCounting(counter) : std::nullopt;
  if (!counting || row.each % counting->step)
    return std::nullopt;
  int64_t stride = row.each / counting->step;
  return dist::RowElements{counter, row.begin - counting->first * stride,
                           stride, row.count};
}

void popt::eraseUnused(llvm::SetVector<Operation *> unused) {
  while (!unused.empty()) {
    Operation *next = unused.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *definer = operand.getDefiningOp())
        unused.insert(definer);
    next->erase();
  }
}

/// A copy of what the reader reads, which is then a result of its kernel.
static Value storeIn(Operation *reader, Value value) {
  OpBuilder b(reader);
  Value copy = buildCopy(b, reader->getLoc(), value);
  reader->replaceUsesOfWith(value, copy);
  return copy;
}

/// Replaces a slice or an update.
static void replaceByRow(Operation *op, const dist::RowElements &elements) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  Value made;
  if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op)) {
    Value row = StackRows::withoutShape(update.getUpdate());
    if (Operation *reader = StackRows::storedBy(update)) {
      row = storeIn(reader, row);
      if (op->isBeforeInBlock(reader))
        b.setInsertionPointAfter(reader);
    }
    row = buildReshape(b, loc, row, shapeOf(update.getUpdate()));
    made = dist::StepUpdateOp::create(b, loc, update.getType(),
                                      update.getOperand(), row, elements.step,
                                      elements.begin, elements.stride);
  } else {
    made = dist::StepSliceOp::create(b, loc, op->getResult(0).getType(),
                                     op->getOperand(0), elements.step,
                                     elements.begin, elements.stride);
  }
  op->getResult(0).replaceAllUsesWith(made);
  llvm::SetVector<Operation *> replaced;
  replaced.insert(op);
  eraseUnused(std::move(replaced));
}

void popt::formStepSlices(func::FuncOp function) {
  SmallVector<stablehlo::WhileOp> scans;
  function.walk([&](stablehlo::WhileOp loop) {
    if (!factsOf(loop).isClusterable && !isWithinKernel(loop))
      scans.push_back(loop);
  });
  for (stablehlo::WhileOp &loop : scans)
    loop = readAround(loop);
  StackRows rows;
  for (stablehlo::WhileOp loop : scans)
    nameCounter(loop, rows);
  SmallVector<std::pair<Operation *, dist::RowElements>> found;
  function.walk([&](Operation *op) {
    if (!isa<stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp>(op) ||
        isWithinKernel(op))
      return;
    std::optional<StackRow> row = rows.readBy(op);
    if (!row)
      row = rows.writtenBy(op);
    if (std::optional<dist::RowElements> elements =
            row ? elementsOf(*row) : std::nullopt)
      found.push_back({op, *elements});
  });
  for (auto &[op, elements] : found)
    replaceByRow(op, elements);
}
