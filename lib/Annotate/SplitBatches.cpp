//===- SplitBatches.cpp - Time axes on the batch dimensions ---------------===//
//
//   func.func @main(%x: tensor<8x4xf32> {dist.sharding = [{"dp"}, {}]}, ...)
// on a mesh with time ["mb"=2] becomes
//   func.func @main(%x: tensor<8x4xf32>
//                       {dist.sharding = [{"dp"}, {}], replicated = {"mb"}})
//     %0 = dist.constraint %x [{"dp", "mb"}, {}]
//
// Arguments and results are whole in time; readers of the argument read the
// constraint instead. Time axes enter a program only here.
//
// Time axes are minor to the device axes that the batch keeps, and major to
// those that a constraint of the user takes off it: with experts over "ep",
// batch over {"dp", "ep"} and dispatched tensors over [{"ep"}, {"dp"}], inputs
// are read as {"dp", "mb", "ep"}. A microbatch is then made of whole blocks of
// "dp" before and after, where {"dp", "ep", "mb"} would leave pieces of them,
// so that every time step would wait for all (docs/Rationale/TimeAxes.md).
//
// Before and after IR: Passes.td. Tests: test/Annotate/split-batches.mlir,
// split-batches-leaving.mlir, split-batches-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "BatchLoops.h"
#include "PlanBatch.h"

#include "popt/Annotate/Passes.h"
#include "popt/Annotate/Plan.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Text/Names.h"

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
using BatchDims = llvm::DenseMap<Value, llvm::SmallBitVector>;

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
  /// Time axes on the batch.
  LogicalResult run();
  /// The data axes on the dimensions that `named` names, and no time axis.
  LogicalResult splitNamed();

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
  void spread(Operation *op, BatchDims &known, bool isMajor);
  unsigned keptBy(dist::ConstraintOp op, const AxisList &batch);
  void placeBeforeLeaving();
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
  /// Dims in which values have the batch, major in them; and those in which
  /// they have a part of it.
  BatchDims batchDims, partDims;
  bool isSpread = false; ///< something was added to batchDims
  /// A constraint that takes axes off the batch, and which.
  dist::ConstraintOp leavesAt;
  AxisList leaving;
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
/// the argument lives; its microbatches are read on all devices.
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

/// Steps take all of a time axis.
LogicalResult Splitter::checkWritten(Location loc, const Twine &what,
                                     const Layout &layout) {
  for (const DimLayout &dim : layout.dims)
    for (const AxisRef &axis : dim.axes)
      if (isTime(axis) && !mesh.isWhole(axis))
        return emitError(loc)
               << what << " is split over a part of a time axis, "
               << mesh.str(axis) << "; steps of a loop take all of it";
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
             << (isState(i) ? " is state, which every time step has whole"
                            : " is partial over a time axis")
             << "; only dims of inputs are split over time axes";
    if (failed(checkWritten(argument.getLoc(), dist::describeArgument(main, i),
                            layout)))
      return failure();
    split[i] = std::move(layout);
  }
  return success();
}

/// Dims that the user named. They are closed: an axis minor to the time axes
/// would take the time steps apart. What nothing splits yet takes the mesh's
/// data axis as well: that it is the batch is what the user said.
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
                                << " is state, which every time step has whole";
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
                        << suggestPattern(pattern, names, kPrintNames));
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

//===----------------------------------------------------------------------===//
// Device axes that leave the batch
//===----------------------------------------------------------------------===//

/// Results have the batch where operands have it: in dims of the same factors
/// (if `isMajor` of the same major one), and in what loops and branches pass
/// on.
void Splitter::spread(Operation *op, BatchDims &known, bool isMajor) {
  auto add = [&](Value value, unsigned dim) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || dim >= type.getRank())
      return;
    llvm::SmallBitVector &dims = known[value];
    dims.resize(type.getRank());
    isSpread |= !dims.test(dim);
    dims.set(dim);
  };
  auto dimsOf = [&](Value value) {
    SmallVector<unsigned> dims;
    if (auto it = known.find(value); it != known.end())
      llvm::append_range(dims, it->second.set_bits());
    return dims;
  };
  if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
    for (unsigned dim : dimsOf(op->getOperand(0)))
      add(op->getResult(0), dim);
    return;
  }
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model)
    return;
  SmallVector<ValueTie> ties = valueTiesOf(op);
  for (ValueTie &tie : ties)
    for (OpOperand *source : tie.sources)
      for (unsigned dim : dimsOf(source->get()))
        for (Value target : tie.targets)
          add(target, dim);
  if (!ties.empty() || llvm::none_of(op->getOperands(), [&](Value value) {
        return known.contains(value);
      }))
    return;
  FactorRule rule = model.getFactorRule();
  for (auto [operand, factors] : llvm::zip(op->getOperands(), rule.operands))
    for (unsigned from : dimsOf(operand)) {
      if (from >= factors.size() || factors[from].empty())
        continue;
      for (auto [result, made] : llvm::zip(op->getResults(), rule.results))
        for (auto [to, all] : llvm::enumerate(made))
          if (isMajor ? !all.empty() && all.front() == factors[from].front()
                      : llvm::any_of(all, [&, &own = factors[from]](int f) {
                          return llvm::is_contained(own, f);
                        }))
            add(result, static_cast<unsigned>(to));
    }
}

/// How many of the batch's device axes, from the major end, a constraint leaves
/// where they are.
unsigned Splitter::keptBy(dist::ConstraintOp op, const AxisList &batch) {
  auto all = static_cast<unsigned>(batch.size());
  auto it = partDims.find(op.getInput());
  Layout layout = op.getSharding().toLayout(mesh);
  if (it == partDims.end() || it->second.none() ||
      llvm::any_of(layout.usedAxes(),
                   [&](const AxisRef &axis) { return isTime(axis); }) ||
      llvm::any_of(layout.replicated,
                   [&](const AxisRef &axis) { return isTime(axis); }))
    return all;
  unsigned kept = 0;
  for (unsigned dim : it->second.set_bits()) {
    const DimLayout &written = layout.dims[dim];
    unsigned same = 0;
    while (same < all && same < written.axes.size() &&
           written.axes[same] == batch[same])
      ++same;
    if (written.open && same == written.axes.size())
      same = all; // the rest may come
    kept = std::max(kept, same);
  }
  return kept;
}

/// Puts the time axes before the device axes that leave the batch.
void Splitter::placeBeforeLeaving() {
  auto isAnyTime = [&](const AxisRef &axis) { return isTime(axis); };
  std::optional<AxisList> batch;
  for (auto &[index, layout] : split)
    for (auto [dim, written] : llvm::enumerate(layout.dims)) {
      if (llvm::none_of(written.axes, isAnyTime))
        continue;
      AxisList device(written.axes);
      llvm::erase_if(device, isAnyTime);
      if (batch && *batch != device)
        return; // batches of several kinds
      batch = device;
      Value argument = main.getArgument(index);
      llvm::SmallBitVector dims(static_cast<unsigned>(layout.dims.size()));
      dims.set(static_cast<unsigned>(dim));
      batchDims[argument] = partDims[argument] = dims;
    }
  if (!batch || batch->empty())
    return;
  do {
    isSpread = false;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      spread(op, batchDims, /*isMajor=*/true);
      spread(op, partDims, /*isMajor=*/false);
    });
  } while (isSpread);
  auto kept = static_cast<unsigned>(batch->size());
  main.walk([&](dist::ConstraintOp op) {
    if (unsigned here = keptBy(op, *batch); here < kept) {
      kept = here;
      leavesAt = op;
    }
  });
  if (!leavesAt)
    return;
  leaving.assign(batch->begin() + kept, batch->end());
  for (auto &[index, layout] : split)
    for (DimLayout &dim : layout.dims)
      if (llvm::any_of(dim.axes, isAnyTime)) {
        dim.axes.assign(batch->begin(), batch->begin() + kept);
        llvm::append_range(dim.axes, time);
        llvm::append_range(dim.axes, leaving);
      }
  // The same order where constraints have what leaves elsewhere.
  main.walk([&](dist::ConstraintOp op) {
    if (keptBy(op, *batch) <= kept)
      return;
    auto it = batchDims.find(op.getInput());
    if (it == batchDims.end())
      return;
    Layout layout = op.getSharding().toLayout(mesh);
    for (unsigned dim : it->second.set_bits()) {
      AxisList &axes = layout.dims[dim].axes;
      if (axes.size() <= kept ||
          !std::equal(batch->begin(), batch->begin() + kept + 1, axes.begin()))
        continue;
      axes.insert(axes.begin() + kept, time.begin(), time.end());
      op.setShardingAttr(attr(layout));
      return;
    }
  });
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
             std::to_string(product(time)) + " steps" +
             (leavesAt ? ", before " + mesh.str(leaving) +
                             ", which a constraint takes off the batch"
                       : "");
}

LogicalResult Splitter::run() {
  if (failed(checkConstraints()) || failed(findWritten()))
    return failure();
  bool isWritten = !split.empty();
  if (failed(findNamed()))
    return failure();
  if (split.empty() && failed(findByAxes()))
    return failure();
  if (split.empty())
    return emitNoBatch();
  if (!isWritten)
    placeBeforeLeaving();
  if (failed(closeBoundary()))
    return failure();
  OpBuilder builder = OpBuilder::atBlockBegin(&main.front());
  for (auto &[index, layout] : split) {
    Value batch = main.getArgument(index);
    if (batch.use_empty())
      continue;
    OpBuilder at = builder;
    if (Value parts = findPartsOfBatch(batch, layout, mesh)) {
      batch = parts;
      at.setInsertionPointAfterValue(parts);
    }
    // The argument's memory does not determine its readers' memory.
    auto read = dist::ConstraintOp::create(
        at, batch.getLoc(), batch, attr(layout).withMemory(Memory::Device));
    batch.replaceAllUsesExcept(read.getResult(), read);
    explain(index, layout);
  }
  dist::dropTrivialAxes(main);
  return success();
}

LogicalResult Splitter::splitNamed() {
  if (failed(findNamed()))
    return failure();
  dist::BoundaryAttrs attrs(main);
  for (auto &[index, layout] : split)
    attrs.setSharding(index, attr(layout));
  attrs.write();
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
    std::string said = batch.empty() ? "plan.batch" : "--batch=" + batch;
    if (auto given = module->getAttrOfType<DictionaryAttr>(kBatch))
      for (NamedAttribute entry : llvm::reverse(given.getValue()))
        if (llvm::none_of(
                named, [&](auto &old) { return old.first == entry.getName(); }))
          named.insert(named.begin(),
                       {entry.getName().str(),
                        cast<IntegerAttr>(entry.getValue()).getInt()});
    module->removeAttr(kBatch);
    auto main = module.lookupSymbol<func::FuncOp>("main");
    dist::MeshOp meshOp = dist::getMesh(module);
    if (!main || main.isExternal() || (!meshOp && named.empty()))
      return markAllAnalysesPreserved();
    auto isBatchAxis = [](const MeshAxis &axis) {
      return axis.kind == AxisKind::Time ||
             (axis.kind == AxisKind::Device && isDataAxis(axis.name));
    };
    Mesh mesh = meshOp ? meshOp.toMesh() : Mesh();
    if (!named.empty() && llvm::none_of(mesh.axes, isBatchAxis)) {
      emitError(UnknownLoc::get(&getContext()))
          << said << ": the mesh " << mesh.str()
          << " has no axis that would split the batch; add a data axis called "
             "dp, data or batch with --mesh=dp=2, or a time axis with "
             "--mesh=time:mb=4";
      return signalPassFailure();
    }
    if (llvm::any_of(mesh.axes, [](const MeshAxis &axis) {
          return axis.kind == AxisKind::Time;
        }))
      sortMesh(meshOp);
    else if (named.empty())
      return markAllAnalysesPreserved();
    Splitter splitter(main, meshOp, named);
    if (failed(splitter.hasTime() ? splitter.run() : splitter.splitNamed()))
      signalPassFailure();
  }
};
} // namespace
