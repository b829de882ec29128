//===- StepProduct.cpp - Products as text ---------------------------------===//
//
// Syntax of #step.product. The text before `tuned` is rt::Product::toString(), with
// types as MLIR spells them.
// Tests: test/Dialect/Step/ops.mlir, invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "StepLibrary.h"

#include "popt/Dialect/Step/Step.h"
#include "popt/Dialect/Step/Table.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

static ParseResult parseOperands(AsmParser &parser, StringRef what,
                                 LibraryOperands &out) {
  auto &[numbers, lhsType, rhsType, outType, isTf32] = out;
  if (parser.parseInteger(numbers[0]) || parser.parseStar() ||
      parser.parseInteger(numbers[1]) || parser.parseArrow() ||
      parser.parseInteger(numbers[2]) || parser.parseColon() ||
      parser.parseType(lhsType))
    return failure();
  rhsType = lhsType;
  if (succeeded(parser.parseOptionalStar()) && parser.parseType(rhsType))
    return failure();
  if (parser.parseArrow())
    return failure();
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parser.parseType(outType))
    return failure();
  for (Type element : {lhsType, rhsType, outType})
    if (!toRuntimeType(element))
      return parser.emitError(typeLoc, "a ")
             << what << " of " << element << ", which has no form at run time";
  isTf32 = succeeded(parser.parseOptionalKeyword("tf32"));
  return success();
}

static ParseResult parseTuned(AsmParser &parser, std::string &tunedFor,
                              std::string &algorithm) {
  if (parser.parseString(&tunedFor))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  std::string bytes;
  if (parser.parseString(&algorithm))
    return failure();
  if (!llvm::tryGetFromHex(algorithm, bytes))
    return parser.emitError(loc, "an algorithm is bytes in hexadecimal");
  return success();
}

ParseResult step::parseLibraryCall(
    AsmParser &parser, StringRef call, StringRef words,
    llvm::function_ref<OptionalParseResult(StringRef)> parseField,
    LibraryText &out) {
  if (parser.parseLess() || parseOperands(parser, call, out.operands))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    OptionalParseResult result =
        word == "tuned" ? parseTuned(parser, out.tunedFor, out.algorithm)
                        : parseField(word);
    if (!result.has_value())
      return parser.emitError(loc, "expected ") << words << " or tuned";
    if (failed(*result))
      return failure();
  }
  return parser.parseGreater();
}

void step::printLibraryCall(AsmPrinter &printer, const std::string &text,
                            StringRef tunedFor, StringRef algorithm) {
  printer << "<" << text;
  if (!algorithm.empty()) {
    printer << ", tuned ";
    printer.printString(tunedFor);
    printer << " ";
    printer.printString(algorithm);
  }
  printer << ">";
}

namespace {
/// `[128 by (32, 0, 64), ...]`.
ParseResult parseLoops(AsmParser &parser, SmallVectorImpl<int64_t> &loops) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    int64_t extent, lhs, rhs, out;
    if (parser.parseInteger(extent) || parser.parseKeyword("by") ||
        parser.parseLParen() || parser.parseInteger(lhs) ||
        parser.parseComma() || parser.parseInteger(rhs) ||
        parser.parseComma() || parser.parseInteger(out) || parser.parseRParen())
      return failure();
    loops.append({extent, lhs, rhs, out});
    return success();
  });
}

std::vector<rt::ProductLoop> toLoops(ArrayRef<int64_t> numbers) {
  std::vector<rt::ProductLoop> loops;
  for (; !numbers.empty(); numbers = numbers.drop_front(4))
    loops.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
  return loops;
}

SmallVector<int64_t> fromLoops(const std::vector<rt::ProductLoop> &loops) {
  SmallVector<int64_t> numbers;
  for (const rt::ProductLoop &loop : loops)
    numbers.append({loop.extent, loop.lhs, loop.rhs, loop.out});
  return numbers;
}
} // namespace

Attribute ProductAttr::parse(AsmParser &parser, Type) {
  LibraryText text;
  const StringRef sorts[] = {"batch", "rows", "columns", "contracted"};
  SmallVector<int64_t> loops[4];
  int32_t added = -1;
  auto parseField = [&](StringRef word) -> OptionalParseResult {
    if (word == "added")
      return parser.parseInteger(added);
    const StringRef *sort = llvm::find(sorts, word);
    if (sort == std::end(sorts))
      return std::nullopt;
    return parseLoops(parser, loops[sort - sorts]);
  };
  if (parseLibraryCall(parser, "product",
                       "added, batch, rows, columns, contracted", parseField,
                       text))
    return {};
  const auto &[numbers, lhsType, rhsType, outType, isTf32] = text.operands;
  return get(parser.getContext(), numbers[0], numbers[1], numbers[2], added,
             lhsType, rhsType, outType, isTf32, loops[0], loops[1], loops[2],
             loops[3], text.tunedFor, text.algorithm);
}

void ProductAttr::print(AsmPrinter &printer) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << getLhs() << " * " << getRhs() << " -> " << getOut() << " : "
     << getLhsType();
  if (getRhsType() != getLhsType())
    os << " * " << getRhsType();
  os << " -> " << getOutType() << (getTf32() ? " tf32" : "")
     << toProduct().loopsToString();
  printLibraryCall(printer, text, getTunedFor(), getAlgorithm());
}

rt::Product ProductAttr::toProduct() const {
  rt::Product product;
  product.lhs = getLhs();
  product.rhs = getRhs();
  product.out = getOut();
  product.added = getAdded();
  product.lhsType = *toRuntimeType(getLhsType());
  product.rhsType = *toRuntimeType(getRhsType());
  product.outType = *toRuntimeType(getOutType());
  product.isTf32 = getTf32();
  product.batch = toLoops(getBatch());
  product.rows = toLoops(getRows());
  product.columns = toLoops(getColumns());
  product.contracted = toLoops(getContracted());
  product.tunedFor = getTunedFor().str();
  std::string bytes = llvm::fromHex(getAlgorithm());
  product.algorithm.assign(bytes.begin(), bytes.end());
  return product;
}

ProductAttr ProductAttr::fromProduct(MLIRContext *context,
                                     const rt::Product &product) {
  return get(context, product.lhs, product.rhs, product.out, product.added,
             fromRuntimeType(context, product.lhsType),
             fromRuntimeType(context, product.rhsType),
             fromRuntimeType(context, product.outType), product.isTf32,
             fromLoops(product.batch), fromLoops(product.rows),
             fromLoops(product.columns), fromLoops(product.contracted),
             product.tunedFor,
             llvm::toHex(product.algorithm, /*LowerCase=*/true));
}
