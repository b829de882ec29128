//===- PropagateShardings.cpp - Spread shardings to every value -----------===//
//
//   %0 = stablehlo.add %x, %y              with %x sharded [{"dp"}, {}]
// becomes
//   %0 = stablehlo.add %x, %y {dist.shardings = [[{"dp"}, {}]]}
// and %y has the same. Constraints are applied (ApplyConstraints.cpp), a graph
// of cells and nodes is built (Graph.cpp), rounds run on it (Propagator.cpp,
// FactorStrategies.cpp), and the result is written back here. Tested by
// test/Propagate/propagate-shardings.mlir.
//
//===----------------------------------------------------------------------===//
#include "ApplyConstraints.h"
#include "Propagator.h"
#include "SeparateGroups.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Propagate/Passes.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_PROPAGATESHARDINGSPASS
#include "popt/Propagate/Passes.h.inc"
} // namespace popt

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool isOnHost(Attribute attr) {
  return attr && attr.walk([](dist::ShardingAttr sharding) {
                       return sharding.getMemory() == Memory::Host
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
}

/// Takes `memory = host` out of the sharding of an argument or result; true if
/// it was there, or a front end has put the value on the host.
static bool takeMemory(NamedAttrList &attrs) {
  auto sharding =
      dyn_cast_or_null<dist::ShardingAttr>(attrs.get(dist::kSharding));
  if (!sharding || sharding.getMemory() == Memory::Device)
    return attrs.get(dist::kOnHost) != nullptr;
  attrs.set(dist::kSharding, sharding.withMemory(Memory::Device));
  return true;
}

/// Values of the program's border may live on the host; where others do is
/// decided when they are local (place-memory). State keeps its memory.
static void takeMemories(FunctionOpInterface func) {
  dist::BoundaryAttrs attrs(func);
  SmallVector<bool> arguments, results;
  for (NamedAttrList &list : attrs.arguments)
    arguments.push_back(takeMemory(list));
  for (NamedAttrList &list : attrs.results)
    results.push_back(takeMemory(list));
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (std::optional<unsigned> next = attrs.stateOf(i))
      arguments[i] = results[*next] = arguments[i] || results[*next];
  if (!llvm::is_contained(arguments, true) &&
      !llvm::is_contained(results, true))
    return;
  auto mark = [&](MutableArrayRef<NamedAttrList> lists,
                  ArrayRef<bool> isOnHost) {
    for (auto [list, isHost] : llvm::zip_equal(lists, isOnHost))
      if (isHost)
        list.set(dist::kOnHost, UnitAttr::get(func.getContext()));
  };
  mark(attrs.arguments, arguments);
  mark(attrs.results, results);
  attrs.write();
}

static LogicalResult takeMemories(ModuleOp module) {
  for (auto func : module.getOps<FunctionOpInterface>())
    takeMemories(func);
  WalkResult walked = module.walk([](Operation *op) {
    if (isa<FunctionOpInterface>(op) || !isOnHost(op->getAttrDictionary()))
      return WalkResult::advance();
    op->emitError("a value of '")
        << op->getName()
        << "' is to be in the host's memory, where only arguments and results "
           "can be; leave \"memory = host\" out of its sharding";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Writing back
//===----------------------------------------------------------------------===//

/// Leaves out axes at the minor end of dims that cannot be split by them (a
/// part of an axis that does not divide).
static void makeLegal(const Mesh &mesh, RankedTensorType type, Layout &layout) {
  std::vector<int64_t> shape(type.getShape());
  if (layout.check(mesh, shape).empty())
    return;
  for (size_t d = 0; d < shape.size(); ++d) {
    Layout only = Layout::replicate(shape.size());
    only.dims[d] = layout.dims[d];
    while (!only.dims[d].axes.empty() && !only.check(mesh, shape).empty())
      only.dims[d].axes.pop_back();
    layout.dims[d] = only.dims[d];
  }
}

namespace {
class Writer {
public:
  Writer(Graph &graph, dist::MeshOp meshOp, bool close, StringRef mode)
      : graph(graph), meshName(meshOp.getRef()), close(close),
        keepBound(mode != "sdy") {}

  void write() {
    for (auto func : graph.module.getOps<FunctionOpInterface>())
      if (!func.isExternal())
        writeArguments(func);
    for (size_t i = 0; i < graph.results.size();)
      i = writeResults(i);
    for (Operation *op : graph.operations)
      writeOperation(op);
    graph.module.walk([&](dist::ManualOp op) { writeManual(op); });
  }

private:
  /// Null if nothing is known and it may stay so.
  dist::ShardingAttr makeSharding(unsigned cell) {
    Layout layout = withoutPinnedAxes(graph.cells[cell].layout);
    if (close)
      layout = layout.closed();
    makeLegal(graph.mesh, graph.cells[cell].type, layout);
    if (!close && isUnknown(layout))
      return {};
    return dist::ShardingAttr::fromLayout(graph.module.getContext(), meshName,
                                          graph.mesh, layout);
  }

  /// Sets the sharding of an argument or result; in mode `cost` open dims of
  /// the user stay known.
  void setSharding(NamedAttrList &attrs, Type type,
                   dist::ShardingAttr sharding) {
    auto user =
        dyn_cast_or_null<dist::ShardingAttr>(attrs.get(dist::kSharding));
    if (keepBound && !(user && user.isFullyClosed()))
      attrs.set(dist::kBound,
                user ? user
                     : dist::ShardingAttr::getReplicated(
                           meshName, cast<RankedTensorType>(type).getRank(),
                           /*open=*/true));
    attrs.set(dist::kSharding, sharding);
  }

  void writeArguments(FunctionOpInterface func) {
    SmallVector<DictionaryAttr> attrs;
    for (BlockArgument arg : func.getArguments()) {
      NamedAttrList list(func.getArgAttrDict(arg.getArgNumber()));
      std::optional<unsigned> cell = graph.find(arg);
      if (dist::ShardingAttr sharding =
              cell ? makeSharding(*cell) : dist::ShardingAttr())
        setSharding(list, arg.getType(), sharding);
      attrs.push_back(list.getDictionary(func.getContext()));
    }
    func.setAllArgAttrs(attrs);
  }

  /// Writes the results of the function that `begin` is of; returns the end.
  size_t writeResults(size_t begin) {
    FunctionOpInterface func = graph.results[begin].func;
    SmallVector<DictionaryAttr> attrs;
    for (unsigned i = 0; i < func.getNumResults(); ++i)
      attrs.push_back(func.getResultAttrDict(i));
    for (; begin < graph.results.size() && graph.results[begin].func == func;
         ++begin) {
      const FunctionResult &result = graph.results[begin];
      NamedAttrList list(attrs[result.index]);
      if (dist::ShardingAttr sharding = makeSharding(result.cell))
        setSharding(list, func.getResultTypes()[result.index], sharding);
      attrs[result.index] = list.getDictionary(func.getContext());
    }
    func.setAllResultAttrs(attrs);
    return begin;
  }

  /// A manual region's edges get the shardings of its block arguments and
  /// results.
  void writeManual(dist::ManualOp op) {
    SmallVector<Attribute> in(op.getInShardings().getValue());
    SmallVector<Attribute> out(op.getOutShardings().getValue());
    auto write = [&](Value target, Type global, Attribute &attr) {
      const Node *tie = graph.findTie(target);
      if (!tie || !tie->manual)
        return;
      const Cell &cell = graph.cells[tie->cells.back()];
      Layout layout = tie->manual->targetIsInside
                          ? tie->manual->add(cell.layout)
                          : cell.layout;
      if (close)
        layout = layout.closed();
      makeLegal(graph.mesh, cast<RankedTensorType>(global), layout);
      attr = dist::ShardingAttr::fromLayout(op.getContext(), meshName,
                                            graph.mesh, layout);
    };
    for (BlockArgument arg : op.getBody().getArguments())
      write(arg, op.getOperand(arg.getArgNumber()).getType(),
            in[arg.getArgNumber()]);
    for (OpResult result : op->getResults())
      write(result, result.getType(), out[result.getResultNumber()]);
    op.setInShardingsAttr(ArrayAttr::get(op.getContext(), in));
    op.setOutShardingsAttr(ArrayAttr::get(op.getContext(), out));
  }

  void writeOperation(Operation *op) {
    SmallVector<Attribute> shardings;
    bool isKnown = false;
    for (Value result : op->getResults()) {
      std::optional<unsigned> cell = graph.find(result);
      dist::ShardingAttr sharding =
          cell ? makeSharding(*cell) : dist::ShardingAttr();
      isKnown |= sharding != dist::ShardingAttr();
      if (!sharding)
        sharding = dist::ShardingAttr::getReplicated(
            meshName, cell ? graph.cells[*cell].type.getRank() : 0,
            /*open=*/!close);
      shardings.push_back(sharding);
    }
    if (isKnown)
      op->setAttr(dist::kShardings,
                  ArrayAttr::get(op->getContext(), shardings));
  }

  Graph &graph;
  FlatSymbolRefAttr meshName;
  bool close, keepBound;
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct PropagateShardingsPass
    : public popt::impl::PropagateShardingsPassBase<PropagateShardingsPass> {
  using PropagateShardingsPassBase::PropagateShardingsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<PropagationOptions> options = readOptions(module);
    if (!options || failed(takeMemories(module)))
      return signalPassFailure();
    dist::MeshOp meshOp = dist::getMesh(module);
    if (!meshOp)
      meshOp = addEmptyMesh(module);
    if (constraints)
      applyConstraints(module);
    Mesh mesh = meshOp.toMesh();
    auto graph = std::make_unique<Graph>(module, mesh);
    graph->build();
    if (separateGroups(*graph, meshOp.getRef())) {
      graph = std::make_unique<Graph>(module, mesh);
      graph->build();
    }
    Propagator(*graph, *options).run();
    Writer(*graph, meshOp, close, mode).write();
    if (mode == "plan")
      module->setAttr(dist::kInvents, UnitAttr::get(&getContext()));
    if (!close)
      return;
    // Members have one sharding now.
    SmallVector<dist::ShardingGroupOp> groups;
    module.walk([&](dist::ShardingGroupOp op) { groups.push_back(op); });
    for (dist::ShardingGroupOp op : groups)
      op.erase();
  }

private:
  /// A module that says nothing about devices runs whole on each.
  static dist::MeshOp addEmptyMesh(ModuleOp module) {
    module.emitWarning("module has no mesh; every rank computes everything");
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    return dist::MeshOp::create(
        builder, module.getLoc(), "mesh",
        dist::MeshAttr::fromMesh(module.getContext(), Mesh()));
  }

  std::optional<PropagationOptions> readOptions(ModuleOp module) {
    if (mode != "sdy" && mode != "cost" && mode != "plan") {
      module.emitError() << "propagation mode \"" << mode
                         << "\" does not exist; use sdy, cost or plan";
      return std::nullopt;
    }
    if (factors != "basic" && factors != "aggressive" && factors != "both") {
      module.emitError() << "factor strategy \"" << factors
                         << "\" does not exist; use basic, aggressive or both";
      return std::nullopt;
    }
    PropagationOptions options;
    options.basic = factors != "aggressive";
    options.aggressive = factors != "basic";
    options.byOperation = byOperation;
    return options;
  }
};
} // namespace
