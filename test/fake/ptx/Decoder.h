//===- Decoder.h - Statements into instructions ---------------------------===//
//
// One file for each family of instructions (Integer.cpp, Float.cpp, ...) has a
// function that recognises its mnemonics. It asks the decoder for modifiers and
// operands in order and ends with emit(). A modifier that is left is an
// error, so nothing is skipped in silence.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_DECODER_H
#define POPT_RT_FAKE_PTX_DECODER_H

#include "Program.h"

#include <unordered_map>

namespace popt::fake {

class Decoder {
public:
  Decoder(const ModuleText &module, Program &program, VariableMemory &memory,
          PtxError &error)
      : module(module), program(program), memory(memory), error(error) {}

  bool variables();
  bool kernel(const FunctionText &function);

  // What families ask. -----------------------------------------------------

  /// "add" of "add.rn.f32".
  std::string_view name() const { return words[0]; }
  std::string_view mnemonic() const { return statement->name; }
  bool is(std::string_view word) const { return words[0] == word; }
  /// True if the modifier is there; then it counts as understood.
  bool take(std::string_view modifier);
  /// Takes those that have no meaning here: cache operators, hints.
  void ignore(std::initializer_list<std::string_view> modifiers);
  /// The first modifier that names a type; Type::None if there is none.
  Type takeType();
  /// The first modifier not yet taken; empty if there is none.
  std::string_view takeAny();
  size_t operandCount() const { return statement->operands.size(); }
  const Operand &operand(size_t at) const { return statement->operands[at]; }
  bool hasOperand(size_t at) const { return at < operandCount(); }
  /// Where it is written "[reg+4]": adds the register and sets `immediate`.
  /// The space is that of the variable, if it names one.
  void address(const Operand &operand, Space &space);

  /// Adds a register to the instruction. A register wider than the type is
  /// read in its low bits; written, it is extended (by sign if the type is).
  void source(const Operand &operand, Type type);
  void destination(const Operand &operand, Type type);
  void source(size_t at, Type type) { source(at_(at), type); }
  void destination(size_t at, Type type) { destination(at_(at), type); }
  void temporary(Type type) { add(newRegister(bytesOf(type))); }
  void constant(Type type, uint64_t bits);
  /// Adds a register by number.
  void add(uint32_t reg);
  uint32_t newRegister(uint32_t bytes);
  /// The register's width in bytes; 0 if the operand is no register.
  uint32_t widthOf(const Operand &operand);
  uint32_t carry(); ///< the flag of add.cc

  Instruction &emit(Run run, Instruction::Kind kind = Instruction::Plain);
  /// Begins another instruction of the same statement, after emit().
  void restart();
  /// Emits an instruction beside the one being decoded.
  void emitMove(uint32_t to, uint32_t toBytes, uint32_t from,
                uint32_t fromBytes, bool isSigned);
  void fail(const std::string &message);
  bool failed() const { return hasFailed; }

  // What control flow needs besides. ----------------------------------------

  struct Fixup {
    size_t instruction;
    std::string label;
  };
  void branchTo(const std::string &label);
  void branchByTable(const Operand &index, const std::string &table);
  void call();
  void leave(); ///< ret
  /// The register that holds bytes of the entry's parameters.
  uint32_t parameterRegister(uint32_t offset, uint32_t bytes);
  /// The place of an entry's parameter, if the operand is [parameter + n].
  bool entryParameter(const Operand &operand, uint32_t &offset);
  /// Adds a register with the address of a variable; false if there is none of
  /// that name.
  bool variableAddress(const std::string &name, Space &space);
  bool isRegister(const Operand &operand);

private:
  struct Local {
    Space space;
    uint64_t address;
    uint32_t bytes;
  };
  /// The names of one inlined function.
  struct Frame {
    const FunctionText *function;
    std::map<std::string, uint32_t> registers, widths;
    std::vector<std::map<std::string, Local>> scopes;
    std::unordered_map<std::string, uint32_t> labels;
    std::map<std::string, std::vector<std::string>> targets;
    std::vector<Fixup> fixups;
    std::vector<std::pair<uint32_t, std::string>> tableFixups;
    std::vector<size_t> returns;
  };

  const Operand &at_(size_t at);
  bool body(Frame &frame);
  void declare(const Variable &variable);
  void decodeStatement(const Statement &statement);
  const Local *findLocal(const std::string &name) const;
  bool registerNamed(const std::string &name, uint32_t &reg, uint32_t &bytes);
  uint32_t constantRegister(uint32_t bytes, uint64_t bits);
  uint32_t specialRegister(Special what, uint32_t bytes);
  bool initialise(const Variable &variable, uint8_t *bytes);
  uint64_t immediateBits(const Operand &operand, Type type);

  const ModuleText &module;
  Program &program;
  VariableMemory &memory;
  PtxError &error;
  bool hasFailed = false;

  std::map<std::string, Local> globals;
  Kernel *current = nullptr;
  Frame *frame = nullptr;
  uint32_t depth = 0;
  uint32_t carryRegister = kNoRegister;
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> constants;
  std::map<Special, uint32_t> specials;
  std::map<std::string, Local> sharedPlaces; ///< of module scope, by kernel
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> parameters;

  // The statement being decoded.
  const Statement *statement = nullptr;
  std::vector<std::string_view> words;
  std::vector<bool> taken;
  Instruction building;
  uint32_t used = 0;
  struct Widening {
    uint32_t to, toBytes, from, fromBytes;
    bool isSigned;
  };
  std::vector<Widening> widenings;
  uint32_t file = 0, fileLine = 0;
};

/// What decodes the rest of an instruction whose mnemonic begins so.
struct Operation {
  std::string_view name;
  void (*decode)(Decoder &decoder, Type type);
};
/// Null if there is none of this name.
template <size_t Count>
const Operation *find(const Operation (&all)[Count], std::string_view name) {
  for (const Operation &operation : all)
    if (operation.name == name)
      return &operation;
  return nullptr;
}

/// The state space among the modifiers; generic if there is none.
Space takeSpace(Decoder &decoder);

// The families: true if the mnemonic is theirs, known or in error.
bool decodeInteger(Decoder &decoder);
bool decodeFloat(Decoder &decoder);
bool decodeRounded(Decoder &decoder);
bool decodeHalf(Decoder &decoder);
bool decodeLogic(Decoder &decoder);
bool decodeCompare(Decoder &decoder);
bool decodeConvert(Decoder &decoder);
bool decodeMemory(Decoder &decoder);
bool decodeAtomic(Decoder &decoder);
bool decodeWarp(Decoder &decoder);
bool decodeControl(Decoder &decoder);

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_DECODER_H
