//===- Groups.cpp - Collectives among groups of ranks ---------------------===//
//
// Tested by test/unit/Reference/CollectivesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Groups.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

const Mesh *popt::reference::requireMesh(const LockstepCall &call) {
  const Mesh *mesh = call.evaluator.mesh();
  if (!mesh)
    call.op->emitOpError("needs the ranks of a mesh, but the module runs on "
                         "one rank");
  return mesh;
}

FailureOr<Groups> popt::reference::presentGroups(const LockstepCall &call,
                                                 const Groups &groups) {
  Groups present;
  for (const std::vector<int64_t> &group : groups) {
    std::optional<int64_t> there, missing;
    for (int64_t rank : group)
      (call.frame.positionOf(rank) >= 0 ? there : missing) = rank;
    if (there && missing)
      return call.op->emitOpError()
             << "is reached by rank " << *there << " but not by rank "
             << *missing
             << " of its group; a collective needs all ranks of a group to "
                "take the same way";
    if (there)
      present.push_back(group);
  }
  return present;
}

SmallVector<Tensor> popt::reference::heldBy(const LockstepCall &call,
                                            ArrayRef<int64_t> group,
                                            unsigned i) {
  SmallVector<Tensor> tensors;
  for (int64_t rank : group)
    tensors.push_back(call.operands[i][call.frame.positionOf(rank)]);
  return tensors;
}

MaybeTensor popt::reference::combine(ArrayRef<Tensor> partials,
                                     const Body &body) {
  const ElementType type = partials[0].type();
  if (partials.size() == 1)
    return partials[0];
  if (!body.op) {
    Tensor sum = partials[0];
    for (const Tensor &partial : partials.drop_front()) {
      MaybeTensors next = map({sum, partial}, type, body);
      if (!next)
        return std::nullopt;
      sum = (*next)[0];
    }
    return sum;
  }
  const ElementType sumType = wideType(type);
  Tensor sum = convert(partials[0], sumType);
  for (const Tensor &partial : partials.drop_front()) {
    MaybeTensor next = binary(*body.op, sum, convert(partial, sumType));
    if (!next)
      return std::nullopt;
    sum = *next;
  }
  return convert(sum, type);
}

Tensor popt::reference::part(const Tensor &x, int64_t dim, int64_t count,
                             int64_t index) {
  Shape start(x.rank(), 0), sizes(x.shape().begin(), x.shape().end());
  sizes[dim] /= count;
  start[dim] = index * sizes[dim];
  return extractBox(x, start, sizes);
}
