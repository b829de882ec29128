//===- ResultBlock.h - What a rank has of a result --------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_RESULTBLOCK_H
#define POPT_RT_LIB_SESSION_RESULTBLOCK_H

#include "World.h"
#include "popt-rt/exec.h"

namespace popt::rt {

/// This rank's block of a result that it holds, dense in the local shape, until
/// the next step. The partial values of a partial result are combined into
/// `buffer`: all ranks that hold it call this. Null and a message if that
/// fails.
const void *readBlock(const StepTable &table, size_t index, Executor &executor,
                      World &world, Bytes &buffer, std::string &out_error);

/// Of a rank's block of a result.
struct BlockChecksum {
  int64_t result = 0;
  uint64_t value = 0;
};
/// `packed` is the block without padding.
BlockChecksum checksumOf(size_t result, const Bytes &packed);

/// Two ranks that hold the same block of a result hold different bits.
struct ReplicaDifference {
  int64_t result = 0, rank = 0, owner = 0;
};
/// What is different from the first rank with the same block.
std::vector<ReplicaDifference>
findDifferences(const StepTable &table,
                const std::vector<std::vector<BlockChecksum>> &ofRanks);
std::string describe(const ReplicaDifference &difference,
                     const StepTable &table);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_RESULTBLOCK_H
