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
#include "Pipelines.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Build.h"
#include "popt/Stages/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

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
  for (DimLayout &dim : layout.dims)
    llvm::erase_if(dim.axes,
                   [&](const AxisRef &ref) { return ref.axis == axis; });
  return dist::ShardingAttr::fromLayout(main.getContext(), meshOp.getRef(),
                                        mesh, layout);
}

Value StackSplitter::blockAt(Value value, int64_t dim, int64_t coordinate,
                             OpBuilder &builder) {
  auto known = blocks.find(value);
  if (known != blocks.end())
    return known->second[coordinate];
  auto type = cast<RankedTensorType>(value.getType());
  int64_t layers = type.getDimSize(dim),
          block = llvm::divideCeil(layers, coordinates),
          begin = std::min(coordinate * block, layers),
          extent = std::min(block, layers - begin);
  Location loc = value.getLoc();
  Value slice = buildSlice(builder, loc, value, dim, begin, extent);
  return extent == block
             ? slice
             : buildExtended(builder, loc, slice, dim, block - extent);
}

Value StackSplitter::wholeOf(Value value, OpBuilder &builder) {
  if (!blocks.contains(value))
    return value;
  Value &whole = wholes[value];
  if (whole)
    return whole;
  int64_t dim = *stacks.dimOf(value), layers = stacks.layersOf(value),
          block = stacks.blockOf(value);
  SmallVector<Value> parts;
  for (auto [c, part] : llvm::enumerate(blocks[value])) {
    int64_t begin = static_cast<int64_t>(c) * block;
    if (begin < layers)
      parts.push_back(buildSlice(builder, value.getLoc(), part, dim, 0,
                                 std::min(block, layers - begin)));
  }
  return whole = buildConcatenated(builder, value.getLoc(), parts, dim);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Each block passes on its own, as operands of such operations do.
void StackSplitter::convertTied(Operation *op) {
  OpBuilder builder(op);
  SmallVector<OpOperand *> others;
  for (OpOperand &operand : op->getOpOperands())
    if (!stacks.dimOf(operand.get()))
      others.push_back(&operand);
  auto passOn = [&](ValueRange values) {
    OperationState state(op->getLoc(), op->getName(), values, values.getTypes(),
                         op->getAttrs());
    return builder.create(state)->getResults();
  };
  for (int64_t c = 0; c < coordinates; ++c) {
    SmallVector<Value> values;
    SmallVector<Value> results;
    for (OpOperand &operand : op->getOpOperands())
      if (std::optional<int64_t> dim = stacks.dimOf(operand.get())) {
        values.push_back(blockAt(operand.get(), *dim, c, builder));
        results.push_back(op->getResult(operand.getOperandNumber()));
      }
    for (auto [result, block] : llvm::zip_equal(results, passOn(values)))
      blocks[result].push_back(block);
  }
  SmallVector<Value> values;
  for (OpOperand *operand : others)
    values.push_back(operand->get());
  if (values.empty())
    return;
  for (auto [operand, value] : llvm::zip_equal(others, passOn(values)))
    op->getResult(operand->getOperandNumber()).replaceAllUsesWith(value);
}

/// Whether `op` asks for coordinates of the stage axis alone.
static bool isAlong(dist::AxisListAttr axes, const Mesh &mesh, int axis) {
  AxisList list = axes.toAxisList(mesh);
  return list.size() == 1 && list.front().axis == axis;
}

void StackSplitter::nameCoordinate(Operation *last, Operation *next,
                                   int64_t coordinate) {
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
      index.getResult().replaceAllUsesWith(number(coordinate));
      index.erase();
    } else if (auto block = dyn_cast<dist::BlockOp>(op);
               block && isAlong(block.getAxes(), mesh, axis)) {
      DimBlock own = splitBlock({0, static_cast<int64_t>(block.getOf())},
                                coordinates, coordinate, block.getBy());
      block.getBegin().replaceAllUsesWith(number(own.begin));
      block.getExtent().replaceAllUsesWith(number(own.extent));
      block.erase();
    }
  }
}

/// The results of the operation on the blocks of one coordinate.
FailureOr<SmallVector<Value>> StackSplitter::localise(ShardingOpInterface op,
                                                      const FactorRule &rule,
                                                      unsigned factor,
                                                      int64_t coordinate) {
  OpBuilder builder(op);
  Strategy strategy;
  strategy.factors.resize(rule.factors.size());
  strategy.factors[factor] = {{axis, 1, coordinates}};
  strategy.monoid = rule.factors[factor].monoid.value_or(Monoid::Sum);
  std::optional<OpLayouts> layouts = layoutsFromStrategy(mesh, rule, strategy);
  assert(layouts && "the factor is a dimension of its own");
  Operation *last = op->getPrevNode();
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    const std::vector<DimLayout> &dims = layouts->operands[i].dims;
    auto split = llvm::find_if(
        dims, [](const DimLayout &dim) { return !dim.axes.empty(); });
    if (split != dims.end())
      operands.push_back(
          blockAt(operand, split - dims.begin(), coordinate, builder));
    else if (!layouts->operands[i].partial.empty() && coordinate)
      operands.push_back(buildIdentity(
          builder, op->getLoc(), cast<RankedTensorType>(operand.getType()),
          strategy.monoid));
    else
      operands.push_back(wholeOf(operand, builder));
  }
  LocaliseContext context(builder, op, mesh, meshOp.getRef(), rule, *layouts,
                          operands);
  FailureOr<SmallVector<Value>> results = op.localise(context);
  if (succeeded(results))
    nameCoordinate(last, op, coordinate);
  return results;
}

LogicalResult StackSplitter::convertModel(ShardingOpInterface op,
                                          const FactorRule &rule,
                                          unsigned factor) {
  SmallVector<Blocks> made(op->getNumResults());
  for (int64_t c = 0; c < coordinates; ++c) {
    FailureOr<SmallVector<Value>> results = localise(op, rule, factor, c);
    if (failed(results))
      return failure();
    for (auto [list, result] : llvm::zip_equal(made, *results))
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
      sum = buildCombined(builder, op->getLoc(), *rule.factors[factor].monoid,
                          sum, part);
    result.replaceAllUsesWith(sum);
  }
  dead.push_back(op);
  return success();
}

/// Makes blocks of a stack that exists in one piece, `whole`.
void StackSplitter::cutResult(Value result, Value whole, int64_t dim,
                              OpBuilder &builder) {
  Blocks made;
  for (int64_t c = 0; c < coordinates; ++c)
    made.push_back(blockAt(whole, dim, c, builder));
  blocks[result] = std::move(made);
  wholes[result] = whole;
}

/// The operation stays as it is, on stacks in one piece.
void StackSplitter::convertWhole(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!blocks.contains(operand.get()))
      continue;
    operand.set(wholeOf(operand.get(), builder));
    remark::missed(
        op->getLoc(),
        remark::RemarkOpts::name("split-loops").category("propagate"))
        << "operand " + std::to_string(operand.getOperandNumber()) +
               ", whose layers lie along stage axis \"" + mesh.axes[axis].name +
               "\", is put together: the operation cannot run on blocks of "
               "layers";
  }
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    if (std::optional<int64_t> dim = stacks.dimOf(result))
      cutResult(result, result, *dim, builder);
}

LogicalResult StackSplitter::convert(Operation *op) {
  auto isStack = [&](Value value) { return stacks.dimOf(value).has_value(); };
  llvm::SetVector<Value> captured;
  for (Region &region : op->getRegions())
    getUsedValuesDefinedAbove(region, captured);
  if (llvm::none_of(op->getOperands(), isStack) &&
      llvm::none_of(op->getResults(), isStack) &&
      llvm::none_of(captured, isStack))
    return success();
  if (isLoop(op) &&
      (llvm::any_of(op->getRegions().back().getArguments(), isStack) ||
       llvm::any_of(captured, isStack)))
    return convertLoop(op);
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
    if (std::optional<unsigned> factor = layerFactorOf(model, rule, stacks))
      return convertModel(model, rule, *factor);
  }
  for (Value value : captured)
    if (isStack(value)) {
      InFlightDiagnostic error =
          op->emitError() << "a stack whose layers lie along stage axis \""
                          << mesh.axes[axis].name
                          << "\" is read inside of this operation, which does "
                             "not walk along its layers; keep \""
                          << mesh.axes[axis].name << "\" out of its sharding";
      error.attachNote(value.getLoc()) << "the stack";
      return error;
    }
  convertWhole(op);
  return success();
}

/// A constraint, on each block.
void StackSplitter::convertSame(Operation *op) {
  OpBuilder builder(op);
  Value operand = op->getOperand(0), result = op->getResult(0);
  Blocks made;
  for (int64_t c = 0; c < coordinates; ++c) {
    IRMapping map;
    map.map(operand, blockAt(operand, *stacks.dimOf(operand), c, builder));
    Operation *copy = builder.clone(*op, map);
    copy->getResult(0).setType(copy->getOperand(0).getType());
    if (auto constraint = dyn_cast<dist::ConstraintOp>(copy))
      constraint.setShardingAttr(withoutAxis(constraint.getSharding()));
    made.push_back(copy->getResult(0));
  }
  blocks[result] = std::move(made);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Makes the accesses in a part's body those of the coordinate's blocks.
static void readBlocks(Operation *from, Operation *to, const LoopCut &cut,
                       int64_t coordinate, int64_t coordinates,
                       function_ref<Value(Value stack)> blockOf) {
  llvm::DenseMap<Operation *, Operation *> copies;
  SmallVector<Operation *> before, after;
  from->getRegions().back().walk([&](Operation *op) { before.push_back(op); });
  to->getRegions().back().walk([&](Operation *op) { after.push_back(op); });
  for (auto [old, copy] : llvm::zip_equal(before, after))
    copies[old] = copy;
  for (const LoopCut::Access &entry : cut.accesses) {
    Operation *copy = copies.lookup(entry.access.index->getOwner());
    if (Value block = blockOf(entry.stack))
      copy->setOperand(0, block);
    int64_t layers =
        cast<RankedTensorType>(entry.stack.getType()).getDimSize(entry.dim);
    int64_t begin = coordinate * llvm::divideCeil(layers, coordinates);
    OpOperand &index =
        copy->getOpOperand(entry.access.index->getOperandNumber());
    OpBuilder builder(copy);
    auto type = cast<RankedTensorType>(index.get().getType());
    auto number = builder.getIntegerAttr(type.getElementType(), begin);
    if (begin)
      index.set(buildArithmetic(
          builder, copy->getLoc(), Arithmetic::Subtract, index.get(),
          buildConstant(builder, copy->getLoc(),
                        DenseElementsAttr::get(type, Attribute(number)))));
    if (entry.access.isWrite)
      copy->getResult(0).setType(copy->getOperand(0).getType());
  }
}

/// One part of a loop; `chain` is what the loop carries when it begins.
Operation *StackSplitter::makePart(const CountedLoop &loop, const LoopCut &cut,
                                   const LoopPart &part,
                                   ArrayRef<Value> chain) {
  Operation *op = loop.operation();
  OpBuilder builder(op);
  SmallVector<Value> carried;
  for (auto [i, argument] : llvm::enumerate(loop.body().getArguments())) {
    if (blocks.contains(op->getResult(i))) {
      carried.push_back(blocks[op->getResult(i)][part.coordinate]);
      continue;
    }
    // Counters are known, and what stays the same comes from where it was made.
    const SmallVector<int64_t> *values = loop.carriedValues(i);
    if (!values) {
      carried.push_back(loop.nextOf(i) == argument ? op->getOperand(i)
                                                   : chain[i]);
      continue;
    }
    auto type = cast<RankedTensorType>(argument.getType());
    carried.push_back(buildConstant(
        builder, op->getLoc(),
        DenseElementsAttr::get(
            type, Attribute(builder.getIntegerAttr(type.getElementType(),
                                                   (*values)[part.begin])))));
  }
  Operation *made = loop.cut(builder, part.begin, part.end, carried);
  readBlocks(op, made, cut, part.coordinate, coordinates, [&](Value stack) {
    auto known = blocks.find(stack);
    return known == blocks.end() ? Value() : known->second[part.coordinate];
  });
  dist::setPlace(made, {part.coordinate});
  return made;
}

LogicalResult StackSplitter::convertLoop(Operation *op) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  const std::string &name = mesh.axes[axis].name;
  if (!loop)
    return op->emitError() << "the loop cannot be cut at stage axis \"" << name
                           << "\": how often it runs depends on data; keep \""
                           << name
                           << "\" out of the shardings of what it reads";
  FailureOr<LoopCut> cut = cutLoop(*loop, stacks, name);
  if (failed(cut))
    return failure();
  OpBuilder builder(op);
  SmallVector<Value> chain(op->getOperands());
  for (BlockArgument argument : loop->body().getArguments())
    if (std::optional<int64_t> dim = stacks.dimOf(argument)) {
      unsigned i = argument.getArgNumber();
      Blocks begun;
      for (int64_t c = 0; c < coordinates; ++c)
        begun.push_back(blockAt(op->getOperand(i), *dim, c, builder));
      blocks[op->getResult(i)] = std::move(begun);
    }
  std::string parts;
  for (const LoopPart &part : cut->parts) {
    Operation *made = makePart(*loop, *cut, part, chain);
    for (OpResult result : made->getResults()) {
      unsigned i = result.getResultNumber();
      chain[i] = result;
      bool isRead = loop->nextOf(i) == loop->body().getArgument(i);
      if (auto known = blocks.find(op->getResult(i));
          known != blocks.end() && !isRead)
        known->second[part.coordinate] = result;
    }
    parts += (parts.empty() ? "" : ", ") + std::to_string(part.begin) + " to " +
             std::to_string(part.end - 1) + " at " +
             std::to_string(part.coordinate);
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), chain)) {
    if (blocks.contains(result))
      continue;
    if (std::optional<int64_t> dim = stacks.dimOf(result))
      cutResult(result, value, *dim, builder);
    result.replaceAllUsesWith(value);
  }
  remark::passed(op->getLoc(),
                 remark::RemarkOpts::name("split-loops").category("propagate"))
      << "iterations of the loop at the coordinates of \"" + name +
             "\": " + parts;
  dead.push_back(op);
  return success();
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
    if (!stacks.dimOf(argument)) {
      argument.replaceAllUsesWith(body.addArgument(argument.getType(), loc));
      continue;
    }
    for (int64_t c = 0; c < coordinates; ++c)
      blocks[argument].push_back(
          body.addArgument(stacks.blockType(argument), loc));
  }
}

/// The attributes of argument or result number `index` of the program: of its
/// block at a coordinate, if it is a stack.
NamedAttrList StackSplitter::describe(const NamedAttrList &old, unsigned index,
                                      Value stack, int64_t coordinate) {
  Builder b(main.getContext());
  NamedAttrList attrs = old;
  attrs.set(dist::kIndex, b.getI64IntegerAttr(index));
  if (!stack)
    return attrs;
  for (StringRef name : {dist::kSharding, dist::kBound})
    if (auto sharding = dyn_cast_or_null<dist::ShardingAttr>(attrs.get(name)))
      attrs.set(name, withoutAxis(sharding));
  attrs.set(dist::kPlace, b.getDenseI64ArrayAttr({coordinate}));
  attrs.set(dist::kBlockOf,
            dist::BlockOfAttr::get(b.getContext(), *stacks.dimOf(stack),
                                   stack.getType()));
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
  for (OpOperand &operand : terminator->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    newResult.push_back(results.size());
    auto known = blocks.find(operand.get());
    Value stack = known == blocks.end() ? Value() : operand.get();
    Blocks parts = stack ? known->second : Blocks{operand.get()};
    for (auto [c, part] : llvm::enumerate(parts)) {
      results.push_back(part);
      resultAttrs.push_back(describe(attrs.results[i], i, stack, c)
                                .getDictionary(main.getContext()));
    }
  }
  unsigned numOld = attrs.arguments.size();
  for (unsigned i = 0; i < numOld; ++i) {
    BlockArgument old = main.getArgument(i);
    Value stack = blocks.contains(old) ? Value(old) : Value();
    std::optional<unsigned> state = attrs.stateOf(i);
    for (int64_t c = 0; c < (stack ? coordinates : 1); ++c) {
      NamedAttrList own = describe(attrs.arguments[i], i, stack, c);
      if (state)
        own.set(dist::kState, b.getI64IntegerAttr(newResult[*state] + c));
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

LogicalResult StackSplitter::run() {
  SmallVector<Operation *> ops;
  for (Operation &op : main.front().without_terminator())
    ops.push_back(&op);
  makeArguments();
  for (Operation *op : ops)
    if (failed(convert(op)))
      return failure();
  writeBoundary();
  return success();
}

namespace {
struct SplitLoopsPass : public popt::impl::SplitLoopsPassBase<SplitLoopsPass> {
  using SplitLoopsPassBase::SplitLoopsPassBase;

  void runOnOperation() override {
    std::optional<StageProgram> program = findStageProgram(getOperation());
    if (!program)
      return markAllAnalysesPreserved();
    const auto &[main, meshOp, mesh, axis] = *program;
    Stacks stacks(main, mesh, axis);
    if (failed(stacks.find()))
      return signalPassFailure();
    if (stacks.empty())
      return markAllAnalysesPreserved();
    if (failed(StackSplitter(main, meshOp, mesh, axis, stacks).run()))
      return signalPassFailure();
  }
};
} // namespace
