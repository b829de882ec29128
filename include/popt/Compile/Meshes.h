//===- Meshes.h - The meshes that a number of devices can form ------------===//
#ifndef POPT_COMPILE_MESHES_H
#define POPT_COMPILE_MESHES_H

#include "popt/Annotate/Plan.h"

#include <set>

namespace popt {

/// What is said of a mesh: axes that have sizes, and axes that have none yet
/// (`tp=8,dp`). Without any axis all are free, and have names of no meaning.
struct OpenMesh {
  std::vector<MeshOverride> fixed; ///< over those of the module
  std::vector<std::string> open;   ///< axes without a size, major to minor
  int64_t devices = 1;             ///< of the axes with sizes together
  /// New axes of stages and of time, if they are asked for: what they split is chosen,
  /// and their sizes if they have none.
  std::optional<MeshOverride> stage, time;

  bool isFree() const { return open.empty() && devices == 1; }
};

/// Axes of a free mesh. With each more there are about four times as many layouts of
/// a matrix.
inline constexpr int kMostFreeAxes = 2;

/// The names of the axes of a free mesh.
extern const std::vector<std::string> kFreeAxes;

/// What `given` says of the mesh of a module that has the mesh `own`. Nothing, and
/// what is wrong with it.
std::optional<OpenMesh> openMeshOf(const Mesh &own,
                                   const std::vector<MeshOverride> &given,
                                   std::string &error);

/// Every way to form so many devices: the sizes of open axes in all orders; of a
/// free mesh up to `mostAxes` axes of at least two devices. Meshes of fewer axes come
/// first. Nothing, and what is wrong.
std::vector<std::vector<MeshOverride>> meshesOf(const OpenMesh &mesh,
                                                int64_t devices, int mostAxes,
                                                std::string &error);

/// The largest parts of an axis of so many devices that divide one of the extents, by
/// size; 1 if none does. Of 12 devices and extents of 8 and 18: 4 and 6.
std::vector<int64_t> dividingSizes(int64_t devices,
                                   const std::set<int64_t> &extents);

} // namespace popt
#endif // POPT_COMPILE_MESHES_H
