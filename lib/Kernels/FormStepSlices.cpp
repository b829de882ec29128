//===- FormStepSlices.cpp - Rows of stacks are read where they lie --------===//
//
// A time loop, pipelined or not, reads its microbatch as a slice of the batch at
// the microbatch's number; a scan reads its layer as a row of a stack of weights,
// and writes what it leaves as a row of another one. If the row is one piece of
// memory, it need not be copied: its readers and its producer get the place
// where it begins in each iteration.
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
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/CarriedValues.h"
#include "popt/OpModels/Reshapes.h"
#include "popt/OpModels/StackRows.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Reads what the loop carries and does not change from around the loop.
static Operation *readAround(Operation *loop) {
  Operation *next = loop->getRegions().back().front().getTerminator();
  llvm::BitVector isPassed(loop->getNumOperands());
  SmallVector<ValueTie> ties = valueTiesOf(loop);
  for (ValueTie &tie : ties)
    for (OpOperand *source : tie.sources)
      if (source->getOwner() == next &&
          llvm::is_contained(tie.targets, source->get()))
        isPassed.set(source->getOperandNumber());
  if (isPassed.none())
    return loop;
  for (ValueTie &tie : ties) {
    OpOperand &initial = *tie.sources.front();
    if (isPassed[initial.getOperandNumber()])
      for (Value carried : tie.targets)
        carried.replaceAllUsesWith(initial.get());
  }
  return dropCarried(loop, isPassed);
}

/// Writes on a scan that counts which of its values does, and what it counts.
static void nameCounter(Operation *loop, StackRows &rows) {
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
                Builder(loop->getContext())
                    .getDenseI64ArrayAttr({int64_t(scan->counter()), first,
                                           step, scan->trips()}));
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
  Value counter = dist::getCounter(row.loop);
  std::optional<dist::Counting> counting =
      counter ? dist::getCounting(counter) : std::nullopt;
  if (!counting || row.each % counting->step)
    return std::nullopt;
  int64_t stride = row.each / counting->step;
  return dist::RowElements{counter, row.begin - counting->first * stride,
                           stride, row.count};
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
  SliceAccess access = *sliceAccessOf(op);
  if (access.update) {
    Value row = beforeReshapes(access.update);
    if (Operation *reader = StackRows::storedBy(op)) {
      row = storeIn(reader, row);
      if (op->isBeforeInBlock(reader))
        b.setInsertionPointAfter(reader);
    }
    row = buildReshape(b, loc, row, access.sizes);
    made = dist::StepUpdateOp::create(b, loc, access.whole.getType(),
                                      access.whole, row, elements.step,
                                      elements.begin, elements.stride);
  } else {
    made = dist::StepSliceOp::create(b, loc, op->getResult(0).getType(),
                                     access.whole, elements.step,
                                     elements.begin, elements.stride);
  }
  op->getResult(0).replaceAllUsesWith(made);
  llvm::SetVector<Operation *> replaced;
  replaced.insert(op);
  eraseDead(std::move(replaced));
}

void popt::formStepSlices(func::FuncOp function) {
  SmallVector<Operation *> scans;
  function.walk([&](Operation *op) {
    if (isLoop(op) && !isa<dist::TimeLoopOp>(op) &&
        !factsOf(op).isClusterable && !isWithinKernel(op))
      scans.push_back(op);
  });
  for (Operation *&loop : scans)
    loop = readAround(loop);
  StackRows rows;
  for (Operation *loop : scans)
    nameCounter(loop, rows);
  SmallVector<std::pair<Operation *, dist::RowElements>> found;
  function.walk([&](Operation *op) {
    if (!sliceAccessOf(op) || isWithinKernel(op))
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
