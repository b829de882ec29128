//===- LowerCollectives.cpp - dist to StableHLO ---------------------------===//
//
// See the header. Tested by test/Export/export-stablehlo*.mlir, and by
// execution in test/Execute/Export.
//
//===----------------------------------------------------------------------===//
#include "LowerCollectives.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Support/Tensors.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}
static bool isEmpty(Value value) { return typeOf(value).getNumElements() == 0; }

static RankedTensorType withExtent(Value value, int64_t dim, int64_t extent) {
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape[dim] = extent;
  return RankedTensorType::get(shape, elementOf(value));
}

//===----------------------------------------------------------------------===//
// Ranks and groups
//===----------------------------------------------------------------------===//

int64_t CollectiveLowering::partitionOf(int64_t rank) const {
  return mesh.deviceIds.empty() ? rank : mesh.deviceIds[rank];
}

Value CollectiveLowering::lookUp(ArrayRef<int64_t> byPartition) {
  auto type = RankedTensorType::get({int64_t(byPartition.size())},
                                    builder->getI32Type());
  SmallVector<int32_t> entries(byPartition.begin(), byPartition.end());
  Value table = buildConstant(
      *builder, *loc, DenseElementsAttr::get(type, ArrayRef<int32_t>(entries)));
  Value id = stablehlo::PartitionIdOp::create(
      *builder, *loc,
      RankedTensorType::get({}, builder->getIntegerType(32, false)));
  id = buildConvert(*builder, *loc, id, builder->getI32Type());
  return buildReshape(*builder, *loc,
                      buildSliceAt(*builder, *loc, table, 0, id, 1), {});
}

Number CollectiveLowering::rank() {
  if (mesh.numRanks() == 1)
    return 0;
  if (!mesh.deviceIds.empty()) {
    SmallVector<int64_t> ranks(mesh.numRanks());
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      ranks[partitionOf(rank)] = rank;
    return lookUp(ranks);
  }
  Value id = stablehlo::PartitionIdOp::create(
      *builder, *loc,
      RankedTensorType::get({}, builder->getIntegerType(32, false)));
  return buildConvert(*builder, *loc, id, builder->getI32Type());
}

/// The number of the rank along the axes, major to minor.
static Number indexAlong(NumberBuilder &numbers, const Mesh &mesh, Number rank,
                         const AxisList &axes) {
  Number index = 0;
  for (const AxisRef &axis : axes)
    index = numbers.add(numbers.multiply(index, axis.size),
                        numbers.coordinate(mesh, rank, axis));
  return index;
}

Number CollectiveLowering::member() {
  if (dist::AxisListAttr axes = current.getAxesAttr()) {
    NumberBuilder numbers(*builder, *loc);
    return indexAlong(numbers, mesh, rank(), axes.toAxisList(mesh));
  }
  SmallVector<int64_t> places(mesh.numRanks());
  for (const std::vector<int64_t> &group : current.groups(mesh))
    for (auto [i, rank] : llvm::enumerate(group))
      places[partitionOf(rank)] = i;
  return lookUp(places);
}

int64_t CollectiveLowering::groupSize() {
  if (dist::AxisListAttr axes = current.getAxesAttr())
    return product(axes.toAxisList(mesh));
  return current.groups(mesh).front().size();
}

static DenseIntElementsAttr toMatrix(MLIRContext *context,
                                     ArrayRef<std::vector<int64_t>> rows) {
  SmallVector<int64_t> entries;
  for (const std::vector<int64_t> &row : rows)
    llvm::append_range(entries, row);
  auto type = RankedTensorType::get(
      {int64_t(rows.size()), int64_t(rows.empty() ? 0 : rows[0].size())},
      IntegerType::get(context, 64));
  return DenseIntElementsAttr::get(type, ArrayRef<int64_t>(entries));
}

/// XLA reads groups along axes as if the mesh's devices were in order.
Attribute CollectiveLowering::replicaGroups() {
  MLIRContext *context = builder->getContext();
  if (dist::AxisListAttr axes = current.getAxesAttr();
      axes && form == GroupForm::Axes && mesh.deviceIds.empty()) {
    SmallVector<Attribute> refs;
    for (const AxisRef &axis : axes.toAxisList(mesh))
      refs.push_back(stablehlo::AxisRefAttr::get(
          context, mesh.axes[axis.axis].name,
          mesh.isWhole(axis)
              ? stablehlo::SubAxisInfoAttr()
              : stablehlo::SubAxisInfoAttr::get(context, axis.pre, axis.size)));
    return stablehlo::ReplicaGroupMeshAxesAttr::get(
        context, meshName, ArrayAttr::get(context, refs));
  }
  std::vector<std::vector<int64_t>> groups = current.groups(mesh);
  for (std::vector<int64_t> &group : groups)
    for (int64_t &rank : group)
      rank = partitionOf(rank);
  return toMatrix(context, groups);
}

Pieces CollectiveLowering::gathered(int64_t dim, int64_t room) {
  if (!current.getGlobalTypeAttr())
    return Pieces(groupSize(), room);
  auto type = cast<RankedTensorType>(current.getGlobalTypeAttr().getValue());
  return Pieces(mesh, type.getDimSize(dim),
                current.getFromAttr().toLayout(mesh).dims[dim],
                current.getToAttr().toLayout(mesh).dims[dim]);
}

Pieces CollectiveLowering::scattered(int64_t dim, int64_t joined) {
  if (!current.getGlobalTypeAttr())
    return Pieces(groupSize(), joined / groupSize());
  auto type = cast<RankedTensorType>(current.getGlobalTypeAttr().getValue());
  return Pieces(mesh, type.getDimSize(dim),
                current.getToAttr().toLayout(mesh).dims[dim],
                current.getFromAttr().toLayout(mesh).dims[dim]);
}

//===----------------------------------------------------------------------===//
// StableHLO's collectives
//===----------------------------------------------------------------------===//

static stablehlo::ChannelHandleAttr channel(OpBuilder &builder) {
  return stablehlo::ChannelHandleAttr::get(builder.getContext(), 1, 1);
}

/// A body that combines two scalars.
static void fillBody(Region &region, Location loc, Type element,
                     Monoid monoid) {
  OpBuilder inner(region.getContext());
  auto scalar = RankedTensorType::get({}, element);
  Block *body = inner.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  Value both = buildCombined(inner, loc, monoid, body->getArgument(0),
                             body->getArgument(1));
  stablehlo::ReturnOp::create(inner, loc, both);
}

/// True where XLA has a reduction: it knows sums, products, extrema, and of
/// booleans and and or.
static bool isReducedByXLA(Monoid monoid, Type element) {
  switch (monoid) {
  case Monoid::Xor:
    return false;
  case Monoid::And:
  case Monoid::Or:
    return element.isInteger(1);
  default:
    return true;
  }
}

/// Floats narrower than f32 are combined as f32 and rounded once.
static Type sumTypeOf(Type element) {
  auto isSmall =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isSmall ? Float32Type::get(element.getContext()) : element;
}

Value CollectiveLowering::allReduce(Value value, Monoid monoid) {
  Type element = elementOf(value);
  if (!isReducedByXLA(monoid, element))
    return reduceGathered(value, monoid);
  Value wide = buildConvert(*builder, *loc, value, sumTypeOf(element));
  auto reduce = stablehlo::AllReduceOp::create(
      *builder, *loc, wide.getType(), wide, replicaGroups(), channel(*builder),
      /*use_global_device_ids=*/true);
  fillBody(reduce.getComputation(), *loc, elementOf(wide), monoid);
  return buildConvert(*builder, *loc, reduce->getResult(0), element);
}

Value CollectiveLowering::reduceScatter(Value value, Monoid monoid,
                                        int64_t dim) {
  Type element = elementOf(value);
  int64_t room = typeOf(value).getDimSize(dim) / groupSize();
  if (!isReducedByXLA(monoid, element))
    return Pieces(groupSize(), room)
        .take(*builder, *loc, reduceGathered(value, monoid), dim, member(),
              rank());
  Value wide = buildConvert(*builder, *loc, value, sumTypeOf(element));
  auto reduce = stablehlo::ReduceScatterOp::create(
      *builder, *loc, withExtent(wide, dim, room), wide, dim, replicaGroups(),
      channel(*builder), /*use_global_device_ids=*/true);
  fillBody(reduce.getComputation(), *loc, elementOf(wide), monoid);
  return buildConvert(*builder, *loc, reduce.getResult(), element);
}

Value CollectiveLowering::allGather(Value value, int64_t dim) {
  int64_t extent = typeOf(value).getDimSize(dim) * groupSize();
  Type type = withExtent(value, dim, extent);
  return stablehlo::AllGatherOp::create(*builder, *loc, TypeRange(type),
                                        ValueRange(value), dim, replicaGroups(),
                                        channel(*builder),
                                        /*use_global_device_ids=*/true)
      ->getResult(0);
}

Value CollectiveLowering::allToAll(Value value, int64_t split, int64_t concat) {
  int64_t count = groupSize();
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape[split] /= count;
  shape[concat] *= count;
  Type type = RankedTensorType::get(shape, elementOf(value));
  return stablehlo::AllToAllOp::create(*builder, *loc, TypeRange(type),
                                       ValueRange(value), split, concat, count,
                                       replicaGroups(), channel(*builder))
      ->getResult(0);
}

Value CollectiveLowering::reduceGathered(Value value, Monoid monoid) {
  Type element = elementOf(value);
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> shape{1};
  llvm::append_range(shape, type.getShape());
  Value all = allGather(buildReshape(*builder, *loc, value, shape), 0);
  Value identity =
      buildIdentity(*builder, *loc, RankedTensorType::get({}, element), monoid);
  auto reduce = stablehlo::ReduceOp::create(
      *builder, *loc, TypeRange(type), ValueRange(all), ValueRange(identity),
      builder->getDenseI64ArrayAttr({0}));
  fillBody(reduce.getBody(), *loc, element, monoid);
  return reduce->getResult(0);
}

Value CollectiveLowering::fromRoot(
    Value value, Value isRoot,
    llvm::function_ref<Value(Value, Monoid)> reduce) {
  Type element = elementOf(value);
  RankedTensorType type = typeOf(value);
  if (auto complex = dyn_cast<ComplexType>(element)) {
    Type part =
        RankedTensorType::get(type.getShape(), complex.getElementType());
    Value real = stablehlo::RealOp::create(*builder, *loc, part, value);
    Value imag = stablehlo::ImagOp::create(*builder, *loc, part, value);
    real = fromRoot(real, isRoot, reduce);
    imag = fromRoot(imag, isRoot, reduce);
    auto whole = RankedTensorType::get(typeOf(real).getShape(), element);
    return stablehlo::ComplexOp::create(*builder, *loc, whole, real, imag);
  }
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 6) {
    // No integer has these bits.
    Value wide = buildConvert(*builder, *loc, value, builder->getF32Type());
    return buildConvert(*builder, *loc, fromRoot(wide, isRoot, reduce),
                        element);
  }
  if (isa<FloatType>(element)) {
    Type bits = builder->getIntegerType(element.getIntOrFloatBitWidth());
    Value asBits = stablehlo::BitcastConvertOp::create(
        *builder, *loc, RankedTensorType::get(type.getShape(), bits), value);
    Value result = fromRoot(asBits, isRoot, reduce);
    return stablehlo::BitcastConvertOp::create(
        *builder, *loc,
        RankedTensorType::get(typeOf(result).getShape(), element), result);
  }
  Value masked = stablehlo::SelectOp::create(
      *builder, *loc, type, isRoot, value, buildZeros(*builder, *loc, type));
  return reduce(masked, element.isInteger(1) ? Monoid::Or : Monoid::Sum);
}

//===----------------------------------------------------------------------===//
// dist's collectives
//===----------------------------------------------------------------------===//

Value CollectiveLowering::lowerCollective(dist::CollectiveOpInterface op) {
  Value value = op->getOperand(0);
  Value result = op->getResult(0);
  auto extentOf = [](Value value, int64_t dim) {
    return typeOf(value).getDimSize(dim);
  };
  auto gather = [&](int64_t dim) {
    Pieces pieces = gathered(dim, extentOf(value, dim));
    return pieces.join(*builder, *loc, allGather(value, dim), dim, rank());
  };
  auto spread = [&](int64_t dim) {
    return scattered(dim, extentOf(value, dim))
        .spread(*builder, *loc, value, dim, rank());
  };
  auto isRoot = [&] {
    return NumberBuilder(*builder, *loc).equal(member(), *op.getRoot());
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<dist::AllReduceOp, dist::ReduceOp>(
          [&](auto reduce) { return allReduce(value, reduce.getMonoid()); })
      .Case<dist::AllGatherOp, dist::GatherOp>(
          [&](auto all) { return gather(all.getDim()); })
      .Case([&](dist::ReduceScatterOp reduce) {
        return reduceScatter(spread(reduce.getDim()), reduce.getMonoid(),
                             reduce.getDim());
      })
      .Case([&](dist::AllSliceOp slice) {
        return scattered(slice.getDim(), extentOf(value, slice.getDim()))
            .take(*builder, *loc, value, slice.getDim(), member(), rank());
      })
      .Case([&](dist::AllToAllOp exchange) {
        int64_t split = exchange.getSplit(), concat = exchange.getConcat();
        if (split == concat)
          return allToAll(value, split, concat);
        Value parts = allToAll(spread(split), split, concat);
        return gathered(concat, extentOf(value, concat))
            .join(*builder, *loc, parts, concat, rank());
      })
      .Case([&](dist::BroadcastOp) {
        return fromRoot(value, isRoot(), [&](Value masked, Monoid monoid) {
          return allReduce(masked, monoid);
        });
      })
      .Case([&](dist::ScatterOp scatter) {
        value = spread(scatter.getDim());
        return fromRoot(value, isRoot(), [&](Value masked, Monoid monoid) {
          return reduceScatter(masked, monoid, scatter.getDim());
        });
      })
      .Default([&](Operation *) {
        assert(false && "a collective without a lowering");
        return result;
      });
}

Value CollectiveLowering::lowerPermute(dist::PermuteOp op) {
  std::vector<std::vector<int64_t>> pairs;
  for (auto pair : op.getPairs().getAsRange<DenseI64ArrayAttr>())
    pairs.push_back({partitionOf(pair[0]), partitionOf(pair[1])});
  // Local extents may differ before and after; the blocks that are sent fit
  // both.
  Value value = op.getInput();
  ArrayRef<int64_t> shape = op.getResult().getType().getShape();
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent < typeOf(value).getDimSize(dim))
      value = buildSlice(*builder, *loc, value, dim, 0, extent);
  value = stablehlo::CollectivePermuteOp::create(
      *builder, *loc, value.getType(), value,
      toMatrix(builder->getContext(), pairs), channel(*builder));
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (int64_t missing = extent - typeOf(value).getDimSize(dim))
      value = buildExtended(*builder, *loc, value, dim, missing);
  return value;
}

Value CollectiveLowering::lowerToPartial(dist::ToPartialOp op) {
  NumberBuilder numbers(*builder, *loc);
  Number place = member();
  Value keeps;
  for (int64_t keeper : op.getKeepers()) {
    Value isKeeper = numbers.equal(place, keeper);
    keeps = keeps ? stablehlo::OrOp::create(*builder, *loc, keeps.getType(),
                                            keeps, isKeeper)
                  : isKeeper;
  }
  Value input = op.getInput();
  Value identity = buildIdentity(*builder, *loc, typeOf(input), op.getMonoid());
  return stablehlo::SelectOp::create(*builder, *loc, input.getType(), keeps,
                                     input, identity);
}

Value CollectiveLowering::lowerAxisIndex(dist::AxisIndexOp op) {
  NumberBuilder numbers(*builder, *loc);
  return numbers.scalar(
      indexAlong(numbers, mesh, rank(), op.getAxes().toAxisList(mesh)));
}

void CollectiveLowering::lowerBlock(dist::BlockOp op) {
  NumberBuilder numbers(*builder, *loc);
  NumberBlock block{0, static_cast<int64_t>(op.getOf())};
  Number here = rank();
  for (const AxisRef &axis : op.getAxes().toAxisList(mesh))
    block = numbers.split(block, axis.size,
                          numbers.coordinate(mesh, here, axis), op.getBy());
  op.getBegin().replaceAllUsesWith(numbers.scalar(block.begin));
  op.getExtent().replaceAllUsesWith(numbers.scalar(block.extent));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The members one after the other; XLA combines them again.
void CollectiveLowering::lowerBucket(dist::BucketOp op) {
  Block &body = op.getBody().front();
  Operation *end = body.getTerminator();
  for (auto [argument, input] : llvm::zip(body.getArguments(), op.getInputs()))
    argument.replaceAllUsesWith(input);
  op->replaceAllUsesWith(end->getOperands());
  end->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
}

void CollectiveLowering::lowerTimeLoop(dist::TimeLoopOp op) {
  NumberBuilder numbers(*builder, *loc);
  SmallVector<Value> inits{numbers.scalar(0)};
  llvm::append_range(inits, op.getInits());
  SmallVector<Type> types;
  for (Value init : inits)
    types.push_back(init.getType());
  SmallVector<Location> locs(types.size(), *loc);
  auto loop = stablehlo::WhileOp::create(*builder, *loc, types, inits);

  OpBuilder inner(builder->getContext());
  Block *condition = inner.createBlock(&loop.getCond(), {}, types, locs);
  Value isLeft =
      stablehlo::CompareOp::create(inner, *loc, condition->getArgument(0),
                                   buildNumber(inner, *loc, op.getNumSteps()),
                                   stablehlo::ComparisonDirection::LT);
  stablehlo::ReturnOp::create(inner, *loc, isLeft);

  loop.getBody().takeBody(op.getBody());
  Block &body = loop.getBody().front();
  Operation *end = body.getTerminator();
  inner.setInsertionPoint(end);
  NumberBuilder inBody(inner, *loc);
  SmallVector<Value> next{
      inBody.scalar(inBody.add(Value(body.getArgument(0)), 1))};
  llvm::append_range(next, end->getOperands());
  stablehlo::ReturnOp::create(inner, *loc, next);
  end->erase();
  op->replaceAllUsesWith(loop->getResults().drop_front());
}

LogicalResult CollectiveLowering::lower(Operation *op) {
  OpBuilder at(op);
  Location place = op->getLoc();
  builder = &at;
  loc = &place;
  current = dyn_cast<dist::CollectiveOpInterface>(op);
  if (auto block = dyn_cast<dist::BlockOp>(op))
    lowerBlock(block);
  else if (auto bucket = dyn_cast<dist::BucketOp>(op))
    lowerBucket(bucket);
  else if (auto loop = dyn_cast<dist::TimeLoopOp>(op))
    lowerTimeLoop(loop);
  else if (auto index = dyn_cast<dist::AxisIndexOp>(op))
    op->getResult(0).replaceAllUsesWith(lowerAxisIndex(index));
  else if (current && (isEmpty(op->getOperand(0)) || isEmpty(op->getResult(0))))
    // StableHLO's collectives take no empty dimensions.
    op->getResult(0).replaceAllUsesWith(
        buildZeros(*builder, *loc, typeOf(op->getResult(0))));
  else if (auto permute = dyn_cast<dist::PermuteOp>(op))
    op->getResult(0).replaceAllUsesWith(lowerPermute(permute));
  else if (auto partial = dyn_cast<dist::ToPartialOp>(op))
    op->getResult(0).replaceAllUsesWith(lowerToPartial(partial));
  else if (current)
    op->getResult(0).replaceAllUsesWith(lowerCollective(current));
  else
    return op->emitError() << op->getName()
                           << " has no form in a local program of StableHLO";
  op->erase();
  return success();
}

LogicalResult CollectiveLowering::lower(Region &region) {
  SmallVector<Operation *> operations;
  // Members of buckets come before the bucket, which moves them out.
  region.walk([&](Operation *op) {
    if (isa_and_nonnull<dist::DistDialect>(op->getDialect()) &&
        !isa<dist::ReturnOp>(op))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    if (failed(lower(op)))
      return failure();
  return success();
}
