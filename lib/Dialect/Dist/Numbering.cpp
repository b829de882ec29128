//===- Numbering.cpp - The devices that manual regions number -------------===//
//
// See Numbering.h.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Numbering.h"

#include "popt/Dialect/Dist/Sharding.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

LogicalResult dist::verifyNumbering(Operation *op, Attribute attr) {
  auto meshOp = dyn_cast<MeshOp>(op);
  auto before = dyn_cast<MeshAttr>(attr);
  if (!meshOp || !before)
    return op->emitError("\"dist.numbering\" is no #dist.mesh of a dist.mesh");
  Mesh mesh = meshOp.toMesh();
  for (const MeshAxis &axis : before.toMesh().axes)
    if (std::optional<int> own = mesh.find(axis.name);
        own && mesh.axes[*own].size != axis.size)
      return op->emitError()
             << "\"dist.numbering\" gives axis \"" << axis.name << "\" size "
             << axis.size << ", the mesh " << mesh.axes[*own].size;
  return success();
}

Numbering::Numbering(Operation *op, const Mesh &mesh)
    : mesh(mesh), numbered(mesh) {
  MeshOp meshOp = dist::getMesh(op);
  auto before = meshOp ? meshOp->getAttrOfType<MeshAttr>(kNumbering) : nullptr;
  if (before)
    numbered = before.toMesh();
  llvm::SmallDenseSet<int> kept;
  for (const MeshAxis &axis : numbered.axes) {
    std::optional<int> &own = axisOf.emplace_back(mesh.find(axis.name));
    // A mesh that numbers itself does so along its stage axes, too.
    if (own && before && mesh.axes[*own].kind != AxisKind::Device)
      own.reset();
    if (own)
      kept.insert(*own);
  }
  for (auto [i, axis] : llvm::enumerate(mesh.axes))
    if (axis.kind != AxisKind::Time && !kept.contains(static_cast<int>(i)))
      added.push_back(mesh.ref(static_cast<int>(i)));
}

/// Its coordinates along the axes of `numbered`.
std::vector<int64_t> Numbering::placeOf(int64_t device) const {
  if (!numbered.deviceIds.empty())
    device =
        llvm::find(numbered.deviceIds, device) - numbered.deviceIds.begin();
  return numbered.coordinates(device);
}

std::string
Numbering::toRanks(std::vector<std::vector<int64_t>> &groups) const {
  std::vector<std::vector<int64_t>> first;
  for (const std::vector<int64_t> &group : groups) {
    bool isFirst = true;
    std::vector<int64_t> ranks, begin;
    for (int64_t device : group) {
      std::vector<int64_t> place = placeOf(device);
      if (begin.empty())
        begin = place;
      std::vector<int64_t> own(mesh.axes.size(), 0);
      for (size_t i = 0; i < place.size(); ++i) {
        if (axisOf[i]) {
          own[*axisOf[i]] = place[i];
          continue;
        }
        if (place[i] != begin[i])
          return "joins devices " + std::to_string(group.front()) + " and " +
                 std::to_string(device) + ", which differ along axis \"" +
                 numbered.axes[i].name +
                 "\", but that is no device axis any more";
        isFirst &= place[i] == 0;
      }
      ranks.push_back(mesh.rank(own));
    }
    // Along what is no device axis any more all groups are alike.
    if (isFirst)
      first.push_back(std::move(ranks));
  }
  groups.clear();
  // The ranks of one group, each the first coordinate along what is new.
  for (int64_t copy : mesh.group(added, 0))
    for (const std::vector<int64_t> &ranks : first) {
      std::vector<int64_t> &group = groups.emplace_back();
      for (int64_t rank : ranks)
        group.push_back(rank + copy);
    }
  return "";
}

int64_t Numbering::deviceOf(int64_t rank) const {
  std::vector<int64_t> own = mesh.coordinates(rank), place;
  for (std::optional<int> axis : axisOf)
    place.push_back(axis ? own[*axis] : 0);
  int64_t number = numbered.rank(place);
  return numbered.deviceIds.empty() ? number : numbered.deviceIds[number];
}
