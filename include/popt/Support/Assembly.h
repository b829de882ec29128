//===- Assembly.h - Pieces of syntax that dialects share ------------------===//
#ifndef POPT_SUPPORT_ASSEMBLY_H
#define POPT_SUPPORT_ASSEMBLY_H

#include "mlir/IR/OpImplementation.h"

namespace popt {

/// `(%a: tensor<4xf32>, %b: tensor<4xf32>) { ... }`: a region and its arguments.
mlir::ParseResult parseRegionWithArguments(mlir::OpAsmParser &parser,
                                           mlir::Region &region);
void printRegionWithArguments(mlir::OpAsmPrinter &printer,
                              mlir::Region &region);

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

/// `[[0, 2], [1, 3]]`: an array of attributes of the kind `List`.
template <typename List>
mlir::ParseResult parseIntegerLists(mlir::AsmParser &parser,
                                    mlir::ArrayAttr &lists) {
  llvm::SmallVector<mlir::Attribute> parsed;
  auto parseOne = [&]() -> mlir::ParseResult {
    llvm::SmallVector<ElementOf<List>> list;
    if (parseIntegers(parser, list))
      return mlir::failure();
    parsed.push_back(List::get(parser.getContext(), list));
    return mlir::success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseOne))
    return mlir::failure();
  lists = mlir::ArrayAttr::get(parser.getContext(), parsed);
  return mlir::success();
}
template <typename List>
void printIntegerLists(mlir::AsmPrinter &printer, mlir::ArrayAttr lists) {
  printer << "[";
  llvm::interleaveComma(lists, printer, [&](mlir::Attribute list) {
    printIntegers(printer, llvm::cast<List>(list).asArrayRef());
  });
  printer << "]";
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
