//===- SplitBatches.cpp - Time axes on the batch dimensions ---------------===//
//
//   func.func @main(%x: tensor<8x4xf32> {dist.sharding = [{"dp"}, {}]}, ...)
// on a mesh with time ["mb"=2] becomes
//   func.func @main(%x: tensor<8x4xf32>
//                       {dist.sharding = [{"dp"}, {}], replicated = {"mb"}})
//     %0 = dist.constraint %x [{"dp", "mb"}, {}]
//
// Arguments and results are whole in time; what reads the argument reads the
// constraint instead. This is the only place where a time axis comes into a
// program. Before and after IR: Passes.td. Tests:
// test/Annotate/split-batches.mlir, split-batches-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Annotate/Passes.h"
#include "popt/Annotate/Plan.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace popt {
#define GEN_PASS_DEF_SPLITBATCHESPASS
#include "popt/Annotate/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

/// True for the names that axes over the batch have by custom.
static bool isDataAxis(StringRef name) {
  return name == "dp" || name == "data" || name == "batch";
}

namespace {
class Splitter {
public:
  Splitter(func::FuncOp main, dist::MeshOp meshOp,
           ArrayRef<std::pair<std::string, int64_t>> named)
      : main(main), meshOp(meshOp), mesh(meshOp.toMesh()), named(named) {
    for (size_t i = 0; i < mesh.axes.size(); ++i)
      if (mesh.axes[i].kind == AxisKind::Time && mesh.axes[i].size > 1)
        time.push_back(mesh.ref(static_cast<int>(i)));
  }

  bool hasTime() const { return !time.empty(); }
  LogicalResult run();

private:
  bool isTime(const AxisRef &ref) const {
    return mesh.axes[ref.axis].kind == AxisKind::Time;
  }
  Layout layoutOf(dist::ShardingAttr sharding, Type type) const;
  Layout readLayout(dist::ShardingAttr sharding, Type type) const;
  dist::ShardingAttr attr(const Layout &layout) {
    return dist::ShardingAttr::fromLayout(main.getContext(), meshOp.getRef(),
                                          mesh, layout);
  }
  std::string nameOf(unsigned argument);
  bool isState(unsigned argument) {
    return main.getArgAttr(argument, dist::kState) != nullptr;
  }
  LogicalResult checkWritten(Location loc, const Twine &what,
                             const Layout &layout);
  LogicalResult checkConstraints();
  LogicalResult findWritten();
  LogicalResult findNamed();
  LogicalResult findByAxes();
  LogicalResult closeBoundary();
  LogicalResult emitNoBatch();
  InFlightDiagnostic listInputs(InFlightDiagnostic error);
  void explain(unsigned argument, const Layout &layout);

  func::FuncOp main;
  dist::MeshOp meshOp;
  Mesh mesh;
  AxisList time;
  ArrayRef<std::pair<std::string, int64_t>> named;
  /// The layout in which each argument is read, of those that are split.
  llvm::MapVector<unsigned, Layout> split;
};
} // namespace

Layout Splitter::layoutOf(dist::ShardingAttr sharding, Type type) const {
  if (sharding)
    return sharding.toLayout(mesh);
  Layout layout = Layout::replicate(cast<RankedTensorType>(type).getRank());
  for (DimLayout &dim : layout.dims)
    dim.open = true;
  return layout;
}

/// How the program reads what it is given so: a pin on a device axis says where
/// the argument lives, and its microbatches are everybody's.
Layout Splitter::readLayout(dist::ShardingAttr sharding, Type type) const {
  Layout layout = layoutOf(sharding, type);
  llvm::erase_if(layout.pins, [&](const Pin &pin) {
    return mesh.axes[pin.axis].kind == AxisKind::Device;
  });
  return layout;
}

std::string Splitter::nameOf(unsigned argument) {
  auto name = main.getArgAttrOfType<StringAttr>(argument, dist::kName);
  return name ? name.str() : "arg" + std::to_string(argument);
}

//===----------------------------------------------------------------------===//
// Which dimensions
//===----------------------------------------------------------------------===//

/// A step is a slice of what a device has (law L4): time axes are whole, and
/// minor to those of devices.
LogicalResult Splitter::checkWritten(Location loc, const Twine &what,
                                     const Layout &layout) {
  for (const DimLayout &dim : layout.dims)
    for (size_t i = 0; i < dim.axes.size(); ++i) {
      const AxisRef &axis = dim.axes[i];
      if (!isTime(axis))
        continue;
      if (!mesh.isWhole(axis))
        return emitError(loc)
               << what << " is split over a part of a time axis, "
               << mesh.str(axis) << "; steps of a loop take all of it";
      for (const AxisRef &minor : llvm::drop_begin(dim.axes, i + 1))
        if (!isTime(minor))
          return emitError(loc)
                 << what << " has time axis " << mesh.str(axis)
                 << " before device axis " << mesh.str(minor)
                 << "; a step takes a slice of what each device has: write "
                    "time axes last";
    }
  return success();
}

LogicalResult Splitter::checkConstraints() {
  WalkResult result = main.walk([&](dist::ConstraintOp op) {
    return failed(checkWritten(op.getLoc(), "the constraint",
                               op.getSharding().toLayout(mesh)))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Time axes that the plan or the module wrote on arguments themselves.
LogicalResult Splitter::findWritten() {
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    dist::ShardingAttr sharding = dist::getSharding(argument);
    if (!sharding)
      continue;
    Layout layout = sharding.toLayout(mesh);
    if (llvm::none_of(layout.usedAxes(),
                      [&](const AxisRef &ref) { return isTime(ref); }))
      continue;
    if (isState(i) || llvm::any_of(layout.partial, [&](const AxisRef &ref) {
          return isTime(ref);
        }))
      return main.emitError()
             << dist::describeArgument(main, i)
             << (isState(i) ? " is state, which every moment has whole"
                            : " has terms over a time axis")
             << "; only dims of inputs are split over time axes";
    if (failed(checkWritten(argument.getLoc(), dist::describeArgument(main, i),
                            layout)))
      return failure();
    split[i] = std::move(layout);
  }
  return success();
}

/// Dims that the user named. They are closed: what came behind the time axes
/// would take the steps apart. What nothing splits yet takes the mesh's data
/// axis as well: that it is the batch is what the user said.
LogicalResult Splitter::findNamed() {
  for (const auto &[pattern, dim] : named) {
    bool isFound = false;
    for (BlockArgument argument : main.getArguments()) {
      unsigned i = argument.getArgNumber();
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || !(matchesName(pattern, nameOf(i)) ||
                     pattern == "arg" + std::to_string(i)))
        continue;
      isFound = true;
      if (isState(i))
        return main.emitError() << "--batch=" << pattern << "=" << dim << ": "
                                << dist::describeArgument(main, i)
                                << " is state, which every moment has whole";
      if (dim >= type.getRank())
        return main.emitError()
               << "--batch=" << pattern << "=" << dim << ": "
               << dist::describeArgument(main, i) << " of type " << type
               << " has no dimension " << dim;
      auto [it, isNew] = split.insert(
          {i, readLayout(dist::getSharding(argument), argument.getType())});
      DimLayout &batch = it->second.dims[dim];
      AxisList used = it->second.usedAxes();
      if (batch.axes.empty() && batch.open)
        for (size_t axis = 0; axis < mesh.axes.size(); ++axis)
          if (mesh.axes[axis].kind == AxisKind::Device &&
              mesh.axes[axis].size > 1 && isDataAxis(mesh.axes[axis].name) &&
              !overlaps(used, {mesh.ref(static_cast<int>(axis))}))
            batch.axes.push_back(mesh.ref(static_cast<int>(axis)));
      for (const AxisRef &axis : time)
        if (!overlaps(used, {axis}))
          batch.axes.push_back(axis);
      batch.open = false;
    }
    if (!isFound) {
      std::vector<std::string> names;
      for (unsigned i = 0; i < main.getNumArguments(); ++i)
        names.push_back(nameOf(i));
      return listInputs(main.emitError()
                        << "--batch=" << pattern << "=" << dim << ": \""
                        << pattern << "\" matches no argument"
                        << suggestNearest(pattern, names));
    }
  }
  return success();
}

/// Dims of inputs on a data axis. Time axes are minor to it, so that a step is
/// a slice of what this device has.
LogicalResult Splitter::findByAxes() {
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    dist::ShardingAttr sharding = dist::getSharding(argument);
    if (!sharding || isState(i))
      continue;
    Layout layout = readLayout(sharding, argument.getType());
    for (DimLayout &dim : layout.dims)
      if (llvm::any_of(dim.axes, [&](const AxisRef &ref) {
            return isDataAxis(mesh.axes[ref.axis].name);
          })) {
        llvm::append_range(dim.axes, time);
        dim.open = false;
        split[i] = layout;
        break;
      }
  }
  return success();
}

LogicalResult Splitter::emitNoBatch() {
  return listInputs(
      main.emitError()
      << "time axis " << mesh.str(time.front())
      << " splits the batch, but nothing says which dimension that is: no "
         "input is sharded on an axis called dp, data or batch; name it with "
         "--batch NAME=DIM, or in the plan's \"inputs\"");
}

/// Notes at the inputs that may be meant.
InFlightDiagnostic Splitter::listInputs(InFlightDiagnostic error) {
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!isState(i) && type && type.getRank() > 0)
      error.attachNote(argument.getLoc())
          << "\"" << nameOf(i) << "\" of type " << type << " is a candidate";
  }
  return error;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Arguments and results have no time axes, and get none by propagation. They
/// wait until the batch has spread: where an operation can be split like the
/// batch or like a weight, the batch comes first, for only then can it follow
/// the microbatch.
LogicalResult Splitter::closeBoundary() {
  auto withoutTime = [&](Layout layout) {
    for (DimLayout &dim : layout.dims) {
      llvm::erase_if(dim.axes, [&](const AxisRef &ref) { return isTime(ref); });
      if (!dim.axes.empty())
        ++dim.priority;
    }
    for (const AxisRef &axis : time)
      if (!llvm::is_contained(layout.replicated, axis))
        layout.replicated.push_back(axis);
    llvm::sort(layout.replicated);
    return attr(layout);
  };
  dist::BoundaryAttrs attrs(main);
  llvm::DenseSet<unsigned> state;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (std::optional<unsigned> result = attrs.stateOf(i))
      state.insert(*result);
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    dist::ShardingAttr sharding = attrs.getResultSharding(i);
    if (!isa<RankedTensorType>(main.getResultTypes()[i]))
      continue;
    if (sharding &&
        llvm::any_of(sharding.toLayout(mesh).usedAxes(),
                     [&](const AxisRef &ref) { return isTime(ref); }))
      return main.emitError()
             << dist::describeResult(main, i)
             << " is sharded over a time axis; results are whole in time";
    // State without a sharding of its own follows its argument.
    if (sharding || !state.contains(i))
      attrs.setResultSharding(
          i, withoutTime(layoutOf(sharding, main.getResultTypes()[i])));
  }
  for (BlockArgument argument : main.getArguments()) {
    if (!isa<RankedTensorType>(argument.getType()))
      continue;
    unsigned i = argument.getArgNumber();
    dist::ShardingAttr sharding = attrs.getSharding(i);
    std::optional<unsigned> next = attrs.stateOf(i);
    if (!sharding && next)
      sharding = attrs.getResultSharding(*next);
    attrs.setSharding(i, withoutTime(layoutOf(sharding, argument.getType())));
  }
  attrs.write();
  return success();
}

void Splitter::explain(unsigned argument, const Layout &layout) {
  remark::passed(main.getArgument(argument).getLoc(),
                 remark::RemarkOpts::name("split-batches").category("annotate"))
      << dist::describeArgument(main, argument) + " is read as " +
             layout.str(mesh) + ", a slice of it at each of " +
             std::to_string(product(time)) + " steps";
}

LogicalResult Splitter::run() {
  if (failed(checkConstraints()) || failed(findWritten()) ||
      failed(findNamed()))
    return failure();
  if (split.empty() && failed(findByAxes()))
    return failure();
  if (split.empty())
    return emitNoBatch();
  if (failed(closeBoundary()))
    return failure();
  OpBuilder builder = OpBuilder::atBlockBegin(&main.front());
  for (auto &[index, layout] : split) {
    BlockArgument argument = main.getArgument(index);
    if (argument.use_empty())
      continue;
    auto read = dist::ConstraintOp::create(builder, argument.getLoc(), argument,
                                           attr(layout));
    argument.replaceAllUsesExcept(read.getResult(), read);
    explain(index, layout);
  }
  dist::dropTrivialAxes(main);
  return success();
}

/// Time axes come last: in every dimension they are minor to device axes.
static void sortMesh(dist::MeshOp meshOp) {
  Mesh mesh = meshOp.toMesh();
  std::stable_partition(
      mesh.axes.begin(), mesh.axes.end(),
      [](const MeshAxis &axis) { return axis.kind != AxisKind::Time; });
  meshOp.setMeshAttr(dist::MeshAttr::fromMesh(meshOp.getContext(), mesh));
}

namespace {
struct SplitBatchesPass
    : public popt::impl::SplitBatchesPassBase<SplitBatchesPass> {
  using SplitBatchesPassBase::SplitBatchesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::vector<std::pair<std::string, int64_t>> named;
    if (std::string problem = parseBatchList(batch, named); !problem.empty()) {
      emitError(UnknownLoc::get(&getContext())) << problem;
      return signalPassFailure();
    }
    dist::MeshOp meshOp = dist::getMesh(module);
    auto isTime = [](const MeshAxis &axis) {
      return axis.kind == AxisKind::Time;
    };
    if (!named.empty() &&
        (!meshOp || llvm::none_of(meshOp.toMesh().axes, isTime))) {
      emitError(UnknownLoc::get(&getContext()))
          << "--batch=" << batch
          << ": the mesh has no time axis, which would split the batch; add "
             "one "
             "with --mesh=time:mb=4";
      return signalPassFailure();
    }
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (!meshOp || !main || main.isExternal() ||
        llvm::none_of(meshOp.toMesh().axes, isTime))
      return markAllAnalysesPreserved();
    sortMesh(meshOp);
    Splitter splitter(main, meshOp, named);
    if (splitter.hasTime() && failed(splitter.run()))
      signalPassFailure();
  }
};
} // namespace
