//===- PipelinePlans.cpp - Plans with microbatches and stages -------------===//
//
// See PipelinePlans.h. Tests: test/Compile/choose-memory.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/PipelinePlans.h"
#include "popt/Compile/ModulePlan.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;

namespace popt {

const std::vector<PlanDim> *dimsOf(const Plan &plan, const std::string &name) {
  const std::vector<PlanDim> *dims = nullptr;
  for (const PlanSharding &entry : plan.shardings)
    if (entry.dims && matchesName(entry.match, name))
      dims = &*entry.dims;
  return dims;
}

static int64_t sizeOf(const Plan &plan, const PlanAxis &axis) {
  if (axis.size)
    return axis.size;
  for (const MeshOverride &given : plan.mesh)
    if (given.name == axis.name)
      return given.size.value_or(1);
  return 1;
}

int64_t localBatch(const Plan &plan, func::FuncOp main, const Batch &batch) {
  int64_t rows = 0;
  for (const BatchDim &input : batch.dims) {
    int64_t devices = 1;
    if (const std::vector<PlanDim> *dims =
            dimsOf(plan, argumentName(main, input.argument));
        dims && input.dim < dims->size())
      for (const PlanAxis &axis : (*dims)[input.dim].axes)
        devices *= sizeOf(plan, axis);
    if (input.size % devices != 0)
      return 1;
    rows = std::gcd(rows, input.size / devices);
  }
  return std::max<int64_t>(rows, 1);
}

Plan withMicrobatches(Plan plan, func::FuncOp main, const Batch &batch,
                      const PipelineShape &shape) {
  for (const BatchDim &input : batch.dims) {
    PlanSharding entry;
    entry.match = argumentName(main, input.argument);
    const std::vector<PlanDim> *dims = dimsOf(plan, entry.match);
    entry.dims = dims ? *dims : std::vector<PlanDim>();
    if (entry.dims->size() <= input.dim)
      entry.dims->resize(input.dim + 1);
    (*entry.dims)[input.dim].axes.push_back({shape.timeAxis, 0, 0});
    plan.shardings.push_back(std::move(entry));
  }
  plan.mesh.push_back({shape.timeAxis, shape.microbatches, AxisKind::Time});
  return plan;
}

/// The layout with layers along the stage axis; axes that split them before go to
/// another dimension.
static std::vector<PlanDim> alongStages(std::vector<PlanDim> dims,
                                        RankedTensorType type, const Plan &plan,
                                        const std::string &stageAxis,
                                        std::vector<int64_t> owners) {
  dims.resize(static_cast<size_t>(type.getRank()));
  std::vector<PlanAxis> moved = std::move(dims.front().axes);
  dims.front() = {{{stageAxis, 0, 0}}, false, std::move(owners)};
  for (const PlanAxis &axis : moved)
    for (size_t i = 1; i < dims.size(); ++i)
      if (dims[i].axes.empty() &&
          type.getDimSize(static_cast<int64_t>(i)) % sizeOf(plan, axis) == 0) {
        dims[i].axes.push_back(axis);
        break;
      }
  while (dims.back() == PlanDim())
    dims.pop_back();
  return dims;
}

Plan withStages(Plan plan, func::FuncOp main, const LayerChain &chain,
                ArrayRef<size_t> cuts, const PipelineShape &shape) {
  auto coordinateOf = [&](size_t piece) -> int64_t {
    int64_t run = llvm::upper_bound(cuts, piece) - cuts.begin();
    int64_t at = run % shape.stages;
    return shape.isFolded && run / shape.stages % 2 == 1 ? shape.stages - 1 - at
                                                         : at;
  };
  for (const ChainWeight &weight : chain.weights) {
    std::vector<int64_t> at;
    for (size_t piece :
         ArrayRef(weight.pieces)
             .take_front(shape.tiesWeights ? weight.pieces.size() : 1))
      if (!llvm::is_contained(at, coordinateOf(piece)))
        at.push_back(coordinateOf(piece));
    llvm::sort(at);
    PlanSharding entry;
    entry.match = argumentName(main, weight.argument);
    entry.at.emplace();
    entry.at->push_back({shape.stageAxis, std::move(at)});
    plan.shardings.push_back(std::move(entry));
  }
  std::vector<int64_t> owners;
  for (int64_t layer = 0; layer < chain.stack.layers; ++layer)
    owners.push_back(
        coordinateOf(chain.stack.firstPiece + static_cast<size_t>(layer)));
  // Blocks of one length, one after the other, are what a split dimension has.
  int64_t each = (chain.stack.layers + shape.stages - 1) / shape.stages;
  auto isOfBlock = [&](auto owner) {
    return owner.value() == static_cast<int64_t>(owner.index()) / each;
  };
  if (llvm::all_of(llvm::enumerate(owners), isOfBlock))
    owners.clear();
  for (unsigned argument : chain.stack.arguments) {
    PlanSharding entry;
    entry.match = argumentName(main, argument);
    const std::vector<PlanDim> *dims = dimsOf(plan, entry.match);
    entry.dims = alongStages(
        dims ? *dims : std::vector<PlanDim>(),
        cast<RankedTensorType>(main.getArgument(argument).getType()), plan,
        shape.stageAxis, owners);
    plan.shardings.push_back(std::move(entry));
  }
  plan.mesh.insert(plan.mesh.begin(),
                   {shape.stageAxis, shape.stages, AxisKind::Stage});
  PlanSchedule &schedule = plan.schedule.emplace();
  schedule.kind = shape.schedule;
  schedule.microbatches = shape.microbatches;
  if (shape.chunks > 1)
    schedule.chunks = shape.chunks;
  return plan;
}

} // namespace popt
