//===- RankMemory.cpp - Where a rank's tensors lie ------------------------===//
//
// Tests: ExecutorTest, DeviceTest (memory that the host can't address).
//
//===----------------------------------------------------------------------===//
#include "RankMemory.h"
#include "WaitsForDevice.h"
#include <algorithm>
#include <cstdlib>

using namespace popt::rt;

ArenaBlock::ArenaBlock(popt_rt_device *device, popt_rt_transport *transport,
                       void *memory, size_t bytes)
    : memory(static_cast<uint8_t *>(memory)), device(device),
      transport(transport) {
  isRegistered = transport && popt_rt_transport_register(transport, memory,
                                                         bytes) == POPT_RT_OK;
}

ArenaBlock::~ArenaBlock() {
  if (isRegistered)
    popt_rt_transport_forget(transport, memory);
  popt_rt_device_free(device, memory);
}

void RankMemory::shareStateOf(const RankMemory &other) {
  share(*stateBlockOf(table, rank), other);
}

void RankMemory::readFrom(const RankMemory &owner, const Views &views) {
  share(*viewBlockOf(table, rank, views), owner);
}

void RankMemory::share(const StateBlock &block, const RankMemory &other) {
  state = block;
  if (state.region < 0)
    return;
  stateArena = other.stateArena ? other.stateArena : other.arena;
  stateBegin =
      other.stateArena ? other.stateBegin : other.regions[state.region];
}

RankMemory::~RankMemory() {
  for (auto &[index, ahead] : aheads)
    for (uint8_t *copy : ahead.copies)
      popt_rt_device_free(device, copy);
  popt_rt_device_free(device, hostArena);
}

/// Whether a block may be smaller than its memory. What lies beyond it is read,
/// too, where its value does not matter.
static bool hasPadding(const Program &program) {
  return std::any_of(
      program.commands.begin(), program.commands.end(),
      [](const Command &command) {
        auto *collective = std::get_if<CollectiveOp>(&command.op);
        return (collective && (collective->pieces.counts >= 0 ||
                               collective->split.counts >= 0)) ||
               std::any_of(
                   command.operands.begin(), command.operands.end(),
                   [](const Operand &o) { return !o.rankExtents.empty(); });
      });
}

bool RankMemory::allocate(std::string &out_error) {
  // Regions of one kind lie in one block of memory.
  int64_t bytes[2] = {0, 0};
  std::vector<int64_t> offsets;
  auto isHost = [](const Region &region) {
    return region.kind == RegionKind::HostArena;
  };
  for (const Region &region : program.regions) {
    offsets.push_back(bytes[isHost(region)]);
    if (region.kind != RegionKind::Constants)
      bytes[isHost(region)] += (region.bytes + 4095) / 4096 * 4096;
  }
  // Where the arena's own part begins: before it is state, in whole pages.
  int64_t begin = stateArena ? state.bytes / 4096 * 4096 : 0;
  arenaSize = bytes[0] - begin;
  hostSize = bytes[1];
  auto take = [&](popt_rt_memory kind, int64_t size, uint8_t *&out_memory) {
    void *memory = nullptr;
    bool isArena = kind == POPT_RT_DEVICE_MEMORY;
    if (popt_rt_status status = popt_rt_device_allocate(
            device, kind, static_cast<size_t>(size), &memory)) {
      out_error = (isArena ? "the arena of " : "host memory of ") +
                  std::to_string(size) + " bytes" + (isArena ? ": " : " ") +
                  popt_rt_device_last_error(device);
      if (isArena && status == POPT_RT_OUT_OF_MEMORY)
        out_error += largestTensors(table, program) +
                     "; compile with --memory-budget, more microbatches or "
                     "more shards";
      return false;
    }
    out_memory = static_cast<uint8_t *>(memory);
    return true;
  };
  int64_t least = std::max<int64_t>(arenaSize, 4096);
  uint8_t *memory = nullptr;
  if (!take(POPT_RT_DEVICE_MEMORY, least, memory))
    return false;
  arena = std::make_shared<ArenaBlock>(device, transport, memory,
                                       static_cast<size_t>(least));
  if (bytes[1] && !take(POPT_RT_HOST_MEMORY, bytes[1], hostArena))
    return false;
  // Debugging aid: unspecified bytes become NaN, so that using them shows. Else
  // padding starts as zero: pages of a CPU do so by themselves.
  const char *poison = std::getenv("POPT_POISON");
  bool isPoisoned = poison && *poison == '1';
  uint8_t byte = isPoisoned ? 0xff : 0;
  if (isPoisoned || (table.target.isGpu && hasPadding(program))) {
    if (!succeeded(device, popt_rt_device_fill(device, 0, memory, byte, least),
                   out_error))
      return false;
    // Not by a stream, which might do it after the host has written arguments.
    std::fill_n(hostArena, bytes[1], byte);
  }
  void *constants = nullptr;
  WaitsForDevice meanwhile(transport);
  if (!succeeded(device,
                 popt_rt_device_constants(device, prepared.constants,
                                          table.constants.size(), &constants),
                 out_error))
    return false;
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const Region &region = program.regions[i];
    regions.push_back(region.kind == RegionKind::Constants
                          ? static_cast<uint8_t *>(constants)
                      : isHost(region) ? hostArena + offsets[i]
                                       : memory - begin + offsets[i]);
  }
  findStateMoves();
  return true;
}

OperandAddress RankMemory::addressOf(const Operand &operand) const {
  OperandAddress address;
  address.base = placeOf(operand.region, operand.offset);
  if (operand.rankOffset >= 0)
    address.base += table.rankTables[operand.rankOffset][rank];
  if (operand.slots >= 0) {
    address.slotStride = operand.slotStride;
    address.slots = &program.slots[operand.slots];
  }
  address.terms = &operand.terms;
  return address;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void RankMemory::findStateMoves() {
  for (size_t i = 0; i < table.arguments.size(); ++i) {
    const Argument &argument = table.arguments[i];
    uint8_t *to = at(program.argumentAddresses[i]);
    const uint8_t *from =
        argument.stateResult < 0
            ? nullptr
            : at(program.resultAddresses[argument.stateResult]);
    size_t bytes = bytesOf(argument.localShape, argument.type);
    if (to && from && to != from && bytes > 0)
      stateMoves.push_back({to, from, bytes});
  }
}

popt_rt_status RankMemory::moveState() const {
  for (const StateMove &move : stateMoves)
    if (popt_rt_status status =
            popt_rt_device_copy(device, 0, move.to, move.from, move.bytes))
      return status;
  return POPT_RT_OK;
}

//===----------------------------------------------------------------------===//
// Arguments and results, as the host sees them
//===----------------------------------------------------------------------===//

uint8_t *RankMemory::hostCopyOf(uint8_t *memory, std::vector<uint8_t> &copy,
                                size_t bytes) {
  if (void *host = popt_rt_device_host_address(device, memory))
    return static_cast<uint8_t *>(host);
  copy.resize(std::max<size_t>(bytes, 1));
  return copy.data();
}

void *RankMemory::argument(size_t index) {
  uint8_t *memory = argumentOnDevice(index);
  const Argument &argument = table.arguments[index];
  return memory ? hostCopyOf(memory, argumentCopies[index],
                             bytesOf(argument.localShape, argument.type))
                : nullptr;
}

bool RankMemory::upload(size_t index, std::string &out_error) {
  const std::vector<uint8_t> &copy = argumentCopies[index];
  if (copy.empty())
    return true;
  const Argument &argument = table.arguments[index];
  WaitsForDevice meanwhile(transport);
  popt_rt_status status =
      popt_rt_device_copy(device, 0, argumentOnDevice(index), copy.data(),
                          bytesOf(argument.localShape, argument.type));
  if (status == POPT_RT_OK)
    status = popt_rt_device_synchronize(device, 0);
  return succeeded(device, status, out_error);
}

void *RankMemory::argumentAhead(size_t index) {
  uint8_t *memory = argumentOnDevice(index);
  const Argument &argument = table.arguments[index];
  int64_t bytes = bytesOf(argument.localShape, argument.type);
  if (!memory || bytes == 0 || popt_rt_device_host_address(device, memory))
    return nullptr;
  Ahead &ahead = aheads[index];
  ahead.turn ^= 1;
  uint8_t *&copy = ahead.copies[ahead.turn];
  void *made = nullptr;
  if (!copy &&
      popt_rt_device_allocate(device, POPT_RT_HOST_MEMORY,
                              static_cast<size_t>(bytes), &made) == POPT_RT_OK)
    copy = static_cast<uint8_t *>(made);
  ahead.isWritten = copy != nullptr;
  return copy;
}

/// Between steps state is where its argument lies. What it was moved from may be a
/// constant, or memory that other state shares.
uint8_t *RankMemory::resultOnDevice(size_t index) const {
  int32_t state = table.results[index].stateArgument;
  return state < 0 ? at(program.resultAddresses[index])
                   : argumentOnDevice(static_cast<size_t>(state));
}

const void *RankMemory::result(size_t index, std::string &out_error) {
  const Result &result = table.results[index];
  uint8_t *memory = resultOnDevice(index);
  size_t bytes = bytesOf(result.localShape, result.type);
  uint8_t *host = hostCopyOf(memory, resultCopies[index], bytes);
  if (resultCopies[index].empty() ||
      (popt_rt_device_copy(device, 0, host, memory, bytes) == POPT_RT_OK &&
       popt_rt_device_synchronize(device, 0) == POPT_RT_OK))
    return host;
  out_error = popt_rt_device_last_error(device);
  return nullptr;
}

popt_rt_status RankMemory::uploadAhead() {
  for (auto &[index, ahead] : aheads) {
    const Argument &argument = table.arguments[index];
    if (!std::exchange(ahead.isWritten, false))
      continue;
    if (popt_rt_status status = popt_rt_device_copy(
            device, 0, argumentOnDevice(index), ahead.copies[ahead.turn],
            bytesOf(argument.localShape, argument.type)))
      return status;
  }
  return POPT_RT_OK;
}
