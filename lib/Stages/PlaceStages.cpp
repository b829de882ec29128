//===- PlaceStages.cpp - Every operation gets its coordinate --------------===//
//
// Reads the pins on a stage axis, chooses where everything else runs
// (StagePlaces.cpp), writes down sums over places (CombinePlaces.cpp), and
// writes `dist.place`.
// Before and after IR: Passes.td. Tests: test/Stages/place-stages.mlir and
// place-stages-invalid.mlir, by execution test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "Barriers.h"
#include "Branches.h"
#include "Pipelines.h"
#include "UnrollLoops.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Stages/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_PLACESTAGESPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

//===----------------------------------------------------------------------===//
// Pins
//===----------------------------------------------------------------------===//

namespace {
/// Moves pins on the stage axis from shardings to `dist.place`.
class PinReader {
public:
  PinReader(func::FuncOp main, dist::MeshOp meshOp, int axis)
      : main(main), meshOp(meshOp), mesh(meshOp.toMesh()), axis(axis),
        attrs(main) {}

  LogicalResult run();

private:
  const std::string &axisName() const { return mesh.axes[axis].name; }
  LogicalResult checkMesh();
  LogicalResult checkUse(Operation *blamed, const std::string &what,
                         const Layout &layout);
  /// The sharding without its pin on the axis, whose coordinates are `place`.
  FailureOr<dist::ShardingAttr> split(Operation *blamed,
                                      const std::string &what,
                                      dist::ShardingAttr sharding,
                                      SmallVectorImpl<int64_t> &place);
  LogicalResult readArguments();
  LogicalResult readResults();
  LogicalResult readOperations();
  void warnOfIdle();

  func::FuncOp main;
  dist::MeshOp meshOp;
  Mesh mesh;
  int axis;
  dist::BoundaryAttrs attrs;
  PlaceSet pinned = 0;
};
} // namespace

LogicalResult PinReader::checkMesh() {
  for (size_t i = axis + 1; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].kind == AxisKind::Stage && mesh.axes[i].size > 1)
      return meshOp.emitError()
             << "the mesh has two stage axes, \"" << axisName() << "\" and \""
             << mesh.axes[i].name << "\"; make them one";
  for (auto loop : main.front().getOps<dist::TimeLoopOp>())
    return loop.emitOpError("has operations without places: place-stages comes "
                            "before fold-time");
  return success();
}

LogicalResult PinReader::checkUse(Operation *blamed, const std::string &what,
                                  const Layout &layout) {
  auto uses = [&](const AxisList &axes) {
    return llvm::any_of(axes,
                        [&](const AxisRef &ref) { return ref.axis == axis; });
  };
  for (auto [i, dim] : llvm::enumerate(layout.dims))
    if (uses(dim.axes))
      return blamed->emitError()
             << "dimension " << i << " of " << what
             << " is split over stage axis \"" << axisName()
             << "\"; of arguments, results and constraints outside of loops "
                "split-loops makes blocks; pin anything else with at = {\""
             << axisName() << "\" = [..]}";
  if (uses(layout.partial))
    return blamed->emitError()
           << what << " is partial over stage axis \"" << axisName()
           << "\"; pin it, the compiler finds what is combined";
  return success();
}

FailureOr<dist::ShardingAttr>
PinReader::split(Operation *blamed, const std::string &what,
                 dist::ShardingAttr sharding, SmallVectorImpl<int64_t> &place) {
  Layout layout = sharding.toLayout(mesh);
  if (failed(checkUse(blamed, what, layout)))
    return failure();
  if (const Pin *pin = layout.findPin(axis))
    place.assign(pin->coordinates.begin(), pin->coordinates.end());
  if (place.empty())
    return sharding;
  pinned |= toPlaceSet(place);
  llvm::erase_if(layout.pins, [&](const Pin &pin) { return pin.axis == axis; });
  return dist::ShardingAttr::fromLayout(main.getContext(), meshOp.getRef(),
                                        mesh, layout);
}

LogicalResult PinReader::readArguments() {
  Builder b(main.getContext());
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    pinned |= toPlaceSet(dist::getArgumentPlace(main, i)); // blocks of stacks
    dist::ShardingAttr sharding = attrs.getSharding(i);
    if (!sharding)
      continue;
    SmallVector<int64_t> place;
    FailureOr<dist::ShardingAttr> rest =
        split(main, dist::describeArgument(main, i), sharding, place);
    if (failed(rest))
      return failure();
    if (place.empty())
      continue;
    attrs.setSharding(i, *rest);
    attrs.arguments[i].set(dist::kPlace, b.getDenseI64ArrayAttr(place));
  }
  return success();
}

static std::string say(ArrayRef<int64_t> place) {
  std::string text = "[";
  for (auto [i, coordinate] : llvm::enumerate(place))
    text += (i ? ", " : "") + std::to_string(coordinate);
  return text + "]";
}

LogicalResult PinReader::readResults() {
  Builder b(main.getContext());
  auto stateArguments = dist::getStateArguments(main);
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    SmallVector<int64_t> place, own;
    if (dist::ShardingAttr sharding = attrs.getResultSharding(i)) {
      FailureOr<dist::ShardingAttr> rest =
          split(main, dist::describeResult(main, i), sharding, place);
      if (failed(rest))
        return failure();
      attrs.setResultSharding(i, *rest);
    }
    if (std::optional<unsigned> argument = stateArguments[i]) {
      if (auto pin = dyn_cast_or_null<DenseI64ArrayAttr>(
              attrs.arguments[*argument].get(dist::kPlace)))
        own.append(pin.asArrayRef().begin(), pin.asArrayRef().end());
      if (!place.empty() && place != own) {
        InFlightDiagnostic error =
            main.emitError()
            << dist::describeArgument(main, *argument)
            << (own.empty() ? " is not pinned" : " is pinned to " + say(own))
            << " on stage axis \"" << axisName()
            << "\", but its next value is pinned to " << say(place)
            << "; pin both alike, or only the argument";
        error.attachNote(main.front().getTerminator()->getLoc())
            << "the next value is " << dist::describeResult(main, i);
        return failure();
      }
      place = own;
    }
    if (!place.empty())
      attrs.results[i].set(dist::kPlace, b.getDenseI64ArrayAttr(place));
  }
  attrs.write();
  return success();
}

LogicalResult PinReader::readOperations() {
  WalkResult walk = main.walk([&](Operation *op) {
    if (op == main.getOperation())
      return WalkResult::advance();
    auto manual = dyn_cast<dist::ManualOp>(op);
    if (manual &&
        overlaps(manual.getManualAxes().toAxisList(mesh), {mesh.ref(axis)})) {
      manual.emitOpError() << "is manual along stage axis \"" << axisName()
                           << "\", but runs at one of its coordinates";
      return WalkResult::interrupt();
    }
    pinned |= toPlaceSet(dist::getPlace(op));
    auto constraint = dyn_cast<dist::ConstraintOp>(op);
    if (!constraint)
      return WalkResult::advance();
    SmallVector<int64_t> place;
    FailureOr<dist::ShardingAttr> rest =
        split(op, "the constraint", constraint.getSharding(), place);
    if (failed(rest))
      return WalkResult::interrupt();
    constraint.setShardingAttr(*rest);
    if (!place.empty() && op->getBlock() == &main.front())
      dist::setPlace(op, place);
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

void PinReader::warnOfIdle() {
  for (int64_t i = 0; i < mesh.axes[axis].size; ++i)
    if (!(pinned & placeOf(i)))
      meshOp.emitWarning() << "nothing is pinned to coordinate " << i
                           << " of stage axis \"" << axisName()
                           << "\": its ranks have nothing to do";
}

LogicalResult PinReader::run() {
  if (failed(checkMesh()) || failed(readArguments()) || failed(readResults()) ||
      failed(readOperations()))
    return failure();
  if (!pinned)
    return meshOp.emitError()
           << "stage axis \"" << axisName() << "\" of size "
           << mesh.axes[axis].size
           << " has no pin; pin weights to its coordinates, in a plan with "
              "{\"match\": NAME, \"at\": {\""
           << axisName() << "\": [0]}}";
  warnOfIdle();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Gives each reader a broadcast of its own, so that the operand is sent. Those
/// that end at one coordinate are merged after Partition.
static void repeatBroadcasts(func::FuncOp main) {
  for (Operation &op : llvm::make_early_inc_range(main.front())) {
    if (kernelKindOf(&op) != KernelKind::Broadcast ||
        op.getNumOperands() != 1 || op.use_empty() ||
        bytesOf(op.getResult(0).getType()) <=
            bytesOf(op.getOperand(0).getType()))
      continue;
    OpBuilder builder(&op);
    for (OpOperand &use : llvm::make_early_inc_range(
             llvm::drop_begin(op.getResult(0).getUses())))
      use.set(builder.clone(op)->getResult(0));
  }
}

/// Writes down where operations run and state is held.
static void writePlaces(func::FuncOp main, const StagePlaces &places) {
  Builder b(main.getContext());
  for (Operation &op : main.front().without_terminator())
    if (!places.isWhereRead(&op))
      dist::setPlace(&op, toCoordinates(places.runsAt(&op)));
  dist::BoundaryAttrs attrs(main);
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    PlaceSet held = places.heldAt(argument);
    if (!held)
      continue;
    auto attr = b.getDenseI64ArrayAttr(toCoordinates(held));
    attrs.arguments[i].set(dist::kPlace, attr);
    if (std::optional<unsigned> state = attrs.stateOf(i))
      attrs.results[*state].set(dist::kPlace, attr);
  }
  attrs.write();
}

/// Where weights are pinned that a loop of one coordinate takes away from there.
static PlaceSet weightsElsewhere(Operation *op, const StagePlaces &places) {
  PlaceSet at = places.runsAt(op), elsewhere = 0;
  if (!isLoop(op) || places.isWhereRead(op) || countPlaces(at) != 1)
    return 0;
  for (Value value : valuesRead(op))
    if (auto type = dyn_cast<RankedTensorType>(value.getType());
        places.isParameter(value) && type && type.getRank() > 0 &&
        !(places.available(value) & at))
      elsewhere |= places.available(value);
  return elsewhere;
}

/// Loops whose carried values are made in groups, at different places, become a
/// loop for each group. True if there were any.
static bool splitLoopsByPlace(func::FuncOp main, int64_t coordinates) {
  SmallVector<std::pair<Operation *, SmallVector<LoopGroup>>> loops;
  for (Operation &op : main.front())
    if (isLoop(&op) && dist::getPlace(&op).empty())
      if (SmallVector<LoopGroup> groups = findLoopGroups(&op);
          groups.size() > 1)
        loops.emplace_back(&op, std::move(groups));
  if (loops.empty())
    return false;
  StagePlaces places(main, coordinates);
  places.solve();
  auto placesOf = [&](const LoopGroup &group) {
    PlaceSet at = ~PlaceSet(0);
    for (Value value : group.reads)
      at &= places.available(value);
    return at;
  };
  llvm::erase_if(loops, [&](auto &entry) {
    return llvm::all_equal(llvm::map_range(entry.second, placesOf));
  });
  for (auto &[loop, groups] : loops)
    splitLoop(loop, groups);
  return !loops.empty();
}

/// Unrolls loops over parts of the batch that take layers of several
/// coordinates: their operations run where the layer is.
static void unrollLoopsOverParts(func::FuncOp main, const Mesh &mesh,
                                 int64_t coordinates) {
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<CountedLoop> loops;
    for (Operation &op : main.front())
      if (std::optional<CountedLoop> loop =
              dist::getPlace(&op).empty() ? findShortLoop(&op) : std::nullopt;
          loop && hasIndependentIterations(*loop))
        loops.push_back(std::move(*loop));
    if (loops.empty())
      return;
    StagePlaces places(main, coordinates);
    places.solve();
    llvm::erase_if(loops, [&](const CountedLoop &loop) {
      return !weightsElsewhere(loop.operation(), places);
    });
    for (const CountedLoop &loop : loops) {
      warnOfUnrolling(loop, "over layers of several coordinates", mesh);
      unroll(loop);
      changed = true;
    }
    openBranches(main);
  }
}

namespace {
struct PlaceStagesPass
    : public PassOnStages<popt::impl::PlaceStagesPassBase<PlaceStagesPass>> {
  using PassOnStages::PassOnStages;

  LogicalResult runOn(StageProgram &program) override {
    auto &[main, meshOp, mesh, axis] = program;
    openBranches(main);
    if (failed(PinReader(main, meshOp, axis).run()))
      return failure();
    while (splitLoopsByPlace(main, mesh.axes[axis].size)) {
    }
    unrollLoopsOverParts(main, mesh, mesh.axes[axis].size);
    repeatBroadcasts(main);
    expandSumsOfScalars(main);
    takeBarriersApart(main);
    // Combined values are available everywhere, which may free more.
    constexpr int mostRounds = 4;
    for (int round = 0; round < mostRounds; ++round) {
      StagePlaces places(main, mesh.axes[axis].size);
      places.solve();
      if (round + 1 < mostRounds && combinePlaces(main, places))
        continue;
      writePlaces(main, places);
      // How many bytes are sent is known when all is split (split-stages).
      remark::passed(
          main.getLoc(),
          remark::RemarkOpts::name("place-stages").category("propagate"))
          << llvm::formatv(
                 "operations run where they do on the {0} coordinates "
                 "of \"{1}\" at a cost of {2:f0}, and no placement "
                 "costs less than {3:f0}: bytes of the whole batch "
                 "that change coordinates, of weights {4:f0} times",
                 mesh.axes[axis].size, mesh.axes[axis].name, places.cost(),
                 places.bound(), StagePlaces::kParameterFactor)
                 .str();
      closeBranches(main, places);
      break;
    }
    return success();
  }
};
} // namespace
