//===- Ptx.h - A PTX module as text: what the parser found ----------------===//
//
// The parser keeps the text's structure and knows no instruction: a statement
// is a mnemonic with operands. Decoder.h turns the statements of an entry into
// instructions that can run.
//
// Tests: test/fake/test/KernelTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_PTX_H
#define POPT_RT_FAKE_PTX_PTX_H

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace popt::fake {

/// Where and why a text is not understood. The first error counts.
struct PtxError {
  uint32_t line = 0;
  std::string message;
  uint32_t version = 0; ///< the text's, as in ModuleText, if it was read so far
};

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  U8,
  S8,
  B16,
  U16,
  S16,
  B32,
  U32,
  S32,
  B64,
  U64,
  S64,
  B128,
  F16,
  BF16,
  F16x2,
  BF16x2,
  TF32,
  F32,
  F32x2,
  F64,
};
/// "f32" is Type::F32; Type::None if the word names no type.
Type typeNamed(std::string_view word);
uint32_t bytesOf(Type type);
bool isSigned(Type type);

enum class Space : uint8_t { Generic, Global, Const, Shared, Local, Param };

/// One operand of a statement.
struct Operand {
  enum Kind : uint8_t {
    Name,    ///< a register, label, variable or function
    Integer, ///< `integer`
    Float,   ///< `real`
    Address, ///< [name + integer]; the name may be absent
    Vector,  ///< {a, b, ...}
    Pair,    ///< a|b
    List,    ///< (a, b, ...) of a call
  };
  Kind kind = Name;
  bool negated = false; ///< !name
  std::string name;
  uint64_t integer = 0;
  double real = 0;
  std::vector<Operand> parts;
};

/// A declared variable: module scope, function scope, or parameter.
struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::None;
  uint32_t align = 1;
  uint64_t count = 1; ///< elements; 0 is "[]", of a size that the launch says
  bool isExtern = false;
  std::vector<Operand> values; ///< the initialiser, as far as it is written
  uint32_t line = 0;
  uint64_t bytes() const { return count * bytesOf(type); }
};

struct Statement {
  enum Kind : uint8_t {
    Instruction,
    Label,
    Registers,   ///< .reg: `type`, names; `name<N>` has integer N
    Declaration, ///< `variable`
    ScopeBegin,
    ScopeEnd,
    BranchTargets, ///< name: .branchtargets operands
    Location,      ///< .loc file line
  };
  Kind kind = Instruction;
  uint32_t line = 0;
  std::string name;  ///< mnemonic or label
  std::string guard; ///< predicate register, or empty
  bool guardNegated = false;
  Type type = Type::None;
  std::vector<Operand> operands;
  Variable variable;
  uint32_t file = 0, fileLine = 0;
};

struct FunctionText {
  std::string name;
  bool isEntry = false;
  bool hasBody = false;
  uint32_t line = 0;
  std::vector<Variable> parameters, results;
  uint32_t maxThreads = 0; ///< .maxntid or .reqntid; 0 if absent
  std::vector<Statement> body;
};

struct ModuleText {
  uint32_t version = 0; ///< 78 is 7.8
  std::string target;   ///< "sm_90"
  std::map<uint32_t, std::string> files;
  std::vector<Variable> variables;
  std::vector<FunctionText> functions;
};

/// False, with the first error, if the text is not PTX.
bool parsePtx(std::string_view text, ModuleText &out_module,
              PtxError &out_error);

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_PTX_H
