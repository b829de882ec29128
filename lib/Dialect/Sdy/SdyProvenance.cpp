//===- SdyProvenance.cpp - Where axes came from ---------------------------===//
//
// Shardy's propagation can write down which operand or result gave an axis to
// which others. popt does not read that, but refuses what is no such record.
// Test: test/Dialect/Sdy/invalid-provenance.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyProvenance.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

/// The value that an end of an edge names, or null.
static Value getEnd(EdgeValueRefAttr end, Operation *op) {
  bool isResult = end.getType() == EdgeNodeType::RESULT;
  int64_t count = isResult ? op->getNumResults() : op->getNumOperands();
  if (end.getIndex() < 0 || end.getIndex() >= count)
    return {};
  return isResult ? Value(op->getResult(end.getIndex()))
                  : op->getOperand(end.getIndex());
}

/// The ends exist, and differ.
static LogicalResult verifyEnds(Operation *op,
                                AxisToPropagationDetailsAttr entry) {
  SmallVector<EdgeValueRefAttr> ends = {entry.getSource()};
  llvm::append_range(ends, entry.getTargets());
  for (auto [i, end] : llvm::enumerate(ends)) {
    // An edge between functions speaks of values that are not its own.
    if (!isa<FuncDataFlowEdgeOp>(op) && !getEnd(end, op))
      return op->emitOpError() << "has a propagation edge to "
                               << stringifyEdgeNodeType(end.getType()) << " "
                               << end.getIndex() << ", which it lacks";
    if (llvm::is_contained(ArrayRef(ends).take_front(i), end))
      return op->emitOpError() << "has a propagation edge that names "
                               << stringifyEdgeNodeType(end.getType()) << " "
                               << end.getIndex() << " twice";
  }
  return success();
}

static LogicalResult verifyEdges(Operation *op, PropagationEdgesAttr edges) {
  llvm::SmallSet<int64_t, 4> steps;
  MeshAttr mesh;
  for (PropagationOneStepAttr step : edges) {
    if (!steps.insert(step.getStepIndex()).second)
      return op->emitOpError() << "has propagation edges of step "
                               << step.getStepIndex() << " twice";
    for (AxisToPropagationDetailsAttr entry : step.getAxisEntries()) {
      if (failed(verifyEnds(op, entry)))
        return failure();
      SmallVector<EdgeValueRefAttr> ends = {entry.getSource()};
      llvm::append_range(ends, entry.getTargets());
      for (EdgeValueRefAttr end : ends)
        if (Value value = getEnd(end, op); value && !mesh)
          if (TensorShardingAttr sharding = getSharding(value))
            mesh = sharding.getMesh(op);
    }
  }
  if (!mesh)
    return op->emitOpError(
        "has propagation edges between values without a sharding");
  for (PropagationOneStepAttr step : edges)
    for (AxisToPropagationDetailsAttr entry : step.getAxisEntries())
      if (!mesh.hasAxis(entry.getAxisName().getName()))
        return op->emitOpError() << "has a propagation edge of axis "
                                 << entry.getAxisName().toString()
                                 << ", which mesh " << mesh << " lacks";
  return success();
}

LogicalResult sdy::verifyProvenance(Operation *op, NamedAttribute attr) {
  if (attr.getName() == "sdy.propagation_edges") {
    if (auto edges = dyn_cast<PropagationEdgesAttr>(attr.getValue()))
      return verifyEdges(op, edges);
    return op->emitOpError()
           << attr.getName() << " is not a #sdy.propagation_edges";
  }
  auto list = dyn_cast<ArrayAttr>(attr.getValue());
  if (list && llvm::all_of(list, llvm::IsaPred<PropagationEdgesAttr>))
    return success();
  return op->emitOpError() << attr.getName()
                           << " is not a list of #sdy.propagation_edges";
}
