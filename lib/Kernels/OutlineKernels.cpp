//===- OutlineKernels.cpp - Clusters become functions ---------------------===//
//
//   %0 = stablehlo.exponential %x
//   %1 = stablehlo.add %0, %y
// becomes
//   %1 = call @kernel_0_add(%x, %y)
//   func.func private @kernel_0_add(%a, %b) attributes {popt.kernel} {
//     stablehlo.exponential, stablehlo.add, return }
//
// `popt.may_share` on a kernel lists pairs [result, operand] that may lie in
// the same memory: every element is read before it is written.
//
// Covered by test/Kernels/form-kernels.mlir and sums-in-place.mlir.
//
//===----------------------------------------------------------------------===//
#include "OutlineKernels.h"

#include "KernelEmitter.h"

#include "popt/Analysis/MemoryKinds.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/Support/Tensors.h"

#include "popt/Dialect/Dist/Stages.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Transforms/RegionUtils.h"

#include <set>

using namespace mlir;
using namespace popt;

/// Puts operations after what they read, and ordered ones in their order, with
/// as few changes as possible.
static void sortInOrder(mlir::Block &block) {
  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> positions;
  bool hasOrder = false;
  for (Operation &op : block) {
    positions[&op] = ops.size();
    ops.push_back(&op);
    hasOrder |= dist::isOrdered(&op);
  }
  if (!hasOrder) {
    sortTopologically(&block);
    return;
  }
  std::vector<unsigned> waitsFor(ops.size(), 0);
  std::vector<SmallVector<unsigned, 2>> readers(ops.size());
  auto addEdge = [&](unsigned from, unsigned to) {
    readers[from].push_back(to);
    ++waitsFor[to];
  };
  std::optional<unsigned> before;
  for (unsigned i = 0; i < ops.size(); ++i) {
    for (Operation *user : ops[i]->getUsers())
      addEdge(i, positions[block.findAncestorOpInBlock(*user)]);
    bool isLast = ops[i]->hasTrait<OpTrait::IsTerminator>();
    if (!dist::isOrdered(ops[i]) && !isLast)
      continue;
    if (before)
      addEdge(*before, i);
    before = i;
  }
  std::set<unsigned> ready;
  for (unsigned i = 0; i < ops.size(); ++i)
    if (!waitsFor[i])
      ready.insert(i);
  while (!ready.empty()) {
    unsigned next = *ready.begin();
    ready.erase(ready.begin());
    ops[next]->moveBefore(&block, block.end());
    for (unsigned reader : readers[next])
      if (--waitsFor[reader] == 0)
        ready.insert(reader);
  }
  // The terminator was last except for operations that nothing reads.
  Operation *terminator = ops.back();
  terminator->moveBefore(&block, block.end());
}

void Outliner::outline(mlir::Block &block) {
  BlockClusters former(block);
  // In program order of the roots, so that names follow the program.
  Replacements replacements;
  for (unsigned number = former.clusters.size(); number-- > 0;)
    makeCall(former, number, replacements);
  for (auto [from, to] : replacements)
    from.replaceAllUsesWith(to);
  // The operations that remain of the clusters have no users; erased last
  // first.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && former.positions.contains(&op) &&
        former.isOutlined(&op))
      op.erase();
  sortInOrder(block);
  placeMoves(block);
}

void Outliner::makeCall(BlockClusters &former, unsigned number,
                        Replacements &replacements) {
  const Cluster &cluster = former.clusters[number];
  SmallVector<Operation *> ops(cluster.ops);
  llvm::sort(ops, [&](Operation *a, Operation *c) {
    return former.positions[a] < former.positions[c];
  });
  llvm::SetVector<Value> inside, inputs, captured;
  for (Operation *op : ops)
    inside.insert(op->result_begin(), op->result_end());
  SmallVector<Value> outputs;
  SmallVector<Type> inputTypes, outputTypes;
  for (Operation *op : ops) {
    captured.clear();
    if (op->getNumRegions())
      getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value operand : llvm::concat<Value>(llvm::to_vector(op->getOperands()),
                                             captured.getArrayRef().vec()))
      if (!inside.contains(operand) && inputs.insert(operand))
        inputTypes.push_back(operand.getType());
    if (!former.leaves(op, number))
      continue;
    llvm::append_range(outputs, op->getResults());
    llvm::append_range(outputTypes, op->getResultTypes());
  }

  OpBuilder b(program.getContext());
  Location loc = cluster.root->getLoc();
  auto kernel = func::FuncOp::create(
      loc, "kernel", b.getFunctionType(inputTypes, outputTypes));
  kernel.setPrivate();
  kernel->setAttr(kKernel, b.getUnitAttr());
  mlir::Block *body = kernel.addEntryBlock();
  b.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [value, argument] : llvm::zip(inputs, body->getArguments()))
    mapping.map(value, argument);
  for (Operation *op : ops) {
    Operation *copy = b.clone(*op, mapping);
    copy->setDiscardableAttrs(b.getDictionaryAttr({}));
  }
  SmallVector<Value> returned = llvm::map_to_vector(
      outputs, [&](Value value) { return mapping.lookup(value); });
  func::ReturnOp::create(b, loc, returned);

  func::FuncOp shared = intern(kernel, cluster.root);
  b.setInsertionPoint(cluster.root);
  SmallVector<Location> locations = {loc};
  for (Operation *op : ops)
    if (!op->hasTrait<OpTrait::ConstantLike>())
      locations.push_back(op->getLoc());
  auto call = func::CallOp::create(b, b.getFusedLoc(locations), shared,
                                   inputs.getArrayRef());
  for (auto [from, to] : llvm::zip(outputs, call.getResults()))
    replacements.push_back({from, to});
}

/// Equal for equal kernels, whatever their names and locations.
static uint64_t hashOf(func::FuncOp kernel) {
  llvm::hash_code hash = mlir::hash_value(kernel.getFunctionType());
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return size_t(hash);
}

/// The equal function made before, or this one, named and inserted.
func::FuncOp Outliner::intern(func::FuncOp kernel, Operation *root) {
  SmallVector<func::FuncOp, 1> &equal = kernels[hashOf(kernel)];
  for (func::FuncOp known : equal)
    if (known.getFunctionType() == kernel.getFunctionType() &&
        OperationEquivalence::isRegionEquivalentTo(
            &known.getBody(), &kernel.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      kernel->erase();
      return known;
    }
  markSharing(kernel);
  kernel.setName(
      ("kernel_" + Twine(numKernels++) + "_" + root->getName().stripDialect())
          .str());
  symbols.insert(kernel);
  equal.push_back(kernel);
  return kernel;
}

//===----------------------------------------------------------------------===//
// Results over operands
//===----------------------------------------------------------------------===//

/// The shape without dimensions of extent 1.
static SmallVector<int64_t> extentsOf(Value value) {
  SmallVector<int64_t> extents;
  for (int64_t extent : cast<RankedTensorType>(value.getType()).getShape())
    if (extent != 1)
      extents.push_back(extent);
  return extents;
}

/// True if a broadcast repeats each element along inner dimensions alone.
static bool repeatsRows(const KernelFacts &fact, Operation *op) {
  if (!fact.resultDims)
    return false;
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t next = 0;
  for (int64_t dim : *fact.resultDims) {
    if (dim < 0)
      continue;
    for (; next < dim; ++next)
      if (to.getDimSize(next) != 1)
        return false;
    if (dim != next++)
      return false;
  }
  return true;
}

/// True if every element is read before the result's element at its index is
/// written: at that index, or for a reduction of its row, which the emitter
/// evaluates before the loop over the row. `extents` are the result's.
static bool isReadInPlace(Value value, ArrayRef<int64_t> extents,
                          KernelFactsCache &facts) {
  if (ArrayRef(extentsOf(value)) != extents)
    return false;
  SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    for (OpOperand &use : next.getUses()) {
      Operation *user = use.getOwner();
      if (user->hasTrait<OpTrait::IsTerminator>())
        continue;
      if (user->getNumResults() != 1)
        return false;
      Value result = user->getResult(0);
      const KernelFacts &fact = facts(user);
      bool isRead = false;
      switch (fact.kind) {
      case KernelKind::Map:
      case KernelKind::View:
        isRead = extentsOf(result) == extentsOf(next);
        break;
      case KernelKind::Broadcast:
        isRead = repeatsRows(fact, user) &&
                 (ArrayRef(extentsOf(result)) == extents ||
                  extentsOf(result) == extentsOf(next));
        break;
      case KernelKind::RowReduction:
        isRead = use.getOperandNumber() == 0 && !fact.isColumnReduction;
        break;
      default:
        break;
      }
      if (!isRead)
        return false;
      if (seen.insert(result).second)
        work.push_back(result);
    }
  }
  return true;
}

/// True if an operation writes a part of the tensor, and whatever else is read of the
/// tensor is that part, element by element where it is written: a sum in place.
static bool isUpdatedInPlace(Value whole, Operation *update,
                             KernelFactsCache &facts) {
  if (!update || update->getNumResults() != 1 ||
      facts(update).kind != KernelKind::InPlaceUpdate ||
      update->getOperand(0) != whole)
    return false;
  std::optional<SliceAccess> written = sliceAccessOf(update);
  SmallVector<Value> work;
  for (OpOperand &use : whole.getUses()) {
    if (use.getOwner() == update && use.getOperandNumber() == 0)
      continue;
    std::optional<SliceAccess> read = sliceAccessOf(use.getOwner());
    if (!written || !read || read->update || read->whole != whole ||
        read->sizes != written->sizes ||
        !llvm::equal(read->indices, written->indices))
      return false;
    work.push_back(use.getOwner()->getResult(0));
  }
  llvm::DenseSet<Value> seen(work.begin(), work.end());
  while (!work.empty()) {
    Value next = work.pop_back_val();
    for (OpOperand &use : next.getUses()) {
      Operation *user = use.getOwner();
      if (user == update && next == written->update)
        continue;
      if (user->getNumResults() != 1 || facts(user).kind != KernelKind::Map)
        return false;
      if (seen.insert(user->getResult(0)).second)
        work.push_back(user->getResult(0));
    }
  }
  return true;
}

void popt::markSharing(func::FuncOp kernel) {
  Operation *terminator = kernel.getBody().front().getTerminator();
  MLIRContext *context = kernel.getContext();
  KernelFactsCache facts;
  auto bytesOf = [](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getNumElements() * bytesPerElement(type.getElementType());
  };
  // One loop nest writes all: results of one size, and values of their rows
  // before these.
  Value full;
  for (Value value : terminator->getOperands())
    if (!full || countOf(value) > countOf(full))
      full = value;
  bool isOneNest = llvm::all_of(terminator->getOperands(), [&](Value value) {
    return value.getDefiningOp() && !facts(value.getDefiningOp()).isRootOnly &&
           (countOf(value) == countOf(full) || isStoredByRows(value, full));
  });
  SmallVector<Attribute> pairs;
  for (BlockArgument argument : kernel.getArguments())
    for (auto [r, value] : llvm::enumerate(terminator->getOperands())) {
      if (bytesOf(value) != bytesOf(argument))
        continue;
      Operation *op = value.getDefiningOp();
      if (isUpdatedInPlace(argument, op, facts) ||
          (isOneNest && countOf(value) == countOf(full) &&
           countOf(argument) == countOf(full) &&
           isReadInPlace(argument, extentsOf(value), facts)))
        pairs.push_back(DenseI64ArrayAttr::get(
            context, {int64_t(r), int64_t(argument.getArgNumber())}));
    }
  if (!pairs.empty())
    kernel->setAttr(kMayShare, ArrayAttr::get(context, pairs));
}
