//===- OverlapCopies.cpp - Copies over the host's link, beside kernels ----===//
//
// A copy to the device is prefetched: it begins so early that it is done when its
// first reader begins, and no earlier, since its memory is taken from then on. A
// copy to the host is drained: its source stays until it is done, as far as can be
// told, and no longer. `|` is time, on the kernels' stream and on those of the link:
//
//   one stream   k0 | to_device m | update | to_host m' | k1
//   three        k0             | update | k1
//                | to_device m  |        | to_host m' |
//
// The link is one resource for each direction: of copies to the device the last
// one is placed first, each before the next on the link; of those to the host the
// first. Where too much would be alive, a copy begins later, or is waited for
// sooner.
//
// Covered by test/Memory/overlap-copies.mlir, and by execution in
// test/Execute/Gpu/host-memory.test.
//
//===----------------------------------------------------------------------===//
#include "OverlapCopies.h"

#include "popt/Dialect/Dist/Dist.h"

#include <limits>

using namespace mlir;
using namespace popt;

bool popt::isMemoryMove(Operation *op) {
  return isa<dist::ToHostOp, dist::ToDeviceOp>(op);
}

namespace {
/// The operations of one block: when they begin, and what is alive meanwhile.
class BlockTimes {
public:
  BlockTimes(Block &block, Storages &storages, const Positions &positions,
             const CopyTimes &times)
      : storages(storages), positions(positions), times(times) {
    HeldBytes held = storages.held();
    double now = 0;
    for (Operation &op : block) {
      Operation *next = op.getNextNode();
      int64_t last = next ? positions.begin(next) - 1 : positions.end(&op);
      indexOf[&op] = ops.size();
      ops.push_back(&op);
      begins.push_back(now);
      alive.push_back(held.most(positions.begin(&op), last));
      now += isMemoryMove(&op) ? 0 : times.ofOp(&op);
    }
  }
  void prefetch(int64_t mostBytes);
  int64_t drain(int64_t mostBytes);

private:
  Storages &storages;
  const Positions &positions;
  const CopyTimes &times;
  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, size_t> indexOf;
  std::vector<double> begins; ///< of each operation
  std::vector<int64_t> alive; ///< bytes of the device, during each
};
} // namespace

/// Moves copies to the device, which stand before their first readers.
void BlockTimes::prefetch(int64_t mostBytes) {
  double linkIsTaken = std::numeric_limits<double>::infinity();
  for (size_t at = ops.size(); at-- > 0;) {
    auto copy = dyn_cast<dist::ToDeviceOp>(ops[at]);
    if (!copy)
      continue;
    linkIsTaken = std::min(linkIsTaken, begins[at]) - times.ofCopy(copy);
    Operation *maker = baseOf(copy.getOperand()).getDefiningOp();
    size_t first = maker && indexOf.contains(maker) ? indexOf[maker] + 1 : 0;
    size_t to = at;
    int64_t bytes = bytesOf(copy.getResult());
    for (; to > first && begins[to] > linkIsTaken &&
           alive[to - 1] + bytes <= mostBytes;
         --to)
      alive[to - 1] += bytes;
    copy->moveBefore(ops[to]);
  }
}

/// Marks copies to the host; returns how many.
int64_t BlockTimes::drain(int64_t mostBytes) {
  int64_t marked = 0;
  double linkIsFree = 0;
  for (size_t at = 0; at < ops.size(); ++at) {
    auto copy = dyn_cast<dist::ToHostOp>(ops[at]);
    if (!copy)
      continue;
    linkIsFree = std::max(linkIsFree, begins[at]) + times.ofCopy(copy);
    Storage *source = storages.find(copy.getOperand());
    int64_t bytes = bytesOf(copy.getResult());
    int64_t most = times.mostBeside(copy), count = 0;
    bool computes = false;
    for (; count < most; ++count) {
      size_t next = at + 1 + static_cast<size_t>(count);
      bool isAlive = !source || positions.begin(ops[next]) <= source->end;
      if (begins[next] >= linkIsFree ||
          (!isAlive && alive[next] + bytes > mostBytes))
        break;
      alive[next] += isAlive ? 0 : bytes;
      computes |= begins[next + 1] > begins[next];
    }
    if (!computes)
      continue;
    copy->setAttr(kStepBeside,
                  Builder(copy.getContext()).getI64IntegerAttr(count));
    ++marked;
  }
  return marked;
}

/// For each block that has copies.
static void forEachBlock(func::FuncOp function, const SymbolTable &symbols,
                         const CopyTimes &times,
                         llvm::function_ref<void(BlockTimes &)> visit) {
  llvm::SetVector<Block *> blocks;
  function.getBody().walk([&](Operation *op) {
    if (isMemoryMove(op))
      blocks.insert(op->getBlock());
  });
  Storages storages(function, symbols);
  Positions positions(function);
  for (Block *block : blocks) {
    BlockTimes all(*block, storages, positions, times);
    visit(all);
  }
}

void popt::prefetchCopies(func::FuncOp function, const SymbolTable &symbols,
                          const CopyTimes &times, int64_t mostBytes) {
  forEachBlock(function, symbols, times,
               [&](BlockTimes &block) { block.prefetch(mostBytes); });
}

int64_t popt::markCopies(func::FuncOp function, const SymbolTable &symbols,
                         const CopyTimes &times, int64_t mostBytes) {
  int64_t marked = 0;
  function.getBody().walk([&](dist::ToDeviceOp copy) {
    int64_t count = times.mostBeside(copy);
    if (count == 0)
      return;
    copy->setAttr(kStepBeside,
                  Builder(copy.getContext()).getI64IntegerAttr(count));
    ++marked;
  });
  forEachBlock(function, symbols, times,
               [&](BlockTimes &block) { marked += block.drain(mostBytes); });
  return marked;
}
