// Text and invariants of the attributes of `stablehlo`. Dimension numbers print
// as `<name = [0, 1], other = 2>`, empty lists and zeros left out; fields parse
// in any order. Covered by test/Dialect/StableHLO/attrs.mlir and
// invalid-attrs.mlir.
#include "AssemblyFormat.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt::stablehlo;

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/StableHLO/StableHLOAttrs.cpp.inc"

void StablehloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "popt/Dialect/StableHLO/StableHLOAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Lists of named fields
//===----------------------------------------------------------------------===//

namespace {
/// One field of an attribute: a list of dimensions or a number.
struct Field {
  StringRef name;
  SmallVector<int64_t> *dims = nullptr;
  int64_t *number = nullptr;
};
} // namespace

// `a = [0], b = 1>`, after the caller consumed `<`; a comma may stand at the
// end.
static ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields) {
  llvm::SmallDenseSet<StringRef, 16> seen;
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    const Field *field =
        llvm::find_if(fields, [&](const Field &f) { return f.name == name; });
    if (field == fields.end())
      return parser.emitError(loc) << "unknown field " << name;
    if (!seen.insert(name).second)
      return parser.emitError(loc) << "field " << name << " occurs twice";
    if (parser.parseEqual())
      return failure();
    if (field->number)
      return parser.parseInteger(*field->number);
    FailureOr<SmallVector<int64_t>> dims = parseDims(parser);
    if (failed(dims))
      return failure();
    *field->dims = std::move(*dims);
    return success();
  };
  while (failed(parser.parseOptionalGreater())) {
    if (parseField())
      return failure();
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

namespace {
/// Prints fields with a comma between them, leaving out empty ones.
class FieldPrinter {
public:
  explicit FieldPrinter(AsmPrinter &printer) : printer(printer) {
    printer << '<';
  }
  ~FieldPrinter() { printer << '>'; }
  FieldPrinter &operator()(StringRef name, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return *this;
    printer << separator << name << " = ";
    printDims(printer, dims);
    separator = ", ";
    return *this;
  }
  FieldPrinter &operator()(StringRef name, int64_t number) {
    if (number == 0)
      return *this;
    printer << separator << name << " = " << number;
    separator = ", ";
    return *this;
  }

private:
  AsmPrinter &printer;
  StringRef separator = "";
};
} // namespace

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (parser.parseLess() ||
      parseFields(parser, {{"lhs_batching_dimensions", &lhsBatching},
                           {"rhs_batching_dimensions", &rhsBatching},
                           {"lhs_contracting_dimensions", &lhsContracting},
                           {"rhs_contracting_dimensions", &rhsContracting}}))
    return {};
  return get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting,
             rhsContracting);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter{printer}("lhs_batching_dimensions", getLhsBatchingDimensions())(
      "rhs_batching_dimensions", getRhsBatchingDimensions())(
      "lhs_contracting_dimensions", getLhsContractingDimensions())(
      "rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> offset, collapsed, operandBatching, indicesBatching, map;
  int64_t indexVectorDim = 0;
  if (parser.parseLess() ||
      parseFields(parser, {{"offset_dims", &offset},
                           {"collapsed_slice_dims", &collapsed},
                           {"operand_batching_dims", &operandBatching},
                           {"start_indices_batching_dims", &indicesBatching},
                           {"start_index_map", &map},
                           {"index_vector_dim", nullptr, &indexVectorDim}}))
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatching,
             indicesBatching, map, indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter{printer}("offset_dims", getOffsetDims())(
      "collapsed_slice_dims", getCollapsedSliceDims())(
      "operand_batching_dims", getOperandBatchingDims())(
      "start_indices_batching_dims", getStartIndicesBatchingDims())(
      "start_index_map", getStartIndexMap())("index_vector_dim",
                                             getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> window, inserted, inputBatching, indicesBatching, map;
  int64_t indexVectorDim = 0;
  if (parser.parseLess() ||
      parseFields(parser, {{"update_window_dims", &window},
                           {"inserted_window_dims", &inserted},
                           {"input_batching_dims", &inputBatching},
                           {"scatter_indices_batching_dims", &indicesBatching},
                           {"scatter_dims_to_operand_dims", &map},
                           {"index_vector_dim", nullptr, &indexVectorDim}}))
    return {};
  return get(parser.getContext(), window, inserted, inputBatching,
             indicesBatching, map, indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter{printer}("update_window_dims", getUpdateWindowDims())(
      "inserted_window_dims", getInsertedWindowDims())("input_batching_dims",
                                                       getInputBatchingDims())(
      "scatter_indices_batching_dims", getScatterIndicesBatchingDims())(
      "scatter_dims_to_operand_dims",
      getScatterDimsToOperandDims())("index_vector_dim", getIndexVectorDim());
}

//===----------------------------------------------------------------------===//
// ConvDimensionNumbersAttr
//===----------------------------------------------------------------------===//

// Whether `first`, `second` and `spatial` are 0 .. n + 1 in some order.
static bool isPermutation(int64_t first, int64_t second,
                          ArrayRef<int64_t> spatial) {
  SmallVector<int64_t> dims(spatial);
  dims.push_back(first);
  dims.push_back(second);
  llvm::sort(dims);
  for (auto [index, dim] : llvm::enumerate(dims))
    if (dim != static_cast<int64_t>(index))
      return false;
  return true;
}

LogicalResult ConvDimensionNumbersAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t inputBatch,
    int64_t inputFeature, ArrayRef<int64_t> inputSpatial, int64_t kernelInput,
    int64_t kernelOutput, ArrayRef<int64_t> kernelSpatial, int64_t outputBatch,
    int64_t outputFeature, ArrayRef<int64_t> outputSpatial) {
  if (!isPermutation(inputBatch, inputFeature, inputSpatial) ||
      !isPermutation(kernelInput, kernelOutput, kernelSpatial) ||
      !isPermutation(outputBatch, outputFeature, outputSpatial))
    return emitError() << "dimension numbers of input, kernel and output are "
                          "each a permutation of the dimensions";
  if (inputSpatial.size() != kernelSpatial.size() ||
      inputSpatial.size() != outputSpatial.size())
    return emitError() << "input, kernel and output have "
                       << inputSpatial.size() << ", " << kernelSpatial.size()
                       << " and " << outputSpatial.size()
                       << " spatial dimensions, expected the same number";
  return success();
}

// After `raw`, fields by name; other tools write it in their tests.
static Attribute parseRawConvDimensionNumbers(AsmParser &parser, SMLoc loc) {
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0,
          outputBatch = 0, outputFeature = 0;
  SmallVector<int64_t> inputSpatial, kernelSpatial, outputSpatial;
  if (parseFields(parser,
                  {{"input_batch_dimension", nullptr, &inputBatch},
                   {"input_feature_dimension", nullptr, &inputFeature},
                   {"input_spatial_dimensions", &inputSpatial},
                   {"kernel_input_feature_dimension", nullptr, &kernelInput},
                   {"kernel_output_feature_dimension", nullptr, &kernelOutput},
                   {"kernel_spatial_dimensions", &kernelSpatial},
                   {"output_batch_dimension", nullptr, &outputBatch},
                   {"output_feature_dimension", nullptr, &outputFeature},
                   {"output_spatial_dimensions", &outputSpatial}}))
    return {};
  return ConvDimensionNumbersAttr::getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext(), inputBatch,
      inputFeature, inputSpatial, kernelInput, kernelOutput, kernelSpatial,
      outputBatch, outputFeature, outputSpatial);
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("raw")))
    return parseRawConvDimensionNumbers(parser, loc);
  ConvDimensionNumbersAttr dims;
  if (parseConvolutionDimensions(parser, dims) || parser.parseGreater())
    return {};
  return dims;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvolutionDimensions(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Numerics
//===----------------------------------------------------------------------===//

LogicalResult
DotAlgorithmAttr::verify(function_ref<InFlightDiagnostic()> emitError, Type lhs,
                         Type rhs, Type accumulation, int64_t lhsCount,
                         int64_t rhsCount, int64_t operations, bool) {
  if (!isa<FloatType>(lhs) || !isa<FloatType>(rhs) ||
      !isa<FloatType>(accumulation))
    return emitError() << "precision and accumulation types " << lhs << ", "
                       << rhs << ", " << accumulation
                       << " are not all floating-point types";
  if (lhsCount < 1 || rhsCount < 1 || operations < 1)
    return emitError() << "component counts " << lhsCount << ", " << rhsCount
                       << " and number of operations " << operations
                       << " are not all positive";
  return success();
}

LogicalResult
ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           APFloat atol, APFloat rtol, int64_t ulps,
                           ResultAccuracyModeAttr mode) {
  if (mode.getValue() == ResultAccuracyMode::HIGHEST &&
      (!atol.isZero() || !rtol.isZero() || ulps != 0))
    return emitError() << "mode HIGHEST has tolerances; give them with mode "
                          "TOLERANCE";
  return success();
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  llvm::SmallDenseSet<StringRef, 4> seen;
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (!seen.insert(name).second)
      return parser.emitError(loc) << "field " << name << " occurs twice";
    if (parser.parseEqual())
      return failure();
    if (name == "atol")
      return parser.parseFloat(atol);
    if (name == "rtol")
      return parser.parseFloat(rtol);
    if (name == "ulps")
      return parser.parseInteger(ulps);
    if (name == "mode")
      return parser.parseAttribute(mode);
    return parser.emitError(loc) << "unknown field " << name;
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseCommaSeparatedList(parseField) ||
      parser.parseGreater())
    return {};
  if (!mode) {
    parser.emitError(loc) << "field mode is missing";
    return {};
  }
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getAtol().isZero()) {
    printer << "atol = ";
    printer.printFloat(getAtol());
    printer << ", ";
  }
  if (!getRtol().isZero()) {
    printer << "rtol = ";
    printer.printFloat(getRtol());
    printer << ", ";
  }
  if (getUlps() != 0)
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = ";
  printer.printAttribute(getMode());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// ReplicaGroupMeshAxesAttr
//===----------------------------------------------------------------------===//

LogicalResult
ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Attribute mesh, ArrayAttr axes) {
  if (!isa<SymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "mesh " << mesh
                       << " is neither a symbol nor a #stablehlo.mesh";
  for (Attribute axis : axes)
    if (!isa<AxisRefAttr>(axis))
      return emitError() << "axis " << axis << " is not a #stablehlo.axis_ref";
  return success();
}
