//===- ResultBlock.cpp - What a rank has of a result ----------------------===//
//
// Tests: RunTest, CallableTest.
//
//===----------------------------------------------------------------------===//
#include "ResultBlock.h"
#include "../core/Checksum.h"
#include "../tensor/Shards.h"
#include <map>

using namespace popt::rt;

const void *popt::rt::readBlock(const StepTable &table, size_t index,
                                Executor &executor, World &world, Bytes &buffer,
                                std::string &out_error) {
  const Result &result = table.results[index];
  const void *local = executor.result(index, out_error);
  std::vector<int32_t> partials =
      partialsOf(table, result.layout, world.rank());
  if (!local || partials.size() < 2)
    return local;
  buffer.resize(bytesOf(result.localShape, result.type));
  bool ok = world.combine("partial result", partials, local, buffer.data(),
                          numElements(result.localShape), result.type,
                          toC(result.layout.monoid), out_error);
  return ok ? buffer.data() : nullptr;
}

BlockChecksum popt::rt::checksumOf(size_t result, const Bytes &packed) {
  return {static_cast<int64_t>(result), checksum(packed.data(), packed.size())};
}

std::vector<ReplicaDifference> popt::rt::findDifferences(
    const StepTable &table,
    const std::vector<std::vector<BlockChecksum>> &ofRanks) {
  std::map<std::pair<int64_t, int64_t>, uint64_t> checksums;
  for (size_t rank = 0; rank < ofRanks.size(); ++rank)
    for (auto [index, value] : ofRanks[rank])
      checksums[{index, static_cast<int64_t>(rank)}] = value;
  std::vector<ReplicaDifference> differences;
  for (auto [key, value] : checksums) {
    auto [index, rank] = key;
    int64_t owner =
        ownerOf(table, table.results[static_cast<size_t>(index)], rank);
    auto first = checksums.find({index, owner});
    if (first != checksums.end() && first->second != value)
      differences.push_back({index, rank, owner});
  }
  return differences;
}

std::string popt::rt::describe(const ReplicaDifference &difference,
                               const StepTable &table) {
  return "result " + std::to_string(difference.result) + " (\"" +
         table.results[static_cast<size_t>(difference.result)].name +
         "\") differs on rank " + std::to_string(difference.rank) +
         " from rank " + std::to_string(difference.owner) +
         ", which holds the same block";
}
