//===- transfer_order.h - Sends and receives as a rendezvous --------------===//
//
// On some transports (NCCL) the two sides of a message wait for each other in the
// order of a stream: what a rank issues first holds up what it issues later. Ranks
// that issue in different orders wait for ever:
//
//   rank 0   send a, receive b          rank 1   send b, receive a
//
// So all ranks issue in one order of all messages. It is found by simulating
// the ranks' messages (CheckMessages.cpp): a message gets its place when both
// its sides have started, a collective when all members have come. A rank then
// issues a transfer as soon as it has started and all before it in the order
// have been issued or reached; those that it can issue at once are a group,
// which ends where a collective stands between them.
//
// Why no rank waits for ever: messages and collectives could complete one after
// the other in this order. Take the first that has not completed. All before it
// have; so on both sides nothing stands before it in the stream, and what it
// needs has been computed. In a group it may have to wait for the start of
// those after it in the group; but these have started in the program before it,
// so they need nothing that comes later.
//
// The same step is checked once more, with streams that wait like that:
// checkTransferOrder(). Tests: TransferOrderTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_TRANSFER_ORDER_H
#define POPT_RT_TRANSFER_ORDER_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// What a rank has a part in, in the order of all: the numbers of its transfers as
/// it starts them in a step, from 0, and kMeeting for a collective. Collectives
/// that data or the rank decides about (in a while, a case, a loop whose count is
/// no constant) are none.
struct TransferOrder {
  static constexpr int32_t kMeeting = -1;
  std::vector<std::vector<int32_t>> turnsOfRank;
};

/// Of a table that check() has passed. Empty lists where there is nothing to order.
TransferOrder orderTransfers(const StepTable &table);

/// Empty if no rank waits for ever when transfers are issued in this order,
/// else which ranks wait for which:
/// "rank 0 waits in command 12 (recv) for rank 1, ...".
std::string checkTransferOrder(const StepTable &table,
                               const TransferOrder &order);

/// A rank's place in its order, while it runs a step.
class TransferTurns {
public:
  explicit TransferTurns(const std::vector<int32_t> &turns) : turns(turns) {}
  /// A step begins.
  void restart() {
    next = 0;
    numStarted = 0;
    started.assign(turns.size(), 0);
  }
  /// The next transfer has started: what can be issued now, as a group.
  std::vector<int32_t> start();
  /// A collective has been put into its stream: what can be issued after it.
  std::vector<int32_t> meet();

private:
  std::vector<int32_t> takeStarted();
  const std::vector<int32_t> &turns;
  size_t next = 0;
  int32_t numStarted = 0;
  std::vector<char> started;
};

} // namespace popt::rt
#endif // POPT_RT_TRANSFER_ORDER_H
