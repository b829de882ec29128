//===- Build.cpp - Operations that phases build ---------------------------===//
//
// See Build.h. Tested through the phases: test/Partition/widen-partials.mlir,
// test/Memory/plan-memory.mlir, fold-time.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/Build.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Identity.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace popt {

Value buildConvert(OpBuilder &builder, Location loc, Value value,
                   Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return stablehlo::ConvertOp::create(
      builder, loc, RankedTensorType::get(type.getShape(), element), value);
}

Value buildReshape(OpBuilder &builder, Location loc, Value value,
                   ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return stablehlo::ReshapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value);
}

Value buildConstant(OpBuilder &builder, Location loc, ElementsAttr elements) {
  return stablehlo::ConstantOp::create(builder, loc, elements);
}

Value buildNumber(OpBuilder &builder, Location loc, int64_t value) {
  auto type = RankedTensorType::get({}, builder.getI32Type());
  Attribute element = builder.getI32IntegerAttr(static_cast<int32_t>(value));
  return stablehlo::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef(element)));
}

Value buildArithmetic(OpBuilder &builder, Location loc, Arithmetic operation,
                      Value x, Value y) {
  Type type = x.getType();
  switch (operation) {
  case Arithmetic::Add:
    return stablehlo::AddOp::create(builder, loc, type, x, y);
  case Arithmetic::Subtract:
    return stablehlo::SubtractOp::create(builder, loc, type, x, y);
  case Arithmetic::Multiply:
    return stablehlo::MulOp::create(builder, loc, type, x, y);
  case Arithmetic::Divide:
    return stablehlo::DivOp::create(builder, loc, type, x, y);
  case Arithmetic::Remainder:
    return stablehlo::RemOp::create(builder, loc, type, x, y);
  case Arithmetic::Minimum:
    return stablehlo::MinOp::create(builder, loc, type, x, y);
  }
  llvm_unreachable("unknown operation");
}

Value buildFilled(OpBuilder &builder, Location loc, RankedTensorType type,
                  Value scalar) {
  return stablehlo::BroadcastInDimOp::create(builder, loc, type, scalar,
                                             builder.getDenseI64ArrayAttr({}));
}

Value buildZeros(OpBuilder &builder, Location loc, RankedTensorType type) {
  return stablehlo::ConstantOp::create(builder, loc, zeroElements(type));
}

Value buildIdentity(OpBuilder &builder, Location loc, RankedTensorType type,
                    Monoid monoid) {
  return stablehlo::ConstantOp::create(builder, loc,
                                       identityElements(type, monoid));
}

Value buildCombined(OpBuilder &builder, Location loc, Monoid monoid, Value x,
                    Value y) {
  bool isBool = getElementTypeOrSelf(x).isInteger(1);
  Type type = x.getType();
  switch (monoid) {
  case Monoid::Sum:
    if (isBool)
      return stablehlo::OrOp::create(builder, loc, type, x, y);
    return stablehlo::AddOp::create(builder, loc, type, x, y);
  case Monoid::Prod:
    if (isBool)
      return stablehlo::AndOp::create(builder, loc, type, x, y);
    return stablehlo::MulOp::create(builder, loc, type, x, y);
  case Monoid::Max:
    return stablehlo::MaxOp::create(builder, loc, type, x, y);
  case Monoid::Min:
    return stablehlo::MinOp::create(builder, loc, type, x, y);
  case Monoid::And:
    return stablehlo::AndOp::create(builder, loc, type, x, y);
  case Monoid::Or:
    return stablehlo::OrOp::create(builder, loc, type, x, y);
  case Monoid::Xor:
    return stablehlo::XorOp::create(builder, loc, type, x, y);
  }
  llvm_unreachable("unknown monoid");
}

Value buildPartial(OpBuilder &builder, Location loc, Value number, Value value,
                   Monoid monoid) {
  auto type = cast<RankedTensorType>(value.getType());
  Value isZero = stablehlo::CompareOp::create(
      builder, loc, number, buildNumber(builder, loc, 0),
      stablehlo::ComparisonDirection::EQ);
  return stablehlo::SelectOp::create(builder, loc, type, isZero, value,
                                     buildIdentity(builder, loc, type, monoid));
}

/// The type with another extent of a dimension.
static RankedTensorType withExtent(Value value, int64_t dim, int64_t extent) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = extent;
  return RankedTensorType::get(shape, type.getElementType());
}

Value buildSlice(OpBuilder &builder, Location loc, Value value, int64_t dim,
                 int64_t begin, int64_t extent) {
  RankedTensorType type = withExtent(value, dim, extent);
  SmallVector<int64_t> low(type.getRank(), 0), high(type.getShape());
  low[dim] = begin;
  high[dim] = begin + extent;
  return stablehlo::SliceOp::create(
      builder, loc, type, value, builder.getDenseI64ArrayAttr(low),
      builder.getDenseI64ArrayAttr(high),
      builder.getDenseI64ArrayAttr(SmallVector<int64_t>(type.getRank(), 1)));
}

/// Start indices: 0 except in one dimension.
static SmallVector<Value> startsAt(OpBuilder &builder, Location loc,
                                   Value value, int64_t dim, Value begin) {
  SmallVector<Value> starts(cast<RankedTensorType>(value.getType()).getRank(),
                            buildNumber(builder, loc, 0));
  starts[dim] = begin;
  return starts;
}

Value buildSliceAt(OpBuilder &builder, Location loc, Value value, int64_t dim,
                   Value begin, int64_t extent) {
  RankedTensorType type = withExtent(value, dim, extent);
  return stablehlo::DynamicSliceOp::create(
      builder, loc, type, value, startsAt(builder, loc, value, dim, begin),
      builder.getDenseI64ArrayAttr(type.getShape()));
}

Value buildUpdateAt(OpBuilder &builder, Location loc, Value value, Value piece,
                    int64_t dim, Value begin) {
  return stablehlo::DynamicUpdateSliceOp::create(
      builder, loc, value.getType(), value, piece,
      startsAt(builder, loc, value, dim, begin));
}

Value buildExtended(OpBuilder &builder, Location loc, Value value, int64_t dim,
                    int64_t count) {
  auto type = cast<RankedTensorType>(value.getType());
  Value zero = buildZeros(builder, loc,
                          RankedTensorType::get({}, type.getElementType()));
  SmallVector<int64_t> none(type.getRank(), 0), high(none);
  high[dim] = count;
  return stablehlo::PadOp::create(
      builder, loc, withExtent(value, dim, type.getDimSize(dim) + count), value,
      zero, builder.getDenseI64ArrayAttr(none),
      builder.getDenseI64ArrayAttr(high), builder.getDenseI64ArrayAttr(none));
}

Value buildConcatenated(OpBuilder &builder, Location loc, ArrayRef<Value> parts,
                        int64_t dim) {
  if (parts.size() == 1)
    return parts.front();
  int64_t extent = 0;
  for (Value part : parts)
    extent += cast<RankedTensorType>(part.getType()).getDimSize(dim);
  return stablehlo::ConcatenateOp::create(
      builder, loc, withExtent(parts.front(), dim, extent), parts, dim);
}

Value buildRepeated(OpBuilder &builder, Location loc, Value value,
                    int64_t count) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, type.getShape());
  return stablehlo::BroadcastInDimOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      llvm::to_vector(llvm::seq<int64_t>(1, type.getRank() + 1)));
}

Value buildTransposed(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  return stablehlo::TransposeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      order);
}

Value buildCopy(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return buildTransposed(
      builder, loc, value,
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
}

} // namespace popt
