//===- Stages.cpp - Places on the stage axis ------------------------------===//
//
// Reads and writes the attributes of Stages.h, and verifies the operations
// between stages. Tests: test/Dialect/Dist/stages.mlir, invalid-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Stages.h"

#include "popt/Dialect/Dist/Main.h"

#include "DistSyntax.h"
#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

#define GET_OP_CLASSES
#include "popt/Dialect/Dist/StageOps.cpp.inc"

std::optional<int> dist::findStageAxis(const Mesh &mesh) {
  for (auto [i, axis] : llvm::enumerate(mesh.axes))
    if (axis.kind == AxisKind::Stage && axis.size > 1)
      return static_cast<int>(i);
  return std::nullopt;
}

LogicalResult dist::verifyPlace(Operation *op, Attribute place) {
  auto list = dyn_cast<DenseI64ArrayAttr>(place);
  if (!list || list.empty())
    return op->emitError("\"dist.place\" is no list of coordinates, as "
                         "array<i64: 0>");
  MeshOp meshOp = getMesh(op);
  Mesh mesh = meshOp ? meshOp.toMesh() : Mesh();
  std::optional<int> axis = findStageAxis(mesh);
  if (!axis)
    return success(); // a stage axis of one coordinate is no stage axis
  int64_t last = -1;
  for (int64_t coordinate : list.asArrayRef()) {
    if (coordinate <= last || coordinate >= mesh.axes[*axis].size)
      return op->emitError()
             << "\"dist.place\" has coordinate " << coordinate
             << "; stage axis \"" << mesh.axes[*axis].name << "\" has "
             << mesh.axes[*axis].size << ", and they ascend";
    last = coordinate;
  }
  return success();
}

std::string dist::checkOwners(const MeshAxis &axis, int64_t layers,
                              ArrayRef<int64_t> owners) {
  for (int64_t owner : owners)
    if (owner < 0 || owner >= axis.size)
      return "axis \"" + axis.name + "\" of size " + std::to_string(axis.size) +
             " has no coordinate " + std::to_string(owner);
  auto number = static_cast<int64_t>(owners.size());
  if (number > 0 && layers % number == 0)
    return "";
  return "axis \"" + axis.name + "\" lists " + std::to_string(number) +
         " owners for " + std::to_string(layers) +
         " layers; list the owner of each of equal blocks, or of each layer";
}

LogicalResult dist::verifyOwners(Operation *op, Type type, Attribute owners,
                                 Attribute sharding) {
  auto list = dyn_cast<DenseI64ArrayAttr>(owners);
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto split = dyn_cast_or_null<ShardingAttr>(sharding);
  MeshOp meshOp = getMesh(op);
  if (!list || !tensor || !split || !meshOp)
    return op->emitError(
        "\"dist.owners\" is a list of coordinates, of a tensor "
        "with a sharding");
  Mesh mesh = meshOp.toMesh();
  for (auto [layers, dim] :
       llvm::zip(tensor.getShape(), split.toLayout(mesh).dims))
    for (const AxisRef &ref : dim.axes)
      if (const MeshAxis &axis = mesh.axes[ref.axis];
          axis.kind == AxisKind::Stage)
        if (std::string problem = checkOwners(axis, layers, list.asArrayRef());
            !problem.empty())
          return op->emitError() << "\"dist.owners\": " << problem;
  return success();
}

LogicalResult dist::verifyBlockOf(Operation *op, Type type, Attribute attr,
                                  Attribute place) {
  auto block = dyn_cast<BlockOfAttr>(attr);
  auto whole =
      block ? dyn_cast<RankedTensorType>(block.getWhole()) : RankedTensorType();
  auto own = dyn_cast<RankedTensorType>(type);
  auto at = dyn_cast_or_null<DenseI64ArrayAttr>(place);
  MeshOp meshOp = getMesh(op);
  std::optional<int> axis =
      meshOp ? findStageAxis(meshOp.toMesh()) : std::nullopt;
  if (!whole || !own || block.getDim() < 0 ||
      block.getDim() >= whole.getRank() || !at || !axis ||
      (at.size() != 1 && block.getBegin() < 0))
    return op->emitError("\"dist.block_of\" wants a dimension of a tensor, "
                         "\"dist.place\" with one coordinate, and a stage "
                         "axis");
  SmallVector<int64_t> shape(whole.getShape());
  int64_t &layers = shape[block.getDim()];
  if (block.getBegin() < 0)
    layers = llvm::divideCeil(layers, meshOp.toMesh().axes[*axis].size);
  else if (own.getRank() == whole.getRank() &&
           block.getBegin() <= layers - own.getDimSize(block.getDim()))
    layers = own.getDimSize(block.getDim());
  if (own.getShape() == ArrayRef(shape) &&
      own.getElementType() == whole.getElementType())
    return success();
  return op->emitError() << "a block of " << whole << " in dimension "
                         << block.getDim() << " is not a " << own;
}

static SmallVector<int64_t> toList(Attribute attr) {
  auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attr);
  return array ? SmallVector<int64_t>(array.asArrayRef())
               : SmallVector<int64_t>();
}

SmallVector<int64_t> dist::getPlace(Operation *op) {
  return toList(op->getAttr(kPlace));
}

/// What is made of nothing can be made anywhere, whatever it is for. It has no
/// place, since of equal constants one is kept, and its attributes with it.
static bool isSource(Operation *op) {
  return op->getNumOperands() == 0 && op->getNumRegions() == 0 && isPure(op);
}

void dist::setPlace(Operation *op, ArrayRef<int64_t> place) {
  if (place.empty() || isSource(op))
    op->removeAttr(kPlace);
  else
    op->setAttr(kPlace, DenseI64ArrayAttr::get(op->getContext(), place));
}

SmallVector<int64_t> dist::getArgumentPlace(func::FuncOp func, unsigned index) {
  return toList(func.getArgAttr(index, kPlace));
}

SmallVector<int64_t> dist::getResultPlace(func::FuncOp func, unsigned index) {
  return toList(func.getResultAttr(index, kPlace));
}

std::optional<int64_t> dist::getStage(func::FuncOp func) {
  if (auto stage = func->getAttrOfType<IntegerAttr>(kCoordinate))
    return stage.getInt();
  return std::nullopt;
}

bool dist::isOrdered(Operation *op) {
  // Messages after a loop may wait for those in it, and no value says so.
  if (auto loop = dyn_cast<TimeLoopOp>(op))
    return getOrder(loop) &&
           llvm::any_of(loop.getBody().front(),
                        [](Operation &inner) { return isOrdered(&inner); });
  return isa<SendOp, SentOp, RecvOp, ReduceStagesOp, TaskOp>(op);
}

MainOnMesh dist::getMain(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (main && main.isExternal())
    main = {};
  return {main, getMesh(module)};
}

FailureOr<MainOnMesh> dist::requireMain(ModuleOp module) {
  MainOnMesh found = getMain(module);
  if (!found.main)
    return module.emitError("module has no function @main with a body");
  if (!found.mesh)
    return module.emitError("module has no dist.mesh; add one");
  return found;
}

SmallVector<func::FuncOp> dist::getPrograms(ModuleOp module) {
  SmallVector<func::FuncOp> programs;
  for (auto func : module.getOps<func::FuncOp>())
    if (getStage(func) && !func.isExternal())
      programs.push_back(func);
  llvm::sort(programs, [](func::FuncOp a, func::FuncOp b) {
    return *getStage(a) < *getStage(b);
  });
  if (func::FuncOp main = getMain(module).main; programs.empty() && main)
    programs.push_back(main);
  return programs;
}

static unsigned toIndex(Attribute attr, unsigned index) {
  auto number = dyn_cast_or_null<IntegerAttr>(attr);
  return number ? static_cast<unsigned>(number.getInt()) : index;
}

unsigned dist::getArgumentIndex(func::FuncOp func, unsigned index) {
  return toIndex(func.getArgAttr(index, kIndex), index);
}

unsigned dist::getResultIndex(func::FuncOp func, unsigned index) {
  return toIndex(func.getResultAttr(index, kIndex), index);
}

/// `jit(step)/jvp(mlp)/dense` is the scope `mlp/dense`.
std::string dist::getScope(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '/');
  std::string scope;
  for (StringRef part : parts) {
    bool isCall = false;
    for (bool stripped = true; stripped;) {
      stripped = false;
      isCall |= part.starts_with("jit(") || part.starts_with("pjit(");
      for (StringRef wrapper : {"jvp(", "transpose("})
        if (part.starts_with(wrapper) && part.ends_with(")")) {
          part = part.drop_front(wrapper.size()).drop_back();
          stripped = true;
        }
    }
    if (!isCall && !part.empty())
      scope += (scope.empty() ? "" : "/") + part.str();
  }
  return scope;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult CombineOp::verify() {
  if (getInputs().size() < 2 || getInputs().size() != getAt().size())
    return emitOpError() << "has " << getInputs().size() << " operands and "
                         << getAt().size()
                         << " places; it takes two or more, with one place "
                            "each";
  for (size_t i = 1; i < getAt().size(); ++i)
    if (getAt()[i - 1] >= getAt()[i])
      return emitOpError("has places that do not ascend");
  return success();
}

/// Constraints of all operations between stages.
static LogicalResult verifyBetweenStages(Operation *op, FlatSymbolRefAttr mesh,
                                         ArrayRef<int64_t> coordinates,
                                         int64_t message) {
  MeshOp meshOp = dist::getMesh(op);
  if (!meshOp || meshOp.getSymName() != mesh.getValue())
    return op->emitOpError()
           << "is on mesh " << mesh << ", which is not the module's";
  Mesh axes = meshOp.toMesh();
  std::optional<int> axis = findStageAxis(axes);
  if (!axis)
    return op->emitOpError() << "is between stages, but the mesh " << axes.str()
                             << " has no stage axis";
  for (auto [i, coordinate] : llvm::enumerate(coordinates)) {
    if (coordinate < 0 || coordinate >= axes.axes[*axis].size)
      return op->emitOpError()
             << "names coordinate " << coordinate << " of stage axis \""
             << axes.axes[*axis].name << "\" of size " << axes.axes[*axis].size;
    if (i > 0 && coordinates[i - 1] >= coordinate)
      return op->emitOpError("has coordinates that do not ascend");
  }
  if (message < 0)
    return op->emitOpError() << "has message number " << message;
  return success();
}

LogicalResult SendOp::verify() {
  return verifyBetweenStages(*this, getMeshAttr(), {int64_t(getTo())},
                             getMessage());
}

LogicalResult RecvOp::verify() {
  return verifyBetweenStages(*this, getMeshAttr(), {int64_t(getFrom())},
                             getMessage());
}

LogicalResult ReduceStagesOp::verify() {
  if (failed(verifyBetweenStages(*this, getMeshAttr(), getAt(), getMessage())))
    return failure();
  if (getInputs().empty())
    return emitOpError("reduces nothing");
  return success();
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// `3 "1B" (%old = %sum) -> (types) { .. }`.
ParseResult TaskOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr label;
  int64_t number = 0;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseInteger(number) ||
      parser.parseAttribute(label, "label", result.attributes) ||
      parser.parseAssignmentList(arguments, operands) ||
      parser.parseOptionalArrowTypeList(result.types))
    return failure();
  Builder &b = parser.getBuilder();
  result.addAttribute("number", b.getI64IntegerAttr(number));
  if (result.types.size() < operands.size())
    return parser.emitError(parser.getNameLoc())
           << "task has " << operands.size() << " operands, but "
           << result.types.size() << " results";
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  if (parser.resolveOperands(operands,
                             ArrayRef(result.types).take_front(operands.size()),
                             parser.getNameLoc(), result.operands) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  TaskOp::ensureTerminator(*result.regions.front(), b, result.location);
  return success();
}

void TaskOp::print(OpAsmPrinter &printer) {
  printer << " " << getNumber() << " " << getLabelAttr() << " (";
  llvm::interleaveComma(
      llvm::zip(getBody().getArguments(), getInits()), printer, [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  printer << ")";
  printer.printOptionalArrowTypeList(getResultTypes());
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"label", "number"});
}

LogicalResult TaskOp::verify() {
  Block &body = getBody().front();
  if (body.getArgumentTypes() != TypeRange(getInits()))
    return emitOpError("has a body whose arguments are not its operands'");
  if (body.getTerminator()->getOperandTypes() != getResultTypes())
    return emitOpError("has a body that does not yield its results");
  if (getNumResults() < getInits().size() ||
      TypeRange(getResultTypes()).take_front(getInits().size()) !=
          TypeRange(getInits()))
    return emitOpError("has results that do not begin with its operands'");
  if (std::optional<ArrayRef<int64_t>> range = getMicrobatches();
      range && (range->size() != 2 || range->front() < 0 ||
                range->front() >= range->back()))
    return emitOpError("has microbatches that are no first and end");
  return success();
}
