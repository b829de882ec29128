// The pieces of assembly that declarative formats cannot say: types left out
// where they follow from others, slice ranges, dot and window attributes.
// Covered by test/Dialect/StableHLO/ops-*.mlir.
#include "AssemblyFormat.h"

using namespace mlir;
using namespace popt::stablehlo;

namespace popt::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Spreads a function type over the slots; the last one is the result.
static ParseResult spread(OpAsmParser &parser, SMLoc loc, FunctionType type,
                          ArrayRef<Type *> slots) {
  if (type.getNumInputs() + 1 != slots.size() || type.getNumResults() != 1)
    return parser.emitError(loc)
           << "function type has " << type.getNumInputs() << " inputs and "
           << type.getNumResults() << " results, expected " << slots.size() - 1
           << " inputs and 1 result";
  for (auto [slot, input] : llvm::zip(slots, type.getInputs()))
    *slot = input;
  *slots.back() = type.getResult(0);
  return success();
}

ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return spread(parser, loc, function, types);
  for (Type *slot : types)
    *slot = type;
  return success();
}

void printSameTypes(OpAsmPrinter &printer, Operation *op,
                    ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer.printType(types.back());
  else
    printer.printFunctionalType(op);
}

ParseResult parseVariadicSameType(OpAsmParser &parser, Operands &operands,
                                  SmallVectorImpl<Type> &operandTypes,
                                  Type &result) {
  operandTypes.resize(operands.size());
  SmallVector<Type *> slots;
  for (Type &type : operandTypes)
    slots.push_back(&type);
  slots.push_back(&result);
  return parseSameTypes(parser, slots);
}

void printVariadicSameType(OpAsmPrinter &printer, Operation *op, OperandRange,
                           TypeRange operandTypes, Type result) {
  SmallVector<Type> types(operandTypes);
  types.push_back(result);
  printSameTypes(printer, op, types);
}

ParseResult parseSelectType(OpAsmParser &parser, Type &pred, Type &onTrue,
                            Type &onFalse, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return spread(parser, loc, function, {&pred, &onTrue, &onFalse, &result});
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void printSelectType(OpAsmPrinter &printer, Operation *op, Type pred,
                     Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(op);
}

// The tensor of real parts of a complex tensor; null for other types.
static Type getPartType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : nullptr;
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

ParseResult parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs,
                             Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return spread(parser, loc, function, {&lhs, &rhs, &result});
  lhs = rhs = getPartType(result);
  if (!lhs)
    return parser.emitError(loc)
           << "result type " << result << " is not a tensor of complex values";
  return success();
}

void printComplexType(OpAsmPrinter &printer, Operation *op, Type lhs, Type rhs,
                      Type result) {
  Type part = getPartType(result);
  if (lhs == part && rhs == part)
    printer.printType(result);
  else
    printer.printFunctionalType(op);
}

ParseResult parsePairwiseTypes(OpAsmParser &parser,
                               SmallVectorImpl<Type> &inputs,
                               SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(inputs))
    return failure();
  results.assign(inputs.begin(), inputs.end());
  return success();
}

void printPairwiseTypes(OpAsmPrinter &printer, Operation *, TypeRange inputs,
                        TypeRange) {
  llvm::interleaveComma(inputs, printer);
}

ParseResult parseTupleTypes(OpAsmParser &parser, SmallVectorImpl<Type> &inputs,
                            Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc)
           << "result type " << result << " is not a tuple";
  llvm::append_range(inputs, tuple.getTypes());
  return success();
}

void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange,
                     Type result) {
  printer.printType(result);
}

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

ParseResult parseOperandsAndComma(OpAsmParser &parser, Operands &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsAndComma(OpAsmPrinter &printer, Operation *,
                           OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  if (!operands.empty())
    printer << ",";
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(stride.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *,
                      ArrayRef<int64_t> starts, ArrayRef<int64_t> limits,
                      ArrayRef<int64_t> strides) {
  printer << '[';
  llvm::interleaveComma(llvm::seq<size_t>(0, starts.size()), printer,
                        [&](size_t dim) {
                          printer << starts[dim] << ':' << limits[dim];
                          if (strides[dim] != 1)
                            printer << ':' << strides[dim];
                        });
  printer << ']';
}

ParseResult parseExponentMantissa(OpAsmParser &parser,
                                  IntegerAttr &exponentBits,
                                  IntegerAttr &mantissaBits) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef format;
  if (parser.parseKeyword(&format))
    return failure();
  StringRef rest = format;
  int32_t exponent = 0, mantissa = 0;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponent) ||
      !rest.consume_front("m") || rest.getAsInteger(10, mantissa))
    return parser.emitError(loc)
           << "format " << format << " is not of the form e8m7";
  exponentBits = parser.getBuilder().getI32IntegerAttr(exponent);
  mantissaBits = parser.getBuilder().getI32IntegerAttr(mantissa);
  return success();
}

void printExponentMantissa(OpAsmPrinter &printer, Operation *,
                           IntegerAttr exponentBits, IntegerAttr mantissaBits) {
  printer << 'e' << exponentBits.getInt() << 'm' << mantissaBits.getInt();
}

ParseResult parseCustomCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void printCustomCallTarget(OpAsmPrinter &printer, Operation *,
                           StringAttr target) {
  printer.printSymbolName(target.getValue());
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

// `[0, 1] x [1, 2]`
static ParseResult parseDimsPair(AsmParser &parser, SmallVector<int64_t> &lhs,
                                 SmallVector<int64_t> &rhs) {
  FailureOr<SmallVector<int64_t>> left = parseDims(parser);
  if (failed(left) || parser.parseKeyword("x"))
    return failure();
  FailureOr<SmallVector<int64_t>> right = parseDims(parser);
  if (failed(right))
    return failure();
  lhs = std::move(*left);
  rhs = std::move(*right);
  return success();
}

ParseResult parseDotDimensionNumbers(OpAsmParser &parser,
                                     DotDimensionNumbersAttr &dims) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parser.parseEqual() ||
        parseDimsPair(parser, lhsBatching, rhsBatching) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parseDimsPair(parser, lhsContracting, rhsContracting))
    return failure();
  dims =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching,
                                   rhsBatching, lhsContracting, rhsContracting);
  return success();
}

void printDotDimensionNumbers(OpAsmPrinter &printer, Operation *,
                              DotDimensionNumbersAttr dims) {
  auto printPair = [&](StringRef name, ArrayRef<int64_t> lhs,
                       ArrayRef<int64_t> rhs) {
    printer << name << " = ";
    printDims(printer, lhs);
    printer << " x ";
    printDims(printer, rhs);
  };
  ArrayRef<int64_t> lhsBatching = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatching = dims.getRhsBatchingDimensions();
  if (!lhsBatching.empty() || !rhsBatching.empty()) {
    printPair("batching_dims", lhsBatching, rhsBatching);
    printer << ", ";
  }
  printPair("contracting_dims", dims.getLhsContractingDimensions(),
            dims.getRhsContractingDimensions());
}

static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> entries;
  auto parseEntry = [&]() -> ParseResult {
    PrecisionAttr entry;
    if (parseKeyword(parser, entry))
      return failure();
    entries.push_back(entry);
    return success();
  };
  if (parser.parseKeyword("precision") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry))
    return failure();
  precision = parser.getBuilder().getArrayAttr(entries);
  return success();
}

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parsePrecisions(parser, precision);
}

void printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                          ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr entry) {
                          printer << stringifyPrecision(entry.getValue());
                        });
  printer << ']';
}

ParseResult parsePrecisionConfigAndAlgorithm(OpAsmParser &parser,
                                             ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma()))
    return success();
  bool hasAlgorithm = succeeded(parser.parseOptionalKeyword("algorithm"));
  if (!hasAlgorithm) {
    if (parsePrecisions(parser, precision))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
    if (parser.parseKeyword("algorithm"))
      return failure();
  }
  if (parser.parseEqual())
    return failure();
  algorithm = dyn_cast_or_null<DotAlgorithmAttr>(
      DotAlgorithmAttr::parse(parser, Type()));
  return success(algorithm != nullptr);
}

void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer, Operation *op,
                                      ArrayAttr precision,
                                      DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

// Roles of one tensor's dimensions: positions of its two named dimensions and
// of its spatial ones.
struct DimRoles {
  std::optional<int64_t> first, second;
  SmallVector<int64_t> spatial;
};

// `[b, 0, 1, f]`, where `names` holds the letters of the two named dimensions.
static ParseResult parseRoles(AsmParser &parser, StringRef names,
                              DimRoles &roles) {
  SmallVector<std::pair<int64_t, SMLoc>> spatialNumbers; // by position
  SmallVector<int64_t> spatialPositions;
  int64_t position = 0;
  auto parseRole = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t number = 0;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      spatialNumbers.push_back({number, loc});
      spatialPositions.push_back(position++);
      return success();
    }
    StringRef letter;
    if (parser.parseKeyword(&letter))
      return failure();
    if (letter.size() != 1 || !names.contains(letter))
      return parser.emitError(loc)
             << "dimension " << letter << " is not a number, " << names[0]
             << " or " << names[1];
    std::optional<int64_t> &slot =
        letter[0] == names[0] ? roles.first : roles.second;
    if (slot)
      return parser.emitError(loc) << "dimension " << letter << " occurs twice";
    slot = position++;
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRole))
    return failure();
  if (!roles.first || !roles.second)
    return parser.emitError(loc)
           << "dimension " << names[roles.first ? 1 : 0] << " is missing";
  int64_t count = spatialNumbers.size();
  roles.spatial.assign(count, -1);
  for (auto [entry, where] : llvm::zip(spatialNumbers, spatialPositions)) {
    auto [number, numberLoc] = entry;
    if (number < 0 || number >= count)
      return parser.emitError(numberLoc) << "spatial dimension " << number
                                         << " is not one of 0 to " << count - 1;
    if (roles.spatial[number] != -1)
      return parser.emitError(numberLoc)
             << "spatial dimension " << number << " occurs twice";
    roles.spatial[number] = where;
  }
  return success();
}

ParseResult parseConvolutionDimensions(AsmParser &parser,
                                       ConvDimensionNumbersAttr &dims) {
  DimRoles input, kernel, output;
  SMLoc loc = parser.getCurrentLocation();
  if (parseRoles(parser, "bf", input) || parser.parseKeyword("x") ||
      parseRoles(parser, "io", kernel) || parser.parseArrow() ||
      parseRoles(parser, "bf", output))
    return failure();
  auto emitError = [&] { return parser.emitError(loc); };
  ArrayRef<int64_t> spatial[] = {input.spatial, kernel.spatial, output.spatial};
  dims = ConvDimensionNumbersAttr::getChecked(
      function_ref<InFlightDiagnostic()>(emitError), parser.getContext(),
      *input.first, *input.second, spatial[0], *kernel.first, *kernel.second,
      spatial[1], *output.first, *output.second, spatial[2]);
  return success(dims != nullptr);
}

void printConvolutionDimensions(AsmPrinter &printer,
                                ConvDimensionNumbersAttr dims) {
  auto printRoles = [&](StringRef names, int64_t first, int64_t second,
                        ArrayRef<int64_t> spatial) {
    // -1 and -2 stand for the named dimensions.
    SmallVector<int64_t> roles(spatial.size() + 2);
    roles[first] = -1;
    roles[second] = -2;
    for (auto [number, position] : llvm::enumerate(spatial))
      roles[position] = number;
    printer << '[';
    llvm::interleaveComma(roles, printer.getStream(), [&](int64_t role) {
      if (role < 0)
        printer << names.substr(-role - 1, 1);
      else
        printer << role;
    });
    printer << ']';
  };
  printRoles("bf", dims.getInputBatchDimension(),
             dims.getInputFeatureDimension(), dims.getInputSpatialDimensions());
  printer << 'x';
  printRoles("io", dims.getKernelInputFeatureDimension(),
             dims.getKernelOutputFeatureDimension(),
             dims.getKernelSpatialDimensions());
  printer << "->";
  printRoles("bf", dims.getOutputBatchDimension(),
             dims.getOutputFeatureDimension(),
             dims.getOutputSpatialDimensions());
}

// `[[0, 1], [2, 3]]` as an n x 2 tensor.
static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  auto parsePair = [&]() -> ParseResult {
    return failure(
        parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({static_cast<int64_t>(values.size()) / 2, 2},
                            parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, ArrayRef<int64_t>(values));
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser,
                                 DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseFlag = [&]() -> ParseResult {
    // Both `true` and `1` are in use.
    int64_t number = 0;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      values.push_back(number != 0);
      return *parsed;
    }
    if (succeeded(parser.parseOptionalKeyword("true")))
      values.push_back(true);
    else if (succeeded(parser.parseKeyword("false")))
      values.push_back(false);
    else
      return failure();
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseFlag))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser,
                                  DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &reversal) {
  auto parseNumbers = [&](DenseI64ArrayAttr &attr) -> ParseResult {
    FailureOr<SmallVector<int64_t>> values = parseDims(parser);
    if (failed(values))
      return failure();
    attr = parser.getBuilder().getDenseI64ArrayAttr(*values);
    return success();
  };
  llvm::SmallDenseSet<StringRef, 8> seen;
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (failed(parser.parseOptionalKeyword(&name)))
      return success();
    if (!seen.insert(name).second)
      return parser.emitError(loc)
             << "window attribute " << name << " occurs twice";
    if (parser.parseEqual())
      return failure();
    ParseResult parsed = failure();
    if (name == "stride")
      parsed = parseNumbers(strides);
    else if (name == "pad")
      parsed = parsePadding(parser, padding);
    else if (name == "lhs_dilate")
      parsed = parseNumbers(lhsDilation);
    else if (name == "rhs_dilate")
      parsed = parseNumbers(rhsDilation);
    else if (name == "reverse")
      parsed = parseReversal(parser, reversal);
    else
      return parser.emitError(loc)
             << "window attribute " << name
             << " is not stride, pad, lhs_dilate, rhs_dilate or reverse";
    if (parsed)
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *,
                           DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation,
                           DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto open = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printNumbers = [&](StringRef name, DenseI64ArrayAttr attr) {
    if (!attr)
      return;
    open(name);
    printDims(printer, attr.asArrayRef());
  };
  printNumbers("stride", strides);
  if (padding) {
    open("pad");
    SmallVector<int64_t> values(padding.getValues<int64_t>());
    printer << '[';
    llvm::interleaveComma(llvm::seq<size_t>(0, values.size() / 2), printer,
                          [&](size_t dim) {
                            printer << '[' << values[2 * dim] << ", "
                                    << values[2 * dim + 1] << ']';
                          });
    printer << ']';
  }
  printNumbers("lhs_dilate", lhsDilation);
  printNumbers("rhs_dilate", rhsDilation);
  if (!reversal)
    return;
  open("reverse");
  printer << '[';
  llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool flag) {
    printer << (flag ? "true" : "false");
  });
  printer << ']';
}

} // namespace popt::stablehlo
