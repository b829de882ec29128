//===- StrategyLabels.h - Strategies of single operations as labels -------===//
//
// What a node of StrategyProblem.h may choose from: the strategies of an
// operation, the layouts of tied values, or those of an argument or result that
// is open. Operations that look the same share one set of labels, and labels
// that ask the same of a value share a layout. Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_STRATEGYLABELS_H
#define POPT_LIB_PARTITION_STRATEGYLABELS_H

#include "Common.h"
#include "Strategies.h"

#include <map>

namespace popt {

/// Labels of a node, shared by all operations that look the same.
struct LabelSet {
  std::vector<OpLayouts> labels;
  std::vector<double> costs; ///< of executing the local operation
  /// Null for what has no layout of its own: it is tied, or no tensor.
  std::vector<std::shared_ptr<LayoutSet>> operands, results;
  int nearest = -1;    ///< what nearestLabel said; -1: not asked for yet
  int propagated = -1; ///< what propagatedLabel said; -1: not asked for yet
};

/// The label that costs least from and to these layouts. Operations that share
/// labels share hints, so each set is asked once.
int nearestLabel(LabelSet &labels, llvm::function_ref<OpLayouts()> hints);
/// The label that has most axes where the hints have them, partial results
/// aside; of these, the one that costs least from and to them.
int propagatedLabel(LabelSet &labels, llvm::function_ref<OpLayouts()> hints);

/// The strategies among which each operation has to choose.
class StrategyLabels {
public:
  explicit StrategyLabels(PartitionInput &input);

  /// What may be chosen in the function.
  const StrategyOptions &getOptions() const { return options; }
  /// Of how many kinds of operations and values some were left out.
  int64_t getKindsCut() const { return kindsCut; }
  /// The layouts of operands and results as propagation left them.
  OpLayouts hintsOf(mlir::Operation *op) const;
  /// A value's layout under each label.
  std::shared_ptr<LayoutSet> makeSet(mlir::Type type,
                                     const std::vector<Layout> &perLabel);
  /// The same of layouts by their numbers in its space.
  std::shared_ptr<LayoutSet> makeSet(mlir::Type type,
                                     llvm::ArrayRef<int> perLabel);

  /// The strategies of an operation; a located error if it has no model.
  mlir::FailureOr<std::shared_ptr<LabelSet>> ofOperation(mlir::Operation *op);
  /// The layouts that tied values may have together.
  std::shared_ptr<LabelSet> ofTie(const ValueTie &tie);
  /// The layouts that an open argument or result may have; label 0 is the hint.
  std::shared_ptr<LabelSet> ofBoundary(mlir::Type type, dist::ShardingAttr hint,
                                       dist::ShardingAttr bound);
  /// One label: these layouts.
  std::shared_ptr<LabelSet> fixed(mlir::Operation *op,
                                  const OpLayouts &layouts);
  /// One label of these: the one that propagation left, whose prices from and to
  /// others are all that is asked for.
  std::shared_ptr<LabelSet> kept(const std::shared_ptr<LabelSet> &labels,
                                 llvm::function_ref<OpLayouts()> hints);
  /// One label: the shardings at a manual region's edges bind.
  std::shared_ptr<LabelSet> ofManualEdge(mlir::Operation *op);
  /// One label: what is not tied (a predicate, an index) is read whole.
  std::shared_ptr<LabelSet>
  ofUntied(mlir::Operation *op,
           llvm::function_ref<bool(mlir::OpOperand &)> isTied);

private:
  /// What may be chosen at an operation: not the axes that are manual there.
  StrategyOptions optionsAt(mlir::Operation *op) const;

  PartitionInput &input;
  const Mesh &mesh;
  StrategyOptions options;
  int64_t kindsCut = 0;
  /// By what makes operations look the same; looked up, never iterated.
  std::map<std::vector<const void *>, std::shared_ptr<LabelSet>> known;
  llvm::DenseMap<const LabelSet *, std::shared_ptr<LabelSet>> keptOf;
};

} // namespace popt
#endif // POPT_LIB_PARTITION_STRATEGYLABELS_H
