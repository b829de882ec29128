// Which links join the ranks of a group: by the strides of its axes where
// devices are in order, else by the devices that the mesh lists. Test:
// test/unit/Machine/MachineTest.cpp.

#include "popt/Machine/Machine.h"

#include <algorithm>
#include <limits>

namespace popt {

/// Number of devices that one group of each level spans, ever larger; the last
/// level spans everything.
static std::vector<int64_t> spans(const std::vector<LinkLevel> &links) {
  std::vector<int64_t> result;
  int64_t span = 1;
  for (const LinkLevel &link : links) {
    bool all = link.devices == 0 ||
               link.devices > std::numeric_limits<int64_t>::max() / span;
    span = all ? std::numeric_limits<int64_t>::max() : span * link.devices;
    result.push_back(span);
  }
  result.back() = std::numeric_limits<int64_t>::max();
  return result;
}

/// The level that names the axis.
static std::optional<int> namedLevel(const std::vector<LinkLevel> &links,
                                     const std::string &axis) {
  for (size_t l = 0; l < links.size(); ++l)
    if (std::find(links[l].axes.begin(), links[l].axes.end(), axis) !=
        links[l].axes.end())
      return static_cast<int>(l);
  return std::nullopt;
}

/// How far apart neighbours along this axis are, in ranks.
static int64_t strideOf(const Mesh &mesh, const AxisRef &ref) {
  int64_t stride = mesh.axes[ref.axis].size / ref.end();
  for (size_t i = ref.axis + 1; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].kind != AxisKind::Time)
      stride *= mesh.axes[i].size;
  return stride;
}

int Machine::level(const Mesh &mesh, const AxisRef &ref) const {
  const MeshAxis &axis = mesh.axes[ref.axis];
  if (axis.kind == AxisKind::Time)
    return -1;
  if (std::optional<int> named = namedLevel(links, axis.name))
    return *named;
  if (links.size() == 1 || ref.size == 1)
    return 0;

  std::vector<int64_t> span = spans(links);
  int level = 0;
  if (mesh.deviceIds.empty()) {
    // A group has every `stride`-th of `extent` ranks in a row.
    int64_t extent = strideOf(mesh, ref) * ref.size;
    while (span[level] < mesh.numRanks() && span[level] % extent != 0)
      ++level;
    return level;
  }
  for (const std::vector<int64_t> &group : mesh.groups({ref}))
    for (int64_t rank : group) {
      while (mesh.deviceIds[group[0]] / span[level] !=
             mesh.deviceIds[rank] / span[level])
        ++level;
    }
  return level;
}

int Machine::level(const Mesh &mesh, const AxisList &axes) const {
  int result = -1;
  for (const AxisRef &ref : axes)
    result = std::max(result, level(mesh, ref));
  return result;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// How many members of a group along the axis are in one block of `span` ranks
/// in a row; nothing if blocks differ in that.
static std::optional<int64_t> membersWithin(int64_t span, int64_t stride,
                                            int64_t size) {
  if (span >= stride * size)
    return span % (stride * size) == 0 ? std::optional(size) : std::nullopt;
  if (span <= stride)
    return stride % span == 0 ? std::optional<int64_t>(1) : std::nullopt;
  return span % stride == 0 && size % (span / stride) == 0
             ? std::optional(span / stride)
             : std::nullopt;
}

/// The same of the listed devices of every group.
static std::optional<int64_t>
membersWithin(int64_t span, const Mesh &mesh,
              const std::vector<std::vector<int64_t>> &groups) {
  std::optional<int64_t> members;
  for (const std::vector<int64_t> &group : groups) {
    std::map<int64_t, int64_t> inBlock;
    for (int64_t rank : group)
      ++inBlock[mesh.deviceIds[rank] / span];
    for (const auto &[block, count] : inBlock)
      if (members.value_or(count) == count)
        members = count;
      else
        return std::nullopt;
  }
  return members;
}

bool Machine::hasRingsOnly() const {
  return std::all_of(links.begin(), links.end(), [](const LinkLevel &link) {
    return link.algorithms.empty();
  });
}

GroupShape Machine::shape(const Mesh &mesh, const AxisRef &ref) const {
  const MeshAxis &axis = mesh.axes[ref.axis];
  GroupShape flat(links.size(), 1);
  if (axis.kind == AxisKind::Time || ref.size == 1)
    return flat;
  const int outermost = level(mesh, ref);
  flat[outermost] = ref.size;
  if (outermost == 0 || hasRingsOnly() || namedLevel(links, axis.name))
    return flat;
  std::vector<std::vector<int64_t>> groups;
  if (!mesh.deviceIds.empty())
    groups = mesh.groups({ref});
  const std::vector<int64_t> span = spans(links);
  GroupShape blocks(links.size(), 1);
  int64_t within = 1;
  for (int l = 0; l < outermost; ++l) {
    std::optional<int64_t> here =
        groups.empty() ? membersWithin(span[l], strideOf(mesh, ref), ref.size)
                       : membersWithin(span[l], mesh, groups);
    if (!here || *here % within != 0)
      return flat;
    blocks[l] = *here / within;
    within = *here;
  }
  blocks[outermost] = ref.size / within;
  return blocks;
}

GroupShape Machine::shape(const Mesh &mesh, const AxisList &axes) const {
  GroupShape members(links.size(), 1);
  for (const AxisRef &ref : axes)
    join(members, shape(mesh, ref));
  return members;
}

void join(GroupShape &members, const GroupShape &others) {
  for (size_t l = 0; l < members.size(); ++l)
    members[l] *= others[l];
}

} // namespace popt
