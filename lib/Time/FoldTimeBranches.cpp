//===- FoldTimeBranches.cpp - What branches make once for all time steps --===//
//
// A branch that runs in every time step may make values that do not vary: the
// perturbed weights of a second pass that only some steps make (SAM). They become
// results of a branch of its own, which runs once:
//
//   %1 = case(%i) {%p = add %w, %g   %h = dot %x, %p   return %h} {return %zero}
// becomes, if %x alone varies,
//   %p = case(%i) {%p = add %w, %g   return %p} {return %zeros}
//   %1 = case(%i) {%h = dot %x, %p   return %h} {return %zero}
//
// In a pipeline %p would otherwise be held for each microbatch in flight. What costs
// nothing in a loop stays, as outside of branches (TimePlan::isSunkIntoLoop). So does
// what an operation makes that runs in the loop for another of its results, or that
// reads such a value, even if it does not vary.
//
// Tested by test/Time/fold-time-branches.mlir, and by execution in
// test/Execute/Stages/updates.test.
//
//===----------------------------------------------------------------------===//
#include "FoldTime.h"

#include "popt/Interfaces/Build.h"
#include "popt/OpModels/Branch.h"
#include "popt/Support/DeadOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

/// A branch for less than this is not worth its command.
static constexpr int64_t kLeastElements = 64;

namespace {
class BranchHoister {
public:
  BranchHoister(Operation *branch, const Mesh &mesh,
                function_ref<bool(Value)> varies,
                function_ref<bool(Operation *)> isSunk)
      : branch(branch), mesh(mesh), varies(varies), isSunk(isSunk) {}
  bool find();
  /// Builds the branch that runs once.
  void build();
  /// Leaves the rest to the branch that runs in each time step.
  void trim();

private:
  void findSame(mlir::Block &block);
  void look(mlir::Block &block);
  bool isSame(Value value) const;
  bool isSame(Operation *op) const;

  Operation *branch, *once = nullptr;
  const Mesh &mesh;
  function_ref<bool(Value)> varies;
  function_ref<bool(Operation *)> isSunk;
  /// Operations of regions that do the same in all time steps.
  llvm::DenseSet<Operation *> sames;
  /// Values that those make and that something reads that stays.
  llvm::SetVector<Value> made;
  /// Results of the branch that those make in each region, or nothing in the loop.
  SmallVector<unsigned> same;
  /// Those that regions read themselves, under the names that they have there.
  SmallVector<std::pair<Value, unsigned>> asResult;
};
} // namespace

/// True if a value that a region reads is there without the loop.
bool BranchHoister::isSame(Value value) const {
  Operation *maker = value.getDefiningOp();
  bool isInside = maker && branch->isProperAncestor(maker);
  return !varies(value) && (!isInside || sames.contains(maker));
}

/// True if the operation, in a region, does the same in all time steps, as do those
/// that it reads from.
bool BranchHoister::isSame(Operation *op) const {
  return isMemoryEffectFree(op) && !readsTimeStep(op, mesh) &&
         llvm::none_of(op->getResults(), varies) &&
         llvm::all_of(valuesRead(op),
                      [&](Value value) { return isSame(value); });
}

void BranchHoister::findSame(mlir::Block &block) {
  for (Operation &op : block.without_terminator())
    if (isSame(&op))
      sames.insert(&op);
}

void BranchHoister::look(mlir::Block &block) {
  // What varies, and what costs nothing for that.
  llvm::DenseSet<Operation *> stay;
  auto isReadInSteps = [&](OpOperand &use) {
    Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
    if (reader == block.getTerminator())
      return !llvm::is_contained(same, use.getOperandNumber());
    return stay.contains(reader);
  };
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    if (!sames.contains(&op)) {
      stay.insert(&op);
      continue;
    }
    for (Value result : op.getResults()) {
      if (!llvm::any_of(result.getUses(), isReadInSteps))
        continue;
      if (isSunk(&op))
        stay.insert(&op);
      else
        made.insert(result);
    }
  }
}

bool BranchHoister::find() {
  for (Region &region : branch->getRegions())
    findSame(region.front());
  for (OpResult result : branch->getResults()) {
    unsigned number = result.getResultNumber();
    if (!result.use_empty() &&
        llvm::all_of(branch->getRegions(), [&](Region &region) {
          return isSame(region.front().getTerminator()->getOperand(number));
        }))
      same.push_back(number);
  }
  if (same.size() == branch->getNumResults())
    return false; // nothing would stay that something reads
  for (Region &region : branch->getRegions())
    look(region.front());
  // Where such a result is what a region makes, the region reads the result.
  for (unsigned number : same)
    for (Region &region : branch->getRegions()) {
      Value value = region.front().getTerminator()->getOperand(number);
      if (made.remove(value))
        asResult.push_back({value, number});
    }
  auto isLarge = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.getNumElements() > kLeastElements;
  };
  return llvm::any_of(made, isLarge) ||
         llvm::any_of(same, [&](unsigned number) {
           return isLarge(branch->getResult(number));
         });
}

/// Its results are those that do not vary, and then what is made.
void BranchHoister::build() {
  SmallVector<Value> results;
  for (unsigned number : same)
    results.push_back(branch->getResult(number));
  llvm::append_range(results, made);
  OperationState state(branch->getLoc(), branch->getName());
  state.addOperands(branch->getOperands());
  state.addTypes(TypeRange(ValueRange(results)));
  state.addAttributes(branch->getDiscardableAttrDictionary().getValue());
  for (size_t i = 0; i < branch->getNumRegions(); ++i)
    state.addRegion();
  OpBuilder b(branch);
  once = b.create(state);
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), once->getRegions())) {
    mlir::Block &block = from.front();
    b.setInsertionPointToStart(&to.emplaceBlock());
    IRMapping map;
    for (Operation &op : block.without_terminator())
      if (sames.contains(&op))
        b.clone(op, map);
    SmallVector<Value> returned;
    for (unsigned number : same)
      returned.push_back(
          map.lookupOrDefault(block.getTerminator()->getOperand(number)));
    for (Value value : made)
      returned.push_back(
          value.getParentRegion() == &from
              ? map.lookup(value)
              : buildZeros(b, value.getLoc(),
                           cast<RankedTensorType>(value.getType())));
    b.clone(*block.getTerminator())->setOperands(returned);
    eraseDead(to.front());
  }
  for (auto [value, number] : asResult)
    value.replaceAllUsesWith(branch->getResult(number));
  for (auto [i, number] : llvm::enumerate(same))
    branch->getResult(number).replaceAllUsesWith(once->getResult(i));
  ValueRange hoisted = once->getResults().drop_front(same.size());
  for (auto [i, value] : llvm::enumerate(made.getArrayRef()))
    Value(value).replaceAllUsesWith(hoisted[i]);
}

void BranchHoister::trim() {
  llvm::BitVector gone(branch->getNumResults());
  for (unsigned number : same)
    gone.set(number);
  SmallVector<Value> kept;
  for (OpResult result : branch->getResults())
    if (!gone[result.getResultNumber()])
      kept.push_back(result);
  OperationState state(branch->getLoc(), branch->getName());
  state.addOperands(branch->getOperands());
  state.addTypes(TypeRange(ValueRange(kept)));
  state.addAttributes(branch->getDiscardableAttrDictionary().getValue());
  for (Region &region : branch->getRegions())
    state.addRegion()->takeBody(region);
  Operation *rest = OpBuilder(branch).create(state);
  for (Region &region : rest->getRegions()) {
    region.front().getTerminator()->eraseOperands(gone);
    eraseDead(region.front());
  }
  for (auto [before, after] : llvm::zip_equal(kept, rest->getResults()))
    before.replaceAllUsesWith(after);
  branch->erase();
}

bool popt::hoistFromBranch(Operation *op, const Mesh &mesh,
                           function_ref<bool(Value)> varies,
                           function_ref<bool(Operation *)> isSunk,
                           function_ref<void(Operation *)> forget) {
  // Which region runs must be the same, too.
  if (!isBranch(op) || llvm::any_of(op->getOperands(), varies))
    return false;
  BranchHoister hoister(op, mesh, varies, isSunk);
  if (!hoister.find())
    return false;
  hoister.build();
  forget(op);
  hoister.trim();
  return true;
}
