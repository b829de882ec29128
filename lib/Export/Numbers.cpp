//===- Numbers.cpp - Integer arithmetic, folded where it can be -----------===//
//
// See Numbers.h. Tested by test/Export/export-stablehlo.mlir, and by execution
// in test/Execute/Export.
//
//===----------------------------------------------------------------------===//
#include "Numbers.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"

using namespace mlir;
using namespace popt;

static int64_t ceilDiv(int64_t x, int64_t y) { return (x + y - 1) / y; }

Value NumberBuilder::scalar(Number x) {
  return x.value ? x.value : buildNumber(builder, loc, x.constant);
}

Value NumberBuilder::vector(Number x, int64_t count) {
  Value value = scalar(x);
  if (cast<RankedTensorType>(value.getType()).getRank() == 1)
    return value;
  return stablehlo::BroadcastInDimOp::create(
      builder, loc, RankedTensorType::get({count}, builder.getI32Type()), value,
      ArrayRef<int64_t>{});
}

/// The number of positions of a vector, or nothing of a single number.
static std::optional<int64_t> positionsOf(Number x) {
  if (!x.value)
    return std::nullopt;
  auto type = cast<RankedTensorType>(x.value.getType());
  if (type.getRank() == 0)
    return std::nullopt;
  return type.getDimSize(0);
}

template <typename Op, typename Fold>
Number NumberBuilder::binary(Number x, Number y, Fold fold,
                             std::optional<int64_t> neutral) {
  if (neutral && y.is(*neutral))
    return x;
  if (!x.value && !y.value)
    return fold(x.constant, y.constant);
  std::optional<int64_t> count = positionsOf(x);
  if (!count)
    count = positionsOf(y);
  Value left = count ? vector(x, *count) : scalar(x);
  Value right = count ? vector(y, *count) : scalar(y);
  return Op::create(builder, loc, left.getType(), left, right).getResult();
}

Number NumberBuilder::add(Number x, Number y) {
  return x.is(0) ? y : binary<stablehlo::AddOp>(x, y, std::plus<int64_t>(), 0);
}

Number NumberBuilder::subtract(Number x, Number y) {
  return binary<stablehlo::SubtractOp>(x, y, std::minus<int64_t>(), 0);
}

Number NumberBuilder::multiply(Number x, int64_t y) {
  return binary<stablehlo::MulOp>(x, y, std::multiplies<int64_t>(), 1);
}

Number NumberBuilder::divide(Number x, Number y) {
  return binary<stablehlo::DivOp>(x, y, std::divides<int64_t>(), 1);
}

Number NumberBuilder::remainder(Number x, int64_t y) {
  if (y == 1)
    return 0;
  return binary<stablehlo::RemOp>(x, y, std::modulus<int64_t>());
}

Number NumberBuilder::minimum(Number x, Number y) {
  return binary<stablehlo::MinOp>(
      x, y, [](int64_t a, int64_t b) { return std::min(a, b); });
}

Number NumberBuilder::maximum(Number x, Number y) {
  return binary<stablehlo::MaxOp>(
      x, y, [](int64_t a, int64_t b) { return std::max(a, b); });
}

Number NumberBuilder::positions(int64_t count) {
  auto type = RankedTensorType::get({count}, builder.getI32Type());
  return stablehlo::IotaOp::create(builder, loc, type, int64_t(0)).getResult();
}

Value NumberBuilder::equal(Number x, int64_t y) {
  return stablehlo::CompareOp::create(builder, loc, scalar(x), scalar(y),
                                      stablehlo::ComparisonDirection::EQ);
}

Number NumberBuilder::coordinate(const Mesh &mesh, Number rank,
                                 const AxisRef &ref) {
  int64_t stride = mesh.axes[ref.axis].size / ref.end();
  for (size_t i = ref.axis + 1; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].kind != AxisKind::Time)
      stride *= mesh.axes[i].size;
  Number major = divide(rank, stride);
  bool isMost = stride * ref.size == mesh.numRanks();
  return isMost ? major : remainder(major, ref.size);
}

Number NumberBuilder::pieceOf(Number extent, int64_t parts, int64_t granule) {
  if (!extent.value)
    return ceilDiv(ceilDiv(extent.constant, granule), parts) * granule;
  Number units = divide(add(extent, granule * parts - 1), granule * parts);
  return multiply(units, granule);
}

NumberBlock NumberBuilder::split(NumberBlock of, int64_t parts, Number index,
                                 int64_t granule) {
  if (parts == 1)
    return of;
  Number piece = pieceOf(of.extent, parts, granule);
  if (!piece.value && of.extent.is(piece.constant * parts))
    return {add(of.begin, multiply(index, piece.constant)), piece};
  Number begin =
      piece.value
          ? binary<stablehlo::MulOp>(index, piece, std::multiplies<int64_t>())
          : multiply(index, piece.constant);
  begin = minimum(begin, of.extent);
  return {add(of.begin, begin), minimum(piece, subtract(of.extent, begin))};
}
