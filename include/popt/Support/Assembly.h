//===- Assembly.h - Pieces of syntax that dialects share ------------------===//
#ifndef POPT_SUPPORT_ASSEMBLY_H
#define POPT_SUPPORT_ASSEMBLY_H

#include "mlir/IR/OpImplementation.h"

namespace popt {

/// `(%a: tensor<4xf32>, %b: tensor<4xf32>) { ... }`: a region and its arguments.
mlir::ParseResult parseRegionWithArguments(mlir::OpAsmParser &parser,
                                           mlir::Region &region);
void printBodyRegion(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Region &region);
/// The same; a body that ends without a terminator gets that of `Op`.
template <typename Op>
mlir::ParseResult parseBodyOf(mlir::OpAsmParser &parser, mlir::Region &region) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parseRegionWithArguments(parser, region))
    return mlir::failure();
  mlir::OpBuilder builder(parser.getContext());
  Op::ensureTerminator(region, builder, parser.getEncodedSourceLoc(loc));
  return mlir::success();
}

/// `[0, 2]`.
template <typename T>
mlir::ParseResult parseIntegers(mlir::AsmParser &parser,
                                llvm::SmallVectorImpl<T> &values) {
  return parser.parseCommaSeparatedList(
      mlir::AsmParser::Delimiter::Square,
      [&] { return parser.parseInteger(values.emplace_back()); });
}
template <typename T>
void printIntegers(mlir::AsmPrinter &printer, llvm::ArrayRef<T> values) {
  printer << "[";
  llvm::interleaveComma(values, printer);
  printer << "]";
}

/// The integer type of a dense array attribute.
template <typename List>
using ElementOf = typename decltype(List().asArrayRef().vec())::value_type;

/// `[...]`: an array of what `parseOne` returns, which is null after an error.
template <typename Parse>
mlir::ParseResult parseArray(mlir::AsmParser &parser, mlir::ArrayAttr &array,
                             Parse parseOne) {
  llvm::SmallVector<mlir::Attribute> parsed;
  if (parser.parseCommaSeparatedList(
          mlir::AsmParser::Delimiter::Square, [&]() -> mlir::ParseResult {
            return mlir::success(parsed.emplace_back(parseOne()) != nullptr);
          }))
    return mlir::failure();
  array = mlir::ArrayAttr::get(parser.getContext(), parsed);
  return mlir::success();
}
template <typename Print>
void printArray(mlir::AsmPrinter &printer, mlir::ArrayAttr array,
                Print printOne) {
  printer << "[";
  llvm::interleaveComma(array, printer, printOne);
  printer << "]";
}

/// `[[0, 2], [1, 3]]`: an array of attributes of the kind `List`.
template <typename List>
mlir::ParseResult parseIntegerLists(mlir::AsmParser &parser,
                                    mlir::ArrayAttr &lists) {
  return parseArray(parser, lists, [&]() -> mlir::Attribute {
    llvm::SmallVector<ElementOf<List>> list;
    if (parseIntegers(parser, list))
      return {};
    return List::get(parser.getContext(), list);
  });
}
template <typename List>
void printIntegerLists(mlir::AsmPrinter &printer, mlir::ArrayAttr lists) {
  printArray(printer, lists, [&](mlir::Attribute list) {
    printIntegers(printer, llvm::cast<List>(list).asArrayRef());
  });
}

/// `<...>`, by what parses and prints the text between.
template <typename Attr, typename Parse>
mlir::Attribute parseInAngles(mlir::AsmParser &parser, Parse parse) {
  Attr attr;
  if (parser.parseLess() || parse(parser, attr) || parser.parseGreater())
    return {};
  return attr;
}
template <typename Attr, typename Print>
void printInAngles(mlir::AsmPrinter &printer, Attr attr, Print print) {
  printer << "<";
  print(printer, attr);
  printer << ">";
}

/// A word of an enumeration; `words` lists them all for the message.
template <typename Attr, typename Symbolize>
mlir::ParseResult parseWord(mlir::AsmParser &parser, Attr &attr,
                            Symbolize symbolize, llvm::StringRef what,
                            llvm::StringRef words) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef word;
  if (parser.parseKeyword(&word))
    return mlir::failure();
  auto parsed = symbolize(word);
  if (!parsed)
    return parser.emitError(loc)
           << "\"" << word << "\" is no " << what << "; there are " << words;
  attr = Attr::get(parser.getContext(), *parsed);
  return mlir::success();
}

/// What is wrong with the number of dimensions that a sharding lists.
std::string describeRank(int64_t listed, int64_t rank);

} // namespace popt
#endif // POPT_SUPPORT_ASSEMBLY_H
