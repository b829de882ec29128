//===- BatchLoops.cpp - Loops of the program over parts of a batch --------===//
//
// See the header. Tested by test/Annotate/split-batches.mlir, and by execution in
// test/Execute/Stages/held.test (gpt_accum).
//
//===----------------------------------------------------------------------===//
#include "BatchLoops.h"

#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Support/Tensors.h"

using namespace mlir;
using namespace popt;

/// True if the view makes two dims of the one, and changes nothing else.
static bool splitsDim(Operation *view, int64_t dim) {
  if (!isView(view) || view->getNumOperands() != 1)
    return false;
  ArrayRef<int64_t> from = shapeOf(view->getOperand(0)),
                    to = shapeOf(view->getResult(0));
  return to.size() == from.size() + 1 &&
         from.take_front(dim) == to.take_front(dim) &&
         from.drop_front(dim + 1) == to.drop_front(dim + 2) &&
         from[dim] == to[dim] * to[dim + 1];
}

/// True if the loop carries the value unchanged, and takes one part of it in each
/// iteration.
static bool takesParts(OpOperand &use, int64_t dim) {
  std::optional<CountedLoop> loop = CountedLoop::find(use.getOwner());
  unsigned index = use.getOperandNumber();
  if (!loop || loop->nextOf(index) != loop->body().getArgument(index))
    return false;
  return llvm::all_of(
      loop->body().getArgument(index).getUses(), [&](OpOperand &read) {
        if (read.getOwner() == loop->body().getTerminator())
          return true;
        std::optional<StackAccess> access = stackAccessOf(read, dim);
        return access && !access->isWrite && access->rows == 1 &&
               loop->valuesOf(access->index->get()).has_value();
      });
}

Value popt::findPartsOfBatch(Value batch, Layout &layout, const Mesh &mesh) {
  auto split = llvm::find_if(layout.dims, [&](const DimLayout &dim) {
    return llvm::any_of(dim.axes, [&](const AxisRef &ref) {
      return mesh.axes[ref.axis].kind == AxisKind::Time;
    });
  });
  int64_t dim = std::distance(layout.dims.begin(), split);
  Operation *view = batch.hasOneUse() ? *batch.user_begin() : nullptr;
  if (!view || split == layout.dims.end() || !splitsDim(view, dim))
    return nullptr;
  Value parts = view->getResult(0);
  if (parts.use_empty() || shapeOf(parts)[dim + 1] % product(split->axes) ||
      !llvm::all_of(parts.getUses(),
                    [&](OpOperand &use) { return takesParts(use, dim); }))
    return nullptr;
  layout.dims.insert(split, DimLayout());
  return parts;
}
