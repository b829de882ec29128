//===- Directions.cpp - A second copy of the network, against the first ---===//
//
// Some schedules run two pipelines at once, in opposite directions: the first
// half of the microbatches goes from coordinate 0 to the last one, the second
// half back. Each coordinate holds two stages, its own and its mirror image's.
// docs/Decisions/0036-two-directions.md has the reasons.
//
//   %w at 0, %v at 1                     %w, %v at [0, 1]
//   time_loop (%sum = %zero)             time_loop (%sum = %zero, %up = %zero)
//     %h = f %w, %x       at 0             %h = f %w, %x       at 0
//     %g = f %v, %h       at 1             %g = f %v, %h       at 1
//     %next = %sum + %g                    %next = %sum + %g
//                                ->        %h' = f %w, %x      at 1
//                                          %g' = f %v, %h'     at 0
//                                          %next' = %up + %g'
//   %u = update %v, %r    at 1           %t = combine sum(%r', %r) at [0, 1]
//                                        %u = update %v, %t    at [0, 1]
//
// Around the loops everything runs at both coordinates of a pair, so weights and
// optimizer state stay equal in both without another message. form-tasks gives
// each half of a loop's operations its half of the microbatches.
//
// Tested by test/Stages/directions.mlir and by execution in test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/Build.h"
#include "popt/OpModels/Combination.h"
#include "popt/OpModels/FilledStacks.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace {
class Doubler {
public:
  Doubler(StageProgram &program, StringRef schedule)
      : program(program), schedule(schedule),
        coordinates(program.mesh.axes[program.axis].size),
        availability(program.main, coordinates) {}

  LogicalResult check();
  void run();

  /// The operations of loops that the second direction runs.
  llvm::DenseSet<Operation *> second;

private:
  int64_t mirror(int64_t coordinate) const {
    return coordinates - 1 - coordinate;
  }
  SmallVector<int64_t> mirror(ArrayRef<int64_t> place) const;
  /// The place and its mirror image.
  SmallVector<int64_t> both(ArrayRef<int64_t> place) const;
  LogicalResult checkStacks();
  LogicalResult checkCarried(dist::TimeLoopOp loop);
  void placeOperations(dist::TimeLoopOp loop);
  dist::TimeLoopOp doubleLoop(dist::TimeLoopOp loop);
  void combineHalves(dist::TimeLoopOp loop, dist::TimeLoopOp doubled);
  void dealStacks();
  void spreadPlaces();
  void dropCombinesOfPairs();
  void explain();

  StageProgram &program;
  StringRef schedule;
  int64_t coordinates;
  Availability availability;
  int64_t sums = 0, sumBytes = 0; ///< of values added up over a pair
};
} // namespace

SmallVector<int64_t> Doubler::mirror(ArrayRef<int64_t> place) const {
  SmallVector<int64_t> image;
  for (int64_t coordinate : llvm::reverse(place))
    image.push_back(mirror(coordinate));
  return image;
}

SmallVector<int64_t> Doubler::both(ArrayRef<int64_t> place) const {
  return toCoordinates(toPlaceSet(place) | toPlaceSet(mirror(place)));
}

//===----------------------------------------------------------------------===//
// What microbatches leave for each other
//===----------------------------------------------------------------------===//

/// True for the step's number, or its product with `extent`.
static bool isStepTimes(Value index, Value step, int64_t extent) {
  if (index == step)
    return extent == 1;
  Operation *product = index.getDefiningOp();
  DenseElementsAttr factor;
  return product && combinationOf(product) == Monoid::Prod &&
         product->getOperand(0) == step &&
         matchPattern(product->getOperand(1), m_Constant(&factor)) &&
         factor.isSplat() && factor.getSplatValue<APInt>() == extent;
}

/// True if the use is a write of a slice that each step has to itself, and all
/// steps together write the whole.
static bool writesOwnSlice(OpOperand &use, dist::TimeLoopOp loop) {
  auto whole = cast<RankedTensorType>(use.get().getType());
  int cut = 0;
  for (int64_t dim = 0; dim < whole.getRank(); ++dim) {
    std::optional<StackAccess> access = stackAccessOf(use, dim);
    if (!access || !access->isWrite)
      return false;
    if (access->rows == whole.getDimSize(dim))
      continue;
    ++cut;
    if (access->rows * loop.getNumSteps() != whole.getDimSize(dim) ||
        !isStepTimes(access->index->get(), loop.getStep(), access->rows))
      return false;
  }
  return cut == 1;
}

/// By what the halves of a carried value become one, if each microbatch adds to
/// it or writes its own slice, and reads nothing of it.
static std::optional<Monoid> combinationOfHalves(dist::TimeLoopOp loop,
                                                 unsigned index) {
  BlockArgument carried = loop.getCarried()[index];
  Value value = loop.getBody().front().getTerminator()->getOperand(index);
  if (isSumOfRows(carried, value))
    return Monoid::Sum;
  Operation *next = value.getDefiningOp();
  if (!next || !carried.hasOneUse() || *carried.getUsers().begin() != next)
    return std::nullopt;
  if (std::optional<Monoid> monoid = combinationOf(next))
    return monoid;
  if (writesOwnSlice(*carried.getUses().begin(), loop))
    return Monoid::Sum; // of each slice and zeros
  return std::nullopt;
}

LogicalResult Doubler::checkCarried(dist::TimeLoopOp loop) {
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    if (combinationOfHalves(loop, i))
      continue;
    BlockArgument carried = loop.getCarried()[i];
    Operation *reader =
        carried.use_empty() ? loop : *carried.getUsers().begin();
    return reader->emitError()
           << "schedule \"" << schedule
           << "\" runs two halves of the microbatches at once, but each "
              "microbatch needs here what the one before it has left; ask for "
              "a "
              "schedule of one direction, such as 1f1b";
  }
  return success();
}

/// The block of a stack that an argument or result is, if each coordinate has
/// one; nothing for blocks that are dealt.
static dist::BlockOfAttr blockInOrder(const NamedAttrList &attrs) {
  auto block = dyn_cast_or_null<dist::BlockOfAttr>(attrs.get(dist::kBlockOf));
  return block && block.getBegin() < 0 ? block : dist::BlockOfAttr();
}

LogicalResult Doubler::checkStacks() {
  dist::BoundaryAttrs attrs(program.main);
  for (auto [i, list] : llvm::enumerate(attrs.arguments)) {
    dist::BlockOfAttr block = blockInOrder(list);
    if (!block)
      continue;
    int64_t layers =
        cast<RankedTensorType>(block.getWhole()).getDimSize(block.getDim());
    if (layers % coordinates != 0)
      return program.meshOp.emitError()
             << dist::describeArgument(program.main, i) << " has " << layers
             << " layers on the " << coordinates
             << " coordinates of stage axis \""
             << program.mesh.axes[program.axis].name << "\"; schedule \""
             << schedule << "\" takes as many layers on each";
  }
  return success();
}

LogicalResult Doubler::check() {
  auto refuse = [&](StringRef what, int64_t count) {
    return program.meshOp.emitError()
           << "schedule \"" << schedule << "\" takes an even number of " << what
           << ", there are " << count;
  };
  if (coordinates % 2 != 0)
    return refuse("coordinates", coordinates);
  if (failed(checkStacks()))
    return failure();
  for (dist::TimeLoopOp loop : program.loops()) {
    if (loop.getNumSteps() % 2 != 0)
      return refuse("microbatches", loop.getNumSteps());
    if (failed(checkCarried(loop)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// What has one place has it in writing: once weights are at two, it would
/// follow from nothing.
void Doubler::placeOperations(dist::TimeLoopOp loop) {
  for (Operation &op : loop.getBody().front().without_terminator())
    if (PlaceSet at = availability.of(&op);
        dist::getPlace(&op).empty() && countPlaces(at) == 1)
      dist::setPlace(&op, toCoordinates(at));
}

/// The loop with all operations twice.
dist::TimeLoopOp Doubler::doubleLoop(dist::TimeLoopOp loop) {
  OpBuilder b(loop);
  unsigned count = loop.getNumResults();
  SmallVector<Value> inits(loop.getInits());
  for (unsigned i = 0; i < count; ++i) {
    Value identity = buildIdentity(b, loop.getLoc(),
                                   cast<RankedTensorType>(inits[i].getType()),
                                   *combinationOfHalves(loop, i));
    // Slices replace all that a buffer begins with.
    if (writesOwnSlice(*loop.getCarried()[i].getUses().begin(), loop))
      inits[i] = identity;
    inits.push_back(identity);
  }
  auto doubled =
      dist::TimeLoopOp::create(b, loop.getLoc(), ValueRange(inits).getTypes(),
                               inits, loop.getAxesAttr(), loop.getMeshAttr());
  doubled->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  doubled.getBody().takeBody(loop.getBody());
  mlir::Block &body = doubled.getBody().front();
  IRMapping map;
  for (unsigned i = 0; i < count; ++i)
    map.map(body.getArgument(1 + i),
            body.addArgument(inits[i].getType(), inits[i].getLoc()));
  Operation *returned = body.getTerminator();
  b.setInsertionPoint(returned);
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
    if (second.contains(&op))
      break; // the copies come after it
    Operation *copy = b.clone(op, map);
    dist::setPlace(copy, mirror(dist::getPlace(&op)));
    second.insert(copy);
  }
  SmallVector<Value> next(returned->getOperands());
  for (unsigned i = 0; i < count; ++i)
    next.push_back(map.lookup(next[i]));
  returned->setOperands(next);
  return doubled;
}

/// Both halves of a result become one: where each has one place, by one
/// all-reduce over the pair.
void Doubler::combineHalves(dist::TimeLoopOp loop, dist::TimeLoopOp doubled) {
  OpBuilder b(doubled->getContext());
  b.setInsertionPointAfter(doubled);
  unsigned count = loop.getNumResults();
  Operation *returned = doubled.getBody().front().getTerminator();
  for (unsigned i = 0; i < count; ++i) {
    if (loop.getResult(i).use_empty())
      continue;
    Value half = doubled.getResult(i), other = doubled.getResult(count + i);
    Monoid monoid = *combinationOfHalves(doubled, i);
    SmallVector<int64_t> at =
        dist::getPlace(returned->getOperand(i).getDefiningOp());
    Value whole;
    if (at.size() != 1) {
      whole = buildCombined(b, loop.getLoc(), monoid, half, other);
    } else {
      if (at.front() > mirror(at.front()))
        std::swap(half, other);
      whole =
          dist::CombineOp::create(b, loop.getLoc(), {half, other},
                                  dist::MonoidAttr::get(b.getContext(), monoid),
                                  b.getDenseI64ArrayAttr(both(at)));
      ++sums;
      sumBytes += bytesOf(half.getType());
    }
    loop.getResult(i).replaceAllUsesWith(whole);
  }
}

/// A coordinate now has two blocks of each stack, so that they are arguments and
/// results of their own: as if a list of owners had dealt them.
void Doubler::dealStacks() {
  dist::BoundaryAttrs attrs(program.main);
  Builder b(program.main.getContext());
  for (auto *lists : {&attrs.arguments, &attrs.results}) {
    auto numberOf = [&](const NamedAttrList &list) {
      auto index = dyn_cast_or_null<IntegerAttr>(list.get(dist::kIndex));
      return index ? index.getInt() : 0;
    };
    // Further blocks have numbers after all others.
    int64_t next = 0;
    for (NamedAttrList &list : *lists)
      next = std::max(next, numberOf(list) + 1);
    for (NamedAttrList &list : *lists) {
      dist::BlockOfAttr block = blockInOrder(list);
      if (!block)
        continue;
      int64_t layers =
          cast<RankedTensorType>(block.getWhole()).getDimSize(block.getDim());
      int64_t own = cast<DenseI64ArrayAttr>(list.get(dist::kPlace))[0];
      list.set(dist::kBlockOf,
               dist::BlockOfAttr::get(
                   b.getContext(), block.getDim(), block.getWhole(),
                   own * (layers / coordinates), numberOf(list)));
      if (own != 0)
        list.set(dist::kIndex, b.getI64IntegerAttr(next++));
    }
  }
  attrs.write();
}

/// Around the loops everything is at both coordinates of a pair.
void Doubler::spreadPlaces() {
  for (Operation &op : program.main.front().without_terminator())
    dist::setPlace(&op, both(dist::getPlace(&op)));
  dist::BoundaryAttrs attrs(program.main);
  Builder b(program.main.getContext());
  for (auto *lists : {&attrs.arguments, &attrs.results})
    for (NamedAttrList &list : *lists)
      if (auto place =
              dyn_cast_or_null<DenseI64ArrayAttr>(list.get(dist::kPlace)))
        list.set(dist::kPlace,
                 b.getDenseI64ArrayAttr(both(place.asArrayRef())));
  attrs.write();
}

/// What two coordinates of a pair made for each other (the gradients of a weight
/// that both hold) each has now itself.
void Doubler::dropCombinesOfPairs() {
  for (auto combine : llvm::make_early_inc_range(
           program.main.front().getOps<dist::CombineOp>())) {
    ArrayRef<int64_t> at = combine.getAt();
    if (at.size() != 2 || at.back() != mirror(at.front()))
      continue;
    OpBuilder b(combine);
    Value sum =
        buildCombined(b, combine.getLoc(), combine.getMonoid(),
                      combine.getInputs().front(), combine.getInputs().back());
    dist::setPlace(sum.getDefiningOp(), at);
    combine.replaceAllUsesWith(sum);
    combine.erase();
  }
}

void Doubler::explain() {
  remark::passed(program.main.getLoc(),
                 remark::RemarkOpts::name("form-tasks").category("schedule"))
      << llvm::formatv("schedule {0} holds the network twice: each coordinate "
                       "has its mirror image's weights and state as well; {1} "
                       "values of {2} bytes in all are added up over pairs of "
                       "coordinates once a step",
                       schedule, sums, sumBytes)
             .str();
}

void Doubler::run() {
  availability.find();
  SmallVector<dist::TimeLoopOp> loops(program.loops());
  for (dist::TimeLoopOp loop : loops)
    placeOperations(loop);
  dealStacks();
  spreadPlaces();
  dropCombinesOfPairs();
  for (dist::TimeLoopOp loop : loops) {
    dist::TimeLoopOp doubled = doubleLoop(loop);
    combineHalves(loop, doubled);
    loop.erase();
  }
  explain();
}

FailureOr<llvm::DenseSet<Operation *>>
popt::addSecondDirection(StageProgram &program, StringRef schedule) {
  Doubler doubler(program, schedule);
  if (failed(doubler.check()))
    return failure();
  doubler.run();
  return std::move(doubler.second);
}
