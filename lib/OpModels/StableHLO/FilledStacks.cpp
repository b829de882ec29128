//===- FilledStacks.cpp - Loops that write all of a stack -----------------===//
//
// Tested by test/Kernels/empty-stacks.mlir, test/Time/accumulate-in-scans.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/FilledStacks.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/OpModels/Combination.h"
#include "popt/Support/Tensors.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace popt;

/// True if the updates, at these begins and of this many rows, write each of
/// the rows and none is moved because it would reach beyond them.
static bool reachAll(ArrayRef<int64_t> begins, int64_t updated, int64_t rows) {
  llvm::BitVector isWritten(static_cast<unsigned>(rows));
  for (int64_t begin : begins) {
    if (begin < 0 || begin > rows - updated)
      return false;
    isWritten.set(static_cast<unsigned>(begin),
                  static_cast<unsigned>(begin + updated));
  }
  return isWritten.all();
}

namespace {
/// Rows that the iterations of a loop write one after another.
struct WrittenRows {
  std::optional<int64_t> dim; ///< nothing: all of the stack at once
  int64_t rows = 0;           ///< by each iteration
  SmallVector<int64_t> begins;
};
} // namespace

/// What the loop writes of the carried value; nothing if it reads any of it.
static std::optional<WrittenRows> writtenRows(const CountedLoop &loop,
                                              unsigned index) {
  BlockArgument stack = loop.body().getArgument(index);
  Value next = loop.nextOf(index);
  Operation *op = next.getDefiningOp();
  std::optional<SliceAccess> access = op ? sliceAccessOf(op) : std::nullopt;
  if (!access || !access->update || access->whole != stack ||
      !stack.hasOneUse() || !next.hasOneUse() ||
      op->getBlock() != stack.getOwner() ||
      !loop.operation()->getRegion(0).getArgument(index).use_empty())
    return std::nullopt;
  WrittenRows written;
  for (auto [dim, extent] : llvm::enumerate(shapeOf(stack)))
    if (access->sizes[dim] != extent) {
      if (written.dim)
        return std::nullopt;
      written.dim = dim;
    }
  if (!written.dim)
    return written;
  std::optional<SmallVector<int64_t>> begins =
      loop.valuesOf(access->indices[*written.dim]);
  if (!begins)
    return std::nullopt;
  written.rows = access->sizes[*written.dim];
  written.begins = std::move(*begins);
  return written;
}

SmallVector<FillingLoop> popt::loopsThatFill(CountedLoop loop, unsigned index) {
  SmallVector<FillingLoop> loops;
  WrittenRows all;
  for (;;) {
    std::optional<WrittenRows> written = writtenRows(loop, index);
    if (!written || (!all.begins.empty() &&
                     (all.dim != written->dim || all.rows != written->rows)))
      return {};
    loops.push_back({loop, index});
    all.dim = written->dim;
    all.rows = written->rows;
    llvm::append_range(all.begins, written->begins);
    OpResult stack = loop.operation()->getResult(index);
    if (!all.dim || reachAll(all.begins, all.rows, shapeOf(stack)[*all.dim]))
      return loops;
    std::optional<CountedLoop> next;
    if (stack.hasOneUse())
      next = CountedLoop::find(*stack.user_begin());
    if (!next)
      return {};
    index = stack.use_begin()->getOperandNumber();
    loop = std::move(*next);
  }
}

bool popt::writesEachRowOnce(ArrayRef<FillingLoop> loops) {
  SmallVector<int64_t> begins;
  int64_t rows = 0;
  for (const FillingLoop &filling : loops) {
    std::optional<WrittenRows> written =
        writtenRows(filling.loop, filling.index);
    if (!written->dim)
      return loops.size() == 1 && filling.loop.trips() == 1;
    rows = written->rows;
    llvm::append_range(begins, written->begins);
  }
  llvm::sort(begins);
  for (size_t i = 1; i < begins.size(); ++i)
    if (begins[i] - begins[i - 1] < rows)
      return false;
  return true;
}

bool popt::addsToRows(Operation *op, unsigned index) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  if (!loop || !op->getRegion(0).getArgument(index).use_empty())
    return false;
  BlockArgument stack = loop->body().getArgument(index);
  Operation *update = loop->nextOf(index).getDefiningOp();
  std::optional<SliceAccess> write =
      update && update->hasOneUse() ? sliceAccessOf(update) : std::nullopt;
  Operation *add =
      write && write->update ? write->update.getDefiningOp() : nullptr;
  if (!add || !add->hasOneUse() || combinationOf(add) != Monoid::Sum)
    return false;
  bool hasRead = false;
  for (Operation *user : stack.getUsers()) {
    if (user == update)
      continue;
    std::optional<SliceAccess> read = sliceAccessOf(user);
    if (hasRead || !read || read->update || !user->hasOneUse() ||
        *user->user_begin() != add || read->sizes != write->sizes ||
        !llvm::equal(read->indices, write->indices))
      return false;
    hasRead = true;
  }
  return hasRead && write->whole == stack;
}

bool popt::isSumOfRows(Value value, Value next) {
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    if (!addsToRows(use.getOwner(), use.getOperandNumber()))
      return false;
    value = use.getOwner()->getResult(use.getOperandNumber());
    if (value == next)
      return true;
  }
  return false;
}

Value popt::buildReplaced(OpBuilder &builder, Operation *update) {
  SliceAccess access = *sliceAccessOf(update);
  return stablehlo::DynamicSliceOp::create(
      builder, update->getLoc(),
      cast<RankedTensorType>(access.whole.getType()).clone(access.sizes),
      access.whole, access.indices, builder.getDenseI64ArrayAttr(access.sizes));
}
