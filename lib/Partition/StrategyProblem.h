//===- StrategyProblem.h - Strategies of a whole function as one problem --===//
//
// Turns a function with shardings into a PairwiseProblem (popt/Search): a node
// per operation whose labels are its strategies, a *hub* per value with several
// users whose labels are layouts (the layout to which the value is moved once,
// for all its users), and edges that cost the reshard between what is produced
// and what is read. Arguments, results and user constraints have their layouts
// fixed.
//
// Loops, branches and barriers have a node per *tie* (see ValueTie): its labels
// are the layouts of the values that are tied. The operations of their regions
// are nodes like all others; their costs, and those of reshards in the region,
// count as often as it runs. Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_STRATEGYPROBLEM_H
#define POPT_LIB_PARTITION_STRATEGYPROBLEM_H

#include "SharedMessages.h"
#include "StrategyLabels.h"

#include "popt/Partition/OpenStrategies.h"
#include "popt/Search/Pairwise.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

#include <array>
#include <map>

namespace popt {

/// The choice of all strategies as one pairwise problem.
class StrategyProblem {
public:
  explicit StrategyProblem(PartitionInput &input)
      : input(input), func(input.main), mesh(input.mesh), strategies(input),
        shared(input.main) {}

  /// Builds the problem, at the module's price of memory; emits a located error
  /// and fails if an operation has no model or no strategy.
  mlir::LogicalResult build();
  /// Makes it the problem at another price of memory, in which open arguments are
  /// as words say (by number; none: of nothing).
  void ask(double memoryPrice, llvm::ArrayRef<ArgumentWord> words);

  const StrategyLabels &getLabels() const { return strategies; }
  /// Every reshard pays for messages of its own.
  const PairwiseProblem &getProblem() const { return problem; }
  /// The cost of a labelling in which reshards share messages (SharedMessages.h).
  double costOf(const std::vector<int> &labels) const;
  /// The cost of a labelling without latencies: what it costs at least, into however
  /// few messages its reshards go.
  double costBesideLatencies(const std::vector<int> &labels) const;
  /// The problem in which each reshard of a crowd pays for its part of a message
  /// that as many share as under these labels. Nothing if none is shared.
  std::optional<PairwiseProblem>
  withMessagesOf(const std::vector<int> &labels) const;
  /// Bytes that a rank holds under a labelling where a step holds most: open
  /// arguments in any case, the values that are live there (HeldBytes.h) in the
  /// layout in which their users find them.
  double bytesOf(const std::vector<int> &labels) const;
  /// The problem in which reshards of a crowd pay for no messages: no labels cost
  /// less, however many share. Nothing if there are no crowds.
  std::optional<PairwiseProblem> withFreeLatencies() const;
  /// The labels that cost least from and to what propagation left.
  const std::vector<int> &getStart() const { return start; }
  /// The labels with axes where propagation left them.
  const std::vector<int> &getPropagated() const { return propagated; }
  /// The same problem with arguments and results as propagation left them;
  /// nothing if they all are bound.
  std::optional<PairwiseProblem> withPropagatedBoundary() const;
  /// The same problem without strategies that take an axis apart; nothing if
  /// there are none.
  std::optional<PairwiseProblem> withWholeAxes() const;

  /// Layouts of arguments and results that were open, under a labelling.
  void forEachBoundary(
      const std::vector<int> &labels,
      llvm::function_ref<void(mlir::BlockArgument, const Layout &)> argument,
      llvm::function_ref<void(unsigned, const Layout &)> result) const;
  /// Layouts of every operation under a labelling.
  void forEach(const std::vector<int> &labels,
               llvm::function_ref<void(mlir::Operation *, const OpLayouts &)>
                   visit) const;

private:
  mlir::LogicalResult addItem(mlir::Operation *op);
  void addBoundary();
  /// How often a block runs in one step.
  double timesOf(mlir::Block *block);
  int addNode(std::vector<double> costs, int startLabel, int propagatedLabel);
  llvm::SmallVector<mlir::OpOperand *> usesOf(mlir::Value value);
  /// A value, the node that makes it, and its hub (-1: used at most once).
  struct Produced {
    mlir::Value value;
    int node, hub;
    std::shared_ptr<LayoutSet> set;
  };
  void addValue(const Produced &produced);
  /// How a value moves from one layout to another.
  struct Moved {
    mlir::Type type;
    double times = 1;      ///< in a step
    bool isNested = false; ///< in a loop or branch
    Crowd crowd = Crowd::None;
    /// Of a copy that is held beside the value, if the layouts differ.
    double heldPrice = 0;
    bool isAllowed = true; ///< to another layout
  };
  void addRead(mlir::Value value, bool isHeld);
  void setPrice(double price, llvm::ArrayRef<ArgumentWord> words);
  void setReads(double price, llvm::ArrayRef<ArgumentWord> words);
  void connect(int a, const std::shared_ptr<LayoutSet> &produced, int b,
               const std::shared_ptr<LayoutSet> &read, const Moved &moved);
  void setTables(size_t edge);
  std::shared_ptr<const PairwiseProblem::Table>
  tableOf(const std::shared_ptr<LayoutSet> &from,
          const std::shared_ptr<LayoutSet> &to, const Moved &moved,
          double latencyPart);
  /// The latencies of an edge's reshard, if it is one of a crowd.
  double latencyOf(size_t edge, const std::vector<int> &labels) const;
  /// By crowd: the sum of them, and how many are more than none.
  struct Latencies {
    double seconds = 0;
    int count = 0;
  };
  /// The problem in which reshards pay this part of their latencies, by crowd.
  PairwiseProblem withLatencies(const std::array<double, kCrowds> &parts) const;
  std::array<Latencies, kCrowds>
  latenciesOf(const std::vector<int> &labels) const;
  void chargeHeld(const Produced &produced, int node,
                  const std::shared_ptr<LayoutSet> &set);
  void chargeLayouts(mlir::RankedTensorType type, int node,
                     const std::shared_ptr<LayoutSet> &set,
                     const std::optional<Layout> &own);
  void chargeArgument(mlir::BlockArgument argument, int node,
                      const std::shared_ptr<LayoutSet> &set);
  /// True for an argument whose layout is to be chosen.
  bool isOpen(mlir::Value value) const;

  PartitionInput &input;
  mlir::func::FuncOp func;
  const Mesh &mesh;
  StrategyLabels strategies;
  /// Nothing is to be chosen: each operation has the label that propagation left.
  bool isKept = false;
  llvm::DenseSet<mlir::Value> held;
  /// Bytes that labels of a node hold, by index of their layout in the set.
  struct Charge {
    int node;
    std::shared_ptr<LayoutSet> set;
    std::vector<double> bytes;
  };
  std::vector<Charge> charges;
  /// By edge of the problem: the layouts that it joins, and how a value moves there.
  struct Move {
    std::shared_ptr<LayoutSet> from, to;
    Moved moved;
  };
  std::vector<Move> moves;
  /// An edge from an open argument or its hub; `isHeld`: where its layouts differ a copy
  /// is held.
  struct ArgumentRead {
    unsigned argument;
    size_t edge;
    bool isHeld;
  };
  std::vector<ArgumentRead> reads;
  /// Of the nodes' labels, where memory has no price.
  std::vector<std::vector<double>> ownCosts;
  /// A value that is held in the layout of a node's label; `original`: and is not
  /// counted again where that is the layout of this node.
  struct Held {
    mlir::RankedTensorType type;
    int node;
    std::shared_ptr<LayoutSet> set;
    int original = -1;
    std::shared_ptr<LayoutSet> originalSet;
  };
  std::vector<Held> holders;
  SharedMessages shared;
  /// Seconds charged where a loop or branch needs other time steps' values.
  double nestedBarrier = 0;
  PairwiseProblem problem;
  std::vector<int> start, propagated;
  /// By edge of the problem: if it is of a crowd, the costs of the same reshards with
  /// hardly any latency.
  std::vector<std::shared_ptr<const PairwiseProblem::Table>> light;

  /// The values of a tie as a node; the label's layout is that of operand 0.
  struct TieNode {
    ValueTie tie;
    std::shared_ptr<LabelSet> labels;
    int node = -1;
  };
  /// An operation as a node. Operands and results that are tied have no sets in
  /// `labels`.
  struct Item {
    mlir::Operation *op;
    std::shared_ptr<LabelSet> labels;
    int node = -1;
    std::vector<TieNode> ties;
  };
  /// An item, and one of its ties or -1.
  struct Place {
    int item, tie;
  };
  const Layout &layoutAt(Place place, const std::vector<int> &labels) const;
  std::vector<Item> items; ///< in program order
  /// An argument (with the result that it is state with) or a result whose
  /// layout is open.
  struct Boundary {
    mlir::BlockArgument argument; ///< null for a result alone
    std::optional<unsigned> result;
    int tie; ///< of item 0
  };
  std::vector<Boundary> boundary;
  llvm::DenseMap<mlir::OpOperand *, Place> readers;
  llvm::DenseMap<mlir::Value, Place> tiedValues;
  llvm::DenseMap<mlir::Block *, double> times;
  /// By space, lists of layouts, how often the reshard runs, if in a loop or
  /// branch, what a copy costs, and if there may be one; looked up, never iterated.
  std::map<std::tuple<const LayoutSpace *, const std::vector<int> *,
                      const std::vector<int> *, double, bool, double, bool>,
           std::shared_ptr<const PairwiseProblem::Table>>
      tables;
};

} // namespace popt
#endif // POPT_LIB_PARTITION_STRATEGYPROBLEM_H
