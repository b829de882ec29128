// Branches, loops, tokens and tuples of `stablehlo`: text and verifiers.
// Covered by test/Dialect/StableHLO/ops-control-flow.mlir and
// invalid-control-flow.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOControlFlow.cpp.inc"

void StablehloDialect::registerControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLOControlFlow.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// if, case
//===----------------------------------------------------------------------===//

static LogicalResult verifyBranch(Operation *op, const Twine &name,
                                  Region &region) {
  return verifyBody(op, name.str(), region, {},
                    SmallVector<Type>(op->getResultTypes()));
}

LogicalResult IfOp::verifyRegions() {
  if (failed(verifyBranch(*this, "true_branch", getTrueBranch())))
    return failure();
  return verifyBranch(*this, "false_branch", getFalseBranch());
}

LogicalResult CaseOp::verifyRegions() {
  if (getBranches().empty()) // C1
    return emitOpError() << "has no branches, expected at least one";
  for (auto [index, branch] : llvm::enumerate(getBranches()))
    if (failed(verifyBranch(*this, "branch " + Twine(index), branch)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

LogicalResult WhileOp::verify() {
  if (getOperandTypes() != getResultTypes()) // C1
    return emitOpError() << "results do not have the types of the operands";
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  SmallVector<Type> types(getOperandTypes());
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyBody(*this, "cond", getCond(), types, pred))) // C2, C3
    return failure();
  return verifyBody(*this, "body", getBody(), types, types); // C4, C5
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto parseCarry = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseCarry))
    return failure();
  if (!operands.empty() &&
      (parser.parseColon() || parser.parseTypeList(result.types)))
    return failure();
  if (parser.resolveOperands(operands, result.types, loc, result.operands))
    return failure();
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseKeyword("cond") ||
                 parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseKeyword("do") ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperands()),
                        printer, [&](auto carry) {
                          printer << std::get<0>(carry) << " = "
                                  << std::get<1>(carry);
                        });
  printer << ')';
  if (getNumOperands() != 0) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Barriers, tokens, tuples
//===----------------------------------------------------------------------===//

LogicalResult
OptimizationBarrierOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperand().getTypes());
  return success();
}

LogicalResult CreateTokenOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>, Adaptor,
                                              SmallVectorImpl<Type> &types) {
  types.push_back(TokenType::get(context));
  return success();
}

LogicalResult AfterAllOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>, Adaptor,
                                           SmallVectorImpl<Type> &types) {
  types.push_back(TokenType::get(context));
  return success();
}

LogicalResult TupleOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  types.push_back(TupleType::get(context, adaptor.getVal().getTypes()));
  return success();
}

LogicalResult
GetTupleElementOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                    Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  types.push_back(cast<TupleType>(adaptor.getOperand().getType())
                      .getType(adaptor.getIndex()));
  return success();
}

LogicalResult GetTupleElementOp::verify() {
  size_t size = getOperand().getType().size();
  if (getIndex() >= size) // C1
    return emitOpError() << "index " << getIndex()
                         << " is not an element of a tuple of size " << size;
  return success();
}
