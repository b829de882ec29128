//===- PlannerStages.cpp - Which pipeline may be faster -------------------===//
//
// For each number of stages the chain of layers is cut once (Chain.h, Cut.h), and the
// strategy problem solved on the meshes of one stage's devices. In 1F1B's order a step
// of m microbatches then takes, on p stages of which the longest has the part s of the
// work t, from which a message of a microbatch arrives after c seconds, and whose
// weights and accumulators take w seconds to read and write,
//
//     (m + p - 1) (t s / m + w)  +  c (2 (p - 1) m / p + 2 (p - 2))
//
// (exact for equal stages where p divides m; docs/Rationale/Planning.md). That says in
// what order pipelines are compiled, with how many microbatches, and which are not: those
// that would take longer than the best plan without stages even if every stage's work
// divided among its devices for nothing. The best pipeline is compiled with other numbers
// of microbatches, with two chunks of layers a coordinate, and with the order that
// schedule "auto" finds. Tests: test/Compile/choose-stages.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/PipelinePlans.h"
#include "popt/Compile/Planner.h"
#include "popt/Dialect/Dist/Stages.h"

using namespace mlir;

namespace popt {

/// Pipelines of one question that are compiled, and those among them that differ in
/// degrees.
static constexpr int kMostPipelines = 6;
static constexpr int kMostDegrees = 3;
/// In each microbatch gradients are added to what is there: three times the weights'
/// bytes. Reading weights once more is mostly beside arithmetic.
static constexpr double kCopiesOfWeights = 1.5;
/// An estimate may be so much above the best plan's model for the pipeline to be
/// compiled, and its step above the best for others like it to be.
static constexpr double kPromising = 1.25;

/// A pipeline of certain degrees.
struct Planner::Degrees {
  PlanAnswer layouts; ///< on the devices of a stage
  int64_t stages = 1;
  std::vector<int64_t> numbers; ///< of microbatches, ascending
  double share = 1;             ///< of the work that the longest stage has
  double estimate = 0;

  double crossing = 0; ///< seconds of the batch's bytes over the fullest cut
  double latency = 0;
  double perMicrobatch = 0; ///< seconds of weights and accumulators

  double secondsWith(int64_t microbatches) const {
    auto m = static_cast<double>(microbatches), p = static_cast<double>(stages);
    return (m + p - 1) * (layouts.modelSeconds * share / m + perMicrobatch) +
           (latency + crossing / m) * (2 * (p - 1) * m / p + 2 * (p - 2));
  }
  /// The number of microbatches that takes least.
  int64_t bestNumber() const {
    return *llvm::min_element(numbers, [&](int64_t a, int64_t b) {
      return secondsWith(a) < secondsWith(b);
    });
  }
  /// The largest number that is no more than `most`, else the least.
  int64_t numberUpTo(int64_t most) const {
    auto it = llvm::upper_bound(numbers, most);
    return it == numbers.begin() ? numbers.front() : *std::prev(it);
  }
};

static std::vector<int64_t> numbersFor(int64_t rows) {
  std::vector<int64_t> numbers;
  for (int64_t number = 2; number <= rows; ++number)
    if (rows % number == 0)
      numbers.push_back(number);
  return numbers;
}

/// Messages between stages of so many devices.
static CostModel costsOf(const Machine &machine, int64_t stages,
                         int64_t devices) {
  Mesh mesh;
  mesh.axes = {{kStageAxis, stages, AxisKind::Stage},
               {kFreeAxes.front(), devices, AxisKind::Device}};
  return {mesh, machine};
}

/// Cuts such that the longest run takes least, if a byte goes to the next stage and, as
/// a gradient, back. Its devices share that and the work alike.
static std::vector<size_t> cutFor(const LayerChain &chain, int64_t runs,
                                  const CostModel &costs) {
  constexpr int64_t many = 1 << 20;
  return cutChain(chain.pieces, static_cast<size_t>(runs),
                  2 * costs.sendSeconds(costs.mesh.ref(0), many) / many);
}

/// Rows that all inputs have; 0 without a batch.
static int64_t rowsOf(ArrayRef<BatchDim> batch) {
  int64_t rows = 0;
  for (const BatchDim &input : batch)
    rows = std::gcd(rows, input.size);
  return rows;
}

/// The degrees that may be faster than `best`, by the model, the most promising first.
LogicalResult Planner::findDegrees(const PlanQuestion &question,
                                   const LayerChain &chain, double best,
                                   std::vector<Degrees> &all) {
  func::FuncOp main = mainFunction();
  int64_t rows = rowsOf(batch);
  std::string slow;
  for (int64_t stages = 2;
       stages <= std::min({devices, static_cast<int64_t>(chain.pieces.size()),
                           dist::kMostCoordinates});
       ++stages) {
    if (devices % stages != 0)
      continue;
    int64_t each = devices / stages;
    CostModel costs = costsOf(machine, stages, each);
    std::vector<size_t> cuts = cutFor(chain, stages, costs);
    Degrees perfect;
    perfect.stages = stages;
    perfect.share = longestRun(chain.pieces, cuts, 0) / chain.seconds;
    perfect.latency = costs.sendLatency(costs.mesh.ref(0));
    for (size_t cut : cuts)
      perfect.crossing = std::max(
          perfect.crossing,
          costs.sendSeconds(
              costs.mesh.ref(0),
              static_cast<int64_t>(chain.pieces[cut].bytesBefore) / each));
    perfect.layouts.modelSeconds = chain.seconds / static_cast<double>(each);
    perfect.numbers = numbersFor(rows);
    bound = std::min(bound, chain.seconds / static_cast<double>(devices));
    if (perfect.secondsWith(perfect.bestNumber()) > best) {
      slow += (slow.empty() ? "" : ", ") + std::to_string(stages);
      continue;
    }
    OpenMesh open;
    std::string error;
    for (const std::vector<MeshOverride> &mesh :
         meshesOf(open, each, kMostFreeAxes, error)) {
      progress("layouts of " + Twine(stages) + " stages");
      Plan plan = question.given;
      plan.mesh = mesh;
      FailureOr<PlanAnswer> layouts =
          solveWithin(plan, static_cast<double>(budget * stages));
      if (failed(layouts))
        return failure();
      Degrees degrees;
      degrees.stages = stages;
      degrees.share = perfect.share;
      degrees.crossing = perfect.crossing;
      degrees.latency = perfect.latency;
      degrees.layouts = std::move(*layouts);
      degrees.layouts.boundSeconds /= static_cast<double>(stages);
      int64_t own = localBatch(degrees.layouts.plan, main, batch);
      degrees.numbers = numbersFor(own);
      if (degrees.numbers.empty())
        continue;
      // Where the batch is not divided, weights are.
      degrees.perMicrobatch = costs.copySeconds(static_cast<int64_t>(
          kCopiesOfWeights * static_cast<double>(chain.weightBytes) *
          static_cast<double>(rows) /
          static_cast<double>(own * stages * each)));
      degrees.estimate = degrees.secondsWith(degrees.bestNumber());
      all.push_back(std::move(degrees));
    }
  }
  llvm::stable_sort(all, [](const Degrees &a, const Degrees &b) {
    return a.estimate < b.estimate;
  });
  if (!slow.empty())
    leftOut.push_back(slow +
                      " stages: the bubble and the longest stage cost more "
                      "than dividing all operations does");
  return success();
}

LogicalResult Planner::addPipelines(const PlanQuestion &question,
                                    std::vector<PlanAnswer> &answers) {
  func::FuncOp main = mainFunction();
  if (rowsOf(batch) < 2 || devices == 1)
    return success();
  LayerChain chain = findChain(main, batch, CostModel(Mesh(), machine));
  double best = std::numeric_limits<double>::infinity();
  for (const PlanAnswer &answer : answers)
    if (answer.fits)
      best = std::min(best, answer.modelSeconds);
  std::vector<Degrees> all;
  if (failed(findDegrees(question, chain, best, all)))
    return failure();

  // The most promising, then others like the best of them.
  int left = kMostPipelines;
  auto compile = [&](const Degrees &degrees, const PipelineShape &shape) {
    std::vector<size_t> cuts =
        cutFor(chain, shape.stages * shape.chunks,
               costsOf(machine, shape.stages, devices / shape.stages));
    PlanAnswer answer = degrees.layouts.solved();
    answer.modelSeconds = degrees.secondsWith(shape.microbatches);
    answer.modelBytes /= static_cast<double>(shape.stages);
    answer.plan = withStages(
        withMicrobatches(answer.plan, main, batch, shape.microbatches), main,
        chain, cuts, shape);
    sayCompiling(secondsOfBest(answers));
    --left;
    evaluate(answer);
    if (!answer.report || failed(complete(answer)))
      return std::numeric_limits<double>::infinity();
    answers.push_back(std::move(answer));
    return answers.back().fits ? answers.back().report->prediction.stepSeconds
                               : std::numeric_limits<double>::infinity();
  };
  const Degrees *chosen = nullptr;
  PipelineShape shape;
  double least = std::numeric_limits<double>::infinity();
  int tried = 0;
  for (const Degrees &degrees : all) {
    if (tried == kMostDegrees || degrees.estimate > kPromising * best)
      break;
    ++tried;
    PipelineShape first{degrees.stages, 1, degrees.bestNumber(), "1f1b"};
    double seconds = compile(degrees, first);
    // Smaller microbatches hold less.
    if (!std::isfinite(seconds) &&
        first.microbatches < degrees.numbers.back()) {
      first.microbatches = degrees.numbers.back();
      seconds = compile(degrees, first);
    }
    if (seconds < least) {
      least = seconds;
      chosen = &degrees;
      shape = first;
    }
  }
  if (static_cast<size_t>(tried) < all.size())
    leftOut.push_back(std::to_string(all.size() - static_cast<size_t>(tried)) +
                      " of " + std::to_string(all.size()) +
                      " pipelines by degrees: they are estimated to be slower");
  if (!chosen || least > kPromising * secondsOfBest(answers))
    return success();
  auto tryInstead = [&](PipelineShape other) {
    if (left <= 0)
      return;
    double seconds = compile(*chosen, other);
    if (seconds < least) {
      least = seconds;
      shape = other;
    }
  };
  auto with = [&](int64_t microbatches) {
    PipelineShape other = shape;
    other.microbatches = microbatches;
    return other;
  };
  int64_t more = chosen->numberUpTo(2 * shape.microbatches),
          fewer = chosen->numberUpTo(shape.microbatches / 2);
  if (more > shape.microbatches)
    tryInstead(with(more));
  if (shape.microbatches < more && fewer >= shape.stages)
    tryInstead(with(fewer));
  PipelineShape interleaved = shape;
  interleaved.chunks = 2;
  interleaved.schedule = "interleaved-1f1b";
  if (chain.pieces.size() >= static_cast<size_t>(2 * shape.stages) &&
      shape.microbatches % shape.stages == 0)
    tryInstead(interleaved);
  PipelineShape searched = shape;
  searched.schedule = "auto";
  tryInstead(searched);
  return success();
}

} // namespace popt
