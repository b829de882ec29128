//===- LoadState.cpp - A rank's part of a checkpoint ----------------------===//
//
// Tests: SaveTest, BadCheckpointTest, CallableTest.
//
//===----------------------------------------------------------------------===//
#include "LoadState.h"
#include <numeric>

using namespace popt::rt;

bool popt::rt::readState(const StepTable &table,
                         const std::vector<const SavedTensor *> &saved,
                         BoxReader &reader, Executor &executor, int32_t rank,
                         bool poison, std::string &out_error) {
  for (size_t i = 0; i < saved.size(); ++i) {
    void *local = saved[i] ? executor.argument(i) : nullptr;
    if (local && (!loadArgument(table, i, rank, *saved[i], reader, local,
                                poison, out_error) ||
                  !executor.upload(i, out_error)))
      return false;
  }
  return true;
}

bool popt::rt::judgeState(const CheckpointIndex &checkpoint,
                          const Evidence &evidence, World &world,
                          std::string &out_error) {
  Evidence all = evidence;
  std::vector<int32_t> everybody(static_cast<size_t>(world.size()));
  std::iota(everybody.begin(), everybody.end(), 0);
  for (auto [mine, whole] : {std::pair{&evidence.sums, &all.sums},
                             std::pair{&evidence.counts, &all.counts}})
    if (!world.combine("checkpoint", everybody, mine->data(), whole->data(),
                       static_cast<int64_t>(mine->size()), POPT_RT_UI64,
                       POPT_RT_SUM, out_error))
      return false;
  out_error = judge(checkpoint, all);
  return out_error.empty();
}
