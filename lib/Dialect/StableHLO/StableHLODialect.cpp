// Registration of the dialect, its token type and its dimension lists. Each
// operation family registers itself in its own file.
#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt::stablehlo;

#include "popt/Dialect/StableHLO/StableHLODialect.cpp.inc"
#include "popt/Dialect/StableHLO/StableHLOEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "popt/Dialect/StableHLO/StableHLOTypes.cpp.inc"

void StablehloDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "popt/Dialect/StableHLO/StableHLOTypes.cpp.inc"
      >();
  registerAttributes();
  registerElementwiseOps();
  registerDataMovementOps();
  registerContractionOps();
  registerReductionOps();
  registerControlFlowOps();
  registerCollectiveOps();
  registerMiscOps();
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type ||
      !isTensorOf(type, ElementKind::Any))
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

FailureOr<SmallVector<int64_t>> popt::stablehlo::parseDims(AsmParser &parser) {
  SmallVector<int64_t> dims;
  auto parseDim = [&] { return parser.parseInteger(dims.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return failure();
  return dims;
}

void popt::stablehlo::printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer.getStream());
  printer << ']';
}
