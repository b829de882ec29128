//===- TaskForming.h - From the body of a time loop to tasks --------------===//
//
// A coordinate of the stage axis is entered several times per microbatch. The
// level of an operation at a coordinate is the highest level of what it reads
// there, and one more than the level of what it reads from elsewhere (law L11); of
// what reads nothing that a task makes, the lowest level of its readers.
// Operations of one level at one coordinate are a *group*; neighbouring groups
// of a coordinate are merged, from the lowest, while no circle of groups
// arises. The merged levels are the coordinate's visits: forward and backward
// in a chain network, one at its end. Nothing here knows of differentiation.
//
// A schedule may want the middle one of an odd number of visits in two: the
// ancestors of scalar outputs (the loss) go first (law L11). It stays whole if
// there is no such output, and if the second part has no readers (inference;
// all layers before are frozen): a cut would keep more and gain no time.
// Scalars that the next state is computed from (a weight that is one number) do
// not count: their ancestors are backward, too.
//
// Or a schedule needs the weight part as a task of its own: the operations of a
// visit in the second half that reach no other coordinate within the loop (law
// L12).
//
// *Free* operations are in no task: every task that reads one has a copy. They
// cost little, and they can run everywhere (slices of the batch, constants,
// masks of positions), take a part of what is there all the time (a layer of a
// stack) or make more bytes than they read (broadcasts, bf16 to f32), so that
// their operands are kept from task to task, not their results.
//
// A carried value is replaced in place by the task that computes its next
// value. Another task that reads it gets that value as any other, of the
// microbatch before (its *distance* is 1), and in the first one the initial
// value.
//
// With two directions (Directions.cpp) the operations of each are cut into tasks
// by themselves: levels, visits and parts are those of a coordinate and
// direction, together a *lane*.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_TASKFORMING_H
#define POPT_LIB_STAGES_TASKFORMING_H

#include "SplitStages.h"

#include "popt/Cost/CostModel.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Support/Tensors.h"

namespace popt {

class TaskGraphBuilder {
public:
  /// An operation of the body at one coordinate.
  struct Node {
    mlir::Operation *op;
    int coordinate;
    int direction = 0;
    int level = 0;
    int group = 0; ///< into the groups, then their representative
    int task = -1;
  };
  /// A value that crosses tasks: made by `node`, an instance per microbatch.
  struct Crossing {
    mlir::Value value;
    int coordinate; ///< where it is made
    int distance;   ///< 1: read by the next microbatch
  };

  TaskGraphBuilder(dist::TimeLoopOp loop, StageUses &uses, const Mesh &mesh,
                   int axis);

  /// Cuts the body into tasks as the kind of schedule needs them; `second` are
  /// the operations of the second direction, the machine says what tasks take.
  void form(bool splitsWeight, bool cutsLastVisit,
            const llvm::DenseSet<mlir::Operation *> &second,
            const CostModel &costs);
  /// After `read`: weight parts are no tasks of their own any more. The answer
  /// is the new number of each task.
  std::vector<int> mergeWeightParts();
  /// Says what the tasks take on the machine.
  void price(const CostModel &costs);
  /// Before `read`: messages between coordinates take what they do on the
  /// machine, which outlives this.
  void priceMessages(const CostModel &costs);
  /// Writes the tasks down: "dist.tasks" and "dist.in_tasks".
  void write();
  /// Finds the graph of the tasks that are written down.
  mlir::LogicalResult read();

  pipeline::Problem problem;
  /// The first values of the problem; those after them are orders alone.
  std::vector<Crossing> crossings;
  std::vector<Node> nodes; ///< in program order, then by coordinate

  bool isFree(mlir::Operation *op) const { return freeOps.contains(op); }
  /// The coordinate from which `reader` gets a value of the body.
  int64_t sourceOf(mlir::Value value, int64_t reader) const;
  /// Index of the crossing value made there, or -1.
  int crossing(mlir::Value value, int64_t coordinate, int distance = 0) const;
  /// The number of the carried value, or -1.
  int carriedIndex(mlir::Value value) const;
  /// The next value of a carried value.
  mlir::Value nextOf(unsigned index) const;
  /// The task that computes the next carried value, at a coordinate; -1 if none
  /// does.
  int taskOfCarried(unsigned index, int64_t coordinate) const;

private:
  void findNodes(const llvm::DenseSet<mlir::Operation *> &second);
  int laneOf(const Node &node) const {
    return node.coordinate * problem.directions + node.direction;
  }
  void findLevels();
  void sinkToReaders();
  void mergeGroups();
  void numberVisits();
  std::vector<bool> findAncestorsOfScalars() const;
  void cutMiddle();
  void splitWeights();
  void makeTasks(const CostModel &costs);
  void findValues();
  mlir::LogicalResult readTasks();
  mlir::LogicalResult readNodes();
  void addCrossing(mlir::Value value, int maker, int reader, int distance);
  void addCarried(int node);
  int nodeAt(mlir::Operation *op, int64_t coordinate) const;
  /// Values of other nodes that the node reads, through free operations, with
  /// the node that makes each for it.
  llvm::SmallVector<std::pair<mlir::Value, int>> inputsOf(int node) const;

  mutable dist::TimeLoopOp loop; ///< a handle: asking it is not const
  StageUses &uses;
  const Mesh &mesh;
  int axis;
  const CostModel *links = nullptr; ///< if messages have prices
  llvm::DenseSet<mlir::Operation *> freeOps;
  llvm::DenseMap<std::pair<mlir::Operation *, int64_t>, int> nodeOf;
  std::vector<llvm::SmallVector<std::pair<mlir::Value, int>>> inputs;
  int numGroups = 0;
  std::vector<int> visitOfGroup;       ///< per lane
  std::vector<int> visits;             ///< number, per lane
  std::vector<bool> isSecondHalf;      ///< by node: after the cut of its visit
  std::vector<bool> isWeight;          ///< by node
  std::vector<pipeline::Value> orders; ///< of microbatches, in place
  /// By value, coordinate and distance.
  llvm::DenseMap<std::tuple<mlir::Value, int64_t, int>, int> crossingOf;
};

} // namespace popt

#endif // POPT_LIB_STAGES_TASKFORMING_H
