//===- Decoder.cpp --------------------------------------------------------===//
//
// Names, registers and the walk over statements; families of instructions have
// their own files.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Ops.h"

#include <algorithm>
#include <cstring>

namespace popt::fake {

static uint32_t roundUp(uint32_t value, uint32_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

void Decoder::fail(const std::string &message) {
  if (hasFailed)
    return;
  hasFailed = true;
  error = {statement ? statement->line : 0, message};
}

//===----------------------------------------------------------------------===//
// Modifiers.
//===----------------------------------------------------------------------===//

bool Decoder::take(std::string_view modifier) {
  for (size_t i = 1; i < words.size(); ++i)
    if (!taken[i] && words[i] == modifier) {
      taken[i] = true;
      return true;
    }
  return false;
}

void Decoder::ignore(std::initializer_list<std::string_view> modifiers) {
  for (std::string_view modifier : modifiers)
    take(modifier);
}

std::string_view Decoder::takeAny() {
  for (size_t i = 1; i < words.size(); ++i)
    if (!taken[i]) {
      taken[i] = true;
      return words[i];
    }
  return {};
}

Type Decoder::takeType() {
  for (size_t i = 1; i < words.size(); ++i)
    if (Type type = typeNamed(words[i]); !taken[i] && type != Type::None) {
      taken[i] = true;
      return type;
    }
  return Type::None;
}

//===----------------------------------------------------------------------===//
// Registers and immediates.
//===----------------------------------------------------------------------===//

uint32_t Decoder::newRegister(uint32_t bytes) {
  uint32_t reg = roundUp(current->registerBytes, bytes);
  current->registerBytes = reg + bytes;
  ++current->registers;
  return reg;
}

uint32_t Decoder::constantRegister(uint32_t bytes, uint64_t bits) {
  if (bytes < 8)
    bits &= (uint64_t(1) << (8 * bytes)) - 1;
  auto [found, isNew] = constants.try_emplace({bytes, bits}, 0);
  if (isNew) {
    found->second = newRegister(bytes);
    current->constants.push_back({found->second, bytes, bits});
  }
  return found->second;
}

uint32_t Decoder::specialRegister(Special what, uint32_t bytes) {
  auto [found, isNew] = specials.try_emplace(what, 0);
  if (isNew) {
    found->second = newRegister(bytes);
    current->specialLoads.push_back({found->second, what});
  }
  return found->second;
}

uint32_t Decoder::parameterRegister(uint32_t offset, uint32_t bytes) {
  auto [found, isNew] = parameters.try_emplace({offset, bytes}, 0);
  if (isNew) {
    found->second = newRegister(bytes);
    current->parameterLoads.push_back({found->second, bytes, offset});
  }
  return found->second;
}

bool Decoder::registerNamed(const std::string &name, uint32_t &reg,
                            uint32_t &bytes) {
  auto found = frame->registers.find(name);
  if (found != frame->registers.end()) {
    reg = found->second;
    bytes = frame->widths[name];
    return true;
  }
  static const std::map<std::string, Special> names = {
      {"%tid.x", Special::TidX},
      {"%tid.y", Special::TidY},
      {"%tid.z", Special::TidZ},
      {"%ntid.x", Special::NtidX},
      {"%ntid.y", Special::NtidY},
      {"%ntid.z", Special::NtidZ},
      {"%ctaid.x", Special::CtaidX},
      {"%ctaid.y", Special::CtaidY},
      {"%ctaid.z", Special::CtaidZ},
      {"%nctaid.x", Special::NctaidX},
      {"%nctaid.y", Special::NctaidY},
      {"%nctaid.z", Special::NctaidZ},
      {"%laneid", Special::LaneId},
      {"%warpid", Special::WarpId},
      {"%lanemask_eq", Special::LanemaskEq},
      {"%lanemask_lt", Special::LanemaskLt},
      {"%lanemask_le", Special::LanemaskLe},
      {"%lanemask_gt", Special::LanemaskGt},
      {"%lanemask_ge", Special::LanemaskGe},
      {"%dynamic_smem_size", Special::DynamicShared},
      {"%total_smem_size", Special::TotalShared}};
  auto special = names.find(name);
  if (special != names.end()) {
    reg = specialRegister(special->second, 4);
    bytes = 4;
    return true;
  }
  if (name == "WARP_SZ") {
    reg = constantRegister(4, 32);
    bytes = 4;
    return true;
  }
  return false;
}

bool Decoder::isRegister(const Operand &operand) {
  uint32_t reg, bytes;
  return operand.kind == Operand::Name &&
         registerNamed(operand.name, reg, bytes);
}

uint32_t Decoder::widthOf(const Operand &operand) {
  uint32_t reg, bytes;
  if (operand.kind == Operand::Name && registerNamed(operand.name, reg, bytes))
    return bytes;
  return 0;
}

uint32_t Decoder::carry() {
  if (carryRegister == kNoRegister)
    carryRegister = newRegister(1);
  return carryRegister;
}

void Decoder::add(uint32_t reg) {
  if (used == sizeof(building.r) / sizeof(building.r[0]))
    return fail("too many operands");
  building.r[used++] = reg;
}

uint64_t Decoder::immediateBits(const Operand &operand, Type type) {
  if (operand.kind == Operand::Integer) {
    if (type == Type::F32)
      return bitCast<uint32_t>(float(int64_t(operand.integer)));
    if (type == Type::F64)
      return bitCast<uint64_t>(double(int64_t(operand.integer)));
    if (type == Type::Pred)
      return operand.integer != 0;
    return operand.integer;
  }
  // A float. Written as 0f and 0d it is its bits where the width is the same.
  uint32_t bytes = operand.name == "f32" ? 4 : 8;
  if (!operand.name.empty() && bytes == bytesOf(type))
    return operand.integer;
  if (bytesOf(type) == 4)
    return bitCast<uint32_t>(float(operand.real));
  if (bytesOf(type) == 8)
    return bitCast<uint64_t>(operand.real);
  fail("a float is no value of this type");
  return 0;
}

void Decoder::constant(Type type, uint64_t bits) {
  add(constantRegister(bytesOf(type), bits));
}

const Operand &Decoder::at_(size_t at) {
  static const Operand none;
  if (at < statement->operands.size())
    return statement->operands[at];
  fail("\"" + statement->name + "\" has " +
       std::to_string(statement->operands.size()) + " operands, not " +
       std::to_string(at + 1) + " or more");
  return none;
}

void Decoder::source(const Operand &operand, Type type) {
  if (hasFailed)
    return;
  uint32_t bytes = bytesOf(type);
  if (operand.kind == Operand::Integer || operand.kind == Operand::Float)
    return add(constantRegister(bytes, immediateBits(operand, type)));
  uint32_t reg, width;
  if (operand.kind != Operand::Name || !registerNamed(operand.name, reg, width))
    return fail("\"" + operand.name + "\" is no register");
  if (width < bytes)
    return fail("register \"" + operand.name + "\" has " +
                std::to_string(8 * width) + " bits, \"" + statement->name +
                "\" reads " + std::to_string(8 * bytes));
  if ((type == Type::Pred) != (width == 1 && bytes == 1) && type == Type::Pred)
    return fail("register \"" + operand.name + "\" is no predicate");
  if (width > bytes) {
    uint32_t narrow = newRegister(bytes);
    emitMove(narrow, bytes, reg, width, false);
    reg = narrow;
  }
  add(reg);
}

void Decoder::destination(const Operand &operand, Type type) {
  if (hasFailed)
    return;
  uint32_t bytes = bytesOf(type);
  if (operand.kind == Operand::Name && operand.name == "_")
    return add(newRegister(bytes));
  uint32_t reg, width;
  if (operand.kind != Operand::Name || !frame->registers.count(operand.name) ||
      !registerNamed(operand.name, reg, width))
    return fail("\"" + operand.name + "\" is no register to write");
  if (width < bytes)
    return fail("register \"" + operand.name + "\" has " +
                std::to_string(8 * width) + " bits, \"" + statement->name +
                "\" writes " + std::to_string(8 * bytes));
  if (width > bytes) {
    uint32_t narrow = newRegister(bytes);
    widenings.push_back({reg, width, narrow, bytes, isSigned(type)});
    reg = narrow;
  }
  add(reg);
}

//===----------------------------------------------------------------------===//
// Variables and addresses.
//===----------------------------------------------------------------------===//

const Decoder::Local *Decoder::findLocal(const std::string &name) const {
  for (auto scope = frame->scopes.rbegin(); scope != frame->scopes.rend();
       ++scope)
    if (auto found = scope->find(name); found != scope->end())
      return &found->second;
  if (auto found = sharedPlaces.find(name); found != sharedPlaces.end())
    return &found->second;
  if (auto found = globals.find(name); found != globals.end())
    return &found->second;
  return nullptr;
}

bool Decoder::variableAddress(const std::string &name, Space &space) {
  const Local *local = findLocal(name);
  if (!local) {
    // Shared memory of module scope has its place in the kernels that use it.
    for (const Variable &variable : module.variables) {
      if (variable.name != name || variable.space != Space::Shared)
        continue;
      if (variable.count == 0) {
        space = Space::Shared;
        hasDynamicShared = true;
        add(specialRegister(Special::DynamicBase, 8));
        return true;
      }
      current->sharedBytes = roundUp(current->sharedBytes, variable.align);
      local = &sharedPlaces
                   .insert({name,
                            {Space::Shared, current->sharedBytes,
                             uint32_t(variable.bytes())}})
                   .first->second;
      current->sharedBytes += uint32_t(variable.bytes());
      break;
    }
  }
  if (!local)
    return false;
  space = local->space;
  add(constantRegister(8, local->address));
  return true;
}

void Decoder::address(const Operand &operand, Space &space) {
  if (operand.kind != Operand::Address)
    return fail("expected an address in [ ]");
  building.immediate = int64_t(operand.integer);
  if (operand.name.empty())
    return add(constantRegister(8, 0));
  uint32_t reg, width;
  if (registerNamed(operand.name, reg, width)) {
    if (width == 8)
      return add(reg);
    if (width != 4)
      return fail("\"" + operand.name + "\" is no address");
    uint32_t wide = newRegister(8);
    emitMove(wide, 8, reg, 4, false);
    return add(wide);
  }
  Space variableSpace;
  if (!variableAddress(operand.name, variableSpace))
    return fail("\"" + operand.name + "\" is neither register nor variable");
  if (space == Space::Param)
    space = variableSpace; // the parameter of a call lies in local memory
  if (space != variableSpace &&
      !(space == Space::Generic &&
        (variableSpace == Space::Global || variableSpace == Space::Const)))
    fail("variable \"" + operand.name + "\" is in another state space");
}

bool Decoder::entryParameter(const Operand &operand, uint32_t &offset) {
  const Local *local = findLocal(operand.name);
  if (!local || local->space != Space::Param)
    return false;
  offset = uint32_t(local->address + operand.integer);
  return true;
}

bool Decoder::initialise(const Variable &variable, uint8_t *bytes) {
  uint32_t width = bytesOf(variable.type);
  if (variable.values.size() > variable.count) {
    fail("variable \"" + variable.name + "\" has more values than elements");
    return false;
  }
  for (size_t i = 0; i < variable.values.size(); ++i) {
    const Operand &value = variable.values[i];
    uint64_t bits;
    if (value.kind == Operand::Name) {
      const std::string &name =
          value.name == "generic" && value.parts.size() == 1
              ? value.parts[0].name
              : value.name;
      uint64_t more = value.parts.empty()
                          ? value.integer
                          : value.parts[0].integer + value.integer;
      auto found = globals.find(name);
      if (found == globals.end()) {
        fail("\"" + name + "\" in the initialiser is not known");
        return false;
      }
      bits = found->second.address + more;
    } else {
      bits = immediateBits(value, variable.type);
    }
    memcpy(bytes + i * width, &bits, std::min(width, 8u));
  }
  return !hasFailed;
}

bool Decoder::variables() {
  for (const Variable &variable : module.variables) {
    if (variable.space == Space::Shared)
      continue;
    Statement place;
    place.line = variable.line;
    statement = &place;
    if (variable.isExtern || variable.count == 0) {
      fail("variable \"" + variable.name + "\" is defined nowhere");
      return false;
    }
    uint64_t address =
        memory.allocate(std::max<uint64_t>(variable.bytes(), 1), variable.name);
    if (!address) {
      fail("no device memory for variable \"" + variable.name + "\"");
      return false;
    }
    globals[variable.name] = {variable.space, address,
                              uint32_t(variable.bytes())};
    if (!initialise(variable, reinterpret_cast<uint8_t *>(address)))
      return false;
  }
  statement = nullptr;
  return true;
}

void Decoder::declare(const Variable &variable) {
  auto &scope = frame->scopes.back();
  uint32_t bytes = uint32_t(variable.bytes());
  if (variable.space == Space::Shared) {
    current->sharedBytes = roundUp(current->sharedBytes, variable.align);
    scope[variable.name] = {Space::Shared, current->sharedBytes, bytes};
    current->sharedBytes += bytes;
    return;
  }
  current->localBytes = roundUp(current->localBytes, variable.align);
  scope[variable.name] = {Space::Local, current->localBytes, bytes};
  current->localBytes += bytes;
}

//===----------------------------------------------------------------------===//
// Emission.
//===----------------------------------------------------------------------===//

void Decoder::emitMove(uint32_t to, uint32_t toBytes, uint32_t from,
                       uint32_t fromBytes, bool isSigned) {
  Instruction move;
  move.run = moveRun(toBytes, fromBytes, isSigned);
  move.guard = building.guard;
  move.guardNegated = building.guardNegated;
  move.r[0] = to;
  move.r[1] = from;
  move.line = statement->line;
  move.file = file;
  move.fileLine = fileLine;
  current->code.push_back(move);
}

Instruction &Decoder::emit(Run run, Instruction::Kind kind) {
  for (size_t i = 1; i < words.size(); ++i)
    if (!taken[i])
      fail("modifier \"." + std::string(words[i]) + "\" of \"" +
           std::string(words[0]) + "\" is not known");
  building.run = run;
  building.kind = kind;
  building.line = statement->line;
  building.file = file;
  building.fileLine = fileLine;
  if (!run && kind == Instruction::Plain)
    fail("\"" + statement->name + "\" is not known for this type");
  size_t at = current->code.size();
  current->code.push_back(building);
  for (const Widening &w : widenings)
    emitMove(w.to, w.toBytes, w.from, w.fromBytes, w.isSigned);
  return current->code[at];
}

void Decoder::restart() {
  Instruction next;
  next.guard = building.guard;
  next.guardNegated = building.guardNegated;
  building = next;
  used = 0;
  widenings.clear();
}

void Decoder::branchTo(const std::string &label) {
  frame->fixups.push_back({current->code.size(), label});
  emit(nullptr, Instruction::Branch);
}

void Decoder::branchByTable(const Operand &index, const std::string &table) {
  source(index, Type::U32);
  building.target = uint32_t(current->tables.size());
  current->tables.emplace_back();
  frame->tableFixups.push_back({building.target, table});
  emit(nullptr, Instruction::BranchTable);
}

void Decoder::leave() {
  if (depth == 0) {
    emit(nullptr, Instruction::Exit);
    return;
  }
  frame->returns.push_back(current->code.size());
  emit(nullptr, Instruction::Branch);
}

/// call.uni (result), function, (argument, ...): the function's body comes
/// here, with its parameters in the caller's variables.
void Decoder::call() {
  take("uni");
  size_t at = 0;
  Frame callee;
  callee.scopes.emplace_back();
  std::vector<std::string> results, arguments;
  auto names = [&](std::vector<std::string> &list) {
    if (!hasOperand(at) || operand(at).kind != Operand::List)
      return;
    for (const Operand &part : operand(at).parts)
      list.push_back(part.name);
    ++at;
  };
  names(results);
  std::string name = at_(at).name;
  ++at;
  names(arguments);
  if (hasOperand(at))
    return fail("a call through a pointer is not known");
  const FunctionText *function = nullptr;
  for (const FunctionText &f : module.functions)
    if (f.name == name && f.hasBody && !f.isEntry)
      function = &f;
  if (!function)
    return fail("function \"" + name + "\" is defined nowhere");
  if (depth == 64)
    return fail("function \"" + name +
                "\" calls itself, or calls are too deep");
  if (results.size() != function->results.size() ||
      arguments.size() != function->parameters.size())
    return fail("the call of \"" + name + "\" does not fit the function");
  auto bind = [&](const Variable &parameter, const std::string &argument) {
    const Local *local = findLocal(argument);
    if (!local || local->space != Space::Local)
      return fail("argument \"" + argument + "\" is no variable of .param");
    callee.scopes.back()[parameter.name] = *local;
  };
  for (size_t i = 0; i < results.size(); ++i)
    bind(function->results[i], results[i]);
  for (size_t i = 0; i < arguments.size(); ++i)
    bind(function->parameters[i], arguments[i]);
  if (hasFailed)
    return;

  // A guard jumps around the body.
  size_t skip = current->code.size();
  bool isGuarded = building.guard != kNoRegister;
  if (isGuarded) {
    building.guardNegated = !building.guardNegated;
    emit(nullptr, Instruction::Branch);
  }
  callee.function = function;
  Frame *caller = frame;
  const Statement *callStatement = statement;
  ++depth;
  body(callee);
  --depth;
  frame = caller;
  statement = callStatement;
  if (isGuarded)
    current->code[skip].target = uint32_t(current->code.size());
}

//===----------------------------------------------------------------------===//
// Statements.
//===----------------------------------------------------------------------===//

void Decoder::decodeStatement(const Statement &s) {
  words.clear();
  std::string_view rest = s.name;
  while (!rest.empty()) {
    size_t dot = rest.find('.');
    words.push_back(rest.substr(0, dot));
    if (dot == std::string_view::npos)
      break;
    rest = rest.substr(dot + 1);
  }
  taken.assign(words.size(), false);
  building = Instruction();
  used = 0;
  widenings.clear();
  if (!s.guard.empty()) {
    uint32_t width;
    if (!registerNamed(s.guard, building.guard, width) || width != 1)
      return fail("\"" + s.guard + "\" is no predicate");
    building.guardNegated = s.guardNegated;
  }
  for (auto *family : {decodeInteger, decodeFloat, decodeRounded, decodeHalf,
                       decodeLogic, decodeCompare, decodeConvert, decodeMemory,
                       decodeAtomic, decodeWarp, decodeControl})
    if (family(*this))
      return;
  fail("instruction \"" + s.name + "\" is not known");
}

bool Decoder::body(Frame &f) {
  frame = &f;
  for (const Statement &s : f.function->body) {
    statement = &s;
    switch (s.kind) {
    case Statement::Instruction:
      decodeStatement(s);
      break;
    case Statement::Label:
      f.labels[s.name] = uint32_t(current->code.size());
      break;
    case Statement::Registers:
      for (const Operand &name : s.operands) {
        uint32_t width = bytesOf(s.type);
        auto one = [&](const std::string &reg) {
          f.registers[reg] = newRegister(width);
          f.widths[reg] = width;
        };
        if (name.integer > 1000000)
          fail("too many registers");
        else if (!name.integer)
          one(name.name);
        else
          for (uint64_t i = 0; i < name.integer; ++i)
            one(name.name + std::to_string(i));
      }
      break;
    case Statement::Declaration:
      declare(s.variable);
      break;
    case Statement::ScopeBegin:
      f.scopes.emplace_back();
      break;
    case Statement::ScopeEnd:
      f.scopes.pop_back();
      break;
    case Statement::BranchTargets:
      for (const Operand &label : s.operands)
        f.targets[s.name].push_back(label.name);
      break;
    case Statement::Location:
      file = s.file;
      fileLine = s.fileLine;
      break;
    }
    if (hasFailed)
      return false;
  }
  auto place = [&](const std::string &label) {
    auto found = f.labels.find(label);
    if (found == f.labels.end()) {
      fail("label \"" + label + "\" is defined nowhere");
      return 0u;
    }
    return found->second;
  };
  for (const Fixup &fixup : f.fixups)
    current->code[fixup.instruction].target = place(fixup.label);
  for (const auto &[table, name] : f.tableFixups)
    for (const std::string &label : f.targets[name])
      current->tables[table].push_back(place(label));
  for (size_t at : f.returns)
    current->code[at].target = uint32_t(current->code.size());
  return !hasFailed;
}

bool Decoder::kernel(const FunctionText &function) {
  auto kernel = std::make_unique<Kernel>();
  kernel->name = function.name;
  kernel->files = &program.files;
  if (function.maxThreads)
    kernel->maxThreads = std::min(function.maxThreads, 1024u);
  current = kernel.get();
  constants.clear();
  specials.clear();
  parameters.clear();
  sharedPlaces.clear();
  carryRegister = kNoRegister;
  file = fileLine = 0;
  Frame entry;
  entry.function = &function;
  entry.scopes.emplace_back();
  for (const Variable &p : function.parameters) {
    uint32_t bytes = uint32_t(p.bytes());
    kernel->parameterBytes = roundUp(kernel->parameterBytes, p.align);
    entry.scopes[0][p.name] = {Space::Param, kernel->parameterBytes, bytes};
    kernel->parameters.push_back({kernel->parameterBytes, bytes});
    kernel->parameterBytes += bytes;
  }
  if (!body(entry))
    return false;
  kernel->localBytes = roundUp(kernel->localBytes, 16);
  kernel->sharedBytes = roundUp(kernel->sharedBytes, 16);
  // Whoever falls off the end leaves.
  Instruction end;
  end.kind = Instruction::Exit;
  kernel->code.push_back(end);
  statement = nullptr;
  program.kernels[function.name] = std::move(kernel);
  return true;
}

std::unique_ptr<Program> loadProgram(std::string_view text,
                                     VariableMemory &memory,
                                     PtxError &out_error) {
  ModuleText module;
  if (!parsePtx(text, module, out_error))
    return nullptr;
  auto program = std::make_unique<Program>();
  program->version = module.version;
  if (module.target.rfind("sm_", 0) == 0)
    program->architecture = uint32_t(atoi(module.target.c_str() + 3));
  program->files = module.files;
  Decoder decoder(module, *program, memory, out_error);
  bool fine = decoder.variables();
  for (const FunctionText &function : module.functions)
    if (fine && function.isEntry && function.hasBody)
      fine = decoder.kernel(function);

  return fine ? std::move(program) : nullptr;
}

} // namespace popt::fake
