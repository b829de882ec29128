//===- Chain.cpp - The layers of a program, in a line ---------------------===//
//
// See Chain.h. Tests: test/unit/Compile/ChainTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Chain.h"
#include "popt/Analysis/HeldBytes.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Support/Tensors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <numeric>

using namespace mlir;
using namespace popt;

/// What is made of more weights than this is of none: a penalty on all of them.
static constexpr size_t kMostOrigins = 4;
/// A piece of a smaller part of the forward part's time stands with the one before it.
static constexpr double kSmallPiece = 1e-2;
/// An output that fewer of the weights lead to is not the loss.
static constexpr double kMostWeights = 0.9;

/// In these layouts, as often as it runs.
static double
secondsOf(Operation *op, const CostModel &costs,
          llvm::function_ref<Layout(Value, size_t rank)> layoutOf) {
  auto append = [&](SmallVectorImpl<Layout> &layouts, ValueRange values) {
    for (Value value : values) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      layouts.push_back(
          layoutOf(value, type ? static_cast<size_t>(type.getRank()) : 0));
    }
  };
  double seconds = 0;
  op->walk([&](Operation *inner) {
    if (inner->getNumRegions() > 0 ||
        inner->hasTrait<OpTrait::IsTerminator>() ||
        !isa<ShardingOpInterface>(inner))
      return;
    OpLayouts layouts;
    append(layouts.operands, inner->getOperands());
    append(layouts.results, inner->getResults());
    double runs = 1;
    for (Block *block = inner->getBlock(); block != op->getBlock();
         block = block->getParentOp()->getBlock())
      runs *= static_cast<double>(runsOf(block).value_or(kUnknownTrips));
    seconds += runs * costs.globalSeconds(inner, layouts);
  });
  return seconds;
}

/// On one device.
static double secondsOf(Operation *op, const CostModel &costs) {
  return secondsOf(op, costs,
                   [](Value, size_t rank) { return Layout::replicate(rank); });
}

namespace {

class ChainFinder {
public:
  ChainFinder(func::FuncOp main, const Batch &batch, const CostModel &costs)
      : main(main), costs(costs), attrs(main) {
    for (const BatchDim &dim : batch.dims)
      varying.insert(main.getArgument(dim.argument));
  }
  LayerChain run();

private:
  using Origins = SmallVector<unsigned, 1>;

  void findUses();
  llvm::DenseSet<Operation *> ancestorsOf(Value value) const;
  void findForward();
  bool updatesWeight(Operation *op) const;
  std::vector<double> liveBytes() const;
  std::optional<size_t> findStack(ChainStack &stack) const;

  mutable func::FuncOp main; ///< a handle: asking it is not const
  const CostModel &costs;
  dist::BoundaryAttrs attrs;
  llvm::DenseSet<Value> varying;          ///< with the batch
  llvm::DenseMap<Value, Origins> origins; ///< weights that it is made of, alone
  /// The weights that an operation applies to what varies.
  llvm::MapVector<Operation *, llvm::SetVector<unsigned>> uses;
  std::vector<Operation *> forward; ///< in order
};

} // namespace

/// What varies with the batch, and which weights meet it where.
void ChainFinder::findUses() {
  for (BlockArgument argument : main.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (type && !varying.contains(argument) && type.getNumElements() > 1 &&
        isa<FloatType>(type.getElementType()))
      origins[argument] = {argument.getArgNumber()};
  }
  for (Operation &op : main.front().without_terminator()) {
    SmallVector<Value> read = valuesRead(&op);
    bool varies = llvm::any_of(
        read, [&](Value value) { return varying.contains(value); });
    llvm::SetVector<unsigned> weights;
    for (Value value : read)
      if (auto it = origins.find(value); it != origins.end())
        weights.insert(it->second.begin(), it->second.end());
    for (Value result : op.getResults()) {
      if (varies)
        varying.insert(result);
      else if (!weights.empty() && weights.size() <= kMostOrigins)
        origins[result] = Origins(weights.begin(), weights.end());
    }
    if (varies && !weights.empty())
      uses[&op] = std::move(weights);
  }
}

llvm::DenseSet<Operation *> ChainFinder::ancestorsOf(Value value) const {
  llvm::DenseSet<Operation *> all;
  SmallVector<Operation *> work;
  auto add = [&](Value read) {
    Operation *op = read.getDefiningOp();
    if (op && varying.contains(read) && all.insert(op).second)
      work.push_back(op);
  };
  add(value);
  while (!work.empty())
    for (Value read : valuesRead(work.pop_back_val()))
      add(read);
  return all;
}

/// True for an elementwise operation of a weight's size: not what a layer does to
/// the batch, but the weight's update.
bool ChainFinder::updatesWeight(Operation *op) const {
  return kernelKindOf(op) == KernelKind::Map &&
         llvm::any_of(uses.find(op)->second, [&](unsigned weight) {
           return llvm::is_contained(op->getResultTypes(),
                                     main.getArgument(weight).getType());
         });
}

/// What leads to the loss: the output that least leads to of those to which nearly
/// all weights do. Without outputs all up to the last weight's first use.
void ChainFinder::findForward() {
  auto stateArguments = dist::getStateArguments(main);
  Operation *terminator = main.front().getTerminator();
  std::vector<std::pair<llvm::DenseSet<Operation *>, size_t>> outputs;
  size_t most = 0;
  for (auto [i, result] : llvm::enumerate(terminator->getOperands())) {
    if (stateArguments[i] || !varying.contains(result))
      continue;
    llvm::DenseSet<Operation *> all = ancestorsOf(result);
    llvm::DenseSet<unsigned> weights;
    for (auto &[op, used] : uses)
      if (all.contains(op))
        weights.insert(used.begin(), used.end());
    most = std::max<size_t>(most, weights.size());
    outputs.emplace_back(std::move(all), weights.size());
  }
  const llvm::DenseSet<Operation *> *best = nullptr;
  for (auto &[all, weights] : outputs)
    if (static_cast<double>(weights) >=
            kMostWeights * static_cast<double>(most) &&
        weights > 0 && (!best || all.size() < best->size()))
      best = &all;
  Operation *last = nullptr;
  if (!best) {
    llvm::DenseSet<unsigned> seen;
    for (auto &[op, used] : uses)
      if (!updatesWeight(op) && llvm::any_of(used, [&](unsigned weight) {
            return seen.insert(weight).second;
          }))
        last = op;
    if (!last)
      return;
  }
  for (Operation &op : main.front().without_terminator()) {
    if (best ? best->contains(&op)
             : llvm::any_of(op.getResults(), [&](Value result) {
                 return varying.contains(result);
               }))
      forward.push_back(&op);
    if (&op == last)
      break;
  }
}

/// Bytes that cross the cut before each operation of the forward part.
std::vector<double> ChainFinder::liveBytes() const {
  llvm::DenseMap<Operation *, size_t> indices;
  for (auto [i, op] : llvm::enumerate(forward))
    indices[op] = i;
  llvm::MapVector<Value, size_t> lastReads;
  for (auto [i, op] : llvm::enumerate(forward))
    for (Value value : valuesRead(op))
      if (Operation *made = value.getDefiningOp(); indices.contains(made))
        lastReads[value] = i;
  SmallVector<HeldInterval> intervals;
  for (auto [value, last] : lastReads)
    intervals.push_back(
        {static_cast<int64_t>(indices[value.getDefiningOp()]) + 1,
         static_cast<int64_t>(last), bytesOf(value)});
  HeldBytes held(static_cast<int64_t>(forward.size()), intervals);
  return std::vector<double>(held.all().begin(), held.all().end());
}

/// True if a loop of so many iterations reads rows of what it carries so.
static bool walksAlong(BlockArgument carried, int64_t trips) {
  auto type = dyn_cast<RankedTensorType>(carried.getType());
  return type && type.getRank() > 0 && type.getDimSize(0) == trips &&
         llvm::any_of(carried.getUses(), [](OpOperand &use) {
           std::optional<StackAccess> access = stackAccessOf(use, 0);
           return access && access->rows == 1 && !access->isWrite;
         });
}

/// The loop of the forward part that walks along stacks; the first, if there are
/// several.
std::optional<size_t> ChainFinder::findStack(ChainStack &stack) const {
  for (auto [i, op] : llvm::enumerate(forward)) {
    std::optional<CountedLoop> loop = CountedLoop::find(op);
    auto used = uses.find(op);
    if (!loop || loop->trips() < 2 || used == uses.end())
      continue;
    llvm::DenseSet<Type> types;
    for (auto [operand, inside] :
         llvm::zip(op->getOperands(), loop->body().getArguments())) {
      if (!walksAlong(inside, loop->trips()))
        continue;
      auto it = origins.find(operand);
      for (unsigned weight : it == origins.end() ? Origins() : it->second)
        if (auto type = main.getArgument(weight).getType();
            cast<RankedTensorType>(type).getShape().take_front() ==
            ArrayRef(loop->trips()))
          types.insert(type);
    }
    if (types.empty())
      continue;
    stack.layers = loop->trips();
    // The optimizer's state of a layer is where the layer is.
    for (BlockArgument argument : main.getArguments())
      if (types.contains(argument.getType()) &&
          (used->second.contains(argument.getArgNumber()) ||
           attrs.stateOf(argument.getArgNumber())))
        stack.arguments.push_back(argument.getArgNumber());
    return i;
  }
  return std::nullopt;
}

/// What a loop carries from layer to layer, without what it leaves of each.
static double bytesCarried(Operation *loop, int64_t layers) {
  double bytes = 0;
  for (Type type : loop->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getRank() > 0 && tensor.getDimSize(0) != layers)
      bytes += static_cast<double>(bytesOf(type));
  return bytes;
}

/// What takes no time to speak of is no piece where as little crosses after it: a bias
/// belongs to its product.
static void mergeSmall(std::vector<size_t> &borders,
                       const std::vector<double> &seconds,
                       const std::vector<double> &live) {
  double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  for (size_t i = borders.size() - 1; i-- > 1;) {
    double own = std::accumulate(seconds.begin() + borders[i],
                                 seconds.begin() + borders[i + 1], 0.0);
    if (own < kSmallPiece * all && live[borders[i + 1]] <= live[borders[i]])
      borders.erase(borders.begin() + static_cast<long>(i));
  }
}

LayerChain ChainFinder::run() {
  LayerChain chain;
  findUses();
  findForward();
  if (forward.empty())
    return chain;
  double forwardSeconds = 0;
  std::vector<double> seconds;
  for (Operation *op : forward) {
    seconds.push_back(secondsOf(op, costs));
    forwardSeconds += seconds.back();
  }
  for (Operation &op : main.front().without_terminator())
    chain.seconds += secondsOf(&op, costs);

  // First uses, and the best cut between two.
  std::vector<double> live = liveBytes();
  llvm::MapVector<unsigned, std::vector<size_t>> readers; // by weight
  std::vector<size_t> cuts{0};
  std::optional<size_t> before;
  for (auto [i, op] : llvm::enumerate(forward)) {
    auto it = uses.find(op);
    if (it == uses.end() || updatesWeight(op))
      continue;
    bool isFirst = false;
    for (unsigned weight : it->second) {
      isFirst |= !readers.contains(weight);
      readers[weight].push_back(i);
    }
    if (!isFirst)
      continue;
    if (before)
      cuts.push_back(static_cast<size_t>(
          std::min_element(live.begin() + static_cast<long>(*before) + 1,
                           live.begin() + static_cast<long>(i) + 1) -
          live.begin()));
    before = i;
  }
  if (!before)
    return chain;
  // Borders of blocks alone.
  std::vector<size_t> borders;
  for (auto [i, cut] : llvm::enumerate(cuts))
    if (i == 0 || ((i == 1 || live[cut] <= live[cuts[i - 1]]) &&
                   (i + 1 == cuts.size() || live[cut] <= live[cuts[i + 1]])))
      borders.push_back(cut);
  mergeSmall(borders, seconds, live);
  // The layers of a scan are pieces, in the place of the one that the loop is in.
  std::optional<size_t> loop = findStack(chain.stack);
  auto borderOf = [&](size_t op) {
    return static_cast<size_t>(llvm::upper_bound(borders, op) -
                               borders.begin() - 1);
  };
  size_t more = loop ? static_cast<size_t>(chain.stack.layers) - 1 : 0;
  auto pieceOf = [&](size_t op) {
    return borderOf(op) + (loop && op > *loop ? more : 0);
  };
  for (auto [i, border] : llvm::enumerate(borders)) {
    chain.pieces.push_back({0, border ? live[border] : 0});
    if (!loop || borderOf(*loop) != i)
      continue;
    chain.stack.firstPiece = i;
    chain.pieces.resize(chain.pieces.size() + more,
                        {0, bytesCarried(forward[*loop], chain.stack.layers)});
  }
  for (auto [i, time] : llvm::enumerate(seconds)) {
    double all = time * chain.seconds / forwardSeconds;
    if (i != loop) {
      chain.pieces[pieceOf(i)].seconds += all;
      continue;
    }
    for (size_t layer = 0; layer <= more; ++layer)
      chain.pieces[chain.stack.firstPiece + layer].seconds +=
          all / static_cast<double>(more + 1);
  }
  for (auto &[weight, ops] : readers) {
    chain.weightBytes += bytesOf(main.getArgument(weight));
    ChainWeight added;
    added.argument = weight;
    auto add = [&](size_t piece) {
      if (added.pieces.empty() || added.pieces.back() < piece)
        added.pieces.push_back(piece);
    };
    for (size_t op : ops)
      for (size_t layer = 0; layer <= (op == loop ? more : 0); ++layer)
        add(pieceOf(op) + layer);
    if (!llvm::is_contained(chain.stack.arguments, weight))
      chain.weights.push_back(std::move(added));
  }
  return chain;
}

double popt::secondsInParts(func::FuncOp main, const Batch &batch,
                            const Machine &machine, int64_t parts) {
  Mesh mesh;
  mesh.axes = {{"parts", parts, AxisKind::Time}};
  CostModel costs(mesh, machine);
  double seconds = 0;
  for (Operation &op : main.front().without_terminator())
    seconds += secondsOf(&op, costs, [&](Value value, size_t rank) {
      Layout layout = Layout::replicate(rank);
      if (auto it = batch.values.find(value); it != batch.values.end())
        layout.dims[it->second].axes.push_back(mesh.ref(0));
      return layout;
    });
  return seconds;
}

LayerChain popt::findChain(func::FuncOp main, const Batch &batch,
                           const CostModel &costs) {
  return ChainFinder(main, batch, costs).run();
}
