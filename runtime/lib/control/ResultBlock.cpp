//===- ResultBlock.cpp - What a rank has of a result ----------------------===//
//
// Tests: RunTest, CallableTest.
//
//===----------------------------------------------------------------------===//
#include "ResultBlock.h"
#include "Shards.h"

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
  int64_t count = 1;
  for (int64_t extent : result.localShape)
    count *= extent;
  buffer.resize(static_cast<size_t>(count) * popt_rt_element_size(result.type));
  bool ok =
      world.combine("partial result", partials, local, buffer.data(), count,
                    result.type, toC(result.layout.monoid), out_error);
  return ok ? buffer.data() : nullptr;
}
