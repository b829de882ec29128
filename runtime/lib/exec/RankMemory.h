//===- RankMemory.h - Where a rank's tensors lie ----------------*- C++ -*-===//
//
// The regions of a rank's program, in blocks of the device's memory and the host's;
// and its arguments and results, as the host reads and writes them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_EXEC_RANKMEMORY_H
#define POPT_RT_LIB_EXEC_RANKMEMORY_H

#include "Prepared.h"
#include "Record.h"
#include "SharedState.h"
#include <map>

namespace popt::rt {

/// Memory of a rank's arena, for the programs that have something in it.
class ArenaBlock {
public:
  ArenaBlock(popt_rt_device *device, popt_rt_transport *transport, void *memory,
             size_t bytes);
  ~ArenaBlock();
  ArenaBlock(const ArenaBlock &) = delete;
  ArenaBlock &operator=(const ArenaBlock &) = delete;

  uint8_t *const memory;
  bool isRegistered = false; ///< the transport knows it

private:
  popt_rt_device *const device;
  popt_rt_transport *const transport;
};

class RankMemory {
public:
  RankMemory(const Prepared &prepared, int32_t rank, popt_rt_device *device,
             popt_rt_transport *transport)
      : prepared(prepared), table(prepared.table), rank(rank),
        program(table.programOf(rank)), device(device), transport(transport),
        argumentCopies(table.arguments.size()),
        resultCopies(table.results.size()) {}
  ~RankMemory();
  /// Before allocate(): this program's state is that of another one of the same
  /// state (SharedState.h), on the same device and transport.
  void shareStateOf(const RankMemory &other);
  /// The same of arguments that this program reads.
  void readFrom(const RankMemory &owner, const Views &views);
  RankMemory(const RankMemory &) = delete;
  RankMemory &operator=(const RankMemory &) = delete;

  bool allocate(std::string &out_error);
  OperandAddress addressOf(const Operand &operand) const;
  int64_t arenaBytes() const { return arenaSize; }
  int64_t hostBytes() const { return hostSize; }
  /// Whether the transport knows the arena.
  bool isRegistered() const { return arena && arena->isRegistered; }

  /// As in exec.h.
  void *argument(size_t index);
  bool upload(size_t index, std::string &out_error);
  void *argumentAhead(size_t index);
  const void *result(size_t index, std::string &out_error);
  uint8_t *argumentOnDevice(size_t index) const {
    return at(program.argumentAddresses[index]);
  }
  uint8_t *resultOnDevice(size_t index) const;
  /// What the host has written while the last step ran.
  popt_rt_status uploadAhead();

  /// State results go to their arguments after each step, in stream 0.
  bool hasStateMoves() const { return !stateMoves.empty(); }
  popt_rt_status moveState() const;

private:
  void share(const StateBlock &block, const RankMemory &other);
  void findStateMoves();
  uint8_t *at(const Address &start) const {
    return start.region < 0 ? nullptr : placeOf(start.region, start.offset);
  }
  /// What begins in the state is in the memory that has it.
  uint8_t *placeOf(int32_t region, int64_t offset) const {
    bool isState = region == state.region && offset < state.bytes;
    return (isState ? stateBegin : regions[region]) + offset;
  }
  /// What the host reads or writes in place of device memory that it can't.
  uint8_t *hostCopyOf(uint8_t *memory, std::vector<uint8_t> &copy,
                      size_t bytes);

  const Prepared &prepared;
  const StepTable &table;
  const int32_t rank;
  const Program &program;
  popt_rt_device *const device;
  popt_rt_transport *const transport;

  int64_t arenaSize = 0, hostSize = 0;
  std::shared_ptr<ArenaBlock> arena;
  uint8_t *hostArena = nullptr;
  /// Of another program whose state this one shares: the memory, where the region
  /// begins in it, and which bytes are state. Without one `state` is empty.
  std::shared_ptr<ArenaBlock> stateArena;
  uint8_t *stateBegin = nullptr;
  StateBlock state;
  std::vector<uint8_t *> regions;
  struct StateMove {
    uint8_t *to;
    const uint8_t *from;
    size_t bytes;
  };
  std::vector<StateMove> stateMoves;
  std::vector<std::vector<uint8_t>> argumentCopies, resultCopies;
  /// An argument that the host writes while a step runs: one copy is read by
  /// that step, the other is written.
  struct Ahead {
    uint8_t *copies[2] = {nullptr, nullptr};
    int turn = 0;
    bool isWritten = false;
  };
  std::map<size_t, Ahead> aheads; ///< by argument
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_RANKMEMORY_H
