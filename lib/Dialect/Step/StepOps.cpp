//===- StepOps.cpp - Syntax and verification of the step operations -------===//
//
// The dialect, the custom directives of its assembly formats and the verifiers.
// These prove that the text only names things that exist; that a table is safe
// to run is proved on its binary form (rt::check). Tests: test/Dialect/Step.
//
//===----------------------------------------------------------------------===//
#include "StepSyntax.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Step/Table.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

#include "popt/Dialect/Step/StepDialect.cpp.inc"
#include "popt/Dialect/Step/StepEnums.cpp.inc"

#include "popt/Dialect/Step/CommandInterface.cpp.inc"

void StepDialect::initialize() {
  registerAttributes();
  registerOperations();
}

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

/// `(@arena[0] : 4xf32) stream 1 waits [0, 2] event 3`: the operands, and other
/// fields that are not the default.
static ParseResult parseOperands(OpAsmParser &parser, ArrayAttr &operands,
                                 IntegerAttr &stream, DenseI32ArrayAttr &waits,
                                 IntegerAttr &event) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> list;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        list.push_back(parseOperandAttr(parser));
        return success(list.back() != nullptr);
      }))
    return failure();
  operands = builder.getArrayAttr(list);
  int32_t number = 0;
  if (succeeded(parser.parseOptionalKeyword("stream")) &&
      parser.parseInteger(number))
    return failure();
  stream = builder.getI32IntegerAttr(number);
  SmallVector<int32_t> events;
  if (succeeded(parser.parseOptionalKeyword("waits")) &&
      parseIntegers(parser, events))
    return failure();
  waits = builder.getDenseI32ArrayAttr(events);
  if (failed(parser.parseOptionalKeyword("event")))
    return success();
  if (parser.parseInteger(number))
    return failure();
  event = builder.getI32IntegerAttr(number);
  return success();
}

static void printOperands(OpAsmPrinter &printer, Operation *,
                          ArrayAttr operands, IntegerAttr stream,
                          DenseI32ArrayAttr waits, IntegerAttr event) {
  printer << "(";
  llvm::interleaveComma(operands, printer, [&](Attribute operand) {
    printOperandAttr(printer, cast<OperandAttr>(operand));
  });
  printer << ")";
  if (stream && stream.getInt())
    printer << " stream " << stream.getInt();
  if (waits && !waits.empty()) {
    printer << " waits ";
    printIntegers(printer, waits.asArrayRef());
  }
  if (event)
    printer << " event " << event.getInt();
}

static ParseResult parseScalar(OpAsmParser &parser, ScalarAttr &scalar) {
  scalar = parseScalarAttr(parser);
  return success(scalar != nullptr);
}

static void printScalar(OpAsmPrinter &printer, Operation *, ScalarAttr scalar) {
  printScalarAttr(printer, scalar);
}

/// `[rank, 7]`.
static ParseResult parseScalars(OpAsmParser &parser, ArrayAttr &scalars) {
  return parseArray(parser, scalars, [&] { return parseScalarAttr(parser); });
}

static void printScalars(OpAsmPrinter &printer, Operation *,
                         ArrayAttr scalars) {
  printArray(printer, scalars, [&](Attribute scalar) {
    printScalarAttr(printer, cast<ScalarAttr>(scalar));
  });
}

static ParseResult parsePieces(OpAsmParser &parser, PiecesAttr &pieces) {
  pieces = parsePiecesAttr(parser);
  return success(pieces != nullptr);
}

static void printPieces(OpAsmPrinter &printer, Operation *, PiecesAttr pieces) {
  printPiecesAttr(printer, pieces);
}

static ParseResult parseMonoidWord(OpAsmParser &parser,
                                   dist::MonoidAttr &monoid) {
  monoid =
      dyn_cast_or_null<dist::MonoidAttr>(dist::MonoidAttr::parse(parser, {}));
  return success(monoid != nullptr);
}

static void printMonoidWord(OpAsmPrinter &printer, Operation *,
                            dist::MonoidAttr monoid) {
  printer << popt::name(monoid.getValue());
}

/// `0x3f800000`: at most 16 bytes.
static ParseResult parseBytes(OpAsmParser &parser, TypedAttr &value) {
  SMLoc loc = parser.getCurrentLocation();
  APInt bits;
  OptionalParseResult result = parser.parseOptionalInteger(bits);
  if (!result.has_value())
    return parser.emitError(loc, "expected the element's bits, such as 0x0");
  if (failed(*result))
    return failure();
  if (bits.getActiveBits() > 128)
    return parser.emitError(loc) << "a value has " << bits.getActiveBits()
                                 << " bits, but elements have at most 128";
  value = IntegerAttr::get(IntegerType::get(parser.getContext(), 128),
                           bits.zextOrTrunc(128));
  return success();
}

static void printBytes(OpAsmPrinter &printer, Operation *, TypedAttr value) {
  SmallString<40> text;
  cast<IntegerAttr>(value).getValue().toStringUnsigned(text, 16);
  printer << "0x" << StringRef(text).lower();
}

/// `[0 -> 1, 1 -> 0]`.
static ParseResult parsePairs(OpAsmParser &parser, DenseI32ArrayAttr &pairs) {
  SmallVector<int32_t> list;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return failure(parser.parseInteger(list.emplace_back()) ||
                       parser.parseArrow() ||
                       parser.parseInteger(list.emplace_back()));
      }))
    return failure();
  pairs = parser.getBuilder().getDenseI32ArrayAttr(list);
  return success();
}

static void printPairs(OpAsmPrinter &printer, Operation *,
                       DenseI32ArrayAttr pairs) {
  printer << "[";
  for (int64_t i = 0; i + 1 < pairs.size(); i += 2)
    printer << (i ? ", " : "") << pairs[i] << " -> " << pairs[i + 1];
  printer << "]";
}

/// `[@a, none]`; nothing is the unit attribute.
static ParseResult parseBranches(OpAsmParser &parser, ArrayAttr &branches) {
  return parseArray(parser, branches, [&]() -> Attribute {
    if (succeeded(parser.parseOptionalKeyword("none")))
      return UnitAttr::get(parser.getContext());
    StringAttr name;
    if (parser.parseSymbolName(name))
      return {};
    return FlatSymbolRefAttr::get(name);
  });
}

static void printBranches(OpAsmPrinter &printer, Operation *,
                          ArrayAttr branches) {
  printArray(printer, branches, [&](Attribute branch) {
    if (isa<FlatSymbolRefAttr>(branch))
      printer << branch;
    else
      printer << "none";
  });
}

static ParseResult parseRankLists(OpAsmParser &parser, ArrayAttr &lists) {
  return parseIntegerLists<DenseI32ArrayAttr>(parser, lists);
}
static void printRankLists(OpAsmPrinter &printer, Operation *,
                           ArrayAttr lists) {
  printIntegerLists<DenseI32ArrayAttr>(printer, lists);
}

#define GET_OP_CLASSES
#include "popt/Dialect/Step/Step.cpp.inc"

void StepDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/Step/Step.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Looks a name up among the records of `holder` and checks its sort.
template <typename... Records>
static LogicalResult verifyName(Operation *op, Operation *holder,
                                FlatSymbolRefAttr ref, StringRef sort,
                                SymbolTableCollection &tables) {
  if (!ref)
    return success();
  Operation *record = tables.lookupSymbolIn(holder, ref.getAttr());
  if (record && isa<Records...>(record))
    return success();
  if (record)
    return op->emitOpError()
           << "uses " << ref << ", a " << record->getName() << ", as " << sort;
  return op->emitOpError() << "uses " << ref << ", but there is no " << sort
                           << " of that name";
}

namespace {
/// The names that one command uses, by what they are used for.
struct NameVerifier {
  Operation *op;
  SymbolTableCollection &tables;
  Operation *program = op->getParentOfType<ProgramOp>();
  Operation *table = op->getParentOfType<TableOp>();

  LogicalResult rankTable(FlatSymbolRefAttr ref) {
    return verifyName<RankTableOp>(op, table, ref, "rank table", tables);
  }
  LogicalResult region(FlatSymbolRefAttr ref) {
    return verifyName<RegionOp>(op, program, ref, "region", tables);
  }
  LogicalResult body(FlatSymbolRefAttr ref) {
    return verifyName<BodyOp>(op, program, ref, "body", tables);
  }
  LogicalResult visit(OperandAttr operand) {
    if (failed(region(operand.getRegion())) ||
        failed(rankTable(operand.getRankOffset())))
      return failure();
    for (TermAttr term : operand.getTerms())
      if (failed(body(term.getLoop())))
        return failure();
    for (RankExtentAttr extent : operand.getRankExtents())
      if (failed(rankTable(extent.getTable())))
        return failure();
    return success();
  }
  LogicalResult visit(StringRef use, Attribute attr) {
    if (auto list = dyn_cast<ArrayAttr>(attr)) {
      for (Attribute element : list)
        if (failed(visit(use, element)))
          return failure();
      return success();
    }
    if (auto operand = dyn_cast<OperandAttr>(attr))
      return visit(operand);
    if (auto scalar = dyn_cast<ScalarAttr>(attr))
      return rankTable(scalar.getSymbol());
    if (auto pieces = dyn_cast<PiecesAttr>(attr))
      return failure(failed(rankTable(pieces.getCounts())) ||
                     failed(rankTable(pieces.getOffsets())));
    auto ref = dyn_cast<FlatSymbolRefAttr>(attr);
    if (!ref)
      return success();
    if (use == "callee")
      return verifyName<SymbolOp>(op, table, ref, "kernel", tables);
    if (use == "group")
      return verifyName<GroupOp>(op, table, ref, "group", tables);
    return use == "peer" ? rankTable(ref) : body(ref);
  }
};
} // namespace

/// Constraints of every command: C1, names; C2, events.
LogicalResult step::verifyCommand(CommandOpInterface command,
                                  SymbolTableCollection &tables) {
  NameVerifier names{command, tables};
  for (NamedAttribute attr : command->getAttrs())
    if (failed(names.visit(attr.getName(), attr.getValue())))
      return failure();
  int64_t events = cast<ProgramOp>(names.program).getEvents();
  SmallVector<int64_t> used(command.getWaits());
  if (std::optional<uint32_t> event = command.getEvent())
    used.push_back(static_cast<int32_t>(*event));
  for (int64_t event : used)
    if (event < 0 || event >= events)
      return command->emitOpError()
             << "uses event " << event << ", but the program has " << events;
  return success();
}

LogicalResult ScheduleOp::verify() {
  ArrayRef<int32_t> calls = getCalls();
  if (calls.size() % 2)
    return emitOpError() << "has " << calls.size()
                         << " numbers as its calls; each is a body and a "
                            "microbatch";
  for (size_t i = 0; i < calls.size(); i += 2)
    if (calls[i] < 0 || static_cast<size_t>(calls[i]) >= getBodies().size())
      return emitOpError() << "calls body " << calls[i] << " of "
                           << getBodies().size();
  return success();
}

LogicalResult AddressOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (failed(verifyName<ArgumentOp, ResultOp>(
          *this, (*this)->getParentOfType<TableOp>(), getValueAttr(),
          "argument or result", tables)))
    return failure();
  return verifyName<RegionOp>(*this, (*this)->getParentOp(), getRegionAttr(),
                              "region", tables);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

template <typename Value> static LogicalResult verifyValue(Value op) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!type.hasStaticShape() || !toRuntimeType(type.getElementType()))
    return op.emitOpError()
           << "has type " << type << ", which has no form at run time";
  if (op.getLocal() &&
      op.getLocal()->size() != static_cast<size_t>(type.getRank()))
    return op.emitOpError() << "has a local shape of " << op.getLocal()->size()
                            << " dimensions for a type of " << type.getRank();
  if (!op.getLayout())
    return success();
  std::string problem =
      dist::checkSharding(*op.getLayout(), type, dist::getMesh(op));
  return problem.empty()
             ? success()
             : op.emitOpError("has a layout that does not fit: ") << problem;
}

LogicalResult ArgumentOp::verify() { return verifyValue(*this); }
LogicalResult ResultOp::verify() { return verifyValue(*this); }

/// Constraint C4 of the table: which ranks run which program.
static LogicalResult verifyRanks(TableOp table, int64_t numRanks) {
  SmallVector<ProgramOp> programs(table.getRecords().getOps<ProgramOp>());
  SmallVector<ProgramOp> owner(numRanks);
  for (ProgramOp program : programs) {
    if (!program.getRanks() && programs.size() == 1)
      return success();
    if (!program.getRanks())
      return program.emitOpError("does not say which ranks run it, and it is "
                                 "not the only program");
    for (int32_t rank : program.getRanksAttr().asArrayRef()) {
      if (rank < 0 || rank >= numRanks)
        return program.emitOpError()
               << "runs on rank " << rank << ", but there are " << numRanks;
      if (owner[rank])
        return program.emitOpError()
               << "runs on rank " << rank << ", which already runs @"
               << owner[rank].getSymName();
      owner[rank] = program;
    }
  }
  for (int64_t rank = 0; rank < numRanks; ++rank)
    if (!owner[rank])
      return table.emitOpError() << "has no program for rank " << rank;
  return success();
}

/// Constraint C5 of the table.
static LogicalResult verifyState(TableOp table) {
  SymbolTable symbols(table);
  llvm::DenseMap<Operation *, ArgumentOp> argumentOf;
  for (auto argument : table.getRecords().getOps<ArgumentOp>()) {
    FlatSymbolRefAttr state = argument.getStateAttr();
    if (!state)
      continue;
    auto result = symbols.lookup<ResultOp>(state.getValue());
    if (!result)
      return argument.emitOpError()
             << "uses " << state << ", but there is no result of that name";
    auto [it, isNew] = argumentOf.try_emplace(result, argument);
    if (!isNew)
      return argument.emitOpError()
             << "has the state " << state << ", which is that of @"
             << it->second.getSymName();
  }
  return success();
}

LogicalResult TableOp::verifyRegions() {
  dist::MeshOp mesh = dist::getMesh(*this);
  if (!mesh)
    return emitOpError("needs a dist.mesh in its module");
  if (DictionaryAttr info = getInfoAttr())
    for (NamedAttribute fact : info)
      if (!isa<StringAttr>(fact.getValue()))
        return emitOpError()
               << "has info " << fact.getName() << ", which is no string";
  if (ElementsAttr constants = getConstantsAttr())
    if (!isa<DenseElementsAttr>(constants) ||
        constants.getShapedType().getRank() != 1 ||
        !constants.getElementType().isInteger(8))
      return emitOpError() << "has constants of type "
                           << constants.getShapedType()
                           << ", which is no list of i8";
  if (failed(verifyRanks(*this, mesh.toMesh().numRanks())))
    return failure();
  return verifyState(*this);
}

LogicalResult ProgramOp::verifyRegions() {
  uint64_t index = 0;
  for (auto body : getRecords().getOps<BodyOp>())
    for (Operation &op : body.getCommands().getOps()) {
      auto command = cast<CommandOpInterface>(op);
      if (command.getPc().value_or(index) != index)
        return op.emitOpError()
               << "is command " << index << ", not " << *command.getPc();
      ++index;
    }
  return success();
}

LogicalResult BodyOp::verifyRegions() {
  for (Operation &op : getCommands().getOps())
    if (!isa<CommandOpInterface>(op))
      return op.emitOpError("is no command of a step");
  return success();
}
