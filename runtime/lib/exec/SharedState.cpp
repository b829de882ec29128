//===- SharedState.cpp - State that programs have in common ---------------===//
//
// Tests: CallableTest (programs beside each other); python/tests/test_jit.py.
//
//===----------------------------------------------------------------------===//
#include "SharedState.h"
#include "RankMemory.h"
#include <algorithm>
#include <functional>

using namespace popt::rt;

static bool isState(const Argument &argument) {
  return argument.stateResult >= 0;
}

/// Of arguments that `isShared` says.
static std::optional<StateBlock>
blockOf(const StepTable &table, int32_t rank,
        const std::function<bool(size_t index)> &isShared) {
  const Program &program = table.programOf(rank);
  StateBlock block;
  for (size_t i = 0; i < table.arguments.size(); ++i) {
    const Argument &argument = table.arguments[i];
    const Address &address = program.argumentAddresses[i];
    if (!isShared(i) || address.region < 0)
      continue;
    if (block.region >= 0 && block.region != address.region)
      return std::nullopt;
    block.region = address.region;
    int64_t bytes = bytesOf(argument.localShape, argument.type);
    block.bytes = std::max(block.bytes, address.offset + bytes);
  }
  if (block.region < 0)
    return block;
  auto isArena = [](const Region &region) {
    return region.kind == RegionKind::Arena;
  };
  auto first =
      std::find_if(program.regions.begin(), program.regions.end(), isArena);
  if (first != program.regions.begin() + block.region)
    return std::nullopt;
  for (size_t i = 0; i < table.arguments.size(); ++i) {
    const Address &address = program.argumentAddresses[i];
    if (!isShared(i) && address.region == block.region &&
        address.offset < block.bytes)
      return std::nullopt;
  }
  return block;
}

std::optional<StateBlock> popt::rt::stateBlockOf(const StepTable &table,
                                                 int32_t rank) {
  return blockOf(table, rank,
                 [&](size_t i) { return isState(table.arguments[i]); });
}

std::optional<StateBlock> popt::rt::viewBlockOf(const StepTable &table,
                                                int32_t rank,
                                                const Views &views) {
  return blockOf(table, rank, [&](size_t i) { return views[i] >= 0; });
}

bool popt::rt::canReadInPlace(const StepTable &owner, const StepTable &reader,
                              const Views &views) {
  for (size_t i = 0; i < views.size(); ++i)
    if (views[i] >= 0 && isState(reader.arguments[i]))
      return false;
  for (int32_t rank = 0; rank < reader.numRanks(); ++rank) {
    std::optional<StateBlock> block = viewBlockOf(reader, rank, views);
    if (!block)
      return false;
    const Program &its = reader.programOf(rank), &other = owner.programOf(rank);
    for (size_t i = 0; i < views.size(); ++i) {
      if (views[i] < 0)
        continue;
      const Address &x = its.argumentAddresses[i],
                    &y = other.argumentAddresses[views[i]];
      if (x.region != y.region || x.offset != y.offset ||
          (y.region >= 0 && other.regions[y.region].kind != RegionKind::Arena))
        return false;
    }
  }
  return true;
}

int64_t popt::rt::stateBytes(const StepTable &table, int32_t rank) {
  std::optional<StateBlock> block = stateBlockOf(table, rank);
  return block ? block->bytes : 0;
}

/// On each rank the same tensors in the same places. GPUs have streams and events of
/// one program.
bool popt::rt::canShareState(const StepTable &one, const StepTable &other) {
  auto stateOf = [](const StepTable &table) {
    std::vector<size_t> indices;
    for (size_t i = 0; i < table.arguments.size(); ++i)
      if (isState(table.arguments[i]))
        indices.push_back(i);
    return indices;
  };
  std::vector<size_t> ofOne = stateOf(one), ofOther = stateOf(other);
  if (one.target.isGpu || ofOne.empty() || ofOne.size() != ofOther.size() ||
      !(one.mesh == other.mesh) || one.target.name != other.target.name)
    return false;
  for (size_t i = 0; i < ofOne.size(); ++i) {
    const Argument &a = one.arguments[ofOne[i]];
    const Argument &b = other.arguments[ofOther[i]];
    if (a.name != b.name || a.type != b.type || a.shape != b.shape ||
        a.localShape != b.localShape || !(a.layout == b.layout) ||
        a.part.of != b.part.of || a.part.dim != b.part.dim ||
        a.part.begin != b.part.begin || a.part.extent != b.part.extent)
      return false;
  }
  for (int32_t rank = 0; rank < one.numRanks(); ++rank) {
    std::optional<StateBlock> a = stateBlockOf(one, rank),
                              b = stateBlockOf(other, rank);
    if (!a || !b || a->region != b->region || a->bytes != b->bytes)
      return false;
    const Program &first = one.programOf(rank), &second = other.programOf(rank);
    for (size_t i = 0; i < ofOne.size(); ++i) {
      const Address &x = first.argumentAddresses[ofOne[i]],
                    &y = second.argumentAddresses[ofOther[i]];
      if (x.region != y.region || x.offset != y.offset)
        return false;
    }
  }
  return true;
}
