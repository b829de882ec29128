//===- Decoder.cpp --------------------------------------------------------===//
//
// Modifiers, registers and emission: what the families of instructions ask.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Ops.h"

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

} // namespace popt::fake
