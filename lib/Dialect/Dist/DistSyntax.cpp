//===- DistSyntax.cpp - Lists as the dialect's text has them --------------===//
//
// Tests: test/Dialect/Dist.
//
//===----------------------------------------------------------------------===//
#include "DistSyntax.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

void dist::printAxisRef(AsmPrinter &printer, AxisRefAttr ref) {
  printer.printString(ref.getName());
  if (!ref.isWhole())
    printer << ":(" << ref.getPre() << ")" << ref.getSize();
}

ParseResult dist::parseAxes(AsmParser &parser,
                            SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
    return parseAxisRef(parser, axes.emplace_back());
  });
}

void dist::printAxes(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  printer << "{";
  llvm::interleaveComma(axes, printer,
                        [&](AxisRefAttr ref) { printAxisRef(printer, ref); });
  printer << "}";
}
