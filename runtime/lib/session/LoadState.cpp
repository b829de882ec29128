//===- LoadState.cpp - A rank's part of a checkpoint ----------------------===//
//
// Tests: SaveTest, BadCheckpointTest, CallableTest.
//
//===----------------------------------------------------------------------===//
#include "LoadState.h"

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

/// Sums are combined by `monoid`.
static bool combine(const char *what, const Evidence &mine, World &world,
                    popt_rt_monoid monoid, Evidence &out_all,
                    std::string &out_error) {
  return world.combine(what, mine.sums, monoid, out_all.sums, out_error) &&
         world.combine(what, mine.counts, POPT_RT_SUM, out_all.counts,
                       out_error);
}

bool popt::rt::judgeState(const CheckpointIndex &checkpoint,
                          const Evidence &evidence, World &world,
                          std::string &out_error) {
  Evidence all;
  if (!combine("checkpoint", evidence, world, POPT_RT_SUM, all, out_error))
    return false;
  out_error = judge(checkpoint, all);
  return out_error.empty();
}

bool popt::rt::judgeFiles(const Sources &sources, const Evidence &evidence,
                          World &world, std::string &out_error) {
  Evidence all;
  if (sources.guards.empty())
    return true;
  if (!combine("checksums of files", evidence, world, POPT_RT_XOR, all,
               out_error))
    return false;
  out_error = judge(sources, all);
  return out_error.empty();
}
