//===- GpuTranspose.cpp - Operands read across their lines, on a GPU ------===//
//
// The threads of a warp write neighbours. If they read an operand whose
// neighbours lie along another dimension, each thread touches a line of memory
// for one element. Then a block computes a tile of 32 lines of 32 places, for
// which its warps first read the operand as it lies into shared memory:
//
//   for i, j: r[i, j] = f(a[j, i])
// becomes, for a block, whose thread t of 256 has k in t, t + 256, ... 1023:
//   t[k / 32][k % 32] = a[j0 + k / 32, i0 + k % 32]
//   barrier
//   r[i0 + k / 32, j0 + k % 32] = f(t[k % 32][k / 32])
//
// Lines are what the operand's innermost dimensions number, as many of them as
// make 32: of f32[8, 2, 32, 32, 4] transposed to [8, 2, 4, 32, 32] the last two.
// Places are what the result's innermost dimensions number. Of fewer than 32 a
// tile has all, and more of the others.
//
// Places of the tile are padded by a word, so that lanes that read a line of
// each place access 32 different banks.
//
// Covered by test/Kernels/lower-kernels-gpu.mlir and
// test/Execute/Gpu/transposes.mlir.
//
//===----------------------------------------------------------------------===//
#include "GpuMapping.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;
using Storage = KernelEmitter::Storage;
using CmpI = arith::CmpIPredicate;

/// Lines and places of a tile, its elements, and the threads that compute it.
constexpr int64_t tileSize = 32, tileElements = 1024, tileThreads = 256;
/// So that the padding of one is not larger than the tile.
constexpr int64_t mostPlaces = 256;
/// Of fewer lines and places than this, most of a tile would stand idle.
constexpr int64_t minElements = 256;
/// A row kernel's operand of fewer elements is read as it lies.
constexpr int64_t minStored = 4096;
/// What side by side has shared memory in every width has enough of it.
constexpr size_t maxTiles = 2;

/// Elements that places of a tile are further apart than it has lines.
static int64_t padding(Type element) {
  constexpr int64_t bitsPerBank = 32;
  return std::max<int64_t>(1, bitsPerBank / element.getIntOrFloatBitWidth());
}

/// What is read on the way to values that may be read through tiles: the
/// transposes; nothing if something on the way may not.
static SmallVector<Value> transposesOnTheWay(const KernelEmitter &e,
                                             ValueRange values) {
  SmallVector<Value> pending(values);
  llvm::DenseSet<Value> seen;
  SmallVector<Value> transposes;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second || e.storageOf(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (!mayReadThroughTile(op))
      return {};
    if (permutationOf(op))
      transposes.push_back(value);
    llvm::append_range(pending, op->getOperands());
  }
  return transposes;
}

/// Appends the dimensions of a nest over these extents that make up one of a
/// tensor of this shape, innermost first; false if none do.
static bool appendDims(ArrayRef<int64_t> extents, ArrayRef<int64_t> shape,
                       int64_t dim, SmallVectorImpl<unsigned> &dims) {
  SmallVector<int64_t, 4> strides = stridesOf(extents);
  int64_t low = stridesOf(shape)[dim], high = low * shape[dim], count = 1;
  for (unsigned d = extents.size(); d--;)
    if (strides[d] >= low && strides[d] * extents[d] <= high &&
        extents[d] != 1) {
      dims.push_back(d);
      count *= extents[d];
    }
  return count == shape[dim];
}

std::optional<GpuMapping::TileDims>
GpuMapping::tileDims(Value transposed, ArrayRef<int64_t> extents) {
  ArrayRef<int64_t> shape = shapeOf(transposed);
  // Of the nest, in the order in which the operand has them, innermost first.
  SmallVector<unsigned> operandDims;
  SmallVector<int64_t> resultDim(shape.size());
  for (auto [i, from] :
       llvm::enumerate(*permutationOf(transposed.getDefiningOp())))
    resultDim[from] = i;
  for (int64_t i : llvm::reverse(resultDim))
    if (!appendDims(extents, shape, i, operandDims))
      return std::nullopt;
  unsigned last = extents.size();
  while (last && extents[last - 1] == 1)
    --last;
  TileDims dims;
  auto take = [&](unsigned d, TileDims::Group &group) {
    group.dims.insert(group.dims.begin(), d);
    group.extents.insert(group.extents.begin(), extents[d]);
    group.count *= extents[d];
    return group.count < tileSize;
  };
  for (unsigned d : operandDims)
    if (d + 1 == last || !take(d, dims.lines))
      break;
  for (unsigned d = last; d--;)
    if (extents[d] != 1 &&
        (llvm::is_contained(dims.lines.dims, d) || !take(d, dims.places)))
      break;
  int64_t lines = dims.lines.count, places = dims.places.count;
  if (lines < 2 || places < 2 || lines * places < minElements)
    return std::nullopt;
  dims.height = std::min(lines, tileSize);
  dims.width = std::min(
      {places, tileElements / dims.height / tileSize * tileSize, mostPlaces});
  if (dims.width < tileSize)
    dims.height = std::min(lines, tileElements / dims.width);
  return dims;
}

/// Whether the nest has this element; null if tiles fill it.
Value GpuMapping::existsInTile(Value line, Value place) {
  Value exists;
  auto limit = [&](Value index, int64_t extent, int64_t size) {
    if (extent % size)
      exists =
          e.both(exists, e.ops.cmpi(CmpI::ult, index, e.ops.index(extent)));
  };
  limit(line, tile->dims.lines.count, tile->dims.height);
  limit(place, tile->dims.places.count, tile->dims.width);
  return exists;
}

/// Shared memory for the tile of the next operand. All kernels have the same:
/// those that run side by side are different blocks.
Value GpuMapping::tileMemory(Type element) {
  int64_t count = tileElements + mostPlaces * padding(element);
  auto type = MemRefType::get({count}, element, MemRefLayoutAttrInterface(),
                              e.b.getI64IntegerAttr(3));
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

/// A loop over the elements of the tile with the stride of a block's threads.
scf::ForOp GpuMapping::overTile() {
  return scf::ForOp::create(e.b, e.loc, memberIn(tileThreads),
                            e.ops.index(tile->dims.height * tile->dims.width),
                            e.ops.index(tileThreads));
}

/// The element of a line and a place, in shared memory.
Value GpuMapping::inTile(Type element, Value line, Value place) {
  KernelOps &k = e.ops;
  Value stride = k.index(tile->dims.height + padding(element));
  return k.op<arith::AddIOp>(k.op<arith::MulIOp>(place, stride), line);
}

/// Reads the tile of an operand: lines are neighbours, `strides` those of the
/// places' dimensions.
Value GpuMapping::fillTile(const Storage &from, const LinearForm &base,
                           ArrayRef<int64_t> strides) {
  KernelOps &k = e.ops;
  Type stored = storageType(from.element);
  Type element = e.b.getIntegerType(stored.getIntOrFloatBitWidth());
  Value buffer = tileMemory(element);
  Value first = e.materialise(base);
  scf::ForOp loop = overTile();
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar(), height = k.index(tile->dims.height);
  Value toLine = k.op<arith::RemUIOp>(number, height);
  Value toPlace = k.op<arith::DivUIOp>(number, height);
  Value line = k.op<arith::AddIOp>(tile->firstLine, toLine);
  Value place = k.op<arith::AddIOp>(tile->firstPlace, toPlace);
  if (Value exists = existsInTile(line, place)) {
    auto branch = scf::IfOp::create(e.b, e.loc, exists, /*withElse=*/false);
    e.b.setInsertionPointToStart(branch.thenBlock());
  }
  Value at = k.op<arith::AddIOp>(first, line), rest = place;
  const TileDims::Group &places = tile->dims.places;
  for (size_t d = strides.size(); d--;) {
    Value index = rest;
    if (d) {
      Value extent = k.index(places.extents[d]);
      index = k.op<arith::RemUIOp>(rest, extent);
      rest = k.op<arith::DivUIOp>(rest, extent);
    }
    at = k.op<arith::AddIOp>(at,
                             k.op<arith::MulIOp>(index, k.index(strides[d])));
  }
  Value read = memref::LoadOp::create(e.b, e.loc, from.memref, at);
  if (stored != element)
    read = k.op<arith::BitcastOp>(element, read);
  memref::StoreOp::create(e.b, e.loc, read, buffer,
                          inTile(element, toLine, toPlace));
  return buffer;
}

/// What a form has of each of the symbols, which are taken out of it.
static SmallVector<int64_t> takeCoefficients(LinearForm &form,
                                             ArrayRef<SymbolId> symbols) {
  SmallVector<int64_t> coefficients(symbols.size());
  llvm::erase_if(form.terms, [&](const LinearForm::Term &term) {
    const SymbolId *found = llvm::find(symbols, term.symbol);
    if (found == symbols.end())
      return false;
    coefficients[found - symbols.begin()] = term.coefficient;
    return true;
  });
  return coefficients;
}

Value GpuMapping::readThroughTile(const Storage &from, const LinearForm &at) {
  if (!tile)
    return {};
  LinearForm base = at;
  SmallVector<int64_t> alongLines = takeCoefficients(base, tile->lineSymbols);
  SmallVector<int64_t> strides = takeCoefficients(base, tile->placeSymbols);
  // Its lines go where the nest's places do, or it is as quick to read as is.
  if (ArrayRef<int64_t>(alongLines) !=
          ArrayRef<int64_t>(stridesOf(tile->dims.lines.extents)) ||
      strides.back() == 0 || strides.back() == 1 || e.levelOf(base) > 0)
    return {};
  const Tile::Read *known = llvm::find_if(tile->reads, [&](const auto &read) {
    return read.from == from.memref && read.base == base &&
           read.strides == strides;
  });
  KernelOps &k = e.ops;
  if (known == tile->reads.end()) {
    if (tile->reads.size() == maxTiles)
      return {};
    Value buffer;
    e.atLevel(0, [&] { buffer = fillTile(from, base, strides); });
    tile->reads.push_back({from.memref, base, strides, buffer});
    known = &tile->reads.back();
  }
  Type stored = storageType(from.element);
  Type element = cast<MemRefType>(known->buffer.getType()).getElementType();
  Value read = memref::LoadOp::create(
      e.b, e.loc, known->buffer, inTile(element, tile->toLine, tile->toPlace));
  return stored == element ? read : k.op<arith::BitcastOp>(stored, read);
}

bool GpuMapping::tryTiles(const Stores &stores) {
  if (current)
    return false;
  SmallVector<Value> transposes =
      transposesOnTheWay(e, ValueRange(stores.values));
  if (transposes.empty())
    return false;
  SmallVector<int64_t, 4> extents =
      e.loopExtents(ValueRange(stores.values), {});
  if (!elementCount(extents))
    return false;
  SmallVector<TileDims> tried;
  for (Value transposed : transposes) {
    std::optional<TileDims> dims = tileDims(transposed, extents);
    if (!dims || llvm::is_contained(tried, *dims))
      continue;
    if (tryTiles(stores, extents, *dims))
      return true;
    tried.push_back(*dims);
  }
  return false;
}

bool GpuMapping::tryTiles(const Stores &stores, ArrayRef<int64_t> extents,
                          const TileDims &dims) {
  KernelOps &k = e.ops;
  bool works = false;
  launch([&] {
    tile.emplace();
    tile->dims = dims;
    // What no tile divides, tiles along the lines, tiles along the places.
    SmallVector<int64_t> tiles(extents);
    for (unsigned d : dims.lines.dims)
      tiles[d] = 1;
    for (unsigned d : dims.places.dims)
      tiles[d] = 1;
    tiles.push_back(llvm::divideCeil(dims.lines.count, dims.height));
    tiles.push_back(llvm::divideCeil(dims.places.count, dims.width));
    current->grid = elementCount(tiles);
    current->block = tileThreads;
    LinearForm number = e.symbolOf(
        memberOf(NVVM::BlockIdXOp::create(e.b, e.loc, e.b.getI32Type())),
        e.depth(), 0, current->grid - 1);
    SmallVector<LinearForm, 4> at = e.dimsOf({number, std::nullopt}, tiles);
    tile->firstPlace = e.materialise(at.pop_back_val() * dims.width);
    tile->firstLine = e.materialise(at.pop_back_val() * dims.height);
    scf::ForOp loop = overTile();
    e.inScope(loop, loop.getBody(), [&](KernelEmitter::Scope &) {
      Value width = k.index(dims.width);
      tile->toLine = k.op<arith::DivUIOp>(loop.getInductionVar(), width);
      tile->toPlace = k.op<arith::RemUIOp>(loop.getInductionVar(), width);
      Value line = k.op<arith::AddIOp>(tile->firstLine, tile->toLine);
      Value place = k.op<arith::AddIOp>(tile->firstPlace, tile->toPlace);
      /// The symbols of a group's dimensions, which `index` numbers.
      auto divide = [&](Value index, const TileDims::Group &group) {
        LinearForm all = e.symbolOf(index, e.depth(), 0, group.count - 1);
        SmallVector<SymbolId> symbols;
        for (auto [d, form] : llvm::zip(
                 group.dims, e.dimsOf({all, std::nullopt}, group.extents))) {
          at[d] = form;
          symbols.push_back(form.terms[0].symbol);
        }
        return symbols;
      };
      auto storeOne = [&] {
        tile->lineSymbols = divide(line, dims.lines);
        tile->placeSymbols = divide(place, dims.places);
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

/// Rows that are read across the lines of an operand are written down first: a
/// team would touch a line for each element, in every pass over its row.
void GpuMapping::storeTransposed() {
  mlir::Block &block = e.kernel.getBody().front();
  SmallVector<Operation *> reductions = reductionsOf(block);
  auto isReduced = [&](Value value) {
    return llvm::any_of(reductions, [&](Operation *reduce) {
      return isReduction(reduce) && dependsOn(reduce->getResult(0), value);
    });
  };
  for (Operation &op : block) {
    if (!permutationOf(&op))
      continue;
    Value value = op.getResult(0);
    int64_t count = elementCount(shapeOf(value));
    if (e.storageOf(value) || count < minStored || !isReduced(value))
      continue;
    int64_t bytesBefore = scratchBytes;
    Stores stores{{value}, {scratch(count, elementOf(value))}};
    if (tryTiles(stores)) {
      markStored(stores);
      continue;
    }
    scratches.pop_back();
    scratchBytes = bytesBefore;
    mlir::Block &entry = e.body.getBody().front();
    entry.eraseArgument(entry.getNumArguments() - 1);
  }
}
