//===- Shards.cpp - Splits arguments, assembles results -------------------===//
//
// The user's files hold whole tensors; a rank holds the blocks that the layout
// gives it, dense in the local shape (the largest block's), so that blocks at
// the end are followed by padding in every dimension. Test: RunTest, uneven
// splits over two axes there and back.
//
//===----------------------------------------------------------------------===//
#include "Shards.h"
#include "Strided.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace popt::rt;

template <typename Value>
BlockCopy::BlockCopy(const Mesh &mesh, const Value &value, int64_t rank,
                     const int64_t *strides)
    : wholeStrides(
          strides ? std::vector<int64_t>(strides, strides + value.shape.size())
                  : denseStrides(value.shape)),
      localStrides(denseStrides(value.localShape)),
      width(popt_rt_element_size(value.type)) {
  std::vector<DimBlock> blocks = blocksOf(mesh, value, rank);
  for (size_t d = 0; d < blocks.size(); ++d) {
    const DimBlock &block = blocks[d];
    extents.push_back(block.extent);
    start += block.begin * wholeStrides[d] * static_cast<int64_t>(width);
    isWhole = isWhole && block.extent == value.localShape[d];
  }
}
template BlockCopy::BlockCopy(const Mesh &, const Argument &, int64_t,
                              const int64_t *);
template BlockCopy::BlockCopy(const Mesh &, const Result &, int64_t,
                              const int64_t *);

bool popt::rt::holdsValue(const Mesh &mesh, const Layout &layout,
                          int64_t rank) {
  std::vector<int64_t> coordinates = mesh.coordinates(rank);
  return std::all_of(
      layout.pins.begin(), layout.pins.end(), [&](const Pin &pin) {
        return std::find(pin.coordinates.begin(), pin.coordinates.end(),
                         coordinates[pin.axis]) != pin.coordinates.end();
      });
}

bool popt::rt::keepsValue(const Mesh &mesh, const Layout &layout,
                          int64_t rank) {
  if (!holdsValue(mesh, layout, rank))
    return false;
  for (const AxisRef &ref : layout.partial) {
    auto pin = std::find_if(layout.pins.begin(), layout.pins.end(),
                            [&](const Pin &p) { return p.axis == ref.axis; });
    if (pin == layout.pins.end()) {
      if (mesh.coordinate(ref, mesh.coordinates(rank)) != 0)
        return false;
    } else if (!pin->coordinates.empty() &&
               mesh.coordinates(rank)[ref.axis] != pin->coordinates.front()) {
      return false;
    }
  }
  return true;
}

bool popt::rt::prepareArgument(const StepTable &table, const Argument &argument,
                               int64_t rank, void *local, bool poison) {
  BlockCopy block(table.mesh, argument, rank);
  int64_t bytes = bytesOf(argument.localShape, argument.type);
  if (bytes == 0)
    return false;
  bool isHere = holdsValue(table.mesh, argument.layout, rank);
  if (!isHere || !block.isWhole)
    std::memset(local, poison ? 0xff : 0, bytes);
  if (!isHere || keepsValue(table.mesh, argument.layout, rank))
    return isHere;
  uint8_t identity[16] = {};
  popt_rt_monoid_identity(toC(argument.layout.monoid), argument.type, identity);
  StridedFill(block.extents, block.localStrides, block.width)
      .run(local, identity);
  return false;
}

void popt::rt::splitArgument(const StepTable &table, const Argument &argument,
                             int64_t rank, const void *whole, void *local,
                             bool poison) {
  if (!prepareArgument(table, argument, rank, local, poison))
    return;
  BlockCopy block(table.mesh, argument, rank);
  StridedCopy(block.extents, block.localStrides, block.wholeStrides,
              block.width)
      .run(local, static_cast<const char *>(whole) + block.start);
}

void popt::rt::splitBlock(const StepTable &table, const Argument &argument,
                          int64_t rank, const void *packed, void *local,
                          bool poison) {
  if (!prepareArgument(table, argument, rank, local, poison))
    return;
  BlockCopy block(table.mesh, argument, rank);
  StridedCopy(block.extents, block.localStrides, denseStrides(block.extents),
              block.width)
      .run(local, packed);
}

void popt::rt::zeroArgument(const StepTable &table, const Argument &argument,
                            int64_t rank, void *local, bool poison) {
  if (!prepareArgument(table, argument, rank, local, poison))
    return;
  const uint8_t zero[16] = {};
  BlockCopy block(table.mesh, argument, rank);
  StridedFill(block.extents, block.localStrides, block.width).run(local, zero);
}

bool popt::rt::holdsResult(const StepTable &table, size_t index, int64_t rank) {
  return table.programOf(rank).resultAddresses[index].region >= 0 &&
         holdsValue(table.mesh, table.results[index].layout, rank);
}

template <typename Value, typename Holds>
static std::vector<size_t> blocksHeld(const std::vector<Value> &values,
                                      size_t user, Holds holds) {
  std::vector<size_t> held;
  if (holds(user))
    held.push_back(user);
  // The user's come first: most programs have no others.
  for (size_t i = numOfUser(values); i < values.size(); ++i)
    if (userIndex(values, i) == user && holds(i))
      held.push_back(i);
  return held;
}

std::vector<size_t> popt::rt::argumentsHeld(const StepTable &table,
                                            size_t argument, int64_t rank) {
  return blocksHeld(table.arguments, argument, [&](size_t i) {
    return table.programOf(rank).argumentAddresses[i].region >= 0 &&
           holdsValue(table.mesh, table.arguments[i].layout, rank);
  });
}

std::vector<size_t> popt::rt::resultsHeld(const StepTable &table, size_t result,
                                          int64_t rank) {
  return blocksHeld(table.results, result,
                    [&](size_t i) { return holdsResult(table, i, rank); });
}

int64_t popt::rt::blockBytes(const StepTable &table, const Result &result,
                             int64_t rank) {
  return bytesOf(BlockCopy(table.mesh, result, rank).extents, result.type);
}

int64_t popt::rt::blockBytes(const StepTable &table, const Argument &argument,
                             int64_t rank) {
  return bytesOf(BlockCopy(table.mesh, argument, rank).extents, argument.type);
}

std::vector<uint8_t> popt::rt::packBlock(const StepTable &table,
                                         const Result &result, int64_t rank,
                                         const void *local) {
  BlockCopy block(table.mesh, result, rank);
  std::vector<uint8_t> packed(bytesOf(block.extents, result.type));
  StridedCopy(block.extents, denseStrides(block.extents), block.localStrides,
              block.width)
      .run(packed.data(), local);
  return packed;
}

void popt::rt::unpackBlock(const StepTable &table, const Result &result,
                           int64_t rank, const void *packed, void *whole) {
  BlockCopy block(table.mesh, result, rank);
  StridedCopy(block.extents, block.wholeStrides, denseStrides(block.extents),
              block.width)
      .run(static_cast<char *>(whole) + block.start, packed);
}

void popt::rt::placeBlock(const StepTable &table, const Result &result,
                          int64_t rank, const void *local, void *whole) {
  BlockCopy block(table.mesh, result, rank);
  StridedCopy(block.extents, block.wholeStrides, block.localStrides,
              block.width)
      .run(static_cast<char *>(whole) + block.start, local);
}

int64_t popt::rt::ownerOf(const StepTable &table, const Result &result,
                          int64_t rank) {
  // The owner has the least coordinate along everything that does not split the
  // result.
  const Mesh &mesh = table.mesh;
  std::vector<int64_t> coordinates = mesh.coordinates(rank);
  for (size_t a = 0; a < mesh.axes.size(); ++a) {
    int64_t size = mesh.axes[a].size;
    if (mesh.axes[a].kind == AxisKind::Time || size == 1)
      continue;
    auto pin = std::find_if(
        result.layout.pins.begin(), result.layout.pins.end(),
        [&](const Pin &p) { return p.axis == static_cast<int>(a); });
    if (pin != result.layout.pins.end()) {
      coordinates[a] = pin->coordinates.front();
      continue;
    }
    // Only digits of the coordinate that split some dimension count.
    int64_t mine = coordinates[a];
    coordinates[a] = 0;
    for (const DimLayout &dim : result.layout.dims)
      for (const AxisRef &ref : dim.axes)
        if (ref.axis == static_cast<int>(a)) {
          int64_t minor = size / ref.end();
          coordinates[a] += mine / minor % ref.size * minor;
        }
  }
  return mesh.rank(coordinates);
}

std::vector<int32_t> popt::rt::partialsOf(const StepTable &table,
                                          const Layout &layout, int64_t rank) {
  std::vector<int32_t> ranks = {static_cast<int32_t>(rank)};
  if (layout.partial.empty())
    return ranks;
  ranks.clear();
  for (int64_t other : table.mesh.group(layout.partial, rank))
    if (holdsValue(table.mesh, layout, other))
      ranks.push_back(static_cast<int32_t>(other));
  return ranks;
}
