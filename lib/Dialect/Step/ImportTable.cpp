//===- ImportTable.cpp - A step table becomes operations ------------------===//
//
// Makes the table printable. Records keep their order; each gets a symbol, its
// own name where that is free, and commands refer to symbols where the table
// has indices.
//
//   groups[0] {"dp"} [0,1]
//   commands[7] all_reduce sum groups[0]
// becomes
//   step.group @dp "{\22dp\22}" = [[0, 1]]
//   step.all_reduce[7] sum over @dp (..)
//
// Covered by test/Dialect/Step/verify-step-table.mlir and
// test/Conversion/emit-step.mlir, on whole programs by test/Execute/step.test.
//
//===----------------------------------------------------------------------===//
#include "StepRecords.h"

#include "popt-rt/check.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

namespace {
/// Symbols of one symbol table, all different.
class Symbols {
public:
  Symbols(MLIRContext *context) : context(context) {}

  /// The wish, or the wish with a number.
  StringAttr choose(StringRef wish) {
    std::string name = wish.str();
    for (unsigned i = 1; !taken.insert(name).second; ++i)
      name = (wish + "_" + Twine(i)).str();
    return StringAttr::get(context, name);
  }

private:
  MLIRContext *context;
  llvm::StringSet<> taken;
};

class Importer {
public:
  Importer(const rt::StepTable &table, Location loc)
      : table(table), loc(loc), context(loc.getContext()), builder(context),
        mesh(table.mesh) {}
  FailureOr<OwningOpRef<ModuleOp>> run();

private:
  void importTable();
  template <typename Op, typename Value>
  void importValue(const Value &value, StringAttr symbol, Attribute state);
  LogicalResult importProgram(const rt::Program &program, size_t index,
                              Symbols &symbols);
  void importCommand(const rt::Command &command, size_t index);
  Location locationOf(const rt::Command &command);

  /// Adds a record with this symbol; its own name, if another, as its title.
  template <typename Op>
  Op record(StringAttr symbol, StringRef name, NamedAttrList attributes);

  const rt::StepTable &table;
  Location loc;
  MLIRContext *context;
  OpBuilder builder;
  const Mesh &mesh;
  FlatSymbolRefAttr meshName;
  Names names;
};
} // namespace

/// `{"dp", "tp":(1)2}` as an identifier: `dp_tp_1_2`.
static std::string asIdentifier(StringRef text, StringRef otherwise) {
  std::string result;
  for (char c : text)
    if (llvm::isAlnum(c))
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  while (!result.empty() && result.back() == '_')
    result.pop_back();
  bool isName = !result.empty() && !llvm::isDigit(result[0]);
  return isName ? result : (otherwise + result).str();
}

static std::string orElse(const std::string &name, StringRef otherwise) {
  return name.empty() ? otherwise.str() : name;
}

template <typename Op>
Op Importer::record(StringAttr symbol, StringRef name,
                    NamedAttrList attributes) {
  attributes.set("sym_name", symbol);
  if (symbol.getValue() != name)
    attributes.set("title", builder.getStringAttr(name));
  OperationState state(loc, Op::getOperationName());
  state.addAttributes(attributes);
  for (unsigned i = 0;
       i < (Op::template hasTrait<OpTrait::OneRegion>() ? 1 : 0); ++i)
    state.addRegion()->emplaceBlock();
  return cast<Op>(builder.create(state));
}

//===----------------------------------------------------------------------===//
// The table's records
//===----------------------------------------------------------------------===//

template <typename Op, typename Value>
void Importer::importValue(const Value &value, StringAttr symbol,
                           Attribute state) {
  NamedAttrList attributes;
  auto type =
      RankedTensorType::get(value.shape, fromRuntimeType(context, value.type));
  attributes.set("type", TypeAttr::get(type));
  if (value.localShape != value.shape)
    attributes.set("local", builder.getDenseI64ArrayAttr(value.localShape));
  const Layout &layout = value.layout;
  if (layout != Layout::replicate(value.shape.size()))
    attributes.set("layout", dist::ShardingAttr::fromLayout(context, meshName,
                                                            mesh, layout));
  if (const rt::Part &part = value.part; part.of >= 0)
    attributes.set("part", builder.getDenseI64ArrayAttr(
                               {part.of, part.dim, part.begin, part.extent}));
  if (state)
    attributes.set("state", state);
  record<Op>(symbol, value.name, attributes);
}

void Importer::importTable() {
  Symbols symbols(context);
  for (const rt::KernelEntry &kernel : table.kernels)
    names.kernels.add(symbols.choose(orElse(kernel.symbol, "kernel")));
  for (size_t i = 0; i < table.rankTables.size(); ++i)
    names.rankTables.add(symbols.choose(("table" + Twine(i)).str()));
  for (const rt::Group &group : table.groups)
    names.groups.add(symbols.choose(asIdentifier(group.name, "group")));
  for (const rt::Argument &argument : table.arguments)
    names.arguments.add(symbols.choose(orElse(argument.name, "arg")));
  for (const rt::Result &result : table.results)
    names.results.add(symbols.choose(orElse(result.name, "res")));

  for (auto [i, kernel] : llvm::enumerate(table.kernels)) {
    NamedAttrList attributes;
    SmallVector<Attribute> launches;
    for (const rt::Launch &launch : kernel.launches)
      launches.push_back(LaunchAttr::get(context, launch.entry, launch.image,
                                         launch.grid, launch.block,
                                         launch.sharedBytes));
    if (kernel.numResults >= 0)
      attributes.set("writes", builder.getI32IntegerAttr(kernel.numResults));
    if (!launches.empty())
      attributes.set("launches", builder.getArrayAttr(launches));
    if (kernel.scratchBytes)
      attributes.set("scratch", builder.getI64IntegerAttr(kernel.scratchBytes));
    if (kernel.product)
      attributes.set("product",
                     ProductAttr::fromProduct(context, *kernel.product));
    if (kernel.convolution)
      attributes.set("convolution", ConvolutionAttr::fromConvolution(
                                        context, *kernel.convolution));
    record<SymbolOp>(names.kernels[i], kernel.symbol, attributes);
  }
  for (auto [i, values] : llvm::enumerate(table.rankTables)) {
    NamedAttrList attributes;
    attributes.set("values", builder.getDenseI64ArrayAttr(values));
    record<RankTableOp>(names.rankTables[i], names.rankTables[i], attributes);
  }
  for (auto [i, group] : llvm::enumerate(table.groups)) {
    SmallVector<Attribute> lists;
    for (const std::vector<int32_t> &list : group.lists)
      lists.push_back(builder.getDenseI32ArrayAttr(list));
    NamedAttrList attributes;
    attributes.set("lists", builder.getArrayAttr(lists));
    record<GroupOp>(names.groups[i], group.name, attributes);
  }
  for (auto [i, argument] : llvm::enumerate(table.arguments))
    importValue<ArgumentOp>(argument, names.arguments[i],
                            names.results.ref(argument.stateResult));
  for (auto [i, result] : llvm::enumerate(table.results))
    importValue<ResultOp>(result, names.results[i], {});
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Location Importer::locationOf(const rt::Command &command) {
  if (command.location < 0)
    return UnknownLoc::get(context);
  const rt::Location &location = table.locations[command.location];
  auto locationOf = [&](const rt::SourcePlace &place) -> Location {
    if (place.file.empty())
      return UnknownLoc::get(context);
    return FileLineColLoc::get(context, place.file, place.line, place.column);
  };
  SmallVector<Location> places = {locationOf(location)};
  llvm::append_range(places, llvm::map_range(location.fused, locationOf));
  Location position = FusedLoc::get(context, places);
  return location.name.empty() && !location.file.empty()
             ? position
             : NameLoc::get(builder.getStringAttr(location.name), position);
}

void Importer::importCommand(const rt::Command &command, size_t index) {
  Describer describer(context, names);
  std::visit(describer, command.op);
  SmallVector<Attribute> operands;
  for (const rt::Operand &operand : command.operands)
    operands.push_back(describer.operand(operand));
  describer.set("pc", builder.getI64IntegerAttr(index));
  describer.set("operand_list", builder.getArrayAttr(operands));
  describer.set("stream", command.stream);
  describer.set("waits", builder.getDenseI32ArrayAttr(command.waits));
  if (command.event >= 0)
    describer.set("event", command.event);
  OperationState state(locationOf(command),
                       (StringRef("step.") + rt::name(command)).str());
  state.addAttributes(describer.attributes);
  builder.create(state);
}

LogicalResult Importer::importProgram(const rt::Program &program, size_t index,
                                      Symbols &symbols) {
  NamedAttrList attributes;
  if (table.programs.size() > 1) {
    SmallVector<int32_t> ranks;
    for (auto [rank, which] : llvm::enumerate(table.programOfRank))
      if (which == static_cast<int32_t>(index))
        ranks.push_back(rank);
    attributes.set("ranks", builder.getDenseI32ArrayAttr(ranks));
  }
  attributes.set("slots",
                 builder.getArrayAttr(llvm::map_to_vector(
                     program.slots, [&](const std::vector<int32_t> &list) {
                       return Attribute(builder.getDenseI32ArrayAttr(list));
                     })));
  attributes.set("events", builder.getI32IntegerAttr(program.numEvents));
  auto op = record<ProgramOp>(symbols.choose(orElse(program.name, "program")),
                              program.name, attributes);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&op.getRecords().front());

  Symbols inner(context);
  names.regions = NameList();
  names.bodies = NameList();
  for (const rt::Region &region : program.regions) {
    names.regions.add(inner.choose(orElse(region.name, "region")));
    NamedAttrList attributes;
    attributes.set("kind", builder.getI32IntegerAttr(int32_t(region.kind)));
    attributes.set("bytes", builder.getI64IntegerAttr(region.bytes));
    record<RegionOp>(names.regions[names.regions.size() - 1], region.name,
                     attributes);
  }
  auto importAddresses = [&](const std::vector<rt::Address> &addresses,
                             const NameList &values) {
    for (auto [i, address] : llvm::enumerate(addresses))
      if (address.region >= 0)
        AddressOp::create(builder, loc, values.ref(i),
                          names.regions.ref(address.region),
                          builder.getI64IntegerAttr(address.offset));
  };
  importAddresses(program.argumentAddresses, names.arguments);
  importAddresses(program.resultAddresses, names.results);

  for (const rt::Body &body : program.bodies)
    names.bodies.add(inner.choose(orElse(body.name, "body")));
  int32_t next = 0;
  for (auto [i, body] : llvm::enumerate(program.bodies)) {
    if (body.begin != next)
      return emitError(loc)
             << "body \"" << body.name << "\" of program \"" << program.name
             << "\" begins at command " << body.begin << ", not " << next
             << ", where the one before ends";
    next = body.end;
    auto op = record<BodyOp>(names.bodies[i], body.name, {});
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&op.getCommands().front());
    for (int32_t c = body.begin; c < body.end; ++c)
      importCommand(program.commands[c], c);
  }
  if (next == static_cast<int32_t>(program.commands.size()))
    return success();
  return emitError(loc) << "bodies of program \"" << program.name << "\" have "
                        << next << " commands of " << program.commands.size();
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

FailureOr<OwningOpRef<ModuleOp>> Importer::run() {
  std::string problem = rt::check(table);
  if (!problem.empty()) {
    emitError(loc, "the step table is not sound: ") << problem;
    return failure();
  }
  if (table.meshName.empty()) {
    emitError(loc, "the step table's mesh has no name");
    return failure();
  }
  context->loadDialect<StepDialect, dist::DistDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  meshName = FlatSymbolRefAttr::get(context, table.meshName);
  dist::MeshOp::create(builder, loc, table.meshName,
                       dist::MeshAttr::fromMesh(context, mesh));

  NamedAttrList attributes, facts;
  if (table.target.isGpu)
    attributes.set("target", builder.getStringAttr(table.target.name));
  for (const auto &[key, value] : table.info)
    facts.set(key, builder.getStringAttr(value));
  if (!facts.empty())
    attributes.set("info", facts.getDictionary(context));
  if (!table.constants.empty()) {
    auto type = RankedTensorType::get(int64_t(table.constants.size()),
                                      builder.getI8Type());
    attributes.set("constants", DenseElementsAttr::get(
                                    type, llvm::ArrayRef(table.constants)));
  }
  OperationState state(loc, TableOp::getOperationName());
  state.addAttributes(attributes);
  state.addRegion()->emplaceBlock();
  auto op = cast<TableOp>(builder.create(state));
  builder.setInsertionPointToStart(&op.getRecords().front());
  importTable();
  Symbols programs(context);
  for (size_t i = 0; i < names.kernels.size(); ++i)
    programs.choose(names.kernels[i]);
  for (const NameList *list :
       {&names.rankTables, &names.groups, &names.arguments, &names.results})
    for (size_t i = 0; i < list->size(); ++i)
      programs.choose((*list)[i]);
  for (auto [i, program] : llvm::enumerate(table.programs))
    if (failed(importProgram(program, i, programs)))
      return failure();
  return std::move(module);
}

FailureOr<OwningOpRef<ModuleOp>>
popt::importStepTable(const rt::StepTable &table, Location loc) {
  FailureOr<OwningOpRef<ModuleOp>> module = Importer(table, loc).run();
  if (failed(module) || failed(verify(**module)))
    return failure();
  FailureOr<rt::StepTable> back = translateToStepTable(**module);
  if (succeeded(back) && rt::serialize(*back) == rt::serialize(table))
    return module;
  emitError(loc, "the step table says what its printed form does not: "
                 "locations out of order, or a field that its command ignores");
  return failure();
}
