//===- DistOps.cpp - Syntax and verification of the dist operations -------===//
//
// Custom directives of the assembly formats, and the verifiers of everything
// but collectives (DistVerify.cpp). Tests: test/Dialect/Dist.
//
//===----------------------------------------------------------------------===//
#include "DistSyntax.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Support/Assembly.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

static ParseResult parseDirectionWord(OpAsmParser &parser,
                                      DirectionAttr &direction) {
  return parseWord(
      parser, direction,
      [](StringRef word) { return symbolizeDirection(word); }, "direction",
      "none, forward, backward");
}

static void printDirectionWord(OpAsmPrinter &printer, Operation *,
                               DirectionAttr direction) {
  printer << stringifyDirection(direction.getValue());
}

/// `[[0, 2], [1, 3]]`.
static ParseResult parseRankLists(OpAsmParser &parser, ArrayAttr &lists) {
  return parseIntegerLists<DenseI64ArrayAttr>(parser, lists);
}
static void printRankLists(OpAsmPrinter &printer, Operation *,
                           ArrayAttr lists) {
  printIntegerLists<DenseI64ArrayAttr>(printer, lists);
}

/// `{"dp"}` or `[[0, 2], [1, 3]]`.
static ParseResult parseGroups(OpAsmParser &parser, AxisListAttr &axes,
                               ArrayAttr &replicaGroups) {
  if (succeeded(parser.parseOptionalLBrace())) {
    SmallVector<AxisRefAttr> refs;
    if (failed(parser.parseOptionalRBrace())) {
      if (parser.parseCommaSeparatedList(
              [&] { return parseAxisRef(parser, refs.emplace_back()); }) ||
          parser.parseRBrace())
        return failure();
    }
    axes = AxisListAttr::get(parser.getContext(), refs);
    return success();
  }
  return parseRankLists(parser, replicaGroups);
}

static void printGroups(OpAsmPrinter &printer, Operation *op, AxisListAttr axes,
                        ArrayAttr replicaGroups) {
  if (axes)
    printAxes(printer, axes.getAxes());
  else if (replicaGroups)
    printRankLists(printer, op, replicaGroups);
  else
    printer << "{}";
}

static ParseResult parseBodyRegion(OpAsmParser &parser, Region &region) {
  return parseBodyOf<ManualOp>(parser, region);
}

#include "popt/Dialect/Dist/CollectiveInterface.cpp.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/Dist/Dist.cpp.inc"

void DistDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/Dist/Dist.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Mesh and global operations
//===----------------------------------------------------------------------===//

LogicalResult MeshOp::verify() {
  for (const MeshAxis &axis : toMesh().axes)
    if (axis.kind == AxisKind::Stage && axis.size > kMostCoordinates)
      return emitOpError() << "has stage axis \"" << axis.name << "\" of "
                           << axis.size << " coordinates; there may be "
                           << kMostCoordinates;
  auto module = dyn_cast_or_null<ModuleOp>((*this)->getParentOp());
  if (!module) // No other symbol table of popt's holds a mesh.
    return success();
  MeshOp first = *module.getOps<MeshOp>().begin();
  if (first == *this)
    return success();
  InFlightDiagnostic diag = emitOpError()
                            << "@" << getSymName()
                            << " is the module's second mesh; a module has one";
  diag.attachNote(first.getLoc()) << "the first is @" << first.getSymName();
  return diag;
}

static LogicalResult verifySharding(Operation *op, ShardingAttr sharding,
                                    Type type, const Twine &what) {
  std::string problem = checkSharding(sharding, type, dist::getMesh(op));
  if (!problem.empty())
    return op->emitOpError() << problem << " in " << what;
  return success();
}

LogicalResult RollOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  const auto dim = static_cast<int64_t>(getDim());
  if (dim < 0 || dim >= type.getRank()) // C1
    return emitOpError() << "rolls dimension " << dim << " of a tensor of rank "
                         << type.getRank();
  const auto by = static_cast<int64_t>(getBy());
  const int64_t extent = type.getDimSize(dim);
  if (by < 0 || (by > 0 && by >= extent)) // C2
    return emitOpError() << "rolls by " << by << " in a dimension of extent "
                         << extent;
  return success();
}

LogicalResult ConstraintOp::verify() {
  return verifySharding(*this, getSharding(), getType(), "its sharding");
}

LogicalResult ShardingGroupOp::verify() {
  if (static_cast<int64_t>(getGroup()) < 0)
    return emitOpError() << "group " << static_cast<int64_t>(getGroup())
                         << " is negative";
  return success();
}

LogicalResult ReshardOp::verify() {
  if (failed(verifySharding(*this, getFrom(), getType(), "'from'")) ||
      failed(verifySharding(*this, getTo(), getType(), "'to'")))
    return failure();
  std::optional<ArrayAttr> moves = getMoves();
  if (!moves || moves->empty())
    return success();
  for (auto move : moves->getAsRange<MoveAttr>())
    if (failed(verifySharding(*this, move.getAfter(), getType(),
                              "the sharding after a move")))
      return failure();
  auto last = cast<MoveAttr>(moves->getValue().back()).getAfter();
  if (last.getClosed() != getTo().getClosed())
    return emitOpError() << "ends in " << last << ", not in " << getTo();
  return success();
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

LogicalResult AxisIndexOp::verify() {
  std::string problem = checkAxes(*this, getAxes(), getMesh());
  return problem.empty() ? success() : emitOpError() << problem;
}

LogicalResult BlockOp::verify() {
  std::string problem = checkAxes(*this, getAxes(), getMesh());
  if (!problem.empty())
    return emitOpError() << problem;
  if (static_cast<int64_t>(getOf()) < 0)
    return emitOpError() << "extent " << static_cast<int64_t>(getOf())
                         << " is negative";
  if (static_cast<int64_t>(getBy()) < 1)
    return emitOpError() << "granule " << static_cast<int64_t>(getBy())
                         << " is below 1";
  return success();
}

//===----------------------------------------------------------------------===//
// Manual regions
//===----------------------------------------------------------------------===//

/// The axes that enclosing manual regions bind.
static SmallVector<StringRef> getBoundAxes(ManualOp op) {
  SmallVector<StringRef> bound;
  for (auto outer = op->getParentOfType<ManualOp>(); outer;
       outer = outer->getParentOfType<ManualOp>())
    for (AxisRefAttr ref : outer.getManualAxes().getAxes())
      bound.push_back(ref.getName());
  return bound;
}

static LogicalResult verifyManualAxes(ManualOp op, const Mesh &mesh) {
  ArrayRef<AxisRefAttr> axes = op.getManualAxes().getAxes();
  std::string problem = checkAxes(axes, mesh);
  if (!problem.empty())
    return op.emitOpError() << problem << " in its manual axes";
  SmallVector<StringRef> bound = getBoundAxes(op);
  for (AxisRefAttr ref : axes) {
    if (!ref.isWhole())
      return op.emitOpError()
             << "a part of axis \"" << ref.getName()
             << "\" is listed as manual; only whole axes can be";
    if (llvm::is_contained(bound, ref.getName()))
      return op.emitOpError() << "axis \"" << ref.getName()
                              << "\" is already manual in an enclosing region";
  }
  return success();
}

/// The extent of a dimension's block along the manual axes alone.
static FailureOr<int64_t> getLocalExtent(ManualOp op, DimShardingAttr dim,
                                         int64_t number, int64_t extent,
                                         const Mesh &mesh, const Twine &what) {
  auto isManual = [&](AxisRefAttr ref) {
    return llvm::any_of(op.getManualAxes().getAxes(), [&](AxisRefAttr axis) {
      return axis.getName() == ref.getName();
    });
  };
  int64_t parts = 1;
  AxisRefAttr free;
  for (AxisRefAttr ref : dim.getAxes()) {
    if (!isManual(ref)) {
      free = ref;
      continue;
    }
    if (free)
      return op.emitOpError()
             << "manual axis \"" << ref.getName() << "\" comes after axis \""
             << free.getName() << "\", which is not manual, in dimension "
             << number << " of " << what;
    parts *= ref.toAxisRef(mesh)->size;
  }
  if (ShapedType::isDynamic(extent))
    return extent;
  if (extent % parts != 0)
    return op.emitOpError()
           << "dimension " << number << " of " << what << " has extent "
           << extent << ", which the manual axes of size " << parts
           << " do not divide";
  return extent / parts;
}

static FailureOr<Type> getManualType(ManualOp op, Type type,
                                     ShardingAttr sharding, const Mesh &mesh,
                                     const Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type;
  SmallVector<int64_t> shape;
  for (auto [i, dim] : llvm::enumerate(sharding.getDims())) {
    FailureOr<int64_t> extent =
        getLocalExtent(op, dim, i, tensor.getDimSize(i), mesh, what);
    if (failed(extent))
      return failure();
    shape.push_back(*extent);
  }
  return Type(RankedTensorType::get(shape, tensor.getElementType(),
                                    tensor.getEncoding()));
}

static LogicalResult verifyManualValues(ManualOp op, const Mesh &mesh,
                                        StringRef kind, TypeRange globals,
                                        ArrayAttr shardings, TypeRange locals) {
  if (shardings.size() != globals.size())
    return op.emitOpError() << "has " << shardings.size() << " shardings for "
                            << globals.size() << " " << kind << "s";
  if (locals.size() != globals.size())
    return op.emitOpError() << "has " << globals.size() << " " << kind
                            << "s, but its body has " << locals.size();
  for (auto [i, global, attr, local] :
       llvm::enumerate(globals, shardings, locals)) {
    std::string what = (kind + " " + Twine(i)).str();
    auto sharding = dyn_cast<ShardingAttr>(attr);
    if (!sharding)
      return op.emitOpError()
             << "the sharding of " << what << " is not a #dist.sharding";
    if (failed(verifySharding(op, sharding, global, "the sharding of " + what)))
      return failure();
    FailureOr<Type> expected = getManualType(op, global, sharding, mesh, what);
    if (failed(expected))
      return failure();
    if (*expected != local)
      return op.emitOpError()
             << what << " has type " << global << ", whose block is "
             << *expected << ", but its body has " << local;
  }
  return success();
}

LogicalResult ManualOp::verify() {
  MeshOp meshOp = dist::getMesh(*this);
  if (!meshOp)
    return emitOpError("is in a module without dist.mesh");
  Mesh mesh = meshOp.toMesh();
  if (failed(verifyManualAxes(*this, mesh)) ||
      failed(verifyManualValues(*this, mesh, "operand", getInputs().getTypes(),
                                getInShardings(),
                                getBody().front().getArgumentTypes())))
    return failure();
  return verifyManualValues(
      *this, mesh, "result", getResultTypes(), getOutShardings(),
      getBody().front().getTerminator()->getOperandTypes());
}
