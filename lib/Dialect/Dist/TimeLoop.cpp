//===- TimeLoop.cpp - Syntax and verification of dist.time_loop -----------===//
//
//   %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero)
//       -> (tensor<8xf32>) { ... dist.return %next : tensor<8xf32> }
//
// Tests: test/Dialect/Dist/ops.mlir, invalid-time-loop.mlir.
//
//===----------------------------------------------------------------------===//
#include "DistSyntax.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

int64_t TimeLoopOp::getNumSteps() {
  return product(getAxes().toAxisList(dist::getMesh(*this).toMesh()));
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult TimeLoopOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<AxisRefAttr> axes;
  FlatSymbolRefAttr mesh;
  SmallVector<OpAsmParser::Argument> arguments(1);
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  OpBuilder builder(parser.getContext());
  if (parser.parseKeyword("over") || parseAxes(parser, axes) ||
      parser.parseKeyword("on") || parser.parseAttribute(mesh) ||
      parser.parseLParen() || parser.parseArgument(arguments.front()))
    return failure();
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
        parser.parseOperand(inits.emplace_back()))
      return failure();
  SMLoc typesAt;
  if (parser.parseRParen() || parser.parseArrow() ||
      parser.getCurrentLocation(&typesAt) || parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen()) &&
      (parser.parseTypeList(result.types) || parser.parseRParen()))
    return failure();
  if (result.types.size() != inits.size())
    return parser.emitError(typesAt)
           << "has " << result.types.size() << " result types for "
           << inits.size() << " carried values";
  arguments.front().type = RankedTensorType::get({}, builder.getI32Type());
  for (auto [argument, type] :
       llvm::zip_equal(MutableArrayRef(arguments).drop_front(), result.types))
    argument.type = type;
  result.addAttribute(getAxesAttrName(result.name),
                      AxisListAttr::get(parser.getContext(), axes));
  result.addAttribute(getMeshAttrName(result.name), mesh);
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(inits, result.types, typesAt, result.operands) ||
      parser.parseRegion(*body, arguments))
    return failure();
  TimeLoopOp::ensureTerminator(*body, builder, result.location);
  return success();
}

void TimeLoopOp::print(OpAsmPrinter &printer) {
  printer << " over ";
  printAxes(printer, getAxes().getAxes());
  printer << " on @" << getMesh() << " (" << getStep();
  for (auto [argument, init] : llvm::zip_equal(getCarried(), getInits()))
    printer << ", " << argument << " = " << init;
  printer << ") -> (";
  llvm::interleaveComma(getResultTypes(), printer);
  printer << ")";
  SmallVector<StringRef> elided{getAxesAttrName(), getMeshAttrName()};
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult TimeLoopOp::verify() {
  std::string problem = checkAxes(*this, getAxes(), getMesh());
  if (!problem.empty())
    return emitOpError() << problem;
  Mesh mesh = dist::getMesh(*this).toMesh();
  for (const AxisRef &axis : getAxes().toAxisList(mesh))
    if (mesh.axes[axis.axis].kind != AxisKind::Time)
      return emitOpError() << "runs over axis " << mesh.str(axis)
                           << ", which is no time axis";
  mlir::Block &body = getBody().front();
  auto stepType = RankedTensorType::get({}, Builder(getContext()).getI32Type());
  if (body.getNumArguments() == 0 || body.getArgument(0).getType() != stepType)
    return emitOpError() << "has no step number of type " << stepType
                         << " as its body's first argument";
  if (body.getNumArguments() != getInits().size() + 1)
    return emitOpError() << "carries " << getInits().size()
                         << " values, but its body has "
                         << body.getNumArguments() - 1 << " arguments for them";
  if (getNumResults() != getInits().size())
    return emitOpError() << "carries " << getInits().size()
                         << " values, but has " << getNumResults()
                         << " results";
  Operation *terminator = body.getTerminator();
  if (terminator->getNumOperands() != getInits().size())
    return emitOpError() << "carries " << getInits().size()
                         << " values, but its body returns "
                         << terminator->getNumOperands();
  for (auto [i, init] : llvm::enumerate(getInits())) {
    Type type = init.getType();
    auto check = [&, i = i](Type other, StringRef what) -> LogicalResult {
      if (other == type)
        return success();
      return emitOpError() << "carries value " << i << " of type " << type
                           << ", but its " << what << " has type " << other;
    };
    if (failed(check(body.getArgument(i + 1).getType(), "argument")) ||
        failed(check(terminator->getOperand(i).getType(), "returned value")) ||
        failed(check(getResult(i).getType(), "result")))
      return failure();
  }
  return success();
}

// The order says what of the body runs when, so the body comes first.
LogicalResult TimeLoopOp::verifyRegions() {
  return getOrder(*this) ? verifyOrder(*this) : success();
}
