//===- Assembly.cpp - Pieces of syntax that dialects share ----------------===//
//
// Tests: test/Dialect/Dist, test/Dialect/Sdy.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/Assembly.h"

using namespace mlir;

ParseResult popt::parseRegionWithArguments(OpAsmParser &parser,
                                           Region &region) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/false))
    return failure();
  return parser.parseRegion(region, arguments);
}

void popt::printBodyRegion(OpAsmPrinter &printer, Operation *, Region &region) {
  printer << "(";
  if (!region.empty())
    llvm::interleaveComma(
        region.getArguments(), printer,
        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ") ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

std::string popt::describeRank(int64_t listed, int64_t rank) {
  if (listed == rank)
    return "";
  return (Twine(listed) + " dimension" + (listed == 1 ? " is" : "s are") +
          " listed for a value of rank " + Twine(rank))
      .str();
}
