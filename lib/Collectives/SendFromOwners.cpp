//===- SendFromOwners.cpp - Rows of a stack from and to their owners ------===//
//
// Turns all-reduces of what one member of a group has into broadcasts, and those
// of what one member keeps into rooted reductions. Which member that is may
// change from iteration to iteration of a scan; the scan then becomes several,
// one after the other. Before and after IR: Passes.td. Tested by
// test/Collectives/send-from-owners.mlir, and by execution in
// test/Execute/Collectives.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Collectives/Passes.h"
#include "popt/OpModels/RowOwners.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_SENDFROMOWNERSPASS
#include "popt/Collectives/Passes.h.inc"

namespace {

/// Operations that the parts of one scan may have in all: each compiles by
/// itself.
constexpr int64_t kMostOperations = 1 << 14;

/// An all-reduce that one member of each group needs, or is enough for.
struct Rooted {
  dist::AllReduceOp reduce;
  ReshardKind kind; ///< Broadcast, Reduce; Slice if nothing has to be sent
  RowOwners::Members roots;

  bool isSent() const { return kind != ReshardKind::Slice; }
};

class Sender {
public:
  Sender(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function) {}

  void run() {
    SmallVector<mlir::Block *> blocks;
    function.walk([&](mlir::Block *block) { blocks.push_back(block); });
    for (mlir::Block *block : blocks)
      send(*block);
  }

private:
  std::optional<Rooted> rootedOf(dist::AllReduceOp reduce,
                                 const CountedLoop *loop);
  void send(mlir::Block &block);
  bool cut(const CountedLoop &loop, ArrayRef<Rooted> found);
  void explain(Rooted rooted, int64_t parts);
  static void rewrite(dist::AllReduceOp reduce, const Rooted &like,
                      int64_t root);

  const CostModel &costs;
  func::FuncOp function;
};

/// Nothing if the all-reduce stays.
std::optional<Rooted> Sender::rootedOf(dist::AllReduceOp reduce,
                                       const CountedLoop *loop) {
  Monoid monoid = reduce.getMonoid();
  if (!reduce.getAxesAttr() || !isOverDevices(costs.mesh, reduce) ||
      (monoid != Monoid::Sum && monoid != Monoid::Or && monoid != Monoid::Xor))
    return std::nullopt;
  AxisList axes = reduce.getAxesAttr().toAxisList(costs.mesh);
  RowOwners owners(costs.mesh, axes, loop);
  auto givers = owners.giversOf(reduce.getInput());
  auto takers = owners.takersOf(reduce.getResult());
  if (!givers && !takers)
    return std::nullopt;
  if (givers && takers && *givers == *takers)
    return Rooted{reduce, ReshardKind::Slice, {}};
  auto kind = givers ? CollectiveKind::Broadcast : CollectiveKind::Reduce;
  if (!isBetter(costs.costLike(reduce, kind, bufferBytes(reduce)),
                costs.costOf(reduce)))
    return std::nullopt;
  return Rooted{reduce, givers ? ReshardKind::Broadcast : ReshardKind::Reduce,
                givers ? *givers : *takers};
}

void Sender::rewrite(dist::AllReduceOp reduce, const Rooted &like,
                     int64_t root) {
  OpBuilder b(reduce);
  Location loc = reduce.getLoc();
  Value result = reduce.getInput();
  IntegerAttr rootAttr = b.getI64IntegerAttr(root);
  if (like.kind == ReshardKind::Broadcast)
    result = dist::BroadcastOp::create(
        b, loc, reduce.getType(), result, rootAttr, reduce.getAxesAttr(),
        reduce.getReplicaGroupsAttr(), reduce.getMeshAttr(), nullptr, nullptr,
        nullptr);
  else if (like.kind == ReshardKind::Reduce)
    result = dist::ReduceOp::create(
        b, loc, reduce.getType(), result, reduce.getMonoidAttr(), rootAttr,
        reduce.getAxesAttr(), reduce.getReplicaGroupsAttr(),
        reduce.getMeshAttr(), nullptr, nullptr, nullptr);
  reduce.replaceAllUsesWith(result);
  reduce.erase();
}

void Sender::explain(Rooted rooted, int64_t parts) {
  dist::AllReduceOp reduce = rooted.reduce;
  int64_t runs = runsOf(reduce->getBlock()).value_or(1);
  CommCost before = runs * costs.costOf(reduce), after;
  std::string what = "nothing is sent to the rank that has the row";
  if (rooted.isSent()) {
    bool gives = rooted.kind == ReshardKind::Broadcast;
    after = runs * costs.costLike(reduce,
                                  gives ? CollectiveKind::Broadcast
                                        : CollectiveKind::Reduce,
                                  bufferBytes(reduce));
    what = llvm::formatv("{0} over {1}, by {2} loops for {3} all-reduces",
                         gives ? "broadcasts from the rank that has the row"
                               : "reductions to the rank that keeps the row",
                         groupsOf(costs.mesh, reduce), parts, runs)
               .str();
  }
  explainGain(reduce.getLoc(), "owner", what, before, after);
}

/// The iterations at which some root changes, and the end.
SmallVector<int64_t> cutsOf(ArrayRef<Rooted> found, int64_t trips) {
  SmallVector<int64_t> cuts;
  for (int64_t trip = 1; trip < trips; ++trip)
    if (llvm::any_of(found, [&](const Rooted &rooted) {
          return rooted.isSent() &&
                 rooted.roots[trip] != rooted.roots[trip - 1];
        }))
      cuts.push_back(trip);
  cuts.push_back(trips);
  return cuts;
}

/// Replaces the loop by one for each run of iterations with the same roots.
/// False if that would be too many.
bool Sender::cut(const CountedLoop &loop, ArrayRef<Rooted> found) {
  Operation *op = loop.operation();
  SmallVector<int64_t> cuts = cutsOf(found, loop.trips());
  auto parts = static_cast<int64_t>(cuts.size());
  int64_t size = 0;
  op->walk([&](Operation *) { ++size; });
  if (parts * size > kMostOperations) {
    for (const Rooted &rooted : found)
      if (rooted.isSent())
        explainMissed(
            rooted.reduce->getLoc(), "owner",
            llvm::formatv("the sum of what one rank has stays an all-reduce: "
                          "{0} loops of {1} operations are more than {2}",
                          parts, size, kMostOperations)
                .str());
    return false;
  }
  for (const Rooted &rooted : found)
    explain(rooted, parts);
  if (parts == 1) {
    for (const Rooted &rooted : found)
      rewrite(rooted.reduce, rooted, rooted.isSent() ? rooted.roots[0] : 0);
    return true;
  }
  OpBuilder b(op);
  Operation *before = nullptr;
  int64_t begin = 0;
  for (int64_t end : cuts) {
    SmallVector<Value> carried(op->getOperands());
    if (before)
      carried = loop.carriedAfter(b, before, begin);
    Operation *part = loop.cut(b, begin, end, carried);
    part->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    llvm::DenseMap<Operation *, Operation *> copies;
    for (auto [from, to] :
         llvm::zip_equal(loop.body(), part->getRegions().back().front()))
      copies[&from] = &to;
    for (const Rooted &rooted : found)
      rewrite(cast<dist::AllReduceOp>(copies[rooted.reduce]), rooted,
              rooted.isSent() ? rooted.roots[begin] : 0);
    before = part;
    begin = end;
  }
  op->replaceAllUsesWith(before);
  op->erase();
  return true;
}

void Sender::send(mlir::Block &block) {
  Operation *parent = block.getParentOp();
  std::optional<CountedLoop> loop = CountedLoop::find(parent);
  if (loop && &loop->body() != &block)
    return;
  SmallVector<Rooted> found;
  for (auto reduce : block.getOps<dist::AllReduceOp>())
    if (auto rooted = rootedOf(reduce, loop ? &*loop : nullptr))
      found.push_back(std::move(*rooted));
  if (found.empty())
    return;
  if (loop) {
    cut(*loop, found);
    return;
  }
  for (const Rooted &rooted : found) {
    explain(rooted, 1);
    rewrite(rooted.reduce, rooted, rooted.isSent() ? rooted.roots[0] : 0);
  }
}

struct SendFromOwnersPass
    : public PassByWorker<impl::SendFromOwnersPassBase<SendFromOwnersPass>,
                          Sender> {
  using PassByWorker::PassByWorker;
};

} // namespace
} // namespace popt
