//===- TaskGraph.h - What follows from a pipelining problem ---------------===//
//
// Generators speak of chunks, forwards and backwards; a problem has only
// visits. The correspondence: of n visits of a coordinate the first
// ceil(n / 2) are forward, one *chunk* each, and visit n - 1 - k is the
// backward of chunk k. With n odd the middle visit is both: forward and
// backward of the innermost chunk are one task, and no task has
// its backward *role*. A role may have no task for other reasons, too (only a
// weight part, no weight part, fewer chunks than on other coordinates), so
// generators run over roles and emit whatever tasks have them.
//
// Directions are told apart first: a coordinate has the chunks of direction 0,
// then those of direction 1, and each direction has stages of its own.
//
// A chunk on a coordinate is a *stage*. Stages are numbered by the level of
// their forward task (its longest chain of predecessors), then by coordinate:
// for a chain in the order of the network, whatever coordinates hold it.
//
// Values that leave their coordinate give *transfers*: one for each value and
// destination. Transfer and microbatch name a message.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PIPELINE_TASKGRAPH_H
#define POPT_PIPELINE_TASKGRAPH_H

#include "popt/Pipeline/Problem.h"

namespace popt::pipeline {

/// What a task does within its stage, as the generators see it. The letters are
/// those of the text form.
enum class Role : uint8_t {
  Forward,  ///< F
  Backward, ///< B, or I (input gradient) where a weight part follows
  Weight,   ///< W
};

/// A value on its way to one coordinate.
struct Transfer {
  int value = 0;
  int source = 0;
  int destination = 0;
  std::vector<int> readers; ///< tasks at the destination
};

/// A value as read by one task.
struct Input {
  int value = 0;
  int transfer = -1; ///< -1: made on the same coordinate
};

/// What waits for what among the tasks of a problem.
class TaskGraph {
public:
  /// `problem` must pass Problem::check and outlive the graph.
  explicit TaskGraph(const Problem &problem);

  const Problem &problem;
  std::vector<Transfer> transfers;
  std::vector<std::vector<Input>> inputs; ///< per task
  std::vector<std::vector<int>> outputs;  ///< per task: values
  std::vector<std::vector<int>> sends;    ///< per task: transfers
  std::vector<std::vector<int>> tasksAt;  ///< per coordinate

  /// Chunks of a coordinate; 0 where it has no task.
  int chunks(int coordinate) const { return int(stageIds[coordinate].size()); }
  int maxChunks() const;
  /// Coordinates that have tasks.
  int usedCoordinates() const;

  /// Stages of the network: those that every direction has.
  int stages() const;
  int stage(int coordinate, int chunk) const {
    return stageIds[coordinate][chunk];
  }
  int stageOf(int task) const {
    return stageIds[at(task).coordinate][chunk[task]];
  }
  /// Where a stage runs a microbatch.
  int coordinateOfStage(int stage, int microbatch = 0) const {
    return stagePosition(stage, microbatch).coordinate;
  }
  int chunkOfStage(int stage, int microbatch = 0) const {
    return stagePosition(stage, microbatch).chunk;
  }
  int directionOfChunk(int coordinate, int chunk) const {
    return chunkDirections[coordinate][chunk];
  }
  int chunkOf(int task) const { return chunk[task]; }
  Role roleOf(int task) const { return roles[task]; }
  /// True if the visit is the middle one of its coordinate, and was not cut:
  /// forward and backward at once.
  bool isUncut(int task) const {
    return roleOf(task) == Role::Forward &&
           tasksOf(at(task).coordinate, chunkOf(task), Role::Backward).empty();
  }
  /// The tasks of a role; the weight role may have two, others have one or none.
  const std::vector<int> &tasksOf(int coordinate, int chunk, Role role) const;

  /// Hops from the first chunk of a coordinate to the farthest stage that its
  /// forward reaches through forward tasks: p - 1 - d in a chain of p.
  int hopsToEnd(int coordinate) const { return hops[coordinate]; }

  /// `F`, `B`, `I` or `W`.
  char letter(int task) const;
  /// `2F`: stage and letter.
  std::string label(int task) const;
  /// `2F3`: stage, letter, microbatch, as in the text form.
  std::string label(int task, int microbatch) const;
  /// `forward 2F3 (microbatch 3, stage 2, coordinate 2)`.
  std::string describe(int task, int microbatch) const;
  /// `"h1"`, or the task that computes it if it has no name.
  std::string describeValue(int value) const;

  /// The microbatch whose instance of `value` a task of `microbatch` reads;
  /// negative if it reads none.
  int readMicrobatch(int value, int microbatch) const {
    int read = microbatch - problem.values[value].distance;
    bool exists = read >= 0 &&
                  problem.directionOf(read) == problem.directionOf(microbatch);
    return exists ? read : -1;
  }
  /// True if the instance exists and a task reads it (distances leave the last
  /// of a direction unread).
  bool isRead(int value, int microbatch) const {
    const Value &v = problem.values[value];
    int reader = microbatch + v.distance;
    return reader < problem.microbatches &&
           problem.runsFor(v.producer, microbatch) &&
           problem.runsFor(v.producer, reader);
  }

private:
  struct StagePosition {
    int coordinate = 0, chunk = 0;
  };
  const StagePosition &stagePosition(int stage, int microbatch) const {
    return stageList[problem.directionOf(microbatch)][stage];
  }
  const Task &at(int task) const { return problem.tasks[task]; }
  void findRoles();
  void findRolesAt(int coordinate, int direction);
  void findTransfers();
  void numberStages();
  void findHops();

  std::vector<int> chunk;                            // per task
  std::vector<Role> roles;                           // per task
  std::vector<std::vector<std::vector<int>>> byRole; // coordinate, 3*chunk+role
  std::vector<std::vector<int>> stageIds;            // coordinate, chunk
  std::vector<std::vector<int>> chunkDirections;     // coordinate, chunk
  std::vector<std::vector<StagePosition>> stageList; // direction, stage
  std::vector<int> hops;                             // per coordinate
};

} // namespace popt::pipeline
#endif // POPT_PIPELINE_TASKGRAPH_H
