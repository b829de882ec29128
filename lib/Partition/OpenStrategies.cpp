//===- OpenStrategies.cpp - The strategy problem of a planner -------------===//
//
// See the header. Tested by test/unit/Partition/OpenStrategiesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Partition/OpenStrategies.h"

#include "StrategySolver.h"

#include "popt/Search/Mps.h"

#include "llvm/Support/FormatVariadic.h"

#include <fstream>

using namespace mlir;

namespace popt {

struct OpenStrategies::Impl {
  explicit Impl(std::unique_ptr<PartitionInput> given)
      : input(std::move(given)), problem(*input) {}

  std::unique_ptr<PartitionInput> input;
  StrategyProblem problem;
};

OpenStrategies::OpenStrategies(OwningOpRef<ModuleOp> module)
    : owned(std::move(module)) {}
OpenStrategies::~OpenStrategies() = default;

FailureOr<std::unique_ptr<OpenStrategies>>
OpenStrategies::of(OwningOpRef<ModuleOp> module,
                   const std::shared_ptr<ReshardPool> &pool) {
  FailureOr<std::unique_ptr<PartitionInput>> input = readInput(*module, pool);
  if (failed(input))
    return failure();
  std::unique_ptr<OpenStrategies> open(new OpenStrategies(std::move(module)));
  dist::dropTrivialAxes((*input)->main);
  writeArgumentShardings(**input);
  open->impl = std::make_unique<Impl>(std::move(*input));
  if (failed(open->impl->problem.build()))
    return failure();
  return open;
}

FailureOr<StrategyAnswer>
OpenStrategies::ask(const StrategyQuestion &question) {
  StrategyProblem &problem = impl->problem;
  problem.ask(question.memoryPrice, question.words);
  const PairwiseOptions options = strategySolverOptions();
  PairwiseSolution found = solveStrategies(*owned, problem, options);
  if (!std::isfinite(found.cost)) {
    explainMisfit(*impl->input, problem, found.labels);
    return failure();
  }
  writeBoundary(*impl->input, problem, found.labels);
  StrategyAnswer answer;
  answer.bytes = problem.bytesOf(found.labels);
  answer.seconds = found.cost - question.memoryPrice * answer.bytes;
  answer.boundSeconds = boundOfStrategies(*owned, problem, found, options);
  return answer;
}

int64_t OpenStrategies::getKindsCut() const {
  return impl->problem.getLabels().getKindsCut();
}

LogicalResult OpenStrategies::write(StringRef file) {
  StrategyProblem &problem = impl->problem;
  problem.ask(/*memoryPrice=*/0, {});
  PairwiseOptions exact;
  exact.maxIterations = 2000;
  exact.starts = {problem.getStart(), problem.getPropagated()};
  PairwiseSolution found = solve(problem.getProblem(), exact);
  std::ofstream out(file.str());
  writeMps(problem.getProblem(),
           llvm::formatv("popt finds {0:e12}, and that none is below {1:e12}",
                         found.cost, found.bound)
               .str(),
           out);
  out.close();
  if (!out)
    return owned->emitError("cannot write \"") << file << "\"";
  return success();
}

} // namespace popt
