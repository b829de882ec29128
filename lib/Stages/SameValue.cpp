//===- SameValue.cpp - Whether two values are computed alike --------------===//
//
// Equality by coinduction: what is being compared is taken to be equal until a
// difference is found. One difference makes the whole answer false, so nothing that
// was taken to be equal needs to be taken back. Tested by
// test/Stages/cut-checkpoints.mlir.
//
//===----------------------------------------------------------------------===//
#include "SameValue.h"
#include "Barriers.h"

#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

namespace {
class Comparison {
public:
  bool isSame(Value a, Value b);

private:
  bool isCarriedAlike(Value a, Value b, Operation *loopA, Operation *loopB);
  bool isMadeAlike(Operation *a, Operation *b);

  llvm::DenseSet<std::pair<Value, Value>> assumed;
};
} // namespace

/// Elements stay as they are, in their order.
static bool keepsElements(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  if (isView(op))
    return true;
  std::optional<SmallVector<int64_t>> dims = resultDimsOf(op);
  if (!dims || shapeOf(op->getOperand(0)).empty())
    return false;
  llvm::erase(*dims, -1);
  auto from = cast<ShapedType>(op->getOperand(0).getType()),
       to = cast<ShapedType>(op->getResult(0).getType());
  return from.getNumElements() == to.getNumElements() && llvm::is_sorted(*dims);
}

/// The operation of whose ties a value is a target: a loop.
static Operation *loopOf(Value value) {
  Operation *op = isa<BlockArgument>(value)
                      ? cast<BlockArgument>(value).getOwner()->getParentOp()
                      : value.getDefiningOp();
  return isLoop(op) ? op : nullptr;
}

static std::optional<ValueTie> tieOf(Operation *loop, Value value) {
  for (ValueTie &tie : valueTiesOf(loop))
    if (llvm::is_contained(tie.targets, value))
      return tie;
  return std::nullopt;
}

/// In how many loops a block runs.
static int depthOf(Block *block) {
  int depth = 0;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    depth += isLoop(op);
  return depth;
}

/// What the loop does not change is what it was before; other values are themselves.
static Value beforeLoop(Value value, Operation *loop) {
  if (!isa<BlockArgument>(value) || loopOf(value) != loop)
    return value;
  std::optional<ValueTie> tie = tieOf(loop, value);
  if (!tie)
    return value;
  Value before = value;
  for (OpOperand *source : tie->sources)
    if (source->getOwner() == loop)
      before = source->get();
    else if (!llvm::is_contained(tie->targets, source->get()))
      return value;
  return before;
}

static Value originOf(Value value);

/// What an iteration reads of a stack that another loop wrote in as many
/// iterations, the same part in each: what that one wrote. Null for all else.
static Value writtenPart(Operation *op) {
  std::optional<SliceAccess> read = sliceAccessOf(op);
  std::optional<CountedLoop> reader = read && !read->update
                                          ? CountedLoop::find(op->getParentOp())
                                          : std::nullopt;
  if (!reader)
    return {};
  Value stack = originOf(beforeLoop(read->whole, reader->operation()));
  std::optional<CountedLoop> writer =
      isa<OpResult>(stack) ? CountedLoop::find(stack.getDefiningOp())
                           : std::nullopt;
  // One iteration is meant of each loop around both.
  if (!writer || writer->trips() != reader->trips() ||
      depthOf(&writer->body()) != depthOf(&reader->body()))
    return {};
  Value next = writer->nextOf(cast<OpResult>(stack).getResultNumber());
  Operation *last = next.getDefiningOp();
  std::optional<SliceAccess> write = last ? sliceAccessOf(last) : std::nullopt;
  if (!write || !write->update || write->sizes != read->sizes ||
      !isa<BlockArgument>(write->whole) ||
      !llvm::is_contained(tieOf(writer->operation(), stack)->targets,
                          write->whole))
    return {};
  // Of all dimensions but those along which parts are one element thick, all
  // iterations take the same.
  std::vector<std::vector<int64_t>> parts(reader->trips());
  for (auto [r, w, size, extent] : llvm::zip_equal(
           read->indices, write->indices, read->sizes, shapeOf(read->whole))) {
    std::optional<SmallVector<int64_t>> at = reader->valuesOf(r);
    if (!at || at != writer->valuesOf(w) ||
        (size != 1 && !llvm::all_equal(*at)))
      return {};
    for (auto [part, begin] : llvm::zip_equal(parts, *at))
      part.push_back(std::clamp<int64_t>(begin, 0, extent - size));
  }
  // None is written again.
  llvm::sort(parts);
  return llvm::adjacent_find(parts) == parts.end() ? write->update : Value();
}

/// The value behind barriers, and behind views and stacks that only hold it, if
/// it has this type.
static Value originOf(Value value) {
  Value origin = value;
  for (Value next = value; Operation *op = next.getDefiningOp();) {
    if (isBarrier(op))
      next = op->getOperand(cast<OpResult>(next).getResultNumber());
    else if (keepsElements(op))
      next = op->getOperand(0);
    else if (Value part = writtenPart(op))
      next = part;
    else
      break;
    if (next.getType() == value.getType())
      origin = next;
  }
  return origin;
}

bool Comparison::isCarriedAlike(Value a, Value b, Operation *loopA,
                                Operation *loopB) {
  // What an iteration has is not what is left after the last one, and iterations of
  // an outer loop are not those of an inner one.
  if (isa<BlockArgument>(a) != isa<BlockArgument>(b) ||
      depthOf(a.getParentBlock()) != depthOf(b.getParentBlock()))
    return false;
  std::optional<CountedLoop> countedA = CountedLoop::find(loopA),
                             countedB = CountedLoop::find(loopB);
  if (!countedA || !countedB || countedA->trips() != countedB->trips())
    return false;
  std::optional<ValueTie> tieA = tieOf(loopA, a), tieB = tieOf(loopB, b);
  return tieA && tieB && tieA->sources.size() == tieB->sources.size() &&
         llvm::all_of(llvm::zip_equal(tieA->sources, tieB->sources),
                      [&](auto pair) {
                        auto [x, y] = pair;
                        return isSame(x->get(), y->get());
                      });
}

bool Comparison::isMadeAlike(Operation *a, Operation *b) {
  if (a->getName() != b->getName() || !isMemoryEffectFree(a))
    return false;
  auto isAlike = [&](Value x, Value y) { return success(isSame(x, y)); };
  if (a->getNumRegions())
    return OperationEquivalence::isEquivalentTo(
        a, b, isAlike, [&](Value x, Value y) { assumed.insert({x, y}); },
        OperationEquivalence::IgnoreLocations);
  return a->getName().compareOpProperties(a->getPropertiesStorage(),
                                          b->getPropertiesStorage()) &&
         a->getNumOperands() == b->getNumOperands() &&
         llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                      [&](auto pair) {
                        return isSame(std::get<0>(pair), std::get<1>(pair));
                      });
}

bool Comparison::isSame(Value a, Value b) {
  a = originOf(a);
  b = originOf(b);
  if (a == b)
    return true;
  if (a.getType() != b.getType())
    return false;
  if (!assumed.insert({a, b}).second)
    return true;
  Operation *loopA = loopOf(a), *loopB = loopOf(b);
  if (loopA && loopB)
    return isCarriedAlike(a, b, loopA, loopB);
  auto resultA = dyn_cast<OpResult>(a), resultB = dyn_cast<OpResult>(b);
  return resultA && resultB &&
         resultA.getResultNumber() == resultB.getResultNumber() &&
         isMadeAlike(resultA.getOwner(), resultB.getOwner());
}

bool popt::isSameValue(Value a, Value b) { return Comparison().isSame(a, b); }
