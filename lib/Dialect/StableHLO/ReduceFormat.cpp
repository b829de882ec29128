// Text of stablehlo.reduce: short form for a body of one commutative operation,
//   reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : type
// and long form with a `reducer` region otherwise.
// Covered by test/Dialect/StableHLO/ops-reduction.mlir.
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt::stablehlo;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

// Whether the short form can name operations called `name` as a body.
static bool isNameableBody(OperationName name) {
  return name.getDialectNamespace() ==
             StablehloDialect::getDialectNamespace() &&
         name.hasTrait<mlir::OpTrait::IsCommutative>() &&
         name.hasTrait<mlir::OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<mlir::OpTrait::OneResult>();
}

// The operation that is all of the body, where the short form gives it back:
// no attributes, applied to the arguments in order, of the input's type.
static Operation *getNameableBody(ReduceOp op) {
  Block &block = op.getBody().front();
  if (op.getInputs().size() != 1 || block.getNumArguments() != 2 ||
      block.getOperations().size() != 2)
    return nullptr;
  Operation &inner = block.front();
  Type scalar = RankedTensorType::get(
      {}, getElementTypeOrSelf(op.getInputs()[0].getType()));
  bool matches =
      isNameableBody(inner.getName()) && inner.getAttrs().empty() &&
      llvm::equal(inner.getOperands(), block.getArguments()) &&
      llvm::equal(block.getTerminator()->getOperands(), inner.getResults()) &&
      block.getTerminator()->getAttrs().empty() &&
      llvm::all_of(inner.getOperandTypes(),
                   [&](Type type) { return type == scalar; }) &&
      inner.getResult(0).getType() == scalar;
  return matches ? &inner : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer,
                        [&](auto pair) {
                          printer << '(' << std::get<0>(pair)
                                  << " init: " << std::get<1>(pair) << ')';
                        });
  Operation *inner = getNameableBody(*this);
  if (inner)
    printer << " applies " << inner->getName().getStringRef();
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &block = getBody().front();
  size_t count = getInputs().size();
  for (size_t i = 0; i < count; ++i) {
    printer << '(';
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(i + count));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

// `dimensions = [1] {attributes} : type`
static ParseResult parseDimensionsAndType(OpAsmParser &parser,
                                          OperationState &result,
                                          FunctionType &type) {
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual())
    return failure();
  FailureOr<SmallVector<int64_t>> dims = parseDims(parser);
  if (failed(dims) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColon() || parser.parseType(type))
    return failure();
  result.getOrAddProperties<ReduceOp::Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(*dims);
  result.addTypes(type.getResults());
  return success();
}

// The body of the short form. `loc` becomes the location of all of it.
static void buildNamedBody(OpAsmParser &parser, OperationName name,
                           Type inputType, Location loc, Region &region) {
  Type scalar = RankedTensorType::get({}, getElementTypeOrSelf(inputType));
  OpBuilder builder(parser.getContext());
  Block *block = builder.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  OperationState inner(loc, name);
  inner.addOperands(block->getArguments());
  inner.addTypes(scalar);
  ReturnOp::create(builder, loc, builder.create(inner)->getResults());
}

// `(%a: type loc, %b: type loc) (...)`: pairs of old and new values.
static ParseResult parseReducer(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments, elements;
  if (parser.parseKeyword("reducer"))
    return failure();
  auto parseArgument = [&](OpAsmParser::Argument &argument) {
    return parser.parseArgument(argument, /*allowType=*/true,
                                /*allowAttrs=*/false) ||
           parser.parseOptionalLocationSpecifier(argument.sourceLoc);
  };
  while (succeeded(parser.parseOptionalLParen()))
    if (parseArgument(arguments.emplace_back()) || parser.parseComma() ||
        parseArgument(elements.emplace_back()) || parser.parseRParen())
      return failure();
  llvm::append_range(arguments, elements);
  return parser.parseRegion(*result.addRegion(), arguments);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, initValues;
  auto parsePair = [&]() -> ParseResult {
    return failure(
        parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(initValues.emplace_back()) || parser.parseRParen());
  };
  if (parser.parseCommaSeparatedList(parsePair))
    return failure();
  llvm::append_range(operands, initValues);

  FunctionType type;
  SMLoc nameLoc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("applies")))
    return failure(parseDimensionsAndType(parser, result, type) ||
                   parser.resolveOperands(operands, type.getInputs(), loc,
                                          result.operands) ||
                   parseReducer(parser, result));

  FailureOr<OperationName> name = parser.parseCustomOperationName();
  if (failed(name))
    return failure();
  if (!isNameableBody(*name))
    return parser.emitError(nameLoc)
           << "body " << name->getStringRef()
           << " is not a commutative stablehlo operation of two operands";
  // The trailing location belongs to the body as well, so it is read here.
  std::optional<Location> trailing;
  if (parseDimensionsAndType(parser, result, type) ||
      parser.parseOptionalLocationSpecifier(trailing) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  Type inputType = type.getInput(0);
  if (!isTensorOf(inputType, ElementKind::Any))
    return parser.emitError(loc) << "input has type " << inputType
                                 << ", expected a statically shaped tensor";
  if (trailing)
    result.location = *trailing;
  buildNamedBody(parser, *name, inputType, result.location,
                 *result.addRegion());
  return success();
}
