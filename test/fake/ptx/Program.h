//===- Program.h - Kernels ready to run -----------------------------------===//
//
// A decoded kernel: a flat list of instructions, each with the function that
// executes it for many threads at once. Registers are columns: register r of a
// block with T threads is an array of T values at r * T bytes of the register
// file, so an instruction is a loop over arrays that the host's compiler
// vectorises. Immediates, parameters and special registers are columns too,
// filled before the kernel runs; functions are inlined at their calls.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_PROGRAM_H
#define POPT_RT_FAKE_PTX_PROGRAM_H

#include "Ptx.h"

#include <memory>

namespace popt::fake {

class Block;
struct Instruction;

/// The threads that execute an instruction together: [begin, end), or
/// list[begin..end) where there is a list (ascending).
struct Active {
  uint32_t begin = 0, end = 0;
  const uint16_t *list = nullptr;
  uint32_t size() const { return end - begin; }
  uint32_t thread(uint32_t at) const { return list ? list[at] : at; }
};

/// Executes an instruction for all threads of `active`.
using Run = void (*)(Block &block, const Instruction &instruction,
                     const Active &active);

constexpr uint32_t kNoRegister = ~0u;

struct Instruction {
  enum Kind : uint8_t {
    Plain,       ///< `run` does it all
    Branch,      ///< to `target`
    BranchTable, ///< to tables[target][register r[0]]
    Exit,
    Trap,
    Barrier,  ///< of the block: id in r[0], threads in r[1] or all
    WarpSync, ///< `run` once all lanes named by the mask in r[0] are here
  };
  Run run = nullptr;
  Kind kind = Plain;
  bool guardNegated = false;
  Space space = Space::Generic;
  uint8_t bytes = 0; ///< of one element of a memory access
  uint8_t count = 1; ///< elements of a memory access
  bool isAtomic = false;
  uint32_t guard = kNoRegister;
  uint32_t r[10] = {}; ///< registers: destinations first, then sources
  int64_t immediate = 0;
  uint32_t target = 0;
  uint32_t line = 0; ///< of the PTX text
  uint32_t file = 0, fileLine = 0;
};

/// A register that holds the same bits in all threads.
struct Constant {
  uint32_t reg;
  uint32_t bytes;
  uint64_t bits;
};

/// A register that is filled from the launch's parameters.
struct ParameterLoad {
  uint32_t reg;
  uint32_t bytes;
  uint32_t offset;
};

enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  LanemaskEq,
  LanemaskLt,
  LanemaskLe,
  LanemaskGt,
  LanemaskGe,
  DynamicShared,
  TotalShared,
  DynamicBase, ///< the address of dynamic shared memory, 8 bytes
};
struct SpecialLoad {
  uint32_t reg;
  Special what;
};

struct Kernel {
  std::string name;
  std::vector<Instruction> code;
  std::vector<std::vector<uint32_t>> tables;
  std::vector<Constant> constants;
  std::vector<ParameterLoad> parameterLoads;
  std::vector<SpecialLoad> specialLoads;
  struct Parameter {
    uint32_t offset, bytes;
  };
  std::vector<Parameter> parameters;
  uint32_t parameterBytes = 0;
  uint32_t registerBytes = 0; ///< of one thread
  uint32_t registers = 0;
  uint32_t sharedBytes = 0; ///< static
  uint32_t localBytes = 0;  ///< of one thread
  uint32_t maxThreads = 1024;
  const std::map<uint32_t, std::string> *files = nullptr;
};

/// "PTX line 29 (model.py:42)".
std::string lineOf(const Kernel &kernel, const Instruction &instruction);

/// A loaded module. Its variables lie in device memory.
struct Program {
  uint32_t architecture = 0; ///< 90 for sm_90 and sm_90a
  std::map<uint32_t, std::string> files;
  std::map<std::string, std::unique_ptr<Kernel>> kernels;
};

/// Gives device memory for a variable of a module, zeroed and writable by
/// the host; 0 if there is none.
class VariableMemory {
public:
  virtual ~VariableMemory() = default;
  virtual uint64_t allocate(uint64_t bytes, const std::string &name) = 0;
};

/// Parses and decodes. Null, with the first error, if anything is unknown.
std::unique_ptr<Program>
loadProgram(std::string_view text, VariableMemory &memory, PtxError &out_error);

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_PROGRAM_H
