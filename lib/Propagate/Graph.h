//===- Graph.h - What propagation works on --------------------------------===//
//
// A cell holds one sharding: of a value, or of several that operations tie. A
// node relates cells: an operation with a factor rule, a tie, or a barrier.
// Nodes are numbered in program order.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PROPAGATE_GRAPH_H
#define POPT_LIB_PROPAGATE_GRAPH_H

#include "Projection.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/OpModel.h"

#include "llvm/ADT/DenseMap.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace popt {

/// Values that have one sharding.
struct Cell {
  mlir::Value value; ///< the first of its values; null for a function's result
  mlir::RankedTensorType type;
  Layout layout;
  int group = -1;                       ///< sharding group, or -1
  uint64_t changed = 0;                 ///< when the layout last changed
  llvm::SmallVector<unsigned, 4> wakes; ///< nodes to visit after a change
};

/// How a tie at the edge of a manual region sees its target. Inside, values are
/// blocks along the manual axes and do not mention them; a sharding outside
/// begins each dimension with them.
struct ManualView {
  Layout bound; ///< the sharding at this edge, as the user wrote it
  llvm::SmallVector<int> axes;
  bool targetIsInside = false;

  /// The target's layout on the side of the sources, and back.
  Layout toSources(const Layout &target) const {
    return targetIsInside ? add(target) : erase(target);
  }
  Layout toTarget(const Layout &seen) const {
    return targetIsInside ? erase(seen) : add(seen);
  }
  Layout add(const Layout &inside) const;
  Layout erase(const Layout &outside) const;
};

/// An operation, by its factors and the cells it ties.
struct Node {
  FactorRule rule;
  llvm::SmallVector<unsigned, 4> cells; ///< operands, then results
  unsigned numOperands = 0;
  PropagationClass kind = PropagationClass::Compute;
  /// Every operand that is not a scalar has one use.
  bool isSingleUse = true;
  /// Set for a barrier: this direction and no other.
  std::optional<Direction> barrier;
  /// Set for a tie at the edge of a manual region.
  std::unique_ptr<ManualView> manual;
  /// For each strategy: directions and time of a visit that changed nothing.
  std::array<uint64_t, 2> quietAt = {0, 0};
  std::array<uint8_t, 2> quietDirections = {0, 0};
};

/// A function's result and the cell of the value that is returned there.
struct FunctionResult {
  mlir::FunctionOpInterface func;
  unsigned index = 0;
  unsigned value = 0; ///< cell of the returned value
  /// The result's own cell, or that of the argument it becomes.
  unsigned cell = 0;
  /// The result has no sharding of its own.
  bool isTied = false;
};

/// A module as propagation sees it.
class Graph {
public:
  Graph(mlir::ModuleOp module, const Mesh &mesh) : module(module), mesh(mesh) {
    for (size_t i = 0; i < mesh.axes.size(); ++i)
      if (mesh.axes[i].kind == AxisKind::Time && mesh.axes[i].size > 1)
        time.push_back(mesh.ref(static_cast<int>(i)));
  }
  void build();

  mlir::ModuleOp module;
  const Mesh &mesh;
  AxisList time; ///< axes that also closed dims take
  std::vector<Cell> cells;
  std::vector<Node> nodes;
  std::vector<FunctionResult> results;
  /// Members of each sharding group, in program order.
  std::vector<llvm::SmallVector<unsigned>> groups;
  /// Operations whose results have cells, in program order.
  std::vector<mlir::Operation *> operations;

  std::optional<unsigned> find(mlir::Value value) const {
    auto it = cellOf.find(value);
    return it == cellOf.end() ? std::nullopt : std::optional(it->second);
  }

  /// The tie whose target this is, or null.
  const Node *findTie(mlir::Value target) const {
    std::optional<unsigned> cell = find(target);
    auto it = cell ? tieAt.find(*cell) : tieAt.end();
    return it == tieAt.end() ? nullptr : &nodes[it->second.first];
  }

private:
  void addFunction(mlir::FunctionOpInterface func);
  void addBlock(mlir::Block &block);
  void addOperation(mlir::Operation *op);
  Node *addTie(const ValueTie &tie);
  void addManual(dist::ManualOp op);
  void addResults(mlir::FunctionOpInterface func);
  void addGroups();
  void addWakes();
  std::optional<unsigned> addCell(mlir::Value value);
  void wakeUsers(mlir::Value value, llvm::SmallVectorImpl<unsigned> &wakes);
  std::optional<FactorRule> makeRule(mlir::Operation *op, Node &node);

  llvm::DenseMap<mlir::Value, unsigned> cellOf;
  llvm::DenseMap<mlir::Operation *, unsigned> nodeOf, orderOf;
  llvm::DenseMap<mlir::OpOperand *, unsigned> tieOf;
  /// Per cell of a tie: its node and targets.
  llvm::DenseMap<unsigned,
                 std::pair<unsigned, llvm::SmallVector<mlir::Value, 3>>>
      tieAt;
};

/// True if a layout says nothing: no axes, all dims open.
bool isUnknown(const Layout &layout);
/// The layout of a cell as it is written: the axes of its pins are `replicated`
/// in the cell alone.
Layout withoutPinnedAxes(Layout layout);

} // namespace popt
#endif // POPT_LIB_PROPAGATE_GRAPH_H
