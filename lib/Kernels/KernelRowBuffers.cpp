//===- KernelRowBuffers.cpp - Rows that several loops ask for -------------===//
//
// A row that is read by a reduction and again by what follows it (softmax) is
// computed once into a buffer on the stack, where that is cheaper than twice.
// The design is in KernelEmitter.h. Covered by test/Kernels/lower-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace popt;

/// Row buffers of one kernel together; they live on the stack.
constexpr int64_t maxRowBufferBytes = 256 * 1024;

/// Marks the elements that several loops over one row ask for and that cost
/// more to compute again than to keep.
void KernelEmitter::findRowBuffers() {
  // The loops that ask for a value: reductions, or the root.
  llvm::DenseMap<Value, SmallVector<void *, 2>> loops;
  auto ask = [&](Value value, void *from) {
    auto &list = loops[value];
    if (!llvm::is_contained(list, from))
      list.push_back(from);
  };
  int64_t most = 0;
  llvm::DenseMap<Value, unsigned> cost;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    unsigned sum = elementCostOf(&op);
    totalCost += sum;
    if (!isReduction(&op))
      for (Value operand : op.getOperands())
        sum += cost.lookup(operand);
    for (Value result : op.getResults()) {
      cost[result] = std::min(sum, 1000u);
      most = std::max(most, elementCount(shapeOf(result)));
    }
  }
  Operation *terminator = kernel.getBody().front().getTerminator();
  for (Value result : terminator->getOperands())
    ask(result, terminator);
  for (Operation &op : llvm::reverse(kernel.getBody().front())) {
    if (&op == terminator)
      continue;
    for (Value result : op.getResults()) {
      SmallVector<void *, 2> from = loops.lookup(result);
      if (from.size() > 1 && cost[result] >= 8 && isPointwise(&op) &&
          elementCount(shapeOf(result)) == most) {
        wantsRowBuffer.insert(result);
        from = {result.getAsOpaquePointer()};
      }
      for (Value operand : op.getOperands()) {
        if (foldsOperands(&op))
          ask(operand, &op);
        else
          for (void *loop : from)
            ask(operand, loop);
      }
    }
  }
}

std::optional<Elem> KernelEmitter::fromRowBuffer(Value value,
                                                 const LinearForm &linear) {
  if (!wantsRowBuffer.contains(value) || storageOf(value) ||
      mapping->isParallel())
    return std::nullopt;
  // The row runs along the counter of the loop emitted in now.
  SymbolId symbol = scopes.back()->counter;
  auto term = llvm::find_if(linear.terms, [&](const LinearForm::Term &t) {
    return t.symbol == symbol;
  });
  if (symbol == ~0u || term == linear.terms.end())
    return std::nullopt;
  IndexSymbol counter = symbols[symbol];
  int64_t stride = term->coefficient;
  LinearForm row = linear - LinearForm::symbol(symbol) * stride;
  unsigned level = levelOf(row);
  if (level + 1 >= scopes.size() || lanesOfForm(row))
    return std::nullopt;
  for (unsigned i = level + 1; i < scopes.size(); ++i)
    if (scopes[i]->isConditional)
      return std::nullopt;
  int64_t length = counter.loopHigh - counter.loopLow;
  Type element = elementOf(value);
  const Scope::Buffer *found = nullptr;
  for (const Scope::Buffer &buffer : scopes[level]->buffers)
    if (buffer.value == value && buffer.row == row && buffer.stride == stride &&
        buffer.low == counter.loopLow && buffer.high == counter.loopHigh)
      found = &buffer;
  LinearForm position =
      LinearForm::symbol(symbol) - LinearForm(counter.loopLow);
  if (found)
    return load(found->storage, position);
  unsigned bytes = storageParts(element) *
                   (storageType(element).getIntOrFloatBitWidth() / 8);
  if (rowBufferBytes + length * bytes > maxRowBufferBytes)
    return std::nullopt;
  rowBufferBytes += length * bytes;
  Scope::Buffer buffer{value, row, stride, counter.loopLow, counter.loopHigh,
                       {}};
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&body.getBody().front());
    auto type =
        MemRefType::get({length * storageParts(element)}, storageType(element));
    buffer.storage = {
        memref::AllocaOp::create(b, loc, type, b.getI64IntegerAttr(64)),
        element};
  }
  atLevel(level, [&] {
    auto fill = [&](const LinearForm &at, ValueRange) -> Values {
      ElementIndex index{row + at * stride, std::nullopt};
      Elem result;
      atLevel(depthOf(index.linear),
              [&] { result = emitElement(value, index); });
      store(buffer.storage, at - LinearForm(counter.loopLow), result);
      return {};
    };
    unsigned lanes = chooseLanes(length);
    if (!lanes || !tryVector([&] {
          loop(counter.loopLow, counter.loopHigh, lanes, ValueRange(), fill);
        }))
      loop(counter.loopLow, counter.loopHigh, 0, ValueRange(), fill);
  });
  scopes[level]->buffers.push_back(buffer);
  return load(buffer.storage, position);
}
