//===- Stacks.cpp - Tensors whose layers lie along the stage axis ---------===//
//
// Tests: test/Stages/split-loops.mlir, split-loops-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"

#include "popt/Dialect/Dist/Stages.h"

#include <numeric>

using namespace mlir;
using namespace popt;

int64_t Stacks::layersOf(Value value) const {
  return cast<RankedTensorType>(value.getType()).getDimSize(*dimOf(value));
}

int64_t Stacks::blockOf(Value value) const {
  return llvm::divideCeil(layersOf(value), ownersOf(value).size());
}

RankedTensorType Stacks::blockType(Value value) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[*dimOf(value)] = blockOf(value);
  return RankedTensorType::get(shape, type.getElementType());
}

int Stacks::addOwners(ArrayRef<int64_t> owners) {
  int64_t run = 0;
  for (size_t i = 0, begin = 0; i < owners.size(); ++i)
    if (i + 1 == owners.size() || owners[i + 1] != owners[i]) {
      run = std::gcd(run, static_cast<int64_t>(i + 1 - begin));
      begin = i + 1;
    }
  SmallVector<int64_t> list;
  for (size_t i = 0; i < owners.size(); i += run)
    list.push_back(owners[i]);
  auto known = llvm::find(ownerLists, list);
  if (known == ownerLists.end())
    known = &ownerLists.emplace_back(std::move(list));
  return static_cast<int>(known - ownerLists.begin());
}

void Stacks::mark(Value value, Stack stack) {
  changed |= found.try_emplace(value, stack).second;
}

/// A user's word. The axis must be the major one of one dimension, as a whole.
LogicalResult Stacks::seed(Value value, Operation *blamed,
                           const std::string &what, dist::ShardingAttr sharding,
                           Attribute owners) {
  if (!sharding)
    return success();
  Layout layout = sharding.toLayout(mesh);
  const std::string &name = mesh.axes[axis].name;
  auto everyCoordinate =
      llvm::to_vector(llvm::seq<int64_t>(0, mesh.axes[axis].size));
  for (size_t i = 0; i < layout.dims.size(); ++i) {
    const DimLayout &dim = layout.dims[i];
    if (llvm::none_of(dim.axes,
                      [&](const AxisRef &ref) { return ref.axis == axis; }))
      continue;
    auto fails = [&](const Twine &why) {
      return blamed->emitError()
             << "dimension " << i << " of " << what
             << " is split over stage axis \"" << name << "\" " << why;
    };
    if (dim.axes.front() != AxisRef{axis, 1, mesh.axes[axis].size})
      return fails("but not by the whole axis first; name it alone, or before "
                   "the others");
    if (dim.granule != 1)
      return fails("in units of several layers, which is not in this build");
    auto list = dyn_cast_or_null<DenseI64ArrayAttr>(owners);
    mark(value,
         {static_cast<int64_t>(i),
          addOwners(list ? list.asArrayRef() : ArrayRef(everyCoordinate))});
  }
  return success();
}

/// Blocks that differ in size cannot be split further: the blocks of a block
/// that is not full would be other layers than those of the whole dimension.
LogicalResult Stacks::checkFurtherAxes(Value value, const std::string &what,
                                       dist::ShardingAttr sharding) {
  std::optional<int64_t> dim = dimOf(value);
  int64_t numBlocks = dim ? ownersOf(value).size() : 1;
  if (!dim || !sharding || layersOf(value) % numBlocks == 0)
    return success();
  Layout layout = sharding.toLayout(mesh);
  for (const AxisRef &ref : layout.dims[*dim].axes)
    if (ref.axis != axis)
      return main.emitError()
             << "dimension " << *dim << " of " << what
             << " is split over stage axis \"" << mesh.axes[axis].name
             << "\" and over \"" << mesh.axes[ref.axis].name << "\", but "
             << layersOf(value) << " layers do not divide by " << numBlocks
             << "; split another dimension over \"" << mesh.axes[ref.axis].name
             << "\"";
  return success();
}

/// True if the body reads or writes rows of the value along the dimension, and
/// nothing else.
static bool isWalkedAlong(Value value, int64_t dim) {
  bool isRead = false;
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    if (reader->hasTrait<OpTrait::IsTerminator>())
      continue;
    std::optional<StackAccess> access = stackAccessOf(use, dim);
    auto type = cast<RankedTensorType>(value.getType());
    if (!access || access->rows == type.getDimSize(dim))
      return false;
    isRead = true;
  }
  return isRead;
}

/// Everything that an operation ties is a stack if one of it is. What a loop
/// leaves need not have been one: keys of random numbers come from loops that
/// walk along nothing.
void Stacks::spreadTies(Operation *op) {
  if ((op->getNumRegions() && !isLoop(op)) || isWhole(op))
    return;
  for (const ValueTie &tie : valueTiesOf(op)) {
    SmallVector<Value> tied(tie.targets.begin(), tie.targets.end());
    bool enters = false;
    for (OpOperand *source : tie.sources) {
      tied.push_back(source->get());
      enters |= source->getOwner() == op && found.contains(source->get());
    }
    auto known =
        llvm::find_if(tied, [&](Value v) { return found.contains(v); });
    if (known == tied.end())
      continue;
    Stack stack = found.lookup(*known);
    bool isWalked = llvm::any_of(tied, [&](Value value) {
      return isa<BlockArgument>(value) && isWalkedAlong(value, stack.dim);
    });
    if (!isLoop(op) || enters || isWalked)
      for (Value value : tied)
        mark(value, stack);
  }
}

std::optional<LayerFactor> popt::layerFactorOf(ShardingOpInterface op,
                                               const FactorRule &rule,
                                               const Stacks &stacks) {
  std::optional<LayerFactor> found;
  auto agrees = [&](Value value, const TensorFactors &tensor) {
    std::optional<Stack> stack = stacks.find(value);
    if (!stack)
      return true;
    if (tensor[stack->dim].size() != 1)
      return false;
    auto factor = static_cast<unsigned>(tensor[stack->dim].front());
    if (!found)
      found = {factor, stack->owners};
    return found->number == factor && found->owners == stack->owners;
  };
  for (auto [value, tensor] : llvm::zip_equal(op->getOperands(), rule.operands))
    if (!agrees(value, tensor))
      return std::nullopt;
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), rule.results))
    if (!agrees(value, tensor))
      return std::nullopt;
  if (!found || op.communicatesAlong(found->number))
    return std::nullopt;
  const Factor &factor = rule.factors[found->number];
  bool runsOnBlocks =
      factor.kind == FactorKind::PassThrough ||
      (factor.kind == FactorKind::Reduction && factor.monoid.has_value());
  // Every tensor has the factor as a dimension of its own, or not at all.
  auto isPlain = [&](const TensorFactors &tensor) {
    return llvm::all_of(tensor, [&](const DimFactors &dim) {
      return dim.size() == 1 ||
             !llvm::is_contained(dim, static_cast<int>(found->number));
    });
  };
  return runsOnBlocks && llvm::all_of(rule.operands, isPlain) &&
                 llvm::all_of(rule.results, isPlain)
             ? found
             : std::nullopt;
}

void Stacks::spread(Operation *op) {
  spreadStraddling(op);
  if (!valueTiesOf(op).empty())
    return spreadTies(op);
  if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
    Value in = op->getOperand(0), out = op->getResult(0);
    if (std::optional<Stack> stack = find(in))
      mark(out, *stack);
    else if (std::optional<Stack> stack = find(out))
      mark(in, *stack);
    return;
  }
  if (auto rows = rowMovesAlongLayers(op, *this))
    return spreadRows(op, rows->first, rows->second);
  if (isView(op) && op->getNumOperands() == 1)
    return spreadGroups(op);
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model)
    return;
  FactorRule rule = model.getFactorRule();
  std::optional<LayerFactor> factor = layerFactorOf(model, rule, *this);
  if (!factor)
    return;
  auto spreadTo = [&](Value value, const TensorFactors &tensor) {
    for (auto [dim, factors] : llvm::enumerate(tensor))
      if (factors.size() == 1 &&
          factors.front() == static_cast<int>(factor->number))
        mark(value, {static_cast<int64_t>(dim), factor->owners});
  };
  for (auto [value, tensor] : llvm::zip_equal(op->getOperands(), rule.operands))
    spreadTo(value, tensor);
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), rule.results))
    spreadTo(value, tensor);
}

LogicalResult Stacks::find() {
  found.clear();
  alone.clear();
  straddling.clear();
  dist::BoundaryAttrs attrs(main);
  Operation *terminator = main.front().getTerminator();
  for (BlockArgument argument : main.getArguments())
    if (failed(
            seed(argument, main,
                 dist::describeArgument(main, argument.getArgNumber()),
                 attrs.getSharding(argument.getArgNumber()),
                 attrs.arguments[argument.getArgNumber()].get(dist::kOwners))))
      return failure();
  auto states = dist::getStateArguments(main);
  auto ownersOfResult = [&](unsigned i) {
    Attribute own = attrs.results[i].get(dist::kOwners);
    return own || !states[i] ? own
                             : attrs.arguments[*states[i]].get(dist::kOwners);
  };
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (failed(seed(terminator->getOperand(i), main,
                    dist::describeResult(main, i), attrs.getResultSharding(i),
                    ownersOfResult(i))))
      return failure();
  for (auto constraint : main.front().getOps<dist::ConstraintOp>())
    if (failed(seed(constraint.getResult(), constraint, "the constraint",
                    constraint.getSharding(), {})))
      return failure();
  if (empty())
    return success();
  for (changed = true; changed;) {
    changed = false;
    // State first: what is returned as its next value has its owners.
    for (auto [i, state] : llvm::enumerate(states)) {
      if (!state)
        continue;
      Value before = main.getArgument(*state),
            after = terminator->getOperand(i);
      if (std::optional<Stack> stack = find(before))
        mark(after, *stack);
      else if (std::optional<Stack> stack = find(after))
        mark(before, *stack);
    }
    for (Operation &op : main.front().without_terminator())
      spread(&op);
    for (Operation &op : llvm::reverse(main.front().without_terminator()))
      spread(&op);
    if (!changed)
      for (Operation &op : main.front().without_terminator())
        if (std::optional<CountedLoop> loop = CountedLoop::find(&op))
          findStacksBeside(*loop, *this, [&](Value value, Stack stack) {
            mark(value, stack);
          });
  }
  for (BlockArgument argument : main.getArguments())
    if (unsigned i = argument.getArgNumber(); failed(checkFurtherAxes(
            argument, dist::describeArgument(main, i), attrs.getSharding(i))))
      return failure();
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (failed(checkFurtherAxes(terminator->getOperand(i),
                                dist::describeResult(main, i),
                                attrs.getResultSharding(i))))
      return failure();
  return success();
}
