//===- WarnOfWaste.cpp - Ranks that have nothing of their own to do -------===//
//
// After the plan, the flags and the module are merged: warns of axes that
// nothing uses, and of dimensions with more parts than elements. Both are
// legal, and hardly ever meant. Example: Passes.td. Test:
// test/Annotate/warn-of-waste.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/Passes.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Main.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {
#define GEN_PASS_DEF_WARNOFWASTEPASS
#include "popt/Annotate/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// A given sharding, and for what.
struct Written {
  Location loc;
  std::string what; ///< empty: somewhere in the program
  RankedTensorType type;
  dist::ShardingAttr sharding;
};
} // namespace

static std::vector<Written> allWritten(func::FuncOp main) {
  std::vector<Written> all;
  auto add = [&](Location loc, std::string what, Type type,
                 dist::ShardingAttr sharding) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (sharding && tensor)
      all.push_back({loc, std::move(what), tensor, sharding});
  };
  for (BlockArgument argument : main.getArguments())
    add(main.getLoc(), dist::describeArgument(main, argument.getArgNumber()),
        argument.getType(), dist::getSharding(argument));
  auto stateArguments = dist::getStateArguments(main);
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    if (!stateArguments[i])
      add(main.getLoc(), dist::describeResult(main, i), type,
          dist::getResultSharding(main, i));
  main.walk([&](Operation *op) {
    if (auto constraint = dyn_cast<dist::ConstraintOp>(op)) {
      auto argument = dyn_cast<BlockArgument>(constraint.getInput());
      bool isOfMain = argument && argument.getOwner() == &main.front();
      return add(isOfMain ? main.getLoc() : op->getLoc(),
                 isOfMain
                     ? dist::describeArgument(main, argument.getArgNumber())
                     : "the constraint",
                 constraint.getType(), constraint.getSharding());
    }
    for (Value result : op->getResults())
      add(op->getLoc(), "", result.getType(), dist::getSharding(result));
  });
  return all;
}

/// By axis of the mesh: if something is split over it, pinned to it, partial
/// over it, or written by hand along it.
static llvm::SmallBitVector usedAxes(func::FuncOp main, const Mesh &mesh,
                                     ArrayRef<Written> all) {
  llvm::SmallBitVector used(mesh.axes.size());
  auto addLayout = [&](dist::ShardingAttr sharding) {
    Layout layout = sharding.toLayout(mesh);
    for (const AxisRef &axis : layout.usedAxes())
      used.set(axis.axis);
    for (const Pin &pin : layout.pins)
      used.set(pin.axis);
  };
  for (const Written &written : all)
    addLayout(written.sharding);
  main.walk([&](Operation *op) {
    if (!dist::getPlace(op).empty())
      if (std::optional<int> stage = dist::findStageAxis(mesh))
        used.set(*stage);
    auto manual = dyn_cast<dist::ManualOp>(op);
    if (!manual)
      return;
    for (const AxisRef &axis : manual.getManualAxes().toAxisList(mesh))
      used.set(axis.axis);
    for (ArrayAttr edge : {manual.getInShardings(), manual.getOutShardings()})
      for (auto sharding : edge.getAsRange<dist::ShardingAttr>())
        addLayout(sharding);
  });
  return used;
}

static void warnOfAxes(func::FuncOp main, const Mesh &mesh,
                       ArrayRef<Written> all) {
  llvm::SmallBitVector used = usedAxes(main, mesh, all);
  auto isIdle = [&](size_t i) {
    return mesh.axes[i].size > 1 && mesh.axes[i].kind != AxisKind::Time &&
           !used.test(i);
  };
  int64_t idle = 1;
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    idle *= isIdle(i) ? mesh.axes[i].size : 1;
  if (idle > 1 && idle == mesh.numRanks()) {
    main.emitWarning("nothing is annotated with a sharding, so each of the ")
        << idle
        << " ranks computes everything; annotate arguments, or give a plan";
    return;
  }
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    if (isIdle(i))
      main.emitWarning()
          << "no sharding uses axis \"" << mesh.axes[i].name << "\" of size "
          << mesh.axes[i].size
          << (mesh.axes[i].kind == AxisKind::Stage
                  ? ", and nothing is pinned to it, so it makes no pipeline"
                  : ", so the ranks along it compute the same")
          << "; split something over it, or leave it out of the mesh";
}

/// How many parts of a dimension have an element, split axis by axis.
static int64_t filledParts(int64_t size, ArrayRef<AxisRef> axes) {
  if (size <= 0)
    return 0;
  if (axes.empty())
    return 1;
  int64_t count = axes.front().size;
  int64_t block = (size + count - 1) / count;
  int64_t filled = size / block * filledParts(block, axes.drop_front());
  return filled + filledParts(size % block, axes.drop_front());
}

static void warnOfEmptyParts(const Mesh &mesh, ArrayRef<Written> all) {
  std::optional<InFlightDiagnostic> said;
  int64_t more = 0;
  for (const Written &written : all) {
    Layout layout = written.sharding.toLayout(mesh);
    if (written.what.empty())
      continue;
    for (auto [i, dim] : llvm::enumerate(layout.dims)) {
      int64_t size = written.type.getDimSize(static_cast<unsigned>(i));
      int64_t units = (size + dim.granule - 1) / dim.granule;
      int64_t parts = 1;
      for (const AxisRef &axis : dim.axes)
        parts *= axis.size;
      if (size == 0 || parts <= units)
        continue;
      if (said) {
        ++more;
        continue;
      }
      said.emplace(emitWarning(written.loc));
      *said << "dimension " << i << " of " << written.what << " has size "
            << size << " and is split by " << parts << ": "
            << parts - filledParts(units, dim.axes) << " parts are empty";
    }
  }
  if (said && more > 0)
    *said << "; so are parts of " << more << " more dimensions";
}

namespace {
struct WarnOfWastePass
    : public popt::impl::WarnOfWastePassBase<WarnOfWastePass> {
  using WarnOfWastePassBase::WarnOfWastePassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    auto [main, meshOp] = dist::getMain(getOperation());
    if (!main || !meshOp)
      return;
    Mesh mesh = meshOp.toMesh();
    std::vector<Written> all = allWritten(main);
    warnOfAxes(main, mesh, all);
    warnOfEmptyParts(mesh, all);
  }
};
} // namespace
