//===- KernelTranspose.cpp - Operands read across their minor dimension ---===//
//
// Lanes along a dimension that is not the operand's last one gather one element
// from each of as many lines. Where an outer loop runs along the operand's last
// dimension, both loops are cut into tiles instead: a tile is read in rows as
// it lies in memory, transposed by shuffles, kept on the stack, and the loop
// over its rows reads neighbours.
//
//   for i, j (lanes): r[i, j] = f(a[j, i])
// becomes
//   for i by 16, j by 16:
//     16 rows of a, transposed                       -> tile
//     for row in 0..16, lanes: r[i + row, j] = f(tile[row])
//
// Ends that fill no tile are masked. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace popt;

/// Below this a tile is not worth its shuffles.
constexpr int64_t minTileRows = 8;

unsigned KernelEmitter::tileSize() const {
  return std::clamp(options.vectorBits / 8 / widestBytes, 8u, 16u);
}

bool popt::mayReadThroughTile(Operation *op) {
  switch (kernelKindOf(op)) {
  case KernelKind::Map:
  case KernelKind::Source:
  case KernelKind::View:
    return true;
  case KernelKind::Broadcast: // but not one that takes elements to pieces
    return getElementTypeOrSelf(op->getOperand(0)) ==
           getElementTypeOrSelf(op->getResult(0));
  default:
    return false;
  }
}

bool KernelEmitter::mayTile() {
  // Reductions inside the loop over rows would be evaluated once per tile.
  return llvm::all_of(kernel.getBody().front().without_terminator(),
                      [](Operation &op) { return mayReadThroughTile(&op); });
}

void KernelEmitter::tiledNest(ArrayRef<int64_t> extents, unsigned rowDim,
                              const NestBody &body) {
  int64_t size = tileSize();
  int64_t whole = extents[rowDim] / size, rest = extents[rowDim] % size;
  auto part = [&](int64_t blocks, int64_t first, int64_t rows) {
    SmallVector<LinearForm> counters;
    std::function<void()> open = [&] {
      unsigned d = counters.size();
      if (d == extents.size()) {
        LinearForm block = counters[rowDim];
        tile.emplace();
        tile->level = depth();
        loop(0, rows, 0, ValueRange(),
             [&](const LinearForm &row, ValueRange) -> Values {
               counters[rowDim] = block * size + LinearForm(first) + row;
               tile->row = row.terms.empty() ? ~0u : row.terms[0].symbol;
               body(counters);
               return {};
             });
        tile.reset();
        counters[rowDim] = block;
        return;
      }
      bool isLast = d + 1 == extents.size();
      loop(0, d == rowDim ? blocks : extents[d], isLast ? size : 0,
           ValueRange(), [&](const LinearForm &counter, ValueRange) -> Values {
             counters.push_back(counter);
             open();
             counters.pop_back();
             return {};
           });
    };
    if (blocks && rows)
      open();
  };
  part(whole, 0, size);
  part(1, whole * size, rest);
}

void KernelEmitter::nestWithTiles(ArrayRef<int64_t> extents,
                                  const NestBody &body) {
  // The plain nest is emitted first and tells whether a load wants a tile.
  std::optional<unsigned> rowDim;
  transposedLoop.reset();
  attempts.push_back({depth(), detours, {}});
  nest(extents, [&](ArrayRef<LinearForm> counters) {
    body(counters);
    if (transposedLoop && !rowDim)
      for (auto [d, counter] : llvm::enumerate(counters.drop_back()))
        if (counter == LinearForm::symbol(*transposedLoop))
          rowDim = d;
  });
  SmallVector<Operation *> plain = std::move(attempts.back().loops);
  attempts.pop_back();
  if (!rowDim || extents[*rowDim] < minTileRows || extents.back() < minTileRows)
    return;
  if (tryVector([&] { tiledNest(extents, *rowDim, body); }))
    for (Operation *op : llvm::reverse(plain))
      op->erase();
  setInsertion();
}

/// Columns to rows: each step puts the upper half of the vectors between the
/// lower half, element by element; as many steps as the size has bits.
static void transposeVectors(KernelOps &ops, SmallVectorImpl<Value> &vectors) {
  int64_t size = vectors.size();
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < size / 2; ++i) {
    low.append({i, size + i});
    high.append({size / 2 + i, size + size / 2 + i});
  }
  for (int64_t step = 1; step < size; step *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < size / 2; ++i)
      for (const auto &order : {low, high})
        next.push_back(vector::ShuffleOp::create(ops.b, ops.loc, vectors[i],
                                                 vectors[i + size / 2], order));
    vectors.assign(next.begin(), next.end());
  }
}

Value KernelEmitter::fillTile(const Storage &from, const LinearForm &base,
                              SymbolId lane) {
  int64_t size = tileSize();
  const IndexSymbol rows = symbols[tile->row], columns = symbols[lane];
  int64_t rowCount = rows.high - rows.low + 1;
  int64_t columnCount =
      columns.mask ? columns.high - columns.low + 1 : columns.lanes;
  Type stored = storageType(from.element);
  auto type = VectorType::get({size}, stored);
  Value buffer;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&body.getBody().front());
    buffer =
        memref::AllocaOp::create(b, loc, MemRefType::get({size * size}, stored),
                                 b.getI64IntegerAttr(64));
  }
  Value zeros = ops.constant(type, b.getZeroAttr(stored)), mask;
  if (rowCount < size) {
    SmallVector<bool> exists(size);
    std::fill_n(exists.begin(), rowCount, true);
    mask = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(VectorType::get({size}, b.getI1Type()), exists));
  }
  // Address of the first row in the first column.
  Value first;
  int64_t step = 0;
  for (const LinearForm::Term &term : base.terms) {
    Value value = symbols[term.symbol].value;
    if (term.symbol == lane)
      step = term.coefficient;
    if (term.coefficient != 1)
      value = ops.op<arith::MulIOp>(value, ops.index(term.coefficient));
    first = first ? ops.op<arith::AddIOp>(first, value) : value;
  }
  SmallVector<Value> vectors;
  for (int64_t column = 0; column < size; ++column) {
    if (column >= columnCount) {
      vectors.push_back(zeros);
      continue;
    }
    Value at = ops.op<arith::AddIOp>(
        first, ops.index(base.constant + rows.low + column * step));
    if (mask)
      vectors.push_back(vector::MaskedLoadOp::create(b, loc, type, from.memref,
                                                     at, mask, zeros));
    else
      vectors.push_back(vector::LoadOp::create(b, loc, type, from.memref, at));
  }
  transposeVectors(ops, vectors);
  for (int64_t row = 0; row < rowCount; ++row)
    vector::StoreOp::create(b, loc, vectors[row], buffer,
                            ops.index(row * size));
  return buffer;
}

Value KernelEmitter::loadTransposed(const Storage &from,
                                    const LinearForm &linear) {
  SymbolId row = ~0u;
  std::optional<SymbolId> lane = laneOf(linear);
  for (const LinearForm::Term &term : linear.terms) {
    if (symbols[term.symbol].isVector)
      return {};
    if (term.coefficient == 1 && term.symbol != lane)
      row = term.symbol;
  }
  if (!lane || row == ~0u)
    return {};
  if (!tile) {
    if (!transposedLoop)
      transposedLoop = row;
    return {};
  }
  LinearForm base = linear - LinearForm::symbol(row);
  if (row != tile->row || levelOf(base) > tile->level)
    return {};
  Value buffer;
  for (const Tile::Filled &filled : tile->filled)
    if (filled.from == from.memref && filled.base == base && filled.row == row)
      buffer = filled.buffer;
  if (!buffer) {
    atLevel(tile->level, [&] { buffer = fillTile(from, base, *lane); });
    tile->filled.push_back({from.memref, base, row, buffer});
  }
  int64_t size = tileSize();
  Value at = materialise(
      (LinearForm::symbol(row) - LinearForm(symbols[row].low)) * size);
  auto type = VectorType::get({int64_t(symbols[*lane].lanes)},
                              storageType(from.element));
  return vector::LoadOp::create(b, loc, type, buffer, at);
}
