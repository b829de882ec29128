//===- LargestTensors.cpp - What takes an arena's memory ------------------===//
//
// For the message that says that there is too little. Tensors that share memory
// one after the other are all counted: each would have to be smaller.
//
// Tests: CudaDeviceTest, Standalone/gpu.test.
//
//===----------------------------------------------------------------------===//
#include "Prepared.h"
#include <algorithm>
#include <map>

using namespace popt::rt;

std::string popt::rt::largestTensors(const StepTable &table,
                                     const Program &program) {
  struct Tensor {
    int64_t bytes = 0;
    std::string name;
  };
  std::map<std::pair<int32_t, int64_t>, Tensor> tensors;
  auto add = [&](int32_t region, int64_t offset, int64_t bytes, auto name) {
    if (program.regions[region].kind != RegionKind::Arena)
      return;
    Tensor &tensor = tensors[{region, offset}];
    if (tensor.name.empty())
      tensor.name = name();
    tensor.bytes = std::max(tensor.bytes, bytes);
  };
  for (size_t i = 0; i < program.argumentAddresses.size(); ++i) {
    const Address &start = program.argumentAddresses[i];
    const Argument &argument = table.arguments[i];
    if (start.region >= 0)
      add(start.region, start.offset,
          bytesOf(argument.localShape, argument.type),
          [&] { return argument.name; });
  }
  for (size_t c = 0; c < program.commands.size(); ++c)
    for (const Operand &operand : program.commands[c].operands) {
      int64_t first = operand.offset,
              moved = operand.slotStride * program.lastSlot(operand);
      for (const Term &term : operand.terms) {
        int64_t bytes = term.bytes * program.lastCount(term, table.rankTables);
        first += std::min<int64_t>(bytes, 0);
        moved += std::abs(bytes);
      }
      add(operand.region, first, moved + bytesOf(operand.shape, operand.type),
          [&] {
            return "an operand of " +
                   describeCommand(table, program, static_cast<int32_t>(c));
          });
    }
  std::vector<Tensor> sorted;
  for (const auto &[start, tensor] : tensors)
    sorted.push_back(tensor);
  std::stable_sort(
      sorted.begin(), sorted.end(),
      [](const Tensor &a, const Tensor &b) { return a.bytes > b.bytes; });
  constexpr size_t kMost = 3;
  std::string text;
  for (size_t i = 0; i < std::min(kMost, sorted.size()); ++i)
    text += (i ? ", " : "; the largest tensors are ") + sorted[i].name + " (" +
            std::to_string(sorted[i].bytes) + " bytes)";
  return text;
}
