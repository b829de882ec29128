// Writes the order of one coordinate in the words of the generators: the next
// forward, backward, input or weight gradient of a chunk. A word emits nothing
// once all microbatches of its kind are out, and only counts where no task
// has the role.
#ifndef POPT_LIB_PIPELINE_EMITTER_H
#define POPT_LIB_PIPELINE_EMITTER_H

#include "popt/Pipeline/Schedule.h"

#include <deque>

namespace popt::pipeline {

/// Writes the order of one coordinate, by visit and direction.
class Emitter {
public:
  Emitter(const TaskGraph &graph, int coordinate, int chunks,
          std::vector<Step> &order)
      : graph(graph), coordinate(coordinate), order(order), counts(chunks) {
    for (int k = 0; k < graph.chunks(coordinate); ++k)
      counts[k] = Counts(graph.problem, graph.directionOfChunk(coordinate, k));
    for (int k = graph.chunks(coordinate); k < chunks; ++k)
      counts[k] = Counts(graph.problem, 0);
  }

  bool forwardsLeft(int chunk = 0) const { return left(chunk, F); }
  bool backwardsLeft(int chunk = 0) const { return left(chunk, B); }
  bool weightsLeft(int chunk = 0) const { return left(chunk, W); }
  int forwards(int chunk = 0) const { return counts[chunk].next[F]; }
  int backwards(int chunk = 0) const { return counts[chunk].next[B]; }

  void forward(int chunk = 0) { emit(chunk, F); }
  void input(int chunk = 0) { emit(chunk, B); }
  void weight(int chunk = 0) { emit(chunk, W); }
  /// Input and weight gradient of the same microbatch.
  void backward(int chunk = 0) {
    input(chunk);
    weight(chunk);
  }
  /// The same as one bundle.
  void wholeBackward(int chunk) {
    size_t first = order.size();
    backward(chunk);
    join(first);
  }
  /// A forward and a whole backward as one bundle.
  void pair(int forwardChunk, int backwardChunk) {
    size_t first = order.size();
    forward(forwardChunk);
    backward(backwardChunk);
    join(first);
  }
  /// An input gradient whose weight gradient `oldestWeight` emits later.
  void deferredInput(int chunk) {
    if (!backwardsLeft(chunk))
      return;
    input(chunk);
    deferred.push_back(chunk);
  }
  void oldestWeight() {
    if (deferred.empty())
      return;
    weight(deferred.front());
    deferred.pop_front();
  }
  /// Any microbatch, in whatever order the caller numbers them.
  void forward(int chunk, int microbatch) { emit(chunk, F, microbatch); }
  void backward(int chunk, int microbatch) {
    emit(chunk, B, microbatch);
    emit(chunk, W, microbatch);
  }

private:
  enum { F, B, W };
  struct Counts {
    Counts() = default;
    Counts(const Problem &problem, int direction)
        : end(problem.firstMicrobatch(direction + 1)) {
      for (int &microbatch : next)
        microbatch = problem.firstMicrobatch(direction);
    }
    int next[3] = {0, 0, 0};
    int end = 0;
  };

  bool left(int chunk, int kind) const {
    return counts[chunk].next[kind] < counts[chunk].end;
  }
  void emit(int chunk, int kind) {
    if (left(chunk, kind))
      emit(chunk, kind, counts[chunk].next[kind]++);
  }
  void emit(int chunk, int kind, int microbatch) {
    for (int task : graph.tasksOf(coordinate, chunk, Role(kind)))
      order.push_back({Step::Run, false, task, microbatch});
  }
  void join(size_t first) {
    for (size_t i = first; i + 1 < order.size(); ++i)
      order[i].joined = true;
  }

  const TaskGraph &graph;
  int coordinate;
  std::vector<Step> &order;
  std::vector<Counts> counts;
  std::deque<int> deferred;
};

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_EMITTER_H
