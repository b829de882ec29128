//===- Positions.cpp - The order in which operations run ------------------===//
//
// See the header. Tested with what is built on it, by test/Memory and
// test/Analysis/liveness.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Positions.h"

#include "popt/Dialect/Step/ProgramAttrs.h"

#include <map>

using namespace mlir;
using namespace popt;

Positions::Positions(func::FuncOp function) {
  ops.push_back(nullptr);
  number(function.getBody());
}

void Positions::number(Region &region) {
  for (Block &block : region) {
    // What ends after the operation of a number within the block.
    std::multimap<int64_t, Operation *> endsAfter;
    for (auto [i, op] : llvm::enumerate(block)) {
      beginOf[&op] = static_cast<int64_t>(ops.size());
      ops.push_back(&op);
      for (Region &inner : op.getRegions())
        number(inner);
      if (op.getNumRegions())
        ops.push_back(&op);
      endOf[&op] = last();
      if (auto beside = op.getAttrOfType<IntegerAttr>(kStepBeside))
        endsAfter.insert({static_cast<int64_t>(i) + beside.getInt(), &op});
      auto [from, to] = endsAfter.equal_range(static_cast<int64_t>(i));
      for (auto &[number, ending] : llvm::make_range(from, to)) {
        ops.push_back(ending);
        endOf[ending] = last();
      }
    }
  }
}

int64_t Positions::readBy(Operation *op) const {
  return op->hasAttr(kStepBeside) ? end(op) : begin(op);
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
