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
#include <map>

namespace popt::rt {

class RankMemory {
public:
  RankMemory(const Prepared &prepared, int32_t rank, popt_rt_device *device,
             popt_rt_transport *transport)
      : prepared(prepared), table(prepared.table), rank(rank),
        program(table.programOf(rank)), device(device), transport(transport),
        argumentCopies(table.arguments.size()),
        resultCopies(table.results.size()) {}
  ~RankMemory();
  RankMemory(const RankMemory &) = delete;
  RankMemory &operator=(const RankMemory &) = delete;

  bool allocate(std::string &out_error);
  OperandAddress addressOf(const Operand &operand) const;
  int64_t arenaBytes() const { return arenaSize; }
  int64_t hostBytes() const { return hostSize; }
  /// Whether the transport knows the arena.
  bool isRegistered() const { return registered; }

  /// As in exec.h.
  void *argument(size_t index);
  bool upload(size_t index, std::string &out_error);
  void *argumentAhead(size_t index);
  const void *result(size_t index, std::string &out_error);
  /// What the host has written while the last step ran.
  popt_rt_status uploadAhead();

  /// State results go to their arguments after each step, in stream 0.
  bool hasStateMoves() const { return !stateMoves.empty(); }
  popt_rt_status moveState() const;

private:
  void findStateMoves();
  uint8_t *at(const Address &start) const {
    return start.region < 0 ? nullptr : regions[start.region] + start.offset;
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
  uint8_t *arena = nullptr, *hostArena = nullptr;
  bool registered = false;
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
