//===- TranslateTable.cpp - Operations become a step table ----------------===//
//
// Translates text back to a table, and proves that the table is safe to run.
// The module is verified: names exist, so that indices are found.
//
//   step.all_reduce[7] sum over @dp (..)  becomes
//   commands[7] all_reduce sum groups[0]
//
// Covered by test/Dialect/Step/verify-step-table.mlir.
//
//===----------------------------------------------------------------------===//
#include "StepRecords.h"

#include "popt-rt/check.h"
#include "popt/Dialect/Dist/Sharding.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

/// A record's name in the table.
template <typename Op> static std::string nameOf(Op record) {
  return record.getTitle().value_or(record.getSymName()).str();
}

static rt::SourcePlace toSourcePlace(Location loc) {
  auto file = dyn_cast<FileLineColLoc>(loc);
  if (!file)
    return {};
  return {file.getFilename().str(), static_cast<int32_t>(file.getLine()),
          static_cast<int32_t>(file.getColumn())};
}

static rt::Location toRuntimeLocation(Location loc) {
  rt::Location result;
  if (auto name = dyn_cast<NameLoc>(loc)) {
    result.name = name.getName().str();
    loc = name.getChildLoc();
  }
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused) {
    static_cast<rt::SourcePlace &>(result) = toSourcePlace(loc);
    return result;
  }
  ArrayRef<Location> places = fused.getLocations();
  static_cast<rt::SourcePlace &>(result) = toSourcePlace(places.front());
  for (Location place : places.drop_front())
    result.fused.push_back(toSourcePlace(place));
  return result;
}

namespace {
class Translator {
public:
  Translator(TableOp op)
      : op(op), meshOp(dist::getMesh(op)), mesh(meshOp.toMesh()) {}
  rt::StepTable run();

private:
  template <typename Value, typename Op> Value translateValue(Op op);
  rt::Program translateProgram(ProgramOp op);
  rt::Command translateCommand(CommandOpInterface op);
  int32_t location(Location loc);

  TableOp op;
  dist::MeshOp meshOp;
  Mesh mesh;
  rt::StepTable table;
  Names names;
  llvm::DenseMap<Location, int32_t> locations;
};
} // namespace

int32_t Translator::location(Location loc) {
  if (isa<UnknownLoc>(loc))
    return -1;
  auto [it, isNew] =
      locations.try_emplace(loc, static_cast<int32_t>(table.locations.size()));
  if (isNew)
    table.locations.push_back(toRuntimeLocation(loc));
  return it->second;
}

rt::Command Translator::translateCommand(CommandOpInterface op) {
  rt::Command command;
  command.op = op.toRuntime(names);
  for (auto operand : op.getOperandList().getAsRange<OperandAttr>())
    command.operands.push_back(step::toRuntime(operand, names));
  command.location = location(op.getLoc());
  command.stream = static_cast<int32_t>(op.getStream());
  command.waits = op.getWaits();
  if (std::optional<uint32_t> event = op.getEvent())
    command.event = static_cast<int32_t>(*event);
  return command;
}

rt::Program Translator::translateProgram(ProgramOp op) {
  rt::Program program;
  program.name = nameOf(op);
  for (auto list : op.getSlots().getAsRange<DenseI32ArrayAttr>())
    program.slots.push_back(list.asArrayRef());
  program.numEvents = static_cast<int32_t>(op.getEvents());
  names.regions = NameList();
  names.bodies = NameList();
  for (auto region : op.getRecords().getOps<RegionOp>()) {
    names.regions.add(region.getSymNameAttr());
    program.regions.push_back({static_cast<rt::RegionKind>(region.getKind()),
                               static_cast<int64_t>(region.getBytes()),
                               nameOf(region)});
  }
  program.argumentAddresses.resize(table.arguments.size());
  program.resultAddresses.resize(table.results.size());
  for (auto address : op.getRecords().getOps<AddressOp>()) {
    int32_t argument = names.arguments.index(address.getValueAttr());
    int32_t result = names.results.index(address.getValueAttr());
    (argument >= 0 ? program.argumentAddresses[argument]
                   : program.resultAddresses[result]) = {
        names.regions.index(address.getRegionAttr()),
        static_cast<int64_t>(address.getOffset())};
  }
  for (auto body : op.getRecords().getOps<BodyOp>())
    names.bodies.add(body.getSymNameAttr());
  for (auto body : op.getRecords().getOps<BodyOp>()) {
    int32_t begin = static_cast<int32_t>(program.commands.size());
    for (auto command : body.getCommands().getOps<CommandOpInterface>())
      program.commands.push_back(translateCommand(command));
    program.bodies.push_back(
        {begin, static_cast<int32_t>(program.commands.size()), nameOf(body)});
  }
  return program;
}

template <typename Value, typename Op> Value Translator::translateValue(Op op) {
  auto type = cast<RankedTensorType>(op.getType());
  Value value;
  value.name = nameOf(op);
  value.type = *toRuntimeType(type.getElementType());
  value.shape = type.getShape();
  value.localShape = op.getLocal().value_or(type.getShape());
  value.layout =
      toRuntimeLayout(mesh, op.getLayout() ? op.getLayout()->toLayout(mesh)
                                           : Layout::replicate(type.getRank()));
  if (std::optional<ArrayRef<int64_t>> part = op.getPart())
    value.part = {static_cast<int32_t>((*part)[0]),
                  static_cast<int32_t>((*part)[1]), (*part)[2], (*part)[3]};
  return value;
}

rt::StepTable Translator::run() {
  Region &records = op.getRecords();
  table.meshName = meshOp.getSymName().str();
  table.mesh = mesh;
  // "cpu", the default, may be written out.
  if (std::optional<StringRef> target = op.getTarget();
      target && *target != table.target.name)
    table.target = {target->str(), /*isGpu=*/true};
  if (DictionaryAttr info = op.getInfoAttr())
    for (NamedAttribute fact : info)
      table.info[fact.getName().str()] =
          cast<StringAttr>(fact.getValue()).str();
  if (auto constants =
          dyn_cast_or_null<DenseElementsAttr>(op.getConstantsAttr()))
    for (uint8_t byte : constants.getValues<uint8_t>())
      table.constants.push_back(byte);
  for (auto kernel : records.getOps<SymbolOp>()) {
    names.kernels.add(kernel.getSymNameAttr());
    rt::KernelEntry &record = table.kernels.emplace_back();
    record.symbol = nameOf(kernel);
    record.numResults = kernel.getWrites().value_or(-1);
    record.scratchBytes = kernel.getScratch().value_or(0);
    if (ArrayAttr launches = kernel.getLaunchesAttr())
      for (auto launch : launches.getAsRange<LaunchAttr>())
        record.launches.push_back({launch.getEntry().str(), launch.getImage(),
                                   launch.getGrid(), launch.getBlock(),
                                   launch.getShared()});
    if (ProductAttr product = kernel.getProductAttr())
      record.product = product.toProduct();
    if (ConvolutionAttr convolution = kernel.getConvolutionAttr())
      record.convolution = convolution.toConvolution();
  }
  for (auto values : records.getOps<RankTableOp>()) {
    names.rankTables.add(values.getSymNameAttr());
    table.rankTables.push_back(values.getValues());
  }
  for (auto group : records.getOps<GroupOp>()) {
    names.groups.add(group.getSymNameAttr());
    rt::Group &record = table.groups.emplace_back();
    record.name = nameOf(group);
    for (auto list : group.getLists().getAsRange<DenseI32ArrayAttr>())
      record.lists.push_back(list.asArrayRef());
  }
  for (auto result : records.getOps<ResultOp>()) {
    names.results.add(result.getSymNameAttr());
    table.results.push_back(translateValue<rt::Result>(result));
  }
  for (auto argument : records.getOps<ArgumentOp>()) {
    int32_t index = static_cast<int32_t>(table.arguments.size());
    names.arguments.add(argument.getSymNameAttr());
    table.arguments.push_back(translateValue<rt::Argument>(argument));
    int32_t state = names.results.index(argument.getStateAttr());
    table.arguments.back().stateResult = state;
    if (state >= 0)
      table.results[state].stateArgument = index;
  }
  table.programOfRank.resize(mesh.numRanks());
  for (auto program : records.getOps<ProgramOp>()) {
    if (program.getRanks())
      for (int32_t rank : program.getRanksAttr().asArrayRef())
        table.programOfRank[rank] = static_cast<int32_t>(table.programs.size());
    table.programs.push_back(translateProgram(program));
  }
  return std::move(table);
}

static FailureOr<TableOp> getTable(ModuleOp module) {
  auto tables = module.getOps<TableOp>();
  if (llvm::hasSingleElement(tables))
    return *tables.begin();
  module.emitError() << "module has " << llvm::range_size(tables)
                     << " step tables, not one";
  return failure();
}

FailureOr<rt::StepTable> popt::translateToStepTable(ModuleOp module) {
  FailureOr<TableOp> table = getTable(module);
  if (failed(table))
    return failure();
  return Translator(*table).run();
}

//===----------------------------------------------------------------------===//
// Where a table is not sound
//===----------------------------------------------------------------------===//

template <typename Op> static Operation *nth(Region &region, int64_t index) {
  auto ops = region.getOps<Op>();
  return *std::next(ops.begin(), index);
}

/// The operation in which the checker found the problem.
static Operation *findCulprit(TableOp table, const rt::Problem &problem) {
  Region &records = table.getRecords();
  Operation *culprit = table;
  if (problem.program >= 0)
    culprit = nth<ProgramOp>(records, problem.program);
  if (problem.command < 0) {
    if (problem.argument >= 0)
      return nth<ArgumentOp>(records, problem.argument);
    if (problem.result >= 0)
      return nth<ResultOp>(records, problem.result);
    return culprit;
  }
  int64_t left = problem.command;
  for (auto body : cast<ProgramOp>(culprit).getRecords().getOps<BodyOp>())
    for (Operation &command : body.getCommands().getOps())
      if (left-- == 0)
        return &command;
  return culprit;
}

LogicalResult popt::checkStepTable(ModuleOp module,
                                   const rt::StepTable &table) {
  rt::Problem problem = rt::findProblem(table);
  if (problem.text.empty())
    return success();
  FailureOr<TableOp> op = getTable(module);
  if (failed(op))
    return failure();
  return findCulprit(*op, problem)->emitOpError("is not sound: ")
         << problem.text;
}
