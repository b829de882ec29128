//===- SdyOps.cpp - Syntax and verification of the sdy operations ---------===//
//
// Custom directives of the assembly formats and the operations' verifiers.
// Tests: test/Dialect/Sdy.
//
//===----------------------------------------------------------------------===//
#include "SdyCollectives.h"
#include "SdySyntax.h"
#include "popt/Support/Assembly.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

/// `[<@mesh, [..]>, ..]`: shardings of several values without brackets around.
static ParseResult parseShardingList(OpAsmParser &parser,
                                     TensorShardingPerValueAttr &attr) {
  SmallVector<TensorShardingAttr> shardings;
  if (parseShardings(parser, shardings))
    return failure();
  attr = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

static void printShardingList(OpAsmPrinter &printer, Operation *,
                              TensorShardingPerValueAttr attr) {
  printInBrackets(printer, attr.getShardings());
}

template <typename Attr>
static void printStripped(OpAsmPrinter &printer, Operation *, Attr attr) {
  attr.print(printer);
}

static ParseResult parseReduction(OpAsmParser &parser, ReductionOpAttr &attr) {
  ReductionOp reduction = ReductionOp::SUM;
  for (ReductionOp candidate :
       {ReductionOp::SUM, ReductionOp::MAX, ReductionOp::MIN})
    if (succeeded(
            parser.parseOptionalKeyword(stringifyReductionOp(candidate)))) {
      reduction = candidate;
      break;
    }
  attr = ReductionOpAttr::get(parser.getContext(), reduction);
  return success();
}
static void printReduction(OpAsmPrinter &printer, Operation *,
                           ReductionOpAttr attr) {
  if (attr && attr.getValue() != ReductionOp::SUM)
    printer << stringifyReductionOp(attr.getValue());
}

static ParseResult parseDirection(OpAsmParser &parser,
                                  PropagationDirectionAttr &attr) {
  return parseWord(
      parser, attr,
      [](StringRef word) { return symbolizePropagationDirection(word); },
      "direction", "NONE, FORWARD, BACKWARD");
}
static void printDirection(OpAsmPrinter &printer, Operation *,
                           PropagationDirectionAttr attr) {
  printer << stringifyPropagationDirection(attr.getValue());
}

static ParseResult parseBodyRegion(OpAsmParser &parser, Region &region) {
  return parseBodyOf<ManualComputationOp>(parser, region);
}

#define GET_OP_CLASSES
#include "popt/Dialect/Sdy/Sdy.cpp.inc"

void SdyDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/Sdy/Sdy.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static LogicalResult verifySharding(Operation *op, TensorShardingAttr sharding,
                                    Type type, const Twine &what) {
  std::string problem = checkSharding(sharding, type, op);
  if (!problem.empty())
    return op->emitOpError() << problem << " in " << what;
  return success();
}

/// The sharding, and what becomes of the operand's unreduced axes: those that
/// are kept are combined as before, new ones are summed.
static LogicalResult verifyMove(Operation *op, TensorShardingAttr sharding) {
  if (failed(verifySharding(op, sharding, op->getResult(0).getType(),
                            "its sharding")))
    return failure();
  TensorShardingAttr from = getKnownSharding(op->getOperand(0), op);
  if (!from)
    return success();
  return verifyUnreduced(op, from, sharding);
}

LogicalResult ShardingConstraintOp::verify() {
  return verifyMove(*this, getSharding());
}

LogicalResult ReshardOp::verify() { return verifyMove(*this, getSharding()); }

/// A static shape, and no other user of the operand: the edge stands for all.
static LogicalResult verifyEdge(Operation *op) {
  auto tensor = dyn_cast<ShapedType>(op->getResult(0).getType());
  if (tensor && !tensor.hasStaticShape())
    return op->emitOpError() << "has type " << tensor << "; its shape must be "
                             << "static";
  if (!op->getOperand(0).hasOneUse())
    return op->emitOpError(
        "is not the only user of its operand; others must use the edge");
  return success();
}

LogicalResult DataFlowEdgeOp::verify() {
  if (failed(verifyEdge(*this)))
    return failure();
  Operation *source = getInput().getDefiningOp();
  if (source && isa_and_present<SdyDialect>(source->getDialect()) &&
      source->getNumRegions() == 0) {
    InFlightDiagnostic diag =
        emitOpError("stands after an sdy operation; it belongs at the result "
                    "of an operation that ties values, or at an argument");
    diag.attachNote(source->getLoc()) << "this one";
    return diag;
  }
  if (!getSharding())
    return success();
  return verifySharding(*this, *getSharding(), getType(), "its sharding");
}

LogicalResult FuncDataFlowEdgeOp::verify() {
  if (failed(verifyEdge(*this)))
    return failure();
  Operation *source = getOperand().getDefiningOp();
  if (!source)
    source = cast<BlockArgument>(getOperand()).getOwner()->getParentOp();
  bool isArgument = isa<BlockArgument>(getOperand());
  if (isArgument ? !isa<FunctionOpInterface>(source)
                 : !isa<CallOpInterface>(source))
    return emitOpError("stands at neither a function's argument nor a call's "
                       "result");
  return success();
}

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() == PropagationDirection::BOTH)
    return emitOpError("allows both directions, so that it is no barrier; use "
                       "NONE, FORWARD or BACKWARD");
  return success();
}

static LogicalResult verifyShardings(Operation *op,
                                     TensorShardingPerValueAttr shardings,
                                     TypeRange types, StringRef kind) {
  if (shardings.getShardings().size() != types.size())
    return op->emitOpError()
           << "has " << shardings.size() << " shardings for " << types.size()
           << " " << kind << (types.size() == 1 ? "" : "s");
  for (auto [i, sharding, type] :
       llvm::enumerate(shardings.getShardings(), types))
    if (failed(verifySharding(op, sharding, type,
                              "the sharding of " + kind + " " + Twine(i))))
      return failure();
  return success();
}

/// The first sharding's mesh, if all shardings have it.
static FailureOr<MeshAttr> getCommonMesh(ManualComputationOp op) {
  MeshAttr common;
  for (TensorShardingPerValueAttr list :
       {op.getInShardings(), op.getOutShardings()})
    for (TensorShardingAttr sharding : list.getShardings()) {
      MeshAttr mesh = sharding.getMesh(op);
      if (mesh.empty())
        continue;
      if (common && common != mesh)
        return op.emitOpError()
               << "has shardings on two meshes, " << common << " and " << mesh;
      common = mesh;
    }
  return common;
}

static LogicalResult verifyManualAxes(ManualComputationOp op, MeshAttr mesh) {
  for (StringAttr axis : op.getManualAxes()) {
    if (mesh && !mesh.hasAxis(axis))
      return op.emitOpError()
             << "manual axis " << axis << " is not in the mesh " << mesh;
    for (auto outer = op->getParentOfType<ManualComputationOp>(); outer;
         outer = outer->getParentOfType<ManualComputationOp>())
      if (llvm::is_contained(outer.getManualAxes(), axis)) {
        InFlightDiagnostic diag =
            op.emitOpError()
            << "axis " << axis << " is already manual in an enclosing region";
        diag.attachNote(outer.getLoc()) << "this one";
        return diag;
      }
  }
  return success();
}

/// The type of a value's block along the manual axes.
static FailureOr<Type> getLocalType(ManualComputationOp op, Type type,
                                    TensorShardingAttr sharding, MeshAttr mesh,
                                    const Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type;
  SmallVector<int64_t> shape(tensor.getShape());
  for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings())) {
    AxisRefAttr free;
    int64_t parts = 1;
    for (AxisRefAttr axis : dim.getAxes()) {
      if (!llvm::any_of(op.getManualAxes(), [&](StringAttr name) {
            return name.getValue() == axis.getName();
          })) {
        free = axis;
        continue;
      }
      if (free)
        return op.emitOpError()
               << "manual axis " << axis.toString() << " comes after axis "
               << free.toString() << ", which is not manual, in dimension " << d
               << " of " << what;
      parts *= axis.getSize(mesh);
    }
    if (ShapedType::isDynamic(shape[d]))
      continue;
    if (shape[d] % parts != 0)
      return op.emitOpError()
             << "dimension " << d << " of " << what << " has extent "
             << shape[d] << ", which the manual axes of size " << parts
             << " do not divide";
    shape[d] /= parts;
  }
  return Type(tensor.clone(shape));
}

static LogicalResult verifyLocalTypes(ManualComputationOp op, StringRef kind,
                                      TypeRange globals,
                                      TensorShardingPerValueAttr shardings,
                                      TypeRange locals, MeshAttr mesh) {
  if (locals.size() != globals.size())
    return op.emitOpError() << "has " << globals.size() << " " << kind
                            << "s, but its body has " << locals.size();
  for (auto [i, global, sharding, local] :
       llvm::enumerate(globals, shardings.getShardings(), locals)) {
    std::string what = (kind + " " + Twine(i)).str();
    FailureOr<Type> expected = getLocalType(op, global, sharding, mesh, what);
    if (failed(expected))
      return failure();
    if (*expected != local)
      return op.emitOpError()
             << what << " has type " << global << ", whose block is "
             << *expected << ", but its body has " << local;
  }
  return success();
}

LogicalResult ManualComputationOp::verify() {
  if (failed(verifyShardings(*this, getInShardings(), getTensors().getTypes(),
                             "operand")) ||
      failed(verifyShardings(*this, getOutShardings(), getResultTypes(),
                             "result")))
    return failure();
  FailureOr<MeshAttr> mesh = getCommonMesh(*this);
  if (failed(mesh) || failed(verifyManualAxes(*this, *mesh)))
    return failure();
  Block &body = getBody().front();
  if (failed(verifyLocalTypes(*this, "operand", getTensors().getTypes(),
                              getInShardings(), body.getArgumentTypes(),
                              *mesh)))
    return failure();
  return verifyLocalTypes(*this, "result", getResultTypes(), getOutShardings(),
                          body.getTerminator()->getOperandTypes(), *mesh);
}

LogicalResult NamedComputationOp::verify() {
  if (getInShardings() &&
      failed(verifyShardings(*this, *getInShardings(), getOperands().getTypes(),
                             "operand")))
    return failure();
  if (getOutShardings() && failed(verifyShardings(*this, *getOutShardings(),
                                                  getResultTypes(), "result")))
    return failure();
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getOperands().getTypes())
    return emitOpError("body's argument types are not its operands'");
  if (TypeRange(body.getTerminator()->getOperandTypes()) !=
      TypeRange(getResultTypes()))
    return emitOpError("body returns other types than its results'");
  return success();
}
