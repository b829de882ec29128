//===- PlannerStages.cpp - Which pipeline may be faster -------------------===//
//
// For each number of stages the chain of layers is cut once (Chain.h, Cut.h), and the
// strategy problem solved on the meshes of one stage's devices. In 1F1B's order a step
// of m microbatches then takes, on p stages of which the longest has the part s of the
// work, which takes t(m) in m pieces, from which a message of a microbatch arrives
// after c seconds, and whose accumulators take w seconds to read and write,
//
//     (m + p - 1) (t(m) s / m + w)  +  c (2 (p - 1) m / p + 2 (p - 2))
//
// (exact for equal stages where p divides m; docs/Rationale/Planning.md). That says in
// what order pipelines are compiled, and with how many microbatches. Not compiled are
// those that would take longer than the best plan without stages in the order with the
// least bubble. The best pipeline is compiled with other numbers of microbatches, with
// two chunks of layers a coordinate, and with the order that schedule "auto" finds, where
// its step without the bubble is less than the best. Tests:
// test/Compile/choose-stages.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/PipelinePlans.h"
#include "popt/Compile/Planner.h"
#include "popt/Dialect/Dist/Stages.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace popt {

/// Pipelines of one question that are compiled and differ in degrees.
static constexpr size_t kMostDegrees = 3;
static constexpr double kNever = std::numeric_limits<double>::infinity();
/// Microbatches per stage: the bubble is a sixteenth then.
static constexpr int64_t kMostMicrobatches = 16;
/// In each microbatch gradients are added to what is there: three times the weights'
/// bytes. Reading weights once more is mostly beside arithmetic.
static constexpr double kCopiesOfWeights = 1.5;
/// The least bubble of all orders, in work of a microbatch for each stage but the first.
/// With two chunks forth and back stages wait for half a forward pass, a third of the
/// work (ZB-V: Qi et al., Zero Bubble Pipeline Parallelism, section 6), with one chunk
/// for a whole one (ZB-H2, section 3.2).
static constexpr double kBubbleOfTwo = 1.0 / 6, kBubbleOfOne = 1.0 / 3;

/// The least bubble where the user says the order; with more chunks it is smaller.
static double leastBubbleOf(const PlanSchedule &said, int64_t chunks) {
  if (chunks > 1)
    return std::min(kBubbleOfTwo, 1 / static_cast<double>(chunks));
  bool isWhole = said.kind == "1f1b" || said.kind == "gpipe";
  bool isOne = said.kind == "zb-h1" || said.kind == "zb-h2";
  return isWhole ? 1 : isOne ? kBubbleOfOne : kBubbleOfTwo;
}

/// A pipeline of certain degrees.
struct Planner::Degrees {
  PlanAnswer layouts;           ///< on the devices of a stage
  int64_t stages = 1, each = 1; ///< and devices of one
  std::vector<int64_t> numbers; ///< of microbatches, ascending
  double share = 1;             ///< of the work that the longest stage has
  double leastBubble = 1;       ///< of all orders that may be tried
  double estimate = 0;

  double crossing = 0; ///< seconds of the batch's bytes over the fullest cut
  double latency = 0;
  double perMicrobatch = 0; ///< seconds of weights and accumulators

  /// By number of microbatches: how much longer the work takes in pieces.
  std::map<int64_t, double> slowdowns;

  /// Of a microbatch on the longest stage.
  double secondsOfOne(int64_t microbatches) const {
    return layouts.modelSeconds * slowdowns.at(microbatches) * share /
               static_cast<double>(microbatches) +
           perMicrobatch;
  }
  double secondsWith(int64_t microbatches) const {
    auto m = static_cast<double>(microbatches), p = static_cast<double>(stages);
    return (m + p - 1) * secondsOfOne(microbatches) +
           (latency + crossing / m) * (2 * (p - 1) * m / p + 2 * (p - 2));
  }
  /// In the order with the least bubble, which hides messages but those of the first
  /// microbatch.
  double least() const {
    double least = kNever;
    for (int64_t number : numbers) {
      auto m = static_cast<double>(number), p = static_cast<double>(stages);
      least =
          std::min(least, (m + leastBubble * (p - 1)) * secondsOfOne(number) +
                              (latency + crossing / m) * 2 * (p - 1));
    }
    return std::min(least, secondsWith(bestNumber()));
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

/// Numbers of microbatches that divide so many rows, or the one that is asked for.
static std::vector<int64_t>
numbersFor(int64_t rows, int64_t stages,
           const std::optional<MeshOverride> &time) {
  if (time && time->size)
    return rows % *time->size == 0 ? std::vector{*time->size}
                                   : std::vector<int64_t>();
  std::vector<int64_t> numbers;
  for (int64_t number = 2; number <= std::min(rows, kMostMicrobatches * stages);
       ++number)
    if (rows % number == 0)
      numbers.push_back(number);
  return numbers;
}

/// Messages between stages of so many devices.
static CostModel costsOf(const Machine &machine, int64_t stages,
                         int64_t devices) {
  Mesh mesh;
  mesh.axes = {{"pp", stages, AxisKind::Stage},
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

/// Seconds that each microbatch takes for weights and accumulators on so many devices.
double Planner::perMicrobatch(const Plan &layouts, int64_t used) const {
  // Where the batch is not divided, weights are.
  int64_t own = localBatch(layouts, mainFunction(), batch);
  return CostModel(Mesh(), machine)
      .copySeconds(static_cast<int64_t>(
          kCopiesOfWeights * static_cast<double>(chain.weightBytes) *
          static_cast<double>(batch.rows()) / static_cast<double>(own * used)));
}

double Planner::secondsInParts(int64_t parts) {
  auto [it, isNew] = ofParts.try_emplace(parts, 0);
  if (isNew)
    it->second = popt::secondsInParts(mainFunction(), batch, machine, parts);
  return it->second;
}

/// The chain where the first piece that reads a weight does the work of all that do.
static LayerChain untied(LayerChain chain) {
  for (const ChainWeight &weight : chain.weights)
    for (size_t piece : llvm::drop_begin(weight.pieces)) {
      chain.pieces[weight.pieces.front()].seconds +=
          chain.pieces[piece].seconds;
      chain.pieces[piece].seconds = 0;
    }
  return chain;
}

/// The part of a step's work that the coordinate with most has at least, however the
/// chain is cut into runs.
static double leastShare(const LayerChain &chain, int64_t stages) {
  auto ofRuns = [&](const std::vector<CutPiece> &pieces) {
    auto runs = static_cast<size_t>(stages);
    double longest = longestRun(pieces, cutChain(pieces, runs, 0), 0);
    if (pieces.size() < 2 * runs)
      return longest;
    // Several runs a coordinate balance as pieces allow.
    double all = 0, most = 0;
    for (const CutPiece &piece : pieces) {
      all += piece.seconds;
      most = std::max(most, piece.seconds);
    }
    return std::min(longest, std::max(most, all / static_cast<double>(stages)));
  };
  return std::min(ofRuns(chain.pieces), ofRuns(untied(chain).pieces)) /
         chain.seconds;
}

/// A pipeline whose work divides among the devices of a stage for nothing.
Planner::Degrees Planner::perfectDegrees(int64_t stages, int64_t each) {
  CostModel costs = costsOf(machine, stages, each);
  std::vector<size_t> cuts = cutFor(chain, stages, costs);
  Degrees perfect;
  perfect.stages = stages;
  perfect.each = each;
  perfect.share = longestRun(chain.pieces, cuts, 0) / chain.seconds;
  perfect.leastBubble = schedule ? leastBubbleOf(*schedule, chunks)
                        : chain.pieces.size() >= static_cast<size_t>(2 * stages)
                            ? kBubbleOfTwo
                            : kBubbleOfOne;
  perfect.latency = costs.sendLatency(costs.mesh.ref(0));
  for (size_t cut : cuts)
    perfect.crossing = std::max(
        perfect.crossing,
        costs.sendSeconds(costs.mesh.ref(0),
                          static_cast<int64_t>(chain.pieces[cut].bytesBefore) /
                              each));
  perfect.layouts.modelSeconds = chain.seconds / static_cast<double>(each);
  perfect.numbers = numbersFor(batch.rows(), stages, open.time);
  for (int64_t number : perfect.numbers)
    perfect.slowdowns[number] =
        secondsInParts(number * each) / secondsInParts(each);
  return perfect;
}

/// The same with layouts of a stage; without numbers of microbatches if none divides
/// their batch.
Planner::Degrees Planner::degreesWith(int64_t stages, int64_t each,
                                      PlanAnswer layouts) {
  Degrees degrees = perfectDegrees(stages, each);
  degrees.layouts = std::move(layouts);
  int64_t own = localBatch(degrees.layouts.plan, mainFunction(), batch);
  degrees.numbers = numbersFor(own, degrees.stages, open.time);
  if (degrees.numbers.empty())
    return degrees;
  degrees.perMicrobatch =
      perMicrobatch(degrees.layouts.plan, degrees.stages * degrees.each);
  degrees.estimate = degrees.secondsWith(degrees.bestNumber());
  return degrees;
}

/// The degrees that may be faster than `best`, by the model, the most promising first.
LogicalResult Planner::findDegrees(const PlanQuestion &question, double best,
                                   std::vector<Degrees> &all) {
  std::string slow, poor;
  auto add = [](std::string &list, int64_t stages, int64_t each) {
    list += (list.empty() ? "" : ", ") + std::to_string(stages) + " stages" +
            (each > 1 ? " of " + std::to_string(each) + " devices" : "");
  };
  for (int64_t stages = 2;
       stages <= std::min({devices, static_cast<int64_t>(chain.pieces.size()),
                           dist::kMostCoordinates});
       ++stages) {
    if (devices % stages != 0 ||
        (open.stage && stages != open.stage->size.value_or(stages)))
      continue;
    const int64_t each = devices / stages;
    const Degrees perfect = perfectDegrees(stages, each);
    if (perfect.numbers.empty())
      continue;
    // No order of tasks is faster than the coordinate with most of the work, nor than
    // an even share of what the layouts take.
    const double longest = leastShare(chain, stages) * chain.seconds;
    const double ofWork = longest / static_cast<double>(each);
    double ofStages = ofWork;
    auto leave =
        llvm::make_scope_exit([&] { bound = std::min(bound, ofStages); });
    // Small work divides for more than it takes.
    double ofOne = longest;
    if (each > 1 && open.isFree() &&
        perfectDegrees(stages, 1).least() <= best) {
      FailureOr<PlanAnswer> layouts = onOneDevice(question);
      if (succeeded(layouts)) {
        layouts->boundSeconds = ofOne = std::max(
            longest, layouts->boundSeconds / static_cast<double>(stages));
        all.push_back(degreesWith(stages, 1, std::move(*layouts)));
      }
    }
    if (perfect.least() > best) {
      add(slow, stages, each);
      continue;
    }
    std::string error;
    double ofMeshes = kNever;
    bool isWhole = true;
    const std::vector<std::vector<MeshOverride>> meshes = meshesOn(each, error);
    for (const std::vector<MeshOverride> &mesh : meshes) {
      std::string sizes;
      for (const MeshOverride &axis : mesh)
        sizes += (sizes.empty() ? "" : "x") + std::to_string(*axis.size);
      progress("layouts of " + Twine(stages) + " stages of " +
               (sizes.empty() ? "a device" : sizes + " devices"));
      Plan plan = question.given;
      plan.mesh = mesh;
      FailureOr<PlanAnswer> layouts = solve(plan, {});
      if (failed(layouts))
        return failure();
      // Microbatches hold less than the model says: the bound is of all layouts.
      const double ofMesh = layouts->boundSeconds;
      ofMeshes = std::min(ofMeshes, ofMesh);
      layouts = holdWithin(plan, std::move(*layouts),
                           static_cast<double>(budget * stages));
      if (failed(layouts))
        return failure();
      layouts->boundSeconds =
          std::max(ofWork, ofMesh / static_cast<double>(stages));
      Degrees degrees = degreesWith(stages, each, std::move(*layouts));
      if (degrees.numbers.empty())
        continue;
      bool isHopeless = degrees.least() > best;
      all.push_back(std::move(degrees));
      // Another axis changes less.
      if (isHopeless && &mesh != &meshes.back()) {
        add(poor, stages, each);
        isWhole = false;
        break;
      }
    }
    if (isWhole)
      ofStages = std::min(
          std::max(ofWork, ofMeshes / static_cast<double>(stages)), ofOne);
  }
  llvm::stable_sort(all, [](const Degrees &a, const Degrees &b) {
    return a.estimate < b.estimate;
  });
  if (!slow.empty())
    leftOut.push_back(slow + ": the bubble and the longest stage cost more "
                             "than dividing all operations does");
  if (!poor.empty())
    leftOut.push_back(poor + " on other meshes: on the first one they "
                             "are estimated to be slower");
  return success();
}

/// Compiles a pipeline; its step, infinite if it does not fit.
double Planner::compilePipeline(const Degrees &degrees,
                                const PipelineShape &shape,
                                std::vector<PlanAnswer> &answers) {
  func::FuncOp main = mainFunction();
  std::vector<size_t> cuts = cutFor(
      shape.tiesWeights ? chain : untied(chain), shape.stages * shape.chunks,
      costsOf(machine, shape.stages, degrees.each));
  PlanAnswer answer = degrees.layouts.solved();
  answer.modelSeconds = degrees.secondsWith(shape.microbatches);
  answer.modelBytes /= static_cast<double>(shape.stages);
  answer.plan = withStages(withMicrobatches(answer.plan, main, batch, shape),
                           main, chain, cuts, shape);
  sayCompiling(secondsOfBest(answers));
  evaluate(answer);
  if (!answer.report || failed(complete(answer)))
    return kNever;
  answers.push_back(std::move(answer));
  return answers.back().fits ? answers.back().report->prediction.stepSeconds
                             : kNever;
}

/// Compiles pipelines like one that has compiled to `least`.
void Planner::compileOthers(const Degrees &degrees, PipelineShape shape,
                            double least, std::vector<PlanAnswer> &answers) {
  auto tryInstead = [&](const PipelineShape &other) {
    double seconds = compilePipeline(degrees, other, answers);
    if (seconds >= least)
      return false;
    least = seconds;
    shape = other;
    return true;
  };
  auto tryNumber = [&](int64_t microbatches) {
    PipelineShape other = shape;
    other.microbatches = microbatches;
    return tryInstead(other);
  };
  auto tryNumbers = [&] {
    int64_t more = degrees.numberUpTo(2 * shape.microbatches),
            fewer = degrees.numberUpTo(shape.microbatches / 2);
    if ((more <= shape.microbatches || !tryNumber(more)) &&
        fewer < shape.microbatches)
      tryNumber(fewer);
  };
  tryNumbers();
  bool isTied = llvm::any_of(chain.weights, [](const ChainWeight &weight) {
    return weight.pieces.size() > 1;
  });
  PipelineShape other = shape;
  other.tiesWeights = false;
  if (schedule && isTied)
    tryInstead(other);
  if (schedule)
    return;
  int64_t most =
      chain.pieces.size() >= static_cast<size_t>(2 * shape.stages) ? 2 : 1;
  other = shape;
  other.chunks = most;
  other.schedule = "interleaved-1f1b";
  if (most > 1 && shape.microbatches % shape.stages == 0)
    tryInstead(other);
  for (int64_t chunks = most; chunks >= 1; --chunks)
    for (bool ties : {true, false}) {
      other = shape;
      other.chunks = chunks;
      other.schedule = "auto";
      other.isFolded = false;
      other.tiesWeights = ties;
      if (ties || isTied)
        tryInstead(other);
      // Forth and back the first and the last layers are at one coordinate.
      other.isFolded = true;
      if (ties && chunks > 1)
        tryInstead(other);
    }
  tryNumbers();
}

LogicalResult Planner::addPipelines(const PlanQuestion &question,
                                    std::vector<PlanAnswer> &answers) {
  PipelineShape said;
  if (open.stage)
    said.stageAxis = open.stage->name;
  if (open.time)
    said.timeAxis = open.time->name;
  schedule = question.given.schedule;
  if (schedule) {
    said.schedule = schedule->kind;
    said.isFolded = said.schedule == "zb-v" || said.schedule == "dualpipev" ||
                    said.schedule == "hanayo";
    bool takesChunks = said.isFolded || said.schedule == "interleaved-1f1b" ||
                       said.schedule == "looped-bfs";
    said.chunks = chunks = schedule->chunks.value_or(takesChunks ? 2 : 1);
  }
  if (batch.rows() < 2)
    return open.stage ? emitNoBatch() : success();

  // Where the model says too little of a division, a pipeline may be faster than what
  // became of it.
  double best = kNever;
  for (const PlanAnswer &answer : answers)
    if (answer.fits)
      best = std::min(best, std::max(answer.modelSeconds,
                                     answer.report->prediction.stepSeconds));
  std::vector<Degrees> all;
  if (failed(findDegrees(question, best, all)))
    return failure();
  if (all.empty() && open.stage)
    return emitError(imported.getLoc())
           << "no pipeline along axis \"" << open.stage->name
           << "\": " << devices << " devices, a chain of "
           << chain.pieces.size() << " layers that weights make, and "
           << batch.rows() << " rows of the batch have to divide";

  // The most promising, then others like the best of them.
  const Degrees *chosen = nullptr;
  PipelineShape shape;
  double least = kNever, withoutBubble = kNever;
  size_t tried = 0;
  for (const Degrees &degrees : all) {
    if (isStopped() || tried == kMostDegrees)
      break;
    if (degrees.least() > best)
      continue;
    ++tried;
    PipelineShape first = said;
    first.stages = degrees.stages;
    first.microbatches = degrees.bestNumber();
    double seconds = compilePipeline(degrees, first, answers);
    // Smaller microbatches hold less.
    if (seconds == kNever && first.microbatches < degrees.numbers.back()) {
      first.microbatches = degrees.numbers.back();
      seconds = compilePipeline(degrees, first, answers);
    }
    if (seconds < least) {
      least = seconds;
      withoutBubble = seconds * (1 - answers.back().report->prediction.bubble);
      chosen = &degrees;
      shape = first;
    }
  }
  if (tried < all.size())
    leftOut.push_back(std::to_string(all.size() - tried) + " of " +
                      std::to_string(all.size()) +
                      " pipelines by degrees: they are estimated to be slower");
  if (chosen && withoutBubble < secondsOfBest(answers))
    compileOthers(*chosen, shape, least, answers);
  return success();
}

/// A pipeline needs microbatches.
LogicalResult Planner::emitNoBatch() {
  return emitError(imported.getLoc())
         << "no dimension of the inputs is a batch that microbatches can "
            "split: "
            "one that no state has, and in which nothing mixes elements; "
            "--batch NAME=DIM says which";
}

} // namespace popt
