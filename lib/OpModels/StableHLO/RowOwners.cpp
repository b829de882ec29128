//===- RowOwners.cpp - The owner of a stack's row -------------------------===//
//
// See the header. DynamicSlices.cpp builds what is found here. Masks and indices
// are computed for each iteration and member, so that any expression of counters
// and blocks will do. Tested by test/Collectives/send-from-owners.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/RowOwners.h"

#include "KnownIntegers.h"
#include "Models.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

RowOwners::RowOwners(const Mesh &mesh, const AxisList &axes,
                     const CountedLoop *loop)
    : mesh(mesh), axes(axes), loop(loop) {
  for (int64_t rank : mesh.group(axes, 0))
    members.push_back(mesh.coordinates(rank));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A coordinate, or a begin or an extent of a block, at a member; nothing for
/// other results, and if other members of the mesh differ.
std::optional<int64_t>
RowOwners::numberAt(OpResult result, const std::vector<int64_t> &member) const {
  auto isAlong = [&](const AxisList &list) {
    return llvm::all_of(list, [&](const AxisRef &ref) {
      return llvm::is_contained(axes, ref) ||
             llvm::is_contained(axes, mesh.ref(ref.axis));
    });
  };
  if (auto index = result.getDefiningOp<dist::AxisIndexOp>()) {
    AxisList along = index.getAxes().toAxisList(mesh);
    int64_t number = 0;
    for (const AxisRef &ref : along)
      number = number * ref.size + mesh.coordinate(ref, member);
    return isAlong(along) ? std::optional(number) : std::nullopt;
  }
  auto block = result.getDefiningOp<dist::BlockOp>();
  if (!block)
    return std::nullopt;
  DimLayout layout;
  layout.axes = block.getAxes().toAxisList(mesh);
  layout.granule = block.getBy();
  if (!isAlong(layout.axes))
    return std::nullopt;
  DimBlock at = blockAt(mesh, layout, block.getOf(), member);
  return result.getResultNumber() == 0 ? at.begin : at.extent;
}

/// `block`: the block whose begin the number depends on; null if there is none,
/// or several.
std::optional<RowOwners::Table> RowOwners::numbersOf(Value scalar,
                                                     Operation **block) const {
  constexpr int64_t kMostNumbers = 1 << 15; // of scans over layers
  int64_t trips = loop ? loop->trips() : 1;
  if (trips > kMostNumbers / static_cast<int64_t>(members.size()))
    return std::nullopt;
  Table table;
  KnownArrays arrays;
  llvm::SmallSetVector<Operation *, 2> blocks;
  for (int64_t trip = 0; trip < trips; ++trip) {
    table.emplace_back();
    for (const std::vector<int64_t> &member : members) {
      auto carried = [&](unsigned index) {
        const SmallVector<int64_t> *known =
            loop ? loop->carriedValues(index) : nullptr;
        return known ? std::optional((*known)[trip]) : std::nullopt;
      };
      auto coordinate = [&](OpResult result) {
        if (isa<dist::BlockOp>(result.getOwner()) &&
            result.getResultNumber() == 0)
          blocks.insert(result.getOwner());
        return numberAt(result, member);
      };
      IntegerEvaluator evaluator(loop ? loop->operation() : nullptr, carried,
                                 arrays, coordinate);
      std::optional<int64_t> number = evaluator.evaluate(scalar);
      if (!number)
        return std::nullopt;
      table.back().push_back(*number);
    }
  }
  if (block)
    *block = blocks.size() == 1 ? blocks.front() : nullptr;
  return table;
}

/// The one member of each iteration for which the number is not 0.
static std::optional<RowOwners::Members>
onlyMembers(ArrayRef<SmallVector<int64_t>> table) {
  RowOwners::Members only;
  for (ArrayRef<int64_t> numbers : table) {
    const auto *found =
        llvm::find_if(numbers, [](int64_t n) { return n != 0; });
    if (found == numbers.end() ||
        llvm::any_of(llvm::make_range(found + 1, numbers.end()),
                     [](int64_t n) { return n != 0; }))
      return std::nullopt;
    only.push_back(found - numbers.begin());
  }
  return only;
}

//===----------------------------------------------------------------------===//
// Members that give a row
//===----------------------------------------------------------------------===//

static Value withoutRepeats(Value value) {
  while (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  return value;
}

static bool isZero(Value value) {
  value = withoutRepeats(value);
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

std::optional<RowOwners::Members> RowOwners::giversOf(Value partial) const {
  // What moves elements keeps zeros.
  while (Operation *op = partial.getDefiningOp()) {
    if (!isa<ReshapeOp, TransposeOp, BroadcastInDimOp, ConvertOp, SliceOp,
             ReverseOp>(op))
      break;
    partial = op->getOperand(0);
  }
  auto select = partial.getDefiningOp<SelectOp>();
  if (!select || !isZero(select.getOnFalse()))
    return std::nullopt;
  std::optional<Table> isOwn = numbersOf(withoutRepeats(select.getPred()));
  return isOwn ? onlyMembers(*isOwn) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Members that take a row
//===----------------------------------------------------------------------===//

/// One number of the only index; null if it is not apart from the others.
static Value componentOf(Value indices, int64_t vectorDim, int64_t component) {
  auto isOne = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getNumElements() == 1;
  };
  if (isOne(indices))
    return indices;
  auto parts = indices.getDefiningOp<ConcatenateOp>();
  if (!parts || static_cast<int64_t>(parts.getDimension()) != vectorDim ||
      !llvm::all_of(parts.getInputs(), isOne))
    return {};
  return parts.getInputs()[component];
}

/// Clears what lies outside of a dim of this size. What lies after the end of a
/// short block is another member's, although the memory is there.
void RowOwners::dropOutside(Table &isInside, const Table &numbers, int64_t size,
                            Operation *op) const {
  auto block = dyn_cast_or_null<dist::BlockOp>(op);
  SmallVector<DimBlock> blocks;
  if (block) {
    DimLayout layout;
    layout.axes = block.getAxes().toAxisList(mesh);
    layout.granule = block.getBy();
    for (const std::vector<int64_t> &member : members)
      blocks.push_back(blockAt(mesh, layout, block.getOf(), member));
    if (localExtent(layout, block.getOf()) != size)
      blocks.clear();
  }
  for (auto [isIn, at] : llvm::zip_equal(isInside, numbers)) {
    bool isRow = !blocks.empty();
    for (size_t m = 0; m < blocks.size(); ++m)
      isRow &= at[m] + blocks[m].begin == at[0] + blocks[0].begin;
    for (size_t m = 0; m < at.size(); ++m)
      if (at[m] < 0 || at[m] >= (isRow ? blocks[m].extent : size))
        isIn[m] = 0;
  }
}

/// The members where a scatter of one update does not drop it.
std::optional<RowOwners::Members> RowOwners::writersOf(Operation *op) const {
  auto scatter = cast<ScatterOp>(op);
  auto dims = scatter.getScatterDimensionNumbers();
  Value indices = scatter.getScatterIndices();
  int64_t vectorDim = dims.getIndexVectorDim();
  for (auto [dim, size] : llvm::enumerate(shapeOf(indices)))
    if (static_cast<int64_t>(dim) != vectorDim && size != 1)
      return std::nullopt;
  Table isInside(loop ? loop->trips() : 1,
                 SmallVector<int64_t>(members.size(), 1));
  for (auto [component, dim] :
       llvm::enumerate(dims.getScatterDimsToOperandDims())) {
    if (!llvm::is_contained(dims.getInsertedWindowDims(), dim))
      continue;
    Value number = componentOf(indices, vectorDim, component);
    Operation *block = nullptr;
    std::optional<Table> numbers =
        number ? numbersOf(number, &block) : std::nullopt;
    if (numbers)
      dropOutside(isInside, *numbers, shapeOf(scatter.getInputs().front())[dim],
                  block);
  }
  return onlyMembers(isInside);
}

std::optional<RowOwners::Members> RowOwners::takersOf(Value value,
                                                      Seen &seen) const {
  constexpr size_t kMostValues = 256;
  auto [known, isNew] = seen.try_emplace(value);
  if (!isNew || seen.size() > kMostValues)
    return known->second;
  std::optional<Members> takers;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    std::optional<Members> found;
    auto scatter = dyn_cast<ScatterOp>(user);
    if (user->getBlock() != value.getParentBlock())
      return std::nullopt;
    if (scatter && scatter.getInputs().size() == 1 &&
        use.getOperandNumber() == 2) {
      found = writersOf(scatter);
    } else if (isa<OptimizationBarrierOp>(user)) {
      found = takersOf(user->getResult(use.getOperandNumber()), seen);
    } else if (user->getNumRegions() == 0 && user->getNumResults() == 1 &&
               isMemoryEffectFree(user) &&
               !isa<dist::CollectiveOpInterface>(user)) {
      // A local operation: what it makes elsewhere is made of this elsewhere.
      found = takersOf(user->getResult(0), seen);
    }
    if (!found || (takers && *takers != *found))
      return std::nullopt;
    takers = std::move(found);
  }
  seen[value] = takers;
  return takers;
}

std::optional<RowOwners::Members> RowOwners::takersOf(Value value) const {
  Seen seen;
  return takersOf(value, seen);
}
