//===- HaloBuild.cpp - Transfers as local programs ------------------------===//
//
// Emits what Halo.cpp planned: slabs are cut and permuted, and put together to
// windows. Which invalid elements would stay where the operation reads is known
// for every coordinate, and only these are masked. Before and after: Halo.h.
// Tested by test/Partition/halo.mlir and test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "Halo.h"

#include <numeric>

using namespace mlir;

namespace popt {

//===----------------------------------------------------------------------===//
// Small programs along one dimension
//===----------------------------------------------------------------------===//

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static RankedTensorType withDim(Value value, int64_t dim, int64_t extent) {
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape[dim] = extent;
  return RankedTensorType::get(shape, typeOf(value).getElementType());
}

/// The only value that matters, if there is just one; 0 if none matters.
static std::optional<int64_t>
onlyValue(ArrayRef<std::optional<int64_t>> values) {
  std::optional<int64_t> only;
  for (std::optional<int64_t> value : values) {
    if (value && only && *value != *only)
      return std::nullopt;
    only = value ? value : only;
  }
  return only.value_or(0);
}

Value perCoordinate(LocaliseContext &context, const AxisList &axes,
                    ArrayRef<std::optional<int64_t>> values) {
  Build build(context);
  if (std::optional<int64_t> only = onlyValue(values))
    return build.i32Scalar(*only);
  SmallVector<int32_t> table;
  for (std::optional<int64_t> value : values)
    table.push_back(static_cast<int32_t>(value.value_or(0)));
  Value all = stablehlo::ConstantOp::create(
      build.b, build.loc,
      DenseElementsAttr::get(build.i32(static_cast<int64_t>(table.size())),
                             ArrayRef(table)));
  Value one = stablehlo::DynamicSliceOp::create(
      build.b, build.loc, build.i32(1), all, ValueRange{build.axisIndex(axes)},
      build.b.getDenseI64ArrayAttr({1}));
  return build.reshape(one, {});
}

Value sliceDim(LocaliseContext &context, Value value, int64_t dim,
               int64_t begin, int64_t size, int64_t stride) {
  ArrayRef<int64_t> shape = shapeOf(value);
  if (begin == 0 && size == shape[dim] && (stride == 1 || size == 1))
    return value;
  SmallVector<int64_t> starts(shape.size(), 0), limits(shape),
      strides(shape.size(), 1);
  starts[dim] = begin;
  limits[dim] = begin + std::max<int64_t>(0, (size - 1) * stride + 1);
  strides[dim] = stride;
  Builder &builder = context.builder;
  return stablehlo::SliceOp::create(context.builder, context.loc(),
                                    withDim(value, dim, size), value,
                                    builder.getDenseI64ArrayAttr(starts),
                                    builder.getDenseI64ArrayAttr(limits),
                                    builder.getDenseI64ArrayAttr(strides));
}

Value padDim(LocaliseContext &context, Value value, int64_t dim, int64_t low,
             int64_t high, int64_t interior, Value fill) {
  if (low == 0 && high == 0 && interior == 0)
    return value;
  size_t rank = shapeOf(value).size();
  int64_t extent = shapeOf(value)[dim];
  SmallVector<int64_t> lows(rank, 0), highs(rank, 0), interiors(rank, 0);
  lows[dim] = low;
  highs[dim] = high;
  interiors[dim] = interior;
  Builder &builder = context.builder;
  int64_t spread = extent + std::max<int64_t>(0, extent - 1) * interior;
  return stablehlo::PadOp::create(
      context.builder, context.loc(), withDim(value, dim, low + spread + high),
      value, fill, builder.getDenseI64ArrayAttr(lows),
      builder.getDenseI64ArrayAttr(highs),
      builder.getDenseI64ArrayAttr(interiors));
}

/// Indices of a dynamic slice or update along one dimension.
static SmallVector<Value> startsAt(LocaliseContext &context, Value value,
                                   int64_t dim, Value begin) {
  SmallVector<Value> starts(shapeOf(value).size());
  for (auto [d, start] : llvm::enumerate(starts))
    start =
        static_cast<int64_t>(d) == dim ? begin : Build(context).i32Scalar(0);
  return starts;
}

Value sliceAt(LocaliseContext &context, Value value, int64_t dim,
              const AxisList &axes, ArrayRef<std::optional<int64_t>> begins,
              int64_t size) {
  if (size == shapeOf(value)[dim])
    return value;
  if (std::optional<int64_t> only = onlyValue(begins))
    return sliceDim(context, value, dim, *only, size);
  RankedTensorType type = withDim(value, dim, size);
  return stablehlo::DynamicSliceOp::create(
      context.builder, context.loc(), type, value,
      startsAt(context, value, dim, perCoordinate(context, axes, begins)),
      context.builder.getDenseI64ArrayAttr(type.getShape()));
}

Value selectInside(LocaliseContext &context, Value value, int64_t dim,
                   const AxisList &axes, ArrayRef<DimBlock> ranges,
                   Value other) {
  Build build(context);
  ArrayRef<int64_t> shape = shapeOf(value);
  Value index = build.iota(shape, dim);
  SmallVector<std::optional<int64_t>> begins, ends;
  bool hasBefore = false, hasBehind = false;
  for (const DimBlock &range : ranges) {
    begins.push_back(range.begin);
    ends.push_back(range.end());
    hasBefore |= range.begin > 0;
    hasBehind |= range.end() < shape[dim];
  }
  auto compare = [&](ArrayRef<std::optional<int64_t>> bounds,
                     stablehlo::ComparisonDirection how) {
    Value bound = perCoordinate(context, axes, bounds);
    return build.compare(index, build.broadcast(bound, shape), how);
  };
  Value inside;
  if (hasBefore || !hasBehind)
    inside = compare(begins, stablehlo::ComparisonDirection::GE);
  if (hasBehind) {
    Value before = compare(ends, stablehlo::ComparisonDirection::LT);
    inside = inside ? build.binary<stablehlo::AndOp>(inside, before) : before;
  }
  return build.select(inside, value, build.broadcast(other, shape));
}

Value spread(LocaliseContext &context, Value window, int64_t dim,
             const AxisList &axes, const SpreadWindows &windows, Value fill,
             SpreadPadding &left) {
  int64_t extent = shapeOf(window)[dim];
  int64_t reach = (extent - 1) * windows.spacing + 1;
  if (windows.isUniform()) {
    left.low = windows.phases.front();
    left.high = windows.length - left.low - reach;
    left.interior = windows.spacing - 1;
    return window;
  }
  left = {};
  // Room for the largest phase before, and for the length after.
  int64_t room = windows.spacing - 1;
  int64_t least = *llvm::min_element(windows.phases);
  int64_t high =
      std::max<int64_t>(0, room - least + windows.length - room - reach);
  Value padded = padDim(context, window, dim, room, high, room, fill);
  SmallVector<std::optional<int64_t>> begins;
  for (int64_t phase : windows.phases)
    begins.push_back(room - phase);
  return sliceAt(context, padded, dim, axes, begins, windows.length);
}

//===----------------------------------------------------------------------===//
// Windows out of pieces
//===----------------------------------------------------------------------===//

namespace {

/// The final contents of a position of a window.
enum class Paint { Fill, Zero, Rest, Data };

struct Span {
  int64_t begin, end;
  Paint paint;
};

/// A slab, and where each coordinate puts it.
struct Piece {
  const Round *round;
  Value value;
  std::vector<int64_t> places;
  bool isMasked = false;

  /// The part of the window that it fills with elements.
  DimBlock data(size_t coordinate) const {
    const std::optional<Message> &message = round->byReceiver[coordinate];
    return message ? DimBlock{message->place, message->length} : DimBlock();
  }
  DimBlock covered(size_t coordinate) const {
    return isMasked ? data(coordinate)
                    : DimBlock{places[coordinate], round->extent};
  }
  Paint rest(size_t coordinate) const {
    return !round->isLocal && !round->byReceiver[coordinate] ? Paint::Zero
                                                             : Paint::Rest;
  }
};

/// True if this is a constant of zeros, as a permute makes them (or of -0: the
/// identity of a sum that begins with 0 anyway).
bool isZero(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat())
    return false;
  Type type = elements.getElementType();
  if (isa<FloatType>(type))
    return elements.getSplatValue<APFloat>().isZero();
  return type.isInteger() && elements.getSplatValue<APInt>().isZero();
}

bool overlap(const DimBlock &a, const DimBlock &b) {
  return std::max(a.begin, b.begin) < std::min(a.end(), b.end());
}

/// Puts the rounds of a transfer together.
class Assembly {
public:
  Assembly(LocaliseContext &context, const Transfer &transfer, Value fill)
      : context(context), transfer(transfer), fill(fill),
        hasZeroFill(fill && isZero(fill)) {}

  Value build(Value source);

private:
  Value send(const Round &round, Value source);
  std::vector<int64_t> placesOf(const Round &round, bool isUniform) const;
  unsigned countMasks(MutableArrayRef<Piece> pieces) const;
  bool needsFill(ArrayRef<Piece> pieces) const;
  std::optional<Value> concatenate(ArrayRef<Piece> pieces);
  Value update(ArrayRef<Piece> pieces);

  LocaliseContext &context;
  const Transfer &transfer;
  Value fill;
  bool hasZeroFill;
};

} // namespace

/// Begin of a sender's slab: slabs do not reach beyond the source.
static int64_t cutAt(const Message &message, int64_t extent, int64_t limit) {
  return std::min(message.at, limit - extent);
}

/// The slab of a round, on the ranks that receive it.
Value Assembly::send(const Round &round, Value source) {
  OpBuilder &builder = context.builder;
  int64_t limit = shapeOf(source)[transfer.dim];
  SmallVector<std::optional<int64_t>> begins;
  for (const std::optional<Message> &message : round.bySender)
    begins.push_back(message
                         ? std::optional(cutAt(*message, round.extent, limit))
                         : std::nullopt);
  Value slab = sliceAt(context, source, transfer.dim, transfer.axes, begins,
                       round.extent);
  if (round.isLocal)
    return slab;
  SmallVector<Attribute> pairs;
  for (const std::vector<int64_t> &group : context.mesh.groups(transfer.axes))
    for (const std::optional<Message> &message : round.bySender)
      if (message)
        pairs.push_back(builder.getDenseI64ArrayAttr(
            {group[message->from], group[message->to]}));
  return dist::PermuteOp::create(builder, context.loc(), slab.getType(), slab,
                                 builder.getArrayAttr(pairs), context.meshName,
                                 nullptr, nullptr, nullptr);
}

/// Where each coordinate puts the slab of a round. A coordinate without a
/// message puts it where all others do (`isUniform`), or else where no elements
/// are.
std::vector<int64_t> Assembly::placesOf(const Round &round,
                                        bool isUniform) const {
  SmallVector<std::optional<int64_t>> known;
  int64_t limit = transfer.isGathered
                      ? transfer.sourceExtent * transfer.coordinates()
                      : transfer.sourceExtent;
  for (const std::optional<Message> &message : round.byReceiver)
    known.push_back(message
                        ? std::optional(message->place - message->at +
                                        cutAt(*message, round.extent, limit))
                        : std::nullopt);
  std::optional<int64_t> only = onlyValue(known);
  std::vector<int64_t> places;
  for (auto [c, value] : llvm::enumerate(known)) {
    if (value) {
      places.push_back(*value);
      continue;
    }
    const DimBlock &data = transfer.data[c];
    auto isHarmless = [&](int64_t place) {
      return place >= -round.extent && place <= transfer.windowExtent &&
             !overlap({place, round.extent}, data);
    };
    if (only && (isUniform || isHarmless(*only)))
      places.push_back(*only);
    else if (isHarmless(data.end()))
      places.push_back(data.end());
    else if (isHarmless(data.begin - round.extent))
      places.push_back(data.begin - round.extent);
    else
      places.push_back(transfer.windowExtent);
  }
  return places;
}

/// Marks the pieces that would cover elements of earlier ones.
unsigned Assembly::countMasks(MutableArrayRef<Piece> pieces) const {
  unsigned count = 0;
  for (size_t late = 0; late < pieces.size(); ++late) {
    pieces[late].isMasked = false;
    for (size_t early = 0; early < late && !pieces[late].isMasked; ++early)
      for (size_t c = 0; c < transfer.read.size(); ++c)
        if (overlap(pieces[late].covered(c), pieces[early].data(c)))
          pieces[late].isMasked = true;
    count += pieces[late].isMasked;
  }
  return count;
}

static void paint(SmallVectorImpl<Span> &spans, const DimBlock &range,
                  Paint with) {
  SmallVector<Span> result;
  for (const Span &span : spans) {
    int64_t low = std::clamp(range.begin, span.begin, span.end);
    int64_t high = std::clamp(range.end(), low, span.end);
    result.push_back({span.begin, low, span.paint});
    result.push_back({low, high, with});
    result.push_back({high, span.end, span.paint});
  }
  llvm::erase_if(result, [](const Span &s) { return s.begin >= s.end; });
  spans = std::move(result);
}

/// True if something that is read and lies outside the tensor would not be the
/// fill.
bool Assembly::needsFill(ArrayRef<Piece> pieces) const {
  if (!fill)
    return false;
  for (size_t c = 0; c < transfer.read.size(); ++c) {
    const DimBlock &read = transfer.read[c];
    if (!read.extent)
      continue;
    SmallVector<Span> spans{{read.begin, read.end(), Paint::Fill}};
    for (const Piece &piece : pieces) {
      paint(spans, piece.covered(c), piece.rest(c));
      paint(spans, piece.data(c), Paint::Data);
    }
    for (const Span &span : spans)
      if (span.paint == Paint::Rest ||
          (span.paint == Paint::Zero && !hasZeroFill))
        return true;
  }
  return false;
}

/// The window as a concatenation, if no place depends on the coordinate and
/// pieces lie side by side.
std::optional<Value> Assembly::concatenate(ArrayRef<Piece> pieces) {
  SmallVector<const Piece *> sorted;
  for (const Piece &piece : pieces) {
    if (piece.isMasked || !llvm::all_equal(piece.places))
      return std::nullopt;
    sorted.push_back(&piece);
  }
  llvm::stable_sort(sorted, [](const Piece *a, const Piece *b) {
    return a->places[0] < b->places[0];
  });
  int64_t end = 0;
  for (const Piece *piece : sorted) {
    if (piece->places[0] < end)
      return std::nullopt;
    end = piece->places[0] + piece->round->extent;
  }
  if (end > transfer.windowExtent)
    return std::nullopt;
  if (sorted.size() == 1) {
    const Piece &only = *sorted.front();
    return padDim(context, only.value, transfer.dim, only.places[0],
                  transfer.windowExtent - end, 0, fill);
  }
  SmallVector<Value> parts;
  int64_t reached = 0;
  auto fillUpTo = [&](int64_t place) {
    if (place == reached)
      return;
    RankedTensorType type =
        withDim(sorted.front()->value, transfer.dim, place - reached);
    parts.push_back(Build(context).broadcast(fill, type.getShape()));
  };
  for (const Piece *piece : sorted) {
    fillUpTo(piece->places[0]);
    parts.push_back(piece->value);
    reached = piece->places[0] + piece->round->extent;
  }
  fillUpTo(transfer.windowExtent);
  return Build(context).concatenate(parts, transfer.dim);
}

/// The window, updated by one piece after the other. Room on both sides keeps
/// the places of updates from being clamped.
Value Assembly::update(ArrayRef<Piece> pieces) {
  OpBuilder &builder = context.builder;
  int64_t dim = transfer.dim, before = 0, after = 0;
  for (const Piece &piece : pieces)
    for (int64_t place : piece.places) {
      before = std::max(before, -place);
      after =
          std::max(after, place + piece.round->extent - transfer.windowExtent);
    }
  RankedTensorType roomType = withDim(pieces.front().value, dim,
                                      before + transfer.windowExtent + after);
  Value room = Build(context).broadcast(fill, roomType.getShape());
  for (const Piece &piece : pieces) {
    SmallVector<std::optional<int64_t>> places;
    std::vector<DimBlock> data;
    for (auto [c, place] : llvm::enumerate(piece.places)) {
      places.push_back(before + place);
      data.push_back(piece.data(c));
      data.back().begin += before;
    }
    Value updated = stablehlo::DynamicUpdateSliceOp::create(
        builder, context.loc(), roomType, room, piece.value,
        startsAt(context, room, dim,
                 perCoordinate(context, transfer.axes, places)));
    room = piece.isMasked
               ? selectInside(context, updated, dim, transfer.axes, data, room)
               : updated;
  }
  return sliceDim(context, room, dim, before, transfer.windowExtent);
}

Value Assembly::build(Value source) {
  bool isFilled = static_cast<bool>(fill);
  RankedTensorType type = withDim(source, transfer.dim, transfer.windowExtent);
  if (!isFilled)
    fill = context.zero(type.getElementType());
  if (transfer.rounds.empty())
    return Build(context).broadcast(fill, type.getShape());

  SmallVector<Piece> local, moved;
  for (const Round &round : transfer.rounds)
    (round.isLocal ? local : moved)
        .push_back({&round, send(round, source), {}});
  // Tries two orders, and two places for slabs that are not needed; takes the
  // combination with the fewest masks.
  SmallVector<Piece> best;
  unsigned least = ~0u;
  for (bool isUniform : {true, false})
    for (bool isSorted : {false, true}) {
      SmallVector<Piece> pieces(local);
      llvm::append_range(pieces, moved);
      for (Piece &piece : pieces)
        piece.places = placesOf(*piece.round, isUniform);
      if (isSorted)
        llvm::stable_sort(pieces, [](const Piece &a, const Piece &b) {
          return std::accumulate(a.places.begin(), a.places.end(), int64_t(0)) <
                 std::accumulate(b.places.begin(), b.places.end(), int64_t(0));
        });
      unsigned count = countMasks(pieces);
      if (count < least) {
        least = count;
        best = std::move(pieces);
      }
    }
  bool isMasked = isFilled && needsFill(best);
  std::optional<Value> whole = concatenate(best);
  Value window = whole ? *whole : update(best);
  if (isMasked)
    window = selectInside(context, window, transfer.dim, transfer.axes,
                          transfer.data, fill);
  return window;
}

Value buildTransfer(LocaliseContext &context, const Transfer &transfer,
                    Value source, Value fill) {
  if (transfer.isGathered)
    source = Build(context).allGather(source, transfer.dim, transfer.axes);
  return Assembly(context, transfer, fill).build(source);
}

} // namespace popt
