//===- SdyAxes.cpp - Lists of axes and their parts ------------------------===//
//
// See SdyAxes.h. Tests: test/Dialect/Sdy/invalid-shardings.mlir,
// invalid-collectives.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyAxes.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Text/Names.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

//===----------------------------------------------------------------------===//
// What can be wrong
//===----------------------------------------------------------------------===//

/// The error in one axis by itself.
static std::string checkAxis(AxisRefAttr axis, MeshAttr mesh) {
  int64_t size = mesh.getAxisSize(axis.getName());
  if (size == 0) {
    std::vector<std::string> names;
    for (MeshAxisAttr known : mesh.getAxes())
      names.push_back(known.getName().str());
    return "axis \"" + axis.getName().str() + "\" is not in the mesh" +
           suggestName(axis.getName(), names);
  }
  SubAxisInfoAttr part = axis.getSubAxisInfo();
  if (!part)
    return "";
  int64_t next = 0;
  if (part.getPreSize() < 1 || part.getSize() < 2 ||
      llvm::MulOverflow(part.getPreSize(), part.getSize(), next) ||
      size % next != 0 || part.getSize() == size)
    return "part " + axis.toString() +
           " is no proper part of an axis of size " + std::to_string(size);
  return "";
}

bool sdy::overlap(AxisRefAttr a, AxisRefAttr b) {
  if (a.getName() != b.getName())
    return false;
  SubAxisInfoAttr x = a.getSubAxisInfo(), y = b.getSubAxisInfo();
  return !x || !y ||
         (x.getPreSize() < y.getNextPreSize() &&
          y.getPreSize() < x.getNextPreSize());
}

/// True if `b` continues `a`, so that one part should be written.
static bool canMerge(AxisRefAttr a, AxisRefAttr b) {
  SubAxisInfoAttr x = a.getSubAxisInfo(), y = b.getSubAxisInfo();
  return a.getName() == b.getName() && x && y &&
         x.getNextPreSize() == y.getPreSize();
}

static int64_t getPreSize(AxisRefAttr axis) {
  SubAxisInfoAttr part = axis.getSubAxisInfo();
  return part ? part.getPreSize() : 1;
}

/// Position in the mesh, for the order of replicated and unreduced axes.
static std::pair<int64_t, int64_t> position(AxisRefAttr axis, MeshAttr mesh) {
  int64_t number = 0;
  for (auto [i, known] : llvm::enumerate(mesh.getAxes()))
    if (known.getName() == axis.getName())
      number = i;
  return {number, getPreSize(axis)};
}

void AxisChecker::add(ArrayRef<AxisRefAttr> axes) {
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (!problem.empty())
      return;
    problem = checkAxis(axis, mesh);
    if (problem.empty() && i > 0 && canMerge(axes[i - 1], axis))
      problem = "parts " + axes[i - 1].toString() + " and " + axis.toString() +
                " can be written as one";
    for (AxisRefAttr other : used)
      if (problem.empty() && overlap(other, axis))
        problem = "axis " + axis.toString() + " of size " +
                  std::to_string(axis.getSize(mesh)) + " is used twice";
    used.push_back(axis);
  }
}

void AxisChecker::addOrdered(ArrayRef<AxisRefAttr> axes, StringRef kind) {
  add(axes);
  if (problem.empty() &&
      !llvm::is_sorted(axes, [&](AxisRefAttr a, AxisRefAttr b) {
        return position(a, mesh) < position(b, mesh);
      }))
    problem = ("the " + kind + " axes are not in the mesh's order").str();
}

bool AxisChecker::uses(StringRef name) const {
  return llvm::any_of(used,
                      [&](AxisRefAttr axis) { return axis.getName() == name; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The digits of an axis from `pre` to `pre * size`.
static AxisRefAttr makeAxis(StringRef name, int64_t pre, int64_t size,
                            MeshAttr mesh) {
  MLIRContext *context = mesh.getContext();
  SubAxisInfoAttr part;
  if (size != mesh.getAxisSize(name))
    part = SubAxisInfoAttr::get(context, pre, size);
  return AxisRefAttr::get(context, name, part);
}

SmallVector<AxisRefAttr> sdy::append(ArrayRef<AxisRefAttr> axes,
                                     ArrayRef<AxisRefAttr> others,
                                     MeshAttr mesh) {
  SmallVector<AxisRefAttr> result(axes);
  for (AxisRefAttr axis : others) {
    if (!result.empty() && canMerge(result.back(), axis))
      result.back() =
          makeAxis(axis.getName(), getPreSize(result.back()),
                   result.back().getSize(mesh) * axis.getSize(mesh), mesh);
    else
      result.push_back(axis);
  }
  return result;
}

std::optional<SmallVector<AxisRefAttr>>
sdy::dropMinor(ArrayRef<AxisRefAttr> axes, ArrayRef<AxisRefAttr> others,
               MeshAttr mesh) {
  SmallVector<AxisRefAttr> result(axes);
  for (AxisRefAttr axis : llvm::reverse(others)) {
    if (result.empty() || result.back().getName() != axis.getName())
      return std::nullopt;
    int64_t begin = getPreSize(result.back()), cut = getPreSize(axis);
    int64_t end = begin * result.back().getSize(mesh);
    if (end != cut * axis.getSize(mesh) || cut % begin != 0)
      return std::nullopt;
    result.pop_back();
    if (cut != begin)
      result.push_back(makeAxis(axis.getName(), begin, cut / begin, mesh));
  }
  return result;
}

SmallVector<AxisRefAttr> sdy::sorted(ArrayRef<AxisRefAttr> axes,
                                     MeshAttr mesh) {
  SmallVector<AxisRefAttr> result(axes);
  llvm::sort(result, [&](AxisRefAttr a, AxisRefAttr b) {
    return position(a, mesh) < position(b, mesh);
  });
  return append({}, result, mesh);
}

std::string sdy::toString(ArrayRef<AxisRefAttr> axes) {
  std::string text = "{";
  for (auto [i, axis] : llvm::enumerate(axes))
    text += (i == 0 ? "" : ", ") + axis.toString();
  return text + "}";
}
