//===- StepAttrs.cpp - Addresses, scalars and pieces as text --------------===//
//
// Syntax of the dialect's attributes. Operations print the same text without
// the brackets. Tests: test/Dialect/Step/ops.mlir, invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "StepSyntax.h"
#include "popt/Dialect/Step/Table.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

/// A function that returns null after an error, as a ParseResult.
template <auto parse, typename Attr>
static ParseResult parsed(AsmParser &parser, Attr &attr) {
  attr = parse(parser);
  return success(attr != nullptr);
}

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Step/StepAttrs.cpp.inc"

void StepDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "popt/Dialect/Step/StepAttrs.cpp.inc"
      >();
}

static ParseResult parseSymbol(AsmParser &parser, FlatSymbolRefAttr &symbol) {
  StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  symbol = FlatSymbolRefAttr::get(name);
  return success();
}

//===----------------------------------------------------------------------===//
// Terms of an address
//===----------------------------------------------------------------------===//

static RankExtentAttr parseExtent(AsmParser &parser) {
  int64_t dim;
  FlatSymbolRefAttr table;
  if (parser.parseInteger(dim) || parser.parseKeyword("to") ||
      parseSymbol(parser, table))
    return {};
  return RankExtentAttr::get(parser.getContext(), dim, table);
}

static void printExtent(AsmPrinter &printer, RankExtentAttr extent) {
  printer << extent.getDim() << " to " << extent.getTable();
}

/// What follows the bytes and the star.
static TermAttr parseCounter(AsmParser &parser, int64_t bytes) {
  FlatSymbolRefAttr loop;
  if (failed(parser.parseOptionalKeyword("microbatch")) &&
      (parser.parseKeyword("iteration") || parser.parseLParen() ||
       parseSymbol(parser, loop) || parser.parseRParen()))
    return {};
  return TermAttr::get(parser.getContext(), bytes, loop);
}

static TermAttr parseTerm(AsmParser &parser) {
  int64_t bytes;
  if (parser.parseInteger(bytes) || parser.parseStar())
    return {};
  return parseCounter(parser, bytes);
}

static void printTerm(AsmPrinter &printer, TermAttr term) {
  printer << term.getBytes() << " * ";
  if (term.getLoop())
    printer << "iteration(" << term.getLoop() << ")";
  else
    printer << "microbatch";
}

Attribute TermAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<TermAttr>(parser, parsed<parseTerm, TermAttr>);
}

void TermAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printTerm);
}

Attribute RankExtentAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<RankExtentAttr>(parser,
                                       parsed<parseExtent, RankExtentAttr>);
}

void RankExtentAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printExtent);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

OperandAttr step::parseOperandAttr(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr region, rankOffset;
  int64_t offset = 0, slotStride = 0, slots = -1;
  SmallVector<TermAttr> terms;
  if (parseSymbol(parser, region) || parser.parseLSquare() ||
      parser.parseInteger(offset))
    return {};
  while (succeeded(parser.parseOptionalPlus())) {
    SMLoc termLoc = parser.getCurrentLocation();
    int64_t stride = 0;
    OptionalParseResult isStride = parser.parseOptionalInteger(stride);
    if (!isStride.has_value()) {
      if (rankOffset)
        return parser.emitError(termLoc, "an address has one rank table"),
               OperandAttr();
      if (parseSymbol(parser, rankOffset))
        return {};
      continue;
    }
    if (failed(*isStride) || parser.parseStar())
      return {};
    if (failed(parser.parseOptionalKeyword("slots"))) {
      terms.push_back(parseCounter(parser, stride));
      if (!terms.back())
        return {};
      continue;
    }
    if (slots >= 0)
      return parser.emitError(termLoc, "an address has one list of slots"),
             OperandAttr();
    if (parser.parseLSquare() || parser.parseInteger(slots) ||
        parser.parseRSquare())
      return {};
    slotStride = stride;
  }
  SmallVector<int64_t> shape, strides;
  SmallVector<RankExtentAttr> extents;
  Type type;
  if (parser.parseRSquare() || parser.parseColon() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(type))
    return {};
  if (succeeded(parser.parseOptionalKeyword("strides")) &&
      parseIntegers(parser, strides))
    return {};
  if (succeeded(parser.parseOptionalKeyword("extents")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        extents.push_back(parseExtent(parser));
        return success(extents.back() != nullptr);
      }))
    return {};
  return parser.getChecked<OperandAttr>(loc, parser.getContext(), region,
                                        offset, slotStride, slots, terms, type,
                                        shape, strides, rankOffset, extents);
}

void step::printOperandAttr(AsmPrinter &printer, OperandAttr operand) {
  printer << operand.getRegion() << "[" << operand.getOffset();
  if (operand.getSlots() >= 0)
    printer << " + " << operand.getSlotStride() << " * slots["
            << operand.getSlots() << "]";
  for (TermAttr term : operand.getTerms()) {
    printer << " + ";
    printTerm(printer, term);
  }
  if (operand.getRankOffset())
    printer << " + " << operand.getRankOffset();
  printer << "] : ";
  for (int64_t extent : operand.getShape())
    printer << extent << "x";
  printer << operand.getElementType();
  if (!operand.getStrides().empty()) {
    printer << " strides ";
    printIntegers(printer, operand.getStrides());
  }
  if (operand.getRankExtents().empty())
    return;
  printer << " extents [";
  llvm::interleaveComma(
      operand.getRankExtents(), printer,
      [&](RankExtentAttr extent) { printExtent(printer, extent); });
  printer << "]";
}

Attribute OperandAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<OperandAttr>(parser,
                                    parsed<parseOperandAttr, OperandAttr>);
}

void OperandAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printOperandAttr);
}

LogicalResult OperandAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  FlatSymbolRefAttr region, int64_t, int64_t,
                                  int64_t, ArrayRef<TermAttr>, Type type,
                                  ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> strides, FlatSymbolRefAttr,
                                  ArrayRef<RankExtentAttr>) {
  if (!strides.empty() && strides.size() != shape.size())
    return emitError() << "operand in " << region << " has " << strides.size()
                       << " strides for " << shape.size() << " dimensions";
  if (!toRuntimeType(type))
    return emitError() << "operand in " << region << " has type " << type
                       << ", which has no form at run time";
  return success();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

using Kind = rt::Scalar::Kind;

static const std::pair<StringRef, Kind> kWords[] = {
    {"microbatch", Kind::Microbatch}};

ScalarAttr step::parseScalarAttr(AsmParser &parser) {
  MLIRContext *context = parser.getContext();
  SMLoc loc = parser.getCurrentLocation();
  int64_t value = 0;
  OptionalParseResult number = parser.parseOptionalInteger(value);
  if (number.has_value())
    return failed(*number)
               ? ScalarAttr()
               : ScalarAttr::get(context, Kind::Constant, value, {});
  StringAttr table;
  if (succeeded(parser.parseOptionalSymbolName(table)))
    return ScalarAttr::get(context, Kind::RankTable, 0,
                           FlatSymbolRefAttr::get(table));
  for (auto [word, kind] : kWords)
    if (succeeded(parser.parseOptionalKeyword(word)))
      return ScalarAttr::get(context, kind, 0, {});
  parser.emitError(loc, "a scalar is a number, microbatch or a rank table");
  return {};
}

void step::printScalarAttr(AsmPrinter &printer, ScalarAttr scalar) {
  switch (scalar.getKind()) {
  case Kind::Constant:
    printer << scalar.getValue();
    return;
  case Kind::RankTable:
    printer << scalar.getSymbol();
    return;
  default:
    for (auto [word, kind] : kWords)
      if (kind == scalar.getKind())
        printer << word;
  }
}

Attribute ScalarAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<ScalarAttr>(parser, parsed<parseScalarAttr, ScalarAttr>);
}

void ScalarAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printScalarAttr);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

PiecesAttr step::parsePiecesAttr(AsmParser &parser) {
  int64_t dim;
  FlatSymbolRefAttr counts, offsets;
  if (parser.parseKeyword("dim") || parser.parseInteger(dim))
    return {};
  if (succeeded(parser.parseOptionalKeyword("counts")) &&
      parseSymbol(parser, counts))
    return {};
  if (succeeded(parser.parseOptionalKeyword("offsets")) &&
      parseSymbol(parser, offsets))
    return {};
  return PiecesAttr::get(parser.getContext(), dim, counts, offsets);
}

void step::printPiecesAttr(AsmPrinter &printer, PiecesAttr pieces) {
  printer << "dim " << pieces.getDim();
  if (pieces.getCounts())
    printer << " counts " << pieces.getCounts();
  if (pieces.getOffsets())
    printer << " offsets " << pieces.getOffsets();
}

Attribute PiecesAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<PiecesAttr>(parser, parsed<parsePiecesAttr, PiecesAttr>);
}

void PiecesAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printPiecesAttr);
}
