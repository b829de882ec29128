//===- GpuTranspose.cpp - Operands read across their lines, on a GPU ------===//
//
// The threads of a warp write neighbours. Where they read an operand whose
// neighbours lie along another dimension, every one of them touches a line of
// memory for one element of it. A block then computes a tile of 32 lines of 32
// places; before, its warps read the operand as it lies into shared memory:
//
//   for i, j: r[i, j] = f(a[j, i])
// becomes, for a block, whose warp w of 8 has the lanes l:
//   for k in 0, 8, 16, 24:  t[w + k][l] = a[j0 + w + k, i0 + l]
//   barrier
//   for k in 0, 8, 16, 24:  r[i0 + w + k, j0 + l] = f(t[l][w + k])
//
// Lines of the tile are a word longer than they need to be, so that the lanes
// that read a place of each find it in 32 different banks.
//
// Covered by test/Kernels/lower-kernels-gpu.mlir and
// test/Execute/Gpu/transposes.mlir.
//
//===----------------------------------------------------------------------===//
#include "GpuMapping.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using CmpI = arith::CmpIPredicate;

/// Lines and places of a tile, and the warps that compute it.
constexpr int64_t tileSize = 32, tileWarps = 8;
/// Of fewer lines or places than this, most of a tile would stand idle.
constexpr int64_t minTileLines = 16;
/// What side by side has shared memory in every width has enough of it.
constexpr size_t maxTiles = 2;

/// Elements from one line of a tile to the next.
static int64_t tileStride(Type element) {
  constexpr int64_t bitsPerBank = 32;
  return tileSize +
         std::max<int64_t>(1, bitsPerBank / element.getIntOrFloatBitWidth());
}

/// True if what is read on the way to `value` may be read through tiles, and
/// something on the way transposes.
static bool mayTransposeOnTheWay(const KernelEmitter &e, ValueRange values) {
  SmallVector<Value> pending(values);
  llvm::DenseSet<Value> seen;
  bool transposes = false;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second || e.storageOf(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (!mayReadThroughTile(op))
      return false;
    transposes |= isa<stablehlo::TransposeOp>(op);
    llvm::append_range(pending, op->getOperands());
  }
  return transposes;
}

/// Whether the nest has this element; null if tiles fill it.
Value GpuMapping::existsInTile(Value line, Value place) {
  Value exists;
  auto limit = [&](Value index, int64_t extent) {
    if (extent % tileSize)
      exists =
          e.both(exists, e.ops.cmpi(CmpI::ult, index, e.ops.index(extent)));
  };
  limit(line, tile->lines);
  limit(place, tile->places);
  return exists;
}

/// Shared memory for the tile of the next operand. All kernels have the same:
/// those that run side by side are different blocks.
Value GpuMapping::tileMemory(Type element) {
  auto type =
      MemRefType::get({tileSize * tileStride(element)}, element,
                      MemRefLayoutAttrInterface(), e.b.getI64IntegerAttr(3));
  auto kernels = e.body->getParentOfType<ModuleOp>();
  std::string name;
  llvm::raw_string_ostream(name)
      << "tile$" << tile->reads.size() << "$" << element;
  if (!kernels.lookupSymbol(name)) {
    OpBuilder atStart = OpBuilder::atBlockBegin(kernels.getBody());
    memref::GlobalOp::create(atStart, e.loc, name,
                             atStart.getStringAttr("private"), type,
                             atStart.getUnitAttr(), /*constant=*/false,
                             atStart.getI64IntegerAttr(16));
  }
  return memref::GetGlobalOp::create(e.b, e.loc, type, name);
}

/// Reads the tile of an operand, whose lines lie `stride` apart.
Value GpuMapping::fillTile(const Storage &from, const LinearForm &base,
                           int64_t stride) {
  KernelOps &k = e.ops;
  Type element = storageType(from.element);
  Value buffer = tileMemory(element);
  Value line = k.op<arith::AddIOp>(tile->firstLine, tile->lane);
  Value first = k.op<arith::AddIOp>(e.materialise(base), line);
  auto loop = scf::ForOp::create(e.b, e.loc, tile->warp, k.index(tileSize),
                                 k.index(tileWarps));
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(loop.getBody());
  Value toPlace = loop.getInductionVar();
  Value place = k.op<arith::AddIOp>(tile->firstPlace, toPlace);
  if (Value exists = existsInTile(line, place)) {
    auto branch = scf::IfOp::create(e.b, e.loc, exists, /*withElse=*/false);
    e.b.setInsertionPointToStart(branch.thenBlock());
  }
  Value read = memref::LoadOp::create(
      e.b, e.loc, from.memref,
      k.op<arith::AddIOp>(first, k.op<arith::MulIOp>(place, k.index(stride))));
  memref::StoreOp::create(
      e.b, e.loc, read, buffer,
      k.op<arith::AddIOp>(
          k.op<arith::MulIOp>(toPlace, k.index(tileStride(element))),
          tile->lane));
  return buffer;
}

Value GpuMapping::readThroughTile(const Storage &from, const LinearForm &at) {
  if (!tile)
    return {};
  int64_t alongLine = 0, alongPlace = 0;
  LinearForm base(at.constant);
  for (const LinearForm::Term &term : at.terms)
    if (term.symbol == tile->line)
      alongLine = term.coefficient;
    else if (term.symbol == tile->place)
      alongPlace = term.coefficient;
    else
      base.terms.push_back(term);
  // Its lines go where the nest's places do, or it is as quick to read as is.
  if (alongLine != 1 || alongPlace == 0 || alongPlace == 1 ||
      e.levelOf(base) > 0)
    return {};
  const Tile::Read *known = llvm::find_if(tile->reads, [&](const auto &read) {
    return read.from == from.memref && read.base == base &&
           read.stride == alongPlace;
  });
  KernelOps &k = e.ops;
  if (known == tile->reads.end()) {
    if (tile->reads.size() == maxTiles)
      return {};
    Value buffer;
    e.atLevel(0, [&] { buffer = fillTile(from, base, alongPlace); });
    tile->reads.push_back({from.memref, base, alongPlace, buffer});
    known = &tile->reads.back();
  }
  Value place = k.op<arith::MulIOp>(
      tile->lane, k.index(tileStride(storageType(from.element))));
  return memref::LoadOp::create(e.b, e.loc, known->buffer,
                                k.op<arith::AddIOp>(place, tile->toLine));
}

bool GpuMapping::tryTiles(const Stores &stores) {
  if (current || !mayTransposeOnTheWay(e, ValueRange(stores.values)))
    return false;
  SmallVector<int64_t, 4> extents =
      e.loopExtents(ValueRange(stores.values), {});
  if (!elementCount(extents) || extents.back() < minTileLines)
    return false;
  for (unsigned dim = extents.size() - 1; dim--;)
    if (extents[dim] >= minTileLines && tryTiles(stores, extents, dim))
      return true;
  return false;
}

bool GpuMapping::tryTiles(const Stores &stores, ArrayRef<int64_t> extents,
                          unsigned lineDim) {
  KernelOps &k = e.ops;
  bool works = false;
  launch([&] {
    tile.emplace();
    tile->lines = extents[lineDim];
    tile->places = extents.back();
    SmallVector<int64_t> tiles(extents);
    for (int64_t *extent : {&tiles[lineDim], &tiles.back()})
      *extent = llvm::divideCeil(*extent, tileSize);
    current->grid = elementCount(tiles);
    current->block = tileWarps * tileSize;
    LinearForm number = e.symbolOf(
        memberOf(NVVM::BlockIdXOp::create(e.b, e.loc, e.b.getI32Type())),
        e.depth(), 0, current->grid - 1);
    SmallVector<LinearForm, 4> at = e.dimsOf({number, std::nullopt}, tiles);
    Value thread = memberIn(current->block), size = k.index(tileSize);
    tile->warp = k.op<arith::DivUIOp>(thread, size);
    tile->lane = k.op<arith::RemUIOp>(thread, size);
    tile->firstLine = e.materialise(at[lineDim] * tileSize);
    tile->firstPlace = e.materialise(at.back() * tileSize);
    Value place = k.op<arith::AddIOp>(tile->firstPlace, tile->lane);
    auto loop =
        scf::ForOp::create(e.b, e.loc, tile->warp, size, k.index(tileWarps));
    e.inScope(loop, loop.getBody(), [&](KernelEmitter::Scope &) {
      tile->toLine = loop.getInductionVar();
      Value line = k.op<arith::AddIOp>(tile->firstLine, tile->toLine);
      auto storeOne = [&] {
        at[lineDim] = e.symbolOf(line, e.depth(), 0, tile->lines - 1);
        at.back() = e.symbolOf(place, e.depth(), 0, tile->places - 1);
        tile->line = at[lineDim].terms[0].symbol;
        tile->place = at.back().terms[0].symbol;
        storeAt(stores, linearise(at, extents));
      };
      if (Value exists = existsInTile(line, place))
        e.conditional(exists, storeOne);
      else
        storeOne();
    });
    works = !tile->reads.empty();
    tile.reset();
    if (!works)
      return;
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPoint(loop);
    NVVM::Barrier0Op::create(e.b, e.loc);
  });
  if (!works)
    launches.pop_back_val().region->erase();
  return works;
}
