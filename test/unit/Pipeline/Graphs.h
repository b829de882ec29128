// Problems that are no chains.
#ifndef POPT_TEST_UNIT_PIPELINE_GRAPHS_H
#define POPT_TEST_UNIT_PIPELINE_GRAPHS_H

#include "Common.h"

#include <random>

namespace popt::pipeline::test {

/// A network of stages, each on a coordinate of its own, in topological order;
/// the backward runs every edge in reverse.
struct Network {
  int coordinates = 0;
  std::vector<std::pair<int, int>> edges;
};

/// Every coordinate has a forward and a backward visit, those without
/// successors one visit that does both, if `fuse`.
inline Problem networkProblem(const Network &net, int m, bool splitWeight,
                              bool fuse) {
  Problem problem;
  problem.coordinates = net.coordinates;
  problem.microbatches = m;
  std::vector<int> forward(net.coordinates), backward(net.coordinates);
  for (int c = 0; c < net.coordinates; ++c) {
    bool last = true;
    for (auto [from, to] : net.edges)
      last &= from != c;
    auto add = [&](int visit, Part part, double seconds) {
      problem.tasks.push_back({c, visit, part, seconds});
      return int(problem.tasks.size()) - 1;
    };
    bool one = last && fuse;
    forward[c] = add(0, Part::Main, 1 + c % 2 + one);
    backward[c] = one ? forward[c] : add(1, Part::Main, 1.5);
    std::vector<int> readers;
    if (!one)
      readers.push_back(backward[c]);
    if (splitWeight) {
      readers.push_back(add(one ? 0 : 1, Part::Weight, 0.75));
      problem.values.push_back({backward[c], {readers.back()}, 0, 0, ""});
    }
    if (!readers.empty())
      problem.values.push_back({forward[c], readers, 1, 0, "act"});
  }
  for (auto [from, to] : net.edges) {
    problem.values.push_back({forward[from], {forward[to]}, 1, 0, "h"});
    problem.values.push_back({backward[to], {backward[from]}, 1, 0, "grad"});
  }
  return problem;
}

/// A forward on each of two coordinates; the second reads what the first made
/// so many microbatches before.
inline Problem lateReader(int microbatches, int distance,
                          const std::string &name) {
  Problem problem;
  problem.coordinates = 2;
  problem.microbatches = microbatches;
  problem.tasks = {{0, 0, Part::Main, 1}, {1, 0, Part::Main, 1}};
  problem.values = {{0, {1}, 1, distance, name}};
  return problem;
}

/// Two towers of different length that meet: 0 -> 1 -> 3 <- 2, 3 -> 4.
inline Network twoTowers() { return {5, {{0, 1}, {1, 3}, {2, 3}, {3, 4}}}; }
/// An encoder 0 -> 1 whose result every decoder stage 2 -> 3 -> 4 reads.
inline Network encoderDecoder() {
  return {5, {{0, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}};
}
/// Skips as in a U-Net, and two heads (3 and 4).
inline Network skipsAndHeads() {
  return {5, {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {1, 4}, {0, 2}}};
}

/// Two coordinates that exchange embeddings (contrastive loss): three visits
/// each.
inline Problem contrastive(int m) {
  Problem problem;
  problem.coordinates = 2;
  problem.microbatches = m;
  for (int c : {0, 1})
    for (int visit : {0, 1, 2})
      problem.tasks.push_back({c, visit, Part::Main, 1.0 + c});
  auto task = [](int c, int visit) { return 3 * c + visit; };
  for (int c : {0, 1}) {
    problem.values.push_back(
        {task(c, 0), {task(0, 1), task(1, 1), task(c, 2)}, 4, 0, "embedding"});
    problem.values.push_back(
        {task(c, 1), {task(0, 2), task(1, 2)}, 4, 0, "gradient"});
  }
  return problem;
}

/// Any graph: random visits per coordinate, random values along a random order
/// in which the visits of a coordinate ascend, now and then to a later
/// microbatch.
inline Problem randomProblem(std::mt19937 &random, int maxCoordinates,
                             int maxMicrobatches, int maxVisits = 4) {
  auto pick = [&](int from, int to) {
    return std::uniform_int_distribution<int>(from, to)(random);
  };
  Problem problem;
  problem.coordinates = pick(1, maxCoordinates);
  problem.microbatches = pick(1, maxMicrobatches);
  std::vector<int> lane; // which coordinate's next visit comes next
  for (int c = 0; c < problem.coordinates; ++c)
    lane.insert(lane.end(), pick(c == 0, maxVisits), c);
  std::shuffle(lane.begin(), lane.end(), random);
  std::vector<int> visits(problem.coordinates, 0), mains;
  for (int c : lane) {
    mains.push_back(problem.tasks.size());
    problem.tasks.push_back({c, visits[c], Part::Main, 0.25 * pick(0, 8)});
    if (pick(0, 2) == 0) {
      problem.tasks.push_back({c, visits[c], Part::Weight, 0.25 * pick(0, 4)});
      problem.values.push_back({mains.back(), {mains.back() + 1}, 1, 0, ""});
    }
    ++visits[c];
  }
  for (size_t i = 0; i < mains.size(); ++i) {
    std::vector<int> readers;
    for (size_t k = i + 1; k < mains.size(); ++k)
      if (pick(0, 2) == 0)
        readers.push_back(mains[k]);
    if (readers.empty())
      continue;
    problem.values.push_back({mains[i], readers, pick(0, 5), 0, "v"});
    if (pick(0, 5) == 0)
      problem.values.push_back({mains[i], readers, 2, pick(1, 2), "late"});
  }
  problem.link.latencySeconds = 0.25 * pick(0, 3);
  if (pick(0, 1))
    problem.link.bytesPerSecond = pick(1, 8);
  problem.overlap = 0.25 * pick(0, 4);
  return problem;
}

/// A problem and its mirror image: the second direction's tasks on the
/// coordinates in reverse.
inline Problem bothDirections(const Problem &one) {
  Problem both = one;
  both.directions = 2;
  both.microbatches = 2 * one.microbatches;
  both.links.clear();
  int tasks = int(one.tasks.size());
  for (Task task : one.tasks) {
    task.coordinate = one.coordinates - 1 - task.coordinate;
    task.direction = 1;
    both.tasks.push_back(task);
  }
  for (Value value : one.values) {
    value.producer += tasks;
    for (int &reader : value.readers)
      reader += tasks;
    both.values.push_back(value);
  }
  return both;
}

} // namespace popt::pipeline::test
#endif // POPT_TEST_UNIT_PIPELINE_GRAPHS_H
