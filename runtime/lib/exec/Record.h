//===- Record.h - A command, ready to run -----------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_EXEC_RECORD_H
#define POPT_RT_LIB_EXEC_RECORD_H

#include "Collective.h"

namespace popt::rt {

/// Where an operand starts: slots and terms move it from execution to execution.
struct OperandAddress {
  uint8_t *base = nullptr;
  int64_t slotStride = 0;
  const std::vector<int32_t> *slots = nullptr; ///< by microbatch, in turn
  const std::vector<Term> *terms = nullptr;
};

class RankExecutor;
struct Record;
/// Runs a command of one type.
using Handler = bool (*)(RankExecutor &executor, Record &record, int32_t index);

/// A command, ready to run.
struct Record {
  const Command *command = nullptr;
  Handler handler = nullptr;
  std::vector<OperandAddress> addresses;
  std::vector<void *> pointers; ///< addresses of this execution
  std::vector<int64_t> scalars; ///< kernels only
  ActionOwner action;           ///< what the device does, if it does something
  RankCollective collective;
  CommCount *counter = nullptr;
  popt_rt_group *peer = nullptr; ///< group of two, for transfers
  int32_t peerMember = 0;
  int64_t bytes = 0;
  std::string name;       ///< for the transport's messages
  void *stream = nullptr; ///< for the transport
  bool moves = false;     ///< some address changes from execution to execution
  size_t scratch = 0;     ///< where its workspace begins
  bool isFirstOfKind = false; ///< in its bucket
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_RECORD_H
