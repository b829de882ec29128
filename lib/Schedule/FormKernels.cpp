//===- FormKernels.cpp - Clusters of operations become kernels ------------===//
//
// The rules stand in FormKernels.h. Operations are visited users first; each
// joins a cluster of a user or founds one. Then every cluster is outlined:
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
// Covered by test/Schedule/form-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Schedule/FormKernels.h"

#include "DecomposeOps.h"
#include "FoldTransposes.h"

#include "popt/Conversion/LowerKernels.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace popt;

/// Above this, a cluster takes no further operations.
constexpr unsigned maxClusterOps = 400;
/// Work per element that is done again rather than stored.
constexpr unsigned cheapCost = 4;

static int64_t countOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getNumElements() : 0;
}

/// True for a broadcast that repeats elements (its operand is smaller).
static bool isPureBroadcast(Operation *op) {
  return op->getName().getStringRef() == "stablehlo.broadcast_in_dim" &&
         countOf(op->getOperand(0)) < countOf(op->getResult(0));
}

static bool isTranspose(Operation *op) {
  return op->getName().getStringRef() == "stablehlo.transpose";
}

/// Copied into each cluster that reads it.
static bool isCopied(Operation *op) {
  KernelKind kind = kernelKindOf(op);
  return kind == KernelKind::Source || kind == KernelKind::View ||
         isPureBroadcast(op);
}

/// True if the operation writes its result in loops of its own: it can only be
/// the root of a cluster.
static bool isRootOnly(Operation *op) {
  return kernelKindOf(op) == KernelKind::InPlaceUpdate;
}

static bool isClusterable(Operation *op) {
  switch (kernelKindOf(op)) {
  case KernelKind::Library:
  case KernelKind::Opaque:
    return false;
  default:
    break;
  }
  // Reducers and comparators are built from pointwise operations.
  bool hasOther = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      StringRef name = inner->getName().getStringRef();
      hasOther |= !isPointwiseInKernels(inner) &&
                  !inner->hasTrait<mlir::OpTrait::IsTerminator>() &&
                  name != "stablehlo.broadcast_in_dim" &&
                  name != "stablehlo.reshape" &&
                  kernelKindOf(inner) != KernelKind::Source;
    });
  if (hasOther)
    return false;
  auto isPlain = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain);
}

/// True for a reduction whose loops run outside those of kept dimensions: a
/// column sum, whose vectors lie across columns.
static bool isColumnReduction(Operation *op) {
  if (op->getName().getStringRef() != "stablehlo.reduce")
    return false;
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  auto shape = cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
  bool seen = false;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    bool reduced = llvm::is_contained(dims.asArrayRef(), int64_t(d));
    if (!reduced && seen && extent > 1)
      return true;
    seen |= reduced;
  }
  return false;
}

/// How often a user's one evaluation evaluates each element of an operand, at
/// most. A broadcast along trailing dimensions alone is hoisted out of them.
/// Below a column reduction nothing is hoisted.
static int64_t repetitions(Operation *user, unsigned operand, bool inColumns) {
  StringRef name = user->getName().getStringRef();
  if (isPureBroadcast(user)) {
    auto dims = user->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
    auto from = cast<RankedTensorType>(user->getOperand(0).getType());
    auto to = cast<RankedTensorType>(user->getResult(0).getType());
    int64_t lastKept = -1;
    SmallVector<bool> kept(to.getRank());
    for (auto [i, dim] : llvm::enumerate(dims.asArrayRef()))
      if (from.getDimSize(i) != 1) {
        kept[dim] = true;
        lastKept = std::max<int64_t>(lastKept, dim);
      }
    int64_t times = 1;
    for (int64_t d = 0; d < (inColumns ? to.getRank() : lastKept); ++d)
      if (!kept[d])
        times *= to.getDimSize(d);
    return times;
  }
  if (name == "stablehlo.gather" && operand == 0) {
    int64_t from = std::max<int64_t>(1, countOf(user->getOperand(0)));
    return std::max<int64_t>(1, countOf(user->getResult(0)) / from);
  }
  if (name == "stablehlo.reduce_window" || name == "stablehlo.sort" ||
      name == "stablehlo.select_and_scatter" || name == "stablehlo.cholesky" ||
      name == "stablehlo.triangular_solve" || name == "stablehlo.dot_general" ||
      name == "stablehlo.convolution")
    return 16;
  return 1;
}

namespace {
struct Cluster {
  SmallVector<Operation *> ops; ///< users first
  unsigned last = 0;            ///< position of the last operation
  Value leader;                 ///< whose elements the loops enumerate
  Operation *root = nullptr;
};

/// Forms and outlines the clusters of one block.
class BlockClusters {
public:
  BlockClusters(mlir::Block &block, SmallVectorImpl<Cluster> &out)
      : block(block), clusters(out) {}

  void form() {
    unsigned position = 0;
    for (Operation &op : block)
      positions[&op] = position++;
    for (Operation &op : llvm::reverse(block))
      if (&op != &block.back() || !op.hasTrait<mlir::OpTrait::IsTerminator>())
        place(&op);
  }

private:
  /// An operation of the block that uses a value, directly or in a region.
  Operation *userInBlock(Operation *user) {
    return block.findAncestorOpInBlock(*user);
  }

  bool staysInMain(Operation *op) const { return inMain.contains(op); }

  void place(Operation *op) {
    if (!isClusterable(op)) {
      inMain.insert(op);
      return;
    }
    // Clusters that read the operation, nearest first, and whether anything
    // else does.
    SmallVector<unsigned> readers;
    bool isReadInMain = false, isReadByOther = false;
    for (Operation *user : op->getUsers()) {
      Operation *inBlock = userInBlock(user);
      if (staysInMain(inBlock) ||
          inBlock->hasTrait<mlir::OpTrait::IsTerminator>()) {
        isReadInMain = true;
        isReadByOther |=
            kernelKindOf(inBlock) != KernelKind::Library ||
            inBlock->getName().getStringRef() != "stablehlo.dot_general";
      }
      for (unsigned cluster : memberOf.lookup(inBlock))
        if (!llvm::is_contained(readers, cluster))
          readers.push_back(cluster);
    }
    llvm::sort(readers, [&](unsigned a, unsigned c) {
      return clusters[a].last < clusters[c].last;
    });
    if (isCopied(op)) {
      for (unsigned cluster : readers)
        join(op, cluster);
      if (!isReadInMain)
        return;
      // Views and splat constants are no work; a broadcast or iota is.
      if (kernelKindOf(op) == KernelKind::View ||
          op->getName().getStringRef() == "stablehlo.constant")
        inMain.insert(op);
      else
        found(op);
      return;
    }
    if (op->use_empty())
      return; // dead; everything with an effect is not clusterable
    if (isTranspose(op) && isReadInMain && !isReadByOther) {
      // Contractions read it in place; a cluster takes a copy for itself.
      for (unsigned cluster : readers)
        join(op, cluster);
      inMain.insert(op);
      return;
    }
    if (readers.size() == 1 && !isReadInMain && mayJoin(op, readers[0]))
      return join(op, readers[0]);
    if (readers.size() > 1 && !isReadInMain && isCheaperRepeated(op, readers)) {
      for (unsigned cluster : readers)
        join(op, cluster);
      return;
    }
    if (!readers.empty() && (readers.size() > 1 || isReadInMain) &&
        mayJoin(op, readers[0]) && fitsLoops(op, readers[0]) &&
        !closesCycle(op, readers[0])) {
      exported.insert(op);
      return join(op, readers[0]);
    }
    found(op);
  }

  void join(Operation *op, unsigned cluster) {
    memberOf[op].push_back(cluster);
    clusters[cluster].ops.push_back(op);
    times[{op, cluster}] = timesIn(op, cluster);
    for (Operation *user : op->getUsers()) {
      Operation *inBlock = userInBlock(user);
      if (llvm::is_contained(memberOf.lookup(inBlock), cluster) &&
          (isColumnReduction(inBlock) ||
           inColumns.contains({inBlock, cluster})))
        inColumns.insert({op, cluster});
    }
  }

  void found(Operation *op) {
    clusters.emplace_back();
    Cluster &cluster = clusters.back();
    cluster.last = positions[op];
    cluster.leader = op->getResult(0);
    cluster.root = op;
    memberOf[op].push_back(clusters.size() - 1);
    cluster.ops.push_back(op);
    times[{op, clusters.size() - 1}] = 1;
    exported.insert(op);
  }

  /// Evaluations of each element of `op` in a cluster.
  int64_t timesIn(Operation *op, unsigned cluster) {
    int64_t most = 1;
    for (OpOperand &use : op->getUses()) {
      Operation *user = userInBlock(use.getOwner());
      if (!llvm::is_contained(memberOf.lookup(user), cluster))
        continue;
      int64_t factor = user == use.getOwner()
                           ? repetitions(user, use.getOperandNumber(),
                                         inColumns.contains({user, cluster}))
                           : 1;
      most = std::max(most, times.lookup({user, cluster}) * factor);
    }
    return std::min<int64_t>(most, int64_t(1) << 40);
  }

  bool mayJoin(Operation *op, unsigned number) {
    const Cluster &cluster = clusters[number];
    if (isRootOnly(op) || op->getNumResults() == 0 ||
        cluster.ops.size() >= maxClusterOps)
      return false;
    // What an update writes into is stored: the update then is in place.
    for (OpOperand &use : op->getUses()) {
      Operation *user = userInBlock(use.getOwner());
      if (llvm::is_contained(memberOf.lookup(user), number) &&
          isRootOnly(user) && use.getOperandNumber() == 0 && kernelCost(op) > 0)
        return false;
    }
    int64_t repeated = timesIn(op, number);
    KernelKind kind = kernelKindOf(op);
    if (repeated == 1)
      return true;
    return (kind == KernelKind::Map || kind == KernelKind::Broadcast) &&
           kernelCost(op) <= cheapCost &&
           countOf(op->getResult(0)) <= countOf(cluster.leader);
  }

  /// True if every reader but the nearest does better to compute the operation
  /// again than to load its result: it is cheap, and of its operands at most
  /// one has to be loaded in the result's stead, which is stored anyway.
  bool isCheaperRepeated(Operation *op, ArrayRef<unsigned> readers) {
    if (kernelKindOf(op) != KernelKind::Map || op->getNumResults() != 1 ||
        kernelCost(op) > cheapCost)
      return false;
    for (unsigned cluster : readers)
      if (!mayJoin(op, cluster) || timesIn(op, cluster) != 1)
        return false;
    auto isReadBy = [&](Value value, unsigned cluster) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        return user != op &&
               llvm::is_contained(memberOf.lookup(userInBlock(user)), cluster);
      });
    };
    constexpr int64_t smallPart = 16;
    int64_t count = countOf(op->getResult(0));
    ArrayRef<unsigned> others = readers.drop_front();
    int64_t budget = cheapCost - kernelCost(op);
    llvm::DenseMap<unsigned, unsigned> loads;
    llvm::SetVector<Value> work(op->operand_begin(), op->operand_end());
    for (unsigned i = 0; i < work.size(); ++i) {
      Value value = work[i];
      Operation *definer = value.getDefiningOp();
      if (definer && isCopied(definer)) {
        work.insert(definer->operand_begin(), definer->operand_end());
        continue;
      }
      if (countOf(value) * smallPart <= count)
        continue;
      bool isStored = !definer || !isClusterable(definer) ||
                      llvm::any_of(others, [&](unsigned cluster) {
                        return isReadBy(value, cluster);
                      });
      if (isStored) {
        for (unsigned cluster : others)
          if (!isReadBy(value, cluster) && ++loads[cluster] > 1)
            return false;
        continue;
      }
      // It will be computed again as well.
      budget -= kernelCost(definer);
      if (kernelKindOf(definer) != KernelKind::Map || budget < 0)
        return false;
      work.insert(definer->operand_begin(), definer->operand_end());
    }
    return true;
  }

  /// True if the result can be written by the loops of a cluster: it has as
  /// many elements as the leader, or one per block of leading dimensions.
  bool fitsLoops(Operation *op, unsigned number) {
    const Cluster &cluster = clusters[number];
    if (isRootOnly(cluster.root))
      return false;
    int64_t count = countOf(op->getResult(0));
    if (count == countOf(cluster.leader))
      return timesIn(op, number) == 1;
    if (count < 2)
      return false;
    int64_t product = 1;
    for (int64_t extent :
         cast<RankedTensorType>(cluster.leader.getType()).getShape()) {
      product *= extent;
      if (product >= count)
        break;
    }
    return product == count && timesIn(op, number) == 1;
  }

  /// True if a reader of `op` outside the cluster leads back into it.
  bool closesCycle(Operation *op, unsigned cluster) {
    llvm::DenseSet<Operation *> seen;
    llvm::DenseSet<unsigned> seenClusters;
    SmallVector<Operation *> work;
    unsigned last = clusters[cluster].last;
    bool found = false;
    auto push = [&](Operation *of, bool isDirect) {
      for (Operation *user : of->getUsers()) {
        Operation *next = userInBlock(user);
        // What comes after the cluster can lead back into it only through an
        // earlier result of a cluster of its own.
        if (!next || (positions[next] > last && !memberOf.contains(next)))
          continue;
        if (!isDirect && llvm::is_contained(memberOf.lookup(next), cluster))
          found = true;
        if (seen.insert(next).second)
          work.push_back(next);
      }
    };
    push(op, true);
    while (!work.empty() && !found) {
      Operation *next = work.pop_back_val();
      for (unsigned other : memberOf.lookup(next))
        if (other != cluster && seenClusters.insert(other).second)
          for (Operation *member : clusters[other].ops)
            if (leaves(member, other))
              push(member, false);
      if (staysInMain(next))
        push(next, false);
    }
    return found;
  }

  /// True if results of a cluster's operation are results of the cluster.
  bool leaves(Operation *op, unsigned cluster) {
    return exported.contains(op) &&
           (!isCopied(op) || clusters[cluster].root == op);
  }

  mlir::Block &block;
  SmallVectorImpl<Cluster> &clusters;
  llvm::DenseMap<Operation *, unsigned> positions;
  llvm::DenseMap<Operation *, SmallVector<unsigned, 2>> memberOf;
  llvm::DenseMap<std::pair<Operation *, unsigned>, int64_t> times;
  llvm::DenseSet<Operation *> inMain;
  /// Operations of a cluster that a column reduction evaluates.
  llvm::DenseSet<std::pair<Operation *, unsigned>> inColumns;

public:
  /// Operations whose results leave their (first) cluster.
  llvm::DenseSet<Operation *> exported;
};

/// Makes functions from clusters, equal ones once.
class Outliner {
public:
  explicit Outliner(ModuleOp program) : program(program), symbols(program) {}

  void outline(mlir::Block &block) {
    SmallVector<Cluster> clusters;
    BlockClusters former(block, clusters);
    former.form();
    // In program order of the roots, so that names follow the program.
    SmallVector<unsigned> order(
        llvm::to_vector(llvm::seq<unsigned>(0, clusters.size())));
    std::reverse(order.begin(), order.end());
    llvm::DenseMap<Operation *, unsigned> position;
    unsigned next = 0;
    for (Operation &op : block)
      position[&op] = next++;
    SmallVector<std::pair<Value, Value>> replacements;
    for (unsigned number : order)
      makeCall(clusters[number], position, former.exported, number,
               replacements);
    for (auto [from, to] : replacements)
      from.replaceAllUsesWith(to);
    // What is left of the clusters has no users, last first.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isClusterable(&op) && op.use_empty())
        op.erase();
    sortTopologically(&block);
  }

private:
  void makeCall(const Cluster &cluster,
                llvm::DenseMap<Operation *, unsigned> &position,
                llvm::DenseSet<Operation *> &exported, unsigned number,
                SmallVectorImpl<std::pair<Value, Value>> &replacements) {
    SmallVector<Operation *> ops(cluster.ops);
    llvm::sort(ops, [&](Operation *a, Operation *c) {
      return position[a] < position[c];
    });
    llvm::SetVector<Value> inside, inputs;
    for (Operation *op : ops)
      inside.insert(op->result_begin(), op->result_end());
    for (Operation *op : ops) {
      llvm::SetVector<Value> captured;
      getUsedValuesDefinedAbove(op->getRegions(), captured);
      for (Value operand : llvm::concat<Value>(
               llvm::to_vector(op->getOperands()), captured.takeVector()))
        if (!inside.contains(operand))
          inputs.insert(operand);
    }
    SmallVector<Value> outputs;
    for (Operation *op : ops)
      if (exported.contains(op))
        for (Value result : op->getResults())
          outputs.push_back(result);
    // A copied operation may be exported by the cluster it founded alone.
    llvm::erase_if(outputs, [&](Value value) {
      Operation *op = value.getDefiningOp();
      return isCopied(op) && cluster.root != op;
    });

    SmallVector<Type> inputTypes, outputTypes;
    for (Value value : inputs)
      inputTypes.push_back(value.getType());
    for (Value value : outputs)
      outputTypes.push_back(value.getType());
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
    markSharing(kernel);

    func::FuncOp shared = intern(kernel, cluster.root);
    b.setInsertionPoint(cluster.root);
    auto call = func::CallOp::create(b, loc, shared, inputs.getArrayRef());
    for (auto [from, to] : llvm::zip(outputs, call.getResults()))
      replacements.push_back({from, to});
  }

  /// The equal function made before, or this one, named and inserted.
  func::FuncOp intern(func::FuncOp kernel, Operation *root) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    kernel->print(stream,
                  OpPrintingFlags().useLocalScope().printGenericOpForm());
    auto [known, isNew] = kernels.try_emplace(text);
    if (!isNew) {
      kernel->erase();
      return known->second;
    }
    std::string name = ("kernel_" + Twine(kernels.size() - 1) + "_" +
                        root->getName().stripDialect())
                           .str();
    kernel.setName(name);
    symbols.insert(kernel);
    known->second = kernel;
    return kernel;
  }

  /// Sets `popt.may_share`.
  void markSharing(func::FuncOp kernel) {
    Operation *terminator = kernel.getBody().front().getTerminator();
    MLIRContext *context = kernel.getContext();
    SmallVector<Attribute> pairs;
    auto sizeOf = [](Value value) {
      auto type = cast<RankedTensorType>(value.getType());
      return type.getNumElements() * bytesPerElement(type.getElementType());
    };
    int64_t count =
        terminator->getNumOperands() ? countOf(terminator->getOperand(0)) : 0;
    bool oneNest = llvm::all_of(terminator->getOperands(), [&](Value value) {
      return countOf(value) == count && value.getDefiningOp() &&
             !isRootOnly(value.getDefiningOp());
    });
    for (BlockArgument argument : kernel.getArguments()) {
      for (auto [r, value] : llvm::enumerate(terminator->getOperands())) {
        if (sizeOf(value) != sizeOf(argument))
          continue;
        Operation *op = value.getDefiningOp();
        bool updated = op && isRootOnly(op) && isUpdate(op) &&
                       op->getOperand(0) == argument && argument.hasOneUse();
        if (updated || (oneNest && countOf(argument) == count &&
                        isReadInPlace(argument, extentsOf(value))))
          pairs.push_back(DenseI64ArrayAttr::get(
              context, {int64_t(r), int64_t(argument.getArgNumber())}));
      }
    }
    if (!pairs.empty())
      kernel->setAttr(kMayShare, ArrayAttr::get(context, pairs));
  }

  static bool isUpdate(Operation *op) {
    StringRef name = op->getName().getStringRef();
    return name == "stablehlo.dynamic_update_slice" ||
           (name == "stablehlo.scatter" && op->getNumResults() == 1);
  }

  using Shape = SmallVector<int64_t>;

  /// The shape without dimensions of extent 1.
  static Shape extentsOf(Value value) {
    Shape extents;
    for (int64_t extent : cast<RankedTensorType>(value.getType()).getShape())
      if (extent != 1)
        extents.push_back(extent);
    return extents;
  }

  /// True if a broadcast repeats each element along inner dimensions alone.
  static bool repeatsRows(Operation *op) {
    auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    auto to = cast<RankedTensorType>(op->getResult(0).getType());
    int64_t next = 0;
    for (auto [i, dim] : llvm::enumerate(dims.asArrayRef())) {
      if (from.getDimSize(i) == 1)
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
  static bool isReadInPlace(Value value, const Shape &extents) {
    if (extentsOf(value) != extents)
      return false;
    SmallVector<Value> work = {value};
    llvm::DenseSet<Value> seen;
    while (!work.empty()) {
      Value next = work.pop_back_val();
      for (OpOperand &use : next.getUses()) {
        Operation *user = use.getOwner();
        if (user->hasTrait<mlir::OpTrait::IsTerminator>())
          continue;
        bool isRead = false;
        switch (kernelKindOf(user)) {
        case KernelKind::Map:
        case KernelKind::View:
          isRead = extentsOf(user->getResult(0)) == extentsOf(next);
          break;
        case KernelKind::Broadcast:
          isRead =
              user->getName().getStringRef() == "stablehlo.broadcast_in_dim" &&
              (extentsOf(user->getResult(0)) == extents ||
               extentsOf(user->getResult(0)) == extentsOf(next)) &&
              repeatsRows(user);
          break;
        case KernelKind::RowReduction:
          isRead = user->getNumResults() == 1 && use.getOperandNumber() == 0 &&
                   !isColumnReduction(user);
          break;
        default:
          break;
        }
        if (!isRead)
          return false;
        if (seen.insert(user->getResult(0)).second)
          work.push_back(user->getResult(0));
      }
    }
    return true;
  }

  ModuleOp program;
  SymbolTable symbols;
  llvm::StringMap<func::FuncOp> kernels;
};
} // namespace

/// Barriers have done their work: what they kept apart is scheduled.
static void removeBarriers(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (op->getName().getStringRef() != "stablehlo.optimization_barrier")
      return;
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  });
}

LogicalResult popt::formKernels(ModuleOp program) {
  Outliner outliner(program);
  for (auto function :
       llvm::make_early_inc_range(program.getOps<func::FuncOp>())) {
    if (function->hasAttr(kKernel) || function.isDeclaration())
      continue;
    removeBarriers(function);
    decomposeOps(function);
    foldTransposes(function);
    // Innermost first: bodies of loops and branches before what is around them.
    // Regions of clusterable operations are part of the operation.
    SmallVector<mlir::Block *> blocks;
    std::function<void(Region &)> collect = [&](Region &region) {
      for (mlir::Block &block : region) {
        for (Operation &op : block)
          if (!isClusterable(&op))
            for (Region &inner : op.getRegions())
              collect(inner);
        blocks.push_back(&block);
      }
    };
    collect(function.getBody());
    for (mlir::Block *block : blocks)
      outliner.outline(*block);
  }
  return success();
}

namespace {
struct FormKernelsPass : PassWrapper<FormKernelsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FormKernelsPass)

  StringRef getArgument() const final { return "form-kernels"; }
  StringRef getDescription() const final {
    return "Outline clusters of operations as kernels";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<func::FuncDialect>();
  }
  void runOnOperation() final {
    if (failed(formKernels(getOperation())))
      signalPassFailure();
  }
};
} // namespace

std::unique_ptr<Pass> popt::createFormKernelsPass() {
  return std::make_unique<FormKernelsPass>();
}

void popt::registerFormKernelsPass() {
  registerPass([] { return std::make_unique<FormKernelsPass>(); });
}
