//===- RaggedAllToAll.cpp - Rows sent to ranks in numbers that are data ---===//
//
// jax.lax.ragged_all_to_all is a custom call in a manual region. Update u of
// member i to member j are the rows [input_offset, input_offset + send_size) of
// i's operand; they become rows of j's result from output_offset on. Import
// decomposes it:
//
//   %r = custom_call @ragged_all_to_all(%x, %out, %in_offsets, %sizes,
//            %out_offsets, %recv_sizes) : (4x8, 6x8, 2, 2, 2, 2) -> 6x8
// becomes
//   %sent = all_to_all (in_offsets, sizes, out_offsets)      2x3, of each member
//   %all  = all_gather %x                                    8x8
//   %from = the row of %all that each row of the result is   6
//   %r    = select (there is one), gather(%all, %from), %out
//
// Where that would send much more than is needed, members exchange a few rows of
// each update in a round, and there are as many rounds as the longest update
// needs:
//
//   while (begin < the longest update of the group)
//     %rows = all_to_all (rows begin .. of each update)      2x(4/2)x8
//     %r    = select (the row is among them), gather(%rows, ..), %r
//
// Numbers that do not fit do no harm: rows that are not in the operand are not
// sent, nor those for which the result has no place, and of several for one
// place the last member's counts. What members expect (%recv_sizes) follows from
// what is sent. Tested by test/Import/ragged-all-to-all.mlir and, by execution,
// test/Execute/Manual/ragged-all-to-all.test.
//
//===----------------------------------------------------------------------===//
#include "Decompose.h"
#include "Models.h"

#include "popt/Interfaces/Build.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace popt {
namespace {

/// What a rank receives at once without a thought: rounds cost latency.
constexpr int64_t kSmallBytes = 64 << 10;

class RaggedAllToAll {
public:
  RaggedAllToAll(OpBuilder &b, stablehlo::CustomCallOp call,
                 DenseIntElementsAttr groups)
      : b(b), loc(call.getLoc()), operand(call.getOperand(0)),
        output(call.getOperand(1)), numbers(call.getOperands().slice(2, 3)),
        groups(groups), members(groups.getType().getDimSize(1)),
        segments(shapeOf(numbers.front())[0]), rowsIn(shapeOf(operand)[0]),
        rowsOut(shapeOf(output)[0]) {
    auto config = cast<DictionaryAttr>(call.getBackendConfigAttr());
    if (auto id = config.getAs<IntegerAttr>("channel_id"))
      channel = stablehlo::ChannelHandleAttr::get(
          b.getContext(), id.getValue().getSExtValue(), /*type=*/1);
  }

  Value build() {
    if (rowsIn == 0 || rowsOut == 0)
      return output;
    Numbers mine = readNumbers(), sent = exchange(mine);
    int64_t bytes =
        (members - 1) * rowsIn * bytesPerElement(elementOf(operand));
    for (int64_t size : shapeOf(operand).drop_front())
      bytes *= size;
    return members > 2 && bytes > kSmallBytes ? inRounds(mine, sent)
                                              : atOnce(sent);
  }

private:
  /// Of each update: its first row in the operand and in the result, and how
  /// many rows it has that are in both.
  struct Numbers {
    Value from, rows, to;
  };

  RankedTensorType i64(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, b.getI64Type());
  }
  Value whole(ArrayRef<int64_t> shape, int64_t value) {
    return buildConstant(
        b, loc, DenseElementsAttr::get(i64(shape), b.getI64IntegerAttr(value)));
  }
  Value like(Value x, int64_t value) { return whole(shapeOf(x), value); }
  Value broadcast(Value x, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
    return stablehlo::BroadcastInDimOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x,
        b.getDenseI64ArrayAttr(dims));
  }
  template <typename Op> Value binary(Value x, Value y) {
    return Op::create(b, loc, x.getType(), x, y);
  }
  Value add(Value x, Value y) { return binary<stablehlo::AddOp>(x, y); }
  Value subtract(Value x, Value y) {
    return binary<stablehlo::SubtractOp>(x, y);
  }
  Value smaller(Value x, Value y) { return binary<stablehlo::MinOp>(x, y); }
  Value larger(Value x, Value y) { return binary<stablehlo::MaxOp>(x, y); }
  Value iota(ArrayRef<int64_t> shape, int64_t dim) {
    return stablehlo::IotaOp::create(b, loc, i64(shape), dim);
  }
  Value isBelow(Value x, Value y) {
    return stablehlo::CompareOp::create(b, loc, x, y,
                                        stablehlo::ComparisonDirection::LT);
  }
  Value isInside(Value x, Value low, Value high) {
    Value isAbove = stablehlo::CompareOp::create(
        b, loc, x, low, stablehlo::ComparisonDirection::GE);
    return binary<stablehlo::AndOp>(isAbove, isBelow(x, high));
  }
  Value select(Value predicate, Value x, Value y) {
    return stablehlo::SelectOp::create(b, loc, x.getType(), predicate, x, y);
  }

  /// Numbers that no tensor has are made such that sums of them fit first.
  Numbers readNumbers() {
    const int64_t limit = int64_t(1) << 40;
    SmallVector<Value> wide;
    for (Value number : numbers) {
      Value x = buildConvert(b, loc, number, b.getI64Type());
      wide.push_back(stablehlo::ClampOp::create(
          b, loc, x.getType(), whole({}, -limit), x, whole({}, limit)));
    }
    Value from = wide[0], size = wide[1], to = wide[2], zero = like(from, 0);
    // Rows [first, last) of the update are in the operand and in the result.
    Value first =
        larger(zero, larger(subtract(zero, from), subtract(zero, to)));
    Value last = smaller(size, smaller(subtract(like(from, rowsIn), from),
                                       subtract(like(to, rowsOut), to)));
    return {add(from, first), larger(zero, subtract(last, first)),
            add(to, first)};
  }

  /// What the members send to this one.
  Numbers exchange(const Numbers &mine) {
    SmallVector<Value> columns;
    for (Value number : {mine.from, mine.rows, mine.to})
      columns.push_back(buildReshape(b, loc, number, {segments, 1}));
    Value all = toMembers(buildConcatenated(b, loc, columns, 1));
    auto column = [&](int64_t i) {
      return buildReshape(b, loc, buildSlice(b, loc, all, 1, i, 1), {segments});
    };
    return {column(0), column(1), column(2)};
  }

  /// Part j of dim 0 goes to member j.
  Value toMembers(Value x) {
    return stablehlo::AllToAllOp::create(
               b, loc, TypeRange(x.getType()), ValueRange(x),
               /*split_dimension=*/0, /*concat_dimension=*/0, members, groups,
               channel)
        ->getResult(0);
  }
  Value ofAllMembers(Value x) {
    SmallVector<int64_t> shape(shapeOf(x));
    shape[0] *= members;
    return stablehlo::AllGatherOp::create(
               b, loc, TypeRange(RankedTensorType::get(shape, elementOf(x))),
               ValueRange(x), /*all_gather_dim=*/0, groups, channel,
               /*use_global_device_ids=*/false)
        ->getResult(0);
  }

  /// For each row of the result segment * rowsIn + the row's number in its
  /// segment, of the last segment that has one for it; -1 if none has.
  Value findRows(const Numbers &sent) {
    SmallVector<int64_t> plane{rowsOut, segments};
    Value row = subtract(iota(plane, 0), broadcast(sent.to, plane, {1}));
    Value fits =
        isInside(row, whole(plane, 0), broadcast(sent.rows, plane, {1}));
    Value place = add(
        row, binary<stablehlo::MulOp>(iota(plane, 1), whole(plane, rowsIn)));
    return largest(select(fits, place, whole(plane, -1)), 1);
  }

  /// Along a dim; -1 if it has no elements.
  Value largest(Value x, int64_t dim) {
    SmallVector<int64_t> shape(shapeOf(x));
    shape.erase(shape.begin() + dim);
    Value none = whole({}, -1);
    auto reduce = stablehlo::ReduceOp::create(b, loc, TypeRange(i64(shape)),
                                              ValueRange(x), ValueRange(none),
                                              b.getDenseI64ArrayAttr({dim}));
    OpBuilder inner(b.getContext());
    Type scalar = none.getType();
    mlir::Block *body =
        inner.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc, loc});
    Value most = stablehlo::MaxOp::create(
        inner, loc, scalar, body->getArgument(0), body->getArgument(1));
    stablehlo::ReturnOp::create(inner, loc, most);
    return reduce->getResult(0);
  }

  /// Rows of `x`, or elements of a list, at indices that it has.
  Value take(Value x, Value index) {
    SmallVector<int64_t> shape(shapeOf(index)), sizes(shapeOf(x)), offsets;
    const int64_t rank = rankOf(index);
    for (int64_t dim = 1; dim < rankOf(x); ++dim) {
      offsets.push_back(rank + dim - 1);
      shape.push_back(sizes[dim]);
    }
    sizes[0] = 1;
    SmallVector<int64_t> column(shapeOf(index)), none, first{0};
    column.push_back(1);
    return stablehlo::GatherOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x,
        buildReshape(b, loc, index, column),
        stablehlo::GatherDimensionNumbersAttr::get(
            b.getContext(), offsets, first, none, none, first, rank),
        sizes, /*indices_are_sorted=*/false);
  }

  Value put(Value predicate, Value rows, Value into) {
    return select(broadcast(predicate, shapeOf(into), {0}), rows, into);
  }

  Value atOnce(const Numbers &sent) {
    Value place = findRows(sent), zero = like(place, 0);
    Value isSent = isBelow(like(place, -1), place);
    place = larger(place, zero);
    Value segment = binary<stablehlo::DivOp>(place, like(place, rowsIn));
    Value member = segments == members
                       ? segment
                       : binary<stablehlo::DivOp>(
                             segment, like(place, segments / members));
    Value row = add(binary<stablehlo::RemOp>(place, like(place, rowsIn)),
                    take(sent.from, segment));
    Value index =
        add(row, binary<stablehlo::MulOp>(member, like(place, rowsIn)));
    return put(isSent, take(ofAllMembers(operand), index), output);
  }

  Value inRounds(const Numbers &mine, const Numbers &sent) {
    const int64_t chunk = llvm::divideCeil(rowsIn, segments);
    Value longest = largest(mine.rows, 0);
    longest = largest(ofAllMembers(buildReshape(b, loc, longest, {1})), 0);
    // All that a round reads is carried, as JAX does it.
    SmallVector<Value> inits{whole({}, 0),   output,    longest,
                             findRows(sent), mine.from, operand};
    SmallVector<Type> types;
    for (Value init : inits)
      types.push_back(init.getType());
    auto loop = stablehlo::WhileOp::create(b, loc, types, inits);
    SmallVector<Location> locs(types.size(), loc);
    OpBuilder::InsertionGuard guard(b);
    mlir::Block *condition = b.createBlock(&loop.getCond(), {}, types, locs);
    stablehlo::ReturnOp::create(
        b, loc, isBelow(condition->getArgument(0), condition->getArgument(2)));
    mlir::Block *body = b.createBlock(&loop.getBody(), {}, types, locs);
    SmallVector<Value> next(body->getArguments());
    Value begin = next[0], place = next[3], from = next[4], x = next[5];

    // Rows begin .. begin + chunk of what each member gets of this one.
    SmallVector<int64_t> plane{segments, chunk};
    Value row = add(iota(plane, 1), broadcast(begin, plane, {}));
    Value rows = take(x, smaller(add(row, broadcast(from, plane, {0})),
                                 whole(plane, rowsIn - 1)));
    SmallVector<int64_t> shape(shapeOf(x));
    shape[0] = segments * chunk;
    rows = buildReshape(b, loc, toMembers(rows), shape);

    Value there = larger(place, like(place, 0));
    Value inSegment =
        subtract(binary<stablehlo::RemOp>(there, like(place, rowsIn)),
                 broadcast(begin, {rowsOut}, {}));
    Value isNow = binary<stablehlo::AndOp>(
        isBelow(like(place, -1), place),
        isInside(inSegment, like(place, 0), like(place, chunk)));
    Value segment = binary<stablehlo::DivOp>(there, like(place, rowsIn));
    Value index =
        add(binary<stablehlo::MulOp>(segment, like(place, chunk)), inSegment);
    next[1] =
        put(isNow, take(rows, select(isNow, index, like(place, 0))), next[1]);
    next[0] = add(begin, like(begin, chunk));
    stablehlo::ReturnOp::create(b, loc, next);
    return loop->getResult(1);
  }

  OpBuilder &b;
  Location loc;
  Value operand, output;
  OperandRange numbers;
  DenseIntElementsAttr groups;
  stablehlo::ChannelHandleAttr channel;
  int64_t members, segments; ///< of a group; what a member sends and gets
  int64_t rowsIn, rowsOut;
};

/// True for two tensors with equal rows, and four lists of equally many
/// integers.
bool hasShapes(stablehlo::CustomCallOp call) {
  if (call.getNumOperands() != 6 || call.getNumResults() != 1 ||
      call.getResult(0).getType() != call.getOperand(1).getType())
    return false;
  auto tensor = [&](unsigned i) {
    return dyn_cast<RankedTensorType>(call.getOperand(i).getType());
  };
  RankedTensorType in = tensor(0), out = tensor(1), list = tensor(2);
  if (!in || !out || !list || in.getRank() == 0 || list.getRank() != 1 ||
      !isa<IntegerType>(list.getElementType()) ||
      in.getElementType() != out.getElementType() ||
      in.getRank() != out.getRank() ||
      in.getShape().drop_front() != out.getShape().drop_front())
    return false;
  for (unsigned i = 3; i < 6; ++i)
    if (!tensor(i) || tensor(i).getShape() != list.getShape() ||
        !isa<IntegerType>(tensor(i).getElementType()))
      return false;
  return true;
}

} // namespace

std::optional<SmallVector<Value>>
decomposeRaggedAllToAll(OpBuilder &builder, stablehlo::CustomCallOp call) {
  if (call.getCallTargetName() != "ragged_all_to_all" || !hasShapes(call))
    return std::nullopt;
  auto config = dyn_cast_or_null<DictionaryAttr>(call.getBackendConfigAttr());
  auto groups = config ? config.getAs<DenseIntElementsAttr>("replica_groups")
                       : DenseIntElementsAttr();
  if (!groups || groups.getType().getRank() != 2 ||
      groups.getType().getDimSize(1) == 0 ||
      shapeOf(call.getOperand(2))[0] % groups.getType().getDimSize(1) != 0)
    return std::nullopt;
  return SmallVector<Value>{RaggedAllToAll(builder, call, groups).build()};
}

} // namespace popt
