//===- PlaceMemory.cpp - Operations run where their values lie ------------===//
//
// Arguments and results that the user put into host memory are read and made by
// operations that run on the device or on the host; a value that changes sides
// is copied. Which operations run where is the cheapest cut (MinCut.h) of the
// program between what must be on the host and what must be on the device: a
// value that crosses costs one copy over the host's link, however many read it
// there.
//
//   func.func @main(%m {dist.on_host}, %g, %p)
//     %0 = add %m, %g
//     %1 = subtract %p, %0
//     return %0 {dist.on_host}, %1
// becomes
//     %2 = dist.to_host %g
//     %0 = add %m, %2
//     %3 = dist.to_device %0
//     %1 = subtract %p, %3
//
// The design is docs/Decisions/0039-host-memory.md. Covered by
// test/Memory/place-memory.mlir, and by execution in
// test/Execute/host-memory.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Fusion.h"
#include "popt/Analysis/MemoryKinds.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Target.h"
#include "popt/Memory/Passes.h"
#include "popt/Search/MinCut.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_PLACEMEMORYPASS
#include "popt/Memory/Passes.h.inc"

namespace {

/// The operations of one function and the sides on which they run.
class Placer {
public:
  Placer(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function), block(function.getBody().front()),
        computesOnHost(!targetOf(function).isGpu()) {}
  void run();

private:
  bool hasBorderOnHost();
  bool mayRunOnHost(Operation *op) const;
  bool isMadeOnBoth(Operation *op) const;
  void buildGraph();
  int64_t priceOf(Value value) const;
  void addValue(Value value, int maker);
  void addReaders(Value value, llvm::SmallVectorImpl<int> &readers);
  int nodeOf(OpOperand &use);
  Memory sideOf(Value value) const;
  Memory sideOf(OpOperand &use) const;
  void rewrite();
  Value valueIn(Value value, Memory memory, Operation *reader);
  Value copyTo(Value value, Memory memory, Operation *reader);
  void makeOn(Operation *op, Memory memory, Operation *reader);
  void remark();

  const CostModel &costs;
  func::FuncOp function;
  mlir::Block &block;
  const bool computesOnHost; ///< that of a GPU does not
  MinCut graph;
  int host = 0, device = 0;               ///< the source and the sink
  llvm::DenseMap<Operation *, int> nodes; ///< none of what is copied
  std::vector<bool> isOnHost;             ///< by node
  /// What exists of a value on a side, besides the value itself.
  llvm::DenseMap<std::pair<Value, int>, Value> versions;
  /// What is made on both sides: the operands as they were, and the side that
  /// the original has come to be on.
  struct Original {
    Memory side;
    SmallVector<Value> operands;
  };
  llvm::DenseMap<Operation *, Original> originals;
  int64_t toHostBytes = 0, toDeviceBytes = 0;
};

/// True for what the host may run: element by element, or row by row. Products,
/// communication and loops stay on the device.
bool Placer::mayRunOnHost(Operation *op) const {
  if (!computesOnHost)
    return false;
  switch (LocalKernels::kindOf(op)) {
  case KernelKind::Map:
  case KernelKind::Broadcast:
  case KernelKind::RowReduction:
  case KernelKind::View:
    return isMemoryEffectFree(op);
  default:
    return false;
  }
}

/// True for what each side makes for itself, rather than copy it: what is cheap,
/// or, where the host computes nothing, what the step table has for both.
bool Placer::isMadeOnBoth(Operation *op) const {
  return computesOnHost ? LocalKernels::isCopied(op) : isAmongConstants(op);
}

/// The node of the use's owner; where the program returns, that of the side.
int Placer::nodeOf(OpOperand &use) {
  if (use.getOwner() == block.getTerminator())
    return isResultOnHost(function, use.getOperandNumber()) ? host : device;
  return nodes.lookup(block.findAncestorOpInBlock(*use.getOwner()));
}

/// The readers of the value, and of what each side makes of it for itself.
void Placer::addReaders(Value value, SmallVectorImpl<int> &readers) {
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    if (reader->getBlock() == &block && isMadeOnBoth(reader))
      for (Value copied : reader->getResults())
        addReaders(copied, readers);
    else if (int node = nodeOf(use); !llvm::is_contained(readers, node))
      readers.push_back(node);
  }
}

/// Of a copy between the memories, in picoseconds, up to a quarter of an hour.
/// Bytes decide where the link is free.
int64_t Placer::priceOf(Value value) const {
  int64_t bytes = bytesOf(value);
  double picoseconds = std::min(costs.hostSeconds(bytes) * 1e12, 1e15);
  return static_cast<int64_t>(picoseconds) + bytes + 1;
}

/// A value costs its copy once, in the direction in which it crosses.
void Placer::addValue(Value value, int maker) {
  SmallVector<int> readers;
  addReaders(value, readers);
  llvm::erase(readers, maker);
  if (readers.empty())
    return;
  int64_t price = priceOf(value);
  // Where a state crosses for its next value, as much as its gradient and its
  // update would, the host is where it is made.
  if (maker != host && llvm::is_contained(readers, host))
    graph.addEdge(host, maker, price / 16);
  int toDevice = graph.addNode(), toHost = graph.addNode();
  graph.addEdge(maker, toDevice, price);
  graph.addEdge(toHost, maker, price);
  for (int reader : readers) {
    graph.addEdge(toDevice, reader, MinCut::infinite);
    graph.addEdge(reader, toHost, MinCut::infinite);
  }
}

void Placer::buildGraph() {
  host = graph.addNode();
  device = graph.addNode();
  for (Operation &op : block.without_terminator()) {
    if (isMadeOnBoth(&op))
      continue;
    int node = nodes[&op] = graph.addNode();
    if (!mayRunOnHost(&op))
      graph.addEdge(node, device, MinCut::infinite);
  }
  for (BlockArgument argument : block.getArguments())
    addValue(argument, isArgumentOnHost(function, argument.getArgNumber())
                           ? host
                           : device);
  for (Operation &op : block.without_terminator())
    if (auto node = nodes.find(&op); node != nodes.end())
      for (Value result : op.getResults())
        addValue(result, node->second);
}

Memory Placer::sideOf(Value value) const {
  bool onHost = false;
  if (auto argument = dyn_cast<BlockArgument>(value))
    onHost = isArgumentOnHost(function, argument.getArgNumber());
  else
    onHost = isOnHost[nodes.lookup(value.getDefiningOp())];
  return onHost ? Memory::Host : Memory::Device;
}

Memory Placer::sideOf(OpOperand &use) const {
  Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
  bool onHost = reader == block.getTerminator()
                    ? isResultOnHost(function, use.getOperandNumber())
                    : isOnHost[nodes.lookup(reader)];
  return onHost ? Memory::Host : Memory::Device;
}

/// The value on this side for `reader`, the first that asks for it there.
Value Placer::valueIn(Value value, Memory memory, Operation *reader) {
  Operation *definer = value.getDefiningOp();
  bool isCopied = definer && isMadeOnBoth(definer);
  if (!isCopied && sideOf(value) == memory)
    return value;
  std::pair<Value, int> key(value, static_cast<int>(memory));
  if (Value known = versions.lookup(key))
    return known;
  if (isCopied)
    makeOn(definer, memory, reader);
  else
    versions[key] = copyTo(value, memory, reader);
  return versions.lookup(key);
}

/// The sooner a value is on the host, and the later on the device, the less is
/// held.
Value Placer::copyTo(Value value, Memory memory, Operation *reader) {
  OpBuilder b(reader);
  if (memory == Memory::Device) {
    toDeviceBytes += bytesOf(value);
    return dist::ToDeviceOp::create(b, value.getLoc(), value);
  }
  if (Operation *definer = value.getDefiningOp())
    b.setInsertionPointAfter(definer);
  else
    b.setInsertionPointToStart(&block);
  toHostBytes += bytesOf(value);
  return dist::ToHostOp::create(b, value.getLoc(), value);
}

/// Makes what is cheap once more, or, for the first side that asks, moves the
/// original there.
void Placer::makeOn(Operation *op, Memory memory, Operation *reader) {
  auto [original, isFirst] = originals.try_emplace(op);
  if (isFirst)
    original->second = {memory, SmallVector<Value>(op->getOperands())};
  // Before its first reader there, since what it reads may be copied late.
  Operation *own = op;
  if (original->second.side == memory)
    op->moveBefore(reader);
  else
    own = OpBuilder(reader).clone(*op);
  SmallVector<Value> operands = original->second.operands;
  for (auto [result, made] :
       llvm::zip_equal(op->getResults(), own->getResults()))
    versions[{result, static_cast<int>(memory)}] = made;
  for (auto [use, operand] : llvm::zip_equal(own->getOpOperands(), operands))
    use.set(valueIn(operand, memory, own));
}

void Placer::rewrite() {
  SmallVector<OpOperand *> uses;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getBlock() == &block && isMadeOnBoth(op))
      return;
    for (OpOperand &use : op->getOpOperands())
      if (use.get().getParentBlock() == &block)
        uses.push_back(&use);
  });
  for (OpOperand *use : uses)
    use->set(valueIn(use->get(), sideOf(*use),
                     block.findAncestorOpInBlock(*use->getOwner())));
}

void Placer::remark() {
  int64_t onHost = 0, bytes = 0;
  for (auto [op, node] : nodes)
    onHost += isOnHost[node];
  for (BlockArgument argument : block.getArguments())
    if (isArgumentOnHost(function, argument.getArgNumber()))
      bytes += bytesOf(argument);
  remark::passed(function.getLoc(),
                 remark::RemarkOpts::name("place-memory").category("memory"))
      << llvm::formatv("{0} bytes of arguments stay in host memory; {1} "
                       "operations run there, {2} bytes move to the host in a "
                       "step and {3} to the device",
                       bytes, onHost, toHostBytes, toDeviceBytes)
             .str();
}

/// Whether arguments or results lie on the host. What offload-activations moved
/// is there and back already.
bool Placer::hasBorderOnHost() {
  auto isHost = [&](unsigned argument) {
    return isArgumentOnHost(function, argument);
  };
  auto isHostResult = [&](unsigned result) {
    return isResultOnHost(function, result);
  };
  return llvm::any_of(llvm::seq(function.getNumArguments()), isHost) ||
         llvm::any_of(llvm::seq(function.getNumResults()), isHostResult);
}

void Placer::run() {
  if (MemoryKinds(function).isEmpty())
    return;
  if (hasBorderOnHost()) {
    buildGraph();
    isOnHost = graph.solve(host, device);
    rewrite();
    remark();
  }
  function->setAttr(dist::kMemoriesPlaced,
                    UnitAttr::get(function.getContext()));
}

class PlaceMemory : public impl::PlaceMemoryPassBase<PlaceMemory> {
public:
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    LogicalResult placed = success();
    auto inEach = [&](const CostModel &costs, func::FuncOp function) {
      if (function.isExternal())
        return;
      if (!function->hasAttr(dist::kMemoriesPlaced))
        Placer(costs, function).run();
      if (failed(verifyMemoryKinds(function)))
        placed = failure();
    };
    if (failed(forEachFunction(module, inEach)) || failed(placed))
      signalPassFailure();
  }
};

} // namespace

} // namespace popt
