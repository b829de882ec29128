//===- StackRows.cpp - Stacks of which an operation takes rows ------------===//
//
// A slice, a concatenation, an update of rows takes each row of its result from a row
// of an operand, and a reshape puts rows into groups, or takes groups apart. So
// the owner of the rows of one side owns those of the other:
//
//   layers of %w          0 0 1 1        coordinates of "pp"
//   %w [0:3]              0 0 1          three blocks of one layer
//   reshape to [2, 2]     0   1          two blocks of one group
//   %w [0:2]              0 0            no stack: it is where its rows are
//   %w [3:4] before that  1 0 0          again one, of three blocks
//
// Groups that have layers of two coordinates are no layers of another stack.
// They *straddle*, until the loop that takes them group by group is unrolled
// (StraddlingGroups.cpp).
//
// Tests: test/Stages/split-loops-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"

#include "popt/OpModels/RowMoves.h"
#include "popt/Support/Tensors.h"

#include <numeric>

using namespace mlir;
using namespace popt;

/// Rows of more are not followed one by one.
static constexpr int64_t kMostRows = 1 << 14;

//===----------------------------------------------------------------------===//
// Owners of rows
//===----------------------------------------------------------------------===//

/// Appends rows of one owner.
static void append(OwnerRuns &runs, int64_t owner, int64_t count) {
  if (count && !runs.empty() && runs.back().owner == owner)
    runs.back().count += count;
  else if (count)
    runs.push_back({owner, count});
}

OwnerRuns Stacks::runsOf(int owners, int64_t layers) const {
  ArrayRef<int64_t> list = ownersOf(owners);
  int64_t size = llvm::divideCeil(layers, list.size());
  OwnerRuns runs;
  for (auto [i, owner] : llvm::enumerate(list)) {
    int64_t begin = std::min(static_cast<int64_t>(i) * size, layers);
    append(runs, owner, std::min(size, layers - begin));
  }
  return runs;
}

std::optional<Stack> Stacks::stackOf(int64_t dim, const OwnerRuns &runs) {
  if (runs.size() < 2)
    return std::nullopt;
  int64_t layers = 0, size = 0;
  for (const OwnerRun &run : runs) {
    size = std::gcd(size, run.count);
    layers += run.count;
  }
  for (int known = 0; known < static_cast<int>(ownerLists.size()); ++known)
    if (runsOf(known, layers) == runs)
      return Stack{dim, known};
  SmallVector<int64_t> list;
  for (const OwnerRun &run : runs)
    list.append(run.count / size, run.owner);
  ownerLists.push_back(std::move(list));
  return Stack{dim, static_cast<int>(ownerLists.size()) - 1};
}

/// Owners of rows, of which some may be unknown (-1): those get their neighbour's.
static OwnerRuns runsOfRows(ArrayRef<int64_t> owners) {
  auto known = llvm::find_if(owners, [](int64_t owner) { return owner >= 0; });
  if (known == owners.end())
    return {};
  OwnerRuns runs;
  int64_t last = *known;
  for (int64_t owner : owners)
    append(runs, last = owner < 0 ? last : owner, 1);
  return runs;
}

std::optional<Stack> Stacks::stackOfRows(int64_t dim,
                                         ArrayRef<int64_t> owners) {
  return stackOf(dim, runsOfRows(owners));
}

SmallVector<int64_t> Stacks::ownersOfRows(Value value, int64_t dim) const {
  SmallVector<int64_t> owners;
  std::optional<Stack> stack = find(value);
  if (!stack || stack->dim != dim) {
    auto owner = alone.find(value);
    bool isKnown = owner != alone.end() && owner->second.dim == dim;
    owners.assign(shapeOf(value)[dim], isKnown ? owner->second.owner : -1);
    return owners;
  }
  for (const OwnerRun &run : runsOf(stack->owners, shapeOf(value)[dim]))
    owners.append(run.count, run.owner);
  return owners;
}

//===----------------------------------------------------------------------===//
// Rows that are moved
//===----------------------------------------------------------------------===//

/// The dimensions of the layers, of what the operation takes and gives.
static SmallVector<int64_t> layerDims(Operation *op, const Stacks &stacks) {
  llvm::SmallSetVector<int64_t, 2> dims;
  for (Value value : op->getOperands())
    if (std::optional<int64_t> dim = stacks.rowDimOf(value))
      dims.insert(*dim);
  for (Value value : op->getResults())
    if (std::optional<int64_t> dim = stacks.rowDimOf(value))
      dims.insert(*dim);
  return dims.takeVector();
}

std::optional<std::pair<int64_t, RowMoves>>
popt::rowMovesAlongLayers(Operation *op, const Stacks &stacks) {
  for (int64_t dim : layerDims(op, stacks))
    if (std::optional<RowMoves> moves = rowMovesOf(op, dim))
      return std::pair(dim, std::move(*moves));
  return std::nullopt;
}

void Stacks::markRows(Value value, int64_t dim, ArrayRef<int64_t> owners) {
  if (std::optional<Stack> stack = stackOfRows(dim, owners))
    mark(value, *stack);
  else if (!owners.empty() && owners.front() >= 0 && llvm::all_equal(owners))
    changed |= alone.try_emplace(value, OneOwner{dim, owners.front()}).second;
}

void Stacks::spreadRows(Operation *op, int64_t dim, const RowMoves &moves) {
  Value result = op->getResult(0);
  int64_t rows = shapeOf(result)[dim];
  if (rows > kMostRows)
    return;
  llvm::MapVector<Value, SmallVector<int64_t>> ownersBefore;
  for (const RowRun &run : moves.runs)
    if (run.from && shapeOf(run.from)[dim] > kMostRows)
      return;
    else if (run.from)
      ownersBefore.try_emplace(run.from, ownersOfRows(run.from, dim));
  SmallVector<int64_t> owners = ownersOfRows(result, dim);
  if (!find(result)) {
    int64_t at = 0;
    for (const RowRun &run : moves.runs)
      for (int64_t i = 0; i < run.count; ++i, ++at)
        if (run.from)
          owners[at] = ownersBefore[run.from][run.begin + i * run.step];
    return markRows(result, dim, owners);
  }
  for (auto &[from, before] : ownersBefore) {
    if (find(from))
      continue;
    // Rows that an update replaces are where those of the result are.
    if (from.getType() == result.getType())
      before = owners;
    int64_t at = 0;
    for (const RowRun &run : moves.runs)
      for (int64_t i = 0; i < run.count; ++i, ++at)
        if (run.from == from)
          before[run.begin + i * run.step] = owners[at];
    markRows(from, dim, before);
  }
}

//===----------------------------------------------------------------------===//
// Rows in groups
//===----------------------------------------------------------------------===//

/// True for views, and for what only adds or drops dims of one element.
static bool keepsOrder(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  auto from = dyn_cast<RankedTensorType>(op->getOperand(0).getType()),
       to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!from || !to || from.getElementType() != to.getElementType() ||
      from.getNumElements() != to.getNumElements())
    return false;
  if (isView(op))
    return true;
  std::optional<SmallVector<int64_t>> dims = resultDimsOf(op);
  if (dims)
    llvm::erase(*dims, -1);
  return dims && llvm::is_sorted(*dims);
}

std::optional<Regrouping> popt::regroupingOf(Operation *op, Value of,
                                             int64_t dim) {
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || !keepsOrder(op))
    return std::nullopt;
  FactorRule rule = model.getFactorRule();
  bool isOperand = of == op->getOperand(0);
  const DimFactors &own =
      (isOperand ? rule.operands : rule.results).front()[dim];
  if (own.empty() ||
      rule.factors[own.front()].kind != FactorKind::PassThrough ||
      rule.factors[own.front()].size == 0)
    return std::nullopt;
  const TensorFactors &other =
      (isOperand ? rule.results : rule.operands).front();
  for (auto [d, factors] : llvm::enumerate(other))
    if (!factors.empty() && factors.front() == own.front()) {
      auto there = static_cast<int64_t>(d);
      return Regrouping{isOperand ? dim : there, isOperand ? there : dim,
                        rule.factors[own.front()].size};
    }
  return std::nullopt;
}

void Stacks::spreadGroups(Operation *op) {
  for (bool isOperand : {true, false}) {
    Value own = isOperand ? op->getOperand(0) : op->getResult(0),
          other = isOperand ? op->getResult(0) : op->getOperand(0);
    std::optional<Stack> stack = find(own);
    std::optional<Regrouping> groups =
        stack ? regroupingOf(op, own, stack->dim) : std::nullopt;
    if (!groups || find(other))
      continue;
    int64_t dim = isOperand ? groups->to : groups->from,
            each = shapeOf(own)[stack->dim] / groups->units,
            eachOther = shapeOf(other)[dim] / groups->units;
    OwnerRuns runs = runsOf(stack->owners, shapeOf(own)[stack->dim]);
    if (llvm::any_of(runs,
                     [&](const OwnerRun &run) { return run.count % each; })) {
      changed |= straddling.insert(other).second;
      continue;
    }
    for (OwnerRun &run : runs)
      run.count = run.count / each * eachOther;
    if (std::optional<Stack> regrouped = stackOf(dim, runs))
      mark(other, *regrouped);
  }
}

/// Groups stay groups in loops, barriers, and where one value becomes another.
void Stacks::spreadStraddling(Operation *op) {
  auto spreadTo = [&](ArrayRef<Value> values) {
    if (llvm::any_of(values, [&](Value v) { return straddling.contains(v); }))
      for (Value value : values)
        if (!find(value))
          changed |= straddling.insert(value).second;
  };
  for (const ValueTie &tie : valueTiesOf(op)) {
    SmallVector<Value> tied(tie.targets.begin(), tie.targets.end());
    for (OpOperand *source : tie.sources)
      if (source->getOwner() == op)
        tied.push_back(source->get());
    spreadTo(tied);
  }
  if (isMapOfOne(op))
    spreadTo({op->getOperand(0), op->getResult(0)});
}

bool popt::isMapOfOne(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         op->getNumRegions() == 0 && kernelKindOf(op) == KernelKind::Map;
}
