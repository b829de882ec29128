//===- Limited.cpp - One label per node, with a limit over time -----------===//
//
// First prices and messages, then moves (popt/Search/Limited.h). Tested by
// test/unit/Search/LimitedTest.cpp against enumeration.
//
//===----------------------------------------------------------------------===//
#include "LimitedDual.h"
#include "LimitedMoves.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <map>

namespace popt {

std::string LimitedProblem::check() const {
  size_t count = pairs.nodes.size();
  if (usages.size() != count || intervals.size() != count)
    return "there are " + std::to_string(count) + " nodes, " +
           std::to_string(usages.size()) + " lists of uses and " +
           std::to_string(intervals.size()) + " intervals";
  for (size_t i = 0; i < count; ++i) {
    if (usages[i].size() != pairs.nodes[i].size())
      return "node " + std::to_string(i) + " has " +
             std::to_string(pairs.nodes[i].size()) + " labels and " +
             std::to_string(usages[i].size()) + " uses";
    for (double use : usages[i])
      if (!(use >= 0) || !std::isfinite(use))
        return "node " + std::to_string(i) +
               " has a use that is no number from 0 on";
  }
  return pairs.check();
}

double LimitedProblem::peakOf(const std::vector<int> &labels) const {
  std::map<int64_t, double> changes;
  for (size_t i = 0; i < labels.size(); ++i)
    if (intervals[i].first < intervals[i].second) {
      changes[intervals[i].first] += usages[i][labels[i]];
      changes[intervals[i].second] -= usages[i][labels[i]];
    }
  double peak = 0, now = 0;
  for (const auto &[time, change] : changes)
    peak = std::max(peak, now += change);
  return peak;
}

namespace {

/// Sizes of trees.
constexpr int kSizes[] = {1, 2, 4, 10, 30, 100, 300, 1000, 3000};
constexpr int kNumSizes = 9;
/// Of the time, for prices.
constexpr double kPricesShare = 0.7;
/// Of that, for decoded labels.
constexpr double kOffersShare = 0.15;
/// Of all, with prices that are raised until something keeps the limit, and how
/// often they are.
constexpr double kRaisesShare = 0.9;
constexpr int kMostRaises = 300;
/// Labels that use at most so much of the limit can be made to keep it.
constexpr double kNear = 1.1;
/// How often all forbidden pairs are gone through.
constexpr int kForbiddenRounds = 8;
constexpr int kRoundMoves = 1000;

class Search {
public:
  Search(const LimitedProblem &problem, const LimitedOptions &options)
      : options(options), begin(std::chrono::steady_clock::now()),
        graph(problem), dual(graph), moves(graph, options.seed) {
    for (int i = 0; i < graph.count; ++i)
      if (graph.labels(i) > 1)
        free.push_back(i);
  }

  LimitedSolution run();

private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin)
        .count();
  }
  bool isOver(double share) const {
    return elapsed() > share * options.seconds;
  }
  bool isProved() const {
    return std::isfinite(best.cost) &&
           best.cost - best.bound <= 1e-9 * std::abs(best.cost);
  }
  bool keep();
  bool repair(double until);
  void clearForbidden(double until);
  void offer(const std::vector<int> &labels);
  bool isNear(const std::vector<int> &labels) const;
  void findPrices();
  void doMoves(double scale, int count, double until);
  void search();

  const LimitedOptions &options;
  const std::chrono::steady_clock::time_point begin;
  const LimitedGraph graph;
  LimitedDual dual;
  LimitedMoves moves;
  LimitedSolution best;
  std::vector<int> free; ///< nodes with a choice
};

/// Keeps the labels of `moves` if they are the best.
bool Search::keep() {
  if (!moves.fits())
    return false;
  double cost = graph.evaluate(moves.get());
  if (cost >= kForbidden || cost >= best.cost)
    return false;
  best.cost = cost;
  best.labels = moves.get();
  return true;
}

/// Moves trees around what uses too much until the limit is kept.
bool Search::repair(double until) {
  double price = 1e-3 * std::abs(dual.bestBound()) / graph.unit + 1e-300;
  int idle = 0;
  for (int i = 0; !moves.fits() && i < 200 * kRoundMoves && idle < 3000; ++i) {
    if (i % 64 == 0 && elapsed() > until)
      break;
    moves.charge(moves.peakPoint(), price);
    bool isBetter =
        moves.improve(moves.rootAtPeak(), kSizes[moves.random(kNumSizes)],
                      dual.pricesOfNodes(), 1);
    idle = isBetter ? 0 : idle + 1;
    if (idle % 100 == 99)
      price *= 2;
  }
  moves.charge(-1, 0);
  return moves.fits();
}

void Search::doMoves(double scale, int count, double until) {
  for (int i = 0; i < count; ++i) {
    if (i % 64 == 0 && elapsed() > until)
      return;
    moves.improve(free[moves.random(static_cast<int>(free.size()))],
                  kSizes[moves.random(kNumSizes)], dual.pricesOfNodes(), scale);
  }
}

/// Moves trees around forbidden labels and pairs, which decoding may leave.
void Search::clearForbidden(double until) {
  for (int round = 0; round < kForbiddenRounds; ++round) {
    std::vector<int> nodes = graph.forbiddenNodes(moves.get());
    if (nodes.empty())
      return;
    for (int node : nodes) {
      if (elapsed() > until)
        return;
      for (int size : kSizes)
        moves.improve(node, size, dual.pricesOfNodes(), 1);
    }
  }
}

/// A decoded labelling: made to keep the limit, and better.
void Search::offer(const std::vector<int> &labels) {
  const double until =
      elapsed() + (best.labels.empty() ? 0.2 : 0.05) * options.seconds;
  moves.set(labels);
  if (!moves.fits() && !repair(until))
    return;
  clearForbidden(until);
  if (!free.empty())
    for (double scale : {1.0, 0.0})
      doMoves(scale, std::min(kRoundMoves, graph.count), until);
  keep();
}

/// True if labels use little more than the limit.
bool Search::isNear(const std::vector<int> &labels) const {
  std::vector<double> usage = graph.usageOf(labels);
  return std::all_of(usage.begin(), usage.end(),
                     [&](double use) { return use <= kNear * graph.limit; });
}

void Search::findPrices() {
  std::vector<int> forward, backward;
  double spent = 0;
  for (int round = 0;
       round < options.maxRounds && !isOver(kPricesShare) && !isProved();
       ++round) {
    double bound = dual.sweep(forward, backward);
    best.bound = std::max(best.bound, bound);
    if (round % 10 == 9 && spent < kOffersShare * elapsed()) {
      double before = elapsed();
      for (const std::vector<int> *labels : {&forward, &backward})
        if (isNear(*labels))
          offer(*labels);
      spent += elapsed() - before;
    }
    if (round < 5)
      continue;
    double target =
        best.labels.empty() ? bound + 0.05 * std::abs(bound) : best.cost;
    dual.moveTowards(backward, bound, target);
  }
  if (graph.points)
    dual.restore();
  // Dearer where too much is used, until something keeps the limit.
  double unit = 1e-4 * std::abs(best.bound) / graph.unit;
  for (int round = 0; round < std::min(options.maxRounds, kMostRaises) &&
                      best.labels.empty() && !isOver(kRaisesShare);
       ++round) {
    dual.sweep(forward, backward);
    offer(forward);
    offer(backward);
    dual.raise(backward, unit);
  }
}

void Search::search() {
  int idle = 0;
  for (int round = 0; round < options.maxRounds && !isOver(1) && !isProved();
       ++round) {
    // By prices that are off by up to 16 times, so that something gives way, then
    // by costs alone.
    double scale = round % 2   ? 0
                   : round % 4 ? std::exp2(moves.random(17) / 2.0 - 4)
                               : 1;
    doMoves(scale, kRoundMoves * (1 + graph.count / 5000), options.seconds);
    if (round % 2 == 0)
      continue;
    idle = keep() ? 0 : idle + 1;
    if (idle > 4) {
      moves.set(best.labels);
      idle = 0;
    }
  }
}

LimitedSolution Search::run() {
  if (free.empty()) {
    offer(std::vector<int>(graph.count, 0));
    best.bound = best.cost;
    return best;
  }
  findPrices();
  if (best.labels.empty())
    return best;
  moves.set(best.labels);
  search();
  best.bound = std::min(best.bound, best.cost);
  return best;
}

} // namespace

LimitedSolution solve(const LimitedProblem &problem,
                      const LimitedOptions &options) {
  assert(problem.check().empty() && "ill-formed problem");
  return Search(problem, options).run();
}

} // namespace popt
