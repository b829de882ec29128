// Layouts in the fewest words, so that equal ones look alike to the search.
// Test: test/unit/Reshard.

#include "Problem.h"

#include <algorithm>

namespace popt {

static void dropTrivial(AxisList &axes) {
  axes.erase(std::remove_if(axes.begin(), axes.end(),
                            [](const AxisRef &ref) { return ref.size == 1; }),
             axes.end());
}

Layout simplified(const Mesh &mesh, Layout layout) {
  auto isSingle = [&](const AxisRef &ref) {
    return std::any_of(
        layout.pins.begin(), layout.pins.end(), [&](const Pin &pin) {
          return pin.axis == ref.axis && pin.coordinates.size() == 1 &&
                 mesh.axes[pin.axis].kind == AxisKind::Device;
        });
  };
  auto isEverywhere = [&](const Pin &pin) {
    return mesh.axes[pin.axis].kind == AxisKind::Device &&
           static_cast<int64_t>(pin.coordinates.size()) ==
               mesh.axes[pin.axis].size;
  };
  layout.partial.erase(
      std::remove_if(layout.partial.begin(), layout.partial.end(), isSingle),
      layout.partial.end());
  layout.pins.erase(
      std::remove_if(layout.pins.begin(), layout.pins.end(), isEverywhere),
      layout.pins.end());
  return layout;
}

Layout reshard::normalized(const Mesh &mesh, const Layout &layout) {
  Layout l = simplified(mesh, layout.closed());
  for (DimLayout &dim : l.dims) {
    dropTrivial(dim.axes);
    if (dim.axes.empty())
      dim.granule = 1;
  }
  dropTrivial(l.partial);
  return l;
}

} // namespace popt
