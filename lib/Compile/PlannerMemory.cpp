//===- PlannerMemory.cpp - Plans that fit into a device's memory ----------===//
//
// Four ways, from the cheapest on: layouts that hold less, by a price of bytes in the
// model, again with a smaller budget where the compiled plan holds more than the model
// says; microbatches; and compiling as --memory-budget has it, with values computed
// again and state on the host. Tests: test/Compile/choose-memory.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/PipelinePlans.h"
#include "popt/Compile/Planner.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Machine/Bytes.h"
#include "popt/Support/Tensors.h"

#include <cmath>

using namespace mlir;

namespace popt {

/// Prices of memory that are tried for a mesh, and how far apart the first are.
static constexpr int kMostPrices = 10;
static constexpr double kPriceStep = 8;
/// At a price at which bytes cost so many steps no plan holds less than the answer.
static constexpr double kAllThatCounts = 100;
/// How often a plan that holds more than the model says is made smaller.
static constexpr int kMostFits = 4;
/// Where memory is short: layouts that get microbatches, and numbers of these for each.
static constexpr int kMostShort = 3;
static constexpr int kMostNumbers = 4;
/// Plans that hold too much and are compiled so that they fit.
static constexpr size_t kMostWithinBudget = 3;
static constexpr size_t kMostTooLarge = 2;
/// Of programs of more operations one: each takes dozens of compilations.
static constexpr size_t kManyOperations = 5000;
/// And none where what fits takes no more than so many times what doesn't.
static constexpr double kNearlyAsFast = 1.1;

/// Each byte of state is held somewhere.
LogicalResult Planner::checkState() {
  if (budget == 0 || CostModel(Mesh(), machine).hasHostMemory())
    return success();
  int64_t bytes = 0;
  for (auto [argument, _] : dist::getNextStates(mainFunction()))
    bytes += bytesOf(argument);
  if (bytes <= budget * devices)
    return success();
  return emitError(imported.getLoc())
         << describeBytes(bytes) << " of state do not fit on " << devices
         << " devices that hold " << describeBytes(budget) << " each; "
         << (bytes + budget - 1) / budget << " devices are the fewest";
}

/// The plan that costs least of those that hold so many bytes by the model (0: any);
/// if none is found, the one that holds least. The bound is of all within `bytes`.
FailureOr<PlanAnswer> Planner::solveWithin(const Plan &plan,
                                           std::vector<ArgumentWord> words,
                                           double bytes) {
  FailureOr<PlanAnswer> least = solve(plan, {0, std::move(words)});
  if (failed(least))
    return failure();
  return holdWithin(plan, std::move(*least), bytes);
}

/// The same after the plan that costs least of all.
FailureOr<PlanAnswer> Planner::holdWithin(const Plan &plan, PlanAnswer least,
                                          double bytes) {
  if (bytes <= 0 || least.modelBytes <= bytes)
    return std::move(least);
  StrategyQuestion question{0, least.words};
  // Where all bytes together cost as much as a hundredth of the step.
  double price = least.modelSeconds / least.modelBytes / 100;
  double bound = least.boundSeconds, tooCheap = 0, enough = 0;
  std::optional<PlanAnswer> best;
  for (int i = 0; i < kMostPrices; ++i) {
    question.memoryPrice = price;
    FailureOr<PlanAnswer> found = solve(plan, question);
    if (failed(found))
      return failure();
    bound = std::max(bound, found->boundSeconds - price * bytes);
    if (found->modelBytes <= bytes) {
      enough = price;
      if (!best || best->modelBytes > bytes ||
          found->modelSeconds < best->modelSeconds)
        best = std::move(*found);
    } else {
      tooCheap = price;
      if (!best ||
          (best->modelBytes > bytes && found->modelBytes < best->modelBytes))
        best = std::move(*found);
    }
    // Nothing holds less where bytes are nearly all that counts.
    if (enough == 0 &&
        price * found->modelBytes > kAllThatCounts * least.modelSeconds)
      break;
    price = enough == 0     ? price * kPriceStep
            : tooCheap == 0 ? price / kPriceStep
                            : std::sqrt(tooCheap * enough);
    if (enough > 0 && tooCheap > 0 && enough < 1.3 * tooCheap)
      break;
  }
  // Nothing that fits: the bound is that of plans that are made to fit.
  best->boundSeconds = best->modelBytes <= bytes ? bound : least.boundSeconds;
  return std::move(*best);
}

/// Evaluates a plan, and while it holds too much those of its mesh that hold less.
void Planner::fit(PlanAnswer &answer, const Plan &given) {
  evaluate(answer);
  auto within = static_cast<double>(budget);
  for (int i = 1; i < kMostFits && !answer.fits && budget > 0 &&
                  answer.modelBytes <= within;
       ++i) {
    double held =
        answer.report
            ? static_cast<double>(answer.report->prediction.peakBytes())
            : 1.5 * static_cast<double>(budget);
    within = std::min(within, answer.modelBytes) * 0.98 *
             static_cast<double>(budget) / held;
    Plan plan = given;
    plan.mesh = answer.mesh;
    FailureOr<PlanAnswer> smaller = solveWithin(plan, answer.words, within);
    if (failed(smaller))
      return;
    splitTime(*smaller);
    if (smaller->plan == answer.plan)
      return;
    smaller->boundSeconds = answer.boundSeconds;
    evaluate(*smaller);
    if (smaller->report)
      answer = std::move(*smaller);
  }
}

/// Layouts that hold too much, with as many microbatches as it takes for them to fit:
/// those that are fastest whatever they hold, and those that were compiled.
void Planner::addMicrobatches(std::vector<PlanAnswer> &answers) {
  std::vector<PlanAnswer> layouts;
  for (const PlanAnswer &own : unlimited)
    layouts.push_back(own.solved());

  auto isKnown = [&](const PlanAnswer &answer) {
    return llvm::any_of(layouts, [&](const PlanAnswer &other) {
      return other.plan == answer.plan;
    });
  };
  for (const PlanAnswer &answer : answers)
    if (!isKnown(answer))
      layouts.push_back(answer.solved());
  if (budget == 0 || batch.dims.empty() || isTimeSaid())
    return;
  llvm::erase_if(layouts, [&](const PlanAnswer &own) {
    return llvm::any_of(answers, [&](const PlanAnswer &answer) {
      return answer.fits && answer.plan == own.plan;
    });
  });
  llvm::stable_sort(layouts, [&](const PlanAnswer &a, const PlanAnswer &b) {
    return isFaster(a.modelSeconds, a, b.modelSeconds, b);
  });
  for (const PlanAnswer &own : ArrayRef(layouts).take_front(kMostShort)) {
    if (own.modelSeconds >= secondsOfBest(answers) || isStopped())
      break;
    int64_t rows = localBatch(own.plan, mainFunction(), batch);
    double more = perMicrobatch(own.plan, devices);
    double least = own.modelBytes / static_cast<double>(budget);
    int tried = 0;
    for (int64_t number = 2; number <= rows && tried < kMostNumbers; ++number) {
      if (rows % number != 0 || static_cast<double>(number) < least)
        continue;
      if (own.modelSeconds * secondsInParts(number * batch.rows() / rows) /
                  secondsInParts(batch.rows() / rows) +
              more * static_cast<double>(number) >=
          secondsOfBest(answers))
        break;
      ++tried;
      PlanAnswer answer = own.solved();
      PipelineShape shape;
      shape.microbatches = number;
      if (open.time)
        shape.timeAxis = open.time->name;
      answer.plan = withMicrobatches(own.plan, mainFunction(), batch, shape);
      sayCompiling(secondsOfBest(answers));
      evaluate(answer);
      if (!answer.report || failed(complete(answer)))
        break;
      least = 2 * static_cast<double>(number);
      answers.push_back(std::move(answer));
      if (answers.back().fits)
        break;
    }
  }
}

/// Plans that hold too much, compiled so that they fit, the fastest first: none is
/// faster than without a budget.
void Planner::addWithinBudget(std::vector<PlanAnswer> &answers) {
  if (budget == 0)
    return;
  struct Root {
    double bound;
    double bytes;
    PlanAnswer answer;
  };
  std::vector<Root> roots;
  for (const PlanAnswer &answer : answers)
    if (const Prediction &found = answer.report->prediction; !answer.fits)
      roots.push_back({found.stepSeconds,
                       static_cast<double>(found.peakBytes()),
                       answer.solved()});
  for (const PlanAnswer &layouts : unlimited) {
    PlanAnswer own = layouts.solved();
    splitTime(own);
    if (llvm::none_of(answers, [&](const PlanAnswer &answer) {
          return answer.plan == own.plan;
        }))
      roots.push_back({own.modelSeconds, own.modelBytes, std::move(own)});
  }
  const bool isLarge =
      mainFunction().front().getOperations().size() > kManyOperations;
  const size_t most = isLarge ? 1 : kMostWithinBudget;
  for (size_t tried = 0; tried < most && !roots.empty(); ++tried) {
    if (std::isfinite(secondsOfBest(answers)) && isStopped())
      break;
    // Where the fastest can't fit, what holds least may.
    auto next = llvm::min_element(roots, [&](const Root &a, const Root &b) {
      return tooLarge.empty() ? a.bound < b.bound : a.bytes < b.bytes;
    });
    Root root = std::move(*next);
    roots.erase(next);
    if (root.bound >= secondsOfBest(answers))
      continue;
    if (isLarge && kNearlyAsFast * root.bound >= secondsOfBest(answers)) {
      leftOut.push_back("plans that compute values again or keep them on the "
                        "host: one that does neither takes " +
                        describeSeconds(secondsOfBest(answers)) +
                        ", and none of them less than " +
                        describeSeconds(root.bound));
      continue;
    }
    sayCompiling(secondsOfBest(answers));
    root.answer.plan.memoryBudget = budget;
    evaluate(root.answer);
    if (root.answer.report) {
      answers.push_back(std::move(root.answer));
      continue;
    }
    tooLarge.push_back(std::move(root.answer.said));
    if (tooLarge.size() == kMostTooLarge)
      break;
  }
}

} // namespace popt
