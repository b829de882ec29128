//===- Sort.cpp - Model of sort -------------------------------------------===//
//
// All dims but the sorted one pass. The sorted dimension may be split: blocks
// are sorted by columnsort (Leighton, "Tight bounds on the complexity of
// parallel sorting", IEEE Trans. Computers 1985), whose moves do not depend on
// the data. With k coordinates and blocks of r elements, r >= 2 (k-1)^2:
//
//   sort; element i of every block goes to coordinate i mod k
//   sort; the j-th of k runs of every block goes to coordinate j
//   sort; the upper half goes to the next coordinate
//   merge; the lower half comes back from the next coordinate
//
// That sends about 3 r elements per coordinate, where a gather sends (k-1) r.
// An operand with the elements' global numbers makes the order total, so that
// ties keep their order; numbers beyond the dimension mark padding, which
// sorts last. Where a gather sends less, the whole dimension is gathered here.
// Tested by test/unit/OpModels/LocaliseTest.cpp and test/OpModels/sort.mlir.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

int64_t sortedDim(stablehlo::SortOp sort) {
  int64_t dim = static_cast<int64_t>(sort.getDimension());
  return dim < 0 ? dim + rankOf(sort.getInputs().front()) : dim;
}

/// True if elements that compare equal are equal, so that their order cannot be
/// seen: one operand of integers under one comparison.
bool areTiesEqual(stablehlo::SortOp sort) {
  mlir::Block &body = sort.getComparator().front();
  if (sort.getInputs().size() != 1 || body.getOperations().size() != 2 ||
      !isa<IntegerType>(elementOf(sort.getInputs().front())))
    return false;
  auto compare = dyn_cast<stablehlo::CompareOp>(body.front());
  return compare && body.getTerminator()->getOperand(0) == compare &&
         llvm::all_of(compare->getOperands(), [&](Value operand) {
           return isa<BlockArgument>(operand);
         });
}

/// How a split dimension is sorted.
struct SortPlan {
  int64_t parts;  ///< coordinates
  int64_t extent; ///< of the largest block
  int64_t rows;   ///< extended to columns of this length; 0: gathered
  bool isNumbered;
};

SortPlan planOf(stablehlo::SortOp sort, const Mesh &mesh,
                const OpLayouts &layouts) {
  int64_t dim = sortedDim(sort);
  const DimLayout &split = layouts.operands[0].dims[dim];
  int64_t size = shapeOf(sort.getInputs().front())[dim];
  SortPlan plan{product(split.axes), localExtent(split, size), 0, true};
  int64_t parts = plan.parts, extent = plan.extent;
  // The result's blocks must follow each other at equal distance.
  int64_t member = 0;
  for (int64_t rank : mesh.group(split.axes, 0)) {
    DimBlock block = blockAt(mesh, split, size, mesh.coordinates(rank));
    int64_t begin = std::min(size, member++ * extent);
    if (block.extent != std::min(size, begin + extent) - begin ||
        (block.extent > 0 && block.begin != begin))
      return plan;
  }
  int64_t unit = parts % 2 == 0 ? parts : 2 * parts;
  int64_t rows = (extent + unit - 1) / unit * unit;
  if (parts < 3 || rows < 2 * (parts - 1) * (parts - 1) ||
      2 * (parts - 1) * (rows - extent) > rows)
    return plan;
  plan.isNumbered = rows * parts != size || !areTiesEqual(sort);
  int64_t bytes = 0;
  for (Value input : sort.getInputs())
    bytes += bytesOf(RankedTensorType::get({1}, elementOf(input)));
  int64_t columns = (bytes + (plan.isNumbered ? 4 : 0)) *
                    (2 * rows / parts * (parts - 1) + rows);
  if (columns < bytes * extent * (parts - 1))
    plan.rows = rows;
  return plan;
}

class SplitSort {
public:
  SplitSort(stablehlo::SortOp sort, LocaliseContext &context)
      : sort(sort), context(context), build(context), dim(sortedDim(sort)),
        split(context.layouts.operands[0].dims[dim]),
        plan(planOf(sort, context.mesh, context.layouts)) {}

  SmallVector<Value> run() { return plan.rows ? byColumns() : byGathering(); }

private:
  using Values = SmallVector<Value>;

  Values each(ArrayRef<Value> values, function_ref<Value(Value)> map) {
    Values mapped;
    for (Value value : values)
      mapped.push_back(map(value));
    return mapped;
  }

  Values byColumns() {
    int64_t rows = plan.rows, parts = plan.parts, half = rows / 2;
    Values x = sorted(columns());
    x = sorted(each(x, [&](Value v) { return deal(v); }));
    x = sorted(each(
        x, [&](Value v) { return build.allToAll(v, dim, dim, split.axes); }));
    Value member = build.axisIndex(split.axes);
    auto isMember = [&](int64_t which) {
      return build.compare(member, build.i32Scalar(which),
                           stablehlo::ComparisonDirection::EQ);
    };
    // Coordinate i gets positions i * rows - half to i * rows + half. The first
    // has nothing before its lower half.
    Values upper =
        each(x, [&](Value v) { return build.slice(v, dim, half, half); });
    Values joined;
    for (auto [all, high] : llvm::zip_equal(x, upper))
      joined.push_back(build.concatenate(
          {build.shift(high, 1, split.axes), build.slice(all, dim, 0, half)},
          dim));
    Values merged = sorted(joined);
    Value isFirst = isMember(0), isLast = isMember(parts - 1);
    Value start;
    if (rows != plan.extent)
      start = build.subtract(build.i32Scalar(half),
                             build.binary<stablehlo::MulOp>(
                                 member, build.i32Scalar(rows - plan.extent)));
    Values results;
    for (unsigned i = 0; i < sort.getInputs().size(); ++i) {
      Value own = build.select(isFirst, joined[i], merged[i]);
      Value next = build.shift(build.slice(own, dim, 0, half), -1, split.axes);
      next = build.select(isLast, upper[i], next);
      results.push_back(cut(build.concatenate({own, next}, dim), start));
    }
    return results;
  }

  /// The block's place in what the coordinate holds after merging.
  Value cut(Value held, Value start) {
    if (!start)
      return build.slice(held, dim, plan.rows / 2, plan.extent);
    SmallVector<int64_t> sizes(shapeOf(held));
    sizes[dim] = plan.extent;
    Values starts(sizes.size(), build.i32Scalar(0));
    starts[dim] = start;
    return stablehlo::DynamicSliceOp::create(
        build.b, build.loc, RankedTensorType::get(sizes, elementOf(held)), held,
        starts, sizes);
  }

  /// The operands, extended, and the elements' numbers.
  Values columns() {
    Values x;
    for (Value operand : context.operands)
      x.push_back(build.extend(operand, dim, plan.rows - plan.extent,
                               context.zero(elementOf(operand))));
    if (!plan.isNumbered)
      return x;
    ArrayRef<int64_t> shape = shapeOf(x.front());
    int64_t size = context.globalOperandType(0).getDimSize(dim);
    Value place = build.iota(shape, dim);
    Value number = build.add(
        place, build.broadcast(context.blockBegin(split, size), shape));
    if (isPadded()) {
      Value extent = build.broadcast(context.blockExtent(split, size), shape);
      number = build.select(build.isBelow(place, extent), number,
                            build.splat(build.b.getI32Type(), shape, size));
    }
    x.push_back(number);
    return x;
  }

  bool isPadded() {
    return plan.rows * plan.parts !=
           context.globalOperandType(0).getDimSize(dim);
  }

  /// Element i of the block goes to coordinate i mod parts.
  Value deal(Value x) {
    SmallVector<int64_t> shape(shapeOf(x)), apart(shape);
    apart[dim] = plan.rows / plan.parts;
    apart.insert(apart.begin() + dim + 1, plan.parts);
    x = build.allToAll(build.reshape(x, apart), dim + 1, dim, split.axes);
    return build.reshape(x, shape);
  }

  Values sorted(ArrayRef<Value> x) {
    OperationState state(build.loc, stablehlo::SortOp::getOperationName());
    state.addOperands(x);
    state.addTypes(ValueRange(x).getTypes());
    state.addAttribute("dimension", build.b.getI64IntegerAttr(dim));
    bool isStable = !plan.isNumbered && sort.getIsStable();
    state.addAttribute("is_stable", build.b.getBoolAttr(isStable));
    Region *region = state.addRegion();
    if (plan.isNumbered) {
      addTotalOrder(*region);
    } else {
      IRMapping mapping;
      sort.getComparator().cloneInto(region, mapping);
    }
    return SmallVector<Value>(build.b.create(state)->getResults());
  }

  /// Numbers decide where the comparator does not; padding comes last.
  void addTotalOrder(Region &region) {
    OpBuilder b(build.b.getContext());
    Location loc = build.loc;
    mlir::Block &body = sort.getComparator().front();
    SmallVector<Type> types(body.getArgumentTypes());
    auto number = RankedTensorType::get({}, b.getI32Type());
    types.append(2, number);
    mlir::Block *block = b.createBlock(
        &region, {}, types, SmallVector<Location>(types.size(), loc));
    auto pred = RankedTensorType::get({}, b.getI1Type());
    auto compared = [&](bool isSwapped) -> Value {
      IRMapping mapping;
      for (BlockArgument argument : body.getArguments())
        mapping.map(argument, block->getArgument(argument.getArgNumber() ^
                                                 (isSwapped ? 1 : 0)));
      for (Operation &op : body.without_terminator())
        b.clone(op, mapping);
      return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
    };
    auto isBelow = [&](Value x, Value y) -> Value {
      return stablehlo::CompareOp::create(b, loc, x, y,
                                          stablehlo::ComparisonDirection::LT);
    };
    auto both = [&](Value x, Value y) -> Value {
      return stablehlo::AndOp::create(b, loc, pred, x, y);
    };
    auto either = [&](Value x, Value y) -> Value {
      return stablehlo::OrOp::create(b, loc, pred, x, y);
    };
    auto isNot = [&](Value x) -> Value {
      return stablehlo::NotOp::create(b, loc, pred, x);
    };
    Value left = block->getArgument(types.size() - 2);
    Value right = block->getArgument(types.size() - 1);
    Value isFirst = compared(false);
    Value isTie = isNot(compared(true));
    isFirst = either(isFirst, both(isTie, isBelow(left, right)));
    if (isPadded()) {
      Value end = stablehlo::ConstantOp::create(
          b, loc,
          DenseElementsAttr::get(
              number, static_cast<int32_t>(
                          context.globalOperandType(0).getDimSize(dim))));
      isFirst =
          both(isBelow(left, end), either(isNot(isBelow(right, end)), isFirst));
    }
    stablehlo::ReturnOp::create(b, loc, isFirst);
  }

  Values byGathering() {
    const Layout &from = context.layouts.operands[0];
    Layout whole = from;
    whole.dims[dim] = DimLayout();
    auto attr = [&](const Layout &layout) {
      return dist::ShardingAttr::fromLayout(
          build.b.getContext(), context.meshName, context.mesh, layout);
    };
    auto axes = dist::AxisListAttr::fromAxisList(build.b.getContext(),
                                                 context.mesh, split.axes);
    IntegerAttr along = build.b.getI64IntegerAttr(dim);
    Values gathered, results;
    for (unsigned i = 0; i < sort.getInputs().size(); ++i) {
      RankedTensorType global = context.globalOperandType(i);
      gathered.push_back(dist::AllGatherOp::create(
          build.b, build.loc, localType(global, whole), context.operands[i],
          along, axes, /*replica_groups=*/nullptr, context.meshName,
          TypeAttr::get(global), attr(from), attr(whole)));
    }
    plan.isNumbered = false;
    for (auto [i, value] : llvm::enumerate(sorted(gathered))) {
      RankedTensorType global = context.globalOperandType(i);
      results.push_back(dist::AllSliceOp::create(
          build.b, build.loc, localType(global, from), value, along, axes,
          /*replica_groups=*/nullptr, context.meshName, TypeAttr::get(global),
          attr(whole), attr(from)));
    }
    return results;
  }

  stablehlo::SortOp sort;
  LocaliseContext &context;
  Build build;
  int64_t dim;
  const DimLayout &split;
  SortPlan plan;
};

struct SortModel : public OpModelBase<SortModel, stablehlo::SortOp> {
  FactorRule getFactorRule(Operation *op) const {
    int64_t along = sortedDim(cast<stablehlo::SortOp>(op));
    FactorRule rule;
    TensorFactors dims;
    // With nothing else to split, results do not follow a split operand.
    bool isOnlyDim = llvm::all_of(
        llvm::enumerate(shapeOf(op->getOperand(0))), [&](auto dim) {
          return static_cast<int64_t>(dim.index()) == along || dim.value() == 1;
        });
    for (auto [dim, size] : llvm::enumerate(shapeOf(op->getOperand(0)))) {
      bool isSorted = static_cast<int64_t>(dim) == along;
      dims.push_back({rule.add(size,
                               isSorted ? FactorKind::NeedReplication
                                        : FactorKind::PassThrough,
                               std::nullopt, isSorted && isOnlyDim)});
    }
    rule.operands.assign(op->getNumOperands(), dims);
    rule.results.assign(op->getNumResults(), dims);
    return rule;
  }
  bool communicatesAlong(Operation *op, unsigned factor) const {
    return isSelfContained(cast<stablehlo::SortOp>(op).getComparator());
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    auto sort = cast<stablehlo::SortOp>(op);
    int64_t dim = sortedDim(sort);
    const AxisList &axes = layouts.operands[0].dims[dim].axes;
    SmallVector<InnerMove> moves;
    if (axes.empty())
      return moves;
    SortPlan plan = planOf(sort, mesh, layouts);
    auto add = [&](RankedTensorType local, bool isPayload) {
      int64_t perRow =
          bytesOf(local) / std::max<int64_t>(1, local.getDimSize(dim));
      int64_t bytes = perRow * plan.rows;
      moves.push_back({CollectiveKind::AllToAll, axes, bytes, 2});
      moves.push_back(
          {CollectiveKind::Permute, axes, bytes / 2, isPayload ? 2 : 1});
    };
    RankedTensorType local;
    for (Value operand : op->getOperands()) {
      local = localType(operand, layouts.operands[0]);
      if (plan.rows)
        add(local, true);
      else
        moves.push_back(
            {CollectiveKind::AllGather, axes, bytesOf(local) * plan.parts});
    }
    if (plan.rows && plan.isNumbered)
      add(RankedTensorType::get(local.getShape(),
                                IntegerType::get(op->getContext(), 32)),
          false);
    return moves;
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::OwnLoops;
  }
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    int64_t extent =
        operands[0].getDimSize(sortedDim(cast<stablehlo::SortOp>(op)));
    double perElement =
        std::max<unsigned>(1, llvm::Log2_64_Ceil(std::max<int64_t>(1, extent)));
    return perElement * static_cast<double>(operands[0].getNumElements()) *
           static_cast<double>(results.size());
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto sort = cast<stablehlo::SortOp>(op);
    if (context.layouts.operands[0].dims[sortedDim(sort)].axes.empty())
      return context.clone();
    return SplitSort(sort, context).run();
  }
};

} // namespace

void attachSortModels(MLIRContext *context) {
  attachModels<SortModel>(context);
}

} // namespace popt
