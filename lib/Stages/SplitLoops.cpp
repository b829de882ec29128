//===- SplitLoops.cpp - Scans over layers, cut at the stage axis ----------===//
//
// A stack whose layers lie along the stage axis becomes a block for each
// coordinate, and a scan along it becomes a loop for each run of iterations
// whose layers one coordinate holds:
//
//   %y = while(%i = 0 .. 4, %h = %x)         layers 0..3 of %w at {"pp"}
//          { %h * %w[%i] }
// becomes
//   %h = while(%i = 0 .. 2, %h = %x)  { %h * %w0[%i] }       at 0
//   %y = while(%i = 2 .. 4, %h = %h)  { %h * %w1[%i - 2] }   at 1
//
// Operations outside of scans run on each block: the update of an optimizer, a
// sum over all layers. So afterwards a scanned model is what its unrolled twin
// is, with a loop in the place of equal layers.
//
// Before and after IR: Passes.td. Tests: test/Stages/split-loops.mlir and
// split-loops-invalid.mlir, by execution test/Execute/Stages/scans.test.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"
#include "Availability.h"
#include "Branches.h"
#include "Pipelines.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Build.h"
#include "popt/Machine/Bytes.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include <map>

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_SPLITLOOPSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

dist::ShardingAttr StackSplitter::withoutAxis(dist::ShardingAttr sharding) {
  if (!sharding)
    return sharding;
  Layout layout = sharding.toLayout(mesh);
  for (DimLayout &dim : layout.dims) {
    llvm::erase_if(dim.axes,
                   [&](const AxisRef &ref) { return ref.axis == axis; });
    if (dim.axes.empty() && !dim.open)
      dim.priority = 0; // of nothing
  }
  return dist::ShardingAttr::fromLayout(main.getContext(), meshOp.getRef(),
                                        mesh, layout);
}

Value StackSplitter::blockAt(Value value, Stack how, int64_t block,
                             OpBuilder &builder) {
  if (blocks.contains(value) && stacks.find(value) == how)
    return blockOf(value, block, builder);
  int64_t layers = cast<RankedTensorType>(value.getType()).getDimSize(how.dim),
          size = llvm::divideCeil(layers, stacks.ownersOf(how.owners).size()),
          begin = std::min(block * size, layers);
  BlockRows rows;
  appendRows(rows, value, how.dim, begin, std::min(size, layers - begin),
             builder);
  return writeRows(rows, value, how.dim, size, builder);
}

Value StackSplitter::wholeOf(Value value, OpBuilder &builder) {
  if (!blocks.contains(value))
    return value;
  if (Value whole = wholes.lookup(value))
    return whole;
  int64_t dim = *stacks.dimOf(value), layers = stacks.layersOf(value);
  BlockRows rows;
  appendRows(rows, value, dim, 0, layers, builder);
  Value whole = writeRows(rows, value, dim, layers, builder);
  noteTogether(value, whole, builder.getInsertionPoint()->getLoc(),
               /*isResult=*/false);
  return wholes[value] = whole;
}

void StackSplitter::noteTogether(Value stack, Value whole, Location reader,
                                 bool isResult) {
  int64_t layers = stacks.layersOf(stack);
  together.push_back({whole, stacks.runsOf(stacks.find(stack)->owners, layers),
                      layers, reader, isResult});
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Each block passes on its own, as operands of such operations do.
void StackSplitter::convertTied(Operation *op) {
  OpBuilder builder(op);
  // Its parts wait together. One in a loop may be copied.
  if (op->getBlock() == &main.front() && !op->hasAttr(dist::kBarrier))
    op->setAttr(dist::kBarrier, builder.getI64IntegerAttr(numBarriers++));
  // By list of owners; the last are no stacks.
  constexpr int kNone = INT_MAX;
  std::map<int, SmallVector<OpOperand *>> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Stack> stack = stacks.find(operand.get());
    operands[stack ? stack->owners : kNone].push_back(&operand);
  }
  auto passOn = [&](ArrayRef<OpOperand *> list, ValueRange values) {
    OperationState state(op->getLoc(), op->getName(), values, values.getTypes(),
                         op->getAttrs());
    return llvm::zip_equal(list, builder.create(state)->getResults());
  };
  for (auto &[owners, list] : operands) {
    for (size_t k = 0; owners != kNone && k < stacks.ownersOf(owners).size();
         ++k) {
      SmallVector<Value> values;
      for (OpOperand *operand : list)
        values.push_back(blockAt(operand->get(), *stacks.find(operand->get()),
                                 static_cast<int64_t>(k), builder));
      for (auto [operand, block] : passOn(list, values))
        blocks[op->getResult(operand->getOperandNumber())].push_back(block);
    }
    if (owners != kNone)
      continue;
    SmallVector<Value> values;
    for (OpOperand *operand : list)
      values.push_back(operand->get());
    for (auto [operand, value] : passOn(list, values))
      op->getResult(operand->getOperandNumber()).replaceAllUsesWith(value);
  }
}

/// Whether `op` asks for coordinates of the stage axis alone.
static bool isAlong(dist::AxisListAttr axes, const Mesh &mesh, int axis) {
  AxisList list = axes.toAxisList(mesh);
  return list.size() == 1 && list.front().axis == axis;
}

void StackSplitter::nameBlock(Operation *last, Operation *next,
                              int64_t numBlocks, int64_t block) {
  Block &body = main.front();
  auto begin = last ? std::next(last->getIterator()) : body.begin();
  SmallVector<Operation *> made;
  for (Operation &op : llvm::make_range(begin, next->getIterator()))
    op.walk([&](Operation *inner) { made.push_back(inner); });
  for (Operation *op : made) {
    OpBuilder builder(op);
    auto number = [&](int64_t value) {
      return buildNumber(builder, op->getLoc(), value);
    };
    if (auto index = dyn_cast<dist::AxisIndexOp>(op);
        index && isAlong(index.getAxes(), mesh, axis)) {
      index.getResult().replaceAllUsesWith(number(block));
      index.erase();
    } else if (auto of = dyn_cast<dist::BlockOp>(op);
               of && isAlong(of.getAxes(), mesh, axis)) {
      DimBlock own = splitBlock({0, static_cast<int64_t>(of.getOf())},
                                numBlocks, block, of.getBy());
      of.getBegin().replaceAllUsesWith(number(own.begin));
      of.getExtent().replaceAllUsesWith(number(own.extent));
      of.erase();
    }
  }
}

/// The results of the operation on one block, as if the blocks were those of the
/// axis of `blockMesh`; nothing if its local program takes more than numbers of
/// coordinates.
FailureOr<std::optional<SmallVector<Value>>>
StackSplitter::localise(ShardingOpInterface op, const FactorRule &rule,
                        LayerFactor factor, const Mesh &blockMesh,
                        int64_t block) {
  OpBuilder builder(op);
  int64_t numBlocks = blockMesh.axes[axis].size;
  Strategy strategy;
  strategy.factors.resize(rule.factors.size());
  strategy.factors[factor.number] = {{axis, 1, numBlocks}};
  strategy.monoid = rule.factors[factor.number].monoid.value_or(Monoid::Sum);
  std::optional<OpLayouts> layouts =
      layoutsFromStrategy(blockMesh, rule, strategy);
  assert(layouts && "the factor is a dimension of its own");
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    const std::vector<DimLayout> &dims = layouts->operands[i].dims;
    auto split = llvm::find_if(
        dims, [](const DimLayout &dim) { return !dim.axes.empty(); });
    if (split != dims.end())
      operands.push_back(blockAt(operand, {split - dims.begin(), factor.owners},
                                 block, builder));
    else if (!layouts->operands[i].partial.empty() && block)
      operands.push_back(buildIdentity(
          builder, op->getLoc(), cast<RankedTensorType>(operand.getType()),
          strategy.monoid));
    else
      operands.push_back(wholeOf(operand, builder));
  }
  Operation *last = op->getPrevNode();
  LocaliseContext context(builder, op, blockMesh, meshOp.getRef(), rule,
                          *layouts, operands);
  FailureOr<SmallVector<Value>> results = op.localise(context);
  if (failed(results))
    return failure();
  nameBlock(last, op, numBlocks, block);
  SmallVector<Operation *> made;
  for (Operation *inner = op->getPrevNode(); inner != last;
       inner = inner->getPrevNode())
    made.push_back(inner);
  auto isDistributed = [](Operation *inner) {
    return isa_and_present<dist::DistDialect>(inner->getDialect());
  };
  if (llvm::none_of(made, isDistributed))
    return std::optional(std::move(*results));
  for (Operation *inner : made)
    inner->erase();
  return std::optional<SmallVector<Value>>();
}

LogicalResult StackSplitter::convertModel(ShardingOpInterface op,
                                          const FactorRule &rule,
                                          LayerFactor factor) {
  SmallVector<Blocks> made(op->getNumResults());
  Mesh blockMesh = mesh;
  int64_t &numBlocks = blockMesh.axes[axis].size;
  numBlocks = static_cast<int64_t>(stacks.ownersOf(factor.owners).size());
  for (int64_t block = 0; block < numBlocks; ++block) {
    FailureOr<std::optional<SmallVector<Value>>> results =
        localise(op, rule, factor, blockMesh, block);
    if (failed(results))
      return failure();
    if (!*results) {
      convertWhole(op);
      return success();
    }
    for (auto [list, result] : llvm::zip_equal(made, **results))
      list.push_back(result);
  }
  OpBuilder builder(op);
  for (auto [result, parts] : llvm::zip_equal(op->getResults(), made)) {
    if (stacks.dimOf(result)) {
      blocks[result] = std::move(parts);
      continue;
    }
    // A reduction along the layers.
    Value sum = parts.front();
    for (Value part : llvm::drop_begin(parts))
      sum = buildCombined(builder, op->getLoc(),
                          *rule.factors[factor.number].monoid, sum, part);
    result.replaceAllUsesWith(sum);
  }
  dead.push_back(op);
  return success();
}

/// Makes blocks of a stack that exists in one piece, `whole`.
void StackSplitter::cutResult(Value result, Value whole, OpBuilder &builder) {
  Blocks made;
  Stack how = *stacks.find(result);
  for (size_t k = 0; k < stacks.ownersOf(how.owners).size(); ++k)
    made.push_back(blockAt(whole, how, static_cast<int64_t>(k), builder));
  blocks[result] = std::move(made);
  wholes[result] = whole;
}

/// The operation stays as it is, on stacks in one piece.
void StackSplitter::convertWhole(Operation *op) {
  OpBuilder builder(op);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (blocks.contains(value))
      for (Region &region : op->getRegions())
        replaceAllUsesInRegionWith(value, wholeOf(value, builder), region);
  for (OpOperand &operand : op->getOpOperands())
    if (blocks.contains(operand.get()))
      operand.set(wholeOf(operand.get(), builder));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    if (stacks.find(result)) {
      cutResult(result, result, builder);
      noteTogether(result, result, op->getLoc(), /*isResult=*/true);
    }
}

/// How a view of a stack regroups its layers.
std::optional<Regrouping> StackSplitter::groupsOf(Operation *op) const {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  for (Value value : {op->getOperand(0), Value(op->getResult(0))})
    if (std::optional<int64_t> dim = stacks.dimOf(value))
      if (std::optional<Regrouping> groups = regroupingOf(op, value, *dim))
        return groups;
  return std::nullopt;
}

LogicalResult StackSplitter::convert(Operation *op) {
  auto isStack = [&](Value value) { return stacks.find(value).has_value(); };
  llvm::SetVector<Value> captured;
  for (Region &region : op->getRegions())
    getUsedValuesDefinedAbove(region, captured);
  if (llvm::none_of(op->getOperands(), isStack) &&
      llvm::none_of(op->getResults(), isStack) &&
      llvm::none_of(captured, isStack))
    return success();
  if (stacks.isWhole(op)) {
    convertWhole(op);
    return success();
  }
  if (isLoop(op) &&
      (llvm::any_of(op->getRegions().back().getArguments(), isStack) ||
       llvm::any_of(captured, isStack)))
    return convertLoop(op);
  if (auto rows = rowMovesAlongLayers(op, stacks)) {
    convertRows(op, rows->first, rows->second);
    return success();
  }
  if (std::optional<Regrouping> groups = groupsOf(op)) {
    convertGroups(op, *groups);
    return success();
  }
  if (convertSum(op))
    return success();
  if (op->getNumRegions() == 0 && !valueTiesOf(op).empty()) {
    convertTied(op);
    dead.push_back(op);
    return success();
  }
  if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
    convertSame(op);
    dead.push_back(op);
    return success();
  }
  if (auto model = dyn_cast<ShardingOpInterface>(op);
      model && llvm::none_of(captured, isStack)) {
    FactorRule rule = model.getFactorRule();
    if (std::optional<LayerFactor> factor = layerFactorOf(model, rule, stacks))
      return convertModel(model, rule, *factor);
  }
  convertWhole(op);
  return success();
}

/// A constraint, on each block.
void StackSplitter::convertSame(Operation *op) {
  OpBuilder builder(op);
  Value operand = op->getOperand(0), result = op->getResult(0);
  Blocks made;
  Stack how = *stacks.find(operand);
  for (size_t k = 0; k < stacks.ownersOf(how.owners).size(); ++k) {
    IRMapping map;
    map.map(operand, blockAt(operand, how, static_cast<int64_t>(k), builder));
    Operation *copy = builder.clone(*op, map);
    copy->getResult(0).setType(copy->getOperand(0).getType());
    if (auto constraint = dyn_cast<dist::ConstraintOp>(copy))
      constraint.setShardingAttr(withoutAxis(constraint.getSharding()));
    made.push_back(copy->getResult(0));
  }
  blocks[result] = std::move(made);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// Gives the function a new list of arguments, after the old one: where an
/// argument is a stack, its blocks.
void StackSplitter::makeArguments() {
  Block &body = main.front();
  SmallVector<BlockArgument> old(body.getArguments());
  for (BlockArgument argument : old) {
    Location loc = argument.getLoc();
    std::optional<Stack> stack = stacks.find(argument);
    if (!stack) {
      argument.replaceAllUsesWith(body.addArgument(argument.getType(), loc));
      continue;
    }
    for (size_t k = 0; k < stacks.ownersOf(stack->owners).size(); ++k)
      blocks[argument].push_back(
          body.addArgument(stacks.blockType(argument), loc));
  }
}

/// The attributes of argument or result number `index` of the program: of this
/// block of it, if it is a stack. `numOuter` numbers the blocks that are
/// arguments or results of their own.
NamedAttrList StackSplitter::describe(const NamedAttrList &old, unsigned index,
                                      Value stack, int64_t block,
                                      unsigned &numOuter) {
  Builder b(main.getContext());
  NamedAttrList attrs = old;
  attrs.erase(dist::kOwners);
  attrs.set(dist::kIndex, b.getI64IntegerAttr(index));
  if (!stack)
    return attrs;
  for (StringRef name : {dist::kSharding, dist::kBound})
    if (auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attrs.get(name)))
      attrs.set(name, withoutAxis(sharding));
  ArrayRef<int64_t> owners = stacks.ownersOf(stack);
  attrs.set(dist::kPlace, b.getDenseI64ArrayAttr({owners[block]}));
  bool isInOrder = llvm::equal(owners, llvm::seq(mesh.axes[axis].size));
  attrs.set(dist::kBlockOf,
            dist::BlockOfAttr::get(
                b.getContext(), *stacks.dimOf(stack), stack.getType(),
                isInOrder ? -1 : block * stacks.blockOf(stack), index));
  if (!isInOrder && block)
    attrs.set(dist::kIndex, b.getI64IntegerAttr(numOuter++));
  return attrs;
}

/// Writes the function's type and the attributes of its blocks.
void StackSplitter::writeBoundary() {
  dist::BoundaryAttrs attrs(main);
  Builder b(main.getContext());
  Operation *terminator = main.front().getTerminator();
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> argumentAttrs, resultAttrs;
  SmallVector<unsigned> newResult; // by old result: the first of its blocks
  unsigned numResults = attrs.results.size(),
           numArguments = attrs.arguments.size();
  for (OpOperand &operand : terminator->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    newResult.push_back(results.size());
    auto known = blocks.find(operand.get());
    Value stack = known == blocks.end() ? Value() : operand.get();
    Blocks parts{operand.get()};
    if (stack) {
      OpBuilder builder(terminator);
      for (size_t k = 0; k < known->second.size(); ++k)
        blockOf(stack, k, builder);
      parts = blocks[stack];
    }
    for (auto [k, part] : llvm::enumerate(parts)) {
      results.push_back(part);
      resultAttrs.push_back(describe(attrs.results[i], i, stack, k, numResults)
                                .getDictionary(main.getContext()));
    }
  }
  unsigned numOld = attrs.arguments.size();
  for (unsigned i = 0; i < numOld; ++i) {
    BlockArgument old = main.getArgument(i);
    Value stack = blocks.contains(old) ? Value(old) : Value();
    std::optional<unsigned> state = attrs.stateOf(i);
    for (size_t k = 0; k < (stack ? stacks.ownersOf(stack).size() : 1); ++k) {
      NamedAttrList own =
          describe(attrs.arguments[i], i, stack, k, numArguments);
      if (state)
        own.set(dist::kState, b.getI64IntegerAttr(newResult[*state] + k));
      argumentAttrs.push_back(own.getDictionary(main.getContext()));
    }
  }
  terminator->setOperands(results);
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  main.front().eraseArguments(0, numOld);
  main.setFunctionType(FunctionType::get(main.getContext(),
                                         main.front().getArgumentTypes(),
                                         terminator->getOperandTypes()));
  main.setAllArgAttrs(argumentAttrs);
  main.setAllResultAttrs(resultAttrs);
}

/// An operation that takes a stack in one piece runs at one coordinate, to which
/// the layers of the others are sent, and from which those that it makes are.
void StackSplitter::warnOfPiecesPutTogether() {
  Availability availability(main, mesh.axes[axis].size);
  availability.find();
  struct Sent {
    int64_t bytes = 0;
    bool returns = false;
  };
  llvm::MapVector<Location, Sent> sentFor;
  for (const Together &put : together) {
    if (llvm::all_of(put.whole.getUsers(), isOpTriviallyDead) ||
        availability.of(put.whole))
      continue;
    auto type = cast<RankedTensorType>(put.whole.getType());
    if (type.getNumElements() == put.numLayers) // scalars: norms, rates
      continue;
    int64_t most = 0;
    llvm::SmallDenseMap<int64_t, int64_t> layers;
    for (const OwnerRun &run : put.owners)
      most = std::max(most, layers[run.owner] += run.count);
    int64_t bytes = bytesOf(put.whole);
    Sent &sent = sentFor[put.reader];
    sent.bytes += bytes - bytes / put.numLayers * most;
    sent.returns |= put.isResult;
  }
  SmallVector<Attribute> warned;
  for (auto &[reader, sent] : sentFor) {
    if (!sent.bytes)
      continue;
    warned.push_back(reader);
    emitWarning(reader)
        << "this takes all layers along stage axis \"" << mesh.axes[axis].name
        << "\" at once, so it runs at one stage, "
        << (sent.returns ? "to and from which " : "to which ")
        << describeBytes(sent.bytes)
        << " are sent in each step; take one layer at a time, or keep \""
        << mesh.axes[axis].name << "\" out of the sharding";
  }
  if (!warned.empty())
    main->getParentOp()->setAttr(kWarned,
                                 ArrayAttr::get(main.getContext(), warned));
}

LogicalResult StackSplitter::run() {
  SmallVector<Operation *> ops;
  for (Operation &op : main.front().without_terminator())
    ops.push_back(&op);
  makeArguments();
  for (Operation *op : ops) {
    Operation *before = op->getPrevNode(), *after = op->getNextNode();
    if (failed(convert(op)))
      return failure();
    noteBranch(op, before, after);
  }
  writeBoundary();
  warnOfPiecesPutTogether();
  return success();
}

/// Parts of layers are taken from layers, and padded to layers. True if there were
/// any that were not.
static bool takeLayersFirst(func::FuncOp main, const Stacks &stacks) {
  bool changed = false;
  for (Operation &op : llvm::make_early_inc_range(main.front()))
    if (op.getNumOperands() && op.getNumResults()) {
      std::optional<int64_t> dim = stacks.dimOf(op.getOperand(0));
      if (!dim)
        dim = stacks.dimOf(op.getResult(0));
      Operation *before = op.getPrevNode(), *after = op.getNextNode();
      if (!dim || !takeRowsFirst(&op, *dim))
        continue;
      noteBranch(&op, before, after);
      if (isOpTriviallyDead(&op))
        op.erase();
      changed = true;
    }
  return changed;
}

namespace {
struct SplitLoopsPass
    : public PassOnStages<popt::impl::SplitLoopsPassBase<SplitLoopsPass>> {
  using PassOnStages::PassOnStages;

  LogicalResult runOn(StageProgram &program) override {
    const auto &[main, meshOp, mesh, axis] = program;
    Stacks stacks(main, mesh, axis);
    bool hasGroups = false;
    do {
      openBranches(main);
      if (failed(stacks.find()))
        return failure();
    } while (takeLayersFirst(main, stacks) ||
             (hasGroups && dissolveGroups(main, stacks)) ||
             unrollLoopsOnStacks(main, stacks, mesh, hasGroups));
    return stacks.empty()
               ? success()
               : StackSplitter(main, meshOp, mesh, axis, stacks).run();
  }
};
} // namespace
