// Shared by the reshard tests: all layouts of a mesh, and a machine of blocks
// that executes plans literally.
#ifndef POPT_TEST_UNIT_RESHARD_COMMON_H
#define POPT_TEST_UNIT_RESHARD_COMMON_H

#include "popt/Reshard/Reshard.h"

#include <gtest/gtest.h>

namespace popt::test {

using Shape = std::vector<int64_t>;

/// Whole axes of a mesh by number.
struct AxesOf {
  const Mesh &mesh;
  AxisList operator()(std::vector<int> axes) const {
    AxisList list;
    for (int axis : axes)
      list.push_back(mesh.ref(axis));
    return list;
  }
};

inline Layout layoutOf(std::vector<AxisList> dims, AxisList partial = {},
                       Monoid monoid = Monoid::Sum) {
  Layout l = Layout::replicate(dims.size());
  for (size_t d = 0; d < dims.size(); ++d)
    l.dims[d].axes = std::move(dims[d]);
  l.partial = std::move(partial);
  l.monoid = monoid;
  return l;
}

/// Every legal layout that gives each of `refs` to a dim, at any position, to
/// `partial`, or to nothing.
inline std::vector<Layout> allLayouts(const Mesh &mesh, const Shape &shape,
                                      const AxisList &refs,
                                      bool withPartial = true) {
  std::vector<Layout> all{Layout::replicate(shape.size())};
  for (const AxisRef &ref : refs) {
    std::vector<Layout> more;
    for (const Layout &l : all) {
      more.push_back(l);
      AxisList used = l.partial;
      for (const DimLayout &dim : l.dims)
        used.insert(used.end(), dim.axes.begin(), dim.axes.end());
      if (overlaps(used, {ref}))
        continue;
      if (withPartial) {
        more.push_back(l);
        more.back().partial.push_back(ref);
      }
      for (size_t d = 0; d < shape.size(); ++d)
        for (size_t i = 0; i <= l.dims[d].axes.size(); ++i) {
          Layout next = l;
          next.dims[d].axes.insert(next.dims[d].axes.begin() + i, ref);
          more.push_back(next);
        }
    }
    all = std::move(more);
  }
  std::vector<Layout> legal;
  for (Layout &l : all) {
    for (DimLayout &dim : l.dims)
      dim.axes = mergeParts(mesh, dim.axes);
    std::sort(l.partial.begin(), l.partial.end());
    l.partial = mergeParts(mesh, l.partial);
    if (l.check(mesh, shape).empty() &&
        std::find(legal.begin(), legal.end(), l) == legal.end())
      legal.push_back(l);
  }
  return legal;
}

inline AxisList wholeAxes(const Mesh &mesh) {
  AxisList refs;
  for (size_t a = 0; a < mesh.axes.size(); ++a)
    refs.push_back(mesh.ref(a));
  return refs;
}

/// These layouts, and each with every choice of pins on axes that no dim
/// splits: the first and the last coordinate, and both; partial over them where
/// the layout is partial over the axis.
inline std::vector<Layout> withPins(const Mesh &mesh, const Shape &shape,
                                    const AxisList &refs) {
  std::vector<Layout> all = allLayouts(mesh, shape, refs);
  for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis) {
    AxisList whole{mesh.ref(axis)};
    int64_t last = whole[0].size - 1;
    std::vector<std::vector<int64_t>> choices{{0}, {last}};
    if (last > 1)
      choices.push_back({0, last});
    std::vector<Layout> more;
    for (const Layout &l : all)
      for (const std::vector<int64_t> &choice : choices) {
        // One partial value is the value.
        if (overlaps(l.partial, whole) && choice.size() == 1)
          continue;
        more.push_back(l);
        more.back().pins.push_back({axis, choice});
      }
    for (Layout &l : more)
      if (l.check(mesh, shape).empty())
        all.push_back(std::move(l));
  }
  return all;
}

inline std::vector<Layout> withPins(const Mesh &mesh, const Shape &shape) {
  return withPins(mesh, shape, wholeAxes(mesh));
}

} // namespace popt::test
#endif // POPT_TEST_UNIT_RESHARD_COMMON_H
