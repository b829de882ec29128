//===- Functions.cpp - Bodies, calls, whole kernels -----------------------===//
//
// A kernel is its entry's statements with the functions it calls inlined, so a
// kernel is one list of instructions and every thread has one pc.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>
#include <cstdlib>

namespace popt::fake {

static uint32_t roundUp(uint32_t value, uint32_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
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
  // A thread that falls off the end leaves.
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
  if (module.target.rfind("sm_", 0) == 0)
    program->architecture = uint32_t(atoi(module.target.c_str() + 3));
  program->files = module.files;
  Decoder decoder(module, *program, memory, out_error);
  bool fine = decoder.variables();
  for (const FunctionText &function : module.functions)
    if (fine && function.isEntry && function.hasBody)
      fine = decoder.kernel(function);
  out_error.version = module.version;
  return fine ? std::move(program) : nullptr;
}

} // namespace popt::fake
