// A pipelining problem as the search for an order sees it: tasks, messages, and
// what each coordinate holds; the same in both directions of time. Read
// backwards, the last microbatch comes first, messages run from reader to
// producer, and what was held from a producer to its readers is held from the
// readers to it, so that the end of a step can be built with the same code as
// its beginning.
#ifndef POPT_LIB_PIPELINE_FLOW_H
#define POPT_LIB_PIPELINE_FLOW_H

#include "popt/Pipeline/TaskGraph.h"

namespace popt::pipeline {

/// What a task hands to tasks of one coordinate.
struct FlowMessage {
  double occupies = 0, latency = 0; ///< seconds on its link, seconds after that
  int link = -1;                    ///< messages of one link keep their order
  int distance = 0;                 ///< readers are so many microbatches later
  std::vector<int> readers;
};

/// A task that needs what is held; the instance is microbatch - offset.
struct Touch {
  int holding = 0;
  int offset = 0;
};

/// A problem, read forwards or backwards.
struct Flow {
  enum Direction { Forwards, Backwards };
  Flow(const TaskGraph &graph, Direction direction);

  int microbatches = 1;
  std::vector<int> coordinate;                 ///< per task
  std::vector<double> seconds;                 ///< per task
  std::vector<std::vector<FlowMessage>> sends; ///< per task
  std::vector<std::vector<int>> waits;   ///< per task: distances of its inputs
  std::vector<std::vector<int>> tasksAt; ///< per coordinate, in natural order
  std::vector<std::vector<Touch>> touches; ///< per task
  /// Per holding: bytes, held from the first task that touches an instance to
  /// the last one; and how many touch each instance.
  std::vector<int64_t> bytes;
  std::vector<std::vector<int>> touchers; ///< per holding, instance
  int links = 0;

  size_t at(int task, int microbatch) const {
    return size_t(task) * microbatches + microbatch;
  }
  int tasks() const { return int(coordinate.size()); }

private:
  void addMessages(const TaskGraph &graph, Direction direction);
  void addHoldings(const TaskGraph &graph, Direction direction);
};

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_FLOW_H
