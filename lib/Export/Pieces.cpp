//===- Pieces.cpp - Uneven blocks by pieces of one size -------------------===//
//
// See Pieces.h. Tested by test/Export/export-stablehlo-uneven.mlir, and by
// execution in test/Execute/Export.
//
//===----------------------------------------------------------------------===//
#include "Pieces.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"

#include <set>

using namespace mlir;
using namespace popt;

Pieces::Pieces(const Mesh &mesh, int64_t extent, const DimLayout &small,
               const DimLayout &large)
    : mesh(&mesh), extent(extent), around(large), granule(small.granule) {
  around.granule = granule;
  axes = removePrefix(mesh, small.axes, large.axes).value_or(AxisList());
  count = product(axes);
  room = localExtent(small, extent);
  joined = localExtent(around, extent);
  isDense = isContiguous();
}

Pieces::Pieces(int64_t count, int64_t room)
    : count(count), room(room), joined(count * room) {}

/// The extents that pieces of blocks of these extents have.
static std::set<int64_t> extentsOf(std::set<int64_t> extents,
                                   const AxisList &axes, int64_t granule) {
  for (const AxisRef &axis : axes) {
    std::set<int64_t> next;
    for (int64_t extent : extents)
      for (int64_t i = 0; i < axis.size; ++i) {
        int64_t piece = splitBlock({0, extent}, axis.size, i, granule).extent;
        next.insert(piece);
        if (piece == 0)
          break;
      }
    extents = std::move(next);
  }
  return extents;
}

/// True if each piece begins `room` after the one before, as far as the block
/// reaches.
bool Pieces::isContiguous() const {
  for (int64_t whole : extentsOf({extent}, around.axes, granule)) {
    for (int64_t member = 0; member < count; ++member) {
      DimBlock block{0, whole};
      int64_t rest = count, index = member;
      for (const AxisRef &axis : axes) {
        rest /= axis.size;
        block = splitBlock(block, axis.size, index / rest, granule);
        index %= rest;
      }
      if (block.extent > 0 && block.begin != member * room)
        return false;
    }
  }
  return true;
}

Number Pieces::extentAround(NumberBuilder &numbers, Number rank) const {
  NumberBlock block{0, extent};
  for (const AxisRef &axis : around.axes)
    block = numbers.split(block, axis.size,
                          numbers.coordinate(*mesh, rank, axis), granule);
  return block.extent;
}

Number Pieces::beginOf(NumberBuilder &numbers, Number member,
                       Number rank) const {
  NumberBlock block{0, extentAround(numbers, rank)};
  int64_t rest = count;
  for (const AxisRef &axis : axes) {
    rest /= axis.size;
    Number index = numbers.remainder(numbers.divide(member, rest), axis.size);
    block = numbers.split(block, axis.size, index, granule);
  }
  return block.begin;
}

/// The elements of a dimension at these positions; positions beyond it give
/// any element.
static Value takeAt(OpBuilder &builder, Location loc, Value value, int64_t dim,
                    Value positions) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape()), sizes(type.getShape()), offsets;
  shape[dim] = cast<RankedTensorType>(positions.getType()).getDimSize(0);
  sizes[dim] = 1;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (d != dim)
      offsets.push_back(d);
  return stablehlo::GatherOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      positions,
      stablehlo::GatherDimensionNumbersAttr::get(
          builder.getContext(), offsets, /*collapsedSliceDims=*/{dim},
          /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
          /*startIndexMap=*/{dim}, /*indexVectorDim=*/1),
      sizes, /*indices_are_sorted=*/false);
}

Value Pieces::spread(OpBuilder &builder, Location loc, Value value, int64_t dim,
                     Number rank) const {
  int64_t all = count * room;
  if (isDense)
    return all == joined
               ? value
               : buildExtended(builder, loc, value, dim, all - joined);
  NumberBuilder numbers(builder, loc);
  Number position = numbers.positions(all);
  Number begin = beginOf(numbers, numbers.divide(position, room), rank);
  Number place = numbers.add(begin, numbers.remainder(position, room));
  return takeAt(builder, loc, value, dim, numbers.vector(place, all));
}

Value Pieces::join(OpBuilder &builder, Location loc, Value value, int64_t dim,
                   Number rank) const {
  if (isDense)
    return count * room == joined
               ? value
               : buildSlice(builder, loc, value, dim, 0, joined);
  NumberBuilder numbers(builder, loc);
  Number position = numbers.positions(joined);
  Number left = extentAround(numbers, rank), member = 0;
  for (const AxisRef &axis : axes) {
    // The piece that the position is in, and its place there.
    Number piece = numbers.pieceOf(left, axis.size, granule);
    Number index = numbers.minimum(
        numbers.divide(position, numbers.maximum(piece, 1)), axis.size - 1);
    NumberBlock block = numbers.split({0, left}, axis.size, index, granule);
    position = numbers.subtract(position, block.begin);
    left = block.extent;
    member = numbers.add(numbers.multiply(member, axis.size), index);
  }
  Number place = numbers.add(numbers.multiply(member, room), position);
  return takeAt(builder, loc, value, dim, numbers.vector(place, joined));
}

Value Pieces::take(OpBuilder &builder, Location loc, Value value, int64_t dim,
                   Number member, Number rank) const {
  NumberBuilder numbers(builder, loc);
  if (isDense)
    return buildSliceAt(builder, loc, spread(builder, loc, value, dim, rank),
                        dim, numbers.scalar(numbers.multiply(member, room)),
                        room);
  Number begin = beginOf(numbers, member, rank);
  Number place = numbers.add(numbers.positions(room), begin);
  return takeAt(builder, loc, value, dim, numbers.vector(place, room));
}
