//===- Estimate.h - Costs between layouts without a search ----------------===//
//
// Strategies on meshes of many axes compare millions of pairs of layouts. This
// is the cost of the plan that Fallback.cpp makes, of layouts of whole axes, in
// numbers alone: a fraction of a microsecond for a pair.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_RESHARD_ESTIMATE_H
#define POPT_LIB_RESHARD_ESTIMATE_H

#include "popt/Layout/Layout.h"
#include "popt/Machine/Machine.h"

#include <array>
#include <optional>

namespace popt::reshard {

constexpr int maxBriefAxes = 16; ///< of a mesh
constexpr int maxBriefDims = 8;

/// A layout of whole axes, without pins and granules.
struct Brief {
  struct Dim {
    std::array<int8_t, maxBriefAxes> axes{}; ///< major to minor
    int8_t count = 0;
    int64_t parts = 1; ///< product of the axes' sizes

    bool operator==(const Dim &o) const {
      return count == o.count &&
             std::equal(axes.begin(), axes.begin() + count, o.axes.begin());
    }
  };
  std::array<Dim, maxBriefDims> dims;
  uint32_t partial = 0, inDims = 0; ///< sets of axes
  Monoid monoid = Monoid::Sum;
};

/// Costs between layouts without a search.
class Estimator {
public:
  /// Mesh and machine must outlive the object.
  Estimator(const Mesh &mesh, const Machine &machine,
            std::vector<int64_t> shape, int elementBits, int partialBits);

  /// Nothing for a layout that has anything but whole axes in dims and
  /// `partial`.
  std::optional<Brief> brief(const Layout &layout) const;
  double seconds(const Brief &from, const Brief &to) const;

private:
  struct Walk;
  int64_t bytes(const Brief &layout) const;
  /// A collective over a set of axes after which `next` holds.
  double seconds(CollectiveKind kind, uint32_t axes, int64_t buffer,
                 const Brief &next) const;
  /// The product of the sizes of those of the axes that are time, or not.
  int64_t size(uint32_t axes, bool ofTime) const;

  const Machine &machine;
  std::vector<int64_t> shape;
  int elementBits, partialBits;
  int numAxes;
  std::array<int64_t, maxBriefAxes> sizes{};
  std::array<int, maxBriefAxes> levels{};
  std::vector<GroupShape> members; ///< on machines that have more than rings
  uint32_t timeAxes = 0;
};

} // namespace popt::reshard
#endif // POPT_LIB_RESHARD_ESTIMATE_H
