//===- Stacks.cpp - Tensors whose layers lie along the stage axis ---------===//
//
// Tests: test/Stages/split-loops.mlir, split-loops-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"

using namespace mlir;
using namespace popt;

int64_t Stacks::layersOf(Value value) const {
  return cast<RankedTensorType>(value.getType()).getDimSize(*dimOf(value));
}

int64_t Stacks::blockOf(Value value) const {
  return llvm::divideCeil(layersOf(value), mesh.axes[axis].size);
}

RankedTensorType Stacks::blockType(Value value) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[*dimOf(value)] = blockOf(value);
  return RankedTensorType::get(shape, type.getElementType());
}

void Stacks::mark(Value value, int64_t dim) {
  changed |= dims.try_emplace(value, dim).second;
}

/// A user's word. The axis must be the major one of one dimension, as a whole.
LogicalResult Stacks::seed(Value value, Operation *blamed,
                           const std::string &what,
                           dist::ShardingAttr sharding) {
  if (!sharding)
    return success();
  Layout layout = sharding.toLayout(mesh);
  const std::string &name = mesh.axes[axis].name;
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
    mark(value, static_cast<int64_t>(i));
  }
  return success();
}

/// Blocks that differ in size cannot be split further: the blocks of a block
/// that is not full would be other layers than those of the whole dimension.
LogicalResult Stacks::checkFurtherAxes(Value value, const std::string &what,
                                       dist::ShardingAttr sharding) {
  std::optional<int64_t> dim = dimOf(value);
  if (!dim || !sharding || layersOf(value) % mesh.axes[axis].size == 0)
    return success();
  Layout layout = sharding.toLayout(mesh);
  for (const AxisRef &ref : layout.dims[*dim].axes)
    if (ref.axis != axis)
      return main.emitError()
             << "dimension " << *dim << " of " << what
             << " is split over stage axis \"" << mesh.axes[axis].name
             << "\" and over \"" << mesh.axes[ref.axis].name << "\", but "
             << layersOf(value) << " layers do not divide by "
             << mesh.axes[axis].size << "; split another dimension over \""
             << mesh.axes[ref.axis].name << "\"";
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
  if (op->getNumRegions() && !isLoop(op))
    return;
  for (const ValueTie &tie : valueTiesOf(op)) {
    SmallVector<Value> tied(tie.targets.begin(), tie.targets.end());
    bool enters = false;
    for (OpOperand *source : tie.sources) {
      tied.push_back(source->get());
      enters |= source->getOwner() == op && dims.contains(source->get());
    }
    auto known = llvm::find_if(tied, [&](Value v) { return dims.contains(v); });
    if (known == tied.end())
      continue;
    int64_t dim = dims.lookup(*known);
    bool isWalked = llvm::any_of(tied, [&](Value value) {
      return isa<BlockArgument>(value) && isWalkedAlong(value, dim);
    });
    if (!isLoop(op) || enters || isWalked)
      for (Value value : tied)
        mark(value, dim);
  }
}

std::optional<unsigned> popt::layerFactorOf(ShardingOpInterface op,
                                            const FactorRule &rule,
                                            const Stacks &stacks) {
  std::optional<unsigned> found;
  auto agrees = [&](Value value, const TensorFactors &tensor) {
    std::optional<int64_t> dim = stacks.dimOf(value);
    if (!dim)
      return true;
    if (tensor[*dim].size() != 1)
      return false;
    auto factor = static_cast<unsigned>(tensor[*dim].front());
    if (!found)
      found = factor;
    return found == factor;
  };
  for (auto [value, tensor] : llvm::zip_equal(op->getOperands(), rule.operands))
    if (!agrees(value, tensor))
      return std::nullopt;
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), rule.results))
    if (!agrees(value, tensor))
      return std::nullopt;
  if (!found || op.communicatesAlong(*found))
    return std::nullopt;
  const Factor &factor = rule.factors[*found];
  bool runsOnBlocks =
      factor.kind == FactorKind::PassThrough ||
      (factor.kind == FactorKind::Reduction && factor.monoid.has_value());
  // Every tensor has the factor as a dimension of its own, or not at all.
  auto isPlain = [&](const TensorFactors &tensor) {
    return llvm::all_of(tensor, [&](const DimFactors &dim) {
      return dim.size() == 1 ||
             !llvm::is_contained(dim, static_cast<int>(*found));
    });
  };
  return runsOnBlocks && llvm::all_of(rule.operands, isPlain) &&
                 llvm::all_of(rule.results, isPlain)
             ? found
             : std::nullopt;
}

void Stacks::spread(Operation *op) {
  if (!valueTiesOf(op).empty())
    return spreadTies(op);
  if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
    Value in = op->getOperand(0), out = op->getResult(0);
    if (std::optional<int64_t> dim = dimOf(in))
      mark(out, *dim);
    else if (std::optional<int64_t> dim = dimOf(out))
      mark(in, *dim);
    return;
  }
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model)
    return;
  FactorRule rule = model.getFactorRule();
  std::optional<unsigned> factor = layerFactorOf(model, rule, *this);
  if (!factor)
    return;
  auto spreadTo = [&](Value value, const TensorFactors &tensor) {
    for (auto [dim, factors] : llvm::enumerate(tensor))
      if (factors.size() == 1 && factors.front() == static_cast<int>(*factor))
        mark(value, static_cast<int64_t>(dim));
  };
  for (auto [value, tensor] : llvm::zip_equal(op->getOperands(), rule.operands))
    spreadTo(value, tensor);
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), rule.results))
    spreadTo(value, tensor);
}

LogicalResult Stacks::find() {
  dist::BoundaryAttrs attrs(main);
  Operation *terminator = main.front().getTerminator();
  for (BlockArgument argument : main.getArguments())
    if (failed(seed(argument, main,
                    dist::describeArgument(main, argument.getArgNumber()),
                    attrs.getSharding(argument.getArgNumber()))))
      return failure();
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (failed(seed(terminator->getOperand(i), main,
                    dist::describeResult(main, i), attrs.getResultSharding(i))))
      return failure();
  for (auto constraint : main.front().getOps<dist::ConstraintOp>())
    if (failed(seed(constraint.getResult(), constraint, "the constraint",
                    constraint.getSharding())))
      return failure();
  if (empty())
    return success();
  auto states = dist::getStateArguments(main);
  for (changed = true; changed;) {
    changed = false;
    for (Operation &op : main.front().without_terminator())
      spread(&op);
    for (Operation &op : llvm::reverse(main.front().without_terminator()))
      spread(&op);
    for (auto [i, state] : llvm::enumerate(states)) {
      if (!state)
        continue;
      Value before = main.getArgument(*state),
            after = terminator->getOperand(i);
      if (std::optional<int64_t> dim = dimOf(before))
        mark(after, *dim);
      else if (std::optional<int64_t> dim = dimOf(after))
        mark(before, *dim);
    }
    if (!changed)
      for (Operation &op : main.front().without_terminator())
        if (std::optional<CountedLoop> loop = CountedLoop::find(&op))
          findStacksBeside(*loop, *this,
                           [&](Value value, int64_t dim) { mark(value, dim); });
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
