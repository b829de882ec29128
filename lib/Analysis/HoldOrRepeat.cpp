//===- HoldOrRepeat.cpp - Values to hold or to recompute ------------------===//
//
// See HoldOrRepeat.h. Tested by test/Memory/recompute.mlir.
//
//===----------------------------------------------------------------------===//
#include "HoldOrRepeat.h"

#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Search/MinCut.h"

#include <cmath>

using namespace mlir;

namespace popt {

/// So many additions run again rather than that a byte is held.
static constexpr int64_t kWorkPerByte = 8;

/// Additions; a byte that is read or written counts as one (kCheapWork).
static int64_t workOf(Operation *op) {
  KernelKind kind = LocalKernels::kindOf(op);
  if (LocalKernels::isCopied(op) || kind == KernelKind::View ||
      kind == KernelKind::Source)
    return 0;
  auto work = static_cast<int64_t>(std::ceil(flopsOf(op).value_or(0)));
  if (kind != KernelKind::Map && kind != KernelKind::Broadcast)
    work += bytesMoved(op);
  return work;
}

llvm::DenseSet<Value> valuesWorthHolding(const HoldOrRepeat &asked) {
  // On the side of the sink is what the backward part has to make: itself, and
  // operations that run again. An operation of the source's side whose result is
  // read on the sink's side has it held.
  MinCut cut;
  int source = cut.addNode(), sink = cut.addNode();
  llvm::DenseMap<Operation *, int> nodeOf;
  for (Operation &op : asked.block) {
    bool isForward = &op == asked.end || op.isBeforeInBlock(asked.end);
    nodeOf[&op] = isForward ? cut.addNode() : sink;
  }
  std::vector<std::pair<Value, int>> readings;
  for (Operation &op : asked.block) {
    int node = nodeOf[&op];
    if (node == sink)
      break;
    cut.addEdge(source, node,
                asked.mayRepeat(&op) ? workOf(&op) : MinCut::infinite);
    for (Value result : op.getResults()) {
      std::optional<int64_t> bytes = asked.bytesToHold(result);
      if (bytes == 0)
        continue;
      int reading = cut.addNode();
      cut.addEdge(node, reading,
                  bytes ? *bytes * kWorkPerByte : MinCut::infinite);
      for (Operation *user : result.getUsers())
        if (Operation *reader = asked.block.findAncestorOpInBlock(*user))
          cut.addEdge(reading, nodeOf[reader], MinCut::infinite);
      readings.emplace_back(result, reading);
    }
  }
  std::vector<bool> isHeldSide = cut.solve(source, sink);
  llvm::DenseSet<Value> held;
  for (auto [value, reading] : readings)
    if (isHeldSide[nodeOf[value.getDefiningOp()]] && !isHeldSide[reading])
      held.insert(value);
  return held;
}

} // namespace popt
