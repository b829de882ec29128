// Text and verifier of chlo.scan. Covered by test/Dialect/Chlo/ops.mlir and
// invalid.mlir.
#include "popt/Dialect/Chlo/Chlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace popt::chlo;

int64_t ScanOp::getNumSteps() {
  if (getInputs().empty())
    return getScanDimSize().value_or(0);
  return cast<RankedTensorType>(getInputs()[0].getType())
      .getDimSize(getDimension());
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  int64_t dimension = 0;
  FunctionType type;
  Region *body = result.addRegion();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body) || parser.parseColonType(type))
    return failure();
  int32_t numInputs = operands.size(), numCarries = inits.size();
  int32_t numOutputs = static_cast<int32_t>(type.getNumResults()) - numCarries;
  if (numOutputs < 0)
    return parser.emitError(loc)
           << "has " << type.getNumResults() << " results, expected one per "
           << "init at least, of which there are " << numCarries;
  llvm::append_range(operands, inits);
  if (parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  Builder &builder = parser.getBuilder();
  result.addAttribute(getDimensionAttrName(result.name),
                      builder.getI64IntegerAttr(dimension));
  result.addAttribute(getOperandSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr({numInputs, numCarries}));
  result.addAttribute(getResultSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr({numOutputs, numCarries}));
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits(" << getInits()
          << ") dimension = " << getDimension();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), getOperandSegmentSizeAttr(),
                            getResultSegmentSizeAttr()});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

// C1 and C2.
static LogicalResult verifyScanned(ScanOp op, Value value, StringRef kind,
                                   unsigned index) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t dim = op.getDimension();
  if (dim < 0 || dim >= type.getRank()) // C1
    return op.emitOpError() << "dimension " << dim << " is not one of " << kind
                            << ' ' << index << " of rank " << type.getRank();
  int64_t steps = op.getScanDimSize().value_or(op.getNumSteps());
  if (type.getDimSize(dim) != steps) // C2
    return op.emitOpError()
           << kind << ' ' << index << " has size " << type.getDimSize(dim)
           << " in dimension " << dim << ", expected " << steps;
  return success();
}

LogicalResult ScanOp::verify() {
  for (auto [i, input] : llvm::enumerate(getInputs()))
    if (failed(verifyScanned(*this, input, "input", i)))
      return failure();
  if (getInputs().empty() && !getScanDimSize()) // C2
    return emitOpError("has neither inputs nor scan_dim_size, so that the "
                       "number of steps is not known");
  for (auto [i, output] : llvm::enumerate(getOutputs()))
    if (failed(verifyScanned(*this, output, "output", i)))
      return failure();
  if (getCarries().getTypes() != getInits().getTypes()) // C3
    return emitOpError() << "carries have types " << getCarries().getTypes()
                         << ", expected those of the inits, "
                         << getInits().getTypes();
  return success();
}

// The slices of `scanned` and values like the inits.
static SmallVector<Type> getStepTypes(ScanOp op, ValueRange scanned) {
  SmallVector<Type> types;
  for (Value value : scanned) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + op.getDimension());
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  llvm::append_range(types, op.getInits().getTypes());
  return types;
}

LogicalResult ScanOp::verifyRegions() {
  Block &block = getBody().front();
  SmallVector<Type> taken = getStepTypes(*this, getInputs());
  if (block.getArgumentTypes() != TypeRange(taken)) // C4
    return emitOpError() << "body takes " << block.getArgumentTypes()
                         << ", expected " << TypeRange(taken);
  SmallVector<Type> made = getStepTypes(*this, getOutputs());
  if (!isa<popt::stablehlo::ReturnOp>(block.back()) ||
      block.back().getOperandTypes() != TypeRange(made)) // C5
    return emitOpError() << "body returns " << block.back().getOperandTypes()
                         << ", expected " << TypeRange(made);
  return success();
}
