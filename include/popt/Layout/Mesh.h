//===- Mesh.h - Named axes of devices, stages and time --------------------===//
//
// A mesh is an ordered list of named axes, major to minor. Device and stage
// axes enumerate ranks; time axes enumerate time steps on one rank. An axis may
// be used in parts: a sub-axis is a run of digits of the axis' mixed-radix
// coordinate.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LAYOUT_MESH_H
#define POPT_LAYOUT_MESH_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace popt {

/// What different coordinates along an axis are.
enum class AxisKind : uint8_t {
  Device, ///< different devices, all running the same program
  Stage,  ///< different devices, each running its own operations
  Time,   ///< time steps on the same device
};

struct MeshAxis {
  std::string name;
  int64_t size = 1;
  AxisKind kind = AxisKind::Device;
  bool operator==(const MeshAxis &o) const {
    return name == o.name && size == o.size && kind == o.kind;
  }
};

/// One whole axis of a mesh, or a part of it.
///
/// With `size` the sub-axis' size and `pre` the product of the parts major to
/// it, the coordinate along the sub-axis of full coordinate c on an axis of
/// size N is (c / (N / (pre * size))) % size. A whole axis is pre = 1 and
/// size = N.
struct AxisRef {
  int axis = 0;     ///< index into Mesh::axes
  int64_t pre = 1;  ///< product of the sizes of the more major parts
  int64_t size = 1; ///< size of this part (the whole size for a whole axis)

  bool operator==(const AxisRef &o) const {
    return axis == o.axis && pre == o.pre && size == o.size;
  }
  bool operator!=(const AxisRef &o) const { return !(*this == o); }
  bool operator<(const AxisRef &o) const {
    if (axis != o.axis)
      return axis < o.axis;
    return pre != o.pre ? pre < o.pre : size < o.size;
  }
  int64_t end() const { return pre * size; }
  /// True if both name digits of one axis and share at least one digit.
  bool overlaps(const AxisRef &o) const {
    return axis == o.axis && pre < o.end() && o.pre < end();
  }
  /// True if every digit of `o` is a digit of this.
  bool contains(const AxisRef &o) const {
    return axis == o.axis && pre <= o.pre && o.end() <= end();
  }
};

using AxisList = std::vector<AxisRef>; ///< ordered major to minor

class Mesh {
public:
  Mesh() = default;
  explicit Mesh(std::vector<MeshAxis> axes, std::vector<int64_t> deviceIds = {})
      : axes(std::move(axes)), deviceIds(std::move(deviceIds)) {}

  std::vector<MeshAxis> axes;
  /// Physical device of each rank; empty means rank r is device r.
  std::vector<int64_t> deviceIds;

  /// Empty if the mesh is well formed, else the error (duplicate or empty
  /// names, sizes below 1, a rank count that overflows, deviceIds that are not
  /// a permutation).
  std::string check() const;

  std::optional<int> find(std::string_view name) const;
  AxisRef ref(int axis) const { return {axis, 1, axes[axis].size}; }
  bool isWhole(const AxisRef &r) const {
    return r.pre == 1 && r.size == axes[r.axis].size;
  }
  /// Product of the device and stage axes: the number of ranks.
  int64_t numRanks() const;
  /// Product of the time axes: the number of steps of the time loop.
  int64_t numSteps() const;

  /// Coordinates, one per axis, of a rank; time axes get 0.
  std::vector<int64_t> coordinates(int64_t rank) const;
  /// Mixed-radix number of the device and stage coordinates, major to minor.
  int64_t rank(const std::vector<int64_t> &coordinates) const;
  /// Coordinate of a (sub-)axis, given the coordinates of all axes.
  int64_t coordinate(const AxisRef &ref,
                     const std::vector<int64_t> &coordinates) const;

  /// The ranks that differ from `rank` only along `axes` (device or stage),
  /// `rank` included, ordered by the mixed-radix number of these axes as
  /// listed, major to minor. This is the group of a collective over `axes`.
  std::vector<int64_t> group(const AxisList &axes, int64_t rank) const;
  /// Every group of a collective over `axes`, each as above, ordered by least
  /// rank.
  std::vector<std::vector<int64_t>> groups(const AxisList &axes) const;

  /// `"x"` or `"x":(2)4`.
  std::string str(const AxisRef &ref) const;
  std::string str(const AxisList &axes) const; ///< `{"x", "y":(1)2}`
  /// `<["dp"=2], stage ["pp"=4], time ["mb"=8]>`.
  std::string str() const;

  bool operator==(const Mesh &o) const {
    return axes == o.axes && deviceIds == o.deviceIds;
  }
};

/// Product of the sizes of a list of axes.
int64_t product(const AxisList &axes);
/// Merges neighbours that are consecutive parts of one axis.
AxisList mergeParts(const Mesh &mesh, AxisList axes);
/// True if some axis of `a` overlaps some axis of `b`.
bool overlaps(const AxisList &a, const AxisList &b);
/// The longest list that is a prefix of both, splitting axes into parts where
/// only a part is shared ("x" and "x":(1)2 share "x":(1)2).
AxisList commonPrefix(const Mesh &mesh, const AxisList &a, const AxisList &b);
/// The rest of `a` after `prefix`, or nothing if `prefix` is not a prefix.
std::optional<AxisList> removePrefix(const Mesh &mesh, const AxisList &a,
                                     const AxisList &prefix);
/// The parts of `a` (in order) that overlap nothing in `b`.
AxisList removeOverlapping(const Mesh &mesh, const AxisList &a,
                           const AxisList &b);

} // namespace popt
#endif // POPT_LAYOUT_MESH_H
