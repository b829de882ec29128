//===- Variation.cpp - Along which axes values differ ---------------------===//
//
// Sets only grow, so that repeated walks reach the least fixpoint; without
// loops the second walk finds nothing new. Tested by
// test/Collectives/reassociate.mlir.
//
//===----------------------------------------------------------------------===//
#include "Variation.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace popt {

Variation::Variation(const CostModel &costs, func::FuncOp function)
    : mesh(costs.mesh) {
  // More axes than bits: nothing is known to be uniform.
  all = mesh.axes.size() < 64 ? (Axes(1) << mesh.axes.size()) - 1 : ~Axes(0);
  for (BlockArgument argument : function.getArguments())
    add(argument, argumentAxes(function, argument.getArgNumber()));
  bool changed = true;
  while (changed) {
    changed = false;
    function.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { changed |= update(op); });
  }
}

Variation::Axes Variation::axesOf(const AxisList &axes) const {
  if (mesh.axes.size() >= 64)
    return all;
  Axes result = 0;
  for (const AxisRef &ref : axes)
    result |= Axes(1) << ref.axis;
  return result;
}

Variation::Axes Variation::wholeAxesOf(dist::CollectiveOpInterface op) const {
  Axes result = 0;
  if (dist::AxisListAttr axes = op.getAxesAttr(); axes && mesh.axes.size() < 64)
    for (const AxisRef &ref : mergeParts(mesh, axes.toAxisList(mesh)))
      if (mesh.isWhole(ref))
        result |= axesOf({ref});
  return result;
}

Variation::Axes Variation::touchedAxesOf(dist::CollectiveOpInterface op) const {
  dist::AxisListAttr axes = op.getAxesAttr();
  return axes ? axesOf(axes.toAxisList(mesh)) : all;
}

Variation::Axes Variation::argumentAxes(func::FuncOp function,
                                        unsigned argument) const {
  auto sharding =
      function.getArgAttrOfType<dist::ShardingAttr>(argument, dist::kSharding);
  if (!sharding)
    return 0;
  Layout layout = sharding.toLayout(mesh);
  Axes result = axesOf(layout.partial);
  for (const Pin &pin : layout.pins)
    result |= axesOf({mesh.ref(pin.axis)});
  for (const DimLayout &dim : layout.dims)
    result |= axesOf(dim.axes);
  return result;
}

bool Variation::add(Value value, Axes axes) {
  Axes &known = varies[value];
  bool isNew = (axes & ~known) != 0;
  known |= axes;
  return isNew;
}

bool Variation::update(Operation *op) {
  Axes result = 0;
  for (Value operand : op->getOperands())
    result |= of(operand);
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op)) {
    switch (collective.getKind()) {
    case ReshardKind::AllReduce:
    case ReshardKind::AllGather:
    case ReshardKind::Broadcast:
      result &= ~wholeAxesOf(collective);
      break;
    default:
      result |= touchedAxesOf(collective);
    }
  } else if (auto index = dyn_cast<dist::AxisIndexOp>(op)) {
    result = axesOf(index.getAxes().toAxisList(mesh));
  } else if (auto block = dyn_cast<dist::BlockOp>(op)) {
    result = axesOf(block.getAxes().toAxisList(mesh));
  } else if (!isMemoryEffectFree(op)) {
    result = all;
  }
  SmallVector<ValueTie> ties = valueTiesOf(op);
  if (ties.empty() || op->getNumRegions() == 0) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          result |= of(operand);
      });
    bool changed = false;
    if (ties.empty())
      for (Value value : op->getResults())
        changed |= add(value, result);
    for (ValueTie &tie : ties)
      for (Value target : tie.targets)
        for (OpOperand *source : tie.sources)
          changed |= add(target, of(source->get()));
    return changed;
  }
  // Values that decide how often or which region runs: operands and yields that
  // are tied to nothing.
  Axes decides = 0;
  llvm::DenseSet<OpOperand *> tied;
  for (ValueTie &tie : ties)
    tied.insert(tie.sources.begin(), tie.sources.end());
  auto untied = [&](Operation *from) {
    for (OpOperand &operand : from->getOpOperands())
      if (!tied.contains(&operand))
        decides |= of(operand.get());
  };
  untied(op);
  for (Region &region : op->getRegions())
    if (!region.empty())
      untied(region.front().getTerminator());
  bool changed = false;
  for (ValueTie &tie : ties)
    for (Value target : tie.targets) {
      changed |= add(target, decides);
      for (OpOperand *source : tie.sources)
        changed |= add(target, of(source->get()));
    }
  return changed;
}

bool Variation::isUniform(Value value, dist::CollectiveOpInterface op) const {
  return (of(value) & touchedAxesOf(op)) == 0;
}

} // namespace popt
