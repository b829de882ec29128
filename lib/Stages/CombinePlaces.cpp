//===- CombinePlaces.cpp - Sums over the coordinates of a stage axis ------===//
//
// A tree of one monoid's operations whose leaves are made at several
// coordinates is a chain of messages, and its result another to each reader.
// Where several coordinates read it (the norm of all gradients, the gradient of
// a weight that two coordinates hold), it becomes one partial sum per
// coordinate and one `dist.combine`:
//
//   %s = add %a, %b    a, b made at 0       %t = add %a, %b    at 0
//   %r = add %s, %c    c made at 1     ->   %r = combine sum(%t, %c) at [0, 1]
//
// Test: test/Stages/place-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "Branches.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/Build.h"
#include "popt/OpModels/Combination.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace {
/// A tree of one monoid's operations, each read by the next alone.
struct MonoidTree {
  Operation *root;
  Monoid monoid;
  SmallVector<Value> leaves; ///< in order
  SmallVector<Operation *> inner;
};

class Combiner {
public:
  Combiner(func::FuncOp main, const StagePlaces &places)
      : main(main), places(places),
        stateArguments(dist::getStateArguments(main)) {}

  /// Rewrites trees that qualify; true if something did.
  bool run();

private:
  std::optional<MonoidTree> treeOf(Operation *root);
  PlaceSet placeOfLeaf(Value leaf);
  PlaceSet placesOfLeaves(const MonoidTree &tree);
  PlaceSet readersThroughScalars(Value value);
  PlaceSet holdersOfUpdated(Value value);
  void rewrite(const MonoidTree &tree);

  func::FuncOp main;
  const StagePlaces &places;
  SmallVector<std::optional<unsigned>> stateArguments; ///< by result
};
} // namespace

static std::optional<Monoid> monoidOf(Operation *op) {
  return op ? combinationOf(op) : std::nullopt;
}

std::optional<MonoidTree> Combiner::treeOf(Operation *root) {
  std::optional<Monoid> monoid = monoidOf(root);
  if (!monoid || dist::getPlace(root).size())
    return std::nullopt;
  auto isInner = [&](Operation *op) {
    return op && op->getBlock() == root->getBlock() && monoidOf(op) == monoid &&
           op->hasOneUse() && dist::getPlace(op).empty();
  };
  if (root->hasOneUse() &&
      root->getUsers().begin()->getBlock() == root->getBlock() &&
      monoidOf(*root->getUsers().begin()) == monoid)
    return std::nullopt;
  MonoidTree tree{root, *monoid, {}, {}};
  auto visit = [&](auto &self, Operation *op) -> void {
    tree.inner.push_back(op);
    for (Value operand : op->getOperands())
      if (isInner(operand.getDefiningOp()))
        self(self, operand.getDefiningOp());
      else
        tree.leaves.push_back(operand);
  };
  visit(visit, root);
  return tree;
}

/// Where a partial value is computed; one that is transposed, scaled or cast,
/// where its operand is. Since that is sent, either end may have been chosen.
PlaceSet Combiner::placeOfLeaf(Value leaf) {
  // A number that is repeated is cheaper to send.
  if (isNumber(leaf) && elementsOf(leaf) > 1)
    return 0;
  while (true) {
    PlaceSet at = places.available(leaf);
    Operation *op = leaf.getDefiningOp();
    if (!op || countPlaces(at) != 1 || !isMap(op) ||
        !dist::getPlace(op).empty())
      return at;
    Value origin;
    for (Value operand : op->getOperands()) {
      if (isNumber(operand) || countPlaces(places.available(operand)) != 1)
        continue;
      if (origin && origin != operand)
        return at;
      origin = operand;
    }
    if (!origin || elementsOf(leaf) > elementsOf(origin))
      return at;
    leaf = origin;
  }
}

PlaceSet Combiner::placesOfLeaves(const MonoidTree &tree) {
  PlaceSet all = 0;
  for (Value leaf : tree.leaves)
    if (PlaceSet at = placeOfLeaf(leaf); countPlaces(at) == 1)
      all |= at;
  return all;
}

static bool isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

/// Where a scalar comes to bear on tensors.
PlaceSet Combiner::readersThroughScalars(Value value) {
  PlaceSet all = 0;
  SmallVector<Value> work{value};
  llvm::DenseSet<Operation *> seen;
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers()) {
      Operation *op = main.front().findAncestorOpInBlock(*user);
      if (!op || op->hasTrait<OpTrait::IsTerminator>() ||
          !seen.insert(op).second)
        continue;
      bool onlyScalars = llvm::all_of(op->getResults(), isScalar);
      if (onlyScalars) {
        llvm::append_range(work, op->getResults());
        continue;
      }
      PlaceSet at = places.runsAt(op);
      if (places.isWhereRead(op)) {
        PlaceSet read = 0;
        for (Value result : op->getResults())
          read |= places.readAt(result);
        at &= read;
      }
      all |= at;
    }
  return all;
}

/// The coordinates that hold the state which the value updates, if several do:
/// the value reaches the next value of an argument of its size, element by
/// element, and other operations read that argument elsewhere.
PlaceSet Combiner::holdersOfUpdated(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() == 0)
    return 0;
  SmallVector<Value> work{value};
  llvm::DenseSet<Operation *> seen;
  PlaceSet all = 0;
  SmallVector<unsigned> arguments;
  while (!work.empty()) {
    for (OpOperand &use : work.pop_back_val().getUses()) {
      Operation *op = use.getOwner();
      if (op->hasTrait<OpTrait::IsTerminator>()) {
        if (auto argument = stateArguments[use.getOperandNumber()])
          arguments.push_back(*argument);
        continue;
      }
      if (op->getBlock() != &main.front() || op->getNumResults() != 1 ||
          !isMap(op) || !seen.insert(op).second)
        continue;
      auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
      if (result && result.getShape() == type.getShape())
        work.push_back(op->getResult(0));
    }
  }
  for (unsigned i : arguments) {
    BlockArgument argument = main.getArgument(i);
    PlaceSet held = places.heldAt(argument);
    if (countPlaces(held) > 1)
      all |= held;
    if (!dist::getArgumentPlace(main, i).empty())
      continue;
    for (Operation *user : argument.getUsers())
      if (Operation *op = main.front().findAncestorOpInBlock(*user);
          op && !seen.contains(op) && countPlaces(places.runsAt(op)) == 1)
        all |= places.runsAt(op);
  }
  return all;
}

/// One partial value per place, then their combination.
void Combiner::rewrite(const MonoidTree &tree) {
  OpBuilder builder(tree.root);
  PlaceSet all = placesOfLeaves(tree);
  PlaceSet first = placeOf(toCoordinates(all).front());
  SmallVector<Value> partials;
  SmallVector<int64_t> at = toCoordinates(all);
  for (int64_t coordinate : at) {
    Value partial;
    for (Value leaf : tree.leaves) {
      PlaceSet own = placeOfLeaf(leaf);
      if (countPlaces(own) != 1)
        own = first;
      if (own != placeOf(coordinate))
        continue;
      if (!partial) {
        partial = leaf;
        continue;
      }
      Operation *op = builder.clone(*tree.root);
      op->setOperands({partial, leaf});
      dist::setPlace(op, {coordinate});
      partial = op->getResult(0);
    }
    partials.push_back(partial);
  }
  auto combine = dist::CombineOp::create(
      builder, tree.root->getLoc(), partials,
      dist::MonoidAttr::get(builder.getContext(), tree.monoid),
      builder.getDenseI64ArrayAttr(at));
  if (dist::ShardingAttr sharding = dist::getSharding(tree.root->getResult(0)))
    dist::setSharding(combine.getResult(), sharding);
  setBranchPath(combine, branchPathOf(tree.root));
  tree.root->getResult(0).replaceAllUsesWith(combine.getResult());
  for (Operation *op : tree.inner)
    op->erase();
  remark::passed(
      combine.getLoc(),
      remark::RemarkOpts::name("combine-places").category("propagate"))
      << llvm::formatv(
             "partial values of {0} coordinates are combined at once: one "
             "all-reduce of {1} bytes in place of a chain of "
             "messages",
             at.size(), bytesOf(combine.getType()))
             .str();
}

bool Combiner::run() {
  SmallVector<MonoidTree> trees;
  for (Operation &op : main.front())
    if (std::optional<MonoidTree> tree = treeOf(&op)) {
      if (countPlaces(placesOfLeaves(*tree)) < 2)
        continue;
      Value value = op.getResult(0);
      PlaceSet wanted = isScalar(value) ? readersThroughScalars(value)
                                        : holdersOfUpdated(value);
      if (countPlaces(wanted) > 1)
        trees.push_back(std::move(*tree));
    }
  // What reads another tree's result, or what is made of it, waits for the next
  // round.
  llvm::DenseSet<Value> replaced;
  for (const MonoidTree &tree : trees)
    if (llvm::none_of(tree.leaves,
                      [&](Value leaf) { return replaced.contains(leaf); }) &&
        countPlaces(placesOfLeaves(tree)) > 1) {
      replaced.insert(tree.root->getResult(0));
      rewrite(tree);
    }
  return !trees.empty();
}

void popt::expandSumsOfScalars(func::FuncOp main) {
  for (Operation &op : llvm::make_early_inc_range(main.front())) {
    std::optional<ReducedScalars> sum = reducedScalarsOf(&op);
    if (!sum)
      continue;
    OpBuilder builder(&op);
    Operation *before = op.getPrevNode();
    Value value;
    for (Value part : sum->values) {
      part = buildReshape(builder, op.getLoc(), part, {});
      value =
          value ? buildCombined(builder, op.getLoc(), sum->monoid, value, part)
                : part;
    }
    noteBranch(&op, before, &op);
    op.getResult(0).replaceAllUsesWith(value);
    op.erase();
  }
}

bool popt::combinePlaces(func::FuncOp main, const StagePlaces &places) {
  return Combiner(main, places).run();
}
