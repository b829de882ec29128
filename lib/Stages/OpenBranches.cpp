//===- OpenBranches.cpp - Inlines branches as selects ---------------------===//
//
// See Branches.h. Tested by test/Stages/place-stages-branches.mlir, by execution
// test/Execute/Stages/updates.test.
//
//===----------------------------------------------------------------------===//
#include "Branches.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/OpModels/Branch.h"

using namespace mlir;
using namespace popt;

ArrayRef<int64_t> popt::branchPathOf(Operation *op) {
  auto path = op->getAttrOfType<DenseI64ArrayAttr>(kInBranch);
  return path ? path.asArrayRef() : ArrayRef<int64_t>();
}

void popt::setBranchPath(Operation *op, ArrayRef<int64_t> path) {
  if (path.empty())
    op->removeAttr(kInBranch);
  else
    op->setAttr(kInBranch, DenseI64ArrayAttr::get(op->getContext(), path));
}

void popt::noteBranch(Operation *op, Operation *before, Operation *after) {
  Attribute path = op->getAttr(kInBranch), chooses = op->getAttr(kChooses);
  if (!path && !chooses)
    return;
  Block &block = *op->getBlock();
  auto begin = before ? std::next(before->getIterator()) : block.begin();
  auto end = after ? after->getIterator() : block.end();
  for (Operation &made : llvm::make_range(begin, end)) {
    if (&made == op)
      continue;
    if (path)
      made.setAttr(kInBranch, path);
    if (chooses && made.getName() == op->getName())
      made.setAttr(kChooses, chooses);
  }
}

/// An operation like the branch, with nothing in its regions and no results.
static Operation *keepOutline(OpBuilder &builder, Operation *branch,
                              int64_t number) {
  OperationState state(branch->getLoc(), branch->getName(),
                       branch->getOperands(), {}, branch->getAttrs());
  for (Region &region : branch->getRegions()) {
    Block &body = state.addRegion()->emplaceBlock();
    Operation *end = region.front().getTerminator()->clone();
    end->setOperands({});
    body.push_back(end);
  }
  Operation *outline = builder.create(state);
  outline->removeAttr(dist::kShardings);
  outline->setAttr(kBranch, builder.getI64IntegerAttr(number));
  return outline;
}

/// Writes a branch out; what stood in it stands before it.
static void open(Operation *branch, int64_t number) {
  OpBuilder builder(branch);
  int64_t last = branch->getNumRegions() - 1;
  SmallVector<int64_t> path(branchPathOf(branch));
  auto note = [&](Operation *op) { setBranchPath(op, path); };
  if (last > 0) // else it always runs
    note(keepOutline(builder, branch, number));
  SmallVector<Value> chooses; ///< by region but the last
  for (int64_t k = 0; k < last; ++k) {
    Operation *before = branch->getPrevNode();
    chooses.push_back(buildRuns(builder, branch, static_cast<unsigned>(k)));
    noteBranch(branch, before, branch);
  }
  SmallVector<Operation *> ends;
  for (auto [k, region] : llvm::enumerate(branch->getRegions())) {
    if (last > 0)
      path.append({number, static_cast<int64_t>(k)});
    ends.push_back(region.front().getTerminator());
    for (Operation &op :
         llvm::make_early_inc_range(region.front().without_terminator())) {
      op.moveBefore(branch);
      note(&op);
    }
    path.assign(branchPathOf(branch).begin(), branchPathOf(branch).end());
  }
  for (OpResult result : branch->getResults()) {
    unsigned i = result.getResultNumber();
    Value value = ends.back()->getOperand(i);
    bool isChoice =
        !result.use_empty() && llvm::any_of(ends, [&](Operation *end) {
          return end->getOperand(i) != value;
        });
    for (int64_t k = last - 1; isChoice && k >= 0; --k) {
      value = buildChoice(builder, branch->getLoc(), chooses[k],
                          ends[k]->getOperand(i), value);
      Operation *choice = value.getDefiningOp();
      note(choice);
      choice->setAttr(kChooses, builder.getDenseI64ArrayAttr({number, k}));
      dist::setSharding(value, dist::getSharding(result));
    }
    result.replaceAllUsesWith(value);
  }
  branch->erase();
}

void popt::openBranches(func::FuncOp main) {
  int64_t number = 0;
  SmallVector<Operation *> work;
  for (Operation &op : main.front())
    if (auto known = op.getAttrOfType<IntegerAttr>(kBranch))
      number = std::max(number, known.getInt() + 1);
  auto canOpen = [](Operation *op) {
    return isBranch(op) && !op->hasAttr(kBranch) &&
           llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  };
  auto findIn = [&](Block &block) {
    for (Operation &op : block)
      if (canOpen(&op))
        work.push_back(&op);
  };
  findIn(main.front());
  while (!work.empty()) {
    Operation *branch = work.pop_back_val();
    for (Region &region : branch->getRegions())
      findIn(region.front());
    open(branch, number++);
  }
}
