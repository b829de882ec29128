//===- StrategyTurns.cpp - Where strategies turn against propagation ------===//
//
// A user splits weights over "tp", as Megatron does, and forgets the batch:
//
//   %y = dot %x [{}, {}], %w [{}, {"tp"}]      propagated: %y is [{}, {"tp"}]
//   %y = dot %x [{"tp"}, {}], %w [{}, {}]      cheaper: %y is [{"tp"}, {}]
//
// To gather small weights and split the batch may be cheaper, and is legal: an
// argument's sharding binds the argument, not its readers. But where half of the
// readers turn so, it is another parallelism than the one that was asked for,
// and is said without being asked. Test: test/Partition/strategy-turns.mlir.
//
//===----------------------------------------------------------------------===//
#include "StrategyTurns.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "popt/Support/Remarks.h"
#include "popt/Support/Subjects.h"

using namespace mlir;
using namespace popt;

/// The argument of @main that a value is but for its type or order of dims.
static BlockArgument sourceOf(Value value, func::FuncOp main) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1)
      return {};
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == &main.front() ? argument : BlockArgument();
}

/// True if two operands are summed over a common loop: there it is decided how
/// a network is parallel.
static bool isContraction(Operation *op) {
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || model.isSource())
    return false;
  FactorRule rule = model.getFactorRule();
  for (auto [i, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Reduction &&
        llvm::count_if(rule.operands, [&, f = int(i)](const TensorFactors &t) {
          return hasFactor(t, f);
        }) > 1)
      return true;
  return false;
}

/// True if some dimension is split over the axis or a part of it.
static bool splitsBy(const Layout &layout, const AxisRef &axis) {
  return llvm::any_of(layout.dims, [&](const DimLayout &dim) {
    return overlaps(dim.axes, {axis});
  });
}

namespace {
/// An operand that the user split over `axis`. As propagated it is read split;
/// if it is read whole, the strategy turns.
struct Turn {
  Operation *op;
  BlockArgument argument;
  AxisRef axis;
  Layout kept, chosen; ///< of the operation's first result
  bool isTurn;
};

class TurnFinder {
public:
  explicit TurnFinder(PartitionInput &input) : input(input) {}
  /// True if a product reads what the user sharded.
  bool mayTurn(Operation *op) const;
  void add(Operation *op, const OpLayouts &kept, const OpLayouts &chosen);
  /// A remark for each turn.
  void explain() const;
  /// The first of those by which the axis' parallelism becomes another one;
  /// null if it stays what the user asked for.
  const Turn *findOther(const AxisRef &axis, size_t &count) const;
  std::string textOf(const Turn &turn) const;

private:
  dist::ShardingAttr writtenAt(BlockArgument argument) const;
  BlockArgument shardedSourceOf(Value value) const;

  PartitionInput &input;
  std::vector<Turn> reads;
};
} // namespace

/// The sharding that the user gave an argument; null for a hint.
dist::ShardingAttr TurnFinder::writtenAt(BlockArgument argument) const {
  if (input.main.getArgAttr(argument.getArgNumber(), dist::kBound))
    return {};
  return dist::getSharding(argument);
}

/// The argument that the value is, if the user sharded it.
BlockArgument TurnFinder::shardedSourceOf(Value value) const {
  BlockArgument argument = sourceOf(value, input.main);
  return argument && writtenAt(argument) ? argument : BlockArgument();
}

bool TurnFinder::mayTurn(Operation *op) const {
  return llvm::any_of(
             op->getOperands(),
             [&](Value value) { return bool(shardedSourceOf(value)); }) &&
         isContraction(op);
}

void TurnFinder::add(Operation *op, const OpLayouts &kept,
                     const OpLayouts &chosen) {
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    BlockArgument argument = shardedSourceOf(op->getOperand(i));
    if (!argument)
      continue;
    Layout written = writtenAt(argument).toLayout(input.mesh);
    for (const AxisRef &axis : written.usedAxes())
      if (splitsBy(kept.operands[i], axis))
        reads.push_back({op, argument, axis, kept.results.front(),
                         chosen.results.front(),
                         !splitsBy(chosen.operands[i], axis)});
  }
}

std::string TurnFinder::textOf(const Turn &turn) const {
  const Mesh &mesh = input.mesh;
  return llvm::formatv(
             "{0} gathers {1} over {2}, and makes its result as {3} instead of "
             "{4}, as propagated",
             turn.op->getName().getStringRef(),
             dist::describeArgument(input.main, turn.argument.getArgNumber()),
             mesh.str(turn.axis), turn.chosen.str(mesh), turn.kept.str(mesh))
      .str();
}

void TurnFinder::explain() const {
  for (const Turn &turn : reads)
    if (turn.isTurn)
      remark::passed(turn.op->getLoc(),
                     remark::RemarkOpts::name("turn").category("partition"))
          << textOf(turn) << remarkAgainst("propagation");
}

/// At least half of the reads of state along the axis turn, or of all arguments
/// where there is no state. Weights are also gathered where an
/// input is split over the axis (FSDP): that is what was asked for.
const Turn *TurnFinder::findOther(const AxisRef &axis, size_t &count) const {
  auto isState = [&](BlockArgument argument) {
    return bool(input.main.getArgAttr(argument.getArgNumber(), dist::kState));
  };
  bool hasState = llvm::any_of(input.main.getArguments(), isState);
  const Turn *first = nullptr;
  llvm::DenseSet<Value> gathered;
  size_t all = 0;
  count = 0;
  for (const Turn &read : reads) {
    if (read.axis != axis || (hasState && !isState(read.argument)))
      continue;
    ++all;
    if (!read.isTurn)
      continue;
    ++count;
    gathered.insert(read.argument);
    first = first ? first : &read;
  }
  for (BlockArgument argument : input.main.getArguments()) {
    dist::ShardingAttr written = writtenAt(argument);
    if (written && !gathered.contains(argument) && !isState(argument) &&
        splitsBy(written.toLayout(input.mesh), axis))
      return nullptr;
  }
  return 2 * count >= all ? first : nullptr;
}

void popt::explainTurns(PartitionInput &input, const StrategyProblem &problem,
                        const PairwiseSolution &solution) {
  TurnFinder finder(input);
  llvm::DenseMap<Operation *, OpLayouts> kept;
  problem.forEach(problem.getPropagated(),
                  [&](Operation *op, const OpLayouts &layouts) {
                    if (finder.mayTurn(op))
                      kept[op] = layouts;
                  });
  problem.forEach(solution.labels,
                  [&](Operation *op, const OpLayouts &layouts) {
                    if (auto it = kept.find(op); it != kept.end())
                      finder.add(op, it->second, layouts);
                  });
  finder.explain();
  for (size_t i = 0; i < input.mesh.axes.size(); ++i) {
    AxisRef axis = input.mesh.ref(static_cast<int>(i));
    size_t count = 0;
    const Turn *first = finder.findOther(axis, count);
    if (!first)
      continue;
    InFlightDiagnostic said = emitRemark(first->op->getLoc());
    said << finder.textOf(*first);
    if (count > 1)
      said << "; " << count - 1 << " more turn so";
    said << "; --strategies=propagated keeps what propagation gave";
    setSubject(said, kTurnSubject);
  }
}
