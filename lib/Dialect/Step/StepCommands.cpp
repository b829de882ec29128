//===- StepCommands.cpp - Commands between text and table -----------------===//
//
// Both directions of each command side by side: `describe` lists the attributes
// of a runtime record, `toRuntime` makes the record of them. What an address, a
// scalar or pieces are stands at the top. A new opcode is one pair here, its
// operation in StepCommands.td and its lines in test/Dialect/Step/ops.mlir.
//
//===----------------------------------------------------------------------===//
#include "StepRecords.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

//===----------------------------------------------------------------------===//
// Addresses, scalars, pieces
//===----------------------------------------------------------------------===//

OperandAttr Describer::operand(const rt::Operand &operand) {
  SmallVector<RankExtentAttr> extents;
  for (const rt::RankExtent &extent : operand.rankExtents)
    extents.push_back(RankExtentAttr::get(
        context, extent.dim, names.rankTables.ref(extent.rankTable)));
  SmallVector<TermAttr> terms;
  for (const rt::Term &term : operand.terms)
    terms.push_back(
        TermAttr::get(context, term.bytes, names.bodies.ref(term.loop)));
  return OperandAttr::get(context, names.regions.ref(operand.region),
                          operand.offset, operand.slotStride, operand.slots,
                          terms, fromRuntimeType(context, operand.type),
                          operand.shape, operand.strides,
                          names.rankTables.ref(operand.rankOffset), extents);
}

rt::Operand step::toRuntime(OperandAttr attr, const Names &names) {
  rt::Operand operand;
  operand.region = names.regions.index(attr.getRegion());
  operand.offset = attr.getOffset();
  operand.slotStride = attr.getSlotStride();
  operand.slots = static_cast<int32_t>(attr.getSlots());
  for (TermAttr term : attr.getTerms())
    operand.terms.push_back(
        {names.bodies.index(term.getLoop()), term.getBytes()});
  operand.type = *toRuntimeType(attr.getElementType());
  operand.shape = attr.getShape();
  operand.strides = attr.getStrides();
  operand.rankOffset = names.rankTables.index(attr.getRankOffset());
  for (RankExtentAttr extent : attr.getRankExtents())
    operand.rankExtents.push_back({static_cast<int32_t>(extent.getDim()),
                                   names.rankTables.index(extent.getTable())});
  return operand;
}

ScalarAttr Describer::scalar(const rt::Scalar &scalar) {
  using Kind = rt::Scalar::Kind;
  bool isTable = scalar.kind == Kind::RankTable;
  return ScalarAttr::get(
      context, scalar.kind, scalar.kind == Kind::Constant ? scalar.value : 0,
      isTable ? names.rankTables.ref(scalar.value) : FlatSymbolRefAttr());
}

static rt::Scalar toRuntime(ScalarAttr attr, const Names &names) {
  using Kind = rt::Scalar::Kind;
  rt::Scalar scalar{attr.getKind()};
  if (scalar.kind == Kind::Constant)
    scalar.value = attr.getValue();
  if (scalar.kind == Kind::RankTable)
    scalar.value = names.rankTables.index(attr.getSymbol());
  return scalar;
}

PiecesAttr Describer::pieces(const rt::Pieces &pieces) {
  return PiecesAttr::get(context, pieces.dim,
                         names.rankTables.ref(pieces.counts),
                         names.rankTables.ref(pieces.offsets));
}

static rt::Pieces toRuntime(PiecesAttr attr, const Names &names) {
  return {static_cast<int32_t>(attr.getDim()),
          names.rankTables.index(attr.getCounts()),
          names.rankTables.index(attr.getOffsets())};
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

void Describer::operator()(const rt::KernelOp &op) {
  set("callee", names.kernels.ref(op.symbol));
  SmallVector<Attribute> scalars;
  for (const rt::Scalar &each : op.scalars)
    scalars.push_back(scalar(each));
  if (!scalars.empty())
    set("scalars", builder.getArrayAttr(scalars));
}

rt::AnyOp KernelOp::toRuntime(const Names &names) {
  rt::KernelOp op;
  op.symbol = names.kernels.index(getCalleeAttr());
  if (ArrayAttr scalars = getScalarsAttr())
    for (auto scalar : scalars.getAsRange<ScalarAttr>())
      op.scalars.push_back(::toRuntime(scalar, names));
  return op;
}

void Describer::operator()(const rt::MatmulOp &op) {
  set("batch", op.batchDims);
  set("rows", op.rowDims);
  set("columns", op.columnDims);
  set("contracted", op.contractedDims);
  if (op.adds)
    set("adds", builder.getUnitAttr());
}

rt::AnyOp MatmulOp::toRuntime(const Names &) {
  return rt::MatmulOp{int32_t(getBatch()), int32_t(getRows()),
                      int32_t(getColumns()), int32_t(getContracted()),
                      getAdds()};
}

void Describer::operator()(const rt::ConvOp &op) {
  set("strides", builder.getDenseI64ArrayAttr(op.windowStrides));
  set("pad_low", builder.getDenseI64ArrayAttr(op.padLow));
  set("pad_high", builder.getDenseI64ArrayAttr(op.padHigh));
  set("lhs_dilation", builder.getDenseI64ArrayAttr(op.lhsDilation));
  set("rhs_dilation", builder.getDenseI64ArrayAttr(op.rhsDilation));
  SmallVector<bool> reversal(op.windowReversal.begin(),
                             op.windowReversal.end());
  set("reversal", builder.getDenseBoolArrayAttr(reversal));
  set("feature_groups", builder.getI64IntegerAttr(op.featureGroups));
  set("batch_groups", builder.getI64IntegerAttr(op.batchGroups));
}

rt::AnyOp ConvOp::toRuntime(const Names &) {
  rt::ConvOp op;
  op.windowStrides = getStrides();
  op.padLow = getPadLow();
  op.padHigh = getPadHigh();
  op.lhsDilation = getLhsDilation();
  op.rhsDilation = getRhsDilation();
  op.windowReversal.assign(getReversal().begin(), getReversal().end());
  op.featureGroups = static_cast<int64_t>(getFeatureGroups());
  op.batchGroups = static_cast<int64_t>(getBatchGroups());
  return op;
}

void Describer::operator()(const rt::AttentionOp &op) {
  auto setIf = [&](StringRef name, bool is) {
    if (is)
      set(name, builder.getUnitAttr());
  };
  setIf("backward", op.isBackward);
  setIf("causal", op.isCausal);
  setIf("bias", op.hasBias);
  setIf("lengths", op.hasLengths);
  setIf("stats", op.hasStats);
  setIf("bias_result", op.hasBiasResult);
  set("window", builder.getI64IntegerAttr(op.window));
  set("scale", builder.getF32FloatAttr(op.scale));
}

rt::AnyOp AttentionOp::toRuntime(const Names &) {
  return rt::AttentionOp{getBackward(),
                         getCausal(),
                         getBias(),
                         getLengths(),
                         getStats(),
                         getBiasResult(),
                         static_cast<int64_t>(getWindow()),
                         getScale().convertToFloat()};
}

void Describer::operator()(const rt::CopyOp &) {}
rt::AnyOp CopyOp::toRuntime(const Names &) { return rt::CopyOp{}; }

void Describer::operator()(const rt::FillOp &op) {
  uint64_t words[2] = {0, 0};
  for (size_t i = 0; i < op.value.size(); ++i)
    words[i / 8] |= uint64_t(op.value[i]) << (8 * (i % 8));
  set("value",
      builder.getIntegerAttr(builder.getIntegerType(128), APInt(128, words)));
}

rt::AnyOp FillOp::toRuntime(const Names &) {
  rt::FillOp op;
  APInt bits = cast<IntegerAttr>(getValue()).getValue().zextOrTrunc(128);
  for (size_t i = 0; i < op.value.size(); ++i)
    op.value[i] = static_cast<uint8_t>(bits.extractBitsAsZExtValue(8, 8 * i));
  return op;
}

void Describer::operator()(const rt::SetOp &op) {
  set("value", scalar(op.value));
}
rt::AnyOp SetOp::toRuntime(const Names &names) {
  return rt::SetOp{::toRuntime(getValue(), names)};
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

void Describer::operator()(const rt::CollectiveOp &op) {
  using Kind = CollectiveKind;
  set("group", names.groups.ref(op.group));
  set("channel", op.channel);
  set("bucket", op.bucket);
  if (op.id >= 0)
    set("id", builder.getI64IntegerAttr(op.id));
  if (isRooted(op.kind))
    set("root", op.root);
  if (reduces(op.kind))
    set("monoid", dist::MonoidAttr::get(context, op.monoid));
  if (op.kind == Kind::AllGather || op.kind == Kind::ReduceScatter ||
      op.kind == Kind::AllToAll || op.kind == Kind::Gather ||
      op.kind == Kind::Scatter)
    set("pieces", pieces(op.pieces));
  if (op.kind == Kind::AllToAll)
    set("split", pieces(op.split));
  if (op.kind != Kind::Permute)
    return;
  SmallVector<int32_t> pairs;
  for (auto [source, target] : op.pairs)
    pairs.append({source, target});
  set("pairs", builder.getDenseI32ArrayAttr(pairs));
}

/// Shared by all collectives.
template <typename Op>
static rt::CollectiveOp collective(Op op, CollectiveKind kind,
                                   const Names &names) {
  rt::CollectiveOp result;
  result.kind = kind;
  result.group = names.groups.index(op.getGroupAttr());
  result.channel = static_cast<int32_t>(op.getChannel());
  result.bucket = static_cast<int32_t>(op.getBucket());
  if (op.getId())
    result.id = static_cast<int64_t>(*op.getId());
  return result;
}

rt::AnyOp AllReduceOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::AllReduce, names);
  op.monoid = getMonoid();
  return op;
}

rt::AnyOp AllGatherOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::AllGather, names);
  op.pieces = ::toRuntime(getPieces(), names);
  return op;
}

rt::AnyOp ReduceScatterOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::ReduceScatter, names);
  op.monoid = getMonoid();
  op.pieces = ::toRuntime(getPieces(), names);
  return op;
}

rt::AnyOp AllToAllOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::AllToAll, names);
  op.pieces = ::toRuntime(getPieces(), names);
  op.split = ::toRuntime(getSplit(), names);
  return op;
}

rt::AnyOp PermuteOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::Permute, names);
  ArrayRef<int32_t> pairs = getPairs();
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    op.pairs.push_back({pairs[i], pairs[i + 1]});
  return op;
}

rt::AnyOp BroadcastOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::Broadcast, names);
  op.root = static_cast<int32_t>(getRoot());
  return op;
}

rt::AnyOp ReduceOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::Reduce, names);
  op.monoid = getMonoid();
  op.root = static_cast<int32_t>(getRoot());
  return op;
}

rt::AnyOp GatherOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::Gather, names);
  op.pieces = ::toRuntime(getPieces(), names);
  op.root = static_cast<int32_t>(getRoot());
  return op;
}

rt::AnyOp ScatterOp::toRuntime(const Names &names) {
  rt::CollectiveOp op = collective(*this, CollectiveKind::Scatter, names);
  op.pieces = ::toRuntime(getPieces(), names);
  op.root = static_cast<int32_t>(getRoot());
  return op;
}

/// Either side of a transfer.
template <typename Transfer, typename Op>
static rt::AnyOp transfer(Op op, const Names &names) {
  return Transfer{names.rankTables.index(op.getPeerAttr()),
                  static_cast<int32_t>(op.getChannel())};
}

void Describer::operator()(const rt::SendOp &op) {
  set("peer", names.rankTables.ref(op.peer));
  set("channel", op.channel);
}
void Describer::operator()(const rt::RecvOp &op) {
  set("peer", names.rankTables.ref(op.peer));
  set("channel", op.channel);
}
rt::AnyOp SendStartOp::toRuntime(const Names &names) {
  return transfer<rt::SendOp>(*this, names);
}
rt::AnyOp RecvStartOp::toRuntime(const Names &names) {
  return transfer<rt::RecvOp>(*this, names);
}

void Describer::operator()(const rt::WaitOp &) {}
rt::AnyOp WaitOp::toRuntime(const Names &) { return rt::WaitOp{}; }

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void Describer::operator()(const rt::LoopOp &op) {
  set("body", names.bodies.ref(op.body));
  set("count", scalar(op.count));
}
rt::AnyOp LoopOp::toRuntime(const Names &names) {
  return rt::LoopOp{names.bodies.index(getBodyAttr()),
                    ::toRuntime(getCount(), names)};
}

void Describer::operator()(const rt::WhileOp &op) {
  set("condition", names.bodies.ref(op.condition));
  set("body", names.bodies.ref(op.body));
}
rt::AnyOp WhileOp::toRuntime(const Names &names) {
  return rt::WhileOp{names.bodies.index(getConditionAttr()),
                     names.bodies.index(getBodyAttr())};
}

void Describer::operator()(const rt::CaseOp &op) {
  SmallVector<Attribute> branches;
  for (int32_t branch : op.branches)
    branches.push_back(branch < 0 ? Attribute(builder.getUnitAttr())
                                  : names.bodies.ref(branch));
  set("branches", builder.getArrayAttr(branches));
}
rt::AnyOp CaseOp::toRuntime(const Names &names) {
  rt::CaseOp op;
  for (Attribute branch : getBranches())
    op.branches.push_back(
        names.bodies.index(dyn_cast<FlatSymbolRefAttr>(branch)));
  return op;
}

void Describer::operator()(const rt::ScheduleOp &op) {
  llvm::SetVector<int32_t> called;
  SmallVector<int32_t> calls;
  for (auto [body, microbatch] : op.calls) {
    called.insert(body);
    auto position = llvm::find(called, body) - called.begin();
    calls.append({static_cast<int32_t>(position), microbatch});
  }
  SmallVector<Attribute> bodies;
  for (int32_t body : called)
    bodies.push_back(names.bodies.ref(body));
  set("bodies", builder.getArrayAttr(bodies));
  set("calls", builder.getDenseI32ArrayAttr(calls));
}
rt::AnyOp ScheduleOp::toRuntime(const Names &names) {
  SmallVector<int32_t> bodies;
  for (auto body : getBodies().getAsRange<FlatSymbolRefAttr>())
    bodies.push_back(names.bodies.index(body));
  rt::ScheduleOp op;
  ArrayRef<int32_t> calls = getCalls();
  for (size_t i = 0; i + 1 < calls.size(); i += 2)
    op.calls.push_back({bodies[calls[i]], calls[i + 1]});
  return op;
}
