//===- KernelClusters.cpp - Which operations make one kernel --------------===//
//
// Operations are visited users first; each joins a cluster of a user or founds
// one.
//
// Covered by test/Kernels/form-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "KernelClusters.h"

#include "popt/Analysis/Fusion.h"
#include "popt/Dialect/Dist/Stages.h"

using namespace mlir;
using namespace popt;

/// Above this, a cluster takes no further operations.
constexpr unsigned maxClusterOps = 400;
/// Work per element that is repeated rather than stored.
constexpr unsigned cheapCost = 4;
/// An element is asked for at so many indices at most, and so much work per element
/// of a cluster is done at further ones than the first.
constexpr unsigned maxIndices = 8;
constexpr int64_t maxRepeated = 48;

BlockClusters::BlockClusters(mlir::Block &block) : block(block) {
  unsigned position = 0;
  for (Operation &op : block)
    positions[&op] = position++;
  clustersAt.resize(position);
  readersOf.resize(position);
  inMain.resize(position);
  opSeenBy.assign(position, 0);
  for (Operation &op : block)
    for (Operation *user : op.getUsers()) {
      SmallVector<unsigned, 2> &readers = readersOf[positions[&op]];
      unsigned reader = positions[userInBlock(user)];
      if (!llvm::is_contained(readers, reader))
        readers.push_back(reader);
    }
  // Operations that keep their order wait for those before them.
  std::optional<unsigned> before;
  for (Operation &op : block)
    if (dist::isOrdered(&op)) {
      if (before)
        readersOf[*before].push_back(positions[&op]);
      before = positions[&op];
    }
  findSums();
  for (Operation &op : llvm::reverse(block))
    if (&op != &block.back() || !op.hasTrait<OpTrait::IsTerminator>())
      place(&op);
}

/// Products and what is between them and their additions are part of these.
void BlockClusters::findSums() {
  auto isInLoops = [&](Operation *op) {
    return facts(op).isClusterable && !facts(op).isLibraryCall;
  };
  for (Operation &op : block) {
    std::optional<ProductSum> sum = sumInOneCall(&op, isInLoops);
    if (!sum)
      continue;
    for (Value operand : op.getOperands())
      if (operand != sum->added)
        for (Operation *made = operand.getDefiningOp();;
             made = made->getOperand(0).getDefiningOp()) {
          sumOf[made] = &op;
          if (made == sum->product)
            break;
        }
    sumOf[&op] = &op;
  }
}

void BlockClusters::place(Operation *op) {
  if (Operation *sum = sumOf.lookup(op)) {
    if (op == sum) {
      found(op);
      clusters.back().isCall = true;
    } else {
      usesOf.clear();
      unsigned cluster = clustersOf(sum).front();
      for (OpOperand &use : op->getUses())
        usesOf[cluster].push_back(&use);
      join(op, cluster);
    }
    return;
  }
  const KernelFacts &fact = facts(op);
  if (!fact.isClusterable) {
    inMain[positions[op]] = true;
    return;
  }
  // Clusters that read the operation, nearest first, and whether anything else
  // does.
  usesOf.clear();
  SmallVector<unsigned> readers;
  bool isReadInMain = false, isReadInOrder = false;
  for (OpOperand &use : op->getUses()) {
    Operation *inBlock = userInBlock(use.getOwner());
    if (inMain[positions[inBlock]] ||
        inBlock->hasTrait<OpTrait::IsTerminator>()) {
      isReadInMain = true;
      auto model = dyn_cast<KernelOpInterface>(inBlock);
      isReadInOrder |= inBlock != use.getOwner() || !model ||
                       facts(inBlock).kind != KernelKind::Library ||
                       !model.takesAnyStrides(use.getOperandNumber());
    }
    for (unsigned cluster : clustersOf(inBlock)) {
      SmallVector<OpOperand *, 2> &uses = usesOf[cluster];
      if (uses.empty())
        readers.push_back(cluster);
      uses.push_back(&use);
    }
  }
  llvm::sort(readers, [&](unsigned a, unsigned c) {
    return std::pair(clusters[a].last, a) < std::pair(clusters[c].last, c);
  });
  if (fact.isCopied) {
    copied.insert(op);
    for (unsigned cluster : readers)
      join(op, cluster);
    if (!isReadInMain)
      return;
    // Views and constants are no work; a broadcast or iota is.
    if (fact.kind == KernelKind::View || fact.isConstant)
      inMain[positions[op]] = true;
    else
      found(op);
    return;
  }
  if (op->use_empty())
    return; // dead; everything with an effect is not clusterable
  if (fact.isPermutation && isReadInMain && !isReadInOrder) {
    // Library calls read it in place; a cluster takes a copy for itself.
    for (unsigned cluster : readers)
      join(op, cluster);
    inMain[positions[op]] = true;
    return;
  }
  if (readers.size() == 1 && !isReadInMain && mayJoin(op, readers[0]))
    return join(op, readers[0]);
  if (readers.size() > 1 && !isReadInMain && isCheaperRepeated(op, readers)) {
    for (unsigned cluster : readers)
      join(op, cluster);
    return;
  }
  if (readers.size() == 1 && !isReadInMain)
    return found(op);
  for (unsigned reader : readers) {
    // Further away than the nearest, it is joined as a value of rows alone.
    bool isOfRows = fact.count < countOf(clusters[reader].leader);
    if ((reader != readers[0] && !isOfRows) || !mayJoin(op, reader) ||
        !fitsLoops(op, reader) || closesCycle(op, reader))
      continue;
    exported.insert(op);
    Cluster &cluster = clusters[reader];
    cluster.exporters.push_back(positions[op]);
    while (!spans.empty() && spans.back().last <= cluster.last)
      spans.pop_back();
    spans.push_back({positions[op], cluster.last});
    return join(op, reader);
  }
  found(op);
}

void BlockClusters::join(Operation *op, unsigned cluster) {
  int64_t evaluations = timesIn(cluster);
  Indices asked = indicesIn(op, cluster);
  if (!facts(op).isCopied)
    clusters[cluster].repeated +=
        (int64_t(asked.size()) - 1) * std::max(1u, facts(op).cost);
  indices[{op, cluster}] = std::move(asked);
  clustersAt[positions[op]].push_back(cluster);
  clusters[cluster].ops.push_back(op);
  times[{op, cluster}] = evaluations;
  for (OpOperand *use : usesIn(cluster)) {
    Operation *inBlock = userInBlock(use->getOwner());
    if (facts(inBlock).isColumnReduction ||
        inColumns.contains({inBlock, cluster}))
      inColumns.insert({op, cluster});
  }
}

void BlockClusters::found(Operation *op) {
  unsigned number = clusters.size();
  Cluster &cluster = clusters.emplace_back();
  cluster.last = positions[op];
  cluster.leader = op->getResult(0);
  cluster.root = op;
  cluster.isCall = facts(op).isLibraryCall;
  clustersAt[positions[op]].push_back(number);
  cluster.exporters.push_back(positions[op]);
  cluster.ops.push_back(op);
  times[{op, number}] = 1;
  indices[{op, number}] = {0};
  exported.insert(op);
}

/// How often a user's one evaluation evaluates each element of an operand, at
/// most. A broadcast along trailing dimensions alone is hoisted out of them.
/// Below a column reduction nothing is hoisted.
static int64_t repetitions(const KernelFacts &fact, OpOperand &use,
                           bool inColumns) {
  Operation *user = use.getOwner();
  if (!fact.isPureBroadcast)
    return cast<KernelOpInterface>(user).getReadsPerElement(
        use.getOperandNumber());
  auto to = cast<RankedTensorType>(user->getResult(0).getType());
  int64_t lastKept = -1;
  SmallVector<bool> kept(to.getRank());
  for (int64_t dim : *fact.resultDims)
    if (dim >= 0) {
      kept[dim] = true;
      lastKept = std::max(lastKept, dim);
    }
  int64_t times = 1;
  for (int64_t d = 0; d < (inColumns ? to.getRank() : lastKept); ++d)
    if (!kept[d])
      times *= to.getDimSize(d);
  return times;
}

/// Evaluations of each element of the operation to place in a cluster.
int64_t BlockClusters::timesIn(unsigned cluster) {
  int64_t most = 1;
  for (OpOperand *use : usesIn(cluster)) {
    Operation *user = userInBlock(use->getOwner());
    int64_t factor = user == use->getOwner()
                         ? repetitions(facts(user), *use,
                                       inColumns.contains({user, cluster}))
                         : 1;
    most = std::max(most, times.lookup({user, cluster}) * factor);
  }
  return std::min<int64_t>(most, int64_t(1) << 40);
}

BlockClusters::Indices BlockClusters::indicesIn(Operation *op,
                                                unsigned cluster) {
  Indices all;
  auto add = [&](uint64_t index) {
    if (!llvm::is_contained(all, index) && all.size() <= maxIndices)
      all.push_back(index);
  };
  for (OpOperand *use : usesIn(cluster)) {
    Operation *user = userInBlock(use->getOwner());
    // Rows that several loops read are kept in a buffer.
    const KernelFacts &fact = facts(user);
    bool isSame = fact.kind == KernelKind::Map ||
                  fact.kind == KernelKind::View ||
                  fact.kind == KernelKind::RowReduction || fact.isPureBroadcast;
    uint64_t reader =
        (uint64_t(positions[user]) << 8) + use->getOperandNumber();
    for (uint64_t index : indices[{user, cluster}])
      add(isSame ? index : (index ^ (reader + 1)) * 0x9e3779b97f4a7c15ull);
  }
  if (all.empty() || exported.contains(op))
    add(0);
  return all;
}

bool BlockClusters::mayJoin(Operation *op, unsigned number) {
  const Cluster &cluster = clusters[number];
  const KernelFacts &fact = facts(op);
  if (fact.isRootOnly || op->getNumResults() == 0 ||
      cluster.ops.size() >= maxClusterOps)
    return false;
  if (cluster.isCall && !fact.isPermutation)
    return false;
  // Chains of values that are read twice would double the work at each link.
  size_t further = indicesIn(op, number).size() - 1;
  if (further >= maxIndices ||
      (further &&
       cluster.repeated + int64_t(further) * std::max(1u, fact.cost) >
           maxRepeated))
    return false;
  // The operand that an update writes into is stored: the update then is in
  // place.
  for (OpOperand *use : usesIn(number))
    if (facts(userInBlock(use->getOwner())).isRootOnly &&
        use->getOperandNumber() == 0 && fact.cost > 0)
      return false;
  if (timesIn(number) == 1)
    return true;
  return (fact.kind == KernelKind::Map || fact.kind == KernelKind::Broadcast) &&
         fact.cost <= cheapCost && fact.count <= countOf(cluster.leader);
}

/// True if every reader but the nearest does better to compute the operation
/// again than to load its result: it is cheap, and of its operands at most one
/// has to be loaded in the result's stead, which is stored anyway.
bool BlockClusters::isCheaperRepeated(Operation *op,
                                      ArrayRef<unsigned> readers) {
  const KernelFacts &fact = facts(op);
  if (fact.kind != KernelKind::Map || op->getNumResults() != 1 ||
      fact.cost > cheapCost)
    return false;
  for (unsigned cluster : readers)
    if (!mayJoin(op, cluster) || timesIn(cluster) != 1)
      return false;
  ArrayRef<unsigned> others = readers.drop_front();
  // Of `others`, those that read the value.
  auto readersOf = [&](Value value) {
    SmallVector<unsigned> result;
    for (Operation *user : value.getUsers()) {
      if (user == op)
        continue;
      for (unsigned cluster : clustersOf(userInBlock(user)))
        if (llvm::is_contained(others, cluster) &&
            !llvm::is_contained(result, cluster))
          result.push_back(cluster);
      if (result.size() == others.size())
        break;
    }
    return result;
  };
  constexpr int64_t smallPart = 16;
  int64_t budget = cheapCost - fact.cost;
  llvm::DenseMap<unsigned, unsigned> loads;
  llvm::SetVector<Value> work(op->operand_begin(), op->operand_end());
  for (unsigned i = 0; i < work.size(); ++i) {
    Value value = work[i];
    Operation *definer = value.getDefiningOp();
    if (definer && facts(definer).isCopied) {
      work.insert(definer->operand_begin(), definer->operand_end());
      continue;
    }
    if (countOf(value) * smallPart <= fact.count)
      continue;
    SmallVector<unsigned> reading = readersOf(value);
    if (!definer || !facts(definer).isClusterable || !reading.empty()) {
      for (unsigned cluster : others)
        if (!llvm::is_contained(reading, cluster) && ++loads[cluster] > 1)
          return false;
      continue;
    }
    // It will be computed again as well.
    budget -= facts(definer).cost;
    if (facts(definer).kind != KernelKind::Map || budget < 0)
      return false;
    work.insert(definer->operand_begin(), definer->operand_end());
  }
  return true;
}

/// True if the result can be written by the loops of a cluster: it has as many
/// elements as the leader, or one per block of leading dimensions.
bool BlockClusters::fitsLoops(Operation *op, unsigned number) {
  const Cluster &cluster = clusters[number];
  if (facts(cluster.root).isRootOnly)
    return false;
  int64_t count = facts(op).count;
  if (count == countOf(cluster.leader))
    return timesIn(number) == 1;
  if (count < 2)
    return false;
  int64_t product = 1;
  for (int64_t extent :
       cast<RankedTensorType>(cluster.leader.getType()).getShape()) {
    product *= extent;
    if (product >= count)
      break;
  }
  return product == count && timesIn(number) == 1;
}

/// Nothing after the result leads back to `position` or before it: backwards
/// lead only clusters, from what they read to their earlier results.
unsigned BlockClusters::furthestBefore(unsigned position) const {
  for (;;) {
    auto span = llvm::partition_point(
        spans, [&](const Span &span) { return span.first > position; });
    if (span == spans.end() || span->last <= position)
      return position;
    position = span->last;
  }
}

/// True if a reader of `op` outside the cluster leads back into it.
bool BlockClusters::closesCycle(Operation *op, unsigned cluster) {
  ++numSearches;
  clusterSeenBy.resize(clusters.size(), 0);
  SmallVector<unsigned> work;
  unsigned furthest = furthestBefore(clusters[cluster].last);
  bool found = false;
  auto push = [&](unsigned of, bool isDirect) {
    for (unsigned next : readersOf[of]) {
      if (next > furthest)
        continue;
      found |= !isDirect && llvm::is_contained(clustersAt[next], cluster);
      if (std::exchange(opSeenBy[next], numSearches) != numSearches)
        work.push_back(next);
    }
  };
  push(positions[op], true);
  while (!work.empty() && !found) {
    unsigned next = work.pop_back_val();
    for (unsigned other : clustersAt[next])
      if (other != cluster && clusterSeenBy[other] != numSearches) {
        clusterSeenBy[other] = numSearches;
        for (unsigned exporter : clusters[other].exporters)
          push(exporter, false);
      }
    // Operations in no cluster stay as they are.
    if (inMain[next])
      push(next, false);
  }
  return found;
}
