//===- Communication.cpp - What the cost model asks of a collective -------===//
//
// Tested through the passes of Collectives and Memory.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Communication.h"

#include "popt/Support/Tensors.h"

using namespace mlir;

namespace popt {

std::optional<CollectiveKind> costKind(dist::CollectiveOpInterface op) {
  return collectiveOf(op.getKind());
}

int64_t bufferBytes(dist::CollectiveOpInterface op) {
  int64_t operand = bytesOf(op->getOperand(0).getType());
  int64_t result = bytesOf(op->getResult(0).getType());
  // Uneven blocks count unpadded, by the largest coordinate's large side.
  switch (op.getKind()) {
  case ReshardKind::AllReduce:
  case ReshardKind::ReduceScatter:
    return operand;
  case ReshardKind::AllGather:
    return result;
  default:
    return std::max(operand, result);
  }
}

int64_t largestGroup(const Mesh &mesh, dist::CollectiveOpInterface op) {
  if (dist::AxisListAttr axes = op.getAxesAttr())
    return product(axes.toAxisList(mesh));
  if (auto permute = dyn_cast<dist::PermuteOp>(op.getOperation()))
    return llvm::any_of(permute.getPairs(),
                        [](Attribute pair) {
                          auto ranks =
                              cast<DenseI64ArrayAttr>(pair).asArrayRef();
                          return ranks[0] != ranks[1];
                        })
               ? 2
               : 1;
  size_t size = 1;
  for (const std::vector<int64_t> &group : op.groups(mesh))
    size = std::max(size, group.size());
  return static_cast<int64_t>(size);
}

bool isOverDevices(const Mesh &mesh, dist::CollectiveOpInterface op) {
  dist::AxisListAttr axes = op.getAxesAttr();
  return !axes || llvm::all_of(axes.toAxisList(mesh), [&](const AxisRef &ref) {
    return mesh.axes[ref.axis].kind == AxisKind::Device;
  });
}

std::string groupsOf(const Mesh &mesh, dist::CollectiveOpInterface op) {
  if (dist::AxisListAttr axes = op.getAxesAttr())
    return mesh.str(axes.toAxisList(mesh));
  return std::to_string(op.groups(mesh).size()) + " groups of ranks";
}

bool isRoundedTwice(Type type, Monoid monoid) {
  Type element = getElementTypeOrSelf(type);
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32 &&
         (monoid == Monoid::Sum || monoid == Monoid::Prod);
}

} // namespace popt
