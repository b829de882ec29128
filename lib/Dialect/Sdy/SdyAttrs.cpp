//===- SdyAttrs.cpp - Syntax of the sdy attributes ------------------------===//
//
// Parsing and printing of meshes, axes, shardings and provenance, in the text
// form that JAX and Shardy print. Rules are in SdyRules.cpp. Tests:
// test/Dialect/Sdy/ops.mlir, invalid-shardings.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdySyntax.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Sdy/SdyAttrs.cpp.inc"

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "popt/Dialect/Sdy/SdyAttrs.cpp.inc"
      >();
}

using Delimiter = AsmParser::Delimiter;

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t size = 0;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return {};
  return parser.getChecked<MeshAxisAttr>(loc, parser.getContext(), name, size);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  printer << "=" << getSize();
}

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  if (name.empty())
    return emitError() << "a mesh axis has an empty name";
  if (size < 1)
    return emitError() << "axis \"" << name << "\" has size " << size
                       << "; sizes are at least 1";
  return success();
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> ids;
  if (parser.parseLess() || parseList(parser, Delimiter::Square, axes))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(Delimiter::Square, [&] {
         return parser.parseInteger(ids.emplace_back());
       })))
    return {};
  if (parser.parseGreater())
    return {};
  // The identity says nothing.
  if (!axes.empty() && llvm::equal(ids, llvm::seq<int64_t>(0, ids.size()))) {
    MeshAttr plain = parser.getChecked<MeshAttr>(loc, parser.getContext(), axes,
                                                 ArrayRef<int64_t>());
    if (!plain || plain.getTotalSize() == static_cast<int64_t>(ids.size()))
      return plain;
  }
  return parser.getChecked<MeshAttr>(loc, parser.getContext(), axes, ids);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getAxes());
  printer << "]";
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << "]";
  }
  printer << ">";
}

/// Product of the sizes, or nothing if it does not fit 64 bits.
static std::optional<int64_t> totalSize(ArrayRef<MeshAxisAttr> axes) {
  int64_t total = 1;
  for (MeshAxisAttr axis : axes)
    if (llvm::MulOverflow(total, axis.getSize(), total))
      return std::nullopt;
  return total;
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> ids) {
  llvm::StringSet<> names;
  for (MeshAxisAttr axis : axes)
    if (!names.insert(axis.getName()).second)
      return emitError() << "axis \"" << axis.getName()
                         << "\" is declared twice";
  for (int64_t id : ids)
    if (id < 0)
      return emitError() << "device number " << id << " is negative";
  std::optional<int64_t> total = totalSize(axes);
  if (!total)
    return emitError() << "the number of devices exceeds 64 bits";
  if (ids.empty())
    return success();
  if (axes.empty() && ids.size() > 1)
    return emitError() << "a mesh without axes lists " << ids.size()
                       << " devices; it can have one";
  if (axes.empty())
    return success();
  if (static_cast<int64_t>(ids.size()) != *total)
    return emitError() << "the axes make " << *total
                       << " devices, but device_ids lists " << ids.size();
  SmallVector<int64_t> sorted(ids);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, sorted.size())))
    return emitError() << "device_ids is no permutation of the " << *total
                       << " devices";
  return success();
}

bool MeshAttr::hasAxis(StringRef name) const { return getAxisSize(name) != 0; }

int64_t MeshAttr::getAxisSize(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return 0;
}

int64_t MeshAttr::getTotalSize() const {
  return totalSize(getAxes()).value_or(0);
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  int64_t pre = 0, size = 0;
  if (parser.parseLParen() || parser.parseInteger(pre) ||
      parser.parseRParen() || parser.parseInteger(size))
    return {};
  return SubAxisInfoAttr::get(parser.getContext(), pre, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << "(" << getPreSize() << ")" << getSize();
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  SubAxisInfoAttr part;
  if (parser.parseString(&name))
    return {};
  if (succeeded(parser.parseOptionalColon()) && parseStripped(parser, part))
    return {};
  return AxisRefAttr::get(parser.getContext(), name, part);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  if (getSubAxisInfo()) {
    printer << ":";
    getSubAxisInfo().print(printer);
  }
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return getSubAxisInfo() ? getSubAxisInfo().getSize()
                          : mesh.getAxisSize(getName());
}

std::string AxisRefAttr::toString() const {
  std::string text = ("\"" + getName() + "\"").str();
  if (SubAxisInfoAttr part = getSubAxisInfo())
    text += ":(" + std::to_string(part.getPreSize()) + ")" +
            std::to_string(part.getSize());
  return text;
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  return parseListAttr<AxisRefListAttr, AxisRefAttr>(parser, Delimiter::Braces);
}

void AxisRefListAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printList(printer, getValue());
  printer << "}";
}

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  return parseListAttr<ListOfAxisRefListsAttr, AxisRefListAttr>(
      parser, Delimiter::Square);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printInBrackets(printer, getValue());
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  if (parser.parseCommaSeparatedList(Delimiter::Braces, [&]() -> ParseResult {
        std::string name;
        if (parser.parseString(&name))
          return failure();
        names.push_back(StringAttr::get(parser.getContext(), name));
        return success();
      }))
    return {};
  return ManualAxesAttr::get(parser.getContext(), names);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << "{";
  llvm::interleaveComma(getValue(), printer, [&](StringAttr name) {
    printer.printString(name.getValue());
  });
  printer << "}";
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool closed = true;
  auto parseEntry = [&]() -> ParseResult {
    if (!closed)
      return parser.emitError(parser.getCurrentLocation(),
                              "'?' must stand last");
    if (succeeded(parser.parseOptionalQuestion())) {
      closed = false;
      return success();
    }
    return parseStripped(parser, axes.emplace_back());
  };
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseEntry))
    return {};
  std::optional<int64_t> priority;
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    int64_t number = 0;
    StringRef digits = word;
    if (!digits.consume_front("p") || digits.getAsInteger(10, number) ||
        number < 0 || (digits.size() > 1 && digits.front() == '0')) {
      parser.emitError(loc)
          << "\"" << word << "\" is no priority; one is written p0, p1, ...";
      return {};
    }
    priority = number;
  }
  return DimensionShardingAttr::get(parser.getContext(), axes, closed,
                                    priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printList(printer, getAxes());
  if (!getIsClosed())
    printer << (getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (getPriority())
    printer << "p" << *getPriority();
}

/// `@mesh` or `mesh<["x"=2]>`.
static ParseResult parseMeshOrRef(AsmParser &parser, Attribute &mesh) {
  if (failed(parser.parseOptionalKeyword("mesh"))) {
    FlatSymbolRefAttr name;
    if (parser.parseAttribute(name))
      return failure();
    mesh = name;
    return success();
  }
  MeshAttr inlined;
  if (parseStripped(parser, inlined))
    return failure();
  mesh = inlined;
  return success();
}

static ParseResult parseClause(AsmParser &parser, StringRef clause,
                               SMLoc clauseLoc,
                               SmallVectorImpl<AxisRefAttr> &replicated,
                               SmallVectorImpl<AxisRefAttr> &unreduced,
                               ReductionOp &reduction) {
  if (parser.parseEqual())
    return failure();
  if (clause == "replicated")
    return parseList(parser, Delimiter::Braces, replicated);
  if (clause != "unreduced")
    return parser.emitError(clauseLoc)
           << "\"" << clause
           << "\" is no clause of a sharding; there are replicated and "
              "unreduced";
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    std::optional<ReductionOp> parsed = symbolizeReductionOp(word);
    if (!parsed)
      return parser.emitError(loc)
             << "\"" << word << "\" is no reduction; there are sum, max, min";
    reduction = *parsed;
  }
  return parseList(parser, Delimiter::Braces, unreduced);
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  ReductionOp reduction = ReductionOp::SUM;
  if (parser.parseLess() || parseMeshOrRef(parser, mesh) ||
      parser.parseComma() || parseList(parser, Delimiter::Square, dims))
    return {};
  SmallVector<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef clause;
    if (parser.parseKeyword(&clause))
      return {};
    if (llvm::is_contained(seen, clause)) {
      parser.emitError(loc) << "\"" << clause << "\" stands twice";
      return {};
    }
    seen.push_back(clause);
    if (parseClause(parser, clause, loc, replicated, unreduced, reduction))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return TensorShardingAttr::get(parser.getContext(), mesh, dims, replicated,
                                 unreduced, reduction);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto inlined = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    inlined.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  printList(printer, getDimShardings());
  printer << "]";
  if (!getReplicatedAxes().empty()) {
    printer << ", replicated={";
    printList(printer, getReplicatedAxes());
    printer << "}";
  }
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced=";
    if (getReductionOp() != ReductionOp::SUM)
      printer << stringifyReductionOp(getReductionOp());
    printer << "{";
    printList(printer, getUnreducedAxes());
    printer << "}";
  }
  printer << ">";
}

MeshAttr TensorShardingAttr::getMesh(Operation *op) const {
  if (auto inlined = dyn_cast<MeshAttr>(getMeshOrRef()))
    return inlined;
  while (op && !isa<ModuleOp>(op))
    op = op->getParentOp();
  if (!op)
    return {};
  for (MeshOp mesh : cast<ModuleOp>(op).getOps<MeshOp>())
    if (mesh.getSymName() == getMeshSymName().getValue())
      return mesh.getMesh();
  return {};
}

/// `<@mesh, ..>`, or the whole attribute: `#sdy.sharding<@mesh, ..>`.
static ParseResult parseSharding(AsmParser &parser,
                                 TensorShardingAttr &sharding) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute whole;
  OptionalParseResult parsed = parser.parseOptionalAttribute(whole);
  if (!parsed.has_value())
    return parseStripped(parser, sharding);
  if (failed(*parsed))
    return failure();
  sharding = dyn_cast<TensorShardingAttr>(whole);
  if (!sharding)
    return parser.emitError(loc, "expected a #sdy.sharding");
  return success();
}

ParseResult
sdy::parseShardings(AsmParser &parser,
                    SmallVectorImpl<TensorShardingAttr> &shardings) {
  return parser.parseCommaSeparatedList(Delimiter::Square, [&] {
    return parseSharding(parser, shardings.emplace_back());
  });
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorShardingAttr> shardings;
  if (parser.parseLess() || parseShardings(parser, shardings) ||
      parser.parseGreater())
    return {};
  return TensorShardingPerValueAttr::get(parser.getContext(), shardings);
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getShardings());
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// All-to-all parameters
//===----------------------------------------------------------------------===//

Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  int64_t source = 0, target = 0;
  if (parseList(parser, Delimiter::Braces, axes) || parser.parseColon() ||
      parser.parseInteger(source) || parser.parseArrow() ||
      parser.parseInteger(target))
    return {};
  return AllToAllParamAttr::get(parser.getContext(), axes, source, target);
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printList(printer, getAxes());
  printer << "}: " << getSrcDim() << "->" << getTgtDim();
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AllToAllParamAttr> params;
  if (parseList(parser, Delimiter::Square, params))
    return {};
  return AllToAllParamListAttr::get(parser.getContext(), params);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printInBrackets(printer, getValue());
}

//===----------------------------------------------------------------------===//
// Provenance of axes
//===----------------------------------------------------------------------===//

/// `word-3`: the lexer reads the number as negative.
static ParseResult parseNumbered(AsmParser &parser, int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(number))
    return failure();
  if (number > 0 || number == INT64_MIN)
    return parser.emitError(loc, "expected '-' and a number");
  number = -number;
  return success();
}

/// On its own the reference stands in angle brackets.
Attribute EdgeValueRefAttr::parse(AsmParser &parser, Type) {
  bool isAlone = succeeded(parser.parseOptionalLess());
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  int64_t index = 0;
  if (parser.parseKeyword(&word))
    return {};
  std::optional<EdgeNodeType> type = symbolizeEdgeNodeType(word);
  if (!type) {
    parser.emitError(loc) << "expected operand or result, got \"" << word
                          << "\"";
    return {};
  }
  if (parseNumbered(parser, index) || (isAlone && parser.parseGreater()))
    return {};
  return EdgeValueRefAttr::get(parser.getContext(), *type, index);
}

static void printEdge(AsmPrinter &printer, EdgeValueRefAttr edge) {
  printer << stringifyEdgeNodeType(edge.getType()) << "-" << edge.getIndex();
}

void EdgeValueRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printEdge(printer, *this);
  printer << ">";
}

Attribute AxisToPropagationDetailsAttr::parse(AsmParser &parser, Type) {
  AxisRefAttr axis;
  EdgeValueRefAttr source;
  SmallVector<EdgeValueRefAttr> targets;
  if (parser.parseLBrace() || parseStripped(parser, axis) ||
      parser.parseEqual() || parseStripped(parser, source) ||
      parser.parseArrow() || parseList(parser, Delimiter::Square, targets) ||
      parser.parseRBrace())
    return {};
  return AxisToPropagationDetailsAttr::get(parser.getContext(), axis, source,
                                           targets);
}

void AxisToPropagationDetailsAttr::print(AsmPrinter &printer) const {
  printer << "{";
  getAxisName().print(printer);
  printer << " = ";
  printEdge(printer, getSource());
  printer << " -> [";
  llvm::interleave(
      getTargets(), [&](EdgeValueRefAttr edge) { printEdge(printer, edge); },
      [&] { printer << ", "; });
  printer << "]}";
}

Attribute PropagationOneStepAttr::parse(AsmParser &parser, Type) {
  int64_t step = 0;
  SmallVector<AxisToPropagationDetailsAttr> entries;
  if (parser.parseLBrace() || parser.parseKeyword("step") ||
      parseNumbered(parser, step) || parser.parseEqual() ||
      parseList(parser, Delimiter::Square, entries) || parser.parseRBrace())
    return {};
  return PropagationOneStepAttr::get(parser.getContext(), step, entries);
}

void PropagationOneStepAttr::print(AsmPrinter &printer) const {
  printer << "{step-" << getStepIndex() << " = [";
  printList(printer, getAxisEntries());
  printer << "]}";
}

Attribute PropagationEdgesAttr::parse(AsmParser &parser, Type) {
  SmallVector<PropagationOneStepAttr> steps;
  if (parser.parseLess() || parseList(parser, Delimiter::Square, steps) ||
      parser.parseGreater())
    return {};
  return PropagationEdgesAttr::get(parser.getContext(), steps);
}

void PropagationEdgesAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getValue());
  printer << "]>";
}
