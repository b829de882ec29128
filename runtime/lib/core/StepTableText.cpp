//===- StepTableText.cpp - A step table as text ---------------------------===//
//
// One command per line, indented by nothing: bodies are listed one after
// another, as they lie in the table, and the number before a command is its
// program counter, which traces and messages quote. Indices that are out of
// range print as they are: this is also the tool to look at a damaged table.
//
//   7: matmul arena[0] : f32[16x8]{8,1}, ... at "dot_general mlp" model.py:12
//
//===----------------------------------------------------------------------===//
#include "popt-rt/step_table.h"
#include <sstream>

using namespace popt::rt;

template <typename T>
static std::string join(const std::vector<T> &list, const char *separator) {
  std::ostringstream os;
  for (size_t i = 0; i < list.size(); ++i)
    os << (i ? separator : "") << list[i];
  return os.str();
}

static std::string regionName(const Program &program, int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= program.regions.size())
    return "region" + std::to_string(index);
  const Region &region = program.regions[index];
  if (!region.name.empty())
    return region.name;
  static const char *const kinds[] = {"arena", "host", "constants"};
  size_t kind = static_cast<size_t>(region.kind);
  return (kind < 3 ? kinds[kind] : "region") + std::to_string(index);
}

std::string popt::rt::toString(const Operand &operand, const Program &program) {
  std::ostringstream os;
  os << regionName(program, operand.region) << "[" << operand.offset;
  if (operand.slotStride)
    os << " + " << operand.slotStride << "*slot";
  if (operand.rankOffset >= 0)
    os << " + table" << operand.rankOffset << "[rank]";
  for (const DynamicOffset &d : operand.dynamic)
    os << " + " << d.scale << "*clamp(" << popt_rt_element_type_name(d.type)
       << " " << regionName(program, d.region) << "[" << d.offset << "], "
       << d.low << ", " << d.high << ")";
  os << "] : " << popt_rt_element_type_name(operand.type) << "["
     << join(operand.shape, "x") << "]";
  if (!operand.isDense())
    os << "{" << join(operand.strides, ",") << "}";
  for (const RankExtent &e : operand.rankExtents)
    os << " dim" << e.dim << "<table" << e.rankTable << "[rank]";
  return os.str();
}

static std::string toString(const Scalar &scalar, const Program &program) {
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return std::to_string(scalar.value);
  case Scalar::Kind::Rank:
    return "rank";
  case Scalar::Kind::RankTable:
    return "table" + std::to_string(scalar.value) + "[rank]";
  case Scalar::Kind::Step:
    return "step";
  case Scalar::Kind::Microbatch:
    return "microbatch";
  case Scalar::Kind::Slot:
    return "slot";
  case Scalar::Kind::Memory:
    return std::string(popt_rt_element_type_name(scalar.type)) + " " +
           regionName(program, scalar.region) + "[" +
           std::to_string(scalar.offset) + "]";
  }
  return "?";
}

static std::string toString(const Pieces &pieces) {
  std::string text = "dim " + std::to_string(pieces.dim);
  if (pieces.counts >= 0)
    text += " counts table" + std::to_string(pieces.counts);
  if (pieces.offsets >= 0)
    text += " offsets table" + std::to_string(pieces.offsets);
  return text;
}

namespace {
/// Prints what is particular to a command, after its name.
struct Details {
  const StepTable &table;
  const Program &program;
  std::ostringstream &os;

  void body(const char *word, int32_t index) {
    os << " " << word << " " << index;
    if (index >= 0 && static_cast<size_t>(index) < program.bodies.size() &&
        !program.bodies[index].name.empty())
      os << " (" << program.bodies[index].name << ")";
  }
  void operator()(const KernelOp &op) {
    if (op.symbol >= 0 && static_cast<size_t>(op.symbol) < table.kernels.size())
      os << " @" << table.kernels[op.symbol];
    else
      os << " @" << op.symbol;
    for (const Scalar &scalar : op.scalars)
      os << " " << ::toString(scalar, program);
  }
  void operator()(const MatmulOp &op) {
    os << " dims(" << op.batchDims << " batch, " << op.rowDims << " rows, "
       << op.columnDims << " columns, " << op.contractedDims << " contracted)"
       << (op.accumulate ? " accumulate" : "");
  }
  void operator()(const ConvOp &op) {
    os << " strides(" << join(op.windowStrides, ",") << ") pad("
       << join(op.padLow, ",") << " | " << join(op.padHigh, ",")
       << ") lhs_dilation(" << join(op.lhsDilation, ",") << ") rhs_dilation("
       << join(op.rhsDilation, ",") << ")";
    for (uint8_t reversed : op.windowReversal)
      os << (reversed ? " reversed" : "");
    os << " groups(" << op.featureGroups << " feature, " << op.batchGroups
       << " batch)";
  }
  void operator()(const CopyOp &) {}
  void operator()(const FillOp &op) {
    os << " 0x";
    for (size_t i = 16; i-- > 0;)
      os << "0123456789abcdef"[op.value[i] >> 4]
         << "0123456789abcdef"[op.value[i] & 15];
  }
  void operator()(const SetOp &op) {
    os << " " << ::toString(op.value, program);
  }
  void operator()(const CollectiveOp &op) {
    if (op.group >= 0 && static_cast<size_t>(op.group) < table.groups.size())
      os << " " << table.groups[op.group].name;
    else
      os << " group" << op.group;
    os << " channel " << op.channel;
    switch (op.kind) {
    case CollectiveKind::AllReduce:
      os << " " << popt_rt_monoid_name(op.monoid);
      break;
    case CollectiveKind::Reduce:
      os << " " << popt_rt_monoid_name(op.monoid) << " root " << op.root;
      break;
    case CollectiveKind::ReduceScatter:
      os << " " << popt_rt_monoid_name(op.monoid) << " "
         << ::toString(op.pieces);
      break;
    case CollectiveKind::AllGather:
      os << " " << ::toString(op.pieces);
      break;
    case CollectiveKind::AllToAll:
      os << " split " << ::toString(op.split) << " to "
         << ::toString(op.pieces);
      break;
    case CollectiveKind::Permute:
      for (auto [source, target] : op.pairs)
        os << " " << source << "->" << target;
      break;
    case CollectiveKind::Broadcast:
      os << " root " << op.root;
      break;
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
      os << " root " << op.root << " " << ::toString(op.pieces);
      break;
    }
  }
  void operator()(const SendOp &op) {
    os << " to table" << op.peer << "[rank] channel " << op.channel;
  }
  void operator()(const RecvOp &op) {
    os << " from table" << op.peer << "[rank] channel " << op.channel;
  }
  void operator()(const LoopOp &op) {
    os << " " << ::toString(op.count, program) << " times";
    body("body", op.body);
  }
  void operator()(const WhileOp &op) {
    body("condition", op.condition);
    body("body", op.body);
  }
  void operator()(const CaseOp &op) {
    for (int32_t branch : op.branches)
      body("branch", branch);
  }
  void operator()(const CallOp &op) {
    body("body", op.body);
    os << " microbatch " << op.microbatch << " slot " << op.slot;
  }
  void operator()(const WaitOp &) {}
};
} // namespace

static void print(std::ostringstream &os, const StepTable &table,
                  const Program &program, const Command &command) {
  os << name(command);
  std::visit(Details{table, program, os}, command.op);
  for (size_t i = 0; i < command.operands.size(); ++i)
    os << (i ? ", " : " ") << toString(command.operands[i], program);
  if (command.stream)
    os << " stream " << command.stream;
  if (!command.waits.empty())
    os << " waits " << join(command.waits, ",");
  if (command.event >= 0)
    os << " event " << command.event;
  if (command.location >= 0 &&
      static_cast<size_t>(command.location) < table.locations.size()) {
    const Location &location = table.locations[command.location];
    os << " at \"" << location.name << "\"";
    if (!location.file.empty())
      os << " " << location.file << ":" << location.line << ":"
         << location.column;
  }
  os << "\n";
}

template <typename T>
static void printValue(std::ostringstream &os, const char *word, size_t index,
                       const T &value, int32_t state) {
  os << word << " " << index << " \"" << value.name
     << "\" : " << popt_rt_element_type_name(value.type) << "["
     << join(value.shape, "x") << "] local [" << join(value.localShape, "x")
     << "]";
  if (state >= 0)
    os << " state " << state;
  os << "\n";
}

std::string popt::rt::toString(const StepTable &table) {
  std::ostringstream os;
  os << "mesh @" << table.mesh.name << " <";
  for (size_t i = 0; i < table.mesh.axes.size(); ++i) {
    const MeshAxis &axis = table.mesh.axes[i];
    os << (i ? ", " : "")
       << (axis.kind == AxisKind::Stage  ? "stage "
           : axis.kind == AxisKind::Time ? "time "
                                         : "")
       << "\"" << axis.name << "\"=" << axis.size;
  }
  os << ">\nconstants " << table.constants.size() << " bytes\n";
  for (size_t i = 0; i < table.rankTables.size(); ++i)
    os << "table" << i << " [" << join(table.rankTables[i], ", ") << "]\n";
  for (size_t i = 0; i < table.groups.size(); ++i) {
    os << "group" << i << " " << table.groups[i].name;
    for (const std::vector<int32_t> &list : table.groups[i].lists)
      os << " [" << join(list, ",") << "]";
    os << "\n";
  }
  for (size_t i = 0; i < table.arguments.size(); ++i)
    printValue(os, "argument", i, table.arguments[i],
               table.arguments[i].stateResult);
  for (size_t i = 0; i < table.results.size(); ++i)
    printValue(os, "result", i, table.results[i],
               table.results[i].stateArgument);
  for (size_t p = 0; p < table.programs.size(); ++p) {
    const Program &program = table.programs[p];
    os << "program " << p << " \"" << program.name << "\"\n";
    for (size_t i = 0; i < program.regions.size(); ++i)
      os << "  region " << regionName(program, static_cast<int32_t>(i)) << " "
         << program.regions[i].bytes << " bytes\n";
    for (size_t b = 0; b < program.bodies.size(); ++b) {
      const Body &body = program.bodies[b];
      os << "  body " << b << " (" << body.name << ")\n";
      for (int64_t c = body.begin; c < body.end; ++c)
        if (c >= 0 && static_cast<size_t>(c) < program.commands.size()) {
          os << "    " << c << ": ";
          print(os, table, program, program.commands[c]);
        }
    }
  }
  return os.str();
}
