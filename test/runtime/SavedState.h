//===- SavedState.h - Checkpoints without a run -----------------*- C++ -*-===//
//
// What the ranks of a run do to save and to load state, one after another.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_TEST_SAVEDSTATE_H
#define POPT_RT_TEST_SAVEDSTATE_H

#include "Tables.h"
#include "checkpoint/Load.h"
#include "checkpoint/Save.h"
#include "tensor/Shards.h"
#include <numeric>
#include <random>

namespace popt::rt {

/// Whole tensors, by argument.
using Wholes = std::vector<Tensor>;

inline Wholes randomWholes(const StepTable &table, uint32_t seed) {
  std::mt19937 random(seed);
  Wholes wholes;
  for (const Argument &argument : table.arguments) {
    wholes.emplace_back(argument.type, argument.shape);
    for (uint8_t &byte : wholes.back().data)
      byte = static_cast<uint8_t>(random());
  }
  return wholes;
}

/// A rank's block of a state result, dense in the local shape.
inline std::vector<uint8_t> localBlock(const StepTable &table,
                                       const Argument &argument, int64_t rank,
                                       const Tensor &whole) {
  // Partial values are combined before they are saved.
  Argument combined = argument;
  combined.layout.partial.clear();
  std::vector<uint8_t> local(
      Tensor(argument.type, argument.localShape).data.size());
  splitArgument(table, combined, rank, whole.data.data(), local.data(), false);
  return local;
}

/// Saves; what is wrong, empty if it is on disk.
inline std::string saveState(FileSystem &files, const StepTable &table,
                             const Wholes &wholes, const std::string &dir,
                             int64_t step, int64_t keep = 0,
                             int64_t cutBytes = 16,
                             const std::string &run = "test",
                             MetricsFile *metrics = nullptr) {
  SavePlan plan = planSave(table, cutBytes);
  SaveParts parts;
  for (int64_t rank = 0; rank < table.numRanks(); ++rank) {
    RankFile file(files, table, {dir, run, step}, rank, plan[rank]);
    for (const SavedPiece &piece : plan[rank]) {
      std::vector<uint8_t> data(piece.bytes);
      packPiece(table, piece, rank,
                localBlock(table, table.arguments[piece.argument], rank,
                           wholes[piece.argument])
                    .data(),
                data.data());
      file.append(data.data());
    }
    parts.files.push_back(file.finish());
    parts.hashes.push_back(file.hashes());
  }
  CheckpointIndex index;
  index.step = index.batches = step;
  index.ranks = table.numRanks();
  index.mesh = table.mesh.str();
  return commitSave(files, table, {dir, run, step}, plan, parts, index,
                    /*results=*/{}, keep, metrics);
}

/// Loads a checkpoint on all ranks; what is wrong, also if a rank gets another
/// block than `wholes` gives it.
inline std::string loadState(FileSystem &files, const StepTable &table,
                             const CheckpointIndex &index,
                             const Wholes &wholes) {
  std::vector<const SavedTensor *> tensors;
  std::string error;
  if (!matchTensors(table, index, tensors, error))
    return error;
  Evidence all;
  for (int64_t rank = 0; rank < table.numRanks(); ++rank) {
    BoxReader reader(files, index);
    uint64_t needed = 0;
    for (size_t i : stateOf(table)) {
      const Argument &argument = table.arguments[i];
      std::vector<uint8_t> expected(
          Tensor(argument.type, argument.localShape).data.size()),
          got = expected;
      splitArgument(table, argument, rank, wholes[i].data.data(),
                    expected.data(), false);
      if (!loadArgument(table, i, rank, *tensors[i], reader, got.data(), false,
                        error))
        return error;
      if (got != expected)
        return "rank " + std::to_string(rank) + " has another block of " +
               argument.name;
      if (keepsValue(table.mesh, argument.layout, rank))
        needed += static_cast<uint64_t>(
            boxOf(table, argument, rank).numElements() *
            static_cast<int64_t>(popt_rt_element_size(argument.type)));
    }
    if (reader.bytesRead() > needed)
      return "rank " + std::to_string(rank) + " reads " +
             std::to_string(reader.bytesRead()) + " bytes for " +
             std::to_string(needed);
    const Evidence &seen = reader.evidence();
    all.sums.resize(seen.sums.size());
    all.counts.resize(seen.sums.size());
    for (size_t b = 0; b < seen.sums.size(); ++b) {
      all.sums[b] += seen.sums[b];
      all.counts[b] += seen.counts[b];
    }
  }
  // Everything was read once that counts.
  size_t number = 0;
  for (const SavedTensor &tensor : index.tensors)
    for (const SavedBlock &block : tensor.blocks)
      if (all.counts[number++] !=
          static_cast<uint64_t>(block.box.numElements()))
        return block.box.str() + " of " + tensor.name + " was not judged";
  return judge(index, all);
}

/// The newest checkpoint in `dir`; an empty index, of step 0, if there is none.
inline CheckpointIndex newest(FileSystem &files, const std::string &dir) {
  Found found;
  std::string error;
  EXPECT_TRUE(findNewest(files, dir, found, error)) << error;
  return found.index ? *found.index : CheckpointIndex();
}

} // namespace popt::rt
#endif // POPT_RT_TEST_SAVEDSTATE_H
