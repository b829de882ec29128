//===- LocalProgram.cpp - Prices in a program without kernels -------------===//
//
// See LocalProgram.h. Tested by test/Stages/form-tasks.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Cost/LocalProgram.h"

#include "popt/Analysis/MemoryRules.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Reshapes.h"

#include <set>

using namespace mlir;

namespace popt {

/// True if one kernel makes the update and writes it.
static bool isMadeInPlace(Operation *write, const LocalKernels &kernels) {
  // Beside indices, which are small.
  Value update = *llvm::max_element(
      llvm::drop_begin(write->getOperands()), [](Value a, Value b) {
        return bytesOf(a.getType()) < bytesOf(b.getType());
      });
  Operation *maker = update.getDefiningOp();
  while (maker && isa<KernelOpInterface>(maker) &&
         kernelKindOf(maker) == KernelKind::View)
    maker = maker->getOperand(0).getDefiningOp();
  return maker && kernels.isFused(maker) &&
         kernels.lastOfKernel(maker) == write;
}

/// True for what takes no time of its own: a broadcast that kernels evaluate where
/// they read it, or that gives a dim of one; a transpose of what a library makes,
/// which makes it so.
static bool takesNoTime(Operation *op, bool isFused) {
  if (kernelKindOf(op) != KernelKind::Broadcast || op->getNumOperands() != 1)
    return false;
  Value operand = op->getOperand(0);
  if (permutationOf(op)) {
    Operation *maker = operand.getDefiningOp();
    return maker && operand.hasOneUse() &&
           kernelKindOf(maker) == KernelKind::Library;
  }
  return bytesOf(operand) == bytesOf(op->getResult(0)) ||
         (isFused && LocalKernels::isCopied(op));
}

/// True if all kernels that read the value compute it again, from one other value.
bool isRepeated(Operation *op) {
  if (kernelKindOf(op) != KernelKind::Map || elementCostOf(op) > kCheapWork)
    return false;
  llvm::SmallPtrSet<Value, 2> loaded;
  for (Value operand : op->getOperands())
    if (Operation *maker = operand.getDefiningOp();
        !maker || !LocalKernels::isCopied(maker))
      loaded.insert(operand);
  return loaded.size() <= 1 &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return user->getBlock() == op->getBlock() &&
                  !user->hasTrait<OpTrait::IsTerminator>() &&
                  LocalKernels::isInKernel(user);
         });
}

/// What makes rows of stacks where they lie: it is stored, as what a task leaves for
/// another is.
static llvm::SmallPtrSet<Operation *, 8> makersOfRows(Region &body,
                                                      StackRows &rows) {
  llvm::SmallPtrSet<Operation *, 8> makers;
  for (Operation &op : body.getOps())
    if (rows.writtenBy(&op))
      if (Operation *maker = beforeReshapes(op.getOperand(1)).getDefiningOp())
        makers.insert(maker);
  return makers;
}

Operation *LocalProgram::productAddedBy(Operation *add) {
  // Rows of stacks lie in memory.
  auto isInLoops = [&](Operation *op) {
    return LocalKernels::isInKernel(op) && !rows.readBy(op) &&
           !rows.writtenBy(op);
  };
  std::optional<ProductSum> sum = sumInOneCall(add, isInLoops);
  return sum ? sum->product : nullptr;
}

bool LocalProgram::isFused(Operation *op) const {
  return local.isFused(op) || isRepeated(op);
}

double LocalProgram::secondsOfBodies(Operation *op) {
  double seconds = 0;
  for (Region &region : op->getRegions()) {
    auto stored = makersOfRows(region, rows);
    SmallVector<Operation *> ops;
    for (Operation &inner : region.getOps())
      if (!inner.hasTrait<OpTrait::IsTerminator>())
        ops.push_back(&inner);
    seconds += this->seconds(ops, [&](Operation *inner) {
      return !stored.contains(inner) && isFused(inner);
    });
  }
  auto tied = cast<ValueTieOpInterface>(op);
  return seconds * static_cast<double>(tied.getTripCount().value_or(
                       isLoop(op) ? kUnknownTrips : 1));
}

/// Seconds of what is in no kernel; nothing for operations on elements.
std::optional<double> LocalProgram::secondsAlone(Operation *op) {
  if (isa<ValueTieOpInterface>(op) && op->getNumRegions())
    return secondsOfBodies(op);
  auto collective = dyn_cast<dist::CollectiveOpInterface>(op);
  if ((collective && costKind(collective)) ||
      kernelKindOf(op) == KernelKind::Library ||
      isa<dist::ToHostOp, dist::ToDeviceOp>(op))
    return costs.costOfRun(op).seconds;
  if (isa<KernelOpInterface>(op) && op->getNumResults())
    return std::nullopt;
  int64_t bytes = 0;
  for (Type type : op->getResultTypes())
    bytes += bytesOf(type);
  return costs.copySeconds(bytes);
}

namespace {
/// The loops of one kernel.
struct Loops {
  Value made;
  double additions = 0;
  int64_t bytes = 0;
  /// Values, and rows of stacks by where they begin.
  std::set<std::pair<void *, int64_t>> loaded;
};
} // namespace

double LocalProgram::seconds(ArrayRef<Operation *> ops, IsFused isFused) {
  double seconds = 0;
  llvm::MapVector<Operation *, Loops> loops;
  llvm::SmallPtrSet<Operation *, 4> products, additions;
  for (Operation *op : ops)
    if (Operation *product = productAddedBy(op);
        product && llvm::is_contained(ops, product)) {
      products.insert(product);
      additions.insert(op);
    }
  for (Operation *op : ops) {
    if (additions.contains(op))
      continue;
    if (products.contains(op)) {
      seconds += costs.secondsOfSum(op);
      continue;
    }
    if (std::optional<double> alone = secondsAlone(op)) {
      seconds += *alone;
      continue;
    }
    KernelKind kind = kernelKindOf(op);
    // A layer is no copy if it is read from the stack: its readers load it.
    if (kind == KernelKind::View || kind == KernelKind::Source ||
        leavesOperandInPlace(op) || takesNoTime(op, isFused(op)) ||
        rows.readBy(op))
      continue;
    Loops &kernel = loops[local.lastOfKernel(op)];
    kernel.made = op->getResult(0);
    kernel.additions += flopsOf(op).value_or(0);
    if (rows.writtenBy(op)) {
      // Made there; what the iteration began with is stored by a kernel that
      // reads it.
      if (StackRows::storedBy(op))
        kernel.bytes += bytesOf(op->getOperand(1));
    } else if (kind == KernelKind::GatherLike) {
      kernel.bytes += bytesMoved(op) / (isFused(op) ? 2 : 1);
    } else if (kind == KernelKind::InPlaceUpdate) {
      kernel.bytes += bytesMoved(op) / (isMadeInPlace(op, local) ? 2 : 1);
    } else {
      for (Value operand : op->getOperands()) {
        Value value = viewedBy(operand);
        Operation *maker = value.getDefiningOp();
        if (maker && (LocalKernels::isCopied(maker) || isFused(maker)) &&
            !rows.readBy(maker))
          continue;
        std::pair<void *, int64_t> key(value.getAsOpaquePointer(), 0);
        if (maker)
          if (std::optional<StackRow> row = rows.readBy(maker))
            key = {viewedBy(maker->getOperand(0)).getAsOpaquePointer(),
                   1 + row->begin};
        if (kernel.loaded.insert(key).second)
          kernel.bytes += bytesOf(value);
      }
      if (!isFused(op))
        for (Value result : op->getResults())
          kernel.bytes += bytesOf(result);
    }
  }
  for (auto &[last, kernel] : loops)
    seconds += costs.launched(
        costs.kernelSeconds(kernel.made, kernel.additions, kernel.bytes));
  return seconds;
}

} // namespace popt
