//===- Localise.cpp - Helpers for building local programs -----------------===//
//
// Shared by op models that turn a global operation into one on blocks: local
// types, the place of this coordinate's block, and masks that keep padding out
// of reductions:
//
//   %begin, %extent = dist.block {"x"} of 5 on @mesh
//   %i = stablehlo.iota dim = 0
//   %inside = stablehlo.compare LT, %i, broadcast(%extent)
//   %masked = stablehlo.select %inside, %value, broadcast(%identity)
//
// Tested by execution in test/Execute and by test/Partition/partition.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Identity.h"
#include "popt/Interfaces/OpModel.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {

RankedTensorType LocaliseContext::globalOperandType(unsigned i) const {
  return cast<RankedTensorType>(op->getOperand(i).getType());
}

RankedTensorType LocaliseContext::globalResultType(unsigned i) const {
  return cast<RankedTensorType>(op->getResult(i).getType());
}

RankedTensorType LocaliseContext::localResultType(unsigned i) const {
  return localType(globalResultType(i), layouts.results[i]);
}

SmallVector<Type> LocaliseContext::localResultTypes() const {
  SmallVector<Type> types;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    types.push_back(localResultType(i));
  return types;
}

bool LocaliseContext::isPadded(unsigned operand, unsigned dim) const {
  return !isEven(layouts.operands[operand].dims[dim],
                 globalOperandType(operand).getDimSize(dim));
}

static dist::BlockOp makeBlock(LocaliseContext &context, const DimLayout &dim,
                               int64_t extent) {
  auto axes = dist::AxisListAttr::fromAxisList(context.builder.getContext(),
                                               context.mesh, dim.axes);
  auto i32 = RankedTensorType::get({}, context.builder.getI32Type());
  return dist::BlockOp::create(context.builder, context.loc(), i32, i32, axes,
                               context.builder.getI64IntegerAttr(extent),
                               context.builder.getI64IntegerAttr(dim.granule),
                               context.meshName);
}

Value LocaliseContext::blockBegin(const DimLayout &dim, int64_t extent) {
  return makeBlock(*this, dim, extent).getBegin();
}

Value LocaliseContext::blockExtent(const DimLayout &dim, int64_t extent) {
  return makeBlock(*this, dim, extent).getExtent();
}

static Value broadcastScalar(OpBuilder &builder, Location loc, Value scalar,
                             ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(
      shape, cast<RankedTensorType>(scalar.getType()).getElementType());
  return stablehlo::BroadcastInDimOp::create(builder, loc, type, scalar,
                                             builder.getDenseI64ArrayAttr({}));
}

Value LocaliseContext::maskPadding(unsigned operand, Value value,
                                   ArrayRef<int64_t> dims, Value fill) {
  auto type = cast<RankedTensorType>(value.getType());
  for (int64_t dim : dims) {
    if (!isPadded(operand, dim))
      continue;
    auto indexType =
        RankedTensorType::get(type.getShape(), builder.getI32Type());
    Value index = stablehlo::IotaOp::create(builder, loc(), indexType, dim);
    Value extent =
        broadcastScalar(builder, loc(),
                        blockExtent(layouts.operands[operand].dims[dim],
                                    globalOperandType(operand).getDimSize(dim)),
                        type.getShape());
    Value inside = stablehlo::CompareOp::create(
        builder, loc(), index, extent, stablehlo::ComparisonDirection::LT);
    value = stablehlo::SelectOp::create(
        builder, loc(), type, inside, value,
        broadcastScalar(builder, loc(), fill, type.getShape()));
  }
  return value;
}

/// What nothing of the type lies below, or above.
static APFloat extremeOf(FloatType type, bool isLeast) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (APFloat::semanticsHasInf(semantics))
    return APFloat::getInf(semantics, isLeast);
  if (APFloat::semanticsHasSignedRepr(semantics))
    return APFloat::getLargest(semantics, isLeast);
  return isLeast ? APFloat::getSmallestNormalized(semantics)
                 : APFloat::getLargest(semantics);
}

/// The identity of a monoid in an element type; complex types have only those
/// of sum and product. That of a floating sum is -0: +0 would turn -0 into +0.
static Attribute identityAttr(Type type, Monoid monoid, Builder &builder) {
  bool isOne = monoid == Monoid::Prod;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type element = complex.getElementType();
    double zero = isOne ? 0.0 : -0.0;
    return builder.getArrayAttr(
        {builder.getFloatAttr(element, isOne ? 1.0 : zero),
         builder.getFloatAttr(element, zero)});
  }
  if (auto floating = dyn_cast<FloatType>(type)) {
    switch (monoid) {
    case Monoid::Max:
    case Monoid::Min:
      return builder.getFloatAttr(type,
                                  extremeOf(floating, monoid == Monoid::Max));
    default:
      return builder.getFloatAttr(type, isOne ? 1.0 : -0.0);
    }
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned = !type.isUnsignedInteger() && width > 1;
  switch (monoid) {
  case Monoid::Max:
    return builder.getIntegerAttr(type, isSigned
                                            ? APInt::getSignedMinValue(width)
                                            : APInt::getMinValue(width));
  case Monoid::Min:
    return builder.getIntegerAttr(type, isSigned
                                            ? APInt::getSignedMaxValue(width)
                                            : APInt::getMaxValue(width));
  case Monoid::And:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  default:
    return builder.getIntegerAttr(type, APInt(width, isOne ? 1 : 0));
  }
}

DenseElementsAttr identityElements(RankedTensorType type, Monoid monoid) {
  Builder builder(type.getContext());
  Attribute identity = identityAttr(type.getElementType(), monoid, builder);
  if (auto parts = dyn_cast<ArrayAttr>(identity)) {
    APFloat real = cast<FloatAttr>(parts[0]).getValue();
    APFloat imag = cast<FloatAttr>(parts[1]).getValue();
    return DenseElementsAttr::get(type, std::complex<APFloat>(real, imag));
  }
  return DenseElementsAttr::get(type, ArrayRef<Attribute>(identity));
}

DenseElementsAttr zeroElements(RankedTensorType type) {
  Builder builder(type.getContext());
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatType>(complex.getElementType());
    auto zero = APFloat::getZero(part.getFloatSemantics());
    return DenseElementsAttr::get(type, std::complex<APFloat>(zero, zero));
  }
  return DenseElementsAttr::get(type, builder.getZeroAttr(element));
}

Value LocaliseContext::scalar(Type elementType, Monoid identityOf) {
  auto type = RankedTensorType::get({}, elementType);
  return stablehlo::ConstantOp::create(builder, loc(),
                                       identityElements(type, identityOf));
}

Value LocaliseContext::zero(Type elementType) {
  auto type = RankedTensorType::get({}, elementType);
  return stablehlo::ConstantOp::create(builder, loc(), zeroElements(type));
}

Value LocaliseContext::slice(Value whole) {
  RankedTensorType global = globalResultType(0);
  Layout reached = Layout::replicate(global.getRank());
  Layout target = layouts.results[0].closed();
  for (auto [dim, split] : llvm::enumerate(target.dims)) {
    if (split.axes.empty())
      continue;
    Layout next = reached;
    next.dims[dim] = split;
    auto attr = [&](const Layout &layout) {
      return dist::ShardingAttr::fromLayout(builder.getContext(), meshName,
                                            mesh, layout);
    };
    whole = dist::AllSliceOp::create(
        builder, loc(), localType(global, next), whole,
        builder.getI64IntegerAttr(dim),
        dist::AxisListAttr::fromAxisList(builder.getContext(), mesh,
                                         split.axes),
        /*replica_groups=*/nullptr, meshName, TypeAttr::get(global),
        attr(reached), attr(next));
    reached = next;
  }
  return whole;
}

// The room after the value takes the padding of the last blocks, so that
// dynamic_update_slice clamps nothing.
Value LocaliseContext::blockAsPartial(RankedTensorType type, int64_t dim,
                                      Monoid monoid) {
  Type element = type.getElementType();
  Value identity = scalar(element, monoid);
  Value block = maskPadding(0, operands[0], dim, identity);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] += cast<RankedTensorType>(block.getType()).getDimSize(dim);
  Value room = broadcastScalar(builder, loc(), identity, shape);

  // The block's place within what the major axes still split.
  Value zero = this->zero(builder.getI32Type());
  SmallVector<Value> starts(shape.size(), zero);
  int64_t extent = globalOperandType(0).getDimSize(dim);
  starts[dim] = blockBegin(layouts.operands[0].dims[dim], extent);
  const DimLayout &kept = layouts.results[0].dims[dim];
  if (!kept.axes.empty())
    starts[dim] = stablehlo::SubtractOp::create(
        builder, loc(), zero.getType(), starts[dim], blockBegin(kept, extent));
  room = stablehlo::DynamicUpdateSliceOp::create(builder, loc(), room.getType(),
                                                 room, block, starts);
  SmallVector<int64_t> none(shape.size(), 0), ones(shape.size(), 1);
  return stablehlo::SliceOp::create(
      builder, loc(), type, room, builder.getDenseI64ArrayAttr(none),
      builder.getDenseI64ArrayAttr(type.getShape()),
      builder.getDenseI64ArrayAttr(ones));
}

/// Removes the user's annotations from a region that is carried out as it is.
static void dropAnnotations(Region &region) {
  region.walk([](Operation *op) {
    if (isa<dist::ShardingGroupOp>(op)) {
      op->erase();
      return;
    }
    if (isa<dist::ConstraintOp, dist::PropagationBarrierOp>(op)) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
      return;
    }
    for (StringRef name : {dist::kShardings, dist::kOperandShardings})
      op->removeAttr(name);
  });
}

SmallVector<Value>
LocaliseContext::cloneOn(ValueRange local,
                         ArrayRef<NamedAttribute> replaced) const {
  OperationState state(loc(), op->getName());
  state.addOperands(local);
  state.addTypes(localResultTypes());
  for (NamedAttribute attribute : op->getAttrs())
    if (!attribute.getName().strref().starts_with("dist."))
      state.addAttribute(attribute.getName(), attribute.getValue());
  for (NamedAttribute attribute : replaced)
    state.attributes.set(attribute.getName(), attribute.getValue());
  for (Region &region : op->getRegions()) {
    Region *copy = state.addRegion();
    IRMapping mapping;
    region.cloneInto(copy, mapping);
    dropAnnotations(*copy);
  }
  return SmallVector<Value>(builder.create(state)->getResults());
}

} // namespace popt
