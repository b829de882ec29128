//===- ExecutorGroups.cpp - Groups of ranks that communicate --------------===//
//
// Before there are records, so that all ranks make groups in one order.
//
// Tests: ExecutorTest; over NCCL test/Execute/Gpu/nccl-*.test.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"
#include <algorithm>
#include <set>
#include <tuple>

using namespace popt::rt;

/// All ranks' groups for collectives: by number and channel, those of the programs
/// that use them.
bool RankExecutor::prepareGroups(std::string &out_error) {
  std::set<std::tuple<int32_t, int32_t, int32_t>> uses;
  for (size_t p = 0; p < table.programs.size(); ++p)
    for (const Command &command : table.programs[p].commands)
      if (auto *op = std::get_if<CollectiveOp>(&command.op))
        uses.insert({op->group, op->channel, static_cast<int32_t>(p)});
  std::vector<int32_t> ranks, sizes, channels;
  for (auto [number, channel, user] : uses)
    for (const std::vector<int32_t> &list : table.groups[number].lists)
      if (table.programOfRank[list.front()] == user) {
        ranks.insert(ranks.end(), list.begin(), list.end());
        sizes.push_back(static_cast<int32_t>(list.size()));
        channels.push_back(channel);
      }
  if (!transport || popt_rt_groups_prepare(
                        transport, ranks.data(), sizes.data(), channels.data(),
                        static_cast<int32_t>(sizes.size())) == POPT_RT_OK)
    return true;
  out_error = popt_rt_last_error(transport);
  return false;
}

/// Makes the groups of this rank's commands in an order that all ranks share:
/// those of collectives by number and channel, then pairs. Records find them.
bool RankExecutor::makeGroups(std::string &out_error) {
  std::set<std::pair<int32_t, int32_t>> numbers;
  std::set<std::tuple<int32_t, int32_t, int32_t>> pairs;
  auto addPair = [&](int32_t peerTable, int32_t channel) {
    int32_t peer = static_cast<int32_t>(table.rankTables[peerTable][rank]);
    if (peer >= 0)
      pairs.insert({std::min(rank, peer), std::max(rank, peer), channel});
  };
  for (const Command &command : program.commands) {
    if (auto *op = std::get_if<CollectiveOp>(&command.op))
      numbers.insert({op->group, op->channel});
    if (auto *op = std::get_if<SendOp>(&command.op))
      addPair(op->peer, op->channel);
    if (auto *op = std::get_if<RecvOp>(&command.op))
      addPair(op->peer, op->channel);
  }
  std::vector<std::pair<std::vector<int32_t>, int32_t>> lists;
  for (auto [number, channel] : numbers)
    for (const std::vector<int32_t> &list : table.groups[number].lists)
      if (std::find(list.begin(), list.end(), rank) != list.end())
        lists.push_back({list, channel});
  size_t numOfCollectives = lists.size();
  for (auto [low, high, channel] : pairs)
    lists.push_back({low == high ? std::vector<int32_t>{low}
                                 : std::vector<int32_t>{low, high},
                     channel});
  popt_rt_group *group = nullptr;
  for (size_t i = 0; transport && i < lists.size(); ++i) {
    const auto &[list, channel] = lists[i];
    popt_rt_status status = popt_rt_group_create(
        transport, list.data(), static_cast<int32_t>(list.size()), channel,
        &group);
    if (!status && i >= numOfCollectives)
      status = popt_rt_group_connect(group);
    if (status) {
      out_error = popt_rt_last_error(transport);
      return false;
    }
  }
  return true;
}

/// Where sends and receives wait for each other in the order of streams, that order.
bool RankExecutor::makeTurns(std::string &out_error) {
  if (!popt_rt_needs_issue(transport) || table.programs.size() < 2)
    return true;
  const TransferOrder *order = prepared->transferOrder(out_error);
  if (order)
    turns.emplace(order->turnsOfRank[rank]);
  return order != nullptr;
}
