//===- Build.cpp - Operations that phases build ---------------------------===//
//
// See Build.h. Tested through the phases: test/Partition/narrow-terms.mlir,
// test/Schedule/plan-memory.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/Build.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

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

Value buildCopy(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return stablehlo::TransposeOp::create(
      builder, loc, type, value,
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
}

} // namespace popt
