//===- Partition.cpp - From the global to the local program ---------------===//
//
// Rebuilds `@main` with types of the largest block. Operations are localised by
// their models; a one-step reshard becomes the collective of its step, with an
// `as` clause where blocks are uneven. Before and after IR: Passes.td. Tested
// by test/Partition/partition.mlir and by execution in test/Execute.
//
//===----------------------------------------------------------------------===//
#include "Common.h"
#include "Strategies.h"
#include "WidenPartials.h"

#include "popt/Analysis/Zeros.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Partition/Passes.h"

#include "mlir/IR/IRMapping.h"

#include <set>

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_PARTITIONPASS
#include "popt/Partition/Passes.h.inc"

namespace {

class Partitioner {
public:
  explicit Partitioner(PartitionInput &input) : input(input) {}
  LogicalResult run();

private:
  LogicalResult convert(Operation *op, OpBuilder &builder);
  LogicalResult convertModel(ShardingOpInterface op, OpBuilder &builder);
  LogicalResult convertTied(Operation *op, OpBuilder &builder);
  LogicalResult convertManual(dist::ManualOp op, OpBuilder &builder);
  LogicalResult convertRegion(Region &from, Region &to);
  LogicalResult convertBlock(mlir::Block &old, OpBuilder &builder);
  LogicalResult convertReshard(dist::ReshardOp op, OpBuilder &builder);
  FailureOr<OpLayouts> layoutsOf(Operation *op);
  bool follows(ShardingOpInterface op, const FactorRule &rule,
               const OpLayouts &layouts);
  Value makePartial(OpBuilder &builder, Location loc, Value value,
                    const Layout &layout);

  PartitionInput &input;
  IRMapping local;
  /// What makes operations look alike that run on their blocks.
  std::set<SmallVector<const void *>> following;
};

FailureOr<OpLayouts> Partitioner::layoutsOf(Operation *op) {
  OpLayouts layouts;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Layout> layout = dist::getOperandLayout(operand, input.mesh);
    if (!layout && isa<RankedTensorType>(operand.get().getType()))
      return op->emitOpError()
             << "has no sharding for operand " << operand.getOperandNumber()
             << ": its strategy is not chosen";
    layouts.operands.push_back(layout.value_or(Layout()).closed());
    if (layout && operand.get().getDefiningOp() &&
        dist::getOperandSharding(operand) == dist::getSharding(operand.get()))
      continue;
    std::optional<Layout> made = layoutOf(operand.get(), input.mesh);
    if (layout && (!made || made->closed() != layouts.operands.back()))
      return op->emitOpError()
             << "reads operand " << operand.getOperandNumber() << " as "
             << layouts.operands.back().str(input.mesh) << ", but it is "
             << (made ? made->closed().str(input.mesh) : "without a sharding")
             << ", and no reshard is between";
  }
  for (OpResult result : op->getResults()) {
    std::optional<Layout> layout = dist::getLayout(result, input.mesh);
    if (!layout && isa<RankedTensorType>(result.getType()))
      return op->emitOpError()
             << "has no sharding for result " << result.getResultNumber()
             << ": its strategy is not chosen";
    layouts.results.push_back(layout.value_or(Layout()).closed());
  }
  return layouts;
}

/// Equal layers are looked at once.
bool Partitioner::follows(ShardingOpInterface op, const FactorRule &rule,
                          const OpLayouts &layouts) {
  if (op->getNumRegions())
    return followFromStrategy(input.mesh, op, rule, layouts);
  SmallVector<const void *> key = {
      op->getName().getAsOpaquePointer(),
      op->getAttrDictionary().getAsOpaquePointer()};
  for (Type type : op->getOperandTypes())
    key.push_back(type.getAsOpaquePointer());
  for (Type type : op->getResultTypes())
    key.push_back(type.getAsOpaquePointer());
  if (following.count(key))
    return true;
  if (!followFromStrategy(input.mesh, op, rule, layouts))
    return false;
  following.insert(std::move(key));
  return true;
}

/// One coordinate keeps the value, the others take the identity.
Value Partitioner::makePartial(OpBuilder &builder, Location loc, Value value,
                               const Layout &layout) {
  if (layout.pins.empty() && isPartialAsItIs(value, layout.monoid))
    return value;
  Layout copies = layout;
  copies.partial.clear();
  return dist::ToPartialOp::create(
      builder, loc, value.getType(), value,
      dist::MonoidAttr::get(builder.getContext(), layout.monoid),
      keepersOf(builder, input.mesh, layout.partial, copies),
      dist::AxisListAttr::fromAxisList(builder.getContext(), input.mesh,
                                       layout.partial),
      nullptr, input.meshName(), nullptr, nullptr, nullptr);
}

LogicalResult Partitioner::convertModel(ShardingOpInterface op,
                                        OpBuilder &builder) {
  FailureOr<OpLayouts> layouts = layoutsOf(op);
  if (failed(layouts))
    return failure();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(local.lookup(operand));
  auto isWide = [&](ValueRange values, ArrayRef<Layout> of) {
    return llvm::any_of(llvm::zip_equal(values, of), [](auto entry) {
      return isHeldWide(std::get<0>(entry).getType(), std::get<1>(entry));
    });
  };
  bool wide = isWide(op->getOperands(), layouts->operands) ||
              isWide(op->getResults(), layouts->results);
  // A source that is partial is computed whole, then all coordinates except one
  // drop it.
  Layout partialLayout;
  if (op.isSource()) {
    partialLayout = layouts->results[0];
    layouts->results[0].partial.clear();
    wide = false;
  }
  FactorRule rule = op.getFactorRule();
  if (!op.isSource() && !follows(op, rule, *layouts))
    return op->emitOpError(
        "cannot run on blocks in the layouts of its operands and results: they "
        "follow from no strategy: none is chosen");
  // Pins say where blocks are valid, not what they are.
  for (Layout &layout : layouts->operands)
    layout.pins.clear();
  for (Layout &layout : layouts->results)
    layout.pins.clear();
  // Operations with narrow partial operands or results run in f32.
  WideOp widened;
  ShardingOpInterface model = op;
  if (wide) {
    model = widened.make(op);
    for (Value &operand : operands)
      operand = toWide(builder, op->getLoc(), operand);
  }
  LocaliseContext context(builder, model, input.mesh, input.meshName(), rule,
                          *layouts, operands);
  FailureOr<SmallVector<Value>> results = model.localise(context);
  if (failed(results)) // the model has said why
    return failure();
  // Regions are carried out as they are; captured values are local now.
  for (Value value : *results)
    if (Operation *made = value.getDefiningOp())
      for (Region &region : made->getRegions())
        region.walk([&](Operation *inner) {
          for (OpOperand &operand : inner->getOpOperands())
            if (Value mapped = local.lookupOrNull(operand.get()))
              operand.set(mapped);
        });
  for (auto [global, value, layout] :
       llvm::zip_equal(op->getResults(), *results, layouts->results)) {
    bool isPartial = !partialLayout.partial.empty();
    value = toHeld(builder, op->getLoc(), value, global.getType(),
                   isPartial ? partialLayout : layout);
    if (isPartial)
      value = makePartial(builder, op->getLoc(), value, partialLayout);
    local.map(global, value);
  }
  return success();
}

/// [source, target] by rank, for a step that sends whole blocks.
static ArrayAttr permutePairs(Builder &builder, PartitionInput &input,
                              const std::vector<int64_t> &shape,
                              const Layout &from, const Layout &to) {
  const Mesh &mesh = input.mesh;
  std::string key = from.str(mesh) + " " + to.str(mesh);
  for (int64_t extent : shape)
    key += " " + std::to_string(extent);
  ArrayAttr &known = input.permutes[key];
  if (known)
    return known;
  SmallVector<Attribute> pairs;
  for (auto [target, source] :
       llvm::enumerate(permuteSources(mesh, shape, from, to)))
    pairs.push_back(
        builder.getDenseI64ArrayAttr({source, static_cast<int64_t>(target)}));
  return known = builder.getArrayAttr(pairs);
}

/// The same for a step that sends between pinned coordinates.
static ArrayAttr sendPairsAttr(Builder &builder, const Mesh &mesh,
                               const Layout &from, const Layout &to) {
  SmallVector<Attribute> pairs;
  for (auto [source, target] : sendPairs(mesh, from, to))
    pairs.push_back(builder.getDenseI64ArrayAttr({source, target}));
  return builder.getArrayAttr(pairs);
}

/// Writes the collective that one step of a reshard is.
class CollectiveMaker {
public:
  CollectiveMaker(OpBuilder &builder, dist::ReshardOp op, PartitionInput &input,
                  const ReshardStep &step, RankedTensorType global)
      : builder(builder), op(op), input(input), step(step), global(global) {}

  Value make(Value value, const Layout &from, const Layout &to);

private:
  /// A collective over the axes of the step; `own` is what it alone has.
  template <typename Collective, typename... Own>
  Value overAxes(Value value, Own... own) {
    auto axes = dist::AxisListAttr::fromAxisList(builder.getContext(),
                                                 input.mesh, step.axes);
    return Collective::create(builder, op.getLoc(), after, value, own..., axes,
                              nullptr, input.meshName(), asType, fromAttr,
                              toAttr);
  }
  Value toPartial(Value value, const Layout &from, const Layout &to);
  Value permute(Value value, ArrayAttr pairs) {
    return dist::PermuteOp::create(builder, op.getLoc(), after, value, pairs,
                                   input.meshName(), asType, fromAttr, toAttr);
  }

  OpBuilder &builder;
  dist::ReshardOp op;
  PartitionInput &input;
  const ReshardStep &step;
  RankedTensorType global, after;
  // The clause `as ... from ... to`, where blocks differ in size.
  TypeAttr asType;
  dist::ShardingAttr fromAttr, toAttr;
};

Value CollectiveMaker::toPartial(Value value, const Layout &from,
                                 const Layout &to) {
  if (step.dim >= 0) {
    OpLayouts layouts;
    layouts.operands = {from};
    layouts.results = {to};
    FactorRule none;
    LocaliseContext localise(builder, op, input.mesh, input.meshName(), none,
                             layouts, value);
    return localise.blockAsPartial(after, step.dim, step.monoid);
  }
  if (from.pins.empty() && to.pins.empty() &&
      isPartialAsItIs(value, step.monoid))
    return value;
  // The clause does not say where partial values come from.
  if (from.pins != to.pins)
    asType = {}, fromAttr = toAttr = {};
  return overAxes<dist::ToPartialOp>(
      value, dist::MonoidAttr::get(builder.getContext(), step.monoid),
      keepersOf(builder, input.mesh, step.axes, from));
}

Value CollectiveMaker::make(Value value, const Layout &from, const Layout &to) {
  after = localType(global, to);
  bool isUneven = false;
  for (auto [dim, size] : llvm::enumerate(global.getShape()))
    isUneven |= !isEven(from.dims[dim], size) || !isEven(to.dims[dim], size);
  if (isUneven) {
    asType = TypeAttr::get(global);
    fromAttr = input.attr(from);
    toAttr = input.attr(to);
  }
  auto monoid = dist::MonoidAttr::get(builder.getContext(), from.monoid);
  IntegerAttr dim = builder.getI64IntegerAttr(step.dim);
  IntegerAttr root = builder.getI64IntegerAttr(step.root);
  switch (step.kind) {
  case ReshardKind::AllReduce:
    return overAxes<dist::AllReduceOp>(value, monoid);
  case ReshardKind::AllGather:
    return overAxes<dist::AllGatherOp>(value, dim);
  case ReshardKind::ReduceScatter:
    return overAxes<dist::ReduceScatterOp>(value, monoid, dim);
  case ReshardKind::AllToAll:
    return overAxes<dist::AllToAllOp>(
        value, dim, builder.getI64IntegerAttr(step.concatDim));
  case ReshardKind::Slice:
    return overAxes<dist::AllSliceOp>(value, dim);
  case ReshardKind::ToPartial:
    return toPartial(value, from, to);
  case ReshardKind::Restrict:
    return value;
  case ReshardKind::Broadcast:
    return overAxes<dist::BroadcastOp>(value, root);
  case ReshardKind::Scatter:
    return overAxes<dist::ScatterOp>(value, dim, root);
  case ReshardKind::Gather:
    return overAxes<dist::GatherOp>(value, dim, root);
  case ReshardKind::Reduce:
    return overAxes<dist::ReduceOp>(value, monoid, root);
  case ReshardKind::Send:
    return permute(value, sendPairsAttr(builder, input.mesh, from, to));
  case ReshardKind::Permute:
    return permute(value, permutePairs(builder, input,
                                       std::vector<int64_t>(global.getShape()),
                                       from, to));
  }
  llvm_unreachable("unknown kind of step");
}

LogicalResult Partitioner::convertReshard(dist::ReshardOp op,
                                          OpBuilder &builder) {
  Layout from = op.getFrom().toLayout(input.mesh).closed();
  Layout to = op.getTo().toLayout(input.mesh).closed();
  auto type = cast<RankedTensorType>(op.getType());
  std::optional<Layout> made = layoutOf(op.getInput(), input.mesh);
  if (!made || made->closed() != from)
    return op.emitOpError("moves its operand from ")
           << from.str(input.mesh) << ", but the operand is "
           << (made ? made->str(input.mesh) : "without a sharding")
           << ", and no reshard is between";
  FailureOr<std::vector<ReshardStep>> steps = movesOf(input, op);
  if (failed(steps))
    return failure();
  if (steps->size() > 1)
    return op.emitOpError("takes several collectives; write a reshard for "
                          "each");
  Value value = local.lookup(op.getInput());
  Location loc = op.getLoc();
  if (steps->empty()) {
    local.map(op.getResult(), toHeld(builder, loc, value, type, to));
    return success();
  }
  const ReshardStep &step = steps->front();
  // Partial values of narrow floats are sent as f32; combined values are
  // rounded once.
  if (isHeldWide(type, from) || isHeldWide(type, to)) {
    value = toWide(builder, loc, value);
    type = widen(type);
  }
  CollectiveMaker maker(builder, op, input, step, type);
  value = maker.make(value, simplified(input.mesh, from),
                     simplified(input.mesh, to));
  local.map(op.getResult(), toHeld(builder, loc, value, op.getType(), to));
  return success();
}

/// The blocks of a region, with arguments of local types.
LogicalResult Partitioner::convertRegion(Region &from, Region &to) {
  for (mlir::Block &old : from) {
    auto *block = new mlir::Block();
    to.push_back(block);
    for (BlockArgument argument : old.getArguments()) {
      Type type = argument.getType();
      if (auto tensor = dyn_cast<RankedTensorType>(type)) {
        std::optional<Layout> layout = layoutOf(argument, input.mesh);
        if (!layout)
          return emitError(argument.getLoc(), "argument of a region has no "
                                              "sharding: its strategy is not "
                                              "chosen");
        type = heldType(tensor, layout->closed());
      }
      local.map(argument, block->addArgument(type, argument.getLoc()));
    }
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    if (failed(convertBlock(old, builder)))
      return failure();
  }
  return success();
}

/// Operations that replace an operation run at its place, and the user's word on
/// it is a word on them.
LogicalResult Partitioner::convertBlock(mlir::Block &old, OpBuilder &builder) {
  mlir::Block *block = builder.getBlock();
  for (Operation &op : old) {
    Operation *last = block->empty() ? nullptr : &block->back();
    if (failed(convert(&op, builder)))
      return failure();
    for (auto made = last ? std::next(last->getIterator()) : block->begin();
         made != block->end(); ++made) {
      dist::setPlace(&*made, dist::getPlace(&op));
      if (Attribute word = op.getAttr(dist::kRecompute))
        made->setAttr(dist::kRecompute, word);
    }
  }
  return success();
}

/// An operation that passes values on: the same on blocks, if everything that
/// is tied has one layout.
LogicalResult Partitioner::convertTied(Operation *op, OpBuilder &builder) {
  FailureOr<OpLayouts> layouts = layoutsOf(op);
  if (failed(layouts))
    return failure();
  for (const ValueTie &tie : valueTiesOf(op)) {
    std::optional<Layout> target = layoutOf(tie.targets.front(), input.mesh);
    for (OpOperand *source : tie.sources) {
      std::optional<Layout> read = dist::getOperandLayout(*source, input.mesh);
      if (read && target && read->closed() != target->closed())
        return op->emitOpError("passes on a value that enters as ")
               << read->str(input.mesh) << " and leaves as "
               << target->str(input.mesh) << ": its strategy is not chosen";
    }
  }
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.operands.push_back(local.lookup(operand));
  for (auto [result, layout] :
       llvm::zip_equal(op->getResults(), layouts->results))
    if (auto tensor = dyn_cast<RankedTensorType>(result.getType()))
      state.types.push_back(heldType(tensor, layout));
    else
      state.types.push_back(result.getType());
  for (NamedAttribute attr : op->getAttrs())
    if (attr.getName() != dist::kShardings &&
        attr.getName() != dist::kOperandShardings)
      state.attributes.push_back(attr);
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *made = builder.create(state);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), made->getRegions()))
    if (failed(convertRegion(from, to)))
      return failure();
  for (auto [global, value] :
       llvm::zip_equal(op->getResults(), made->getResults()))
    local.map(global, value);
  return success();
}

/// The body in place of the operation: its values are blocks already.
LogicalResult Partitioner::convertManual(dist::ManualOp op,
                                         OpBuilder &builder) {
  FailureOr<OpLayouts> layouts = layoutsOf(op);
  if (failed(layouts))
    return failure();
  auto checkEdge = [&](const Twine &what, const Layout &layout,
                       dist::ShardingAttr edge) -> LogicalResult {
    Layout bound = edge.toLayout(input.mesh).closed();
    if (layout == bound)
      return success();
    return op.emitOpError()
           << "has " << what << " as " << layout.str(input.mesh)
           << ", but its edge binds it to " << bound.str(input.mesh)
           << ": its strategy is not chosen";
  };
  for (auto [i, layout] : llvm::enumerate(layouts->operands))
    if (failed(checkEdge("operand " + Twine(i), layout, op.getInSharding(i))))
      return failure();
  for (auto [i, layout] : llvm::enumerate(layouts->results))
    if (failed(checkEdge("result " + Twine(i), layout, op.getOutSharding(i))))
      return failure();
  mlir::Block &body = op.getBody().front();
  auto held = [&](Value value, Type type, const Layout &layout) {
    return toHeld(builder, op.getLoc(), value, type, layout);
  };
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op->getOperands()))
    local.map(argument,
              held(local.lookup(operand), argument.getType(),
                   layoutOf(argument, input.mesh).value_or(Layout())));
  for (Operation &inner : body.without_terminator())
    if (failed(convert(&inner, builder)))
      return failure();
  if (failed(layoutsOf(body.getTerminator())))
    return failure();
  for (auto [result, value, layout] :
       llvm::zip_equal(op->getResults(), body.getTerminator()->getOperands(),
                       layouts->results))
    local.map(result, held(local.lookup(value), result.getType(), layout));
  return success();
}

LogicalResult Partitioner::convert(Operation *op, OpBuilder &builder) {
  if (!valueTiesOf(op).empty())
    return convertTied(op, builder);
  if (auto manual = dyn_cast<dist::ManualOp>(op))
    return convertManual(manual, builder);
  if (auto model = dyn_cast<ShardingOpInterface>(op))
    return convertModel(model, builder);
  if (auto reshard = dyn_cast<dist::ReshardOp>(op))
    return convertReshard(reshard, builder);
  if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
    FailureOr<OpLayouts> layouts = layoutsOf(op);
    if (failed(layouts))
      return failure();
    if (layouts->operands != layouts->results)
      return op->emitOpError("moves its operand from ")
             << layouts->operands[0].str(input.mesh) << " to "
             << layouts->results[0].str(input.mesh)
             << ": its strategy is not chosen";
    local.map(op->getResult(0), local.lookup(op->getOperand(0)));
    return success();
  }
  if (isa<dist::ShardingGroupOp>(op))
    return success();
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    if (failed(layoutsOf(op)))
      return failure();
    Operation *made = builder.clone(*op, local);
    made->removeAttr(dist::kOperandShardings);
    // Across the program's border values have their own types.
    builder.setInsertionPoint(made);
    if (isa<func::ReturnOp>(made))
      for (auto [global, value] :
           llvm::zip_equal(op->getOperands(), made->getOpOperands()))
        value.set(toHeld(builder, op->getLoc(), value.get(), global.getType(),
                         Layout()));
    return success();
  }
  return op->emitOpError()
         << "has no op model, so popt does not know how to partition it";
}

LogicalResult Partitioner::run() {
  func::FuncOp main = input.main;
  mlir::Block &old = main.front();
  auto *block = new mlir::Block();
  dist::BoundaryAttrs attrs(main);
  SmallVector<Type> argumentTypes, resultTypes;
  auto convertType = [&](Type type, dist::ShardingAttr sharding,
                         function_ref<void(TypeAttr)> keepGlobal) -> Type {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !sharding)
      return type;
    keepGlobal(TypeAttr::get(type));
    return localType(tensor, sharding.toLayout(input.mesh).closed());
  };
  for (BlockArgument argument : old.getArguments()) {
    unsigned i = argument.getArgNumber();
    argumentTypes.push_back(convertType(
        argument.getType(), attrs.getSharding(i), [&](TypeAttr type) {
          attrs.arguments[i].set(dist::kGlobalType, type);
        }));
    block->addArgument(argumentTypes.back(), argument.getLoc());
  }
  auto terminator = cast<func::ReturnOp>(old.getTerminator());
  for (auto [i, type] : llvm::enumerate(main.getResultTypes())) {
    dist::ShardingAttr sharding =
        dist::getOperandSharding(terminator->getOpOperand(i));
    attrs.setResultSharding(i, sharding);
    resultTypes.push_back(
        convertType(type, sharding, [&, i = i](TypeAttr global) {
          attrs.results[i].set(dist::kGlobalType, global);
        }));
  }
  attrs.write();
  main.getBody().push_back(block);
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  for (auto [global, value] :
       llvm::zip_equal(old.getArguments(), block->getArguments()))
    local.map(global,
              toHeld(builder, global.getLoc(), value, global.getType(),
                     dist::getLayout(global, input.mesh).value_or(Layout())));
  if (failed(convertBlock(old, builder)))
    return failure();
  old.dropAllDefinedValueUses();
  old.dropAllReferences();
  old.erase();
  main.setFunctionType(
      FunctionType::get(main.getContext(), argumentTypes, resultTypes));
  widenSmallReductions(main);
  return success();
}

class Partition : public PassOnInput<impl::PartitionPassBase<Partition>> {
public:
  using PassOnInput::PassOnInput;

  LogicalResult runOn(PartitionInput &input) override {
    return Partitioner(input).run();
  }
};

} // namespace

std::unique_ptr<Pass> createPartitionPass(std::shared_ptr<ReshardPool> pool) {
  return std::make_unique<Partition>(std::move(pool));
}

} // namespace popt
