//===- StagePlaces.cpp - Least-cost places on the stage axis --------------===//
//
// See PlaceStages.h. The choice is a pairwise problem (popt/Search): a node per
// operation with a label per coordinate, an edge per value that one node makes
// and another reads, which costs its bytes where the labels differ. Tested by
// test/Stages/place-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "Barriers.h"
#include "PlaceStages.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/RowMoves.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

StagePlaces::StagePlaces(func::FuncOp main, int64_t coordinates)
    : main(main), coordinates(coordinates), availability(main, coordinates),
      ops(availability.ops()) {
  for (Operation *op : ops)
    if (SmallVector<int64_t> place = dist::getPlace(op); !place.empty())
      pinned[op] = toPlaceSet(place);
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    held.push_back(toPlaceSet(dist::getArgumentPlace(main, i)));
  floats.resize(held.size(), false);
  limits.resize(held.size(), availability.everywhere());
}

static std::optional<unsigned> stateResult(func::FuncOp main, unsigned index) {
  if (auto state = main.getArgAttrOfType<IntegerAttr>(index, dist::kState))
    return static_cast<unsigned>(state.getInt());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What follows from the pins
//===----------------------------------------------------------------------===//

PlaceSet StagePlaces::available(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned i = argument.getArgNumber();
    return held[i] ? held[i] : floats[i] ? 0 : limits[i];
  }
  return sets.lookup(value.getDefiningOp());
}

PlaceSet StagePlaces::heldAt(BlockArgument argument) const {
  unsigned i = argument.getArgNumber();
  if (held[i] || limits[i] == availability.everywhere())
    return held[i];
  // One of the places that can update it, if nothing reads it there.
  PlaceSet at = reads.lookup(argument) & limits[i];
  return at ? at : placeOf(firstPlace(limits[i]));
}

/// True if some state turned out to have fewer places that can update it.
bool StagePlaces::limitState() {
  bool changed = false;
  Operation *terminator = main.front().getTerminator();
  for (unsigned i = 0; i < held.size(); ++i) {
    std::optional<unsigned> result = stateResult(main, i);
    if (held[i] || floats[i] || !result)
      continue;
    PlaceSet next =
        availability.of(terminator->getOperand(*result)) & limits[i];
    changed |= next != limits[i];
    limits[i] = next;
    floats[i] = countPlaces(next) < 2;
    availability.setArgument(i, floats[i] ? 0 : next);
  }
  return changed;
}

void StagePlaces::findAvailable() {
  do
    availability.find();
  while (limitState());
  for (Operation *op : ops)
    sets[op] = availability.of(op);
}

void StagePlaces::findParameters() {
  auto isState = [&](unsigned i) {
    return held[i] != 0 || stateResult(main, i).has_value();
  };
  llvm::DenseSet<Value> constants;
  for (BlockArgument argument : main.getArguments())
    if (isState(argument.getArgNumber()))
      parameters.insert(argument);
  for (Operation *op : ops) {
    bool hasParameter = false, hasOther = false;
    for (Value operand : operandsOf(op)) {
      hasParameter |= parameters.contains(operand);
      hasOther |= !parameters.contains(operand) && !constants.contains(operand);
    }
    for (Value result : op->getResults())
      if (!hasOther)
        (hasParameter ? parameters : constants).insert(result);
  }
}

/// True for an operation whose result is its operand.
static bool passesOn(Operation *op) {
  return op->getNumOperands() == 1 &&
         (isBarrier(op) ||
          isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op));
}

bool popt::isMap(Operation *op) {
  KernelKind kind = kernelKindOf(op);
  if (kind == KernelKind::RowReduction) // of dimensions of one element
    return elementsOf(op->getOperand(0)) == elementsOf(op->getResult(0));
  return kind == KernelKind::Map || kind == KernelKind::View ||
         kind == KernelKind::Broadcast || passesOn(op);
}

int64_t popt::elementsOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

bool popt::isNumber(Value value) {
  Operation *op = value.getDefiningOp();
  return elementsOf(value) <= 1 ||
         (kernelKindOf(op) == KernelKind::Broadcast &&
          llvm::all_of(op->getOperands(),
                       [](Value from) { return elementsOf(from) == 1; }));
}

/// What an operation only puts together, each as rows of its result.
static SmallVector<Value> partsOf(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    std::optional<RowMoves> moves = rowMovesOf(op, dim);
    llvm::MapVector<Value, int64_t> rows;
    for (const RowRun &run : moves ? moves->runs : ArrayRef<RowRun>())
      if (run.from)
        rows[run.from] += run.count;
    auto isTakenWhole = [&](auto &part) {
      return cast<RankedTensorType>(part.first.getType()).getDimSize(dim) ==
             part.second;
    };
    if (!rows.empty() && llvm::all_of(rows, isTakenWhole))
      return llvm::map_to_vector(rows, [](auto &part) { return part.first; });
  }
  return {};
}

/// True for an operation that takes a part of the rows of a value, as they are: it
/// is cut where it is made rather than sent as a whole.
static bool isSlice(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  int64_t size = elementsOf(op->getResult(0));
  auto isPart = [&](int64_t dim) {
    std::optional<RowMoves> moves = rowMovesOf(op, dim);
    return moves && moves->runs.size() == 1 && moves->runs.front().from &&
           size < elementsOf(moves->runs.front().from);
  };
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && llvm::any_of(llvm::seq(type.getRank()), isPart);
}

/// The operations that compute the update of a pinned argument: after
/// elementwise operations of its size, or of the parts that it is put together of.
void StagePlaces::findGradients() {
  Operation *terminator = main.front().getTerminator();
  for (unsigned i = 0; i < held.size(); ++i) {
    std::optional<unsigned> result = stateResult(main, i);
    if (!held[i] || !result)
      continue;
    Value start = terminator->getOperand(*result);
    SmallVector<Value> work{start};
    llvm::DenseSet<Value> seen{start};
    while (!work.empty()) {
      Operation *op = work.pop_back_val().getDefiningOp();
      if (!op)
        continue;
      if (SmallVector<Value> parts = partsOf(op); !parts.empty()) {
        for (Value part : parts)
          if (elementsOf(part) > 1 && seen.insert(part).second)
            work.push_back(part);
        continue;
      }
      if (!isMap(op)) {
        gradients.try_emplace(op, held[i]);
        continue;
      }
      int64_t size = elementsOf(op->getResult(0));
      for (Value operand : op->getOperands())
        if (elementsOf(operand) == size && size > 1 &&
            seen.insert(operand).second)
          work.push_back(operand);
    }
  }
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

namespace {
/// Numbers values that are computed from equal ones, also behind barriers: of all
/// operations at once, where isSameValue() compares two, through views and loops as well.
class ComputedAgain {
public:
  explicit ComputedAgain(ArrayRef<Operation *> ops) {
    for (Operation *op : ops)
      visit(op);
  }
  /// The operation that a checkpoint repeats by this one, if it does.
  Operation *firstOf(Operation *op) const { return first.lookup(op); }

private:
  Value originOf(Value value) const {
    auto it = origins.find(value);
    return it == origins.end() ? value : it->second;
  }
  void visit(Operation *op);
  void equate(Operation *op, ValueRange others, bool isBehind);

  llvm::DenseMap<Value, Value> origins;
  llvm::DenseSet<Value> behind; ///< of barriers
  llvm::DenseMap<llvm::hash_code, SmallVector<Operation *, 1>> known;
  llvm::DenseMap<Operation *, Operation *> first;
};
} // namespace

void ComputedAgain::equate(Operation *op, ValueRange others, bool isBehind) {
  for (auto [result, other] : llvm::zip_equal(op->getResults(), others)) {
    origins[result] = originOf(other);
    if (isBehind)
      behind.insert(result);
  }
}

void ComputedAgain::visit(Operation *op) {
  if (isBarrier(op))
    return equate(op, op->getOperands(), /*isBehind=*/true);
  if (!isMemoryEffectFree(op))
    return;
  SmallVector<Operation *, 1> &alike = known[OperationEquivalence::computeHash(
      op, [&](Value value) { return hash_value(originOf(value)); },
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations)];
  auto isSame = [&](Operation *other) {
    llvm::DenseSet<std::pair<Value, Value>> inRegions;
    return OperationEquivalence::isEquivalentTo(
        other, op,
        [&](Value a, Value b) {
          return success(originOf(a) == originOf(b) ||
                         inRegions.contains({a, b}));
        },
        [&](Value a, Value b) { inRegions.insert({a, b}); },
        OperationEquivalence::IgnoreLocations);
  };
  auto *found = llvm::find_if(alike, isSame);
  if (found == alike.end()) {
    alike.push_back(op);
    return;
  }
  bool isBehind = llvm::any_of(
      op->getOperands(), [&](Value value) { return behind.contains(value); });
  equate(op, (*found)->getResults(), isBehind);
  if (isBehind)
    first[op] = *found;
}

double StagePlaces::moveCost(Value value) const {
  double bytes = static_cast<double>(bytesOf(value.getType()));
  // Counters and scales are sent like anything else.
  return parameters.contains(value) && elementsOf(value) > 1
             ? bytes * kParameterFactor
             : bytes;
}

namespace {
/// A pairwise problem whose nodes choose a coordinate each.
class PlaceProblem {
public:
  explicit PlaceProblem(size_t coordinates) : labels(coordinates) {
    for (size_t label = 0; label < labels; ++label)
      same.push_back(static_cast<int>(label));
  }
  int addNode() {
    problem.nodes.emplace_back(labels, 0.0);
    return static_cast<int>(problem.nodes.size()) - 1;
  }
  /// The node pays unless it is at one of these places.
  void payOutside(int node, PlaceSet set, double cost) {
    for (size_t label = 0; label < labels; ++label)
      if (!isIn(set, static_cast<int64_t>(label)))
        problem.nodes[node][label] += cost;
  }
  /// Two nodes pay unless they are at one place.
  void connect(int a, int b, double cost);
  PairwiseSolution solve();

private:
  const size_t labels;
  PairwiseProblem problem;
  std::vector<int> same;
  std::map<double, std::shared_ptr<PairwiseProblem::Table>> tables;
};
} // namespace

void PlaceProblem::connect(int a, int b, double cost) {
  if (a == b || cost == 0)
    return;
  auto &table = tables[cost];
  if (!table) {
    table = std::make_shared<PairwiseProblem::Table>();
    table->rows = table->columns = static_cast<int>(labels);
    for (size_t r = 0; r < labels; ++r)
      for (size_t c = 0; c < labels; ++c)
        table->costs.push_back(r == c ? 0 : cost);
  }
  problem.edges.push_back({a, b, same, same, table});
}

PairwiseSolution PlaceProblem::solve() {
  if (problem.nodes.empty()) {
    PairwiseSolution nothing;
    nothing.cost = nothing.bound = 0;
    return nothing;
  }
  // Where everything costs the same the lower coordinate is taken.
  for (std::vector<double> &costs : problem.nodes)
    for (size_t label = 0; label < labels; ++label)
      costs[label] += 1e-6 * static_cast<double>(label);
  PairwiseOptions options;
  options.starts.emplace_back(problem.nodes.size(), 0);
  return popt::solve(problem, options);
}

/// True if the operation repeats a number that some places have, for a reader that
/// runs at one: it runs there, and the number is sent.
bool StagePlaces::repeatsNumberForOne(Operation *op) const {
  return sets.lookup(op) != availability.everywhere() &&
         op->getNumResults() == 1 && elementsOf(op->getResult(0)) > 1 &&
         isNumber(op->getResult(0)) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           auto places = sets.find(user);
           return places != sets.end() && countPlaces(places->second) < 2;
         });
}

void StagePlaces::choose() {
  PlaceProblem problem(static_cast<size_t>(coordinates));
  llvm::DenseMap<Operation *, int> nodeOf;
  std::vector<int> nodeOfArgument(held.size(), -1);
  chosen.clear();
  // What a checkpoint computes again runs where it ran first: of what was sent there
  // nothing is sent again (cut-checkpoints).
  ComputedAgain again(ops);
  for (Operation *op : ops)
    if (!pinned.contains(op) &&
        (countPlaces(sets[op]) < 2 || repeatsNumberForOne(op))) {
      chosen.insert(op);
      auto first = nodeOf.find(again.firstOf(op));
      nodeOf[op] = first == nodeOf.end() ? problem.addNode() : first->second;
    }
  for (size_t i = 0; i < held.size(); ++i)
    if (floats[i])
      nodeOfArgument[i] = problem.addNode();
  auto nodeOfValue = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return nodeOfArgument[argument.getArgNumber()];
    auto it = nodeOf.find(value.getDefiningOp());
    return it == nodeOf.end() ? -1 : it->second;
  };
  // What a pinned operation reads is sent to it anyway.
  llvm::DenseMap<Value, PlaceSet> arrives;
  for (Operation *op : ops)
    if (pinned.contains(op) && countPlaces(sets[op]) == 1)
      for (Value operand : operandsOf(op))
        arrives[operand] |= sets[op];
  // A value with several readers at nodes passes through a hub, so that it is
  // paid about once, wherever its readers are together.
  llvm::MapVector<Value, SmallVector<int>> readers;
  for (Operation *op : ops) {
    if (auto combine = dyn_cast<dist::CombineOp>(op)) {
      for (auto [value, at] : llvm::zip(combine.getInputs(), combine.getAt()))
        if (int made = nodeOfValue(value); made >= 0)
          problem.payOutside(made, placeOf(at), moveCost(value));
      continue;
    }
    int node = nodeOf.count(op) ? nodeOf[op] : -1;
    llvm::SmallDenseSet<Value> seen;
    for (Value operand : operandsOf(op)) {
      if (!seen.insert(operand).second)
        continue;
      int made = nodeOfValue(operand);
      if (made >= 0 && node >= 0)
        readers[operand].push_back(node);
      else if (node >= 0)
        problem.payOutside(node, available(operand) | arrives.lookup(operand),
                           moveCost(operand));
      else if (made >= 0)
        problem.payOutside(made, sets[op], moveCost(operand));
    }
    if (auto it = gradients.find(op); it != gradients.end() && node >= 0)
      problem.payOutside(node, it->second,
                         kParameterFactor * static_cast<double>(bytesOf(
                                                op->getResult(0).getType())));
  }
  Operation *terminator = main.front().getTerminator();
  auto stateArguments = dist::getStateArguments(main);
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    int made = nodeOfValue(value);
    std::optional<unsigned> argument = stateArguments[i];
    PlaceSet at = argument ? held[*argument] : 0;
    if (made >= 0 && argument && floats[*argument])
      problem.connect(made, nodeOfArgument[*argument],
                      kParameterFactor * moveCost(value));
    else if (made >= 0 && at)
      problem.payOutside(made, at,
                         isSlice(value.getDefiningOp())
                             ? moveCost(value)
                             : kParameterFactor * moveCost(value));
  }
  for (auto &[value, nodes] : readers) {
    int made = nodeOfValue(value);
    double cost = moveCost(value);
    if (nodes.size() == 1) {
      problem.connect(made, nodes.front(), cost);
      continue;
    }
    int hub = problem.addNode();
    problem.connect(made, hub, cost);
    for (int node : nodes)
      problem.connect(hub, node, cost);
  }
  solution = problem.solve();
  for (auto [op, node] : nodeOf)
    sets[op] = placeOf(solution.labels[node]);
  for (size_t i = 0; i < held.size(); ++i)
    if (nodeOfArgument[i] >= 0)
      held[i] = placeOf(solution.labels[nodeOfArgument[i]]);
}

//===----------------------------------------------------------------------===//
// What follows from the choice
//===----------------------------------------------------------------------===//

void StagePlaces::findReads() {
  Operation *terminator = main.front().getTerminator();
  auto stateArguments = dist::getStateArguments(main);
  for (bool changed = true; changed;) {
    changed = false;
    auto read = [&](Value value, PlaceSet at) {
      PlaceSet &all = reads[value];
      changed |= (at & ~all) != 0;
      all |= at;
    };
    for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
      unsigned result = static_cast<unsigned>(i);
      if (std::optional<unsigned> argument = stateArguments[i])
        read(value, heldAt(main.getArgument(*argument))
                        ? heldAt(main.getArgument(*argument))
                        : reads.lookup(main.getArgument(*argument)));
      read(value, toPlaceSet(dist::getResultPlace(main, result)));
    }
    for (Operation *op : llvm::reverse(ops)) {
      if (auto combine = dyn_cast<dist::CombineOp>(op)) {
        for (auto [value, at] : llvm::zip(combine.getInputs(), combine.getAt()))
          read(value, placeOf(at));
        continue;
      }
      PlaceSet at = sets[op];
      if (isWhereRead(op)) {
        PlaceSet wanted = 0;
        for (Value result : op->getResults())
          wanted |= reads.lookup(result);
        at &= wanted;
      }
      for (Value operand : operandsOf(op))
        read(operand, at);
    }
  }
}

void StagePlaces::solve() {
  findAvailable();
  findParameters();
  findGradients();
  choose();
  findReads();
}
