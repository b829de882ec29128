//===- LoopParts.cpp - A scan, written as its parts ------------------------===//
//
//   %y:2 = while(%i = 0 .. 4, %h = %x)  { %h * %w[%i] }
// becomes, where coordinate 0 has layers 0 and 1 and coordinate 1 the others,
//   %a:2 = while(%i = 0 .. 2, %h = %x)    { %h * %w0[%i] }
//   %y:2 = while(%i = 2 .. 4, %h = %a#1)  { %h * %w1[%i - 2] }
//
// Tests: test/Stages/split-loops.mlir, by execution
// test/Execute/Stages/scans.test.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Build.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace popt;

Value popt::buildCounter(OpBuilder &builder, Value like, int64_t number) {
  auto type = cast<RankedTensorType>(like.getType());
  Attribute element = builder.getIntegerAttr(type.getElementType(), number);
  return buildConstant(builder, like.getLoc(),
                       DenseElementsAttr::get(type, element));
}

/// Makes the accesses in a part's body those of its blocks.
void StackSplitter::readBlocks(Operation *from, Operation *to,
                               const LoopCut &cut, const LoopPart &part) {
  llvm::DenseMap<Operation *, Operation *> copies;
  SmallVector<Operation *> before, after;
  from->getRegions().back().walk([&](Operation *op) { before.push_back(op); });
  to->getRegions().back().walk([&](Operation *op) { after.push_back(op); });
  for (auto [old, copy] : llvm::zip_equal(before, after))
    copies[old] = copy;
  for (const LoopCut::Access &entry : cut.accesses) {
    Operation *copy = copies.lookup(entry.access.index->getOwner());
    int64_t number = part.blockOf(entry.origin);
    if (blocks.contains(entry.stack)) {
      OpBuilder before(from);
      copy->setOperand(0, blockOf(entry.stack, number, before));
    }
    int64_t layers =
        cast<RankedTensorType>(entry.stack.getType()).getDimSize(entry.how.dim);
    int64_t begin =
        number *
        llvm::divideCeil(layers, stacks.ownersOf(entry.how.owners).size());
    OpOperand &index =
        copy->getOpOperand(entry.access.index->getOperandNumber());
    OpBuilder builder(copy);
    if (begin)
      index.set(buildArithmetic(builder, copy->getLoc(), Arithmetic::Subtract,
                                index.get(),
                                buildCounter(builder, index.get(), begin)));
    if (entry.access.isWrite)
      copy->getResult(0).setType(copy->getOperand(0).getType());
  }
}

/// One part of a loop; `chain` is what the loop carries when it begins.
Operation *StackSplitter::makePart(const CountedLoop &loop, const LoopCut &cut,
                                   const LoopPart &part,
                                   ArrayRef<Value> chain) {
  Operation *op = loop.operation();
  OpBuilder builder(op);
  SmallVector<Value> carried;
  for (auto [i, argument] : llvm::enumerate(loop.body().getArguments())) {
    if (blocks.contains(op->getResult(i))) {
      carried.push_back(
          blockOf(op->getResult(i), part.blockOf(argument), builder));
      continue;
    }
    // Counters are known, and what stays the same comes from where it was made.
    const SmallVector<int64_t> *values = loop.carriedValues(i);
    if (!values) {
      carried.push_back(loop.nextOf(i) == argument ? op->getOperand(i)
                                                   : chain[i]);
      continue;
    }
    carried.push_back(buildCounter(builder, argument, (*values)[part.begin]));
  }
  Operation *made = loop.cut(builder, part.begin, part.end, carried);
  readBlocks(op, made, cut, part);
  dist::setPlace(made, {part.coordinate});
  return made;
}

LogicalResult StackSplitter::convertLoop(Operation *op) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  const std::string &name = mesh.axes[axis].name;
  if (!loop)
    return op->emitError() << "the loop cannot be cut at stage axis \"" << name
                           << "\": how often it runs depends on data; keep \""
                           << name
                           << "\" out of the shardings of what it reads";
  FailureOr<LoopCut> cut = cutLoop(*loop, stacks, name);
  if (failed(cut))
    return failure();
  OpBuilder builder(op);
  SmallVector<Value> chain(op->getOperands());
  for (BlockArgument argument : loop->body().getArguments())
    if (std::optional<Stack> how = stacks.find(argument)) {
      unsigned i = argument.getArgNumber();
      Blocks begun;
      for (size_t k = 0; k < stacks.ownersOf(how->owners).size(); ++k)
        begun.push_back(
            blockAt(op->getOperand(i), *how, static_cast<int64_t>(k), builder));
      blocks[op->getResult(i)] = std::move(begun);
    }
  std::string parts;
  for (const LoopPart &part : cut->parts) {
    Operation *made = makePart(*loop, *cut, part, chain);
    for (OpResult result : made->getResults()) {
      unsigned i = result.getResultNumber();
      chain[i] = result;
      BlockArgument argument = loop->body().getArgument(i);
      if (auto known = blocks.find(op->getResult(i));
          known != blocks.end() && loop->nextOf(i) != argument)
        known->second[part.blockOf(argument)] = result;
    }
    parts += (parts.empty() ? "" : ", ") + std::to_string(part.begin) + " to " +
             std::to_string(part.end - 1) + " at " +
             std::to_string(part.coordinate);
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), chain)) {
    if (blocks.contains(result))
      continue;
    if (stacks.find(result))
      cutResult(result, value, builder);
    result.replaceAllUsesWith(value);
  }
  remark::passed(op->getLoc(),
                 remark::RemarkOpts::name("split-loops").category("propagate"))
      << "iterations of the loop at the coordinates of \"" + name +
             "\": " + parts;
  dead.push_back(op);
  return success();
}
