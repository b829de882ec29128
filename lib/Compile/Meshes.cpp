//===- Meshes.cpp - The meshes that a number of devices can form ----------===//
//
//   8 devices, two axes at most:  [8]  [2, 4]  [4, 2]
//   tp=4,dp on 32 devices:        tp=4, dp=8
//
// Tests: test/unit/Compile/MeshesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Meshes.h"

#include <algorithm>
#include <numeric>

namespace popt {

const std::vector<std::string> kFreeAxes = {"x", "y", "z"};

/// Appends every list of `axes` factors, each at least `least`, whose product is
/// `devices`.
static void addFactors(int64_t devices, size_t axes, int64_t least,
                       std::vector<int64_t> &factors,
                       std::vector<std::vector<int64_t>> &all) {
  if (axes == 1) {
    if (devices < least)
      return;
    factors.push_back(devices);
    all.push_back(factors);
    factors.pop_back();
    return;
  }
  for (int64_t factor = least; factor <= devices; ++factor) {
    if (devices % factor != 0)
      continue;
    factors.push_back(factor);
    addFactors(devices / factor, axes - 1, least, factors, all);
    factors.pop_back();
  }
}

std::optional<OpenMesh> openMeshOf(const Mesh &own,
                                   const std::vector<MeshOverride> &given,
                                   std::string &error) {
  OpenMesh mesh;
  for (const MeshOverride &axis : given) {
    bool isNew = !own.find(axis.name);
    AxisKind kind = axis.kind.value_or(AxisKind::Device);
    if (isNew && kind == AxisKind::Stage && !mesh.stage)
      mesh.stage = axis;
    else if (isNew && kind == AxisKind::Time && !mesh.time)
      mesh.time = axis;
    else if (isNew && !axis.size && kind == AxisKind::Device)
      mesh.open.push_back(axis.name);
    else
      mesh.fixed.push_back(axis);
  }
  Mesh whole = own;
  error = applyOverrides(mesh.fixed, whole);
  if (!error.empty())
    return std::nullopt;
  for (const MeshAxis &axis : whole.axes) {
    if (axis.kind == AxisKind::Stage) {
      error = "nothing is chosen along axis \"" + axis.name +
              "\", which is the module's own axis of stages or a second one; "
              "--predict says what such a plan costs";
      return std::nullopt;
    }
    if (axis.kind != AxisKind::Time)
      mesh.devices *= axis.size;
  }
  return mesh;
}

std::vector<std::vector<MeshOverride>> meshesOf(const OpenMesh &mesh,
                                                int64_t devices, int mostAxes,
                                                std::string &error) {
  std::vector<std::vector<MeshOverride>> meshes;
  std::string said = std::to_string(mesh.devices) + " devices by the axes that "
                                                    "have a size";
  if (devices % mesh.devices != 0) {
    error = said + " do not divide " + std::to_string(devices) + " devices";
    return meshes;
  }
  int64_t left = devices / mesh.devices;
  std::vector<std::vector<int64_t>> sizes;
  std::vector<int64_t> factors;
  if (mesh.isFree()) {
    for (int axes = 1; axes <= mostAxes; ++axes)
      addFactors(left, static_cast<size_t>(axes), 2, factors, sizes);
    if (left == 1)
      sizes.emplace_back();
  } else if (!mesh.open.empty()) {
    addFactors(left, mesh.open.size(), 1, factors, sizes);
  } else if (left == 1) {
    sizes.emplace_back();
  } else {
    error = said + ", and " + std::to_string(devices) +
            " are asked for; an axis without a size takes the rest "
            "(--mesh tp=4,dp)";
    return meshes;
  }
  for (const std::vector<int64_t> &list : sizes) {
    std::vector<MeshOverride> axes = mesh.fixed;
    for (size_t i = 0; i < list.size(); ++i)
      axes.push_back({mesh.isFree() ? kFreeAxes[i] : mesh.open[i], list[i],
                      AxisKind::Device});
    meshes.push_back(std::move(axes));
  }
  return meshes;
}

std::vector<int64_t> dividingSizes(int64_t devices,
                                   const std::set<int64_t> &extents) {
  std::set<int64_t> parts = {1};
  for (int64_t extent : extents)
    if (extent > 0)
      parts.insert(std::gcd(devices, extent));
  std::vector<int64_t> largest;
  for (auto it = parts.begin(); it != parts.end(); ++it)
    if (std::none_of(std::next(it), parts.end(),
                     [&](int64_t more) { return more % *it == 0; }))
      largest.push_back(*it);
  return largest;
}

} // namespace popt
