// Layouts: which block of a tensor each coordinate of the mesh holds, and
// whether a layout is well formed. Blocks follow law L1 (see Layout.h): every
// axis splits each block into ceil pieces, major to minor. Tests:
// test/unit/Layout/{BlocksTest,LayoutTest}.cpp.

#include "popt/Layout/Layout.h"

#include <algorithm>
#include <cassert>

namespace popt {

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr const char *monoidNames[] = {"sum", "prod", "max", "min",
                                              "and", "or",   "xor"};

const char *name(Monoid monoid) {
  return monoidNames[static_cast<size_t>(monoid)];
}

std::optional<Monoid> parseMonoid(std::string_view name) {
  for (size_t i = 0; i < std::size(monoidNames); ++i)
    if (name == monoidNames[i])
      return static_cast<Monoid>(i);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

Layout Layout::closed() const {
  Layout l = *this;
  for (DimLayout &dim : l.dims) {
    dim.open = false;
    dim.priority = 0;
    if (dim.axes.empty())
      dim.granule = 1;
  }
  l.replicated.clear();
  if (l.partial.empty())
    l.monoid = Monoid::Sum;
  return l;
}

bool Layout::isFullyReplicated() const {
  return partial.empty() && pins.empty() &&
         std::all_of(dims.begin(), dims.end(),
                     [](const DimLayout &dim) { return dim.axes.empty(); });
}

AxisList Layout::usedAxes() const {
  AxisList used = partial;
  for (const DimLayout &dim : dims)
    used.insert(used.end(), dim.axes.begin(), dim.axes.end());
  std::sort(used.begin(), used.end());
  return mergeParts(Mesh(), std::move(used));
}

const Pin *Layout::findPin(int axis) const {
  auto found = std::find_if(pins.begin(), pins.end(),
                            [&](const Pin &pin) { return pin.axis == axis; });
  return found == pins.end() ? nullptr : &*found;
}

bool Layout::operator==(const Layout &o) const {
  return dims == o.dims && partial == o.partial &&
         (partial.empty() || monoid == o.monoid) &&
         replicated == o.replicated && pins == o.pins && memory == o.memory;
}

std::string Layout::str(const Mesh &mesh) const {
  std::string s = "[";
  for (size_t d = 0; d < dims.size(); ++d) {
    const DimLayout &dim = dims[d];
    s += d ? ", {" : "{";
    for (size_t i = 0; i < dim.axes.size(); ++i)
      s += (i ? ", " : "") + mesh.str(dim.axes[i]);
    if (dim.open)
      s += dim.axes.empty() ? "?" : ", ?";
    s += "}";
    if (dim.priority)
      s += "p" + std::to_string(dim.priority);
    if (dim.granule != 1)
      s += " by " + std::to_string(dim.granule);
  }
  s += "]";
  if (!partial.empty())
    s += std::string(", partial = ") + name(monoid) + mesh.str(partial);
  if (!replicated.empty())
    s += ", replicated = " + mesh.str(replicated);
  for (size_t i = 0; i < pins.size(); ++i) {
    s += i ? ", " : ", at = {";
    s += mesh.str(mesh.ref(pins[i].axis)) + " = [";
    for (size_t j = 0; j < pins[i].coordinates.size(); ++j)
      s += (j ? ", " : "") + std::to_string(pins[i].coordinates[j]);
    s += i + 1 == pins.size() ? "]}" : "]";
  }
  if (memory == Memory::Host)
    s += ", memory = host";
  return s;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Empty if `ref` names digits of an axis of the mesh.
static std::string checkRef(const Mesh &mesh, const AxisRef &ref) {
  if (ref.axis < 0 || ref.axis >= static_cast<int>(mesh.axes.size()))
    return "axis number " + std::to_string(ref.axis) +
           " does not exist, the mesh has " + std::to_string(mesh.axes.size());
  const MeshAxis &axis = mesh.axes[ref.axis];
  if (mesh.isWhole(ref))
    return "";
  if (ref.pre < 1 || ref.size < 1 || ref.size > axis.size ||
      ref.pre > axis.size || axis.size % ref.end() != 0)
    return "sub-axis " + mesh.str(ref) + " is no part of axis " +
           mesh.str(mesh.ref(ref.axis)) + " of size " +
           std::to_string(axis.size) +
           ": the product of its two numbers must divide the size";
  if (ref.size == 1)
    return "sub-axis " + mesh.str(ref) + " has size 1: leave it out";
  return "";
}

/// Empty if the list is written in its one form: neighbouring parts merged.
static std::string checkMerged(const Mesh &mesh, const AxisList &axes) {
  for (size_t i = 1; i < axes.size(); ++i)
    if (axes[i - 1].axis == axes[i].axis && axes[i - 1].end() == axes[i].pre &&
        axes[i].size > 1)
      return "sub-axes " + mesh.str(axes[i - 1]) + " and " + mesh.str(axes[i]) +
             " follow each other: write " +
             mesh.str(mergeParts(mesh, {axes[i - 1], axes[i]})[0]);
  return "";
}

/// Empty if the list is in mesh order.
static std::string checkOrdered(const Mesh &mesh, const AxisList &axes,
                                const char *what) {
  if (std::is_sorted(axes.begin(), axes.end()))
    return "";
  AxisList sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  return std::string("axes of ") + what + " are not in mesh order: write " +
         mesh.str(sorted);
}

/// Empty if no two references of all the lists share a digit.
static std::string checkDistinct(const Mesh &mesh, const Layout &layout) {
  AxisList seen;
  auto visit = [&](const AxisList &axes) -> std::string {
    for (const AxisRef &ref : axes) {
      for (const AxisRef &other : seen) {
        if (ref == other)
          return (mesh.isWhole(ref) ? "axis " : "sub-axis ") + mesh.str(ref) +
                 " is used twice";
        if (ref.overlaps(other))
          return mesh.str(other) + " and " + mesh.str(ref) + " overlap";
        // Digits that cannot be cut apart do not give independent coordinates
        // (of 12: major 4 and minor 2).
        const AxisRef &major = ref.pre < other.pre ? ref : other;
        const AxisRef &minor = ref.pre < other.pre ? other : ref;
        if (ref.axis == other.axis && minor.pre % major.end() != 0)
          return mesh.str(other) + " and " + mesh.str(ref) +
                 " cannot stand side by side: " + std::to_string(major.end()) +
                 ", where the first ends, does not divide " +
                 std::to_string(minor.pre) + ", where the second begins";
      }
      seen.push_back(ref);
    }
    return "";
  };
  for (const DimLayout &dim : layout.dims)
    if (std::string error = visit(dim.axes); !error.empty())
      return error;
  if (std::string error = visit(layout.partial); !error.empty())
    return error;
  return visit(layout.replicated);
}

static std::string checkPins(const Mesh &mesh, const Layout &layout) {
  AxisList busy = layout.replicated;
  for (const DimLayout &dim : layout.dims)
    busy.insert(busy.end(), dim.axes.begin(), dim.axes.end());
  for (size_t i = 0; i < layout.pins.size(); ++i) {
    const Pin &pin = layout.pins[i];
    if (pin.axis < 0 || pin.axis >= static_cast<int>(mesh.axes.size()))
      return "axis number " + std::to_string(pin.axis) +
             " of a pin does not exist, the mesh has " +
             std::to_string(mesh.axes.size());
    AxisRef whole = mesh.ref(pin.axis);
    std::string axis = "axis " + mesh.str(whole);
    for (size_t j = 0; j < i; ++j)
      if (layout.pins[j].axis == pin.axis)
        return axis + " is pinned twice";
    if (i && layout.pins[i - 1].axis > pin.axis)
      return "pinned axes are not in mesh order: " + axis + " comes before " +
             mesh.str(mesh.ref(layout.pins[i - 1].axis));
    if (pin.coordinates.empty())
      return axis + " is pinned to no coordinate";
    for (size_t j = 0; j < pin.coordinates.size(); ++j) {
      int64_t c = pin.coordinates[j];
      if (c < 0 || c >= whole.size)
        return axis + " of size " + std::to_string(whole.size) +
               " is pinned to coordinate " + std::to_string(c);
      if (j && pin.coordinates[j - 1] >= c)
        return "coordinates of pinned " + axis +
               " are not ascending: " + std::to_string(pin.coordinates[j - 1]) +
               " comes before " + std::to_string(c);
    }
    for (const AxisRef &ref : layout.partial)
      if (ref.axis == pin.axis && !mesh.isWhole(ref))
        return "sub-axis " + mesh.str(ref) + " is partial, but " + axis +
               " is pinned: partial values over pinned coordinates are over "
               "the whole axis";
    for (const AxisRef &ref : busy)
      if (ref.axis == pin.axis)
        return axis + " is pinned and also used by " + mesh.str(ref);
  }
  return "";
}

/// Empty if every sub-axis divides every block that it splits. `extents` runs
/// through the different extents that blocks have, major to minor.
static std::string checkDivides(const Mesh &mesh, const DimLayout &dim,
                                int64_t extent, size_t number) {
  std::vector<int64_t> extents{extent};
  for (const AxisRef &ref : dim.axes) {
    std::vector<int64_t> next;
    for (int64_t e : extents) {
      int64_t units = ceilDiv(e, dim.granule);
      if (!mesh.isWhole(ref) && units % ref.size != 0)
        return "sub-axis " + mesh.str(ref) + " of size " +
               std::to_string(ref.size) + " does not divide a block of " +
               std::to_string(units) +
               (dim.granule == 1 ? " elements" : " granules") +
               " of dimension " + std::to_string(number) + " of size " +
               std::to_string(extent);
      int64_t piece = ceilDiv(units, ref.size) * dim.granule;
      if (piece == 0) {
        next.push_back(0);
        continue;
      }
      // `e / piece` full blocks, at most one short one, then empty ones.
      int64_t full = e / piece;
      if (full > 0)
        next.push_back(piece);
      if (e % piece)
        next.push_back(e % piece);
      if (full + (e % piece != 0) < ref.size)
        next.push_back(0);
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    extents = std::move(next);
  }
  return "";
}

std::string Layout::check(const Mesh &mesh,
                          const std::vector<int64_t> &shape) const {
  if (dims.size() != shape.size())
    return "sharding has " + std::to_string(dims.size()) +
           " dimensions, but the tensor has rank " +
           std::to_string(shape.size());
  AxisList all = partial;
  all.insert(all.end(), replicated.begin(), replicated.end());
  for (const DimLayout &dim : dims)
    all.insert(all.end(), dim.axes.begin(), dim.axes.end());
  for (const AxisRef &ref : all)
    if (std::string error = checkRef(mesh, ref); !error.empty())
      return error;

  if (std::string error = checkDistinct(mesh, *this); !error.empty())
    return error;
  if (std::string error = checkOrdered(mesh, partial, "partial");
      !error.empty())
    return error;
  if (std::string error = checkOrdered(mesh, replicated, "replicated");
      !error.empty())
    return error;
  for (const DimLayout &dim : dims)
    if (std::string error = checkMerged(mesh, dim.axes); !error.empty())
      return error;
  if (std::string error = checkMerged(mesh, partial); !error.empty())
    return error;
  if (std::string error = checkMerged(mesh, replicated); !error.empty())
    return error;
  if (std::string error = checkPins(mesh, *this); !error.empty())
    return error;

  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d].granule < 1)
      return "granule of dimension " + std::to_string(d) + " is " +
             std::to_string(dims[d].granule) + ", but granules begin at 1";
    if (std::string error = checkDivides(mesh, dims[d], shape[d], d);
        !error.empty())
      return error;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Blocks (law L1)
//===----------------------------------------------------------------------===//

DimBlock splitBlock(DimBlock of, int64_t parts, int64_t index,
                    int64_t granule) {
  assert(parts >= 1 && granule >= 1 && index >= 0 && index < parts);
  int64_t piece = ceilDiv(ceilDiv(of.extent, granule), parts) * granule;
  int64_t begin = std::min(of.extent, index * piece);
  int64_t end = std::min(of.extent, begin + piece);
  return {of.begin + begin, end - begin};
}

DimBlock blockAt(const Mesh &mesh, const DimLayout &dim, int64_t extent,
                 const std::vector<int64_t> &coordinates) {
  DimBlock block{0, extent};
  for (const AxisRef &ref : dim.axes)
    block = splitBlock(block, ref.size, mesh.coordinate(ref, coordinates),
                       dim.granule);
  return block;
}

int64_t localExtent(const DimLayout &dim, int64_t extent) {
  // The first block of every split is a largest one, and nested ceil divisions
  // are one by the product.
  int64_t units = ceilDiv(ceilDiv(extent, dim.granule), product(dim.axes));
  return std::min(extent, units * dim.granule);
}

bool isEven(const DimLayout &dim, int64_t extent) {
  int64_t parts = product(dim.axes);
  return parts == 1 || extent % (parts * dim.granule) == 0;
}

std::vector<int64_t> localShape(const Layout &layout,
                                const std::vector<int64_t> &shape) {
  assert(layout.dims.size() == shape.size() && "rank mismatch");
  std::vector<int64_t> local(shape.size());
  for (size_t d = 0; d < shape.size(); ++d)
    local[d] = localExtent(layout.dims[d], shape[d]);
  return local;
}

std::vector<DimBlock> blocksAt(const Mesh &mesh, const Layout &layout,
                               const std::vector<int64_t> &shape,
                               const std::vector<int64_t> &coordinates) {
  assert(layout.dims.size() == shape.size() && "rank mismatch");
  std::vector<DimBlock> blocks(shape.size());
  for (size_t d = 0; d < shape.size(); ++d)
    blocks[d] = blockAt(mesh, layout.dims[d], shape[d], coordinates);
  return blocks;
}

} // namespace popt
