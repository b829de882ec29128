//===- StepTable.cpp - Questions about meshes, layouts and operands -------===//
//
// The small functions of step_table.h: coordinates and groups of a mesh, the
// block that a rank holds of a dimension (the same law as the compiler's: each
// axis splits the block that the axes before it left, in ceil pieces), and the
// find-or-append helpers for those who fill a table. runtime/test checks them
// against hand-written answers.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/step_table.h"
#include <algorithm>
#include <iterator>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

int64_t Mesh::numRanks() const {
  int64_t ranks = 1;
  for (const MeshAxis &axis : axes)
    if (axis.kind != AxisKind::Time)
      ranks *= axis.size;
  return ranks;
}

std::vector<int64_t> Mesh::coordinates(int64_t rank) const {
  std::vector<int64_t> result(axes.size(), 0);
  for (size_t i = axes.size(); i-- > 0;) {
    if (axes[i].kind == AxisKind::Time)
      continue;
    result[i] = rank % axes[i].size;
    rank /= axes[i].size;
  }
  return result;
}

int64_t Mesh::coordinate(const AxisRef &ref, int64_t rank) const {
  int64_t minor = axes[ref.axis].size / (ref.pre * ref.size);
  return coordinates(rank)[ref.axis] / minor % ref.size;
}

std::vector<std::vector<int32_t>>
Mesh::groups(const std::vector<AxisRef> &over) const {
  // The key of a rank is its number with the digits along `over` removed; its
  // place in the group is the number made of these digits, as listed.
  int64_t size = 1, ranks = numRanks();
  for (const AxisRef &ref : over)
    size *= ref.size;
  std::map<int64_t, std::vector<int32_t>> byKey;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    int64_t key = rank, member = 0;
    for (const AxisRef &ref : over) {
      int64_t digit = coordinate(ref, rank);
      member = member * ref.size + digit;
      int64_t stride = axes[ref.axis].size / (ref.pre * ref.size);
      for (size_t i = ref.axis + 1; i < axes.size(); ++i)
        if (axes[i].kind != AxisKind::Time)
          stride *= axes[i].size;
      key -= digit * stride;
    }
    std::vector<int32_t> &group = byKey[key];
    group.resize(size);
    group[member] = static_cast<int32_t>(rank);
  }
  std::vector<std::vector<int32_t>> result;
  for (auto &entry : byKey)
    result.push_back(std::move(entry.second));
  return result;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

Block popt::rt::blockOf(const Mesh &mesh, const DimLayout &dim, int64_t extent,
                        int64_t rank) {
  Block block{0, extent};
  int64_t granule = std::max<int64_t>(dim.granule, 1);
  for (const AxisRef &ref : dim.axes) {
    int64_t units = (block.extent + granule - 1) / granule;
    int64_t piece = (units + ref.size - 1) / ref.size * granule;
    int64_t index = mesh.coordinate(ref, rank);
    int64_t begin = std::min(block.extent, index * piece);
    int64_t end = std::min(block.extent, begin + piece);
    block = {block.begin + begin, end - begin};
  }
  return block;
}

bool popt::rt::holdsValue(const Mesh &mesh, const DataLayout &layout,
                          int64_t rank) {
  std::vector<int64_t> coordinates = mesh.coordinates(rank);
  for (const Pin &pin : layout.pins)
    if (std::find(pin.coordinates.begin(), pin.coordinates.end(),
                  coordinates[pin.axis]) == pin.coordinates.end())
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::vector<int64_t> Operand::resolvedStrides() const {
  if (!strides.empty() || shape.empty())
    return strides;
  std::vector<int64_t> result(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    result[i] = stride;
    stride *= shape[i];
  }
  return result;
}

bool Operand::isDense() const {
  if (strides.empty())
    return true;
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 0)
      return true;
    if (shape[i] != 1 && strides[i] != stride)
      return false;
    stride *= shape[i];
  }
  return true;
}

int64_t Operand::numElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

const char *popt::rt::name(const Command &command) {
  static const char *const names[] = {
      "kernel",     "matmul",     "conv", "copy",  "fill", "set",  "collective",
      "send_start", "recv_start", "loop", "while", "case", "call", "wait"};
  static const char *const collectives[] = {
      "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "permute",
      "broadcast",  "reduce",     "gather",         "scatter"};
  auto *op = std::get_if<CollectiveOp>(&command.op);
  if (op && static_cast<size_t>(op->kind) < std::size(collectives))
    return collectives[static_cast<size_t>(op->kind)];
  return names[command.op.index()];
}

//===----------------------------------------------------------------------===//
// Find or append
//===----------------------------------------------------------------------===//

template <typename T>
static int32_t findOrAppend(std::vector<T> &list, const T &value) {
  auto it = std::find(list.begin(), list.end(), value);
  if (it == list.end())
    it = list.insert(list.end(), value);
  return static_cast<int32_t>(it - list.begin());
}

int32_t StepTable::addRankTable(const std::vector<int64_t> &values) {
  return findOrAppend(rankTables, values);
}

int32_t StepTable::addAxisIndexTable(const AxisRef &axis) {
  std::vector<int64_t> values(numRanks());
  for (size_t rank = 0; rank < values.size(); ++rank)
    values[rank] = mesh.coordinate(axis, static_cast<int64_t>(rank));
  return addRankTable(values);
}

int32_t StepTable::addGroup(const std::string &name,
                            const std::vector<std::vector<int32_t>> &lists) {
  for (size_t i = 0; i < groups.size(); ++i)
    if (groups[i].lists == lists)
      return static_cast<int32_t>(i);
  groups.push_back({name, lists});
  return static_cast<int32_t>(groups.size() - 1);
}

int32_t StepTable::addGroup(const std::vector<AxisRef> &axes) {
  std::string name = "{";
  for (const AxisRef &ref : axes) {
    const MeshAxis &axis = mesh.axes[ref.axis];
    name += (name.size() > 1 ? ", \"" : "\"") + axis.name + "\"";
    if (ref.pre != 1 || ref.size != axis.size)
      name += ":(" + std::to_string(ref.pre) + ")" + std::to_string(ref.size);
  }
  return addGroup(name + "}", mesh.groups(axes));
}

int32_t StepTable::addKernel(const std::string &symbol) {
  return findOrAppend(kernels, symbol);
}

int32_t StepTable::addLocation(const Location &location) {
  for (size_t i = 0; i < locations.size(); ++i) {
    const Location &l = locations[i];
    if (l.line == location.line && l.column == location.column &&
        l.file == location.file && l.name == location.name)
      return static_cast<int32_t>(i);
  }
  locations.push_back(location);
  return static_cast<int32_t>(locations.size() - 1);
}
