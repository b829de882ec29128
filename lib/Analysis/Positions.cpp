//===- Positions.cpp - The order in which operations run ------------------===//
//
// See the header. Tested with what is built on it, by test/Memory and
// test/Analysis/liveness.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Positions.h"

using namespace mlir;
using namespace popt;

Positions::Positions(func::FuncOp function) {
  ops.push_back(nullptr);
  number(function.getBody());
}

void Positions::number(Region &region) {
  for (Block &block : region)
    for (Operation &op : block) {
      beginOf[&op] = static_cast<int64_t>(ops.size());
      ops.push_back(&op);
      for (Region &inner : op.getRegions())
        number(inner);
      if (op.getNumRegions())
        ops.push_back(&op);
      endOf[&op] = last();
    }
}

int64_t Positions::definedAt(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return begin(op);
  Operation *owner = cast<BlockArgument>(value).getOwner()->getParentOp();
  return isa<func::FuncOp>(owner) ? 0 : begin(owner);
}

int64_t Positions::readAt(Operation *reader, int64_t at, Region *home) const {
  for (Region *region = reader->getParentRegion(); region && region != home;
       region = region->getParentRegion())
    if (isLoop(region->getParentOp()))
      at = end(region->getParentOp());
  return at;
}
