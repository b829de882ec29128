//===- Communication.cpp - What collectives and moves cost ----------------===//
//
// Tested through the passes of Collectives and Memory.
//
//===----------------------------------------------------------------------===//
#include "popt/Cost/CostModel.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace popt {

CommCost CostModel::costLike(dist::CollectiveOpInterface op,
                             CollectiveKind kind, int64_t bytes) const {
  if (dist::AxisListAttr axes = op.getAxesAttr())
    return collective(kind, axes.toAxisList(mesh), bytes);
  // Lists may cross any link.
  return machine.collective(kind, largestGroup(mesh, op),
                            static_cast<int>(machine.links.size()) - 1, bytes);
}

/// Bytes that are copied between tensors and buffers, in which one member's block
/// comes after the other: blocks of an inner dimension don't lie so.
static int64_t packedBytes(dist::CollectiveOpInterface op) {
  auto bytesAlong = [](Value value, int64_t dim) {
    bool isOutermost = llvm::all_of(shapeOf(value).take_front(dim),
                                    [](int64_t extent) { return extent == 1; });
    return isOutermost ? 0 : bytesOf(value);
  };
  Value operand = op->getOperand(0), result = op->getResult(0);
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<dist::AllGatherOp, dist::GatherOp>(
          [&](auto op) { return bytesAlong(result, op.getDim()); })
      .Case<dist::ReduceScatterOp, dist::ScatterOp>(
          [&](auto op) { return bytesAlong(operand, op.getDim()); })
      .Case([&](dist::AllToAllOp op) {
        return bytesAlong(operand, op.getSplit()) +
               bytesAlong(result, op.getConcat());
      })
      .Default([](Operation *) { return 0; });
}

static double packSeconds(const CostModel &costs,
                          dist::CollectiveOpInterface op) {
  return isOverDevices(costs.mesh, op) ? costs.copySeconds(packedBytes(op)) : 0;
}

CommCost CostModel::costOf(dist::CollectiveOpInterface op) const {
  std::optional<CollectiveKind> kind = costKind(op);
  CommCost cost = kind ? costLike(op, *kind, bufferBytes(op)) : CommCost();
  cost.seconds += packSeconds(*this, op);
  return cost;
}

CommCost
CostModel::costOfMessage(ArrayRef<dist::CollectiveOpInterface> members) const {
  if (members.size() == 1)
    return costOf(members.front());
  CommCost cost;
  SmallVector<std::pair<dist::CollectiveOpInterface, int64_t>> bytes; // by kind
  for (dist::CollectiveOpInterface member : members) {
    cost.wireBytes += costOf(member).wireBytes;
    auto *same = llvm::find_if(bytes, [&](auto &kind) {
      return kind.first.getKind() == member.getKind();
    });
    if (same == bytes.end())
      same = bytes.insert(same, {member, 0});
    same->second += bufferBytes(member);
    cost.seconds += packSeconds(*this, member);
  }
  for (auto [first, together] : bytes) {
    CommCost ofKind = costLike(first, *costKind(first), together);
    cost.seconds += ofKind.seconds - ofKind.latencySeconds;
    cost.latencySeconds = std::max(cost.latencySeconds, ofKind.latencySeconds);
  }
  cost.seconds += cost.latencySeconds;
  return cost;
}

double CostModel::sendSeconds(const AxisRef &along, int64_t bytes) const {
  return machine.links[levelOf(along)].sendSeconds(static_cast<double>(bytes));
}

double CostModel::sendLatency(const AxisRef &along) const {
  return machine.links[levelOf(along)].latencySeconds;
}

int CostModel::levelOf(dist::CollectiveOpInterface op) const {
  int last = static_cast<int>(machine.links.size()) - 1, level = last;
  if (dist::AxisListAttr axes = op.getAxesAttr())
    level = machine.level(mesh, axes.toAxisList(mesh));
  return std::clamp(level, 0, last);
}

double CostModel::latencyOf(Operation *op) const {
  return costOfRun(op).latencySeconds;
}

bool CostModel::hasLatencies() const {
  return llvm::any_of(machine.links, [](const LinkLevel &link) {
    return link.latencySeconds > 0;
  });
}

CommCost operator+(const CommCost &a, const CommCost &b) {
  return {a.seconds + b.seconds, a.wireBytes + b.wireBytes,
          a.latencySeconds + b.latencySeconds};
}

CommCost operator*(int64_t times, const CommCost &a) {
  auto scale = static_cast<double>(times);
  return {scale * a.seconds, times * a.wireBytes, scale * a.latencySeconds};
}

bool isBetter(const CommCost &a, const CommCost &b) {
  if (a.wireBytes != b.wireBytes)
    return a.wireBytes < b.wireBytes;
  return a.seconds < b.seconds * (1 - 1e-9);
}

} // namespace popt
