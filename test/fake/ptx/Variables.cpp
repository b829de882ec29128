//===- Variables.cpp - Variables and addresses of a module ----------------===//
//
// A variable of .global or .const lies in device memory, once for the module.
// One of .shared has its place in each kernel that uses it, one of .local or of
// a call's .param in each thread.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>
#include <cstring>

namespace popt::fake {

static uint32_t roundUp(uint32_t value, uint32_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

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

} // namespace popt::fake
