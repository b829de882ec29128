//===- NumberCheck.cpp - Who made the NaN in a step's results -------------===//
//
// Tests: CallableTest, test/Execute/nan.mlir.
//
//===----------------------------------------------------------------------===//
#include "NumberCheck.h"
#include "../tensor/NumberRange.h"
#include "../tensor/Shards.h"

using namespace popt::rt;

bool popt::rt::canCheckNumbers(const StepTable &table, std::string &out_error) {
  if (table.target.isGpu)
    out_error =
        "the search for NaN looks at the memory of CPUs, and the program "
        "is for " +
        table.target.name + ": compile it for the CPU";
  return out_error.empty();
}

/// The first result of a rank with bad numbers; empty: none has any.
static std::string findBad(Executor &executor, const StepTable &table,
                           int32_t rank, bool infinities, bool &out_ok,
                           std::string &out_error) {
  for (size_t i = 0; i < table.results.size(); ++i) {
    const Result &result = table.results[i];
    if (!holdsResult(table, i, rank) || !hasNan(result.type))
      continue;
    const void *local = executor.result(i, out_error);
    out_ok = local != nullptr;
    if (!out_ok)
      return "";
    // Not what is in padding.
    Bytes block = packBlock(table, result, rank, local);
    NumberRange range = rangeOf(
        block.data(), result.type,
        {int64_t(block.size() / popt_rt_element_size(result.type))}, {1});
    if (range.numBad(infinities) > 0)
      return "\"" + table.results[userIndex(table.results, i)].name +
             "\" has " + (range.numNan > 0 ? "NaN" : "infinities");
  }
  return "";
}

bool popt::rt::checkNumbers(World &world, Executor &executor,
                            const StepTable &table, BadNumbers what,
                            const std::string &step, std::string &out_finding,
                            std::string &out_error) {
  bool ok = true;
  std::string bad = findBad(executor, table, world.rank(),
                            what == BadNumbers::NanAndInfinite, ok, out_error);
  if (!ok)
    return false;
  const MadeNumber &made = executor.firstMade();
  MessageWriter mine;
  mine.putText(bad);
  mine.put(made.when);
  mine.putText(made.text);
  std::vector<Bytes> all;
  if (!world.exchange("search for NaN", 0, mine.bytes, all, out_error))
    return false;
  std::string maker;
  int64_t first = 0;
  bad.clear();
  for (size_t rank = 0; rank < all.size(); ++rank) {
    MessageReader its(all[rank]);
    std::string itsBad = its.takeText();
    auto when = its.take<int64_t>();
    std::string text = its.takeText();
    if (bad.empty())
      bad = itsBad;
    if (text.empty() || (!maker.empty() && when >= first))
      continue;
    first = when;
    maker = "on rank " + std::to_string(rank) + " " + text;
  }
  if (bad.empty())
    return true;
  out_finding = "after " + step + " " + bad + "; the first of the step: " +
                (maker.empty() ? "a sum over ranks, of numbers" : maker);
  return true;
}
