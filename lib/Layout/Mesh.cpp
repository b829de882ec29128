// Meshes, and the algebra of axis lists. A sub-axis is a run of digits of its
// axis' coordinate, so prefixes, overlaps and merges are arithmetic on the
// products of sizes at which a part begins and ends. Every layout is built from
// these few functions. Tests: test/unit/Layout/MeshTest.cpp.

#include "popt/Layout/Mesh.h"

#include <cassert>
#include <numeric>

namespace popt {

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

/// Compilers list the coordinates of a mesh: a typing error in a size must not
/// cost all memory. No machine comes near it.
static constexpr int64_t kMaxCoordinates = int64_t(1) << 20;

std::string Mesh::check() const {
  int64_t total = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    const MeshAxis &axis = axes[i];
    if (axis.name.empty())
      return "axis " + std::to_string(i) + " has no name";
    for (size_t j = 0; j < i; ++j)
      if (axes[j].name == axis.name)
        return "axis \"" + axis.name + "\" is declared twice";
    if (axis.size < 1)
      return "axis \"" + axis.name + "\" has size " +
             std::to_string(axis.size) + ", but sizes begin at 1";
    if (axis.size > kMaxCoordinates / total)
      return "axis \"" + axis.name + "\" of size " + std::to_string(axis.size) +
             " makes more than " + std::to_string(kMaxCoordinates) +
             " coordinates";
    total *= axis.size;
  }
  if (deviceIds.empty())
    return "";
  int64_t ranks = numRanks();
  if (static_cast<int64_t>(deviceIds.size()) != ranks)
    return "device_ids has " + std::to_string(deviceIds.size()) +
           " entries, but the mesh has " + std::to_string(ranks) + " ranks";
  std::vector<bool> seen(deviceIds.size(), false);
  for (int64_t id : deviceIds) {
    if (id < 0 || id >= ranks)
      return "device_ids names device " + std::to_string(id) +
             ", but the mesh has " + std::to_string(ranks) + " ranks";
    if (seen[id])
      return "device_ids names device " + std::to_string(id) + " twice";
    seen[id] = true;
  }
  return "";
}

std::optional<int> Mesh::find(std::string_view name) const {
  for (size_t i = 0; i < axes.size(); ++i)
    if (axes[i].name == name)
      return static_cast<int>(i);
  return std::nullopt;
}

int64_t Mesh::numRanks() const {
  int64_t n = 1;
  for (const MeshAxis &axis : axes)
    if (axis.kind != AxisKind::Time)
      n *= axis.size;
  return n;
}

int64_t Mesh::numSteps() const {
  int64_t n = 1;
  for (const MeshAxis &axis : axes)
    if (axis.kind == AxisKind::Time)
      n *= axis.size;
  return n;
}

std::vector<int64_t> Mesh::coordinates(int64_t rank) const {
  assert(rank >= 0 && rank < numRanks() && "rank outside the mesh");
  std::vector<int64_t> coords(axes.size(), 0);
  for (size_t i = axes.size(); i-- > 0;) {
    if (axes[i].kind == AxisKind::Time)
      continue;
    coords[i] = rank % axes[i].size;
    rank /= axes[i].size;
  }
  return coords;
}

int64_t Mesh::rank(const std::vector<int64_t> &coordinates) const {
  assert(coordinates.size() == axes.size() && "one coordinate per axis");
  int64_t rank = 0;
  for (size_t i = 0; i < axes.size(); ++i)
    if (axes[i].kind != AxisKind::Time)
      rank = rank * axes[i].size + coordinates[i];
  return rank;
}

/// How much the coordinate of the whole axis grows when the part's grows by 1.
static int64_t stride(const Mesh &mesh, const AxisRef &ref) {
  return mesh.axes[ref.axis].size / ref.end();
}

int64_t Mesh::coordinate(const AxisRef &ref,
                         const std::vector<int64_t> &coordinates) const {
  return coordinates[ref.axis] / stride(*this, ref) % ref.size;
}

/// How far apart in ranks neighbours along each part are. A digit of a rank is
/// rank / distance % size.
static std::vector<int64_t> distances(const Mesh &mesh, const AxisList &list) {
  std::vector<int64_t> result;
  for (const AxisRef &ref : list) {
    assert(mesh.axes[ref.axis].kind != AxisKind::Time &&
           "a time axis has no ranks");
    int64_t distance = stride(mesh, ref);
    for (size_t i = ref.axis + 1; i < mesh.axes.size(); ++i)
      if (mesh.axes[i].kind != AxisKind::Time)
        distance *= mesh.axes[i].size;
    result.push_back(distance);
  }
  return result;
}

/// The members of the group whose digits are 0 at rank 0.
static std::vector<int64_t> firstGroup(const AxisList &list,
                                       const std::vector<int64_t> &distances) {
  std::vector<int64_t> members{0};
  for (size_t i = 0; i < list.size(); ++i) {
    std::vector<int64_t> more;
    more.reserve(members.size() * list[i].size);
    for (int64_t member : members)
      for (int64_t digit = 0; digit < list[i].size; ++digit)
        more.push_back(member + digit * distances[i]);
    members = std::move(more);
  }
  return members;
}

std::vector<int64_t> Mesh::group(const AxisList &list, int64_t rank) const {
  std::vector<int64_t> distance = distances(*this, list);
  for (size_t i = 0; i < list.size(); ++i)
    rank -= rank / distance[i] % list[i].size * distance[i];
  std::vector<int64_t> members = firstGroup(list, distance);
  for (int64_t &member : members)
    member += rank;
  return members;
}

std::vector<std::vector<int64_t>> Mesh::groups(const AxisList &list) const {
  std::vector<int64_t> distance = distances(*this, list);
  std::vector<int64_t> first = firstGroup(list, distance);
  std::vector<std::vector<int64_t>> result;
  for (int64_t rank = 0, n = numRanks(); rank < n; ++rank) {
    // The least rank of a group has zeros along all its axes.
    bool isFirst = true;
    for (size_t i = 0; i < list.size(); ++i)
      isFirst &= rank / distance[i] % list[i].size == 0;
    if (!isFirst)
      continue;
    std::vector<int64_t> &members = result.emplace_back(first);
    for (int64_t &member : members)
      member += rank;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string quoted(const std::string &name) {
  std::string result = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

std::string Mesh::str(const AxisRef &ref) const {
  std::string result = quoted(axes[ref.axis].name);
  if (!isWhole(ref))
    result += ":(" + std::to_string(ref.pre) + ")" + std::to_string(ref.size);
  return result;
}

std::string Mesh::str(const AxisList &list) const {
  std::string result = "{";
  for (size_t i = 0; i < list.size(); ++i)
    result += (i ? ", " : "") + str(list[i]);
  return result + "}";
}

std::string Mesh::str() const {
  std::string result = "<";
  for (size_t i = 0; i < axes.size(); ++i) {
    bool begins = i == 0 || axes[i].kind != axes[i - 1].kind;
    if (begins) {
      result += i ? "], " : "";
      result += axes[i].kind == AxisKind::Stage  ? "stage ["
                : axes[i].kind == AxisKind::Time ? "time ["
                                                 : "[";
    } else {
      result += ", ";
    }
    result += quoted(axes[i].name) + "=" + std::to_string(axes[i].size);
  }
  result += axes.empty() ? "[]" : "]";
  if (!deviceIds.empty()) {
    result += ", device_ids = [";
    for (size_t i = 0; i < deviceIds.size(); ++i)
      result += (i ? ", " : "") + std::to_string(deviceIds[i]);
    result += "]";
  }
  return result + ">";
}

//===----------------------------------------------------------------------===//
// Axis lists
//===----------------------------------------------------------------------===//

int64_t product(const AxisList &axes) {
  int64_t n = 1;
  for (const AxisRef &ref : axes)
    n *= ref.size;
  return n;
}

AxisList mergeParts(const Mesh &, AxisList axes) {
  AxisList merged;
  for (const AxisRef &ref : axes) {
    if (!merged.empty() && merged.back().axis == ref.axis &&
        merged.back().end() == ref.pre)
      merged.back().size *= ref.size;
    else
      merged.push_back(ref);
  }
  return merged;
}

bool overlaps(const AxisList &a, const AxisList &b) {
  for (const AxisRef &x : a)
    for (const AxisRef &y : b)
      if (x.overlaps(y))
        return true;
  return false;
}

namespace {
/// Reads two lists side by side and takes equal leading parts off both.
struct PairReader {
  AxisList a, b; ///< what remains; the heads may be cut
  size_t i = 0, j = 0;

  PairReader(const AxisList &a, const AxisList &b) : a(a), b(b) {}
  bool done() const { return i == a.size() || j == b.size(); }

  /// The largest part that both heads begin with; nothing if they differ.
  std::optional<AxisRef> next() {
    AxisRef &x = a[i], &y = b[j];
    if (x.axis != y.axis || x.pre != y.pre)
      return std::nullopt;
    int64_t shared = std::gcd(x.size, y.size);
    if (shared == 1 && x.size != y.size)
      return std::nullopt;
    AxisRef part{x.axis, x.pre, shared};
    if (!drop(x, shared))
      ++i;
    if (!drop(y, shared))
      ++j;
    return part;
  }

  /// Cuts the major `size` off `ref`; false if nothing remains.
  static bool drop(AxisRef &ref, int64_t size) {
    if (ref.size == size)
      return false;
    ref.pre *= size;
    ref.size /= size;
    return true;
  }
};
} // namespace

AxisList commonPrefix(const Mesh &mesh, const AxisList &a, const AxisList &b) {
  PairReader reader(a, b);
  AxisList prefix;
  while (!reader.done()) {
    std::optional<AxisRef> part = reader.next();
    if (!part)
      break;
    prefix.push_back(*part);
  }
  return mergeParts(mesh, std::move(prefix));
}

std::optional<AxisList> removePrefix(const Mesh &mesh, const AxisList &a,
                                     const AxisList &prefix) {
  PairReader reader(a, prefix);
  while (!reader.done())
    if (!reader.next())
      return std::nullopt;
  if (reader.j != prefix.size())
    return std::nullopt;
  return mergeParts(mesh,
                    AxisList(reader.a.begin() + reader.i, reader.a.end()));
}

AxisList removeOverlapping(const Mesh &mesh, const AxisList &a,
                           const AxisList &b) {
  AxisList kept;
  for (const AxisRef &ref : a) {
    AxisList parts{ref};
    for (const AxisRef &other : b) {
      AxisList cut;
      for (const AxisRef &part : parts) {
        if (!part.overlaps(other)) {
          cut.push_back(part);
          continue;
        }
        // The parts major and minor to `other`, as far as the digits of the two
        // can be separated.
        if (other.pre > part.pre && other.pre % part.pre == 0) {
          int64_t size = std::gcd(part.size, other.pre / part.pre);
          if (size > 1)
            cut.push_back({part.axis, part.pre, size});
        }
        if (part.end() > other.end() && part.end() % other.end() == 0) {
          int64_t size = std::gcd(part.size, part.end() / other.end());
          if (size > 1)
            cut.push_back({part.axis, part.end() / size, size});
        }
      }
      parts = std::move(cut);
    }
    kept.insert(kept.end(), parts.begin(), parts.end());
  }
  return mergeParts(mesh, std::move(kept));
}

} // namespace popt
