// The dialect `chlo`: registration, attribute text, result types, verifiers.
// Covered by test/Dialect/Chlo/ops.mlir and invalid.mlir.
#include "popt/Dialect/Chlo/Chlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt::chlo;
namespace stablehlo = popt::stablehlo;

#include "popt/Dialect/Chlo/ChloDialect.cpp.inc"
#include "popt/Dialect/Chlo/ChloEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Chlo/ChloAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/Chlo/ChloOps.cpp.inc"

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "popt/Dialect/Chlo/ChloAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/Chlo/ChloOps.cpp.inc"
      >();
}

Operation *ChloDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  // One kind of constant is enough for folds of both dialects.
  return getContext()
      ->getLoadedDialect<stablehlo::StablehloDialect>()
      ->materializeConstant(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// RaggedDotDimensionNumbersAttr
//===----------------------------------------------------------------------===//

static constexpr StringRef raggedFields[] = {
    "lhs_batching_dimensions",    "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions",
    "lhs_ragged_dimensions",      "rhs_group_dimensions"};

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> dims[6];
  bool seen[6] = {};
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    size_t field = llvm::find(raggedFields, name) - std::begin(raggedFields);
    if (field == std::size(raggedFields))
      return parser.emitError(loc) << "unknown field " << name;
    if (seen[field])
      return parser.emitError(loc) << "field " << name << " occurs twice";
    seen[field] = true;
    if (parser.parseEqual())
      return failure();
    auto parsed = stablehlo::parseDims(parser);
    if (failed(parsed))
      return failure();
    dims[field] = std::move(*parsed);
    return success();
  };
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList(parseField) || parser.parseGreater()))
    return {};
  return get(parser.getContext(), dims[0], dims[1], dims[2], dims[3], dims[4],
             dims[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  ArrayRef<int64_t> dims[] = {
      getLhsBatchingDimensions(),    getRhsBatchingDimensions(),
      getLhsContractingDimensions(), getRhsContractingDimensions(),
      getLhsRaggedDimensions(),      getRhsGroupDimensions()};
  StringRef separator = "";
  printer << '<';
  for (auto [name, list] : llvm::zip(raggedFields, dims)) {
    if (list.empty())
      continue;
    printer << separator << name << " = ";
    stablehlo::printDims(printer, list);
    separator = ", ";
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// constant, top_k
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult TopKOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location>, Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = adaptor.getK();
  types.push_back(type.clone(shape));
  types.push_back(RankedTensorType::get(shape, IntegerType::get(context, 32)));
  return success();
}

LogicalResult TopKOp::verify() {
  RankedTensorType type = getOperand().getType();
  if (type.getRank() == 0) // C1
    return emitOpError() << "operand has rank 0, expected at least 1";
  int64_t k = getK();
  if (k < 0 || k > type.getShape().back()) // C2
    return emitOpError() << "k = " << k
                         << " is not between 0 and the operand's last size "
                         << type.getShape().back();
  return success();
}
