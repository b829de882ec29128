// Pointwise operations of `stablehlo`: result types and verifiers.
// Covered by test/Dialect/StableHLO/ops-elementwise.mlir and
// invalid-elementwise.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOElementwise.cpp.inc"

void StablehloDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLOElementwise.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

// The operand's type with a complex element type replaced by that of its parts.
static Type getRealType(Type type) {
  auto tensor = tensorType(type);
  if (auto complex = dyn_cast<ComplexType>(tensor.getElementType()))
    return tensor.clone(complex.getElementType());
  return tensor;
}

static Type getPredType(Type type) {
  return tensorType(type).clone(IntegerType::get(type.getContext(), 1));
}

LogicalResult AbsOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  types.push_back(getRealType(adaptor.getOperand().getType()));
  return success();
}

LogicalResult RealOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  types.push_back(getRealType(adaptor.getOperand().getType()));
  return success();
}

LogicalResult ImagOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  types.push_back(getRealType(adaptor.getOperand().getType()));
  return success();
}

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  types.push_back(getPredType(adaptor.getX().getType()));
  return success();
}

void ConvertOp::build(OpBuilder &builder, OperationState &state, Value operand,
                      Type elementType) {
  build(builder, state, tensorType(operand.getType()).clone(elementType),
        operand);
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

LogicalResult ComplexOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  auto part = tensorType(adaptor.getLhs().getType());
  types.push_back(part.clone(ComplexType::get(part.getElementType())));
  return success();
}

LogicalResult ComplexOp::verify() {
  Type part = getLhs().getType().getElementType();
  if (!part.isF32() && !part.isF64()) // C1
    return emitOpError() << "operands have element type " << part
                         << ", expected f32 or f64";
  return success();
}

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                      Value rhs, ComparisonDirection direction,
                      ComparisonType type) {
  MLIRContext *context = builder.getContext();
  ComparisonTypeAttr typeAttr;
  if (type != ComparisonType::NOTYPE)
    typeAttr = ComparisonTypeAttr::get(context, type);
  build(builder, state, getPredType(lhs.getType()), lhs, rhs,
        ComparisonDirectionAttr::get(context, direction), typeAttr);
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(getPredType(adaptor.getLhs().getType()));
  return success();
}

// Whether a comparison of elements of type `element` may be of type `type`.
static bool suits(ComparisonType type, Type element) {
  unsigned kind = getElementKind(element);
  switch (type) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::FLOAT:
    return kind == ElementKind::Float || kind == ElementKind::Complex;
  case ComparisonType::TOTALORDER:
    return kind == ElementKind::Float;
  case ComparisonType::SIGNED:
    return kind == ElementKind::Int && element.isSignlessInteger();
  case ComparisonType::UNSIGNED:
    return kind == ElementKind::Pred ||
           (kind == ElementKind::Int && element.isUnsignedInteger());
  }
  llvm_unreachable("unknown comparison type");
}

LogicalResult CompareOp::verify() {
  Type element = getLhs().getType().getElementType();
  ComparisonType type = getCompareType().value_or(ComparisonType::NOTYPE);
  if (!suits(type, element)) // C3
    return emitOpError() << "compare_type " << stringifyComparisonType(type)
                         << " does not suit element type " << element;
  ComparisonDirection direction = getComparisonDirection();
  if (isa<ComplexType>(element) && direction != ComparisonDirection::EQ &&
      direction != ComparisonDirection::NE) // C4
    return emitOpError() << "comparison_direction "
                         << stringifyComparisonDirection(direction)
                         << " is not defined for complex values, expected EQ "
                            "or NE";
  return success();
}

//===----------------------------------------------------------------------===//
// Ternary
//===----------------------------------------------------------------------===//

LogicalResult SelectOp::verify() {
  RankedTensorType type = getOnTrue().getType();
  RankedTensorType pred = getPred().getType();
  if (pred.getRank() != 0 && pred.getShape() != type.getShape()) // C1
    return emitOpError() << "pred has shape " << shapeToString(pred.getShape())
                         << ", expected a scalar or the shape "
                         << shapeToString(type.getShape()) << " of on_true";
  if (getOnFalse().getType() != type) // C2
    return emitOpError() << "on_true and on_false have types " << type
                         << " and " << getOnFalse().getType()
                         << ", expected the same";
  return success();
}

LogicalResult ClampOp::verify() {
  RankedTensorType type = getOperand().getType();
  auto verifyBound = [&](StringRef name,
                         RankedTensorType bound) -> LogicalResult {
    if (bound.getRank() != 0 && bound.getShape() != type.getShape()) // C1, C2
      return emitOpError() << name << " has shape "
                           << shapeToString(bound.getShape())
                           << ", expected a scalar or the operand's shape "
                           << shapeToString(type.getShape());
    if (bound.getElementType() != type.getElementType()) // C3
      return emitOpError() << name << " has element type "
                           << bound.getElementType()
                           << ", expected the operand's "
                           << type.getElementType();
    return success();
  };
  if (failed(verifyBound("min", getMin().getType())))
    return failure();
  return verifyBound("max", getMax().getType());
}
