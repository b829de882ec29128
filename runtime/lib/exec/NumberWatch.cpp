//===- NumberWatch.cpp - The command that made the first NaN --------------===//
//
// Tests: ExecutorTest, test/Execute/nan.mlir.
//
//===----------------------------------------------------------------------===//
#include "NumberWatch.h"
#include "../core/Checker.h"
#include "../tensor/Shards.h"
#include "Prepared.h"
#include <chrono>

using namespace popt::rt;

static std::string typeOf(ElementType type, const std::vector<int64_t> &shape) {
  return popt_rt_element_type_name(type) + str(shape);
}

NumberRange NumberWatch::range(const Operand &operand, const void *at) const {
  return rangeOf(at, operand.type, operand.shape, operand.resolvedStrides());
}

void NumberWatch::keep(std::string text) {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  made = {std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(),
          std::move(text)};
}

void NumberWatch::look(size_t argument, const void *block) {
  const Argument &a = table.arguments[argument];
  if (!made.text.empty() || !block || !hasNan(a.type) ||
      !holdsValue(table.mesh, a.layout, rank))
    return;
  std::vector<int64_t> extents; // without padding, which comes last
  for (const DimBlock &dim : blocksOf(table.mesh, a, rank))
    extents.push_back(dim.extent);
  NumberRange found =
      rangeOf(block, a.type, extents, denseStrides(a.localShape));
  if (found.numBad(counts) > 0)
    keep("\"" + a.name + "\" is given so: " + found.toString());
}

void NumberWatch::before(const Command &command, void *const *pointers) {
  read.clear();
  isClean = made.text.empty();
  auto *kernel = std::get_if<KernelOp>(&command.op);
  bool mayWriteAll = kernel && table.kernels[kernel->symbol].numResults < 0;
  size_t count =
      mayWriteAll ? command.operands.size() : numReads(table, command);
  for (size_t i = 0; isClean && i < count; ++i) {
    read.push_back(range(command.operands[i], pointers[i]));
    isClean = read.back().numBad(counts) == 0;
  }
}

void NumberWatch::after(const Program &program, int32_t index,
                        void *const *pointers) {
  const Command &command = program.commands[index];
  if (!isClean || std::holds_alternative<CollectiveOp>(command.op) ||
      std::holds_alternative<RecvOp>(command.op))
    return; // what others have is theirs
  size_t reads = numReads(table, command);
  for (size_t i = reads; i < command.operands.size(); ++i) {
    const Operand &result = command.operands[i];
    NumberRange found = range(result, pointers[i]);
    int64_t bad = found.numBad(counts);
    if (bad == 0)
      continue;
    std::string text = describeCommand(table, program, index) + ", " +
                       str(bad) + " of " + str(result.numElements()) +
                       " elements of its " + typeOf(result.type, result.shape);
    const char *word = ", from ";
    for (size_t r = 0; r < std::min(reads, read.size()); ++r)
      if (hasNan(command.operands[r].type)) {
        text += word +
                typeOf(command.operands[r].type, command.operands[r].shape) +
                " " + read[r].toString();
        word = " and ";
      }
    return keep(std::move(text));
  }
}
