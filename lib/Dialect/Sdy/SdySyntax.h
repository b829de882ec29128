//===- SdySyntax.h - Pieces of syntax shared by attributes and ops --------===//
#ifndef POPT_LIB_DIALECT_SDY_SDYSYNTAX_H
#define POPT_LIB_DIALECT_SDY_SDYSYNTAX_H

#include "popt/Dialect/Sdy/Sdy.h"

namespace popt::sdy {

/// Parses an attribute by its own syntax, without the dialect's prefix.
template <typename AttrT>
mlir::ParseResult parseStripped(mlir::AsmParser &parser, AttrT &attr) {
  attr = llvm::dyn_cast_or_null<AttrT>(AttrT::parse(parser, mlir::Type()));
  return mlir::success(attr != nullptr);
}

/// Parses a list of attributes, each by its own syntax.
template <typename AttrT>
mlir::ParseResult parseList(mlir::AsmParser &parser,
                            mlir::AsmParser::Delimiter delimiter,
                            llvm::SmallVectorImpl<AttrT> &list) {
  return parser.parseCommaSeparatedList(
      delimiter, [&] { return parseStripped(parser, list.emplace_back()); });
}

/// The attribute of such a list, of entries of this kind.
template <typename List, typename Entry>
mlir::Attribute parseListAttr(mlir::AsmParser &parser,
                              mlir::AsmParser::Delimiter delimiter) {
  llvm::SmallVector<Entry> entries;
  if (parseList(parser, delimiter, entries))
    return {};
  return List::get(parser.getContext(), entries);
}

/// Prints a list of attributes, each by its own syntax.
template <typename AttrT>
void printList(mlir::AsmPrinter &printer, llvm::ArrayRef<AttrT> list) {
  llvm::interleave(
      list, [&](AttrT attr) { attr.print(printer); }, [&] { printer << ", "; });
}

/// The same in square brackets.
template <typename AttrT>
void printInBrackets(mlir::AsmPrinter &printer, llvm::ArrayRef<AttrT> list) {
  printer << "[";
  printList(printer, list);
  printer << "]";
}

/// Parses shardings in square brackets.
mlir::ParseResult
parseShardings(mlir::AsmParser &parser,
               llvm::SmallVectorImpl<TensorShardingAttr> &shardings);

} // namespace popt::sdy
#endif // POPT_LIB_DIALECT_SDY_SDYSYNTAX_H
