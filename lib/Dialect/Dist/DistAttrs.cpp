//===- DistAttrs.cpp - Text and plain form of the dist attributes ---------===//
//
// Parsing, printing and the conversion from and to the plain C++ algebra of
// popt/Layout. Meshes print as `<["dp"=2], stage ["pp"=4]>`, shardings as
// `<@mesh, [{"dp"}, {?}], partial = sum{"cp"}>`. Tests: test/Dialect/Dist.
//
//===----------------------------------------------------------------------===//
#include "DistSyntax.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Dist/DistAttrs.cpp.inc"

void DistDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "popt/Dialect/Dist/DistAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shared pieces of the syntax
//===----------------------------------------------------------------------===//

ParseResult dist::parseAxisRef(AsmParser &parser, AxisRefAttr &ref) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t pre = 0, size = 0;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon()) &&
      (parser.parseLParen() || parser.parseInteger(pre) ||
       parser.parseRParen() || parser.parseInteger(size)))
    return failure();
  if ((pre != 0 || size != 0) && (pre < 1 || size < 2))
    return parser.emitError(loc)
           << "part (" << pre << ")" << size << " of axis \"" << name
           << "\" must have at least 1 before it and size at least 2";
  ref =
      parser.getChecked<AxisRefAttr>(loc, parser.getContext(), name, pre, size);
  return success(ref != nullptr);
}

static ParseResult parseMonoidKeyword(AsmParser &parser, Monoid &monoid) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Monoid> parsed = popt::parseMonoid(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "\"" << keyword
           << "\" is no way to combine values; there are sum, prod, max, min, "
              "and, or, xor";
  monoid = *parsed;
  return success();
}

//===----------------------------------------------------------------------===//
// Monoid, mesh
//===----------------------------------------------------------------------===//

Attribute MonoidAttr::parse(AsmParser &parser, Type) {
  Monoid monoid = Monoid::Sum;
  bool bracket = succeeded(parser.parseOptionalLess());
  if (parseMonoidKeyword(parser, monoid) || (bracket && parser.parseGreater()))
    return {};
  return MonoidAttr::get(parser.getContext(), monoid);
}

void MonoidAttr::print(AsmPrinter &printer) const {
  printer << "<" << popt::name(getValue()) << ">";
}

static StringRef keyword(AxisKind kind) {
  static constexpr StringLiteral words[] = {"", "stage", "time"};
  return words[static_cast<size_t>(kind)];
}

static ParseResult parseMeshAxis(AsmParser &parser, AxisKind kind,
                                 MeshAxisAttr &axis) {
  std::string name;
  int64_t size = 0;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return failure();
  axis = MeshAxisAttr::get(parser.getContext(), name, size, kind);
  return success();
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  MeshAxisAttr axis;
  AxisKind kind = AxisKind::Device;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("stage")))
    kind = AxisKind::Stage;
  else if (succeeded(parser.parseOptionalKeyword("time")))
    kind = AxisKind::Time;
  if (parseMeshAxis(parser, kind, axis) || parser.parseGreater())
    return {};
  return axis;
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer << "<" << keyword(getKind()) << " ";
  printer.printString(getName());
  printer << "=" << getSize() << ">";
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> deviceIds;
  bool hasIds = false;
  auto parseGroup = [&]() -> ParseResult {
    SMLoc groupLoc = parser.getCurrentLocation();
    AxisKind kind = AxisKind::Device;
    StringRef word;
    if (hasIds)
      return parser.emitError(groupLoc, "device_ids must stand last");
    if (succeeded(parser.parseOptionalKeyword(&word))) {
      if (word == "device_ids") {
        hasIds = true;
        return failure(parser.parseEqual() || parseIntegers(parser, deviceIds));
      }
      if (word == "stage")
        kind = AxisKind::Stage;
      else if (word == "time")
        kind = AxisKind::Time;
      else
        return parser.emitError(groupLoc)
               << "\"" << word
               << "\" is no kind of axis; there are stage and time (device "
                  "axes have no word)";
    }
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parseMeshAxis(parser, kind, axes.emplace_back());
    });
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseGroup))
    return {};
  return parser.getChecked<MeshAttr>(loc, parser.getContext(), axes, deviceIds);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  ArrayRef<MeshAxisAttr> axes = getAxes();
  if (axes.empty())
    printer << "[]";
  for (size_t i = 0; i < axes.size();) {
    AxisKind kind = axes[i].getKind();
    if (i > 0)
      printer << ", ";
    if (kind != AxisKind::Device)
      printer << keyword(kind) << " ";
    printer << "[";
    for (bool first = true; i < axes.size() && axes[i].getKind() == kind; ++i) {
      if (!first)
        printer << ", ";
      first = false;
      printer.printString(axes[i].getName());
      printer << "=" << axes[i].getSize();
    }
    printer << "]";
  }
  if (!getDeviceIds().empty()) {
    printer << ", device_ids = ";
    printIntegers(printer, getDeviceIds());
  }
  printer << ">";
}

static Mesh makeMesh(ArrayRef<MeshAxisAttr> axes, ArrayRef<int64_t> deviceIds) {
  Mesh mesh;
  for (MeshAxisAttr axis : axes)
    mesh.axes.push_back({axis.getName().str(), axis.getSize(), axis.getKind()});
  mesh.deviceIds.assign(deviceIds.begin(), deviceIds.end());
  return mesh;
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  std::string problem = makeMesh(axes, deviceIds).check();
  if (!problem.empty())
    return emitError() << problem;
  return success();
}

Mesh MeshAttr::toMesh() const { return makeMesh(getAxes(), getDeviceIds()); }

MeshAttr MeshAttr::fromMesh(MLIRContext *context, const Mesh &mesh) {
  SmallVector<MeshAxisAttr> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back(MeshAxisAttr::get(context, axis.name, axis.size, axis.kind));
  return MeshAttr::get(context, axes, mesh.deviceIds);
}

//===----------------------------------------------------------------------===//
// Axis references
//===----------------------------------------------------------------------===//

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<AxisRefAttr>(parser, parseAxisRef);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printAxisRef);
}

LogicalResult AxisRefAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef name, int64_t pre, int64_t size) {
  if (name.empty())
    return emitError() << "an axis' name is empty";
  // The bound keeps pre * size from overflowing.
  if (pre < 0 || size < 0 || (pre == 0) != (size == 0) || pre > INT32_MAX ||
      size > INT32_MAX)
    return emitError() << "part (" << pre << ")" << size << " of axis \""
                       << name << "\" is out of range";
  return success();
}

std::optional<AxisRef> AxisRefAttr::toAxisRef(const Mesh &mesh) const {
  std::optional<int> axis =
      mesh.find(std::string_view(getName().data(), getName().size()));
  if (!axis)
    return std::nullopt;
  if (isWhole())
    return mesh.ref(*axis);
  return AxisRef{*axis, getPre(), getSize()};
}

AxisRefAttr AxisRefAttr::fromAxisRef(MLIRContext *context, const Mesh &mesh,
                                     const AxisRef &ref) {
  StringRef name = mesh.axes[ref.axis].name;
  if (mesh.isWhole(ref))
    return AxisRefAttr::get(context, name, 0, 0);
  return AxisRefAttr::get(context, name, ref.pre, ref.size);
}

static AxisList toAxes(ArrayRef<AxisRefAttr> refs, const Mesh &mesh) {
  AxisList axes;
  for (AxisRefAttr ref : refs)
    if (std::optional<AxisRef> axis = ref.toAxisRef(mesh))
      axes.push_back(*axis);
  return axes;
}

static SmallVector<AxisRefAttr> fromAxes(MLIRContext *context, const Mesh &mesh,
                                         const AxisList &axes) {
  SmallVector<AxisRefAttr> refs;
  for (const AxisRef &axis : axes)
    refs.push_back(AxisRefAttr::fromAxisRef(context, mesh, axis));
  return refs;
}

Attribute AxisListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool bracket = succeeded(parser.parseOptionalLess());
  if (parseAxes(parser, axes) || (bracket && parser.parseGreater()))
    return {};
  return AxisListAttr::get(parser.getContext(), axes);
}

void AxisListAttr::print(AsmPrinter &printer) const {
  printAxes(printer, getAxes());
}

AxisList AxisListAttr::toAxisList(const Mesh &mesh) const {
  return toAxes(getAxes(), mesh);
}

AxisListAttr AxisListAttr::fromAxisList(MLIRContext *context, const Mesh &mesh,
                                        const AxisList &axes) {
  return AxisListAttr::get(context, fromAxes(context, mesh, axes));
}

//===----------------------------------------------------------------------===//
// Shardings of dimensions, pins
//===----------------------------------------------------------------------===//

ParseResult dist::parseDim(AsmParser &parser, DimShardingAttr &dim) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisRefAttr> axes;
  bool open = false;
  int64_t granule = 1, priority = 0;
  auto parseEntry = [&]() -> ParseResult {
    SMLoc entryLoc = parser.getCurrentLocation();
    if (open)
      return parser.emitError(entryLoc, "'?' must stand last");
    if (succeeded(parser.parseOptionalQuestion())) {
      open = true;
      return success();
    }
    return parseAxisRef(parser, axes.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseEntry))
    return failure();
  SMLoc wordLoc = parser.getCurrentLocation();
  StringRef word;
  bool hasPriority = false;
  while (succeeded(parser.parseOptionalKeyword(&word))) {
    if (word == "by" && granule == 1) {
      if (parser.parseInteger(granule))
        return failure();
    } else if (!hasPriority && word.consume_front("p") &&
               !word.getAsInteger(10, priority)) {
      hasPriority = true;
    } else {
      return parser.emitError(
          wordLoc, "expected a priority 'p<number>' or 'by <granule>'");
    }
    wordLoc = parser.getCurrentLocation();
  }
  dim = parser.getChecked<DimShardingAttr>(loc, parser.getContext(), axes, open,
                                           granule, priority);
  return success(dim != nullptr);
}

void dist::printDim(AsmPrinter &printer, DimShardingAttr dim) {
  printer << "{";
  llvm::interleaveComma(dim.getAxes(), printer,
                        [&](AxisRefAttr ref) { printAxisRef(printer, ref); });
  if (dim.getOpen())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (dim.getPriority() != 0)
    printer << "p" << dim.getPriority();
  if (dim.getGranule() != 1)
    printer << " by " << dim.getGranule();
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<DimShardingAttr>(parser, parseDim);
}

void DimShardingAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printDim);
}

LogicalResult
DimShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<AxisRefAttr>, bool, int64_t granule,
                        int64_t priority) {
  if (granule < 1)
    return emitError() << "granule " << granule << " is below 1";
  if (priority < 0 || priority > INT32_MAX)
    return emitError() << "priority " << priority << " is out of range";
  return success();
}

static ParseResult parsePin(AsmParser &parser, PinAttr &pin) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  SmallVector<int64_t> coordinates;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parseIntegers(parser, coordinates))
    return failure();
  pin = parser.getChecked<PinAttr>(loc, parser.getContext(), name, coordinates);
  return success(pin != nullptr);
}

static void printPin(AsmPrinter &printer, PinAttr pin) {
  printer.printString(pin.getAxis());
  printer << " = ";
  printIntegers(printer, pin.getCoordinates());
}

Attribute PinAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<PinAttr>(parser, parsePin);
}

void PinAttr::print(AsmPrinter &printer) const {
  printInAngles(printer, *this, printPin);
}

LogicalResult PinAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              StringRef axis, ArrayRef<int64_t> coordinates) {
  if (coordinates.empty())
    return emitError() << "the pin on axis \"" << axis
                       << "\" names no coordinate";
  for (size_t i = 1; i < coordinates.size(); ++i)
    if (coordinates[i] <= coordinates[i - 1])
      return emitError() << "the coordinates of the pin on axis \"" << axis
                         << "\" are not ascending";
  return success();
}

//===----------------------------------------------------------------------===//
// Sharding
//===----------------------------------------------------------------------===//

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr mesh;
  SmallVector<DimShardingAttr> dims;
  SmallVector<AxisRefAttr> partial, replicated;
  SmallVector<PinAttr> pins;
  Monoid monoid = Monoid::Sum;
  Memory memory = Memory::Device;
  if (parser.parseLess() || parser.parseAttribute(mesh) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseDim(parser, dims.emplace_back());
      }))
    return {};
  SmallVector<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc clauseLoc = parser.getCurrentLocation();
    StringRef clause;
    if (parser.parseKeyword(&clause) || parser.parseEqual())
      return {};
    if (llvm::is_contained(seen, clause)) {
      parser.emitError(clauseLoc) << "\"" << clause << "\" stands twice";
      return {};
    }
    seen.push_back(clause);
    ParseResult result = success();
    if (clause == "partial") {
      result = failure(parseMonoidKeyword(parser, monoid) ||
                       parseAxes(parser, partial));
    } else if (clause == "replicated") {
      result = parseAxes(parser, replicated);
    } else if (clause == "at") {
      result =
          parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
            return parsePin(parser, pins.emplace_back());
          });
    } else if (clause == "memory") {
      StringRef word;
      result = parser.parseKeyword(&word);
      if (succeeded(result) && word != "host" && word != "device")
        result = parser.emitError(clauseLoc)
                 << "memory is \"host\" or \"device\", not \"" << word << "\"";
      memory = word == "host" ? Memory::Host : Memory::Device;
    } else {
      result = parser.emitError(clauseLoc)
               << "\"" << clause
               << "\" is no clause of a sharding; there are partial, "
                  "replicated, at, memory";
    }
    if (failed(result))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ShardingAttr>(loc, parser.getContext(), mesh, dims,
                                         monoid, partial, replicated, pins,
                                         memory);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<" << getMesh() << ", [";
  llvm::interleaveComma(getDims(), printer,
                        [&](DimShardingAttr dim) { printDim(printer, dim); });
  printer << "]";
  if (!getPartial().empty()) {
    printer << ", partial = " << popt::name(getMonoid());
    printAxes(printer, getPartial());
  }
  if (!getReplicated().empty()) {
    printer << ", replicated = ";
    printAxes(printer, getReplicated());
  }
  if (!getPins().empty()) {
    printer << ", at = {";
    llvm::interleaveComma(getPins(), printer,
                          [&](PinAttr pin) { printPin(printer, pin); });
    printer << "}";
  }
  if (getMemory() == Memory::Host)
    printer << ", memory = host";
  printer << ">";
}

Layout ShardingAttr::toLayout(const Mesh &mesh) const {
  Layout layout;
  for (DimShardingAttr dim : getDims())
    layout.dims.push_back({toAxes(dim.getAxes(), mesh), dim.getOpen(),
                           dim.getGranule(),
                           static_cast<int>(dim.getPriority())});
  layout.monoid = getMonoid();
  layout.partial = toAxes(getPartial(), mesh);
  layout.replicated = toAxes(getReplicated(), mesh);
  for (PinAttr pin : getPins()) {
    std::optional<int> axis =
        mesh.find(std::string_view(pin.getAxis().data(), pin.getAxis().size()));
    if (axis)
      layout.pins.push_back(
          {*axis, {pin.getCoordinates().begin(), pin.getCoordinates().end()}});
  }
  llvm::sort(layout.pins);
  layout.memory = getMemory();
  return layout;
}

ShardingAttr ShardingAttr::fromLayout(MLIRContext *context,
                                      FlatSymbolRefAttr meshName,
                                      const Mesh &mesh, const Layout &layout) {
  SmallVector<DimShardingAttr> dims;
  for (const DimLayout &dim : layout.dims)
    dims.push_back(DimShardingAttr::get(context,
                                        fromAxes(context, mesh, dim.axes),
                                        dim.open, dim.granule, dim.priority));
  SmallVector<PinAttr> pins;
  for (const Pin &pin : layout.pins)
    pins.push_back(
        PinAttr::get(context, mesh.axes[pin.axis].name, pin.coordinates));
  Monoid monoid = layout.partial.empty() ? Monoid::Sum : layout.monoid;
  return ShardingAttr::get(
      context, meshName, dims, monoid, fromAxes(context, mesh, layout.partial),
      fromAxes(context, mesh, layout.replicated), pins, layout.memory);
}

ShardingAttr ShardingAttr::getReplicated(FlatSymbolRefAttr meshName,
                                         int64_t rank, bool open) {
  MLIRContext *context = meshName.getContext();
  SmallVector<DimShardingAttr> dims(
      rank, DimShardingAttr::get(context, {}, open, 1, 0));
  return ShardingAttr::get(context, meshName, dims, Monoid::Sum, {}, {}, {},
                           Memory::Device);
}

ShardingAttr ShardingAttr::replaceDim(unsigned dim,
                                      DimShardingAttr sharding) const {
  SmallVector<DimShardingAttr> dims(getDims());
  dims[dim] = sharding;
  return ShardingAttr::get(getContext(), getMesh(), dims, getMonoid(),
                           getPartial(), getReplicated(), getPins(),
                           getMemory());
}

ShardingAttr ShardingAttr::getClosed() const {
  SmallVector<DimShardingAttr> dims;
  for (DimShardingAttr dim : getDims())
    dims.push_back(DimShardingAttr::get(getContext(), dim.getAxes(), false,
                                        dim.getGranule(), 0));
  return ShardingAttr::get(getContext(), getMesh(), dims, getMonoid(),
                           getPartial(), {}, getPins(), getMemory());
}

bool ShardingAttr::isFullyClosed() const {
  return llvm::none_of(getDims(),
                       [](DimShardingAttr dim) { return dim.getOpen(); });
}

ShardingAttr ShardingAttr::withMemory(Memory memory) const {
  return ShardingAttr::get(getContext(), getMesh(), getDims(), getMonoid(),
                           getPartial(), getReplicated(), getPins(), memory);
}
