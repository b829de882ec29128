//===- Liveness.cpp - Bytes that a local program holds --------------------===//
//
// Operations are numbered in the order in which they stand, those in regions
// between the first and the last number of the operation around them. Views
// hold nothing of their own. Tested by test/Collectives/move-out-of-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "Liveness.h"

using namespace mlir;

namespace popt {

static bool isView(Operation *op) {
  auto model = dyn_cast_or_null<OpModelInterface>(op);
  return model && model.getKernelKind() == KernelKind::View;
}

Liveness::Liveness(func::FuncOp function) {
  number(function.getBody());
  std::vector<int64_t> change(next + 2, 0);
  auto add = [&](Value value, int64_t from, int64_t to) {
    int64_t size = bytesOf(value.getType());
    change[from] += size;
    change[to + 1] -= size;
  };
  for (BlockArgument argument : function.getArguments())
    add(argument, 0, next);
  function.getBody().walk([&](Operation *op) {
    if (!isView(op))
      for (Value result : op->getResults())
        add(result, begin(op), std::max(end(op), lastUse(result)));
  });
  int64_t now = 0;
  for (int64_t by : ArrayRef(change).drop_back())
    bytes.push_back(now += by);
}

void Liveness::number(Region &region) {
  for (mlir::Block &block : region)
    for (Operation &op : block) {
      beginOf[&op] = ++next;
      for (Region &inner : op.getRegions())
        number(inner);
      endOf[&op] = op.getNumRegions() ? ++next : next;
    }
}

int64_t Liveness::lastUse(Value value) const {
  int64_t last = 0;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    last = std::max(last, begin(user));
    if (isView(user))
      last = std::max(last, lastUse(user->getResult(0)));
    // What a loop reads from outside is read until it ends.
    for (Operation *parent = user->getParentOp();
         parent && parent != value.getParentRegion()->getParentOp();
         parent = parent->getParentOp())
      last = std::max(last, end(parent));
  }
  return last;
}

int64_t Liveness::peak() const {
  return *std::max_element(bytes.begin(), bytes.end());
}

int64_t Liveness::peakDuring(Operation *op) const {
  return *std::max_element(bytes.begin() + begin(op),
                           bytes.begin() + end(op) + 1);
}

} // namespace popt
