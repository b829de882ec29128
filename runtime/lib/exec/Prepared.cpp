//===- Prepared.cpp - Loads a program -------------------------------------===//
//
// Checks the table, finds the kernels, prepares contractions and convolutions
// once for all ranks that run the same program. Equal library primitives come
// from the library's own cache.
//
//===----------------------------------------------------------------------===//
#include "Prepared.h"
#include "Onednn.h"
#include "popt-rt/check.h"
#include "popt-rt/lapack.h"
#include <cstdlib>
#include <cstring>

using namespace popt::rt;

const StepTable &popt::rt::tableOf(const Prepared &prepared) {
  return prepared.table;
}

std::string popt::rt::describeCommand(const StepTable &table,
                                      const Program &program, int32_t command) {
  std::string text = "command " + std::to_string(command);
  if (command < 0 || static_cast<size_t>(command) >= program.commands.size())
    return text;
  const Command &c = program.commands[command];
  text += std::string(" (") + name(c);
  if (c.location >= 0 &&
      static_cast<size_t>(c.location) < table.locations.size()) {
    const Location &l = table.locations[c.location];
    if (!l.name.empty())
      text += " \"" + l.name + "\"";
    if (!l.file.empty())
      text += " at " + l.file + ":" + std::to_string(l.line) + ":" +
              std::to_string(l.column);
  }
  return text + ")";
}

static bool prepareCommand(const Command &command,
                           std::unique_ptr<Compute> &out_compute,
                           std::string &error) {
  if (auto *op = std::get_if<MatmulOp>(&command.op))
    out_compute = prepareMatmul(*op, command.operands, error);
  else if (auto *op = std::get_if<ConvOp>(&command.op))
    out_compute = prepareConv(*op, command.operands, error);
  else
    return true;
  return out_compute != nullptr;
}

std::shared_ptr<const Prepared> popt::rt::prepare(LoadedProgram program,
                                                  std::string &out_error) {
  std::string problem = check(program.table);
  if (!problem.empty()) {
    out_error = "the step table is not sound: " + problem;
    return nullptr;
  }
  auto prepared = std::make_shared<Prepared>();
  prepared->table = std::move(program.table);
  prepared->symbol = std::move(program.symbol);
  const StepTable &table = prepared->table;
  for (const std::string &name : table.kernels) {
    void *address = prepared->symbol ? prepared->symbol(name) : nullptr;
    Kernel kernel = address ? reinterpret_cast<Kernel>(address)
                            : openLapackRoutine(name, out_error);
    if (!kernel)
      return nullptr;
    prepared->kernels.push_back(kernel);
  }
  size_t bytes = (table.constants.size() + 4096) / 4096 * 4096;
  prepared->constants = static_cast<uint8_t *>(std::aligned_alloc(4096, bytes));
  if (!prepared->constants) {
    out_error =
        "out of memory: " + std::to_string(bytes) + " bytes of constants";
    return nullptr;
  }
  prepared->constantsOwner.reset(prepared->constants, std::free);
  if (!table.constants.empty())
    std::memcpy(prepared->constants, table.constants.data(),
                table.constants.size());
  prepared->table.constants.shrink_to_fit();

  for (const Program &p : table.programs) {
    prepared->computes.emplace_back(p.commands.size());
    for (size_t i = 0; i < p.commands.size(); ++i) {
      std::string error;
      if (!prepareCommand(p.commands[i], prepared->computes.back()[i], error)) {
        out_error =
            describeCommand(table, p, static_cast<int32_t>(i)) + ": " + error;
        return nullptr;
      }
    }
  }
  return prepared;
}

void popt::rt::enterRankThread() {
  if (const Onednn *lib = Onednn::opened())
    if (lib->setThreads)
      lib->setThreads(1);
}

std::string popt::rt::libraryNote() {
  if (!Onednn::missing())
    return "";
  return "oneDNN (libdnnl.so.2) was not found: contractions run on slower "
         "kernels of our own; on Debian install libdnnl2";
}
