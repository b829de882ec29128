//===- StepTable.cpp - Questions about operands and commands --------------===//
//
// The small functions of step_table.h: strides, names, and the find-or-append
// helpers for building a table. test/runtime checks them against
// hand-written answers.
//
//===----------------------------------------------------------------------===//
#include "ByteRange.h"
#include "popt-rt/step_table.h"
#include <algorithm>
#include <iterator>
#include <numeric>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::vector<int64_t> popt::rt::denseStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> result(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    result[i] = stride;
    stride *= shape[i];
  }
  return result;
}

int64_t popt::rt::numElements(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

int64_t popt::rt::bytesOf(const std::vector<int64_t> &shape, ElementType type) {
  return numElements(shape) * static_cast<int64_t>(popt_rt_element_size(type));
}

std::vector<int64_t> Operand::resolvedStrides() const {
  return strides.empty() ? denseStrides(shape) : strides;
}

bool Operand::isDense() const {
  if (strides.empty())
    return true;
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 0)
      return true;
    if (shape[i] != 1 && strides[i] != stride)
      return false;
    stride *= shape[i];
  }
  return true;
}

static constexpr const char *opcodeNames[] = {
    "kernel", "matmul",     "conv",       "copy",       "fill",
    "set",    "collective", "send_start", "recv_start", "loop",
    "while",  "case",       "schedule",   "wait",       "attention"};
static_assert(std::size(opcodeNames) == std::variant_size_v<AnyOp> &&
                  std::size(opcodeNames) == size_t(Opcode::Attention) + 1,
              "every command has an opcode and a name");

const char *popt::rt::name(Opcode opcode) {
  size_t index = static_cast<size_t>(opcode);
  return index < std::size(opcodeNames) ? opcodeNames[index] : "?";
}

const char *popt::rt::name(const Command &command) {
  if (auto *op = std::get_if<CollectiveOp>(&command.op))
    return name(op->kind);
  return name(opcodeOf(command.op));
}

int32_t Program::numMicrobatches() const {
  int32_t most = 0;
  for (const Command &command : commands)
    if (auto *schedule = std::get_if<ScheduleOp>(&command.op))
      for (auto [body, microbatch] : schedule->calls)
        most = std::max(most, microbatch);
  return most + 1;
}

int64_t Program::lastSlot(const Operand &operand) const {
  if (operand.slots < 0)
    return 0;
  const std::vector<int32_t> &list = slots[operand.slots];
  return *std::max_element(list.begin(), list.end());
}

int64_t
Program::lastCount(const Term &term,
                   const std::vector<std::vector<int64_t>> &rankTables) const {
  if (term.loop < 0)
    return numMicrobatches() - 1;
  int64_t most = 0;
  for (const Command &command : commands) {
    auto *loop = std::get_if<LoopOp>(&command.op);
    if (!loop || loop->body != term.loop)
      continue;
    if (loop->count.kind == Scalar::Kind::Constant)
      most = std::max(most, loop->count.value);
    else if (loop->count.kind == Scalar::Kind::Microbatch)
      most = std::max<int64_t>(most, numMicrobatches() - 1);
    else if (static_cast<size_t>(loop->count.value) < rankTables.size())
      for (int64_t count : rankTables[loop->count.value])
        most = std::max(most, count);
  }
  return most - 1;
}

bool popt::rt::mayOverlap(const StepTable &table, const Program &program,
                          const std::vector<int64_t> &ranks, const Operand &a,
                          const Operand &b) {
  // In slot 0.
  std::optional<ByteRange> rangeA = bytesOnRanks(table, ranks, a),
                           rangeB = bytesOnRanks(table, ranks, b);
  if (a.region != b.region || !rangeA || !rangeB)
    return false;
  auto slotBytes = [&](const Operand &o, int64_t microbatch) -> Wide {
    if (o.slots < 0)
      return 0;
    const std::vector<int32_t> &list = program.slots[o.slots];
    return Wide(o.slotStride) *
           list[static_cast<size_t>(microbatch) % list.size()];
  };
  // Lists repeat.
  auto periodOf = [&](const Operand &o) -> int64_t {
    return o.slots < 0 ? 1
                       : static_cast<int64_t>(program.slots[o.slots].size());
  };
  // What moves both does not part them.
  auto extend = [&](ByteRange &range, const Operand &o, const Operand &other) {
    for (const Term &term : o.terms)
      if (std::find(other.terms.begin(), other.terms.end(), term) ==
          other.terms.end())
        extendBy(range, term, program, table);
  };
  extend(*rangeA, a, b);
  extend(*rangeB, b, a);
  int64_t microbatches = std::lcm(periodOf(a), periodOf(b));
  if (microbatches > 1)
    microbatches = std::min<int64_t>(microbatches, program.numMicrobatches());
  for (int64_t m = 0; m < microbatches; ++m) {
    ByteRange inA = *rangeA, inB = *rangeB;
    inA.extend(slotBytes(a, m), slotBytes(a, m));
    inB.extend(slotBytes(b, m), slotBytes(b, m));
    if (inA.overlaps(inB))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Find or append
//===----------------------------------------------------------------------===//

template <typename T>
static int32_t findOrAppend(std::vector<T> &list, const T &value) {
  auto it = std::find(list.begin(), list.end(), value);
  if (it == list.end())
    it = list.insert(list.end(), value);
  return static_cast<int32_t>(it - list.begin());
}

int32_t StepTable::addRankTable(const std::vector<int64_t> &values) {
  return findOrAppend(rankTables, values);
}

int32_t StepTable::addAxisIndexTable(const AxisRef &axis) {
  std::vector<int64_t> values(numRanks());
  for (size_t rank = 0; rank < values.size(); ++rank)
    values[rank] =
        mesh.coordinate(axis, mesh.coordinates(static_cast<int64_t>(rank)));
  return addRankTable(values);
}

int32_t StepTable::addGroup(const std::string &name,
                            const std::vector<std::vector<int32_t>> &lists) {
  for (size_t i = 0; i < groups.size(); ++i)
    if (groups[i].lists == lists)
      return static_cast<int32_t>(i);
  groups.push_back({name, lists});
  return static_cast<int32_t>(groups.size() - 1);
}

int32_t StepTable::addGroup(const AxisList &axes) {
  std::vector<std::vector<int32_t>> lists;
  for (const std::vector<int64_t> &ranks : mesh.groups(axes))
    lists.emplace_back(ranks.begin(), ranks.end());
  return addGroup(mesh.str(axes), lists);
}

int32_t StepTable::addKernel(const std::string &symbol) {
  for (size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].symbol == symbol)
      return static_cast<int32_t>(i);
  kernels.push_back({symbol, {}, 0});
  return static_cast<int32_t>(kernels.size() - 1);
}

int32_t StepTable::addLocation(const Location &location) {
  auto known = std::find_if(locations.begin(), locations.end(),
                            [&](const Location &other) {
                              return !(other < location) && !(location < other);
                            });
  if (known != locations.end())
    return static_cast<int32_t>(known - locations.begin());
  locations.push_back(location);
  return static_cast<int32_t>(locations.size() - 1);
}
